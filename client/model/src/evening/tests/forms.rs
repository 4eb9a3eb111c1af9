//! Tests of the forms: plans, pasted players, and pairing by hand.

use super::*;
use crate::actions::action::FormAction;
use crate::actions::evening_action::{
    AbsenceChoice, EveningField, PaceChoice, PlanAction, PlanNumber, PointsChoice, StartChoice, SystemChoice,
};
use crate::choices::game_choice::GameChoice;
use crate::choices::zone::Zone;
use crate::evening::dialog::{About, EveningDialog, Question, Sending};
use crate::evening::entries::{AlikeLine, EntriesForm, LineFault, read_entries};
use crate::evening::pairing_form::PairingForm;
use crate::evening::plan_form::{PlanFault, PlanForm, PlanMoment};
use crate::evening::plan_numbers::NumberFault;
use crate::evening::{News, Place};
use crate::exchange::settings::SavedChallenge;
use crate::lobby::challenge::{Addressee, ChallengeForm};
use chuhe_protocol::{
    EveningCommand, EveningRequest, EveningStage, EveningSummary, PlanRefusal, WoodenEntry, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_tournaments::{
    AbsenceRule, ArenaRules, KnockOutRules, LevelMatch, Numbering, Points, Refusal, State, TieBreak,
};
use strum::VariantArray as _;

/// 2025-11-20 08:53:20 in the east.
const MORNING_MS: u64 = 1_763_600_000_000;

fn east() -> Zone {
    Zone::of_offsets(&[(0, 8 * 3_600)]).unwrap()
}

fn form() -> PlanForm {
    let mut form = PlanForm::new(ChallengeForm::new(Addressee::Guest, &SavedChallenge::default()));
    form.edit(EveningField::Title, "Friday".into());
    form
}

fn checked(form: &PlanForm) -> Result<EveningPlan, PlanFault> {
    form.check(PlanMoment { zone: &east(), now_ms: Some(MORNING_MS) })
}

#[test]
fn the_first_form_needs_only_a_title() {
    let plan = checked(&form()).unwrap();
    assert_eq!(plan.title, "Friday");
    assert_eq!(plan.regulations.system, System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 1 }));
    assert_eq!((plan.pace, plan.late_ms), (Pace::AfterAll { break_ms: 120_000 }, 300_000));
    assert_eq!(plan.starts_at_ms, None);
    let mut spaced = form();
    spaced.edit(EveningField::Title, " Cup  of\t王 ".into());
    assert_eq!(checked(&spaced).unwrap().title, "Cup of 王");
    let mut nameless = form();
    nameless.edit(EveningField::Title, "  ".into());
    let fault = checked(&nameless).unwrap_err();
    assert_eq!(fault, PlanFault::Plan(PlanRefusal::Title));
    assert_eq!(fault.field(), Some(EveningField::Title));
    nameless.edit(EveningField::Title, "字".repeat(200));
    assert_eq!(nameless.title.chars().count(), limits::EVENING_TITLE_CHARS);
}

#[test]
fn every_system_gives_a_plan_and_names_its_wrong_number() {
    for system in SystemChoice::VARIANTS {
        let mut form = form();
        form.choose(PlanAction::System(*system));
        assert!(checked(&form).is_ok(), "{system:?}");
        let numbers = form.system_numbers().iter().copied().chain([PlanNumber::LateMinutes]);
        for number in numbers.chain(form.pace_number()) {
            for bad in ["", "x", "-1", "9999999"] {
                let mut form = form.clone();
                form.edit(EveningField::Number(number), bad.into());
                let fault = checked(&form).unwrap_err();
                assert_eq!(fault.field(), Some(EveningField::Number(number)), "{number:?} {bad:?}");
            }
        }
    }
}

