//! Tests of what tournaments offer, when and to whom, and of how they are read.

use super::tests::Console;
use chuhe_app::testing::{GAME, ME, OTHER, World, reading, started};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningTab, OrganiseAction, PairingAction, PlanAction, WallPage,
};
use chuhe_protocol::{
    ClientMessage, EveningCode, EveningMessage, EveningPart, EveningPlan, EveningRefusal, EveningRequest,
    EveningRound, Event as GameEvent, Objection, OpenedEvening, Pace, Refusal, ServerMessage, TakebackPolicy,
    Terms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, WinReason};
use chuhe_tournaments::{
    ArenaRules, BoardId, Entry, Event, KnockOutRules, LevelMatch, PlayerId, Record, Regulations, SwissRules,
    System, Tournament, next_pairing,
};
use chuhe_view::{Button, Model, Part, screen};
use std::collections::BTreeSet;

const PLAYER: EveningPart = EveningPart { organises: false, player: Some(PlayerId(1)) };
const ORGANISER: EveningPart = EveningPart { organises: true, player: None };
const SPECTATOR: EveningPart = EveningPart { organises: false, player: None };

fn code() -> EveningCode {
    "7k3m9qpx02ab".parse().expect("a code")
}

/// The records of a Swiss with four players after so many rounds, of which the games of the last have no result if it
/// runs.
fn journal(check_in: bool, rounds: u16, runs: bool) -> Tournament {
    let swiss = System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 0 });
    let regulations = Regulations { check_in, ..Regulations::of(swiss) };
    let mut tournament = Tournament::new(regulations).expect("usable regulations");
    let record = |tournament: &mut Tournament, event| {
        let record = Record { at: Timestamp::from_ms(1_000), by: 0, event };
        tournament.record(record).expect("a possible event");
    };
    for (at, name) in ["Ada", "Bo", "Chen", "Dora"].into_iter().enumerate() {
        let account = Some(at as u64 + 1);
        let entry = Entry { name: name.to_owned(), account, ..Entry::default() };
        record(&mut tournament, Event::Entered(entry));
    }
    if rounds > 0 {
        record(&mut tournament, Event::Started { seed: 1 });
    }
    for round in 1..=rounds {
        let pairing = next_pairing(&tournament).expect("a pairing is possible").pairing;
        record(&mut tournament, Event::Paired(pairing));
        for board in (1..=2).filter(|_| round < rounds || !runs) {
            let board = BoardId { round, board };
            record(&mut tournament, Event::Finished { board, winner: Some(Color::Red) });
        }
    }
    tournament
}

fn followed(tournament: &Tournament, part: EveningPart) -> Console {
    let mut console = Console::new(World::in_lobby());
    console.world.act(Action::Evening(EveningAction::Show(code())));
    console.world.effects.clear();
    let plan = EveningPlan {
        title: "Friday evening".to_owned(),
        regulations: tournament.regulations().clone(),
        terms: Terms { takeback: TakebackPolicy::Off, ..Terms::default() },
        is_public: true,
        starts_at_ms: None,
        pace: Pace::ByHand,
        late_ms: 600_000,
        no_result_before_ply: 0,
    };
    let records = tournament.records().to_vec();
    let count = records.len() as u32;
    let opened = OpenedEvening { code: code(), plan, organisers: Vec::new(), part, records: count };
    console.world.receive(EveningMessage::Opened(Box::new(opened)));
    console.world.receive(EveningMessage::Records { code: code(), first: 0, records });
    let here = (1..=4).map(PlayerId).collect();
    let (boards, objections) = (Vec::new(), Vec::new());
    let round = EveningRound { code: code(), here, boards, next_in_ms: None, objections, pause: None };
    console.world.receive(EveningMessage::Round(Box::new(round)));
    console
}

