//! Tests of games without a server: against the computer, and of two people at one screen.

use super::testing::local::*;
use super::testing::*;
use super::*;
use chuhe_bot::{Position, Task, Thinker, Thought};
use chuhe_model::actions::action::{Action, Field, JoinField, SettingsAction, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, StartEntry, TwoChoice};
use chuhe_model::choices::preset::Preset;
use chuhe_model::drawing::scene::{Place, Scene};
use chuhe_model::exchange::effect::{ConnectionEffect, EngineEffect, StorageEffect, WindowEffect};
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::local_store::LocalEvent;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::library::LibraryRequest;
use chuhe_model::table::Confirmation;
use chuhe_protocol::ColorChoice;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome};
use chuhe_texts::Text;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const OTHER_BLACK: &str = "luzhanqi layout 1\nDGPCB\nB.R.R\nTT.MC\nC.D.P\nELXLX\nPFLEE\n";

impl World {
    fn is_local(&self) -> bool {
        self.app.sessions.local().is_some()
    }

    fn seat(&self) -> Option<Color> {
        self.table().game().seat()
    }

    /// Plays a move by two clicks, and waits until the piece has come to rest.
    fn move_here(&mut self, from: &str, to: &str) {
        self.click(from);
        self.click(to);
        self.wait(1_000);
    }

    pub(super) fn task(&mut self) -> Task {
        let task = |effect: &Effect| {
            if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(task.clone()) } else { None }
        };
        let last = self.effects.iter().rev().find_map(task).expect("the computer thinks");
        self.effects.retain(|effect| !matches!(effect, Effect::Engine(EngineEffect::Think(_))));
        *last
    }

    /// Runs the task of the computer.
    fn think(&mut self) {
        let task = self.task();
        let stop = AtomicBool::new(false);
        let thought = task.run(&mut Thinker::new(1), &stop, &|| Duration::from_secs(9));
        self.update(Event::Thought(task.id, Ok(thought)));
    }

    /// The number of games that were kept in the library.
    fn kept(&self) -> usize {
        let is_kept = |effect: &&Effect| {
            matches!(effect, Effect::Storage(StorageEffect::Library(LibraryRequest::Add(_))))
        };
        self.effects.iter().filter(is_kept).count()
    }

    fn shapes(&self) -> String {
        format!("{:?}", self.app.view(FIRST_WINDOW, self.now))
    }
}

#[test]
fn one_press_starts_a_game_against_the_computer_which_answers() {
    let mut world = World::new();
    world.start(StartAction::Show(StartEntry::Computer));
    world.start(StartAction::Play);
    assert_eq!((world.app.screen(), world.seat()), (Screen::Table, Some(Color::Red)));
    assert!(world.take_sent().is_empty(), "nothing goes to a server");
    world.move_here("h2", "e2");
    world.think();
    assert_eq!((world.table().game().ply(), world.table().is_my_turn()), (2, true));
}

#[test]
fn nothing_of_a_local_game_is_remembered_as_a_server() {
    let world = against_computer(ComputerChoice::default());
    let settings = &world.app.desk.settings;
    assert!(settings.servers.recent.is_empty() && settings.servers.seats.is_empty());
    assert_eq!(settings.servers.host, Settings::default().servers.host);
}

#[test]
fn the_computer_begins_when_the_user_plays_black() {
    let mut world = against_computer(ComputerChoice { side: ColorChoice::Black, ..Default::default() });
    assert_eq!((world.seat(), world.table().bottom()), (Some(Color::Black), Color::Black));
    world.think();
    assert_eq!(world.table().game().ply(), 1);
}

#[test]
fn the_computer_plays_luzhanqi() {
    let game = GameChoice::LuzhanqiCross;
    let mut world = against_computer(ComputerChoice { game, level: 1, ..Default::default() });
    assert!(world.table().game().is_setting_up());
    world.press(TableAction::Confirm);
    assert!(!world.table().game().is_setting_up(), "the computer has confirmed");
    assert!(world.table().is_my_turn());
}

