//! A node's part in one hall: following its log, taking it over, serving it.

mod appending;
mod attempt;
mod following;
mod lease;
mod leasing;
mod pending;
mod stall;

use crate::contract::{Answer, Holder, Request, RequestId};
use crate::entry::{DecodeError, Epoch, Hash, NODE_BYTES, PAYLOAD_BYTES, Sequence};
use attempt::Attempt;
use chuhe_rules::clock::Timestamp;
use lease::Lease;
use pending::Pending;
use stall::Stall;
use std::collections::VecDeque;

pub use lease::LEASE_MS;

/// How long a replica waits before it requests again what failed, in milliseconds.
const RETRY_MS: u64 = 200;

/// Time after which a log counts as idle if no entry came, in milliseconds.
const QUIET_MS: u64 = 2_000;
/// The pause between two reads of an idle log, in milliseconds.
///
/// A standby learns from the lease that nobody serves the hall, not from the log, and whoever takes the
/// lease reads the log at once; so the pause delays no takeover.
const IDLE_MS: u64 = 1_000;

/// How long the log may lack what the copy has before the replica stops, in milliseconds.
///
/// While machines are cut off from each other, one that led the log before may answer with an older
/// state of it.
const SHORTENED_MS: u64 = 30_000;

/// What a replica must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The node's name, at most [`NODE_BYTES`] bytes.
    pub node: String,
    /// A random number of this process.
    pub process: u64,
    /// Whether it takes over the hall when nobody serves it.
    pub claims: bool,
    /// How long it leaves a free hall to others, in milliseconds: 0 for the standby that is to take
    /// over first.
    pub delay_ms: u64,
}

/// How far a copy has followed a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The place of the last entry in the copy.
    pub sequence: Sequence,
    /// The hash of that entry.
    pub hash: Hash,
    /// The epoch of that entry.
    pub epoch: Epoch,
}

/// What the owner of a replica does for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send a request, and pass its answer to [`Replica::answer`].
    Request(RequestId, Request),
    /// Put an entry into the copy: the payload, and in the same transaction its place.
    Apply {
        /// The place to store.
        place: Reach,
        /// The commit; `None` for an entry that only begins an epoch.
        payload: Option<Vec<u8>>,
    },
    /// Serve the hall from the copy.
    Serve(Epoch),
    /// Serve nobody for now: the lease may have lapsed.
    Pause,
    /// Serve again, in this epoch: the one before the pause, or a new one.
    Resume(Epoch),
    /// What was passed to [`Replica::commit`] is in the log, and its [`Output::Apply`] came before.
    ///
    /// What follows from it leaves only while [`Replica::serves`] says so; during a pause it waits.
    Committed,
    /// Stop serving, and forget what is not committed. The copy stays, and follows the log again.
    Release(Released),
    /// Tell the operators: the replica has stopped.
    Stop(Fault),
}

/// Why a node serves a hall no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Released {
    /// Another node appended to the log.
    #[error("another node has taken over the hall")]
    Fenced,
    /// Another node holds the lease.
    #[error("another node holds the lease of the hall")]
    LeaseTaken,
    /// It was asked to.
    #[error("the hall was handed on")]
    Resigned,
}

/// Why a replica cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Entries that the copy lacks were purged. It must begin anew, from a snapshot.
    #[error("the copy ends at {copy}, and the log begins at {first}: a snapshot is needed")]
    Behind {
        /// Where the copy ends.
        copy: Sequence,
        /// Where the log begins.
        first: Sequence,
    },
    /// The log lacks entries that were committed once.
    #[error("the log ends at {last}, and the copy has entries up to {copy}: committed entries are lost")]
    Shortened {
        /// Where the copy ends.
        copy: Sequence,
        /// Where the log ends.
        last: Sequence,
    },
    /// An entry does not continue the copy: the log has another history.
    #[error("entry {0} of the log does not continue the copy: they have different histories")]
    Fork(Sequence),
    /// An entry is none of ours.
    #[error("entry {0} of the log cannot be read: {1}")]
    Foreign(Sequence, DecodeError),
}

/// Why nothing can be committed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// This node does not serve the hall, or not at present.
    #[error("this node does not serve the hall now")]
    NotServing,
    /// The commit before it is not in the log yet.
    #[error("the commit before it is not finished")]
    Busy,
    /// The payload has more than [`PAYLOAD_BYTES`] bytes.
    #[error("the commit has {0} bytes, and at most {PAYLOAD_BYTES} fit into an entry")]
    TooLong(usize),
}

/// What a replica does at present.
#[derive(Debug)]
enum Role {
    /// It follows the log.
    Following,
    /// It holds the lease, and makes itself the node that serves.
    Claiming(Option<Attempt>),
    /// It serves the hall.
    Serving {
        epoch: Epoch,
        attempt: Option<Attempt>,
        is_paused: bool,
        /// The gap of the lease after which the epoch began.
        gap: u64,
    },
    /// It cannot go on.
    Stopped,
}

