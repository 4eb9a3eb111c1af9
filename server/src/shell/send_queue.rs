//! What is to be written to a connection: the hub's side puts it in, up to a
//! limit, the connection's takes it out. How it is written is `connection`'s affair.

use bytes::{Bytes, BytesMut};
use chuhe_hub::{Address, ConnectionId};
use chuhe_protocol::{CloseReason, ServerMessage, frame, wire};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use tokio_util::codec::Encoder as _;

/// Of the frames and bytes that may wait for a connection so great a part is laid
/// before it is queued without its turn: a reader is not slow because the server is.
const LAID_PART: usize = 8;
/// Frames are taken together until they are so long.
const TAKEN_BYTES: usize = 8 * 1024;
/// Room for so many frames is held while none waits.
const HELD_FRAMES: usize = 4;

/// The hub's side of a connection.
#[derive(Debug)]
pub(super) struct ConnectionHandle {
    pub(super) id: ConnectionId,
    pub(super) address: Address,
    pub(super) accepted_at: Timestamp,
    most_frames: usize,
    most_bytes: usize,
    waiting: Arc<Mutex<Waiting>>,
    /// Whether its turn comes soon, for what is laid by then.
    pub(super) has_turn_soon: bool,
}

/// What waits to be written, and what becomes of the connection then.
#[derive(Debug, Default)]
struct Waiting {
    frames: VecDeque<Bytes>,
    /// Their bytes.
    bytes: usize,
    /// How many of them, the last, the task that writes was not woken for.
    laid: usize,
    /// What is known once there will be no more frames.
    ending: Option<Ending>,
    /// Whether nobody writes any more.
    abandoned: bool,
    /// Whether the task that writes waits for a frame.
    is_awaited: bool,
    /// By which it is woken.
    waker: Option<Waker>,
}

/// How a connection is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// What is queued may still be read, for a short while.
    Flush,
    /// At once.
    Cut,
    /// Nobody said how: the hub is no more.
    Dropped,
}

/// More waits to be sent to a connection than may.
#[derive(Debug)]
pub(super) struct Stalled;

impl Waiting {
    /// Lets the task that writes have its turn, if it waits for one.
    fn wake(&mut self) {
        self.laid = 0;
        let waits = std::mem::take(&mut self.is_awaited) || self.ending.is_some();
        if waits && let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }

    /// Lets the task be woken that is polled now.
    fn wake_later(&mut self, context: &Context<'_>) {
        if !self.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            self.waker = Some(context.waker().clone());
        }
    }

    /// Takes frames until they are long enough for a write, or there are no more.
    fn take(&mut self) -> Option<Bytes> {
        let first = self.frames.pop_front()?;
        let taken = if self.frames.is_empty() || first.len() >= TAKEN_BYTES {
            first
        } else {
            let mut together = Vec::with_capacity(self.bytes.min(TAKEN_BYTES));
            together.extend_from_slice(&first);
            while together.len() < TAKEN_BYTES
                && let Some(next) = self.frames.pop_front()
            {
                together.extend_from_slice(&next);
            }
            together.into()
        };
        self.bytes -= taken.len();
        self.laid = self.laid.min(self.frames.len());
        if self.frames.is_empty() && self.frames.capacity() > HELD_FRAMES {
            self.frames = VecDeque::with_capacity(HELD_FRAMES);
        }
        Some(taken)
    }
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    // whatever panicked, what waits is whole
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ConnectionHandle {
    /// A way to write, and the connection's side of it: up to so many frames and
    /// bytes wait.
    pub(super) fn new(
        id: ConnectionId,
        address: Address,
        accepted_at: Timestamp,
        most_frames: usize,
        most_bytes: usize,
    ) -> (Self, SendQueue) {
        let waiting = Arc::new(Mutex::new(Waiting::default()));
        let queue = SendQueue { waiting: Arc::clone(&waiting) };
        (Self { id, address, accepted_at, most_frames, most_bytes, waiting, has_turn_soon: false }, queue)
    }

    /// Queues a frame behind all that was laid.
    pub(super) fn queue(&mut self, frame: Bytes) -> Result<(), Stalled> {
        let mut waiting = lock(&self.waiting);
        self.add(&mut waiting, frame)?;
        waiting.wake();
        Ok(())
    }

    /// Lays a frame where it waits for [`ConnectionHandle::queue_laid`], unless something else
    /// is to be written before. To queue it would wake the task that writes, which is
    /// the dear part of telling someone.
    pub(super) fn lay(&mut self, frame: Bytes) -> Result<(), Stalled> {
        let mut waiting = lock(&self.waiting);
        self.add(&mut waiting, frame)?;
        waiting.laid = waiting.frames.len().min(waiting.laid + 1);
        if waiting.laid > self.most_frames / LAID_PART || waiting.bytes > self.most_bytes / LAID_PART {
            waiting.wake();
        }
        Ok(())
    }

    fn add(&self, waiting: &mut Waiting, frame: Bytes) -> Result<(), Stalled> {
        if waiting.abandoned {
            // the task's report of it is on the way
            return Ok(());
        }
        let bytes = waiting.bytes + frame.len();
        if bytes > self.most_bytes || waiting.frames.len() >= self.most_frames {
            return Err(Stalled);
        }
        waiting.bytes = bytes;
        waiting.frames.push_back(frame);
        Ok(())
    }

    /// Queues what was laid; says whether there was something.
    pub(super) fn queue_laid(&mut self) -> bool {
        let mut waiting = lock(&self.waiting);
        let found = waiting.laid > 0;
        if found {
            waiting.wake();
        }
        found
    }

    /// Whether something was laid that is neither queued nor written yet.
    pub(super) fn has_laid(&self) -> bool {
        lock(&self.waiting).laid > 0
    }

    /// How many frames wait.
    pub(super) fn queued(&self) -> usize {
        lock(&self.waiting).frames.len()
    }

    /// Tells the peer why, unless it does not read, and lets the connection end.
    pub(super) fn close(mut self, reason: CloseReason) {
        let told = reason != CloseReason::SlowReader
            && encode(&ServerMessage::Closing { reason }).is_some_and(|frame| self.queue(frame).is_ok());
        self.end(if told { Ending::Flush } else { Ending::Cut });
    }

    fn end(&self, ending: Ending) {
        let mut waiting = lock(&self.waiting);
        waiting.ending.get_or_insert(ending);
        waiting.wake();
    }
}

