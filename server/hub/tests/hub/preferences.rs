//! Blocks, and who may challenge a player.

use crate::world::{Client, MATE, World, mv, untimed};
use chuhe_hub::{Address, Limits, Rate};
use chuhe_protocol::{
    AccountMessage, AccountRequest, BlockedPlayer, ChallengeEnd, ChallengePolicy, ChatMessage, ChatRoom,
    ClientMessage, DeclineReason, DoorMessage, DoorRequest, LobbyMessage, LobbyRequest, Password, PlayerId,
    PlayerName, PresenceChange, ProfileChoice, Refusal, ServerMessage, TableRequest, Terms, WatchFrom,
    limits,
};
use chuhe_rules::offers::OfferKind;

fn challenge(to: Client) -> ClientMessage {
    ClientMessage::Lobby(LobbyRequest::Challenge { opponent: to.player, terms: Terms::default() })
}

fn block(other: Client) -> ClientMessage {
    ClientMessage::Account(AccountRequest::Block { player: other.player })
}

fn unblock(other: Client) -> ClientMessage {
    ClientMessage::Account(AccountRequest::Unblock { player: other.player })
}

fn set(policy: ChallengePolicy) -> ClientMessage {
    ClientMessage::Account(AccountRequest::SetChallengePolicy { policy })
}

fn register(world: &mut World, client: Client) {
    world.send(client, AccountRequest::Register { password: Password("correct horse".into()) });
    world.expect(client, &[ServerMessage::Account(AccountMessage::Registered)]);
}

/// Joins as a guest from an address that several guests share.
fn join_from_shared_address(world: &mut World, name: &str) -> Client {
    let connection = world.open_from(Address(7));
    world.ask(connection, DoorRequest::Join { name: name.into(), hall: None });
    let received = world.received_at(connection);
    let Some(&ServerMessage::Door(DoorMessage::Joined { player, token, .. })) = received.first() else {
        panic!("{received:?}")
    };
    Client { connection, player, token }
}

/// The message with these preferences.
fn preferences(policy: ChallengePolicy, blocked: &[(Client, &str)]) -> ServerMessage {
    let named = |&(client, name): &(Client, &str)| BlockedPlayer {
        player: client.player,
        name: PlayerName::parse(name).expect("a name"),
    };
    ServerMessage::Account(AccountMessage::Preferences {
        policy,
        blocked: blocked.iter().map(named).collect(),
        profile: ProfileChoice::default(),
    })
}

fn chat(world: &mut World, from: Client, room: ChatRoom) {
    world.send(from, ClientMessage::Chat { room, text: "hi".into() });
}

/// How many chat lines the client has received since the last call.
fn lines(world: &mut World, client: Client) -> usize {
    let is_line = |message: &ServerMessage| matches!(message, ServerMessage::Chat(ChatMessage::Line { .. }));
    world.received(client).iter().filter(|message| is_line(message)).count()
}

#[test]
fn a_player_receives_their_preferences_on_joining_and_after_each_change() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, set(ChallengePolicy::Nobody));
    world.expect(bo, &[preferences(ChallengePolicy::Nobody, &[])]);
    for _ in 0..2 {
        world.send(bo, block(an));
        world.expect(bo, &[preferences(ChallengePolicy::Nobody, &[(an, "An")])]);
    }
    let (bo, welcome) = world.resume(bo, None);
    assert_eq!(welcome[1], preferences(ChallengePolicy::Nobody, &[(an, "An")]));
    world.send(bo, set(ChallengePolicy::Everyone));
    world.expect(bo, &[preferences(ChallengePolicy::Everyone, &[(an, "An")])]);
    for _ in 0..2 {
        world.send(bo, unblock(an));
        world.expect(bo, &[preferences(ChallengePolicy::Everyone, &[])]);
    }
    world.expect(an, &[]);
    let connection = world.open();
    world.ask(connection, DoorRequest::Join { name: "Cy".into(), hall: None });
    let is_sent = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Preferences { .. }))
    };
    assert!(!world.received_at(connection).iter().any(is_sent), "the default preferences are not sent");
}

#[test]
fn the_policy_limits_who_may_challenge_and_is_sent_to_everyone() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    register(&mut world, cy);
    world.discard_received();
    world.send(bo, set(ChallengePolicy::Registered));
    let changes = world.presence(an);
    let [PresenceChange::Here(listed)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((listed.id, listed.policy), (bo.player, ChallengePolicy::Registered));
    assert_eq!(world.refused(an, challenge(bo)), Refusal::RegisteredChallengersOnly);
    let id = world.challenge(cy, bo, Terms::default());
    world.send(bo, set(ChallengePolicy::Nobody));
    world.discard_received();
    world.send(bo, LobbyRequest::AcceptChallenge { challenge: id });
    let table = world.game_of(bo);
    for client in [bo, cy] {
        world.send(client, TableRequest::Abort.at(table));
        world.send(client, TableRequest::Leave.at(table));
    }
    world.discard_received();
    for client in [an, cy] {
        assert_eq!(world.refused(client, challenge(bo)), Refusal::NoChallenges);
    }
    world.challenge(bo, an, Terms::default());
}

