//! Tests of the screens on phones: everything is in the window, whole, and large enough for a finger.

use super::tests::{
    SIZES, challenged, click_widget, ended, flat_worlds, in_play, on_start, pressing, shown, superseded,
    trace, widget, with,
};
use crate::widgets;
use crate::widgets::theme::{TEXT, TOUCH};
use crate::widgets::ui_trace::{Widget, WidgetKind};
use chuhe_app::testing::coaching;
use chuhe_app::testing::engine::{adding_an_engine, with_many_engines};
use chuhe_app::testing::flags::{flag_of, hunting, type_flag_move};
use chuhe_app::testing::games::in_list;
use chuhe_app::testing::inviting::invitation;
use chuhe_app::testing::library::in_library;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{ME, OTHER, World, player, reading, rematch};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FormAction, GamesAction, HelpAction, InvitationAction, LibraryAction,
    LobbyAction, LobbyTab, SettingsAction, Tab, TableAction,
};
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::layout::table_layout::{BoardOf, PLAYER_BAR, TableLayout};
use chuhe_model::lessons::Game;
use chuhe_model::library::LibraryId;
use chuhe_model::luzhanqi::BoardPart;
use chuhe_model::table::clock_face;
use chuhe_model::testing::{seeker, summary};
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, Event as GameEvent, GameId, GameKind, GameTerms, LobbyMessage, Player,
    PlayerResult, PresenceChange, RatedEnd, RatingChange, RatingClass, Refusal, ServerMessage, ShownRating,
    TableMessage, TakebackPolicy, Terms,
};
use chuhe_rules::clock::Speed;
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome, PerColor, WinReason};
use chuhe_texts::Text;
use egui::{Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use std::cell::RefCell;

/// The smallest phones, and a tablet, upright and on their sides.
const SCREENS: [Vec2; 4] = [vec2(360.0, 640.0), vec2(640.0, 360.0), vec2(768.0, 1024.0), vec2(1024.0, 768.0)];

/// What others wrote, which may have any length.
const WRITTEN: [&str; 3] = ["最长的名字一共有十六个字都在这里", "something the system says", "2001:db8"];

/// Returns the faults of the widgets: too small for a finger, or beyond the edge of the screen.
fn faults(name: &str, size: Vec2, widgets: &[Widget]) -> Vec<String> {
    let window = Rect::from_min_size(egui::Pos2::ZERO, size).expand(0.5);
    let of = |widget: &Widget| {
        let rect = widget.rect;
        // a widget that is partly scrolled away is large enough once it is in sight
        let small = widget.whole && widget.focusable && rect.size().min_elem() < TOUCH - 0.6;
        (small || !window.contains_rect(rect)).then(|| format!("{name} {size}: {} {rect}", widget.id))
    };
    widgets.iter().filter_map(of).collect()
}

/// Returns which widgets of the same layer that can be pressed cover one another.
fn overlaps(name: &str, size: Vec2, widgets: &[Widget]) -> Vec<String> {
    let pressed: Vec<&Widget> =
        widgets.iter().filter(|it| it.kind != WidgetKind::Text && !it.covered).collect();
    let apart = |one: &Widget, other: &Widget| {
        one.layer != other.layer || !one.rect.shrink(1.5).intersects(other.rect.shrink(1.5))
    };
    let pairs =
        pressed.iter().enumerate().flat_map(|(n, one)| pressed[n + 1..].iter().map(move |it| (one, it)));
    let covered = pairs.filter(|(one, other)| !apart(one, other));
    covered.map(|(one, other)| format!("{name} {size}: {} and {} overlap", one.id, other.id)).collect()
}

/// Returns what is wrong with a world on a screen of this size.
pub(super) fn faults_in(name: &str, world: World, lang: Lang, size: Vec2) -> Vec<String> {
    let world = RefCell::new(world.touched(size));
    let harness = shown(&world, lang, size);
    let trace = trace(&harness);
    assert!(!trace.widgets.is_empty(), "{name}");
    let name = format!("{name} {lang:?}");
    let own = trace.cut.into_iter().filter(|text| WRITTEN.iter().all(|other| !text.contains(other)));
    let cut = own.map(|text| format!("{name} {size}: cut: {text}"));
    let placed = faults(&name, size, &trace.widgets).into_iter().chain(overlaps(&name, size, &trace.widgets));
    let mut found: Vec<String> = placed.chain(cut).collect();
    found.dedup();
    found
}

/// Returns what is wrong with a world on these screens in every language.
pub(super) fn faults_of(name: &str, make: &dyn Fn() -> World, sizes: &[Vec2]) -> Vec<String> {
    let forms = Lang::ALL.into_iter().flat_map(|lang| sizes.iter().map(move |size| (lang, *size)));
    forms.flat_map(|(lang, size)| faults_in(name, make(), lang, size)).collect()
}

fn check(worlds: &[(&str, &dyn Fn() -> World)]) {
    let found: Vec<String> = worlds.iter().flat_map(|(name, make)| faults_of(name, make, &SCREENS)).collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_answer_of_a_puzzle_of_luzhanqi_is_whole() {
    let mut world = hunting(flag_of(3)).touched(SCREENS[0]);
    type_flag_move(&mut world, false);
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::Zh, SCREENS[0]);
    assert!(widget(&harness, "flag.reply").whole);
}

#[test]
fn the_task_of_a_puzzle_of_luzhanqi_wraps_once() {
    let world = RefCell::new(hunting(flag_of(3)).touched(SCREENS[0]));
    let harness = shown(&world, Lang::En, SCREENS[0]);
    let task = widget(&harness, "flag.task").rect;
    assert!(task.height() < 3.5 * TEXT, "two lines: {task}");
}

#[test]
fn the_list_of_the_puzzles_of_luzhanqi_has_its_title() {
    let mut world = hunting(0).touched(SCREENS[0]);
    world.act(PuzzleAction::Leave.into());
    let world = RefCell::new(world);
    shown(&world, Lang::En, SCREENS[0]).get_by_label("Take the flag");
}

#[test]
fn a_game_is_offered_above_the_lessons_once_one_is_done() {
    let lesson = |mut world: World| {
        world.act(LearnAction::Begin(Game::Xiangqi, 0).into());
        world.act(Action::Edit(Field::Move, "e3e4".to_owned()));
        world.act(LearnAction::PlayTyped.into());
        world.act(LearnAction::Leave.into());
        world
    };
    for size in [SCREENS[0], SCREENS[1], SIZES[0]] {
        let world = on_start(lesson(World::new().touched(size)), StartEntry::Learn);
        let world = RefCell::new(world);
        let widgets = trace(&shown(&world, Lang::En, size)).widgets;
        let place = |id| widgets.iter().find(|it| it.id == id).expect("it is in sight").rect;
        let [play, first] = ["learn.play", "learn.board"].map(place);
        assert!(play.bottom() < first.top() && play.height() >= TOUCH, "{size}: {play} {first}");
    }
}

#[test]
fn fingers_can_hit_everything_on_every_screen() {
    let count = flat_worlds().len();
    let mut found = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let worlds = flat_worlds();
        assert_eq!(worlds.len(), count);
        for (kind, world) in worlds {
            let world = RefCell::new(world.touched(size));
            let trace = trace(&shown(&world, lang, size));
            found.extend(faults(&format!("{kind} {lang:?}"), size, &trace.widgets));
            let own = trace.cut.into_iter().filter(|text| WRITTEN.iter().all(|other| !text.contains(other)));
            found.extend(own.map(|text| format!("{kind} {lang:?} {size}: cut: {text}")));
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn fingers_can_hit_what_the_coach_offers() {
    check(&[
        ("coach asks", &coaching::asked_for_a_hint),
        ("coach remarks", &coaching::remarked),
        ("coach explains", &coaching::explained),
        ("coach warns", &coaching::threatened),
        ("level suggested", &|| on_start(coaching::ready_for_the_next_level(), StartEntry::Computer)),
    ]);
}

#[test]
fn a_question_on_a_phone_says_which_position_the_board_shows() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| SCREENS[..2].iter().map(move |size| (lang, *size)))
    {
        let world = coaching::explained().touched(size);
        let ply = world.table().interaction.review().expect("the coach shows an earlier position");
        let shown_ply = Text::of(lang).reviewing(ply, world.table().game().ply());
        let world = RefCell::new(world);
        let said = widget(&shown(&world, lang, size), "offer.message").label;
        assert!(said.starts_with(&shown_ply), "{lang:?} {size}: {said}");
    }
}

/// The world after these actions.
pub(super) fn acting(mut world: World, actions: impl IntoIterator<Item = Action>) -> World {
    actions.into_iter().for_each(|action| world.act(action));
    world
}

#[test]
fn fingers_can_hit_everything_in_every_tab() {
    let tab = |tab| move || pressing(in_play(Color::Red), TableAction::Tab(tab));
    let lobby = |tab| move || acting(challenged(2), [Action::Lobby(LobbyAction::Tab(tab))]);
    check(&[
        ("tab moves", &tab(Tab::Moves)),
        ("tab available", &tab(Tab::Available)),
        ("tab chat", &tab(Tab::Chat)),
        ("tab more", &tab(Tab::More)),
        ("lobby players", &lobby(LobbyTab::Players)),
        ("lobby watch", &lobby(LobbyTab::Watch)),
        ("lobby chat", &lobby(LobbyTab::Chat)),
        ("lobby more", &lobby(LobbyTab::More)),
    ]);
}

/// A world by its name, which is made anew for each form.
type Named<'a> = (&'a str, &'a dyn Fn() -> World);

/// Passes the usual dialogs to a check: those of an account, a player, the settings, the rules and the library.
pub(super) fn check_dialogs(check: fn(&[Named<'_>])) {
    let settings = |page| {
        move || {
            let open = [SettingsAction::Toggle, SettingsAction::Page(page)].map(Action::Settings);
            acting(challenged(0), open)
        }
    };
    check(&[
        ("account", &|| acting(challenged(0), [Action::Account(AccountAction::Open)])),
        ("card", &|| acting(challenged(0), [Action::Lobby(LobbyAction::OpenCard(OTHER))])),
        ("general", &settings(SettingsPage::General)),
        ("board", &settings(SettingsPage::Board)),
        ("display", &settings(SettingsPage::Display)),
        ("sounds", &settings(SettingsPage::Sounds)),
        ("server", &settings(SettingsPage::Server)),
        ("help", &|| acting(World::new(), [Action::Help(HelpAction::Toggle)])),
        ("library", &|| in_library(World::in_lobby(), 30)),
    ]);
}

#[test]
fn fingers_can_hit_everything_in_every_dialog() {
    check_dialogs(check);
    let form = |game| {
        move || {
            let open = Action::Lobby(LobbyAction::Challenge(OTHER));
            acting(
                challenged(0),
                [open, Action::Form(FormAction::Game(game)), Action::Form(FormAction::Odds(true))],
            )
        }
    };
    check(&[
        ("challenge", &form(GameChoice::Xiangqi)),
        ("challenge luzhanqi", &form(GameChoice::LuzhanqiCross)),
        ("library, deleting", &|| {
            let world = in_library(World::in_lobby(), 30);
            let delete = [LibraryAction::ChooseToDelete(true), LibraryAction::DeleteAll];
            acting(world, delete.map(Action::from))
        }),
        ("library, one asked", &|| {
            let world = in_library(World::in_lobby(), 30);
            let delete = [LibraryAction::ChooseToDelete(true), LibraryAction::Delete(LibraryId(1))];
            acting(world, delete.map(Action::from))
        }),
        ("engines", &adding_an_engine),
        ("many engines", &with_many_engines),
        ("set-up", &|| acting(reviewing(&["h2e2"]), [Action::SetUp(SetUpAction::OpenForReview)])),
        ("two", &|| on_start(World::new(), StartEntry::Two)),
        ("join", &|| on_start(World::new(), StartEntry::Join)),
        ("host", &|| on_start(World::new(), StartEntry::Host)),
    ]);
}

/// A user whose name is registered has followed a link.
fn invited_under_a_registered_name() -> World {
    let mut world = World::new();
    world.act(Action::Follow("https://play.example.org/?play=7k3m9qpx02ab&port=7878".into()));
    world.network(NetworkEvent::Connected);
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Connected);
    world.receive(ServerMessage::Refused { request: world.last_request(), reason: Refusal::NameRegistered });
    world
}

#[test]
fn an_invitation_asks_for_the_password_of_a_registered_name() {
    let world = RefCell::new(invited_under_a_registered_name());
    let harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    assert!(trace(&harness).widgets.iter().any(|widget| widget.id == "join.password"));
    check(&[("registered", &invited_under_a_registered_name)]);
}

#[test]
fn the_list_of_the_library_is_above_its_buttons_on_a_low_phone_with_a_notch() {
    let size = SCREENS[1];
    for lang in Lang::ALL {
        let mut world = in_library(reviewing(&["h2e2"]), 30).touched(size);
        let notch = Insets { left: 44.0, right: 44.0, bottom: 21.0, ..Insets::default() };
        world.update(Event::Insets(notch));
        let world = RefCell::new(world);
        let harness = shown(&world, lang, size);
        assert_eq!(overlaps(&format!("{lang:?}"), size, &trace(&harness).widgets), [""; 0]);
    }
}

#[test]
fn a_tab_slides_over_the_board_and_closes() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SCREENS[0]);
    let is_open = |harness: &mut egui_kittest::Harness<'_>| {
        harness.run_steps(2);
        trace(harness).widgets.iter().any(|widget| widget.id == "sheet.close")
    };
    assert!(!is_open(&mut harness), "the board is free at first");
    for close in ["tab.chat", "sheet.close"] {
        harness.run_steps(2);
        click_widget(&mut harness, "tab.chat");
        assert!(is_open(&mut harness) && world.borrow().table().tabs.shown() == Tab::Chat);
        harness.run_steps(2);
        click_widget(&mut harness, close);
        assert!(!is_open(&mut harness), "{close}");
    }
}

