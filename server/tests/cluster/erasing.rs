//! A player is erased from a cluster: nothing of the name stays in its streams and buckets.

use crate::nats_server::NatsServer;
use crate::players::{Player, Program};
use crate::programs::{begin, play};
use async_nats::jetstream::Context;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveMessage, ArchiveRequest, ClientMessage, DoorMessage, DoorRequest,
    GameId, HallName, Password, Refusal, ServerMessage, TableRequest,
};
use flate2::read::GzDecoder;
use futures_util::TryStreamExt as _;
use std::io::Read as _;
use std::process::Command;
use std::time::Duration;
use tokio::time::interval;

const NAME: &str = "Zuobian";
const SECRET: &str = "correct horse";

async fn register(player: &mut Player) {
    let password = Password(SECRET.into());
    let registered = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(())
    };
    let answer = player.ask(AccountRequest::Register { password }, registered).await;
    assert!(matches!(answer, Ok(()) | Err((Refusal::AlreadyRegistered, true))), "{answer:?}");
}

/// Leaves a table, and waits until the hall has seen to that.
async fn leave(player: &mut Player, game: GameId) {
    player.say(TableRequest::Leave.at(game)).await;
    player.say(ClientMessage::Door(DoorRequest::Ping { nonce: 9, round_trip_ms: None })).await;
    player
        .until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 9 })).then_some(()))
        .await;
}

fn log_in(name: &str) -> ClientMessage {
    let hall = Some(HallName::parse("east").expect("a name"));
    ClientMessage::Door(DoorRequest::Login { name: name.into(), password: Password(SECRET.into()), hall })
}

/// Runs `account erase` on the cluster; returns whether it succeeds, and what it writes.
fn erase(nats: &NatsServer) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe-server"))
        .args(["account", "erase", NAME, "--replicas", "1", "--cluster", &nats.url()])
        .output()
        .expect("the command runs");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.success(), text.concat())
}

/// The messages of all streams that have the name, in plain or packed; and the number of all messages.
async fn messages_with_name(context: &Context) -> (Vec<String>, usize) {
    let contains = |bytes: &[u8]| bytes.windows(NAME.len()).any(|window| window == NAME.as_bytes());
    let (mut found, mut count) = (Vec::new(), 0);
    let mut names = context.stream_names();
    while let Some(name) = names.try_next().await.expect("the streams are listed") {
        let mut stream = context.get_stream(&name).await.expect("a stream");
        let state = stream.info().await.expect("its state").state.clone();
        let mut object = Vec::new();
        for sequence in state.first_sequence..=state.last_sequence {
            let Ok(message) = stream.get_raw_message(sequence).await else { continue };
            count += 1;
            if contains(&message.payload) || contains(message.subject.as_bytes()) {
                found.push(format!("{name} {sequence}"));
            }
            object.extend_from_slice(&message.payload);
        }
        // a snapshot may be in several parts, and is packed
        let mut unpacked = Vec::new();
        if name.starts_with("OBJ_") {
            let _ = GzDecoder::new(&object[..]).read_to_end(&mut unpacked);
            assert!(object.is_empty() || unpacked.len() > 4096, "the snapshot of {name} is read");
        }
        if contains(&unpacked) {
            found.push(format!("{name}: a snapshot"));
        }
    }
    (found, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_an_erased_name_stays_in_the_streams_and_buckets_of_a_cluster() {
    let Some(nats) = NatsServer::start() else { return };
    let context = async_nats::jetstream::new(nats.client().await);
    let mut node = Program::start(&nats, "a", &["east"]);
    let nodes = vec![node.address.clone()];
    let (mut gone, mut an) = (Player::join(&nodes, NAME).await, Player::join(&nodes, "An").await);
    register(&mut gone).await;
    register(&mut an).await;
    let blocked = |message: &ServerMessage| {
        matches!(message, ServerMessage::Account(AccountMessage::Preferences { .. })).then_some(())
    };
    let game = begin(&mut gone, &mut an).await;
    play(&mut gone, &mut an, game, 0, "h2e2").await;
    play(&mut an, &mut gone, game, 1, "h9g7").await;
    gone.say(TableRequest::Resign.at(game)).await;
    for player in [&mut gone, &mut an] {
        leave(player, game).await;
    }
    let asked = an.ask(AccountRequest::Block { player: gone.id }, blocked).await;
    assert_eq!(asked, Ok(()));
    let (is_erased, text) = erase(&nats);
    assert!(!is_erased && text.contains("the nodes a run"), "{text}");
    let (found, _) = messages_with_name(&context).await;
    assert!(found.iter().any(|at| at.starts_with("CHUHE_HALL_east")), "{found:?}");
    assert!(found.iter().any(|at| at.starts_with("KV_chuhe_accounts")), "{found:?}");

    // stopped without handing anything on; its name lapses within ten seconds
    node.kill();
    let mut tries = interval(Duration::from_secs(1));
    loop {
        tries.tick().await;
        let (is_erased, text) = erase(&nats);
        if is_erased {
            assert!(text.starts_with("erased: "), "{text}");
            break;
        }
        assert!(text.contains("the nodes a run"), "{text}");
    }
    let (found, count) = messages_with_name(&context).await;
    assert!(found.is_empty() && count > 0, "{found:?}");
    let (is_erased, text) = erase(&nats);
    assert!(!is_erased && text.contains(&format!("nothing is stored of {NAME}")), "{text}");

    // the node's own copy is replaced by the snapshot, and the game has a nameless player
    node.restart();
    let mut an = Player::try_enter(&nodes, log_in("An")).await.expect("the account is there");
    let games = |message: &ServerMessage| {
        let ServerMessage::Archive(ArchiveMessage::Games { games, .. }) = message else { return None };
        Some(games.iter().map(|game| game.seats.red.name.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(an.ask(ArchiveRequest::ListGames { before: None }, games).await, Ok(vec!["_".to_owned()]));
    assert_eq!(Player::try_enter(&nodes, log_in(NAME)).await.err(), Some(Refusal::WrongPassword));
    assert!(!node.has_in_its_files(NAME.as_bytes()));
    let (found, _) = messages_with_name(&context).await;
    assert_eq!(found, Vec::<String>::new());
}
