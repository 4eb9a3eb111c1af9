//! Tests of what tournaments pass on, pause, and offer meanwhile.

use super::evenings::evenings;
use super::testing::evenings::*;
use super::testing::games::page;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningTab, EveningTable, OrganiseAction,
};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::evening::Place;
use chuhe_model::evening::dialog::EveningDialog;
use chuhe_model::exchange::effect::{ConnectionEffect, StorageEffect, WindowEffect};
use chuhe_model::exchange::event::Event as AppEvent;
use chuhe_model::exchange::files::{FilePurpose, FilesEvent, FilesRequest};
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    ArchiveRequest, EveningCommand, EveningMessage, EveningPart, EveningRefusal, EveningRequest,
    Event as GameEvent, GameId, Refusal, ServerMessage, TableMessage,
};
use chuhe_rules::{Color, Outcome as GameOutcome, WinReason};
use chuhe_texts::Text;
use chuhe_tournaments::{BoardId, Entry, Event, Outcome, PlayerId, Record};

const FIRST_BOARD: BoardId = BoardId { round: 1, board: 1 };
const SECOND_BOARD: BoardId = BoardId { round: 1, board: 2 };

fn copied(world: &mut World) -> Option<String> {
    world.effects.drain(..).find_map(|effect| {
        if let Effect::Window(WindowEffect::CopyText(text)) = effect { Some(text) } else { None }
    })
}

