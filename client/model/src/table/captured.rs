//! What each side has lost by the shown position, and which side is ahead.

use super::board::ShownBoard;
use super::contract::BoardContext;
use super::lead::{Lead, halves};
use super::play::Play;
use super::xiangqi::XiangqiPlay;
use crate::luzhanqi::History;
use chuhe_rules::luzhanqi::Losses;
use chuhe_rules::xiangqi::{Piece, PieceKind, Position};
use chuhe_rules::{Color, PerColor};

/// The lost pieces of one side, the most valuable first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Pieces of xiangqi, with their numbers.
    Pieces(Vec<(Piece, u32)>),
    /// Pieces of luzhanqi, named as far as the viewer knows them.
    Tiles(Color, Losses),
}

impl ShownBoard<'_> {
    /// The pieces that `color` has lost by the shown position.
    #[must_use]
    pub fn lost(&self, color: Color) -> Lost {
        match &self.game.play {
            Play::Xiangqi(play) => Lost::Pieces(play.captured(color, &self.context)),
            Play::Luzhanqi(play) => {
                let history = play.history();
                let ply = self.context.review.unwrap_or(history.ply());
                Lost::Tiles(color, history.losses_at(ply, color))
            }
        }
    }

    /// How far `color` is ahead in the shown position. It is the same for every viewer.
    #[must_use]
    pub fn lead(&self, color: Color) -> Lead {
        let of_red = match &self.game.play {
            Play::Xiangqi(play) => Lead::in_position(&play.shown_position(&self.context)),
            Play::Luzhanqi(play) => {
                let history = play.history();
                lead_at(history, self.context.review.unwrap_or(history.ply()))
            }
        };
        if color == Color::Red { of_red } else { of_red.reversed() }
    }
}

impl Play {
    /// How far red is ahead after this ply, from 1. It is the same for every viewer.
    #[must_use]
    pub fn red_lead_after(&self, ply: usize) -> Lead {
        match self {
            Self::Xiangqi(play) => ply
                .checked_sub(1)
                .and_then(|it| play.notations().get(it))
                .map_or(Lead::default(), |it| it.lead),
            Self::Luzhanqi(play) => lead_at(play.history(), ply),
        }
    }
}

/// How far red is ahead in luzhanqi after this ply.
fn lead_at(history: &History, ply: usize) -> Lead {
    Lead::of_losses(PerColor::from_fn(|side| match history.losses_at(ply, side) {
        Losses::Counted(count) => count,
        Losses::Known(lost) => lost.iter().map(|(_, count)| count).sum(),
    }))
}

impl XiangqiPlay {
    /// The pieces of `color` captured before the shown position, with how many of each kind.
    fn captured(&self, color: Color, context: &BoardContext) -> Vec<(Piece, u32)> {
        let position = self.shown_position(context);
        let start = self.game().start();
        let count = |position: &Position, kind| position.board().pieces(color, kind).count();
        let mut kinds = PieceKind::ALL;
        kinds.sort_by_key(|&kind| std::cmp::Reverse(halves(kind)));
        let captured = kinds
            .map(|kind| (Piece::new(color, kind), count(start, kind).saturating_sub(count(&position, kind))));
        captured.into_iter().filter(|&(_, captured)| captured > 0).collect()
    }
}
