//! Tests of the boards of a tournament side by side, and of guessing at a table that is watched.

use super::evenings_tests::in_window;
use super::tests::{click_widget, shown, trace, widget};
use chuhe_app::live_guessing::guesses;
use chuhe_app::testing::boards::{beside_boards, board_preview, game_at};
use chuhe_app::testing::watch::watching;
use chuhe_app::testing::{World, played};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::evening_action::{EveningAction, WallPage};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::Event;
use chuhe_protocol::{ClientMessage, TableRequest, WatchFrom};
use chuhe_rules::Color;
use chuhe_tournaments::{self as tournaments, BoardId};
use egui::{Key, Vec2, vec2};
use std::cell::RefCell;

/// A desktop, a phone on its side and upright, and a projector.
const WINDOWS: [Vec2; 4] =
    [vec2(1_280.0, 820.0), vec2(844.0, 390.0), vec2(390.0, 844.0), vec2(1_920.0, 1_080.0)];

/// The same in this window.
pub(super) fn of_size(world: World, size: Vec2) -> World {
    let mut world = in_window(world, size);
    world.update(Event::Resized(size));
    world
}

/// So many boards in this window, of which the second has ended and the third has not arrived.
pub(super) fn boards(count: u16, size: Vec2) -> World {
    let mut world = of_size(beside_boards(count), size);
    for board in (1..=count).filter(|board| *board != 3) {
        world.receive(board_preview(game_at(board), board % 4));
    }
    let ended = tournaments::Event::Finished { board: BoardId { round: 1, board: 2 }, winner: None };
    if count > 1 {
        world.evening_events(vec![ended]);
    }
    world
}

fn page(world: &RefCell<World>) -> Option<u16> {
    world.borrow().evening().chosen.boards
}

#[test]
fn nothing_is_cut_and_every_board_is_in_sight_in_every_window() {
    let mut found = Vec::new();
    for lang in [Lang::En, Lang::Zh, Lang::Vi] {
        for (size, fit) in WINDOWS.into_iter().zip([6, 2, 1, 6]) {
            for wall in [None, Some(WallPage::Boards(0))] {
                let mut world = boards(8, size);
                world.act(EveningAction::Wall(wall).into());
                let world = RefCell::new(world);
                let mut harness = shown(&world, lang, size);
                harness.run_steps(4);
                let trace = trace(&harness);
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size).expand(1.0);
                let cards: Vec<_> =
                    trace.widgets.iter().filter(|it| it.id.starts_with("board.watch.")).collect();
                assert_eq!(cards.len(), fit, "{lang:?} {size} {wall:?}");
                let outside = trace.widgets.iter().filter(|it| !window.contains_rect(it.rect));
                found.extend(outside.map(|it| format!("{lang:?} {size} {wall:?}: {} is outside", it.id)));
                found.extend(trace.cut.iter().map(|it| format!("{lang:?} {size} {wall:?}: cut {it:?}")));
            }
        }
    }
    found.dedup();
    assert!(found.is_empty(), "{}\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_press_on_a_board_watches_its_game_unless_that_has_ended() {
    let world = RefCell::new(boards(2, WINDOWS[0]));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    world.borrow_mut().effects.clear();
    let running = widget(&harness, "board.watch.1.1");
    assert!(running.label.contains("1:00") && running.label.contains("9.5"), "{}", running.label);
    harness.run_steps(1);
    click_widget(&mut harness, "board.watch.1.1");
    let watch = TableRequest::Watch { from: WatchFrom::Current }.at(game_at(1));
    let sent: Vec<ClientMessage> = world.borrow_mut().take_sent();
    assert!(sent.contains(&watch), "{sent:?}");
    harness.run_steps(3);
    click_widget(&mut harness, "board.watch.1.2");
    assert!(!world.borrow_mut().take_sent().iter().any(|it| matches!(it, ClientMessage::Table { .. })));
}

#[test]
fn pages_are_turned_by_buttons_and_fingers() {
    let world = RefCell::new(boards(3, WINDOWS[2]));
    let mut harness = shown(&world, Lang::En, WINDOWS[2]);
    harness.run_steps(4);
    assert!(!widget(&harness, "boards.earlier").enabled);
    harness.run_steps(1);
    click_widget(&mut harness, "boards.later");
    assert_eq!(page(&world), Some(1));
    harness.run_steps(4);
    let card = widget(&harness, "board.watch.1.2").rect;
    let steps = [card.center(), card.center() + vec2(40.0, 0.0), card.center() + vec2(120.0, 0.0)];
    let press = |pressed, pos| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    harness.input_mut().events.push(egui::Event::PointerMoved(steps[0]));
    harness.input_mut().events.push(press(true, steps[0]));
    harness.step();
    for at in &steps[1..] {
        harness.input_mut().events.push(egui::Event::PointerMoved(*at));
        harness.step();
    }
    harness.input_mut().events.push(press(false, steps[2]));
    harness.run_steps(3);
    assert_eq!(page(&world), Some(0), "a swipe to the right shows the boards before");
}

#[test]
fn the_wall_shows_boards_after_the_standings_and_then_the_pairings() {
    let world = RefCell::new(boards(2, WINDOWS[3]));
    world.borrow_mut().act(EveningAction::Wall(Some(WallPage::Standings)).into());
    let mut harness = shown(&world, Lang::En, WINDOWS[3]);
    harness.run_steps(3);
    let wall = || world.borrow().evening().chosen.wall.map(|(page, _)| page);
    for next in [WallPage::Boards(0), WallPage::Pairings] {
        harness.press_key(Key::Space);
        harness.run_steps(2);
        assert_eq!(wall(), Some(next));
    }
}

#[test]
fn a_spectator_guesses_and_sees_what_it_is_worth_in_every_window() {
    for size in WINDOWS {
        let world = RefCell::new(of_size(watching(0), size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(4);
        click_widget(&mut harness, "watch.guess");
        harness.run_steps(3);
        assert!(widget(&harness, "watch.state").label.starts_with("Black to move"), "{size}");
        world.borrow_mut().act(Action::Edit(Field::Move, "b9c7".into()));
        world.borrow_mut().act(GuessAction::PlayTyped.into());
        harness.run_steps(3);
        assert!(widget(&harness, "watch.state").label.starts_with("Your move: "), "{size}");
        world.borrow_mut().receive_event(played(Color::Black, "b9c7"));
        harness.run_steps(3);
        let said = widget(&harness, "watch.state").label;
        assert_eq!(said, "10 points: as in the game · 10 of 10 points", "{size}");
        harness.run_steps(1);
        let cut = trace(&harness).cut;
        assert!(cut.is_empty(), "{size}: {cut:?}");
        harness.run_steps(1);
        click_widget(&mut harness, "watch.guess");
        let world = world.borrow();
        let visit = world.app.sessions().visit().unwrap();
        assert!(guesses(visit, visit.table().unwrap()).is_none());
    }
}

#[test]
fn a_phone_begins_with_a_board_that_runs_and_escape_goes_back() {
    let mut world = boards(3, WINDOWS[2]);
    let ended = tournaments::Event::Finished { board: BoardId { round: 1, board: 1 }, winner: None };
    world.evening_events(vec![ended]);
    world.act(EveningAction::Boards(None).into());
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, WINDOWS[2]);
    harness.run_steps(4);
    click_widget(&mut harness, "evening.watch_boards");
    assert_eq!(page(&world), Some(2), "the first two boards are over");
    harness.run_steps(2);
    harness.press_key(Key::Escape);
    harness.run_steps(2);
    assert_eq!((page(&world), world.borrow().app.screen()), (None, chuhe_app::Screen::Evenings));
}
