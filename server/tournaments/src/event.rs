//! The events of a tournament: what happened, when, and who said so.

use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

/// A player of one tournament, numbered from 1 in the order of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerId(pub u16);

/// A board of a round. Both numbers begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardId {
    /// The round.
    pub round: u16,
    /// The board in the round.
    pub board: u16,
}

/// Who enters a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entry {
    /// The name on the table of results.
    pub name: String,
    /// The club, class or team; it also tells two players of the same name apart.
    pub club: Option<String>,
    /// The rating, for numbers by rating and for the nearest opponent in an arena.
    pub rating: Option<u16>,
    /// The account on the server. A player at a wooden board has none.
    pub account: Option<u64>,
}

/// Which players did not appear at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Absent {
    /// This side; the opponent wins.
    One(Color),
    /// Both sides; both lose.
    Both,
}

/// How a board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// This side won.
    Won(Color),
    /// A draw.
    Drawn,
    /// Nobody played, because of an absence.
    Forfeited(Absent),
}

/// The players of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pairing {
    /// The players at each board, the first board first.
    pub boards: Vec<PerColor<PlayerId>>,
    /// The player who has the bye.
    pub bye: Option<PlayerId>,
}

/// A rule that the organiser gives up, for all rounds that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Concession {
    /// Two players may meet again where nothing else is possible.
    SecondMeetings,
    /// A player may have the bye again where nothing else is possible.
    SecondByes,
}

/// What happened in a tournament. `why` is the organiser's text for the players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event {
    /// A player entered before the start, perhaps again after they had withdrawn, with another club.
    Entered(Entry),
    /// A player entered after the start, to play from the next round on.
    EnteredLate(Entry),
    /// A player is here.
    CheckedIn(PlayerId),
    /// A player left.
    Withdrew(PlayerId),
    /// A player who had left, was missing at the start, or was out for absences plays again from the next round on.
    Returned(PlayerId),
    /// A player is excused from a round that is not paired yet.
    Excused {
        /// Who.
        player: PlayerId,
        /// The round that they miss.
        round: u16,
    },
    /// The tournament began.
    Started {
        /// Decides every lot of the tournament.
        seed: u64,
    },
    /// A round was paired by the program.
    Paired(Pairing),
    /// A round was paired by the organiser.
    PairedByHand {
        /// The players of the round.
        pairing: Pairing,
        /// The organiser's reason.
        why: String,
    },
    /// The organiser exchanged players among boards without a result, and perhaps the one with the bye.
    Repaired {
        /// The round, which is the last one.
        round: u16,
        /// The players of the whole round as they are now.
        pairing: Pairing,
        /// The organiser's reason.
        why: String,
    },
    /// A game ended.
    Finished {
        /// Where.
        board: BoardId,
        /// The winner, if there is one.
        winner: Option<Color>,
    },
    /// A game did not take place because of an absence.
    Forfeited {
        /// Where.
        board: BoardId,
        /// Who did not appear.
        absent: Absent,
    },
    /// A player committed a foul.
    Fouled {
        /// Where.
        board: BoardId,
        /// Whose foul.
        side: Color,
    },
    /// The organiser replaced a result.
    Corrected {
        /// Where.
        board: BoardId,
        /// The result as it counts now.
        outcome: Outcome,
        /// The organiser's reason.
        why: String,
    },
    /// The last round counts for nothing, and is paired anew.
    Annulled {
        /// The round, which is the last one.
        round: u16,
        /// The organiser's reason.
        why: String,
    },
    /// The organiser gave up a rule.
    Conceded {
        /// The rule.
        rule: Concession,
        /// The organiser's reason.
        why: String,
    },
    /// The tournament ended; the standings are final.
    Ended,
    /// An earlier event counts as if it had not happened.
    Undone {
        /// The number of the event, from 0.
        event: u32,
        /// The organiser's reason.
        why: String,
    },
}

/// An event in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// When it happened, as Unix time.
    pub at: Timestamp,
    /// The account of the person who said so, or 0 for the server.
    pub by: u64,
    /// What happened.
    pub event: Event,
}

impl Event {
    /// Who enters.
    #[must_use]
    pub const fn entry(&self) -> Option<&Entry> {
        if let Self::Entered(entry) | Self::EnteredLate(entry) = self { Some(entry) } else { None }
    }

    /// The players of the round that it makes or changes.
    #[must_use]
    pub const fn pairing(&self) -> Option<&Pairing> {
        if let Self::Paired(pairing) | Self::PairedByHand { pairing, .. } | Self::Repaired { pairing, .. } =
            self
        {
            Some(pairing)
        } else {
            None
        }
    }

    /// Whether it makes a round.
    #[must_use]
    pub const fn makes_round(&self) -> bool {
        matches!(self, Self::Paired(_) | Self::PairedByHand { .. })
    }

    /// Whether it is one of those that players do for themselves: they enter, come, go and return.
    #[must_use]
    pub const fn comes_or_goes(&self) -> bool {
        self.entry().is_some() || matches!(self, Self::CheckedIn(_) | Self::Withdrew(_) | Self::Returned(_))
    }

    /// What others read in it: the name and the club of who enters, or the organiser's reason.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Entered(entry) | Self::EnteredLate(entry) => {
                [Some(&entry.name), entry.club.as_ref()].into_iter().flatten().map(String::as_str).collect()
            }
            Self::PairedByHand { why, .. }
            | Self::Repaired { why, .. }
            | Self::Corrected { why, .. }
            | Self::Annulled { why, .. }
            | Self::Conceded { why, .. }
            | Self::Undone { why, .. } => vec![why],
            Self::CheckedIn(_)
            | Self::Withdrew(_)
            | Self::Returned(_)
            | Self::Excused { .. }
            | Self::Started { .. }
            | Self::Paired(_)
            | Self::Finished { .. }
            | Self::Forfeited { .. }
            | Self::Fouled { .. }
            | Self::Ended => Vec::new(),
        }
    }
}

impl Pairing {
    /// Everyone in the pairing, board by board, and then the bye.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.boards.iter().flat_map(|seats| [seats.red, seats.black]).chain(self.bye)
    }
}