#[test]
fn one_press_offers_the_computer_no_draw() {
    let mut world = against_computer(ComputerChoice::default());
    world.move_here("h2", "e2");
    world.think();
    world.press(TableAction::AskDraw);
    assert_eq!(world.table().asked(), Some(Confirmation::Draw));
    assert!(!world.table().game().is_over());
    assert_eq!(world.table().game().open_offers(Color::Red).count(), 0);
    world.press(TableAction::KeepPlaying);
    assert_eq!(world.table().asked(), None);
    world.press(TableAction::AskDraw);
    world.press(TableAction::Offer(OfferKind::Draw));
    assert_eq!(world.table().asked(), None);
    let again = world.table().permits(world.now, true).offer(OfferKind::Draw);
    assert!(world.table().game().is_over() || again.is_err(), "it was offered");
}

#[test]
fn the_computer_agrees_to_every_takeback() {
    let mut world = against_computer(ComputerChoice::default());
    for _ in 0..4 {
        world.move_here("h2", "e2");
        world.think();
        world.press(TableAction::Offer(OfferKind::Takeback));
        assert_eq!(world.table().game().ply(), 0);
    }
    world.move_here("h2", "e2");
    let task = world.task();
    world.press(TableAction::Offer(OfferKind::Takeback));
    assert_eq!(world.table().game().ply(), 0, "also while it thinks");
    assert!(world.effects.contains(&EngineEffect::StopThinking(task.id).into()));
    let late = Thought { mv: None, score: None, resigns: false };
    world.update(Event::Thought(task.id, Ok(late)));
    assert_eq!(world.table().game().ply(), 0);
}

#[test]
fn a_game_goes_on_where_it_was_after_the_machine_has_slept() {
    let hour_ms = 3_600_000;
    let timed = ComputerChoice { time: Preset::Quick, ..Default::default() };
    let mut world = against_computer(timed);
    world.move_here("h2", "e2");
    world.think();
    let clock = |world: &World| format!("{:?}", world.table().game().clocks(world.now));
    let before = clock(&world);
    world.wait(hour_ms);
    assert_eq!(clock(&world), before, "nobody's time runs while the machine sleeps");
    world.wait(1_000);
    assert_ne!(clock(&world), before);
    world.press(TableAction::Offer(OfferKind::Takeback));
    assert_eq!(world.table().game().ply(), 0, "the computer answers");
    world.move_here("b2", "e2");
    world.wait(hour_ms);
    world.think();
    assert_eq!(world.table().game().ply(), 2, "it thinks on");
    assert!(world.app.sessions.link().is_joined());
    let mut two = two_here(TwoChoice::default());
    two.move_here("h2", "e2");
    two.wait(hour_ms);
    two.move_here("h9", "g7");
    assert_eq!(two.table().game().ply(), 2, "both sit there still");
}

#[test]
fn a_hint_is_an_arrow_until_the_position_changes() {
    let mut world = against_computer(ComputerChoice::default());
    let before = world.shapes();
    world.start(StartAction::Hint);
    assert!(world.app.sessions.local().unwrap().seeks_hint());
    let task = world.task();
    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
    world.update(Event::Thought(task.id, Ok(Thought { mv: Some(mv), score: None, resigns: false })));
    assert_ne!(world.shapes(), before);
    world.move_here("b2", "e2");
    world.think();
    world.press(TableAction::Offer(OfferKind::Takeback));
    world.wait(1_000);
    assert!(!world.app.sessions.local().unwrap().seeks_hint());
    assert_eq!(world.shapes(), before, "the arrow does not come back with the position");
}

#[test]
fn a_hint_is_not_sought_any_more_when_the_game_is_over() {
    let mut world = against_computer(ComputerChoice { side: ColorChoice::Red, ..Default::default() });
    world.move_here("b2", "e2");
    world.think();
    world.wait(1_000);
    world.start(StartAction::Hint);
    assert!(world.app.sessions.local().unwrap().seeks_hint());
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    world.wait(10);
    assert!(world.table().game().is_over());
    assert!(!world.app.sessions.local().unwrap().seeks_hint());
}

