//! Tests of the first screen.

use super::tests::{SIZES, click_at, click_widget, covered, find, on_start, shown, trace, widget};
use chuhe_app::testing::World;
use chuhe_app::testing::coaching::ready_for_the_next_level;
use chuhe_app::testing::keeping::left_review;
use chuhe_app::testing::local::{against_computer, two_at_luzhanqi_moved, two_here};
use chuhe_app::testing::nearby::announced;
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{Action, Field, JoinAction, JoinField, TableAction};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, StartEntry, TwoChoice};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::servers::{Playing, RecentServer, SavedSeat, Servers};
use chuhe_model::exchange::settings::{Experience, Settings};
use chuhe_protocol::{ClientMessage, DoorRequest, HallName, HallStatus, Halls, SessionToken};
use chuhe_texts::Text;
use egui::vec2;
use std::cell::RefCell;

#[test]
fn no_label_touches_the_edges_of_its_button() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [egui::vec2(360.0, 640.0), SIZES[0]].map(|it| (lang, it)))
    {
        let world = RefCell::new(on_start(left_review(), StartEntry::Review));
        world.borrow_mut().update(chuhe_model::exchange::event::Event::Resized(size));
        let harness = shown(&world, lang, size);
        let button = widget(&harness, "join.continue_review").rect;
        let inside = harness.output().shapes.iter().filter_map(|it| {
            if let egui::Shape::Text(text) = &it.shape {
                Some(egui::Rect::from_min_size(text.pos, text.galley.size()))
            } else {
                None
            }
        });
        let labels: Vec<egui::Rect> = inside.filter(|text| button.contains(text.center())).collect();
        let has_margin =
            |it: &egui::Rect| it.left() - button.left() > 9.0 && button.right() - it.right() > 9.0;
        assert!(!labels.is_empty() && labels.iter().all(has_margin), "{lang:?} {size}: {button} {labels:?}");
    }
}

#[test]
fn a_page_offers_the_halls_of_its_server_and_no_other_servers() {
    let hall = |text: &str| {
        let name = HallName::parse(text).expect("the name is valid");
        HallStatus { name, players: 12, capacity: 500, address: None }
    };
    for size in SIZES {
        let surface = Surface::Page { server: PageServer::Answers };
        let environment = Environment { surface, ..Environment::default() };
        let settings = Settings { servers: joined_before(), ..Settings::default() };
        let mut world = World { app: App::new(environment, settings), ..World::new() };
        world.act(Action::Start(StartAction::Show(StartEntry::Join)));
        world.act(Action::Join(JoinAction::Submit));
        let halls = Halls { list: vec![hall("east"), hall("west")], nodes: Vec::new() };
        world.network(NetworkEvent::Halls(halls));
        world.network(NetworkEvent::Connected);
        world.update(Event::Resized(size));
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        let is_other = |id: &str| id.starts_with("join.recent.");
        assert!(!trace(&harness).widgets.iter().any(|it| is_other(&it.id)), "{size}: it reaches no other");
        harness.run_steps(1);
        click_widget(&mut harness, "join.hall.1");
        harness.run_steps(2);
        drop(harness);
        let mut world = world.into_inner();
        let halls = Halls { list: vec![hall("east"), hall("west")], nodes: Vec::new() };
        world.network(NetworkEvent::Halls(halls));
        world.network(NetworkEvent::Connected);
        let hall = HallName::parse("west").ok();
        let entered = ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall });
        assert_eq!(world.take_sent(), [entered], "{size}");
    }
}

/// A server that was joined before.
fn joined_before() -> Servers {
    let server = RecentServer { host: "play.example.org".into(), port: 9899, name: "Bo".into() };
    let (host, name) = (server.host.clone(), server.name.clone());
    Servers { host, port: 9899, name, recent: vec![server], ..Servers::default() }
}

#[test]
fn the_first_screen_says_how_many_servers_were_found() {
    for lang in Lang::ALL {
        for size in SIZES {
            let mut world = World::new();
            world.act(Action::Start(StartAction::Show(StartEntry::Computer)));
            world.update(announced("Bo", "192.168.1.7", false));
            world.update(announced("An", "192.168.1.8", false));
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let found = Text::of(lang).local.servers_found(2);
            let is_shown = harness.output().shapes.iter().any(|clipped| {
                let egui::Shape::Text(text) = &clipped.shape else { return false };
                text.galley.text() == found && !text.galley.elided
            });
            assert!(is_shown, "{lang:?} {size}");
        }
    }
}

