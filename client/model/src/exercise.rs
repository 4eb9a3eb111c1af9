//! A board at which the user exercises alone: a lesson, or a puzzle.

use crate::choices::notation_choice::NotationChoice;
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::board_scene::BoardModel;
use crate::drawing::scene::{Place, Point, Pointer, Scene, Shape};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::{BoardOf, Placed};
use crate::table::typed_move::MoveTyping;
use crate::table::{Selection, drawn_marks};
use chuhe_records::{Mark, MarkColor, MarkShape};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Piece, Position, Square};

/// How long the opponent waits before their answer, once the user's piece has come to rest, in milliseconds.
pub(crate) const ANSWER_MS: u64 = 350;
/// The most characters of a typed move.
pub(crate) const LONGEST_MOVE: usize = 40;

/// A board at which the user exercises alone.
pub trait Exercise: MoveTyping {
    /// Which board it is.
    fn board_of(&self) -> BoardOf;

    /// The side at the bottom of the board: the user's.
    fn bottom(&self) -> Color;

    /// Takes the text of the typed move.
    fn edit(&mut self, text: &str);

    /// Plays the typed move, or uses the typed places.
    fn play_typed(&mut self, notation: NotationChoice, now: Timestamp);

    /// What is selected and dragged.
    fn selection(&self) -> &Selection;

    /// What is selected and dragged, to change it.
    fn selection_mut(&mut self) -> &mut Selection;

    /// Whether the piece on this place is one that the user may move now.
    fn is_own(&self, place: Place) -> bool;

    /// Where the selected piece can go.
    fn targets(&self) -> Vec<Place>;

    /// Whether a press here takes a piece of the user.
    fn grips(&self, at: Point, layout: &Placed) -> bool {
        layout.place(at).is_some_and(|place| self.is_own(place))
    }

    /// Whether a piece is selected.
    fn has_selection(&self) -> bool {
        self.selection().selected.is_some()
    }

    /// Cancels a drag or the choice of a piece. Returns whether there was one.
    fn cancel(&mut self) -> bool {
        self.selection_mut().take()
    }

    /// Whether the pointer is over a piece of the user, or over a place where one can go.
    fn is_over_something(&self) -> bool {
        let hovered = self.selection().hovered;
        hovered.is_some_and(|place| self.is_own(place) || self.targets().contains(&place))
    }

    /// Whether something moves on the board.
    fn animating(&self, now: Timestamp) -> bool;

    /// Handles a pointer event over the board.
    fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp);

    /// The board as shapes.
    fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene;
}

/// A board of xiangqi with what is selected there, and where that piece can go.
pub(crate) fn discs_model(
    position: &Position,
    selection: &Selection,
    targets: &[Place],
    last: Option<Move>,
    discs: &Animations<Square, Piece>,
    now: Timestamp,
) -> BoardModel {
    let squares = || targets.iter().filter_map(|place| place.square());
    let (captures, quiet) = squares().partition(|&square| position.piece_at(square).is_some());
    let hovered = selection.hovered.and_then(Place::square);
    BoardModel {
        pieces: position.board().iter().collect(),
        selected: selection.selected.and_then(Place::square),
        quiet,
        captures,
        last: last.map_or_else(Vec::new, |mv| vec![mv.from, mv.to]),
        check: position.in_check().then(|| position.king(position.side_to_move())),
        dragged: selection.dragged().and_then(|(place, at)| Some((place.square()?, at))),
        motions: discs.motions(now),
        hovered: hovered.filter(|hovered| squares().any(|square| square == *hovered)),
        ..BoardModel::default()
    }
}

/// Lets a piece of xiangqi glide from one square to another.
pub(crate) fn slide(
    discs: &mut Animations<Square, Piece>,
    before: &Position,
    mv: Move,
    dropped_at: Option<Point>,
    since: Timestamp,
) {
    let Some(piece) = before.piece_at(mv.from) else { return };
    let along = Animation::along(piece, vec![mv.from, mv.to], since);
    discs.add(Animation { dropped_at, under: before.piece_at(mv.to), ..along });
}

/// An arrow from one place to another.
pub(crate) fn arrow(
    from: Place,
    to: Place,
    color: MarkColor,
    placed: &Placed,
    theme: &Theme,
) -> Option<Shape> {
    let ends = MarkShape::Arrow(drawn_marks::point_of(from), drawn_marks::point_of(to));
    drawn_marks::shape(Mark { color, shape: ends }, placed, theme)
}