#[test]
fn a_hint_in_luzhanqi_is_an_arrow_too() {
    let choice =
        ComputerChoice { game: GameChoice::LuzhanqiClassic, side: ColorChoice::Red, ..Default::default() };
    let mut world = against_computer(choice);
    world.set_up(RED);
    world.wait(1_000);
    assert!(world.table().is_my_turn());
    let before = world.shapes();
    world.start(StartAction::Hint);
    world.think();
    assert_ne!(world.shapes(), before);
}

#[test]
fn a_hint_in_luzhanqi_depends_on_nothing_that_is_hidden() {
    let task_of = |black| {
        let mut world = two_at_luzhanqi(black);
        world.start(StartAction::Hint);
        world.task()
    };
    let (task, twin) = (task_of(BLACK), task_of(OTHER_BLACK));
    assert!(matches!(task.position, Position::Luzhanqi(_)));
    assert_eq!(task, twin);
}

#[test]
fn a_new_game_stops_what_the_computer_thinks_about() {
    let mut world = against_computer(ComputerChoice::default());
    world.start(StartAction::Hint);
    let hint = world.task();
    world.move_here("h2", "e2");
    let task = world.task();
    world.start(StartAction::Leave);
    // the second press confirms that the game that was left is lost
    world.start(StartAction::Play);
    world.start(StartAction::Play);
    for task in [hint.id, task.id] {
        assert!(world.effects.contains(&EngineEffect::StopThinking(task).into()), "{task:?}");
    }
}

#[test]
fn no_clock_runs_until_the_next_player_sits_down() {
    let time = Preset::Standard;
    let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, time, ..TwoChoice::default() });
    world.set_up(RED);
    world.hand_over();
    world.set_up(BLACK);
    world.hand_over();
    // no clock runs before a side's first move
    for _ in 0..2 {
        world.move_luzhanqi();
        world.hand_over();
    }
    world.move_luzhanqi();
    let clocks = format!("{:?}", world.table().game().clocks(world.now));
    world.wait(10 * 60_000);
    world.start(StartAction::HandOver);
    world.wait(10 * 60_000);
    assert_eq!(format!("{:?}", world.table().game().clocks(world.now)), clocks);
    world.start(StartAction::SitDown);
    assert_eq!((world.seat(), world.table().is_my_turn()), (Some(Color::Black), true));
    // in steps: a long gap would count as a standstill of the program
    for _ in 0..140 {
        world.wait(500);
    }
    assert!(!world.table().is_my_turn(), "then it runs, and the turn passes");
}

#[test]
fn what_was_said_to_the_one_is_not_said_to_the_other() {
    let mut world = two_at_luzhanqi_moved();
    world.app.desk.out.notice(Notice::NoHost);
    world.update(Event::Tick);
    assert!(world.notice().is_some());
    world.start(StartAction::HandOver);
    assert_eq!(world.notice(), None);
}

#[test]
fn a_handicap_lacks_the_piece_on_the_board() {
    let choice =
        ComputerChoice { handicap: chuhe_model::choices::local_choice::Handicap::Rook, ..Default::default() };
    let world = against_computer(choice);
    assert_eq!((world.piece("i9"), world.piece("a9")), (None, Some('r')));
}

#[test]
fn two_take_turns_at_a_board_that_stays() {
    let mut world = two_here(TwoChoice::default());
    assert_eq!(world.seat(), Some(Color::Red));
    for (from, to) in [("h2", "e2"), ("h9", "g7"), ("h0", "g2"), ("i9", "h9")] {
        world.move_here(from, to);
        assert_eq!(world.table().bottom(), Color::Red);
        assert!(world.table().is_my_turn(), "the next player may move at once");
    }
    assert_eq!(world.table().game().ply(), 4);
}

#[test]
fn the_board_turns_to_the_side_to_move_if_wanted() {
    let mut world = two_here(TwoChoice { turns_board: true, ..TwoChoice::default() });
    world.move_here("h2", "e2");
    assert_eq!((world.table().bottom(), world.seat()), (Color::Black, Some(Color::Black)));
    world.move_here("h9", "g7");
    assert_eq!(world.table().bottom(), Color::Red);
}

