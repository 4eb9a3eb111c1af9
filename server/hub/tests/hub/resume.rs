//! Resuming: tokens, and what a returning client receives.

use crate::world::{MATE, QUARTER, World, cursor, mv, timed, untimed};
use chuhe_protocol::{
    Activity, ChallengeEnd, ClientMessage, CloseReason, Cursor, DoorMessage, DoorRequest, Event, GameId,
    GameKind, LobbyMessage, LobbyRequest, PresenceChange, Refusal, ServerMessage, SessionToken, TableMessage,
    TableRequest, Terms, limits,
};
use chuhe_rules::Color;

fn events_of(received: &[ServerMessage]) -> Vec<(u32, usize)> {
    received
        .iter()
        .filter_map(|message| match message {
            ServerMessage::Table { message: TableMessage::Events { first, events }, .. } => {
                Some((*first, events.len()))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn a_token_resumes_the_seat_after_a_lost_connection() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    let before = world.journal(table.red(), table.game);
    world.lose(table.red());
    world.events(table.black());
    let (red, received) = world.resume(table.red(), None);
    let lists = received
        .iter()
        .filter(|message| matches!(message, ServerMessage::Lobby(LobbyMessage::Players { .. })));
    assert_eq!(lists.count(), 0, "a player at a table does not receive the player list");
    let sent = world.presence(red);
    let [PresenceChange::Here(own), PresenceChange::Here(opponent)] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!((own.id, opponent.id), (red.player, table.black().player));
    let kind = GameKind::Xiangqi;
    assert_eq!(own.activity, Activity::Playing { game: table.game, opponent: opponent.id, kind });
    assert_eq!(world.events(table.black()), [Event::CameBack { color: Color::Red }]);
    let journal = world.journal(red, table.game);
    assert_eq!(journal[..before.len()], before);
    let away = u32::try_from(limits::ABSENCE_MS).unwrap();
    let rest =
        [Event::WentAway { color: Color::Red, claimable_in_ms: away }, Event::CameBack { color: Color::Red }];
    assert_eq!(journal[before.len()..], rest);
    table.seats.red = red;
    world.received(red);
    world.play(&mut table, &["h0g2"]);
}

#[test]
fn a_resuming_player_receives_the_present_clocks() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.send(table.red(), DoorRequest::Ping { nonce: 1, round_trip_ms: Some(40) });
    world.send(table.black(), DoorRequest::Ping { nonce: 1, round_trip_ms: Some(50) });
    world.lose(table.red());
    world.advance(1_500);
    let (red, _) = world.resume(table.red(), None);
    let sent = world.ticks(red);
    let [(_, clocks, round_trips)] = sent[..] else { panic!("{sent:?}") };
    assert_eq!(
        (round_trips.red, round_trips.black),
        (None, Some(50)),
        "a new connection has no round trip yet"
    );
    assert_eq!(clocks.sides.red.game_ms, Some(u64::from(QUARTER.game_ms) - 1_500));
    assert_eq!(clocks.running, Some(Color::Red));
    // the stopped clocks are part of the end
    world.send(red, TableRequest::Resign.at(table.game));
    let (red, _) = world.resume(red, None);
    assert_eq!(world.ticks(red), []);
}

#[test]
fn a_resume_sends_the_events_after_the_cursor_or_all_of_another_game() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    let mut red = table.red();
    let mut resume = |seen: Option<Cursor>| {
        world.lose(red);
        let (client, received) = world.resume(red, seen);
        red = client;
        events_of(&received)
    };
    // three events, and two more for each absence
    assert_eq!(resume(cursor(table.game, 2)), [(2, 3)]);
    assert_eq!(resume(cursor(GameId(1), 2)), [(0, 7)]);
    assert_eq!(resume(None), [(0, 9)]);
    // the absence is the only event meanwhile
    assert_eq!(resume(cursor(table.game, 9)), [(9, 2)]);
}

#[test]
fn a_long_game_is_sent_in_several_frames() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play_long(&mut table, &[], 400, 5_000);
    let (red, received) = world.resume(table.red(), None);
    assert_eq!(events_of(&received), [(0, 256), (256, 145)]);
    assert_eq!(world.journal(red, table.game).len(), 401);
}

#[test]
fn the_token_is_rotated_at_each_resume() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let (newer, _) = world.resume(bo, None);
    assert_ne!(newer.token, bo.token);
    world.send(newer, DoorRequest::Ping { nonce: 1, round_trip_ms: None });
    let connection = world.open();
    let old = ClientMessage::Door(DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: None });
    assert_eq!(world.refused_at(connection, old), Refusal::UnknownToken);
}

#[test]
fn a_lost_answer_to_a_resume_does_not_cost_the_seat() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let (unheard, _) = world.resume(bo, None);
    world.lose(unheard);
    let (bo, _) = world.resume(bo, None);
    let connection = world.open();
    let never =
        ClientMessage::Door(DoorRequest::Resume { token: unheard.token, seen: Vec::new(), hall: None });
    assert_eq!(world.refused_at(connection, never), Refusal::UnknownToken);
    world.send(bo, DoorRequest::Ping { nonce: 1, round_trip_ms: None });
    world.resume(bo, None);
}

