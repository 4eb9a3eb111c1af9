//! Hostile peers: one attack after another, each over a connection of its own.
//!
//! The test counts attacks by the reason with which the server ended them.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{
    ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, Request, ServerMessage, frame, limits,
    wire,
};
use futures_util::{SinkExt as _, StreamExt as _};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_util::bytes::Bytes;
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// What a hostile peer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attack {
    /// Connects and sends nothing.
    Silent,
    /// Sends a greeting and nothing more.
    Greeted,
    /// Joins and never reads.
    Unreading,
    /// Sends a greeting, then thousands of frames.
    Flood,
    /// Joins and closes its sending side.
    HalfOpen,
    /// Sends its greeting a byte at a time and never finishes it.
    Slowloris,
    /// Sends bytes that are no greeting.
    Garbage,
    /// Sends a frame that is too long.
    Oversized,
    /// Sends an empty frame.
    ZeroLength,
    /// Sends a message with trailing bytes.
    Trailing,
}

/// Failing connections per address: a few more would get the address blocked.
const PER_ADDRESS: u32 = 16;
/// The pause before a peer connects again: twenty peers open a thousand connections a second.
const AGAIN: Duration = Duration::from_millis(20);
/// Frames in one burst of a flood. With [`FLOOD_PAUSE`] this makes ten thousand a second.
const FLOOD_FRAMES: usize = 100;
/// The pause between two bursts of a flood.
const FLOOD_PAUSE: Duration = Duration::from_millis(10);

/// The number of attacks by the reason for which they ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends(Arc<Mutex<BTreeMap<(Attack, String), u32>>>);

impl Ends {
    fn count(&self, attack: Attack, end: String) {
        *self.0.lock().expect("no task panics while it holds the lock").entry((attack, end)).or_default() +=
            1;
    }

    pub(super) fn of(&self, attack: Attack, end: &str) -> u32 {
        let ends = self.0.lock().expect("no task panics while it holds the lock");
        ends.get(&(attack, end.to_owned())).copied().unwrap_or(0)
    }

    pub(super) fn table(&self) -> String {
        let ends = self.0.lock().expect("no task panics while it holds the lock");
        ends.iter().map(|((attack, end), n)| format!("{attack:?} {end} {n}")).collect::<Vec<_>>().join(", ")
    }
}

/// Loopback addresses to connect from, changed before the server blocks one.
#[derive(Debug, Default)]
pub(super) struct Sources(AtomicU32);

impl Sources {
    fn next(&self) -> Ipv4Addr {
        let n = self.0.fetch_add(1, Ordering::Relaxed) / PER_ADDRESS;
        // players connect from 127.0.0.1
        Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 1, 0, 1)) + n)
    }
}

/// The target of the attacks, and their shared state.
#[derive(Clone, Debug)]
pub(super) struct Enemy {
    pub(super) server: SocketAddr,
    pub(super) sources: Arc<Sources>,
    pub(super) ends: Ends,
    /// One in this many unreading peers sends chat lines, so that their send queues fill.
    pub(super) one_talks_in: usize,
}

impl Enemy {
    /// Attacks once, until the server ends the connection.
    pub(super) async fn attack(&self, attack: Attack, n: usize) {
        let source = self.sources.next();
        let end = match self.try_attack(attack, n, source).await {
            Some(Some(reason)) => format!("{reason:?}"),
            Some(None) => "closed".to_owned(),
            None => "not connected".to_owned(),
        };
        self.ends.count(attack, end);
    }

    /// Repeats the attack without end.
    pub(super) async fn repeat(self, attack: Attack, n: usize) {
        loop {
            self.attack(attack, n).await;
            // a flood has no pauses
            if attack != Attack::Flood {
                tokio::time::sleep(AGAIN).await;
            }
        }
    }

