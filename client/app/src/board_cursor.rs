//! Playing with the keyboard: the cursor on the board becomes events of the pointer.

use super::{App, live_guessing};
use crate::subject::Subject;
use chuhe_model::actions::cursor_action::CursorAction;
use chuhe_model::actions::set_up_action::Tool;
use chuhe_model::drawing::scene::{Place, Pointer};
use chuhe_model::exercise::Exercise;
use chuhe_model::layout::table_layout::Placed;
use chuhe_model::table::board_cursor::BoardCursor;
use chuhe_rules::clock::Timestamp;

impl App {
    /// What the board shows; a game also while it is covered.
    pub(crate) fn subject(&self) -> Option<Subject<'_>> {
        let exercise = || self.exercise().map(Subject::Exercise);
        let review = || self.study.reviewing().map(|it| Subject::Review(&it.review));
        let guessed = || {
            live_guessing::shown(&self.sessions, self.screen())
                .map(|(table, guesses)| Subject::Guessed(table, guesses))
        };
        let table = || guessed().or_else(|| self.sessions.table().map(Subject::Table));
        self.study.set_up().map(Subject::SetUp).or_else(exercise).or_else(review).or_else(table)
    }

    /// What the board on the screen shows; nothing while a screen without a board lies over it.
    pub(crate) fn shown(&self) -> Option<Subject<'_>> {
        self.subject().filter(|_| self.screen().has_board())
    }

    /// The board on the screen, as it is while it is not enlarged.
    #[must_use]
    pub fn shown_board(&self) -> Option<Placed> {
        self.shown().map(|shown| shown.board(self.desk.area(self.desk.size)))
    }

    /// Whether a piece is picked.
    #[must_use]
    pub fn holds_piece(&self) -> bool {
        self.pane.cursor.is_some_and(|cursor| cursor.picked.is_some())
            || self.subject().is_some_and(Subject::has_selection)
    }

    #[inline(never)]
    pub(super) fn act_cursor(&mut self, action: CursorAction, now: Timestamp) {
        let Some(board) = self.shown_board() else {
            self.pane.cursor = None;
            return;
        };
        if action != CursorAction::Hide {
            // the cursor goes everywhere
            self.pane.reset();
        }
        // another board, or a part of it that is not shown any more
        let is_there =
            |cursor: &BoardCursor| board.point(cursor.place).is_some_and(|at| board.panel().contains(at));
        let cursor = self.pane.cursor.filter(is_there).or_else(|| BoardCursor::on(&board));
        let Some(mut cursor) = cursor else { return };
        match action {
            CursorAction::Show => self.pane.cursor = Some(cursor),
            CursorAction::Hide => {
                self.pane.cursor = None;
                self.pointer(Pointer::Cancelled, now);
            }
            // the press of the mouse goes on
            CursorAction::UseMouse => self.pane.cursor = None,
            CursorAction::Move(direction) => {
                cursor.step(&board, direction);
                self.pane.cursor = Some(cursor);
                if let Some(at) = board.point(cursor.place) {
                    self.pointer(Pointer::Moved(at), now);
                }
            }
            CursorAction::Press => {
                self.pane.cursor = Some(cursor);
                self.press_at_cursor(&board, cursor, now);
            }
            CursorAction::LetGo => self.let_go(now),
        }
    }

    /// Clicks where the cursor is; where pieces are only dragged, picks one or drops it.
    fn press_at_cursor(&mut self, board: &Placed, cursor: BoardCursor, now: Timestamp) {
        let Some(at) = board.point(cursor.place) else { return };
        let is_dragged = |place: Place| {
            let set_up = self.study.set_up().filter(|set_up| set_up.tool() == Tool::Hand);
            set_up.zip(place.square()).is_some_and(|(set_up, square)| set_up.piece_at(square).is_some())
        };
        let from = cursor.picked.and_then(|place| board.point(place));
        let picks = from.is_none() && is_dragged(cursor.place);
        self.pane.cursor = Some(BoardCursor { picked: picks.then_some(cursor.place), ..cursor });
        if picks {
            return;
        }
        let path = match from {
            Some(from) => vec![Pointer::Pressed(from), Pointer::Moved(at), Pointer::Released(at)],
            None => vec![Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)],
        };
        for pointer in path {
            self.pointer(pointer, now);
        }
    }

    fn let_go(&mut self, now: Timestamp) {
        if let Some(cursor) = &mut self.pane.cursor {
            cursor.picked = None;
        }
        if self.study.set_up().is_some() {
            return;
        }
        if self.exercise().is_some() {
            self.study.exercise_mut().map(|it| it.cancel());
        } else if let Some(reviewing) = self.study.reviewing.as_mut().filter(|_| !self.study.aside) {
            reviewing.review.board.cancel();
        } else {
            let screen = self.screen();
            live_guessing::shown_mut(&mut self.sessions, screen).map(Exercise::cancel);
            if let Some(table) = self.sessions.shown_mut().table_mut() {
                table.cancel(now);
            }
        }
    }
}
