//! Serves one connection: exchanges greetings, decodes requests, writes queued frames.
//!
//! A server holds thousands of idle connections, so the size of a connection's task
//! matters. Futures that are rare or short-lived, such as the greeting, are boxed, and
//! take memory only while they run.

use super::connection_end::{CutReason, GreetingFailure};
use super::frame_reader::FrameReader;
use super::framing::Framing;
use super::movable_stream::Mover;
use super::send_queue::{ConnectionHandle, Ending, SendQueue};
use super::tls::{self, Opened};
use super::tls_identity::TlsIdentity;
use crate::shell::hall::clock::Clock;
use crate::shell::hall::hub_message::HubMessage;
use crate::shell::node::hall_router::{self, HallRouter, Routed};
use bytes::Buf as _;
use chuhe_hub::{ConnectionId, Input};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{CloseReason, DoorMessage, Halls, Request, wire};
use chuhe_rules::clock::Timestamp;
use std::future::poll_fn;
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument as _;

/// How long a peer that is being closed may take to read what is queued.
pub(crate) const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);
/// How long data of a closed peer is read and discarded. Closing a socket with unread
/// data resets it, and the peer would lose what it has not read, including the reason.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// The limits of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    greeting_ms: u64,
    send_queue_frames: usize,
    send_queue_bytes: usize,
    /// How long a peer may read nothing while something is being written to it.
    write_timeout: Duration,
}

impl Limits {
    pub(crate) fn new(greeting_ms: u64, limits: &chuhe_hub::Limits) -> Self {
        let &chuhe_hub::Limits { send_queue_frames, send_queue_bytes, unread_ms, .. } = limits;
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Self {
            greeting_ms,
            send_queue_frames: count(send_queue_frames),
            send_queue_bytes: count(send_queue_bytes),
            write_timeout: Duration::from_millis(unread_ms),
        }
    }

    /// Creates both ends of a send queue of this size.
    pub(crate) fn queue(
        &self,
        id: ConnectionId,
        address: IpAddr,
        accepted_at: Timestamp,
    ) -> (ConnectionHandle, SendQueue) {
        ConnectionHandle::new(id, address, accepted_at, self.send_queue_frames, self.send_queue_bytes)
    }
}

/// An accepted stream, with everything needed to serve it.
#[derive(Debug)]
pub(crate) struct Peer<S> {
    pub(crate) id: ConnectionId,
    pub(crate) stream: S,
    pub(crate) address: IpAddr,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    pub(crate) router: Arc<HallRouter>,
    /// Moves the stream to the thread of a hall.
    pub(crate) mover: Mover,
    /// Certificate and key for TLS. `None` means plain TCP.
    pub(crate) identity: Option<TlsIdentity>,
    pub(crate) framing: Framing,
}

/// Serves a connection to its end; returns why it was cut, if it was.
///
/// # Errors
/// [`GreetingFailure`] if the connection was never handed to the hub.
pub(crate) async fn serve<S>(mut peer: Box<Peer<S>>) -> Result<Option<CutReason>, GreetingFailure>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let accepted_at = peer.clock.now();
    match peer.identity.take() {
        None => serve_stream(peer, accepted_at).await,
        Some(identity) => Box::pin(serve_tls(*peer, accepted_at, identity)).await,
    }
}

/// Serves a connection over TLS. The greeting's timeout includes the handshake.
async fn serve_tls<S>(
    peer: Peer<S>,
    accepted_at: Timestamp,
    identity: TlsIdentity,
) -> Result<Option<CutReason>, GreetingFailure>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Peer { id, stream, address, clock, limits, router, mover, identity: _, framing } = peer;
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let opening =
        tls::open(stream, &identity).instrument(tracing::debug_span!("handshake", connection = %id));
    let opening = async {
        tokio::select! {
            biased;
            opened = timeout_at(deadline, opening) => opened.unwrap_or(Err(GreetingFailure::Late)),
            () = router.closed() => Err(GreetingFailure::Stopping),
        }
    };
    let failure = match Box::pin(opening).await {
        Ok(Opened::Secure(stream)) => {
            let peer = Peer { id, stream, address, clock, limits, router, mover, identity: None, framing };
            return serve_stream(Box::new(peer), accepted_at).await;
        }
        Ok(Opened::Plain(stream)) => {
            // applies FLUSH_TIMEOUT
            Box::pin(send_rejection(stream, framing, CloseReason::TlsRequired)).await;
            GreetingFailure::TlsMissing
        }
        Err(failure) => failure,
    };
    Err(failure)
}

