//! Tests of lost connections, reconnecting, and catching up on missed events.

use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, ChatAction, Field, JoinAction, JoinField, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::effect::{ConnectionEffect, MachineEffect, StorageEffect};
use chuhe_model::exchange::event::{Closed, HostEvent, HostFailure, NetworkEvent};
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{
    ChatLine, ChatMessage, ChatRoom, ClientMessage, Cursor, DoorMessage, DoorRequest, Event as GameEvent,
    LobbyMessage, OfferEnd, Refusal, Seq, ServerMessage, TableMessage, TableRequest, Tick, limits,
};
use chuhe_rules::clock::LAG_QUOTA_MS;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, WinReason};

/// Reconnects; checks that the client resumes from event number `next`, and admits it.
fn resume_from(world: &mut World, next: Seq) {
    world.network(NetworkEvent::Connected);
    let seen = vec![Cursor { game: GAME, next }];
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen, hall: None })]
    );
    world.joined(true);
}

#[test]
fn a_lost_connection_keeps_the_table_and_resumes_with_the_pending_move() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    world.click("e2");
    world.effects.clear();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert_eq!(world.app.screen(), Screen::Table);
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { attempt: 1, retry_at: Some(_) }));
    assert_eq!(world.piece("e2"), Some('C'));
    world.wait(500);
    assert!(matches!(world.effects[..], [Effect::Connection(ConnectionEffect::Connect { .. })]));
    world.effects.clear();
    resume_from(&mut world, 1);
    world.take_sent();
    world.receive(TableMessage::Tick(Box::new(tick(Some(Color::Red)))).at(GAME));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!(world.notice(), Some(&Notice::Reconnected));
}

#[test]
fn an_address_without_a_name_opens_the_form_that_asks_for_it() {
    let mut world = World::new();
    world.app.entrance.join.name.clear();
    world.app.desk.settings.start.entry = StartEntry::Computer;
    let host = "192.168.1.2".to_owned();
    world.act(Action::Join(JoinAction::To { host, port: 9899, name: None, tls: false, hall: None }));
    assert_eq!(world.app.desk.start_entry(), StartEntry::Join);
    assert!(
        !world
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { .. })))
    );
}

/// The settings that were stored last.
fn stored(world: &World) -> Settings {
    let stored = world.effects.iter().rev().find_map(|effect| {
        let Effect::Storage(StorageEffect::SaveSettings(settings)) = effect else { return None };
        Some((**settings).clone())
    });
    stored.unwrap()
}

#[test]
fn a_seat_is_taken_again_at_the_next_start_while_the_game_runs() {
    let mut world = World::in_lobby();
    world.receive_event(started(ME, OTHER));
    world.receive_event(played(Color::Red, "h2e2"));
    world.update(Event::CloseRequested);
    world.update(Event::CloseRequested);
    let mut next = App::new(Environment::default(), stored(&world));
    let again = next.take_seat_again().unwrap();
    assert!(matches!(&again, JoinAction::To { name: Some(name), .. } if name == "楚河客"));
    let effects = next.update(Event::Action(Action::Join(again)), world.now);
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { .. })))
    );
    assert!(next.entrance.returns);
    // a link to another hall waits for the end of the game
    next.follow_after_seat("#/play/7k3m9qpx02ab?hall=west");
    assert_eq!(next.entrance.pending, None);
    // a page that was opened with a link says what becomes of it
    next.follow_after_seat("#/play/7k3m9qpx02ab");
    next.update(Event::Network(NetworkEvent::Connected), world.now);
    assert_eq!(next.take_seat_again(), None);
    let mut back = World { app: next, next: 0, ..World::new() };
    back.joined(true);
    back.receive_event(started(ME, OTHER));
    back.receive_event(played(Color::Red, "h2e2"));
    assert_eq!((back.app.screen(), back.notice()), (Screen::Table, Some(&Notice::LinkDuringGame)));
    assert!(!back.app.entrance.returns);
    // nothing is left once the game is over
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(App::new(Environment::default(), stored(&world)).take_seat_again(), None);
}

