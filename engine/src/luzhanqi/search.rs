//! Searches a few moves ahead in one world.

use super::world::{FLAG_SCORE, Step, World, value};
use chuhe_rules::luzhanqi::Strength;

/// How many captures in a row are searched beyond the depth.
const QUIESCENCE_PLIES: u8 = 2;

/// An alpha-beta search that counts its positions.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) nodes: u64,
    /// The moves of each ply; kept so that a node allocates nothing.
    lists: Vec<Vec<Step>>,
}

impl Search {
    /// The score of the world after `step`, for the side that makes it; `depth` counts that move.
    pub(super) fn score_of(&mut self, world: &mut World, step: Step, depth: u8) -> i32 {
        let (undo, wins) = world.play(step);
        let score = if wins {
            FLAG_SCORE
        } else {
            -self.alpha_beta(world, depth.saturating_sub(1), 1, -FLAG_SCORE, FLAG_SCORE)
        };
        world.take_back(undo);
        score
    }

    fn alpha_beta(&mut self, world: &mut World, depth: u8, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if world.is_drawn() {
            return 0;
        }
        if depth == 0 {
            return self.quiescence(world, QUIESCENCE_PLIES, ply, alpha, beta);
        }
        let mut steps = self.take_list(ply);
        world.moves(false, &mut steps);
        // a side without a move loses
        let mut best = -FLAG_SCORE + i32::try_from(ply).unwrap_or(0);
        let count = steps.len();
        order(world, &mut steps);
        for &step in &steps[..count] {
            let (undo, wins) = world.play(step);
            let score = if wins {
                FLAG_SCORE - i32::try_from(ply).unwrap_or(0)
            } else {
                -self.alpha_beta(world, depth - 1, ply + 1, -beta, -alpha)
            };
            world.take_back(undo);
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply] = steps;
        best
    }

    fn quiescence(&mut self, world: &mut World, plies: u8, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let standing = world.score();
        alpha = alpha.max(standing);
        if plies == 0 || alpha >= beta {
            return standing;
        }
        let mut best = standing;
        let mut steps = self.take_list(ply);
        world.moves(true, &mut steps);
        order(world, &mut steps);
        for &step in &steps {
            self.nodes += 1;
            let (undo, wins) = world.play(step);
            let score = if wins {
                FLAG_SCORE - i32::try_from(ply).unwrap_or(0)
            } else {
                -self.quiescence(world, plies - 1, ply + 1, -beta, -alpha)
            };
            world.take_back(undo);
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply] = steps;
        best
    }

    fn take_list(&mut self, ply: usize) -> Vec<Step> {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list
    }
}

/// Sorts captures to the front, those of the most valuable pieces first.
fn order(world: &World, steps: &mut [Step]) {
    steps.sort_by_key(|step| match world.man(step.to) {
        None => 0,
        Some(man) if man.strength == Strength::Mine => 1,
        Some(man) => -value(man.strength),
    });
}