/// A node's part in one hall.
///
/// The times passed to it must not decrease.
#[derive(Debug)]
pub struct Replica {
    config: Config,
    place: Reach,
    role: Role,
    lease: Lease,
    outputs: VecDeque<Output>,
    last_request: u64,
    last_entry: u64,
    /// The request to the log.
    log: Option<Pending>,
    /// When the log may be asked again.
    log_at: Timestamp,
    /// When a read brought an entry last.
    news_at: Timestamp,
    /// How long to wait for entries, in milliseconds.
    read_timeout_ms: u64,
    /// Whether the log is yet to be read at the copy's last entry, so that they are known to agree there.
    checks_tip: bool,
    /// Whether the copy had the whole log when it was read last.
    is_current: bool,
    /// Since when every answer of the log lacks entries that the copy has, and the last such answer.
    shortened: Option<(Timestamp, Timestamp)>,
    stall: Stall,
    is_leaving: bool,
}

impl Replica {
    /// Creates a replica that follows the log from the end of a copy.
    ///
    /// # Panics
    /// If the node's name is longer than [`NODE_BYTES`].
    #[must_use]
    pub fn new(config: Config, place: Reach, now: Timestamp) -> Self {
        assert!(config.node.len() <= NODE_BYTES, "the name of the node is too long");
        let mut replica = Self {
            config,
            place,
            role: Role::Following,
            lease: Lease::new(now),
            outputs: VecDeque::new(),
            last_request: 0,
            last_entry: 0,
            log: None,
            log_at: now,
            news_at: now,
            read_timeout_ms: Request::TIMEOUT_MS,
            checks_tip: false,
            is_current: false,
            shortened: None,
            stall: Stall::new(now),
            is_leaving: false,
        };
        replica.drive(now);
        replica
    }

    /// Where the copy ends.
    #[must_use]
    pub const fn place(&self) -> Reach {
        self.place
    }

    /// The epoch in which this node serves the hall, if it certainly does at this time.
    #[must_use]
    pub fn serves(&self, now: Timestamp) -> Option<Epoch> {
        match self.role {
            Role::Serving { epoch, gap, .. } if gap == self.lease.gap() && self.lease.is_certain(now) => {
                Some(epoch)
            }
            Role::Serving { .. } | Role::Following | Role::Claiming(_) | Role::Stopped => None,
        }
    }

