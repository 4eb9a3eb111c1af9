//! Moves, offers, absences and the end of a game.

use crate::script::{BO, BOT, GAME, Script, luzhanqi_terms, played, started, xiangqi};
use chuhe_bot::{Config, Output, Position, Thought};
use chuhe_protocol::{
    Claim, ClientMessage, DoorMessage, DoorRequest, EveningRefusal, Event, GameTerms, OfferEnd, Refusal,
    ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::luzhanqi::{BoardKind, EventView, Formation, Move, Options};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, DrawReason, GameMove, Outcome, PerColor};

fn offered(kind: OfferKind) -> Event {
    Event::Offered { by: Color::Black, kind }
}

fn answer(kind: OfferKind, accept: bool) -> ClientMessage {
    TableRequest::AnswerOffer { kind, accept }.at(GAME)
}

fn ended() -> Event {
    let outcome = Outcome::Drawn(DrawReason::Agreement);
    Event::Ended { outcome, clocks: ClockReading::default() }
}

fn luzhanqi(seen: EventView) -> Event {
    Event::Luzhanqi { seen: Box::new(seen), clocks: ClockReading::default() }
}

#[test]
fn a_bot_thinks_on_its_turn_and_plays_the_move() {
    let mut script = Script::playing_red();
    let task = script.task().expect("red is to move");
    assert!(matches!(&task.position, Position::Xiangqi(game) if game.ply() == 0));
    assert_eq!(task.clock.game_ms, Some(15 * 60_000));
    let thought = Thought { mv: Some(xiangqi("h2e2")), score: Some(10), resigns: false };
    script.bot.thought(script.now, task.id, thought);
    assert_eq!(
        script.sent(),
        [ClientMessage::Table {
            game: GAME,
            request: TableRequest::Play { ply: 0, mv: xiangqi("h2e2"), premove: false }
        }]
    );
    script.events(vec![played(Color::Red, "h2e2")]);
    assert_eq!(script.task(), None);
    script.events(vec![played(Color::Black, "h9g7")]);
    assert!(script.task().is_some());
}

#[test]
fn in_a_pause_by_an_organiser_a_bot_waits_and_then_thinks_anew() {
    let mut script = Script::playing_red();
    let task = script.task().expect("red is to move");
    let thought = |mv| Thought { mv: Some(xiangqi(mv)), score: Some(10), resigns: false };
    script.events(vec![Event::Paused { clocks: ClockReading::default() }]);
    script.bot.thought(script.now, task.id, thought("h2e2"));
    script.wait(60_000);
    assert_eq!(script.task(), None);
    let goes_on = || Event::Interrupted { down_ms: 60_000, clocks: ClockReading::default() };
    script.events(vec![goes_on()]);
    let again = script.task().expect("it thinks again");
    // a move that crosses the next pause is refused, and sent again after it
    script.bot.thought(script.now, again.id, thought("h2e2"));
    let requests = script.requests();
    script.events(vec![Event::Paused { clocks: ClockReading::default() }]);
    let reason = Refusal::Evening(EveningRefusal::Paused);
    script.receive(ServerMessage::Refused { request: requests[0].number, reason });
    assert_eq!(script.outputs(), []);
    script.events(vec![goes_on()]);
    assert!(script.task().is_some());
}

#[test]
fn an_illegal_thought_becomes_a_legal_move() {
    let mut script = Script::playing_red();
    let task = script.task().expect("red is to move");
    let thought = Thought { mv: Some(xiangqi("h2h8")), score: None, resigns: false };
    script.bot.thought(script.now, task.id, thought);
    let sent = script.sent();
    let [ClientMessage::Table { request: TableRequest::Play { mv, .. }, .. }] = &sent[..] else {
        panic!("{sent:?}")
    };
    assert_ne!(*mv, xiangqi("h2h8"));
}

#[test]
fn a_takeback_cancels_the_task_and_its_late_result_is_ignored() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![played(Color::Black, "h9g7")]);
    let task = script.task().expect("red is to move");
    script.events(vec![offered(OfferKind::Takeback)]);
    assert_eq!(script.sent(), [answer(OfferKind::Takeback, true)]);
    let back = Event::TakenBack { by: Color::Black, to_ply: 1, clocks: ClockReading::default() };
    script.events(vec![back]);
    assert_eq!(script.outputs(), [Output::Cancel(task.id)]);
    let late = Thought { mv: Some(xiangqi("h0g2")), score: None, resigns: false };
    script.bot.thought(script.now, task.id, late);
    assert_eq!(script.outputs(), []);
}

