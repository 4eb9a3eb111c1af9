//! Restarts of the server: nothing that was sent is lost, and nobody's clock runs meanwhile.

use crate::world::{MATE, QUARTER, Table, World, cursor, mv, outcome, timed, untimed};
use chuhe_hub::{
    GameEvent, Hub, HubConfig, Input, InvalidEvent, JournalEntry, Output, Record, SetAside, StoredValue,
    Unusable,
};
use chuhe_protocol::{
    ChallengeEnd, ClientMessage, DoorMessage, DoorRequest, Event, GameId, LobbyMessage, LobbyRequest,
    PlayerId, Refusal, Request, ServerMessage, TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::offers::{OfferKind, OfferRefusal, WITHDRAWN_WAIT_MS};
use chuhe_rules::{AbortReason, Color, Outcome, PerColor, WinReason};
use proptest::prelude::*;

const CREDIT_MS: u64 = limits::INTERRUPTION_CREDIT_MS;

/// Resumes both players with their cursors; returns what each receives of the game.
fn both_resume(world: &mut World, table: &mut Table) -> PerColor<Vec<Event>> {
    let known = PerColor::from_fn(|color| world.known(table.seats[color], table.game));
    let mut sent = PerColor::default();
    for color in Color::ALL {
        let (client, received) = world.resume(table.seats[color], cursor(table.game, known[color]));
        table.seats[color] = client;
        sent[color] = received
            .into_iter()
            .filter_map(|message| match message {
                ServerMessage::Table { message: TableMessage::Events { first, events }, .. } => {
                    assert_eq!(first, known[color], "events continue where the client stopped");
                    Some(events)
                }
                _ => None,
            })
            .flatten()
            .collect();
    }
    world.discard_received();
    sent
}

fn away(color: Color) -> Event {
    Event::WentAway { color, claimable_in_ms: u32::try_from(limits::ABSENCE_MS).expect("the time is short") }
}

fn interrupted(events: &[Event]) -> (u64, PerColor<Option<u64>>) {
    let found = events.iter().find_map(|event| match event {
        Event::Interrupted { down_ms, clocks } => Some((*down_ms, *clocks)),
        _ => None,
    });
    let (down_ms, clocks) = found.expect("the game was interrupted");
    (down_ms, clocks.sides.map(|side| side.game_ms))
}

#[test]
fn players_resume_after_a_crash_at_every_ply() {
    for ply in 0..MATE.len() {
        let mut world = World::new();
        let mut table = world.table(timed(QUARTER));
        world.play(&mut table, &MATE[..ply]);
        world.crash(7_000);
        let sent = both_resume(&mut world, &mut table);
        let [Event::Interrupted { down_ms: 7_000, .. }, rest @ ..] = &sent.red[..] else {
            panic!("{sent:?}");
        };
        assert_eq!(rest, [away(Color::Red), away(Color::Black), Event::CameBack { color: Color::Red }]);
        assert_eq!(sent.black.last(), Some(&Event::CameBack { color: Color::Black }));
        world.play(&mut table, &MATE[ply..]);
        let (red, _) = world.resume(table.red(), None);
        let journal = world.journal(red, table.game);
        assert_eq!(outcome(&journal), Outcome::won(Color::Red, WinReason::Checkmate));
        let moves = journal.iter().filter(|event| matches!(event, Event::Played { .. })).count();
        assert_eq!(moves, MATE.len());
    }
}

#[test]
fn after_a_crash_at_every_output_sent_events_survive_and_a_repeated_move_counts_once() {
    for ply in 0..MATE.len() {
        for outputs in 0..8 {
            let mut world = World::new();
            let mut table = world.table(timed(QUARTER));
            world.play(&mut table, &MATE[..ply]);
            let color = if ply % 2 == 0 { Color::Red } else { Color::Black };
            let play =
                TableRequest::Play { ply: u16::try_from(ply).unwrap(), mv: mv(MATE[ply]), premove: false }
                    .at(table.game);
            let request = Request { number: 1, message: play.clone() };
            let input = Input::Received(table.seats[color].connection, request);
            // the world checks that what was sent was stored before
            world.crash_in(input, outputs, 1_000);
            both_resume(&mut world, &mut table);
            world.send(table.seats[color], play);
            world.discard_received();
            table.ply = u16::try_from(ply + 1).unwrap();
            if ply + 1 < MATE.len() {
                world.play(&mut table, &MATE[ply + 1..]);
            }
            let entries = &world.stored.games[&table.game];
            let moves = entries.iter().filter(|entry| entry.event.is_move()).count();
            assert_eq!(moves, MATE.len(), "{ply} {outputs}: {entries:?}");
            for client in [table.red(), table.black()] {
                let list = world.stored.lists[&client.player].values().collect::<Vec<_>>();
                assert_eq!(list.len(), 1);
                assert_eq!((list[0].game, list[0].plies), (table.game, 5));
            }
        }
    }
}

#[test]
fn a_restart_gives_back_the_time_and_a_credit() {
    let mut world = World::new();
    let time = TimeControl { game_ms: 60_000, move_ms: 20_000, ..TimeControl::UNTIMED };
    let mut table = world.table(timed(time));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.advance(5_000);
    world.crash(3_600_000);
    let sent = both_resume(&mut world, &mut table);
    let (down_ms, left) = interrupted(&sent.red);
    assert_eq!((down_ms, left), (3_600_000, PerColor::new(Some(65_000), Some(70_000))));
    // the time for the move grows by the same amount
    let both = [table.red(), table.black()];
    world.advance_with(&both, 24_999);
    assert_eq!(world.events(table.red()), []);
    world.advance(1);
    let expected = Outcome::won(Color::Black, WinReason::MoveTime);
    assert_eq!(outcome(&world.events(table.red())), expected);
}

#[test]
fn activity_during_a_pause_costs_running_games_no_time() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    let now = world.now();
    // the store stalled from now on; the server went down as soon as it recovered
    let mut restored = world.stored.restored(now);
    restored.sessions[0].2.issued_at = now.plus_ms(5_000);
    let (mut hub, set_aside) = Hub::restore(HubConfig::seeded([2; 32]), now.plus_ms(10_000), restored);
    assert_eq!(set_aside, []);
    let Some(Output::Save(Record::Event { entry, .. })) = hub.poll_output() else {
        panic!("nothing is saved")
    };
    let GameEvent::Public(Event::Interrupted { down_ms, .. }) = entry.event else { panic!("{entry:?}") };
    assert_eq!(down_ms, 10_000);
}

