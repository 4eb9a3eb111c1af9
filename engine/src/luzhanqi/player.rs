//! Chooses a move from what a player knows.

use super::Knowledge;
use super::random::Random;
use chuhe_rules::Viewer;
use chuhe_rules::luzhanqi::Move;

/// How much a choice may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of positions to search.
    pub nodes: u64,
}

/// A chosen move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The expected score for the player, in hundredths of a lieutenant.
    pub score: i32,
}

/// Chooses a move; `None` if it is not the player's turn, or they have no move.
///
/// The same knowledge, seed and budget give the same choice.
#[must_use]
pub fn choose(knowledge: &Knowledge, seed: u64, _budget: Budget) -> Option<Choice> {
    let view = knowledge.view().position()?;
    if view.is_revealed() || view.viewer() != Viewer::Player(view.side_to_move()) {
        return None;
    }
    let moves = view.legal_moves();
    let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    let mv = moves.get(Random::new(seed).below(count) as usize).copied()?;
    Some(Choice { mv, score: 0 })
}
