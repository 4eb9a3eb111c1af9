//! Tests of the screens of tournaments: what is in sight, and what clicks and keys do.

use super::tests::{click_at, click_widget, find, shown, shown_every, trace, widget};
use chuhe_app::evenings::evenings;
use chuhe_app::testing::World;
use chuhe_app::testing::evenings::{evening_code, swiss_plan};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningTab, ExplainedPair, OrganiseAction, PlanAction, SystemChoice,
    WallPage,
};
use chuhe_model::choices::lang::Lang;
use chuhe_model::evening::Place;
use chuhe_protocol::{
    ClientMessage, DoorMessage, EveningBoard, EveningCode, EveningCommand, EveningMessage, EveningPart,
    EveningRequest, EveningRound, EveningStage, EveningSummary, GameId, GameKind,
};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{BoardId, Entry, Event, PlayerId, SwissRules, System};
use egui::{Key, Vec2, vec2};
use std::cell::RefCell;

/// A desktop, and a phone on its side and upright.
const WINDOWS: [Vec2; 3] = [vec2(1_280.0, 820.0), vec2(844.0, 390.0), vec2(390.0, 844.0)];
const PLAYER: EveningPart = EveningPart { organises: false, player: Some(PlayerId(1)) };
const ORGANISER: EveningPart = EveningPart { organises: true, player: None };
const SPECTATOR: EveningPart = EveningPart { organises: false, player: None };
const NAMES: [&str; 10] =
    ["王伟", "李秀英", "张建国", "Minh Anh", "陈子轩", "Trần Đức", "Nguyễn", "赵敏", "Lin", "周易"];

fn act(world: &mut World, action: impl Into<EveningAction>) {
    world.act(Action::Evening(action.into()));
}

/// So many players have entered.
fn entered(players: u16, part: EveningPart) -> World {
    let mut world = World::in_evening(swiss_plan(), part);
    let entry = |at: u16| {
        let name = match at {
            0 => "楚河客".to_owned(),
            at => format!("{}{at}", NAMES[usize::from(at % 10)]),
        };
        let club = (!at.is_multiple_of(3))
            .then(|| if at.is_multiple_of(2) { "城东棋社" } else { "Riverside" }.to_owned());
        let account = (at % 5 != 1).then_some(u64::from(at) + 100);
        Event::Entered(Entry { name, club, rating: Some(1_400 + at * 37 % 500), account })
    };
    world.evening_events((0..players).map(entry).collect());
    world
}

/// The games of the last round end, but for every third one.
fn finish(world: &mut World, but_third: bool) {
    let state = world.evening().tournament().state();
    let round = state.round_count();
    let boards = state.rounds.last().map_or(0, |it| it.boards.len());
    let ended = |at: usize| {
        let board = BoardId { round, board: at as u16 };
        let winner = [Some(Color::Red), None, Some(Color::Black), Some(Color::Black)][at % 4];
        (!but_third || at % 3 != 1).then_some(Event::Finished { board, winner })
    };
    let events = (1..=boards).filter_map(ended).collect();
    world.evening_events(events);
}

/// The third round runs.
fn running(players: u16, part: EveningPart) -> World {
    let mut world = entered(players, part);
    world.evening_events(vec![Event::Started { seed: 5 }]);
    for _ in 0..2 {
        world.pair_evening();
        finish(&mut world, false);
    }
    world.pair_evening();
    finish(&mut world, true);
    // the boards without a result: some are wooden, and some are played on the server
    let boards = (1..=players / 2).filter(|at| at % 3 == 1 && at % 9 != 1).map(|board| EveningBoard {
        board: BoardId { round: 3, board },
        game: (board % 2 == 1).then_some(GameId(u64::from(board) + 500)),
        here: PerColor::new(true, board % 2 == 1),
        late_in_ms: (board % 2 == 0).then_some(251_000),
        is_paused: false,
    });
    let round = EveningRound {
        code: evening_code(),
        here: (1..=players).filter(|at| at % 6 != 0).map(PlayerId).collect(),
        boards: boards.collect(),
        next_in_ms: None,
        objections: Vec::new(),
        pause: None,
    };
    world.receive(EveningMessage::Round(Box::new(round)));
    world.effects.clear();
    world
}

