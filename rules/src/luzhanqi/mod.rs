//! Luzhanqi (两国军旗): two sides of 25 pieces that the other does not see.

mod board;
mod station;
mod strength;

pub use board::{Board, BoardKind, Link, LinkKind, Point};
pub use station::{Arm, ParseStationError, Place, Station, StationKind};
pub use strength::{PIECES, Piece, Strength};