#[test]
fn tables_are_copied_as_text() {
    let mut world = World::in_running_evening();
    world.evening_events(vec![Event::Finished { board: FIRST_BOARD, winner: Some(Color::Red) }]);
    let names: Vec<String> = {
        let evening = world.evening();
        (1..=4).map(|id| evening.name(PlayerId(id)).to_owned()).collect()
    };
    for table in <EveningTable as strum::VariantArray>::VARIANTS {
        world.effects.clear();
        world.act(EveningAction::CopyTable(*table).into());
        let text = copied(&mut world).unwrap();
        assert!(text.starts_with("周五晚赛\n"), "{text}");
        assert!(names.iter().all(|name| text.contains(name)), "{table:?}: {text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }
    world.act(EveningAction::CopyTable(EveningTable::Round).into());
    let text = copied(&mut world).unwrap();
    let has = |result: &str| text.lines().any(|line| line.contains(result));
    // the second game runs
    assert!((has("2–0") || has("1–0")) && has("…"), "{text}");
}

#[test]
fn players_of_one_name_are_told_apart_in_every_file() {
    let mut world = World::in_evening(swiss_plan(), EveningPart { organises: true, player: None });
    let entry = |name: &str, club: Option<&str>| {
        Event::Entered(Entry { name: name.into(), club: club.map(str::to_owned), ..Entry::default() })
    };
    world.evening_events(vec![entry("Li", Some("Riverside")), entry("LI", None), Event::Started { seed: 1 }]);
    world.pair_evening();
    let zone = chuhe_model::choices::zone::Zone::UTC;
    let text = world.app.desk().text();
    for table in <EveningTable as strum::VariantArray>::VARIANTS {
        let said = chuhe_texts::evening_plain::plain(text, world.evening(), *table, &zone);
        let has = |name: &str| said.contains(name);
        let none = text.aside("LI", text.evening().no_club);
        assert!(has(&text.aside("Li", "Riverside")) && has(&none), "{table:?}: {said}");
    }
}

#[test]
fn pages_have_a_column_of_clubs_only_if_somebody_has_one() {
    use chuhe_model::actions::evening_action::EveningFile;
    let zone = chuhe_model::choices::zone::Zone::UTC;
    let columns = |world: &World, file| {
        let html = chuhe_texts::evening_pages::page(world.app.desk().text(), world.evening(), file, &zone);
        let rows = html.split("<tr>").skip(1);
        let cells = rows.map(|row| row.matches("</th>").count() + row.matches("</td>").count());
        let cells: Vec<usize> = cells.collect();
        let head = world.app.desk().text().evening().club_column;
        (html.matches(&format!(">{head}<")).count(), cells)
    };
    let mut world = World::in_running_evening();
    let by_board = |world: &World| columns(world, EveningFile::PairingsByBoard).0;
    assert_eq!(by_board(&world), 0);
    world.evening_events(vec![Event::EnteredLate(Entry {
        name: "Emil".into(),
        club: Some("Riverside".into()),
        ..Entry::default()
    })]);
    assert_eq!(by_board(&world), 2);
    for file in [EveningFile::PairingsByBoard, EveningFile::PairingsByName, EveningFile::StandingsPage] {
        let (headings, cells) = columns(&world, file);
        assert!(headings > 0, "{file:?}");
        assert!(cells.iter().all(|count| *count == cells[0]) || cells.len() < 2, "{file:?}: {cells:?}");
    }
}

#[test]
fn the_pairings_by_name_take_digits_as_numbers() {
    use chuhe_model::actions::evening_action::EveningFile;
    let mut world = World::in_evening(swiss_plan(), EveningPart { organises: true, player: None });
    let sorted = ["Team 2", "team 9", "Team 10", "Team 11"];
    let entry = |name: &&str| Event::Entered(Entry { name: (*name).to_owned(), ..Entry::default() });
    world.evening_events(sorted.iter().rev().map(entry).chain([Event::Started { seed: 1 }]).collect());
    world.pair_evening();
    let (text, zone) = (world.app.desk().text(), chuhe_model::choices::zone::Zone::UTC);
    let page = chuhe_texts::evening_pages::page(text, world.evening(), EveningFile::PairingsByName, &zone);
    let rows: Vec<&str> = page.split("<tr>").skip(2).collect();
    assert_eq!(rows.len(), 4, "{page}");
    for (row, name) in rows.iter().zip(sorted) {
        assert!(row.starts_with(&format!("<td>{name}</td>")), "{row}");
    }
}

#[test]
fn a_file_adds_its_players_to_those_in_the_form() {
    let mut world = World::in_evening(swiss_plan(), EveningPart { organises: true, player: None });
    world.act(EveningAction::Organise(OrganiseAction::Paste).into());
    let field = chuhe_model::actions::action::Field::Evening(EveningField::Paste);
    world.act(Action::Edit(field, "Ada\n".to_owned()));
    world.effects.clear();
    world.act(EveningAction::Organise(OrganiseAction::ChooseFile).into());
    let asked = |world: &mut World| {
        world.effects.drain(..).find_map(|effect| {
            if let Effect::Storage(StorageEffect::Files(it)) = effect { Some(it) } else { None }
        })
    };
    let purpose = FilePurpose::Players;
    let request = asked(&mut world);
    assert!(
        matches!(request, Some(FilesRequest::Choose { purpose: FilePurpose::Players, .. })),
        "{request:?}"
    );
    world.update(AppEvent::Files(FilesEvent::Chosen { purpose, paths: vec!["/a.trf".into()] }));
    assert_eq!(asked(&mut world), Some(FilesRequest::OpenGame { path: "/a.trf".into() }));
    let lines_after = |world: &mut World, bytes: &[u8]| {
        let game = FilesEvent::Game { file: "a.trf".into(), path: "/a.trf".into(), bytes: bytes.to_vec() };
        world.update(AppEvent::Files(game));
        match &world.evening().dialog {
            Some(EveningDialog::Entries(form)) => form.text.clone(),
            dialog => panic!("{dialog:?}"),
        }
    };
    let line = format!("001    1      {:<33} 2400 CHN {:22}  0.0", "Li, Wei", "");
    let lines = "Ada\nLi, Wei\tCHN\t2400";
    assert_eq!(lines_after(&mut world, line.as_bytes()), lines);
    assert_eq!(lines_after(&mut world, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), lines);
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::NoText)));
    let broken = "001    2      Bo";
    assert_eq!(lines_after(&mut world, broken.as_bytes()), format!("{lines}\n{broken}"));
    assert_eq!(lines_after(&mut world, b"Chen"), format!("{lines}\nChen"), "only the broken file goes");
    world.update(AppEvent::Files(FilesEvent::NoChooser));
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::NoChooser)));
}

