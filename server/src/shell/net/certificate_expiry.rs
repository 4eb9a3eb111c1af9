//! Warns before the server's certificate expires, at the start and daily.

use crate::shell::operate::live::LiveConfig;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::time::sleep;

const DAY_SECONDS: i64 = 24 * 60 * 60;
/// How long before the expiry the warnings begin. Certificates of public authorities are
/// usually renewed 30 days before.
const SOON_SECONDS: i64 = 14 * DAY_SECONDS;
/// Interval of the warnings.
const INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// Warns at the start, daily, and after each change of the certificate, forever.
pub(crate) async fn watch(mut live: watch::Receiver<LiveConfig>) {
    loop {
        let expires_at = live.borrow_and_update().identity.as_ref().map(|identity| identity.expires_at());
        match expires_at {
            None => return std::future::pending().await,
            Some(expires_at) => warn_if_due(seconds_left(expires_at)),
        }
        tokio::select! {
            () = sleep(INTERVAL) => {}
            changed = live.changed() => if changed.is_err() {
                return std::future::pending().await;
            },
        }
    }
}

/// Returns the seconds until `expires_at`, in seconds since 1970; negative after it.
pub(crate) fn seconds_left(expires_at: i64) -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    expires_at.saturating_sub(i64::try_from(now).unwrap_or(i64::MAX))
}

fn warn_if_due(seconds_left: i64) {
    if seconds_left <= 0 {
        tracing::warn!("the certificate has expired; clients that check it refuse the server");
    } else if seconds_left <= SOON_SECONDS {
        tracing::warn!(days = seconds_left / DAY_SECONDS, "the certificate expires soon");
    }
}
