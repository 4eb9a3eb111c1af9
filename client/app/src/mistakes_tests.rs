//! The user's own mistakes: where they come from, and how they come back.

use super::Screen;
use super::testing::World;
use super::testing::analysis::{analysed, end, with_lines_of_a_beginner};
use super::testing::mistakes::{mended_badly, mending};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::analysis::Finding;
use chuhe_model::engines::EngineFailure;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::mending::{MendReply, Mending};
use chuhe_model::notices::notice::Notice;

/// A day at noon, in milliseconds since 1970.
const NOON_MS: u64 = TODAY as u64 * 24 * 3_600_000 + 12 * 3_600_000;
const TODAY: u32 = 20_000;

fn shown(world: &World) -> &Mending {
    world.app.study().exercises.mending().expect("a mistake is on the screen")
}

fn try_move(world: &mut World, mv: &str) {
    world.act(Action::Edit(Field::Move, mv.to_owned()));
    world.act(PuzzleAction::PlayTyped.into());
}

fn due_tomorrow(world: &World) -> usize {
    world.app.desk.settings.puzzles.mistakes().due(Some(TODAY + 1))
}

#[test]
fn the_mistakes_of_an_own_game_are_kept_once_it_is_analysed() {
    let world = with_lines_of_a_beginner();
    let mistakes = world.app.desk.settings.puzzles.mistakes();
    assert_eq!(mistakes.open(), 1);
    let (position, played) = mistakes.next(None).unwrap();
    assert_eq!((position.fullmove_number(), played.to_string().as_str()), (2, "i0i2"));
    assert_eq!(analysed().app.desk.settings.puzzles.mistakes().open(), 0, "a game of others has none");
}

#[test]
fn a_better_move_is_any_that_is_nearly_as_good_as_the_best() {
    let mut world = mending();
    world.app.desk.environment.started_at_ms = Some(NOON_MS);
    assert_eq!(world.app.screen(), Screen::Puzzle);
    let best = world.searched();
    assert_eq!((best.game.ply(), best.nodes.is_some()), (0, true));
    world.found(best.number, end(30, "h0g2"));
    world.effects.clear();
    try_move(&mut world, "b0c2");
    assert!(shown(&world).is_thinking());
    let tried = world.searched();
    assert_eq!(tried.game.ply(), 1);
    world.found(tried.number, end(-10, "b9c7"));
    assert_eq!(shown(&world).reply(), Some(&MendReply::Right("b0c2".parse().unwrap())));
    assert_eq!(due_tomorrow(&world), 0, "it comes back later than tomorrow");
    assert!(
        world.effects.iter().any(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveSettings(_))))
    );
    try_move(&mut world, "a0a1");
    assert!(shown(&world).is_over(), "it is over");
    world.act(PuzzleAction::Leave.into());
    assert_eq!(world.app.screen(), Screen::Join);
}

#[test]
fn a_bad_move_and_help_let_the_mistake_come_back_tomorrow() {
    let mut world = mended_badly();
    assert_eq!(shown(&world).reply(), Some(&MendReply::Wrong("a0a2".parse().unwrap())));
    try_move(&mut world, "h0g2");
    assert!(matches!(shown(&world).reply(), Some(MendReply::Right(_))), "the best move needs no search");

    let mut world = mending();
    world.app.desk.environment.started_at_ms = Some(NOON_MS);
    world.act(PuzzleAction::Show.into());
    assert!(shown(&world).is_thinking());
    let best = world.searched().number;
    world.found(best, end(30, "h0g2"));
    assert_eq!(shown(&world).reply(), Some(&MendReply::Shown("h0g2".parse().unwrap())));
    assert_eq!(due_tomorrow(&world), 1);
}

#[test]
fn the_mistake_itself_and_moves_against_the_rules_are_told_apart() {
    let mut world = mending();
    try_move(&mut world, "a0a9");
    assert!(matches!(shown(&world).reply(), Some(MendReply::Refused(Notice::Illegal(_)))));
    try_move(&mut world, "i0i2");
    assert_eq!(shown(&world).reply(), Some(&MendReply::Same));
}

#[test]
fn an_engine_that_fails_costs_nothing_and_may_answer_later() {
    let mut world = mending();
    world.app.desk.environment.started_at_ms = Some(NOON_MS);
    let number = world.searched().number;
    world.found(number, Finding::Failed(EngineFailure::Own));
    world.effects.clear();
    try_move(&mut world, "b0c2");
    let again = world.searched().number;
    world.found(again, Finding::Failed(EngineFailure::Own));
    assert_eq!(shown(&world).reply(), Some(&MendReply::Unjudged));
    world.effects.clear();
    try_move(&mut world, "b0c2");
    let best = world.searched().number;
    world.found(best, end(30, "b0c2"));
    assert_eq!(shown(&world).reply(), Some(&MendReply::Right("b0c2".parse().unwrap())));
}