#[test]
fn a_move_made_while_catching_up_is_sent_once() {
    // sent again, the move would be played again after a takeback
    let mut world = World::at_board(Color::Red);
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    resume_from(&mut world, 1);
    world.take_sent();
    world.press(TableAction::Play(GameMove::Xiangqi("h2e2".parse().unwrap())));
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), []);
}

#[test]
fn missed_events_are_applied() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    world.click("e2");
    world.reconnect();
    world.joined(true);
    world.take_sent();
    let events = vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7")];
    world.receive(TableMessage::Events { first: 1, events }.at(GAME));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), [], "the server had the move");
    assert_eq!(world.table().game().ply(), 2);
    assert!(world.table().is_my_turn());
}

#[test]
fn a_game_the_server_has_lost_stays_readable() {
    let mut world = World::at_board(Color::Red);
    world.reconnect();
    world.receive(ServerMessage::Refused { request: 1, reason: Refusal::UnknownToken });
    world.joined(false);
    assert!(world.table().is_gone());
    assert_eq!((world.table().turn(), world.table().game().clocks(world.now).running), (None, None));
    world.click("h2");
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::GameGone)));
    world.take_sent();
    world.press(TableAction::Leave);
    assert_eq!((world.take_sent(), world.app.screen()), (vec![], Screen::Lobby));
}

#[test]
fn a_gap_in_the_events_is_filled_by_reconnecting() {
    let mut world = World::at_board(Color::Red);
    world.next = 2;
    world.receive_event(played(Color::Black, "h9g7"));
    assert!(matches!(world.effects[..], [Effect::Connection(ConnectionEffect::Connect { .. })]));
    world.effects.clear();
    resume_from(&mut world, 1);
    let events = vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7"), played(Color::Red, "h0g2")];
    world.receive(TableMessage::Events { first: 1, events }.at(GAME));
    assert_eq!(world.table().game().ply(), 3);
}

#[test]
fn repeated_gaps_back_off() {
    let mut world = World::at_board(Color::Red);
    let mut waits = Vec::new();
    for _ in 0..12 {
        world.effects.clear();
        world.receive(TableMessage::Events { first: 9, events: vec![played(Color::Black, "h9g7")] }.at(GAME));
        let since = world.now;
        while !world.connects() {
            world.wait(100);
        }
        waits.push(world.now.since(since));
        world.network(NetworkEvent::Connected);
        world.joined(true);
        world.receive(DoorMessage::Pong { nonce: 2 });
    }
    assert_eq!(waits[..6], [0, 500, 1_000, 2_000, 4_000, 8_000]);
    assert!(waits[6..].iter().all(|&wait| wait == 15_000), "{waits:?}");
    // after a quiet period the first attempt is immediate again
    world.wait(1_000);
    for _ in 0..20 {
        world.wait(5_000);
        world.receive(DoorMessage::Pong { nonce: 3 });
    }
    world.effects.clear();
    world.receive(TableMessage::Events { first: 9, events: vec![played(Color::Black, "h9g7")] }.at(GAME));
    assert!(matches!(world.effects[..], [Effect::Connection(ConnectionEffect::Connect { .. })]));
}

#[test]
fn known_events_are_skipped_and_inconsistent_ones_reload_the_table() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    let events = vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7")];
    world.receive(TableMessage::Events { first: 1, events }.at(GAME));
    assert_eq!(world.table().game().ply(), 2);
    world.take_sent();
    world.receive(TableMessage::Events { first: 3, events: vec![played(Color::Red, "a0a9")] }.at(GAME));
    assert_eq!(world.take_sent(), []);
    world.network(NetworkEvent::Connected);
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: None })]
    );
}

