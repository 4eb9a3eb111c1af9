//! The bounded queue of frames to one connection.
//!
//! [`ConnectionHandle`] is the hub's end and queues frames; [`SendQueue`] is the
//! connection's end and takes them out to write. Frames can be queued at once, which wakes
//! the writer task, or deferred until something else is queued or the
//! [`SendScheduler`](super::send_scheduler::SendScheduler) flushes them.

use super::framing::{Framing, HEADER_BYTES};
use bytes::buf::Chain;
use bytes::{Buf as _, Bytes};
use chuhe_hub::ConnectionId;
use chuhe_protocol::{CloseReason, DoorMessage, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::Cursor;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Deferred frames are flushed once they fill this fraction (one eighth) of the queue:
/// a client must not count as a slow reader because the server deferred its frames.
const DEFERRED_FRACTION: usize = 8;
/// Size from which frames are no longer merged into one write, in bytes.
const WRITE_BYTES: usize = 8 * 1024;
/// Capacity, in frames, that an empty queue retains.
const IDLE_FRAMES: usize = 4;

/// The hub's end of a connection's send queue.
#[derive(Debug)]
pub(crate) struct ConnectionHandle {
    pub(crate) id: ConnectionId,
    /// The peer's address.
    pub(crate) address: IpAddr,
    pub(crate) accepted_at: Timestamp,
    max_frames: usize,
    max_bytes: usize,
    shared: Arc<Mutex<Shared>>,
    /// Whether a confirmation is scheduled that will flush deferred frames.
    pub(crate) has_confirmation_scheduled: bool,
    /// Whether a part of a broadcast is scheduled that will flush deferred frames.
    pub(crate) has_broadcast_scheduled: bool,
}

/// The state shared by both ends.
#[derive(Debug, Default)]
struct Shared {
    frames: VecDeque<Bytes>,
    /// Total size of `frames`.
    bytes: usize,
    /// How many of the last frames are deferred: the writer task was not woken for them.
    deferred: usize,
    /// Set once no more frames will be queued.
    ending: Option<Ending>,
    /// Whether the connection's end was dropped.
    is_abandoned: bool,
    /// Whether the writer task waits for a frame.
    is_awaited: bool,
    waker: Option<Waker>,
}

/// How to end the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Write what is queued first, within a short time.
    Flush,
    /// End at once.
    Cut,
    /// The hub's end was dropped without closing it.
    Dropped,
}

/// What to write at once: whole frames, with what stands before each in the stream.
pub(crate) type Write = Chain<Cursor<Vec<u8>>, Bytes>;

/// The queue is full.
#[derive(Debug)]
pub(crate) struct QueueFull;

impl Shared {
    /// Wakes the writer task if it waits for a frame or the end.
    fn wake(&mut self) {
        self.deferred = 0;
        let is_waiting = std::mem::take(&mut self.is_awaited) || self.ending.is_some();
        if is_waiting && let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }

