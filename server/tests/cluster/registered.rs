//! Registered players of a cluster: two nodes in processes of their own, with a hall each.

use crate::nats_server::NatsServer;
use crate::players::{Player, Program, is_temporary};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, CloseReason, DoorMessage, DoorRequest, HallName,
    NodeAddress, Password, PlayerId, Refusal, ServerMessage,
};
use std::time::Duration;
use tokio::time::{interval, timeout};

/// How long anything may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// Interval of the looks at which node serves which hall.
const LOOK: Duration = Duration::from_secs(1);
const SECRET: &str = "correct horse";

fn password() -> Password {
    Password(SECRET.into())
}

fn hall(name: &str) -> Option<HallName> {
    Some(HallName::parse(name).expect("a name"))
}

fn join(name: &str, to: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: name.into(), hall: hall(to) })
}

fn log_in(name: &str, to: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Login { name: name.into(), password: password(), hall: hall(to) })
}

/// Two nodes, of which the first serves the hall in the east, and the second the one in the west.
struct Halls {
    programs: [Program; 2],
    nodes: Vec<NodeAddress>,
}

impl Halls {
    async fn start(nats: &NatsServer) -> Self {
        let first = Program::start(nats, "a", &["east"]);
        let mut nodes = vec![first.address.clone()];
        Player::join(&nodes, "Early").await;
        // the node that carries fewer halls takes the new one
        let second = Program::start(nats, "b", &["east", "west"]);
        nodes.push(second.address.clone());
        let mut halls = Self { programs: [first, second], nodes };
        let mut tries = interval(LOOK);
        // if the first node was quicker and took both, it hands one on later
        let spreading = async {
            for n in 0.. {
                tries.tick().await;
                let east = halls.enter(join(&format!("East{n}"), "east")).await;
                let west = halls.enter(join(&format!("West{n}"), "west")).await;
                if east.at != west.at {
                    return east.at;
                }
            }
            unreachable!("it tries for ever")
        };
        let east = timeout(PATIENCE, spreading).await.expect("each node serves a hall in time");
        if east != halls.nodes[0] {
            halls.programs.reverse();
            halls.nodes.reverse();
        }
        halls
    }

    async fn try_enter(&self, message: ClientMessage) -> Result<Player, Refusal> {
        Player::try_enter(&self.nodes, message).await
    }

    async fn enter(&self, message: impl Into<ClientMessage>) -> Player {
        let message = message.into();
        self.try_enter(message).await.unwrap_or_else(|reason| panic!("{reason:?}"))
    }

    async fn refused(&self, message: impl Into<ClientMessage>) -> Option<Refusal> {
        let message = message.into();
        self.try_enter(message).await.err()
    }

    async fn registered(&self, name: &str, to: &str) -> Player {
        let mut player = self.enter(join(name, to)).await;
        register(&mut player).await;
        player
    }
}

async fn register(player: &mut Player) {
    let request = ClientMessage::Account(AccountRequest::Register { password: password() });
    let registered = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(())
    };
    let answer = player.ask(request, registered).await;
    // an earlier request may have taken effect although NATS answered it too late
    assert!(matches!(answer, Ok(()) | Err((Refusal::AlreadyRegistered, true))), "{answer:?}");
}

fn blocked(message: &ServerMessage) -> Option<Vec<PlayerId>> {
    let ServerMessage::Account(AccountMessage::Preferences { blocked, .. }) = message else { return None };
    Some(blocked.iter().map(|player| player.player).collect())
}

async fn closed(player: &mut Player) -> CloseReason {
    let closing = |message: &ServerMessage| {
        let ServerMessage::Door(DoorMessage::Closing { reason }) = message else { return None };
        Some(*reason)
    };
    player.until(closing).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_registered_name_is_its_players_at_every_node() {
    let Some(nats) = NatsServer::start() else { return };
    let halls = Halls::start(&nats).await;
    let mut guest = halls.enter(join("bo", "west")).await;
    let mut bo = halls.registered("Bo", "east").await;
    assert_eq!(closed(&mut guest).await, CloseReason::NameRegistered);
    for taken in ["Bo", "bO", "В\u{43e}"] {
        assert_eq!(halls.refused(join(taken, "west")).await, Some(Refusal::NameRegistered), "{taken}");
    }
    let wrong = ClientMessage::Door(DoorRequest::Login {
        name: "Bo".into(),
        password: Password("wrong one".into()),
        hall: hall("west"),
    });
    assert_eq!(halls.refused(wrong).await, Some(Refusal::WrongPassword));
    let mut there = halls.enter(log_in("bo", "west")).await;
    assert_eq!((there.id, there.is_registered), (bo.id, true), "a player has one number everywhere");

    // blocks follow
    let an = halls.registered("An", "west").await;
    assert_eq!(there.ask(AccountRequest::Block { player: an.id }, blocked).await, Ok(vec![an.id]));
    assert_eq!(bo.until(blocked).await, [an.id]);

    // signing out reaches the other node, and not the connection that asks for it
    let token = |message: &ServerMessage| {
        let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message else {
            return None;
        };
        Some(*token)
    };
    bo.token = bo.ask(AccountRequest::SignOutEverywhere, token).await.expect("it signs out");
    assert_eq!(closed(&mut there).await, CloseReason::SignedOut);
    let stolen =
        ClientMessage::Door(DoorRequest::Resume { token: there.token, seen: Vec::new(), hall: hall("west") });
    assert_eq!(halls.refused(stolen).await, Some(Refusal::UnknownToken));
    bo.say(ClientMessage::Door(DoorRequest::Ping { nonce: 7, round_trip_ms: None })).await;
    bo.until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(()))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_stay_signed_in_when_their_node_is_lost_and_names_are_kept_while_nats_is_away() {
    let Some(mut nats) = NatsServer::start() else { return };
    let mut halls = Halls::start(&nats).await;
    let bo = halls.registered("Bo", "east").await;
    let mut an = halls.enter(join("An", "west")).await;
    halls.programs[0].kill();
    let resumed =
        ClientMessage::Door(DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: hall("east") });
    let resumed = halls.enter(resumed).await;
    assert_eq!((resumed.id, resumed.is_registered), (bo.id, true));
    assert_eq!(resumed.at, halls.nodes[1]);
    assert_eq!(halls.refused(join("Bo", "west")).await, Some(Refusal::NameRegistered));

    nats.kill();
    an.say(ClientMessage::Account(AccountRequest::Register { password: password() })).await;
    let refused = |message: &ServerMessage| {
        let ServerMessage::Refused { reason, .. } = message else { return None };
        Some(*reason)
    };
    let reason = an.until(refused).await;
    assert!(is_temporary(reason), "{reason:?}");
    nats.resume();
    // guests are served again
    halls.enter(join("Cy", "west")).await;
    register(&mut an).await;
    assert_eq!(halls.enter(log_in("An", "east")).await.id, an.id);
}
