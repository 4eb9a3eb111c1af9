//! Luzhanqi (两国军旗): two sides of 25 pieces that the other does not see.

mod arranging;
mod board;
mod formation;
mod formation_text;
mod slot;
mod station;
mod strength;

pub use board::{Board, BoardKind, Link, LinkKind, Point};
pub use formation::{Formation, IllegalFormation};
pub use formation_text::{FormationFault, FormationTextError};
pub use slot::{NoSuchSlot, Slot};
pub use station::{Arm, ParseStationError, Place, Station, StationKind};
pub use strength::{PIECES, Piece, Strength};
