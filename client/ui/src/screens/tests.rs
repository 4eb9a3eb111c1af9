//! Tests of the screens without a window. They click labels, in every language and at many sizes.

use super::show;
use crate::widgets::theme::{self, Theme};
use crate::widgets::ui_trace::{self, UiTrace, Widget, WidgetKind};
use chuhe_app::Screen;
use chuhe_app::testing::analysis::{analysed, practising, with_lines};
use chuhe_app::testing::background::playing_meanwhile;
use chuhe_app::testing::coaching;
use chuhe_app::testing::computers::computer_worlds;
use chuhe_app::testing::endgames::playing;
use chuhe_app::testing::engine::{choosing_an_engine, with_failed_engine};
use chuhe_app::testing::flags::{flag_of, hunting, type_flag_move};
use chuhe_app::testing::games::{in_list, reading_a_game, searched};
use chuhe_app::testing::guessing::{guessed, guessed_all, guessing};
use chuhe_app::testing::keeping::left_review;
use chuhe_app::testing::library::in_library;
use chuhe_app::testing::local::{against_computer, two_at_luzhanqi_moved, two_here};
use chuhe_app::testing::luzhanqi::luzhanqi_worlds;
use chuhe_app::testing::mistakes::{mended_badly, mending};
use chuhe_app::testing::nearby::announced;
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::review::{reviewing, reviewing_fault, reviewing_large};
use chuhe_app::testing::seeking::{answered, seeking};
use chuhe_app::testing::watch::watching;
use chuhe_app::testing::{ME, OTHER, World, name, played, player, reading};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FormAction, FormField, JoinAction, JoinField, LobbyAction, SettingsAction,
    Tab, TableAction,
};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, Handicap, StartEntry, TwoChoice};
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::exchange::event::{Closed, Event, HostEvent, HostFailure, NetworkEvent};
use chuhe_model::exchange::trust::Trust;
use chuhe_model::layout::table_layout::least_window;
use chuhe_model::testing::{kind, summary};
use chuhe_protocol::{
    Activity, Challenge, ChallengeEnd, ChallengeId, ChatMessage, ChatRoom, ClientMessage, CloseReason,
    ColorChoice, CountsAs, DoorMessage, Event as GameEvent, Fingerprint, GameCorrection, GameId, GameSummary,
    LobbyMessage, LobbyRequest, Player, PlayerId, PresenceChange, Refusal, ServerMessage, TableMessage,
    TakebackPolicy, Terms, Tick,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};
use chuhe_texts::Text;
use egui::{Pos2, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

pub(super) const SIZES: [Vec2; 7] = [
    vec2(900.0, 640.0),
    vec2(1280.0, 820.0),
    vec2(760.0, 600.0),
    vec2(1000.0, 1300.0),
    vec2(2560.0, 1440.0),
    vec2(720.0, 1280.0),
    vec2(680.0, 1040.0),
];

/// Shows a world on a screen of this size, four frames a second.
pub(super) fn shown<'a>(world: &'a RefCell<World>, lang: Lang, size: Vec2) -> Harness<'a> {
    shown_every(world, lang, size, 0.25)
}

/// Shows a world on a screen of this size, with so many seconds between two frames.
pub(super) fn shown_every<'a>(
    world: &'a RefCell<World>,
    lang: Lang,
    size: Vec2,
    seconds: f32,
) -> Harness<'a> {
    world.borrow_mut().act(Action::Settings(SettingsAction::Language(Some(lang))));
    let mut fonts = false;
    let harness = Harness::builder().with_size(size).with_step_dt(seconds).build(move |ctx| {
        if !std::mem::replace(&mut fonts, true) {
            theme::install_fonts(ctx);
            return;
        }
        let mut world = world.borrow_mut();
        theme::apply(ctx, &Theme::of(world.app.desk().look().appearance));
        ui_trace::start(ctx);
        for action in show(&world.app, ctx, world.now) {
            world.act(action);
        }
    });
    let mut harness = harness;
    harness.run_steps(3);
    harness
}

pub(super) fn click(harness: &mut Harness<'_>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

/// Clicks the middle of the widget with this id.
pub(super) fn click_widget(harness: &mut Harness<'_>, id: &str) {
    let pos = widget(harness, id).rect.center();
    click_at(harness, pos);
}

pub(super) fn click_at(harness: &mut Harness<'_>, pos: Pos2) {
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        let events = &mut harness.input_mut().events;
        events.push(egui::Event::PointerMoved(pos));
        events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(2);
    }
}

pub(super) fn trace(harness: &Harness<'_>) -> UiTrace {
    let mut trace = ui_trace::take(&harness.ctx).unwrap();
    for clipped in &harness.output().shapes {
        elided(&clipped.shape, &mut trace.cut);
    }
    trace
}

