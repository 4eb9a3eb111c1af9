//! A relay between clients and a server, controlled by a test.
//!
//! Each direction of each connection passes as many bytes as the test allows, in pieces of a
//! given size, until the test cuts the connection. The relay does not interpret the bytes.

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

/// A wait longer than this fails the test.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Bytes that one direction buffers before it stops reading.
const HELD: usize = 64 * 1024;

/// How a connection ends when it is cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// Both ends see the end of the stream.
    Fin,
    /// Both ends see a reset.
    Rst,
}

/// A listener that relays its connections to a server.
pub(super) struct Relay {
    pub(super) address: SocketAddr,
    links: mpsc::UnboundedReceiver<Link>,
}

impl Relay {
    /// Relays to `server`, with writes of at most `piece` bytes.
    pub(super) async fn before(server: SocketAddr, piece: usize) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let (made, links) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.expect("a connection");
                let server = TcpStream::connect(server).await.expect("a server listens");
                if made.send(Link::between(client, server, piece)).is_err() {
                    return; // the test is over
                }
            }
        });
        Self { address, links }
    }

    /// The link of the next connection.
    pub(super) async fn next(&mut self) -> Link {
        self.links.recv().await.expect("the relay runs")
    }
}

/// One relayed connection. Dropping it cuts it.
pub(super) struct Link {
    /// From the client to the server.
    pub(super) up: Way,
    /// From the server to the client.
    pub(super) down: Way,
    cut: oneshot::Sender<Cut>,
    ended: oneshot::Receiver<()>,
}

impl Link {
    fn between(mut client: TcpStream, mut server: TcpStream, piece: usize) -> Self {
        let (up, mut up_pump) = way(piece);
        let (down, mut down_pump) = way(piece);
        let (cut, cuts) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        tokio::spawn(async move {
            for stream in [&client, &server] {
                stream.set_nodelay(true).expect("the socket is open");
            }
            let how = {
                let (client_reads, client_writes) = client.split();
                let (server_reads, server_writes) = server.split();
                let both = async {
                    tokio::join!(
                        up_pump.run(client_reads, server_writes),
                        down_pump.run(server_reads, client_writes)
                    )
                };
                tokio::select! {
                    _ = both => None,
                    how = cuts => how.ok(),
                }
            };
            if let Some(Cut::Rst) = how {
                for stream in [&client, &server] {
                    stream.set_zero_linger().expect("the socket is open");
                }
            }
            drop((client, server));
            // the test may have dropped the receiver
            let _ = end.send(());
        });
        Self { up, down, cut, ended }
    }

    /// Cuts the connection. Bytes that have not passed are lost.
    pub(super) async fn cut(self, how: Cut) {
        self.cut.send(how).expect("the connection is open");
        self.ended.await.expect("the relay task ends");
    }
}

/// Controls one direction of a connection.
pub(super) struct Way {
    allowed: watch::Sender<u64>,
    arrived: watch::Receiver<u64>,
    passed: watch::Receiver<u64>,
}

impl Way {
    /// Stops passing bytes.
    pub(super) fn hold(&self) {
        self.hold_after(0);
    }

    /// Passes this many more bytes, then stops.
    pub(super) fn hold_after(&self, bytes: u64) {
        self.allowed.send_replace(*self.passed.borrow() + bytes);
    }

    /// Passes the held bytes and everything after them.
    pub(super) fn release(&self) {
        self.allowed.send_replace(u64::MAX);
    }

    /// Waits until this direction holds `bytes` bytes back.
    pub(super) async fn holds(&mut self, bytes: u64) {
        let passed = self.passed.clone();
        let more = self.arrived.wait_for(|&arrived| arrived >= *passed.borrow() + bytes);
        timeout(TIMEOUT, more).await.expect("the bytes arrive in time").expect("the connection is open");
    }

    /// Waits until it has passed all allowed bytes.
    pub(super) async fn is_at_its_limit(&mut self) {
        let allowed = *self.allowed.borrow();
        let all = self.passed.wait_for(|&passed| passed >= allowed);
        timeout(TIMEOUT, all).await.expect("it passes").expect("the connection is open");
    }
}

/// The limit and the progress of one direction.
struct Pump {
    piece: usize,
    allowed: watch::Receiver<u64>,
    arrived: watch::Sender<u64>,
    passed: watch::Sender<u64>,
}

fn way(piece: usize) -> (Way, Pump) {
    let (allow, allowed) = watch::channel(u64::MAX);
    let (arrive, arrived) = watch::channel(0);
    let (pass, passed) = watch::channel(0);
    (Way { allowed: allow, arrived, passed }, Pump { piece, allowed, arrived: arrive, passed: pass })
}

impl Pump {
    /// Copies bytes until one end closes, then closes the other end after the last byte.
    async fn run(&mut self, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) {
        let mut held = Vec::new();
        let mut is_over = false;
        let mut chunk = [0; 4096];
        while !is_over || !held.is_empty() {
            let passed = *self.passed.borrow();
            let most = self.allowed.borrow_and_update().saturating_sub(passed);
            let most = usize::try_from(most).unwrap_or(usize::MAX).min(self.piece).min(held.len());
            tokio::select! {
                // pass the allowed bytes before reading more
                biased;
                written = to.write(&held[..most]), if most > 0 => {
                    let Ok(count) = written else { return };
                    held.drain(..count);
                    self.passed.send_modify(|passed| *passed += count as u64);
                }
                read = from.read(&mut chunk), if !is_over && held.len() < HELD => {
                    let count = read.unwrap_or(0);
                    is_over = count == 0;
                    held.extend(&chunk[..count]);
                    self.arrived.send_modify(|arrived| *arrived += count as u64);
                }
                changed = self.allowed.changed() => {
                    if changed.is_err() {
                        return;
                    }
                }
            }
        }
        // hold back the end of the stream like a byte
        while *self.allowed.borrow_and_update() <= *self.passed.borrow() {
            if self.allowed.changed().await.is_err() {
                return;
            }
        }
        // the other end may be gone as well
        let _ = to.shutdown().await;
    }
}
