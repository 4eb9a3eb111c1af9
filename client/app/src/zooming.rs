//! Enlarging the board with two fingers.

use super::{App, Screen};
use chuhe_model::drawing::scene::Point;
use chuhe_model::layout::table_layout::Placed;

impl App {
    /// Shows all of a board that has come to the screen.
    pub(super) fn settle_zoom(&mut self) {
        let board = match self.screen() {
            screen @ Screen::Table => self.sessions.table().map(|table| (screen, table.game().id().0)),
            screen @ Screen::Review => self.study.reviewing().map(|it| (screen, it.review.number.into())),
            screen @ Screen::SetUp => Some((screen, 0)),
            screen @ (Screen::Lesson | Screen::Puzzle | Screen::Guess) => Some((screen, 0)),
            Screen::Join | Screen::Lobby | Screen::Cover => None,
        };
        if self.pane.zoomed != board {
            self.pane.zoomed = board;
            self.pane.reset();
        }
    }

    /// Whether a press here takes a piece of the shown board.
    pub(super) fn grips(&self, board: &Placed, at: Point) -> bool {
        let layout = self.pane.zoom.placed(board);
        match self.screen() {
            Screen::Table => self.sessions.table().is_some_and(|table| table.board().grips(at, &layout)),
            Screen::Review => self.study.reviewing().is_some_and(|it| it.review.grips(at, &layout)),
            // a press puts a piece wherever it is
            Screen::SetUp => true,
            Screen::Lesson | Screen::Puzzle | Screen::Guess => {
                self.exercise().is_some_and(|it| it.grips(at, &layout))
            }
            Screen::Join | Screen::Lobby | Screen::Cover => false,
        }
    }
}