#[test]
fn a_move_that_a_takeback_overtook_is_refused_without_harm() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![played(Color::Black, "h9g7"), offered(OfferKind::Takeback)]);
    let outputs = script.outputs();
    let task = outputs.into_iter().find_map(|output| match output {
        Output::Think(task) => Some(task),
        _ => None,
    });
    let thought = Thought { mv: Some(xiangqi("h0g2")), score: None, resigns: false };
    script.bot.thought(script.now, task.expect("red is to move").id, thought);
    let request = script.requests().pop().expect("a move");
    let back = Event::TakenBack { by: Color::Black, to_ply: 1, clocks: ClockReading::default() };
    script.events(vec![back]);
    let reason = Refusal::WrongPly { expected: 1 };
    script.receive(ServerMessage::Refused { request: request.number, reason });
    assert_eq!(script.outputs(), []);
}

#[test]
fn a_bot_asks_for_the_game_again_when_its_move_is_refused() {
    let mut script = Script::playing_red();
    let task = script.task().expect("red is to move");
    script.bot.thought(
        script.now,
        task.id,
        Thought { mv: Some(xiangqi("h2e2")), score: None, resigns: false },
    );
    let request = script.requests().pop().expect("a move");
    let reason = Refusal::WrongPly { expected: 4 };
    script.receive(ServerMessage::Refused { request: request.number, reason });
    assert_eq!(script.outputs(), [Output::Reconnect]);
}

#[test]
fn a_gap_in_the_events_makes_the_bot_reconnect() {
    let mut script = Script::playing_red();
    let task = script.task().expect("red is to move");
    script.next = 5;
    script.events(vec![played(Color::Black, "h9g7")]);
    assert_eq!(script.outputs(), [Output::Cancel(task.id), Output::Reconnect]);
}

#[test]
fn repeated_events_are_passed_over() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.next = 1;
    script.events(vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7")]);
    assert!(script.task().is_some());
}

#[test]
fn a_bot_accepts_a_draw_only_when_it_stands_worse() {
    for (score, accept) in [(Some(-400), true), (Some(50), false), (None, false)] {
        let mut script = Script::playing_red();
        script.play_as_bot("h2e2", score);
        script.events(vec![offered(OfferKind::Draw)]);
        assert_eq!(script.sent(), [answer(OfferKind::Draw, accept)], "score {score:?}");
    }
}

#[test]
fn a_bot_that_never_takes_back_declines() {
    let mut script = Script::joined(Config { agrees_to_takebacks: false, ..Config::new("computer") });
    script.events(vec![started(Terms::default(), BOT, BO)]);
    script.play_as_bot("h2e2", None);
    script.events(vec![played(Color::Black, "h9g7")]);
    script.outputs();
    script.events(vec![offered(OfferKind::Takeback)]);
    assert_eq!(script.sent(), [answer(OfferKind::Takeback, false)]);
}

#[test]
fn an_offer_is_answered_once_and_again_when_it_is_made_again() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![offered(OfferKind::Draw)]);
    assert_eq!(script.sent().len(), 1);
    script.wait(1_000);
    assert_eq!(script.sent(), []);
    let closed = Event::OfferClosed { by: Color::Black, kind: OfferKind::Draw, how: OfferEnd::Declined };
    script.events(vec![closed]);
    script.events(vec![offered(OfferKind::Draw)]);
    assert_eq!(script.sent().len(), 1);
}

#[test]
fn a_bot_resigns_after_several_hopeless_moves() {
    let mut script = Script::playing_red();
    let reds = ["h2e2", "e2d2", "d2e2", "e2f2", "f2e2"];
    let blacks = ["h9g7", "a6a5", "i9i8", "g6g5", "a5a4"];
    for (red, black) in reds.into_iter().zip(blacks) {
        script.play_as_bot(red, Some(-2_500));
        script.events(vec![played(Color::Black, black)]);
    }
    let task = script.task().expect("red is to move");
    let thought = Thought { mv: Some(xiangqi("e2f2")), score: Some(-2_500), resigns: false };
    script.bot.thought(script.now, task.id, thought);
    assert_eq!(script.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
}

#[test]
fn a_bot_resigns_when_its_engine_does() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![played(Color::Black, "h9g7")]);
    let task = script.task().expect("red is to move");
    let thought = Thought { mv: None, score: None, resigns: true };
    script.bot.thought(script.now, task.id, thought);
    assert_eq!(script.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
}