fn paused_round() -> EveningRound {
    let by = chuhe_protocol::PlayerName::parse("Olga").ok();
    EveningRound {
        code: evening_code(),
        here: (1..=12).map(PlayerId).collect(),
        boards: Vec::new(),
        next_in_ms: None,
        objections: Vec::new(),
        pause: Some(chuhe_protocol::EveningPause { by, for_ms: 83_000 }),
    }
}

/// The same, paused by an organiser.
fn paused(mut world: World) -> World {
    world.receive(EveningMessage::Round(Box::new(paused_round())));
    world
}

fn on(mut world: World, action: impl Into<EveningAction>) -> World {
    act(&mut world, action);
    world
}

fn list() -> World {
    let mut world = World::in_lobby();
    world.registered();
    act(&mut world, EveningAction::Open);
    let evening = |(at, (title, stage, part)): (u64, (&str, EveningStage, EveningPart))| EveningSummary {
        code: EveningCode::from_random((11 + at) << 50),
        title: title.to_owned(),
        game: GameKind::Xiangqi,
        system: System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 0 }),
        stage,
        players: 23,
        starts_at_ms: None,
        part,
    };
    let evenings = [
        ("周五晚赛", EveningStage::Entry, PLAYER),
        ("Club cup 2026", EveningStage::Round(3), ORGANISER),
        ("Giải mùa xuân", EveningStage::Ended, SPECTATOR),
    ];
    let evenings = (0..).zip(evenings).map(evening).collect();
    world.receive(EveningMessage::List { evenings });
    world
}

fn plan() -> World {
    let mut world = list();
    act(&mut world, PlanAction::Open);
    world.act(Action::Edit(Field::Evening(EveningField::Title), "周五晚赛".to_owned()));
    world
}

/// The same in this window, which is that of a phone if one of its sides is short.
pub(super) fn in_window(world: World, size: Vec2) -> World {
    if size.min_elem() < 500.0 { world.touched(size) } else { world }
}

/// Every page, with its name.
pub(super) fn pages() -> Vec<(&'static str, World)> {
    let tab = |part, tab| on(running(60, part), EveningAction::Tab(tab));
    let why = EveningAction::Explain(Some(ExplainedPair { round: 3, board: Some(2) }));
    let result = OrganiseAction::Board(Some(BoardId { round: 3, board: 2 }));
    vec![
        ("list", list()),
        ("plan", plan()),
        ("empty", entered(0, SPECTATOR)),
        ("enter", entered(12, SPECTATOR)),
        ("entered", entered(12, PLAYER)),
        ("round", running(60, PLAYER)),
        ("standings", tab(PLAYER, EveningTab::Standings)),
        ("players", tab(PLAYER, EveningTab::Players)),
        ("log", tab(ORGANISER, EveningTab::Log)),
        ("organise", tab(ORGANISER, EveningTab::Organise)),
        ("organise-begin", on(entered(12, ORGANISER), EveningAction::Tab(EveningTab::Organise))),
        ("paused", paused(running(12, PLAYER))),
        ("organise-paused", paused(tab(ORGANISER, EveningTab::Organise))),
        ("why", on(running(12, PLAYER), why)),
        ("sheet", on(running(12, ORGANISER), EveningAction::Player(Some(PlayerId(3))))),
        ("result", on(tab(ORGANISER, EveningTab::Organise), result)),
        ("paste", on(tab(ORGANISER, EveningTab::Organise), OrganiseAction::Paste)),
        ("undo", on(tab(ORGANISER, EveningTab::Log), OrganiseAction::AskUndo(62))),
        ("wall", on(running(60, ORGANISER), EveningAction::Wall(Some(WallPage::Pairings)))),
        ("wall-standings", on(running(60, ORGANISER), EveningAction::Wall(Some(WallPage::Standings)))),
    ]
}