#[test]
fn a_code_is_copied_in_groups_and_typed_as_it_is_read() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::CopyCode.into());
    let code = copied(&mut world).unwrap();
    assert_eq!(code, evening_code().grouped());
    for typed in [code.to_uppercase(), code.replace('-', " "), code.replace('-', "")] {
        let mut world = World::in_lobby();
        world.act(EveningAction::Open.into());
        world.take_sent();
        let field = chuhe_model::actions::action::Field::Evening(EveningField::Code);
        world.act(Action::Edit(field, typed.clone()));
        world.act(EveningAction::ShowTyped.into());
        assert_eq!(world.take_sent(), [EveningRequest::Follow { code: evening_code() }.into()], "{typed}");
    }
}

#[test]
fn a_computer_opponent_is_named_in_words() {
    let world = World::in_lobby();
    let text = world.app.desk().text();
    let called = EveningNotice::Called {
        title: "周五".into(),
        board: Some(FIRST_BOARD),
        opponent: Some("computer-6".into()),
        has_begun: true,
    };
    let said = text.evening().notice(&called);
    assert!(said.contains(&*text.called("computer-6")) && !said.contains("computer-6"), "{said}");
}

#[test]
fn an_organiser_pauses_a_board_or_all_and_lets_them_go_on() {
    let mut world = World::in_running_evening();
    for board in [None, Some(FIRST_BOARD)] {
        for (action, command) in [
            (OrganiseAction::Pause(board), EveningCommand::Pause { board }),
            (OrganiseAction::Continue(board), EveningCommand::Continue { board }),
        ] {
            world.effects.clear();
            world.act(EveningAction::Organise(action).into());
            assert_eq!(
                world.take_sent(),
                [EveningRequest::Organise { code: evening_code(), command }.into()]
            );
        }
    }
}

#[test]
fn players_are_told_of_a_pause_and_of_its_end() {
    let mut world = World::in_running_evening();
    world.receive_event(started(ME, OTHER));
    world.receive_event(GameEvent::Paused { clocks: reading(None) });
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::Paused)));
    world.receive_event(GameEvent::Interrupted { down_ms: 60_000, clocks: reading(Some(Color::Red)) });
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::GoesOn)));
}

#[test]
fn a_typed_result_marks_the_next_board() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::Tab(EveningTab::Organise).into());
    world.act(EveningAction::Organise(OrganiseAction::Mark(Some(FIRST_BOARD))).into());
    world.act(EveningAction::Organise(OrganiseAction::Result(FIRST_BOARD, Outcome::Drawn)).into());
    assert_eq!(world.evening().chosen.marked, Some(SECOND_BOARD));
    world.act(Action::Back);
    assert_eq!((world.evening().chosen.marked, evenings(&world.app).place()), (None, Place::Evening));
    world.act(Action::Back);
    assert_eq!(evenings(&world.app).place(), Place::List);
}

#[test]
fn who_has_the_bye_plays_the_computer_until_the_next_game_opens() {
    let mut world =
        World::in_evening(swiss_plan(), EveningPart { organises: false, player: Some(PlayerId(1)) });
    world.act(Action::Start(StartAction::ChooseComputer(true)));
    assert!(world.app.sessions.chooses_computer && world.app.screen() == Screen::Evenings);
    world.act(Action::Start(StartAction::PlayComputer));
    assert!(world.app.sessions.local().is_some() && world.app.screen() == Screen::Table);
    assert!(!world.app.sessions.chooses_computer);
    world.act(Action::Start(StartAction::Leave));
    assert_eq!(world.app.screen(), Screen::Evenings, "the tournament is behind the game");
    world.act(Action::Start(StartAction::PlayComputer));
    world.calls.clear();
    world.receive(EveningMessage::Called {
        code: evening_code(),
        title: "周五".into(),
        board: Some(FIRST_BOARD),
        opponent: Some("云中鹤".into()),
        game: None,
    });
    assert_eq!(world.calls.len(), 1, "the user is called to the next round");
    assert!(world.app.sessions.local().is_some());
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, OTHER)] }.at(GAME));
    assert!(world.app.sessions.local().is_none());
    assert_eq!((world.app.screen(), world.table().game().id()), (Screen::Table, GAME));
}

fn games(games: &[(BoardId, GameId)], more: bool) -> EveningMessage {
    EveningMessage::Games { code: evening_code(), games: games.to_vec(), more }
}