#[test]
fn a_tab_over_the_own_clock_shows_it() {
    let mut sheets = 0;
    for size in SCREENS {
        let world = RefCell::new(in_play(Color::Red).touched(size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(2);
        click_widget(&mut harness, "tab.chat");
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        let place = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| (it.rect, it.label.clone()));
        let Some((close, _)) = place("sheet.close") else { continue };
        sheets += 1;
        let (clock, digits) = place("sheet.clock").expect("the clock is in the head");
        let face = clock_face(world.borrow().table(), Color::Red, world.borrow().now);
        assert_eq!(digits, face.digits, "{size}");
        assert!(clock.right() <= close.left() && clock.width() > 30.0, "{size}: {clock} {close}");
        assert!(clock.top() >= 0.0 && clock.bottom() <= close.bottom() + 1.0, "{size}: {clock} {close}");
    }
    assert!(sheets > 0, "no screen has a sheet");
}

#[test]
fn the_field_of_the_chat_keeps_a_distance_from_the_tabs() {
    for size in SCREENS {
        let world = RefCell::new(in_play(Color::Red).touched(size));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(2);
        click_widget(&mut harness, "tab.chat");
        harness.run_steps(2);
        let widgets = trace(&harness).widgets;
        let place = |id| widgets.iter().find(|it| it.id == id).map(|it| it.rect).expect("it is shown");
        let (field, tab) = (place("chat.text"), place("tab.chat"));
        let is_beside = field.bottom() + 8.0 <= tab.top() || field.top() >= tab.bottom();
        assert!(is_beside && field.bottom() + 8.0 <= size.y, "{size}: {field} {tab}");
    }
}

#[test]
fn nothing_is_below_a_notch_or_the_keyboard() {
    for (make, field) in [
        (&(|| pressing(in_play(Color::Red), TableAction::Tab(Tab::Chat))) as &dyn Fn() -> World, "chat.text"),
        (&|| on_start(World::new(), StartEntry::Join), "join.name"),
        (&|| acting(challenged(0), [Action::Lobby(LobbyAction::Challenge(OTHER))]), "form.start"),
    ] {
        let (window, notch) = (vec2(390.0, 844.0), 47.0);
        let world = RefCell::new(make());
        let typing = Insets { top: notch, bottom: 34.0, keyboard: 336.0, ..Insets::default() };
        world.borrow_mut().update(Event::Resized(window));
        world.borrow_mut().update(Event::Insets(typing));
        let mut harness = shown(&world, Lang::En, window);
        widgets::focus(&harness.ctx, field);
        harness.run_steps(4);
        let trace = trace(&harness);
        assert!(trace.widgets.iter().all(|widget| widget.rect.top() >= notch - 0.5), "{:?}", trace.widgets);
        let visible = Rect::from_min_max(egui::pos2(0.0, notch), egui::pos2(390.0, 844.0 - 336.0));
        let typed = trace.widgets.iter().find(|widget| widget.id == field);
        assert!(typed.is_some_and(|it| it.whole && visible.contains_rect(it.rect)), "{field}: {typed:?}");
    }
}

#[test]
fn the_lines_of_a_seat_card_keep_a_distance_from_its_border() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS[..2].iter().map(move |it| (lang, *it)))
    {
        let world = RefCell::new(in_play(Color::Red).touched(size));
        let harness = shown(&world, lang, size);
        let shapes = || harness.output().shapes.iter().map(|clipped| &clipped.shape);
        let cards = shapes().filter_map(|shape| {
            let egui::Shape::Rect(card) = shape else { return None };
            (card.rect.height() == PLAYER_BAR - 2.0 && card.rect.width() > 200.0).then_some(card.rect)
        });
        let mut lines = 0;
        for card in cards {
            for shape in shapes() {
                let egui::Shape::Text(text) = shape else { continue };
                let ink = text.galley.mesh_bounds.translate(text.pos.to_vec2());
                if ink.is_positive() && card.contains(ink.center()) {
                    lines += 1;
                    let room = card.shrink(3.0);
                    assert!(room.contains_rect(ink), "{lang:?} {size}: {} {ink} {card}", text.galley.text());
                }
            }
        }
        // a card may be painted as more than one rectangle
        assert!(lines >= 2 * 4, "{lang:?} {size}: {lines}");
    }
}

