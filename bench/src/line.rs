//! One connection of a client, to the server or to the baseline: frames there and back, and the
//! greeting. What a frame means is told elsewhere.

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

/// Connections from one address of this machine: few enough for the ports of each.
const PER_ADDRESS: u32 = 200;
/// The addresses are taken again after so many.
const ADDRESSES: u32 = 4096;
/// The room for what is read, at first.
const READ_BYTES: usize = 2048;

static CONNECTED: AtomicU32 = AtomicU32::new(0);

/// The connection is gone, without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server has closed the connection")]
pub struct Lost;

/// A connection.
#[derive(Debug)]
pub struct Line {
    frames: FramedRead<OwnedReadHalf, LengthDelimitedCodec>,
    writer: Arc<OwnedWriteHalf>,
}

impl Line {
    /// Connects, from one of many addresses of this machine.
    ///
    /// # Errors
    /// If it cannot.
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

    /// Connects, and exchanges greetings.
    ///
    /// # Errors
    /// If it cannot, or is not welcome.
    pub async fn greeted(server: SocketAddr) -> anyhow::Result<Self> {
        let mut line = Self::connect(server).await?;
        line.send(&framed(&Hello::current().encode())).await.map_err(|_| Lost)?;
        let answer = Answer::decode(&line.frame().await?)?;
        ensure!(answer.welcome, "not welcome");
        Ok(line)
    }

    /// What writes to it, for another who does.
    #[must_use]
    pub const fn writer(&self) -> &Arc<OwnedWriteHalf> {
        &self.writer
    }

    /// Sends what has its length before it.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send(&self, mut frame: &[u8]) -> io::Result<()> {
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
    /// If the connection is gone.
    pub async fn say(&self, number: u32, message: ClientMessage) -> anyhow::Result<()> {
        self.send(&framed(&wire::encode(&Request { number, message })?)).await.map_err(|_| Lost)?;
        Ok(())
    }

    /// The next frame. If this is dropped before it is done nothing is lost.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn frame(&mut self) -> anyhow::Result<BytesMut> {
        Ok(self.frames.next().await.ok_or(Lost)?.map_err(|_| Lost)?)
    }
}

/// A message with its length before it.
#[must_use]
pub fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("messages are short");
    [&length.to_be_bytes(), message].concat()
}
