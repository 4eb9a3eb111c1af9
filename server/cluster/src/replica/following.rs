//! Following the log into the copy.

use super::{Fault, IDLE_MS, Output, QUIET_MS, RETRY_MS, Reach, Replica, Role};
use crate::contract::{Answer, Read, Request};
use crate::entry::{Body, Entry, Epoch, Hash, Sequence};
use chuhe_rules::clock::Timestamp;

impl Replica {
    /// Whether there is something to request of the log.
    pub(super) const fn wants_log(&self) -> bool {
        match &self.role {
            Role::Following | Role::Claiming(_) => true,
            Role::Serving { attempt, .. } => attempt.is_some(),
            Role::Stopped => false,
        }
    }

    /// The next request to the log.
    pub(super) fn log_request(&mut self) -> Request {
        if self.is_current && matches!(self.role, Role::Claiming(None)) {
            let epoch = Epoch(self.place.epoch.0 + 1);
            let attempt = self.new_attempt(epoch, Body::Epoch { node: self.config.node.clone() });
            self.role = Role::Claiming(Some(attempt));
        }
        match self.attempt() {
            Some(attempt) => attempt.request(),
            None if self.checks_tip => Request::Read { from: self.place.sequence.max(Sequence(1)) },
            None => Request::Read { from: self.place.sequence.next() },
        }
    }

    /// Takes the answer of the log.
    pub(super) fn log_answered(&mut self, answer: Answer, now: Timestamp) {
        if self.attempt().is_some() {
            return self.attempt_answered(answer, now);
        }
        match answer {
            Answer::Entries(read) => {
                let before = self.place.sequence;
                self.log_at = now;
                self.follow(read, now);
                // the answer need not have waited for an entry
                let may_append = self.is_current && matches!(self.role, Role::Claiming(_));
                if self.place.sequence == before && !may_append {
                    self.log_at = now.plus_ms(self.pause_ms(now));
                } else {
                    self.news_at = now;
                }
            }
            Answer::Failed
            | Answer::Appended(_)
            | Answer::WrongSequence
            | Answer::Lease(_)
            | Answer::Granted(_)
            | Answer::Refused => {
                self.is_current = false;
                self.stall.failed();
                self.log_at = now.plus_ms(RETRY_MS);
            }
        }
    }

    /// How long to wait after a read that brought nothing.
    fn pause_ms(&self, now: Timestamp) -> u64 {
        let follows = matches!(self.role, Role::Following) && self.is_current && !self.lease.is_free();
        if follows && now.since(self.news_at) >= QUIET_MS { IDLE_MS } else { RETRY_MS }
    }

    /// Puts entries into the copy.
    pub(super) fn follow(&mut self, read: Read, now: Timestamp) {
        let copy = self.place.sequence;
        if read.last < copy {
            return self.shortened(read.last, now);
        }
        self.shortened = None;
        if read.last > copy && read.first > copy.next() {
            return self.stop(Fault::Behind { copy, first: read.first });
        }
        self.checks_tip = false;
        for (at, bytes) in read.entries {
            if at == copy && Hash::of(&bytes) != self.place.hash {
                return self.stop(Fault::Fork(at));
            }
            if at <= self.place.sequence {
                continue;
            }
            if let Err(fault) = self.follow_one(at, &bytes) {
                return self.stop(fault);
            }
        }
        if self.place.sequence > copy {
            self.stall.progressed();
        }
        self.stall.reached(now);
        self.is_current = self.place.sequence >= read.last;
    }

    fn follow_one(&mut self, at: Sequence, bytes: &[u8]) -> Result<(), Fault> {
        let Reach { sequence, hash, epoch } = self.place;
        let entry = Entry::decode(bytes).map_err(|error| Fault::Foreign(at, error))?;
        let continues = match entry.body {
            Body::Epoch { .. } => entry.id.epoch > epoch,
            Body::Commit(_) => entry.id.epoch == epoch,
        };
        if at != sequence.next() || entry.previous != hash || !continues {
            return Err(Fault::Fork(at));
        }
        self.place = Reach { sequence: at, hash: Hash::of(bytes), epoch: entry.id.epoch };
        let payload = match entry.body {
            Body::Epoch { .. } => None,
            Body::Commit(payload) => Some(payload),
        };
        self.outputs.push_back(Output::Apply { place: self.place, payload });
        Ok(())
    }
}
