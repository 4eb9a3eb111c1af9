//! The games of Chuhe: what may be played, who has won, and the clocks.
//!
//! Everything here is pure: there is no input or output, no source of time and
//! no randomness. Time is told by the caller as a [`clock::Timestamp`].

pub mod clock;
pub mod color;
pub mod game;
pub mod luzhanqi;
pub mod offers;
pub mod outcome;
pub mod viewer;
pub mod xiangqi;

pub use color::{Color, PerColor};
pub use game::{Game, GameMove};
pub use outcome::{AbortReason, DrawReason, Outcome, WinReason};
pub use viewer::Viewer;
