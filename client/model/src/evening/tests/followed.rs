//! Tests of following an evening: gaps, refusals, lost connections, and what a hostile server sends.

use super::*;
use crate::evening::{Folded, News, Place};
use chuhe_protocol::{
    EveningRefusal, EveningRequest, EveningRound, EveningStage, EveningSummary, GameId, GameKind, Objection,
    Refusal, limits,
};
use chuhe_tournaments::Outcome;

fn records(first: u32, records: Vec<Record>) -> EveningMessage {
    EveningMessage::Records { code: code(), first, records }
}

fn call(game: Option<u64>) -> EveningMessage {
    EveningMessage::Called {
        code: code(),
        title: "周五".into(),
        board: Some(board(1, 3)),
        opponent: Some("Bo".into()),
        game: game.map(GameId),
    }
}

#[test]
fn records_that_are_here_are_left_out_and_a_gap_is_followed_anew() {
    let mut evenings = following(EveningPart::default());
    let journal = started(&["Ada", "Bo", "Chen"]);
    assert_eq!(evenings.received(records(0, journal[..2].to_vec()), NOW), None);
    assert_eq!(evenings.received(records(1, journal[1..].to_vec()), NOW), None);
    assert_eq!(evenings.evening().unwrap().tournament().records(), journal);
    let more = vec![record(Event::Withdrew(PlayerId(3)))];
    assert_eq!(evenings.received(records(9, more.clone()), NOW), Some(News::Follow(code())));
    assert!(evenings.evening().is_some(), "what is here stays on the screen meanwhile");
    let anew = opened(swiss(3), EveningPart::default(), 5);
    evenings.received(EveningMessage::Opened(Box::new(anew)), NOW);
    assert_eq!(evenings.received(records(0, [journal, more].concat()), NOW), None);
    assert_eq!(evenings.evening().unwrap().tournament().records().len(), 5);
}

#[test]
fn a_new_evening_without_records_lets_players_in() {
    for organises in [false, true] {
        let evenings = following(EveningPart { organises, player: None });
        let evening = evenings.evening().unwrap();
        assert!(evening.is_complete() && evening.figures().permits.enter);
    }
}

#[test]
fn an_evening_over_a_table_is_left_for_the_table_first() {
    let mut evenings = following(EveningPart::default());
    evenings.lay_over(GameId(5));
    assert!(evenings.lies_over(GameId(5)) && !evenings.lies_over(GameId(6)));
    assert!(evenings.close() && !evenings.lies_over(GameId(5)));
    assert_eq!(evenings.place(), Place::Evening);
    assert!(evenings.close());
    assert_eq!(evenings.place(), Place::List);
}

#[test]
fn a_journal_that_does_not_belong_to_what_is_here_is_read_anew() {
    let mut evenings = following(EveningPart::default());
    evenings.received(records(0, started(&["Ada", "Bo"])), NOW);
    let other = started(&["Dora", "Emil"]);
    assert_eq!(evenings.received(records(1, other[1..].to_vec()), NOW), Some(News::Follow(code())));
    assert_eq!(evenings.received(records(1, other[1..].to_vec()), NOW), Some(News::Follow(code())));
    assert!(matches!(evenings.followed(), Some(Followed::Asked(_))));
    evenings.received(EveningMessage::Opened(Box::new(opened(swiss(3), EveningPart::default(), 3))), NOW);
    assert_eq!(evenings.received(records(0, other.clone()), NOW), None);
    assert_eq!(evenings.evening().unwrap().tournament().records(), other);
}

#[test]
fn an_evening_is_not_followed_anew_without_end() {
    let mut evenings = following(EveningPart::default());
    let mut follows = 0;
    for _ in 0..40 {
        let news = evenings.received(records(7, Vec::new()), NOW);
        follows += usize::from(news == Some(News::Follow(code())));
        let anew = opened(swiss(3), EveningPart::default(), 0);
        evenings.received(EveningMessage::Opened(Box::new(anew)), NOW);
    }
    assert!(follows < 10, "{follows}");
    assert!(matches!(evenings.followed(), Some(Followed::Unreadable(_) | Followed::Open(_))));
}

#[test]
fn an_impossible_journal_and_unusable_regulations_are_not_shown() {
    let mut evenings = following(EveningPart::default());
    evenings.received(records(0, vec![record(Event::Ended)]), NOW);
    assert!(matches!(evenings.followed(), Some(Followed::Unreadable(_))));
    let mut evenings = Evenings::default();
    evenings.open(code());
    evenings.received(EveningMessage::Opened(Box::new(opened(swiss(0), EveningPart::default(), 0))), NOW);
    assert!(matches!(evenings.followed(), Some(Followed::Unreadable(_))));
}

