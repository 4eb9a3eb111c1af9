//! Tests of what players and organisers ask of an evening.

use super::*;
use crate::actions::evening_action::{EveningTab, ExplainedPair};
use crate::evening::dialog::{About, EveningDialog, Question, Sending};
use crate::evening::duties::{Duty, Free};
use crate::evening::journal::Author;
use crate::evening::seat::Seat;
use chuhe_protocol::{EveningBoard, EveningRequest, EveningRound, GameId, Objection, PlayerId as Account};
use chuhe_tournaments::{
    Absent, ArenaRules, Below, Concession, KnockOutRules, LevelMatch, NoPairing, Outcome, Refusal, Remedy,
    RoundRobinRules, WhyNot,
};

fn round(boards: Vec<EveningBoard>, here: Vec<u16>, objections: Vec<Objection>) -> EveningRound {
    EveningRound {
        code: code(),
        here: here.into_iter().map(PlayerId).collect(),
        boards,
        next_in_ms: Some(5_000),
        objections,
        pause: None,
    }
}

fn live(at: BoardId, here: PerColor<bool>, game: Option<u64>) -> EveningBoard {
    EveningBoard {
        board: at,
        game: game.map(GameId),
        here,
        late_in_ms: game.is_none().then_some(60_000),
        is_paused: false,
    }
}

#[test]
fn a_player_learns_where_they_sit() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen"]));
    assert_eq!(evening.own_seat(), Some(Seat::Waiting));
    let pairing = pair(&mut evening);
    let [pair_seats] = pairing.boards[..] else { panic!("{pairing:?}") };
    let bye = pairing.bye.unwrap();
    assert_eq!(evening.seat(bye), Some(Seat::Bye { round: 1 }));
    let (at, red, black) = (board(1, 1), pair_seats.red, pair_seats.black);
    let seat = |outcome| Seat::Board { board: at, side: Color::Red, opponent: black, outcome };
    assert_eq!(evening.seat(red), Some(seat(None)));
    happens(&mut evening, Event::Withdrew(red));
    assert_eq!(evening.seat(red), Some(seat(None)), "the game runs");
    happens(&mut evening, Event::Forfeited { board: at, absent: Absent::One(Color::Red) });
    assert_eq!(evening.seat(red), Some(Seat::Expelled), "an organiser did it");
    happens(&mut evening, Event::Returned(red));
    let by = evening.tournament().state().player(red).unwrap().entry.account.unwrap();
    happens_by(&mut evening, Record { by, ..record(Event::Withdrew(red)) });
    assert_eq!(evening.seat(red), Some(Seat::Withdrawn));
    happens(&mut evening, Event::Ended);
    assert_eq!(evening.seat(red), Some(Seat::Ended { place: Some(3) }));
    assert_eq!(evening.seat(PlayerId(0)), None);
}

#[test]
fn whoever_has_to_check_in_is_told() {
    let rules = Regulations { check_in: true, ..swiss(3) };
    let mut evening = evening(rules, started(&["Ada", "Bo", "Chen"])[..3].to_vec());
    assert_eq!(evening.own_seat(), Some(Seat::Entered { must_check_in: true }));
    assert!(evening.figures().permits.check_in);
    assert_eq!(evening.figures().permits.begin, Some(Refusal::TooFewPlayers { present: 0 }));
    assert_eq!(evening.duties(), [Duty::CannotBegin(Refusal::TooFewPlayers { present: 0 })]);
    for player in [1, 2] {
        happens(&mut evening, Event::CheckedIn(PlayerId(player)));
    }
    assert_eq!(evening.own_seat(), Some(Seat::Entered { must_check_in: false }));
    assert_eq!(evening.figures().permits.begin, None);
    happens(&mut evening, Event::Started { seed: 3 });
    assert_eq!(evening.seat(PlayerId(3)), Some(Seat::Missing));
}

