//! Tells a service manager, systemd that is, how far the server is. Where none
//! listens, nothing is told.

/// The server listens.
pub fn ready() {
    #[cfg(target_os = "linux")]
    tell(sd_notify::NotifyState::Ready);
}

/// The server has been told to stop.
pub fn stopping() {
    #[cfg(target_os = "linux")]
    tell(sd_notify::NotifyState::Stopping);
}

#[cfg(target_os = "linux")]
fn tell(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager cannot be told");
    }
}
