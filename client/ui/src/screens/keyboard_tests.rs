//! Tests of the screens without a mouse.

use super::tests::{flat_worlds, in_play, pressing, shown, superseded, trace, widget};
use crate::widgets;
use crate::widgets::keys::BINDINGS;
use chuhe_app::testing::flags::{flag_move, flag_of, hunting, typed_flag_move};
use chuhe_app::testing::guessing::guessing;
use chuhe_app::testing::mistakes::mending;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{World, endgames, played, reading};
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{Action, Field, Tab, TableAction};
use chuhe_model::actions::keys::Gesture;
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::{Place, Pointer};
use chuhe_model::engines::{EngineAction, EngineField};
use chuhe_model::exchange::event::Event as AppEvent;
use chuhe_model::guessing::GuessStep;
use chuhe_model::lessons::{Board, Game, Goal as LessonGoal, Step, course};
use chuhe_model::luzhanqi::notation;
use chuhe_model::pinyin::ComposerKey;
use chuhe_model::puzzles::Goal;
use chuhe_protocol::{ClientMessage, Event as GameEvent, TableRequest};
use chuhe_rules::{Color, GameMove, Outcome, WinReason};
use chuhe_texts::Text;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;
use std::collections::BTreeSet;

fn key(harness: &mut Harness<'_>, key: Key) {
    let modifiers = Modifiers::NONE;
    for pressed in [true, false] {
        let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        harness.input_mut().events.push(event);
    }
    harness.run_steps(3);
}

/// Whether the last move sent is this one.
fn sent(world: &RefCell<World>, mv: &str) -> bool {
    let mv = GameMove::Xiangqi(mv.parse().unwrap());
    let sent = world.borrow_mut().take_sent();
    sent.iter().any(|message| matches!(message, ClientMessage::Table { request: TableRequest::Play { mv: played, .. }, .. } if *played == mv))
}

fn type_text(harness: &mut Harness<'_>, text: &str) {
    for letter in text.chars() {
        harness.input_mut().events.push(Event::Text(letter.to_string()));
        harness.run_steps(2);
    }
}

#[test]
fn the_first_tab_reaches_the_board_and_its_keys_play_a_move() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    key(&mut harness, Key::Tab);
    assert!(world.borrow().app.pane().cursor().is_some());
    // from the general to the cannon, and with it behind the pawn in the middle
    for pressed in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowUp, Key::ArrowUp, Key::Enter]
    {
        key(&mut harness, pressed);
    }
    assert!(world.borrow().app.holds_piece());
    for pressed in [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft, Key::Space] {
        key(&mut harness, pressed);
    }
    assert!(sent(&world, "h2e2"));
    key(&mut harness, Key::Escape);
    assert!(world.borrow().app.pane().cursor().is_none(), "Escape leaves the board");
}

#[test]
fn typing_at_the_table_opens_a_field_that_shows_the_moves() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(900.0, 640.0));
    type_text(&mut harness, "H2");
    assert_eq!(world.borrow().table().typed, "H2");
    assert_eq!(widget(&harness, "table.move.legal").label.split_whitespace().count(), 14);
    type_text(&mut harness, "+3");
    assert_eq!(widget(&harness, "table.move.legal").label, "H2+3");
    key(&mut harness, Key::Enter);
    assert!(sent(&world, "h0g2"));
    type_text(&mut harness, "xx");
    key(&mut harness, Key::Escape);
    assert_eq!(world.borrow().table().typed, "");
}

#[test]
fn letters_typed_in_one_frame_all_reach_the_field() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(900.0, 640.0));
    let texts =
        |text: &str| -> Vec<Event> { text.chars().map(|letter| Event::Text(letter.to_string())).collect() };
    for part in ["H2", "+", "3"] {
        harness.input_mut().events.extend(texts(part));
        harness.step();
    }
    harness.run_steps(3);
    assert_eq!(world.borrow().table().typed, "H2+3");
}

#[test]
fn a_move_is_typed_in_any_notation_while_pinyin_is_on() {
    for (typed, mv) in [
        ("h2e2", "h2e2"),
        ("C2.5", "h2e2"),
        ("h2+3", "h0g2"),
        ("c8=5", "b2e2"),
        ("m2.3", "h0g2"),
        ("pao 2", ""),
    ] {
        let world = RefCell::new(World::at_board(Color::Red));
        world.borrow_mut().act(Action::Compose(Field::Move, ComposerKey::Toggle));
        let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
        type_text(&mut harness, typed);
        if mv.is_empty() {
            assert_eq!(world.borrow().table().typed, "跑2");
            continue;
        }
        key(&mut harness, Key::Enter);
        assert!(sent(&world, mv), "{typed}: {:?}", world.borrow().table().typed);
    }
}

