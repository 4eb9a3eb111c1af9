//! Snapshots of a hall's copy, so that its log need not be kept from the beginning.
//!
//! The node that serves the hall stores a snapshot now and then. Its order keeps every state of the
//! hall recoverable at any time: the object is stored and read back, then the pointer names it, and
//! only then the entries up to the snapshot *before* it are purged. A new node therefore finds a
//! snapshot, the one before it in case that one is damaged, and every entry after both.

use crate::contract::Revision;
use crate::entry::Sequence;
use crate::replica::Place;
use chuhe_rules::clock::Timestamp;

/// How long after a failed step a snapshot is begun anew, in milliseconds.
const RETRY_MS: u64 = 10_000;

/// The snapshots that a new node may begin from; a value with compare-and-set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The last one.
    pub latest: Option<Place>,
    /// The one before it.
    pub previous: Option<Place>,
}

/// What the owner of [`Snapshots`] does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotStep {
    /// Make a snapshot of the copy as it is, and call [`Snapshots::made`] with the place that the
    /// snapshot itself has.
    Make,
    /// Store the snapshot of this place as an object, read it back, and compare.
    Store(Place),
    /// Set the pointer, which must have this revision.
    Point(Pointer, Revision),
    /// Purge the entries up to this one.
    Purge(Sequence),
}

/// What happened to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotAnswer {
    /// It is done.
    Done,
    /// The pointer is set, and has this revision.
    Pointed(Revision),
    /// It is not done, or that is unknown.
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Making,
    Storing(Place),
    Pointing(Pointer),
    Purging,
}

/// When a hall's copy is stored as a snapshot, and what is purged then.
///
/// A node has one while it serves the hall. The pointer is read when it begins to.
#[derive(Debug)]
pub struct Snapshots {
    /// The number of entries between two snapshots.
    every: u64,
    pointer: Pointer,
    revision: Revision,
    state: State,
    /// When the next one may begin.
    from: Timestamp,
}

impl Snapshots {
    /// Begins with the pointer as it was read, and its revision; 0 if there is none.
    #[must_use]
    pub const fn new(every: u64, pointer: Pointer, revision: Revision, now: Timestamp) -> Self {
        Self { every, pointer, revision, state: State::Idle, from: now }
    }

    /// Returns the first step of a snapshot if one is due: the copy is this far.
    pub fn begin(&mut self, copy: Sequence, now: Timestamp) -> Option<SnapshotStep> {
        let last = self.pointer.latest.map_or(0, |place| place.sequence.0);
        if self.state != State::Idle || now < self.from || copy.0 < last.saturating_add(self.every) {
            return None;
        }
        self.state = State::Making;
        Some(SnapshotStep::Make)
    }

    /// The snapshot is made: `place` is stored in it. Returns the next step.
    pub fn made(&mut self, place: Place) -> Option<SnapshotStep> {
        if self.state != State::Making {
            return None;
        }
        self.state = State::Storing(place);
        Some(SnapshotStep::Store(place))
    }

    /// A step is done or has failed. Returns the next one.
    ///
    /// After a failure to set the pointer, read it and begin with [`Snapshots::new`].
    pub fn answered(&mut self, answer: SnapshotAnswer, now: Timestamp) -> Option<SnapshotStep> {
        match (self.state, answer) {
            (State::Storing(place), SnapshotAnswer::Done) => {
                let pointer = Pointer { latest: Some(place), previous: self.pointer.latest };
                self.state = State::Pointing(pointer);
                Some(SnapshotStep::Point(pointer, self.revision))
            }
            (State::Pointing(pointer), SnapshotAnswer::Pointed(revision)) => {
                (self.pointer, self.revision) = (pointer, revision);
                let Some(previous) = pointer.previous else {
                    self.state = State::Idle;
                    return None;
                };
                self.state = State::Purging;
                Some(SnapshotStep::Purge(previous.sequence))
            }
            // a purge that failed is repeated with the next snapshot
            (State::Purging, _) => {
                self.state = State::Idle;
                None
            }
            _ => {
                self.state = State::Idle;
                self.from = now.plus_ms(RETRY_MS);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(sequence: u64) -> Place {
        Place { sequence: Sequence(sequence), ..Place::default() }
    }

    #[test]
    fn nothing_is_purged_before_two_snapshots_are_stored_and_pointed_at() {
        let now = Timestamp::from_ms(0);
        let mut snapshots = Snapshots::new(10, Pointer::default(), Revision(0), now);
        assert_eq!(snapshots.begin(Sequence(9), now), None);
        assert_eq!(snapshots.begin(Sequence(10), now), Some(SnapshotStep::Make));
        assert_eq!(snapshots.begin(Sequence(30), now), None, "one at a time");
        assert_eq!(snapshots.made(place(12)), Some(SnapshotStep::Store(place(12))));
        let first = Pointer { latest: Some(place(12)), previous: None };
        let step = snapshots.answered(SnapshotAnswer::Done, now);
        assert_eq!(step, Some(SnapshotStep::Point(first, Revision(0))));
        assert_eq!(snapshots.answered(SnapshotAnswer::Pointed(Revision(1)), now), None);

        assert_eq!(snapshots.begin(Sequence(21), now), None);
        assert_eq!(snapshots.begin(Sequence(22), now), Some(SnapshotStep::Make));
        snapshots.made(place(22));
        let second = Pointer { latest: Some(place(22)), previous: Some(place(12)) };
        let step = snapshots.answered(SnapshotAnswer::Done, now);
        assert_eq!(step, Some(SnapshotStep::Point(second, Revision(1))));
        let step = snapshots.answered(SnapshotAnswer::Pointed(Revision(2)), now);
        assert_eq!(step, Some(SnapshotStep::Purge(Sequence(12))));
        assert_eq!(snapshots.answered(SnapshotAnswer::Done, now), None);
    }

    #[test]
    fn a_failed_step_is_followed_by_no_later_one_and_by_a_pause() {
        for fails_at in 0..2 {
            let now = Timestamp::from_ms(0);
            let mut snapshots = Snapshots::new(1, Pointer::default(), Revision(0), now);
            snapshots.begin(Sequence(1), now);
            snapshots.made(place(1));
            if fails_at == 1 {
                snapshots.answered(SnapshotAnswer::Done, now);
            }
            assert_eq!(snapshots.answered(SnapshotAnswer::Failed, now), None);
            assert_eq!(snapshots.begin(Sequence(9), Timestamp::from_ms(RETRY_MS - 1)), None);
            let again = snapshots.begin(Sequence(9), Timestamp::from_ms(RETRY_MS));
            assert_eq!(again, Some(SnapshotStep::Make));
        }
    }
}