/// Refuses a move on phones in every language, and checks that the notice is in the window and covers none of these widgets.
fn check_notice(make: impl Fn() -> World, uncovered: &[&str]) {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS[..2].iter().map(move |it| (lang, *it)))
    {
        let mut world = make().touched(size);
        world.act(Action::Edit(Field::Move, "a5a6".into()));
        world.act(Action::Table(TableAction::PlayTyped));
        let world = RefCell::new(world);
        let widgets = trace(&shown(&world, lang, size)).widgets;
        let rect =
            |id: &str| widgets.iter().find(|widget| widget.id == id).unwrap_or_else(|| panic!("{id}")).rect;
        let notice = rect("notice");
        assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(notice), "{lang:?} {size}: {notice}");
        for id in uncovered {
            assert!(!notice.intersects(rect(id)), "{lang:?} {size}: {id} {widgets:#?}");
        }
        let may_press =
            |it: &&Widget| it.id != "notice" && it.focusable && notice.intersects(it.rect.shrink(1.0));
        assert_eq!(widgets.iter().find(may_press).map(|it| &it.id), None, "{lang:?} {size}");
    }
}

#[test]
fn a_notice_covers_neither_cards_nor_buttons() {
    for make in [|| in_play(Color::Red), || FullGame::begun(Color::Red, BoardKind::Cross).world] {
        check_notice(make, &[]);
        for size in &SCREENS[..2] {
            let mut world = make().touched(*size);
            let world_without = RefCell::new(make().touched(*size));
            world.act(Action::Edit(Field::Move, "a5a6".into()));
            world.act(Action::Table(TableAction::PlayTyped));
            // the names and clocks of both cards are painted as before
            let texts = |world: &RefCell<World>| {
                let harness = shown(world, Lang::En, *size);
                let painted = harness.output().shapes.iter().filter_map(|it| {
                    if let egui::Shape::Text(text) = &it.shape {
                        Some(text.galley.text().to_owned())
                    } else {
                        None
                    }
                });
                let names = ["楚河客", "云中鹤"];
                // the list of moves has times of seconds
                let is_clock =
                    |text: &str| text.contains(':') && text.starts_with(|c: char| ('1'..='9').contains(&c));
                let is_of_card = |text: &String| names.contains(&text.as_str()) || is_clock(text);
                painted.filter(is_of_card).collect::<Vec<_>>()
            };
            assert_eq!(texts(&RefCell::new(world)), texts(&world_without), "{size}");
        }
    }
}

