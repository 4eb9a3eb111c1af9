//! Schedules low-priority sends: broadcasts to many connections, and the confirmation of
//! a player's own move.
//!
//! Waking a writer task costs more than encoding the message. Low-priority sends are
//! therefore spread over time and merged with whatever is queued for the same connection
//! meanwhile, so that a broadcast never delays a move.

use chuhe_hub::ConnectionId;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// Minimum number of connections woken per slice of a broadcast. Waking 1,000 at once
/// would delay a move until all of them had written.
const MIN_SLICE: usize = 2;
/// Maximum number of slices per broadcast; it makes slices larger when many wait.
const MAX_SLICES: usize = 500;
/// Time between two slices. Messages queued meanwhile are merged into the same write, so
/// a broadcast wakes each connection once however many messages follow.
const SLICE_INTERVAL: Duration = Duration::from_millis(1);
/// Delay of a confirmation: one frame at 60 Hz, which nobody notices. If the opponent
/// answers within it, the confirmation and the answer share one write.
const CONFIRMATION_DELAY: Duration = Duration::from_millis(16);
/// Confirmations due within this time of the first are sent together with it.
const COALESCE_TIME: Duration = Duration::from_millis(8);
/// Delay of a confirmation under load. The higher the load, the later the opponent's
/// answer, and the longer the delay that still lets both share one write.
const BUSY_CONFIRMATION_DELAY: Duration = Duration::from_millis(250);

/// The kind of a low-priority send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// Confirms what the client already displays.
    Confirmation,
    /// Part of a broadcast to many connections.
    Broadcast,
    /// Goes out with whatever is sent to the connection next: at the latest the answer to its heartbeat.
    Leisurely,
}

/// Connections with deferred frames, in the order in which to wake their writers.
#[derive(Debug)]
pub(crate) struct SendScheduler {
    broadcasts: VecDeque<ConnectionId>,
    /// When the next slice of `broadcasts` is due.
    next_slice_at: Instant,
    /// Each with the time at which it was scheduled.
    confirmations: VecDeque<(Instant, ConnectionId)>,
    confirmation_delay: Duration,
}

impl SendScheduler {
    /// An empty schedule.
    pub(crate) fn new() -> Self {
        Self {
            broadcasts: VecDeque::new(),
            next_slice_at: Instant::now(),
            confirmations: VecDeque::new(),
            confirmation_delay: CONFIRMATION_DELAY,
        }
    }

    /// Schedules a connection that takes part in a broadcast and is not scheduled yet.
    pub(crate) fn schedule_broadcast(&mut self, id: ConnectionId) {
        self.broadcasts.push_back(id);
    }

    /// Schedules a confirmation for a connection that has none scheduled yet.
    pub(crate) fn schedule_confirmation(&mut self, id: ConnectionId) {
        self.confirmations.push_back((Instant::now(), id));
    }

    /// Sets whether the server is under load, which delays confirmations longer.
    pub(crate) const fn set_busy(&mut self, busy: bool) {
        self.confirmation_delay = if busy { BUSY_CONFIRMATION_DELAY } else { CONFIRMATION_DELAY };
    }