    /// Until when this node certainly serves the hall, if it does at this time.
    ///
    /// A renewed lease makes it later, so ask again after every step.
    #[must_use]
    pub fn serves_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.serves(now).map(|_| self.lease.lapse())
    }

    /// Whether this process may hold the lease, so that others wait for it.
    #[must_use]
    pub const fn may_hold_lease(&self) -> bool {
        self.lease.may_be_own()
    }

    /// Sets how long it leaves a free hall to others, in milliseconds.
    pub const fn set_delay_ms(&mut self, delay_ms: u64) {
        self.config.delay_ms = delay_ms;
    }

    /// Sets whether it takes over the hall when nobody serves it.
    pub fn set_claims(&mut self, claims: bool, now: Timestamp) {
        self.config.claims = claims;
        self.is_leaving = self.is_leaving && !claims;
        self.drive(now);
    }

    /// Hands the hall on: stops serving once the commit that runs is finished, and claims it no more.
    pub fn resign(&mut self, now: Timestamp) {
        self.config.claims = false;
        self.is_leaving = true;
        self.drive(now);
    }

    /// Appends a commit to the log. [`Output::Committed`] or [`Output::Release`] follows.
    ///
    /// After a release it is unknown whether the commit is in the log.
    ///
    /// # Errors
    /// [`CommitError`] if it cannot begin; nothing has happened then.
    pub fn commit(&mut self, payload: Vec<u8>, now: Timestamp) -> Result<(), CommitError> {
        if payload.len() > PAYLOAD_BYTES {
            return Err(CommitError::TooLong(payload.len()));
        }
        let Some(epoch) = self.serves(now).filter(|_| !self.is_leaving) else {
            return Err(CommitError::NotServing);
        };
        let new = self.new_attempt(epoch, crate::entry::Body::Commit(payload));
        let Role::Serving { attempt, .. } = &mut self.role else { return Err(CommitError::NotServing) };
        if attempt.is_some() {
            return Err(CommitError::Busy);
        }
        *attempt = Some(new);
        self.drive(now);
        Ok(())
    }

    /// Takes the answer to a request.
    pub fn answer(&mut self, id: RequestId, answer: Answer, now: Timestamp) {
        if let Some(pending) = self.log.filter(|pending| pending.id == id) {
            self.log = None;
            if now.since(pending.sent) <= self.read_timeout_ms / 2 {
                self.read_timeout_ms = (self.read_timeout_ms / 2).max(Request::TIMEOUT_MS);
            }
            self.log_answered(answer, now);
        } else if self.is_late_acknowledgement(id, &answer) {
            self.log = None;
            self.appended(now);
        } else if self.lease.is_pending(id) {
            self.lease_answered(answer, now);
        }
        self.drive(now);
    }

    /// Does what is due at this time.
    pub fn handle_timeout(&mut self, now: Timestamp) {
        self.drive(now);
    }

    /// Returns the next output.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When [`Replica::handle_timeout`] is due; `None` if the replica has stopped.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Timestamp> {
        if matches!(self.role, Role::Stopped) {
            return None;
        }
        let log = match self.log {
            Some(pending) => Some(pending.end()),
            None => self.wants_log().then_some(self.log_at),
        };
        let lapse = match self.role {
            Role::Claiming(_) | Role::Serving { is_paused: false, .. } => Some(self.lease.lapse()),
            Role::Following | Role::Serving { .. } | Role::Stopped => None,
        };
        [Some(self.lease.timeout()), log, lapse, self.stall.timeout()].into_iter().flatten().min()
    }

    fn holder(&self) -> Holder {
        Holder { node: self.config.node.clone(), process: self.config.process }
    }

    /// Sends what the state needs, and ends what took too long.
    fn drive(&mut self, now: Timestamp) {
        if matches!(self.role, Role::Stopped) {
            return;
        }
        if self.log.is_some_and(|pending| now >= pending.end()) {
            self.log = None;
            self.read_timeout_ms = (self.read_timeout_ms * 2).min(Request::LONGEST_TIMEOUT_MS);
            self.log_answered(Answer::Failed, now);
        }
        self.end_stall(now);
        self.resign_if_idle(now);
        self.drive_lease(now);
        self.close_gap(now);
        if self.log.is_none() && now >= self.log_at && self.wants_log() {
            let request = self.log_request();
            let timeout_ms = match request {
                // somebody waits for the entry that is appended
                Request::Read { .. } if self.attempt().is_some() => {
                    self.read_timeout_ms.min(Request::TIMEOUT_MS * 2)
                }
                Request::Read { .. } => self.read_timeout_ms,
                Request::Append { .. }
                | Request::ReadLease
                | Request::CreateLease(_)
                | Request::RenewLease(_)
                | Request::DropLease(_) => Request::TIMEOUT_MS,
            };
            self.log = Some(self.send(request, timeout_ms, now));
        }
    }

    fn send(&mut self, request: Request, timeout_ms: u64, now: Timestamp) -> Pending {
        self.last_request += 1;
        let id = RequestId(self.last_request);
        self.outputs.push_back(Output::Request(id, request));
        Pending { id, sent: now, timeout_ms }
    }

    /// Lets the lease go if the log was out of reach for too long while this node held it.
    fn end_stall(&mut self, now: Timestamp) {
        let waits = match &self.role {
            Role::Claiming(_) => true,
            Role::Serving { attempt, .. } => attempt.is_some(),
            Role::Following | Role::Stopped => false,
        };
        if !self.stall.gives_up(waits && self.lease.is_certain(now), now) {
            return;
        }
        self.lease.let_go(now);
        if matches!(self.role, Role::Claiming(_)) || self.is_leaving {
            self.release(Released::Resigned);
        }
    }

    fn resign_if_idle(&mut self, now: Timestamp) {
        if self.is_leaving && matches!(self.role, Role::Serving { attempt: None, .. } | Role::Claiming(None))
        {
            self.release(Released::Resigned);
            // the next node waits for the lease
            self.lease.let_go(now);
        }
    }

    /// Stops serving or claiming.
    fn release(&mut self, why: Released) {
        if matches!(self.role, Role::Serving { .. }) {
            self.outputs.push_back(Output::Release(why));
        }
        self.role = Role::Following;
        self.is_current = false;
        // what it was to append is of no use to the one who reads from here
        self.log = None;
    }

    /// The log ends before the copy does, as an answer says.
    fn shortened(&mut self, last: Sequence, now: Timestamp) {
        self.is_current = false;
        self.log_at = now.plus_ms(RETRY_MS);
        // answers that are far apart say nothing about the time between them
        let since = self.shortened.filter(|(_, latest)| now.since(*latest) < SHORTENED_MS / 6);
        let since = since.map_or(now, |(since, _)| since);
        self.shortened = Some((since, now));
        if now.since(since) >= SHORTENED_MS {
            self.stop(Fault::Shortened { copy: self.place.sequence, last });
        }
    }

    fn stop(&mut self, fault: Fault) {
        if matches!(self.role, Role::Serving { .. }) {
            self.outputs.push_back(Output::Release(Released::Fenced));
        }
        self.role = Role::Stopped;
        self.outputs.push_back(Output::Stop(fault));
    }
}