    /// The reason that the server gave at the end, if any.
    async fn try_attack(&self, attack: Attack, n: usize, source: Ipv4Addr) -> Option<Option<CloseReason>> {
        let mut stream = connect(self.server, source, attack == Attack::Unreading).await?;
        match attack {
            Attack::Silent => return Some(end_of(stream).await),
            Attack::Garbage => {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: chuhe\r\n\r\n").await;
                return Some(end_of(stream).await);
            }
            Attack::Slowloris => return Some(drip(stream).await),
            _ => {}
        }
        let mut line = Framed::new(stream, frame::server_frames());
        line.send(Bytes::copy_from_slice(&Hello::current().encode())).await.ok()?;
        let answer = line.next().await?.ok()?;
        Answer::decode(&answer).ok()?;
        let join = request(DoorRequest::Join {
            name: format!("e{}x{n}", self.sources.0.load(Ordering::Relaxed)),
            hall: None,
        });
        match attack {
            Attack::Unreading => {
                let _ = line.send(Bytes::from(join)).await;
                return Some(stare(line.into_inner(), n.is_multiple_of(self.one_talks_in)).await);
            }
            Attack::Flood => flood(&mut line).await,
            Attack::HalfOpen => {
                let _ = line.send(Bytes::from(join)).await;
                let _ = line.get_mut().shutdown().await;
            }
            Attack::Oversized => {
                let length = u32::try_from(limits::CLIENT_FRAME_BYTES + 1).expect("it is small");
                let _ = line.get_mut().write_all(&length.to_be_bytes()).await;
            }
            Attack::ZeroLength => {
                let _ = line.get_mut().write_all(&[0; 4]).await;
            }
            Attack::Trailing => {
                let _ = line.send(Bytes::from([join, vec![0]].concat())).await;
            }
            Attack::Silent | Attack::Greeted | Attack::Garbage | Attack::Slowloris => {}
        }
        Some(reason(line).await)
    }
}

/// Connects from `source`; `narrow` asks for a small receive buffer.
pub(super) async fn connect(server: SocketAddr, source: Ipv4Addr, narrow: bool) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    if narrow {
        socket.set_recv_buffer_size(4096).ok()?;
    }
    socket.bind(SocketAddr::new(IpAddr::V4(source), 0)).ok()?;
    socket.connect(server).await.ok()
}

/// Sends a greeting and returns the reason for which the server closes the connection.
pub(super) async fn refused(server: SocketAddr, source: Ipv4Addr) -> Option<CloseReason> {
    let mut line = Framed::new(connect(server, source, false).await?, frame::server_frames());
    line.send(Bytes::copy_from_slice(&Hello::current().encode())).await.ok()?;
    Answer::decode(&line.next().await?.ok()?).ok()?;
    reason(line).await
}

fn request(message: impl Into<ClientMessage>) -> Vec<u8> {
    let message = message.into();
    wire::encode(&Request { number: 1, message }).expect("a request of a peer is within its limit")
}

async fn end_of(mut stream: TcpStream) -> Option<CloseReason> {
    let _ = stream.read_to_end(&mut Vec::new()).await;
    None
}

async fn drip(mut stream: TcpStream) -> Option<CloseReason> {
    loop {
        let mut byte = [0];
        tokio::select! {
            _ = stream.read(&mut byte) => return None,
            () = tokio::time::sleep(Duration::from_millis(500)) => {
                let _ = stream.write_all(&[0]).await;
            }
        }
    }
}

/// Sends pings or chat and never reads, until the server closes the connection.
async fn stare(mut stream: TcpStream, talks: bool) -> Option<CloseReason> {
    let text = "楚".repeat(limits::CHAT_CHARS);
    let line = framed(&request(ClientMessage::Chat { room: ChatRoom::Lobby, text }));
    let ping = framed(&request(DoorRequest::Ping { nonce: 1, round_trip_ms: None }));
    let pace = Duration::from_millis(limits::CHAT_WINDOW_MS / limits::CHAT_BURST as u64);
    while stream.write_all(if talks { &line } else { &ping }).await.is_ok() {
        tokio::time::sleep(pace).await;
    }
    None
}

/// A message with its length before it.
fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("it is small");
    [&length.to_be_bytes(), message].concat()
}

async fn flood(line: &mut Framed<TcpStream, LengthDelimitedCodec>) {
    let ping = framed(&request(DoorRequest::Ping { nonce: 1, round_trip_ms: None }));
    let bytes = ping.repeat(FLOOD_FRAMES);
    for _ in 0..=limits::FLOOD_REQUESTS / FLOOD_FRAMES {
        if line.get_mut().write_all(&bytes).await.is_err() {
            return;
        }
        tokio::time::sleep(FLOOD_PAUSE).await;
    }
}

/// Reads to the end of the connection, and returns the reason in the last message, if any.
async fn reason(mut line: Framed<TcpStream, LengthDelimitedCodec>) -> Option<CloseReason> {
    let mut why = None;
    while let Some(Ok(frame)) = line.next().await {
        if let Ok(ServerMessage::Door(DoorMessage::Closing { reason })) = wire::decode(&frame) {
            why = Some(reason);
        }
    }
    why
}