#[test]
fn who_is_out_of_a_knock_out_or_has_played_all_games_waits_for_nobody() {
    let rules = KnockOutRules { games: 1, tie_break_games: 0, level: LevelMatch::BetterSeed };
    let mut knock_out =
        evening(Regulations::of(System::KnockOut(rules)), started(&["Ada", "Bo", "Chen", "Dora"]));
    let pairing = pair(&mut knock_out);
    assert!(!knock_out.figures().permits.is_played_out);
    red_wins(&mut knock_out);
    pair(&mut knock_out);
    assert_eq!(knock_out.seat(pairing.boards[0].black), Some(Seat::Eliminated));
    red_wins(&mut knock_out);
    assert!(knock_out.figures().permits.is_played_out);
    let rules = ArenaRules { min_games: 0, max_games: 1, streaks: false };
    let mut arena = evening(Regulations::of(System::Arena(rules)), started(&["Ada", "Bo"]));
    pair(&mut arena);
    red_wins(&mut arena);
    assert_eq!(arena.own_seat(), Some(Seat::DoneForToday));
}

#[test]
fn an_answer_is_forgotten_with_the_sheet_or_explanation_on_which_it_stands() {
    let mut evenings = following(EveningPart { organises: false, player: Some(PlayerId(1)) });
    let asked = Some((PlayerId(1), Some(PlayerId(2))));
    let evening = evenings.evening_mut().unwrap();
    evening.show_player(Some(PlayerId(2)));
    evening.ask_why_not(asked);
    assert_eq!(evening.chosen.why_not, asked);
    evenings.close();
    assert_eq!(evenings.evening().unwrap().chosen.why_not, None);
    let evening = evenings.evening_mut().unwrap();
    evening.ask_why(Some(ExplainedPair { round: 1, board: None }));
    evening.ask_why_not(asked);
    evening.ask_why(None);
    assert_eq!(evening.chosen.why_not, None);
}

#[test]
fn permits_follow_the_part_of_the_user() {
    let mut stranger = Evening::new(opened(swiss(3), EveningPart::default(), 0)).unwrap();
    stranger.fold(0, started(&["Ada", "Bo"])[..1].to_vec());
    let permits = stranger.figures().permits;
    assert!(permits.enter && !permits.withdraw && !permits.check_in && !permits.come_back);
    let part = EveningPart { organises: false, player: Some(PlayerId(1)) };
    assert!(stranger.reopened(opened(swiss(3), part, 0)));
    let permits = stranger.figures().permits;
    assert!(!permits.enter && permits.withdraw);
    assert!(!stranger.reopened(opened(swiss(4), part, 0)), "that is another plan");
}

#[test]
fn an_organiser_who_is_one_no_more_leaves_the_page() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    evening.chosen.tab = EveningTab::Organise;
    evening.reopened(opened(swiss(3), EveningPart::default(), 3));
    assert_eq!(evening.chosen.tab, EveningTab::Round);
}

#[test]
fn a_pairing_is_explained_when_it_is_asked_for() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora", "Emil"]));
    let pairing = pair(&mut evening);
    let pair_of = |board| ExplainedPair { round: 1, board };
    assert_eq!(evening.explanation(pair_of(Some(1))), None);
    evening.ask_why(Some(pair_of(Some(1))));
    let players = evening.explanation(pair_of(Some(1))).unwrap().players;
    let seated = pairing.boards[0];
    assert!(players.contains(&Some(seated.red)) && players.contains(&Some(seated.black)));
    assert!(evening.explanation(pair_of(None)).unwrap().players.contains(&pairing.bye));
    assert_eq!(evening.explanation(pair_of(Some(0))), None);
    assert_eq!(evening.explanations(2), None);
    evening.ask_why_not(Some((seated.red, Some(seated.black))));
    assert_eq!(evening.why_not(), Some(&WhyNot::TheyMeet));
    evening.ask_why_not(Some((seated.red, Some(pairing.boards[1].red))));
    assert!(!matches!(evening.why_not(), None | Some(WhyNot::TheyMeet)));
    evening.ask_why_not(None);
    assert_eq!(evening.why_not(), None);
}