#[test]
fn two_take_back_the_last_move_whoever_made_it() {
    let mut world = two_here(TwoChoice::default());
    assert!(world.app.sessions.shown().may_take_back_here().is_err());
    world.move_here("h2", "e2");
    world.press(TableAction::Offer(OfferKind::Takeback));
    world.wait(1_000);
    assert_eq!((world.table().game().ply(), world.seat()), (0, Some(Color::Red)));
    for (from, to) in [("h2", "e2"), ("h9", "g7")] {
        world.move_here(from, to);
    }
    for ply in [1, 0] {
        world.press(TableAction::Offer(OfferKind::Takeback));
        world.wait(1_000);
        assert_eq!(world.table().game().ply(), ply);
        assert!(world.table().is_my_turn());
    }
}

#[test]
fn a_draw_is_offered_to_the_other_person_and_the_game_kept_once() {
    let mut world = two_here(TwoChoice::default());
    for (from, to) in [("h2", "e2"), ("h9", "g7")] {
        world.move_here(from, to);
    }
    world.press(TableAction::Offer(OfferKind::Draw));
    assert_eq!(world.seat(), Some(Color::Black), "black answers");
    world.press(TableAction::Answer(OfferKind::Draw, false));
    assert_eq!((world.seat(), world.table().is_my_turn()), (Some(Color::Red), true));
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    world.wait(1_000);
    let outcome = world.table().game().outcome();
    assert_eq!(outcome.and_then(Outcome::winner), Some(Color::Black));
    let users = world.effects.iter().filter_map(|effect| {
        let Effect::Storage(StorageEffect::Library(LibraryRequest::Add(game))) = effect else { return None };
        Some(game.summary.user)
    });
    assert_eq!(users.collect::<Vec<_>>(), [None], "neither of the two is the user");
    world.press(TableAction::Offer(OfferKind::Rematch));
    world.wait(1_000);
    assert_eq!((world.table().game().ply(), world.table().game().is_over()), (0, false));
    assert!(world.table().is_my_turn());
    assert_eq!(world.kept(), 1);
}

#[test]
fn two_set_up_luzhanqi_behind_a_cover() {
    let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() });
    let proposed = world.table().game().play().draft().copied();
    world.app.desk.out.notice(Notice::NoHost);
    world.update(Event::Tick);
    assert!(world.notice().is_some());
    world.set_up(RED);
    assert_eq!(world.app.screen(), Screen::Cover, "red's pieces are covered at once");
    assert_eq!(world.notice(), None, "what was said to red is not for black");
    world.start(StartAction::SitDown);
    assert_eq!((world.seat(), world.table().bottom()), (Some(Color::Black), Color::Black));
    assert_ne!(world.table().game().play().draft().copied(), proposed);
    world.set_up(BLACK);
    assert_eq!(world.app.screen(), Screen::Cover, "and so are black's");
    world.start(StartAction::SitDown);
    assert!(world.table().is_my_turn());
    world.move_luzhanqi();
    assert_eq!(world.app.screen(), Screen::Table, "red sees what became of the move");
    assert_eq!(world.app.desk.settings.layout, None, "no layout is shown to the other person");
}

#[test]
fn nothing_is_drawn_and_nothing_reacts_while_the_screen_is_handed_over() {
    let mut world = two_at_luzhanqi(BLACK);
    let place = Place::Station("s11".parse().unwrap());
    let at = world.table().layout(FIRST_WINDOW).board.point(place).unwrap();
    world.move_luzhanqi();
    world.start(StartAction::HandOver);
    assert_eq!(world.app.view(FIRST_WINDOW, world.now), Scene::default());
    world.update(Event::Pointer(Pointer::Moved(at)));
    world.update(Event::Pointer(Pointer::Pressed(at)));
    assert!(!world.app.points_at_something());
    assert_eq!(world.app.view(FIRST_WINDOW, world.now), Scene::default());
}

