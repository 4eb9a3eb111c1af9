//! Tests of warnings and rulings on repetitions at the table: the message, the list and the board.

use super::tests::{SIZES, shown, trace};
use crate::widgets::theme::{self, Theme};
use chuhe_app::testing::{ME, OTHER, World, played, reading, started};
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::Shape;
use chuhe_protocol::{Event as GameEvent, GameTerms};
use chuhe_rules::xiangqi::arbiter::Verdict;
use chuhe_rules::xiangqi::{Game, Position, RuleSet, Rules};
use egui::vec2;
use std::cell::RefCell;

const CHECKS: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
const CHECKING: [&str; 9] = ["a0a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8", "a9a8", "d8d9", "a8a9"];
const CHASES: &str = "3k5/9/9/9/c8/9/4R4/9/9/4K4 w - - 0 1";
const CHASING: [&str; 9] = ["e3e5", "a5a6", "e5e6", "a6a5", "e6e5", "a5a6", "e5e6", "a6a5", "e6e5"];
const IDLE: &str = "4k3r/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
const IDLING: [&str; 8] = ["a0a1", "i9i8", "a1a0", "i8i9", "a0a1", "i9i8", "a1a0", "i8i9"];

/// A game from this position after these moves, with what the server says of repetitions.
pub(super) fn repeating(fen: &str, moves: &[&str]) -> World {
    let mut world = World::in_lobby();
    let mut event = started(ME, OTHER);
    let GameEvent::Started(start) = &mut event else { panic!("{event:?}") };
    start.terms.game = GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some(fen.into()) };
    world.receive_event(event);
    let mut game = Game::new(Position::from_fen(fen).expect("a position"), Rules::default());
    for mv in moves {
        let by = game.turn().expect("the game goes on");
        game.play(by, mv.parse().expect("a move")).expect("a legal move");
        world.receive_event(played(by, mv));
        if let Some(ruling) = game.repetition() {
            world.receive_event(GameEvent::RepetitionJudged {
                verdict: ruling.verdict,
                from_ply: u16::try_from(ruling.from_ply).expect("few plies"),
                to_ply: u16::try_from(ruling.to_ply).expect("few plies"),
                is_final: game.ruling().is_some(),
            });
        }
        if let Some(outcome) = game.outcome() {
            world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        }
    }
    world.wait(5_000);
    world
}

pub(super) fn warned() -> World {
    repeating(CHASES, &CHASING[..5])
}

pub(super) fn ruled() -> World {
    repeating(CHECKS, &CHECKING)
}

/// What the screen says of the repetition, if anything.
fn message(world: World, lang: Lang) -> Option<String> {
    let world = RefCell::new(world);
    let harness = shown(&world, lang, SIZES[1]);
    let widgets = trace(&harness).widgets;
    widgets.into_iter().find(|widget| widget.id == "table.repetition").map(|widget| widget.label)
}

#[test]
fn a_warning_says_who_would_lose_and_by_what() {
    let of = |fen, moves, lang| message(repeating(fen, moves), lang);
    assert_eq!(of(CHECKS, &CHECKING[..4], Lang::Zh), None);
    let warned = "再重复一次判红方负。红方长将：车九退一 ↔ 车九进一，已连续 2 次将军";
    assert_eq!(of(CHECKS, &CHECKING[..5], Lang::Zh).as_deref(), Some(warned));
    let warned = "再重复一次判红方负。红方长捉：车五进一 ↔ 车五退一，已连续 2 次捉无根炮";
    assert_eq!(of(CHASES, &CHASING[..5], Lang::Zh).as_deref(), Some(warned));
    let warned = "If this repeats again, Red loses by perpetual chase: R5+1 ↔ R5-1, \
                  2 attacks in a row on an unprotected cannon";
    assert_eq!(of(CHASES, &CHASING[..5], Lang::En).as_deref(), Some(warned));
    let warned = "再重复一次判和：车九进一、车９进１、车九退一、车９退１";
    assert_eq!(of(IDLE, &IDLING[..4], Lang::Zh).as_deref(), Some(warned));
}

#[test]
fn a_ruling_says_who_lost_and_by_what() {
    let of = |fen, moves, lang| message(repeating(fen, moves), lang);
    let ruled = "红方长将：车九退一 ↔ 车九进一，连续 4 次将军，判负";
    assert_eq!(of(CHECKS, &CHECKING, Lang::Zh).as_deref(), Some(ruled));
    let ruled = "Red loses by perpetual check: R9-1 ↔ R9+1, 4 checks in a row";
    assert_eq!(of(CHECKS, &CHECKING, Lang::En).as_deref(), Some(ruled));
    let ruled = "A draw: the position occurs for the third time. R9+1, R9+1, R9-1, R9-1";
    assert_eq!(of(IDLE, &IDLING, Lang::En).as_deref(), Some(ruled));
}