#[test]
fn figures_are_computed_once_all_records_are_here() {
    let journal = started(&["Ada", "Bo", "Chen"]);
    let mut evening = Evening::new(opened(swiss(3), EveningPart::default(), 4)).unwrap();
    assert_eq!(evening.fold(0, journal[..2].to_vec()), Folded::Taken);
    assert!(!evening.is_complete() && evening.figures().standings.is_empty());
    assert_eq!(evening.fold(2, journal[2..].to_vec()), Folded::Taken);
    assert_eq!((evening.is_complete(), evening.figures().standings.len()), (true, 3));
    assert_eq!(evening.name(PlayerId(2)), "Bo");
    assert_eq!(evening.name(PlayerId(9)), "");
}

#[test]
fn a_refusal_is_shown_where_it_belongs() {
    let mut evenings = Evenings::default();
    assert_eq!(evenings.open(code()), Some(EveningRequest::Follow { code: code() }));
    assert_eq!(evenings.open(code()), None, "it was asked for");
    evenings.follows(4);
    let unknown = Refusal::Evening(EveningRefusal::Unknown);
    assert!(!evenings.refused(3, unknown) && evenings.refused(4, unknown));
    assert!(matches!(evenings.followed(), Some(Followed::Refused(_, reason)) if *reason == unknown));
    assert!(evenings.open(code()).is_some(), "the user may try again");
}

#[test]
fn an_evening_that_the_server_does_not_have_any_more_says_so() {
    let mut evenings = following(EveningPart::default());
    assert!(evenings.reconnected().is_some());
    evenings.follows(5);
    // another refusal may pass
    assert!(evenings.refused(5, Refusal::RequestPending) && evenings.evening().is_some());
    let unknown = Refusal::Evening(EveningRefusal::Unknown);
    evenings.follows(6);
    assert!(evenings.refused(6, unknown));
    assert!(matches!(evenings.followed(), Some(Followed::Refused(_, reason)) if *reason == unknown));
    assert_eq!(evenings.reconnected(), None);
}

#[test]
fn a_lost_connection_asks_for_everything_again() {
    let mut evenings = following(EveningPart::default());
    assert_eq!(evenings.ask_for_list(NOW), Some(EveningRequest::List));
    assert_eq!(evenings.ask_for_list(NOW.plus_ms(60_000)), None, "once, unless the list is on the screen");
    evenings.show(Place::List);
    assert_eq!(evenings.ask_for_list(NOW.plus_ms(60_000)), Some(EveningRequest::List));
    assert_eq!(evenings.reconnected(), Some(EveningRequest::Follow { code: code() }));
    assert!(evenings.ask_for_list(NOW.plus_ms(60_001)).is_some());
}

#[test]
fn the_user_is_called_and_knows_to_which_evening_a_game_belongs() {
    let mut evenings = Evenings::default();
    assert_eq!(evenings.called().1, 0);
    assert!(matches!(evenings.received(call(None), NOW), Some(News::Called(_))));
    evenings.received(call(Some(8)), NOW);
    assert_eq!((evenings.called().1, evenings.of_game(GameId(8))), (2, Some(code())));
    for game in 100..200 {
        evenings.received(call(Some(game)), NOW);
    }
    assert_eq!((evenings.of_game(GameId(8)), evenings.of_game(GameId(199))), (None, Some(code())));
}

#[test]
fn the_list_has_the_users_own_evenings_first_and_clean_titles() {
    let summary = |title: &str, organises: bool| EveningSummary {
        code: code(),
        title: title.into(),
        game: GameKind::Xiangqi,
        system: swiss(3).system,
        stage: if organises { EveningStage::Ended } else { EveningStage::Round(2) },
        players: 8,
        starts_at_ms: None,
        part: EveningPart { organises, player: None },
    };
    let mut evenings = Evenings::default();
    let list = vec![summary("a\u{202e}b", false), summary("own", true)];
    evenings.received(EveningMessage::List { evenings: list }, NOW);
    let titles: Vec<&str> = evenings.list().unwrap().iter().map(|it| it.title.as_str()).collect();
    assert_eq!((titles, evenings.running()), (vec!["own", "ab"], 1));
    let many = vec![summary("many", false); limits::EVENINGS_LISTED + 9];
    evenings.received(EveningMessage::List { evenings: many }, NOW);
    assert_eq!(evenings.list().unwrap().len(), limits::EVENINGS_LISTED);
    evenings.received(EveningMessage::Closed { code: code() }, NOW);
    assert_eq!(evenings.list().unwrap(), []);
}

