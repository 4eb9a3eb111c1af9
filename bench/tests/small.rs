//! The load, in small, on the baseline and on a server in this process.

use chuhe_bench::baseline;
use chuhe_bench::load::Load;
use chuhe_bench::pair::{Command, Common, SetUp};
use chuhe_bench::record::record;
use chuhe_bench::seat::Subject;
use chuhe_server::shell::server::{Config, Server};
use std::net::SocketAddr;
use std::time::Duration;

/// Short games, so that some end.
const PLIES: usize = 5;
const TIME: Duration = Duration::from_millis(200);

async fn load(subject: Subject, server: SocketAddr, pairs: usize) -> Load {
    let recordings = record(2, PLIES, 1);
    let common = Common { subject, server, recordings, set_up: SetUp::Playing, cuts: 0.into() };
    Load::start(common, pairs, 2).await.expect("all is as it is to be")
}

#[tokio::test]
async fn the_baseline_relays_what_is_played() {
    let listener = baseline::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let relay = tokio::spawn(baseline::serve(listener));
    for subject in [Subject::Baseline, Subject::AnsweringBaseline] {
        let mut load = load(subject, address, 3).await;
        assert!(load.play(TIME).await.unwrap().count() > 0);
        assert_eq!(load.pace(100.0, TIME).await.unwrap().count(), 20);
        load.end().unwrap();
    }
    relay.abort();
}

#[tokio::test]
async fn a_server_is_played_on_paced_left_and_come_back_to() {
    let mut config = Config::on(([127, 0, 0, 1], 0).into());
    config.limits.set(&"connection-requests=1000000000".parse().unwrap());
    let server = Server::bind(config).await.unwrap();
    let address = server.local_addr();
    let serving = tokio::spawn(server.run(std::future::pending()));
    let mut load = load(Subject::Server, address, 2).await;
    let played = load.play(TIME).await.unwrap().count();
    assert!(played > 4 * PLIES as u64, "no game has ended: {played}");
    load.tell(Command::HangUp).await.unwrap();
    load.tell(Command::Resume).await.unwrap();
    assert_eq!(load.pace(100.0, TIME).await.unwrap().count(), 20);
    load.end().unwrap();
    serving.abort();
}

#[tokio::test]
async fn what_is_not_as_it_is_to_be_ends_the_load() {
    let config = Config { address_connections: 1, ..Config::on(([127, 0, 0, 1], 0).into()) };
    let server = Server::bind(config).await.unwrap();
    let address = server.local_addr();
    let serving = tokio::spawn(server.run(std::future::pending()));
    let common = Common {
        subject: Subject::Server,
        server: address,
        recordings: record(1, PLIES, 1),
        set_up: SetUp::Joined,
        cuts: 0.into(),
    };
    let error = format!("{:#}", Load::start(common, 1, 1).await.unwrap_err());
    assert!(error.contains("AddressFull"), "{error}");
    serving.abort();
}
