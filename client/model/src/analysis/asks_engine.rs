//! What waits for the engine, apart from a record under review.

use super::{Finding, JudgedPosition};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Game;

/// An exercise that needs searches of one size, one after another.
pub trait AsksEngine {
    /// The position that the engine must search now.
    fn wanted(&self) -> Option<JudgedPosition>;

    /// The game to a position that must be searched.
    fn game_to(&self, position: JudgedPosition) -> Option<Game>;

    /// Takes what the engine found. What is not wanted any more is ignored.
    fn found(&mut self, position: JudgedPosition, finding: &Finding, now: Timestamp);
}