#[test]
fn a_notice_does_not_cover_a_question() {
    let offered =
        || with(in_play(Color::Red), GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
    check_notice(offered, &["offer.message", "offer.accept", "offer.decline"]);
}

#[test]
fn a_tab_over_the_board_hides_no_question_and_no_end_of_the_game() {
    let offered =
        || with(in_play(Color::Red), GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
    let lost = || ended(Outcome::won(Color::Black, WinReason::MoveTime));
    let asked: [(&dyn Fn() -> World, &[&str]); 2] = [
        (&offered, &["offer.message", "offer.accept", "offer.decline"]),
        (&lost, &["outcome", "table.rematch", "table.leave"]),
    ];
    for (make, ids) in asked {
        for (lang, size) in
            Lang::ALL.into_iter().flat_map(|lang| SCREENS[..2].iter().map(move |it| (lang, *it)))
        {
            for tab in [Tab::Moves, Tab::Available, Tab::Chat, Tab::More] {
                let world = RefCell::new(pressing(make().touched(size), TableAction::Tab(tab)));
                let mut harness = shown(&world, lang, size);
                harness.run_steps(2);
                let widgets = trace(&harness).widgets;
                for id in ids {
                    let found: Vec<&Widget> = widgets.iter().filter(|widget| widget.id == *id).collect();
                    let [one] = found[..] else { panic!("{lang:?} {size} {tab:?} {id}: {found:#?}") };
                    assert!(!one.covered && one.whole, "{lang:?} {size} {tab:?}: {one:#?}");
                }
            }
        }
    }
}

#[test]
fn a_lost_connection_covers_neither_the_clocks_nor_the_edge_of_the_window() {
    for lang in Lang::ALL {
        let size = SCREENS[0];
        let world = RefCell::new(superseded(in_play(Color::Red)).touched(size));
        let harness = shown(&world, lang, size);
        let line = harness.ctx.memory(|memory| memory.area_rect("line")).expect("the line is shown");
        let layout = TableLayout::of_part(size, BoardOf::Xiangqi, Color::Red, BoardPart::Whole);
        let own = layout.board.panel().bottom() + PLAYER_BAR;
        assert!(line.top() >= own - 1.0, "{lang:?}: {line} {own}");
    }
    let window = vec2(1280.0, 820.0);
    let world = RefCell::new(superseded(challenged(0)));
    let harness = shown(&world, Lang::En, window);
    let retry = widget(&harness, "connection.retry").rect;
    // its frame is around the button
    assert!(retry.bottom() + 3.0 <= window.y - 8.0, "{retry}");
}

#[test]
fn a_finished_game_is_reviewed_and_saved_beside_the_rematch() {
    let size = SCREENS[0];
    let world = RefCell::new(ended(Outcome::won(Color::Red, WinReason::Checkmate)).touched(size));
    let mut harness = shown(&world, Lang::En, size);
    let widgets = trace(&harness).widgets;
    let place = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.rect.center().y);
    let row = ["table.rematch", "keep.review", "keep.save"].map(place);
    assert!(row[0].is_some() && row.iter().all(|y| *y == row[0]), "{row:?}");
    harness.run_steps(1);
    click_widget(&mut harness, "keep.review");
    assert_eq!(world.borrow().app.screen(), chuhe_app::Screen::Review);
}

#[test]
fn the_end_of_a_rematch_and_its_score_are_whole() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        let mut world = ended(outcome);
        let events = vec![rematch(OTHER, ME, [1, 0]), GameEvent::Ended { outcome, clocks: reading(None) }];
        world.receive(TableMessage::Events { first: 0, events }.at(GameId(8)));
        let world = RefCell::new(world.touched(size));
        let harness = shown(&world, lang, size);
        let shown = trace(&harness);
        let whole = |it: &Widget| it.id == "outcome" && it.label.contains("1–1");
        assert!(shown.widgets.iter().any(whole) && shown.cut.is_empty(), "{lang:?} {size}: {:?}", shown.cut);
    }
}