/// Adds every painted text that ends with an ellipsis for want of room.
fn elided(shape: &egui::Shape, cut: &mut Vec<String>) {
    if let egui::Shape::Vec(shapes) = shape {
        shapes.iter().for_each(|shape| elided(shape, cut));
    } else if let egui::Shape::Text(text) = shape
        && text.galley.elided
    {
        cut.push(text.galley.job.text.clone());
    }
}

pub(super) fn widget(harness: &Harness<'_>, id: &str) -> Widget {
    find(&trace(harness), id).clone()
}

/// The widget with this id in a frame.
pub(super) fn find<'a>(trace: &'a UiTrace, id: &str) -> &'a Widget {
    let ids = || trace.widgets.iter().map(|it| &*it.id).collect::<Vec<_>>().join(", ");
    trace.widgets.iter().find(|widget| widget.id == id).unwrap_or_else(|| panic!("no {id} among {}", ids()))
}

pub(super) fn challenge(id: u64, from: PlayerId, to: PlayerId) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::ChallengeOpened(Box::new(Challenge {
        id: ChallengeId(id),
        from,
        to,
        terms: Terms { color: ColorChoice::Black, takeback: TakebackPolicy::Off, ..Terms::default() },
        expires_in_ms: 48_000,
    })))
}

fn hosting() -> World {
    let mut world = World::new();
    let addresses = vec!["192.168.1.20".to_owned(), "2001:db8:1234:5678:9abc:def0:1234:5678".to_owned()];
    world.update(Event::Host(HostEvent::Started { port: 9899, addresses }));
    on_start(world, StartEntry::Host)
}

pub(super) fn on_start(mut world: World, entry: StartEntry) -> World {
    world.act(Action::Start(StartAction::Show(entry)));
    world
}

fn left(mut world: World) -> World {
    world.leave_after("h2e2");
    world
}

fn asked_to_replace() -> World {
    let mut world = left(against_computer(ComputerChoice::default()));
    world.act(Action::Start(StartAction::Play));
    world
}

pub(super) fn covered() -> World {
    let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() });
    world.act(Action::Table(TableAction::Confirm));
    world
}

fn asking_for_a_password() -> World {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::AskPassword));
    world
}

pub(super) fn crowded_lobby() -> World {
    let mut world = World::in_lobby();
    for n in 3..40 {
        let mut guest = player(PlayerId(n), &format!("player-{n}"));
        if n % 3 == 0 {
            guest.activity = Activity::Playing { game: GameId(n), opponent: OTHER, kind: kind(n / 3) };
        }
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(guest)]));
    }
    let long = player(PlayerId(50), "最长的名字一共有十六个字都在这里");
    let computer = Player { computer_level: Some(10), ..player(PlayerId(51), "computer-10") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(long), PresenceChange::Here(computer)]));
    world
}

pub(super) fn challenged(incoming: u64) -> World {
    let mut world = crowded_lobby();
    world.receive(challenge(100, ME, PlayerId(4)));
    for n in 0..incoming {
        world.receive(challenge(n, PlayerId(4 + n), ME));
    }
    world
}

pub(super) fn chatting(mut world: World, room: ChatRoom) -> World {
    for n in 0..30 {
        let text = if n % 4 == 0 { "很长的一句话".repeat(20) } else { "好棋".to_owned() };
        let name = name("最长的名字一共有十六个字都在这里");
        world.receive(ChatMessage::Line { room, from: OTHER, name, text, at_ms: 1 });
    }
    world
}

pub(super) fn in_play(me: Color) -> World {
    let mut world = World::at_board(me);
    let moves = ["h2e2", "h9g7", "e2e6", "b9c7", "e6e5"];
    for (n, mv) in moves.into_iter().enumerate() {
        world.receive_event(played(if n % 2 == 0 { Color::Red } else { Color::Black }, mv));
    }
    world.wait(5_000);
    world
}

pub(super) fn with(mut world: World, event: GameEvent) -> World {
    world.receive_event(event);
    world
}

const fn lag(color: Color) -> GameEvent {
    GameEvent::LagMeasured { color, lag_ms: 150 }
}

fn was_absent(mut world: World) -> World {
    world.receive(
        TableMessage::Tick(Box::new(Tick {
            clocks: ClockReading::default(),
            round_trip_ms: PerColor::splat(Some(120)),
            setup_left_ms: None,
            first_move_left_ms: None,
            absence_left_ms: PerColor::new(62_500, 7_001),
            lag_quota_ms: PerColor::new(2_650, 3_000),
        }))
        .at(chuhe_app::testing::GAME),
    );
    let game = world.table().game();
    assert_eq!(Color::ALL.map(|color| game.absence_left_ms(color)), [Some(62_500), Some(7_001)]);
    world
}

pub(super) fn pressing(mut world: World, action: TableAction) -> World {
    world.act(Action::Table(action));
    world
}

pub(super) fn ended(outcome: Outcome) -> World {
    with(in_play(Color::Red), GameEvent::Ended { outcome, clocks: reading(None) })
}

