//! Where a player sits, against whom, and what they wait for.

use super::one::Evening;
use chuhe_rules::Color;
use chuhe_tournaments::{Advance, BoardId, Event, Outcome, Phase, PlayerId, Presence, Refusal, System};

/// What a player of an evening does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// They have entered, and the evening has not begun.
    Entered {
        /// Whether they still have to check in.
        must_check_in: bool,
    },
    /// They sit at a board of the last round; in an arena, of the last wave in which they play.
    Board {
        /// Which.
        board: BoardId,
        /// Their side.
        side: Color,
        /// Against whom.
        opponent: PlayerId,
        /// How it ended; `None` while it runs.
        outcome: Option<Outcome>,
    },
    /// They have the bye of this round.
    Bye {
        /// The round.
        round: u16,
    },
    /// The organiser has excused them from this round.
    Excused {
        /// The round.
        round: u16,
    },
    /// They wait for their first or next pairing.
    Waiting,
    /// They have lost their match of a knock-out.
    Eliminated,
    /// They have played as many games as a player of an arena may.
    DoneForToday,
    /// They had not checked in at the start.
    Missing,
    /// They have left.
    Withdrawn,
    /// An organiser withdrew them, and only an organiser lets them play again.
    Expelled,
    /// They were absent too often.
    Out,
    /// The evening is over.
    Ended {
        /// Their place; absent for who has never taken part, or has too few games of an arena.
        place: Option<u16>,
    },
}

impl Evening {
    /// What the user does now; `None` if they have not entered.
    #[must_use]
    pub fn own_seat(&self) -> Option<Seat> {
        self.seat(self.part().player?)
    }

    /// What a player does now; `None` if there is none with this number.
    #[must_use]
    pub fn seat(&self, id: PlayerId) -> Option<Seat> {
        let (regulations, state) = (self.tournament().regulations(), self.tournament().state());
        let player = state.player(id)?;
        if state.phase == Phase::Ended {
            let place = self.figures().row(id).and_then(|row| self.figures().place(row));
            return Some(Seat::Ended { place });
        }
        let round = state.round_count();
        // whoever leaves or is out may still be at a board
        let playing = state.boards().filter(|(at, _)| is_current(regulations.system, round, *at)).filter_map(
            |(board, it)| {
                let side = it.side_of(id)?;
                Some(Seat::Board { board, side, opponent: it.seats[side.opponent()], outcome: it.outcome })
            },
        );
        let playing = playing.last();
        if let Some(Seat::Board { outcome: None, .. }) = playing {
            return playing;
        }
        match player.presence {
            Presence::Withdrawn if self.tournament().needs_organiser(id) => return Some(Seat::Expelled),
            Presence::Withdrawn => return Some(Seat::Withdrawn),
            Presence::Missing => return Some(Seat::Missing),
            Presence::Here => {}
        }
        if state.phase == Phase::Entry {
            return Some(Seat::Entered { must_check_in: regulations.check_in && !player.checked_in });
        }
        if state.is_out(regulations, id) {
            return Some(Seat::Out);
        }
        let is_arena = regulations.system.is_arena();
        Some(match playing {
            Some(seat) if !is_arena => seat,
            _ if state.rounds.last().is_some_and(|it| it.bye == Some(id)) => Seat::Bye { round },
            _ if round > 0 && player.excused.contains(&round) => Seat::Excused { round },
            _ if self.is_eliminated(id) => Seat::Eliminated,
            _ if self.has_played_most(id) => Seat::DoneForToday,
            _ => Seat::Waiting,
        })
    }

    /// Checks that a player can come back, whom an organiser lets play.
    ///
    /// # Errors
    /// Why they cannot.
    pub fn check_return(&self, id: PlayerId) -> Result<(), Refusal> {
        self.tournament().check(Event::Returned(id))
    }

    /// Whether a player has lost a match of a knock-out.
    fn is_eliminated(&self, id: PlayerId) -> bool {
        let lost = |winner: Advance| match winner {
            Advance::Open => false,
            Advance::Player(winner) => winner != id,
            Advance::Nobody => true,
        };
        let mut matches = self.figures().bracket.iter().flatten();
        matches.any(|it| it.players.contains(&Some(id)) && lost(it.winner))
    }

    /// Whether a player has played as many games as a player of an arena may.
    fn has_played_most(&self, id: PlayerId) -> bool {
        let System::Arena(rules) = self.tournament().regulations().system else { return false };
        let boards = self.tournament().state().boards();
        boards.filter(|(_, board)| board.side_of(id).is_some()).count() >= usize::from(rules.max_games)
    }
}

/// Whether a board is one of the last round; the waves of an arena run beside each other.
fn is_current(system: System, round: u16, board: BoardId) -> bool {
    board.round == round || system.is_arena()
}
