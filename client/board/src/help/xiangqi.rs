//! Figures of xiangqi in the help pages, each showing a part of a board with a position.
//!
//! The marks are computed by the rules, and the board is drawn as at the table.

use crate::drawing::board_layout::BoardLayout;
use crate::drawing::board_scene::BoardModel;
use crate::drawing::scene::{Point, Rect, Size};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{IllegalMove, Move, Position, Square};

/// A figure of a position.
#[derive(Debug)]
pub struct BoardFigure {
    /// The position.
    pub(super) fen: &'static str,
    /// The square whose piece is selected.
    pub(super) from: Option<&'static str>,
    /// Two opposite corners of the part shown; `None` for the whole board with its edge.
    pub(super) corners: Option<[&'static str; 2]>,
    /// The refusals that are marked with a cross.
    pub(super) crosses: &'static [IllegalMove],
    /// The distance between two lines.
    pub(super) cell: f32,
}

/// The marks for the selected piece.
#[derive(Debug, Default, PartialEq)]
pub struct BoardMarks {
    /// The empty squares that it can move to.
    pub quiet: Vec<Square>,
    /// The squares where it can capture.
    pub captures: Vec<Square>,
    /// The squares that are marked with a cross.
    pub crosses: Vec<Square>,
}

/// The margin around the outermost squares shown, in cells: a little more than half a piece.
const MARGIN: f32 = 0.6;

impl BoardFigure {
    /// The position shown.
    pub(super) fn position(&self) -> Position {
        Position::from_fen(self.fen).expect("a test reads every figure")
    }

    /// The square whose piece is selected.
    pub(super) fn from(&self) -> Option<Square> {
        self.from.map(|name| name.parse().expect("a test reads every figure"))
    }

    /// The marks, computed by the rules.
    #[must_use]
    pub fn marks(&self) -> BoardMarks {
        let (position, mut marks) = (self.position(), BoardMarks::default());
        let Some(from) = self.from() else { return marks };
        for to in Square::all().filter(|&to| to != from) {
            match position.validate(Move { from, to }) {
                Ok(()) if position.piece_at(to).is_some() => marks.captures.push(to),
                Ok(()) => marks.quiet.push(to),
                Err(why) if self.crosses.contains(&why) => marks.crosses.push(to),
                Err(_) => {}
            }
        }
        marks
    }

    /// The board with its pieces and these marks, as it is drawn.
    #[must_use]
    pub fn model(&self, marks: &BoardMarks) -> BoardModel {
        let position = self.position();
        let turn = position.side_to_move();
        BoardModel {
            pieces: Square::all().filter_map(|at| Some((at, position.piece_at(at)?))).collect(),
            selected: self.from(),
            quiet: marks.quiet.clone(),
            captures: marks.captures.clone(),
            check: position.in_check().then(|| position.king(turn)),
            ..BoardModel::default()
        }
    }

    /// The board, placed so that the part shown begins at `at`.
    #[must_use]
    pub fn layout(&self, at: Point) -> BoardLayout {
        let corner = self.cut(&BoardLayout::placed(Point::ZERO, self.cell, Color::Red)).min;
        BoardLayout::placed(at - corner.to_vec2(), self.cell, Color::Red)
    }

    /// The shown part of a board with this layout.
    #[must_use]
    pub fn cut(&self, layout: &BoardLayout) -> Rect {
        let Some(corners) = self.corners else { return layout.panel };
        let [a, b] = corners.map(|name| layout.point(name.parse().expect("a test reads every figure")));
        Rect::from_two_pos(a, b).expand(MARGIN * self.cell)
    }

    /// The squares that are shown.
    #[cfg(test)]
    pub(super) fn shows(&self, square: Square) -> bool {
        let layout = self.layout(Point::ZERO);
        self.cut(&layout).contains(layout.point(square))
    }

    /// The size of the figure.
    #[must_use]
    pub fn size(&self) -> Size {
        self.cut(&self.layout(Point::ZERO)).size().ceil()
    }
}