impl Drop for ConnectionHandle {
    fn drop(&mut self) {
        self.end(Ending::Dropped);
    }
}

/// The connection's side: what is to be written.
#[derive(Debug)]
pub(super) struct SendQueue {
    waiting: Arc<Mutex<Waiting>>,
}

impl SendQueue {
    /// Waits for what is to be written next, of one frame or of several; `None`,
    /// there will be no more.
    pub(super) async fn next(&self) -> Option<Bytes> {
        poll_fn(|context| {
            let mut waiting = lock(&self.waiting);
            match waiting.take() {
                Some(taken) => Poll::Ready(Some(taken)),
                None if waiting.ending.is_some() => Poll::Ready(None),
                None => {
                    waiting.is_awaited = true;
                    waiting.wake_later(context);
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Waits until it is known how the connection is to end. To be waited for in the
    /// task that waits for what is to be written.
    pub(super) async fn ending(&self) -> Ending {
        poll_fn(|context| {
            let mut waiting = lock(&self.waiting);
            match waiting.ending {
                Some(ending) => Poll::Ready(ending),
                None => {
                    waiting.wake_later(context);
                    Poll::Pending
                }
            }
        })
        .await
    }
}

impl Drop for SendQueue {
    fn drop(&mut self) {
        *lock(&self.waiting) = Waiting { abandoned: true, ..Waiting::default() };
    }
}

/// The frame of a message, as it is written.
pub(super) fn encode(message: &ServerMessage) -> Option<Bytes> {
    match wire::encode(message) {
        Ok(bytes) => in_frame(bytes.into()),
        Err(error) => {
            tracing::error!(%error, "a message has no frame");
            None
        }
    }
}

/// The frame of these bytes, as it is written, in no more room than it takes.
pub(super) fn in_frame(bytes: Bytes) -> Option<Bytes> {
    let mut frame = BytesMut::new();
    match frame::server_frames().encode(bytes, &mut frame) {
        Ok(()) => Some(frame.freeze()),
        Err(error) => {
            tracing::error!(%error, "a frame is too long");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    fn new(most_frames: usize) -> (ConnectionHandle, SendQueue) {
        ConnectionHandle::new(ConnectionId(1), Address::default(), Timestamp::default(), most_frames, 100)
    }

    /// What is to be written, if something is.
    fn next(queue: &SendQueue) -> Option<Bytes> {
        queue.next().now_or_never().flatten()
    }

    /// Counts how often a task is woken.
    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A task waits for what is to be written; how often is it woken from now on?
    fn wait(queue: &SendQueue) -> impl Fn() -> usize {
        let woken = Arc::new(Woken::default());
        let waker = Arc::clone(&woken).into();
        let mut context = Context::from_waker(&waker);
        assert!(std::pin::pin!(queue.next()).poll(&mut context).is_pending());
        assert!(std::pin::pin!(queue.ending()).poll(&mut context).is_pending());
        move || woken.0.load(Ordering::Relaxed)
    }

    #[test]
    fn frames_wait_only_up_to_a_number_of_bytes() {
        let (mut handle, queue) = new(100);
        assert!(handle.queue(Bytes::from(vec![0; 60])).is_ok());
        assert!(handle.queue(Bytes::from(vec![0; 41])).is_err());
        assert!(handle.lay(Bytes::from(vec![0; 41])).is_err());
        assert_eq!(next(&queue).map(|taken| taken.len()), Some(60));
        assert!(handle.lay(Bytes::from(vec![0; 41])).is_ok());
        assert!(handle.queue(Bytes::from(vec![0; 59])).is_ok());
        assert_eq!(handle.queued(), 2);
        handle.close(CloseReason::SlowReader);
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Cut), "there is no room for a word");
    }

    #[test]
    fn frames_wait_only_up_to_a_number() {
        let (mut handle, queue) = new(2);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"2")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"3")).is_err(), "two wait");
        assert!(handle.lay(Bytes::from_static(b"3")).is_err(), "two wait");
        assert_eq!(handle.queued(), 2);
        assert_eq!(next(&queue), Some(Bytes::from_static(b"12")));
        assert_eq!((handle.queued(), next(&queue)), (0, None));
        assert!(handle.queue(Bytes::from_static(b"3")).is_ok());
    }

    #[test]
    fn what_is_laid_waits_for_its_turn_or_for_something_said_at_once() {
        let (mut handle, queue) = new(40);
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        assert!(handle.lay(Bytes::from_static(b"2")).is_ok());
        assert_eq!((woken(), handle.has_laid()), (0, true));
        assert!(handle.queue(Bytes::from_static(b"3")).is_ok());
        assert_eq!(woken(), 1);
        assert!(!handle.has_laid() && !handle.queue_laid());
        assert_eq!(next(&queue), Some(Bytes::from_static(b"123")));
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from_static(b"4")).is_ok());
        assert!(handle.queue_laid());
        assert_eq!(woken(), 1);
        assert!(!handle.has_laid() && !handle.queue_laid());
        assert_eq!(next(&queue), Some(Bytes::from_static(b"4")));
    }

    #[test]
    fn one_who_writes_is_woken_by_no_frame_but_by_the_end() {
        let (mut handle, queue) = new(4);
        let woken = wait(&queue);
        assert!(handle.queue(Bytes::from_static(b"1")).is_ok());
        assert!(handle.queue(Bytes::from_static(b"2")).is_ok());
        assert_eq!(woken(), 1);
        handle.close(CloseReason::SlowReader);
        assert!(woken() > 1);
    }

    #[test]
    fn what_was_written_before_its_turn_needs_none() {
        let (mut handle, queue) = new(40);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        assert_eq!(next(&queue), Some(Bytes::from_static(b"1")));
        assert!(!handle.has_laid() && !handle.queue_laid());
    }

    #[test]
    fn not_much_is_laid_for_one_however_long_his_turn_is_in_coming() {
        let (mut handle, queue) = new(LAID_PART * 4);
        let woken = wait(&queue);
        for laid in 1..=5 {
            assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
            assert_eq!(woken(), usize::from(laid == 5));
        }
        assert!(!handle.has_laid());
        // nor if it is long
        let (mut handle, queue) = new(100);
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from(vec![0; 20])).is_ok());
        assert_eq!((woken(), handle.has_laid()), (1, false));
    }

    #[test]
    fn where_next_to_nothing_may_wait_nothing_is_laid() {
        let (mut handle, queue) = new(2);
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        assert_eq!((woken(), handle.has_laid()), (1, false));
    }

    #[test]
    fn one_who_is_closed_is_told_what_was_laid_first() {
        let (mut handle, queue) = new(40);
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        handle.close(CloseReason::Quit);
        assert!(woken() > 0);
        let closing = encode(&ServerMessage::Closing { reason: CloseReason::Quit }).expect("a frame");
        assert_eq!(next(&queue), Some([b"1", &closing[..]].concat().into()));
        assert_eq!(queue.next().now_or_never(), Some(None), "there is no more");
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Flush));
    }

    #[test]
    fn one_whom_nobody_closed_is_told_what_waits() {
        let (mut handle, queue) = new(40);
        let woken = wait(&queue);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        drop(handle);
        assert_eq!(woken(), 1);
        assert_eq!(next(&queue), Some(Bytes::from_static(b"1")));
        assert_eq!(queue.next().now_or_never(), Some(None), "there is no more");
        assert_eq!(queue.ending().now_or_never(), Some(Ending::Dropped));
    }

    #[test]
    fn as_much_is_taken_as_is_enough_for_a_write_and_no_room_is_held_for_it() {
        let (mut handle, queue) =
            ConnectionHandle::new(ConnectionId(1), Address::default(), Timestamp::default(), 100, 100_000);
        for _ in 0..10 {
            assert!(handle.queue(Bytes::from(vec![0; 1_000])).is_ok());
        }
        assert_eq!(next(&queue).map(|taken| taken.len()), Some(9_000), "the ninth made it enough");
        assert_eq!(next(&queue).map(|taken| taken.len()), Some(1_000));
        let waiting = lock(&queue.waiting);
        assert_eq!((waiting.bytes, waiting.frames.len()), (0, 0));
        assert!(waiting.frames.capacity() <= HELD_FRAMES);
        drop(waiting);
    }

    #[test]
    fn for_one_who_is_gone_nothing_waits() {
        let (mut handle, queue) = new(1);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        drop(queue);
        for _ in 0..2 {
            assert!(handle.queue(Bytes::from_static(b"2")).is_ok(), "his end is on the way");
            assert!(handle.lay(Bytes::from_static(b"2")).is_ok(), "his end is on the way");
        }
        assert_eq!(handle.queued(), 0);
        handle.close(CloseReason::Quit);
    }
}
