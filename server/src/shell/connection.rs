//! One connection: greets, reads frames into inputs, writes what is queued.
//! It does not know what a message means.

use super::identity::Identity;
use super::run::{Clock, Limits};
use super::tls::{self, Opened};
use crate::core::{Address, ConnectionId, Input};
use bytes::Bytes;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{CloseReason, Request, ServerMessage, frame, wire};
use chuhe_rules::clock::Timestamp;
use futures_util::{SinkExt, StreamExt};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{timeout, timeout_at};
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};

/// How long a peer that is to be closed may take to read what is queued.
const FLUSH_TIME: Duration = Duration::from_secs(2);
/// How long what a closed peer still sends is read and thrown away. To close a
/// socket with something unread in it takes from the peer what he has not read,
/// and with it the reason.
const LINGER_TIME: Duration = Duration::from_secs(1);

/// What a connection tells the task that owns the hub.
#[derive(Debug)]
pub(super) enum Report {
    /// It has exchanged greetings, and is written to through this.
    Opened(Handle),
    /// Something for the hub.
    Input(Input),
}

/// The hub's side of a connection.
#[derive(Debug)]
pub(super) struct Handle {
    pub(super) id: ConnectionId,
    pub(super) address: Address,
    pub(super) accepted_at: Timestamp,
    frames: mpsc::Sender<Bytes>,
    ending: oneshot::Sender<Ending>,
}

#[derive(Clone, Copy, Debug)]
enum Ending {
    /// What is queued may still be read, for a short while.
    Flush,
    /// At once.
    Cut,
}

/// More waits to be sent to a connection than may.
#[derive(Debug)]
pub(super) struct Stalled;

impl Handle {
    /// Queues a frame.
    pub(super) fn queue(&self, frame: Bytes) -> Result<(), Stalled> {
        match self.frames.try_send(frame) {
            Ok(()) => Ok(()),
            Err(mpsc::error::TrySendError::Full(_)) => Err(Stalled),
            // it is gone, and its report of it is on the way
            Err(mpsc::error::TrySendError::Closed(_)) => Ok(()),
        }
    }

    /// Tells the peer why, and lets the connection end.
    pub(super) fn close(self, reason: CloseReason) {
        let told = encode(&ServerMessage::Closing { reason }).is_some_and(|frame| self.queue(frame).is_ok());
        // a task that has ended needs no telling
        let _ = self.ending.send(if told { Ending::Flush } else { Ending::Cut });
    }
}

/// The frame of a message.
pub(super) fn encode(message: &ServerMessage) -> Option<Bytes> {
    match wire::encode(message) {
        Ok(bytes) => Some(bytes.into()),
        Err(error) => {
            tracing::error!(%error, "a message has no frame");
            None
        }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
pub(super) async fn serve<S>(peer: Peer<S>, identity: Option<Identity>)
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
}

/// Serves a connection over TLS. The handshake counts as a part of the greeting.
async fn secure<S>(peer: Peer<S>, accepted_at: Timestamp, identity: Identity) -> Result<(), Unserved>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Peer { id, stream, address, clock, limits, reports } = peer;
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let opened = tokio::select! {
        opened = timeout_at(deadline, tls::open(stream, &identity)) => opened.unwrap_or(Err(Unserved::Late))?,
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
async fn attend<S>(peer: Peer<S>, accepted_at: Timestamp) -> Result<(), Unserved>
where
    S: AsyncRead + AsyncWrite,
{
    let Peer { id, stream, address, clock, limits, reports } = peer;
    let (reader, writer) = tokio::io::split(stream);
    let mut reader = FramedRead::new(reader, frame::client_frames());
    let mut writer = FramedWrite::new(writer, frame::server_frames());
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    tokio::select! {
        greeted = timeout_at(deadline, greet(&mut reader, &mut writer)) => greeted.unwrap_or(Err(Unserved::Late))?,
        () = reports.closed() => return Err(Unserved::Stopping),
    }
    let (frames, queued) = mpsc::channel(limits.send_queue_frames);
    let (ending, ends) = oneshot::channel();
    if reports.send(Report::Opened(Handle { id, address, accepted_at, frames, ending })).await.is_err() {
        return Err(Unserved::Stopping);
    }
    let write = write(writer, queued, ends);
    tokio::pin!(write);
    let ended = tokio::select! {
        end = read(id, &mut reader, &reports) => match end {
            ReadEnd::Gone => WriteEnd::Gone,
            ReadEnd::Broken => {
                // if the hub is no more, nobody is left to be told
                let _ = reports.send(Report::Input(Input::Broken(id))).await;
                write.await
            }
        },
        end = &mut write => end,
    };
    let _ = reports.send(Report::Input(Input::Disconnected(id))).await;
    if ended == WriteEnd::Told {
        let mut nowhere = tokio::io::sink();
        let unread = tokio::io::copy(reader.get_mut(), &mut nowhere);
        // whether the peer closes in time or not, this is the end
        let _ = timeout(LINGER_TIME, unread).await;
    }
    Ok(())
}

/// Tells a peer for whom there is no room why it is closed.
pub(super) async fn turn_away<S>(stream: S, identity: Option<Identity>)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Some(identity) = identity else {
        return refuse_within_time(stream, CloseReason::ServerFull).await;
    };
    match timeout(FLUSH_TIME, tls::open(stream, &identity)).await {
        Ok(Ok(Opened::Secure(stream))) => refuse_within_time(stream, CloseReason::ServerFull).await,
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
        if reports.send(Report::Input(Input::Received(id, request))).await.is_err() {
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
    /// The peer is gone, or was cut.
    Gone,
}

/// Writes what is queued until the hub lets go of the connection and all is
/// written, or it is to be cut, or the peer is gone.
async fn write<W: AsyncWrite + Unpin>(
    mut writer: FramedWrite<W, LengthDelimitedCodec>,
    mut queued: mpsc::Receiver<Bytes>,
    ends: oneshot::Receiver<Ending>,
) -> WriteEnd {
    let pump = async {
        while let Some(frame) = queued.recv().await {
            writer.feed(frame).await?;
            // several that wait are one write
            while let Ok(frame) = queued.try_recv() {
                writer.feed(frame).await?;
            }
            SinkExt::<Bytes>::flush(&mut writer).await?;
        }
        writer.get_mut().shutdown().await
    };
    tokio::select! {
        written = pump => if written.is_ok() { WriteEnd::Told } else { WriteEnd::Gone },
        () = until_cut(ends) => WriteEnd::Gone,
    }
}

async fn until_cut(ends: oneshot::Receiver<Ending>) {
    match ends.await {
        Ok(Ending::Flush) => tokio::time::sleep(FLUSH_TIME).await,
        Ok(Ending::Cut) | Err(_) => {}
    }
}
