//! A client connection to the server or to the baseline: frames and the greeting.

use anyhow::{Context as _, ensure};
use bytes::{Buf as _, Bytes, BytesMut};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, Request, frame, wire};
use futures_util::StreamExt as _;
use std::io::{self, Cursor};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpSocket, TcpStream};
use tokio_util::codec::{Decoder, FramedRead, LengthDelimitedCodec};
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};

/// Connections per local address, well below the number of ephemeral ports.
const PER_ADDRESS: u32 = 200;
/// The number of local addresses before they are reused.
const ADDRESSES: u32 = 4096;
/// The initial capacity of the read buffer.
const READ_BYTES: usize = 2048;
/// What a message of a WebSocket is.
const BINARY: OpCode = OpCode::Data(Data::Binary);
/// The mask of each message to a server. It must unmask whatever it is.
const MASK: [u8; 4] = [0x5a, 0xc3, 0x17, 0x88];
/// The request that opens a WebSocket. Its key may be any.
const HANDSHAKE: &[u8] = b"GET /ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

static CONNECTED: AtomicU32 = AtomicU32::new(0);

/// The connection ended without a closing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server has closed the connection")]
pub struct Lost;

/// How a connection carries frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Each frame follows its length.
    #[default]
    Tcp,
    /// Each frame is a message of a WebSocket.
    WebSocket,
}

impl Transport {
    /// Encodes a message as a frame.
    #[must_use]
    pub fn framed(self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Tcp => framed(message),
            Self::WebSocket => {
                let header = FrameHeader { opcode: BINARY, mask: Some(MASK), ..FrameHeader::default() };
                let frame = Frame::from_payload(header, Bytes::copy_from_slice(message));
                let mut encoded = Vec::new();
                frame.format(&mut encoded).expect("a vector takes all bytes");
                encoded
            }
        }
    }
}

/// Splits what a server sends into frames.
#[derive(Debug)]
enum FrameDecoder {
    Tcp(LengthDelimitedCodec),
    WebSocket,
}

impl Decoder for FrameDecoder {
    type Item = BytesMut;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<BytesMut>> {
        let Self::Tcp(codec) = self else { return decode_message(bytes) };
        codec.decode(bytes)
    }
}

/// Removes a message of a WebSocket from the start of the bytes, if it is complete.
fn decode_message(bytes: &mut BytesMut) -> io::Result<Option<BytesMut>> {
    let mut cursor = Cursor::new(&bytes[..]);
    let header = FrameHeader::parse(&mut cursor).map_err(io::Error::other)?;
    let Some((header, length)) = header else { return Ok(None) };
    let end = usize::try_from(cursor.position()).map_err(io::Error::other)?;
    if header.opcode != BINARY || !header.is_final {
        // the server ends the connection; it sends no pings
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    let length = usize::try_from(length).map_err(io::Error::other)?;
    if bytes.len() < end + length {
        return Ok(None);
    }
    let mut frame = bytes.split_to(end + length);
    frame.advance(end);
    Ok(Some(frame))
}

/// A client connection that carries frames.
#[derive(Debug)]
pub struct Connection {
    frames: FramedRead<OwnedReadHalf, FrameDecoder>,
    writer: Arc<OwnedWriteHalf>,
    transport: Transport,
}

impl Connection {
    /// Connects from one of many local addresses.
    ///
    /// # Errors
    /// If no port is free or the connection fails.
    pub async fn connect(server: SocketAddr, transport: Transport) -> anyhow::Result<Self> {
        let n = CONNECTED.fetch_add(1, Ordering::Relaxed) / PER_ADDRESS % ADDRESSES;
        let source = Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 1, 0, 1)) + n);
        let socket = TcpSocket::new_v4()?;
        socket.set_nodelay(true)?;
        socket.bind(SocketAddr::new(IpAddr::V4(source), 0)).context("no port is free")?;
        let mut stream = socket.connect(server).await.map_err(|_| Lost)?;
        let decoder = match transport {
            Transport::Tcp => FrameDecoder::Tcp(frame::server_frames()),
            Transport::WebSocket => {
                open_websocket(&mut stream).await?;
                FrameDecoder::WebSocket
            }
        };
        let (reader, writer) = stream.into_split();
        let frames = FramedRead::with_capacity(reader, decoder, READ_BYTES);
        Ok(Self { frames, writer: Arc::new(writer), transport })
    }

    /// How the connection carries frames.
    #[must_use]
    pub const fn transport(&self) -> Transport {
        self.transport
    }

    /// Connects and exchanges greetings.
    ///
    /// # Errors
    /// If the connection fails or the server rejects the greeting.
    pub async fn connect_and_greet(server: SocketAddr, transport: Transport) -> anyhow::Result<Self> {
        let mut connection = Self::connect(server, transport).await?;
        connection.send_frame(&transport.framed(&Hello::current().encode())).await.map_err(|_| Lost)?;
        let answer = Answer::decode(&connection.next_frame().await?)?;
        ensure!(answer.welcome, "the server rejected the greeting");
        Ok(connection)
    }

    /// The write half, for writers outside this task.
    #[must_use]
    pub const fn writer(&self) -> &Arc<OwnedWriteHalf> {
        &self.writer
    }

    /// Sends a frame in the encoding of its transport.
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
    pub async fn request(&self, number: u32, message: impl Into<ClientMessage>) -> anyhow::Result<()> {
        let message = message.into();
        self.send_frame(&self.transport.framed(&wire::encode(&Request { number, message })?))
            .await
            .map_err(|_| Lost)?;
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

/// Makes a WebSocket of a connection.
async fn open_websocket(stream: &mut TcpStream) -> anyhow::Result<()> {
    stream.write_all(HANDSHAKE).await.map_err(|_| Lost)?;
    // the server sends nothing else before it is greeted
    let mut head = BytesMut::new();
    while !head.ends_with(b"\r\n\r\n") {
        ensure!(stream.read_buf(&mut head).await.map_err(|_| Lost)? > 0, Lost);
    }
    ensure!(head.starts_with(b"HTTP/1.1 101 "), "the server refused the WebSocket");
    Ok(())
}

/// Prefixes a message with its length.
#[must_use]
pub fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a message is shorter than 4 GiB");
    [&length.to_be_bytes(), message].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_websocket_are_split() {
        let all = [&[0x82, 3][..], b"one", &[0x82, 126, 1, 44], &[7; 300]].concat();
        for cut in 0..all.len() {
            let (mut bytes, mut found) = (BytesMut::from(&all[..cut]), Vec::new());
            let mut decoder = FrameDecoder::WebSocket;
            while let Some(frame) = decoder.decode(&mut bytes).unwrap() {
                found.push(frame);
            }
            bytes.extend_from_slice(&all[cut..]);
            while let Some(frame) = decoder.decode(&mut bytes).unwrap() {
                found.push(frame);
            }
            assert_eq!(found, [&b"one"[..], &[7; 300]], "cut at {cut}");
        }
        let closed = decode_message(&mut BytesMut::from(&[0x88, 0][..]));
        assert_eq!(closed.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }
}