#[test]
fn the_entry_to_a_server_that_does_not_answer_says_so_whole() {
    for lang in Lang::ALL {
        let mut world = on_start(World::new(), StartEntry::Join);
        world.update(Event::PageServer(PageServer::Silent));
        let world = RefCell::new(world);
        let shown = trace(&shown(&world, lang, SIZES[1]));
        assert_eq!(shown.cut, [""; 0], "{lang:?}");
    }
}

#[test]
fn who_reads_no_chinese_and_has_finished_no_game_chooses_the_pieces() {
    let offered = |world: World, lang, entry| {
        let world = RefCell::new(on_start(world, entry));
        let harness = shown(&world, lang, SIZES[0]);
        trace(&harness).widgets.iter().any(|widget| widget.id == "start.pieces.western")
    };
    for entry in [StartEntry::Computer, StartEntry::Two, StartEntry::Join, StartEntry::Host] {
        for lang in Lang::ALL {
            assert_eq!(offered(World::new(), lang, entry), !lang.is_chinese(), "{entry:?} {lang:?}");
        }
        let experience = Experience { finished_games: 1, ..Experience::default() };
        let settings = Settings { experience, ..Settings::default() };
        let world = World { app: App::new(Environment::default(), settings), ..World::new() };
        assert!(!offered(world, Lang::En, entry), "{entry:?}");
    }
}

#[test]
fn who_reads_no_chinese_and_has_finished_no_game_of_luzhanqi_chooses_the_names_on_tiles() {
    for lang in Lang::ALL {
        for (entry, size) in [StartEntry::Computer, StartEntry::Two]
            .into_iter()
            .flat_map(|entry| [SIZES[0], vec2(360.0, 640.0)].map(|size| (entry, size)))
        {
            // who knows xiangqi is asked as well
            let mut experience = Experience::default();
            experience.count_game(GameChoice::Xiangqi);
            let settings = Settings { experience, ..Settings::default() };
            let world = World { app: App::new(Environment::default(), settings), ..World::new() };
            let mut world = on_start(world, entry);
            world.act(Action::Start(StartAction::Game(GameChoice::LuzhanqiClassic)));
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            let is_offered = trace(&harness).widgets.iter().any(|it| it.id == "start.tiles.translated");
            assert_eq!(is_offered, !lang.is_chinese(), "{lang:?} {entry:?} {size}");
            if is_offered {
                harness.run_steps(1);
                click_widget(&mut harness, "start.tiles.translated");
                assert_eq!(world.borrow().app.desk().settings.look.translated_tiles, Some(true));
            }
        }
    }
}

#[test]
fn the_lessons_have_the_room_that_there_is() {
    let world = RefCell::new(on_start(World::new(), StartEntry::Learn));
    let harness = shown(&world, Lang::En, SIZES[4]);
    let widgets = trace(&harness).widgets;
    let course = chuhe_model::lessons::course(chuhe_model::lessons::Game::Xiangqi);
    let names = course.iter().map(|lesson| format!("learn.{}", lesson.id)).chain(["learn.play".to_owned()]);
    for name in names {
        let is_whole = widgets.iter().any(|it| it.id == name && it.whole);
        assert!(is_whole, "{name} is in sight in a large window");
    }
}