#[test]
fn a_table_the_server_has_closed_can_be_left() {
    let mut world = World::at_board(Color::Red);
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    resume_from(&mut world, 1);
    world.receive(TableMessage::Tick(Box::new(tick(Some(Color::Red)))).at(GAME));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert!(!world.table().is_gone());
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    world.take_sent();
    resume_from(&mut world, 1);
    world.receive(DoorMessage::Pong { nonce: 3 });
    assert!(world.table().is_gone());
    world.take_sent();
    world.press(TableAction::Leave);
    assert_eq!((world.take_sent(), world.app.screen()), (vec![], Screen::Lobby));
}

#[test]
fn a_pause_extends_the_time_before_an_absence_can_be_claimed() {
    let interrupted = |down_ms| GameEvent::Interrupted { down_ms, clocks: reading(None) };
    let away = GameEvent::WentAway { color: Color::Black, claimable_in_ms: 60_000 };
    let mut world = World::at_board(Color::Red);
    world.receive_event(away.clone());
    let claimable_at = world.now.plus_ms(60_000);
    world.wait(10_000);
    world.receive_event(interrupted(7_000));
    let shown = |world: &World| world.table().game().claimable_at(Color::Black);
    assert_eq!(shown(&world), Some(claimable_at.plus_ms(7_000 + limits::INTERRUPTION_CREDIT_MS)));
    // an interruption does not extend an absence that arrives together with it
    let first = world.next;
    let events = vec![GameEvent::CameBack { color: Color::Black }, away, interrupted(7_000)];
    world.receive(TableMessage::Events { first, events }.at(GAME));
    assert_eq!(shown(&world), Some(world.now.plus_ms(60_000)));
}

#[test]
fn clocks_stop_while_a_paused_server_refuses_to_resume() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    let running = |world: &World| world.table().game().clocks(world.now).running;
    assert_eq!(running(&world), Some(Color::Black));
    world.network(NetworkEvent::Closed(Closed::ByServer));
    for reason in [Refusal::Paused, Refusal::ShuttingDown] {
        world.wait(1_000);
        world.network(NetworkEvent::Connected);
        world.receive(ServerMessage::Refused { request: 1, reason });
        assert!(
            matches!(world.app.sessions.link().status(), Status::Lost { retry_at: Some(_), .. }),
            "{reason:?}"
        );
        assert_eq!(world.app.sessions.link().is_paused(), reason == Refusal::Paused);
        assert_eq!(running(&world), None);
    }
    world.wait(2_000);
    world.take_sent();
    resume_from(&mut world, 2);
    assert!(!world.app.sessions.link().is_paused());
    assert_eq!(running(&world), Some(Color::Black));
}

#[test]
fn leaving_during_a_pause_is_repeated_when_games_resume() {
    let mut world = World::at_board(Color::Red);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    let Some(Effect::Connection(ConnectionEffect::Send(request))) = world.effects.last().cloned() else {
        panic!("{:?}", world.effects)
    };
    let leave = || ClientMessage::Table { game: GAME, request: TableRequest::Leave };
    assert_eq!(world.take_sent(), [leave()]);
    world.receive(DoorMessage::Paused);
    world.receive(ServerMessage::Refused { request: request.number, reason: Refusal::Paused });
    assert_eq!(world.notice(), None);
    assert_eq!(world.take_sent(), []);
    world.receive(DoorMessage::Unpaused);
    assert_eq!(world.take_sent(), [leave()]);
    world.receive(DoorMessage::Paused);
    world.receive(DoorMessage::Unpaused);
    assert_eq!(world.take_sent(), []);
}

#[test]
fn what_is_wrong_with_the_form_of_one_entry_is_not_said_beside_another() {
    for (from, to, submit, wrong) in [
        (StartEntry::Join, StartEntry::Host, JoinAction::Submit, Notice::NoHost),
        (StartEntry::Host, StartEntry::Join, JoinAction::StartHost, Notice::BadPort),
    ] {
        let mut world = World::new();
        world.act(Action::Edit(Field::Join(JoinField::Host), "".into()));
        world.act(Action::Edit(Field::Join(JoinField::HostPort), "no port".into()));
        world.act(Action::Start(StartAction::Show(from)));
        world.act(Action::Join(submit));
        world.act(Action::Start(StartAction::Show(from)));
        assert_eq!(world.notice(), Some(&wrong), "it is still the form that was sent");
        world.act(Action::Start(StartAction::Show(to)));
        assert_eq!(world.notice(), None);
    }
}

