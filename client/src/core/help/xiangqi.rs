//! A part of a xiangqi board with a position of its own. Where the piece may go
//! and where it may not are asked of the rules, and it is drawn as every board is.

use super::paint;
use crate::core::board_layout::BoardLayout;
use crate::core::board_scene::{self, BoardModel};
use crate::core::scene::{Point, Rect, Shape, Size};
use crate::core::theme::Theme;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{IllegalMove, Move, Position, Square};

/// A picture of a position.
#[derive(Debug)]
pub(crate) struct BoardFigure {
    /// The position.
    pub(super) fen: &'static str,
    /// The square whose piece is chosen.
    pub(super) from: Option<&'static str>,
    /// Two opposite corners of what is shown; the whole board, with its edge, if there are none.
    pub(super) corners: Option<[&'static str; 2]>,
    /// The refusals that are marked with a cross.
    pub(super) crosses: &'static [IllegalMove],
    /// The distance of two lines.
    pub(super) cell: f32,
}

/// What is marked for the chosen piece.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Marks {
    pub(super) quiet: Vec<Square>,
    pub(super) captures: Vec<Square>,
    pub(super) crosses: Vec<Square>,
}

/// Beyond the outermost squares shown, in cells: a piece and a little.
const MARGIN: f32 = 0.6;

impl BoardFigure {
    /// The position shown.
    pub(super) fn position(&self) -> Position {
        Position::from_fen(self.fen).expect("a test reads every figure")
    }

    /// The square whose piece is chosen.
    pub(super) fn from(&self) -> Option<Square> {
        self.from.map(|name| name.parse().expect("a test reads every figure"))
    }

    /// What is marked, by the rules.
    pub(super) fn marks(&self) -> Marks {
        let (position, mut marks) = (self.position(), Marks::default());
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

    fn model(&self, marks: &Marks) -> BoardModel {
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

    /// The board, so placed that what is shown of it begins at `at`.
    fn layout(&self, at: Point) -> BoardLayout {
        let corner = self.cut(&BoardLayout::placed(Point::ZERO, self.cell, Color::Red)).min;
        BoardLayout::placed(at - corner.to_vec2(), self.cell, Color::Red)
    }

    /// What is shown of a board placed like this.
    fn cut(&self, layout: &BoardLayout) -> Rect {
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

    /// How much room it takes.
    pub(crate) fn size(&self) -> Size {
        self.cut(&self.layout(Point::ZERO)).size().ceil()
    }

    /// Draws it with its top left corner here.
    pub(crate) fn paint(&self, painter: &egui::Painter, at: Point, theme: &Theme) {
        let layout = self.layout(at.round());
        let marks = self.marks();
        let mut scene = board_scene::scene(&self.model(&marks), &layout, theme);
        let cut = self.cut(&layout);
        let room = cut.intersect(layout.grid());
        scene.ground.retain(|shape| has_room(shape, room));
        let inside = painter.with_clip_rect(cut.intersect(painter.clip_rect()));
        paint::scene(&inside, &scene);
        for square in marks.crosses {
            paint::cross(&inside, layout.point(square), layout.scaled(24.0), theme.wood[0]);
        }
        paint::frame(painter, cut, theme);
    }
}

/// Whether this is no text that the edge would cut, as half a character says nothing, and none of
/// the numerals, for which a small board has no room.
fn has_room(shape: &Shape, room: Rect) -> bool {
    let Shape::Text { center, size, .. } = shape else { return true };
    room.shrink(size / 2.0).contains(*center)
}