/// All buttons on the screen, those in groups and choices too.
fn buttons(console: &Console) -> Vec<Button> {
    fn walk(part: Part, found: &mut Vec<Button>) {
        match part {
            Part::Button(button) => found.push(button),
            Part::Tick(tick) => found.push(tick.button),
            Part::Choice(choice) => found.extend(choice.options),
            Part::Question(question) => found.extend(question.answers),
            Part::Field(field) => found.extend(field.send),
            Part::Group(group) => group.into_parts().into_iter().for_each(|part| walk(part, found)),
            Part::Fact(_) => {}
        }
    }
    let mut found = Vec::new();
    let parts = screen::parts(&Model::of(&console.world.app, console.world.now));
    parts.into_iter().for_each(|part| walk(part, &mut found));
    found
}

fn offers(console: &Console, id: &str) -> bool {
    buttons(console).iter().any(|button| button.id == id)
}

fn act(console: &mut Console, action: impl Into<EveningAction>) {
    console.world.act(Action::Evening(action.into()));
}

#[test]
fn who_has_not_entered_can_enter_and_who_has_can_check_in_and_leave() {
    let entry = journal(true, 0, false);
    let offered = |part| {
        let console = followed(&entry, part);
        ["evening.enter", "evening.check_in", "evening.withdraw"].map(|id| offers(&console, id))
    };
    assert_eq!(offered(SPECTATOR), [true, false, false]);
    assert_eq!(offered(PLAYER), [false, true, true]);
    let without_check_in = followed(&journal(false, 0, false), PLAYER);
    assert!(!offers(&without_check_in, "evening.check_in"));
}

#[test]
fn only_organisers_see_their_page_and_undo_events() {
    for (part, organises) in [(ORGANISER, true), (PLAYER, false), (SPECTATOR, false)] {
        let mut console = followed(&journal(false, 2, true), part);
        assert_eq!(offers(&console, "evening.tab.organise"), organises, "{part:?}");
        act(&mut console, EveningAction::Tab(EveningTab::Log));
        // nothing later needs the last event
        let last =
            chuhe_app::evenings::evenings(&console.world.app).evening().unwrap().tournament().records().len()
                - 1;
        assert_eq!(offers(&console, &format!("evening.undo.{last}")), organises, "{part:?}");
        let first = buttons(&console).into_iter().find(|button| button.id == "evening.undo.0");
        assert_eq!(first.is_some(), organises, "{part:?}");
        assert!(first.is_none_or(|undo| undo.permit.is_err()), "the first entry is needed");
    }
}

#[test]
fn a_player_hears_first_where_they_sit() {
    let mut console = followed(&journal(false, 1, true), PLAYER);
    let lines = console.hear();
    let seat = lines.iter().position(|line| line.starts_with("Board ") && line.contains("against"));
    let boards = lines.iter().position(|line| line == "Round 1");
    assert!(seat.is_some() && seat < boards, "{lines:#?}");
    assert_eq!(console.hear(), [""; 0], "it is read once");
}

/// Whether a fact on the screen says this.
fn shows(console: &Console, said: &str) -> bool {
    fn is_in(part: Part, said: &str) -> bool {
        match part {
            Part::Fact(fact) => fact.label.contains(said),
            Part::Group(group) => group.into_parts().into_iter().any(|part| is_in(part, said)),
            Part::Button(_) | Part::Tick(_) | Part::Choice(_) | Part::Question(_) | Part::Field(_) => false,
        }
    }
    let parts = screen::parts(&Model::of(&console.world.app, console.world.now));
    parts.into_iter().any(|part| is_in(part, said))
}

fn hears(console: &mut Console, said: &str) -> bool {
    console.hear().iter().any(|line| line.contains(said))
}

#[test]
fn a_player_hears_what_becomes_of_an_objection() {
    let tournament = journal(false, 1, false);
    let mut console = followed(&tournament, PLAYER);
    let mut boards = tournament.state().boards();
    let (board, _) = boards.find(|(_, it)| it.side_of(PlayerId(1)).is_some()).expect("they play");
    let mut report = |objections: Vec<Objection>| {
        let (here, boards) = (Vec::new(), Vec::new());
        let round = EveningRound { code: code(), here, boards, next_in_ms: None, objections, pause: None };
        console.world.receive(EveningMessage::Round(Box::new(round)));
        ["you have objected", "have confirmed the result"].map(|said| shows(&console, said))
    };
    assert_eq!(report(Vec::new()), [false, false]);
    let objection = Objection { board, player: PlayerId(1), words: "no draw".to_owned() };
    assert_eq!(report(vec![objection]), [true, false]);
    assert_eq!(report(Vec::new()), [false, true]);
}