#[test]
fn lists_in_two_columns_are_read_along_their_rows_and_begin_with_whole_rows() {
    let mut endgames = on_start(World::new(), StartEntry::Puzzles);
    endgames.act(PuzzleAction::ListEndgames(true).into());
    let course = chuhe_model::lessons::course(chuhe_model::lessons::Game::Xiangqi);
    let lessons: Vec<String> = course.iter().map(|lesson| format!("learn.{}", lesson.id)).collect();
    let all = chuhe_model::puzzles::endgames();
    let games: Vec<String> = all.iter().map(|endgame| format!("endgames.{}", endgame.id)).collect();
    for (world, rows) in [(on_start(World::new(), StartEntry::Learn), lessons), (endgames, games)] {
        let world = RefCell::new(world);
        for size in [SIZES[1], SIZES[0], vec2(1_280.0, 780.0), vec2(1_100.0, 700.0)] {
            let widgets = trace(&shown(&world, Lang::En, size)).widgets;
            let shown: Vec<_> = widgets.iter().filter(|it| rows.contains(&it.id)).collect();
            let cut: Vec<&str> = shown.iter().filter(|it| !it.whole).map(|it| &*it.id).collect();
            assert!(shown.len() >= 4 && cut.is_empty(), "{size}: {cut:?}");
            let beside = |one: usize| shown[one].rect.top() == shown[one + 1].rect.top();
            assert!(beside(0) && shown[0].rect.left() < shown[1].rect.left() && !beside(1), "{size}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_name_is_shown_whole_in_a_narrow_window() {
    for (lang, name) in Lang::ALL.into_iter().flat_map(|lang| ["a，b", "a b", ""].map(|name| (lang, name))) {
        let mut world = on_start(World::new(), StartEntry::Join);
        world.act(Action::Edit(Field::Join(JoinField::Host), "192.168.1.7".into()));
        world.act(Action::Edit(Field::Join(JoinField::Name), name.into()));
        world.act(Action::Join(JoinAction::Submit));
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, vec2(600.0, 640.0));
        harness.run_steps(1);
        let (app, now) = (&world.borrow().app, world.borrow().now);
        let message = Text::of(lang).notice(app.desk().notice(now).expect("the name is refused"));
        let cut = trace(&harness).cut;
        assert!(!cut.iter().any(|cut| message.contains(cut.as_str())), "{lang:?}: {cut:?}");
    }
}

/// The name of the widget that has the keyboard.
fn focused(harness: &egui_kittest::Harness<'_>) -> Option<String> {
    let id = harness.ctx.memory(|memory| memory.focused())?;
    let rect = harness.ctx.read_response(id)?.rect;
    trace(harness).widgets.into_iter().find(|it| it.rect == rect).map(|it| it.id)
}

fn press(harness: &mut egui_kittest::Harness<'_>, key: egui::Key) {
    harness.press_key(key);
    harness.run_steps(3);
}

#[test]
fn the_keyboard_reaches_the_button_that_starts_a_game_first_and_stays_with_its_question() {
    for lang in Lang::ALL {
        let world = RefCell::new(on_start(World::new(), StartEntry::Computer));
        let mut harness = shown(&world, lang, SIZES[1]);
        press(&mut harness, egui::Key::Tab);
        assert_eq!(focused(&harness).as_deref(), Some("start.play"), "{lang:?}");
        let mut left = against_computer(ComputerChoice::default());
        left.leave_after("h2e2");
        let world = RefCell::new(left);
        let mut harness = shown(&world, lang, SIZES[1]);
        for expected in ["start.continue", "start.play"] {
            press(&mut harness, egui::Key::Tab);
            assert_eq!(focused(&harness).as_deref(), Some(expected), "{lang:?}");
        }
        press(&mut harness, egui::Key::Enter);
        assert!(world.borrow().app.sessions().asked_to_replace);
        assert_eq!(focused(&harness).as_deref(), Some("start.keep"), "{lang:?}");
        press(&mut harness, egui::Key::Enter);
        assert!(!world.borrow().app.sessions().asked_to_replace);
        assert_eq!(focused(&harness).as_deref(), Some("start.play"), "{lang:?}");
    }
}

#[test]
fn a_name_is_typed_at_once_where_joining_is_chosen() {
    let world = RefCell::new(on_start(World::new(), StartEntry::Computer));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    assert_eq!(focused(&harness), None);
    for again in [false, true] {
        world.borrow_mut().act(Action::Start(StartAction::Show(StartEntry::Join)));
        harness.run_steps(3);
        let keyboard = harness.ctx.memory(|memory| memory.focused());
        let fields = ["join.host", "join.name"].map(crate::widgets::field_id);
        assert!(keyboard.is_some_and(|it| fields.contains(&it)), "{keyboard:?}, again: {again}");
        world.borrow_mut().act(Action::Start(StartAction::Show(StartEntry::Computer)));
        harness.run_steps(3);
    }
}

#[test]
fn the_button_that_starts_a_game_covers_no_choice_in_a_low_window() {
    // 1280 x 820 at 125 %, and at 150 %
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|it| [(1024.0, 656.0), (853.0, 547.0)].map(|at| (it, at)))
    {
        let world = RefCell::new(on_start(World::new(), StartEntry::Computer));
        let harness = shown(&world, lang, size.into());
        let widgets = trace(&harness).widgets;
        let start = widgets.iter().find(|it| it.id == "start.play").expect("it starts a game").rect;
        for choice in widgets.iter().filter(|it| it.id.starts_with("start.handicap.")) {
            assert!(!choice.rect.intersects(start), "{lang:?} {size:?}: {choice:?} and {start}");
        }
    }
}

#[test]
fn a_key_uncovers_the_board_for_the_person_who_sits_down() {
    for key in [egui::Key::Enter, egui::Key::Space] {
        let world = RefCell::new(covered());
        let mut harness = shown(&world, Lang::En, SIZES[1]);
        assert_eq!(world.borrow().app.screen(), Screen::Cover);
        press(&mut harness, key);
        assert_eq!(world.borrow().app.screen(), Screen::Table, "{key:?}");
    }
}

#[test]
fn a_second_press_of_the_key_that_confirmed_leaves_the_board_covered() {
    let world =
        RefCell::new(two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() }));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    world.borrow_mut().act(Action::Table(TableAction::Confirm));
    for _ in 0..2 {
        harness.press_key(egui::Key::Enter);
        harness.run_steps(1);
        assert_eq!(world.borrow().app.screen(), Screen::Cover);
    }
}

