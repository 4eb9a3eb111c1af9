//! What is to be written to a connection: the hub's side puts it in, up to a
//! limit, the connection's takes it out. How it is written is `connection`'s affair.

use crate::core::{Address, ConnectionId};
use bytes::Bytes;
use chuhe_protocol::{CloseReason, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{mpsc, oneshot};

/// So many frames are laid for one connection before they are queued without its
/// turn: a reader is not slow because the server is.
const LAID_FRAMES: usize = 16;

/// The hub's side of a connection.
#[derive(Debug)]
pub(super) struct Handle {
    pub(super) id: ConnectionId,
    pub(super) address: Address,
    pub(super) accepted_at: Timestamp,
    frames: mpsc::Sender<Bytes>,
    /// Frames that wait, and of which the task that writes knows nothing yet.
    laid: Vec<Bytes>,
    /// The bytes of the frames that wait.
    waiting: Arc<AtomicUsize>,
    most_bytes: usize,
    ending: oneshot::Sender<Ending>,
}

/// How a connection is to end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending {
    /// What is queued may still be read, for a short while.
    Flush,
    /// At once.
    Cut,
}

/// More waits to be sent to a connection than may.
#[derive(Debug)]
pub(super) struct Stalled;

impl Handle {
    /// A way to write, and the connection's side of it: up to so many frames and
    /// bytes wait.
    pub(super) fn new(
        id: ConnectionId,
        address: Address,
        accepted_at: Timestamp,
        most_frames: usize,
        most_bytes: usize,
    ) -> (Self, Queue, oneshot::Receiver<Ending>) {
        let (frames, queued) = mpsc::channel(most_frames);
        let (ending, ends) = oneshot::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let queue = Queue { frames: queued, waiting: Arc::clone(&waiting) };
        let laid = Vec::new();
        (Self { id, address, accepted_at, frames, laid, waiting, most_bytes, ending }, queue, ends)
    }

    /// Queues a frame, and before it all that was laid.
    pub(super) fn queue(&mut self, frame: Bytes) -> Result<(), Stalled> {
        self.queue_laid();
        self.note(&frame)?;
        // if the task is gone, its report of it is on the way
        let _ = self.frames.try_send(frame);
        Ok(())
    }

    /// Lays a frame where it waits for [`Handle::queue_laid`]. To queue it would
    /// wake the task that writes, which is the dear part of telling someone.
    pub(super) fn lay(&mut self, frame: Bytes) -> Result<(), Stalled> {
        self.note(&frame)?;
        self.laid.push(frame);
        if self.laid.len() >= LAID_FRAMES {
            self.queue_laid();
        }
        Ok(())
    }

    /// Counts a frame among those that wait, if there is room for it.
    fn note(&self, frame: &Bytes) -> Result<(), Stalled> {
        // only here are there ever more of them
        let too_long = self.waiting.load(Ordering::Relaxed) + frame.len() > self.most_bytes;
        if too_long || self.laid.len() >= self.frames.capacity() {
            return Err(Stalled);
        }
        self.waiting.fetch_add(frame.len(), Ordering::Relaxed);
        Ok(())
    }

    /// Queues what was laid; says whether there was something.
    pub(super) fn queue_laid(&mut self) -> bool {
        let found = self.has_laid();
        for frame in std::mem::take(&mut self.laid) {
            // there is room for what was laid; and if the task is gone, its report
            // of it is on the way
            let _ = self.frames.try_send(frame);
        }
        found
    }

    /// Whether something was laid and is not queued yet.
    pub(super) fn has_laid(&self) -> bool {
        !self.laid.is_empty()
    }

    /// How many frames wait.
    pub(super) fn queued(&self) -> usize {
        self.frames.max_capacity() - self.frames.capacity() + self.laid.len()
    }

    /// Tells the peer why, unless it does not read, and lets the connection end.
    pub(super) fn close(mut self, reason: CloseReason) {
        let told = reason != CloseReason::SlowReader
            && encode(&ServerMessage::Closing { reason }).is_some_and(|frame| self.queue(frame).is_ok());
        // a task that has ended needs no telling
        let _ = self.ending.send(if told { Ending::Flush } else { Ending::Cut });
    }
}

/// The connection's side: what is to be written.
#[derive(Debug)]
pub(super) struct Queue {
    frames: mpsc::Receiver<Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Queue {
    /// Waits for the next frame; `None`, there will be no more.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        let frame = self.frames.recv().await?;
        Some(self.taken(frame))
    }

    /// The next frame, if one waits.
    pub(super) fn try_next(&mut self) -> Option<Bytes> {
        let frame = self.frames.try_recv().ok()?;
        Some(self.taken(frame))
    }

    fn taken(&self, frame: Bytes) -> Bytes {
        self.waiting.fetch_sub(frame.len(), Ordering::Relaxed);
        frame
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

#[cfg(test)]
mod tests {
    use super::*;

    fn new(most_frames: usize) -> (Handle, Queue, oneshot::Receiver<Ending>) {
        Handle::new(ConnectionId(1), Address::default(), Timestamp::default(), most_frames, 100)
    }

    #[test]
    fn frames_wait_only_up_to_a_number_of_bytes() {
        let (mut handle, mut queue, mut ends) = new(100);
        assert!(handle.queue(Bytes::from(vec![0; 60])).is_ok());
        assert!(handle.queue(Bytes::from(vec![0; 41])).is_err());
        assert!(handle.lay(Bytes::from(vec![0; 41])).is_err());
        assert!(handle.queue(Bytes::from(vec![0; 40])).is_ok());
        assert_eq!(handle.queued(), 2);
        assert_eq!(queue.try_next().map(|frame| frame.len()), Some(60));
        assert!(handle.lay(Bytes::from(vec![0; 60])).is_ok());
        handle.close(CloseReason::SlowReader);
        assert!(matches!(ends.try_recv(), Ok(Ending::Cut)), "there is no room for a word");
    }

    #[test]
    fn what_is_laid_waits_for_its_turn_or_for_something_said_at_once() {
        let (mut handle, mut queue, _ends) = new(4);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        assert!(handle.lay(Bytes::from_static(b"2")).is_ok());
        assert_eq!(queue.try_next(), None);
        assert!(handle.queue(Bytes::from_static(b"3")).is_ok());
        assert!(handle.lay(Bytes::from_static(b"4")).is_ok());
        assert!(handle.lay(Bytes::from_static(b"5")).is_err(), "four wait");
        assert_eq!(handle.queued(), 4);
        assert!(handle.queue_laid());
        assert!(!handle.has_laid() && !handle.queue_laid());
        let all: Vec<Bytes> = std::iter::from_fn(|| queue.try_next()).collect();
        assert_eq!(all, ["1", "2", "3", "4"]);
    }

    #[test]
    fn not_much_is_laid_for_one_however_long_his_turn_is_in_coming() {
        let (mut handle, mut queue, _ends) = new(LAID_FRAMES * 2);
        for _ in 0..LAID_FRAMES {
            assert_eq!(queue.try_next(), None);
            assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        }
        assert!(queue.try_next().is_some() && !handle.has_laid());
    }

    #[test]
    fn one_who_is_closed_is_told_what_was_laid_first() {
        let (mut handle, mut queue, _ends) = new(4);
        assert!(handle.lay(Bytes::from_static(b"1")).is_ok());
        handle.close(CloseReason::Quit);
        assert_eq!(queue.try_next(), Some(Bytes::from_static(b"1")));
        assert_eq!(queue.try_next(), encode(&ServerMessage::Closing { reason: CloseReason::Quit }));
    }
}
