//! Tests of an evening as a client follows it.

mod entry_file;
mod followed;
mod forms;
mod questions;

use super::{Evening, Evenings, Followed};
use chuhe_protocol::{
    EveningCode, EveningMessage, EveningPart, EveningPlan, OpenedEvening, Pace, PlayerName, TakebackPolicy,
    Terms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    BoardId, Entry, Event, Pairing, PlayerId, Record, Regulations, SwissRules, System, next_pairing,
};

pub(super) const NOW: Timestamp = Timestamp::from_ms(10_000);

pub(super) fn code() -> EveningCode {
    EveningCode::from_random(7 << 50)
}

pub(super) fn swiss(rounds: u16) -> Regulations {
    Regulations::of(System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 }))
}

pub(super) fn plan(regulations: Regulations) -> EveningPlan {
    EveningPlan {
        title: "周五晚赛".into(),
        regulations,
        terms: Terms { takeback: TakebackPolicy::Off, ..Terms::default() },
        is_public: true,
        starts_at_ms: None,
        pace: Pace::ByHand,
        late_ms: 300_000,
        no_result_before_ply: 0,
    }
}

pub(super) fn opened(regulations: Regulations, part: EveningPart, records: u32) -> OpenedEvening {
    let organisers = vec![PlayerName::parse("Olga").unwrap()];
    OpenedEvening { code: code(), plan: plan(regulations), organisers, part, records }
}

pub(super) fn record(event: Event) -> Record {
    Record { at: Timestamp::from_ms(1_000), by: 0, event }
}

pub(super) fn entry(name: &str, account: Option<u64>) -> Entry {
    Entry { name: name.to_owned(), account, ..Entry::default() }
}

/// The journal of players with accounts who have entered, and of the start.
pub(super) fn started(names: &[&str]) -> Vec<Record> {
    let mut records: Vec<Record> =
        (1..).zip(names).map(|(account, name)| record(Event::Entered(entry(name, Some(account))))).collect();
    records.push(record(Event::Started { seed: 1 }));
    records
}

/// An evening with this journal, which the user organises.
pub(super) fn evening(regulations: Regulations, records: Vec<Record>) -> Evening {
    let part = EveningPart { organises: true, player: Some(PlayerId(1)) };
    let count = u32::try_from(records.len()).unwrap();
    let mut evening = Evening::new(opened(regulations, part, count)).unwrap();
    assert_eq!(evening.fold(0, records), super::Folded::Taken);
    evening
}

/// Appends an event to an evening.
pub(super) fn happens(evening: &mut Evening, event: Event) {
    happens_by(evening, record(event));
}

/// Something happens, as its record says who did it.
pub(super) fn happens_by(evening: &mut Evening, record: Record) {
    let first = u32::try_from(evening.tournament().records().len()).unwrap();
    assert_eq!(evening.fold(first, vec![record]), super::Folded::Taken);
}

/// Pairs the next round as the program does.
pub(super) fn pair(evening: &mut Evening) -> Pairing {
    let pairing = next_pairing(evening.tournament()).unwrap().pairing;
    happens(evening, Event::Paired(pairing.clone()));
    pairing
}

pub(super) fn board(round: u16, board: u16) -> BoardId {
    BoardId { round, board }
}

/// Red wins at each board of the last round.
pub(super) fn red_wins(evening: &mut Evening) {
    let state = evening.tournament().state();
    let round = state.round_count();
    let boards: Vec<BoardId> = state.boards().map(|(id, _)| id).filter(|id| id.round == round).collect();
    for board in boards {
        happens(evening, Event::Finished { board, winner: Some(Color::Red) });
    }
}

pub(super) fn seats(red: u16, black: u16) -> PerColor<PlayerId> {
    PerColor::new(PlayerId(red), PlayerId(black))
}

/// A session that follows an evening without records.
pub(super) fn following(part: EveningPart) -> Evenings {
    let mut evenings = Evenings::default();
    assert!(evenings.open(code()).is_some());
    evenings.follows(1);
    evenings.received(EveningMessage::Opened(Box::new(opened(swiss(3), part, 0))), NOW);
    assert!(matches!(evenings.followed(), Some(Followed::Open(_))));
    evenings
}
