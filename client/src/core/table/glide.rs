//! Pieces on their way: where from, where to, since when.

use super::game_state::GameState;
use crate::core::board_scene::{Glide, Origin};
use crate::core::scene::Point;
use crate::core::theme::GLIDE_MS;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Piece, Square};

/// The pieces on their way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glides(Vec<Gliding>);

#[derive(Clone, Copy, Debug)]
struct Gliding {
    from: Origin,
    to: Square,
    taken: Option<Piece>,
    since: Timestamp,
}

impl Glides {
    /// A move was played.
    pub(crate) fn moved(&mut self, mv: Move, taken: Option<Piece>, now: Timestamp) {
        self.0.push(Gliding { from: Origin::Square(mv.from), to: mv.to, taken, since: now });
    }

    /// A piece was let go at `at` and goes to `to`.
    pub(crate) fn dropped(&mut self, at: Point, to: Square, taken: Option<Piece>, now: Timestamp) {
        self.0.push(Gliding { from: Origin::Point(at), to, taken, since: now });
    }

    /// Moves are about to be taken back until `ply` are left.
    pub(crate) fn taken_back(&mut self, game: &GameState, ply: usize, now: Timestamp) {
        self.clear();
        let moves = game.xiangqi().map_or(&[][..], |game| game.moves());
        let undone = moves.get(ply..).unwrap_or_default();
        for mv in undone.iter().rev() {
            // a piece that was taken back from here already goes on to where it first stood
            match self.0.iter_mut().find(|glide| glide.to == mv.to) {
                Some(glide) => glide.to = mv.from,
                None => self.moved(Move::new(mv.to, mv.from), None, now),
            }
        }
    }

    /// Nothing is on its way any more.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether something is on its way.
    pub(crate) fn any(&self, now: Timestamp) -> bool {
        self.0.iter().any(|glide| now.since(glide.since) < GLIDE_MS)
    }

    /// What is on its way now.
    pub(crate) fn shown(&self, now: Timestamp) -> Vec<Glide> {
        let running = self.0.iter().filter(|glide| now.since(glide.since) < GLIDE_MS);
        running
            .map(|glide| Glide {
                from: glide.from,
                to: glide.to,
                progress: now.since(glide.since) as f32 / GLIDE_MS as f32,
                taken: glide.taken,
            })
            .collect()
    }
}