#[test]
fn a_key_that_is_held_from_the_table_leaves_the_board_covered() {
    let held = RefCell::new(two_at_luzhanqi_moved());
    let mut harness = shown(&held, Lang::En, SIZES[1]);
    let event = egui::Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    harness.input_mut().events.push(event.clone());
    harness.run_steps(1);
    held.borrow_mut().act(Action::Start(StartAction::HandOver));
    for _ in 0..3 {
        harness.input_mut().events.push(event.clone());
        harness.run_steps(1);
    }
    assert_eq!(held.borrow().app.screen(), Screen::Cover);
}

#[test]
fn the_first_screen_of_a_new_tab_offers_to_play_on_where_another_plays() {
    let sizes = [vec2(360.0, 640.0), vec2(640.0, 360.0), SIZES[0], SIZES[1]];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        for entry in [StartEntry::Computer, StartEntry::Join, StartEntry::Puzzles] {
            let server = RecentServer { host: "play.example.org".into(), port: 9899, name: "Bo".into() };
            let mut world = on_start(World::new(), entry);
            let token = SessionToken([7; 16]);
            world.update(Event::Seats(vec![SavedSeat { server: server.clone(), token }]));
            world.update(Event::PlaysElsewhere(Some(Playing { server, is_hosted: false })));
            let world = RefCell::new(if size.x < 800.0 { world.touched(size) } else { world });
            let mut harness = super::tests::shown(&world, lang, size);
            harness.run_steps(3);
            let place = format!("{lang:?} {size} {entry:?}");
            let shown = trace(&harness);
            assert_eq!(shown.cut, [""; 0], "{place}");
            let play = find(&shown, "elsewhere.play").clone();
            assert!(play.whole && play.enabled && !play.covered, "{place}: {play:?}");
            let others = shown.widgets.iter().filter(|it| it.id != play.id && it.focusable);
            let covering =
                others.map(|it| (&it.id, it.rect)).find(|(_, rect)| rect.shrink(1.0).intersects(play.rect));
            assert_eq!(covering, None, "{place}");
            click_at(&mut harness, play.rect.center());
            harness.run_steps(2);
            let world = world.borrow();
            let joins =
                world.app.sessions().link().server().map(|server| (server.host.clone(), server.name.clone()));
            assert_eq!(joins, Some(("play.example.org".to_owned(), "Bo".to_owned())), "{place}");
        }
    }
}

#[test]
fn a_suggested_level_stands_beside_the_name_of_the_chosen_one_and_is_pressed() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        let tops = [World::new as fn() -> World, ready_for_the_next_level].map(|make| {
            let world = RefCell::new(on_start(make(), StartEntry::Computer));
            let harness = shown(&world, lang, size);
            trace(&harness)
                .widgets
                .into_iter()
                .find(|it| it.id.starts_with("start.handicap"))
                .map(|it| it.rect)
        });
        let has_room = size.x >= 1280.0;
        assert!(!has_room || tops[0] == tops[1], "{lang:?} {size}: {tops:?}");
        let world = RefCell::new(on_start(ready_for_the_next_level(), StartEntry::Computer));
        let mut harness = shown(&world, lang, size);
        click_widget(&mut harness, "start.level.suggested");
        let widgets = trace(&harness).widgets;
        assert!(widgets.iter().any(|it| it.id == "start.level.4" && it.chosen), "{lang:?} {size}");
    }
}

#[test]
fn what_the_entries_are_for_is_read_whole_in_a_small_window() {
    let mut found = Vec::new();
    // as it is, and as the program makes everything smaller in it
    let sizes = [vec2(760.0, 600.0), vec2(894.0, 706.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let world = RefCell::new(on_start(World::new(), StartEntry::Computer));
        let cut = trace(&shown(&world, lang, size)).cut;
        found.extend(cut.into_iter().map(|text| format!("{lang:?} {size}: {text}")));
    }
    assert_eq!(found, [""; 0]);
}