#[test]
fn the_end_of_a_rated_game_says_what_it_has_changed() {
    let change = |before, after| RatingChange { before, after, games_missing: 10 };
    let changes = PerColor::new(change(1500, 1338), change(1500, 1662));
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        let mut world = ended(outcome);
        world.receive_event(GameEvent::Rated(RatedEnd::Changed(changes)));
        let world = RefCell::new(world.touched(size));
        let harness = shown(&world, lang, size);
        let shown = trace(&harness);
        let says =
            |it: &Widget| it.id == "outcome" && it.label.contains("1338?") && it.label.contains("-162");
        let missing = Text::of(lang).rating_missing(10);
        assert!(shown.widgets.iter().any(|it| it.label.contains(&missing)), "{lang:?} {size}: {missing}");
        assert!(shown.widgets.iter().any(says) && shown.cut.is_empty(), "{lang:?} {size}: {:?}", shown.cut);
    }
}

#[test]
fn a_challenge_can_be_sent_without_scrolling() {
    for game in [GameChoice::Xiangqi, GameChoice::LuzhanqiCross] {
        for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
            let open = Action::Lobby(LobbyAction::Challenge(OTHER));
            let actions = [open, Action::Form(FormAction::Game(game)), Action::Form(FormAction::Odds(true))];
            let world = RefCell::new(acting(challenged(0), actions).touched(size));
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            let found = |id: &str| widgets.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("{id}"));
            let (send, chip) = (found("form.send"), found("form.xiangqi"));
            assert!(send.whole && send.enabled, "{lang:?} {size}: {send:?}");
            assert!(chip.whole && chip.rect.bottom() < send.rect.top(), "{lang:?} {size}: {chip:?}");
        }
    }
}