#[test]
fn an_organiser_hears_what_to_do_first_and_how_long_it_is() {
    let mut console = followed(&journal(false, 0, false), ORGANISER);
    let lines = console.hear();
    for said in ["You begin it on the page \"Organise\"", "5 rounds"] {
        assert!(lines.iter().any(|line| line.contains(said)), "{said}: {lines:#?}");
    }
    assert!(!hears(&mut followed(&journal(false, 0, false), PLAYER), "You begin it"));
}

#[test]
fn who_left_before_the_start_does_not_count_as_a_player() {
    let mut tournament = journal(false, 0, false);
    let left = Event::Withdrew(PlayerId(4));
    tournament.record(Record { at: Timestamp::from_ms(1_000), by: 0, event: left }).unwrap();
    assert!(hears(&mut followed(&tournament, PLAYER), "3 players"));
}

#[test]
fn an_organiser_is_warned_of_computers_at_real_boards() {
    let mixed = "Computer players play on the server alone. One player here has a real board";
    for (name, account, is_said) in [("computer-3", Some(9), true), ("computer-3", None, false)] {
        let mut tournament = journal(false, 0, false);
        for (name, account) in [(name, account), ("Guest", None)] {
            let entry = Entry { name: name.to_owned(), account, ..Entry::default() };
            let record = Record { at: Timestamp::from_ms(1_000), by: 0, event: Event::Entered(entry) };
            tournament.record(record).unwrap();
        }
        let mut console = followed(&tournament, ORGANISER);
        act(&mut console, EveningAction::Tab(EveningTab::Organise));
        assert_eq!(hears(&mut console, mixed), is_said);
        act(&mut console, EveningAction::Tab(EveningTab::Players));
        assert_eq!(hears(&mut console, "computer-3"), !is_said, "it is called as in the lobby");
    }
}

#[test]
fn a_knock_out_shows_who_meets_whom_and_who_advances() {
    let rules = KnockOutRules { games: 1, tie_break_games: 0, level: LevelMatch::BetterSeed };
    let mut tournament = Tournament::new(Regulations::of(System::KnockOut(rules))).expect("usable");
    let entry = |name: &str| Event::Entered(Entry { name: name.to_owned(), ..Entry::default() });
    let mut events: Vec<Event> = ["Ada", "Bo", "Chen", "Dora"].map(entry).to_vec();
    events.push(Event::Started { seed: 1 });
    let record = |event| Record { at: Timestamp::from_ms(1_000), by: 0, event };
    events.into_iter().for_each(|event| tournament.record(record(event)).expect("possible"));
    let pairing = next_pairing(&tournament).expect("a pairing is possible").pairing;
    tournament.record(record(Event::Paired(pairing))).expect("possible");
    let won = Event::Finished { board: BoardId { round: 1, board: 1 }, winner: Some(Color::Red) };
    tournament.record(record(won)).expect("possible");
    let mut console = followed(&tournament, SPECTATOR);
    act(&mut console, EveningAction::Tab(EveningTab::Standings));
    let lines = console.hear();
    let matches: Vec<&String> = lines.iter().filter(|line| line.starts_with("Stage 1 · ")).collect();
    assert_eq!(matches.len(), 2, "{lines:#?}");
    assert_eq!(matches.iter().filter(|line| line.ends_with(" advances")).count(), 1, "{matches:?}");
}

#[test]
fn the_reason_for_a_pairing_by_hand_comes_before_the_boards() {
    let mut console = followed(&journal(false, 1, false), ORGANISER);
    act(&mut console, OrganiseAction::Pairing(PairingAction::ByHand));
    let lines = console.hear();
    let at = |said: &str| lines.iter().position(|line| line.contains(said));
    assert!(at("Type the reason first.").is_some_and(|it| Some(it) < at("Board 1")), "{lines:#?}");
    assert!(at("Red: ").is_some(), "{lines:#?}");
}

