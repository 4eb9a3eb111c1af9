//! Notifies systemd when the server is ready and when it stops.
//!
//! Does nothing unless systemd started the server as a service of type `notify`.

/// Notifies systemd that the server accepts connections.
pub fn notify_ready() {
    #[cfg(target_os = "linux")]
    notify(sd_notify::NotifyState::Ready);
}

/// Notifies systemd that the server is stopping.
pub fn notify_stopping() {
    #[cfg(target_os = "linux")]
    notify(sd_notify::NotifyState::Stopping);
}

#[cfg(target_os = "linux")]
fn notify(state: sd_notify::NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "cannot notify systemd");
    }
}
