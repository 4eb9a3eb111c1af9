//! Luzhanqi (两国军旗): two sides of 25 pieces hidden from the opponent.
//!
//! Full and partial information are different types. A [`Game`], its [`Position`] and its
//! [`Event`]s have full information and cannot be serialised. A [`GameView`], its [`View`] and
//! an [`EventView`] have the information of one viewer, and only these fit in messages.
//! [`Event::seen_by`] and [`Game::view`] convert the former to the latter.
//!
//! The legality of a move depends only on its own piece and on public information: the
//! occupied stations.

mod battle;
mod board;
mod coordinates;
mod ending;
mod event;
mod formation;
mod formation_text;
mod game;
mod game_view;
mod generate;
mod illegal;
mod moves;
mod occupancy;
mod options;
mod position;
mod position_text;
mod slot;
mod station;
mod strength;
mod view;

pub use battle::{Battle, MineRule};
pub use board::{Board, BoardKind, Link, LinkKind, Point};
pub use ending::Ending;
pub use event::{Event, EventView, Revealed};
pub use formation::{Formation, IllegalFormation};
pub use formation_text::{FormationFault, FormationTextError};
pub use game::{Game, Played, SetupRefusal};
pub use game_view::{GameView, ImpossibleEvent};
pub use illegal::IllegalMove;
pub use moves::Move;
pub use options::{InvalidOptions, Options};
pub use position::{Moved, Position};
pub use position_text::PositionError;
pub use slot::{NoSuchSlot, Slot};
pub use station::{Arm, ParseStationError, Spot, Station, StationKind};
pub use strength::{PIECES, Piece, Strength};
pub use view::{Losses, PieceView, View};
