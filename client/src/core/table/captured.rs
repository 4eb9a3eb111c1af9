//! What each side has lost by the shown position, and which side is ahead.

use super::contract::BoardContext;
use super::model::Table;
use super::play::Play;
use super::xiangqi::XiangqiPlay;
use chuhe_rules::luzhanqi::{Losses, PIECES};
use chuhe_rules::xiangqi::{Piece, PieceKind, Position};
use chuhe_rules::{Color, PerColor};
use std::fmt;

/// The lost pieces of one side, the most valuable first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Pieces of xiangqi, with their numbers.
    Pieces(Vec<(Piece, u32)>),
    /// Pieces of luzhanqi, named as far as the viewer knows them.
    Tiles(Color, Losses),
}

/// How far one side is ahead of the other.
///
/// In xiangqi it is the value of the pieces on the board, in luzhanqi their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// In halves, because a cannon counts four and a half.
    halves: i32,
}

impl Lead {
    /// Whether the side is ahead.
    #[must_use]
    pub const fn is_ahead(self) -> bool {
        self.halves > 0
    }
}

/// A signed number, such as +4½, which reads the same in every language.
impl fmt::Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { '−' } else { '+' };
        let (whole, half) = (self.halves.unsigned_abs() / 2, self.halves % 2 != 0);
        match (whole, half) {
            (0, true) => write!(f, "{sign}½"),
            (_, true) => write!(f, "{sign}{whole}½"),
            (_, false) => write!(f, "{sign}{whole}"),
        }
    }
}

impl Table {
    /// The pieces that `color` has lost by the shown position.
    #[must_use]
    pub fn lost(&self, color: Color) -> Lost {
        let context = self.context();
        match &self.game.play {
            Play::Xiangqi(play) => Lost::Pieces(play.captured(color, &context)),
            Play::Luzhanqi(play) => {
                let history = play.history();
                let ply = context.review.unwrap_or(history.ply());
                Lost::Tiles(color, history.losses_at(ply, color))
            }
        }
    }

    /// How far `color` is ahead in the shown position. It is the same for every viewer.
    #[must_use]
    pub fn lead(&self, color: Color) -> Lead {
        let halves = match &self.game.play {
            Play::Xiangqi(play) => {
                let position = play.shown_position(&self.context());
                PerColor::new(Color::Red, Color::Black).map(|side| material(&position, side))
            }
            Play::Luzhanqi(_) => PerColor::new(Color::Red, Color::Black).map(|side| {
                let lost = match self.lost(side) {
                    Lost::Tiles(_, Losses::Counted(count)) => count,
                    Lost::Tiles(_, Losses::Known(lost)) => lost.iter().map(|(_, count)| count).sum(),
                    Lost::Pieces(_) => 0,
                };
                2 * i32::try_from(PIECES.saturating_sub(lost)).unwrap_or_default()
            }),
        };
        Lead { halves: halves[color] - halves[color.opponent()] }
    }
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

/// The value of all pieces of a side, in halves.
fn material(position: &Position, color: Color) -> i32 {
    let count = |kind| i32::try_from(position.board().pieces(color, kind).count()).unwrap_or_default();
    PieceKind::ALL.into_iter().map(|kind| count(kind) * halves(kind)).sum()
}

/// The usual value of a piece, in halves. It does not depend on where the piece stands.
const fn halves(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Rook => 18,
        PieceKind::Cannon => 9,
        PieceKind::Horse => 8,
        PieceKind::Elephant | PieceKind::Advisor => 4,
        PieceKind::Pawn => 2,
        PieceKind::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_a_signed_number_with_halves() {
        let written = [0, 1, 9, 10, -7].map(|halves| Lead { halves }.to_string());
        assert_eq!(written, ["+0", "+½", "+4½", "+5", "−3½"]);
        assert!(Lead { halves: 1 }.is_ahead() && !Lead { halves: 0 }.is_ahead());
    }
}