#[test]
fn the_standings_say_what_puts_a_player_below_another() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora"]));
    pair(&mut evening);
    red_wins(&mut evening);
    let standings = &evening.figures().standings;
    assert_eq!(standings[0].below, Below::First);
    assert_eq!(standings[2].below, Below::Points);
    let third = standings[2].player;
    assert_eq!(evening.figures().row_above(third).map(|row| row.player), Some(standings[1].player));
    assert_eq!(evening.figures().sheet(third).unwrap().lines.len(), 1);
}

#[test]
fn an_organiser_sees_what_is_to_be_dealt_with_first() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora"]));
    assert_eq!(evening.duties(), [Duty::Away([1, 2, 3, 4].map(PlayerId).to_vec()), Duty::PairNext]);
    pair(&mut evening);
    let late = live(board(1, 1), PerColor::new(true, false), None);
    let objection = Objection { board: board(1, 2), player: PlayerId(3), words: "the clock".into() };
    let all = vec![1, 2, 3, 4];
    evening.report(round(vec![late], all.clone(), vec![objection]), NOW);
    let at = NOW.plus_ms(60_000);
    let absent = Absent::One(Color::Black);
    assert_eq!(
        evening.duties(),
        [
            Duty::Objection { board: board(1, 2), player: PlayerId(3), words: "the clock".into() },
            Duty::Late { board: board(1, 1), absent, at },
            Duty::NoResult(board(1, 2)),
        ]
    );
    assert_eq!(evening.live().next_at, Some(NOW.plus_ms(5_000)));
    let running = live(board(1, 1), PerColor::new(true, true), Some(5));
    evening.report(round(vec![running], all, Vec::new()), NOW);
    assert!(evening.has_game(GameId(5)) && !evening.has_game(GameId(6)));
    assert_eq!(evening.duties(), [Duty::NoResult(board(1, 2))]);
}

#[test]
fn a_dead_end_names_its_remedies_and_the_end_is_due_after_the_last_round() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    pair(&mut evening);
    red_wins(&mut evening);
    let duties = evening.duties();
    let Some(Duty::NoPairing(NoPairing::DeadEnd(dead_end))) = duties.first() else { panic!("{duties:?}") };
    assert!(dead_end.remedies.contains(&Remedy::Concede(Concession::SecondMeetings)));
    let mut short = self::evening(swiss(1), started(&["Ada", "Bo"]));
    pair(&mut short);
    red_wins(&mut short);
    assert!(short.is_played_out() && short.duties().contains(&Duty::End));
}

#[test]
fn the_log_says_who_did_what_and_what_counts() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    let first = u32::try_from(evening.tournament().records().len()).unwrap();
    let why = "by mistake".to_owned();
    let undo = Event::Undone { event: 2, why };
    evening.fold(
        first,
        vec![Record { by: 77, ..record(undo) }, Record { by: 2, ..record(Event::Withdrew(PlayerId(2))) }],
    );
    let log: Vec<_> = evening.log().map(|line| (line.number, line.author, line.counts)).collect();
    let organiser = &evening.organisers()[0];
    assert_eq!(log[0], (4, Author::Player(PlayerId(2)), true));
    assert_eq!(log[1], (3, Author::Organiser(organiser), true));
    assert_eq!(log[2], (2, Author::Server, false));
    assert_eq!([3, 2, 99].map(|at| evening.undo_permit(at)), [Some(Ok(())), None, None]);
    assert_eq!(evening.log_line(2).map(|line| line.counts), Some(false));
    assert_eq!(evening.log_line(9), None);
}