#[test]
fn a_step_back_leads_from_a_question_to_the_lobby() {
    let mut evenings = following(EveningPart { organises: true, player: None });
    evenings.evening_mut().unwrap().chosen.player = Some(PlayerId(1));
    let mut places = Vec::new();
    while evenings.close() {
        places.push(evenings.place());
    }
    assert_eq!(places, [Place::Evening, Place::List, Place::Closed]);
}

#[test]
fn a_journal_that_comes_anew_replaces_the_old_one() {
    let mut evening = evening(swiss(3), started(&["Ada", "Bo"]));
    assert_eq!(evening.fold(0, started(&["Ada", "Cy"])), crate::evening::Folded::Taken);
    assert_eq!((evening.name(PlayerId(2)), evening.tournament().records().len()), ("Cy", 3));
}

#[test]
fn messages_about_another_evening_change_nothing() {
    let mut evenings = following(EveningPart::default());
    let other = EveningCode::from_random(9 << 50);
    let strange = EveningMessage::Records { code: other, first: 0, records: started(&["Ada", "Bo"]) };
    assert_eq!(evenings.received(strange, NOW), None);
    let opened = OpenedEvening { code: other, ..opened(swiss(3), EveningPart::default(), 0) };
    evenings.received(EveningMessage::Opened(Box::new(opened)), NOW);
    let evening = evenings.evening().unwrap();
    assert_eq!((evening.code(), evening.tournament().records().len()), (code(), 0));
}

/// Numbers that look random, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn small(&mut self) -> u16 {
        u16::try_from(self.below(6)).unwrap()
    }

    fn event(&mut self) -> Event {
        let (player, at) = (PlayerId(self.small()), board(self.small(), self.small()));
        let why = "because".to_owned();
        let pairing = Pairing {
            boards: (0..self.below(4)).map(|_| seats(self.small(), self.small())).collect(),
            bye: (self.below(2) == 0).then(|| PlayerId(self.small())),
        };
        match self.below(16) {
            0..3 => Event::Entered(entry(&format!("P{}\u{202e}", self.below(9)), Some(self.below(9)))),
            3 => Event::EnteredLate(entry(&format!("L{}", self.below(9)), None)),
            4 => Event::CheckedIn(player),
            5 => Event::Withdrew(player),
            6 => Event::Returned(player),
            7 => Event::Excused { player, round: self.small() },
            8 => Event::Started { seed: self.below(u64::MAX) },
            9 => Event::PairedByHand { pairing, why },
            10 => Event::Repaired { round: self.small(), pairing, why },
            11 => Event::Finished { board: at, winner: None },
            12 => Event::Corrected { board: at, outcome: Outcome::Drawn, why },
            13 => Event::Annulled { round: self.small(), why },
            14 => Event::Undone { event: u32::from(self.small()), why },
            _ => Event::Paired(pairing),
        }
    }

    fn message(&mut self, known: u32) -> EveningMessage {
        let part = EveningPart { organises: self.below(2) == 0, player: Some(PlayerId(self.small())) };
        match self.below(12) {
            0 => {
                let records = u32::from(self.small());
                EveningMessage::Opened(Box::new(opened(swiss(4), part, records)))
            }
            1 => EveningMessage::Records { code: code(), first: u32::MAX, records: Vec::new() },
            2 => EveningMessage::Round(Box::new(EveningRound {
                code: code(),
                here: vec![PlayerId(self.small()), PlayerId(u16::MAX)],
                boards: Vec::new(),
                pause: None,
                next_in_ms: Some(u32::MAX),
                objections: vec![Objection { board: board(0, 0), player: PlayerId(0), words: "x".into() }],
            })),
            3 => call(Some(self.below(9))),
            _ => EveningMessage::Records { code: code(), first: known, records: vec![record(self.event())] },
        }
    }
}

#[test]
fn whatever_a_server_sends_an_evening_can_be_looked_at() {
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let mut evenings = following(EveningPart { organises: true, player: Some(PlayerId(1)) });
        for _ in 0..60 {
            let known = evenings.evening().map_or(0, |it| it.tournament().records().len());
            if let Some(News::Follow(_)) = evenings.received(dice.message(u32::try_from(known).unwrap()), NOW)
            {
                evenings.follows(2);
            }
            if evenings.evening().is_none() {
                evenings = following(EveningPart { organises: true, player: Some(PlayerId(2)) });
            }
            let evening = evenings.evening_mut().unwrap();
            evening.ask_why_not(Some((PlayerId(dice.small()), None)));
            evening.show_round(Some(dice.small()));
            assert!(evening.name(PlayerId(1)).chars().all(|letter| letter != '\u{202e}'));
            assert!(evening.log().len() == evening.tournament().records().len());
            let _ = (evening.own_seat(), evening.duties(), evening.seat(PlayerId(dice.small())));
        }
    }
}
