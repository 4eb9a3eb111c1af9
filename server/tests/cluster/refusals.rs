//! Bad input: one clear line each, and nothing harmed.

use crate::nats_server::{NatsServer, free_port};
use crate::node::{config, hall};
use chuhe_server::cluster::{Cluster, ClusterConfig, ClusterError, Member, MemberConfig, Version};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;

async fn refusal(config: ClusterConfig) -> ClusterError {
    Cluster::connect(config).await.expect_err("the node is refused")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_server_at_the_address_is_said_with_the_address() {
    let port = free_port();
    let error = refusal(config(format!("nats://127.0.0.1:{port}"), "a")).await;
    assert!(matches!(error, ClusterError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains(&port.to_string()), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_and_missing_streams_are_refused() {
    let Some(nats) = NatsServer::start() else { return };
    let wrong = nats.url().replace("secret", "guess");
    for url in [wrong, nats.bare_url()] {
        let error = refusal(config(url, "a")).await;
        assert!(matches!(error, ClusterError::Unauthorized { .. }), "{error}");
        assert!(!error.to_string().contains("guess"), "the line has the password: {error}");
    }
    let Some(nats) = NatsServer::start_with(&[]) else { return };
    assert_eq!(refusal(config(nats.url(), "a")).await, ClusterError::NoJetStream);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_password_may_stand_in_a_file() {
    let Some(nats) = NatsServer::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("credentials");
    std::fs::write(&file, "chuhe:secret\n").expect("the file is written");
    let with_file = ClusterConfig { credentials: Some(file.clone()), ..config(nats.bare_url(), "a") };
    Cluster::connect(with_file.clone()).await.expect("the node connects").leave().await;
    std::fs::write(&file, "neither\n").expect("the file is written");
    assert!(matches!(refusal(with_file).await, ClusterError::Config(_)));
}

/// A server that greets with this version and answers pings.
fn old_server(version: &str) -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let info = format!(
        "INFO {{\"server_id\":\"x\",\"version\":\"{version}\",\"proto\":1,\"headers\":true,\
         \"max_payload\":1048576,\"jetstream\":true}}\r\n"
    );
    let serving = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a node connects");
        stream.write_all(info.as_bytes()).expect("the node reads");
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut bytes) {
            if bytes[..count].windows(4).any(|word| word == b"PING") && stream.write_all(b"PONG\r\n").is_err()
            {
                break;
            }
        }
    });
    (port, serving)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_server_is_refused_with_the_reason() {
    let (port, serving) = old_server("2.9.10");
    let error = refusal(config(format!("nats://127.0.0.1:{port}"), "a")).await;
    assert_eq!(error, ClusterError::TooOld { found: Version(2, 9, 10) });
    let line = error.to_string();
    assert!(line.contains("2.14.5") && line.contains("lose acknowledged messages"), "{line}");
    serving.join().expect("the node has disconnected");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_of_one_name_are_told_apart() {
    let Some(nats) = NatsServer::start() else { return };
    let first = Cluster::connect(config(nats.url(), "a")).await.expect("the first connects");
    assert_eq!(refusal(config(nats.url(), "a")).await, ClusterError::NameTaken("a".to_owned()));
    first.leave().await;
    Cluster::connect(config(nats.url(), "a")).await.expect("the name is free").leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_another_program_is_left_alone() {
    let Some(nats) = NatsServer::start() else { return };
    let context = async_nats::jetstream::new(nats.client().await);
    let foreign = async_nats::jetstream::stream::Config {
        name: "OTHER".to_owned(),
        subjects: vec!["hall.>".to_owned()],
        ..Default::default()
    };
    context.create_stream(foreign).await.expect("the stream is made");
    context.publish("hall.x", "theirs".into()).await.expect("sent").await.expect("stored");
    let cluster = Cluster::connect(config(nats.url(), "a")).await.expect("the node connects");
    let folder = tempfile::tempdir().expect("a folder");
    let member = MemberConfig { hall: hall(), folder: folder.path().to_owned(), claims: true, delay_ms: 0 };
    let error = Member::start(&cluster, member).await.map(|_| ()).expect_err("the hall is refused");
    assert!(matches!(error, ClusterError::ForeignStream { .. }), "{error}");
    let mut stream = context.get_stream("OTHER").await.expect("it is there");
    assert_eq!(stream.info().await.expect("it answers").state.messages, 1);
    cluster.leave().await;
}