#[test]
fn nothing_is_cut_and_nothing_leaves_the_window_on_any_page() {
    let mut found = Vec::new();
    for lang in [Lang::En, Lang::Zh, Lang::Vi] {
        for size in WINDOWS {
            for (name, world) in pages() {
                let world = RefCell::new(in_window(world, size));
                let mut harness = shown(&world, lang, size);
                harness.run_steps(4);
                let trace = trace(&harness);
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size).expand(1.0);
                let outside = trace.widgets.iter().filter(|it| !window.contains_rect(it.rect));
                found.extend(outside.map(|it| format!("{lang:?} {size} {name}: {} is outside", it.id)));
                found.extend(trace.cut.iter().map(|it| format!("{lang:?} {size} {name}: cut {it:?}")));
            }
        }
    }
    found.dedup();
    assert!(found.is_empty(), "{}\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_player_sees_first_where_they_sit_on_every_window() {
    for size in WINDOWS {
        let world = RefCell::new(in_window(running(60, PLAYER), size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(4);
        let own = widget(&harness, "evening.own");
        assert!(own.label.starts_with("Board ") && own.rect.bottom() < size.y * 0.5, "{size}: {own:?}");
    }
}

#[test]
fn a_row_of_the_list_opens_its_evening_and_a_result_is_one_click() {
    let world = RefCell::new(list());
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let id = format!("evenings.show.{}", evening_code());
    click_widget(&mut harness, &id);
    assert_eq!(evenings(&world.borrow().app).place(), Place::Evening);
    drop(harness);
    let world = on(running(12, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let ids = trace(&harness).widgets.into_iter().map(|it| it.id);
    let result = ids.into_iter().find(|id| id.starts_with("evening.result.")).expect("a board runs");
    harness.run_steps(1);
    click_widget(&mut harness, &result);
    let sent = world.borrow_mut().take_sent();
    let is_result =
        |it: &ClientMessage| matches!(it, ClientMessage::Evening(EveningRequest::Organise { .. }));
    assert!(sent.iter().any(is_result), "{sent:?}");
}

#[test]
fn a_narrow_page_has_no_buttons_in_the_rows_of_results() {
    let organise = || on(running(12, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    for (size, has_buttons) in [(WINDOWS[0], true), (WINDOWS[2], false)] {
        let world = RefCell::new(in_window(organise(), size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(4);
        let trace = trace(&harness);
        let is_row = |id: &str| id.starts_with("evening.results.3.");
        assert!(trace.widgets.iter().any(|it| is_row(&it.id)), "{size}");
        let is_result = |id: &str| id.starts_with("evening.result.3.");
        assert_eq!(trace.widgets.iter().any(|it| is_result(&it.id)), has_buttons, "{size}");
    }
}

#[test]
fn the_wall_turns_by_itself_once_all_rows_were_shown() {
    let wall = EveningAction::Wall(Some(WallPage::Pairings));
    let world = RefCell::new(on(running(60, ORGANISER), wall));
    let mut harness = shown(&world, Lang::En, WINDOWS[2]);
    harness.run_steps(3);
    let page = || world.borrow().evening().chosen.wall.map(|(page, _)| page);
    let wait = |seconds: usize| {
        for _ in 0..seconds {
            world.borrow_mut().wait(1_000);
            world.borrow_mut().receive(DoorMessage::Pong { nonce: 4 });
        }
    };
    wait(19);
    harness.run_steps(2);
    assert_eq!(page(), Some(WallPage::Pairings));
    wait(20);
    harness.run_steps(2);
    assert_eq!(page(), Some(WallPage::Standings));
}

#[test]
fn nothing_that_players_type_turns_what_stands_beside_it() {
    let turned = "Ada\u{202e}";
    for tab in [EveningTab::Log, EveningTab::Players] {
        let mut world = on(entered(0, ORGANISER), EveningAction::Tab(tab));
        let entry = Entry { name: turned.to_owned(), club: Some(turned.to_owned()), ..Entry::default() };
        world.evening_events(vec![Event::Entered(entry)]);
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, WINDOWS[0]);
        harness.run_steps(3);
        let labels: Vec<String> = trace(&harness).widgets.into_iter().map(|it| it.label).collect();
        assert!(labels.iter().any(|label| label.contains("Ada")), "{labels:?}");
        assert!(labels.iter().all(|label| !label.contains('\u{202e}')), "{labels:?}");
    }
}

#[test]
fn after_the_last_round_nobody_waits_for_another_one() {
    let mut plan = swiss_plan();
    plan.regulations.system = System::Swiss(SwissRules { rounds: 1, clubs_apart_rounds: 0 });
    let mut world = World::in_evening(plan, PLAYER);
    let entry = |name: &str| Event::Entered(Entry { name: name.to_owned(), ..Entry::default() });
    world.evening_events(["Ada", "Bo"].map(entry).to_vec());
    world.evening_events(vec![Event::Started { seed: 5 }]);
    world.pair_evening();
    finish(&mut world, false);
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let trace = trace(&harness);
    let said = |id: &str| trace.widgets.iter().find(|it| it.id == id).map(|it| it.label.clone());
    let next = said("evening.own.next").unwrap_or_default();
    assert!(next.starts_with("All rounds are played"), "{next}");
    assert!(said("evening.own.place").is_some_and(|place| place.starts_with("Place ")));
}

#[test]
fn digits_show_the_pages_and_a_letter_pairs_the_next_round() {
    let mut world = running(12, ORGANISER);
    let rest = world.evening().tournament().state().boards();
    let rest = rest.filter(|(_, board)| board.outcome.is_none()).map(|(board, _)| board);
    let rest: Vec<Event> = rest.map(|board| Event::Finished { board, winner: None }).collect();
    world.evening_events(rest);
    world.effects.clear();
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    for (key, tab) in [Key::Num2, Key::Num5].into_iter().zip([EveningTab::Standings, EveningTab::Organise]) {
        harness.press_key(key);
        harness.run_steps(2);
        assert_eq!(world.borrow().evening().chosen.tab, tab);
    }
    harness.press_key(Key::N);
    harness.run_steps(2);
    let sent = world.borrow_mut().take_sent();
    let pairs = |it: &ClientMessage| {
        matches!(
            it,
            ClientMessage::Evening(EveningRequest::Organise { command: EveningCommand::PairNext, .. })
        )
    };
    assert!(sent.iter().any(pairs), "{sent:?}");
}

#[test]
fn escape_ends_the_wall_and_space_turns_its_page() {
    let wall = EveningAction::Wall(Some(WallPage::Pairings));
    let world = RefCell::new(on(running(12, ORGANISER), wall));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let page = || world.borrow().evening().chosen.wall.map(|(page, _)| page);
    harness.press_key(Key::Space);
    harness.run_steps(2);
    assert_eq!(page(), Some(WallPage::Standings));
    harness.press_key(Key::Escape);
    harness.run_steps(2);
    assert_eq!(page(), None);
}

#[test]
fn only_the_rows_in_sight_are_shown() {
    let world = RefCell::new(on(running(60, PLAYER), EveningAction::Tab(EveningTab::Log)));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let rows = trace(&harness).widgets.iter().filter(|it| it.id.starts_with("evening.log.")).count();
    assert!((8..40).contains(&rows), "{rows}");
}

#[test]
fn nothing_below_the_window_is_wider_than_its_page() {
    // so high that nothing has to be scrolled to
    for size in [vec2(390.0, 2_600.0), vec2(1_280.0, 2_600.0)] {
        for lang in [Lang::En, Lang::Zh, Lang::Vi] {
            let world = on(entered(6, ORGANISER), EveningAction::Tab(EveningTab::Organise));
            let world = RefCell::new(in_window(world, size));
            let mut harness = shown(&world, lang, size);
            harness.run_steps(4);
            let trace = trace(&harness);
            let [field, send] = ["evening.appoint", "evening.appoint.send"].map(|id| find(&trace, id));
            let right = size.x - f32::max(8.0, (size.x - 1_120.0) / 2.0);
            assert!(field.whole && field.rect.width() >= 140.0, "{lang:?} {size}: {field:?}");
            assert!(send.whole && send.rect.right() <= right, "{lang:?} {size}: {send:?}");
        }
    }
}

#[test]
fn enter_in_a_field_plans_nothing() {
    let world = RefCell::new(plan());
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    for field in ["plan.number.rounds", "plan.title"] {
        click_widget(&mut harness, field);
        harness.run_steps(2);
        harness.press_key(Key::Enter);
        harness.run_steps(2);
    }
    harness.press_key(Key::Enter);
    harness.run_steps(2);
    let sent = world.borrow_mut().take_sent();
    let is_plan = |it: &ClientMessage| matches!(it, ClientMessage::Evening(EveningRequest::Plan(_)));
    assert!(!sent.iter().any(is_plan), "{sent:?}");
}

#[test]
fn a_title_and_one_button_suffice_for_a_plan() {
    let world = RefCell::new(plan());
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    click_widget(&mut harness, "plan.send");
    let sent = world.borrow_mut().take_sent();
    let is_plan = |it: &ClientMessage| matches!(it, ClientMessage::Evening(EveningRequest::Plan(_)));
    assert!(sent.iter().any(is_plan), "{sent:?}");
}

#[test]
fn keys_mark_a_board_and_type_its_result() {
    let world = on(entered(6, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let world = RefCell::new(world);
    world.borrow_mut().evening_events(vec![Event::Started { seed: 5 }]);
    world.borrow_mut().pair_evening();
    world.borrow_mut().effects.clear();
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let marked = || world.borrow().evening().chosen.marked.map(|id| id.board);
    let tab = || world.borrow().evening().chosen.tab;
    assert!(widget(&harness, "evening.results.keys").label.contains("both absent"));
    for (key, board) in [(Key::ArrowDown, 1), (Key::ArrowDown, 2), (Key::ArrowUp, 1), (Key::ArrowUp, 1)] {
        harness.press_key(key);
        harness.run_steps(2);
        assert_eq!(marked(), Some(board), "{key:?}");
    }
    harness.press_key(Key::Num3);
    harness.run_steps(2);
    assert_eq!((marked(), tab()), (Some(2), EveningTab::Organise));
    harness.press_key(Key::Num0);
    harness.run_steps(2);
    let typed =
        |event| EveningRequest::Organise { code: evening_code(), command: EveningCommand::Record(event) };
    let board = |board| BoardId { round: 1, board };
    let sent = world.borrow_mut().take_sent();
    let black = Event::Finished { board: board(1), winner: Some(Color::Black) };
    let nobody = Event::Forfeited { board: board(2), absent: chuhe_tournaments::Absent::Both };
    assert_eq!(sent, [typed(black).into(), typed(nobody).into()] as [ClientMessage; 2]);
    harness.press_key(Key::Escape);
    harness.run_steps(2);
    assert_eq!((marked(), evenings(&world.borrow().app).place()), (None, Place::Evening));
    harness.press_key(Key::Num1);
    harness.run_steps(2);
    assert_eq!(tab(), EveningTab::Round, "without a marked board digits are pages");
}

#[test]
fn keys_type_the_result_in_the_dialog_of_a_board() {
    let world = on(running(12, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let boards = &world.evening().tournament().state().rounds[2].boards;
    let open = |is_live: bool| {
        let number = |at: usize| BoardId { round: 3, board: at as u16 + 1 };
        let fits = |at: &usize| world.evening().live().board(number(*at)).is_some() == is_live;
        let at = (0..boards.len()).find(|at| boards[*at].outcome.is_none() && fits(at));
        number(at.expect("there is one"))
    };
    let (live, wooden) = (open(true), open(false));
    let world = RefCell::new(world);
    world.borrow_mut().effects.clear();
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    act(&mut world.borrow_mut(), OrganiseAction::Board(Some(wooden)));
    harness.run_steps(3);
    let shown_text = |text: &str| {
        let dialog =
            chuhe_view::evening::dialog(&chuhe_view::Model::of(&world.borrow().app, world.borrow().now));
        let dialog = dialog.expect("it is open");
        dialog.heading.contains(text) || dialog.parts.iter().any(|part| part.id() == text)
    };
    assert!(shown_text("(Red)") && shown_text("(Black)") && !shown_text("evening.result.ends"));
    harness.press_key(Key::Num3);
    harness.run_steps(2);
    let event = Event::Finished { board: wooden, winner: Some(Color::Black) };
    let typed = EveningRequest::Organise { code: evening_code(), command: EveningCommand::Record(event) };
    assert_eq!(world.borrow_mut().take_sent(), [ClientMessage::from(typed)]);
    // a game of the server does not end by a press
    act(&mut world.borrow_mut(), OrganiseAction::Board(Some(live)));
    harness.run_steps(3);
    assert!(shown_text("evening.result.ends"));
    harness.press_key(Key::Num1);
    harness.run_steps(2);
    assert_eq!(world.borrow_mut().take_sent(), []);
    assert!(world.borrow().evening().dialog.is_some(), "it asks first");
}

/// The buttons of the described screen, with their places.
fn offered(world: &World) -> Vec<chuhe_view::Button> {
    fn of(parts: Vec<chuhe_view::Part>) -> Vec<chuhe_view::Button> {
        let all = parts.into_iter().flat_map(|part| match part {
            chuhe_view::Part::Button(it) => vec![it],
            chuhe_view::Part::Choice(it) => it.options,
            chuhe_view::Part::Group(it) => of(it.into_parts()),
            chuhe_view::Part::Tick(_) | chuhe_view::Part::Field(_) | chuhe_view::Part::Fact(_) => Vec::new(),
            chuhe_view::Part::Question(_) => Vec::new(),
        });
        all.collect()
    }
    of(chuhe_view::screen::shown(&chuhe_view::Model::of(&world.app, world.now)))
}

#[test]
fn before_the_start_entries_come_first_and_nothing_is_saved() {
    let world = on(entered(2, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let ids: Vec<String> = offered(&world).into_iter().map(|it| it.id.to_string()).collect();
    let at = |id: &str| ids.iter().position(|it| it == id).unwrap_or_else(|| panic!("{id}: {ids:?}"));
    let order = ["evening.begin", "evening.entries.paste", "evening.entries.computers.16", "evening.pause"];
    assert!(order.map(at).is_sorted() && at("evening.pause") < at("evening.cancel"), "{ids:?}");
    assert!(!ids.iter().any(|id| id.starts_with("evening.file.")), "{ids:?}");
    for (players, is_there) in [(0, false), (2, true)] {
        let world = on(entered(players, ORGANISER), EveningAction::Tab(EveningTab::Standings));
        let files: Vec<_> =
            offered(&world).into_iter().filter(|it| it.id.starts_with("evening.file.")).collect();
        let enabled = files.iter().filter(|it| it.permit.is_ok()).map(|it| it.id.to_string());
        let expected: &[&str] = if is_there { &["evening.file.trf"] } else { &[] };
        assert_eq!(enabled.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn computers_are_entered_while_some_are_free() {
    let mut world = on(entered(2, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let enters = |world: &World| offered(world).into_iter().find(|it| it.id == "evening.entries.computers.8");
    let why = enters(&world).expect("it is offered").permit.expect_err("none is there");
    assert!(why.ends_with("现在没有空闲的电脑棋手。"), "{why}");
    let computer = chuhe_app::testing::computers::computer();
    let account = Some(computer.id.0);
    let here = chuhe_protocol::PresenceChange::Here(computer);
    world.receive(chuhe_protocol::LobbyMessage::Presence(vec![here]));
    assert_eq!(enters(&world).map(|it| it.permit), Some(Ok(())));
    world.evening_events(vec![Event::Entered(Entry {
        name: "computer-3".to_owned(),
        account,
        ..Entry::default()
    })]);
    assert!(enters(&world).is_some_and(|it| it.permit.is_err()), "it plays here already");
}

#[test]
fn the_hint_of_a_rated_game_is_not_that_of_another() {
    let hint = |id: &str| {
        offered(&plan()).into_iter().find(|it| it.id == id).map(|it| it.hint).expect("it is offered")
    };
    assert!(!hint("form.rated").is_empty());
    assert_eq!(hint("form.unrated"), "");
}

#[test]
fn what_enters_players_stays_where_it_is() {
    for size in [WINDOWS[0], WINDOWS[2]] {
        let world = on(entered(0, ORGANISER), EveningAction::Tab(EveningTab::Organise));
        let world = RefCell::new(in_window(world, size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(4);
        let before = widget(&harness, "evening.entries.computers.8").rect;
        let entry = |name: &str, account| {
            Event::Entered(Entry { name: name.to_owned(), account, ..Entry::default() })
        };
        // one has a real board, and the other is a computer, which warns
        let entries = vec![entry("Bo", None), entry("computer-3", Some(9))];
        world.borrow_mut().evening_events(entries);
        harness.run_steps(4);
        assert_eq!(widget(&harness, "evening.entries.computers.8").rect, before, "{size}");
        act(&mut world.borrow_mut(), OrganiseAction::Paste);
        harness.run_steps(4);
        let paste = |text: &str| Action::Edit(Field::Evening(EveningField::Paste), text.to_owned());
        world.borrow_mut().act(paste("Cy"));
        harness.run_steps(4);
        let before = widget(&harness, "evening.paste.send").rect.top();
        for text in ["Cy\nBo\nBo", "012 Club\n001    1 m    Li, Wei"] {
            world.borrow_mut().act(paste(text));
            harness.run_steps(4);
            assert_eq!(widget(&harness, "evening.paste.send").rect.top(), before, "{size}");
        }
    }
}

#[test]
fn the_button_of_a_plan_fills_a_phone() {
    let world = RefCell::new(in_window(plan(), WINDOWS[2]));
    let mut harness = shown(&world, Lang::En, WINDOWS[2]);
    harness.run_steps(4);
    let trace = trace(&harness);
    assert!(find(&trace, "plan.send").rect.width() > 340.0);
}

#[test]
fn a_key_pauses_all_games_and_lets_them_go_on() {
    let world = RefCell::new(on(running(12, ORGANISER), EveningAction::Tab(EveningTab::Organise)));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    let sends = |command: EveningCommand| {
        let request = EveningRequest::Organise { code: evening_code(), command };
        world.borrow_mut().take_sent().contains(&request.into())
    };
    harness.press_key(Key::P);
    harness.run_steps(2);
    assert!(sends(EveningCommand::Pause { board: None }));
    world.borrow_mut().receive(EveningMessage::Round(Box::new(paused_round())));
    harness.run_steps(2);
    assert!(widget(&harness, "evening.paused").label.contains("Olga"));
    harness.press_key(Key::P);
    harness.run_steps(2);
    assert!(sends(EveningCommand::Continue { board: None }));
}

#[test]
fn buttons_of_rows_stay_within_their_rows() {
    for (tab, button) in [(EveningTab::Organise, "evening.result."), (EveningTab::Round, "evening.watch.")] {
        let world = RefCell::new(on(running(24, ORGANISER), EveningAction::Tab(tab)));
        let mut harness = shown(&world, Lang::En, WINDOWS[0]);
        harness.run_steps(3);
        let trace = trace(&harness);
        let rows = ["evening.results.", "evening.boards."];
        let rows: Vec<_> =
            trace.widgets.iter().filter(|it| rows.iter().any(|row| it.id.starts_with(row))).collect();
        let buttons: Vec<_> = trace.widgets.iter().filter(|it| it.id.starts_with(button)).collect();
        assert!(!buttons.is_empty(), "{tab:?}");
        for button in buttons {
            let middle = button.rect.center().y;
            let row = rows.iter().find(|row| row.rect.y_range().contains(middle)).expect("it is in a row");
            let is_within = row.rect.y_range().shrink(2.0);
            assert!(is_within.contains(button.rect.top()), "{button:?} {row:?}");
            assert!(is_within.contains(button.rect.bottom()), "{button:?} {row:?}");
        }
    }
}

#[test]
fn players_can_be_pasted_at_once() {
    let world = on(entered(6, ORGANISER), EveningAction::Tab(EveningTab::Organise));
    let world = RefCell::new(on(world, OrganiseAction::Paste));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    harness.run_steps(3);
    harness.input_mut().events.push(egui::Event::Paste("Zhou, Hilltop".to_owned()));
    harness.run_steps(3);
    let trace = trace(&harness);
    let field = find(&trace, "evening.paste");
    assert!(field.label.contains("Zhou"));
    let ring = trace.ring.expect("it is around the frame of the field");
    assert!(ring.width() >= field.rect.width() && ring.height() > field.rect.height(), "{ring:?} {field:?}");
}

#[test]
fn nothing_dangerous_comes_to_where_another_button_was() {
    for size in [WINDOWS[0], WINDOWS[2]] {
        let world = on(entered(1, ORGANISER), EveningAction::Tab(EveningTab::Organise));
        let world = RefCell::new(in_window(world, size));
        let mut harness = shown_every(&world, Lang::En, size, 0.05);
        harness.run_steps(12);
        let ids = ["evening.begin", "evening.pause", "evening.cancel"];
        let shown = trace(&harness);
        let before = ids.map(|id| find(&shown, id).clone());
        harness.run_steps(1);
        assert!(!before[0].enabled, "one player is too few");
        // the evening can begin, and is paused
        let second = Entry { name: "Cy".to_owned(), ..Entry::default() };
        world.borrow_mut().evening_events(vec![Event::Entered(second)]);
        world.borrow_mut().receive(EveningMessage::Round(Box::new(paused_round())));
        harness.run_steps(2);
        let after = trace(&harness);
        let [begin, pause, cancel] = ids.map(|id| find(&after, id));
        assert!(begin.enabled && begin.rect == before[0].rect, "{size}: {begin:?}");
        assert_eq!(pause.rect.left(), before[1].rect.left(), "{size}: it stays first in its row");
        assert!(cancel.rect.top() > pause.rect.bottom(), "{size}: it has a row of its own");
        // it has moved, and a press that was meant for what was there does nothing
        let at = cancel.rect.center();
        click_at(&mut harness, at);
        assert!(world.borrow().evening().dialog.is_none(), "{size}");
        harness.run_steps(12);
        click_at(&mut harness, at);
        assert!(world.borrow().evening().dialog.is_some(), "{size}");
    }
}

#[test]
fn tab_goes_through_the_head_as_it_is_read() {
    let world = RefCell::new(running(8, PLAYER));
    let mut harness = shown(&world, Lang::En, WINDOWS[0]);
    let mut reached = Vec::new();
    for _ in 0..3 {
        harness.press_key(Key::Tab);
        harness.run_steps(4);
        let shown = trace(&harness);
        let left = shown.widgets.iter().find(|it| it.id == shown.focus).map(|it| it.rect.left());
        reached.push((shown.focus, left));
    }
    assert_eq!(reached.first().map(|it| it.0.as_str()), Some("evening.back"), "{reached:?}");
    assert!(reached.is_sorted_by(|one, other| one.1 < other.1), "{reached:?}");
}

#[test]
fn the_plan_of_an_arena_has_no_pace() {
    let world = RefCell::new(plan());
    let mut harness = shown(&world, Lang::En, vec2(1_280.0, 2_600.0));
    for (system, offered) in [
        (SystemChoice::Swiss, [true, true, true, true]),
        (SystemChoice::Arena, [false, false, true, true]),
        (SystemChoice::TeamMatch, [true, true, true, false]),
    ] {
        act(&mut world.borrow_mut(), PlanAction::System(system));
        harness.run_steps(3);
        let shown = trace(&harness);
        let has = ["plan.pace", "plan.number.break", "plan.number.late", "plan.numbering"]
            .map(|id| shown.widgets.iter().any(|it| it.id.starts_with(id)));
        assert_eq!(has, offered, "{system:?}");
    }
}
