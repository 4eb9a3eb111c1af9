//! The computer player of luzhanqi.
//!
//! A player of luzhanqi sees neither the ranks of the opponent's pieces nor how they were set up.
//! [`Knowledge`] is what they may know: their [`GameView`](chuhe_rules::luzhanqi::GameView), and
//! for each hidden piece the ranks that it can still have. It is folded from
//! [`EventView`](chuhe_rules::luzhanqi::EventView)s only, so this module has no way to the truth.
//!
//! [`choose`] samples worlds that agree with it, searches each a few moves ahead, and takes the move
//! that is best on average.

mod graph;
mod knowledge;
mod player;
mod random;
mod search;
mod set_up;
mod strengths;
mod world;
mod worlds;

pub use knowledge::{Knowledge, Sighting};
pub use player::{Budget, Choice, choose};
pub use set_up::set_up;
pub use strengths::Strengths;
