//! The pieces in motion on the board of a review.

use crate::drawing::animation::Animations;
use crate::drawing::scene::TileFace;
use chuhe_records::{GameTree, Start};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Station;
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
}
