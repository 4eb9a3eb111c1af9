//! The server over TLS, plain clients of a TLS server, and TLS clients of a plain server.

use crate::client::{Client, Running};
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{CloseReason, DoorMessage, DoorRequest, Fingerprint, ServerMessage};
use chuhe_server::shell::net::tls_identity::TlsIdentity;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{
    AlertDescription, ClientConfig, Error, ProtocolVersion, RootCertStore, SupportedProtocolVersion,
};

/// Generates a server's identity; returns it with its certificate.
pub(crate) fn identity() -> (TlsIdentity, CertificateDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("both.pem");
    std::fs::write(&path, made.cert.pem() + &made.signing_key.serialize_pem()).expect("a file");
    let identity = TlsIdentity::load(&path, &path).expect("a pair");
    assert_eq!(identity.fingerprint(), Fingerprint::of(made.cert.der()));
    (identity, made.cert.der().clone())
}

async fn start(identity: &TlsIdentity, greeting_ms: Option<u64>) -> Running {
    Running::start(|config| {
        config.identity = Some(identity.clone());
        config.greeting_ms = greeting_ms.unwrap_or(config.greeting_ms);
    })
    .await
}

async fn connect_tls(
    address: SocketAddr,
    certificate: &CertificateDer<'static>,
    versions: &[&'static SupportedProtocolVersion],
) -> std::io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(address).await.expect("the server accepts");
    start_tls(stream, certificate, versions).await
}

/// Completes the handshake over an open stream.
pub(crate) async fn start_tls(
    stream: TcpStream,
    certificate: &CertificateDer<'static>,
    versions: &[&'static SupportedProtocolVersion],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(versions)
        .expect("supported versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

/// Connects over TLS 1.3.
pub(crate) async fn connect_tls13(
    address: SocketAddr,
    certificate: &CertificateDer<'static>,
) -> TlsStream<TcpStream> {
    connect_tls(address, certificate, &[&TLS13]).await.expect("a handshake")
}

fn closing(reason: CloseReason) -> Option<ServerMessage> {
    Some(ServerMessage::Door(DoorMessage::Closing { reason }))
}

#[tokio::test]
async fn clients_join_over_both_tls_versions_and_are_closed_with_the_reason() {
    let (identity, certificate) = identity();
    let server = start(&identity, None).await;
    let mut joined = Vec::new();
    for (name, version, expected) in
        [("Bo", &TLS12, ProtocolVersion::TLSv1_2), ("An", &TLS13, ProtocolVersion::TLSv1_3)]
    {
        let stream = connect_tls(server.address, &certificate, &[version]).await.expect("a handshake");
        assert_eq!(stream.get_ref().1.protocol_version(), Some(expected));
        let mut client = Client::over(stream);
        assert!(matches!(client.join(name).await, ServerMessage::Door(DoorMessage::Joined { .. })));
        joined.push(client);
    }
    server.stop().await;
    for mut client in joined {
        assert_eq!(client.read_to_end().await, closing(CloseReason::ShuttingDown));
    }
}

#[tokio::test]
async fn plain_client_of_a_tls_server_receives_the_reason() {
    let (identity, _) = identity();
    let server = start(&identity, None).await;
    let mut plain = Client::connect(server.address).await;
    assert!(plain.greet(VERSION).await.welcome);
    assert_eq!(plain.read_to_end().await, closing(CloseReason::TlsRequired));
    let mut late = Client::connect(server.address).await;
    assert!(!late.greet(VERSION + 1).await.welcome);
    let mut stranger = Client::connect(server.address).await;
    stranger.send_bytes(b"GET / HTTP/1.1").await;
    assert_eq!(stranger.next_bytes().await, None);
    server.stop().await;
}

#[tokio::test]
async fn tls_client_of_a_plain_server_receives_an_alert() {
    let server = Running::start(|_| {}).await;
    let (_, certificate) = identity();
    let error = connect_tls(server.address, &certificate, &[&TLS12, &TLS13])
        .await
        .expect_err("the server has no TLS");
    let error = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    assert_eq!(error, Some(&Error::AlertReceived(AlertDescription::ProtocolVersion)));
    server.stop().await;
}

#[tokio::test]
async fn slow_handshake_is_cut() {
    let (identity, certificate) = identity();
    let server = start(&identity, Some(50)).await;
    // nothing, a record's first byte, and the header of a record that never follows
    for sent in [&[][..], &[0x16], &[0x16, 3, 1, 2, 0, 1]] {
        let mut slow = TcpStream::connect(server.address).await.expect("the server accepts");
        slow.write_all(sent).await.expect("the bytes are sent");
        let mut received = Vec::new();
        // a close and a reset are both fine
        let _ = slow.read_to_end(&mut received).await;
        assert_eq!(received, Vec::<u8>::new());
    }
    // the greeting times out after a complete handshake too
    let mut silent = Client::over(connect_tls13(server.address, &certificate).await);
    assert_eq!(silent.next_bytes().await, None);
    server.stop().await;
}

#[tokio::test]
async fn garbage_after_the_handshake_ends_only_that_connection() {
    let (identity, certificate) = identity();
    let server = start(&identity, None).await;
    let mut other = Client::over(connect_tls13(server.address, &certificate).await);
    other.join("An").await;
    for garbage in [&[0xff; 64][..], &[0x17, 3, 3, 0, 32, 7, 7, 7], &[0x16, 3, 3, 0xff, 0xff]] {
        let mut stream = connect_tls13(server.address, &certificate).await;
        let socket = stream.get_mut().0;
        socket.write_all(&[garbage, &[0; 64]].concat()).await.expect("the bytes are sent");
        socket.shutdown().await.expect("the bytes are sent");
        let mut received = Vec::new();
        // the alert's contents depend on the TLS library
        let _ = socket.read_to_end(&mut received).await;
    }
    other.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    other
        .until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(()))
        .await;
    server.stop().await;
    assert_eq!(other.read_to_end().await, closing(CloseReason::ShuttingDown));
}

#[tokio::test]
async fn connection_over_the_limit_receives_the_reason_over_tls() {
    let (identity, certificate) = identity();
    let server = Running::start(|config| {
        config.identity = Some(identity.clone());
        config.connections = 1;
    })
    .await;
    let mut first = Client::over(connect_tls13(server.address, &certificate).await);
    first.join("Bo").await;
    let mut second = Client::over(connect_tls13(server.address, &certificate).await);
    assert!(second.greet(VERSION).await.welcome);
    assert_eq!(second.read_to_end().await, closing(CloseReason::ServerFull));
    let mut plain = Client::connect(server.address).await;
    assert!(plain.greet(VERSION).await.welcome);
    assert_eq!(plain.read_to_end().await, closing(CloseReason::TlsRequired));
    server.stop().await;
}
