//! One connection: greets, reads frames into inputs, writes what is queued.
//! It does not know what a message means.
//!
//! What a task holds while it waits counts thousands of times. So what is rare, or
//! over soon, as the greeting is, is boxed, and has its room only meanwhile.

use super::frame_reader::FrameReader;
use super::hub_task::Vitals;
use super::metrics::Cut;
use super::send_queue::{ConnectionHandle, Ending, SendQueue, encode, in_frame};
use super::server::{Clock, Config};
use super::tls::{self, Opened};
use super::tls_identity::TlsIdentity;
use bytes::{Buf as _, Bytes};
use chuhe_hub::{Address, ConnectionId, Input};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{CloseReason, Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument as _;

/// How long a peer that is to be closed may take to read what is queued.
const FLUSH_TIME: Duration = Duration::from_secs(2);
/// How long what a closed peer still sends is read and thrown away. To close a
/// socket with something unread in it takes from the peer what he has not read,
/// and with it the reason.
const LINGER_TIME: Duration = Duration::from_secs(1);
/// What a connection is held to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    greeting_ms: u64,
    send_queue_frames: usize,
    send_queue_bytes: usize,
    unread: Duration,
}

impl Limits {
    pub(super) fn of(config: &Config) -> Self {
        let chuhe_hub::Limits { send_queue_frames, send_queue_bytes, unread_ms, .. } = config.limits;
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Self {
            greeting_ms: config.greeting_ms,
            send_queue_frames: count(send_queue_frames),
            send_queue_bytes: count(send_queue_bytes),
            unread: Duration::from_millis(unread_ms),
        }
    }
}

/// What a connection tells the task that owns the hub.
#[derive(Debug)]
pub(super) enum Report {
    /// It has exchanged greetings, and is written to through this.
    Opened(ConnectionHandle),
    /// A client said something, at this moment.
    Received(ConnectionId, Request, Instant),
    /// Something else for the hub.
    Input(Input),
    /// How does the server stand? Not of a connection, but of an operator.
    Asked(oneshot::Sender<Vitals>),
}

/// What a connection is given.
#[derive(Debug)]
pub(super) struct Peer<S> {
    pub(super) id: ConnectionId,
    pub(super) stream: S,
    pub(super) address: Address,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
    pub(super) reports: mpsc::Sender<Report>,
    /// What it is shown over TLS; `None`, it is spoken to in plain.
    pub(super) identity: Option<TlsIdentity>,
}

/// Why a connection came to nothing before its greeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Unserved {
    /// It took too long.
    #[error("no greeting in time")]
    Late,
    /// It ended.
    #[error("gone before a greeting")]
    Gone,
    /// It began with something else.
    #[error("not Chuhe's protocol")]
    NotChuhe,
    /// It speaks another version.
    #[error("another version")]
    OtherVersion,
    /// It wanted TLS of a server that speaks in plain.
    #[error("TLS to a port without")]
    TlsUnasked,
    /// It spoke in plain to a server that wants TLS.
    #[error("plain text to a TLS port")]
    TlsMissing,
    /// It began with TLS, but no handshake came of it.
    #[error("the TLS handshake failed")]
    BadHandshake,
    /// The server stops.
    #[error("the server stops")]
    Stopping,
}

impl Unserved {
    /// Whether it is to be held against the peer's address.
    pub(super) fn is_the_peers_doing(self) -> bool {
        match self {
            Self::Late
            | Self::Gone
            | Self::NotChuhe
            | Self::TlsUnasked
            | Self::TlsMissing
            | Self::BadHandshake => true,
            Self::OtherVersion | Self::Stopping => false,
        }
    }

    /// Logs it: what an operator may have set up wrong, for him to see.
    fn log(self, id: ConnectionId) {
        match self {
            Self::TlsUnasked | Self::TlsMissing => {
                tracing::info!(connection = %id, reason = %self, "not served")
            }
            Self::Late
            | Self::Gone
            | Self::NotChuhe
            | Self::OtherVersion
            | Self::BadHandshake
            | Self::Stopping => tracing::debug!(connection = %id, reason = %self, "not served"),
        }
    }
}

