//! A board of xiangqi on which the user moves pieces alone: what is selected, typed, and in motion.

use crate::choices::notation_choice::NotationChoice;
use crate::drawing::animation::Animations;
use crate::drawing::board_scene;
use crate::drawing::scene::{Place, Point, Pointer, Scene};
use crate::drawing::theme::Theme;
use crate::exercise::{Exercise, LONGEST_MOVE, discs_model, slide};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::notices::notice::Notice;
use crate::table::typed_move::{MoveTyping, xiangqi_names};
use crate::table::{Gesture, Selection, move_reader};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, Move, Piece, Position, Square};

/// What the user tries on the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tried {
    /// A move, which may be illegal, and where its piece was dropped.
    Move(Move, Option<Point>),
    /// It cannot be tried, for this reason: the piece belongs to the other side, or the typed text is no move.
    Refused(Notice),
}

/// What the user does on a board of xiangqi.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiscBoard {
    /// The move that is being typed.
    pub(crate) typed: String,
    /// The last move that was played.
    pub(crate) last: Option<Move>,
    selection: Selection,
    discs: Animations<Square, Piece>,
}

/// A move that breaks a rule.
pub(crate) const fn against(rule: IllegalMove) -> IllegalPlay {
    IllegalPlay::Xiangqi(rule)
}

impl DiscBoard {
    /// Follows a pointer event, and returns what the user tries. `own` is the side that may move now.
    pub(crate) fn follow(
        &mut self,
        pointer: Pointer,
        layout: &Placed,
        position: &Position,
        own: Option<Color>,
    ) -> Option<Tried> {
        match self.selection.follow(pointer, layout)? {
            Gesture::Pressed(place, at) if own.is_some() => match self.selection.selected {
                _ if is_of(position, place, own) => self.selection.press(place, at),
                Some(from) => return self.between(from, place, None),
                None if piece_at(position, place).is_some() => {
                    return Some(Tried::Refused(Notice::Illegal(against(IllegalMove::NotYourPiece))));
                }
                None => self.selection.clear(),
            },
            Gesture::Pressed(..) => self.selection.clear(),
            Gesture::Dropped { from, on, at } => return self.between(from, on, Some(at)),
        }
        None
    }

    fn between(&mut self, from: Place, to: Place, dropped_at: Option<Point>) -> Option<Tried> {
        self.selection.clear();
        Some(Tried::Move(Move { from: from.square()?, to: to.square()? }, dropped_at))
    }

    /// Cancels a drag or the choice of a piece. Returns whether there was one.
    pub(crate) fn cancel(&mut self) -> bool {
        self.selection.take()
    }

    /// Lets the piece of a move glide, from this time on.
    pub(crate) fn slide(&mut self, before: &Position, mv: Move, dropped_at: Option<Point>, since: Timestamp) {
        slide(&mut self.discs, before, mv, dropped_at, since);
    }

    /// Forgets what glides, so that every piece is where it stands.
    pub(crate) fn rest(&mut self) {
        self.discs.clear();
    }

    /// Forgets what is selected, what glides and the last move.
    pub(crate) fn clear(&mut self) {
        self.selection.clear();
        self.rest();
        self.last = None;
    }

    /// This position after this move, as shapes.
    pub(crate) fn scene(
        &self,
        position: &Position,
        last: Option<Move>,
        placed: &Placed,
        theme: &Theme,
        now: Timestamp,
    ) -> Scene {
        let Placed::Xiangqi(layout) = placed else { return Scene::default() };
        let targets = self.targets(position);
        let model = discs_model(position, &self.selection, &targets, last, &self.discs, now);
        board_scene::scene(&model, layout, theme)
    }

    /// Where the selected piece can go.
    fn targets(&self, position: &Position) -> Vec<Place> {
        let Some(selected) = self.selection.selected.and_then(Place::square) else { return Vec::new() };
        let moves = position.legal_moves().into_iter();
        moves.filter(|mv| mv.from == selected).map(|mv| Place::Square(mv.to)).collect()
    }
}

/// An exercise on a board of xiangqi, for which the board does the rest of [`Exercise`].
pub(crate) trait DiscExercise {
    /// The board.
    fn discs(&self) -> &DiscBoard;

    /// The board, to change it, with the position of [`Self::asked`].
    fn parts(&mut self) -> (&mut DiscBoard, &Position);

    /// The side of the user, at the bottom of the board.
    fn user(&self) -> Color;

    /// The side that may move now.
    fn own(&self) -> Option<Color>;

    /// The position in which it may.
    fn asked(&self) -> &Position;

    /// Takes what the user tries.
    fn tried(&mut self, tried: Tried, now: Timestamp);

    /// The board as shapes.
    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene;
}

impl<T: DiscExercise> MoveTyping for T {
    fn typed(&self) -> &str {
        &self.discs().typed
    }

    fn may_type(&self) -> bool {
        self.own().is_some()
    }

    fn is_users_turn(&self) -> bool {
        true
    }

    fn is_luzhanqi(&self) -> bool {
        false
    }

    fn is_legal(&self, notation: NotationChoice) -> bool {
        move_reader::xiangqi(self.asked(), self.typed(), notation).is_ok()
    }

    fn candidates(&self, notation: NotationChoice) -> Vec<String> {
        xiangqi_names(self.asked(), self.typed(), notation)
    }
}

impl<T: DiscExercise> Exercise for T {
    fn board_of(&self) -> BoardOf {
        BoardOf::Xiangqi
    }

    fn bottom(&self) -> Color {
        self.user()
    }

    fn edit(&mut self, text: &str) {
        self.parts().0.typed = text.chars().take(LONGEST_MOVE).collect();
    }

    fn play_typed(&mut self, notation: NotationChoice, now: Timestamp) {
        // while a move is judged, the next one waits in its field
        if self.own().is_none() {
            return;
        }
        let (discs, position) = self.parts();
        let typed = std::mem::take(&mut discs.typed);
        let tried = match move_reader::xiangqi(position, &typed, notation) {
            Ok(mv) => Tried::Move(mv, None),
            Err(notice) => Tried::Refused(notice),
        };
        self.tried(tried, now);
    }

    fn selection(&self) -> &Selection {
        &self.discs().selection
    }

    fn selection_mut(&mut self) -> &mut Selection {
        &mut self.parts().0.selection
    }

    fn is_own(&self, place: Place) -> bool {
        is_of(self.asked(), place, self.own())
    }

    fn targets(&self) -> Vec<Place> {
        if self.own().is_some() { self.discs().targets(self.asked()) } else { Vec::new() }
    }

    fn animating(&self, now: Timestamp) -> bool {
        let discs = self.discs();
        discs.discs.any(now) || discs.selection.dragged().is_some()
    }

    fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp) {
        let own = self.own();
        let (discs, position) = self.parts();
        if let Some(tried) = discs.follow(pointer, layout, position, own) {
            self.tried(tried, now);
        }
    }

    fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        self.drawn(placed, theme, now)
    }
}

fn piece_at(position: &Position, place: Place) -> Option<Piece> {
    place.square().and_then(|square| position.piece_at(square))
}

fn is_of(position: &Position, place: Place, own: Option<Color>) -> bool {
    own.is_some() && piece_at(position, place).map(|piece| piece.color) == own
}
