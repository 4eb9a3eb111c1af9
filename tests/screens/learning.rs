//! The course: its list, and lessons of both games.

use super::games::Scene;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::lessons::{Game, course};
use chuhe_rules::luzhanqi::Strength;

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

fn begin(scene: &mut Scene, game: Game, id: &str) {
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
