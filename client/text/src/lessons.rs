//! Lessons as lines.

use super::{boards, menu};
use chuhe_app::App;
use chuhe_rules::clock::Timestamp;
use chuhe_view::Model;
use chuhe_view::learn::LessonView;

/// The board of the lesson row by row.
pub(super) fn board(app: &App) -> Vec<String> {
    let grid = app.study().learning().map(|learning| boards::lesson_grid(app, learning));
    grid.map_or_else(Vec::new, |grid| boards::rows(app.desk().text(), &grid))
}

/// What the lesson says: its words, the task and the reply to the last move.
pub(super) fn said(app: &App, now: Timestamp) -> Vec<String> {
    let said = LessonView::of(&Model::of(app, now)).map_or_else(Vec::new, LessonView::said);
    menu::texts(app.desk().text(), said)
}
