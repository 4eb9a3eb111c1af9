//! Clients that misuse a WebSocket or HTTP.

use crate::client::TIMEOUT;
use crate::ops::metric;
use crate::web::{greet, joined, open, read_to_close, send, start, until_metric};
use chuhe_protocol::{ClientMessage, CloseReason, DoorMessage, DoorRequest, ServerMessage, limits};
use futures_util::SinkExt as _;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Bytes, Message};

const MASK: [u8; 4] = [1, 2, 3, 4];

/// What a frame is (RFC 6455, section 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opcode {
    Continuation = 0,
    Text = 1,
    Binary = 2,
    Close = 8,
    Ping = 9,
    Pong = 10,
}

/// Encodes a frame of a client by hand: the server's library must not check itself.
fn frame(is_final: bool, opcode: Opcode, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![opcode as u8 | if is_final { 0x80 } else { 0 }];
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length),
        _ => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(payload.len()).expect("a short payload").to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// Connects and completes the handshake by hand.
async fn open_raw(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("the server accepts");
    let request = "GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("an open stream");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an answer"));
    }
    let head = String::from_utf8(head).expect("text");
    assert!(head.starts_with("HTTP/1.1 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
    stream
}

/// Returns the frames of a server's bytes: opcode and payload.
fn frames(mut bytes: &[u8]) -> Vec<(Opcode, Vec<u8>)> {
    let mut frames = Vec::new();
    while let Some((&[first, second], rest)) = bytes.split_first_chunk() {
        let (length, rest) = match (second, rest.split_first_chunk()) {
            (126, Some((&length, rest))) => (u16::from_be_bytes(length).into(), rest),
            _ => (usize::from(second), rest),
        };
        let opcode = match first {
            0x82 => Opcode::Binary,
            0x88 => Opcode::Close,
            0x8a => Opcode::Pong,
            _ => panic!("a frame begins with {first:#x}"),
        };
        assert!(second <= 126, "{second}");
        let (payload, rest) = rest.split_at(length);
        frames.push((opcode, payload.to_vec()));
        bytes = rest;
    }
    frames
}

/// Sends bytes and reads to the end of the connection; returns the frames, without the greeting.
async fn answer_to(stream: &mut TcpStream, bytes: &[u8]) -> Vec<(Opcode, Vec<u8>)> {
    // the server may have closed the connection already
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
    read.expect("the end in time").expect("no reset");
    frames(&answer)
}

fn hello() -> Vec<u8> {
    frame(true, Opcode::Binary, &chuhe_protocol::greeting::Hello::current().encode())
}

fn request(message: impl Into<ClientMessage>) -> Vec<u8> {
    let message = message.into();
    let bytes = chuhe_protocol::wire::encode(&chuhe_protocol::Request { number: 1, message });
    frame(true, Opcode::Binary, &bytes.expect("a short message"))
}

fn join() -> Vec<u8> {
    [hello(), request(DoorRequest::Join { name: "Bo".into(), hall: None })].concat()
}

/// Each misuse, with the code of the close frame and the name of the metric.
fn violations() -> Vec<(Vec<u8>, u16, &'static str)> {
    let too_long = vec![0; limits::CLIENT_FRAME_BYTES + 1];
    let half = vec![0; limits::CLIENT_FRAME_BYTES / 2 + 1];
    let mut bomb = frame(false, Opcode::Binary, b"");
    for _ in 0..1_000 {
        bomb.extend(frame(false, Opcode::Continuation, b""));
    }
    let unmasked = [0x82, 0x01, 0x00].to_vec();
    let huge = [&[0x82, 0xff][..], &i64::MAX.to_be_bytes(), &MASK, &[0; 100]].concat();
    vec![
        (frame(true, Opcode::Text, b"hello"), 1003, "text"),
        (
            [frame(false, Opcode::Text, b"hel"), frame(true, Opcode::Continuation, b"lo")].concat(),
            1003,
            "text",
        ),
        (frame(true, Opcode::Text, b"\xff"), 1007, "not_utf8"),
        (frame(true, Opcode::Binary, &too_long), 1009, "too_long"),
        (
            [frame(false, Opcode::Binary, &half), frame(true, Opcode::Continuation, &half)].concat(),
            1009,
            "too_long",
        ),
        (huge, 1009, "too_long"),
        (bomb, 1008, "too_many_fragments"),
        (frame(true, Opcode::Ping, b"").repeat(100), 1008, "too_many_controls"),
        (frame(true, Opcode::Continuation, b"x"), 1002, "fragment"),
        ([frame(false, Opcode::Binary, b"x"), frame(true, Opcode::Binary, b"x")].concat(), 1002, "fragment"),
        (frame(true, Opcode::Close, b"x"), 1002, "close"),
        (frame(true, Opcode::Close, b"\x03\xe8\xff"), 1007, "not_utf8"),
        (unmasked, 1002, "unmasked"),
        ([&[0x82, 0xfe, 0, 1][..], &MASK, &[0]].concat(), 1002, "long_length"),
        ([&[0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 126][..], &MASK, &[0; 126]].concat(), 1002, "long_length"),
        (vec![0xc2, 0x80, 0, 0, 0, 0], 1002, "header"),
        (vec![0x83, 0x80, 0, 0, 0, 0], 1002, "header"),
        (frame(false, Opcode::Ping, b""), 1002, "header"),
        (frame(true, Opcode::Ping, &[0; 126]), 1002, "header"),
    ]
}

#[tokio::test]
async fn misuse_after_joining_is_closed_with_the_reason_a_code_and_counted() {
    for (bytes, code, reason) in violations() {
        let (server, web, ops) = start(|_| {}).await;
        let mut stream = open_raw(web).await;
        let answer = answer_to(&mut stream, &[join(), bytes].concat()).await;
        assert_eq!(answer.last(), Some(&(Opcode::Close, code.to_be_bytes().to_vec())), "{reason}");
        let messages: Vec<ServerMessage> = answer
            .iter()
            .filter(|(opcode, _)| *opcode == Opcode::Binary)
            .skip(1)
            .map(|(_, bytes)| chuhe_protocol::wire::decode(bytes).expect("a message"))
            .collect();
        assert!(
            matches!(messages.first(), Some(ServerMessage::Door(DoorMessage::Joined { .. }))),
            "{reason}: {messages:?}"
        );
        let closing = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::BrokenFrame });
        assert_eq!(messages.last(), Some(&closing), "{reason}");
        let line = format!("chuhe_websocket_violations_total{{reason=\"{reason}\"}}");
        assert_eq!(metric(ops, &line).await, 1.0, "{line}");
        server.stop().await;
    }
}

