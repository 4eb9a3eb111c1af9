//! Runs the real server on its simulated machine.
//!
//! A tap on each connection compares every message that leaves the server with the data committed
//! at that time.

use super::disk::{Disk, now};
use crate::simulation::model::Recipient;
use crate::simulation::random::Random;
use chuhe_hub::Limits;
use chuhe_protocol::{ServerMessage, frame, limits, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_server::shell::server::{Config, Environment, Listener, Server, ServerError};
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::sleep;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::{Decoder, LengthDelimitedCodec};
use turmoil::net::{TcpListener, TcpStream};

/// The name of the server's machine, and its port.
pub(super) const HOST: &str = "server";
pub(super) const PORT: u16 = 9899;
/// A short send queue, which slow readers overflow soon.
const FEW_FRAMES: u64 = 24;

/// Runs the server once, until it stops or is killed.
pub(super) fn serve(disk: Disk, random: &mut Random) -> impl Future<Output = turmoil::Result> + use<> {
    let seed = random.seed();
    let config = Config {
        grace_ms: random.weighted(&[(2, 0), (2, 3_000), (1, 20_000)]),
        limits: Limits {
            send_queue_frames: random.weighted(&[(1, limits::SEND_QUEUE_FRAMES as u64), (1, FEW_FRAMES)]),
            ..Limits::default()
        },
        watch_delay_plies: disk.with(|shared| shared.watch_delay_plies),
        ..Config::on(SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)))
    };
    run(disk, seed, config)
}

async fn run(disk: Disk, seed: [u8; 32], config: Config) -> turmoil::Result {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    let stop = disk.with(|shared| shared.start_server(now()));
    let environment = Environment { store: Box::new(disk.clone()), seed, now: now() };
    let port = Port { listener, disk: disk.clone() };
    let ended = match Server::simulated(port, config, environment) {
        Ok(server) => server.run(async move { stop.notified().await }).await,
        Err(error) => Err(error),
    };
    // the last tasks of its connections need time before the machine stops
    sleep(Duration::from_millis(100)).await;
    disk.with(|shared| match ended {
        Ok(()) => drop(shared.seen.insert("Stop".into())),
        // it was killed while it stopped, or the store failed
        Err(ServerError::Store(_)) if shared.dead_since.is_some() || shared.is_stalled() => {}
        Err(error) => shared.check(|_| panic!("the server fails: {error}")),
    });
    Ok(())
}

/// A listener that adds a tap to each connection.
struct Port {
    listener: TcpListener,
    disk: Disk,
}

impl Listener for Port {
    type Stream = Tap;

    async fn accept(&self) -> io::Result<(Tap, SocketAddr)> {
        let (stream, address) = self.listener.accept().await?;
        let tap = Tap {
            stream,
            disk: self.disk.clone(),
            codec: frame::server_frames(),
            partial: BytesMut::new(),
            greeted: false,
            recipient: Recipient::default(),
        };
        Ok((tap, address))
    }
}

/// A connection whose output is checked.
struct Tap {
    stream: TcpStream,
    disk: Disk,
    codec: LengthDelimitedCodec,
    /// Bytes of a frame that is not complete yet.
    partial: BytesMut,
    /// Whether the answer to the greeting has been sent.
    greeted: bool,
    recipient: Recipient,
}

impl Tap {
    /// Checks bytes that leave the server.
    fn check_output(&mut self, bytes: &[u8], now: Timestamp) {
        self.partial.extend_from_slice(bytes);
        self.disk.with(|shared| {
            shared.record_bytes(bytes, now);
            while let Some(frame) =
                self.codec.decode(&mut self.partial).expect("the server sends well-formed frames")
            {
                // the first frame answers the greeting and is not a message
                if !std::mem::replace(&mut self.greeted, true) {
                    continue;
                }
                match wire::decode::<ServerMessage>(&frame) {
                    Ok(message) => shared.record_message(&mut self.recipient, &message),
                    Err(error) => shared.check(|_| panic!("the server sends an invalid message: {error}")),
                }
            }
        });
    }
}

impl AsyncRead for Tap {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Tap {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if self.disk.with(|shared| shared.dead_since.is_some()) {
            return Poll::Ready(Ok(buf.len()));
        }
        let sent = ready!(Pin::new(&mut self.stream).poll_write(cx, buf))?;
        self.check_output(&buf[..sent], now());
        Poll::Ready(Ok(sent))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
