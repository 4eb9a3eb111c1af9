//! How far one side is ahead of the other.

use chuhe_rules::xiangqi::{PieceKind, Position};
use chuhe_rules::{Color, PerColor};
use std::fmt;

/// How far one side is ahead of the other.
///
/// In xiangqi it is the value of the pieces on the board, in luzhanqi their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// In halves, because a cannon counts four and a half.
    halves: i32,
}

impl Lead {
    /// How far red is ahead in a position of xiangqi.
    #[must_use]
    pub fn in_position(position: &Position) -> Self {
        Self { halves: material(position, Color::Red) - material(position, Color::Black) }
    }

    /// How far red is ahead in luzhanqi when the sides have lost so many pieces.
    #[must_use]
    pub fn of_losses(lost: PerColor<usize>) -> Self {
        let [red, black] = [lost.red, lost.black].map(|lost| i32::try_from(lost).unwrap_or_default());
        Self { halves: 2 * (black - red) }
    }

    /// The same from the view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { halves: -self.halves }
    }

    /// Whether the side is ahead.
    #[must_use]
    pub const fn is_ahead(self) -> bool {
        self.halves > 0
    }

    /// Which side is ahead, and how far, if this is red's lead; `None` if they are level.
    #[must_use]
    pub const fn of_red(self) -> Option<(Color, Self)> {
        match self.halves {
            0 => None,
            1.. => Some((Color::Red, self)),
            _ => Some((Color::Black, self.reversed())),
        }
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

/// The value of all pieces of a side, in halves.
fn material(position: &Position, color: Color) -> i32 {
    let count = |kind| i32::try_from(position.board().pieces(color, kind).count()).unwrap_or_default();
    PieceKind::ALL.into_iter().map(|kind| count(kind) * halves(kind)).sum()
}

/// The usual value of a piece, in halves. It does not depend on where the piece stands.
pub(super) const fn halves(kind: PieceKind) -> i32 {
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
    fn a_lead_in_xiangqi_is_the_difference_of_the_values() {
        let lead = |fen| Lead::in_position(&Position::from_fen(fen).unwrap()).to_string();
        assert_eq!(Lead::in_position(&Position::start()), Lead::default());
        assert_eq!(lead("4k4/9/9/9/9/9/9/9/9/R2K5 w"), "+9");
        assert_eq!(lead("3k5/9/9/9/9/9/9/9/9/C3K4 w"), "+4½");
        assert_eq!(lead("n2k5/9/9/9/9/9/9/9/9/4K4 w"), "−4");
        assert_eq!(lead("3k5/9/9/p8/9/9/9/9/4A4/2B1K4 w"), "+3");
    }

    #[test]
    fn a_lead_is_a_signed_number_with_halves() {
        let written = [0, 1, 9, 10, -7].map(|halves| Lead { halves }.to_string());
        assert_eq!(written, ["+0", "+½", "+4½", "+5", "−3½"]);
        let leads = [3, 0, -9].map(|halves| Lead { halves }.of_red());
        let black = Some((Color::Black, Lead { halves: 9 }));
        assert_eq!(leads, [Some((Color::Red, Lead { halves: 3 })), None, black]);
        assert_eq!(Lead::of_losses(PerColor::new(5, 2)), Lead { halves: -6 });
        assert!(Lead { halves: 1 }.is_ahead() && !Lead { halves: 0 }.is_ahead());
    }
}
