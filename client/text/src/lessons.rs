//! Lessons, puzzles and games to guess as lines.

use super::{boards, menu};
use chuhe_app::App;
use chuhe_model::exercise::Exercise as _;
use chuhe_rules::clock::Timestamp;
use chuhe_view::Model;
use chuhe_view::endgames::EndgameView;
use chuhe_view::guess::{GuessView, guessing};
use chuhe_view::learn::LessonView;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::puzzles::PuzzleView;

/// The board of the exercise on the screen row by row; none where there is none.
pub(super) fn board(app: &App) -> Vec<String> {
    let study = app.study();
    let lesson = study.learning().map(|learning| boards::lesson_grid(app, learning));
    let guess = guessing(app).map(|it| boards::xiangqi_grid(app, &it.position(), it.bottom()));
    let puzzle = || study.puzzle_board().map(|(at, bottom)| boards::xiangqi_grid(app, at, bottom));
    let grid = app.exercise().and_then(|_| guess.or(lesson).or_else(puzzle));
    grid.map_or_else(Vec::new, |grid| boards::rows(app.desk().text(), &grid))
}

/// What the exercise says: its words, the task and the reply to the last move.
pub(super) fn said(app: &App, now: Timestamp) -> Vec<String> {
    let model = Model::of(app, now);
    let guess = GuessView::of(&model).map(GuessView::said);
    let lesson = || LessonView::of(&model).map(LessonView::said);
    let mistake = || MistakeView::of(&model).map(MistakeView::said);
    let endgame = || EndgameView::of(&model).map(EndgameView::said);
    let puzzle = || PuzzleView::of(&model).map(PuzzleView::said);
    let said = guess.or_else(lesson).or_else(puzzle).or_else(mistake).or_else(endgame);
    menu::texts(app.desk().text(), said.unwrap_or_default())
}
