//! Figures of luzhanqi in the help pages, each showing a part of a board.
//!
//! The board is empty, or has a position as red sees it, or marks the stations where a piece can be
//! set up. The marks are computed by the rules.

use super::stations::{Lattice, Marks};
use crate::drawing::scene::{Point, Size};
use chuhe_rules::luzhanqi::{
    Arm, BoardKind, IllegalMove, Move, Piece, PieceView, Position, Slot, Station, Strength, View,
};
use chuhe_rules::{Color, Viewer};
use emath::vec2;

/// A figure of a part of a board.
#[derive(Debug)]
pub struct StationFigure {
    pub(super) board: BoardKind,
    /// Two opposite corners of the part, as `x` and `y` of the board's plane.
    pub(super) corners: [[u8; 2]; 2],
    /// The distance between two stations.
    pub(super) cell: f32,
    pub(super) content: Content,
}

/// The contents of the board.
#[derive(Debug)]
pub(super) enum Content {
    /// Nothing; the stations are labelled where there is room.
    Empty,
    /// A position in which red is to move, with a selected piece or none.
    Position {
        text: &'static str,
        from: Option<&'static str>,
        /// The end of the path that is drawn.
        to: Option<&'static str>,
        /// The refusals that are marked with a cross.
        crosses: &'static [IllegalMove],
    },
    /// The stations where this piece may be set up.
    Slots(Strength),
}

/// The margin around the outermost stations shown, in cells.
const MARGIN: f32 = 0.62;

fn station(name: &str) -> Station {
    name.parse().expect("a test reads every figure")
}

impl StationFigure {
    /// Returns red's view of the position shown, if there is one.
    pub(super) fn view(&self) -> Option<View> {
        let Content::Position { text, .. } = self.content else { return None };
        let position = Position::from_text(text).expect("a test reads every figure");
        Some(position.view(Viewer::Player(Color::Red)))
    }

    /// Returns the marks of the figure, computed by the rules.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let mut marks = Marks::default();
        match self.content {
            Content::Empty => {}
            Content::Slots(strength) => {
                let admitting = Slot::all().filter(|slot| slot.admits(strength));
                let piece = PieceView::Known(Piece::new(Color::Red, strength));
                marks.tokens = admitting.map(|slot| (slot.on(Arm::South), piece)).collect();
            }
            Content::Position { from, to, crosses, .. } => {
                let Some(view) = self.view() else { return marks };
                marks.tokens = view.pieces().collect();
                if let Some(from) = from.map(station) {
                    choose(&mut marks, self.board, &view, from, crosses);
                    let path = to.and_then(|to| view.path(Move::new(from, station(to))));
                    marks.path = path.unwrap_or_default();
                }
            }
        }
        marks
    }

    /// The stations of the board, placed so that the part shown begins at `at`.
    #[must_use]
    pub fn lattice(&self, at: Point) -> Lattice {
        let [[ax, ay], [bx, by]] = self.corners;
        let first = vec2(f32::from(ax.min(bx)), f32::from(ay.min(by)));
        let origin = at + (Size::splat(MARGIN) - first) * self.cell;
        Lattice { board: self.board, origin, cell: self.cell }
    }

    /// The size of the figure.
    #[must_use]
    pub fn size(&self) -> Size {
        let [[ax, ay], [bx, by]] = self.corners;
        let spans = vec2(f32::from(ax.abs_diff(bx)), f32::from(ay.abs_diff(by)));
        ((spans + Size::splat(2.0 * MARGIN)) * self.cell).ceil()
    }

    /// Whether this station is shown.
    #[cfg(test)]
    pub(super) fn shows(&self, station: Station) -> bool {
        let lattice = self.lattice(Point::ZERO);
        emath::Rect::from_min_size(Point::ZERO, self.size()).contains(lattice.at(station))
    }

    /// Whether the stations have their names on them, where there is room.
    #[must_use]
    pub const fn has_labels(&self) -> bool {
        matches!(self.content, Content::Empty)
    }
}

/// Marks the legal moves of the piece on `from`, and those that are refused for a reason in
/// `crosses`.
fn choose(marks: &mut Marks, board: BoardKind, view: &View, from: Station, crosses: &[IllegalMove]) {
    marks.chosen = Some(from);
    for to in board.board().stations().filter(|&to| to != from) {
        match view.validate(Move::new(from, to)) {
            Ok(()) if view.piece_at(to).is_some() => marks.captures.push(to),
            Ok(()) => marks.quiet.push(to),
            Err(why) if crosses.contains(&why) => marks.crosses.push(to),
            Err(_) => {}
        }
    }
}