/// Exchanges greetings, then reads and writes messages until the connection ends.
async fn serve_stream<S>(
    peer: Box<Peer<S>>,
    accepted_at: Timestamp,
) -> Result<Option<CutReason>, GreetingFailure>
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    match Box::pin(open(peer, accepted_at)).await? {
        Opening::Greeted(greeted) => Ok(converse(greeted).await),
        // the task fails only if the hall's thread ends, and then nothing is left to write
        Opening::InHall(task) => Ok(task.await.unwrap_or(None)),
        Opening::Ended => Ok(None),
    }
}

/// Reads and writes messages until the connection ends; returns why it was cut, if it was.
async fn converse<S>(greeted: Greeted<S>) -> Option<CutReason>
where
    S: AsyncRead + AsyncWrite,
{
    let Greeted { id, mut frames, writer, queue, write_timeout, to_hub } = greeted;
    let ended = {
        let mut write = pin!(write(writer, frames.framing(), queue, write_timeout));
        tokio::select! {
            biased; // a peer that never stops sending still gets its answers
            end = &mut write => end,
            end = read(id, &mut frames, &to_hub) => match end {
                ReadEnd::Gone => WriteEnd::Gone,
                ReadEnd::Malformed => {
                    send_input(&to_hub, Input::Broken(id)).await;
                    write.await
                }
            },
        }
    };
    if ended == WriteEnd::Cut(CutReason::Unread) {
        send_input(&to_hub, Input::Stalled(id)).await;
    }
    send_input(&to_hub, Input::Disconnected(id)).await;
    match ended {
        WriteEnd::Flushed => {
            // the connection ends here whether or not the peer closes its side in time
            let _ = Box::pin(timeout(LINGER_TIMEOUT, frames.discard())).await;
            None
        }
        WriteEnd::Gone => None,
        WriteEnd::Cut(reason) => Some(reason),
    }
}

/// Sends an input to the hub; does nothing if the hub has stopped.
fn send_input(to_hub: &mpsc::Sender<HubMessage>, input: Input) -> Pin<Box<impl Future<Output = ()>>> {
    Box::pin(async move {
        let _ = to_hub.send(HubMessage::Input(input)).await;
    })
}

/// A connection that has exchanged greetings.
struct Greeted<S> {
    id: ConnectionId,
    frames: FrameReader<ReadHalf<S>>,
    writer: WriteHalf<S>,
    queue: SendQueue,
    write_timeout: Duration,
    to_hub: mpsc::Sender<HubMessage>,
}

/// How a connection goes on after the greetings.
enum Opening<S> {
    /// It is handed to the hub, and served by this task.
    Greeted(Greeted<S>),
    /// It has entered a hall, whose thread serves it.
    InHall(JoinHandle<Option<CutReason>>),
    /// It has ended.
    Ended,
}

/// Exchanges greetings in time, and hands the connection to the hub.
async fn open<S>(peer: Box<Peer<S>>, accepted_at: Timestamp) -> Result<Opening<S>, GreetingFailure>
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let Peer { id, stream, address, clock, limits, router, mover, identity: _, framing } = *peer;
    let (reader, mut writer) = tokio::io::split(stream);
    let mut frames = FrameReader::new(reader, framing);
    let deadline = clock.instant(accepted_at.plus_ms(limits.greeting_ms));
    let halls = router.halls();
    let greeted = tokio::select! {
        biased; // here and below: the simulation needs a fixed order
        greeted = timeout_at(deadline, greet(&mut frames, &mut writer, &halls)) => greeted.unwrap_or(Err(GreetingFailure::Late)),
        () = router.closed() => Err(GreetingFailure::Stopping),
    };
    if let Err(failure) = greeted {
        // a WebSocket ends with a message of its own, which the peer is to receive
        if framing == Framing::WebSocket {
            let _ = timeout(FLUSH_TIMEOUT, end(&mut frames, &mut writer)).await;
        }
        return Err(failure);
    }
    let write_timeout = limits.write_timeout;
    if let Some(to_hub) = router.only.clone() {
        let (handle, queue) = limits.queue(id, address, accepted_at);
        to_hub.send(HubMessage::Opened(handle)).await.map_err(|_| GreetingFailure::Stopping)?;
        let greeted = Greeted { id, frames, writer, queue, write_timeout, to_hub };
        return Ok(Opening::Greeted(greeted));
    }
    let routed = tokio::select! {
        biased;
        routed = timeout_at(deadline, router.route((id, address), &mut frames, &mut writer)) => {
            routed.unwrap_or(Routed::Closing(CloseReason::NoGreeting))
        }
        () = router.closed() => Routed::Closing(CloseReason::ShuttingDown),
    };
    match routed {
        Routed::Gone => Ok(Opening::Ended),
        Routed::Closing(reason) => {
            router.metrics.record_closing(reason);
            let _ = timeout(FLUSH_TIMEOUT, close(&mut frames, &mut writer, reason)).await;
            Ok(Opening::Ended)
        }
        Routed::Entered(route, place, request, at) => {
            // the same moment by the hall's clock
            let accepted_at = route.clock.timestamp(clock.instant(accepted_at));
            let (handle, queue) = limits.queue(id, address, accepted_at);
            let to_hub = route.to_hub;
            for message in [HubMessage::Opened(handle), HubMessage::Received(id, request, at)] {
                to_hub.send(message).await.map_err(|_| GreetingFailure::Stopping)?;
            }
            mover.move_stream();
            let greeted = Greeted { id, frames, writer, queue, write_timeout, to_hub };
            let serving = async move {
                let _place = place;
                converse(greeted).await
            };
            Ok(Opening::InHall(route.runtime.spawn(serving)))
        }
    }
}

