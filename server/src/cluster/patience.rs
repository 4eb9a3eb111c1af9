//! Repeats what NATS cannot do at the moment, as while its servers start or elect a leader.

use super::error::ClusterError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long NATS may be unable to do what a node needs at its start.
const PATIENCE: Duration = Duration::from_secs(15);
const RETRY: Duration = Duration::from_millis(250);

/// Repeats a step that NATS did not do, for 15 seconds.
///
/// # Errors
/// The last [`ClusterError::Failed`], or any other error at once.
pub async fn patiently<T, F>(mut step: impl FnMut() -> F) -> Result<T, ClusterError>
where
    F: Future<Output = Result<T, ClusterError>>,
{
    let end = Instant::now() + PATIENCE;
    loop {
        match step().await {
            Err(error @ ClusterError::Failed { .. }) if Instant::now() < end => {
                tracing::debug!(%error, "NATS is not ready");
                sleep(RETRY).await;
            }
            result => return result,
        }
    }
}