#[tokio::test]
async fn misuse_before_joining_is_a_failed_greeting_with_a_close_code() {
    let violations = violations();
    let count = violations.len();
    let (server, web, ops) = start(|config| config.failed_greetings = 100).await;
    for (bytes, code, reason) in violations {
        let mut stream = open_raw(web).await;
        let answer = answer_to(&mut stream, &bytes).await;
        assert_eq!(answer.last(), Some(&(Opcode::Close, code.to_be_bytes().to_vec())), "{reason}");
    }
    until_metric(ops, "chuhe_greetings_failed_total{reason=\"not_chuhe\"}", count as f64).await;
    server.stop().await;
}

#[tokio::test]
async fn close_frame_with_an_invalid_code_is_answered_with_a_protocol_error() {
    let (server, web, _) = start(|_| {}).await;
    for code in [0_u16, 999, 1005, 1006, 1015, 2999, 5000] {
        let mut stream = open_raw(web).await;
        let answer =
            answer_to(&mut stream, &[join(), frame(true, Opcode::Close, &code.to_be_bytes())].concat()).await;
        let (opcode, payload) = answer.last().expect("an answer");
        assert_eq!((*opcode, &payload[..2]), (Opcode::Close, &1002_u16.to_be_bytes()[..]), "{code}");
    }
    server.stop().await;
}

#[tokio::test]
async fn message_may_arrive_in_fragments_with_pings_between_them_and_byte_by_byte() {
    let (server, web, _) = start(|_| {}).await;
    let hello = chuhe_protocol::greeting::Hello::current().encode();
    let bytes = [
        frame(false, Opcode::Binary, &hello[..2]),
        frame(true, Opcode::Ping, b"one"),
        frame(false, Opcode::Continuation, b""),
        frame(true, Opcode::Pong, b"unasked"),
        frame(true, Opcode::Continuation, &hello[2..]),
        request(DoorRequest::Quit),
    ]
    .concat();
    let mut stream = open_raw(web).await;
    stream.set_nodelay(true).expect("an open socket");
    for byte in &bytes[..bytes.len() - 1] {
        stream.write_all(&[*byte]).await.expect("an open stream");
        tokio::task::yield_now().await;
    }
    let answer = answer_to(&mut stream, &bytes[bytes.len() - 1..]).await;
    assert_eq!(answer[0], (Opcode::Pong, b"one".to_vec()));
    assert!(answer[1].1.starts_with(b"CHUHE"), "{answer:?}");
    assert_eq!(answer.last(), Some(&(Opcode::Close, 1000_u16.to_be_bytes().to_vec())));
    server.stop().await;
}