#[test]
fn the_end_leaves_no_empty_sections_and_says_how_a_result_is_still_changed() {
    let mut tournament = journal(false, 1, false);
    tournament.record(Record { at: Timestamp::from_ms(1_000), by: 0, event: Event::Ended }).unwrap();
    let mut console = followed(&tournament, ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    let lines = console.hear();
    assert!(!lines.iter().any(|line| line == "Further steps" || line == "Entries"), "{lines:#?}");
    act(&mut console, OrganiseAction::Board(Some(BoardId { round: 1, board: 1 })));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line.contains("first undo the end")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line == "Fouls"), "{lines:#?}");
}

#[test]
fn a_game_of_a_tournament_is_not_aborted_and_has_no_rematch() {
    let called = |game| EveningMessage::Called {
        code: code(),
        title: "Friday evening".to_owned(),
        board: Some(BoardId { round: 1, board: 1 }),
        opponent: Some("Bo".to_owned()),
        game,
    };
    for is_of_evening in [false, true] {
        let mut console = Console::new(World::in_lobby());
        if is_of_evening {
            console.world.receive(called(Some(GAME)));
        }
        console.world.receive_event(started(ME, OTHER));
        assert_eq!(offers(&console, "table.abort"), !is_of_evening);
        assert_eq!(offers(&console, "table.tournament"), is_of_evening, "who organises reaches it");
        console.world.update(chuhe_model::exchange::event::Event::CloseRequested);
        assert!(console.world.app.dialogs().asked_to_quit);
        assert_eq!(hears(&mut console, "This is a game of a tournament"), is_of_evening);
        console.world.act(Action::Quit(false));
        let outcome = chuhe_rules::Outcome::Won { winner: Color::Red, reason: WinReason::Resignation };
        console.world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        assert_eq!(offers(&console, "table.rematch"), !is_of_evening);
        assert_eq!(offers(&console, "table.tournament"), is_of_evening);
    }
}

#[test]
fn a_dead_end_offers_its_remedies_as_buttons() {
    let mut console = followed(&journal(false, 3, false), ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    let found = buttons(&console);
    let remedies: Vec<&str> =
        found.iter().filter(|it| it.id.starts_with("evening.remedy")).map(|it| &*it.label).collect();
    assert!(remedies.contains(&"Allow second meetings"), "{remedies:?}");
    assert!(remedies.contains(&"End the tournament now"), "{remedies:?}");
}

#[test]
fn a_result_is_entered_by_one_press_and_a_second_one_asks_for_a_reason() {
    let mut console = followed(&journal(false, 1, true), ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    let result = buttons(&console).into_iter().find(|it| it.id.starts_with("evening.result.1.1."));
    console.world.act(result.expect("a board has no result").action);
    let is_command =
        |it: &ClientMessage| matches!(it, ClientMessage::Evening(EveningRequest::Organise { .. }));
    assert!(console.sent().iter().any(is_command));
    let mut console = followed(&journal(false, 1, false), ORGANISER);
    let board = BoardId { round: 1, board: 1 };
    act(&mut console, OrganiseAction::Result(board, chuhe_tournaments::Outcome::Drawn));
    assert!(!console.sent().iter().any(is_command));
    let confirm = buttons(&console).into_iter().find(|it| it.id == "evening.dialog.confirm");
    assert!(confirm.expect("the reason is asked for").permit.is_err(), "it is missing");
}

#[test]
fn every_line_of_the_menu_does_something_on_every_page() {
    let pages = EveningTab::ALL.map(EveningAction::Tab);
    let wall = [WallPage::Pairings, WallPage::Standings].map(|page| EveningAction::Wall(Some(page)));
    let sheet = [EveningAction::Player(Some(PlayerId(2))), OrganiseAction::Paste.into()];
    for page in pages.into_iter().chain(wall).chain(sheet) {
        let mut console = followed(&journal(false, 2, true), ORGANISER);
        act(&mut console, page.clone());
        let lines = console.say("menu");
        let numbered = lines.iter().filter(|line| line.starts_with(|it: char| it.is_ascii_digit())).count();
        let allowed = buttons(&console).iter().filter(|button| button.permit.is_ok()).count();
        assert!(numbered >= allowed && allowed > 0, "{page:?}: {numbered} of {allowed}");
    }
}

fn refuse(console: &mut Console, reason: EveningRefusal) {
    let request = console.world.last_request();
    console.world.receive(ServerMessage::Refused { request, reason: Refusal::Evening(reason) });
}

#[test]
fn a_tournament_that_cannot_be_opened_is_said() {
    let mut console = Console::new(World::in_lobby());
    act(&mut console, EveningAction::Show(code()));
    console.hear();
    refuse(&mut console, EveningRefusal::Unknown);
    let why = console.world.app.desk().text().refusal(Refusal::Evening(EveningRefusal::Unknown));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line.contains(&why)), "{lines:#?}");
    assert_eq!(console.hear(), [""; 0], "it is said once");
}

