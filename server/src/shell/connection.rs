//! One connection: greets, reads frames into inputs, writes what is queued.
//! It does not know what a message means.

use super::handle::{Ending, Handle, Queue, encode};
use super::identity::Identity;
use super::metrics::Cut;
use super::owner::Vitals;
use super::run::{Clock, Config};
use super::tls::{self, Opened};
use crate::core::{self, Address, ConnectionId, Input, LimitSetting};
use bytes::{Bytes, BytesMut};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{CloseReason, Request, ServerMessage, frame, wire};
use chuhe_rules::clock::Timestamp;
use futures_util::{SinkExt, StreamExt};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::codec::{Encoder, FramedRead, FramedWrite, LengthDelimitedCodec};
use tracing::Instrument as _;

/// How long a peer that is to be closed may take to read what is queued.
const FLUSH_TIME: Duration = Duration::from_secs(2);
/// How long what a closed peer still sends is read and thrown away. To close a
/// socket with something unread in it takes from the peer what he has not read,
/// and with it the reason.
const LINGER_TIME: Duration = Duration::from_secs(1);
/// The room for what is read: as a rule a request fits in. With less than this the
/// buffer is made anew for each part of a frame and no more is read at a time; what
/// each connection holds while nothing happens counts thousands of times.
const READ_BYTES: usize = 1024;
/// Frames are written together until they are so long.
const WRITE_BYTES: usize = 8 * 1024;

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
        let core::Limits { send_queue_frames, send_queue_bytes, unread_ms, .. } = config.limits;
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Self {
            greeting_ms: config.greeting_ms,
            // a channel of none cannot be, nor one of more than a setting may say
            send_queue_frames: count(send_queue_frames.clamp(1, LimitSetting::MOST)),
            send_queue_bytes: count(send_queue_bytes),
            unread: Duration::from_millis(unread_ms),
        }
    }
}

/// What a connection tells the task that owns the hub.
#[derive(Debug)]
pub(super) enum Report {
    /// It has exchanged greetings, and is written to through this.
    Opened(Handle),
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

/// Serves a connection to its end; over TLS, if there is an identity to show.
/// Says why it was ended without a word, if it was.
///
/// # Errors
/// [`Unserved`], if nothing came of its greeting.
pub(super) async fn serve<S>(peer: Peer<S>, identity: Option<Identity>) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let (id, accepted_at) = (peer.id, peer.clock.now());
    let served = match identity {
        None => attend(peer, accepted_at).await,
        // on its own, so that a plain connection takes no room for it
        Some(identity) => Box::pin(secure(peer, accepted_at, identity)).await,
    };
    if let Err(unserved) = served {
        unserved.log(id);
    }
    served
}

/// Serves a connection over TLS. The handshake counts as a part of the greeting.
async fn secure<S>(peer: Peer<S>, accepted_at: Timestamp, identity: Identity) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Peer { id, stream, address, clock, limits, reports } = peer;
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let opening =
        tls::open(stream, &identity).instrument(tracing::debug_span!("handshake", connection = %id));
    let opened = tokio::select! {
        biased;
        opened = timeout_at(deadline, opening) => opened.unwrap_or(Err(Unserved::Late))?,
        () = reports.closed() => return Err(Unserved::Stopping),
    };
    match opened {
        Opened::Secure(stream) => {
            attend(Peer { id, stream, address, clock, limits, reports }, accepted_at).await
        }
        Opened::Plain(stream) => {
            // a refusal takes a bounded time of its own
            refuse_within_time(stream, CloseReason::TlsRequired).await;
            Err(Unserved::TlsMissing)
        }
    }
}

