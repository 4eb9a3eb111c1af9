//! Setting up a position of xiangqi by hand, with its faults shown meanwhile.

use crate::actions::action::SetUpField;
use crate::actions::set_up_action::Tool;
use crate::drawing::board_scene::{self, BoardModel};
use crate::drawing::scene::{Place, Point, Pointer, Scene};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::Placed;
use crate::table::{Release, Selection};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, FenError, Piece, PieceKind, Position, Square};
use serde::{Deserialize, Serialize};

/// The most characters in the field for squares: all of the board.
const MOST_SQUARES: usize = 270;

/// What the position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new record that starts from it.
    Review,
    /// The challenge in the form.
    Challenge,
}

/// A position that is being set up; it may break the rules.
#[derive(Clone, Debug)]
pub struct SetUp {
    board: Board,
    side: Color,
    tool: Tool,
    purpose: Purpose,
    bottom: Color,
    selection: Selection,
    /// The text of the FEN field.
    fen: String,
    /// Why that text is no position.
    fen_error: Option<FenError>,
    /// The text of the field for squares.
    squares: String,
    /// The FEN with which the user began.
    before: String,
    /// Whether the user is asked whether to discard the position.
    asked_to_discard: bool,
}

/// A position that is being set up for a review, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSetUp {
    /// The letter in FEN and the square of each piece.
    pieces: Vec<(char, String)>,
    side: Color,
    bottom: Color,
}

impl SetUp {
    /// What is kept of it.
    #[must_use]
    pub fn kept(&self) -> KeptSetUp {
        let piece = |(square, piece): (Square, Piece)| (piece.fen_letter(), square.to_string());
        KeptSetUp { pieces: self.board.iter().map(piece).collect(), side: self.side, bottom: self.bottom }
    }

    /// Goes on with what was kept; `None` if it is damaged.
    #[must_use]
    pub fn resume(kept: &KeptSetUp) -> Option<Self> {
        let mut board = Board::empty();
        for (letter, square) in &kept.pieces {
            board.set(square.parse().ok()?, Some(Piece::from_fen_letter(*letter)?));
        }
        let mut set_up = Self::new(&Position::start(), Purpose::Review, kept.bottom);
        (set_up.board, set_up.side) = (board, kept.side);
        set_up.changed();
        Some(set_up)
    }

    /// Begins with this position.
    #[must_use]
    pub fn new(position: &Position, purpose: Purpose, bottom: Color) -> Self {
        Self {
            board: position.board().clone(),
            side: position.side_to_move(),
            tool: Tool::default(),
            purpose,
            bottom,
            selection: Selection::default(),
            fen: position.fen(),
            fen_error: None,
            squares: String::new(),
            before: fen_of(position.board(), position.side_to_move()),
            asked_to_discard: false,
        }
    }

    /// Whether the user is asked whether to discard the position.
    #[must_use]
    pub const fn is_asked_to_discard(&self) -> bool {
        self.asked_to_discard
    }

    /// Asks whether to discard the position, if the user has changed it; returns whether it does.
    pub fn ask_to_discard(&mut self) -> bool {
        self.asked_to_discard = fen_of(&self.board, self.side) != self.before || self.fen_error.is_some();
        self.asked_to_discard
    }

    /// Goes on with the position.
    pub const fn keep(&mut self) {
        self.asked_to_discard = false;
    }

    /// The text of the field for squares.
    #[must_use]
    pub fn squares(&self) -> &str {
        &self.squares
    }

    /// Sets the text of a field. The board follows the FEN while it is a position.
    pub fn edit(&mut self, field: SetUpField, text: String) {
        match field {
            SetUpField::Fen => self.edit_fen(text),
            SetUpField::Squares => self.squares = text.chars().take(MOST_SQUARES).collect(),
        }
    }