fn fetch(game: GameId, from: u32) -> chuhe_protocol::ClientMessage {
    ArchiveRequest::FetchGame { game, from }.into()
}

fn finished_game() -> Vec<GameEvent> {
    let outcome = GameOutcome::won(Color::Red, WinReason::Resignation);
    let moves = [(Color::Red, "h2e2"), (Color::Black, "h9g7"), (Color::Red, "e2e6")];
    let mut events = vec![started(OTHER, ME)];
    events.extend(moves.map(|(color, mv)| played(color, mv)));
    events.push(GameEvent::Ended { outcome, clocks: reading(None) });
    events
}

#[test]
fn all_games_are_fetched_one_after_the_other_into_one_file() {
    let mut world = World::in_running_evening();
    let gone = GameId(GAME.0 + 7);
    let first = u32::try_from(world.evening().tournament().records().len()).unwrap();
    let event = Event::Finished { board: SECOND_BOARD, winner: Some(Color::Red) };
    let records = vec![Record { at: Timestamp::from_ms(1_763_600_000_000), by: 0, event }];
    world.receive(EveningMessage::Records { code: evening_code(), first, records });
    world.effects.clear();
    world.act(EveningAction::SaveGames.into());
    assert_eq!(world.take_sent(), [EveningRequest::Games { code: evening_code() }.into()]);
    world.receive(games(&[(FIRST_BOARD, gone)], true));
    assert_eq!(world.take_sent(), [], "the rest of the list follows");
    world.receive(games(&[(SECOND_BOARD, GAME)], false));
    let request = world.last_request();
    assert_eq!(world.take_sent(), [fetch(gone, 0)]);
    let wait_ms = 2_000;
    world.receive(ServerMessage::Refused { request, reason: Refusal::TooManyAttempts { wait_ms } });
    assert_eq!((world.take_sent(), world.notice()), (vec![], None));
    world.wait(wait_ms);
    world.receive(chuhe_protocol::DoorMessage::Pong { nonce: 9 });
    let request = world.last_request();
    assert!(world.take_sent().contains(&fetch(gone, 0)));
    world.receive(ServerMessage::Refused { request, reason: Refusal::NoSuchGame });
    assert_eq!(world.take_sent(), [fetch(GAME, 0)]);
    let mut events = finished_game();
    let rest = events.split_off(2);
    world.receive(page(0, events, true));
    assert_eq!(world.take_sent(), [fetch(GAME, 2)]);
    world.receive(page(2, rest, false));
    let saved = world.effects.iter().find_map(|effect| {
        let Effect::Storage(StorageEffect::Files(FilesRequest::SaveGame { path, bytes, .. })) = effect else {
            return None;
        };
        Some((path.clone(), String::from_utf8(bytes.clone()).unwrap()))
    });
    let (path, text) = saved.expect("the file is written");
    assert!(path.starts_with("周五晚赛") && path.ends_with(".pgn"), "{path}");
    for tag in ["[Event \"周五晚赛\"]", "[Round \"1\"]", "[Board \"2\"]", "[Site \""] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    // the journal has the date, and a record only the times since its beginning
    assert!(text.contains("[Date \"2025.11.20\"]"), "{text}");
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::GamesSaved { games: 1, missing: 1 })));
}

#[test]
fn games_go_on_after_a_lost_connection_and_can_be_stopped() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::SaveGames.into());
    world.receive(games(&[(SECOND_BOARD, GAME)], false));
    world.receive(page(0, finished_game().into_iter().take(2).collect(), true));
    world.effects.clear();
    world.registered();
    assert!(world.take_sent().contains(&fetch(GAME, 2)), "what is here is not asked for again");
    world.act(EveningAction::StopGames.into());
    world.receive(page(2, Vec::new(), false));
    assert!(world.effects.iter().all(|effect| !matches!(effect, Effect::Storage(StorageEffect::Files(_)))));
}

/// The number of the last request for the game.
fn request_for_game(world: &World) -> u32 {
    let number = |effect: &Effect| {
        let Effect::Connection(ConnectionEffect::Send(request)) = effect else { return None };
        (request.message == fetch(GAME, 0)).then_some(request.number)
    };
    world.effects.iter().rev().find_map(number).expect("the game is asked for")
}