#[test]
fn a_question_closes_once_what_it_asks_has_happened() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    pair(&mut evening);
    red_wins(&mut evening);
    let mut question = Question::new(About::Correct(board(1, 1), Outcome::Drawn));
    assert!(!question.is_ready());
    question.edit(&"长".repeat(500));
    assert!(question.is_ready() && question.words.len() <= chuhe_tournaments::MAX_TEXT);
    question.edit(" misread ");
    let why = "misread".to_owned();
    let event = Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why };
    let EveningRequest::Organise { command, .. } = question.request(code()) else { panic!("an organiser's") };
    assert_eq!(command, chuhe_protocol::EveningCommand::Record(event.clone()));
    question.sending = Sending::Asked(3);
    evening.dialog = Some(EveningDialog::Question(question));
    happens(&mut evening, Event::Fouled { board: board(1, 1), side: Color::Red });
    assert!(evening.dialog.is_some(), "something else has happened");
    happens(&mut evening, event);
    assert_eq!(evening.dialog, None);
    let mut objection = Question::new(About::Object(board(1, 1)));
    objection.edit("he moved twice");
    evening.dialog = Some(EveningDialog::Question(objection));
    let own = Objection { board: board(1, 1), player: PlayerId(1), words: "he moved twice".into() };
    evening.report(round(Vec::new(), Vec::new(), vec![own]), NOW);
    assert_eq!(evening.dialog, None);
}

#[test]
fn a_ruling_is_no_more_once_its_round_is_annulled() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    pair(&mut evening);
    red_wins(&mut evening);
    let before = evening.tournament().records().len();
    let why = "misread".to_owned();
    happens(&mut evening, Event::Corrected { board: board(1, 1), outcome: Outcome::Drawn, why: why.clone() });
    let ruling = |evening: &Evening, since| evening.figures().ruling_since(since).map(|it| it.board);
    assert_eq!(ruling(&evening, before), Some(board(1, 1)));
    assert_eq!(ruling(&evening, before + 1), None, "it is known");
    happens(&mut evening, Event::Annulled { round: 1, why });
    pair(&mut evening);
    assert_eq!(ruling(&evening, 0), None, "the board is another one");
}

#[test]
fn only_the_latest_events_are_checked_for_undo() {
    let names: Vec<String> = (1..=24).map(|at| format!("P{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut evening = evening(swiss(3), started(&names));
    pair(&mut evening);
    // each entry is needed; there are 24, the start, and the pairing
    let permits = [5, 6].map(|at| evening.undo_permit(at));
    // the pairing needs it
    assert_eq!(permits, [Some(Ok(())), Some(Err(Refusal::StillNeeded { event: 25 }))]);
}

#[test]
fn only_what_nothing_later_needs_can_be_undone() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    pair(&mut evening);
    happens(&mut evening, Event::Finished { board: board(1, 1), winner: None });
    let may = |evening: &super::Evening, event: u32| evening.undo_permit(event);
    let needed = |event| Some(Err(Refusal::StillNeeded { event }));
    // entries, the start, the pairing, and the result
    let all = [needed(2), needed(2), needed(3), needed(4), Some(Ok(())), None];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|event| may(&evening, event)), all);
    let undo = Event::Undone { event: 4, why: "misread".to_owned() };
    happens(&mut evening, undo);
    // the pairing; the result, which does not count; and the undo itself
    assert_eq!([3, 4, 5].map(|event| may(&evening, event)), [Some(Ok(())), None, Some(Ok(()))]);
}

#[test]
fn who_has_no_board_or_has_finished_is_free_while_a_round_runs() {
    let everyone = ["Ada", "Bo", "Chen", "Dora", "Eve"];
    let round_robin = RoundRobinRules { cycles: 1, void_below_half: false };
    for regulations in [swiss(3), Regulations::of(System::RoundRobin(round_robin))] {
        let mut evening = evening(regulations, started(&everyone));
        assert_eq!(evening.free(), Free::default(), "no round runs");
        let pairing = pair(&mut evening);
        let seated: Vec<PlayerId> =
            pairing.boards.iter().flat_map(|seats| [seats.red, seats.black]).collect();
        let left = (1..=5).map(PlayerId).find(|id| !seated.contains(id)).unwrap();
        assert_eq!(evening.free(), Free { finished: Vec::new(), without_board: vec![left] });
        happens(&mut evening, Event::Finished { board: board(1, 1), winner: None });
        let mut finished = vec![pairing.boards[0].red, pairing.boards[0].black];
        finished.sort_unstable();
        assert_eq!(evening.free(), Free { finished, without_board: vec![left] });
        happens(&mut evening, Event::Finished { board: board(1, 2), winner: None });
        assert_eq!(evening.free(), Free::default(), "nobody plays");
    }
}

