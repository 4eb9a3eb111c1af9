//! The disk of the simulated server's machine, which survives every server on it, with the model to
//! compare with: everything that was committed. Failed checks are recorded here too, because nobody
//! sees a panic in one of the server's tasks.

use super::world::STEP_MS;
use crate::simulation::model::{Model, Recipient};
use crate::simulation::system::{START_MS, ScheduledKill};
use crate::simulation::{reason, record_kinds};
use chuhe_hub::TokenHash;
use chuhe_protocol::{PlayerId, Refusal, ServerMessage, SessionToken};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{
    Durability, KeyValue, Memory, Order, Revision, Store, StoreError, Table, Write, restore,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The greatest age of the recorded time alive while games run, in milliseconds.
const MARK_MS: u64 = 1_000 + STEP_MS;

/// The simulated time.
pub(super) fn now() -> Timestamp {
    let elapsed = turmoil::sim_elapsed().expect("it is a machine of the simulation");
    Timestamp::from_ms(START_MS + u64::try_from(elapsed.as_millis()).expect("a short time"))
}

/// The state of a run that all of its parts share.
pub(super) struct Shared {
    memory: Memory,
    pub(super) model: Model,
    /// The names of the situations that have occurred.
    pub(super) seen: BTreeSet<String>,
    /// A hash of every message sent, with its time.
    told: DefaultHasher,
    /// The players whose tokens were issued.
    owners: BTreeMap<[u8; 16], PlayerId>,
    pub(super) watch_delay_plies: u8,
    /// When the server is to be killed.
    pub(super) scheduled_kill: Option<ScheduledKill>,
    /// When it died. Its tasks may still run a little; nothing that they do then has any effect.
    pub(super) dead_since: Option<Timestamp>,
    /// The end of the time in which every commit fails.
    pub(super) stalled_until: Timestamp,
    stalled_since: Option<Timestamp>,
    last_commit: Timestamp,
    /// Tells the server that runs to stop.
    pub(super) stop: Arc<Notify>,
    /// The first failed check.
    pub(super) wrong: Option<String>,
}

impl Shared {
    /// Looks whether something holds.
    pub(super) fn check(&mut self, look: impl FnOnce(&mut Self)) {
        if let Err(why) = panic::catch_unwind(AssertUnwindSafe(|| look(self))) {
            self.wrong.get_or_insert(reason(why.as_ref()));
        }
    }

    /// A server begins.
    pub(super) fn begin(&mut self, now: Timestamp) -> Arc<Notify> {
        self.dead_since = None;
        self.stop = Arc::default();
        let since = self.stalled_since.take().unwrap_or(self.last_commit);
        self.check(|kept| {
            let marked = kept.model.is_alive_known(since.as_ms().saturating_sub(MARK_MS));
            assert!(marked, "games ran, and the server was not kept to be alive");
            kept.model.resume_games(now, since, true);
            kept.model.check_store(&mut kept.memory);
            restore(&mut kept.memory).expect("what was kept can be read");
        });
        Arc::clone(&self.stop)
    }

    /// The server is dead from now on.
    pub(super) fn die(&mut self, now: Timestamp) {
        self.dead_since.get_or_insert(now);
        self.scheduled_kill = None;
        // it served until now, unless it could not
        self.last_commit = self.last_commit.max(now);
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
        let something = writes.iter().any(|write| !matches!(write, Write::Set { table: Table::Meta, .. }));
        if something && self.scheduled_kill == Some(ScheduledKill::BeforeCommit) {
            self.seen.insert("KillBeforeCommit".into());
            self.die(now);
            return Err(StoreError::Failed("the machine died".into()));
        }
        self.memory.commit(writes, durability)?;
        self.check(|kept| kept.model.apply_commit(writes, now));
        if something && self.scheduled_kill == Some(ScheduledKill::AfterCommit) {
            self.seen.insert("KillAfterCommit".into());
            self.die(now);
        } else if let Some(since) = self.stalled_since.take() {
            self.seen.insert("StoreRecovered".into());
            self.model.resume_games(now, since, false);
        }
        self.last_commit = now;
        Ok(())
    }

    /// This leaves the server.
    pub(super) fn leaves(&mut self, bytes: &[u8], now: Timestamp) {
        (now.as_ms(), bytes).hash(&mut self.told);
    }

    /// This leaves the server for someone.
    pub(super) fn told(&mut self, recipient: &mut Recipient, message: &ServerMessage) {
        if let ServerMessage::Joined { player, token, .. } = message {
            self.owners.insert(token.0, *player);
        }
        record_kinds(&mut self.seen, message);
        self.check(|kept| kept.model.check_sent(recipient, kept.watch_delay_plies, message));
    }

    /// Someone who showed a token is told this.
    pub(super) fn check_token(&mut self, shown: SessionToken, message: &ServerMessage) {
        self.check(|kept| {
            if let ServerMessage::Joined { resumed: true, player, .. } = message {
                assert_eq!(kept.owners.get(&shown.0), Some(player), "a token gives another's seat");
            }
            if let ServerMessage::Refused { reason: Refusal::UnknownToken, .. } = message {
                let row = kept.memory.get(Table::Sessions, &TokenHash::of(shown).0);
                assert_eq!(row.expect("it can be read"), None, "a token that is kept is not known");
            }
        });
    }

    /// Whether nothing can be committed, and someone has tried to.
    pub(super) const fn is_stalled(&self) -> bool {
        self.stalled_since.is_some()
    }

    /// One number for all that was told.
    pub(super) fn digest(&self) -> u64 {
        self.told.finish()
    }

    /// What is kept is what was committed.
    pub(super) fn check_all(&mut self) {
        self.model.check_store(&mut self.memory);
        self.model.check_games();
    }
}

/// The disk, as the server knows it.
#[derive(Clone)]
pub(super) struct Disk(Arc<Mutex<Shared>>);

impl Disk {
    pub(super) fn new(watch_delay_plies: u8) -> Self {
        Self(Arc::new(Mutex::new(Shared {
            memory: Memory::new(),
            model: Model::new(),
            seen: BTreeSet::new(),
            told: DefaultHasher::new(),
            owners: BTreeMap::new(),
            watch_delay_plies,
            scheduled_kill: None,
            dead_since: None,
            stalled_until: Timestamp::default(),
            stalled_since: None,
            last_commit: Timestamp::from_ms(START_MS),
            stop: Arc::default(),
            wrong: None,
        })))
    }

    /// Looks into it. All is done in one thread; nobody waits here.
    pub(super) fn with<T>(&self, look: impl FnOnce(&mut Shared) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

impl Store for Disk {
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError> {
        self.with(|kept| kept.commit(now(), writes, durability))
    }

    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError> {
        self.with(|kept| kept.memory.read(journal, from, most))
    }

    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
        self.with(|kept| kept.memory.get(table, key))
    }

    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError> {
        self.with(|kept| kept.memory.scan(table, from, to, order, most))
    }
}
