//! What the client knows, without a window: the visit to a server, games, records, settings, and what the user can do.
//!
//! Nothing here depends on egui, tokio, macroquad, files, sockets or the system's clock.
//!
//! The rooms below stand in groups: each imports only from groups above its own, and no two files
//! import each other.

/// Makes one type of the types of its areas.
macro_rules! from_areas {
    ($whole:ty { $($area:ident: $part:ty),* $(,)? }) => {
        $(impl From<$part> for $whole {
            fn from(part: $part) -> Self {
                Self::$area(part)
            }
        })*
    };
}

pub use chuhe_board::{drawing, help, layout, luzhanqi};
pub use chuhe_lessons as lessons;
pub use chuhe_puzzles as puzzles;

pub mod engines;
pub mod library;
pub mod pinyin;

pub mod analysis;
pub mod choices;

pub mod coaching;

pub mod actions;

pub mod exchange;

pub mod lobby;

pub mod notices;

pub mod evening;

pub mod connection;
pub mod table;

pub mod exercise;

mod disc_board;

pub mod guessing;

pub mod review;

pub mod endgame;
pub mod hunting;
pub mod learning;
pub mod mending;
pub mod solving;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
