//! The pieces in motion on the board of a review.

use super::labels::battle;
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::scene::{Point, TileFace};
use chuhe_records::{GameTree, Ply, Replay, Start};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Battle, Move as TileMove, Position as TilePosition, Station};
use chuhe_rules::xiangqi::{Piece, Square};

/// The pieces in motion, by game.
#[derive(Clone, Debug)]
pub(super) enum Motions {
    /// Xiangqi.
    Xiangqi(Animations<Square, Piece>),
    /// Luzhanqi.
    Luzhanqi(Animations<Station, TileFace>),
}

impl Motions {
    /// No motion on the board of this record.
    pub(super) fn of(tree: &GameTree) -> Self {
        match tree.start() {
            Start::Xiangqi(_) => Self::Xiangqi(Animations::default()),
            Start::Luzhanqi(_) => Self::Luzhanqi(Animations::default()),
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Self::Xiangqi(animations) => animations.clear(),
            Self::Luzhanqi(animations) => animations.clear(),
        }
    }

    pub(super) fn any(&self, now: Timestamp) -> bool {
        match self {
            Self::Xiangqi(animations) => animations.any(now),
            Self::Luzhanqi(animations) => animations.any(now),
        }
    }

    /// Starts the motion of a ply from the position of `replay`.
    pub(super) fn forward(
        &mut self,
        ply: Option<Ply>,
        replay: &Replay,
        dropped_at: Option<Point>,
        now: Timestamp,
    ) {
        self.clear();
        match (ply, self) {
            (Some(Ply::Move(GameMove::Xiangqi(mv))), Self::Xiangqi(animations)) => {
                let Some(position) = replay.xiangqi() else { return };
                let Some(piece) = position.piece_at(mv.from) else { return };
                let under = position.piece_at(mv.to);
                let along = Animation::along(piece, vec![mv.from, mv.to], now);
                animations.add(Animation { dropped_at, under, ..along });
            }
            (Some(Ply::Move(GameMove::Luzhanqi(mv))), Self::Luzhanqi(animations)) => {
                let Some(game) = replay.luzhanqi() else { return };
                let Some(position) = game.position() else { return };
                let Some(mover) = position.piece_at(mv.from).map(TileFace::Up) else { return };
                let under = position.piece_at(mv.to).map(TileFace::Up);
                let removed = under.zip(battle(game, mv));
                let removed =
                    removed.map_or(Vec::new(), |(defender, battle)| removed_by(battle, mover, defender));
                let along = Animation::along(mover, path(position, mv), now);
                animations.add(Animation { dropped_at, under, removed, ..along });
            }
            _ => {}
        }
    }

    /// Starts the motion that takes back the ply before the position of `replay`.
    pub(super) fn back(&mut self, ply: Option<Ply>, replay: &Replay, now: Timestamp) {
        self.clear();
        match (ply, self) {
            (Some(Ply::Move(GameMove::Xiangqi(mv))), Self::Xiangqi(animations)) => {
                let piece = replay.xiangqi().and_then(|position| position.piece_at(mv.to));
                if let Some(piece) = piece {
                    animations.add(Animation::along(piece, vec![mv.to, mv.from], now));
                }
            }
            (Some(Ply::Move(GameMove::Luzhanqi(mv))), Self::Luzhanqi(animations)) => {
                // after a battle the mover may be gone, and it just reappears
                let position = replay.luzhanqi().and_then(|game| game.position());
                let piece = position.and_then(|position| position.piece_at(mv.to));
                let by = position.map(|position| position.side_to_move().opponent());
                if let Some(piece) = piece.filter(|piece| Some(piece.color) == by) {
                    animations.add(Animation::along(TileFace::Up(piece), vec![mv.to, mv.from], now));
                }
            }
            _ => {}
        }
    }
}

/// The stations that a move passes, both ends included.
pub(super) fn path(position: &TilePosition, mv: TileMove) -> Vec<Station> {
    position.path(mv).unwrap_or_else(|| vec![mv.from, mv.to])
}

/// The tiles that a battle removes.
fn removed_by(battle: Battle, attacker: TileFace, defender: TileFace) -> Vec<TileFace> {
    let attacker = battle.captures_attacker().then_some(attacker);
    let defender = battle.captures_defender().then_some(defender);
    attacker.into_iter().chain(defender).collect()
}