#[test]
fn a_challenge_that_crosses_one_needs_no_permission() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, set(ChallengePolicy::Nobody));
    world.discard_received();
    world.challenge(bo, an, Terms::default());
    world.send(an, challenge(bo));
    world.game_of(an);
}

#[test]
fn a_blocked_player_is_refused_as_by_a_policy_of_no_challenges() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, block(an));
    world.discard_received();
    assert_eq!(world.refused(an, challenge(bo)), Refusal::NoChallenges);
    assert_eq!(world.refused(bo, challenge(an)), Refusal::PlayerBlocked);
    world.expect(bo, &[]);
    world.send(bo, unblock(an));
    world.discard_received();
    world.advance_with(&[bo, an], 10_000);
    world.challenge(an, bo, Terms::default());
}

#[test]
fn a_blocked_guest_is_refused_like_any_guest_where_only_registered_players_may_challenge() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    world.send(bo, set(ChallengePolicy::Registered));
    world.send(bo, block(an));
    world.discard_received();
    assert_eq!(world.refused(an, challenge(bo)), Refusal::RegisteredChallengersOnly);
    register(&mut world, an);
    world.discard_received();
    assert_eq!(world.refused(an, challenge(bo)), Refusal::NoChallenges);
}

#[test]
fn blocking_a_player_counts_as_one_refusal_with_and_without_a_challenge() {
    for has_challenged in [true, false] {
        let mut world = World::new();
        let (bo, an) = (world.join("Bo"), world.join("An"));
        if has_challenged {
            world.challenge(an, bo, Terms::default());
        }
        world.send(bo, block(an));
        world.send(bo, unblock(an));
        world.discard_received();
        assert_eq!(world.refused(an, challenge(bo)), Refusal::ChallengeTooSoon { wait_ms: 10_000 });
    }
}

#[test]
fn blocking_a_player_closes_the_challenges_between_the_two() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    let from_an = world.challenge(an, bo, Terms::default());
    let from_cy = world.challenge(cy, bo, Terms::default());
    let slow = ClientMessage::Lobby(LobbyRequest::Challenge { opponent: an.player, terms: untimed() });
    world.send(bo, slow);
    world.discard_received();
    world.send(bo, block(an));
    let ends: Vec<ServerMessage> = world.received(an);
    let [
        ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how }),
        ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how: ChallengeEnd::Cancelled, .. }),
    ] = ends[..]
    else {
        panic!("{ends:?}")
    };
    assert_eq!((challenge, how), (from_an, ChallengeEnd::Declined(DeclineReason::Unspecified)));
    world.discard_received();
    world.send(bo, LobbyRequest::AcceptChallenge { challenge: from_cy });
    world.game_of(bo);
}

#[test]
fn chat_of_a_blocked_player_reaches_everyone_but_the_blocker() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    let (bo, an) = (table.red(), table.black());
    world.send(bo, block(an));
    world.discard_received();
    for (room, others) in [(ChatRoom::Lobby, 1), (ChatRoom::Table(table.game), 0)] {
        chat(&mut world, an, room);
        assert_eq!([an, bo, cy].map(|client| lines(&mut world, client)), [1, 0, others], "{room:?}");
        chat(&mut world, bo, room);
        assert_eq!([an, bo, cy].map(|client| lines(&mut world, client)), [1, 1, others], "{room:?}");
    }
    world.play(&mut table, &MATE);
    world.discard_received();
    chat(&mut world, an, ChatRoom::Table(table.game));
    assert_eq!([an, bo].map(|client| lines(&mut world, client)), [1, 0]);
    let rematch = TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game);
    assert_eq!(world.refused(an, rematch.clone()), Refusal::NoChallenges);
    assert_eq!(world.refused(bo, rematch), Refusal::PlayerBlocked);
}

#[test]
fn spectator_chat_of_a_blocked_player_does_not_reach_the_blocker() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let bo = table.red();
    let watch = TableRequest::Watch { from: WatchFrom::Current }.at(table.game);
    for spectator in [cy, di] {
        world.send(spectator, watch.clone());
    }
    for client in [bo, di] {
        world.send(client, block(cy));
    }
    world.discard_received();
    let room = ChatRoom::Spectators(table.game);
    chat(&mut world, cy, room);
    chat(&mut world, di, room);
    assert_eq!([cy, di].map(|client| lines(&mut world, client)), [2, 1]);
    world.play(&mut table, &MATE[..4]);
    world.discard_received();
    let mating = TableRequest::Play { ply: 4, mv: mv(MATE[4]), premove: false }.at(table.game);
    world.send(bo, mating);
    assert_eq!(lines(&mut world, bo), 1, "the line of the other spectator");
    assert_eq!(lines(&mut world, table.black()), 2);
}