/// Serves a connection to its end. Says why it was ended without a word, if it was.
///
/// # Errors
/// [`Unserved`], if nothing came of its greeting.
pub(super) async fn serve<S>(mut peer: Box<Peer<S>>) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let accepted_at = peer.clock.now();
    match peer.identity.take() {
        None => attend(peer, accepted_at).await,
        Some(identity) => Box::pin(secure(*peer, accepted_at, identity)).await,
    }
}

/// Serves a connection over TLS. The handshake counts as a part of the greeting.
async fn secure<S>(
    peer: Peer<S>,
    accepted_at: Timestamp,
    identity: TlsIdentity,
) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Peer { id, stream, address, clock, limits, reports, identity: _ } = peer;
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let opening =
        tls::open(stream, &identity).instrument(tracing::debug_span!("handshake", connection = %id));
    let opening = async {
        tokio::select! {
            biased;
            opened = timeout_at(deadline, opening) => opened.unwrap_or(Err(Unserved::Late)),
            () = reports.closed() => Err(Unserved::Stopping),
        }
    };
    let unserved = match Box::pin(opening).await {
        Ok(Opened::Secure(stream)) => {
            let peer = Peer { id, stream, address, clock, limits, reports, identity: None };
            return attend(Box::new(peer), accepted_at).await;
        }
        Ok(Opened::Plain(stream)) => {
            // a refusal takes a bounded time of its own
            Box::pin(refuse_within_time(stream, CloseReason::TlsRequired)).await;
            Unserved::TlsMissing
        }
        Err(unserved) => unserved,
    };
    unserved.log(id);
    Err(unserved)
}

/// Greets, and if that goes well converses to the end.
async fn attend<S>(peer: Box<Peer<S>>, accepted_at: Timestamp) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite,
{
    let Talk { id, mut frames, writer, queue, unread, reports } = Box::pin(open(peer, accepted_at)).await?;
    let ended = {
        let mut write = pin!(write(writer, queue, unread));
        tokio::select! {
            biased; // one who never ends to ask does not go without answers
            end = &mut write => end,
            end = read(id, &mut frames, &reports) => match end {
                ReadEnd::Gone => WriteEnd::Gone,
                ReadEnd::Broken => {
                    tell(&reports, Input::Broken(id)).await;
                    write.await
                }
            },
        }
    };
    if ended == WriteEnd::Cut(Cut::Unread) {
        tell(&reports, Input::Stalled(id)).await;
    }
    tell(&reports, Input::Disconnected(id)).await;
    match ended {
        WriteEnd::Told => {
            // whether the peer closes in time or not, this is the end
            let _ = Box::pin(timeout(LINGER_TIME, frames.discard())).await;
            Ok(None)
        }
        WriteEnd::Gone => Ok(None),
        WriteEnd::Cut(cut) => Ok(Some(cut)),
    }
}

/// Tells the hub; if it is no more, nobody is left to be told.
fn tell(reports: &mpsc::Sender<Report>, input: Input) -> Pin<Box<impl Future<Output = ()>>> {
    Box::pin(async move {
        let _ = reports.send(Report::Input(input)).await;
    })
}

/// A connection that has exchanged greetings.
struct Talk<S> {
    id: ConnectionId,
    frames: FrameReader<ReadHalf<S>>,
    writer: WriteHalf<S>,
    queue: SendQueue,
    unread: Duration,
    reports: mpsc::Sender<Report>,
}