#[test]
fn what_is_wrong_with_a_form_is_said_alone_and_each_time_it_is_refused() {
    let mut console = followed(&journal(false, 1, false), ORGANISER);
    let board = BoardId { round: 1, board: 1 };
    act(&mut console, OrganiseAction::Result(board, chuhe_tournaments::Outcome::Drawn));
    assert!(console.hear().len() > 1, "the question is read");
    let why = console.world.app.desk().text().refusal(Refusal::Evening(EveningRefusal::NotOrganiser));
    let words = Field::Evening(EveningField::Words);
    console.world.act(Action::Edit(words, "misread".to_owned()));
    for _ in 0..2 {
        act(&mut console, EveningAction::Confirm);
        console.hear();
        refuse(&mut console, EveningRefusal::NotOrganiser);
        assert_eq!(console.hear(), std::slice::from_ref(&why));
    }
    let mut console = Console::new(World::in_lobby());
    console.world.registered();
    act(&mut console, PlanAction::Open);
    assert!(console.hear().len() > 1, "the form is read");
    act(&mut console, PlanAction::Send);
    assert_eq!(console.hear().len(), 1, "the title is missing");
}

#[test]
fn a_broken_tournament_file_is_told_with_its_place() {
    let mut console = followed(&journal(false, 0, false), ORGANISER);
    act(&mut console, OrganiseAction::Paste);
    console.hear();
    let file = |rating: &str| {
        let player = format!("001    1      {:<33} {rating} CHN {:22}  0.0    1", "Li, Wei", "");
        format!("012 Club evening\n{player}  0000 - Z\n")
    };
    console.world.act(Action::Edit(Field::Evening(EveningField::Paste), file("24OO")));
    let heard = console.hear();
    let place = "line 2, column 49: \"24OO\" is not a number.";
    assert!(heard.iter().any(|line| line.contains(place)), "{heard:#?}");
    console.world.act(Action::Edit(Field::Evening(EveningField::Paste), file("2400")));
    assert!(shows(&console, "Read from a tournament file (TRF): 1 player."), "it is readable now");
    assert!(shows(&console, "Only its players are taken."), "it has a round");
    assert!(offers(&console, "evening.paste.send"));
}

#[test]
fn every_row_of_a_long_table_can_be_reached() {
    let mut tournament = journal(false, 0, false);
    let entry = |at: usize| Event::Entered(Entry { name: format!("Guest {at}"), ..Entry::default() });
    for at in 0..130 {
        let at_ms = Timestamp::from_ms(1_000);
        tournament.record(Record { at: at_ms, by: 0, event: entry(at) }).unwrap();
    }
    let mut console = followed(&tournament, SPECTATOR);
    act(&mut console, EveningAction::Tab(EveningTab::Players));
    let mut found = BTreeSet::new();
    for page in 0..3 {
        let said = console.hear();
        assert!(said.iter().any(|line| line.starts_with("Rows ")), "{page}: {said:#?}");
        let rows = said.iter().filter(|line| line.contains("Guest "));
        found.extend(rows.cloned());
        assert!(offers(&console, "evening.rows.after"));
        act(&mut console, EveningAction::Rows(page + 1));
    }
    assert_eq!(found.len(), 130, "each once");
    act(&mut console, EveningAction::Tab(EveningTab::Log));
    assert!(console.hear().iter().any(|line| line.starts_with("Rows 1 to 60 of ")));
}

