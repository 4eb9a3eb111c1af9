//! What is drawn of a game: where a board is, what stands on it, and in which colours.
//!
//! A scene is data; `ui` and the shell paint it. The folders stand in groups: each imports only from groups
//! above its own, and no two files import each other.

pub mod lang;
pub mod notation_choice;

pub mod drawing;

pub mod help;
pub mod luzhanqi;

pub mod layout;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