#[test]
fn the_form_and_the_list_have_room_for_ratings() {
    let sizes = SCREENS.into_iter().chain(SIZES);
    for (lang, size) in sizes.flat_map(|size| Lang::ALL.map(|lang| (lang, size))) {
        let mut world = World::in_lobby();
        world.receive(AccountMessage::Registered);
        let class = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Normal };
        let ratings = vec![ShownRating { class, rating: 1662, games_missing: 10 }];
        let other = Player { registered: true, ratings, ..player(OTHER, "云中鹤") };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(other)]));
        let world = RefCell::new(world.touched(size));
        let mut harness = shown(&world, lang, size);
        assert_eq!(trace(&harness).cut, [""; 0], "{lang:?} {size}");
        world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
        harness.run_steps(3);
        let form = trace(&harness);
        assert_eq!(form.cut, [""; 0], "{lang:?} {size}");
        let chips = ["form.rated", "form.unrated"];
        let shown = form.widgets.iter().filter(|it| chips.contains(&it.id.as_str())).count();
        // on a small screen the row may be below the fold
        assert!(shown == 2 || size.y < 1000.0, "{lang:?} {size}");
    }
}

#[test]
fn the_list_has_room_for_a_player_who_looks_for_several_games() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let mut world = World::in_lobby();
        let mut zoe = seeker(OTHER, "Zoe", Terms::default(), 5);
        if let Some(seek) = &mut zoe.seeking {
            let game = GameTerms::Luzhanqi { board: BoardKind::Cross, options: Options::default() };
            seek.terms.insert(0, Terms { game, takeback: TakebackPolicy::Off, ..Terms::default() });
        }
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(zoe)]));
        let world = RefCell::new(world.touched(size));
        assert_eq!(trace(&shown(&world, lang, size)).cut, [""; 0], "{lang:?} {size}");
    }
}

