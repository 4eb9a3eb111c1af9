//! The course and the puzzles: the lists, lessons of both games, and puzzles.

use super::games::{Scene, searched};
use chuhe_model::actions::action::{Action, Field, JoinAction, TableAction};
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::lessons::{Game, course};
use chuhe_model::luzhanqi::notation;
use chuhe_model::puzzles::{Attempt, FlagVerdict, Hint, Puzzle, Verdict};
use chuhe_rules::luzhanqi::{Move, Strength};

pub(super) fn learn(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Learn)));
    // the first two lessons are done
    begin(&mut scene, Game::Xiangqi, "board");
    play(&mut scene, &["e3e4"]);
    scene.act(LearnAction::Next.into());
    play(&mut scene, &["a0a5", "a5h5"]);
    scene.act(LearnAction::Next.into());
    play(&mut scene, &["a0e0", "e0e6"]);
    scene.act(LearnAction::Leave.into());
    scene
}

pub(super) fn learn_luzhanqi(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Learn)));
    scene.act(LearnAction::List(Game::Luzhanqi).into());
    scene
}

pub(super) fn lesson(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    begin(&mut scene, Game::Xiangqi, "rook");
    scene
}

pub(super) fn lesson_with_a_mistake(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    begin(&mut scene, Game::Xiangqi, "horse");
    play(&mut scene, &["b0c2", "c2d4"]);
    scene.act(LearnAction::Next.into());
    play(&mut scene, &["b0c2"]);
    scene
}

pub(super) fn lesson_of_mate(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    begin(&mut scene, Game::Xiangqi, "mate");
    play(&mut scene, &["a8a9"]);
    scene
}

pub(super) fn lesson_of_marking(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    begin(&mut scene, Game::Luzhanqi, "marking");
    scene.act(LearnAction::Mark(Strength::Mine).into());
    scene
}

pub(super) fn puzzles(lang: Lang) -> Scene {
    let mut scene = puzzle_of_today(lang);
    let puzzle = puzzle(&scene);
    let first = puzzle.first[0];
    type_moves(&mut scene, &[first.to_string()]);
    while !is_over(&scene) {
        scene.act(PuzzleAction::Show.into());
        scene.world.advance(1_500);
    }
    scene.act(PuzzleAction::Leave.into());
    scene
}

pub(super) fn puzzle_of_today(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    scene.act(PuzzleAction::Daily.into());
    scene
}

pub(super) fn puzzle_with_a_wrong_move(lang: Lang) -> Scene {
    let mut scene = puzzle_of_today(lang);
    let puzzle = puzzle(&scene);
    let is_wrong = |verdict: &Verdict| matches!(verdict, Verdict::Wrong { reply: Some(_) });
    let moves = puzzle.position.legal_moves().into_iter();
    let mut wrong = moves.filter(|&mv| is_wrong(&Attempt::new(puzzle).try_move(mv)));
    let wrong = wrong.next().expect("some move is wrong");
    type_moves(&mut scene, &[wrong.to_string()]);
    // the theme, where there is one, and the piece
    scene.act(PuzzleAction::Hint.into());
    scene
}

pub(super) fn puzzle_solved(lang: Lang) -> Scene {
    let mut scene = puzzle_of_today(lang);
    while !is_over(&scene) {
        let solving = scene.app().study().exercises.solving().expect("a puzzle is on the screen");
        let hint = solving.attempt().clone().hint(1_000_000);
        let Hint::Move(mv) = hint else { panic!("{hint:?}") };
        type_moves(&mut scene, &[mv.to_string()]);
    }
    scene
}