/// Greets, and if that goes well converses to the end.
async fn attend<S>(peer: Peer<S>, accepted_at: Timestamp) -> Result<Option<Cut>, Unserved>
where
    S: AsyncRead + AsyncWrite,
{
    let Peer { id, stream, address, clock, limits, reports } = peer;
    let (reader, writer) = tokio::io::split(stream);
    let mut reader = FramedRead::with_capacity(reader, frame::client_frames(), READ_BYTES);
    let mut writer = FramedWrite::new(writer, frame::server_frames());
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    tokio::select! {
        biased; // here and below: the order is the same in every simulation
        greeted = timeout_at(deadline, greet(&mut reader, &mut writer)) => greeted.unwrap_or(Err(Unserved::Late))?,
        () = reports.closed() => return Err(Unserved::Stopping),
    }
    let (handle, queue, ends) =
        Handle::new(id, address, accepted_at, limits.send_queue_frames, limits.send_queue_bytes);
    if reports.send(Report::Opened(handle)).await.is_err() {
        return Err(Unserved::Stopping);
    }
    let write = write(writer.into_inner(), queue, limits.unread, ends);
    tokio::pin!(write);
    let ended = tokio::select! {
        biased; // one who never ends to ask does not go without answers
        end = &mut write => end,
        end = read(id, &mut reader, &reports) => match end {
            ReadEnd::Gone => WriteEnd::Gone,
            ReadEnd::Broken => {
                // if the hub is no more, nobody is left to be told
                let _ = reports.send(Report::Input(Input::Broken(id))).await;
                write.await
            }
        },
    };
    if ended == WriteEnd::Cut(Cut::Unread) {
        let _ = reports.send(Report::Input(Input::Stalled(id))).await;
    }
    let _ = reports.send(Report::Input(Input::Disconnected(id))).await;
    if ended == WriteEnd::Told {
        let mut nowhere = tokio::io::sink();
        let unread = tokio::io::copy(reader.get_mut(), &mut nowhere);
        // whether the peer closes in time or not, this is the end
        let _ = timeout(LINGER_TIME, unread).await;
    }
    match ended {
        WriteEnd::Told | WriteEnd::Gone => Ok(None),
        WriteEnd::Cut(cut) => Ok(Some(cut)),
    }
}

/// Tells a peer that is not to be served why it is closed.
pub(super) async fn turn_away<S>(stream: S, identity: Option<Identity>, reason: CloseReason)
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
    let (reader, writer) = tokio::io::split(stream);
    let mut reader = FramedRead::new(reader, frame::client_frames());
    let mut writer = FramedWrite::new(writer, frame::server_frames());
    let tell = async {
        if greet(&mut reader, &mut writer).await.is_ok()
            && let Some(frame) = encode(&ServerMessage::Closing { reason })
        {
            // whether the peer still listens is its own affair
            let _ = writer.send(frame).await;
            let _ = writer.get_mut().shutdown().await;
            let _ = tokio::io::copy(reader.get_mut(), &mut tokio::io::sink()).await;
        }
    };
    let _ = timeout(FLUSH_TIME, tell).await;
}

