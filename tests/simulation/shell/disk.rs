//! The disk of the simulated server's machine, and the model of everything that was committed.
//!
//! The disk survives every server on it. Failed checks are recorded here too, because a panic in one
//! of the server's tasks would go unnoticed.

use super::world::STEP_MS;
use crate::simulation::model::{Model, Recipient};
use crate::simulation::system::{START_MS, ScheduledKill};
use crate::simulation::{reason, record_kinds};
use chuhe_hub::TokenHash;
use chuhe_protocol::{DoorMessage, PlayerId, Refusal, ServerMessage, SessionToken};
use chuhe_rules::clock::Timestamp;
use chuhe_store::{Durability, KeyValue, Memory, Order, Revision, Store, StoreError, Table, Write, restore};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The maximum age of the stored time alive while games run, in milliseconds.
const MARK_MS: u64 = 1_000 + STEP_MS;

/// The simulated time.
pub(super) fn now() -> Timestamp {
    let elapsed = turmoil::sim_elapsed().expect("only simulated machines ask for the time");
    Timestamp::from_ms(
        START_MS + u64::try_from(elapsed.as_millis()).expect("a run is short enough for u64 milliseconds"),
    )
}

/// The state of a run that all of its parts share.
pub(super) struct Shared {
    memory: Memory,
    pub(super) model: Model,
    /// The names of the situations that have occurred.
    pub(super) seen: BTreeSet<String>,
    /// A hash of every message sent, with its time.
    digest: DefaultHasher,
    /// The players whose tokens were issued.
    owners: BTreeMap<[u8; 16], PlayerId>,
    pub(super) watch_delay_plies: u8,
    /// When the server is to be killed.
    pub(super) scheduled_kill: Option<ScheduledKill>,
    /// When it was killed. Its tasks may run a little longer, but without any effect.
    pub(super) dead_since: Option<Timestamp>,
    /// The end of the time in which every commit fails.
    pub(super) stalled_until: Timestamp,
    stalled_since: Option<Timestamp>,
    last_commit: Timestamp,
    /// Shuts the running server down.
    pub(super) stop: Arc<Notify>,
    /// The first failed check.
    pub(super) failure: Option<String>,
}

impl Shared {
    /// Runs a check, and records the first failure.
    pub(super) fn check(&mut self, check: impl FnOnce(&mut Self)) {
        if let Err(why) = panic::catch_unwind(AssertUnwindSafe(|| check(self))) {
            self.failure.get_or_insert(reason(why.as_ref()));
        }
    }

    /// Prepares for the start of a server, and checks the data that it will read.
    pub(super) fn start_server(&mut self, now: Timestamp) -> Arc<Notify> {
        self.dead_since = None;
        self.stop = Arc::default();
        let since = self.stalled_since.take().unwrap_or(self.last_commit);
        self.check(|shared| {
            let is_recent = shared.model.is_alive_known(since.as_ms().saturating_sub(MARK_MS));
            assert!(is_recent, "the stored time alive is too old although games ran");
            shared.model.resume_games(now, since, true);
            shared.model.check_store(&mut shared.memory);
            restore(&mut shared.memory).expect("the stored data can be read");
        });
        Arc::clone(&self.stop)
    }

    /// Records that the server is dead from now on.
    pub(super) fn kill_server(&mut self, now: Timestamp) {
        self.scheduled_kill = None;
        if self.dead_since.is_none() {
            self.dead_since = Some(now);
            // it served clients until now, even without a commit
            self.last_commit = self.last_commit.max(now);
        }
    }

    fn commit(&mut self, now: Timestamp, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        if self.dead_since.is_some() {
            return Err(StoreError::Failed("the machine is dead".into()));
        }
        if now < self.stalled_until {
            self.stalled_since.get_or_insert(now);
            self.seen.insert("StoreStalled".into());
            return Err(StoreError::Full);
        }
        let has_records = writes.iter().any(|write| !matches!(write, Write::Set { table: Table::Meta, .. }));
        if has_records && self.scheduled_kill == Some(ScheduledKill::BeforeCommit) {
            self.seen.insert("KillBeforeCommit".into());
            self.kill_server(now);
            return Err(StoreError::Failed("the machine is dead".into()));
        }
        self.memory.commit(writes, durability)?;
        self.check(|shared| shared.model.apply_commit(writes, now));
        if has_records && self.scheduled_kill == Some(ScheduledKill::AfterCommit) {
            self.seen.insert("KillAfterCommit".into());
            self.kill_server(now);
        } else if let Some(since) = self.stalled_since.take() {
            self.seen.insert("StoreRecovered".into());
            self.model.resume_games(now, since, false);
        }
        self.last_commit = now;
        Ok(())
    }

    /// Adds bytes that leave the server to the digest.
    pub(super) fn record_bytes(&mut self, bytes: &[u8], now: Timestamp) {
        (now.as_ms(), bytes).hash(&mut self.digest);
    }

    /// Checks and records a message that leaves the server.
    pub(super) fn record_message(&mut self, recipient: &mut Recipient, message: &ServerMessage) {
        if let ServerMessage::Door(DoorMessage::Joined { player, token, .. }) = message {
            self.owners.insert(token.0, *player);
        }
        record_kinds(&mut self.seen, message);
        self.check(|shared| shared.model.check_sent(recipient, shared.watch_delay_plies, message));
    }

    /// Checks the answer to a client that presented a token.
    pub(super) fn check_token(&mut self, presented: SessionToken, message: &ServerMessage) {
        self.check(|shared| {
            if let ServerMessage::Door(DoorMessage::Joined { resumed: true, player, .. }) = message {
                assert_eq!(shared.owners.get(&presented.0), Some(player), "a token resumes another player");
            }
            if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
                let row = shared.memory.get(Table::Sessions, &TokenHash::of(presented).0);
                assert_eq!(row.expect("the disk can be read"), None, "the server refuses a stored token");
            }
        });
    }

    /// Tests if a commit has failed since the store last worked.
    pub(super) const fn is_stalled(&self) -> bool {
        self.stalled_since.is_some()
    }

    /// Returns a hash of every message sent, with its time.
    pub(super) fn digest(&self) -> u64 {
        self.digest.finish()
    }

    /// Checks that the store holds what was committed.
    pub(super) fn check_all(&mut self) {
        self.model.check_store(&mut self.memory);
        self.model.check_games();
    }
}

/// The store of the simulated server.
#[derive(Clone)]
pub(super) struct Disk(Arc<Mutex<Shared>>);

impl Disk {
    pub(super) fn new(watch_delay_plies: u8) -> Self {
        Self(Arc::new(Mutex::new(Shared {
            memory: Memory::new(),
            model: Model::new(),
            seen: BTreeSet::new(),
            digest: DefaultHasher::new(),
            owners: BTreeMap::new(),
            watch_delay_plies,
            scheduled_kill: None,
            dead_since: None,
            stalled_until: Timestamp::default(),
            stalled_since: None,
            last_commit: Timestamp::from_ms(START_MS),
            stop: Arc::default(),
            failure: None,
        })))
    }

    /// Gives access to the shared state. All machines run in one thread, so the lock is free.
    pub(super) fn with<T>(&self, access: impl FnOnce(&mut Shared) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

impl Store for Disk {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        self.with(|shared| shared.commit(now(), writes, durability))
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.with(|shared| shared.memory.read(journal, from, most))
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        self.with(|shared| shared.memory.get(table, key))
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.with(|shared| shared.memory.scan(table, from, to, order, most))
    }
}
