//! Puzzles of xiangqi: positions with a proved mate that the user finds move by move; and of luzhanqi.
//!
//! The puzzles are a text in `client/assets/puzzles`, in the format of `docs/puzzles.md`; [`collection`] reads it. An
//! [`Attempt`] takes the user's moves and replies to each. It judges by proof: every move that keeps the shortest
//! mate is right, whichever line the text came from. [`endgames`] are positions to win or to hold against the engine.
//! [`flag_puzzles`] are positions of luzhanqi with hidden pieces, in which the flag falls for certain: a [`FlagProver`]
//! tries all arrangements and replies, and a [`FlagAttempt`] replies to moves.

mod attempt;
mod daily;
mod difficulty;
mod endgame;
mod flag_attempt;
mod flag_format;
mod flag_proof;
mod flag_puzzle;
mod format;
mod lines;
mod proof;
mod puzzle;
mod theme;

pub use attempt::{Attempt, Hint, Verdict};
pub use daily::{DAILY, daily};
pub use difficulty::difficulty;
pub use endgame::{
    Endgame, EndgameError, EndgameFault, Evidence, Goal, MOVES_TO_HOLD, Material, endgames, read_endgames,
};
pub use flag_attempt::{FLAG_PLAYS, FlagAttempt, FlagVerdict};
pub use flag_format::{FlagError, FlagFault, read_flags};
pub use flag_proof::{FlagCounter, FlagProver, FlagRefuted, FlagWhy};
pub use flag_puzzle::{FlagFact, FlagPuzzle, HiddenPiece};
pub use format::{Fault, PuzzleError, read, title_of};
pub use lines::is_plain_name;
pub use proof::{Refuted, prove, solution};
pub use puzzle::Puzzle;
pub use theme::{Theme, themes};

use std::sync::OnceLock;

static COLLECTION: OnceLock<Vec<Puzzle>> = OnceLock::new();

/// The puzzles of the program, the easiest first.
#[must_use]
pub fn collection() -> &'static [Puzzle] {
    // a test reads them
    COLLECTION.get_or_init(|| read(include_str!("../../assets/puzzles/xiangqi.txt")).unwrap_or_default())
}

static FLAGS: OnceLock<Vec<FlagPuzzle>> = OnceLock::new();

/// The puzzles of luzhanqi of the program, the easiest first.
#[must_use]
pub fn flag_puzzles() -> &'static [FlagPuzzle] {
    // a test reads them
    FLAGS.get_or_init(|| read_flags(include_str!("../../assets/puzzles/luzhanqi.txt")).unwrap_or_default())
}
