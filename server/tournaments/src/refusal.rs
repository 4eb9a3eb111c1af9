//! Why an event is refused. A refused event changes nothing.

use crate::{BoardId, Concession, PlayerId};
use thiserror::Error;

/// Why a tournament refuses an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Refusal {
    /// The name is empty or longer than [`crate::MAX_TEXT`] bytes.
    #[error("the name is empty or too long")]
    Name,
    /// A reason or a club is longer than [`crate::MAX_TEXT`] bytes.
    #[error("a text is too long")]
    TextTooLong,
    /// A reason is missing. Everyone may read why the organiser intervened.
    #[error("the reason is missing")]
    ReasonMissing,
    /// The same name with the same club has entered. Another club, class or initial tells the two apart.
    #[error("player {} has entered with this name and club", .0.0)]
    DoubledName(PlayerId),
    /// The account has entered.
    #[error("player {} has entered with this account", .0.0)]
    DoubledAccount(PlayerId),
    /// The tournament has [`crate::MAX_PLAYERS`] players.
    #[error("the tournament is full")]
    Full,
    /// The journal has [`crate::MAX_RECORDS`] events.
    #[error("the journal is full")]
    JournalFull,
    /// The tournament has begun.
    #[error("the tournament has begun")]
    HasBegun,
    /// The tournament has not begun.
    #[error("the tournament has not begun")]
    NotBegun,
    /// The tournament has ended.
    #[error("the tournament has ended")]
    HasEnded,
    /// A tournament needs two players; with a check-in, two who are here.
    #[error("{present} players are too few")]
    TooFewPlayers {
        /// How many there are.
        present: u16,
    },
    /// A match needs exactly two teams of the same size.
    #[error("these are not two teams of the same size")]
    NotTwoTeams,
    /// The system admits nobody after its first pairing.
    #[error("nobody can enter any more")]
    EntryClosed,
    /// There is no such player.
    #[error("there is no player {}", .0.0)]
    NoSuchPlayer(PlayerId),
    /// There is no such board in a round that counts.
    #[error("round {} has no board {}", .0.round, .0.board)]
    NoSuchBoard(BoardId),
    /// There is no such round, or it is not the last one, which the event needs.
    #[error("round {0} is not the last one")]
    NotTheLastRound(u16),
    /// The player already has this state.
    #[error("this holds for player {} already", .0.0)]
    AlreadySo(PlayerId),
    /// The round that the player misses is paired or beyond the last one.
    #[error("round {0} cannot be missed any more")]
    RoundPassed(u16),
    /// The board has a result. A correction replaces it.
    #[error("round {} board {} has a result", .0.round, .0.board)]
    HasResult(BoardId),
    /// The game has no result yet.
    #[error("round {} board {} has no result", .0.round, .0.board)]
    NoResult(BoardId),
    /// Games of the last round are not over.
    #[error("{0} games are not over")]
    GamesRunning(u16),
    /// All rounds have been paired.
    #[error("all {0} rounds have been paired")]
    NoRoundLeft(u16),
    /// A player stands twice in a pairing.
    #[error("player {} stands twice in the pairing", .0.0)]
    PairedTwice(PlayerId),
    /// A player in a pairing does not take part in this round.
    #[error("player {} does not take part in this round", .0.0)]
    NotTakingPart(PlayerId),
    /// A player who takes part is missing in a pairing.
    #[error("player {} is missing in the pairing", .0.0)]
    LeftOut(PlayerId),
    /// The pairing has no board.
    #[error("the pairing has no board")]
    NoBoard,
    /// Two players have met as often as they may.
    #[error("players {} and {} have met in round {round}", .players[0].0, .players[1].0)]
    HaveMet {
        /// The players.
        players: [PlayerId; 2],
        /// The last round in which they met.
        round: u16,
    },
    /// The player has had the bye or won by forfeit.
    #[error("player {} has had points without a game", .0.0)]
    HadBye(PlayerId),
    /// The pairing has a bye although the number of players is even, or the system has none.
    #[error("nobody can have the bye")]
    NoBye,
    /// The boards are not those that the system asks for in this round.
    #[error("the system asks for other boards")]
    NotTheTable,
    /// The repair changes who plays, or a board with a result.
    #[error("a repair exchanges players among boards without a result only")]
    NotARepair,
    /// The rule has been given up before.
    #[error("{0:?} have been allowed before")]
    ConcededBefore(Concession),
    /// There is no such event, or it has been undone.
    #[error("there is no event {0} to undo")]
    NothingToUndo(u32),
    /// A later event would be impossible without the one to undo. Undo the later one first.
    #[error("event {event} needs the event that you want to undo")]
    StillNeeded {
        /// The later event.
        event: u32,
    },
}
