//! Snapshots of a hall's copy, so that its log need not be kept from the beginning.
//!
//! The node that serves the hall stores a snapshot now and then. Its order keeps every state of the
//! hall recoverable at any time: the object is stored and read back, then the pointer names it, and
//! only then the entries up to the snapshot *before* it are purged, and older objects deleted. A new
//! node therefore finds a snapshot, the one before it in case that one is damaged, and every entry
//! after both.

use crate::contract::Revision;
use crate::entry::Sequence;
use crate::replica::Reach;
use chuhe_rules::clock::Timestamp;
use std::fmt;

/// How long after a failed step the next one begins, and the least time between two snapshots, in
/// milliseconds.
const PAUSE_MS: u64 = 10_000;
/// The time between two snapshots, as a multiple of the time that the last one took.
///
/// A new node that fetches a snapshot over a link as slow as the owner's therefore has five times
/// the time it needs, until the entries after its snapshot are purged.
const PAUSE_FACTOR: u64 = 4;

/// Names a snapshot. No two have the same name, also if two nodes store one of the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotId {
    /// How far its contents follow the log.
    pub place: Reach,
    /// The random number of the process that made it.
    pub process: u64,
    /// The number of the snapshot among those of the process's present epoch.
    pub n: u64,
}

impl SnapshotId {
    /// Reads the place in the log from the name of an object, as [`fmt::Display`] writes it.
    #[must_use]
    pub fn sequence_of(name: &str) -> Option<Sequence> {
        name.split_once('-')?.0.parse().ok().map(Sequence)
    }
}

/// As `sequence-epoch-process-n`: the name of its object.
impl fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, process, n } = self;
        write!(f, "{}-{}-{process:016x}-{n}", place.sequence, place.epoch.0)
    }
}

/// The snapshots that a new node may begin from; a value with compare-and-set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// The last one.
    pub latest: Option<SnapshotId>,
    /// The one before it.
    pub previous: Option<SnapshotId>,
}

/// What the owner of [`Snapshots`] does next. Each step is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotStep {
    /// Read the pointer and its revision.
    ReadPointer,
    /// Make a snapshot of the copy as it is, and call [`Snapshots::made`] with the place that the
    /// snapshot itself has.
    Make,
    /// Store the snapshot that was made as an object of this name, read it back, and compare.
    Store(SnapshotId),
    /// Set the pointer, which must have this revision.
    Point(Pointer, Revision),
    /// Purge the entries up to this one.
    Purge(Sequence),
    /// Delete the objects of this hall whose names have an earlier place ([`SnapshotId::sequence_of`]).
    Delete(Sequence),
}

/// What happened to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotAnswer {
    /// It is done.
    Done,
    /// The pointer is this and has this revision; empty and 0 if it was never set.
    Pointer(Pointer, Revision),
    /// The pointer is set, and has this revision.
    Pointed(Revision),
    /// It is not done, or that is unknown.
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// What the pointer is must be read.
    Unread,
    Reading,
    Idle,
    Making,
    Storing(SnapshotId),
    Pointing(Pointer),
    Purging(Sequence),
    Deleting,
}

/// When a hall's copy is stored as a snapshot, and what is purged and deleted then.
///
/// A node has one while it serves the hall in an epoch.
#[derive(Debug)]
pub struct Snapshots {
    /// The number of entries between two snapshots.
    every: u64,
    process: u64,
    /// The number of the last snapshot.
    n: u64,
    pointer: Pointer,
    revision: Revision,
    state: Stage,
    /// When the steps in progress began.
    began: Timestamp,
    /// When the next step from rest may begin.
    from: Timestamp,
}

impl Snapshots {
    /// Stores a snapshot each time the log has grown by `every` entries. `process` is the random number
    /// of this process.
    #[must_use]
    pub const fn new(every: u64, process: u64, now: Timestamp) -> Self {
        let pointer = Pointer { latest: None, previous: None };
        let (state, revision) = (Stage::Unread, Revision(0));
        Self { every, process, n: 0, pointer, revision, state, began: now, from: now }
    }

    /// Returns a first step if one is due: the copy is this far.
    pub fn begin(&mut self, copy: Sequence, now: Timestamp) -> Option<SnapshotStep> {
        if now < self.from {
            return None;
        }
        let last = self.pointer.latest.map_or(0, |id| id.place.sequence.0);
        match self.state {
            Stage::Unread => {
                (self.state, self.began) = (Stage::Reading, now);
                Some(SnapshotStep::ReadPointer)
            }
            Stage::Idle if copy.0 >= last.saturating_add(self.every.max(1)) => {
                (self.state, self.began) = (Stage::Making, now);
                Some(SnapshotStep::Make)
            }
            Stage::Idle
            | Stage::Reading
            | Stage::Making
            | Stage::Storing(_)
            | Stage::Pointing(_)
            | Stage::Purging(_)
            | Stage::Deleting => None,
        }
    }

