//! What is to be done, in order, and what must be kept first: nothing is done
//! before everything that was saved before it is kept. It keeps and does
//! nothing itself; so a simulation waits for a store as the server does.

use super::Write;
use std::collections::VecDeque;

/// The number of a batch of writes; 0 is before the first.
pub type Batch = u64;

/// Things of kind `T` that wait for the writes before them.
#[derive(Debug)]
pub struct Outbox<T> {
    /// Writes that are not on their way yet.
    collected: Vec<Write>,
    /// The batch that was sent on its way last.
    sent: Batch,
    /// The batch up to which all is kept.
    kept: Batch,
    waiting: VecDeque<(Batch, T)>,
}

impl<T> Default for Outbox<T> {
    fn default() -> Self {
        Self { collected: Vec::new(), sent: 0, kept: 0, waiting: VecDeque::new() }
    }
}

impl<T> Outbox<T> {
    /// Notes something to be kept.
    pub fn save(&mut self, write: Write) {
        self.collected.push(write);
    }

    /// Notes something to be done; gives it back if it may be done at once.
    pub fn push(&mut self, what: T) -> Option<T> {
        let after = if self.collected.is_empty() { self.sent } else { self.sent + 1 };
        if after <= self.kept && self.waiting.is_empty() {
            return Some(what);
        }
        self.waiting.push_back((after, what));
        None
    }

    /// The writes that are not on their way, to be sent, as a batch with its number.
    pub fn take_batch(&mut self) -> Option<(Batch, Vec<Write>)> {
        if self.collected.is_empty() {
            return None;
        }
        self.sent += 1;
        Some((self.sent, std::mem::take(&mut self.collected)))
    }

    /// Batches that are on their way.
    #[must_use]
    pub const fn in_flight(&self) -> u64 {
        self.sent - self.kept
    }

    /// The batch that was sent on its way last.
    #[must_use]
    pub const fn sent(&self) -> Batch {
        self.sent
    }

    /// Whether all batches up to `batch` are kept.
    #[must_use]
    pub const fn has_kept(&self, batch: Batch) -> bool {
        self.kept >= batch
    }

    /// Writes that are not on their way yet.
    #[must_use]
    pub const fn collected(&self) -> usize {
        self.collected.len()
    }

    /// Notes that all batches up to `batch` are kept.
    pub fn kept(&mut self, batch: Batch) {
        self.kept = self.kept.max(batch);
    }

    /// The next thing that may be done.
    pub fn pop(&mut self) -> Option<T> {
        let &(after, _) = self.waiting.front()?;
        if after > self.kept {
            return None;
        }
        self.waiting.pop_front().map(|(_, what)| what)
    }

    /// What waits, in its order.
    pub fn waiting(&self) -> impl ExactSizeIterator<Item = &T> {
        self.waiting.iter().map(|(_, what)| what)
    }

    /// Takes all that waits, whether or not it may be done.
    pub fn give_up(&mut self) -> impl Iterator<Item = T> {
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
    fn what_follows_nothing_is_done_at_once() {
        let mut outbox = Outbox::default();
        assert_eq!(outbox.push('a'), Some('a'));
        assert_eq!(outbox.take_batch(), None);
    }

    #[test]
    fn what_follows_a_save_waits_until_its_batch_is_kept() {
        let mut outbox = Outbox::default();
        outbox.save(write(0));
        assert_eq!(outbox.push('a'), None);
        assert_eq!(outbox.take_batch(), Some((1, vec![write(0)])));
        // on its way is not kept; and b may not overtake a, nor c the second batch
        assert_eq!(outbox.push('b'), None);
        outbox.save(write(1));
        assert_eq!(outbox.push('c'), None);
        assert_eq!(outbox.pop(), None);
        assert_eq!(outbox.take_batch(), Some((2, vec![write(1)])));
        assert_eq!(outbox.in_flight(), 2);
        outbox.kept(1);
        assert_eq!((outbox.pop(), outbox.pop(), outbox.pop()), (Some('a'), Some('b'), None));
        assert_eq!(outbox.push('d'), None, "c is before it");
        outbox.kept(2);
        assert_eq!((outbox.pop(), outbox.pop(), outbox.pop()), (Some('c'), Some('d'), None));
        assert_eq!(outbox.push('e'), Some('e'));
        assert_eq!(outbox.in_flight(), 0);
        // nothing waits for it yet, and what comes now does
        outbox.save(write(2));
        assert_eq!(outbox.take_batch(), Some((3, vec![write(2)])));
        assert_eq!(outbox.push('f'), None);
    }
}
