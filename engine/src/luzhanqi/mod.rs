//! The computer player of luzhanqi.
//!
//! A player of luzhanqi sees neither the ranks of the opponent's pieces nor how they were set up.
//! [`Knowledge`] is what they may know: their [`GameView`](chuhe_rules::luzhanqi::GameView), and
//! for each hidden piece the ranks that it can still have. It is folded from
//! [`EventView`](chuhe_rules::luzhanqi::EventView)s only, so this module has no way to the truth.

mod knowledge;
mod player;
mod random;
mod set_up;
mod strengths;

pub use knowledge::{Knowledge, Sighting};
pub use player::{Budget, Choice, choose};
pub use set_up::set_up;
pub use strengths::Strengths;
