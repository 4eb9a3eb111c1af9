//! Guessing the moves of a record: the question, an answer, and the end.

use super::games::{OPENING, Scene};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::files::FilesEvent;

/// A client that guesses red's moves of a game of some masters, from its start.
pub(super) fn guess(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    let bytes = format!("[Red \"胡荣华\"]\n[Black \"柳大华\"]\n\n{}\n", OPENING[..12].join(" "));
    let name = || "cup.pgn".to_owned();
    scene.pass(Event::Files(FilesEvent::Game { file: name(), path: name(), bytes: bytes.into() }));
    scene.act(Action::Review(ReviewAction::Step(Step::First)));
    scene.world.take_unperformed(scene.user);
    scene.act(GuessAction::Begin.into());
    scene.search();
    scene.world.advance(1_000);
    scene
}

/// The same after a poor guess, which has its worth.
pub(super) fn guess_answered(lang: Lang) -> Scene {
    let mut scene = guess(lang);
    answer(&mut scene, "a0a2");
    scene
}

/// The same after the last move, with a poor guess on the board.
pub(super) fn guess_done(lang: Lang) -> Scene {
    let mut scene = guess(lang);
    for (number, mv) in OPENING[..12].iter().step_by(2).enumerate() {
        // two of the six are poor
        let guess = match number {
            0 => "a0a2",
            2 => "e2e6",
            _ => mv,
        };
        answer(&mut scene, guess);
        scene.act(GuessAction::Next.into());
        scene.search();
        scene.world.advance(2_000);
    }
    scene.act(GuessAction::Look(0).into());
    scene.world.advance(1_000);
    scene
}

fn answer(scene: &mut Scene, mv: &str) {
    scene.act(Action::Edit(Field::Move, mv.to_owned()));
    scene.act(GuessAction::PlayTyped.into());
    scene.search();
    scene.world.advance(2_000);
}
