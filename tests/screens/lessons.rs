//! The first step of every lesson of both courses, in pictures that are asked for.

use super::games::Scene;
use super::learning::begin;
use super::stages::Stage;
use chuhe_model::choices::lang::Lang;
use chuhe_model::lessons::{Game, course};

/// The lessons, in the order of the courses.
pub(super) const LESSONS: &[Stage] = &[
    Stage::new("xiangqi-board", |lang| first_step(lang, Game::Xiangqi, "board")),
    Stage::new("xiangqi-rook", |lang| first_step(lang, Game::Xiangqi, "rook")),
    Stage::new("xiangqi-cannon", |lang| first_step(lang, Game::Xiangqi, "cannon")),
    Stage::new("xiangqi-pawn", |lang| first_step(lang, Game::Xiangqi, "pawn")),
    Stage::new("xiangqi-horse", |lang| first_step(lang, Game::Xiangqi, "horse")),
    Stage::new("xiangqi-elephant", |lang| first_step(lang, Game::Xiangqi, "elephant")),
    Stage::new("xiangqi-advisor", |lang| first_step(lang, Game::Xiangqi, "advisor")),
    Stage::new("xiangqi-general", |lang| first_step(lang, Game::Xiangqi, "general")),
    Stage::new("xiangqi-facing", |lang| first_step(lang, Game::Xiangqi, "facing")),
    Stage::new("xiangqi-check", |lang| first_step(lang, Game::Xiangqi, "check")),
    Stage::new("xiangqi-escape", |lang| first_step(lang, Game::Xiangqi, "escape")),
    Stage::new("xiangqi-mate", |lang| first_step(lang, Game::Xiangqi, "mate")),
    Stage::new("xiangqi-stalemate", |lang| first_step(lang, Game::Xiangqi, "stalemate")),
    Stage::new("xiangqi-repetition", |lang| first_step(lang, Game::Xiangqi, "repetition")),
    Stage::new("xiangqi-opening", |lang| first_step(lang, Game::Xiangqi, "opening")),
    Stage::new("xiangqi-defence", |lang| first_step(lang, Game::Xiangqi, "defence")),
    Stage::new("xiangqi-two-rooks", |lang| first_step(lang, Game::Xiangqi, "two-rooks")),
    Stage::new("xiangqi-double-cannon", |lang| first_step(lang, Game::Xiangqi, "double-cannon")),
    Stage::new("xiangqi-horse-cannon", |lang| first_step(lang, Game::Xiangqi, "horse-cannon")),
    Stage::new("xiangqi-iron-bolt", |lang| first_step(lang, Game::Xiangqi, "iron-bolt")),
    Stage::new("xiangqi-palace-horse", |lang| first_step(lang, Game::Xiangqi, "palace-horse")),
    Stage::new("luzhanqi-road", |lang| first_step(lang, Game::Luzhanqi, "road")),
    Stage::new("luzhanqi-rail", |lang| first_step(lang, Game::Luzhanqi, "rail")),
    Stage::new("luzhanqi-engineer", |lang| first_step(lang, Game::Luzhanqi, "engineer")),
    Stage::new("luzhanqi-still", |lang| first_step(lang, Game::Luzhanqi, "still")),
    Stage::new("luzhanqi-battles", |lang| first_step(lang, Game::Luzhanqi, "battles")),
    Stage::new("luzhanqi-camp", |lang| first_step(lang, Game::Luzhanqi, "camp")),
    Stage::new("luzhanqi-placing", |lang| first_step(lang, Game::Luzhanqi, "placing")),
    Stage::new("luzhanqi-layout", |lang| first_step(lang, Game::Luzhanqi, "layout")),
    Stage::new("luzhanqi-hidden", |lang| first_step(lang, Game::Luzhanqi, "hidden")),
    Stage::new("luzhanqi-marking", |lang| first_step(lang, Game::Luzhanqi, "marking")),
    Stage::new("luzhanqi-flag", |lang| first_step(lang, Game::Luzhanqi, "flag")),
];

fn first_step(lang: Lang, game: Game, lesson: &str) -> Scene {
    let mut scene = Scene::new(1, lang);
    begin(&mut scene, game, lesson);
    scene.world.advance(1_500);
    scene
}

#[test]
fn every_lesson_is_here() {
    let games = [(Game::Xiangqi, "xiangqi"), (Game::Luzhanqi, "luzhanqi")];
    let named = |(game, name)| course(game).iter().map(move |lesson| format!("{name}-{}", lesson.id));
    let here = LESSONS.iter().map(|stage| stage.name.to_owned());
    assert_eq!(here.collect::<Vec<_>>(), games.into_iter().flat_map(named).collect::<Vec<_>>());
}