#[test]
fn what_is_wrong_with_the_form_goes_with_it() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), "Old Wang".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert!(matches!(world.notice(), Some(Notice::Name(_))));
    world.act(Action::Edit(Field::Join(JoinField::Name), "OldWang".into()));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    assert_eq!((world.app.screen(), world.notice()), (Screen::Lobby, None));
    let kept: Vec<_> = world.app.desk().notices().since(0).collect();
    assert!(!kept.iter().any(|(_, notice)| matches!(notice, Notice::Name(_))), "{kept:?}");
}

#[test]
fn a_game_that_begins_before_the_first_pong_is_kept() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
    world.receive_event(started(ME, OTHER));
    world.receive(DoorMessage::Pong { nonce: 1 });
    assert!(!world.table().is_gone());
}

#[test]
fn presence_is_unknown_at_a_table_and_sent_again_afterwards() {
    let mut world = World::at_board(Color::Red);
    let lobby = |world: &World| -> (bool, usize) {
        let lobby = &world.app.sessions.visit().unwrap().lobby;
        (lobby.is_complete(), lobby.counts()[0])
    };
    assert_eq!(lobby(&world), (false, 0));
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    assert_eq!((world.app.screen(), lobby(&world).0), (Screen::Lobby, false));
    world.receive(LobbyMessage::Players { players: vec![player(ME, "楚河客")], first: true });
    assert_eq!(lobby(&world), (true, 1));
}

#[test]
fn pongs_are_answered_at_the_table_of_a_running_game_only() {
    let mut world = World::in_lobby();
    let answer = |world: &mut World| {
        world.receive(DoorMessage::Pong { nonce: 9 });
        world.take_sent()
    };
    assert_eq!(answer(&mut world), []);
    world.receive_event(started(ME, OTHER));
    world.effects.clear();
    assert_eq!(answer(&mut world), [ClientMessage::Door(DoorRequest::Echo { nonce: 9 })]);
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.effects.clear();
    assert_eq!(answer(&mut world), []);
}

#[test]
fn the_credit_for_network_delay_follows_events_and_ticks() {
    let mut world = World::at_board(Color::Red);
    assert_eq!(world.table().game().lag_credit_ms(Color::Black), None);
    world.receive_event(GameEvent::LagMeasured { color: Color::Black, lag_ms: 150 });
    assert_eq!(world.table().game().lag_credit_ms(Color::Black), Some((150, LAG_QUOTA_MS)));
    world.receive(
        TableMessage::Tick(Box::new(Tick {
            lag_quota_ms: PerColor::new(3_000, 2_650),
            ..tick(Some(Color::Black))
        }))
        .at(GAME),
    );
    assert_eq!(world.table().game().lag_credit_ms(Color::Black), Some((150, 2_650)));
    world.receive_event(GameEvent::LagMeasured { color: Color::Black, lag_ms: 0 });
    assert_eq!(Color::ALL.map(|color| world.table().game().lag_credit_ms(color)), [None, None]);
}

/// A game in which both have moved and this side offers a draw.
fn with_draw_offer(me: Color, by: Color) -> World {
    let mut world = World::at_board(me);
    for (color, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(color, mv));
    }
    world.receive_event(GameEvent::Offered { by, kind: OfferKind::Draw });
    world
}

