//! Holding the lease of a hall, and taking it when nobody does.

use super::lease::{Asked, LEASE_MS};
use super::pending::Pending;
use super::{Output, RETRY_MS, Released, Replica, Role};
use crate::contract::{Answer, Held, Request, Revision};
use chuhe_rules::clock::Timestamp;

/// How long a node relies on its lease, counted from when it sent the request, in milliseconds.
///
/// The rest is for clocks that run at different speeds.
const CERTAIN_MS: u64 = LEASE_MS / 5 * 4;
/// Time between two renewals, in milliseconds.
const RENEW_MS: u64 = 1_000;
/// Time between two looks at a lease that another node holds, in milliseconds.
const LOOK_MS: u64 = 500;

impl Replica {
    pub(super) fn drive_lease(&mut self, now: Timestamp) {
        if let Some((pending, _)) = self.lease.pending
            && now >= pending.end()
        {
            self.lease_answered(Answer::Failed, now);
        }
        self.notice_lapse(now);
        if self.lease.pending.is_some() || now < self.lease.ask_at {
            return;
        }
        let (request, asked) = self.lease_request(now);
        if asked == Asked::Drop {
            // it may be another's as soon as the request arrives
            self.lease.certain_until = now;
            self.notice_lapse(now);
        }
        let pending = self.send(request, Request::TIMEOUT_MS, now);
        self.lease.pending = Some((pending, asked));
    }

    /// Pauses when the lease may have lapsed, and ends a claim; resumes when it is certain again.
    fn notice_lapse(&mut self, now: Timestamp) {
        let serves = self.serves(now);
        match &mut self.role {
            Role::Serving { is_paused, .. } if *is_paused == serves.is_some() => {
                *is_paused = serves.is_none();
                self.outputs.push_back(serves.map_or(Output::Pause, Output::Resume));
            }
            Role::Claiming(_) if !self.lease.is_certain(now) => {
                self.role = Role::Following;
                self.is_current = false;
                self.log = None;
            }
            Role::Following | Role::Claiming(_) | Role::Serving { .. } | Role::Stopped => {}
        }
    }

    fn lease_request(&self, now: Timestamp) -> (Request, Asked) {
        let by = self.holder();
        let is_serving = matches!(self.role, Role::Serving { .. });
        match self.lease.own {
            Some(_) if self.lease.is_doubtful => (Request::ReadLease, Asked::Look),
            // a node that neither serves nor claims gives it up, and so does one that misses the log
            Some(revision) if self.stall.abstains(now) || !self.config.claims && !is_serving => {
                (Request::DropLease(revision), Asked::Drop)
            }
            Some(revision) => (Request::RenewLease(Held { by, revision }), Asked::Hold),
            None if self.may_claim(now) => (Request::CreateLease(by), Asked::Hold),
            None => (Request::ReadLease, Asked::Look),
        }
    }

    /// Whether to take the lease: a node that serves wants it back; a standby takes it when nobody
    /// held it for a while and its copy has the whole log.
    fn may_claim(&self, now: Timestamp) -> bool {
        let Some(since) = self.lease.free_since.filter(|_| !self.stall.abstains(now)) else { return false };
        match self.role {
            Role::Serving { .. } => true,
            Role::Following => {
                let waits = now.since(since) < self.config.delay_ms || self.stall.yields(now);
                self.config.claims && self.is_current && !waits
            }
            Role::Claiming(_) | Role::Stopped => false,
        }
    }

    pub(super) fn lease_answered(&mut self, answer: Answer, now: Timestamp) {
        let Some((Pending { sent, .. }, asked)) = self.lease.pending.take() else { return };
        match (asked, answer) {
            (Asked::Hold, Answer::Granted(revision)) => self.lease_granted(revision, sent, now),
            (Asked::Look, Answer::Lease(held)) => self.lease_seen(held, now),
            (Asked::Drop, _) => {
                self.lease.own = None;
                self.lease.certain_until = now;
                self.lease.ask_at = now.plus_ms(LOOK_MS);
            }
            // refused, or unknown: who holds it must be read
            (Asked::Hold, _) => {
                self.lease.is_doubtful = self.lease.own.is_some();
                self.lease.free_since = None;
                self.lease.ask_at = now.plus_ms(RETRY_MS / 4);
            }
            (Asked::Look, _) => self.lease.ask_at = now.plus_ms(RETRY_MS),
        }
    }

    fn lease_granted(&mut self, revision: Revision, sent: Timestamp, now: Timestamp) {
        self.lease.own = Some(revision);
        self.lease.is_doubtful = false;
        self.lease.free_since = None;
        if self.stall.abstains(now) {
            return self.lease.let_go(now);
        }
        self.lease.certain_until = sent.plus_ms(CERTAIN_MS);
        self.lease.ask_at = sent.plus_ms(RENEW_MS);
        if matches!(self.role, Role::Following) && self.config.claims {
            self.role = Role::Claiming(None);
            // the end of the log must be read after the lease was taken, and agree with the copy
            (self.is_current, self.checks_tip) = (false, true);
            self.log = None;
            self.log_at = sent;
        }
    }

    fn lease_seen(&mut self, held: Option<Held>, now: Timestamp) {
        self.lease.is_doubtful = false;
        match held {
            Some(held) if held.by == self.holder() => {
                // a request whose answer was lost; from when it counts is unknown, so renew it
                if self.lease.own.replace(held.revision) != Some(held.revision) {
                    self.lease_was_free();
                }
                self.lease.free_since = None;
                self.lease.ask_at = now;
            }
            Some(_) => {
                self.lease.own = None;
                self.lease.free_since = None;
                self.lease.ask_at = now.plus_ms(LOOK_MS);
                if matches!(self.role, Role::Serving { .. } | Role::Claiming(_)) {
                    self.release(Released::LeaseTaken);
                }
            }
            None => {
                self.lease.own = None;
                self.lease_was_free();
                let since = *self.lease.free_since.get_or_insert(now);
                let left = self.config.delay_ms.saturating_sub(now.since(since));
                let wait = if self.may_claim(now) { 0 } else { left.clamp(RETRY_MS, LOOK_MS) };
                self.lease.ask_at = now.plus_ms(wait);
            }
        }
    }

    /// Another node may have held the lease.
    fn lease_was_free(&mut self) {
        self.lease.gap += 1;
        if matches!(self.role, Role::Claiming(_)) {
            self.role = Role::Following;
            self.is_current = false;
            self.log = None;
        }
    }
}