#[test]
fn a_foul_and_an_organiser_are_asked_about_first() {
    let mut console = followed(&journal(false, 1, true), ORGANISER);
    let is_command =
        |it: &ClientMessage| matches!(it, ClientMessage::Evening(EveningRequest::Organise { .. }));
    let board = BoardId { round: 1, board: 1 };
    act(&mut console, OrganiseAction::Board(Some(board)));
    let foul = buttons(&console).into_iter().find(|it| it.id == "evening.foul.red").expect("it is offered");
    let red = console.hear().into_iter().find(|line| line.starts_with("Board 1: ")).expect("the players");
    console.world.act(foul.action);
    assert!(!console.sent().iter().any(is_command));
    let asked = console.hear();
    let name = red.trim_start_matches("Board 1: ").split(' ').next().expect("a name");
    assert!(asked.iter().any(|line| line.contains(&format!("foul by {name}?"))), "{asked:#?}");
    act(&mut console, EveningAction::Confirm);
    assert!(console.sent().iter().any(is_command));

    let mut console = followed(&journal(false, 1, true), ORGANISER);
    let field = Field::Evening(EveningField::Organiser);
    let other = console.world.app.sessions().server_visit().expect("a visit").lobby.player(OTHER);
    let name = other.expect("they are in the lobby").name.to_string();
    console.world.act(Action::Edit(field, name.to_uppercase()));
    act(&mut console, OrganiseAction::AskAppointTyped);
    assert!(!console.sent().iter().any(is_command));
    let asked = console.hear();
    assert!(asked.iter().any(|line| line.contains(&format!("Make {name} an organiser?"))), "{asked:#?}");
    assert!(asked.iter().any(|line| line.contains("that of a guest")), "{asked:#?}");
    act(&mut console, EveningAction::Confirm);
    let command = chuhe_protocol::EveningCommand::Appoint { player: OTHER };
    assert!(console.sent().contains(&EveningRequest::Organise { code: code(), command }.into()));
}

#[test]
fn an_organiser_is_appointed_from_the_menu_by_a_name_as_it_is_read() {
    let mut console = followed(&journal(false, 1, true), ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    let other = console.world.app.sessions().server_visit().expect("a visit").lobby.player(OTHER);
    let name = other.expect("they are in the lobby").name.to_string();
    // the field is empty at first, and has what nobody is called later
    for (typed, wanted) in [
        ("Computer 5", "Computer players do not organise".to_owned()),
        ("computer-5", "Computer players do not organise".to_owned()),
        ("Li Wei", "Li Wei is not online".to_owned()),
        ("Computer 5", "Computer players do not organise".to_owned()),
        (&*name, format!("Make {name} an organiser?")),
    ] {
        let lines = console.say("menu");
        let is_field = |line: &&String| line.contains("Registered player");
        let line = lines.iter().find(is_field).unwrap_or_else(|| panic!("{lines:#?}"));
        let number = line.split('.').next().expect("a number").to_owned();
        let heard = console.say(&format!("menu {number} {typed}"));
        assert!(heard.iter().any(|line| line.contains(&wanted)), "{typed}: {heard:#?}");
    }
}

#[test]
fn who_organises_already_is_not_appointed() {
    let mut console = followed(&journal(false, 1, true), ORGANISER);
    let other = console.world.app.sessions().server_visit().expect("a visit").lobby.player(OTHER);
    let name = other.expect("they are in the lobby").name.clone();
    let evening = console.world.evening();
    let (plan, records) = (evening.plan().clone(), evening.tournament().records().len() as u32);
    let organisers = vec![name.clone()];
    let opened = OpenedEvening { code: code(), plan, organisers, part: ORGANISER, records };
    console.world.receive(EveningMessage::Opened(Box::new(opened)));
    let typed = name.to_string().to_uppercase();
    assert!(console.world.evening().organises(&typed));
    console.world.act(Action::Edit(Field::Evening(EveningField::Organiser), typed));
    act(&mut console, OrganiseAction::AskAppointTyped);
    assert!(console.world.evening().dialog.is_none());
}

#[test]
fn an_undo_that_something_later_blocks_says_what() {
    let mut console = followed(&journal(false, 1, false), ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Log));
    // the start, which the pairing needs
    let undo = buttons(&console).into_iter().find(|it| it.id == "evening.undo.4").expect("it is shown");
    let why = undo.permit.expect_err("the pairing needs it");
    assert!(why.contains("Round 1:") && why.contains("needs this"), "{why}");
    // of old events the server says it
    act(&mut console, OrganiseAction::AskUndo(4));
    console.world.act(Action::Edit(Field::Evening(EveningField::Words), "too early".to_owned()));
    act(&mut console, EveningAction::Confirm);
    console.hear();
    refuse(&mut console, EveningRefusal::Event(chuhe_tournaments::Refusal::StillNeeded { event: 5 }));
    assert_eq!(console.hear(), [why]);
}