#[test]
fn a_takeback_keeps_the_credit_for_an_interruption() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.advance(5_000);
    world.crash(1_000);
    both_resume(&mut world, &mut table);
    world.play(&mut table, &["h0g2"]);
    let (game, kind) = (table.game, OfferKind::Takeback);
    world.send(table.red(), TableRequest::Offer { kind }.at(game));
    world.send(table.black(), TableRequest::AnswerOffer { kind, accept: true }.at(game));
    let events = world.events(table.red());
    let Some(Event::TakenBack { clocks, .. }) = events.last() else { panic!("{events:?}") };
    let full = u64::from(QUARTER.game_ms) + CREDIT_MS;
    assert_eq!(clocks.sides.map(|side| side.game_ms), PerColor::splat(Some(full)));
}

#[test]
fn a_restart_prolongs_the_time_for_the_first_move() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.advance(20_000 - 1_000);
    world.crash(60_000);
    both_resume(&mut world, &mut table);
    let both = [table.red(), table.black()];
    world.advance_with(&both, limits::FIRST_MOVE_MS - 19_000 + CREDIT_MS - 1);
    assert_eq!(world.events(table.red()), []);
    world.advance(1);
    let expected = Outcome::Aborted(AbortReason::NoFirstMove(Color::Red));
    assert_eq!(outcome(&world.events(table.red())), expected);
}

#[test]
fn each_of_several_restarts_counts_until_there_are_too_many() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &["h2e2", "h9g7"]);
    for _ in 0..3 {
        world.crash(1_000);
    }
    let mut sent = both_resume(&mut world, &mut table);
    sent.red.reverse();
    let (_, left) = interrupted(&sent.red);
    let full = u64::from(QUARTER.game_ms);
    assert_eq!(left, PerColor::splat(Some(full + 3 * CREDIT_MS)));
    for _ in 3..limits::GAME_INTERRUPTIONS {
        world.crash(0);
    }
    let running = |world: &World| {
        let entries = &world.stored.games[&table.game];
        entries.iter().all(|entry| !entry.event.is_end())
    };
    assert!(running(&world));
    world.crash(0);
    assert!(!running(&world));
}

