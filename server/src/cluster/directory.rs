//! What all nodes know of each other: the halls with their owners, and the nodes.
//!
//! It is a picture of two buckets, which watches keep up to date: a change arrives within
//! milliseconds, and after a break of the connection all is read again. What it says may be out of
//! date; only the log decides who serves a hall.

use super::ClusterConfig;
use super::bucket::{Bucket, Set, Value};
use super::error::ClusterError;
use super::names::{HALLS, NODES, hall_key};
use super::nats::{Nats, Unknown};
use super::patience::patiently;
use super::registration::{Announced, NODE_AGE, NodeValue};
use async_nats::jetstream::context::KeyValueError;
use async_nats::jetstream::kv::{self, Operation};
use chuhe_cluster::Epoch;
use chuhe_protocol::HallName;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

/// How long after a watch has broken it begins anew.
const RETRY: Duration = Duration::from_millis(500);
/// How often a change of a hall's key is tried while others change it too.
const ATTEMPTS: usize = 5;

/// A node that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeEntry {
    /// Its name.
    pub name: String,
    /// Where players reach it, as `HOST:PORT`.
    pub address: String,
    /// Whether it hands its halls on and takes none.
    pub is_draining: bool,
    /// How many halls it serves.
    pub halls: u32,
    /// How many players are in them.
    pub players: u32,
}

/// How many are in a hall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallCounts {
    /// Players who are online.
    pub players: u32,
    /// Running games.
    pub games: u32,
}

/// A hall of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallEntry {
    /// Its name.
    pub name: HallName,
    /// The number of players from which it is full.
    pub capacity: u32,
    /// Whether it is open; a closed one is kept, and nobody serves it.
    pub is_open: bool,
    /// The node that serves it, or served it last.
    pub owner: Option<String>,
    /// Where players reach that node; empty if nobody has served the hall.
    pub address: String,
    /// The epoch in which that node began to serve.
    #[serde(with = "epoch")]
    pub epoch: Epoch,
    /// How many are in it.
    #[serde(flatten)]
    pub counts: HallCounts,
}

mod epoch {
    use chuhe_cluster::Epoch;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(epoch: &Epoch, serializer: S) -> Result<S::Ok, S::Error> {
        epoch.0.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Epoch, D::Error> {
        u64::deserialize(deserializer).map(Epoch)
    }
}

/// What this node knows of the halls and nodes of its cluster. Clones share it.
#[derive(Clone)]
pub struct Directory {
    picture: Arc<Mutex<Picture>>,
    changes: watch::Receiver<u64>,
    announced: watch::Sender<Announced>,
    halls: Bucket,
    node: String,
    address: String,
}

/// Shows only the node's name.
impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Directory of {}", self.node)
    }
}

/// What the buckets have, by key.
#[derive(Default)]
struct Picture {
    /// The nodes, and when they were last heard of.
    nodes: BTreeMap<String, (NodeEntry, Instant)>,
    halls: BTreeMap<String, HallEntry>,
    /// Whether all halls that there were at the start have arrived.
    has_all_halls: bool,
}

impl Directory {
    /// Begins to watch. Must run in the cluster's runtime.
    pub(super) async fn watch(
        nats: &Nats,
        halls: Bucket,
        config: &ClusterConfig,
        announced: watch::Sender<Announced>,
    ) -> Result<Self, ClusterError> {
        let picture = Arc::<Mutex<Picture>>::default();
        let (changed, changes) = watch::channel(0);
        for bucket in [NODES, HALLS] {
            let failed =
                |why: KeyValueError| ClusterError::Failed { what: "open a bucket", why: why.to_string() };
            let store =
                patiently(|| async move { nats.context.get_key_value(bucket).await.map_err(failed) }).await?;
            tokio::spawn(follow(store, bucket, Arc::clone(&picture), changed.clone()));
        }
        let (node, address) = (config.node.clone(), config.advertised.clone());
        Ok(Self { picture, changes, announced, halls, node, address })
    }

    fn lock(&self) -> MutexGuard<'_, Picture> {
        self.picture.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nodes that run, this one too, by name.
    #[must_use]
    pub fn nodes(&self) -> Vec<NodeEntry> {
        let picture = self.lock();
        let is_alive = |heard: &Instant| heard.elapsed() < NODE_AGE;
        picture.nodes.values().filter(|(_, heard)| is_alive(heard)).map(|(node, _)| node.clone()).collect()
    }

    /// All halls, by name.
    #[must_use]
    pub fn halls(&self) -> Vec<HallEntry> {
        let mut halls: Vec<HallEntry> = self.lock().halls.values().cloned().collect();
        halls.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        halls
    }

    /// Whether the halls that there were when this node began to watch have all arrived.
    #[must_use]
    pub fn has_all_halls(&self) -> bool {
        self.lock().has_all_halls
    }

    /// A hall.
    #[must_use]
    pub fn hall(&self, name: &HallName) -> Option<HallEntry> {
        self.lock().halls.get(&hall_key(name)).cloned()
    }

    /// The node that serves a hall, or served it last, with its address.
    ///
    /// The node itself may be lost: look for it in [`Directory::nodes`].
    #[must_use]
    pub fn owner_of(&self, hall: &HallName) -> Option<(String, String)> {
        let HallEntry { owner, address, .. } = self.hall(hall)?;
        owner.map(|owner| (owner, address))
    }