    /// The snapshot is made: `place` is stored in it. Returns the next step.
    pub fn made(&mut self, place: Reach) -> Option<SnapshotStep> {
        if self.state != Stage::Making {
            return None;
        }
        self.n += 1;
        let id = SnapshotId { place, process: self.process, n: self.n };
        self.state = Stage::Storing(id);
        Some(SnapshotStep::Store(id))
    }

    /// A step is done or has failed. Returns the next one.
    pub fn answered(&mut self, answer: SnapshotAnswer, now: Timestamp) -> Option<SnapshotStep> {
        let (next, step) = match (self.state, answer) {
            (Stage::Reading, SnapshotAnswer::Pointer(pointer, revision)) => {
                (self.pointer, self.revision) = (pointer, revision);
                self.state = Stage::Idle;
                return None;
            }
            (Stage::Storing(id), SnapshotAnswer::Done) => {
                let pointer = Pointer { latest: Some(id), previous: self.pointer.latest };
                (Stage::Pointing(pointer), Some(SnapshotStep::Point(pointer, self.revision)))
            }
            (Stage::Pointing(pointer), SnapshotAnswer::Pointed(revision)) => {
                (self.pointer, self.revision) = (pointer, revision);
                match pointer.previous {
                    Some(SnapshotId { place, .. }) => {
                        (Stage::Purging(place.sequence), Some(SnapshotStep::Purge(place.sequence)))
                    }
                    None => (Stage::Idle, None),
                }
            }
            // an object is deleted only when every entry that would need it is gone
            (Stage::Purging(to), SnapshotAnswer::Done) => (Stage::Deleting, Some(SnapshotStep::Delete(to))),
            // whether the pointer is set is unknown, or another node has set it
            (Stage::Pointing(_) | Stage::Reading | Stage::Unread, _) => (Stage::Unread, None),
            // what was not purged or deleted is so with the next snapshot
            (Stage::Idle | Stage::Making | Stage::Storing(_) | Stage::Purging(_) | Stage::Deleting, _) => {
                (Stage::Idle, None)
            }
        };
        self.state = next;
        if step.is_none() {
            let pause = now.since(self.began).saturating_mul(PAUSE_FACTOR).max(PAUSE_MS);
            self.from = now.plus_ms(pause);
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Epoch;

    const NOW: Timestamp = Timestamp::from_ms(0);

    fn id(sequence: u64, n: u64) -> SnapshotId {
        let place = Reach { sequence: Sequence(sequence), ..Reach::default() };
        SnapshotId { place, process: 7, n }
    }

    /// Snapshots that know their pointer.
    fn snapshots(every: u64, pointer: Pointer) -> Snapshots {
        let mut snapshots = Snapshots::new(every, 7, NOW);
        assert_eq!(snapshots.begin(Sequence(99), NOW), Some(SnapshotStep::ReadPointer));
        assert_eq!(snapshots.answered(SnapshotAnswer::Pointer(pointer, Revision(4)), NOW), None);
        snapshots
    }

    #[test]
    fn nothing_is_purged_or_deleted_before_two_snapshots_are_stored_and_pointed_at() {
        let mut snapshots = snapshots(10, Pointer::default());
        assert_eq!(snapshots.begin(Sequence(9), NOW), None);
        assert_eq!(snapshots.begin(Sequence(10), NOW), Some(SnapshotStep::Make));
        assert_eq!(snapshots.begin(Sequence(30), NOW), None, "one at a time");
        assert_eq!(snapshots.made(id(12, 1).place), Some(SnapshotStep::Store(id(12, 1))));
        let first = Pointer { latest: Some(id(12, 1)), previous: None };
        let step = snapshots.answered(SnapshotAnswer::Done, NOW);
        assert_eq!(step, Some(SnapshotStep::Point(first, Revision(4))));
        assert_eq!(snapshots.answered(SnapshotAnswer::Pointed(Revision(5)), NOW), None);

        let later = NOW.plus_ms(PAUSE_MS);
        assert_eq!(snapshots.begin(Sequence(21), later), None);
        assert_eq!(snapshots.begin(Sequence(22), later), Some(SnapshotStep::Make));
        snapshots.made(id(22, 2).place);
        let second = Pointer { latest: Some(id(22, 2)), previous: Some(id(12, 1)) };
        let step = snapshots.answered(SnapshotAnswer::Done, later);
        assert_eq!(step, Some(SnapshotStep::Point(second, Revision(5))));
        let step = snapshots.answered(SnapshotAnswer::Pointed(Revision(6)), later);
        assert_eq!(step, Some(SnapshotStep::Purge(Sequence(12))));
        let step = snapshots.answered(SnapshotAnswer::Done, later);
        assert_eq!(step, Some(SnapshotStep::Delete(Sequence(12))));
        assert_eq!(snapshots.answered(SnapshotAnswer::Done, later), None);
    }

    /// Begins a snapshot and carries out so many of its steps.
    fn advance(snapshots: &mut Snapshots, steps: usize) {
        assert_eq!(snapshots.begin(Sequence(20), NOW), Some(SnapshotStep::Make));
        if steps > 0 {
            snapshots.made(id(20, 1).place);
        }
        let answers = [SnapshotAnswer::Done, SnapshotAnswer::Pointed(Revision(5)), SnapshotAnswer::Done];
        for answer in answers.into_iter().take(steps.saturating_sub(1)) {
            assert!(snapshots.answered(answer, NOW).is_some());
        }
    }

    #[test]
    fn a_failed_step_is_followed_by_no_later_one_and_by_a_pause() {
        let pointer = Pointer { latest: Some(id(10, 9)), previous: None };
        for steps in 0..=4 {
            let mut snapshots = snapshots(1, pointer);
            advance(&mut snapshots, steps);
            assert_eq!(snapshots.answered(SnapshotAnswer::Failed, NOW), None);
            assert_eq!(snapshots.begin(Sequence(99), Timestamp::from_ms(PAUSE_MS - 1)), None);
            let again = snapshots.begin(Sequence(99), Timestamp::from_ms(PAUSE_MS));
            // whether the pointer was set is unknown
            let expected = if steps == 2 { SnapshotStep::ReadPointer } else { SnapshotStep::Make };
            assert_eq!(again, Some(expected), "after {steps} steps");
        }
    }

    #[test]
    fn a_pointer_that_cannot_be_read_is_read_again_after_a_pause() {
        let mut snapshots = Snapshots::new(1, 7, NOW);
        assert_eq!(snapshots.begin(Sequence(0), NOW), Some(SnapshotStep::ReadPointer));
        assert_eq!(snapshots.begin(Sequence(9), NOW), None);
        for attempt in 1..5 {
            let now = |ms| Timestamp::from_ms(attempt * PAUSE_MS - ms);
            assert_eq!(snapshots.answered(SnapshotAnswer::Failed, now(PAUSE_MS)), None);
            assert_eq!(snapshots.begin(Sequence(9), now(1)), None);
            assert_eq!(snapshots.begin(Sequence(9), now(0)), Some(SnapshotStep::ReadPointer));
        }
    }

    #[test]
    fn two_snapshots_of_one_place_have_different_names() {
        let mut names = Vec::new();
        for process in [7, 8] {
            let mut snapshots = Snapshots::new(1, process, NOW);
            snapshots.begin(Sequence(5), NOW);
            snapshots.answered(SnapshotAnswer::Pointer(Pointer::default(), Revision(0)), NOW);
            for attempt in 0..2 {
                snapshots.begin(Sequence(5), NOW.plus_ms(attempt * PAUSE_MS));
                let Some(SnapshotStep::Store(id)) = snapshots.made(id(5, 0).place) else {
                    panic!("it is to be stored")
                };
                names.push(id.to_string());
                snapshots.answered(SnapshotAnswer::Failed, NOW);
            }
        }
        assert!((1..names.len()).all(|at| !names[..at].contains(&names[at])), "{names:?}");
    }

    #[test]
    fn a_snapshot_that_takes_long_is_followed_by_a_long_pause() {
        let mut snapshots = snapshots(1, Pointer::default());
        advance(&mut snapshots, 2);
        let end = Timestamp::from_ms(60_000);
        assert_eq!(snapshots.answered(SnapshotAnswer::Pointed(Revision(5)), end), None);
        assert_eq!(snapshots.begin(Sequence(99), end.plus_ms(239_999)), None);
        assert_eq!(snapshots.begin(Sequence(99), end.plus_ms(240_000)), Some(SnapshotStep::Make));
    }

    #[test]
    fn the_name_of_an_object_begins_with_its_place() {
        let place = Reach { sequence: Sequence(42), epoch: Epoch(3), ..Reach::default() };
        let name = SnapshotId { place, process: 0xAB, n: 2 }.to_string();
        assert_eq!(name, "42-3-00000000000000ab-2");
        assert_eq!(SnapshotId::sequence_of(&name), Some(Sequence(42)));
        for foreign in ["", "42", "x-3", "-3", "99999999999999999999-1"] {
            assert_eq!(SnapshotId::sequence_of(foreign), None, "{foreign}");
        }
    }
}