    /// Registers the task that is being polled as the one to wake.
    fn register(&mut self, context: &Context<'_>) {
        if !self.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            self.waker = Some(context.waker().clone());
        }
    }

    /// Removes the first frame.
    fn pop(&mut self) -> Option<Bytes> {
        let popped = self.frames.pop_front()?;
        self.bytes -= popped.len();
        self.deferred = self.deferred.min(self.frames.len());
        if self.frames.is_empty() && self.frames.capacity() > IDLE_FRAMES {
            self.frames = VecDeque::with_capacity(IDLE_FRAMES);
        }
        Some(popped)
    }

    /// Removes frames worth one write. A long one is not copied: many connections may share it.
    fn pop_write(&mut self, framing: Framing) -> Option<Write> {
        let first = self.pop()?;
        if first.len() >= WRITE_BYTES {
            let mut header = Vec::new();
            framing.append_header(first.len(), &mut header);
            return Some(Cursor::new(header).chain(first));
        }
        let payload = (first.len() + self.bytes).min(WRITE_BYTES);
        let mut merged = Vec::with_capacity(payload + HEADER_BYTES * (1 + self.frames.len()));
        framing.append(&first, &mut merged);
        while merged.len() < WRITE_BYTES
            && let Some(next) = self.pop()
        {
            framing.append(&next, &mut merged);
        }
        Some(Cursor::new(merged).chain(Bytes::new()))
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    // nothing panics between two changes that belong together, so a poisoned state is consistent
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ConnectionHandle {
    /// Creates both ends of a queue of at most `max_frames` frames and `max_bytes` bytes.
    pub(crate) fn new(
        id: ConnectionId,
        address: IpAddr,
        accepted_at: Timestamp,
        max_frames: usize,
        max_bytes: usize,
    ) -> (Self, SendQueue) {
        let shared = Arc::new(Mutex::new(Shared::default()));
        let queue = SendQueue { shared: Arc::clone(&shared) };
        let handle = Self {
            id,
            address,
            accepted_at,
            max_frames,
            max_bytes,
            shared,
            has_confirmation_scheduled: false,
            has_broadcast_scheduled: false,
        };
        (handle, queue)
    }

    /// Queues a frame behind all deferred ones, and wakes the writer task.
    pub(crate) fn queue(&mut self, frame: Bytes) -> Result<(), QueueFull> {
        let mut shared = lock(&self.shared);
        self.push(&mut shared, frame)?;
        shared.wake();
        Ok(())
    }

    /// Queues a frame without waking the writer task.
    ///
    /// It is written with the next [`queue`](Self::queue) or
    /// [`flush_deferred`](Self::flush_deferred), whichever comes first. Waking the task is
    /// the expensive part of a send.
    pub(crate) fn defer(&mut self, frame: Bytes) -> Result<(), QueueFull> {
        let mut shared = lock(&self.shared);
        self.push(&mut shared, frame)?;
        shared.deferred = shared.frames.len().min(shared.deferred + 1);
        let (max_frames, max_bytes) =
            (self.max_frames / DEFERRED_FRACTION, self.max_bytes / DEFERRED_FRACTION);
        if shared.deferred > max_frames || shared.bytes > max_bytes {
            shared.wake();
        }
        Ok(())
    }

    fn push(&self, shared: &mut Shared, frame: Bytes) -> Result<(), QueueFull> {
        if shared.is_abandoned {
            // the connection's task has ended, and its message to the hub is on the way
            return Ok(());
        }
        let bytes = shared.bytes + frame.len();
        if bytes > self.max_bytes || shared.frames.len() >= self.max_frames {
            return Err(QueueFull);
        }
        shared.bytes = bytes;
        shared.frames.push_back(frame);
        Ok(())
    }

    /// Wakes the writer task if frames are deferred; returns whether there were any.
    pub(crate) fn flush_deferred(&mut self) -> bool {
        let mut shared = lock(&self.shared);
        let found = shared.deferred > 0;
        if found {
            shared.wake();
        }
        found
    }

    /// Whether deferred frames are neither flushed nor written yet.
    #[cfg(test)]
    fn has_deferred(&self) -> bool {
        lock(&self.shared).deferred > 0
    }

    /// Returns the number of queued frames, deferred ones included.
    pub(crate) fn queued(&self) -> usize {
        lock(&self.shared).frames.len()
    }

    /// Closes the connection: sends the reason, except to a slow reader, and ends it.
    pub(crate) fn close(mut self, reason: CloseReason) {
        let is_sent = reason != CloseReason::SlowReader
            && encode_message(&DoorMessage::Closing { reason }.into())
                .is_some_and(|frame| self.queue(frame).is_ok());
        self.end(if is_sent { Ending::Flush } else { Ending::Cut });
    }

    fn end(&self, ending: Ending) {
        let mut shared = lock(&self.shared);
        shared.ending.get_or_insert(ending);
        shared.wake();
    }
}

impl Drop for ConnectionHandle {
    fn drop(&mut self) {
        self.end(Ending::Dropped);
    }
}

/// The connection's end of its send queue.
#[derive(Debug)]
pub(crate) struct SendQueue {
    shared: Arc<Mutex<Shared>>,
}

impl SendQueue {
    /// Waits for the next write, of one or several frames; `None` at the end of the queue.
    pub(crate) async fn next_write(&self, framing: Framing) -> Option<Write> {
        self.next(|shared| shared.pop_write(framing)).await
    }

    /// Waits for the next frame; `None` at the end of the queue.
    pub(crate) async fn next_frame(&self) -> Option<Bytes> {
        self.next(Shared::pop).await
    }

    async fn next<T>(&self, pop: impl Fn(&mut Shared) -> Option<T>) -> Option<T> {
        poll_fn(|context| {
            let mut shared = lock(&self.shared);
            match pop(&mut shared) {
                Some(popped) => Poll::Ready(Some(popped)),
                None if shared.ending.is_some() => Poll::Ready(None),
                None => {
                    shared.is_awaited = true;
                    shared.register(context);
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Waits until the connection must end, and returns how.
    ///
    /// Only one waker is stored, so await this in the task that awaits what is queued.
    pub(crate) async fn ending(&self) -> Ending {
        poll_fn(|context| {
            let mut shared = lock(&self.shared);
            match shared.ending {
                Some(ending) => Poll::Ready(ending),
                None => {
                    shared.register(context);
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl Drop for SendQueue {
    fn drop(&mut self) {
        *lock(&self.shared) = Shared { is_abandoned: true, ..Shared::default() };
    }
}

/// Encodes a message, in a buffer of exactly its size; logs an error and returns `None` if it is too long.
pub(crate) fn encode_message(message: &ServerMessage) -> Option<Bytes> {
    match wire::encode(message) {
        Ok(bytes) => Some(bytes.into_boxed_slice().into()),
        Err(error) => {
            tracing::error!(%error, "cannot encode a message");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    fn new(max_frames: usize) -> (ConnectionHandle, SendQueue) {
        of(max_frames, 100)
    }

    /// Both ends of a queue of this size.
    fn of(max_frames: usize, max_bytes: usize) -> (ConnectionHandle, SendQueue) {
        let address = Ipv4Addr::LOCALHOST.into();
        ConnectionHandle::new(ConnectionId(1), address, Timestamp::default(), max_frames, max_bytes)
    }

    /// Returns the next write, if one is ready.
    fn next(queue: &SendQueue) -> Option<Vec<u8>> {
        let mut write = queue.next_write(Framing::Prefixed).now_or_never().flatten()?;
        Some(write.copy_to_bytes(write.remaining()).into())
    }

    /// Returns the write of these frames.
    fn written(frames: &[&[u8]]) -> Option<Vec<u8>> {
        Some(frames.iter().flat_map(|frame| Framing::Prefixed.frame(frame)).collect())
    }

    /// Counts how often a task is woken.
    #[derive(Default)]
    struct WakeCount(AtomicUsize);

    impl Wake for WakeCount {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Polls the queue as a writer task; returns a counter of its wake-ups from then on.
    fn wait(queue: &SendQueue) -> impl Fn() -> usize {
        let count = Arc::new(WakeCount::default());
        let waker = Arc::clone(&count).into();
        let mut context = Context::from_waker(&waker);
        assert!(std::pin::pin!(queue.next_frame()).poll(&mut context).is_pending());
        assert!(std::pin::pin!(queue.ending()).poll(&mut context).is_pending());
        move || count.0.load(Ordering::Relaxed)
    }

    #[test]
    fn queue_rejects_frames_over_the_byte_limit() {
        let (mut handle, queue) = new(100);
        assert!(handle.queue(Bytes::from(vec![0; 60])).is_ok());
        assert!(handle.queue(Bytes::from(vec![0; 41])).is_err());
        assert!(handle.defer(Bytes::from(vec![0; 41])).is_err());
        assert_eq!(next(&queue), written(&[&[0; 60]]));
        assert!(handle.defer(Bytes::from(vec![0; 41])).is_ok());
        assert!(handle.queue(Bytes::from(vec![0; 59])).is_ok());
        assert_eq!(handle.queued(), 2);
        handle.close(CloseReason::SlowReader);
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Cut), "there is no room for the reason");
    }

    #[test]
    fn queue_rejects_frames_over_the_frame_limit() {
        let (mut handle, queue) = new(2);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"2")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"3")).is_err(), "the queue is full");
        assert!(handle.defer(Bytes::from_static(b"3")).is_err(), "the queue is full");
        assert_eq!(handle.queued(), 2);
        assert_eq!(next(&queue), written(&[b"1", b"2"]));
        assert_eq!((handle.queued(), next(&queue)), (0, None));
        assert!(handle.queue(Bytes::from_static(b"3")).is_ok());
    }

    #[test]
    fn deferred_frames_are_written_with_the_next_queued_or_when_flushed() {
        let (mut handle, queue) = new(40);
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        assert!(handle.defer(Bytes::from_static(b"2")).is_ok());
        assert_eq!((wake_ups(), handle.has_deferred()), (0, true));
        assert!(handle.queue(Bytes::from_static(b"3")).is_ok());
        assert_eq!(wake_ups(), 1);
        assert!(!handle.has_deferred() && !handle.flush_deferred());
        assert_eq!(next(&queue), written(&[b"1", b"2", b"3"]));
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from_static(b"4")).is_ok());
        assert!(handle.flush_deferred());
        assert_eq!(wake_ups(), 1);
        assert!(!handle.has_deferred() && !handle.flush_deferred());
        assert_eq!(next(&queue), written(&[b"4"]));
    }

    #[test]
    fn busy_writer_is_woken_only_for_the_end() {
        let (mut handle, queue) = new(4);
        let wake_ups = wait(&queue);
        assert!(handle.queue(Bytes::from_static(b"1")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"2")).is_ok());
        assert_eq!(wake_ups(), 1);
        handle.close(CloseReason::SlowReader);
        assert!(wake_ups() > 1);
    }

    #[test]
    fn deferred_frames_that_were_written_need_no_flush() {
        let (mut handle, queue) = new(40);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        assert_eq!(next(&queue), written(&[b"1"]));
        assert!(!handle.has_deferred() && !handle.flush_deferred());
    }

    #[test]
    fn deferred_frames_are_flushed_when_they_fill_an_eighth_of_the_queue() {
        let (mut handle, queue) = new(DEFERRED_FRACTION * 4);
        let wake_ups = wait(&queue);
        for deferred in 1..=5 {
            assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
            assert_eq!(wake_ups(), usize::from(deferred == 5));
        }
        assert!(!handle.has_deferred());
        // likewise by bytes
        let (mut handle, queue) = new(100);
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from(vec![0; 20])).is_ok());
        assert_eq!((wake_ups(), handle.has_deferred()), (1, false));
    }

    #[test]
    fn tiny_queue_defers_nothing() {
        let (mut handle, queue) = new(2);
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        assert_eq!((wake_ups(), handle.has_deferred()), (1, false));
    }

    #[test]
    fn closing_sends_deferred_frames_before_the_reason() {
        let (mut handle, queue) = new(40);
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        handle.close(CloseReason::Quit);
        assert!(wake_ups() > 0);
        let closing =
            encode_message(&DoorMessage::Closing { reason: CloseReason::Quit }.into()).expect("a frame");
        assert_eq!(next(&queue), written(&[b"1", &closing]));
        assert_eq!(queue.next_frame().now_or_never(), Some(None), "the queue has ended");
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Flush));
    }

    #[test]
    fn dropping_the_handle_sends_deferred_frames() {
        let (mut handle, queue) = new(40);
        let wake_ups = wait(&queue);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        drop(handle);
        assert_eq!(wake_ups(), 1);
        assert_eq!(next(&queue), written(&[b"1"]));
        assert_eq!(queue.next_frame().now_or_never(), Some(None), "the queue has ended");
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Dropped));
    }

    #[test]
    fn frames_are_merged_up_to_the_write_size_and_leave_no_capacity_behind() {
        let (mut handle, queue) = of(100, 100_000);
        for _ in 0..10 {
            assert!(handle.queue(Bytes::from(vec![0; 1_000])).is_ok());
        }
        assert_eq!(next(&queue), written(&[&[0; 1_000][..]; 9]), "the ninth exceeds the write size");
        assert_eq!(next(&queue), written(&[&[0; 1_000]]));
        let shared = lock(&queue.shared);
        assert_eq!((shared.bytes, shared.frames.len()), (0, 0));
        assert!(shared.frames.capacity() <= IDLE_FRAMES);
        drop(shared);
    }

    #[test]
    fn frames_to_an_ended_connection_are_discarded() {
        let (mut handle, queue) = new(1);
        assert!(handle.defer(Bytes::from_static(b"1")).is_ok());
        drop(queue);
        for _ in 0..2 {
            assert!(handle.queue(Bytes::from_static(b"2")).is_ok(), "its end is not an overflow");
            assert!(handle.defer(Bytes::from_static(b"2")).is_ok(), "its end is not an overflow");
        }
        assert_eq!(handle.queued(), 0);
        handle.close(CloseReason::Quit);
    }

    #[test]
    fn long_frame_is_written_by_itself_and_not_copied() {
        let (mut handle, queue) = of(100, 100_000);
        let long = Bytes::from(vec![1; WRITE_BYTES]);
        for frame in [long.clone(), Bytes::from_static(b"2"), Bytes::from_static(b"3")] {
            assert!(handle.queue(frame).is_ok());
        }
        let write = queue.next_write(Framing::WebSocket).now_or_never().flatten().expect("a write");
        assert_eq!(write.first_ref().get_ref()[..], [0x82, 126, 0x20, 0]);
        assert_eq!(write.last_ref().as_ptr(), long.as_ptr());
        assert_eq!(queue.next_frame().now_or_never().flatten(), Some(Bytes::from_static(b"2")));
        assert_eq!(next(&queue), written(&[b"3"]));
    }
}