#[test]
fn a_number_may_be_as_small_and_as_large_as_is_said() {
    for system in SystemChoice::VARIANTS {
        let mut form = form();
        form.choose(PlanAction::System(*system));
        form.choose(PlanAction::Pace(PaceChoice::Slots));
        let further = [PlanNumber::LateMinutes, PlanNumber::Absences, PlanNumber::NoResultBefore];
        for number in form.system_numbers().iter().copied().chain(form.pace_number()).chain(further) {
            let with = |value: u32| {
                let mut form = form.clone();
                // no player of an arena needs more games than they may play
                form.edit(EveningField::Number(PlanNumber::MinGames), "0".into());
                form.edit(EveningField::Number(number), value.to_string());
                checked(&form)
            };
            let fault = with(100_000).unwrap_err();
            let PlanFault::Number(NumberFault { least, most, .. }) = fault else {
                panic!("{number:?}: {fault:?}")
            };
            assert!(with(least).is_ok() && with(most).is_ok(), "{number:?}: {least} to {most}");
            assert_eq!(with(most + 1), Err(fault), "{number:?}");
            assert!(least == 0 || with(least - 1) == Err(fault), "{number:?}");
        }
    }
}

#[test]
fn what_means_nothing_to_a_system_is_neither_asked_nor_counted() {
    let mut form = form();
    form.choose(PlanAction::Pace(PaceChoice::ByHand));
    form.edit(EveningField::Number(PlanNumber::BreakMinutes), "x".into());
    for system in SystemChoice::VARIANTS {
        form.choose(PlanAction::System(*system));
        let plan = checked(&form).expect("by hand has no number");
        // the server pairs an arena, or nobody would
        let is_arena = *system == SystemChoice::Arena;
        assert_eq!((form.has_pace(), plan.pace == Pace::ByHand), (!is_arena, !is_arena), "{system:?}");
    }
    form.choose(PlanAction::System(SystemChoice::Arena));
    form.choose(PlanAction::Pace(PaceChoice::AfterAll));
    assert!(checked(&form).is_ok(), "a break that an arena does not have is not wrong");
    form.choose(PlanAction::System(SystemChoice::TeamMatch));
    form.choose(PlanAction::Pace(PaceChoice::ByHand));
    assert!(!form.has_numbering());
    assert_eq!(checked(&form).map(|plan| plan.regulations.numbering), Ok(Numbering::Entry));
}

#[test]
fn choices_reach_the_regulations() {
    let mut form = form();
    for action in [
        PlanAction::System(SystemChoice::KnockOut),
        PlanAction::Level(LevelMatch::Lot),
        PlanAction::CheckIn(true),
        PlanAction::Absence(AbsenceChoice::InAll),
        PlanAction::Pace(PaceChoice::Slots),
        PlanAction::Public(false),
        PlanAction::TieBreak(TieBreak::Wins),
        PlanAction::TieBreak(TieBreak::Fouls),
        PlanAction::RaiseTieBreak(TieBreak::Fouls),
        PlanAction::Terms(FormAction::Game(GameChoice::VARIANTS[1])),
    ] {
        form.choose(action);
    }
    form.edit(EveningField::Number(PlanNumber::Games), "２".into());
    form.edit(EveningField::Number(PlanNumber::NoResultBefore), "20".into());
    let plan = checked(&form).unwrap();
    let rules = KnockOutRules { games: 2, tie_break_games: 1, level: LevelMatch::Lot };
    assert_eq!(plan.regulations.system, System::KnockOut(rules));
    let order = [TieBreak::OpponentsScore, TieBreak::Fouls, TieBreak::WinsAsSecond];
    assert_eq!(plan.regulations.tie_breaks, order);
    assert_eq!(plan.regulations.absence, AbsenceRule::InAll(2));
    assert!(plan.regulations.check_in && !plan.is_public);
    assert_eq!((plan.pace, plan.no_result_before_ply), (Pace::Slots { slot_ms: 40 * 60_000 }, 40));
    assert_eq!(plan.terms.game.kind(), GameChoice::VARIANTS[1].kind());
    form.choose(PlanAction::System(SystemChoice::Arena));
    let arena = ArenaRules { min_games: 3, max_games: 50, streaks: true };
    assert_eq!(checked(&form).unwrap().regulations.system, System::Arena(arena));
}