#[test]
fn a_bot_plays_on_while_it_may_not_resign() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![played(Color::Black, "h9g7")]);
    let lost = || Thought { mv: Some(xiangqi("e2d2")), score: None, resigns: true };
    let task = script.task().expect("red is to move");
    script.bot.thought(script.now, task.id, lost());
    let request = script.requests().pop().expect("it resigns");
    script.receive(ServerMessage::Refused { request: request.number, reason: Refusal::ResignTooEarly });
    let task = script.task().expect("red is to move still");
    script.bot.thought(script.now, task.id, lost());
    let sent = script.sent();
    assert!(
        matches!(&sent[..], [ClientMessage::Table { request: TableRequest::Play { ply: 2, .. }, .. }]),
        "{sent:?}"
    );
}

#[test]
fn a_bot_plays_again_and_otherwise_leaves_after_a_while() {
    let mut script = Script::playing_red();
    script.events(vec![ended()]);
    script.outputs();
    script.events(vec![offered(OfferKind::Rematch)]);
    assert_eq!(script.sent(), [answer(OfferKind::Rematch, true)]);
    script.wait(Config::STAYS_MS);
    assert_eq!(script.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
    script.wait(Config::STAYS_MS);
    assert_eq!(script.sent(), []);
}

#[test]
fn a_bot_leaves_the_table_with_its_opponent() {
    let mut script = Script::playing_red();
    script.events(vec![ended()]);
    script.outputs();
    script.events(vec![Event::Left { color: Color::Black }]);
    assert_eq!(script.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
}

#[test]
fn a_bot_claims_the_game_of_an_opponent_who_stays_away() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![Event::WentAway { color: Color::Black, claimable_in_ms: 60_000 }]);
    script.wait(80_000);
    assert_eq!(script.sent(), []);
    script.wait(10_000);
    assert_eq!(
        script.sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::ClaimAbsence { claim: Claim::Win } }]
    );
    script.wait(100_000);
    assert_eq!(script.sent(), []);
}

#[test]
fn an_absence_stands_in_a_pause_from_when_it_was_told() {
    let away = || Event::WentAway { color: Color::Black, claimable_in_ms: 60_000 };
    // 60 s, of which 10 s passed before the pause or none, with the extra time and the patience of the bot
    for (is_before, in_ms, left_ms) in [(true, 0, 90_000), (false, 50_000, 100_000)] {
        let mut script = Script::playing_red();
        script.play_as_bot("h2e2", None);
        if is_before {
            script.events(vec![away()]);
            script.wait(10_000);
        }
        script.events(vec![Event::Paused { clocks: ClockReading::default() }]);
        script.wait(in_ms);
        if !is_before {
            script.events(vec![away()]);
        }
        script.wait(60_000 - in_ms);
        script.events(vec![Event::Interrupted { down_ms: 60_000, clocks: ClockReading::default() }]);
        script.wait(left_ms - 1_000);
        assert_eq!(script.sent(), []);
        script.wait(2_000);
        let claim = TableRequest::ClaimAbsence { claim: Claim::Win };
        assert_eq!(script.sent(), [claim.at(GAME)]);
    }
}

#[test]
fn a_bot_does_not_claim_a_game_that_has_not_begun_or_is_over() {
    let gone = Event::WentAway { color: Color::Red, claimable_in_ms: 0 };
    let mut setting_up = Script::joined(Config::new("computer"));
    setting_up.events(vec![started(luzhanqi_terms(), BO, BOT), gone.clone()]);
    setting_up.outputs();
    setting_up.wait(40_000);
    assert_eq!(setting_up.sent(), []);
    let mut after = Script::joined(Config::new("computer"));
    after.events(vec![started(Terms::default(), BO, BOT), ended(), gone]);
    after.outputs();
    after.wait(40_000);
    assert_eq!(after.sent(), []);
}

#[test]
fn a_game_that_starts_in_a_snapshot_does_not_inherit_the_end_of_another() {
    let mut script = Script::joined(Config::new("computer"));
    script.events(vec![started(Terms::default(), BOT, BO), ended()]);
    let events = vec![started(Terms::default(), BOT, BO)];
    script.receive(TableMessage::Snapshot { next: 1, events, first: false, last: true }.at(GAME));
    script.outputs();
    script.wait(Config::STAYS_MS);
    assert_eq!(script.sent(), []);
}

