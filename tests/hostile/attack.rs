//! Peers that mean no good: one attack after another, each over a connection of
//! its own. What comes of each is counted, under what the server said of it.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ChatRoom, ClientMessage, CloseReason, Request, ServerMessage, frame, limits, wire};
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

/// What a peer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Attack {
    /// Connects, and says nothing.
    Silent,
    /// Greets, and says nothing more.
    Greeted,
    /// Joins, and reads nothing of what it is told.
    Unreading,
    /// Greets, and sends frames by the thousand.
    Flood,
    /// Joins, and says that it will send nothing more.
    HalfOpen,
    /// Sends its greeting a byte at a time, and never ends.
    Slowloris,
    /// Sends no greeting.
    Garbage,
    /// Sends a frame that is too long.
    Oversized,
    /// Sends a frame with nothing in it.
    ZeroLength,
    /// Sends a message with something behind it.
    Trailing,
}

/// Connections from one address of which nothing need come; with a few more it
/// would be barred.
const PER_ADDRESS: u32 = 16;
/// When a peer comes again: twenty of them are a thousand connections in a second.
const AGAIN: Duration = Duration::from_millis(20);
/// A flood's frames at once, and how often: ten thousand in a second.
const FLOOD_FRAMES: usize = 100;
const FLOOD_PAUSE: Duration = Duration::from_millis(10);

/// What came of the attacks.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends(Arc<Mutex<BTreeMap<(Attack, String), u32>>>);

impl Ends {
    fn count(&self, attack: Attack, end: String) {
        *self.0.lock().expect("nobody panics with it").entry((attack, end)).or_default() += 1;
    }

    pub(super) fn of(&self, attack: Attack, end: &str) -> u32 {
        let ends = self.0.lock().expect("nobody panics with it");
        ends.get(&(attack, end.to_owned())).copied().unwrap_or(0)
    }

    pub(super) fn table(&self) -> String {
        let ends = self.0.lock().expect("nobody panics with it");
        ends.iter().map(|((attack, end), n)| format!("{attack:?} {end} {n}")).collect::<Vec<_>>().join(", ")
    }
}

/// Addresses of this machine, so many that none is known for what came from it.
#[derive(Debug, Default)]
pub(super) struct Sources(AtomicU32);

impl Sources {
    fn next(&self) -> Ipv4Addr {
        let n = self.0.fetch_add(1, Ordering::Relaxed) / PER_ADDRESS;
        // the players' own is 127.0.0.1
        Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 1, 0, 1)) + n)
    }
}

/// Who attacks whom, and what comes of it.
#[derive(Clone, Debug)]
pub(super) struct Enemy {
    pub(super) server: SocketAddr,
    pub(super) sources: Arc<Sources>,
    pub(super) ends: Ends,
    /// One in so many of those who never read talks, so that there is something to read.
    pub(super) one_talks_in: usize,
}

impl Enemy {
    /// Attacks once, until the server has had enough.
    pub(super) async fn attack(&self, attack: Attack, n: usize) {
        let source = self.sources.next();
        let end = match self.try_attack(attack, n, source).await {
            Some(Some(reason)) => format!("{reason:?}"),
            Some(None) => "closed".to_owned(),
            None => "not connected".to_owned(),
        };
        self.ends.count(attack, end);
    }

    /// The same for ever.
    pub(super) async fn go_on(self, attack: Attack, n: usize) {
        loop {
            self.attack(attack, n).await;
            // a flood is to be one all the time
            if attack != Attack::Flood {
                tokio::time::sleep(AGAIN).await;
            }
        }
    }

    /// The reason that it was told at the end, if any.
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
        let join =
            request(ClientMessage::Join { name: format!("e{}x{n}", self.sources.0.load(Ordering::Relaxed)) });
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

/// Connects from `source`; `narrow`, so that the system takes little ahead.
pub(super) async fn connect(server: SocketAddr, source: Ipv4Addr, narrow: bool) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    if narrow {
        socket.set_recv_buffer_size(4096).ok()?;
    }
    socket.bind(SocketAddr::new(IpAddr::V4(source), 0)).ok()?;
    socket.connect(server).await.ok()
}

/// Greets only to hear why it is not served.
pub(super) async fn refused(server: SocketAddr, source: Ipv4Addr) -> Option<CloseReason> {
    let mut line = Framed::new(connect(server, source, false).await?, frame::server_frames());
    line.send(Bytes::copy_from_slice(&Hello::current().encode())).await.ok()?;
    Answer::decode(&line.next().await?.ok()?).ok()?;
    reason(line).await
}

fn request(message: ClientMessage) -> Vec<u8> {
    wire::encode(&Request { number: 1, message }).expect("it fits")
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

/// Shows that it is there, and reads nothing, until it is cut.
async fn stare(mut stream: TcpStream, talks: bool) -> Option<CloseReason> {
    let text = "楚".repeat(limits::CHAT_CHARS);
    let line = framed(&request(ClientMessage::Chat { room: ChatRoom::Lobby, text }));
    let ping = framed(&request(ClientMessage::Ping { nonce: 1, round_trip_ms: None }));
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
    let ping = framed(&request(ClientMessage::Ping { nonce: 1, round_trip_ms: None }));
    let bytes = ping.repeat(FLOOD_FRAMES);
    for _ in 0..=limits::FLOOD_REQUESTS / FLOOD_FRAMES {
        if line.get_mut().write_all(&bytes).await.is_err() {
            return;
        }
        tokio::time::sleep(FLOOD_PAUSE).await;
    }
}

/// Reads to the end; what was said last of why.
async fn reason(mut line: Framed<TcpStream, LengthDelimitedCodec>) -> Option<CloseReason> {
    let mut why = None;
    while let Some(Ok(frame)) = line.next().await {
        if let Ok(ServerMessage::Closing { reason }) = wire::decode(&frame) {
            why = Some(reason);
        }
    }
    why
}