/// Greets.
async fn open<S>(peer: Box<Peer<S>>, accepted_at: Timestamp) -> Result<Talk<S>, Unserved>
where
    S: AsyncRead + AsyncWrite,
{
    let Peer { id, stream, address, clock, limits, reports, identity: _ } = *peer;
    let (reader, mut writer) = tokio::io::split(stream);
    let mut frames = FrameReader::of(reader);
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let greeted = tokio::select! {
        biased; // here and below: the order is the same in every simulation
        greeted = timeout_at(deadline, greet(&mut frames, &mut writer)) => greeted.unwrap_or(Err(Unserved::Late)),
        () = reports.closed() => Err(Unserved::Stopping),
    };
    greeted.inspect_err(|unserved| unserved.log(id))?;
    let (handle, queue) =
        ConnectionHandle::new(id, address, accepted_at, limits.send_queue_frames, limits.send_queue_bytes);
    if reports.send(Report::Opened(handle)).await.is_err() {
        Unserved::Stopping.log(id);
        return Err(Unserved::Stopping);
    }
    Ok(Talk { id, frames, writer, queue, unread: limits.unread, reports })
}

/// Tells a peer that is not to be served why it is closed.
pub(super) async fn turn_away<S>(stream: S, identity: Option<TlsIdentity>, reason: CloseReason)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Some(identity) = identity else {
        return refuse_within_time(stream, reason).await;
    };
    match timeout(FLUSH_TIME, tls::open(stream, &identity)).await {
        Ok(Ok(Opened::Secure(stream))) => refuse_within_time(stream, reason).await,
        Ok(Ok(Opened::Plain(stream))) => refuse_within_time(stream, CloseReason::TlsRequired).await,
        Ok(Err(_)) | Err(_) => {}
    }
}

/// Exchanges greetings only to say why the connection ends.
async fn refuse_within_time<S: AsyncRead + AsyncWrite>(stream: S, reason: CloseReason) {
    let (reader, mut writer) = tokio::io::split(stream);
    let mut frames = FrameReader::of(reader);
    let tell = async {
        if greet(&mut frames, &mut writer).await.is_ok()
            && let Some(frame) = encode(&ServerMessage::Closing { reason })
        {
            // whether the peer still listens is its own affair
            let _ = writer.write_all(&frame).await;
            let _ = writer.shutdown().await;
            frames.discard().await;
        }
    };
    let _ = timeout(FLUSH_TIME, tell).await;
}