#[test]
fn a_warning_ends_with_the_next_move_a_takeback_or_the_game() {
    let mut world = warned();
    world.receive_event(played(chuhe_rules::Color::Black, "a5b5"));
    assert_eq!(world.table().game().repetition(), None);
    let mut world = warned();
    let clocks = reading(None);
    world.receive_event(GameEvent::TakenBack { by: chuhe_rules::Color::Red, to_ply: 4, clocks });
    assert_eq!(world.table().game().repetition(), None);
    let mut world = warned();
    let outcome = chuhe_rules::Outcome::won(chuhe_rules::Color::Red, chuhe_rules::WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks });
    assert_eq!(world.table().game().repetition(), None);
}

#[test]
fn the_moves_of_the_cycle_are_marked_on_the_board_while_its_position_is_shown() {
    let mut world = warned();
    let areas = |world: &World| {
        let layout = world.table().layout(vec2(1280.0, 820.0));
        let scene =
            world.table().scene(&layout.board, &Theme::of(world.app.desk().look().appearance), world.now);
        let ink = |color: &egui::Color32| *color == theme::PIECE_RED.gamma_multiply(0.6);
        let arrows = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Area { .. })).count();
        let rings = scene.shapes.iter();
        let rings = rings.filter(|shape| matches!(shape, Shape::Ring { color, .. } if ink(color))).count();
        (arrows, rings)
    };
    assert_eq!(areas(&world), (2, 1), "two moves of the rook, and the cannon that it chases");
    world.act(Action::Table(TableAction::Review(Some(3))));
    assert_eq!(areas(&world), (0, 0));
    world.act(Action::Table(TableAction::Review(None)));
    assert_eq!(areas(&world), (2, 1));
    assert_eq!(areas(&repeating(IDLE, &IDLING)), (0, 0), "nobody loses in a draw");
}

#[test]
fn the_moves_of_the_cycle_are_marked_in_the_list() {
    let world = warned();
    let repetition = world.table().game().repetition().expect("a warning");
    assert_eq!((1..=5).filter(|&ply| repetition.holds(ply)).collect::<Vec<_>>(), [2, 3, 4, 5]);
    assert_eq!(red_bars(world), [2, 3, 4, 5]);
    assert_eq!(red_bars(repeating(CHASES, &CHASING[..4])), [0; 0]);
}

/// The plies of the moves in the list that have a red bar at their left edge.
fn red_bars(world: World) -> Vec<usize> {
    let red = Theme::of(world.app.desk().look().appearance).red;
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[1]);
    let shapes = harness.output().shapes.iter().filter_map(|clipped| {
        let egui::Shape::Rect(rect) = &clipped.shape else { return None };
        (rect.fill == red && rect.rect.width() == 4.0).then(|| rect.rect.center())
    });
    let bars: Vec<_> = shapes.collect();
    let widgets = trace(&harness).widgets;
    let ply = |id: &str| id.strip_prefix("move.")?.parse().ok();
    let mut plies: Vec<usize> = widgets
        .iter()
        .filter(|widget| bars.iter().any(|&bar| widget.rect.contains(bar)))
        .filter_map(|widget| ply(&widget.id))
        .collect();
    plies.sort_unstable();
    plies
}

#[test]
fn a_verdict_that_the_rules_contradict_is_out_of_sync() {
    let mut world = repeating(CHASES, &CHASING[..4]);
    world.receive_event(played(chuhe_rules::Color::Red, "e6e5"));
    let judged =
        GameEvent::RepetitionJudged { verdict: Verdict::Draw, from_ply: 1, to_ply: 5, is_final: false };
    world.receive_event(judged);
    assert!(world.app.sessions().table().is_none(), "the client fetches the game again");
}

/// The size of a tall window.
const TALL: egui::Vec2 = egui::vec2(720.0, 1280.0);

#[test]
fn the_message_leaves_room_for_the_list_in_small_and_tall_windows() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| [(lang, SIZES[0]), (lang, TALL)]) {
        for (world, last) in [(warned(), "move.5"), (ruled(), "move.9")] {
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            let find = |id| widgets.iter().find(|widget| widget.id == id).expect("a widget");
            let (message, last) = (find("table.repetition"), find(last));
            assert!(last.rect.top() >= message.rect.bottom(), "{message:?} {last:?}");
            if let Some(outcome) = widgets.iter().find(|widget| widget.id == "outcome") {
                assert!(last.rect.bottom() <= outcome.rect.top(), "{last:?} {outcome:?}");
            }
        }
    }
}