#[test]
fn an_organiser_chooses_how_many_computer_players_enter() {
    let mut console = followed(&journal(false, 0, false), ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    for count in [1, 16] {
        let id = format!("evening.entries.computers.{count}");
        let button = buttons(&console).into_iter().find(|it| it.id == id).expect("it is offered");
        console.world.act(button.action);
        let command = chuhe_protocol::EveningCommand::EnterComputers { count };
        assert!(console.sent().contains(&EveningRequest::Organise { code: code(), command }.into()));
    }
}

#[test]
fn an_organiser_hears_who_is_free_while_others_play() {
    let mut tournament = journal(false, 1, true);
    let won = Event::Finished { board: BoardId { round: 1, board: 1 }, winner: Some(Color::Red) };
    tournament.record(Record { at: Timestamp::from_ms(1_000), by: 0, event: won }).expect("possible");
    let mut console = followed(&tournament, ORGANISER);
    act(&mut console, EveningAction::Tab(EveningTab::Organise));
    let lines = console.hear();
    let free = lines.iter().find(|line| line.starts_with("Game over")).expect("two are free");
    let seats = tournament.state().rounds[0].boards[0].seats;
    for id in [seats.red, seats.black] {
        let name = &tournament.state().player(id).expect("a player").entry.name;
        assert!(free.contains(name.as_str()), "{free}");
    }
}

#[test]
fn an_arena_says_of_which_wave_a_board_is() {
    let rules = ArenaRules { min_games: 1, max_games: 9, streaks: false };
    let mut tournament = Tournament::new(Regulations::of(System::Arena(rules))).expect("usable regulations");
    let record = |event| Record { at: Timestamp::from_ms(1_000), by: 0, event };
    let entry = |name: &str| Event::Entered(Entry { name: name.to_owned(), ..Entry::default() });
    let events = ["Ada", "Bo"].map(entry).into_iter().chain([Event::Started { seed: 1 }]);
    events.into_iter().for_each(|event| tournament.record(record(event)).expect("possible"));
    let pairing = next_pairing(&tournament).expect("a pairing is possible").pairing;
    tournament.record(record(Event::Paired(pairing))).expect("possible");
    let mut console = followed(&tournament, ORGANISER);
    act(&mut console, OrganiseAction::Board(Some(BoardId { round: 1, board: 1 })));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line.contains("Board 1·1: ")), "{lines:#?}");
}

#[test]
fn who_makes_no_first_move_in_a_tournament_hears_that_they_lose_by_forfeit() {
    let called = EveningMessage::Called {
        code: code(),
        title: "Friday evening".to_owned(),
        board: Some(BoardId { round: 1, board: 1 }),
        opponent: Some("Bo".to_owned()),
        game: Some(GAME),
    };
    let mut console = Console::new(World::in_lobby());
    console.world.receive(called);
    console.world.receive_event(started(ME, OTHER));
    let outcome = chuhe_rules::Outcome::Aborted(chuhe_rules::AbortReason::NoFirstMove(Color::Red));
    console.world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let lines = console.hear();
    let says = |part: &str| lines.iter().any(|line| line.contains(part));
    assert!(says("Red made no first move in time, and loses by forfeit"), "{lines:#?}");
    assert!(says("You lost") && !says("No result"), "{lines:#?}");
}
