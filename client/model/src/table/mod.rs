//! A game at the board: its state, the user's input, and the scene to draw.
//!
//! A [`Table`] holds the [`GameState`], which folds the server's events; what differs between the
//! games is in its [`Play`].
//! `input` turns pointer events into moves, `setup` edits luzhanqi's formation and marks, `board`
//! returns the scene and the lists beside it, [`Permits`] enables the buttons. Data flows from events to the state,
//! and from the state to scenes; the table changes the game by sending requests only.

mod announce;
mod board;
pub mod board_cursor;
mod captured;
mod clock_face;
mod contract;
pub mod drawn_marks;
mod game_state;
mod giving_up;
mod input;
mod interaction;
mod lead;
mod low_time;
mod luzhanqi;
mod luzhanqi_premove;
mod model;
pub mod move_list;
mod move_notation;
pub mod move_reader;
mod permits;
mod play;
mod premove;
mod reach;
mod remembered;
pub mod repetition;
mod selection;
mod setup;
pub mod shown_clocks;
mod sounds;
mod tables;
mod tabs;
#[cfg(any(test, feature = "testing"))]
mod testing;
#[cfg(test)]
mod tests;
pub mod time_warnings;
pub mod turn_times;
pub mod typed_move;
mod viewpoint;
mod xiangqi;

pub use board::ShownBoard;
pub use captured::Lost;
pub use clock_face::{ClockFace, ClockLimit};
pub use contract::{DraftFrom, OutOfSync};
pub use game_state::GameState;
pub use giving_up::{Confirmation, GivingUp};
pub use input::Moment;
pub use interaction::Interaction;
pub use lead::Lead;
pub use luzhanqi::LuzhanqiPlay;
pub use model::{Applied, Table, clock_face};
pub use move_notation::MoveNotation;
pub use permits::{Permit, Permits};
pub use play::Play;
pub use selection::Selection;
pub(crate) use selection::{Gesture, Release};
pub use tables::Tables;
pub use tabs::Tabs;
pub use viewpoint::{Role, User, Viewpoint};
pub use xiangqi::XiangqiPlay;