    /// Returns when the next send is due, if one is scheduled.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let confirmation = self.confirmations.front().map(|&(since, _)| since + self.confirmation_delay);
        let broadcast = (!self.broadcasts.is_empty()).then_some(self.next_slice_at);
        confirmation.into_iter().chain(broadcast).min()
    }

    /// Calls `flush` for every connection that is due.
    ///
    /// `flush` returns whether it woke the writer: it does not if the deferred frames have
    /// been written already, and then the connection does not count towards the slice.
    pub(crate) fn run_due(&mut self, mut flush: impl FnMut(ConnectionId, Priority) -> bool) {
        let Some(next) = self.next_deadline() else { return };
        let now = Instant::now();
        if now < next {
            return;
        }
        if self.confirmations.front().is_some_and(|&(since, _)| since + self.confirmation_delay <= now) {
            while let Some(&(since, id)) = self.confirmations.front()
                && since + self.confirmation_delay <= now + COALESCE_TIME
            {
                self.confirmations.pop_front();
                flush(id, Priority::Confirmation);
            }
        }
        if now >= self.next_slice_at && !self.broadcasts.is_empty() {
            self.next_slice_at = now + SLICE_INTERVAL;
            let slice = MIN_SLICE.max(self.broadcasts.len() / MAX_SLICES);
            let mut woken = 0;
            while woken < slice
                && let Some(id) = self.broadcasts.pop_front()
            {
                woken += usize::from(flush(id, Priority::Broadcast));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    /// Runs what is due; returns the connections that were flushed.
    fn flushed(scheduler: &mut SendScheduler) -> Vec<u64> {
        let mut flushed = Vec::new();
        scheduler.run_due(|id, _| {
            flushed.push(id.0);
            true
        });
        flushed
    }

    #[tokio::test(start_paused = true)]
    async fn broadcast_is_sent_in_small_slices() {
        let mut scheduler = SendScheduler::new();
        assert_eq!(scheduler.next_deadline(), None);
        for id in 0..5 {
            scheduler.schedule_broadcast(ConnectionId(id));
        }
        assert_eq!(flushed(&mut scheduler), [0, 1]);
        assert_eq!(scheduler.next_deadline(), Some(Instant::now() + SLICE_INTERVAL));
        assert!(flushed(&mut scheduler).is_empty());
        advance(SLICE_INTERVAL).await;
        assert_eq!(flushed(&mut scheduler), [2, 3]);
        advance(SLICE_INTERVAL).await;
        assert_eq!(flushed(&mut scheduler), [4]);
        assert_eq!(scheduler.next_deadline(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn broadcast_reaches_ten_thousand_within_two_seconds() {
        let (mut scheduler, start) = (SendScheduler::new(), Instant::now());
        for id in 0..10_000 {
            scheduler.schedule_broadcast(ConnectionId(id));
        }
        let mut all = flushed(&mut scheduler);
        while scheduler.next_deadline().is_some() {
            advance(SLICE_INTERVAL).await;
            all.extend(flushed(&mut scheduler));
        }
        assert_eq!(all, (0..10_000).collect::<Vec<_>>());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn connections_already_written_to_do_not_count_towards_the_slice() {
        let mut scheduler = SendScheduler::new();
        for id in 0..20 {
            scheduler.schedule_broadcast(ConnectionId(id));
        }
        let mut woken = 0;
        scheduler.run_due(|id, _| {
            woken += usize::from(id.0 >= 5);
            id.0 >= 5
        });
        assert_eq!(woken, MIN_SLICE);
    }

    #[tokio::test(start_paused = true)]
    async fn confirmations_are_sent_on_time_however_large_the_broadcast() {
        let mut scheduler = SendScheduler::new();
        for id in 0..100 {
            scheduler.schedule_broadcast(ConnectionId(id));
        }
        scheduler.schedule_confirmation(ConnectionId(200));
        assert_eq!(flushed(&mut scheduler).len(), MIN_SLICE);
        advance(COALESCE_TIME).await;
        scheduler.schedule_confirmation(ConnectionId(201));
        advance(CONFIRMATION_DELAY - COALESCE_TIME - SLICE_INTERVAL).await;
        scheduler.schedule_confirmation(ConnectionId(202));
        assert!(!flushed(&mut scheduler).contains(&200));
        advance(SLICE_INTERVAL).await;
        assert_eq!(flushed(&mut scheduler)[..2], [200, 201], "both are sent when the first is due");
        assert!(!flushed(&mut scheduler).contains(&202));
    }

    #[tokio::test(start_paused = true)]
    async fn confirmations_are_delayed_longer_under_load() {
        let mut scheduler = SendScheduler::new();
        scheduler.set_busy(true);
        scheduler.schedule_confirmation(ConnectionId(1));
        advance(BUSY_CONFIRMATION_DELAY - SLICE_INTERVAL).await;
        assert!(flushed(&mut scheduler).is_empty());
        advance(SLICE_INTERVAL).await;
        assert_eq!(flushed(&mut scheduler), [1]);
        scheduler.schedule_confirmation(ConnectionId(2));
        advance(CONFIRMATION_DELAY).await;
        scheduler.set_busy(false);
        assert_eq!(flushed(&mut scheduler), [2]);
    }
}
