//! The principal variations of a search, in a triangular table.

use super::score::MAX_PLY;
use chuhe_rules::xiangqi::Move;

/// The best line from each ply of the current path.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<Vec<Move>>,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(MAX_PLY)).collect() }
    }

    /// Forgets the line from `ply`.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv` and the line after it the line from `ply`.
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// The line of the root that begins with `mv`, and goes on with that from the next ply.
    pub(super) fn root_after(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.lines[1].iter().copied()).collect()
    }
}