#[test]
fn letters_that_wait_in_the_chat_do_not_begin_a_move() {
    let world = RefCell::new(World::at_board(Color::Red));
    for key in [ComposerKey::Toggle, ComposerKey::Char('n'), ComposerKey::Char('i')] {
        world.borrow_mut().act(Action::Compose(Field::Chat, key));
    }
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    type_text(&mut harness, "h");
    harness.run_steps(2);
    assert_eq!(widget(&harness, "pinyin.letters").label, "h");
    type_text(&mut harness, "2e2");
    assert_eq!(world.borrow().table().typed, "h2e2");
}

#[test]
fn a_move_is_typed_in_a_review() {
    let world = RefCell::new(reviewing(&["h2e2"]));
    let ply = |world: &RefCell<World>| {
        let world = world.borrow();
        let review = &world.app.study().reviewing().unwrap().review;
        review.record.tree().ply(review.shown.node())
    };
    let before = ply(&world);
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    type_text(&mut harness, "H8");
    assert_eq!(widget(&harness, "table.move.legal").label.split_whitespace().count(), 2);
    key(&mut harness, Key::Escape);
    assert_eq!(world.borrow().app.screen(), Screen::Review, "Escape only closes the field");
    type_text(&mut harness, "h9g7");
    key(&mut harness, Key::Enter);
    assert_eq!(ply(&world), before + 1);
    assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "table.move.legal"));
}

/// A client with a lesson, a puzzle or the like on the board, a move that can be typed there, and whether something became
/// of it.
struct Exercised {
    kind: &'static str,
    world: World,
    mv: String,
    is_answered: fn(&App) -> bool,
}

fn exercises() -> [Exercised; 7] {
    let begun = |action: Action| {
        let mut world = World::new();
        world.act(action);
        world
    };
    let is_taught = |app: &App| app.study().exercises.learning().is_some_and(|it| it.reply().is_some());
    let puzzle = begun(PuzzleAction::Next.into());
    let first = puzzle.app.study().exercises.solving().expect("a puzzle").puzzle().first[0];
    let endgame = endgames::playing(endgames::endgame(Goal::Win));
    let good = endgames::good_move(endgame.app.study().exercises.endgame().expect("an endgame").game());
    let flag = hunting(flag_of(2));
    let shown = flag.app.study().exercises.hunting().expect("a puzzle");
    let right = typed_flag_move(shown, flag_move(shown, true));
    [
        // the pawn comes to the only star
        exercised("lesson", begun(LearnAction::Begin(Game::Xiangqi, 0).into()), "e3e4", is_taught),
        exercised("of luzhanqi", begun(LearnAction::Begin(Game::Luzhanqi, 2).into()), &run(), is_taught),
        exercised("puzzle", puzzle, &first.to_string(), |app| {
            app.study().exercises.solving().is_some_and(|it| it.is_thinking() || it.reply().is_some())
        }),
        exercised("mistake", mending(), "i0i1", |app| {
            app.study().exercises.mending().is_some_and(|it| it.is_thinking() || it.reply().is_some())
        }),
        exercised("endgame", endgame, &good.to_string(), |app| {
            app.study().exercises.endgame().is_some_and(|it| it.moves() == 1)
        }),
        exercised("puzzle of luzhanqi", flag, &right, |app| {
            app.study().exercises.hunting().is_some_and(|it| it.reply().is_some())
        }),
        exercised("game to guess", guessing(), "h2e2", |app| {
            let guessing = app.study().reviewing().and_then(|it| it.guessing.as_deref());
            guessing.is_some_and(|it| *it.step() != GuessStep::Asked)
        }),
    ]
}

fn exercised(kind: &'static str, world: World, mv: &str, is_answered: fn(&App) -> bool) -> Exercised {
    Exercised { kind, world, mv: mv.to_owned(), is_answered }
}

/// The move that the lesson of the engineer asks for, as it is typed.
fn run() -> String {
    let Step { board: Some(Board::Luzhanqi(position)), goal: LessonGoal::Moves(moves), .. } =
        &course(Game::Luzhanqi)[2].steps[0]
    else {
        panic!("the lesson asks for a move")
    };
    let GameMove::Luzhanqi(mv) = moves[0] else { panic!("it is of luzhanqi") };
    [mv.from, mv.to].map(|at| notation::name(position.board(), at)).concat()
}

