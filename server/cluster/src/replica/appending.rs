//! Appending an entry: sent again until it is known whether it is in the log.

use super::attempt::Attempt;
use super::{Output, RETRY_MS, Reach, Released, Replica, Role};
use crate::contract::{Answer, Read, RequestId};
use crate::entry::{Body, Entry, EntryId, Epoch, Hash, Sequence};
use chuhe_rules::clock::Timestamp;

/// What the log has at the place of an attempt.
enum Found {
    Own,
    Another,
    /// The log ends before it.
    Nothing,
    /// The log goes on after it, but its entry was purged.
    Purged,
    /// The log ends even before the expected place.
    Shortened(Sequence),
}

impl Replica {
    /// Prepares an entry at the end of the copy.
    pub(super) fn new_attempt(&mut self, epoch: Epoch, body: Body) -> Attempt {
        self.last_entry += 1;
        let id = EntryId { epoch, process: self.config.process, n: self.last_entry };
        let entry = Entry { id, previous: self.place.hash, body };
        let bytes = entry.encode();
        Attempt {
            id,
            expected: self.place.sequence,
            bytes,
            body: entry.body,
            gap: self.lease.gap(),
            is_doubtful: false,
            first_request: RequestId(self.last_request + 1),
        }
    }

    /// The entry that is to be in the log.
    pub(super) const fn attempt(&self) -> Option<&Attempt> {
        match &self.role {
            Role::Claiming(attempt) | Role::Serving { attempt, .. } => attempt.as_ref(),
            Role::Following | Role::Stopped => None,
        }
    }

    fn attempt_mut(&mut self) -> Option<&mut Attempt> {
        match &mut self.role {
            Role::Claiming(attempt) | Role::Serving { attempt, .. } => attempt.as_mut(),
            Role::Following | Role::Stopped => None,
        }
    }

    /// Whether this is the acknowledgement of an earlier request of the attempt.
    ///
    /// On a slow link each may come after the next request was sent.
    pub(super) fn is_late_acknowledgement(&self, id: RequestId, answer: &Answer) -> bool {
        let is_ours = |attempt: &Attempt| {
            id >= attempt.first_request && *answer == Answer::Appended(attempt.expected.next())
        };
        self.attempt().is_some_and(is_ours)
    }

    /// Takes an answer of the log to the attempt.
    pub(super) fn attempt_answered(&mut self, answer: Answer, now: Timestamp) {
        let Some(attempt) = self.attempt_mut() else { return };
        match answer {
            Answer::Appended(at) if at == attempt.expected.next() => self.appended(now),
            // a duplicate's answer names where the first one is
            Answer::Appended(_) | Answer::WrongSequence => attempt.is_doubtful = true,
            Answer::Entries(read) if attempt.is_doubtful => self.attempt_found(read, now),
            Answer::Entries(_) | Answer::Failed | Answer::Lease(_) | Answer::Granted(_) | Answer::Refused => {
                self.log_at = now.plus_ms(RETRY_MS);
            }
        }
    }

    fn attempt_found(&mut self, read: Read, now: Timestamp) {
        let Some(attempt) = self.attempt_mut() else { return };
        let at = attempt.expected.next();
        let entry = read.entries.iter().find(|(sequence, _)| *sequence == at);
        let found = match entry {
            Some((_, bytes)) if *bytes == attempt.bytes => Found::Own,
            Some(_) => Found::Another,
            None if read.last < attempt.expected => Found::Shortened(read.last),
            None if read.last == attempt.expected => Found::Nothing,
            None => Found::Purged,
        };
        if !matches!(found, Found::Shortened(_)) {
            self.shortened = None;
        }
        match (found, &mut self.role) {
            (Found::Own, _) => self.appended(now),
            (Found::Nothing, _) => {
                // the entry in the way was not committed, and is gone
                if let Some(attempt) = self.attempt_mut() {
                    attempt.is_doubtful = false;
                }
                self.log_at = now.plus_ms(RETRY_MS);
            }
            (Found::Another | Found::Purged, Role::Claiming(attempt)) => {
                // the node before it was still appending: read on, and append after that
                *attempt = None;
                self.log_at = now.plus_ms(RETRY_MS / 4);
                self.follow(read, now);
            }
            (Found::Another | Found::Purged, _) => self.release(Released::Fenced),
            (Found::Shortened(last), _) => self.shortened(last, now),
        }
    }

    /// The entry is in the log.
    pub(super) fn appended(&mut self, now: Timestamp) {
        self.shortened = None;
        self.stall.recovered(now);
        let attempt = match &mut self.role {
            Role::Claiming(attempt) | Role::Serving { attempt, .. } => attempt.take(),
            Role::Following | Role::Stopped => None,
        };
        let Some(Attempt { id, expected, bytes, body, gap, .. }) = attempt else { return };
        self.place = Reach { sequence: expected.next(), hash: Hash::of(&bytes), epoch: id.epoch };
        match body {
            Body::Commit(payload) => {
                self.outputs.push_back(Output::Apply { place: self.place, payload: Some(payload) });
                self.outputs.push_back(Output::Committed);
            }
            Body::Epoch { .. } => {
                self.outputs.push_back(Output::Apply { place: self.place, payload: None });
                self.began(id.epoch, gap, now);
            }
        }
    }

    /// The epoch of this node has begun.
    fn began(&mut self, begun: Epoch, begun_after: u64, now: Timestamp) {
        if let Role::Serving { epoch, gap, .. } = &mut self.role {
            (*epoch, *gap) = (begun, begun_after);
            return;
        }
        if !self.lease.is_certain(now) {
            // another may have taken it over since
            self.role = Role::Following;
            return;
        }
        self.role = Role::Serving { epoch: begun, attempt: None, is_paused: false, gap: begun_after };
        self.outputs.push_back(Output::Serve(begun));
    }

    /// Begins a new epoch if the lease was free for a while: another node may have served meanwhile,
    /// and then the log goes on after the copy, and refuses the entry.
    pub(super) fn close_gap(&mut self, now: Timestamp) {
        let next = Epoch(self.place.epoch.0 + 1);
        let needs_epoch = match self.role {
            Role::Serving { attempt: None, gap, .. } => {
                gap != self.lease.gap() && self.lease.is_certain(now) && !self.is_leaving
            }
            Role::Serving { .. } | Role::Following | Role::Claiming(_) | Role::Stopped => false,
        };
        if needs_epoch {
            let new = self.new_attempt(next, Body::Epoch { node: self.config.node.clone() });
            if let Role::Serving { attempt, .. } = &mut self.role {
                *attempt = Some(new);
            }
        }
    }
}
