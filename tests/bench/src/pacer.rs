//! Sends moves at a fixed rate, from a thread of its own.
//!
//! The due time of a move depends on the rate alone. A pair that is not ready in time sends its
//! move as soon as it is, and latency still counts from the due time. A stalled server therefore
//! cannot hide the moves that it delayed (coordinated omission).

use anyhow::ensure;
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::tcp::OwnedWriteHalf;

/// A move that is ready to be sent.
#[derive(Debug)]
pub struct ReadyMove {
    /// The write half of the player's connection.
    pub writer: Arc<OwnedWriteHalf>,
    /// The request with its length prefix.
    pub frame: Vec<u8>,
}

#[derive(Debug, Default)]
enum Pace {
    /// No move is ready.
    #[default]
    Idle,
    Ready(ReadyMove),
    /// A move with this due time is in flight.
    Sent(Instant),
}

/// The slot through which a pair hands its moves to the pacer.
#[derive(Debug, Default)]
pub struct MoveSlot(Mutex<(Pace, VecDeque<Instant>)>);

impl MoveSlot {
    fn lock(&self) -> MutexGuard<'_, (Pace, VecDeque<Instant>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Submits a move to be sent when it is due, or at once if it is overdue.
    ///
    /// # Errors
    /// If the move cannot be sent.
    pub fn submit(&self, ready: ReadyMove) -> io::Result<()> {
        let (state, due) = &mut *self.lock();
        *state = match due.pop_front() {
            Some(at) => ready.send(at)?,
            None => Pace::Ready(ready),
        };
        Ok(())
    }

    /// Marks a move as due, and sends it if it is ready.
    ///
    /// # Errors
    /// If the move cannot be sent.
    pub fn mark_due(&self, at: Instant) -> io::Result<()> {
        let (state, due) = &mut *self.lock();
        *state = match std::mem::take(state) {
            Pace::Ready(ready) => ready.send(at)?,
            waiting @ (Pace::Idle | Pace::Sent(_)) => {
                due.push_back(at);
                waiting
            }
        };
        Ok(())
    }

    /// Clears the slot after the move has arrived, and returns its due time.
    #[must_use]
    pub fn take_due_time(&self) -> Option<Instant> {
        match std::mem::take(&mut self.lock().0) {
            Pace::Sent(at) => Some(at),
            Pace::Idle | Pace::Ready(_) => None,
        }
    }

    /// Cancels a move that is not due yet; returns whether there was one.
    pub fn cancel(&self) -> bool {
        let (state, _) = &mut *self.lock();
        let ready = matches!(state, Pace::Ready(_));
        if ready {
            *state = Pace::Idle;
        }
        ready
    }
}

impl ReadyMove {
    fn send(self, due: Instant) -> io::Result<Pace> {
        let written = self.writer.try_write(&self.frame)?;
        if written == self.frame.len() { Ok(Pace::Sent(due)) } else { Err(io::ErrorKind::WriteZero.into()) }
    }
}

/// Marks `rate` moves per second as due for `time`, one slot after another, and returns their number.
///
/// Blocks the thread.
///
/// # Errors
/// If a move cannot be sent.
pub fn run_pacer(slots: &[Arc<MoveSlot>], rate: f64, time: Duration) -> anyhow::Result<u64> {
    ensure!(!slots.is_empty(), "there are no pairs");
    wake_on_time();
    let (start, count) = (Instant::now(), (rate * time.as_secs_f64()) as u64);
    for (n, slot) in (0..count).zip(slots.iter().cycle()) {
        let at = start + Duration::from_secs_f64(n as f64 / rate);
        // sleep instead of spinning: the program under test needs the cores
        while let Some(left) = at.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            thread::sleep(left);
        }
        slot.mark_due(at)?;
    }
    Ok(count)
}

/// Lowers the timer slack of this thread, by default 50 µs.
///
/// If that fails, every latency is that much longer.
fn wake_on_time() {
    let id = fs::read_link("/proc/thread-self").ok();
    if let Some(id) = id.as_deref().and_then(|link| link.file_name()) {
        let _ = fs::write(std::path::Path::new("/proc").join(id).join("timerslack_ns"), "1");
    }
}