/// Shows a notice in this world.
fn with_notice(mut world: World, failure: &HostFailure) -> World {
    world.update(Event::Host(HostEvent::Failed(failure.clone())));
    world
}

fn long_notice() -> HostFailure {
    HostFailure::Other("something the system says at great length ".repeat(8))
}

pub(super) fn lost(mut world: World) -> World {
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world
}

/// Connects this world over TLS.
pub(super) fn encrypted(mut world: World) -> World {
    let shown = Fingerprint::of(b"a");
    world.network(NetworkEvent::Secured { shown, trust: Trust::Pinned(shown) });
    world.wait(60_000);
    world
}

pub(super) fn superseded(mut world: World) -> World {
    world.receive(DoorMessage::Closing { reason: CloseReason::Superseded });
    lost(world)
}

fn watched() -> World {
    let mut world = in_play(Color::Red);
    let game = chuhe_app::testing::GAME;
    world.receive(TableMessage::Spectators { names: vec![name("Bo")], count: u32::MAX }.at(game));
    world
}

fn challenged_by(mut world: World) -> World {
    world.wait(5_000);
    world.receive(challenge(5, OTHER, ME));
    world
}

fn paused(mut world: World) -> World {
    world.receive(DoorMessage::Paused);
    world
}

fn paused_on_the_join_screen(world: World) -> World {
    let mut world = lost(world);
    world.wait(500);
    world.network(NetworkEvent::Connected);
    world.receive(ServerMessage::Refused { request: 1, reason: Refusal::Paused });
    assert!(world.app.sessions().link().is_paused());
    world
}

/// Returns one world for each layout of a screen, without dialogs.
pub(super) fn flat_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("join", World::new()),
        ("first", on_start(World::new(), StartEntry::Computer)),
        ("engines", on_start(choosing_an_engine(), StartEntry::Computer)),
        ("engine failed", with_failed_engine()),
        ("two", on_start(World::new(), StartEntry::Two)),
        ("records", on_start(World::new(), StartEntry::Review)),
        ("host", on_start(World::new(), StartEntry::Host)),
        ("left", left(against_computer(ComputerChoice::default()))),
        ("replace", asked_to_replace()),
        (
            "computer",
            against_computer(ComputerChoice { handicap: Handicap::TwoHorses, ..Default::default() }),
        ),
        ("two here", two_here(TwoChoice::default())),
        ("covered", covered()),
        ("handing over", two_at_luzhanqi_moved()),
        ("hosting", hosting()),
        ("password", asking_for_a_password()),
    ]
    .into_iter()
    .chain(lobby_worlds())
    .chain(coached_worlds())
    .chain(playing_worlds())
    .chain(judged_worlds())
    .chain(finished_worlds())
    .chain(watching_worlds())
    .chain(meanwhile_worlds())
    .chain(luzhanqi_worlds())
    .collect()
}

// Worlds are large, and a function that makes all of them needs more stack than a test has.

/// Returns one world for each layout of the lobby.
fn lobby_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("lobby", World::in_lobby()),
        ("crowded", crowded_lobby()),
        ("seeking", seeking()),
        ("answered", answered()),
        ("encrypted", encrypted(crowded_lobby())),
        ("encrypted at the board", encrypted(in_play(Color::Red))),
        ("challenged", challenged(1)),
        ("challenged by many", challenged(6)),
        ("lobby chat", chatting(challenged(1), ChatRoom::Lobby)),
    ]
}

/// Returns one world for each thing that the coach says in a game against the computer.
fn coached_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("coach asks", coaching::asked_for_a_hint()),
        ("coach remarks", coaching::remarked()),
        ("coach explains", coaching::explained()),
        ("coach explains more", coaching::forked()),
        ("coach warns", coaching::threatened()),
        ("level suggested", on_start(coaching::ready_for_the_next_level(), StartEntry::Computer)),
    ]
}

/// Returns one world for each layout of a game between two players.
fn playing_worlds() -> Vec<(&'static str, World)> {
    let table = ChatRoom::Table(chuhe_app::testing::GAME);
    let offer = |by, kind| with(in_play(Color::Red), GameEvent::Offered { by, kind });
    vec![
        ("start", World::at_board(Color::Black)),
        ("red", in_play(Color::Red)),
        ("black", in_play(Color::Black)),
        ("available", pressing(World::at_board(Color::Red), TableAction::Tab(Tab::Available))),
        ("table chat", pressing(chatting(in_play(Color::Red), table), TableAction::Tab(Tab::Chat))),
        ("asked", offer(Color::Black, OfferKind::Takeback)),
        ("asking", offer(Color::Red, OfferKind::Draw)),
        ("resigning", pressing(in_play(Color::Red), TableAction::AskGiveUp)),
        ("looking back", pressing(in_play(Color::Red), TableAction::Review(Some(1)))),
        (
            "away",
            with(in_play(Color::Red), GameEvent::WentAway { color: Color::Black, claimable_in_ms: 9_000 }),
        ),
        ("was absent", was_absent(in_play(Color::Red))),
    ]
}