    /// Uses the tool on the squares in their field, as clicks do. What names no square stays there.
    pub fn use_tool(&mut self) {
        let typed = std::mem::take(&mut self.squares).to_lowercase();
        let (named, others): (Vec<&str>, Vec<&str>) =
            typed.split_whitespace().partition(|word| word.parse::<Square>().is_ok());
        for square in named.into_iter().filter_map(|word| word.parse().ok()) {
            self.click(square);
        }
        self.squares = others.join(" ");
    }

    /// The position, if it is legal.
    ///
    /// # Errors
    /// The fault of the text in the FEN field, or else the first fault of the position.
    pub fn position(&self) -> Result<Position, FenError> {
        match self.fen_error {
            Some(error) => Err(error),
            None => Position::from_board(self.board.clone(), self.side, 0, 1),
        }
    }

    /// What the position is for.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        self.bottom
    }

    /// What a click on the board does.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.tool
    }

    /// The text of the FEN field.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The piece on this square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// How many pieces of this kind are not on the board.
    #[must_use]
    pub fn left(&self, piece: Piece) -> u32 {
        piece.kind.count_in_set().saturating_sub(self.board.pieces(piece.color, piece.kind).count())
    }

    /// The user chooses what a click puts on the board.
    pub fn choose(&mut self, tool: Tool) {
        self.tool = if self.tool == tool { Tool::Hand } else { tool };
        self.selection.clear();
    }

    /// The user chooses who is to move.
    pub fn set_side(&mut self, side: Color) {
        self.side = side;
        self.changed();
    }

    /// Turns the board.
    pub fn flip(&mut self) {
        self.bottom = self.bottom.opponent();
        self.selection.clear();
    }

    /// Puts all pieces on their usual squares.
    pub fn start(&mut self) {
        (self.board, self.side) = (Position::start().board().clone(), Color::Red);
        self.changed();
    }

    /// Removes all pieces but the generals, and sets black's aside if they would face each other.
    pub fn clear(&mut self) {
        let mut board = Board::empty();
        for (square, piece) in self.board.iter().filter(|(_, piece)| piece.kind == PieceKind::King) {
            board.set(square, Some(piece));
        }
        let of = |color| self.board.pieces(color, PieceKind::King).into_iter().next();
        if let (Some(red), Some(black)) = (of(Color::Red), of(Color::Black))
            && red.file() == black.file()
        {
            // a palace has three files
            let aside = if black.file() == Square::FILES / 2 { black.file() - 1 } else { Square::FILES / 2 };
            let general = board.set(black, None);
            if let Some(square) = Square::new(aside, black.rank()) {
                board.set(square, general);
            }
        }
        self.board = board;
        self.changed();
    }

    fn edit_fen(&mut self, text: String) {
        match Position::from_loose_fen(&text) {
            Ok(position) => {
                (self.board, self.side, self.fen_error) =
                    (position.board().clone(), position.side_to_move(), None);
            }
            Err(error) => self.fen_error = Some(error),
        }
        self.fen = text;
    }

    fn changed(&mut self) {
        self.selection.clear();
        self.fen_error = None;
        self.fen = fen_of(&self.board, self.side);
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board.set(square, piece);
        self.changed();
    }

    /// Cancels a drag. Returns whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        self.selection.take()
    }

    /// Handles a pointer event over the board.
    pub fn pointer(&mut self, pointer: Pointer, layout: &Placed) {
        let square = |at: Point| layout.place(at).and_then(Place::square);
        match pointer {
            Pointer::Moved(at) => {
                let over = layout.place(self.selection.hand(at));
                self.selection.pointer_moved(at, over);
            }
            Pointer::Pressed(at) => {
                let Some(square) = square(at) else { return };
                if self.board.piece_at(square).is_some() {
                    self.selection.press(Place::Square(square), at);
                } else if let Tool::Put(piece) = self.tool {
                    self.put(square, Some(piece));
                }
            }
            Pointer::Released(at) => {
                let pressed = self.selection.selected.and_then(Place::square);
                let over = layout.place(self.selection.hand(at));
                match self.selection.released(at, over) {
                    Release::Dropped { from, on, .. } => {
                        if let Some(from) = from.square() {
                            let piece = self.board.set(from, None);
                            match on.and_then(Place::square) {
                                Some(to) => self.put(to, piece),
                                None => self.changed(),
                            }
                        }
                    }
                    Release::Nothing => {
                        self.selection.clear();
                        if let Some(square) = pressed {
                            self.click(square);
                        }
                    }
                }
            }
            Pointer::Secondary(at) => {
                if !self.cancel_drag()
                    && let Some(square) = square(at)
                {
                    self.put(square, None);
                }
            }
            Pointer::SecondaryReleased { .. } => {}
            Pointer::Cancelled => {
                self.selection.cancel();
                self.selection.clear();
            }
            Pointer::Modifiers(_) => {}
            Pointer::By(device) => self.selection.lift = layout.lift_of(device),
            // they enlarge the board
            Pointer::DoubleTapped(_) | Pointer::Pinched { .. } => {}
        }
    }

    /// Uses the tool on the piece of a square.
    fn click(&mut self, square: Square) {
        match self.tool {
            Tool::Hand => {}
            Tool::Eraser => self.put(square, None),
            Tool::Put(piece) => {
                let same = self.board.piece_at(square) == Some(piece);
                self.put(square, Some(piece).filter(|_| !same));
            }
        }
    }

    /// The board as shapes; empty if the layout is of another game.
    #[must_use]
    pub fn scene(&self, placed: &Placed, theme: &Theme) -> Scene {
        let Placed::Xiangqi(layout) = placed else { return Scene::default() };
        let model = BoardModel {
            pieces: self.board.iter().collect(),
            dragged: self.selection.dragged().and_then(|(place, at)| Some((place.square()?, at))),
            ..BoardModel::default()
        };
        board_scene::scene(&model, layout, theme)
    }

    /// Whether the pointer is over a piece, or over a square on which the tool puts one.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let square = self.selection.hovered.and_then(Place::square);
        square
            .is_some_and(|square| self.board.piece_at(square).is_some() || matches!(self.tool, Tool::Put(_)))
    }

    /// Whether a piece is dragged.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.selection.dragged().is_some()
    }
}

