//! Tests of what tournaments offer, when and to whom, and of how they are read.

use super::tests::Console;
use chuhe_app::testing::World;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningTab, OrganiseAction, PlanAction, WallPage,
};
use chuhe_protocol::{
    ClientMessage, EveningCode, EveningMessage, EveningPart, EveningPlan, EveningRefusal, EveningRequest,
    EveningRound, OpenedEvening, Pace, Refusal, ServerMessage, TakebackPolicy, Terms,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{
    BoardId, Entry, Event, PlayerId, Record, Regulations, SwissRules, System, Tournament, next_pairing,
};
use chuhe_view::{Button, Model, Part, screen};

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
    let round = EveningRound { code: code(), here, boards, next_in_ms: None, objections };
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
        assert_eq!(offers(&console, "evening.undo.0"), organises, "{part:?}");
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
