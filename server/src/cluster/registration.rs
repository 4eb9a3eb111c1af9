//! A node's name: a key that the node holds while it runs, so that no other node takes the name.
//!
//! The value has the address at which players reach the node, and its load.

use super::ClusterConfig;
use super::bucket::{Bucket, Set, Value};
use super::error::ClusterError;
use super::names::encode;
use super::nats::Unknown;
use super::patience::patiently;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How long a node's key lasts after it was written.
pub(super) const NODE_AGE: Duration = Duration::from_secs(10);
/// The interval of writing it.
const RENEWAL: Duration = Duration::from_secs(3);
/// The shortest time between two writes.
const PAUSE: Duration = Duration::from_millis(500);
/// Why the name cannot be taken yet.
const TAKEN: &str = "another process has its name";
/// How much the clocks of this node and of the NATS server may differ.
///
/// Games are timed by the node alone. But after a takeover the time in which nobody served is computed
/// from the clocks of two nodes.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(60);

/// The value of a node's key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NodeValue {
    pub(super) node: String,
    pub(super) process: u64,
    pub(super) address: String,
    #[serde(flatten)]
    pub(super) announced: Announced,
}

/// The load of a node, and whether it is draining.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Announced {
    pub(super) is_draining: bool,
    pub(super) halls: u32,
    pub(super) players: u32,
}

/// The name of this node, which it holds until this is dropped.
#[derive(Debug)]
pub(super) struct Registration {
    announced: watch::Sender<Announced>,
    nodes: Bucket,
    key: String,
    revision: watch::Receiver<u64>,
    renewing: JoinHandle<()>,
}

impl Registration {
    /// Takes the name, and begins to renew it.
    ///
    /// # Errors
    /// [`ClusterError::NameTaken`] if a node with this name runs, and [`ClusterError::Clock`] if the clocks
    /// differ.
    pub(super) async fn begin(nodes: Bucket, config: &ClusterConfig) -> Result<Self, ClusterError> {
        let key = encode(&config.node);
        let value = NodeValue {
            node: config.node.clone(),
            process: super::names::random(),
            address: config.advertised.clone(),
            announced: Announced::default(),
        };
        let revision = take(&nodes, &key, &value).await?;
        if let Err(error) = check_clock(&nodes, &key).await {
            // another attempt of this node need not wait for the key to lapse
            let _ = nodes.delete(&key, revision).await;
            return Err(error);
        }
        let (announced, changes) = watch::channel(Announced::default());
        let (revisions, revision) = watch::channel(revision);
        let renewing = tokio::spawn(renew(nodes.clone(), key.clone(), value, changes, revisions));
        Ok(Self { announced, nodes, key, revision, renewing })
    }

    /// What this node announces.
    pub(super) fn announced(&self) -> watch::Sender<Announced> {
        self.announced.clone()
    }

    /// Gives the name up.
    pub(super) async fn end(&self) {
        self.renewing.abort();
        let revision = *self.revision.borrow();
        // if this fails, it lapses
        let _ = self.nodes.delete(&self.key, revision).await;
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.renewing.abort();
    }
}

fn bytes_of(value: &NodeValue) -> bytes::Bytes {
    serde_json::to_vec(value).unwrap_or_default().into()
}

/// Takes the name as soon as nobody has it.
///
/// If the name is renewed meanwhile, it belongs to a running node, and this fails. Otherwise it is left
/// over from a process that was killed, and lapses.
async fn take(nodes: &Bucket, key: &str, value: &NodeValue) -> Result<u64, ClusterError> {
    // the revision at which another process had the name; 0 if none had
    let seen = &AtomicU64::new(0);
    let taken = patiently(|| async move { try_take(nodes, key, value, seen).await }).await;
    taken.map_err(|error| {
        let is_taken = matches!(&error, ClusterError::Failed { why, .. } if why == TAKEN);
        if is_taken { ClusterError::NameTaken(value.node.clone()) } else { error }
    })
}