#[test]
fn a_move_is_typed_at_every_exercise() {
    for Exercised { kind, world, mv, is_answered } in exercises() {
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
        assert!(!is_answered(&world.borrow().app), "{kind}");
        key(&mut harness, Key::Tab);
        type_text(&mut harness, &mv);
        assert!(!widget(&harness, "table.move.legal").label.is_empty(), "{kind}");
        key(&mut harness, Key::Escape);
        assert!(world.borrow().app.exercise().is_some(), "{kind}: Escape only closes the field");
        assert!(!is_answered(&world.borrow().app), "{kind}");
        type_text(&mut harness, &mv);
        key(&mut harness, Key::Enter);
        assert!(is_answered(&world.borrow().app), "{kind}");
        assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "table.move.legal"), "{kind}");
    }
}

#[test]
fn letters_open_no_field_at_a_lesson_that_asks_for_no_move() {
    // where a piece is set up, a press puts it
    let mut world = World::new();
    world.act(LearnAction::Begin(Game::Luzhanqi, 6).into());
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    type_text(&mut harness, "a6");
    assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "table.move.legal"));
}

#[test]
fn the_field_for_a_typed_move_leaves_the_last_move_in_sight() {
    for size in [vec2(900.0, 640.0), vec2(1280.0, 820.0), vec2(720.0, 1280.0)] {
        let mut world = World::at_old_board();
        for (n, mv) in ["a0a1", "a9a8", "a1a0", "a8a9"].into_iter().cycle().take(60).enumerate() {
            world.receive_event(played(if n % 2 == 0 { Color::Red } else { Color::Black }, mv));
        }
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        type_text(&mut harness, "R");
        harness.run_steps(3);
        let widgets = trace(&harness).widgets;
        let find = |id| widgets.iter().find(|widget| widget.id == id).expect("a widget").rect;
        let (field, last) = (find("table.move.legal"), find("move.60"));
        assert!(last.height() > 20.0, "{size}: {last}");
        assert!(last.bottom() < field.top(), "{size}: {last} {field}");
    }
}

#[test]
fn a_typed_move_is_dropped_when_its_field_loses_the_keyboard_or_the_game_ends() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    type_text(&mut harness, "h2");
    key(&mut harness, Key::Tab);
    assert_eq!(world.borrow().table().typed, "");
    type_text(&mut harness, "h2");
    assert_eq!(world.borrow().table().typed, "h2");
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.borrow_mut().receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    harness.run_steps(2);
    assert_eq!(world.borrow().table().typed, "");
    assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "table.move.legal"));
}

#[test]
fn letters_that_wait_for_a_move_keep_the_keyboard_and_end_with_the_field() {
    let world = RefCell::new(World::at_board(Color::Red));
    world.borrow_mut().act(Action::Compose(Field::Move, ComposerKey::Toggle));
    let mut harness = shown(&world, Lang::Zh, vec2(1280.0, 820.0));
    let letters = |world: &RefCell<World>| world.borrow().app.typing().at(Field::Move).letters().to_owned();
    let at_field = |harness: &Harness<'_>| {
        harness.ctx.memory(|memory| memory.has_focus(widgets::field_id("table.move")))
    };
    type_text(&mut harness, "z");
    for pressed in [Key::Tab, Key::ArrowDown] {
        key(&mut harness, pressed);
        assert!(at_field(&harness), "{pressed:?} moves the keyboard");
        assert_eq!(letters(&world), "z", "after {pressed:?}");
    }
    key(&mut harness, Key::Escape);
    assert!(at_field(&harness) && letters(&world).is_empty(), "Escape drops only the letters");
    key(&mut harness, Key::Tab);
    assert!(!at_field(&harness) && harness.ctx.memory(|memory| memory.focused().is_some()));
    key(&mut harness, Key::Escape);
    type_text(&mut harness, "z");
    // a press on the board takes the keyboard away
    let at = world.borrow().app.shown_board().unwrap().point(Place::Square("e4".parse().unwrap())).unwrap();
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    harness.input_mut().events.push(Event::PointerMoved(at));
    for pressed in [true, false] {
        harness.input_mut().events.push(Event::PointerButton { pos: at, button, pressed, modifiers });
        harness.run_steps(2);
    }
    assert_eq!(letters(&world), "", "the field is gone, and so are its letters");
    type_text(&mut harness, "h2e2");
    assert_eq!(world.borrow().table().typed, "h2e2");
}