#[test]
fn offers_and_their_waiting_times_survive_a_restart() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    let game = table.game;
    let takeback = TableRequest::Offer { kind: OfferKind::Takeback }.at(game);
    world.send(table.black(), takeback.clone());
    let answer =
        |kind, accept| ClientMessage::Table { game, request: TableRequest::AnswerOffer { kind, accept } };
    world.send(table.red(), answer(OfferKind::Takeback, false));
    world.send(table.red(), TableRequest::Offer { kind: OfferKind::Draw }.at(game));
    world.crash(4_000);
    both_resume(&mut world, &mut table);
    let too_soon = Refusal::Offer(OfferRefusal::TooSoon { wait_ms: 6_000 });
    assert_eq!(world.refused(table.black(), takeback), too_soon);
    world.send(table.black(), answer(OfferKind::Draw, true));
    assert!(matches!(outcome(&world.events(table.red())), Outcome::Drawn(_)));
}

#[test]
fn the_wait_for_an_absent_player_survives_a_restart() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.lose(table.red());
    world.advance_with(&[table.black()], 40_000);
    world.crash(500_000);
    let (black, _) = world.resume(table.black(), cursor(table.game, 0));
    table.seats.black = black;
    world.discard_received();
    let claim = TableRequest::ClaimAbsence { claim: chuhe_protocol::Claim::Win }.at(table.game);
    assert_eq!(world.refused(black, claim.clone()), Refusal::ClaimTooSoon { wait_ms: 20_000 + CREDIT_MS });
    world.advance_with(&[black], 20_000 + CREDIT_MS);
    world.send(black, claim);
    let expected = Outcome::won(Color::Black, WinReason::Abandonment);
    assert_eq!(outcome(&world.events(black)), expected);
}

#[test]
fn a_finished_game_can_be_left_or_rematched_after_a_restart() {
    for rematch in [true, false] {
        let mut world = World::new();
        let mut table = world.table(untimed());
        world.play(&mut table, &MATE);
        let game = table.game;
        world.send(table.red(), TableRequest::Offer { kind: OfferKind::Rematch }.at(game));
        world.crash(1_000);
        both_resume(&mut world, &mut table);
        if rematch {
            // it was withdrawn with the absence
            world.advance_with(&[table.red(), table.black()], WITHDRAWN_WAIT_MS);
            world.send(table.red(), TableRequest::Offer { kind: OfferKind::Rematch }.at(game));
            let accept = TableRequest::AnswerOffer { kind: OfferKind::Rematch, accept: true }.at(game);
            world.send(table.black(), accept);
            let next = world.game_of(table.red());
            assert!(next > game, "no number is used twice");
        } else {
            for client in [table.red(), table.black()] {
                world.send(client, TableRequest::Leave.at(game));
            }
            assert!(world.stored.restored(world.now()).games.is_empty());
            assert_eq!(world.stored.games[&game].len(), 7 + 2 + 2, "the journal stays in the store");
        }
    }
}

#[test]
fn a_crash_leaves_either_the_rematch_or_the_table_before_it() {
    for outputs in 0..10 {
        let mut world = World::new();
        let mut table = world.table(untimed());
        world.play(&mut table, &MATE);
        let game = table.game;
        world.send(table.red(), TableRequest::Offer { kind: OfferKind::Rematch }.at(game));
        let message = TableRequest::Offer { kind: OfferKind::Rematch }.at(game);
        let input = Input::Received(table.black().connection, Request { number: 1, message });
        world.crash_in(input, outputs, 1_000);
        let standing = world.stored.restored(world.now()).games;
        assert_eq!(standing.len(), 1, "{outputs}");
        let (red, _) = world.resume(table.red(), None);
        world.journal(red, standing[0].game);
    }
}

#[test]
fn a_restart_prolongs_open_challenges() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let challenge = world.challenge(bo, an, Terms::default());
    world.advance_with(&[bo, an], 50_000);
    for _ in 0..2 {
        world.crash(200_000);
    }
    let (an, received) = world.resume(an, None);
    let Some(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(sent))) = received.last() else {
        panic!("{received:?}")
    };
    assert_eq!((sent.id, u64::from(sent.expires_in_ms)), (challenge, 10_000 + 2 * CREDIT_MS));
    let accept = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge });
    assert_eq!(world.refused(an, accept.clone()), Refusal::OpponentAway);
    world.resume(bo, None);
    world.send(an, accept);
    world.game_of(an);
    world.crash(1_000);
    assert!(world.stored.challenges.is_empty());
}

