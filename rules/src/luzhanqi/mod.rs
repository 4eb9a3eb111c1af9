//! Luzhanqi (两国军旗): two sides of 25 pieces that the other does not see.
//!
//! Truth and knowledge are different types. A [`Game`], its [`Position`] and its
//! [`Event`]s are the truth and cannot be serialised; a [`GameView`], its
//! [`View`] and what is [`EventView`] of an event are what one viewer may know, and
//! all that a message can hold. [`Event::seen_by`] and [`Game::view`] are the
//! ways from one to the other. What everybody knows, where pieces stand and
//! which ways are open, decides whether a move is legal.

mod arranging;
mod battle;
mod board;
mod ending;
mod event;
mod formation;
mod formation_text;
mod game;
mod game_view;
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
pub use station::{Arm, ParseStationError, Place, Station, StationKind};
pub use strength::{PIECES, Piece, Strength};
pub use view::{Losses, PieceView, View};