#[test]
fn the_settings_can_be_closed_without_scrolling() {
    for (page, size) in SettingsPage::ALL.into_iter().flat_map(|page| SCREENS.map(|size| (page, size))) {
        let actions = [SettingsAction::Toggle, SettingsAction::Page(page)].map(Action::Settings);
        let world = RefCell::new(acting(in_play(Color::Red), actions).touched(size));
        for lang in Lang::ALL {
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let close = widget(&harness, "settings.close");
            assert!(
                close.whole && Rect::from_min_size(Pos2::ZERO, size).contains_rect(close.rect),
                "{page:?}"
            );
        }
    }
}

#[test]
fn the_settings_have_most_of_a_phone_on_its_side() {
    for (tab, size) in
        SettingsPage::ALL.into_iter().flat_map(|tab| [SCREENS[1], vec2(844.0, 390.0)].map(|it| (tab, it)))
    {
        let actions = [SettingsAction::Toggle, SettingsAction::Page(tab)].map(Action::Settings);
        for lang in Lang::ALL {
            let world = RefCell::new(acting(in_play(Color::Red), actions.clone()).touched(size));
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            let close = widgets.iter().find(|it| it.id == "settings.close").expect("it can be closed");
            let in_dialog = widgets.iter().filter(|it| it.layer == close.layer);
            let is_beside = |it: &&Widget| it.id.starts_with("settings.page.") || it.id == close.id;
            let (beside, on_page): (Vec<&Widget>, Vec<_>) = in_dialog.partition(is_beside);
            let page = on_page.iter().fold(Rect::NOTHING, |all, it| all.union(it.rect));
            let name = format!("{tab:?} {lang:?} {size}: {page}");
            assert!(beside.len() > 4 && beside.iter().all(|it| it.rect.right() <= page.left()), "{name}");
            // what is above and beside it leaves two thirds of both
            assert!(page.left() <= size.x * 0.33 && page.top() <= size.y * 0.33, "{name}");
        }
    }
}

