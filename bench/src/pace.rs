//! Moves at a fixed rate: each is due at a moment that hangs on nothing but the rate, and is
//! sent then by a thread of its own. If its pair is not ready it is sent as soon as it is, and
//! how long it took still counts from when it was due: a server that stalls does not thereby
//! hide the moves that should have been made meanwhile.

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
pub struct Turn {
    /// Where to.
    pub writer: Arc<OwnedWriteHalf>,
    /// With its length before it.
    pub frame: Vec<u8>,
}

#[derive(Debug, Default)]
enum State {
    /// There is nothing to be sent.
    #[default]
    Idle,
    Ready(Turn),
    /// It was due then, and is on its way.
    Sent(Instant),
}

/// Between a pair and the thread that sends its moves.
#[derive(Debug, Default)]
pub struct Slot(Mutex<(State, VecDeque<Instant>)>);

impl Slot {
    fn lock(&self) -> MutexGuard<'_, (State, VecDeque<Instant>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a move sent when it is due; at once, if it was due already.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn offer(&self, turn: Turn) -> io::Result<()> {
        let (state, due) = &mut *self.lock();
        *state = match due.pop_front() {
            Some(at) => turn.send(at)?,
            None => State::Ready(turn),
        };
        Ok(())
    }

    /// A move is due.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn due(&self, at: Instant) -> io::Result<()> {
        let (state, due) = &mut *self.lock();
        *state = match std::mem::take(state) {
            State::Ready(turn) => turn.send(at)?,
            waiting @ (State::Idle | State::Sent(_)) => {
                due.push_back(at);
                waiting
            }
        };
        Ok(())
    }

    /// The move has arrived: when was it due?
    #[must_use]
    pub fn arrived(&self) -> Option<Instant> {
        match std::mem::take(&mut self.lock().0) {
            State::Sent(at) => Some(at),
            State::Idle | State::Ready(_) => None,
        }
    }

    /// Takes a move back that was not due; says whether there was one.
    pub fn withdraw(&self) -> bool {
        let (state, _) = &mut *self.lock();
        let ready = matches!(state, State::Ready(_));
        if ready {
            *state = State::Idle;
        }
        ready
    }
}

impl Turn {
    fn send(self, due: Instant) -> io::Result<State> {
        let written = self.writer.try_write(&self.frame)?;
        if written == self.frame.len() { Ok(State::Sent(due)) } else { Err(io::ErrorKind::WriteZero.into()) }
    }
}

/// Lets `rate` moves a second be due for `time`, one slot after another. It takes the thread.
/// Says how many were due.
///
/// # Errors
/// If one cannot be sent.
pub fn pace(slots: &[Arc<Slot>], rate: f64, time: Duration) -> anyhow::Result<u64> {
    ensure!(!slots.is_empty(), "nobody plays");
    wake_on_time();
    let (start, count) = (Instant::now(), (rate * time.as_secs_f64()) as u64);
    for (n, slot) in (0..count).zip(slots.iter().cycle()) {
        let at = start + Duration::from_secs_f64(n as f64 / rate);
        // to sleep and not to spin: the machine has few cores
        while let Some(left) = at.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            thread::sleep(left);
        }
        slot.due(at)?;
    }
    Ok(count)
}

/// Asks the system to wake this thread on time, where it usually adds 50 µs. Where it does not
/// hear, all that is measured is so much longer.
fn wake_on_time() {
    let id = fs::read_link("/proc/thread-self").ok();
    if let Some(id) = id.as_deref().and_then(|link| link.file_name()) {
        let _ = fs::write(std::path::Path::new("/proc").join(id).join("timerslack_ns"), "1");
    }
}
