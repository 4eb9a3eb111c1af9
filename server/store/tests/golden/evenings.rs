//! Samples of an evening: its head, every event, and a board.

use super::{AN, AT, BO, GAME, xiangqi_terms};
use chuhe_hub::{EveningBoardRow, EveningRow, KeptObjection, KeptPause, Record};
use chuhe_protocol::{EveningCode, EveningPlan, Pace};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    Absent, BoardId, Concession, Entry, Event, Outcome, Pairing, PlayerId, Regulations, SwissRules, System,
};

/// The number of the evening, and that of the paused one.
const NUMBER: u64 = 7;
const PAUSED: u64 = 8;
const BOARD: BoardId = BoardId { round: 2, board: 300 };

/// A head, a record of each kind, and a board with an objection.
pub(crate) fn records() -> Vec<(String, Record)> {
    let row = EveningRow {
        code: EveningCode::from_random(0x0123_4567_89ab_cdef),
        plan: EveningPlan {
            title: "周五晚赛".to_owned(),
            regulations: Regulations::of(System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 1 })),
            terms: xiangqi_terms(),
            is_public: true,
            starts_at_ms: Some(AT.as_ms()),
            pace: Pace::AfterAll { break_ms: 60_000 },
            late_ms: 600_000,
            no_result_before_ply: 40,
        },
        organisers: vec![BO, AN],
        planned_at: AT,
        pause: None,
    };
    let pause = Some(KeptPause { by: AN, since: AT });
    let head = |number, row| Record::Evening { number, revision: 0, row: Some(Box::new(row)) };
    let seats = PerColor::new(PlayerId(1), PlayerId(2));
    let objection =
        KeptObjection { player: PlayerId(2), account: BO, words: "不对".to_owned(), is_open: true };
    let board_row = EveningBoardRow { seats, game: Some(GAME), objections: vec![objection], pause: None };
    let board = |number, row| {
        let row = Some(Box::new(row));
        Record::EveningBoard { number, board: BOARD, revision: 0, row }
    };
    let events = (0..).zip(events()).map(|(n, event)| {
        let record = chuhe_tournaments::Record { at: AT, by: BO.0, event };
        let row = Some(Box::new(record));
        (format!("record {n} of an evening"), Record::EveningRecord { number: NUMBER, n, revision: 0, row })
    });
    let paused_board = EveningBoardRow { pause, ..board_row.clone() };
    let all =
        [("an evening", head(NUMBER, row.clone())), ("a board of an evening", board(NUMBER, board_row))];
    let paused = [
        ("an evening that is paused", head(PAUSED, EveningRow { pause, ..row })),
        ("a board of an evening that is paused", board(PAUSED, paused_board)),
    ];
    let named = |(what, record): (&str, Record)| (what.to_owned(), record);
    all.into_iter().map(named).chain(events).chain(paused.into_iter().map(named)).collect()
}

/// An event of each kind.
fn events() -> Vec<Event> {
    let entry = Entry {
        name: "云中鹤".to_owned(),
        club: Some("一班".to_owned()),
        rating: Some(1_900),
        account: Some(AN.0),
    };
    let pairing = Pairing { boards: vec![PerColor::new(PlayerId(1), PlayerId(300))], bye: Some(PlayerId(2)) };
    let why = || "报错了".to_owned();
    let (player, board) = (PlayerId(2), BOARD);
    vec![
        Event::Entered(entry.clone()),
        Event::EnteredLate(entry),
        Event::CheckedIn(player),
        Event::Withdrew(player),
        Event::Returned(player),
        Event::Excused { player, round: 3 },
        Event::Started { seed: u64::MAX },
        Event::Paired(pairing.clone()),
        Event::PairedByHand { pairing: pairing.clone(), why: why() },
        Event::Repaired { round: 2, pairing, why: why() },
        Event::Finished { board, winner: Some(Color::Black) },
        Event::Forfeited { board, absent: Absent::One(Color::Red) },
        Event::Fouled { board, side: Color::Red },
        Event::Corrected { board, outcome: Outcome::Drawn, why: why() },
        Event::Annulled { round: 2, why: why() },
        Event::Conceded { rule: Concession::SecondByes, why: why() },
        Event::Ended,
        Event::Undone { event: 3, why: why() },
    ]
}
