//! A wire between clients and a server, which a test bends: each way of each
//! connection passes only as many bytes as it may, in pieces as small as told,
//! and the whole is cut when the test says so. It decides and waits for nothing
//! by itself, and does not know what the bytes mean.

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

/// Nothing here takes so long unless something is broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// What one way holds at most before it reads no further, in bytes.
const HELD: usize = 64 * 1024;

/// How a connection ends when it is cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// Both ends are told that nothing more comes.
    Fin,
    /// Both ends are told that the connection is no more.
    Rst,
}

/// A place where connections to a server go through.
pub(super) struct Relay {
    pub(super) address: SocketAddr,
    links: mpsc::UnboundedReceiver<Link>,
}

impl Relay {
    /// Stands before `server` and writes at most `piece` bytes at once.
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

    /// The wire of the next connection that was made.
    pub(super) async fn next(&mut self) -> Link {
        self.links.recv().await.expect("the relay stands")
    }
}

/// One connection. Dropping it cuts it too.
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
                stream.set_nodelay(true).expect("a socket that stands");
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
                    stream.set_zero_linger().expect("a socket that stands");
                }
            }
            drop((client, server));
            // the test need not listen
            let _ = end.send(());
        });
        Self { up, down, cut, ended }
    }

    /// Cuts it: what has not passed is lost.
    pub(super) async fn cut(self, how: Cut) {
        self.cut.send(how).expect("it stands");
        self.ended.await.expect("it ends");
    }
}

/// The test's hand on one way of a connection.
pub(super) struct Way {
    allowed: watch::Sender<u64>,
    arrived: watch::Receiver<u64>,
    passed: watch::Receiver<u64>,
}

impl Way {
    /// Passes nothing more.
    pub(super) fn hold(&self) {
        self.hold_after(0);
    }

    /// Passes so many bytes more and then nothing.
    pub(super) fn hold_after(&self, bytes: u64) {
        self.allowed.send_replace(*self.passed.borrow() + bytes);
    }

    /// Passes what was held, and all that comes.
    pub(super) fn release(&self) {
        self.allowed.send_replace(u64::MAX);
    }

    /// Waits until `bytes` more have come to it than it has passed.
    pub(super) async fn holds(&mut self, bytes: u64) {
        let passed = self.passed.clone();
        let more = self.arrived.wait_for(|&arrived| arrived >= *passed.borrow() + bytes);
        timeout(PATIENCE, more).await.expect("it comes").expect("the connection stands");
    }

    /// Waits until it has passed all that it may.
    pub(super) async fn is_at_its_limit(&mut self) {
        let allowed = *self.allowed.borrow();
        let all = self.passed.wait_for(|&passed| passed >= allowed);
        timeout(PATIENCE, all).await.expect("it passes").expect("the connection stands");
    }
}

/// What carries the bytes of one way.
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
    /// Carries bytes until one end is no more; the other is told with the last of them.
    async fn run(&mut self, mut from: ReadHalf<'_>, mut to: WriteHalf<'_>) {
        let mut held = Vec::new();
        let mut is_over = false;
        let mut chunk = [0; 4096];
        while !is_over || !held.is_empty() {
            let passed = *self.passed.borrow();
            let most = self.allowed.borrow_and_update().saturating_sub(passed);
            let most = usize::try_from(most).unwrap_or(usize::MAX).min(self.piece).min(held.len());
            tokio::select! {
                // what may pass passes before more is read
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
        // the end is held back like a byte
        while *self.allowed.borrow_and_update() <= *self.passed.borrow() {
            if self.allowed.changed().await.is_err() {
                return;
            }
        }
        // the other end may be gone as well
        let _ = to.shutdown().await;
    }
}
