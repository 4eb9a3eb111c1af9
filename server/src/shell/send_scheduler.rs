//! Whose turn it is to be told what nobody waits for. To tell it wakes a task that
//! writes, which is the dear part of telling someone: spread out, and in one write
//! with what is said meanwhile, it keeps nothing that is waited for from its turn,
//! and is done less often. What is told it does not know.

use chuhe_hub::ConnectionId;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// So few of a crowd are told something at a time: a thousand of them woken at once
/// would let a move wait until all have written.
const CROWD_SLICE: usize = 2;
/// Of a great crowd it is one of so many.
const CROWD_SLICES: usize = 500;
/// The next are told after this. What is said meanwhile goes in the same write, so a
/// crowd costs no more than this however much is said.
const CROWD_PAUSE: Duration = Duration::from_millis(1);
/// Who knows already what he is told is told it after this, which nobody sees. Where
/// the other answers within that time, both go in one write.
const SOON: Duration = Duration::from_millis(16);
/// Those whose turn it is so much later are told with those whose turn it is: they are
/// not woken for singly.
const TOGETHER: Duration = Duration::from_millis(8);
/// Where there is much other work he is told it after this: the more there is the later
/// the other answers, and both go in one write all the same.
const SOON_IN_MUCH_WORK: Duration = Duration::from_millis(250);

/// When someone is told what is laid for him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// Soon: he knows it.
    Soon,
    /// With a crowd.
    InCrowd,
}

/// Those for whom something is laid.
#[derive(Debug)]
pub(super) struct SendScheduler {
    /// In the order of their turns.
    crowd: VecDeque<ConnectionId>,
    /// When the next of them have theirs.
    crowd_at: Instant,
    /// With the moments since which they wait.
    soon: VecDeque<(Instant, ConnectionId)>,
    /// How long these wait.
    patience: Duration,
}

impl SendScheduler {
    /// Nobody waits.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { crowd: VecDeque::new(), crowd_at: now, soon: VecDeque::new(), patience: SOON }
    }

    /// Something is laid for one of a crowd, who has no turn yet.
    pub(super) fn of_crowd(&mut self, id: ConnectionId) {
        self.crowd.push_back(id);
    }

    /// Something is laid for one who knows it, who has no turn soon yet.
    pub(super) fn soon(&mut self, id: ConnectionId) {
        self.soon.push_back((Instant::now(), id));
    }

    /// Whether there is much other work from now on.
    pub(super) const fn set_busy(&mut self, busy: bool) {
        self.patience = if busy { SOON_IN_MUCH_WORK } else { SOON };
    }

    /// When someone has his turn next; `None`, nobody waits.
    pub(super) fn next(&self) -> Option<Instant> {
        let soon = self.soon.front().map(|&(since, _)| since + self.patience);
        let crowd = (!self.crowd.is_empty()).then_some(self.crowd_at);
        soon.into_iter().chain(crowd).min()
    }

    /// Lets `tell` tell those whose turn it is. It says whether there was something
    /// left to tell: what was laid may have been sent with something else before.
    pub(super) fn take(&mut self, mut tell: impl FnMut(ConnectionId, Priority) -> bool) {
        let Some(next) = self.next() else { return };
        let now = Instant::now();
        if now < next {
            return;
        }
        if self.soon.front().is_some_and(|&(since, _)| since + self.patience <= now) {
            while let Some(&(since, id)) = self.soon.front()
                && since + self.patience <= now + TOGETHER
            {
                self.soon.pop_front();
                tell(id, Priority::Soon);
            }
        }
        if now >= self.crowd_at && !self.crowd.is_empty() {
            self.crowd_at = now + CROWD_PAUSE;
            let slice = CROWD_SLICE.max(self.crowd.len() / CROWD_SLICES);
            let mut told = 0;
            while told < slice
                && let Some(id) = self.crowd.pop_front()
            {
                told += usize::from(tell(id, Priority::InCrowd));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    fn told(turns: &mut SendScheduler) -> Vec<u64> {
        let mut told = Vec::new();
        turns.take(|id, _| {
            told.push(id.0);
            true
        });
        told
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_is_told_a_few_at_a_time() {
        let mut turns = SendScheduler::new();
        assert_eq!(turns.next(), None);
        for id in 0..5 {
            turns.of_crowd(ConnectionId(id));
        }
        assert_eq!(told(&mut turns), [0, 1]);
        assert_eq!(turns.next(), Some(Instant::now() + CROWD_PAUSE));
        assert!(told(&mut turns).is_empty());
        advance(CROWD_PAUSE).await;
        assert_eq!(told(&mut turns), [2, 3]);
        advance(CROWD_PAUSE).await;
        assert_eq!(told(&mut turns), [4]);
        assert_eq!(turns.next(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn ten_thousand_are_told_within_two_seconds() {
        let (mut turns, start) = (SendScheduler::new(), Instant::now());
        for id in 0..10_000 {
            turns.of_crowd(ConnectionId(id));
        }
        let mut all = told(&mut turns);
        while turns.next().is_some() {
            advance(CROWD_PAUSE).await;
            all.extend(told(&mut turns));
        }
        assert_eq!(all, (0..10_000).collect::<Vec<_>>());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn who_was_told_with_something_else_takes_nobodys_turn() {
        let mut turns = SendScheduler::new();
        for id in 0..20 {
            turns.of_crowd(ConnectionId(id));
        }
        let mut told = 0;
        turns.take(|id, _| {
            told += usize::from(id.0 >= 5);
            id.0 >= 5
        });
        assert_eq!(told, CROWD_SLICE);
    }

    #[tokio::test(start_paused = true)]
    async fn who_knows_it_is_told_all_the_same_however_great_the_crowd_is() {
        let mut turns = SendScheduler::new();
        for id in 0..100 {
            turns.of_crowd(ConnectionId(id));
        }
        turns.soon(ConnectionId(200));
        assert_eq!(told(&mut turns).len(), CROWD_SLICE);
        advance(TOGETHER).await;
        turns.soon(ConnectionId(201));
        advance(SOON - TOGETHER - CROWD_PAUSE).await;
        turns.soon(ConnectionId(202));
        assert!(!told(&mut turns).contains(&200));
        advance(CROWD_PAUSE).await;
        assert_eq!(told(&mut turns)[..2], [200, 201], "both with the first of them");
        assert!(!told(&mut turns).contains(&202));
    }

    #[tokio::test(start_paused = true)]
    async fn who_knows_it_waits_longer_where_there_is_much_other_work() {
        let mut turns = SendScheduler::new();
        turns.set_busy(true);
        turns.soon(ConnectionId(1));
        advance(SOON_IN_MUCH_WORK - CROWD_PAUSE).await;
        assert!(told(&mut turns).is_empty());
        advance(CROWD_PAUSE).await;
        assert_eq!(told(&mut turns), [1]);
        turns.soon(ConnectionId(2));
        advance(SOON).await;
        turns.set_busy(false);
        assert_eq!(told(&mut turns), [2]);
    }
}
