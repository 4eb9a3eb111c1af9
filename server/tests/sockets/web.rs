//! The server and browsers: WebSockets, and the files of the page.

use crate::client::{Client, Running, TIMEOUT};
use crate::games::play_between;
use crate::ops::metric;
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{ClientMessage, CloseReason, DoorMessage, DoorRequest, ServerMessage};
use chuhe_server::shell::server::{Config, WebConfig};
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Bytes, Message};

pub(crate) const LOOPBACK: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// Lets a server serve browsers, and operators.
pub(crate) fn with_web(config: &mut Config) {
    config.web = Some(WebConfig::on(LOOPBACK));
    config.ops = Some(LOOPBACK);
}

/// A WebSocket of an independent implementation.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Returns a handshake with further headers.
pub(crate) fn handshake(address: SocketAddr, headers: &[(&'static str, &str)]) -> Request {
    let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    request
}

/// Opens a WebSocket with further headers.
pub(crate) async fn open_with(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<(Socket, Response), tungstenite::Error> {
    let stream = TcpStream::connect(address).await.expect("the server accepts");
    stream.set_nodelay(true).expect("an open socket");
    let opening = tokio_tungstenite::client_async(handshake(address, headers), stream);
    timeout(TIMEOUT, opening).await.expect("an answer in time")
}

pub(crate) async fn open(address: SocketAddr) -> Socket {
    open_with(address, &[]).await.expect("a WebSocket").0
}

/// Returns the status with which a handshake was refused.
pub(crate) fn refused(result: Result<(Socket, Response), tungstenite::Error>) -> u16 {
    match result {
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        other => panic!("not refused: {other:?}"),
    }
}

/// A byte stream of length-prefixed frames over a WebSocket, as the client of the tests wants it.
pub(crate) struct Framed<S> {
    socket: WebSocketStream<S>,
    read: Vec<u8>,
    written: Vec<u8>,
}

impl<S> Framed<S> {
    pub(crate) fn over(socket: WebSocketStream<S>) -> Self {
        Self { socket, read: Vec::new(), written: Vec::new() }
    }
}

fn failed(error: tungstenite::Error) -> std::io::Error {
    std::io::Error::other(error)
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Framed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        while self.read.is_empty() {
            match ready!(self.socket.poll_next_unpin(context)) {
                Some(Ok(Message::Binary(message))) => {
                    let length = u32::try_from(message.len()).expect("a short message");
                    self.read.extend_from_slice(&length.to_be_bytes());
                    self.read.extend_from_slice(&message);
                }
                Some(Ok(Message::Close(_))) | None => return Poll::Ready(Ok(())),
                Some(Ok(other)) => panic!("{other:?}"),
                Some(Err(error)) => return Poll::Ready(Err(failed(error))),
            }
        }
        let moved = self.read.len().min(out.remaining());
        out.put_slice(&self.read[..moved]);
        self.read.drain(..moved);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Framed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.written.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        while let Some((&prefix, rest)) = self.written.split_first_chunk() {
            let length = u32::from_be_bytes(prefix) as usize;
            let Some(message) = rest.get(..length) else { break };
            let message = Bytes::copy_from_slice(message);
            ready!(self.socket.poll_ready_unpin(context)).map_err(failed)?;
            self.socket.start_send_unpin(Message::Binary(message)).map_err(failed)?;
            self.written.drain(..4 + length);
        }
        self.socket.poll_flush_unpin(context).map_err(failed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        self.socket.poll_close_unpin(context).map_err(failed)
    }
}

/// A client over a WebSocket.
pub(crate) async fn web_client(address: SocketAddr) -> Client {
    Client::over(Framed::over(open(address).await))
}

/// Starts a server for browsers; returns it with the addresses for them and for operators.
pub(crate) async fn start(change: impl FnOnce(&mut Config)) -> (Running, SocketAddr, SocketAddr) {
    let server = Running::start(|config| {
        with_web(config);
        change(config);
    })
    .await;
    let (web, ops) = (server.web.expect("a web address"), server.ops.expect("an operations address"));
    (server, web, ops)
}

/// Changes how browsers are served.
pub(crate) fn web_of(config: &mut Config) -> &mut WebConfig {
    config.web.as_mut().expect("browsers are served")
}

/// Waits until a metric has a value.
pub(crate) async fn until_metric(ops: SocketAddr, line: &str, value: f64) {
    let waiting = async {
        while metric(ops, line).await != value {
            tokio::task::yield_now().await;
        }
    };
    timeout(TIMEOUT, waiting).await.unwrap_or_else(|_| panic!("{line} is never {value}"));
}

#[tokio::test]
async fn browser_and_window_play_a_game_to_checkmate() {
    let (server, web, ops) = start(|_| {}).await;
    let (mut bo, mut an) = (web_client(web).await, Client::connect(server.address).await);
    play_between((&mut bo, "Bo"), (&mut an, "An")).await;
    assert_eq!(metric(ops, "chuhe_connections").await, 2.0);
    assert_eq!(metric(ops, "chuhe_websockets").await, 1.0);
    drop(bo);
    until_metric(ops, "chuhe_websockets", 0.0).await;
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn browser_enters_a_hall_that_has_a_thread_of_its_own() {
    let (server, web, _) =
        start(|config| config.halls = vec![crate::halls::hall("east"), crate::halls::hall("west")]).await;
    let (mut bo, mut an) = (web_client(web).await, Client::connect(server.address).await);
    for client in [&mut bo, &mut an] {
        assert!(client.greet(VERSION).await.welcome);
    }
    for (client, name) in [(&mut bo, "Bo"), (&mut an, "An")] {
        let entered = crate::halls::enter(client, crate::halls::join(name, Some("east"))).await;
        assert_eq!(entered.map(|(hall, _)| hall), Ok("east".to_owned()));
    }
    crate::halls::begin(&mut bo, &mut an).await;
    server.stop().await;
    assert!(matches!(bo.read_to_end().await, Some(ServerMessage::Door(DoorMessage::Closing { .. }))));
}

#[tokio::test]
async fn server_that_stops_closes_a_websocket_with_the_reason_and_a_close_frame() {
    let (server, web, _) = start(|_| {}).await;
    let mut bo = joined(web, "Bo").await;
    server.stop().await;
    let (last, code) = read_to_close(&mut bo).await;
    assert!(
        matches!(last, Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown }))),
        "{last:?}"
    );
    assert_eq!(code, Some(CloseCode::Normal));
}

/// Sends a message of the protocol.
pub(crate) async fn send(socket: &mut Socket, message: impl Into<ClientMessage>) {
    let message = message.into();
    let bytes = chuhe_protocol::wire::encode(&chuhe_protocol::Request { number: 1, message });
    let message = Message::Binary(bytes.expect("a short message").into());
    socket.send(message).await.expect("an open connection");
}

/// Opens a WebSocket, greets and joins.
pub(crate) async fn joined(address: SocketAddr, name: &str) -> Socket {
    let mut socket = open(address).await;
    greet(&mut socket).await;
    send(&mut socket, DoorRequest::Join { name: name.into(), hall: None }).await;
    let first = next_message(&mut socket).await;
    assert!(matches!(first, Some(ServerMessage::Door(DoorMessage::Joined { .. }))), "{first:?}");
    socket
}

/// Exchanges greetings.
pub(crate) async fn greet(socket: &mut Socket) {
    let hello = chuhe_protocol::greeting::Hello::current().encode();
    let message = Message::Binary(Bytes::copy_from_slice(&hello));
    socket.send(message).await.expect("an open connection");
    let answer = timeout(TIMEOUT, socket.next()).await.expect("an answer in time");
    assert!(matches!(answer, Some(Ok(Message::Binary(answer))) if answer.starts_with(b"CHUHE")));
}

/// Returns the next message of the protocol; `None` at a close frame or the end.
pub(crate) async fn next_message(socket: &mut Socket) -> Option<ServerMessage> {
    match timeout(TIMEOUT, socket.next()).await.expect("a message in time")? {
        Ok(Message::Binary(bytes)) => Some(chuhe_protocol::wire::decode(&bytes).expect("a message")),
        _ => None,
    }
}

/// Reads to the close frame; returns the last message, and the code.
pub(crate) async fn read_to_close(socket: &mut Socket) -> (Option<ServerMessage>, Option<CloseCode>) {
    let mut last = None;
    loop {
        match timeout(TIMEOUT, socket.next()).await.expect("a message in time") {
            Some(Ok(Message::Binary(bytes))) => last = chuhe_protocol::wire::decode(&bytes).ok(),
            Some(Ok(Message::Close(close))) => return (last, close.map(|close| close.code)),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return (last, None),
        }
    }
}

#[tokio::test]
async fn pings_are_answered_between_messages() {
    let (server, web, _) = start(|_| {}).await;
    let mut bo = joined(web, "Bo").await;
    bo.send(Message::Ping(Bytes::from_static(b"here"))).await.expect("an open connection");
    send(&mut bo, DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    let mut found = (false, false);
    while found != (true, true) {
        match timeout(TIMEOUT, bo.next()).await.expect("an answer in time") {
            Some(Ok(Message::Pong(payload))) => found.0 |= payload == Bytes::from_static(b"here"),
            Some(Ok(Message::Binary(bytes))) => {
                let message = chuhe_protocol::wire::decode(&bytes).expect("a message");
                found.1 |= matches!(message, ServerMessage::Door(DoorMessage::Pong { nonce: 7, .. }));
            }
            other => panic!("{other:?}"),
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn client_that_closes_its_websocket_receives_a_close_frame() {
    let (server, web, ops) = start(|_| {}).await;
    let mut bo = joined(web, "Bo").await;
    bo.close(None).await.expect("an open connection");
    assert!(matches!(read_to_close(&mut bo).await, (_, None | Some(CloseCode::Normal))));
    until_metric(ops, "chuhe_connections", 0.0).await;
    server.stop().await;
}

#[tokio::test]
async fn limits_count_websockets_and_other_connections_together() {
    let (server, web, _) = start(|config| config.address_connections = 2).await;
    let _bo = joined(web, "Bo").await;
    let mut an = Client::connect(server.address).await;
    an.join("An").await;
    let mut cy = open(web).await;
    greet(&mut cy).await;
    let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }));
    assert_eq!(read_to_close(&mut cy).await, (closing, Some(CloseCode::Normal)));
    let (status, _) = crate::ops::get(web, "/version.json").await;
    assert_eq!(status, 503);
    server.stop().await;
}

#[tokio::test]
async fn websocket_that_sends_no_greeting_is_closed_and_counted() {
    let (server, web, ops) = start(|config| config.greeting_ms = 50).await;
    let mut bo = open(web).await;
    assert_eq!(read_to_close(&mut bo).await, (None, Some(CloseCode::Normal)));
    until_metric(ops, "chuhe_greetings_failed_total{reason=\"late\"}", 1.0).await;
    server.stop().await;
}

#[tokio::test]
async fn page_of_another_origin_is_refused() {
    let (server, web, ops) = start(|config| {
        web_of(config).origins = vec!["https://play.example.org".parse().expect("an origin")];
    })
    .await;
    let own = format!("http://{web}");
    for allowed in [&own[..], "https://play.example.org", "https://PLAY.example.org:443"] {
        assert!(open_with(web, &[("origin", allowed)]).await.is_ok(), "{allowed}");
    }
    let other_scheme = format!("https://{web}");
    for origin in ["null", "https://evil.example", "http://127.0.0.1", &other_scheme, "https://evil\u{1}"] {
        let Ok(value) = tungstenite::http::HeaderValue::from_bytes(origin.as_bytes()) else { continue };
        let headers = [("origin", value.to_str().expect("text"))];
        assert_eq!(refused(open_with(web, &headers).await), 403, "{origin}");
    }
    let forged = [("origin", "https://evil.example"), ("x-forwarded-host", "evil.example")];
    assert_eq!(refused(open_with(web, &forged).await), 403, "the header is from no proxy");
    assert_eq!(metric(ops, "chuhe_http_answers_total{status=\"403\"}").await, 5.0);
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_knows_its_name_admits_no_page_of_another_one() {
    for (own, name, is_admitted) in [
        (None, "rebound.example", true),
        (Some("http://play.example.org"), "play.example.org", true),
        (Some("http://play.example.org"), "rebound.example", false),
        (Some("http://play.example.org"), "localhost", true),
        (Some("http://play.example.org"), "192.0.2.7", true),
    ] {
        let own = own.map(|own| own.parse().expect("an origin"));
        let (server, web, _) = start(|config| web_of(config).own = own.clone()).await;
        let origin = format!("http://{name}");
        let result = open_with(web, &[("host", name), ("origin", &origin)]).await;
        if is_admitted {
            assert!(result.is_ok(), "{own:?} {name}");
        } else {
            assert_eq!(refused(result), 403, "{own:?} {name}");
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn trusted_proxy_names_the_address_and_the_site() {
    let (server, web, _) = start(|config| {
        web_of(config).proxy_from = vec!["127.0.0.0/8".parse().expect("a network")];
        config.address_connections = 1;
    })
    .await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let (mut bo, _) = open_with(web, &from("203.0.113.7")).await.expect("a WebSocket");
    greet(&mut bo).await;
    let (mut second, _) = open_with(web, &from("6.6.6.6, 203.0.113.7")).await.expect("a WebSocket");
    greet(&mut second).await;
    let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }));
    assert_eq!(read_to_close(&mut second).await.0, closing);
    let (mut an, _) = open_with(web, &from("203.0.113.8")).await.expect("a WebSocket");
    greet(&mut an).await;
    let site = [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-host", "play.example.org"),
        ("x-forwarded-proto", "https"),
        ("origin", "https://play.example.org"),
    ];
    assert!(open_with(web, &site).await.is_ok());
    server.stop().await;
}

#[tokio::test]
async fn forwarded_address_from_elsewhere_is_ignored() {
    let (server, web, _) = start(|config| {
        web_of(config).proxy_from = vec!["192.0.2.0/24".parse().expect("a network")];
        config.address_connections = 1;
    })
    .await;
    let (mut bo, _) = open_with(web, &[("x-forwarded-for", "203.0.113.7")]).await.expect("a WebSocket");
    greet(&mut bo).await;
    let (mut an, _) = open_with(web, &[("x-forwarded-for", "203.0.113.8")]).await.expect("a WebSocket");
    greet(&mut an).await;
    let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }));
    assert_eq!(read_to_close(&mut an).await.0, closing);
    server.stop().await;
}

#[tokio::test]
async fn proxy_protocol_names_the_address_of_a_websocket() {
    let (server, web, _) = start(|config| {
        config.proxy_from = vec!["127.0.0.0/8".parse().expect("a network")];
        config.address_connections = 1;
    })
    .await;
    let open_from = async |source: &str| {
        let mut stream = TcpStream::connect(web).await.expect("the server accepts");
        stream.write_all(&crate::proxied::header(source)).await.expect("an open stream");
        let opening = tokio_tungstenite::client_async(handshake(web, &[]), stream);
        let (mut socket, _) = opening.await.expect("a WebSocket");
        greet(&mut socket).await;
        socket
    };
    let _bo = open_from("203.0.113.7:1").await;
    let mut second = open_from("203.0.113.7:2").await;
    let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::AddressFull }));
    assert_eq!(read_to_close(&mut second).await.0, closing);
    let _an = open_from("203.0.113.8:1").await;
    let without = tokio_tungstenite::client_async(
        handshake(web, &[]),
        TcpStream::connect(web).await.expect("the server accepts"),
    );
    assert!(timeout(TIMEOUT, without).await.expect("the end in time").is_err(), "no header");
    server.stop().await;
}
