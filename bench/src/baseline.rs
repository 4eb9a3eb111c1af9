//! The baseline: a relay that passes on every frame to the other of a pair, and does nothing
//! else. As plain and as quick as tokio lets it be; its sockets are set as the server's.
//!
//! The first frame over a connection is an [`Introduction`]; when both of a pair have said
//! theirs, each is told [`PAIRED`], and from then on what one sends the other receives.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use chuhe_protocol::frame;
use futures_util::{SinkExt as _, StreamExt as _};
use socket2::{Domain, Protocol, Socket, Type};
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// As the server's listener has them.
const BACKLOG: i32 = 4096;
const SEND_BUFFER_BYTES: usize = 128 * 1024;
/// What is read and written at a time, at most; a connection holds two of these.
const BUFFER_BYTES: usize = 2 * 1024;

/// What both of a pair are told once they are paired.
pub const PAIRED: &[u8] = b"paired";

/// What a client says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// The number of the pair to which it belongs.
    pub pair: u64,
    /// So long is what the other is sent for a frame: its bytes, and zeros behind them.
    pub bytes: u16,
    /// Whether the sender is sent the same.
    pub answers: bool,
}

impl Introduction {
    /// Its bytes.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(11);
        bytes.put_u64(self.pair);
        bytes.put_u16(self.bytes);
        bytes.put_u8(u8::from(self.answers));
        bytes
    }

    /// Reads one; `None`, it is none.
    #[must_use]
    pub fn decode(mut frame: &[u8]) -> Option<Self> {
        (frame.len() == 11).then(|| Self {
            pair: frame.get_u64(),
            bytes: frame.get_u16(),
            answers: frame.get_u8() != 0,
        })
    }
}

type Wire = Framed<TcpStream, LengthDelimitedCodec>;
type Waiting = Arc<Mutex<BTreeMap<u64, Wire>>>;

/// Listens at `address` as the server does.
///
/// # Errors
/// If the address cannot be had.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// Relays for ever.
///
/// # Errors
/// If no connection can be accepted.
pub async fn serve(listener: TcpListener) -> io::Result<()> {
    let waiting = Waiting::default();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let waiting = Arc::clone(&waiting);
        tokio::spawn(async move {
            let wire = Framed::with_capacity(stream, frame::server_frames(), BUFFER_BYTES);
            // whoever is gone is gone, and the other with him
            let _ = introduce(wire, waiting).await;
        });
    }
}

async fn introduce(mut wire: Wire, waiting: Waiting) -> io::Result<()> {
    let Some(first) = wire.next().await.transpose()? else { return Ok(()) };
    let Some(introduction) = Introduction::decode(&first) else { return Ok(()) };
    let other = {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.remove(&introduction.pair) {
            Some(other) => other,
            None => {
                waiting.insert(introduction.pair, wire);
                return Ok(());
            }
        }
    };
    relay(wire, other, introduction).await
}

/// Passes on what either sends, until one is gone.
async fn relay(mut one: Wire, mut other: Wire, how: Introduction) -> io::Result<()> {
    one.send(Bytes::from_static(PAIRED)).await?;
    other.send(Bytes::from_static(PAIRED)).await?;
    loop {
        let (frame, from, to) = tokio::select! {
            frame = one.next() => (frame, &mut one, &mut other),
            frame = other.next() => (frame, &mut other, &mut one),
        };
        let Some(frame) = frame.transpose()? else { return Ok(()) };
        let frame = grown(frame, how.bytes);
        if how.answers {
            to.send(Bytes::clone(&frame)).await?;
            from.send(frame).await?;
        } else {
            to.send(frame).await?;
        }
    }
}

fn grown(mut frame: BytesMut, bytes: u16) -> Bytes {
    frame.resize(usize::from(bytes), 0);
    frame.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_is_read_as_it_was_written() {
        let introduction = Introduction { pair: 77, bytes: 300, answers: true };
        assert_eq!(Introduction::decode(&introduction.encode()), Some(introduction));
        assert_eq!(Introduction::decode(b"CHUHE"), None);
    }
}