/// Returns one world for each layout with a repetition, a network delay, or an opponent who may be away too long.
fn judged_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("warned of a repetition", super::repetition_tests::warned()),
        ("ruled on a repetition", super::repetition_tests::ruled()),
        ("lag", with(was_absent(in_play(Color::Red)), lag(Color::Red))),
        ("both lag", with(with(in_play(Color::Black), lag(Color::Red)), lag(Color::Black))),
        (
            "early absence",
            with(
                World::at_board(Color::Red),
                GameEvent::WentAway { color: Color::Black, claimable_in_ms: 9_000 },
            ),
        ),
        ("claim", with(in_play(Color::Red), GameEvent::WentAway { color: Color::Black, claimable_in_ms: 0 })),
    ]
}

/// Returns one world for each layout after a game, with a notice, and without a connection.
/// A game of which an operator has made this.
fn corrected(counts_as: CountsAs) -> GameSummary {
    let correction = Some(GameCorrection { counts_as, reason: "作弊".to_owned() });
    GameSummary { correction, ..summary(9) }
}

fn finished_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("won", ended(Outcome::won(Color::Red, WinReason::Checkmate))),
        ("lost", ended(Outcome::won(Color::Black, WinReason::MoveTime))),
        ("drawn", ended(Outcome::Drawn(DrawReason::TimeWithoutAttackers))),
        ("aborted", ended(Outcome::Aborted(AbortReason::NoFirstMove(Color::Black)))),
        ("join notice", with_notice(World::new(), &long_notice())),
        ("hosting notice", with_notice(hosting(), &long_notice())),
        ("lobby notice", with_notice(challenged(1), &long_notice())),
        ("table notice", with_notice(in_play(Color::Red), &long_notice())),
        ("lobby lost", lost(challenged(6))),
        ("table lost", lost(in_play(Color::Red))),
        ("my games", in_list((0..30).map(|n| GameSummary { kind: kind(n), ..summary(n) }).collect(), true)),
        ("annulled games", in_list(CountsAs::ALL.map(corrected).into(), false)),
        ("no games", in_list(Vec::new(), false)),
        ("no games found", searched(in_list(vec![summary(1)], false))),
        ("reading", reading_a_game()),
        ("reading back", pressing(reading_a_game(), TableAction::Review(Some(1)))),
        (
            "over and back",
            pressing(ended(Outcome::won(Color::Red, WinReason::Checkmate)), TableAction::Review(Some(1))),
        ),
    ]
}

/// The list of the endgames on the first screen.
fn listing_endgames() -> World {
    let mut world = playing(0);
    world.act(PuzzleAction::Leave.into());
    world
}

/// A puzzle of luzhanqi with a wrong move.
fn hunted_badly() -> World {
    let mut world = hunting(flag_of(3));
    type_flag_move(&mut world, false);
    world
}

/// The list of the puzzles of luzhanqi on the first screen.
fn listing_flags() -> World {
    let mut world = hunting(0);
    world.act(PuzzleAction::Leave.into());
    world
}

/// Returns one world for each layout of records, of watching, and of pauses.
fn watching_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("review", reviewing(&["h2e2", "h9g7", "h0g2"])),
        ("analysed record", analysed()),
        ("record with lines", with_lines()),
        ("practice", practising()),
        ("endgame", playing(0)),
        ("endgames", listing_endgames()),
        ("flag", hunting(flag_of(2))),
        ("flag wrong", hunted_badly()),
        ("flags", listing_flags()),
        ("own mistake", mending()),
        ("own mistake not mended", mended_badly()),
        ("guess", guessing()),
        ("guess answered", guessed()),
        ("guess done", guessed_all()),
        ("review of a large record", reviewing_large()),
        ("review of a faulty record", reviewing_fault()),
        ("watching", watching(0)),
        ("watching late", watching(7)),
        ("watching before", pressing(watching(7), TableAction::Review(Some(1)))),
        ("watching who", pressing(watching(0), TableAction::Tab(Tab::Spectators))),
        ("watching chat", pressing(watching(0), TableAction::Tab(Tab::Chat))),
        ("watched", watched()),
        ("watching challenged", challenged_by(watching(0))),
        ("paused at the board", paused(in_play(Color::Red))),
        ("paused in the lobby", paused(challenged(1))),
        ("paused on the join screen", paused_on_the_join_screen(in_play(Color::Red))),
        ("superseded in the lobby", superseded(challenged(1))),
        ("superseded at the board", superseded(in_play(Color::Black))),
    ]
}

/// Returns one world for each layout that a game without the server or earlier games bring about.
fn meanwhile_worlds() -> Vec<(&'static str, World)> {
    vec![
        ("kept review", left_review()),
        ("recent opponents", back_in_lobby(vec![summary(9)])),
        ("lobby of a server that stops", stopping(challenged(1))),
        ("challenge to an offline player", awaiting_somebody_offline()),
        ("review of a record with tags", reviewing_tagged()),
        (
            "challenged at a finished board",
            challenged_by(ended(Outcome::won(Color::Red, WinReason::Checkmate))),
        ),
        ("challenged at the board of the computer", challenged_by(playing_meanwhile())),
        ("lost at the board of the computer", lost(playing_meanwhile())),
    ]
}