#[test]
fn games_without_a_clock_are_refused() {
    let mut form = form();
    let time = crate::actions::time_fields::TimeText::of(TimeControl::UNTIMED);
    form.terms.choices.time = time;
    assert_eq!(checked(&form), Err(PlanFault::Plan(PlanRefusal::Untimed)));
}

#[test]
fn the_start_is_a_wait_or_a_moment_in_the_users_zone() {
    let mut form = form();
    let starts = |form: &PlanForm| checked(form).map(|plan| plan.starts_at_ms);
    form.choose(PlanAction::Start(StartChoice::In30));
    assert_eq!(starts(&form), Ok(Some(MORNING_MS + 30 * 60_000)));
    form.choose(PlanAction::Start(StartChoice::At));
    let midnight = MORNING_MS - (8 * 3_600 + 53 * 60 + 20) * 1_000;
    let hour = 3_600_000;
    for (text, at) in [
        ("19:30", midnight + 19 * hour + hour / 2),
        ("7:05", midnight + 31 * hour + 5 * 60_000),
        ("2025-11-21 00:00", midnight + 24 * hour),
        ("２０２５/11/21　００：０１", midnight + 24 * hour + 60_000),
    ] {
        form.edit(EveningField::Start, text.into());
        assert_eq!(starts(&form), Ok(Some(at)), "{text}");
    }
    for (text, fault) in [
        ("", PlanFault::StartUnread),
        ("25:00", PlanFault::StartUnread),
        ("2025-02-30 10:00", PlanFault::StartUnread),
        ("tomorrow", PlanFault::StartUnread),
        ("1 2 3", PlanFault::StartUnread),
        ("2025-11-20 08:00", PlanFault::Plan(PlanRefusal::Start)),
        ("2026-11-20 08:00", PlanFault::Plan(PlanRefusal::Start)),
    ] {
        form.edit(EveningField::Start, text.into());
        assert_eq!(starts(&form), Err(fault), "{text}");
        assert_eq!(fault.field(), Some(EveningField::Start));
    }
    let unknown = form.check(PlanMoment { zone: &Zone::UTC, now_ms: None });
    assert_eq!(unknown, Err(PlanFault::StartUnread));
}

#[test]
fn pasted_lines_are_players_or_say_what_is_wrong() {
    let evening = evening(swiss(3), started(&["Ada", "Bo"])[..2].to_vec());
    let text = "Chen\n\n 王伟，河滨， １６５０ \nDora; Riverside\nada\n, x\nEmil, a, b\nF, a, 1, 2\nchen\nChen, Club";
    let read = read_entries(text, evening.tournament().state());
    let entry = |name: &str, club: Option<&str>, rating| WoodenEntry {
        name: name.into(),
        club: club.map(str::to_owned),
        rating,
    };
    assert_eq!(
        read.entries,
        [
            entry("Chen", None, None),
            entry("王伟", Some("河滨"), Some(1650)),
            entry("Dora", Some("Riverside"), None),
            entry("Chen", Some("Club"), None),
        ]
    );
    let bad: Vec<_> = read.bad.iter().map(|bad| (bad.line, bad.fault)).collect();
    assert_eq!(
        bad,
        [
            (5, LineFault::Entered(PlayerId(1))),
            (6, LineFault::NoName),
            (7, LineFault::Rating),
            (8, LineFault::TooManyParts),
            (9, LineFault::Doubled(1)),
        ]
    );
    let alike = AlikeLine { line: 10, name: "Chen".into(), club: None };
    assert_eq!(read.alike, [alike], "another Chen has no club");
    let ada = read_entries("ADA, Riverside", evening.tournament().state());
    assert_eq!(ada.alike, [AlikeLine { line: 1, name: "ADA".into(), club: None }]);
    let long = "长".repeat(90);
    assert_eq!(read_entries(&long, &State::default()).bad[0].fault, LineFault::TooLong);
}

