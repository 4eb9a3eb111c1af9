//! The state of a tournament: players, rounds and boards. It is the fold of the events that count.

use crate::{AbsenceRule, Absent, BoardId, Entry, Outcome, PlayerId, Regulations, System};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use std::collections::BTreeSet;

/// How far a tournament is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Players enter.
    #[default]
    Entry,
    /// Rounds are paired and played.
    Running,
    /// The standings are final.
    Ended,
}

/// Whether a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The player takes part.
    Here,
    /// The player had not checked in at the start.
    Missing,
    /// The player left.
    Withdrawn,
}

/// A player with what decides whether they take part in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// What the player gave at entry.
    pub entry: Entry,
    /// The starting number from 1; 0 before the player takes part.
    pub number: u16,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// Whether the player plays.
    pub presence: Presence,
    /// The first round in which the player takes part.
    pub first_round: u16,
    /// The rounds from which the organiser excused the player.
    pub excused: BTreeSet<u16>,
    /// The round from which absences count: the first after the player's last return.
    pub absences_from: u16,
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The players.
    pub seats: PerColor<PlayerId>,
    /// How the game ended; `None` while it runs.
    pub outcome: Option<Outcome>,
    /// When the first result came, as Unix time.
    pub ended_at: Option<Timestamp>,
    /// The fouls of each side.
    pub fouls: PerColor<u16>,
}

/// A round, or a wave of pairings of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The boards, the first board first.
    pub boards: Vec<Board>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
    /// Why the organiser paired or repaired it, if they did.
    pub by_hand: Option<String>,
}

/// Everything that follows from the events that count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// How far the tournament is.
    pub phase: Phase,
    /// What decides every lot.
    pub seed: u64,
    /// The players, in the order of entry.
    pub players: Vec<Player>,
    /// The rounds that count, the first first.
    pub rounds: Vec<Round>,
    /// How many rounds were annulled.
    pub annulled: u16,
    /// Whether players may meet again where nothing else is possible.
    pub second_meetings: bool,
    /// Whether a player may have the bye again where nothing else is possible.
    pub second_byes: bool,
}

impl Board {
    /// The side of a player.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.seats[*side] == player)
    }

    /// Whether the game was forfeited by this side.
    pub(crate) fn is_absent(&self, side: Color) -> bool {
        self.outcome == Some(Outcome::Forfeited(Absent::One(side)))
            || self.outcome == Some(Outcome::Forfeited(Absent::Both))
    }
}

impl Round {
    /// The boards without a result.
    #[must_use]
    pub fn running(&self) -> u16 {
        self.boards.iter().map(|board| u16::from(board.outcome.is_none())).sum()
    }
}

