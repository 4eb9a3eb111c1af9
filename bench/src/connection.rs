//! A client connection to the server or to the baseline: frames and the greeting.

use anyhow::{Context as _, ensure};
use bytes::BytesMut;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, Request, frame, wire};
use futures_util::StreamExt as _;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::net::TcpSocket;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};

/// Connections per local address, well below the number of ephemeral ports.
const PER_ADDRESS: u32 = 200;
/// The number of local addresses before they are reused.
const ADDRESSES: u32 = 4096;
/// The initial capacity of the read buffer.
const READ_BYTES: usize = 2048;

static CONNECTED: AtomicU32 = AtomicU32::new(0);

/// The connection ended without a closing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server has closed the connection")]
pub struct Lost;

/// A client connection that carries frames.
#[derive(Debug)]
pub struct Connection {
    frames: FramedRead<OwnedReadHalf, LengthDelimitedCodec>,
    writer: Arc<OwnedWriteHalf>,
}

impl Connection {
    /// Connects from one of many local addresses.
    ///
    /// # Errors
    /// If no port is free or the connection fails.
    pub async fn connect(server: SocketAddr) -> anyhow::Result<Self> {
        let n = CONNECTED.fetch_add(1, Ordering::Relaxed) / PER_ADDRESS % ADDRESSES;
        let source = Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 1, 0, 1)) + n);
        let socket = TcpSocket::new_v4()?;
        socket.set_nodelay(true)?;
        socket.bind(SocketAddr::new(IpAddr::V4(source), 0)).context("no port is free")?;
        let stream = socket.connect(server).await.map_err(|_| Lost)?;
        let (reader, writer) = stream.into_split();
        let frames = FramedRead::with_capacity(reader, frame::server_frames(), READ_BYTES);
        Ok(Self { frames, writer: Arc::new(writer) })
    }

    /// Connects and exchanges greetings.
    ///
    /// # Errors
    /// If the connection fails or the server rejects the greeting.
    pub async fn connect_and_greet(server: SocketAddr) -> anyhow::Result<Self> {
        let mut connection = Self::connect(server).await?;
        connection.send_frame(&framed(&Hello::current().encode())).await.map_err(|_| Lost)?;
        let answer = Answer::decode(&connection.next_frame().await?)?;
        ensure!(answer.welcome, "the server rejected the greeting");
        Ok(connection)
    }

    /// The write half, for writers outside this task.
    #[must_use]
    pub const fn writer(&self) -> &Arc<OwnedWriteHalf> {
        &self.writer
    }

    /// Sends a frame that already carries its length prefix.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn send_frame(&self, mut frame: &[u8]) -> io::Result<()> {
        while !frame.is_empty() {
            match self.writer.try_write(frame) {
                Ok(written) => frame = &frame[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.writer.writable().await?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Sends a request.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn request(&self, number: u32, message: ClientMessage) -> anyhow::Result<()> {
        self.send_frame(&framed(&wire::encode(&Request { number, message })?)).await.map_err(|_| Lost)?;
        Ok(())
    }

    /// Receives the next frame. Cancel safe.
    ///
    /// # Errors
    /// If the connection is lost.
    pub async fn next_frame(&mut self) -> anyhow::Result<BytesMut> {
        Ok(self.frames.next().await.ok_or(Lost)?.map_err(|_| Lost)?)
    }
}

/// Prefixes a message with its length.
#[must_use]
pub fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a message is shorter than 4 GiB");
    [&length.to_be_bytes(), message].concat()
}
