//! Random requests about evenings.

use chuhe_protocol::{
    ClientMessage, EveningCode, EveningCommand, EveningPlan, EveningRequest, Pace, PlayerId, TakebackPolicy,
    Terms, WoodenEntry,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{
    self as tournaments, Absent, ArenaRules, BoardId, Concession, Entry, Event, KnockOutRules, LevelMatch,
    Outcome, Regulations, SwissRules, System,
};

/// Returns a request about an evening, mostly a recent one.
pub(super) fn request(
    codes: &[EveningCode],
    player: PlayerId,
    now: u64,
    how: u8,
    pick: u16,
) -> ClientMessage {
    let recent = codes.len().checked_sub(1 + usize::from(pick) % 2).and_then(|index| codes.get(index));
    if recent.is_none() && !how.is_multiple_of(8) {
        return ClientMessage::Evening(EveningRequest::Plan(Box::new(plan(now, how, pick))));
    }
    let code = recent.copied().unwrap_or(EveningCode::from_random(7));
    let board = BoardId { round: pick % 4, board: pick / 4 % 3 };
    ClientMessage::Evening(match how % 24 {
        0 => EveningRequest::Plan(Box::new(plan(now, how, pick))),
        1..9 => EveningRequest::Enter { code, club: how.is_multiple_of(3).then(|| "一班".to_owned()) },
        9 if how < 60 => EveningRequest::Games { code },
        9 => EveningRequest::List,
        10 if how < 40 => EveningRequest::Unfollow,
        10 => EveningRequest::Follow { code },
        11 if how < 100 => EveningRequest::CheckIn { code },
        11 => EveningRequest::Withdraw { code },
        12 => EveningRequest::Return { code },
        13 => EveningRequest::Object { code, board, words: "不".repeat(usize::from(how) / 24) },
        _ => EveningRequest::Organise { code, command: command(board, player, how, pick) },
    })
}

fn command(board: BoardId, player: PlayerId, how: u8, pick: u16) -> EveningCommand {
    let why = "看".repeat(usize::from(how) / 60);
    let last = board.round.max(1);
    let pairing = tournaments::Pairing {
        boards: vec![PerColor::new(tournaments::PlayerId(1 + pick % 3), tournaments::PlayerId(2 + pick % 2))],
        bye: pick.is_multiple_of(2).then(|| tournaments::PlayerId(1 + pick % 4)),
    };
    let of = how.is_multiple_of(4).then_some(board);
    let rare = match pick / 4 % 11 {
        0 => Some(Event::PairedByHand { pairing, why: "手排".to_owned() }),
        1 => Some(Event::Repaired { round: last, pairing, why: "换人".to_owned() }),
        2 => Some(Event::Forfeited { board, absent: Absent::Both }),
        3 => Some(Event::Fouled { board, side: Color::Red }),
        4 => Some(Event::Excused { player: tournaments::PlayerId(pick % 5), round: last + 1 }),
        5 => Some(Event::Conceded { rule: Concession::SecondMeetings, why: "人少".to_owned() }),
        6 if how.is_multiple_of(4) => return EveningCommand::EnterComputers { count: how / 64 },
        7 if how.is_multiple_of(8) => return EveningCommand::Cancel,
        8 if how.is_multiple_of(8) => return EveningCommand::StepDown,
        9 if how.is_multiple_of(2) => return EveningCommand::Pause { board: of },
        10 if how.is_multiple_of(2) => return EveningCommand::Continue { board: of },
        _ => None,
    };
    if let Some(rare) = rare.filter(|_| how.is_multiple_of(3)) {
        return EveningCommand::Record(rare);
    }
    EveningCommand::Record(match how % 24 {
        14..17 => Event::Started { seed: 1 },
        17 | 18 => return EveningCommand::PairNext,
        19 => Event::Finished { board, winner: how.is_multiple_of(2).then_some(Color::Black) },
        20 if how < 120 => Event::Corrected { board, outcome: Outcome::Drawn, why },
        20 => Event::Undone { event: u32::from(pick % 40), why },
        21 if how < 70 => return EveningCommand::Overrule { board },
        21 if how < 100 => return EveningCommand::Appoint { player },
        21 => Event::Annulled { round: board.round, why },
        22 if how < 100 => Event::Withdrew(tournaments::PlayerId(pick % 5)),
        22 if how < 200 => Event::Returned(tournaments::PlayerId(pick % 5)),
        22 => Event::Ended,
        _ if how < 120 => {
            let wooden = |n| WoodenEntry { name: format!("W{n}"), club: None, rating: Some(pick) };
            return EveningCommand::EnterAll((0..u16::from(how) / 30).map(wooden).collect());
        }
        _ => Event::EnteredLate(Entry { name: format!("L{pick}"), ..Entry::default() }),
    })
}

/// A plan with short times; now and then one that is refused.
fn plan(now: u64, how: u8, pick: u16) -> EveningPlan {
    let system = match how / 24 {
        0..6 => System::Swiss(SwissRules { rounds: 3, clubs_apart_rounds: 1 }),
        6..8 => System::Arena(ArenaRules { min_games: 1, max_games: 9, streaks: true }),
        _ => System::KnockOut(KnockOutRules { games: 1, tie_break_games: 0, level: LevelMatch::BetterSeed }),
    };
    let time = TimeControl { game_ms: 20_000, ..TimeControl::UNTIMED };
    let pace = match pick % 4 {
        0 => Pace::ByHand,
        1 => Pace::Slots { slot_ms: 2_000 },
        _ => Pace::AfterAll { break_ms: 1_000 },
    };
    let mut regulations = Regulations::of(system);
    regulations.check_in = pick.is_multiple_of(16);
    EveningPlan {
        title: "晚赛".repeat(1 + usize::from(pick) / 2 % 32),
        regulations,
        terms: Terms {
            challenger_time: time,
            opponent_time: time,
            takeback: TakebackPolicy::Off,
            rated: pick.is_multiple_of(3),
            ..Terms::default()
        },
        is_public: pick.is_multiple_of(2),
        starts_at_ms: (!pick.is_multiple_of(4)).then(|| now + u64::from(pick) / 2),
        pace,
        late_ms: 3_000,
        no_result_before_ply: pick % 3,
    }
}