#[test]
fn both_are_told_that_a_move_declined_an_offer() {
    let told = [Notice::OfferDeclinedByMove(OfferKind::Draw), Notice::OfferDeclined(OfferKind::Draw)];
    let told = Color::ALL.into_iter().zip(told);
    for (me, notice) in told {
        let mut world = with_draw_offer(me, Color::Black);
        world.receive_event(played(Color::Red, "h0g2"));
        assert_eq!(world.notice(), Some(&notice), "{me:?}");
    }
    let mut world = with_draw_offer(Color::Red, Color::Red);
    world.receive_event(played(Color::Red, "h0g2"));
    assert_eq!(world.notice(), None, "the offer still stands");
}

#[test]
fn a_player_who_comes_back_is_told_how_their_offer_ended() {
    let away = GameEvent::WentAway { color: Color::Red, claimable_in_ms: 60_000 };
    let declined = GameEvent::OfferClosed { by: Color::Red, kind: OfferKind::Draw, how: OfferEnd::Declined };
    let back = GameEvent::CameBack { color: Color::Red };
    let told = Notice::OfferDeclined(OfferKind::Draw);
    let missed = [away.clone(), declined.clone(), back.clone()];
    let mut world = with_draw_offer(Color::Red, Color::Red);
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    resume_from(&mut world, 4);
    world.receive(TableMessage::Events { first: 4, events: missed.to_vec() }.at(GAME));
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.notice(), Some(&told));
    // the program was closed and opened again: what an earlier run of it has shown is not repeated
    let shown_before = [declined.clone(), away.clone(), back.clone()];
    for (missed, notice) in [(missed, Some(&told)), (shown_before, None)] {
        let mut world = World::new();
        world.act(Action::Join(JoinAction::Submit));
        world.network(NetworkEvent::Connected);
        world.joined(true);
        let mut events = vec![started(ME, OTHER), played(Color::Red, "h2e2"), played(Color::Black, "h9g7")];
        events.push(GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw });
        events.extend(missed);
        world.receive(TableMessage::Events { first: 0, events }.at(GAME));
        world.receive(DoorMessage::Pong { nonce: 1 });
        assert_eq!(world.notice(), notice);
    }
}

#[test]
fn a_server_that_is_late_with_an_answer_counts_as_lost_until_it_is_heard() {
    let mut world = with_draw_offer(Color::Red, Color::Black);
    let heard = world.now;
    world.wait(5_000);
    world.wait(2_999);
    assert!(world.app.sessions.link().is_joined());
    assert_eq!(world.app.next_wakeup(world.now), Some(world.now.plus_ms(1)));
    world.wait(1);
    assert!(world.app.sessions.is_cut_off());
    assert_eq!(world.app.sessions.link().lost_at(), Some(heard));
    world.take_sent();
    world.press(TableAction::Answer(OfferKind::Draw, true));
    assert_eq!((world.take_sent(), world.notice()), (vec![], Some(&Notice::Denied(Denied::Offline))));
    let mut back = |pong| {
        world.receive(pong);
        assert!(!world.app.sessions.is_cut_off());
        assert_eq!(world.app.sessions.link().lost_at(), None);
    };
    back(DoorMessage::Pong { nonce: 2 });
    // one that stays silent was lost when it was heard last
    let mut world = with_draw_offer(Color::Red, Color::Black);
    let heard = world.now;
    for _ in 0..21 {
        world.wait(1_000);
    }
    assert!(matches!(world.app.sessions.link().status(), Status::Lost { .. }));
    assert_eq!(world.app.sessions.link().lost_at(), Some(heard));
}

#[test]
fn the_user_may_connect_again_before_a_late_server_counts_as_lost() {
    let mut world = World::at_board(Color::Red);
    world.wait(5_000);
    world.wait(3_000);
    world.effects.clear();
    world.act(Action::Join(JoinAction::Retry));
    assert!(world.connects());
    resume_from(&mut world, 1);
    assert!(world.app.sessions.link().is_joined());
}