#[test]
fn a_crash_leaves_an_accepted_challenge_as_a_game_or_open() {
    for outputs in 0..12 {
        let mut world = World::new();
        let (bo, an) = (world.join("Bo"), world.join("An"));
        let challenge = world.challenge(bo, an, Terms::default());
        let message = ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge });
        let input = Input::Received(an.connection, Request { number: 1, message });
        world.crash_in(input, outputs, 1_000);
        let sent = world.received(bo).into_iter().find_map(|message| match message {
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how, .. }) => Some(how),
            _ => None,
        });
        let games: Vec<GameId> =
            world.stored.restored(world.now()).games.iter().map(|stored| stored.game).collect();
        let stands = world.stored.challenges.contains_key(&challenge);
        assert!(stands != (games.len() == 1), "{outputs}: one or the other");
        if let Some(how) = sent {
            assert_eq!(how, ChallengeEnd::Accepted(games[0]));
        }
    }
}

#[test]
fn a_guest_keeps_their_name_for_five_minutes_after_a_restart() {
    let mut world = World::new();
    let bo = world.join("Bo");
    world.crash(24 * 3_600_000);
    world.advance(limits::GUEST_NAME_MS - 1);
    let connection = world.open();
    let join = ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: None });
    assert_eq!(world.refused_at(connection, join.clone()), Refusal::NameTaken);
    world.advance(1);
    world.ask(connection, join);
    assert!(matches!(world.received_at(connection)[0], ServerMessage::Door(DoorMessage::Joined { .. })));
    let gone = ClientMessage::Door(DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: None });
    let connection = world.open();
    assert_eq!(world.refused_at(connection, gone), Refusal::UnknownToken);
}

#[test]
fn a_game_aborted_before_both_had_moved_is_not_listed() {
    let mut world = World::new();
    let table = world.table(untimed());
    world.send(table.red(), TableRequest::Abort.at(table.game));
    assert!(world.stored.lists.is_empty());
}

/// A stored game with many kinds of events.
fn varied() -> (World, GameId) {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    let game = table.game;
    let offer = |kind| ClientMessage::Table { game, request: TableRequest::Offer { kind } };
    let answer =
        |kind, accept| ClientMessage::Table { game, request: TableRequest::AnswerOffer { kind, accept } };
    world.play(&mut table, &["h2e2", "h9g7"]);
    world.send(table.red(), offer(OfferKind::Takeback));
    world.send(table.black(), answer(OfferKind::Takeback, true));
    world.discard_received();
    table.ply = 0;
    world.play(&mut table, &MATE[..2]);
    world.send(table.red(), offer(OfferKind::Draw));
    world.send(table.red(), TableRequest::WithdrawOffer { kind: OfferKind::Draw }.at(game));
    world.crash(1_000);
    both_resume(&mut world, &mut table);
    world.play(&mut table, &MATE[2..]);
    world.send(table.black(), offer(OfferKind::Rematch));
    world.send(table.black(), TableRequest::Leave.at(game));
    (world, game)
}

/// Returns why the journal of the varied game cannot be replayed after `change`.
fn wrong(change: impl FnOnce(&mut Vec<JournalEntry>)) -> InvalidEvent {
    let (mut world, game) = varied();
    world.reason_set_aside(game, change)
}

fn find(entries: &[JournalEntry], is_it: impl Fn(&Event) -> bool) -> usize {
    entries
        .iter()
        .position(|entry| entry.event.public().is_some_and(&is_it))
        .expect("the journal has such an event")
}

