//! Snapshots of a hall in NATS: the objects, the pointer that names the last two, and what is purged.

use super::bucket::{Bucket, Set, Value};
use super::error::ClusterError;
use super::names::{hall_key, log_stream, object_bucket};
use super::nats::{Nats, Unknown};
use super::streams::{ensure, object_config};
use async_nats::jetstream::object_store::ObjectStore;
use chuhe_cluster::{
    Epoch, Hash, Pointer, Reach, Revision, Sequence, SnapshotAnswer, SnapshotId, SnapshotStep,
};
use chuhe_protocol::HallName;
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;

/// How long storing or fetching an object may take. 500 MB took 13 s.
const OBJECT_TIMEOUT: Duration = Duration::from_secs(600);
/// How long another step may take.
const STEP_TIMEOUT: Duration = Duration::from_secs(30);

/// The snapshots of a hall.
#[derive(Clone, Debug)]
pub(super) struct SnapshotStore {
    nats: Nats,
    hall: HallName,
    pointers: Bucket,
    replicas: usize,
}

/// The value of the pointer.
#[derive(Serialize, Deserialize)]
struct PointerValue {
    latest: Option<IdValue>,
    previous: Option<IdValue>,
}

#[derive(Serialize, Deserialize)]
struct IdValue {
    sequence: u64,
    hash: [u8; 32],
    epoch: u64,
    process: u64,
    n: u64,
}

impl From<SnapshotId> for IdValue {
    fn from(SnapshotId { place, process, n }: SnapshotId) -> Self {
        Self { sequence: place.sequence.0, hash: place.hash.0, epoch: place.epoch.0, process, n }
    }
}

impl From<IdValue> for SnapshotId {
    fn from(IdValue { sequence, hash, epoch, process, n }: IdValue) -> Self {
        let place = Reach { sequence: Sequence(sequence), hash: Hash(hash), epoch: Epoch(epoch) };
        Self { place, process, n }
    }
}

fn unknown(error: impl std::fmt::Display) -> Unknown {
    Unknown(error.to_string())
}

impl SnapshotStore {
    pub(super) fn new(nats: &Nats, pointers: Bucket, hall: HallName, replicas: usize) -> Self {
        Self { nats: nats.clone(), hall, pointers, replicas }
    }

    /// Carries a step out, except making a snapshot. `object` is the one to store.
    pub(super) async fn carry_out(&self, step: SnapshotStep, object: Arc<Vec<u8>>) -> SnapshotAnswer {
        let done = match step {
            SnapshotStep::ReadPointer => {
                self.read_pointer().await.map(|(pointer, at)| SnapshotAnswer::Pointer(pointer, at))
            }
            SnapshotStep::Make => Ok(SnapshotAnswer::Failed),
            SnapshotStep::Store(id) => self.store(id, &object).await.map(|()| SnapshotAnswer::Done),
            SnapshotStep::Point(pointer, revision) => self.point(pointer, revision).await,
            SnapshotStep::Purge(to) => self.purge(to).await.map(|()| SnapshotAnswer::Done),
            SnapshotStep::Delete(before) => self.delete_before(before).await.map(|()| SnapshotAnswer::Done),
        };
        done.unwrap_or_else(|Unknown(why)| {
            tracing::warn!(?step, why, "a step of a snapshot failed; it is tried again");
            SnapshotAnswer::Failed
        })
    }

    /// The pointer and its revision.
    pub(super) async fn read_pointer(&self) -> Result<(Pointer, Revision), Unknown> {
        let Some(Value { revision, bytes, .. }) = self.pointers.get(&hall_key(&self.hall)).await? else {
            return Ok((Pointer::default(), Revision(0)));
        };
        let Some(bytes) = bytes else { return Ok((Pointer::default(), Revision(revision))) };
        let PointerValue { latest, previous } = serde_json::from_slice(&bytes).map_err(unknown)?;
        let pointer = Pointer { latest: latest.map(Into::into), previous: previous.map(Into::into) };
        Ok((pointer, Revision(revision)))
    }

    async fn point(&self, pointer: Pointer, revision: Revision) -> Result<SnapshotAnswer, Unknown> {
        let Pointer { latest, previous } = pointer;
        let value = PointerValue { latest: latest.map(Into::into), previous: previous.map(Into::into) };
        let bytes = serde_json::to_vec(&value).map_err(unknown)?;
        match self.pointers.update(&hall_key(&self.hall), bytes.into(), revision.0).await? {
            Set::Done(revision) => Ok(SnapshotAnswer::Pointed(Revision(revision))),
            Set::Conflict => Err(Unknown("another node has set the pointer".to_owned())),
        }
    }

    async fn objects(&self) -> Result<ObjectStore, Unknown> {
        let opened = self.nats.context.get_object_store(object_bucket(&self.hall));
        self.nats.limited(STEP_TIMEOUT, opened).await
    }

    /// Stores an object, reads it back, and compares.
    async fn store(&self, id: SnapshotId, object: &[u8]) -> Result<(), Unknown> {
        ensure(&self.nats, &object_config(&self.hall, self.replicas))
            .await
            .map_err(|error: ClusterError| unknown(error))?;
        let (objects, name) = (self.objects().await?, id.to_string());
        let mut reader = object;
        self.nats.limited(OBJECT_TIMEOUT, objects.put(name.as_str(), &mut reader)).await?;
        let stored = self.fetch(id).await?;
        if Sha256::digest(&stored) == Sha256::digest(object) {
            Ok(())
        } else {
            Err(Unknown("the stored object is not what was sent".to_owned()))
        }
    }

    /// Reads the object of a snapshot.
    pub(super) async fn fetch(&self, id: SnapshotId) -> Result<Vec<u8>, Unknown> {
        let objects = self.objects().await?;
        let name = id.to_string();
        let mut object = self.nats.limited(STEP_TIMEOUT, objects.get(name.as_str())).await?;
        let mut bytes = Vec::new();
        self.nats.limited(OBJECT_TIMEOUT, object.read_to_end(&mut bytes)).await?;
        Ok(bytes)
    }

    /// Purges the entries up to a place.
    async fn purge(&self, to: Sequence) -> Result<(), Unknown> {
        let stream = self.nats.context.get_stream_no_info(log_stream(&self.hall)).await.map_err(unknown)?;
        let purging = stream.purge().sequence(to.next().0).into_future();
        self.nats.limited(STEP_TIMEOUT, purging).await?;
        Ok(())
    }

    /// Deletes the objects of earlier snapshots.
    async fn delete_before(&self, before: Sequence) -> Result<(), Unknown> {
        let objects = self.objects().await?;
        let listing = async {
            let mut list = objects.list().await.map_err(unknown)?;
            let mut names = Vec::new();
            while let Some(object) = list.next().await {
                let object = object.map_err(unknown)?;
                names.extend(Some(object.name).filter(|_| !object.deleted));
            }
            Ok::<_, Unknown>(names)
        };
        let names = self.nats.limited(STEP_TIMEOUT, listing).await?;
        for name in names {
            if SnapshotId::sequence_of(&name).is_some_and(|sequence| sequence < before) {
                self.nats.limited(STEP_TIMEOUT, objects.delete(&name)).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_read_as_it_was_written() {
        let place = Reach { sequence: Sequence(7), hash: Hash([9; 32]), epoch: Epoch(2) };
        let id = SnapshotId { place, process: u64::MAX, n: 3 };
        let text = serde_json::to_string(&IdValue::from(id)).expect("it is encoded");
        let read: IdValue = serde_json::from_str(&text).expect("it is decoded");
        assert_eq!(SnapshotId::from(read), id);
    }
}
