//! Reviewing a record: the tree of its moves, the place in it, and the edits of the user.
//!
//! [`Review`] is the state, without the screen, in parts: the [`EditedRecord`], the [`ShownPosition`], the
//! [`ReviewBoard`], the [`Analysis`] and the [`RecordFile`]. `scene` draws the position and `pointer` turns
//! clicks into moves and marks; both use what the table uses, so the board is the same.
//! `open` makes a record from bytes, and `of_game` from a game at the table.

mod analysing;
mod analysis;
mod board;
mod corrections;
mod edits;
mod evening_games;
pub mod game_list;
pub mod kept;
mod labels;
mod motions;
mod of_game;
mod open;
mod pointer;
mod practice;
mod practising;
mod record;
mod recorded_time;
pub mod reviewing;
mod scene;
pub mod set_up;
mod shown;
mod state;
#[cfg(test)]
pub(crate) mod tests;
mod typed_move;
mod versions;

pub use analysis::{Analysis, FollowUp, Line, NODES, Purpose, SearchState, WantedSearch};
pub use board::ReviewBoard;
pub use corrections::glyph_of;
pub use evening_games::{EveningGames, FetchedGames, GamesFile, GamesProgress};
pub use labels::{Label, Labels};
pub use of_game::{node_at, tree_of};
pub use open::{Opened, RecordFile, Records, Seen, Source, is_record, read};
pub use practice::{Practice, PracticeStep};
pub use record::EditedRecord;
pub use recorded_time::RecordedTime;
pub use shown::ShownPosition;
pub use state::Review;