#[test]
fn a_journal_that_no_game_can_have_is_set_aside_with_its_reason() {
    assert_eq!(wrong(Vec::clear), InvalidEvent::Start);
    assert_eq!(wrong(|entries| drop(entries.remove(0))), InvalidEvent::Start);
    assert_eq!(wrong(|entries| entries.insert(1, entries[0].clone())), InvalidEvent::Start);
    let gap = |entries: &mut Vec<JournalEntry>| drop(entries.remove(1));
    assert!(matches!(wrong(gap), InvalidEvent::Illegal(_)));
    assert_eq!(wrong(|entries| entries[3].at = Timestamp::from_ms(0)), InvalidEvent::Time);
    let played_after_the_end = |entries: &mut Vec<JournalEntry>| {
        let played = entries[1].event.clone();
        let at = entries.last().unwrap().at;
        entries.push(JournalEntry { at, event: played, premove: false });
    };
    assert_eq!(wrong(played_after_the_end), InvalidEvent::Over);
    let other_clocks = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, |event| matches!(event, Event::TakenBack { .. }));
        let GameEvent::Public(Event::TakenBack { clocks, .. }) = &mut entries[n].event else { panic!() };
        clocks.sides.red.game_ms = Some(1);
    };
    assert_eq!(wrong(other_clocks), InvalidEvent::Mismatch);
    let other_end = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, |event| matches!(event, Event::Ended { .. }));
        let GameEvent::Public(Event::Ended { outcome, .. }) = &mut entries[n].event else { panic!() };
        *outcome = Outcome::won(Color::Black, WinReason::Resignation);
    };
    assert_eq!(wrong(other_end), InvalidEvent::Outcome);
    let unasked = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, |event| matches!(event, Event::Offered { kind: OfferKind::Takeback, .. }));
        entries.remove(n);
    };
    assert_eq!(wrong(unasked), InvalidEvent::NoOffer);
    let back_twice = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, |event| matches!(event, Event::CameBack { .. }));
        entries.insert(n, entries[n].clone());
    };
    assert_eq!(wrong(back_twice), InvalidEvent::Absence);
    let same_player = |entries: &mut Vec<JournalEntry>| {
        let GameEvent::Public(Event::Started(start)) = &mut entries[0].event else { panic!() };
        start.seats.red.player = start.seats.black.player;
    };
    assert_eq!(wrong(same_player), InvalidEvent::Seats);
}

#[test]
fn a_room_with_a_missing_player_or_the_older_of_two_rooms_is_set_aside() {
    let (mut world, game) = varied();
    let GameEvent::Public(Event::Started(start)) = world.stored.games[&game][0].event.clone() else {
        panic!()
    };
    let (red, stranger) = (start.seats.red.player, PlayerId(77));
    let row = world.stored.players.remove(&red).expect("the player is stored");
    let set_aside = |game, why| vec![SetAside { value: StoredValue::Game(game), why }];
    assert_eq!(world.replayed().1, set_aside(game, Unusable::NoSuchPlayer(red)));
    world.stored.players.insert(red, row);
    let mut copy = world.stored.games[&game].clone();
    let GameEvent::Public(Event::Started(start)) = &mut copy[0].event else { panic!() };
    start.seats.black.player = stranger;
    let newer = GameId(game.0 + 1);
    world.stored.games.insert(newer, copy);
    world.stored.rooms.insert(newer, (1, true));
    assert_eq!(world.replayed().1, set_aside(game, Unusable::TwoTables(red)));
}

proptest! {
    #[test]
    fn no_journal_crashes_the_server(
        changes in proptest::collection::vec((any::<u8>(), any::<u8>(), any::<u8>(), any::<u64>()), 1..4)
    ) {
        let (mut world, game) = varied();
        let entries = world.stored.games.get_mut(&game).expect("the game is stored");
        for (how, one, other, number) in changes {
            let (one, other) = (usize::from(one) % entries.len().max(1), usize::from(other) % entries.len().max(1));
            if entries.is_empty() {
                break;
            }
            match how % 7 {
                0 => drop(entries.remove(one)),
                1 => entries.swap(one, other),
                2 => entries.insert(one, entries[other].clone()),
                3 => entries.truncate(one),
                4 => entries[one].at = Timestamp::from_ms(number),
                5 => {
                    let clocks = Default::default();
                    entries[one].event = Event::Interrupted { down_ms: number, clocks }.into();
                }
                _ => {
                    let claimable_in_ms = number as u32;
                    entries[one].event = Event::WentAway { color: Color::Red, claimable_in_ms }.into();
                }
            }
        }
        let (mut hub, _) = world.replayed();
        for _ in 0..40 {
            let Some(at) = hub.poll_timeout() else { break };
            hub.handle(at, Input::Tick);
            while hub.poll_output().is_some() {}
        }
        hub.check_invariants();
    }
}