#[test]
fn the_question_about_an_organiser_closes_once_they_are_one() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    let otto = PlayerName::parse("Otto").unwrap();
    let question = Question::new(About::Appoint(Account(9), otto.clone()));
    assert!(question.is_ready(), "no reason is asked for");
    let command = chuhe_protocol::EveningCommand::Appoint { player: Account(9) };
    assert_eq!(question.request(code()), EveningRequest::Organise { code: code(), command });
    evening.open(EveningDialog::Question(question));
    let mut opened = opened(swiss(3), evening.part(), 3);
    assert!(evening.reopened(opened.clone()) && evening.dialog.is_some());
    opened.organisers.push(otto);
    assert!(evening.reopened(opened) && evening.dialog.is_none());
}

#[test]
fn of_several_organisers_the_account_is_known() {
    let mut opened = opened(swiss(3), EveningPart { organises: true, player: None }, 0);
    opened.organisers.push(PlayerName::parse("Otto").unwrap());
    let mut evening = super::Evening::new(opened).unwrap();
    let entered = Event::Entered(entry("Ada", None));
    evening.fold(0, vec![Record { by: 77, ..record(entered) }]);
    let author = evening.log_line(0).unwrap().author;
    assert_eq!(author, Author::SomeOrganiser(chuhe_protocol::PlayerId(77)));
}

#[test]
fn the_mark_goes_from_a_typed_result_to_the_next_board_without_one() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora", "Eve", "Fay"]));
    pair(&mut evening);
    assert_eq!(evening.result_boards(), [1, 2, 3].map(|at| board(1, at)));
    happens(&mut evening, Event::Finished { board: board(1, 2), winner: None });
    assert_eq!(evening.result_boards(), [1, 3, 2].map(|at| board(1, at)));
    evening.mark_next(board(1, 1));
    assert_eq!(evening.chosen.marked, Some(board(1, 3)));
    happens(&mut evening, Event::Finished { board: board(1, 1), winner: None });
    evening.mark_next(board(1, 3));
    assert_eq!(evening.chosen.marked, None, "no other result is missing");
}

#[test]
fn a_pause_says_who_began_it_and_nothing_is_due_meanwhile() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo", "Chen", "Dora"]));
    pair(&mut evening);
    let boards = vec![live(board(1, 1), PerColor::new(true, false), None)];
    let mut report = round(boards.clone(), vec![1, 2, 3, 4], Vec::new());
    report.boards[0].is_paused = true;
    evening.report(report, NOW);
    assert!(evening.live().stands(board(1, 1)) && !evening.live().stands(board(1, 2)));
    let mut report = round(boards, vec![1, 2, 3, 4], Vec::new());
    let by = PlayerName::parse("Olga").unwrap();
    report.next_in_ms = None;
    report.pause = Some(chuhe_protocol::EveningPause { by: Some(by.clone()), for_ms: 4_000 });
    evening.report(report, NOW);
    let pause = evening.live().pause.as_ref().unwrap();
    assert_eq!((&pause.by, pause.lasted_ms(NOW.plus_ms(1_000))), (&Some(by), 5_000));
    assert!(evening.live().stands(board(1, 2)) && evening.live().counts_down());
    red_wins(&mut evening);
    assert!(!evening.duties().contains(&Duty::PairNext), "the next round waits for the end of the pause");
}
