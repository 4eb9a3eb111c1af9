//! Lessons and puzzles as lines.

use super::{boards, menu};
use chuhe_app::App;
use chuhe_model::exercise::Exercise as _;
use chuhe_rules::clock::Timestamp;
use chuhe_view::Model;
use chuhe_view::learn::LessonView;
use chuhe_view::puzzles::PuzzleView;

/// The board of the lesson or the puzzle row by row; none where neither is on the screen.
pub(super) fn board(app: &App) -> Vec<String> {
    let study = app.study();
    let lesson = study.learning().map(|learning| boards::lesson_grid(app, learning));
    let puzzle = || study.solving().map(|it| boards::xiangqi_grid(app, it.position(), it.bottom()));
    let grid = app.exercise().and_then(|_| lesson.or_else(puzzle));
    grid.map_or_else(Vec::new, |grid| boards::rows(app.desk().text(), &grid))
}

/// What the lesson or the puzzle says: its words, the task and the reply to the last move.
pub(super) fn said(app: &App, now: Timestamp) -> Vec<String> {
    let model = Model::of(app, now);
    let lesson = LessonView::of(&model).map(LessonView::said);
    let said = lesson.or_else(|| PuzzleView::of(&model).map(PuzzleView::said));
    menu::texts(app.desk().text(), said.unwrap_or_default())
}
