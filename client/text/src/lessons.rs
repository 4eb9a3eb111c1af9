//! Lessons, puzzles and games to guess as lines, also those that are watched meanwhile.

use super::{boards, menu};
use chuhe_app::App;
use chuhe_model::exercise::Exercise as _;
use chuhe_rules::clock::Timestamp;
use chuhe_view::endgames::EndgameView;
use chuhe_view::flags::FlagView;
use chuhe_view::guess::{GuessView, guessing, live_said};
use chuhe_view::learn::LessonView;
use chuhe_view::mistakes::MistakeView;
use chuhe_view::puzzles::PuzzleView;
use chuhe_view::{Model, Part};

/// The board of the exercise on the screen row by row; none where there is none.
pub(super) fn board(app: &App) -> Vec<String> {
    let study = app.study();
    let lesson = study.exercises.learning().map(|learning| boards::lesson_grid(app, learning));
    let guess = guessing(app).map(|it| boards::xiangqi_grid(app, &it.position(), it.bottom()));
    let grid = app.exercise().and_then(|_| guess.or(lesson).or_else(|| boards::puzzle_grid(app)));
    grid.map_or_else(Vec::new, |grid| boards::rows(app.desk().text(), &grid))
}

/// What the exercise says: its words, the task and the reply to the last move.
pub(super) fn said(app: &App, now: Timestamp) -> Vec<String> {
    menu::texts(app.desk().text(), parts(app, now))
}

/// The reply to the last move, if there is one.
pub(super) fn reply(app: &App, now: Timestamp) -> Vec<String> {
    ending(app, now, ".reply")
}

/// The moves so far, or that there is nothing to list.
pub(super) fn moves(app: &App, now: Timestamp) -> Vec<String> {
    let moves = ending(app, now, ".moves");
    if moves.is_empty() { vec![app.desk().text().console().not_here.to_owned()] } else { moves }
}

/// The facts whose id ends like this.
fn ending(app: &App, now: Timestamp, end: &str) -> Vec<String> {
    let is_it = |part: &Part| matches!(part, Part::Fact(fact) if fact.id.ends_with(end));
    menu::texts(app.desk().text(), parts(app, now).into_iter().filter(is_it).collect())
}

fn parts(app: &App, now: Timestamp) -> Vec<Part> {
    let model = Model::of(app, now);
    let guess = GuessView::of(&model).map(GuessView::said);
    let lesson = || LessonView::of(&model).map(LessonView::said);
    let mistake = || MistakeView::of(&model).map(MistakeView::said);
    let endgame = || EndgameView::of(&model).map(EndgameView::said);
    let flag = || FlagView::of(&model).map(FlagView::said);
    let puzzle = || PuzzleView::of(&model).map(PuzzleView::said);
    let live = || live_said(&model).map(|said| vec![Part::Fact(said)]);
    let puzzle = puzzle().or_else(mistake).or_else(endgame).or_else(flag);
    let said = guess.or_else(lesson).or(puzzle).or_else(live);
    said.unwrap_or_default()
}