/// Exchanges greetings; an error, if the conversation does not go on.
async fn greet<R, W>(
    reader: &mut FramedRead<R, LengthDelimitedCodec>,
    writer: &mut FramedWrite<W, LengthDelimitedCodec>,
) -> Result<(), Unserved>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let frame = match reader.next().await {
        Some(Ok(frame)) => frame,
        Some(Err(_)) if tls::is_beginning(reader.read_buffer()) => {
            // whether the peer still listens is its own affair
            let _ = writer.get_mut().write_all(&tls::NO_TLS).await;
            let _ = writer.get_mut().shutdown().await;
            return Err(Unserved::TlsUnasked);
        }
        Some(Err(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
            return Err(Unserved::NotChuhe);
        }
        Some(Err(_)) | None => return Err(Unserved::Gone),
    };
    let hello = Hello::decode(&frame).map_err(|_| Unserved::NotChuhe)?;
    let answer = Answer::to(hello);
    writer.send(Bytes::copy_from_slice(&answer.encode())).await.map_err(|_| Unserved::Gone)?;
    if answer.welcome {
        return Ok(());
    }
    // the answer is to be read before the connection is seen to end
    let _ = writer.get_mut().shutdown().await;
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
    reader: &mut FramedRead<R, LengthDelimitedCodec>,
    reports: &mpsc::Sender<Report>,
) -> ReadEnd {
    while let Some(frame) = reader.next().await {
        let frame = match frame {
            Ok(frame) => frame,
            // a frame over the limit; any other error is the connection's end
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => return ReadEnd::Broken,
            Err(_) => return ReadEnd::Gone,
        };
        let Ok(request) = wire::decode::<Request>(&frame) else { return ReadEnd::Broken };
        if reports.send(Report::Received(id, request, Instant::now())).await.is_err() {
            // the hub has stopped; its last words are still to be written
            std::future::pending::<()>().await;
        }
    }
    ReadEnd::Gone
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

/// Takes frames until they are long enough for a write, or there are no more.
fn take(
    queue: &mut Queue,
    codec: &mut LengthDelimitedCodec,
    first: Option<Bytes>,
    out: &mut BytesMut,
) -> io::Result<()> {
    let mut next = first;
    while let Some(frame) = next {
        codec.encode(frame, out)?;
        next = if out.len() < WRITE_BYTES { queue.try_next() } else { None };
    }
    Ok(())
}

/// Writes what is queued until the hub lets go of the connection and all is
/// written, or it is to be cut, or the peer is gone.
async fn write<W: AsyncWrite + Unpin>(
    writer: W,
    queue: Queue,
    unread: Duration,
    ends: oneshot::Receiver<Ending>,
) -> WriteEnd {
    tokio::select! {
        biased;
        written = pump(writer, queue, unread) => match written {
            Ok(()) => WriteEnd::Told,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => WriteEnd::Cut(Cut::Unread),
            Err(_) => WriteEnd::Gone,
        },
        cut = until_cut(ends) => cut.map_or(WriteEnd::Gone, WriteEnd::Cut),
    }
}

/// Writes until there is nothing more to come. While nothing waits it holds no
/// room for it.
async fn pump<W: AsyncWrite + Unpin>(mut writer: W, mut queue: Queue, unread: Duration) -> io::Result<()> {
    let mut codec = frame::server_frames();
    while let Some(frame) = queue.next().await {
        let mut out = BytesMut::new();
        take(&mut queue, &mut codec, Some(frame), &mut out)?;
        while !out.is_empty() {
            // whatever the peer takes, and be it a byte, is a sign of life
            timeout(unread, writer.write_buf(&mut out)).await??;
            if out.is_empty() {
                let next = queue.try_next();
                take(&mut queue, &mut codec, next, &mut out)?;
            }
        }
        timeout(unread, writer.flush()).await??;
    }
    writer.shutdown().await
}

/// Waits until the connection is to be cut; says why, unless the hub is gone.
async fn until_cut(ends: oneshot::Receiver<Ending>) -> Option<Cut> {
    match ends.await {
        Ok(Ending::Flush) => {
            tokio::time::sleep(FLUSH_TIME).await;
            Some(Cut::Unflushed)
        }
        Ok(Ending::Cut) => Some(Cut::QueueFull),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    const UNREAD: Duration = Duration::from_secs(20);

    /// A queue with these frames and no more to come.
    fn queue(frames: &[Bytes]) -> Queue {
        let (address, accepted_at) = (Address::default(), Timestamp::default());
        let (mut handle, queue, _ends) = Handle::new(ConnectionId(1), address, accepted_at, 100, 1000);
        for frame in frames {
            handle.queue(frame.clone()).expect("there is room");
        }
        queue
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_nothing_of_what_waits_for_it_is_cut() {
        let (near, _far) = tokio::io::duplex(16);
        let start = Instant::now();
        let (_ending, ends) = oneshot::channel();
        let ended = write(near, queue(&[Bytes::from(vec![1; 100])]), UNREAD, ends).await;
        assert_eq!((ended, start.elapsed()), (WriteEnd::Cut(Cut::Unread), UNREAD));
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_a_byte_now_and_then_is_not() {
        let (near, mut far) = tokio::io::duplex(16);
        let frames = [Bytes::from(vec![1; 30]), Bytes::from(vec![2; 30])];
        let (_ending, ends) = oneshot::channel();
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
        let (ended, read) = tokio::join!(write(near, queue(&frames), UNREAD, ends), reading);
        assert_eq!(ended, WriteEnd::Told);
        assert_eq!(read.len(), 2 * (4 + 30));
    }
}
