//! Fetches a snapshot for a copy that is behind the log.

use super::copy::HallCopy;
use super::image::install_image;
use super::member::report::MemberFault;
use super::nats::Unknown;
use super::snapshots::SnapshotStore;
use chuhe_cluster::SnapshotId;
use chuhe_store::StoreError;
use std::path::Path;
use std::time::Duration;
use tokio::time::sleep;

/// How long after a failure a snapshot is fetched again.
const FETCH_RETRY: Duration = Duration::from_secs(2);

/// Fetches a snapshot and makes it the copy in a folder. Waits for NATS.
///
/// # Errors
/// If there is no snapshot that can be used.
pub(super) async fn fetch_copy(store: &SnapshotStore, folder: &Path) -> Result<Box<HallCopy>, MemberFault> {
    loop {
        match try_fetch(store, folder).await {
            Ok(fetched) => return fetched,
            Err(Unknown(why)) => {
                tracing::warn!(why, "no snapshot can be fetched now; it is tried again");
                sleep(FETCH_RETRY).await;
            }
        }
    }
}

/// Fetches the last snapshot, or else the one before it.
///
/// # Errors
/// [`Unknown`] if a retry may succeed.
async fn try_fetch(
    store: &SnapshotStore,
    folder: &Path,
) -> Result<Result<Box<HallCopy>, MemberFault>, Unknown> {
    let (pointer, _) = store.read_pointer().await?;
    let mut why = "there is none".to_owned();
    let mut unreached = None;
    for SnapshotId { place, process, n } in pointer.latest.into_iter().chain(pointer.previous) {
        let image = match store.fetch(SnapshotId { place, process, n }).await {
            Ok(image) => image,
            Err(error) => {
                unreached = Some(error);
                continue;
            }
        };
        let folder = folder.to_owned();
        let installing = tokio::task::spawn_blocking(move || install_image(&folder, &image, place)).await;
        match installing.map_err(|error| Unknown(error.to_string()))? {
            Ok(copy) => {
                tracing::info!(sequence = place.sequence.0, "the copy begins from a snapshot");
                return Ok(Ok(Box::new(copy)));
            }
            Err(StoreError::Damaged(damage)) => {
                tracing::error!(damage, sequence = place.sequence.0, "a snapshot is damaged");
                why = damage;
            }
            Err(error) => return Ok(Err(MemberFault::Copy(error))),
        }
    }
    match unreached {
        Some(unreached) => Err(unreached),
        None => Ok(Err(MemberFault::Snapshot(why))),
    }
}