/// A lobby with a challenge to somebody whose connection is lost.
fn awaiting_somebody_offline() -> World {
    let mut world = challenged(0);
    let away = Player { connected: false, ..player(PlayerId(4), "player-4") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(away)]));
    world
}

fn stopping(mut world: World) -> World {
    world.receive(DoorMessage::ShuttingDown);
    world
}

/// A record that says about its game all that the header shows.
fn reviewing_tagged() -> World {
    let mut world = World::new();
    let tags = "[Event \"Cup\"]\n[Date \"2025.11.20\"]\n[Round \"3\"]\n[Red \"Bo\"]\n[Black \"Cy\"]\n[TimeControl \"300+3\"]";
    world.act(Action::Review(ReviewAction::Paste(format!("{tags}\n\n1. h2e2 h9g7 *\n"))));
    world.act(Action::Review(ReviewAction::Glyph(chuhe_records::Glyph::GOOD)));
    world
}

/// What others wrote, which may have any length.
const WRITTEN: [&str; 4] =
    ["最长的名字一共有十六个字都在这里", "something the system says", "楚河客", "云中鹤"];

/// What overlaps, is cut, or lies outside of a window of this size.
fn faults_at(kind: &str, world: World, lang: Lang, size: Vec2) -> Vec<String> {
    let is_large_enough = size == size.max(least_window(size));
    let world = RefCell::new(world);
    let UiTrace { widgets, cut, .. } = trace(&shown(&world, lang, size));
    assert!(!widgets.is_empty(), "{kind}");
    let mut faults = Vec::new();
    for (n, widget) in widgets.iter().enumerate() {
        let rect = widget.rect.shrink(1.5);
        let inside = rect.right() <= size.x - 8.0 || size.x < least_window(size).x;
        let inside = inside && (rect.bottom() <= size.y || size.y < least_window(size).y);
        if !inside {
            faults.push(format!("{kind} {lang:?} {size}: {widget:?}"));
        }
        for other in &widgets[n + 1..] {
            let apart = !rect.intersects(other.rect.shrink(1.5));
            // the link that ends a review is inside the outcome's area
            let within = [&widget.id, &other.id].into_iter().any(|id| id == "outcome");
            if !apart && !within {
                faults.push(format!("{kind} {lang:?} {size}: {widget:?} {other:?}"));
            }
        }
    }
    let own = cut.into_iter().filter(|text| WRITTEN.iter().all(|other| !text.contains(other)));
    let own = own.filter(|_| is_large_enough);
    faults.extend(own.map(|text| format!("{kind} {lang:?} {size}: {text} is cut")));
    faults
}