/// How many players a request enters.
fn size(request: Option<&EveningRequest>) -> usize {
    let Some(EveningRequest::Organise { command: EveningCommand::EnterAll(entries), .. }) = request else {
        panic!("{request:?}")
    };
    entries.len()
}

#[test]
fn many_players_are_entered_one_request_after_the_other() {
    let mut evenings = following(EveningPart { organises: true, player: None });
    let names: Vec<String> = (0..limits::EVENING_ENTRIES + 5).map(|number| format!("P{number}")).collect();
    let evening = evenings.evening_mut().unwrap();
    evening.open(EveningDialog::Entries(EntriesForm::default()));
    evening.edit_dialog(&names.join("\n"));
    assert_eq!(size(evening.entry_request().as_ref()), limits::EVENING_ENTRIES);
    evenings.enters(9);
    assert_eq!(evenings.evening_mut().unwrap().entry_request(), None, "the answer is awaited");
    let enter = |evenings: &mut Evenings, names: &[String]| {
        let first = u32::try_from(evenings.evening().unwrap().tournament().records().len()).unwrap();
        let records = names.iter().map(|name| record(Event::Entered(super::entry(name, None)))).collect();
        evenings.received(EveningMessage::Records { code: code(), first, records }, NOW)
    };
    let (first, last) = names.split_at(limits::EVENING_ENTRIES);
    let Some(News::EnterMore(more)) = enter(&mut evenings, first) else { panic!("the others come next") };
    assert_eq!(size(Some(&more)), 5);
    evenings.enters(10);
    let form = |evenings: &Evenings| match &evenings.evening().unwrap().dialog {
        Some(EveningDialog::Entries(form)) => (form.text.clone(), form.sending),
        dialog => panic!("{dialog:?}"),
    };
    assert_eq!(form(&evenings), (last.join("\n"), Sending::Asked(10)), "who is entered is in no line");
    let why = chuhe_protocol::Refusal::RequestPending;
    assert!(evenings.refused(10, why));
    assert_eq!(form(&evenings), (last.join("\n"), Sending::Refused(why)), "the others are still there");
    assert_eq!(size(evenings.evening_mut().unwrap().entry_request().as_ref()), 5);
    evenings.enters(11);
    assert_eq!(enter(&mut evenings, last), None);
    assert_eq!(evenings.evening().unwrap().dialog, None);
}

#[test]
fn what_was_typed_is_kept_when_a_form_is_closed() {
    let mut evenings = following(EveningPart { organises: true, player: None });
    evenings.plan = Some(form());
    evenings.show(Place::Plan);
    assert!(evenings.close());
    assert_eq!(evenings.plan.as_ref().map(|plan| &*plan.title), Some("Friday"));
    evenings.show(Place::Evening);
    let evening = evenings.evening_mut().unwrap();
    let question = |about| EveningDialog::Question(Question::new(about));
    for (dialog, other) in [
        (EveningDialog::Entries(EntriesForm::default()), question(About::Undo(1))),
        (question(About::Annul(1)), question(About::Annul(2))),
    ] {
        evening.open(dialog.clone());
        evening.edit_dialog("Ada\nBo");
        assert!(evening.close_dialog());
        evening.open(other.clone());
        assert_eq!(evening.dialog, Some(other), "it is about something else");
        evening.close_dialog();
        evening.open(dialog);
        let typed = match &evening.dialog {
            Some(EveningDialog::Entries(form)) => &form.text,
            Some(EveningDialog::Question(question)) => &question.words,
            dialog => panic!("{dialog:?}"),
        };
        assert_eq!(typed, "Ada\nBo");
        evening.close_dialog();
    }
}