#[test]
fn a_newer_connection_supersedes_the_older_one_of_the_same_player() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.discard_received();
    let older = table.red();
    let (red, _) = world.resume(older, None);
    assert_eq!(world.closed(older.connection), Some(CloseReason::Superseded));
    assert_eq!(world.events(table.black()), [], "no absence is recorded");
    table.seats.red = red;
    world.play(&mut table, &["h2e2"]);
    // requests on the old connection have no effect
    world.lose(older);
    world.ask(older.connection, TableRequest::Play { ply: 0, mv: mv("h2e2"), premove: false }.at(table.game));
    assert_eq!(world.events(table.black()), []);
}

#[test]
fn an_unknown_token_is_refused_and_one_may_join_instead() {
    let mut world = World::new();
    let connection = world.open();
    let resume = ClientMessage::Door(DoorRequest::Resume {
        token: SessionToken([0; 16]),
        seen: Vec::new(),
        hall: None,
    });
    assert_eq!(world.refused_at(connection, resume), Refusal::UnknownToken);
    world.ask(connection, DoorRequest::Join { name: "Bo".into(), hall: None });
    assert!(matches!(
        world.received_at(connection)[0],
        ServerMessage::Door(DoorMessage::Joined { resumed: false, .. })
    ));
}

#[test]
fn a_resuming_player_receives_open_challenges() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let id = world.challenge(an, bo, Terms::default());
    world.advance(10_000);
    let (_, received) = world.resume(bo, None);
    let Some(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(sent))) = received.last() else {
        panic!("{received:?}")
    };
    assert_eq!((sent.id, sent.expires_in_ms), (id, 50_000));
}

#[test]
fn a_challenge_survives_a_lost_connection_of_either_side() {
    for challenger_goes in [true, false] {
        let mut world = World::new();
        let (bo, an) = (world.join("Bo"), world.join("An"));
        let challenge = world.challenge(bo, an, Terms::default());
        let (gone, stays) = if challenger_goes { (bo, an) } else { (an, bo) };
        world.presence(stays);
        world.lose(gone);
        world.expect(stays, &[]);
        let changes = world.presence(stays);
        let [PresenceChange::Here(seen)] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!((seen.id, seen.activity, seen.connected), (gone.player, Activity::Idle, false));
        world.advance(5_000);
        let (back, received) = world.resume(gone, None);
        let Some(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(sent))) = received.last() else {
            panic!("{received:?}")
        };
        assert_eq!((sent.id, sent.expires_in_ms), (challenge, 55_000));
        let accepter = if challenger_goes { an } else { back };
        world.send(accepter, LobbyRequest::AcceptChallenge { challenge });
        world.game_of(accepter);
    }
}

#[test]
fn a_challenge_of_an_absent_player_cannot_be_accepted_and_stays_open() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let challenge = world.challenge(bo, an, Terms::default());
    world.lose(bo);
    let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge });
    assert_eq!(world.refused(an, accept.clone()), Refusal::OpponentAway);
    // nor does a crossing challenge accept it
    let crossing =
        ClientMessage::Lobby(LobbyRequest::Challenge { opponent: bo.player, terms: Terms::default() });
    assert_eq!(world.refused(an, crossing), Refusal::OpponentAway);
    world.resume(bo, None);
    world.send(an, accept);
    world.game_of(an);
}

#[test]
fn an_absent_player_is_listed_while_their_challenge_is_open() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let challenge = world.challenge(bo, an, Terms::default());
    world.lose(bo);
    world.advance_with(&[an], limits::CHALLENGE_MS - 5_000);
    world.presence(an);
    world.advance_with(&[an], 5_000);
    let how = ChallengeEnd::Expired;
    world.expect(an, &[ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how })]);
    assert_eq!(world.presence(an), [PresenceChange::Gone(bo.player)]);
}

#[test]
fn a_player_who_returns_after_the_end_receives_the_result() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &MATE[..4]);
    world.lose(table.black());
    world.received(table.red());
    world.send(table.red(), TableRequest::Play { ply: 4, mv: mv(MATE[4]), premove: false }.at(table.game));
    let (black, _) = world.resume(table.black(), cursor(table.game, 5));
    let journal = world.journal(black, table.game);
    assert!(matches!(journal[7], Event::Ended { .. }), "{journal:?}");
    assert_eq!(journal[8], Event::CameBack { color: Color::Black });
}

#[test]
fn a_disconnected_player_without_a_table_is_no_longer_listed() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.presence(an);
    world.lose(bo);
    assert_eq!(world.presence(an), [PresenceChange::Gone(bo.player)]);
    world.resume(bo, None);
    let changes = world.presence(an);
    assert!(matches!(&changes[..], [PresenceChange::Here(player)] if player.id == bo.player));
}
