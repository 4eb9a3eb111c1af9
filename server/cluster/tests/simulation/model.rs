//! A model of the log, the lease and the snapshots, as NATS JetStream keeps them.

use chuhe_cluster::{
    Answer, Body, Entry, EntryId, Epoch, Hash, Held, Holder, Pointer, Reach, Read, Request, Revision,
    Sequence,
};
use std::collections::BTreeMap;

/// The age at which the lease's key expires, in milliseconds.
const LEASE_MS: u64 = 3_000;
/// How long the log remembers an identity, in milliseconds: two minutes in JetStream unless it is set,
/// here less than the longest fault.
const DUPLICATES_MS: u64 = 5_000;
/// The most entries in an answer.
const ENTRIES: usize = 8;

/// An entry of a node's copy.
pub(crate) type Item = (Reach, Option<u64>);

/// An entry of the log.
#[derive(Debug)]
pub(crate) struct Logged {
    at: u64,
    id: EntryId,
    pub(crate) bytes: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Every entry that was ever committed. The first is at 1.
    pub(crate) log: Vec<Logged>,
    /// How many of them are purged.
    pub(crate) purged: usize,
    /// Who held the lease from which time on.
    leases: Vec<(u64, Option<Held>)>,
    last_revision: u64,
    pub(crate) has_quorum: bool,
    /// Requests that arrived without a quorum and land when it is back.
    late: Vec<Request>,
    pub(crate) pointer: Pointer,
    pub(crate) pointer_revision: Revision,
    /// The snapshots by name.
    pub(crate) objects: BTreeMap<String, Vec<Item>>,
    pub(crate) wrong_sequences: u64,
    pub(crate) late_appends: u64,
    /// Appends of an entry that the log has, and whose identity it has forgotten.
    pub(crate) forgotten: u64,
}

/// What becomes of a request without a quorum.
pub(crate) enum Unlucky {
    /// It is lost.
    Lost,
    /// It lands when the quorum is back.
    Late,
    /// It meets an entry that is not committed.
    Phantom,
}

/// What no log does that keeps its promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// The last entries vanish.
    Shorten,
    /// The last entries are replaced.
    Fork,
    /// Another program appends an entry.
    Foreign,
}

impl Model {
    pub(crate) fn new() -> Self {
        Self { has_quorum: true, ..Self::default() }
    }

    pub(crate) fn last(&self) -> u64 {
        self.log.len() as u64
    }

    /// Carries a request out. There may be no answer.
    pub(crate) fn handle(&mut self, request: Request, now: u64, unlucky: &Unlucky) -> Option<Answer> {
        if !self.has_quorum {
            match (unlucky, &request) {
                (Unlucky::Phantom, Request::Append { .. }) => {
                    self.wrong_sequences += 1;
                    return Some(Answer::WrongSequence);
                }
                (Unlucky::Late, _) => self.late.push(request),
                (Unlucky::Lost | Unlucky::Phantom, _) => {}
            }
            return None;
        }
        let held = self.held(now, 0);
        let has = |revision| held.as_ref().is_some_and(|held| held.revision == revision);
        Some(match request {
            Request::Append { expected, id, bytes } => self.append(expected, id, bytes, now),
            Request::Read { from } => Answer::Entries(self.read(from, self.last())),
            Request::ReadLease => Answer::Lease(held),
            Request::CreateLease(_) if held.is_some() => Answer::Refused,
            Request::CreateLease(by) => self.grant(by, now),
            Request::RenewLease(it) if has(it.revision) => self.grant(it.by, now),
            Request::DropLease(revision) if has(revision) => {
                self.leases.push((now, None));
                Answer::Granted(revision)
            }
            Request::RenewLease(_) | Request::DropLease(_) => Answer::Refused,
        })
    }

    fn append(&mut self, expected: Sequence, id: EntryId, bytes: Vec<u8>, now: u64) -> Answer {
        if let Some(place) = self.log.iter().position(|entry| entry.id == id) {
            if now - self.log[place].at < DUPLICATES_MS {
                return Answer::Appended(Sequence(place as u64 + 1));
            }
            self.forgotten += 1;
        }
        if expected.0 != self.last() {
            self.wrong_sequences += 1;
            return Answer::WrongSequence;
        }
        self.log.push(Logged { at: now, id, bytes });
        Answer::Appended(Sequence(self.last()))
    }

    /// What a log that ends at `last` has from a place on.
    pub(crate) fn read(&self, from: Sequence, last: u64) -> Read {
        let start = (from.0.max(1) as usize - 1).max(self.purged);
        let entries = self.log.iter().enumerate().take(last as usize).skip(start).take(ENTRIES);
        let entries = entries.map(|(at, entry)| (Sequence(at as u64 + 1), entry.bytes.clone())).collect();
        Read { first: Sequence(self.purged as u64 + 1), last: Sequence(last), entries }
    }

    /// Who holds the lease, as a machine says that has missed the last milliseconds.
    pub(crate) fn held(&self, now: u64, missed: u64) -> Option<Held> {
        let (written, held) = self.leases.iter().rev().find(|(at, _)| at + missed <= now)?;
        held.clone().filter(|_| now - written < LEASE_MS)
    }

    fn grant(&mut self, by: Holder, now: u64) -> Answer {
        self.last_revision += 1;
        let revision = Revision(self.last_revision);
        self.leases.push((now, Some(Held { by, revision })));
        Answer::Granted(revision)
    }

    /// The quorum is back: what arrived without it lands now, in its order.
    pub(crate) fn restore_quorum(&mut self, now: u64) {
        self.has_quorum = true;
        for request in std::mem::take(&mut self.late) {
            let before = self.log.len();
            self.handle(request, now, &Unlucky::Lost);
            self.late_appends += (self.log.len() - before) as u64;
        }
    }

    /// Sets the pointer if it has this revision.
    pub(crate) fn point(&mut self, pointer: Pointer, expected: Revision) -> Option<Revision> {
        if self.pointer_revision != expected {
            return None;
        }
        self.pointer = pointer;
        self.pointer_revision = Revision(expected.0 + 1);
        Some(self.pointer_revision)
    }

    /// Breaks a promise to the last entries.
    pub(crate) fn harm(&mut self, harm: Harm, count: usize, now: u64) {
        let keep = self.log.len().saturating_sub(count).max(self.purged);
        match harm {
            Harm::Shorten => self.log.truncate(keep),
            Harm::Foreign => {
                let id = EntryId { epoch: Epoch(0), process: 0, n: 0 };
                self.log.push(Logged { at: now, id, bytes: b"another program".to_vec() });
            }
            Harm::Fork => {
                let length = self.log.len();
                self.log.truncate(keep);
                // one more than before, so that every copy has a next entry to read
                for n in 0..=(length - keep) as u64 {
                    let last = self.log.last();
                    let previous = last.map_or_else(Hash::default, |entry| Hash::of(&entry.bytes));
                    let epoch = Epoch(last.map_or(0, |entry| entry.id.epoch.0) + 1);
                    let id = EntryId { epoch, process: 0, n };
                    let body = Body::Epoch { node: "stranger".to_owned() };
                    let bytes = Entry { id, previous, body }.encode();
                    self.log.push(Logged { at: now, id, bytes });
                }
            }
        }
    }
}