/// Rejects a connection: sends the peer the reason, over TLS if the server uses it.
pub(crate) async fn reject<S>(stream: S, framing: Framing, identity: Option<TlsIdentity>, reason: CloseReason)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let Some(identity) = identity else {
        return send_rejection(stream, framing, reason).await;
    };
    match timeout(FLUSH_TIMEOUT, tls::open(stream, &identity)).await {
        Ok(Ok(Opened::Secure(stream))) => send_rejection(stream, framing, reason).await,
        Ok(Ok(Opened::Plain(stream))) => send_rejection(stream, framing, CloseReason::TlsRequired).await,
        Ok(Err(_)) | Err(_) => {}
    }
}

/// Exchanges greetings and sends the close reason, within [`FLUSH_TIMEOUT`].
async fn send_rejection<S: AsyncRead + AsyncWrite>(stream: S, framing: Framing, reason: CloseReason) {
    let (reader, mut writer) = tokio::io::split(stream);
    let mut frames = FrameReader::new(reader, framing);
    let sending = async {
        if greet(&mut frames, &mut writer, &Halls::default()).await.is_ok() {
            close(&mut frames, &mut writer, reason).await;
        }
    };
    let _ = timeout(FLUSH_TIMEOUT, sending).await;
}

/// Sends the close reason, and waits for the end of the stream. Has no timeout of its own.
async fn close<R, W>(frames: &mut FrameReader<R>, writer: &mut W, reason: CloseReason)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    // errors change nothing: the connection ends anyway
    let _ = hall_router::send(writer, frames.framing(), &DoorMessage::Closing { reason }.into()).await;
    end(frames, writer).await;
}

/// Ends the sending side, and waits for the end of the stream. Has no timeout of its own.
async fn end<R, W>(frames: &mut FrameReader<R>, writer: &mut W)
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    // an error changes nothing: the connection ends anyway
    let _ = writer.shutdown().await;
    frames.discard().await;
}

/// Exchanges greetings; the answer lists `halls`.
async fn greet<R, W>(
    frames: &mut FrameReader<R>,
    writer: &mut W,
    halls: &Halls,
) -> Result<(), GreetingFailure>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let hello = match frames.next().await {
        Ok(Some(hello)) => Hello::decode(&hello).map_err(|_| GreetingFailure::NotChuhe)?,
        Err(_) if tls::is_client_hello(frames.unread()) => {
            // errors change nothing: the connection ends anyway
            let _ = writer.write_all(&tls::NO_TLS_ALERT).await;
            let _ = writer.shutdown().await;
            return Err(GreetingFailure::TlsUnasked);
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(GreetingFailure::NotChuhe),
        Err(_) | Ok(None) => return Err(GreetingFailure::Gone),
    };
    let answer = Answer::to(hello);
    let frame = frames.framing().frame(&answer.encode_with_halls(halls));
    let sent = async {
        writer.write_all(&frame).await?;
        writer.flush().await
    };
    sent.await.map_err(|_| GreetingFailure::Gone)?;
    if answer.welcome {
        return Ok(());
    }
    // the peer reads the answer before it sees the end of the stream
    let _ = writer.shutdown().await;
    Err(GreetingFailure::OtherVersion)
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadEnd {
    /// The peer has disconnected.
    Gone,
    /// The peer sent a malformed frame or message.
    Malformed,
}

/// Reads requests and sends them to the hub.
async fn read<R: AsyncRead + Unpin>(
    id: ConnectionId,
    frames: &mut FrameReader<R>,
    to_hub: &mpsc::Sender<HubMessage>,
) -> ReadEnd {
    loop {
        let frame = match frames.next().await {
            Ok(Some(frame)) => frame,
            // a frame over the limit; any other error means that the connection is gone
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return ReadEnd::Malformed,
            Ok(None) | Err(_) => return ReadEnd::Gone,
        };
        let Ok(request) = wire::decode::<Request>(&frame) else { return ReadEnd::Malformed };
        drop(frame);
        let is_open = match to_hub.try_send(HubMessage::Received(id, request, Instant::now())) {
            Ok(()) => true,
            Err(TrySendError::Full(message)) => Box::pin(to_hub.send(message)).await.is_ok(),
            Err(TrySendError::Closed(_)) => false,
        };
        if !is_open {
            // the hub has stopped; its last messages are still being written
            std::future::pending::<()>().await;
        }
        // a peer that sends without pause must not starve the others
        tokio::task::consume_budget().await;
    }
}

/// Why writing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriteEnd {
    /// The connection was closed, and everything queued is written.
    Flushed,
    /// The peer has disconnected.
    Gone,
    /// The connection was cut.
    Cut(CutReason),
}