    /// A receiver that changes when the directory does.
    ///
    /// A node that is lost changes nothing: look at [`Directory::nodes`] from time to time.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.clone()
    }

    /// Announces what this node carries. It is repeated until the next call.
    pub fn announce(&self, halls: u32, players: u32, is_draining: bool) {
        let announced = Announced { is_draining, halls, players };
        self.announced.send_if_modified(|known| std::mem::replace(known, announced) != announced);
    }

    /// Makes sure that a hall exists; an existing one keeps its capacity, and is opened if it was closed.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn open_hall(&self, hall: &HallName, capacity: u32) -> Result<(), ClusterError> {
        let new = HallEntry {
            name: hall.clone(),
            capacity,
            is_open: true,
            owner: None,
            address: String::new(),
            epoch: Epoch(0),
            counts: HallCounts::default(),
        };
        self.change(hall, |found| match found {
            None => Some(new.clone()),
            Some(found) if !found.is_open => Some(HallEntry { is_open: true, ..found }),
            Some(_) => None,
        })
        .await
    }

    /// Closes a hall: its log is kept, and no node claims it until it is opened again.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn close_hall(&self, hall: &HallName) -> Result<(), ClusterError> {
        self.change(hall, |found| {
            found.filter(|hall| hall.is_open).map(|hall| HallEntry { is_open: false, ..hall })
        })
        .await
    }

    /// Announces that this node serves a hall in an epoch, and how many are in it.
    ///
    /// Call it when the hall is open for players, and when the counts change. A node that served it in
    /// an older epoch changes nothing.
    ///
    /// # Errors
    /// [`ClusterError::Failed`] if NATS does not answer.
    pub async fn announce_hall(
        &self,
        hall: &HallName,
        epoch: Epoch,
        counts: HallCounts,
    ) -> Result<(), ClusterError> {
        self.change(hall, |found| {
            let found = found.filter(|hall| hall.epoch <= epoch)?;
            let (owner, address) = (Some(self.node.clone()), self.address.clone());
            let changed = HallEntry { owner, address, epoch, counts, ..found.clone() };
            (changed != found).then_some(changed)
        })
        .await
    }

    /// Changes the key of a hall by compare-and-set; `None` leaves it as it is.
    async fn change(
        &self,
        hall: &HallName,
        change: impl Fn(Option<HallEntry>) -> Option<HallEntry>,
    ) -> Result<(), ClusterError> {
        let failed = |why: String| ClusterError::Failed { what: "change the directory", why };
        let key = hall_key(hall);
        for _ in 0..ATTEMPTS {
            let stored = self.halls.get(&key).await.map_err(|Unknown(why)| failed(why))?;
            let revision = stored.as_ref().map_or(0, |value| value.revision);
            let found = match stored {
                Some(Value { bytes: Some(bytes), .. }) => {
                    Some(serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))?)
                }
                _ => None,
            };
            let Some(changed) = change(found) else { return Ok(()) };
            let bytes = serde_json::to_vec(&changed).map_err(|error| failed(error.to_string()))?;
            match self.halls.update(&key, bytes.into(), revision).await {
                Ok(Set::Done(_)) => return Ok(()),
                Ok(Set::Conflict) => {}
                Err(Unknown(why)) => return Err(failed(why)),
            }
        }
        Err(failed("other nodes change the hall all the time".to_owned()))
    }
}

/// Keeps the picture of a bucket up to date.
async fn follow(
    store: kv::Store,
    bucket: &'static str,
    picture: Arc<Mutex<Picture>>,
    changed: watch::Sender<u64>,
) {
    loop {
        match store.watch_with_history(">").await {
            Ok(mut entries) => {
                while let Some(Ok(entry)) = entries.next().await {
                    let mut picture = picture.lock().unwrap_or_else(PoisonError::into_inner);
                    picture.record(bucket, &entry);
                    drop(picture);
                    changed.send_modify(|count| *count += 1);
                }
            }
            Err(error) => tracing::debug!(%error, bucket, "the directory cannot be watched now"),
        }
        sleep(RETRY).await;
    }
}

impl Picture {
    fn record(&mut self, bucket: &str, entry: &kv::Entry) {
        self.has_all_halls |= bucket == HALLS && entry.seen_current;
        let key = entry.key.clone();
        let is_deleted = entry.operation != Operation::Put;
        if bucket == NODES {
            let value = serde_json::from_slice::<NodeValue>(&entry.value).ok().filter(|_| !is_deleted);
            let Some(NodeValue { node, address, announced, .. }) = value else {
                self.nodes.remove(&key);
                return;
            };
            let Announced { is_draining, halls, players } = announced;
            let node = NodeEntry { name: node, address, is_draining, halls, players };
            self.nodes.insert(key, (node, Instant::now()));
            return;
        }
        match serde_json::from_slice::<HallEntry>(&entry.value) {
            Ok(hall) if !is_deleted => _ = self.halls.insert(key, hall),
            Ok(_) | Err(_) if is_deleted => _ = self.halls.remove(&key),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, key, "an entry of the directory cannot be read"),
        }
    }
}
