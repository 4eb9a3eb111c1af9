//! What an organiser decides before a tournament begins: system, points, tie-breaks and absences.
//!
//! The choices are those of ten published regulations of Chinese events; `docs/tournaments.md` lists them, and
//! `tests/regulations.rs` has each as a value.

use chuhe_rules::Color;
use thiserror::Error;

/// The most players of a tournament. Pairing this many takes a few seconds.
pub const MAX_PLAYERS: usize = 512;
/// The most rounds of a tournament, or waves of pairings of an arena.
pub const MAX_ROUNDS: u16 = 999;
/// How many times, at most, everyone plays everyone.
pub const MAX_CYCLES: u8 = 4;
/// The most games of a match, and as many further ones if it is level.
pub const MAX_MATCH_GAMES: u8 = 8;
/// The most points of a single game, bye or missed round.
pub const MAX_POINTS: u16 = 100;
/// The most bytes of a name, a club or a reason.
pub const MAX_TEXT: usize = 200;
/// The most events of a journal.
pub const MAX_RECORDS: usize = 100_000;

/// All rules of one tournament. They do not change once it exists, except by a
/// [concession](crate::Concession), which is an event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Regulations {
    /// Who plays whom.
    pub system: System,
    /// What a result is worth.
    pub points: Points,
    /// What orders players with equal points, the first first.
    pub tie_breaks: Vec<TieBreak>,
    /// How players get their starting numbers.
    pub numbering: Numbering,
    /// Whether only players who checked in take part.
    pub check_in: bool,
    /// When an absent player is out.
    pub absence: AbsenceRule,
    /// Who may still enter once rounds have been paired.
    pub late_entry: LateEntry,
    /// What a round without a played game counts in the opponents' score and in Sonneborn-Berger.
    pub unplayed: Unplayed,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum System {
    /// Everyone plays everyone, in the order of the Berger tables (FIDE C.05, annex 1).
    RoundRobin(RoundRobinRules),
    /// Players with similar points meet, and nobody meets twice.
    Swiss(SwissRules),
    /// The loser is out.
    KnockOut(KnockOutRules),
    /// Whoever waits is paired, until the organiser ends it.
    Arena(ArenaRules),
    /// Two teams meet board by board. A player's [club](crate::Entry::club) is the team.
    TeamMatch(TeamMatchRules),
}

impl System {
    /// Whether whoever waits is paired, so that no round ends before the next one.
    #[must_use]
    pub const fn is_arena(self) -> bool {
        matches!(self, Self::Arena(_))
    }

    /// Whether clubs are the teams that play each other.
    #[must_use]
    pub const fn is_of_teams(self) -> bool {
        matches!(self, Self::TeamMatch(_))
    }
}

/// The rules of a round robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoundRobinRules {
    /// How many times everyone plays everyone: 1, or 2 with colours exchanged, up to 4.
    pub cycles: u8,
    /// Whether the games of a player who leaves with fewer than half of them played count for nobody (FIDE C.05).
    pub void_below_half: bool,
}

/// The rules of a Swiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SwissRules {
    /// How many rounds are played.
    pub rounds: u16,
    /// In how many of the first rounds members of one club avoid each other.
    pub clubs_apart_rounds: u16,
}

/// The rules of a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnockOutRules {
    /// The games of a match, 1 to 8. Colours alternate.
    pub games: u8,
    /// The further games that a level match may have, played one by one until someone leads; 0 to 8.
    pub tie_break_games: u8,
    /// Who advances from a match that is level after all its games.
    pub level: LevelMatch,
}

/// Who advances from a level match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LevelMatch {
    /// The player with the smaller starting number.
    BetterSeed,
    /// The player who was black in the last game ("draw = black").
    Black,
    /// A lot, which the seed of the start decides.
    Lot,
}

/// The rules of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ArenaRules {
    /// The games that a player needs to be placed before those with fewer.
    pub min_games: u16,
    /// The most games of a player.
    pub max_games: u16,
    /// Whether points are doubled after two wins in a row, until the player does not win.
    pub streaks: bool,
}

/// The rules of a match between two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TeamMatchRules {
    /// The games on each board, 1 to 8. Colours alternate.
    pub games: u8,
    /// Whether boards that are level after these games play one more, in which a draw is a win of `Some` side.
    pub decider: Option<Color>,
}

/// What a result is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points {
    /// A win, also by forfeit.
    pub win: u16,
    /// A draw.
    pub draw: u16,
    /// A lost game. A forfeit is worth nothing.
    pub loss: u16,
    /// The bye of the player who remains when the number is odd.
    pub bye: u16,
    /// A round in which the organiser excused the player.
    pub excused: u16,
}

impl Points {
    /// Two for a win or a bye, one for a draw, nothing otherwise: what every Chinese regulation has.
    pub const CHINESE: Self = Self { win: 2, draw: 1, loss: 0, bye: 2, excused: 0 };
}

