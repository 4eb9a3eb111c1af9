//! The baseline: a relay that forwards every frame to the other client of a pair.
//!
//! It is as simple and fast as tokio permits, with the same socket options as the server. The
//! first frame of a connection is an [`Introduction`]. When both clients of a pair have sent
//! theirs, each receives [`PAIRED`], and from then on the relay forwards frames.

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

/// The accept queue length of the server's listener.
const BACKLOG: i32 = 4096;
const SEND_BUFFER_BYTES: usize = 128 * 1024;
/// The size of a connection's read buffer and of its write buffer.
const BUFFER_BYTES: usize = 2 * 1024;

/// The frame that both clients receive once they are paired.
pub const PAIRED: &[u8] = b"paired";

/// The first frame of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// The number of the client's pair.
    pub pair: u64,
    /// The length of each forwarded frame; zeros pad it.
    pub bytes: u16,
    /// Whether the sender receives each frame too.
    pub echoes: bool,
}

impl Introduction {
    /// Encodes the introduction.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(11);
        bytes.put_u64(self.pair);
        bytes.put_u16(self.bytes);
        bytes.put_u8(u8::from(self.echoes));
        bytes
    }

    /// Decodes an introduction; `None` if the frame has another length.
    #[must_use]
    pub fn decode(mut frame: &[u8]) -> Option<Self> {
        (frame.len() == 11).then(|| Self {
            pair: frame.get_u64(),
            bytes: frame.get_u16(),
            echoes: frame.get_u8() != 0,
        })
    }
}

type FramedStream = Framed<TcpStream, LengthDelimitedCodec>;
type WaitingClients = Arc<Mutex<BTreeMap<u64, FramedStream>>>;

/// Listens on `address` with the server's socket options.
///
/// # Errors
/// If the address is not available.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// Accepts connections and relays between them until an error.
///
/// # Errors
/// If a connection cannot be accepted.
pub async fn serve(listener: TcpListener) -> io::Result<()> {
    let waiting = WaitingClients::default();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let waiting = Arc::clone(&waiting);
        tokio::spawn(async move {
            let stream = Framed::with_capacity(stream, frame::server_frames(), BUFFER_BYTES);
            // an error ends both connections of the pair; nothing else depends on them
            let _ = introduce(stream, waiting).await;
        });
    }
}

async fn introduce(mut stream: FramedStream, waiting: WaitingClients) -> io::Result<()> {
    let Some(first) = stream.next().await.transpose()? else { return Ok(()) };
    let Some(introduction) = Introduction::decode(&first) else { return Ok(()) };
    let other = {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.remove(&introduction.pair) {
            Some(other) => other,
            None => {
                waiting.insert(introduction.pair, stream);
                return Ok(());
            }
        }
    };
    relay(stream, other, introduction).await
}

/// Forwards frames between two clients until one disconnects.
async fn relay(mut one: FramedStream, mut other: FramedStream, options: Introduction) -> io::Result<()> {
    one.send(Bytes::from_static(PAIRED)).await?;
    other.send(Bytes::from_static(PAIRED)).await?;
    loop {
        let (frame, from, to) = tokio::select! {
            frame = one.next() => (frame, &mut one, &mut other),
            frame = other.next() => (frame, &mut other, &mut one),
        };
        let Some(frame) = frame.transpose()? else { return Ok(()) };
        let frame = pad(frame, options.bytes);
        if options.echoes {
            to.send(Bytes::clone(&frame)).await?;
            from.send(frame).await?;
        } else {
            to.send(frame).await?;
        }
    }
}

fn pad(mut frame: BytesMut, bytes: u16) -> Bytes {
    frame.resize(usize::from(bytes), 0);
    frame.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introduction_round_trips() {
        let introduction = Introduction { pair: 77, bytes: 300, echoes: true };
        assert_eq!(Introduction::decode(&introduction.encode()), Some(introduction));
        assert_eq!(Introduction::decode(b"CHUHE"), None);
    }
}
