//! The real server on its machine: a listener of the simulated network, and a tap
//! at each connection, where what leaves the server is compared with what is
//! committed at that moment.

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

/// The server's machine, and where it listens there.
pub(super) const HOST: &str = "server";
pub(super) const PORT: u16 = 9899;
/// Frames that may wait for one who reads slowly, where they are few.
const FEW_FRAMES: u64 = 24;

/// One generation of the server.
pub(super) fn serve(disk: Disk, random: &mut Random) -> impl Future<Output = turmoil::Result> + use<> {
    let seed = random.seed();
    let config = Config {
        grace_ms: random.weighted(&[(2, 0), (2, 3_000), (1, 20_000)]),
        limits: Limits {
            send_queue_frames: random.weighted(&[(1, limits::SEND_QUEUE_FRAMES as u64), (1, FEW_FRAMES)]),
            ..Limits::default()
        },
        watch_delay_plies: disk.with(|kept| kept.watch_delay_plies),
        ..Config::on(SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)))
    };
    live(disk, seed, config)
}

async fn live(disk: Disk, seed: [u8; 32], config: Config) -> turmoil::Result {
    let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, PORT)).await?;
    let stop = disk.with(|kept| kept.begin(now()));
    let given = Environment { store: Box::new(disk.clone()), seed, now: now() };
    let port = Port { listener, disk: disk.clone() };
    let ended = match Server::simulated(port, config, given) {
        Ok(server) => server.run(async move { stop.notified().await }).await,
        Err(error) => Err(error),
    };
    // what is left of its connections ends before its machine stands still
    sleep(Duration::from_millis(100)).await;
    disk.with(|kept| match ended {
        Ok(()) => drop(kept.seen.insert("Stop".into())),
        // it did not live to see its end, or could keep nothing at it
        Err(ServerError::Store(_)) if kept.dead_since.is_some() || kept.is_stalled() => {}
        Err(error) => kept.check(|_| panic!("the server fails: {error}")),
    });
    Ok(())
}

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
            left: BytesMut::new(),
            greeted: false,
            recipient: Recipient::default(),
        };
        Ok((tap, address))
    }
}

/// A connection, where it leaves the server.
struct Tap {
    stream: TcpStream,
    disk: Disk,
    codec: LengthDelimitedCodec,
    /// What has left and is no whole frame yet.
    left: BytesMut,
    greeted: bool,
    recipient: Recipient,
}

impl Tap {
    fn leaves(&mut self, bytes: &[u8], now: Timestamp) {
        self.left.extend_from_slice(bytes);
        self.disk.with(|kept| {
            kept.leaves(bytes, now);
            while let Some(frame) = self.codec.decode(&mut self.left).expect("a server sends frames") {
                // what comes first is the answer to the greeting
                if !std::mem::replace(&mut self.greeted, true) {
                    continue;
                }
                match wire::decode::<ServerMessage>(&frame) {
                    Ok(message) => kept.told(&mut self.recipient, &message),
                    Err(error) => kept.check(|_| panic!("the server sends what is no message: {error}")),
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
        if self.disk.with(|kept| kept.dead_since.is_some()) {
            return Poll::Ready(Ok(buf.len()));
        }
        let sent = ready!(Pin::new(&mut self.stream).poll_write(cx, buf))?;
        self.leaves(&buf[..sent], now());
        Poll::Ready(Ok(sent))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