#[test]
fn nothing_overlaps_and_no_text_is_cut_at_any_size_in_any_language() {
    let mut faults = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        for (kind, world) in flat_worlds() {
            faults.extend(faults_at(kind, world, lang, size));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_the_coach_says_has_room_at_any_size_in_any_language() {
    let mut faults = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        for (kind, world) in coached_worlds() {
            faults.extend(faults_at(kind, world, lang, size));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_the_coach_can_be_asked_stands_in_one_line_each() {
    let answers = ["coach.threat", "coach.move", "coach.last", "coach.close"];
    let sizes = [SIZES[0], vec2(894.0, 706.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let world = RefCell::new(coaching::asked_for_a_hint());
        let harness = shown(&world, lang, size);
        let shown = trace(&harness);
        for label in answers.map(|id| find(&shown, id).label.clone()) {
            let shapes = harness.output().shapes.iter();
            let texts =
                shapes.filter_map(|it| if let egui::Shape::Text(it) = &it.shape { Some(it) } else { None });
            let of_label =
                texts.filter(|it| it.galley.text().split_whitespace().eq(label.split_whitespace()));
            let rows: Vec<usize> = of_label.map(|it| it.galley.rows.len()).collect();
            assert!(
                !rows.is_empty() && rows.iter().all(|&rows| rows == 1),
                "{lang:?} {size}: {label} {rows:?}"
            );
        }
    }
}

#[test]
fn notice_replaces_the_footer() {
    for lang in Lang::ALL {
        for size in SIZES.into_iter().filter(|size| size.y >= 640.0) {
            let world = RefCell::new(in_play(Color::Red));
            let mut harness = shown(&world, lang, size);
            let footer = widget(&harness, "footer.terms").rect;
            world.borrow_mut().click("b0");
            world.borrow_mut().click("b5");
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            let notice = widgets.iter().find(|widget| widget.id == "notice").unwrap().rect;
            assert!((notice.center().y - footer.center().y).abs() < 2.0, "{size}: {notice} {footer}");
            assert!(widgets.iter().all(|widget| widget.id != "footer.terms"), "{size}");
            world.borrow_mut().wait(5_000);
            world.borrow_mut().receive(DoorMessage::Pong { nonce: 2 });
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            assert!(widgets.iter().all(|widget| widget.id != "notice"), "{size}");
            assert!(widgets.iter().any(|widget| widget.id == "footer.terms" && widget.rect == footer));
        }
    }
}

#[test]
fn lost_connection_answers_a_click_before_its_line_and_can_be_left() {
    let world = RefCell::new(lost(in_play(Color::Red)));
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    world.borrow_mut().click("h0");
    harness.run_steps(3);
    let shown = |harness: &Harness<'_>| {
        let widgets = trace(harness).widgets;
        ["notice", "connection.leave"].map(|id| widgets.iter().any(|widget| widget.id == id))
    };
    assert_eq!(shown(&harness), [true, false]);
    world.borrow_mut().wait(5_000);
    harness.run_steps(3);
    assert_eq!(shown(&harness), [false, true]);
    click(&mut harness, "Leave server");
    assert_eq!(world.borrow().app.screen(), chuhe_app::Screen::Join);
}

#[test]
fn the_library_fits_at_every_size_in_every_language() {
    for lang in Lang::ALL {
        for size in SIZES {
            for games in [0, 30] {
                let world = RefCell::new(in_library(World::in_lobby(), games));
                let harness = shown(&world, lang, size);
                let widgets = trace(&harness).widgets;
                let library = |it: &&Widget| it.id.starts_with("library.");
                let widgets: Vec<&Widget> = widgets.iter().filter(library).collect();
                assert_eq!(widgets.iter().any(|it| it.id == "library.open.0"), games > 0, "{lang:?} {size}");
                for (n, widget) in widgets.iter().enumerate() {
                    let (rect, window) =
                        (widget.rect.shrink(1.5), egui::Rect::from_min_size(egui::Pos2::ZERO, size));
                    // rows at the lower edge of the list are cut off
                    let is_row =
                        widget.id.starts_with("library.open.") || widget.id.starts_with("library.disc.");
                    assert!(window.contains_rect(rect) || is_row, "{lang:?} {size}: {widget:?}");
                    for other in &widgets[n + 1..] {
                        let hidden = is_row && !other.id.starts_with("library.open.");
                        let apart = !rect.intersects(other.rect.shrink(1.5)) || hidden;
                        assert!(apart, "{lang:?} {size}: {widget:?} {other:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_library_opens_from_the_first_screen_and_from_the_list_of_games() {
    for world in [on_start(World::new(), StartEntry::Review), in_list(Vec::new(), false)] {
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, SIZES[0]);
        click(&mut harness, Text::of(Lang::En).library.title);
        assert!(world.borrow().app.study().library.is_open);
        click(&mut harness, Text::of(Lang::En).close);
        assert!(!world.borrow().app.study().library.is_open);
    }
}

#[test]
fn dialogs_fit_at_every_size_in_every_language() {
    for lang in Lang::ALL {
        for size in SIZES {
            for open in [Action::Lobby(LobbyAction::Challenge(OTHER)), Action::Account(AccountAction::Open)]
                .into_iter()
                .chain(SettingsPage::ALL.map(|page| Action::Settings(SettingsAction::Page(page))))
            {
                let world = RefCell::new(challenged(2));
                if matches!(open, Action::Settings(_)) {
                    world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
                }
                world.borrow_mut().act(open);
                world.borrow_mut().act(Action::Form(FormAction::Odds(true)));
                let harness = shown(&world, lang, size);
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.max(least_window(size)));
                let mut widgets = trace(&harness).widgets;
                widgets.retain(|it| {
                    ["form.", "settings.", "account."].iter().any(|dialog| it.id.starts_with(dialog))
                });
                assert!(widgets.len() >= 4, "{widgets:?}");
                for widget in widgets {
                    assert!(window.contains_rect(widget.rect), "{lang:?} {size}: {widget:?}");
                    // a widget beyond the edge is clipped, and a line of text is low
                    let is_low = widget.kind == WidgetKind::Text && widget.whole;
                    let whole = is_low || widget.rect.height() > 20.0 || size.y < 640.0;
                    assert!(whole, "{lang:?} {size}: {widget:?}");
                }
            }
        }
    }
}

#[test]
fn lost_connection_is_shown_on_every_screen() {
    for lang in Lang::ALL {
        for mut world in [crowded_lobby(), in_play(Color::Red), ended(Outcome::Drawn(DrawReason::Agreement))]
        {
            world.network(NetworkEvent::Closed(Closed::ByServer));
            let world = RefCell::new(world);
            let harness = shown(&world, lang, SIZES[0]);
            assert!(widget(&harness, "connection.retry").enabled);
        }
    }
}

#[test]
fn clicking_join_connects() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::new());
        let mut harness = shown(&world, lang, SIZES[1]);
        click(&mut harness, Text::of(lang).join);
        assert!(world.borrow_mut().app.sessions().link().server().is_some());
        assert_eq!(widget(&harness, "join.cancel").label, Text::of(lang).cancel);
    }
}

#[test]
fn typing_a_name_and_enter_connects() {
    let typed = |mut world: World| {
        world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::Zh, SIZES[1]);
        harness.input_mut().events.push(egui::Event::Text("Bo".into()));
        harness.run_steps(2);
        harness.press_key(egui::Key::Enter);
        harness.run_steps(2);
        let world = world.borrow();
        (world.app.entrance().join.clone(), world.app.sessions().link().server().is_some())
    };
    let (form, joining) = typed(World::new());
    assert_eq!((form.name.as_str(), joining), ("Bo", true));
    let mut hostless = World::new();
    hostless.act(Action::Edit(Field::Join(JoinField::Host), String::new()));
    let (form, joining) = typed(hostless);
    assert_eq!((form.host.as_str(), joining), ("Bo", false));
}

#[test]
fn clicking_challenges_a_player() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let world = RefCell::new(World::in_lobby());
        let mut harness = shown(&world, lang, SIZES[1]);
        click(&mut harness, text.challenge);
        click(&mut harness, text.preset(chuhe_model::choices::preset::Preset::Untimed));
        click(&mut harness, text.send_challenge);
        let sent = world.borrow_mut().take_sent();
        let [ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, terms })] = &sent[..] else {
            panic!("{sent:?}")
        };
        assert!(terms.challenger_time.is_untimed());
    }
}