#[test]
fn a_hint_beside_choices_is_in_one_line_where_one_is_long_enough() {
    let world = RefCell::new(acting(challenged(0), [Action::Lobby(LobbyAction::Challenge(OTHER))]));
    let size = SCREENS[0];
    world.replace_with(|world| std::mem::replace(world, World::new()).touched(size));
    for lang in Lang::ALL {
        let harness = shown(&world, lang, size);
        let hint = harness.get_by_label(Text::of(lang).no_limit_hint);
        let bounds = hint.raw_bounds().expect("it is shown");
        assert!(bounds.y1 - bounds.y0 < 30.0, "{lang:?}: {bounds:?}");
    }
}

#[test]
fn a_dialog_dims_all_of_the_window_also_below_a_notice_and_a_notch() {
    for size in [SCREENS[0], vec2(1280.0, 820.0)] {
        let mut world = in_play(Color::Red);
        if size == SCREENS[0] {
            world = world.touched(size);
        }
        let notch = Insets { top: 47.0, bottom: 34.0, ..Insets::default() };
        world.update(Event::Resized(size));
        world.update(Event::Insets(notch));
        world.act(Action::Settings(SettingsAction::Toggle));
        world.act(Action::Edit(Field::Move, "a5a6".into()));
        world.act(Action::Table(TableAction::PlayTyped));
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::En, size);
        assert!(trace(&harness).widgets.iter().any(|widget| widget.id == "notice"));
        let window = Rect::from_min_size(Pos2::ZERO, size);
        let dims = |shape: &egui::Shape| {
            let egui::Shape::Rect(dim) = shape else { return false };
            dim.fill.r() == 0 && (50..200).contains(&dim.fill.a()) && dim.rect.contains_rect(window)
        };
        let dimmed =
            harness.output().shapes.iter().filter(|it| dims(&it.shape) && it.clip_rect.contains_rect(window));
        assert_eq!(dimmed.count(), 1, "{size}");
    }
}

#[test]
fn a_search_for_games_without_matches_leaves_the_fields_on_a_phone() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let mut world = in_list(vec![summary(1)], false);
        world.act(Action::Games(GamesAction::Result(Some(PlayerResult::Won))));
        world.receive(ArchiveMessage::FoundGames { games: Vec::new(), next: None });
        let world = RefCell::new(world.touched(size));
        let harness = shown(&world, lang, size);
        assert!(widget(&harness, "games.search").enabled, "{lang:?} {size}");
    }
}

#[test]
fn the_tabs_of_a_lobby_have_one_line_on_the_smallest_phone() {
    for lang in Lang::ALL {
        let world = RefCell::new(World::in_lobby().touched(SCREENS[0]));
        let harness = shown(&world, lang, SCREENS[0]);
        let labels: Vec<String> = trace(&harness)
            .widgets
            .into_iter()
            .filter(|it| it.id.starts_with("lobby.tab."))
            .map(|it| it.label)
            .collect();
        assert_eq!(labels.len(), 5);
        let shapes = &harness.output().shapes;
        for label in labels {
            let rows = shapes.iter().filter_map(|it| {
                let egui::Shape::Text(text) = &it.shape else { return None };
                (text.galley.job.text == label).then_some(text.galley.rows.len())
            });
            assert_eq!(rows.max(), Some(1), "{lang:?} {label}");
        }
    }
}
