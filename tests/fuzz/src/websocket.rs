//! Feeds bytes to the server's end of a WebSocket, after the handshake.
//!
//! What is read are whole messages within the limit, and they do not depend on how the stream is split.
//! The first byte gives the number of piece lengths that
//! follow, which are used cyclically. The rest is the stream.

use crate::frame::split;
use chuhe_protocol::limits;
use chuhe_server::shell::net::web::stream::WebSocketStream;
use futures_util::FutureExt as _;
use std::io;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio_util::bytes::Bytes;

/// Room for all that is in transit.
const PIPE_BYTES: usize = 1 << 20;
/// Streams up to this length are never too many fragments, which the server counts per read.
const COUNTED_BYTES: usize = limits::CLIENT_FRAME_BYTES;

/// The result of reading to the end of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    messages: Vec<Vec<u8>>,
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
    for message in parts.iter().chain([&whole]).flat_map(|read| &read.messages) {
        assert!(message.len() <= limits::CLIENT_FRAME_BYTES);
    }
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
    let mut buffer = [0; limits::CLIENT_FRAME_BYTES + 1];
    while read.ended.is_none() {
        match near.read(&mut buffer).now_or_never() {
            None => return,
            Some(Ok(0)) => read.ended = Some(Ok(())),
            Some(Ok(count)) => read.messages.push(buffer[..count].to_vec()),
            Some(Err(error)) => read.ended = Some(Err(error.kind())),
        }
    }
}