/// What orders players with equal points. More is better, except for fouls and the time of the last game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TieBreak {
    /// The sum of the final points of all opponents (对手分), also known as Buchholz.
    OpponentsScore,
    /// The sum of a player's points after each round (累进分).
    Cumulative,
    /// Won games (胜局), with forfeits of opponents and without byes.
    Wins,
    /// Games won as second player, black (后手胜局), on the board only.
    WinsAsSecond,
    /// Games as second player, black (后手局), on the board only.
    GamesAsSecond,
    /// The points from the games among those who are level, where each of them has played all others (直胜).
    DirectEncounter,
    /// The points of those whom the player beat, and half the points of those with whom they drew (小分).
    SonnebornBerger,
    /// Fouls of the player (犯规); fewer is better.
    Fouls,
    /// The points without the last round, then without the last two, and so on.
    DropRounds,
    /// The time of the player's last result; earlier is better.
    EarlierFinish,
}

/// How players get their starting numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Numbering {
    /// In the order of entry.
    Entry,
    /// By rating, the highest first; those without a rating last.
    Rating,
    /// By lot, which the seed of the start decides.
    Lot,
}

/// When an absent player is out. An absence is a game that the player forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AbsenceRule {
    /// Never.
    Never,
    /// After this many forfeits in a row.
    InARow(u8),
    /// After this many forfeits in all.
    InAll(u8),
}

/// Who may still enter once the tournament has begun, and what missed rounds are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LateEntry {
    /// The last round in which a newcomer may play their first game; 1 or less admits nobody once round 1 is paired.
    pub last_round: u16,
    /// The points of each missed round.
    pub points: u16,
}

/// What a round without a played game counts in the opponents' score and in Sonneborn-Berger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unplayed {
    /// Nothing.
    Zero,
    /// The least points of any player (14th World Xiangqi Championship, supplement).
    Lowest,
    /// The player's own points, as if they had played themselves (FIDE C.07 until 2023).
    Own,
}

/// Why regulations are unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BadRegulations {
    /// The number of rounds, games or cycles is 0 or too large.
    #[error("a number of rounds, games or cycles is 0 or too large")]
    Length,
    /// A result is worth more than [`MAX_POINTS`], or a draw more than a win.
    #[error("a result is worth too much")]
    Points,
    /// A tie-break stands twice in the order.
    #[error("the tie-break {0:?} stands twice in the order")]
    DoubledTieBreak(TieBreak),
    /// An absence rule with 0 absences puts everyone out.
    #[error("a player cannot be out after 0 absences")]
    Absence,
}

impl Regulations {
    /// Returns the usual regulations of a club for a system: 2-1-0, numbers in the order of entry, three absences in a
    /// row, entry until round 3, and opponents' score, wins, wins as second.
    #[must_use]
    pub fn of(system: System) -> Self {
        Self {
            system,
            points: Points::CHINESE,
            tie_breaks: vec![TieBreak::OpponentsScore, TieBreak::Wins, TieBreak::WinsAsSecond],
            numbering: Numbering::Entry,
            check_in: false,
            absence: AbsenceRule::InARow(3),
            late_entry: LateEntry { last_round: 3, points: 0 },
            unplayed: Unplayed::Lowest,
        }
    }

    /// Checks that every number is within its limits.
    ///
    /// # Errors
    /// The first value that makes the regulations unusable.
    pub fn check(&self) -> Result<(), BadRegulations> {
        let is_within = match self.system {
            System::RoundRobin(rules) => (1..=MAX_CYCLES).contains(&rules.cycles),
            System::Swiss(rules) => (1..=MAX_ROUNDS).contains(&rules.rounds),
            System::KnockOut(rules) => {
                (1..=MAX_MATCH_GAMES).contains(&rules.games) && rules.tie_break_games <= MAX_MATCH_GAMES
            }
            System::Arena(rules) => rules.max_games >= 1 && rules.min_games <= rules.max_games,
            System::TeamMatch(rules) => (1..=MAX_MATCH_GAMES).contains(&rules.games),
        };
        if !is_within {
            return Err(BadRegulations::Length);
        }
        let Points { win, draw, loss, bye, excused } = self.points;
        let values = [win, draw, loss, bye, excused, self.late_entry.points];
        if values.iter().any(|points| *points > MAX_POINTS) || draw > win || loss > draw {
            return Err(BadRegulations::Points);
        }
        for (at, tie_break) in self.tie_breaks.iter().enumerate() {
            if self.tie_breaks[..at].contains(tie_break) {
                return Err(BadRegulations::DoubledTieBreak(*tie_break));
            }
        }
        match self.absence {
            AbsenceRule::InARow(0) => Err(BadRegulations::Absence),
            AbsenceRule::InAll(0) => Err(BadRegulations::Absence),
            AbsenceRule::Never => Ok(()),
            AbsenceRule::InARow(_) => Ok(()),
            AbsenceRule::InAll(_) => Ok(()),
        }
    }
}