#[test]
fn a_request_that_did_not_arrive_is_sent_again_and_said() {
    let offer = TableRequest::Offer { kind: OfferKind::Draw }.at(GAME);
    // whether the server had the request before the connection was lost, and whether it had answered a later ping
    for (arrived, confirmed) in [(false, false), (true, false), (true, true)] {
        let mut world = World::at_board(Color::Red);
        world.receive_event(played(Color::Red, "h2e2"));
        world.receive_event(played(Color::Black, "h9g7"));
        world.take_sent();
        world.press(TableAction::Offer(OfferKind::Draw));
        assert_eq!(world.take_sent(), std::slice::from_ref(&offer));
        if confirmed {
            world.wait(5_000);
            world.receive(DoorMessage::Pong { nonce: 2 });
        }
        world.network(NetworkEvent::Closed(Closed::ByServer));
        world.wait(500);
        world.effects.clear();
        resume_from(&mut world, 3);
        let offered = GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw };
        let events = if arrived { vec![offered] } else { Vec::new() };
        world.receive(TableMessage::Events { first: 3, events }.at(GAME));
        world.take_sent();
        world.receive(DoorMessage::Pong { nonce: if confirmed { 3 } else { 2 } });
        let again = if arrived { vec![] } else { vec![offer.clone()] };
        assert_eq!(world.take_sent(), again, "{arrived} {confirmed}");
        let notice = if arrived { Notice::Reconnected } else { Notice::SentAgain };
        assert_eq!(world.notice(), Some(&notice), "{arrived} {confirmed}");
    }
}

#[test]
fn an_answer_is_not_sent_again_to_another_offer_after_a_move() {
    let mut world = with_draw_offer(Color::Black, Color::Red);
    world.press(TableAction::Answer(OfferKind::Draw, true));
    world.effects.clear();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    resume_from(&mut world, 4);
    let events = vec![
        GameEvent::OfferClosed { by: Color::Red, kind: OfferKind::Draw, how: OfferEnd::Withdrawn },
        played(Color::Red, "h0g2"),
        GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw },
    ];
    world.receive(TableMessage::Events { first: 4, events }.at(GAME));
    world.take_sent();
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!(world.take_sent(), []);
}

#[test]
fn an_accepted_takeback_is_not_asked_for_again() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.press(TableAction::Offer(OfferKind::Takeback));
    world.effects.clear();
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    resume_from(&mut world, 2);
    let events = vec![
        GameEvent::Offered { by: Color::Red, kind: OfferKind::Takeback },
        GameEvent::TakenBack { by: Color::Red, to_ply: 0, clocks: reading(None) },
    ];
    world.receive(TableMessage::Events { first: 2, events }.at(GAME));
    world.take_sent();
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!((world.take_sent(), world.notice()), (vec![], Some(&Notice::TakenBack)));
}

#[test]
fn a_line_that_did_not_arrive_is_a_draft_again() {
    for arrived in [false, true] {
        let mut world = World::at_board(Color::Red);
        world.act(Action::Edit(Field::Chat, "good luck".into()));
        world.act(Action::Chat(ChatAction::Send));
        world.effects.clear();
        world.network(NetworkEvent::Closed(Closed::ByServer));
        world.wait(500);
        resume_from(&mut world, 1);
        let line = ChatLine { at_ms: 1, from: ME, name: name("楚河客"), text: "good luck".into() };
        let lines = if arrived { vec![line] } else { Vec::new() };
        world.receive(ChatMessage::History { room: ChatRoom::Table(GAME), lines });
        world.receive(DoorMessage::Pong { nonce: 2 });
        let draft = if arrived { "" } else { "good luck" };
        assert_eq!(world.table().tabs.chat.draft(), draft);
    }
}

/// A world whose user plays on the server that this program hosts, and the settings that are stored then.
fn hosting_a_game() -> Settings {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::StartHost));
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses: Vec::new() }));
    world.act(Action::Join(JoinAction::JoinHosted));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    world.receive(DoorMessage::Pong { nonce: 1 });
    world.receive_event(started(ME, OTHER));
    world.receive_event(played(Color::Red, "h2e2"));
    stored(&world)
}