#[test]
fn clicking_accepts_a_challenge() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::in_lobby());
        world.borrow_mut().receive(challenge(9, OTHER, ME));
        let mut harness = shown(&world, lang, SIZES[1]);
        click(&mut harness, Text::of(lang).accept);
        let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(9) });
        assert_eq!(world.borrow_mut().take_sent(), [accept]);
    }
}

#[test]
fn challenge_card_contains_its_text_at_the_smallest_size() {
    for lang in Lang::ALL {
        let mut world = crowded_lobby();
        world.receive(challenge(9, PlayerId(50), ME));
        let world = RefCell::new(world);
        let harness = shown(&world, lang, SIZES[0]);
        let widgets = trace(&harness).widgets;
        let right = |id: &str| widgets.iter().find(|widget| widget.id == id).unwrap().rect.right();
        // the card is as wide as the chat, and has a margin
        assert!(right("challenge.why") < right("chat.send"), "{lang:?}");
    }
}

#[test]
fn list_rows_have_equal_distances() {
    let tops = |world: World, prefix: &str| -> Vec<f32> {
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::Zh, SIZES[1]);
        let widgets = trace(&harness).widgets;
        let whole = widgets.iter().filter(|widget| widget.id.starts_with(prefix));
        whole.filter(|widget| widget.rect.height() > 30.0).map(|widget| widget.rect.top()).collect()
    };
    let mut often_joined = World::new();
    for n in 0..5 {
        often_joined.act(Action::Edit(Field::Join(JoinField::Name), format!("Bo{n}")));
        often_joined.act(Action::Join(JoinAction::Submit));
        often_joined.network(NetworkEvent::Connected);
        often_joined.receive(DoorMessage::Joined {
            player: OTHER,
            name: name(&format!("Bo{n}")),
            token: chuhe_protocol::SessionToken([n; 16]),
            resumed: false,
            registered: false,
            hall: None,
        });
        often_joined.act(Action::Join(JoinAction::Leave));
    }
    let mut found = World::new();
    found.act(Action::Start(StartAction::Show(StartEntry::Join)));
    for n in 1..4 {
        found.update(announced(&format!("Bo{n}"), &format!("192.168.1.{n}"), false));
    }
    for (world, prefix, row) in [
        (found, "join.nearby.", 38.0),
        (crowded_lobby(), "lobby.challenge.", 66.0),
        (challenged(6), "challenge.accept", 160.0),
        (often_joined, "join.recent.", 38.0),
    ] {
        let tops = tops(world, prefix);
        assert!(tops.len() > 1, "{prefix}");
        assert!(tops.windows(2).all(|pair| pair[1] - pair[0] == row), "{prefix}: {tops:?}");
    }
}

#[test]
fn challenge_form_stays_in_place_when_the_game_changes() {
    let world = RefCell::new(World::in_lobby());
    world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    let places: Vec<_> = <GameChoice as strum::VariantArray>::VARIANTS
        .iter()
        .map(|&game| {
            world.borrow_mut().act(Action::Form(FormAction::Game(game)));
            let widgets = trace(&shown(&world, Lang::En, SIZES[0])).widgets;
            let place = |name: &str| widgets.iter().find(|widget| widget.id == name).unwrap().rect;
            ["form.xiangqi", "form.preset.0", "form.random", "form.send"].map(place)
        })
        .collect();
    assert!(places.len() > 2 && places.windows(2).all(|pair| pair[0] == pair[1]), "{places:?}");
}