#[test]
fn a_press_of_the_mouse_after_the_keyboard_picks_a_piece() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    key(&mut harness, Key::Tab);
    assert!(world.borrow().app.pane().cursor().is_some());
    let board = world.borrow().app.shown_board().unwrap();
    let at = board.point(Place::Square("h2".parse().unwrap())).unwrap();
    for pointer in [Pointer::Moved(at), Pointer::Pressed(at)] {
        world.borrow_mut().update(AppEvent::Pointer(pointer));
    }
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    harness.input_mut().events.push(Event::PointerMoved(at));
    harness.input_mut().events.push(Event::PointerButton { pos: at, button, pressed: true, modifiers });
    harness.run_steps(2);
    assert!(world.borrow().app.pane().cursor().is_none());
    assert!(world.borrow().app.holds_piece());
}

#[test]
fn a_question_mark_lists_every_key() {
    let world = RefCell::new(World::at_board(Color::Red));
    for lang in Lang::ALL {
        let mut harness = shown(&world, lang, vec2(1280.0, 820.0));
        type_text(&mut harness, "?");
        harness.run_steps(3);
        let rows: Vec<String> = trace(&harness)
            .widgets
            .into_iter()
            .filter(|widget| widget.id == "keys.row")
            .map(|widget| widget.label)
            .collect();
        for binding in BINDINGS {
            let is_listed = rows.iter().any(|row| {
                row.split(": ").next().is_some_and(|keys| keys.split("  ").any(|it| it == binding.written()))
            });
            assert!(is_listed, "{lang:?} {binding:?} in {rows:#?}");
        }
        for gesture in Gesture::ALL {
            for &place in gesture.places() {
                let (keys, meaning) = Text::of(lang).keys().gesture(gesture, place);
                let row = format!("{keys}: {meaning}");
                // in each place in which the gesture works
                let wanted = gesture
                    .places()
                    .iter()
                    .filter(|at| Text::of(lang).keys().gesture(gesture, **at).1 == meaning);
                let found = rows.iter().filter(|it| **it == row).count();
                assert_eq!(found, wanted.count(), "{lang:?} {gesture:?} in {rows:#?}");
            }
        }
        key(&mut harness, Key::Escape);
        assert!(!world.borrow().app.dialogs().help.keys_open);
    }
}

#[test]
fn the_list_of_keys_begins_below_its_title_and_cuts_nothing() {
    let world = RefCell::new(World::at_board(Color::Red));
    for lang in Lang::ALL {
        let mut harness = shown(&world, lang, vec2(1280.0, 820.0));
        type_text(&mut harness, "?");
        harness.run_steps(3);
        let title = Text::of(lang).keys().title;
        let texts =
            harness.output().shapes.iter().filter_map(|shape| {
                if let egui::Shape::Text(text) = &shape.shape { Some(text) } else { None }
            });
        // the list is above all else, so its shapes come last
        let mut list = texts.skip_while(|text| text.galley.text() != title);
        let title = list.next().expect("the list has a title").visual_bounding_rect();
        for text in list {
            assert!(!title.intersects(text.visual_bounding_rect()), "{lang:?} {}", text.galley.text());
            assert!(!text.galley.elided, "{lang:?} {}", text.galley.text());
        }
        key(&mut harness, Key::Escape);
    }
}

#[test]
fn tab_reaches_every_widget_of_the_screens() {
    for (name, world) in [
        ("lobby", World::in_lobby()),
        ("table", World::at_board(Color::Red)),
        ("review", reviewing(&["h2e2"])),
    ] {
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
        let mut reached = BTreeSet::new();
        for _ in 0..60 {
            key(&mut harness, Key::Tab);
            let focused = harness.ctx.memory(|memory| memory.focused());
            let rect = focused.and_then(|id| harness.ctx.read_response(id)).map(|response| response.rect);
            let at = rect.map(|rect| rect.center());
            let widgets = trace(&harness).widgets;
            reached.extend(
                widgets.into_iter().filter(|it| at.is_some_and(|at| it.rect.contains(at))).map(|it| it.id),
            );
        }
        for wanted in ["settings", "help"] {
            assert!(reached.contains(wanted), "{name}: {wanted} is not reached, but {reached:?}");
        }
        assert!(reached.len() >= 6, "{name}: {reached:?}");
    }
}

