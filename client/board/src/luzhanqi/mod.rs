//! Luzhanqi in the client: the history of a game, the draft of a formation, the user's marks, and the
//! boards as shapes.
//!
//! It depends on the rules and on shapes only; the table connects it to the server and the clock.

pub mod draft;
pub mod empty_board;
pub mod history;
pub mod layout;
pub mod marks;
pub mod notation;
mod outside;
pub mod path;
pub mod ranges;
pub mod scene;

pub use draft::Draft;
pub use history::{History, SeenPly};
pub use layout::{BoardPart, Layout};
pub use marks::Marks;
pub use scene::BoardModel;