#[test]
fn the_end_of_a_challenge_form_is_in_sight_with_different_times() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::in_lobby());
        world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
        world.borrow_mut().act(Action::Form(FormAction::Odds(true)));
        let harness = shown(&world, lang, SIZES[0]);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, SIZES[0]);
        let widgets = trace(&harness).widgets;
        for end in ["form.send", "form.invite", "form.close"] {
            let button = widgets.iter().find(|it| it.id == end).expect("the form ends with it");
            assert!(window.contains_rect(button.rect), "{lang:?}: {button:?}");
        }
    }
}

#[test]
fn nothing_in_the_head_of_the_lobby_lies_over_the_name_of_the_user() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        let mut world = World::in_lobby();
        let name = chuhe_protocol::PlayerName::parse("最长的名字一共有十六个字都在这里").unwrap();
        let (token, hall) = (chuhe_protocol::SessionToken([7; 16]), None);
        world.receive(DoorMessage::Joined {
            player: ME,
            name,
            token,
            resumed: true,
            registered: false,
            hall,
        });
        let world = RefCell::new(world);
        let harness = shown(&world, lang, size);
        let account = widget(&harness, "account");
        for clipped in &harness.output().shapes {
            let egui::Shape::Text(text) = &clipped.shape else { continue };
            let place = egui::Rect::from_min_size(text.pos, text.galley.size());
            let is_over = place.intersects(account.rect) && !account.rect.expand(4.0).contains_rect(place);
            assert!(!is_over, "{lang:?} {size}: {:?} {account:?}", text.galley.text());
        }
    }
}

#[test]
fn a_computer_player_is_called_as_the_language_has_it_at_every_size() {
    fn painted(shape: &egui::Shape, all: &mut Vec<String>) {
        if let egui::Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| painted(shape, all));
        } else if let egui::Shape::Text(text) = shape {
            all.push(text.galley.text().to_owned());
        }
    }
    for (lang, called) in [(Lang::En, "Computer 3"), (Lang::Zh, "电脑 3")] {
        for size in [SIZES[0], vec2(360.0, 640.0)] {
            for (name, world) in computer_worlds() {
                let world = RefCell::new(world);
                let harness = shown(&world, lang, size);
                let mut all = Vec::new();
                harness.output().shapes.iter().for_each(|clipped| painted(&clipped.shape, &mut all));
                assert!(all.iter().any(|text| text.contains(called)), "{name} {lang:?} {size}: {all:#?}");
                assert!(
                    !all.iter().any(|text| text.contains("computer-3")),
                    "{name} {lang:?} {size}: {all:#?}"
                );
            }
        }
    }
}

#[test]
fn nobody_sends_a_link_to_a_computer() {
    for (level, offers) in [(None, true), (Some(3), false)] {
        let mut world = World::in_lobby();
        let other = Player { computer_level: level, ..player(PlayerId(51), "computer-3") };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(other)]));
        world.act(Action::Lobby(LobbyAction::Challenge(PlayerId(51))));
        let seen = trace(&shown(&RefCell::new(world), Lang::En, SIZES[0]));
        assert_eq!(seen.widgets.iter().any(|it| it.id == "form.invite"), offers);
    }
}

#[test]
fn invalid_form_cannot_be_sent() {
    let world = RefCell::new(World::in_lobby());
    world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.borrow_mut().act(Action::Edit(Field::Form(FormField::Start), "nonsense".into()));
    let harness = shown(&world, Lang::Zh, SIZES[1]);
    assert!(!widget(&harness, "form.send").enabled);
}

#[test]
fn challenges_cannot_be_answered_or_cancelled_without_a_connection() {
    let world = RefCell::new(lost(challenged(1)));
    let harness = shown(&world, Lang::Zh, SIZES[1]);
    let widgets = trace(&harness).widgets;
    let answers: Vec<_> = widgets.iter().filter(|widget| widget.id.starts_with("challenge.")).collect();
    assert_eq!(answers.len(), 4);
    assert!(answers.iter().all(|widget| !widget.enabled), "{answers:?}");
}

#[test]
fn language_switches_at_once() {
    let world = RefCell::new(World::new());
    let mut harness = shown(&world, Lang::Zh, SIZES[1]);
    click(&mut harness, "设置");
    click(&mut harness, "English");
    click(&mut harness, "Close");
    assert_eq!(widget(&harness, "join.submit").label, "Join");
    assert_eq!(world.borrow().app.screen(), Screen::Join);
}

#[test]
fn ended_challenge_shows_a_notice() {
    let world = RefCell::new(World::in_lobby());
    world.borrow_mut().receive(challenge(9, ME, OTHER));
    let how = ChallengeEnd::Expired;
    world.borrow_mut().receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(9), how });
    let harness = shown(&world, Lang::En, SIZES[1]);
    assert_eq!(widget(&harness, "notice").label, "云中鹤 did not answer");
}