#[test]
fn tab_passes_a_disabled_button_by() {
    let mut world = World::new();
    world.act(Action::Engines(EngineAction::Open));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    world.borrow_mut().act(Action::Edit(Field::Engine(EngineField::Path), "false".into()));
    widgets::focus(&harness.ctx, "engines.options");
    harness.run_steps(3);
    key(&mut harness, Key::Enter);
    assert!(!widget(&harness, "engines.check").enabled, "the engine is being checked");
    key(&mut harness, Key::Tab);
    assert_eq!(trace(&harness).focus, "engines.choose");
}

/// The frames in which a widget that was out of sight comes into it at the latest.
const SCROLLED: usize = 12;

/// The name of what has the keyboard, unless it is a known widget, the board or nothing.
fn nameless_focus(harness: &Harness<'_>, world: &World) -> Option<String> {
    let trace = trace(harness);
    let is_named = trace.widgets.iter().any(|widget| widget.id == trace.focus);
    let focused = harness.ctx.memory(|memory| memory.focused());
    let response = focused.and_then(|id| harness.ctx.read_response(id));
    // a chat stays at its last line, above which there are names
    let is_above = response.is_some_and(|it| !it.interact_rect.is_positive());
    let is_fine = trace.focus.is_empty() || is_named || world.app.pane().cursor().is_some() || is_above;
    (!is_fine).then_some(trace.focus)
}

#[test]
fn the_keyboard_is_always_at_something_with_a_name() {
    for size in [vec2(1280.0, 820.0), vec2(390.0, 844.0)] {
        for (kind, world) in flat_worlds() {
            let world = RefCell::new(world);
            let mut harness = shown(&world, Lang::En, size);
            for modifiers in [Modifiers::NONE, Modifiers::SHIFT] {
                for _ in 0..12 {
                    harness.press_key_modifiers(modifiers, Key::Tab);
                    harness.step();
                    let mut nameless = Some(String::new());
                    for _ in 0..SCROLLED {
                        harness.step();
                        nameless = nameless_focus(&harness, &world.borrow());
                        if nameless.is_none() {
                            break;
                        }
                    }
                    assert_eq!(nameless, None, "{kind} {size}");
                }
            }
        }
    }
}

#[test]
fn tab_reaches_something_on_a_phone_whose_game_is_played_in_another_tab() {
    for size in [vec2(412.0, 915.0), vec2(390.0, 844.0), vec2(312.0, 675.0)] {
        for lang in Lang::ALL {
            let world = pressing(in_play(Color::Black).touched(size), TableAction::Tab(Tab::Available));
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            let taken = superseded(std::mem::replace(&mut *world.borrow_mut(), World::in_lobby()));
            *world.borrow_mut() = taken;
            harness.run_steps(3);
            assert!(trace(&harness).widgets.iter().any(|it| it.id == "sheet.close"), "{lang:?} {size}");
            for square in ["c9", "g6", "c9"] {
                world.borrow_mut().click(square);
                harness.run_steps(2);
            }
            let mut reached = BTreeSet::new();
            for _ in 0..30 {
                key(&mut harness, Key::Tab);
                let focus = trace(&harness).focus;
                assert!(!focus.is_empty() || world.borrow().app.pane().cursor().is_some(), "{lang:?} {size}");
                reached.insert(focus);
            }
            assert!(reached.contains("tab.moves"), "{lang:?} {size}: {reached:?}");
        }
    }
}

#[test]
fn tab_comes_round_to_the_board_in_both_directions() {
    for shift in [false, true] {
        let world = RefCell::new(in_play(Color::Red));
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
        let modifiers = egui::Modifiers { shift, ..egui::Modifiers::NONE };
        let mut reached: Vec<String> = Vec::new();
        for _ in 0..60 {
            harness.press_key_modifiers(modifiers, egui::Key::Tab);
            harness.run_steps(4);
            reached.push(trace(&harness).focus.clone());
        }
        let boards = reached.iter().filter(|id| *id == "board").count();
        assert!(boards >= 2, "{shift}: {reached:?}");
        // the links at the end of the screen are read from the left
        let place = |id: &str| reached.iter().position(|it| it == id);
        let [help, settings] = ["help", "settings"].map(|id| place(id).expect("Tab reaches it"));
        assert_eq!(help < settings, !shift, "{shift}: {reached:?}");
    }
}
