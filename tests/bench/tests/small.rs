//! Runs a small load against the baseline and against a server in this process.

use chuhe_bench::connection::Transport;
use chuhe_bench::crowd::Crowd;
use chuhe_bench::load::Load;
use chuhe_bench::player::ProgramKind;
use chuhe_bench::player_pair::{Command, Journey, SetupStage, SharedLoad};
use chuhe_bench::recordings::record_games;
use chuhe_bench::{baseline, beside_bots};
use chuhe_server::shell::server::{Config, Server, WebConfig};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Games are short, so that some end during the test.
const PLIES: usize = 5;
const TIME: Duration = Duration::from_millis(200);
/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

async fn load(kind: ProgramKind, server: SocketAddr, pairs: usize) -> Load {
    load_over(Transport::Tcp, kind, server, pairs).await
}

async fn load_over(transport: Transport, kind: ProgramKind, server: SocketAddr, pairs: usize) -> Load {
    let recordings = record_games(2, PLIES, 1);
    let journey = Journey { nodes: vec![server], ..Journey::default() };
    let stage = SetupStage::Playing;
    let (halls, cuts) = (&[], 0.into());
    let shared = SharedLoad { kind, server, transport, recordings, halls, stage, cuts, journey };
    Load::start(shared, pairs, 2).await.expect("the pairs are set up")
}

/// Plays until more than so many moves have arrived, for [`TIME`] at a time: a busy machine may play none
/// in that time.
async fn play_more_than(load: &mut Load, moves: u64) {
    let playing = async {
        let mut played = 0;
        while played <= moves {
            played += load.play_for(TIME).await.expect("they play").count();
        }
    };
    timeout(PATIENCE, playing).await.expect("the moves arrive in time");
}

#[tokio::test]
async fn baseline_relays_every_move() {
    let listener = baseline::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let relay = tokio::spawn(baseline::serve(listener));
    for kind in [ProgramKind::Baseline, ProgramKind::EchoingBaseline] {
        let mut load = load(kind, address, 3).await;
        play_more_than(&mut load, 0).await;
        assert_eq!(load.play_at_rate(100.0, TIME).await.unwrap().count(), 20);
        load.stop().unwrap();
    }
    relay.abort();
}

#[tokio::test]
async fn load_plays_reconnects_and_paces_moves_on_a_server() {
    let mut config = Config::on(([127, 0, 0, 1], 0).into());
    config.limits.set(&"connection-requests=1000000000".parse().unwrap());
    let server = Server::bind(config).await.unwrap();
    let address = server.local_addr();
    let serving = tokio::spawn(server.run(std::future::pending()));
    let mut load = load(ProgramKind::Server, address, 2).await;
    // a game has ended then
    play_more_than(&mut load, 4 * PLIES as u64).await;
    load.run_command(Command::Disconnect).await.unwrap();
    load.run_command(Command::Reconnect(address)).await.unwrap();
    assert_eq!(load.play_at_rate(100.0, TIME).await.unwrap().count(), 20);
    load.run_command(Command::Travel(Instant::now() + TIME)).await.unwrap();
    let arrivals = load.shared().journey.arrivals.lock().unwrap().clone();
    assert!((0..2).all(|pair| arrivals.iter().any(|(number, _)| *number == pair)), "{arrivals:?}");
    load.stop().unwrap();
    serving.abort();
}

#[tokio::test]
async fn players_over_websockets_play_beside_others() {
    let address: SocketAddr = ([127, 0, 0, 1], 0).into();
    let mut config = Config { web: Some(WebConfig::on(address)), ..Config::on(address) };
    config.limits.set(&"connection-requests=1000000000".parse().unwrap());
    let server = Server::bind(config).await.unwrap();
    let (address, web) = (server.local_addr(), server.web_addr().unwrap());
    let serving = tokio::spawn(server.run(std::future::pending()));
    let mut one = load(ProgramKind::Server, address, 2).await;
    let mut other = load_over(Transport::WebSocket, ProgramKind::Server, web, 2).await;
    tokio::join!(play_more_than(&mut one, 4 * PLIES as u64), play_more_than(&mut other, 4 * PLIES as u64));
    one.stop().unwrap();
    other.stop().unwrap();
    serving.abort();
}

#[tokio::test]
async fn opponents_play_every_computer_player() {
    let config = Config { bots: beside_bots::BOTS, ..Config::on(([127, 0, 0, 1], 0).into()) };
    let server = Server::bind(config).await.unwrap();
    let address = server.local_addr();
    let serving = tokio::spawn(server.run(std::future::pending()));
    let member = move |n, ready| beside_bots::play_computer(address, n, ready);
    // it starts once each computer player has moved
    Crowd::start(beside_bots::BOTS, member).await.unwrap().stop().unwrap();
    serving.abort();
}

#[tokio::test]
async fn unexpected_close_fails_the_load() {
    let config = Config { address_connections: 1, ..Config::on(([127, 0, 0, 1], 0).into()) };
    let server = Server::bind(config).await.unwrap();
    let address = server.local_addr();
    let serving = tokio::spawn(server.run(std::future::pending()));
    let shared = SharedLoad {
        kind: ProgramKind::Server,
        server: address,
        transport: Transport::Tcp,
        recordings: record_games(1, PLIES, 1),
        halls: &[],
        stage: SetupStage::Joined,
        cuts: 0.into(),
        journey: Journey::default(),
    };
    let error = format!("{:#}", Load::start(shared, 1, 1).await.unwrap_err());
    assert!(error.contains("AddressFull"), "{error}");
    serving.abort();
}
