//! A model of the log, the lease and the snapshots, as NATS JetStream keeps them.

use chuhe_cluster::{Answer, EntryId, Held, Place, Pointer, Read, Request, Revision, Sequence};
use std::collections::BTreeMap;

/// The age at which the lease's key expires, in milliseconds.
const LEASE_MS: u64 = 3_000;
/// The most entries in an answer.
const ENTRIES: usize = 8;

/// An entry of a node's copy.
pub(crate) type Item = (Place, Option<u64>);

#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Every entry that was ever committed. The first is at 1.
    pub(crate) log: Vec<(EntryId, Vec<u8>)>,
    /// How many of them are purged.
    pub(crate) purged: usize,
    lease: Option<(Held, u64)>,
    last_revision: u64,
    pub(crate) has_quorum: bool,
    /// Requests that arrived without a quorum and land when it is back.
    late: Vec<Request>,
    pub(crate) pointer: Pointer,
    pub(crate) pointer_revision: Revision,
    pub(crate) objects: BTreeMap<Sequence, Vec<Item>>,
    pub(crate) wrong_sequences: u64,
    pub(crate) late_appends: u64,
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
        Some(match request {
            Request::Append { expected, id, bytes } => self.append(expected, id, bytes),
            Request::Read { from } => Answer::Entries(self.read(from, self.last())),
            Request::ReadLease => Answer::Lease(self.held(now).cloned()),
            Request::CreateLease(_) if self.held(now).is_some() => Answer::Refused,
            Request::CreateLease(by) => self.grant(by, now),
            Request::RenewLease(held) => match self.held(now) {
                Some(current) if current.revision == held.revision => self.grant(held.by, now),
                _ => Answer::Refused,
            },
            Request::DropLease(revision) => match self.held(now) {
                Some(current) if current.revision == revision => {
                    self.lease = None;
                    Answer::Granted(revision)
                }
                _ => Answer::Refused,
            },
        })
    }

    fn append(&mut self, expected: Sequence, id: EntryId, bytes: Vec<u8>) -> Answer {
        if let Some(at) = self.log.iter().position(|(other, _)| *other == id) {
            return Answer::Appended(Sequence(at as u64 + 1));
        }
        if expected.0 != self.last() {
            self.wrong_sequences += 1;
            return Answer::WrongSequence;
        }
        self.log.push((id, bytes));
        Answer::Appended(Sequence(self.last()))
    }

    /// What a log that ends at `last` has from a place on.
    pub(crate) fn read(&self, from: Sequence, last: u64) -> Read {
        let start = (from.0.max(1) as usize - 1).max(self.purged);
        let entries = self.log.iter().enumerate().take(last as usize).skip(start).take(ENTRIES);
        let entries = entries.map(|(at, (_, bytes))| (Sequence(at as u64 + 1), bytes.clone())).collect();
        Read { first: Sequence(self.purged as u64 + 1), last: Sequence(last), entries }
    }

    fn held(&self, now: u64) -> Option<&Held> {
        self.lease.as_ref().filter(|(_, written)| now - written < LEASE_MS).map(|(held, _)| held)
    }

    fn grant(&mut self, by: chuhe_cluster::Holder, now: u64) -> Answer {
        self.last_revision += 1;
        let revision = Revision(self.last_revision);
        self.lease = Some((Held { by, revision }, now));
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
}