async fn try_take(
    nodes: &Bucket,
    key: &str,
    value: &NodeValue,
    seen: &AtomicU64,
) -> Result<u64, ClusterError> {
    let failed = |why: String| ClusterError::Failed { what: "register the node", why };
    if let Set::Done(revision) =
        nodes.create(key, bytes_of(value)).await.map_err(|Unknown(why)| failed(why))?
    {
        return Ok(revision);
    }
    let holder = nodes.get(key).await.map_err(|Unknown(why)| failed(why))?;
    let Some(Value { revision, bytes: Some(bytes), .. }) = holder else {
        return Err(failed("its name has just lapsed".to_owned()));
    };
    // this node's own write, whose acknowledgement was lost
    if bytes == bytes_of(value) {
        return Ok(revision);
    }
    match seen.swap(revision, Ordering::Relaxed) {
        0 => tracing::info!(node = value.node, "the name of this node is taken; it may lapse"),
        before if before != revision => return Err(ClusterError::NameTaken(value.node.clone())),
        _ => {}
    }
    Err(failed(TAKEN.to_owned()))
}

/// Compares this node's clock with that of the server which has just written the key.
async fn check_clock(nodes: &Bucket, key: &str) -> Result<(), ClusterError> {
    let read = nodes.get(key).await;
    let Ok(Some(Value { at_ms, .. })) = read else { return Ok(()) };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    compare_clocks(i128::try_from(now.as_millis()).unwrap_or(i128::MAX), at_ms)
}

/// Compares two times in milliseconds since 1970: this node's and the server's.
fn compare_clocks(ours_ms: i128, theirs_ms: i128) -> Result<(), ClusterError> {
    let ahead_ms = ours_ms - theirs_ms;
    if ahead_ms.unsigned_abs() <= CLOCK_TOLERANCE.as_millis() {
        return Ok(());
    }
    Err(ClusterError::Clock { ahead_s: i64::try_from(ahead_ms / 1_000).unwrap_or(i64::MAX) })
}

/// Writes the key at intervals, and at once when the value changes.
async fn renew(
    nodes: Bucket,
    key: String,
    mut value: NodeValue,
    mut changes: watch::Receiver<Announced>,
    revisions: watch::Sender<u64>,
) {
    loop {
        tokio::select! {
            () = sleep(RENEWAL) => {}
            changed = changes.changed() => if changed.is_err() { return },
        }
        value.announced = *changes.borrow_and_update();
        let revision = *revisions.borrow();
        match nodes.update(&key, bytes_of(&value), revision).await {
            Ok(Set::Done(revision)) => _ = revisions.send_replace(revision),
            Ok(Set::Conflict) => reclaim(&nodes, &key, &value, &revisions).await,
            Err(Unknown(why)) => tracing::debug!(why, "the name of this node is not renewed"),
        }
        sleep(PAUSE).await;
    }
}

/// Takes a name again that lapsed while NATS could not be reached.
async fn reclaim(nodes: &Bucket, key: &str, value: &NodeValue, revisions: &watch::Sender<u64>) {
    match nodes.get(key).await {
        Ok(Some(Value { revision, bytes: Some(bytes), .. })) => {
            let holder = serde_json::from_slice::<NodeValue>(&bytes);
            if holder.is_ok_and(|holder| holder.process == value.process) {
                revisions.send_replace(revision);
            } else {
                tracing::error!(node = value.node, "another node has the name of this one");
            }
        }
        Ok(_) => {
            if let Ok(Set::Done(revision)) = nodes.create(key, bytes_of(value)).await {
                revisions.send_replace(revision);
            }
        }
        Err(Unknown(why)) => tracing::debug!(why, "the name of this node is not renewed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_an_hour_apart_are_refused_in_one_line() {
        let (hour, now) = (3_600_000, 1_800_000_000_000);
        assert_eq!(compare_clocks(now + 59_000, now), Ok(()));
        assert_eq!(compare_clocks(now - 59_000, now), Ok(()));
        for (ours, says) in [(now + hour, "3600 s ahead of"), (now - hour, "3600 s behind")] {
            let line = compare_clocks(ours, now).expect_err("the clocks differ").to_string();
            assert!(line.contains(says) && line.contains("synchronise") && !line.contains('\n'), "{line}");
        }
    }
}