#[test]
fn a_plan_whose_answer_was_lost_is_not_planned_twice() {
    let summary = |title: &str, bits| EveningSummary {
        code: EveningCode::from_random(bits),
        title: title.into(),
        game: chuhe_protocol::GameKind::Xiangqi,
        system: swiss(3).system,
        stage: EveningStage::Entry,
        players: 0,
        starts_at_ms: None,
        part: EveningPart { organises: true, player: None },
    };
    let (old, new) = (summary("Friday", 1 << 50), summary("Friday", 2 << 50));
    for (list, follows) in [(vec![new.clone(), old.clone()], true), (vec![old.clone()], false)] {
        let mut evenings = Evenings::default();
        evenings.received(EveningMessage::List { evenings: vec![old.clone()] }, NOW);
        let mut plan = form();
        plan.sending = Sending::Asked(4);
        evenings.plan = Some(plan);
        evenings.show(Place::Plan);
        assert_eq!(evenings.reconnected(), None);
        assert!(evenings.plan.as_ref().unwrap().sending.is_asked(), "nobody knows yet");
        assert_eq!(evenings.ask_for_list(NOW), Some(EveningRequest::List));
        let news = evenings.received(EveningMessage::List { evenings: list }, NOW);
        assert_eq!(news, follows.then_some(News::Follow(new.code)));
        assert_eq!(evenings.plan.as_ref().map(|plan| plan.sending), (!follows).then_some(Sending::Writing));
    }
}

#[test]
fn a_bad_line_keeps_all_from_being_entered() {
    let mut form = EntriesForm::default();
    form.edit("Ada\n,", &State::default());
    assert_eq!(form.request(code()), None);
}

#[test]
fn two_players_change_places_by_hand() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora"]));
    let mut form = PairingForm::by_hand(evening.tournament());
    assert_eq!((form.round, form.is_repair, form.refusal), (1, false, None));
    let tournament = evening.tournament();
    let [first, second] = [form.pairing.boards[0].red, form.pairing.boards[1].red];
    form.pick(tournament, first);
    assert_eq!(form.picked, Some(first));
    form.pick(tournament, second);
    assert_eq!((form.pairing.boards[0].red, form.pairing.boards[1].red), (second, first));
    form.turn(tournament, 1);
    assert_eq!(form.pairing.boards[0].black, second);
    form.turn(tournament, 99);
    assert!(!form.is_ready(), "the reason is missing");
    form.edit("they came together");
    assert!(form.is_ready());
    let why = "they came together".to_owned();
    let event = Event::PairedByHand { pairing: form.pairing.clone(), why };
    let request = form.request(code());
    assert!(
        matches!(request, EveningRequest::Organise { command: EveningCommand::Record(it), .. } if it == event)
    );
    form.sending = Sending::Asked(3);
    evening.dialog = Some(EveningDialog::Pairing(form));
    happens(&mut evening, event);
    assert_eq!(evening.dialog, None);
}

#[test]
fn an_exchange_says_why_the_tournament_refuses_it() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora"]));
    assert!(PairingForm::repair(evening.tournament()).is_none(), "nothing is paired");
    let pairing = pair(&mut evening);
    let mut form = PairingForm::repair(evening.tournament()).unwrap();
    assert_eq!((form.is_repair, form.refusal), (true, None));
    happens(&mut evening, Event::Finished { board: board(1, 1), winner: None });
    form.pick(evening.tournament(), pairing.boards[0].red);
    form.pick(evening.tournament(), pairing.boards[1].red);
    assert_eq!(form.refusal, Some(Refusal::NotARepair));
    evening.dialog = Some(EveningDialog::Pairing(form));
    happens(&mut evening, Event::Finished { board: board(1, 2), winner: None });
    pair(&mut evening);
    let Some(EveningDialog::Pairing(form)) = &evening.dialog else { panic!("it stays open") };
    assert_eq!(form.refusal, Some(Refusal::NotTheLastRound(1)), "it is checked again");
    assert!(evening.exchanges_players());
}

#[test]
fn a_win_can_be_worth_three_points() {
    let mut form = form();
    let points = |form: &PlanForm| checked(form).unwrap().regulations.points;
    assert_eq!(points(&form), Points::CHINESE);
    form.choose(PlanAction::Points(PointsChoice::ThreeOneNil));
    assert_eq!(points(&form), Points { win: 3, draw: 1, loss: 0, bye: 3, excused: 0 });
}
