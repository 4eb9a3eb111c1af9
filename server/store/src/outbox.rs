//! A queue that releases each item once every write before it is committed.
//!
//! It has no input or output, so the simulation orders writes and sends exactly as the server does.

use super::Write;
use std::collections::VecDeque;

/// For so many waiting items there is memory while none waits; a crowd that comes at once has thousands.
const WAITING_KEPT: usize = 256;

/// The number of a batch of writes. The first is 1.
pub type Batch = u64;

/// Items that wait for the writes before them.
#[derive(Debug)]
pub struct Outbox<T> {
    /// Writes that are in no batch yet.
    collected: Vec<Write>,
    /// The last batch that was taken.
    sent: Batch,
    /// The last batch that is committed, as are all before it.
    committed: Batch,
    waiting: VecDeque<(Batch, T)>,
}

impl<T> Default for Outbox<T> {
    fn default() -> Self {
        Self { collected: Vec::new(), sent: 0, committed: 0, waiting: VecDeque::new() }
    }
}

impl<T> Outbox<T> {
    /// Adds a write to the next batch.
    pub fn save(&mut self, write: Write) {
        self.collected.push(write);
    }

    /// Adds an item, or returns it if nothing before it waits.
    pub fn push(&mut self, what: T) -> Option<T> {
        let after = if self.collected.is_empty() { self.sent } else { self.sent + 1 };
        if after <= self.committed && self.waiting.is_empty() {
            return Some(what);
        }
        self.waiting.push_back((after, what));
        None
    }

    /// Adds an item that must wait, even if nothing before it does.
    pub fn queue(&mut self, what: T) {
        let after = if self.collected.is_empty() { self.sent } else { self.sent + 1 };
        self.waiting.push_back((after, what));
    }

    /// Takes the collected writes as a batch, with its number.
    pub fn take_batch(&mut self) -> Option<(Batch, Vec<Write>)> {
        if self.collected.is_empty() {
            return None;
        }
        self.sent += 1;
        Some((self.sent, std::mem::take(&mut self.collected)))
    }

    /// The number of batches that are taken and not committed.
    #[must_use]
    pub const fn in_flight(&self) -> u64 {
        self.sent - self.committed
    }

    /// The last batch that was taken.
    #[must_use]
    pub const fn sent(&self) -> Batch {
        self.sent
    }

    /// Whether all batches up to `batch` are committed.
    #[must_use]
    pub const fn is_committed(&self, batch: Batch) -> bool {
        self.committed >= batch
    }

    /// The number of writes that are in no batch yet.
    #[must_use]
    pub const fn collected(&self) -> usize {
        self.collected.len()
    }

    /// Records that all batches up to `batch` are committed.
    pub fn set_committed(&mut self, batch: Batch) {
        self.committed = self.committed.max(batch);
    }

    /// Takes the next item that need not wait.
    pub fn pop(&mut self) -> Option<T> {
        let &(after, _) = self.waiting.front()?;
        if after > self.committed {
            return None;
        }
        let next = self.waiting.pop_front().map(|(_, what)| what);
        if self.waiting.is_empty() {
            self.waiting.shrink_to(WAITING_KEPT);
        }
        next
    }

    /// Whether the next item need not wait any more.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.waiting.front().is_some_and(|&(after, _)| after <= self.committed)
    }

    /// The waiting items, in order.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &T> {
        self.waiting.iter().map(|(_, what)| what)
    }

    /// Takes all waiting items, whether or not their writes are committed.
    pub fn take_waiting(&mut self) -> impl Iterator<Item = T> {
        std::mem::take(&mut self.waiting).into_iter().map(|(_, what)| what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(n: u32) -> Write {
        Write::Append { journal: 1, n, value: Vec::new() }
    }

    #[test]
    fn an_item_without_writes_before_it_does_not_wait() {
        let mut outbox = Outbox::default();
        assert_eq!(outbox.push('a'), Some('a'));
        assert_eq!(outbox.take_batch(), None);
    }

    #[test]
    fn an_item_after_a_write_waits_until_its_batch_is_committed() {
        let mut outbox = Outbox::default();
        outbox.save(write(0));
        assert_eq!(outbox.push('a'), None);
        assert_eq!(outbox.take_batch(), Some((1, vec![write(0)])));
        // batch 1 is not committed yet; b must not overtake a, nor c the second batch
        assert_eq!(outbox.push('b'), None);
        outbox.save(write(1));
        assert_eq!(outbox.push('c'), None);
        assert_eq!(outbox.pop(), None);
        assert_eq!(outbox.take_batch(), Some((2, vec![write(1)])));
        assert_eq!(outbox.in_flight(), 2);
        outbox.set_committed(1);
        assert_eq!((outbox.pop(), outbox.pop(), outbox.pop()), (Some('a'), Some('b'), None));
        assert_eq!(outbox.push('d'), None, "c is before it");
        outbox.set_committed(2);
        assert_eq!((outbox.pop(), outbox.pop(), outbox.pop()), (Some('c'), Some('d'), None));
        assert_eq!(outbox.push('e'), Some('e'));
        assert_eq!(outbox.in_flight(), 0);
        // an item after a new batch waits again
        outbox.save(write(2));
        assert_eq!(outbox.take_batch(), Some((3, vec![write(2)])));
        assert_eq!(outbox.push('f'), None);
    }
}
