//! Feeds bytes to the server's end of a WebSocket, after the handshake.
//!
//! What is read is whole frames within the limit, and does not depend on how the stream is split. What
//! is written arrives as the same messages. The first byte gives the number of piece lengths that
//! follow, which are used cyclically. The rest is the stream.

use crate::frame::split;
use chuhe_protocol::limits;
use chuhe_server::shell::net::web::stream::WebSocketStream;
use futures_util::FutureExt as _;
use std::io::{self, Cursor};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio_util::bytes::Bytes;
use tungstenite::protocol::{Message, Role, WebSocket};

/// Room for all that is in transit.
const PIPE_BYTES: usize = 1 << 20;
/// Streams up to this length are never too many fragments, which the server counts per read.
const COUNTED_BYTES: usize = limits::CLIENT_FRAME_BYTES;

/// The result of reading to the end of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    bytes: Vec<u8>,
    /// How reading ended.
    ended: Option<Result<(), io::ErrorKind>>,
}

/// Checks the stream on `data`.
pub fn run(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let (lengths, stream) = rest.split_at(usize::from(head).min(rest.len()));
    let whole = read_all(&[], vec![stream]);
    let (early, late) = stream.split_at(stream.len() / 2);
    let parts = [read_all(&[], split(stream, lengths)), read_all(early, split(late, lengths))];
    if stream.len() <= COUNTED_BYTES {
        for part in &parts {
            assert_eq!(*part, whole);
        }
    }
    for read in parts.iter().chain([&whole]) {
        check_frames(&read.bytes);
    }
    check_writing(&split(stream, lengths), lengths);
}

/// Reads what a peer sends in pieces, the first of them with its request, to its end.
fn read_all(early: &[u8], pieces: Vec<&[u8]>) -> Read {
    let (mut far, near) = tokio::io::duplex(PIPE_BYTES);
    let mut near = WebSocketStream::without_metrics(near, Bytes::copy_from_slice(early));
    let mut read = Read::default();
    read_available(&mut near, &mut read);
    for piece in pieces {
        far.write_all(piece).now_or_never().expect("there is room").expect("the pipe is open");
        read_available(&mut near, &mut read);
    }
    far.shutdown().now_or_never().expect("it needs no room").expect("the pipe is open");
    read_available(&mut near, &mut read);
    assert!(read.ended.is_some(), "the stream has ended");
    let _ = near.shutdown().now_or_never().expect("there is room");
    read
}

fn read_available(near: &mut WebSocketStream<DuplexStream>, read: &mut Read) {
    let mut buffer = [0; 100];
    while read.ended.is_none() {
        match near.read(&mut buffer).now_or_never() {
            None => return,
            Some(Ok(0)) => read.ended = Some(Ok(())),
            Some(Ok(count)) => read.bytes.extend_from_slice(&buffer[..count]),
            Some(Err(error)) => read.ended = Some(Err(error.kind())),
        }
    }
}

/// Checks that bytes are whole frames within the limit.
fn check_frames(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        let (&prefix, rest) = bytes.split_first_chunk().expect("a whole prefix");
        let length = u32::from_be_bytes(prefix) as usize;
        assert!(length <= limits::CLIENT_FRAME_BYTES);
        bytes = rest.split_at(length).1;
    }
}

/// Writes each payload as a frame, in parts of the lengths, and reads the messages as a client.
fn check_writing(payloads: &[&[u8]], lengths: &[u8]) {
    let frame = |payload: &&[u8]| {
        let length = u32::try_from(payload.len()).expect("a short payload");
        [&length.to_be_bytes()[..], payload].concat()
    };
    let frames: Vec<u8> = payloads.iter().flat_map(frame).collect();
    let (mut far, near) = tokio::io::duplex(PIPE_BYTES);
    let mut near = WebSocketStream::without_metrics(near, Bytes::new());
    for part in split(&frames, lengths) {
        near.write_all(part).now_or_never().expect("there is room").expect("the pipe is open");
    }
    near.shutdown().now_or_never().expect("there is room").expect("the pipe is open");
    let mut written = Vec::new();
    far.read_to_end(&mut written).now_or_never().expect("it has ended").expect("the pipe is open");
    let mut client = WebSocket::from_raw_socket(Cursor::new(written), Role::Client, None);
    for payload in payloads {
        assert_eq!(client.read().expect("a message"), Message::Binary(Bytes::copy_from_slice(payload)));
    }
    assert!(matches!(client.read(), Ok(Message::Close(Some(_)))));
}