#[tokio::test]
async fn many_messages_at_once_lose_nothing() {
    let (server, web, _) = start(|_| {}).await;
    let mut bo = joined(web, "Bo").await;
    const COUNT: u32 = 150;
    for nonce in 0..COUNT {
        let message = ClientMessage::Door(DoorRequest::Ping { nonce, round_trip_ms: None });
        let bytes = chuhe_protocol::wire::encode(&chuhe_protocol::Request { number: nonce, message });
        bo.feed(Message::Binary(bytes.expect("a short message").into())).await.expect("an open connection");
    }
    bo.flush().await.expect("an open connection");
    let mut next = 0;
    while next < COUNT {
        if let Some(ServerMessage::Door(DoorMessage::Pong { nonce, .. })) =
            crate::web::next_message(&mut bo).await
        {
            assert_eq!(nonce, next);
            next += 1;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn malformed_message_is_closed_like_over_tcp() {
    let (server, web, _) = start(|_| {}).await;
    for (name, bytes) in [("Bo", &b""[..]), ("An", b"\xff\xff\xff")] {
        let mut bo = joined(web, name).await;
        bo.send(Message::Binary(Bytes::copy_from_slice(bytes))).await.expect("an open connection");
        let closing = Some(ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::BrokenFrame }));
        assert_eq!(read_to_close(&mut bo).await.0, closing);
    }
    let mut cy = open(web).await;
    greet(&mut cy).await;
    send(&mut cy, DoorRequest::Quit).await;
    server.stop().await;
}

#[tokio::test]
async fn flood_over_a_websocket_is_cut_like_over_tcp() {
    let (server, web, _) = start(|_| {}).await;
    let mut stream = open_raw(web).await;
    let mut bytes = join();
    for nonce in 0..2 * u32::try_from(limits::FLOOD_REQUESTS).expect("a small limit") {
        bytes.extend(request(DoorRequest::Ping { nonce, round_trip_ms: None }));
    }
    let answer = answer_to(&mut stream, &bytes).await;
    let (_, closing) = &answer[answer.len() - 2];
    let closing: ServerMessage = chuhe_protocol::wire::decode(closing).expect("a message");
    assert_eq!(closing, ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::Flood }));
    server.stop().await;
}

/// Sends bytes and reads to the end; returns the text.
async fn http_answer_to(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("the server accepts");
    // the server may have closed the connection already
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    // a reset is an end too
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("the end in time");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn half_a_request_and_an_idle_connection_end_in_time() {
    let (server, web, ops) = start(|config| config.greeting_ms = 50).await;
    for bytes in
        [&b"GET / HTTP/1.1\r\nHost: he"[..], b"", b"GET /version.json HTTP/1.1\r\nHost: here\r\n\r\n"]
    {
        http_answer_to(web, bytes).await;
    }
    until_metric(ops, "chuhe_connections", 0.0).await;
    let late = "chuhe_greetings_failed_total{reason=\"late\"}";
    assert_eq!(metric(ops, late).await, 1.0, "only half a request is the peer's fault");
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_http_bars_its_address() {
    let (server, web, ops) = start(|config| config.failed_greetings = 2).await;
    for bytes in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"\0\0\0\x0aCHUHE\r\n\r\n"] {
        let answer = http_answer_to(web, bytes).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    until_metric(ops, "chuhe_greetings_failed_total{reason=\"not_http\"}", 2.0).await;
    assert_eq!(http_answer_to(web, b"GET / HTTP/1.1\r\n\r\n").await, "", "the address is barred");
    server.stop().await;
}

#[tokio::test]
async fn oversized_heads_and_other_methods_are_refused() {
    let (server, web, _) = start(|_| {}).await;
    let long_header = format!("GET / HTTP/1.1\r\nHost: here\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    let many_headers = format!("GET / HTTP/1.1\r\nHost: here\r\n{}\r\n", "X: x\r\n".repeat(500));
    let long_path = format!("GET /{} HTTP/1.1\r\nHost: here\r\n\r\n", "x".repeat(20_000));
    for request in [long_header, many_headers, long_path] {
        let answer = http_answer_to(web, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4") || answer.is_empty(), "{answer}");
    }
    let post = "POST /ws HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc";
    let answer = http_answer_to(web, post.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 405 ") && answer.contains("allow: GET, HEAD"), "{answer}");
    server.stop().await;
}