/// The next start of the program, which hosts again.
fn hosting_again(settings: Settings) -> World {
    let mut world = World { app: App::new(Environment::default(), settings), next: 0, ..World::new() };
    let again = world.app.take_seat_again().unwrap();
    world.act(Action::Join(again));
    world
}

#[test]
fn who_joins_another_server_gives_up_the_seat_on_the_hosted_one() {
    let mut world = hosting_again(hosting_a_game());
    world.update(Event::Host(HostEvent::Failed(HostFailure::PortTaken)));
    let (host, name) = ("play.example.org".to_owned(), Some("Bo".to_owned()));
    world.act(Action::Join(JoinAction::To { host, port: 9899, name, tls: false, hall: None }));
    world.network(NetworkEvent::Connected);
    assert!(world.app.entrance.seat_here.is_some(), "nobody has let the user in yet");
    world.joined(false);
    assert!(world.app.entrance.seat_here.is_none());
    assert_eq!(world.app.desk.settings.servers.playing, None);
    world.effects.clear();
    world.act(Action::Join(JoinAction::StartHost));
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses: Vec::new() }));
    let connects = |it: &Effect| matches!(it, Effect::Connection(ConnectionEffect::Connect { .. }));
    assert!(!world.effects.iter().any(connects), "the user stays where they are");
    let there = world.app.sessions.link().server().map(|it| &*it.host);
    assert_eq!(there, Some("play.example.org"));
}

#[test]
fn a_hosting_window_that_was_killed_in_a_game_hosts_again_and_takes_the_seat() {
    let settings = hosting_a_game();
    let connects_to = |effects: &[Effect]| {
        effects.iter().find_map(|effect| {
            let Effect::Connection(ConnectionEffect::Connect { port, .. }) = effect else { return None };
            Some(*port)
        })
    };
    let hosts_at = |effects: &[Effect]| {
        effects.iter().find_map(|effect| {
            let Effect::Machine(MachineEffect::Host { port, .. }) = effect else { return None };
            Some(*port)
        })
    };
    let mut world = hosting_again(settings);
    assert_eq!((hosts_at(&world.effects), connects_to(&world.effects)), (Some(4000), None));
    // another program has taken the port: the user is told what waits, and where they start the server
    world.update(Event::Host(HostEvent::Failed(HostFailure::PortTaken)));
    assert_eq!(world.app.desk.start_entry(), StartEntry::Host);
    assert!(world.app.entrance.seat_here.is_some());
    // who closes the program over it finds the seat at the next start
    let mut later = App::new(Environment::default(), world.app.desk.settings.clone());
    assert_eq!(later.take_seat_again(), Some(JoinAction::HostAgain));
    world.effects.clear();
    world.act(Action::Edit(Field::Join(JoinField::HostPort), "4001".into()));
    world.act(Action::Join(JoinAction::StartHost));
    world.update(Event::Host(HostEvent::Started { port: 4001, addresses: Vec::new() }));
    assert_eq!((hosts_at(&world.effects), connects_to(&world.effects)), (Some(4001), Some(4001)));
    assert!(world.app.entrance.returns && world.app.entrance.seat_here.is_none());
    let mut later = App::new(Environment::default(), world.app.desk.settings.clone());
    assert_eq!(later.take_seat_again(), None, "to join is tried once");
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    let sent = world.take_sent();
    assert!(
        sent.iter().any(|sent| matches!(sent, ClientMessage::Door(DoorRequest::Resume { .. }))),
        "{sent:?}"
    );
    // a game on a server that runs for itself, at this address or another, is only joined
    let mut world = World::in_lobby();
    world.receive_event(started(ME, OTHER));
    world.receive_event(played(Color::Red, "h2e2"));
    let mut next = App::new(Environment::default(), stored(&world));
    assert!(matches!(next.take_seat_again(), Some(JoinAction::To { .. })));
}