#[test]
fn games_that_differ_in_hidden_pieces_look_the_same_to_the_opponent() {
    let mut worlds = [two_at_luzhanqi(BLACK), two_at_luzhanqi(OTHER_BLACK)];
    let look = |worlds: &[World; 2]| {
        let [one, other] = worlds.each_ref().map(|world| {
            assert_eq!(world.seat(), Some(Color::Red));
            world.shapes()
        });
        assert_eq!(one, other);
        assert!(one.contains("Down"), "the hidden pieces are drawn from behind");
    };
    look(&worlds);
    for world in &mut worlds {
        world.move_luzhanqi();
    }
    look(&worlds);
    let mut of_black = Vec::new();
    for world in &mut worlds {
        world.hand_over();
        of_black.push(world.shapes());
    }
    assert_ne!(of_black[0], of_black[1], "black sees their own pieces");
}

#[test]
fn a_game_that_was_left_stands_still_until_it_is_continued() {
    let mut world = two_here(TwoChoice { time: Preset::Quick, ..TwoChoice::default() });
    for (from, to) in [("h2", "e2"), ("h9", "g7")] {
        world.move_here(from, to);
    }
    let left_ms = |world: &World| world.table().game().clocks(world.now).sides.red.game_ms;
    let before = left_ms(&world);
    world.start(StartAction::Leave);
    assert_eq!((world.app.screen(), world.is_local()), (Screen::Join, false));
    assert_eq!(world.app.sessions.left_game().map(|(_, table)| table.game().ply()), Some(2));
    for _ in 0..10 {
        world.wait(600_000);
    }
    world.start(StartAction::Continue);
    assert_eq!((world.app.screen(), left_ms(&world)), (Screen::Table, before));
    world.wait(3_000);
    assert_eq!(left_ms(&world), before.map(|ms| ms - 3_000));
    world.move_here("h0", "g2");
    assert_eq!(world.table().game().ply(), 3);
}

#[test]
fn a_game_in_which_nothing_was_played_is_neither_offered_nor_kept() {
    for choice in [GameChoice::Xiangqi, GameChoice::LuzhanqiClassic]
        .map(|game| TwoChoice { game, ..TwoChoice::default() })
    {
        let mut world = two_here(choice);
        world.start(StartAction::Leave);
        assert!(world.app.sessions.left_game().is_none());
        assert_eq!(world.app.desk.settings.unfinished_game, None);
        world.start(StartAction::Play);
        assert!(world.is_local(), "another game replaces it without a question");
    }
}

#[test]
fn a_game_whose_pieces_the_user_has_arranged_is_offered() {
    let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() });
    world.act(Action::Table(TableAction::Shuffle));
    world.start(StartAction::Leave);
    assert!(world.app.sessions.left_game().is_some());
}

#[test]
fn a_game_that_one_of_two_has_set_up_is_offered_whoever_has_the_screen() {
    for sits_down in [false, true] {
        let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() });
        world.set_up(RED);
        if sits_down {
            world.start(StartAction::SitDown);
        }
        world.start(StartAction::Leave);
        assert!(world.app.sessions.left_game().is_some(), "{sits_down}");
    }
}

#[test]
fn a_game_of_luzhanqi_that_was_left_is_covered_until_its_player_sits_down() {
    for moved in [false, true] {
        let mut world = two_at_luzhanqi(BLACK);
        if moved {
            world.move_luzhanqi();
        }
        world.start(StartAction::Leave);
        world.start(StartAction::Continue);
        assert_eq!(world.app.screen(), Screen::Cover);
        assert_eq!(world.app.view(FIRST_WINDOW, world.now), Scene::default());
        world.start(StartAction::SitDown);
        let next = if moved { Color::Black } else { Color::Red };
        assert_eq!((world.app.screen(), world.seat()), (Screen::Table, Some(next)));
        assert!(world.table().is_my_turn());
    }
}

#[test]
fn a_server_can_be_joined_while_a_game_is_left() {
    let mut world = against_computer(ComputerChoice::default());
    world.move_here("h2", "e2");
    world.start(StartAction::Leave);
    world.effects.clear();
    world.act(Action::Join(chuhe_model::actions::action::JoinAction::Submit));
    assert!(world.connects());
    world.start(StartAction::Continue);
    assert!(world.effects.contains(&ConnectionEffect::Disconnect.into()), "the attempt ends");
    assert_eq!((world.app.screen(), world.table().game().ply()), (Screen::Table, 1));
}