#[test]
fn preferences_survive_a_restart_and_a_logout() {
    let mut world = World::new();
    let (bo, an, cy) = (world.join("Bo"), world.join("An"), world.join("Cy"));
    register(&mut world, bo);
    register(&mut world, an);
    world.send(bo, block(an));
    world.send(bo, set(ChallengePolicy::Registered));
    world.send(cy, block(bo));
    world.restart();
    let ((bo, welcome), (an, _), (cy, of_guest)) =
        (world.resume(bo, None), world.resume(an, None), world.resume(cy, None));
    assert_eq!(welcome[1], preferences(ChallengePolicy::Registered, &[(an, "An")]));
    assert_eq!(of_guest[1], preferences(ChallengePolicy::Everyone, &[(bo, "Bo")]));
    assert_eq!(world.refused(an, challenge(bo)), Refusal::NoChallenges);
    assert_eq!(world.refused(cy, challenge(bo)), Refusal::PlayerBlocked);
    world.send(bo, DoorRequest::Quit);
    let connection = world.open();
    let password = Password("correct horse".into());
    world.ask(connection, DoorRequest::Login { name: "Bo".into(), password, hall: None });
    let welcome = world.received_at(connection);
    assert_eq!(welcome[1], preferences(ChallengePolicy::Registered, &[(an, "An")]));
    world.hub.check_invariants();
}

#[test]
fn a_block_of_a_guest_does_not_pass_on_to_the_next_owner_of_the_name() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    register(&mut world, bo);
    world.send(bo, block(an));
    world.send(an, DoorRequest::Quit);
    let an = world.join("An");
    world.discard_received();
    world.challenge(an, bo, Terms::default());
    world.restart();
    let ((bo, welcome), (an, _)) = (world.resume(bo, None), world.resume(an, None));
    let is_sent = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Preferences { .. }))
    };
    assert!(!welcome.iter().any(is_sent), "{welcome:?}");
    chat(&mut world, an, ChatRoom::Lobby);
    assert_eq!(lines(&mut world, bo), 1);
}

#[test]
fn a_blocked_guest_who_joins_again_waits_before_they_challenge() {
    let mut world = World::new();
    let bo = world.join("Bo");
    let an = join_from_shared_address(&mut world, "An");
    world.send(bo, block(an));
    world.send(an, DoorRequest::Quit);
    let again = join_from_shared_address(&mut world, "Anne");
    assert_eq!(world.refused(again, challenge(bo)), Refusal::ChallengeTooSoon { wait_ms: 10_000 });
}

#[test]
fn the_list_of_blocked_players_is_bounded_and_holds_others_only() {
    let rate = Rate::new(1_000, 1_000);
    let mut world = World::limited(Limits { player_preferences: rate, ..Limits::default() });
    let bo = world.join("Bo");
    assert_eq!(world.refused(bo, block(bo)), Refusal::BlockSelf);
    let nobody = ClientMessage::Account(AccountRequest::Block { player: PlayerId(1 << 50) });
    assert_eq!(world.refused(bo, nobody), Refusal::NoSuchPlayer);
    let others: Vec<Client> = (0..=limits::BLOCKED_PLAYERS).map(|n| world.join(&format!("P{n}"))).collect();
    let (last, others) = others.split_last().expect("there are some");
    for &other in others {
        world.send(bo, block(other));
        assert!(matches!(
            &world.received(bo)[..],
            [ServerMessage::Account(AccountMessage::Preferences { .. })]
        ));
    }
    assert_eq!(world.refused(bo, block(*last)), Refusal::TooManyBlocks);
    // a guest who is gone makes room
    world.send(others[0], DoorRequest::Quit);
    world.send(bo, block(*last));
    assert!(matches!(&world.received(bo)[..], [ServerMessage::Account(AccountMessage::Preferences { .. })]));
}

#[test]
fn preference_requests_are_rate_limited() {
    let mut world = World::new();
    let bo = world.join("Bo");
    for n in 0..20 {
        world.send(bo, set([ChallengePolicy::Nobody, ChallengePolicy::Everyone][n % 2]));
    }
    world.discard_received();
    let refusal = world.refused(bo, set(ChallengePolicy::Registered));
    assert_eq!(refusal, Refusal::TooManyAttempts { wait_ms: 3_000 });
}