impl State {
    /// All players with their ids, in the order of entry.
    pub fn ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (1..=self.players.len()).map(|id| PlayerId(u16::try_from(id).expect("players are limited")))
    }

    /// The player of an id.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(usize::from(id.0).checked_sub(1)?)
    }

    /// The number of a player in the order of starting numbers; ids of this tournament only.
    pub(crate) fn number(&self, id: PlayerId) -> u16 {
        self.player(id).map_or(u16::MAX, |player| player.number)
    }

    /// The number of rounds that have been paired and count.
    #[must_use]
    pub fn round_count(&self) -> u16 {
        u16::try_from(self.rounds.len()).expect("rounds are limited")
    }

    /// The board of a round that counts.
    #[must_use]
    pub fn board(&self, id: BoardId) -> Option<&Board> {
        let round = self.rounds.get(usize::from(id.round).checked_sub(1)?)?;
        round.boards.get(usize::from(id.board).checked_sub(1)?)
    }

    /// All boards of rounds that count, with their ids, in order.
    pub fn boards(&self) -> impl Iterator<Item = (BoardId, &Board)> {
        (1..).zip(&self.rounds).flat_map(|(round, paired)| {
            (1..).zip(&paired.boards).map(move |(board, it)| (BoardId { round, board }, it))
        })
    }

    /// The players with a starting number, in its order.
    #[must_use]
    pub fn seeded(&self) -> Vec<PlayerId> {
        let mut seeded: Vec<PlayerId> = self.ids().filter(|id| self.number(*id) > 0).collect();
        seeded.sort_by_key(|id| self.number(*id));
        seeded
    }

    /// How many games a player forfeited by absence since their last return, and how many of these in a row at the end.
    #[must_use]
    pub fn absences(&self, id: PlayerId) -> Absences {
        let mut absences = Absences::default();
        let Some(player) = self.player(id) else { return absences };
        for (round, paired) in (1..).zip(&self.rounds) {
            if round < player.absences_from || player.excused.contains(&round) {
                continue;
            }
            for board in &paired.boards {
                match board.side_of(id) {
                    Some(side) if board.is_absent(side) => {
                        absences.in_all += 1;
                        absences.in_a_row += 1;
                    }
                    Some(_) if board.outcome.is_some() => absences.in_a_row = 0,
                    Some(_) => {}
                    None => {}
                }
            }
        }
        absences
    }

    /// Whether absences have put a player out.
    #[must_use]
    pub fn is_out(&self, regulations: &Regulations, id: PlayerId) -> bool {
        match regulations.absence {
            AbsenceRule::Never => false,
            AbsenceRule::InARow(limit) => self.absences(id).in_a_row >= u16::from(limit),
            AbsenceRule::InAll(limit) => self.absences(id).in_all >= u16::from(limit),
        }
    }

    /// Whether a player takes part in a round that is to be paired.
    #[must_use]
    pub fn takes_part(&self, regulations: &Regulations, id: PlayerId, round: u16) -> bool {
        self.player(id).is_some_and(|player| {
            player.presence == Presence::Here
                && player.number > 0
                && player.first_round <= round
                && !player.excused.contains(&round)
                && !self.is_out(regulations, id)
        })
    }

    /// Who takes part in the next round, in the order of starting numbers. In an arena, players at a board are left out.
    #[must_use]
    pub fn next_players(&self, regulations: &Regulations) -> Vec<PlayerId> {
        let next = self.round_count() + 1;
        let mut players = self.seeded();
        players.retain(|id| self.takes_part(regulations, *id, next));
        if let System::Arena(rules) = regulations.system {
            let mut games = vec![0_u16; self.players.len() + 1];
            let mut is_busy = vec![false; self.players.len() + 1];
            for (_, board) in self.boards() {
                for side in Color::ALL {
                    let at = usize::from(board.seats[side].0);
                    games[at] += 1;
                    is_busy[at] |= board.outcome.is_none();
                }
            }
            players.retain(|id| !is_busy[usize::from(id.0)] && games[usize::from(id.0)] < rules.max_games);
        }
        players
    }

    /// The last round in which two players were paired, and how often they were.
    #[must_use]
    pub fn meetings(&self, one: PlayerId, other: PlayerId) -> Meetings {
        let mut meetings = Meetings::default();
        for (id, board) in self.boards() {
            if board.side_of(one).is_some() && board.side_of(other).is_some() {
                meetings.count += 1;
                meetings.last_round = id.round;
            }
        }
        meetings
    }

    /// Whether a player had a bye or won by forfeit, and so has had points without a game.
    #[must_use]
    pub fn had_bye(&self, player: PlayerId) -> bool {
        self.rounds.iter().any(|round| {
            let won_without_game = |board: &Board| {
                board.side_of(player).is_some_and(|side| {
                    board.outcome == Some(Outcome::Forfeited(Absent::One(side.opponent())))
                })
            };
            round.bye == Some(player) || round.boards.iter().any(won_without_game)
        })
    }
}

/// How often a player was absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Absences {
    /// All forfeited games.
    pub in_all: u16,
    /// The forfeited games since the player last appeared.
    pub in_a_row: u16,
}

/// How often two players were paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// How often.
    pub count: u16,
    /// The last round in which they were; 0 if never.
    pub last_round: u16,
}