#[test]
fn names_that_the_program_gave_follow_the_language_and_others_stay() {
    let names = |world: &World| Color::ALL.map(|side| world.table().game().seats()[side].name.to_string());
    let speaks = |world: &mut World, lang| world.act(Action::Settings(SettingsAction::Language(Some(lang))));
    let mut world = two_here(TwoChoice::default());
    for lang in Lang::ALL {
        speaks(&mut world, lang);
        let text = &Text::of(lang).local;
        assert_eq!(names(&world), [text.first_player, text.second_player], "{lang:?}");
    }
    let mut world = against_computer(ComputerChoice { level: 3, ..ComputerChoice::default() });
    speaks(&mut world, Lang::Vi);
    // what is kept and sent of the computer is the same in every language, and what it is called is not
    assert_eq!(names(&world), ["楚河客", "computer-3"], "the user's own name stays");
    assert!(world.app.title().contains("Máy 3"), "{}", world.app.title());
    // the hub goes on with the names with which the game began
    world.move_here("h2", "e2");
    world.start(StartAction::Leave);
    speaks(&mut world, Lang::ZhHant);
    world.start(StartAction::Continue);
    assert_eq!(names(&world)[1], "computer-3");
    assert!(world.app.title().contains("電腦 3"), "{}", world.app.title());
}

#[test]
fn the_computer_of_a_game_that_an_earlier_version_kept_has_its_name_of_today() {
    for old in ["Computer-3", "电脑-3级", "電腦-3級", "Máy-3"] {
        let mut world = against_computer(ComputerChoice { level: 3, ..ComputerChoice::default() });
        let local = world.app.sessions.local_mut().expect("a game without a server");
        for table in local.sessions_mut().filter_map(crate::session::Session::table_mut) {
            let seat = table.game().seat().expect("the user plays").opponent();
            table.game_mut().rename(seat, name(old));
        }
        // as after the program has started again
        local.named_in = None;
        local.name_players(Lang::Vi);
        let names = Color::ALL.map(|side| world.table().game().seats()[side].name.to_string());
        assert_eq!(names, ["楚河客", "computer-3"], "{old}");
    }
}

#[test]
fn a_user_with_the_name_of_a_computer_is_not_called_one() {
    let mut world = World::new().speaks(Lang::En);
    world.act(Action::Edit(Field::Join(JoinField::Name), "computer-7".into()));
    world.start(StartAction::Show(StartEntry::Computer));
    world.start(StartAction::Play);
    let names = Color::ALL.map(|side| world.table().game().seats()[side].name.to_string());
    assert!(names.contains(&Text::of(Lang::En).local.player.to_owned()), "{names:?}");
}

#[test]
fn closing_is_confirmed_while_a_game_is_not_kept() {
    for leaves in [false, true] {
        let mut world = against_computer(ComputerChoice::default());
        world.move_here("h2", "e2");
        world.update(Event::Local(LocalEvent::InUse));
        if leaves {
            world.start(StartAction::Leave);
        }
        world.effects.clear();
        world.update(Event::CloseRequested);
        assert!(world.app.dialogs.asked_to_quit && !world.effects.contains(&WindowEffect::Quit.into()));
    }
    let mut world = against_computer(ComputerChoice::default());
    world.move_here("h2", "e2");
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&WindowEffect::Quit.into()), "a kept game goes on later");
}

#[test]
fn a_new_game_replaces_the_one_that_was_left_only_after_a_second_press() {
    let mut world = against_computer(ComputerChoice::default());
    world.move_here("h2", "e2");
    let first = world.table().game().id();
    world.start(StartAction::Leave);
    world.wait(1_000);
    world.start(StartAction::Show(StartEntry::Two));
    world.start(StartAction::Play);
    assert!(world.app.sessions.asked_to_replace && world.app.sessions.left_game().is_some());
    world.start(StartAction::Show(StartEntry::Two));
    assert!(!world.app.sessions.asked_to_replace, "the question is withdrawn");
    for _ in 0..2 {
        world.start(StartAction::Play);
    }
    assert!(!world.app.sessions.asked_to_replace);
    assert_ne!(world.table().game().id(), first);
    assert!(world.app.sessions.local().unwrap().is_shared());
}