#[test]
fn a_refusal_that_passes_costs_no_game_and_one_that_stays_does() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::SaveGames.into());
    world.receive(games(&[(SECOND_BOARD, GAME)], false));
    let reasons = [Refusal::Paused; 5].into_iter().chain([Refusal::Unreadable; 3]);
    for reason in reasons {
        let request = request_for_game(&world);
        world.effects.clear();
        world.receive(ServerMessage::Refused { request, reason });
        assert_eq!((world.take_sent(), world.notice()), (vec![], None));
        world.wait(1_000);
        world.receive(chuhe_protocol::DoorMessage::Pong { nonce: 9 });
    }
    let request = request_for_game(&world);
    world.receive(ServerMessage::Refused { request, reason: Refusal::Unreadable });
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::NoGames)));
}

#[test]
fn another_player_saves_no_games_that_were_asked_for_before() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::SaveGames.into());
    let is_fetching = |world: &World| {
        world.app.sessions.visit().is_some_and(|visit| visit.games.evening.progress(evening_code()).is_some())
    };
    assert!(is_fetching(&world));
    world.joined(false);
    assert!(!is_fetching(&world));
}

#[test]
fn an_organiser_is_told_how_many_computer_players_came() {
    let mut world = World::in_running_evening();
    let first = u32::try_from(world.evening().tournament().records().len()).unwrap();
    let entry = |name: &str, account| {
        Event::EnteredLate(Entry { name: name.to_owned(), account: Some(account), ..Entry::default() })
    };
    let record = |by, event| Record { at: Timestamp::from_ms(1_000), by, event };
    let records =
        vec![record(ME.0, entry("R1", 71)), record(ME.0, entry("R2", 72)), record(73, entry("Eve", 73))];
    world.receive(EveningMessage::Records { code: evening_code(), first, records });
    let notice = |players, is_short| Notice::Evening(EveningNotice::ComputersEntered { players, is_short });
    assert_eq!(world.notice(), Some(&notice(2, false)));
    // of four that were wanted, one is free
    world.act(EveningAction::from(OrganiseAction::EnterComputers(4)).into());
    let records = vec![record(ME.0, entry("R3", 74))];
    world.receive(EveningMessage::Records { code: evening_code(), first: first + 3, records });
    assert_eq!(world.notice(), Some(&notice(1, true)));
    // who presses three times at once is told the sum, also if the last ones give nobody
    for (at, is_short) in [(4, false), (10, true)] {
        let mut requests = Vec::new();
        for _ in 0..3 {
            world.act(EveningAction::from(OrganiseAction::EnterComputers(2)).into());
            requests.push(world.last_request());
        }
        let before = world.app.desk().notices().count();
        for answer in 0..3 {
            if is_short && answer > 0 {
                let reason = Refusal::Evening(EveningRefusal::NoComputers);
                let request = requests[answer as usize];
                world.receive(ServerMessage::Refused { request, reason });
                continue;
            }
            let account = u64::from(100 + at + answer * 2);
            let records =
                [account, account + 1].map(|it| record(ME.0, entry(&format!("R{it}"), it))).to_vec();
            world.receive(EveningMessage::Records {
                code: evening_code(),
                first: first + at + answer * 2,
                records,
            });
            let said = world.app.desk().notices().count() - before;
            assert_eq!(said, u64::from(!is_short && answer == 2), "it waits for all");
        }
        assert_eq!(world.notice(), Some(&notice(if is_short { 2 } else { 6 }, is_short)));
    }
    let one = EveningNotice::ComputersEntered { players: 1, is_short: true };
    let said = |lang| Text::of(lang).evening().notice(&one);
    assert_eq!(said(Lang::En), "1 computer player entered. No more are free.");
    assert_eq!(said(Lang::Zh), "已加入 1 位电脑棋手，没有更多空闲的了。");
}

#[test]
fn without_games_nothing_is_saved() {
    let mut world = World::in_running_evening();
    world.act(EveningAction::SaveGames.into());
    world.receive(games(&[], false));
    assert_eq!(world.notice(), Some(&Notice::Evening(EveningNotice::NoGames)));
}