#[test]
fn an_opponent_who_comes_back_loses_nothing() {
    let mut script = Script::playing_red();
    script.play_as_bot("h2e2", None);
    script.events(vec![Event::WentAway { color: Color::Black, claimable_in_ms: 60_000 }]);
    script.events(vec![Event::CameBack { color: Color::Black }]);
    script.wait(200_000);
    assert_eq!(script.sent(), []);
}

#[test]
fn a_bot_answers_each_pong_at_the_table() {
    let mut script = Script::playing_red();
    script.outputs();
    script.receive(ServerMessage::Door(DoorMessage::Pong { nonce: 9 }));
    assert_eq!(script.sent(), [ClientMessage::Door(DoorRequest::Echo { nonce: 9 })]);
}

#[test]
fn a_bot_sets_up_a_legal_formation_and_confirms_it() {
    let mut script = Script::joined(Config::new("computer"));
    script.events(vec![started(luzhanqi_terms(), BO, BOT)]);
    let sent = script.sent();
    let [
        ClientMessage::Table { request: TableRequest::SetUp { strengths, .. }, .. },
        ClientMessage::Table { game: GAME, request: TableRequest::ConfirmFormation },
    ] = &sent[..]
    else {
        panic!("{sent:?}")
    };
    let formation = Formation::new(*strengths).expect("a legal formation");
    script.events(vec![
        luzhanqi(EventView::Placed { formation }),
        luzhanqi(EventView::Confirmed { by: Color::Black }),
    ]);
    assert_eq!(script.outputs(), []);
    script.events(vec![luzhanqi(EventView::Withheld), luzhanqi(EventView::Confirmed { by: Color::Red })]);
    assert_eq!(script.task(), None, "red moves first");
    script.events(vec![luzhanqi(EventView::Passed { by: Color::Red })]);
    let task = script.task().expect("black is to move");
    assert!(matches!(task.position, Position::Luzhanqi(_)));
}

#[test]
fn a_draft_that_a_pause_has_lost_is_sent_again() {
    let mut script = Script::joined(Config::new("computer"));
    script.events(vec![started(luzhanqi_terms(), BO, BOT)]);
    assert_eq!(script.sent().len(), 2);
    script.receive(ServerMessage::Door(DoorMessage::Paused));
    assert_eq!(script.sent(), []);
    script.receive(ServerMessage::Door(DoorMessage::Unpaused));
    assert_eq!(script.sent().len(), 2);
}

#[test]
fn a_bot_resigns_from_the_usual_step_even_if_its_opponent_may_at_once() {
    let board = BoardKind::Classic;
    let game = GameTerms::Luzhanqi { board, options: Options { resign_from_step: 0, ..Options::default() } };
    let mut script = Script::joined(Config::new("computer"));
    script.events(vec![started(Terms { game, ..luzhanqi_terms() }, BO, BOT)]);
    let formation = Formation::random(|n| n / 2);
    script.events(vec![luzhanqi(EventView::Placed { formation }), luzhanqi(EventView::Withheld)]);
    script.events(Color::ALL.map(|by| luzhanqi(EventView::Confirmed { by })).into());
    let step = |[from, to]: [&str; 2]| {
        let station = |name| board.station_named(name).expect("a station");
        Move::new(station(from), station(to))
    };
    let moved = |mv| luzhanqi(EventView::Moved { mv, battle: None, revealed_flags: PerColor::splat(None) });
    // both move a piece into a camp and back
    for turn in 0..10 {
        let there = |[post, camp]: [&'static str; 2]| if turn % 2 == 0 { [post, camp] } else { [camp, post] };
        let mv = step(there(["b7", "b8"]));
        script.events(vec![moved(step(there(["b6", "b5"])))]);
        let task = script.task().expect("black is to move");
        let thought = Thought { mv: Some(GameMove::Luzhanqi(mv)), score: None, resigns: true };
        script.bot.thought(script.now, task.id, thought);
        let sent = script.sent();
        assert!(
            matches!(sent[..], [ClientMessage::Table { request: TableRequest::Play { .. }, .. }]),
            "step {}: {sent:?}",
            2 * turn + 1
        );
        script.events(vec![moved(mv)]);
    }
    script.events(vec![moved(step(["b6", "b5"]))]);
    let task = script.task().expect("black is to move");
    script.bot.thought(script.now, task.id, Thought { mv: None, score: None, resigns: true });
    assert_eq!(script.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
}