/// A rook that the user has lost in a game, with a try that is no better.
pub(super) fn own_mistake(lang: Lang) -> Scene {
    let (mut scene, opponent) = Scene::at_table(1, lang, []);
    scene.play(opponent, &["i0i1", "h9g7", "i1d1", "i9h9", "d1d9", "e9d9"]);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene.act(Action::Table(TableAction::Resign));
    scene.world.advance(2_000);
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.take_unperformed(scene.user);
    scene.act(Action::Review(ReviewAction::Analysis(AnalysisAction::WholeGame)));
    scene.search();
    scene.act(Action::Review(ReviewAction::Leave));
    scene.act(Action::Table(TableAction::Leave));
    scene.act(Action::Join(JoinAction::Leave));
    scene.world.advance(1_000);
    scene.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    scene.act(PuzzleAction::Mend.into());
    scene.search();
    type_moves(&mut scene, &["d1d8".to_owned()]);
    scene.search();
    scene.world.advance(1_000);
    assert!(scene.app().study().exercises.mending().is_some(), "the mistake was kept");
    scene
}

/// The list of the endgames, of which one is mastered.
pub(super) fn endgames(lang: Lang) -> Scene {
    let mut scene = endgame_kept(lang);
    scene.act(PuzzleAction::Leave.into());
    scene
}

pub(super) fn endgame(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    scene.act(PuzzleAction::ListEndgames(true).into());
    scene.act(PuzzleAction::Endgame(0).into());
    scene.world.advance(500);
    play_endgame(&mut scene, 1);
    scene
}

pub(super) fn endgame_kept(lang: Lang) -> Scene {
    let mut scene = endgame(lang);
    play_endgame(&mut scene, 60);
    let practice = scene.app().study().exercises.endgame().expect("an endgame is on the screen");
    assert!(practice.ending().is_some(), "it is won");
    scene
}

/// The list of the puzzles of luzhanqi.
pub(super) fn flags(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    scene.act(PuzzleAction::ListFlags(true).into());
    scene
}

/// A puzzle of luzhanqi after a wrong move.
pub(super) fn flag_wrong(lang: Lang) -> Scene {
    let mut scene = flags(lang);
    scene.act(PuzzleAction::Flag(30).into());
    let hunting = scene.app().study().exercises.hunting().expect("a puzzle is on the screen");
    let (attempt, board) = (hunting.attempt(), hunting.attempt().position().board());
    let is_wrong = |mv: &Move| matches!(attempt.clone().try_move(*mv), FlagVerdict::Wrong(_));
    let wrong = attempt.position().legal_moves().into_iter().find(is_wrong).expect("there is a wrong move");
    let typed = [wrong.from, wrong.to].map(|at| notation::name(board, at)).concat();
    scene.act(Action::Edit(Field::Move, typed));
    scene.act(PuzzleAction::PlayTyped.into());
    scene.world.advance(500);
    scene
}

/// Plays an endgame for so many moves of the user, or until it ends, with the engine on both sides.
fn play_endgame(scene: &mut Scene, moves: usize) {
    for _ in 0..moves {
        let practice = scene.app().study().exercises.endgame().expect("an endgame is on the screen");
        if practice.ending().is_some() {
            return;
        }
        let mv = searched(practice.game(), 1, &mut |_| {}).best.expect("the game is not over");
        type_moves(scene, &[mv.to_string()]);
        scene.search();
        scene.world.advance(1_000);
    }
}

fn puzzle(scene: &Scene) -> &'static Puzzle {
    scene.app().study().exercises.solving().expect("a puzzle is on the screen").puzzle()
}

fn is_over(scene: &Scene) -> bool {
    scene.app().study().exercises.solving().is_none_or(|solving| solving.is_over())
}

fn type_moves(scene: &mut Scene, moves: &[String]) {
    for mv in moves {
        scene.act(Action::Edit(Field::Move, mv.clone()));
        scene.act(PuzzleAction::PlayTyped.into());
        scene.world.advance(1_500);
    }
}

pub(super) fn begin(scene: &mut Scene, game: Game, id: &str) {
    let index = course(game).iter().position(|lesson| lesson.id == id).expect("the course has it");
    scene.act(LearnAction::Begin(game, index).into());
}

fn play(scene: &mut Scene, moves: &[&str]) {
    for mv in moves {
        scene.act(Action::Edit(Field::Move, (*mv).to_owned()));
        scene.act(LearnAction::PlayTyped.into());
    }
    scene.world.advance(1_500);
}