/// Exchanges greetings; an error, if the conversation does not go on.
async fn greet<R, W>(frames: &mut FrameReader<R>, writer: &mut W) -> Result<(), Unserved>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let hello = match frames.next().await {
        Ok(Some(hello)) => Hello::decode(&hello).map_err(|_| Unserved::NotChuhe)?,
        Err(_) if tls::is_beginning(frames.rest()) => {
            // whether the peer still listens is its own affair
            let _ = writer.write_all(&tls::NO_TLS).await;
            let _ = writer.shutdown().await;
            return Err(Unserved::TlsUnasked);
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(Unserved::NotChuhe),
        Err(_) | Ok(None) => return Err(Unserved::Gone),
    };
    let answer = Answer::to(hello);
    let frame = in_frame(Bytes::copy_from_slice(&answer.encode())).ok_or(Unserved::Gone)?;
    let sent = async {
        writer.write_all(&frame).await?;
        writer.flush().await
    };
    sent.await.map_err(|_| Unserved::Gone)?;
    if answer.welcome {
        return Ok(());
    }
    // the answer is to be read before the connection is seen to end
    let _ = writer.shutdown().await;
    Err(Unserved::OtherVersion)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadEnd {
    /// The peer is gone.
    Gone,
    /// It sent what is no frame, or no message.
    Broken,
}

async fn read<R: AsyncRead + Unpin>(
    id: ConnectionId,
    frames: &mut FrameReader<R>,
    reports: &mpsc::Sender<Report>,
) -> ReadEnd {
    loop {
        let frame = match frames.next().await {
            Ok(Some(frame)) => frame,
            // a frame over the limit; any other error is the connection's end
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return ReadEnd::Broken,
            Ok(None) | Err(_) => return ReadEnd::Gone,
        };
        let Ok(request) = wire::decode::<Request>(&frame) else { return ReadEnd::Broken };
        drop(frame);
        let is_open = match reports.try_send(Report::Received(id, request, Instant::now())) {
            Ok(()) => true,
            Err(TrySendError::Full(report)) => Box::pin(reports.send(report)).await.is_ok(),
            Err(TrySendError::Closed(_)) => false,
        };
        if !is_open {
            // the hub has stopped; its last words are still to be written
            std::future::pending::<()>().await;
        }
        // others have their turn too, however much one says
        tokio::task::consume_budget().await;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteEnd {
    /// The peer was sent all there was.
    Told,
    /// The peer is gone.
    Gone,
    /// The peer was cut.
    Cut(Cut),
}

/// Writes what is queued until the hub lets go of the connection and all is
/// written, or it is to be cut, or the peer is gone.
async fn write<W: AsyncWrite + Unpin>(mut writer: W, queue: SendQueue, unread: Duration) -> WriteEnd {
    tokio::select! {
        biased;
        written = pump(&mut writer, &queue, unread) => match written {
            Ok(()) => WriteEnd::Told,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => WriteEnd::Cut(Cut::Unread),
            Err(_) => WriteEnd::Gone,
        },
        cut = until_cut(&queue) => cut.map_or(WriteEnd::Gone, WriteEnd::Cut),
    }
}

/// Writes until there is nothing more to come.
async fn pump<W: AsyncWrite + Unpin>(writer: &mut W, queue: &SendQueue, unread: Duration) -> io::Result<()> {
    while let Some(mut out) = queue.next().await {
        while !out.is_empty() {
            // whatever the peer takes, and be it a byte, is a sign of life
            match within(unread, writer.write(&out)).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => out.advance(written),
            }
        }
        within(unread, writer.flush()).await?;
    }
    writer.shutdown().await
}

/// Does it within a time. As a rule it is done at once, and there is no timer.
async fn within<T>(time: Duration, doing: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let mut doing = pin!(doing);
    match poll_fn(|context| Poll::Ready(doing.as_mut().poll(context))).await {
        Poll::Ready(done) => done,
        Poll::Pending => Box::pin(timeout(time, doing)).await?,
    }
}

/// Waits until the connection is to be cut; says why, unless the hub is gone.
async fn until_cut(queue: &SendQueue) -> Option<Cut> {
    match queue.ending().await {
        Ending::Flush => {
            Box::pin(tokio::time::sleep(FLUSH_TIME)).await;
            Some(Cut::Unflushed)
        }
        Ending::Cut => Some(Cut::QueueFull),
        Ending::Dropped => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    const UNREAD: Duration = Duration::from_secs(20);

    /// A queue with these frames.
    fn queue(frames: &[Bytes]) -> (ConnectionHandle, SendQueue) {
        let (address, accepted_at) = (Address::default(), Timestamp::default());
        let (mut handle, queue) = ConnectionHandle::new(ConnectionId(1), address, accepted_at, 100, 1000);
        for frame in frames {
            handle.queue(frame.clone()).expect("there is room");
        }
        (handle, queue)
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_of_what_waits_for_it_is_cut() {
        let (near, _far) = tokio::io::duplex(16);
        let start = Instant::now();
        let (_handle, queue) = queue(&[Bytes::from(vec![1; 100])]);
        let ended = write(near, queue, UNREAD).await;
        assert_eq!((ended, start.elapsed()), (WriteEnd::Cut(Cut::Unread), UNREAD));
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_a_byte_now_and_then_is_not() {
        let (mut near, mut far) = tokio::io::duplex(16);
        let (handle, queue) = queue(&[Bytes::from(vec![1; 30]), Bytes::from(vec![2; 30])]);
        drop(handle);
        let reading = async {
            let mut read = Vec::new();
            loop {
                tokio::time::sleep(UNREAD / 2).await;
                match far.read_u8().await {
                    Ok(byte) => read.push(byte),
                    Err(_) => return read,
                }
            }
        };
        let (ended, read) = tokio::join!(pump(&mut near, &queue, UNREAD), reading);
        assert!(ended.is_ok());
        assert_eq!(read, [[1; 30], [2; 30]].concat());
    }
}