/// The first two fields of the FEN of a board, which may break the rules.
fn fen_of(board: &Board, side: Color) -> String {
    let mut text = String::new();
    for rank in (0..Square::RANKS).rev() {
        let mut empty = 0;
        for piece in (0..Square::FILES).map(|file| Square::new(file, rank).and_then(|at| board.piece_at(at)))
        {
            match piece {
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(piece.fen_letter());
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if side == Color::Red { 'w' } else { 'b' });
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::board_layout::BoardLayout;
    use crate::drawing::scene::{Modifiers, Rect};
    use emath::{pos2, vec2};

    fn layout() -> Placed {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(632.0, 710.0));
        Placed::Xiangqi(BoardLayout::fit(room, Color::Red))
    }

    fn at(square: &str) -> Point {
        layout().point(Place::Square(square.parse().unwrap())).unwrap()
    }

    fn click(set_up: &mut SetUp, square: &str) {
        for pointer in
            [Pointer::Moved(at(square)), Pointer::Pressed(at(square)), Pointer::Released(at(square))]
        {
            set_up.pointer(pointer, &layout());
        }
    }

    fn drag(set_up: &mut SetUp, from: &str, to: Point) {
        for pointer in [Pointer::Pressed(at(from)), Pointer::Moved(to), Pointer::Released(to)] {
            set_up.pointer(pointer, &layout());
        }
    }

    fn empty() -> SetUp {
        let mut set_up = SetUp::new(&Position::start(), Purpose::Review, Color::Red);
        set_up.clear();
        set_up
    }

    #[test]
    fn pieces_are_put_dragged_and_removed_with_the_fault_shown() {
        let mut set_up = empty();
        assert_eq!(
            set_up.position().map(|position| position.fen()),
            Ok("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1".into())
        );
        drag(&mut set_up, "d9", at("e9"));
        assert_eq!(set_up.position(), Err(FenError::GeneralsFacing));
        let pawn = Piece::new(Color::Red, PieceKind::Pawn);
        set_up.choose(Tool::Put(pawn));
        click(&mut set_up, "e5");
        assert_eq!(set_up.position().unwrap().fen(), "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1");
        assert_eq!(set_up.left(pawn), 4);
        drag(&mut set_up, "e5", at("e1"));
        let misplaced = FenError::Misplaced { piece: pawn, square: "e1".parse().unwrap() };
        assert_eq!(set_up.position(), Err(misplaced));
        drag(&mut set_up, "e1", at("e6"));
        click(&mut set_up, "e6");
        assert_eq!(set_up.fen(), "4k4/9/9/9/9/9/9/9/9/4K4 w", "a click with the same piece removes it");
        click(&mut set_up, "d6");
        drag(&mut set_up, "d6", pos2(-50.0, -50.0));
        assert_eq!(set_up.left(pawn), 5, "a piece dropped outside is removed");
        click(&mut set_up, "e6");
        set_up.pointer(Pointer::Secondary(at("e6")), &layout());
        set_up.pointer(Pointer::SecondaryReleased { at: at("e6"), modifiers: Modifiers::NONE }, &layout());
        assert_eq!(set_up.left(pawn), 5, "the right button removes a piece");
    }

    #[test]
    fn the_tool_is_used_on_typed_squares_as_by_clicks() {
        let mut set_up = empty();
        set_up.choose(Tool::Put(Piece::new(Color::Red, PieceKind::Pawn)));
        set_up.edit(SetUpField::Squares, "E5 a4 x9".into());
        set_up.use_tool();
        assert_eq!((set_up.fen(), set_up.squares()), ("3k5/9/9/9/4P4/P8/9/9/9/4K4 w", "x9"));
    }

    #[test]
    fn a_changed_position_is_not_discarded_unasked() {
        let mut set_up = SetUp::new(&Position::start(), Purpose::Review, Color::Red);
        assert!(!set_up.ask_to_discard());
        set_up.set_side(Color::Black);
        assert!(set_up.ask_to_discard() && set_up.is_asked_to_discard());
        set_up.keep();
        assert!(!set_up.is_asked_to_discard());
    }

    #[test]
    fn the_side_to_move_decides_which_check_is_a_fault() {
        let mut set_up = empty();
        drag(&mut set_up, "d9", at("e9"));
        set_up.choose(Tool::Put(Piece::new(Color::Red, PieceKind::Rook)));
        click(&mut set_up, "e5");
        assert_eq!(set_up.position(), Err(FenError::OpponentInCheck));
        set_up.set_side(Color::Black);
        assert!(set_up.position().is_ok());
    }

    #[test]
    fn the_board_follows_a_typed_fen_and_names_its_fault() {
        let mut set_up = empty();
        set_up.edit(SetUpField::Fen, "4k4/9/9/9/4P4/9/9/9/9/4K4 b - - 0 1".into());
        assert_eq!((set_up.side(), set_up.position().is_ok()), (Color::Black, true));
        set_up.edit(SetUpField::Fen, "3k5/9/9/9/9/9/9/9/9/4K3R - - - 0 0".into());
        assert_eq!((set_up.side, set_up.fen_error), (Color::Red, None));
        set_up.edit(SetUpField::Fen, "4k4/9/9 b".into());
        assert_eq!(set_up.position(), Err(FenError::RankCount { found: 3 }));
        set_up.start();
        assert_eq!(set_up.position(), Ok(Position::start()));
    }
}