/// Writes queued frames until the connection is closed and flushed, cut, or gone.
async fn write<W: AsyncWrite + Unpin>(
    mut writer: W,
    framing: Framing,
    queue: SendQueue,
    write_timeout: Duration,
) -> WriteEnd {
    tokio::select! {
        biased;
        written = write_queue(&mut writer, framing, &queue, write_timeout) => match written {
            Ok(()) => WriteEnd::Flushed,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => WriteEnd::Cut(CutReason::Unread),
            Err(_) => WriteEnd::Gone,
        },
        cut = wait_for_cut(&queue) => cut.map_or(WriteEnd::Gone, WriteEnd::Cut),
    }
}

/// Writes queued frames until the end of the queue.
async fn write_queue<W: AsyncWrite + Unpin>(
    writer: &mut W,
    framing: Framing,
    queue: &SendQueue,
    write_timeout: Duration,
) -> io::Result<()> {
    while let Some(mut frames) = queue.next_write(framing).await {
        while frames.has_remaining() {
            // the timeout starts anew with every byte that the peer reads
            if with_timeout(write_timeout, writer.write_buf(&mut frames)).await? == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
        }
        with_timeout(write_timeout, writer.flush()).await?;
    }
    writer.shutdown().await
}

/// Awaits an operation with a timeout. Most complete at once, and then need no timer.
async fn with_timeout<T>(time: Duration, operation: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let mut operation = pin!(operation);
    match poll_fn(|context| Poll::Ready(operation.as_mut().poll(context))).await {
        Poll::Ready(result) => result,
        Poll::Pending => Box::pin(timeout(time, operation)).await?,
    }
}

/// Waits until the connection must be cut; returns the reason, or `None` if the hub is gone.
async fn wait_for_cut(queue: &SendQueue) -> Option<CutReason> {
    match queue.ending().await {
        Ending::Flush => {
            Box::pin(tokio::time::sleep(FLUSH_TIMEOUT)).await;
            Some(CutReason::Unflushed)
        }
        Ending::Cut => Some(CutReason::QueueFull),
        Ending::Dropped => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use tokio::io::AsyncReadExt;

    const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

    /// A queue that holds these frames.
    fn queue(frames: &[Bytes]) -> (ConnectionHandle, SendQueue) {
        let (address, accepted_at) = (std::net::Ipv4Addr::LOCALHOST.into(), Timestamp::default());
        let (mut handle, queue) = ConnectionHandle::new(ConnectionId(1), address, accepted_at, 100, 1000);
        for frame in frames {
            handle.queue(frame.clone()).expect("there is room");
        }
        (handle, queue)
    }

    #[tokio::test(start_paused = true)]
    async fn peer_that_reads_nothing_is_cut() {
        let (near, _far) = tokio::io::duplex(16);
        let start = Instant::now();
        let (_handle, queue) = queue(&[Bytes::from(vec![1; 100])]);
        let ended = write(near, Framing::Prefixed, queue, WRITE_TIMEOUT).await;
        assert_eq!((ended, start.elapsed()), (WriteEnd::Cut(CutReason::Unread), WRITE_TIMEOUT));
    }

    #[tokio::test(start_paused = true)]
    async fn peer_that_reads_slowly_is_not_cut() {
        let (mut near, mut far) = tokio::io::duplex(16);
        let (handle, queue) = queue(&[Bytes::from(vec![1; 30]), Bytes::from(vec![2; 30])]);
        drop(handle);
        let reading = async {
            let mut read = Vec::new();
            loop {
                tokio::time::sleep(WRITE_TIMEOUT / 2).await;
                match far.read_u8().await {
                    Ok(byte) => read.push(byte),
                    Err(_) => return read,
                }
            }
        };
        let writing = write_queue(&mut near, Framing::Prefixed, &queue, WRITE_TIMEOUT);
        let (ended, read) = tokio::join!(writing, reading);
        assert!(ended.is_ok());
        assert_eq!(read, [[1; 30], [2; 30]].map(|frame| Framing::Prefixed.frame(&frame)).concat());
    }
}
