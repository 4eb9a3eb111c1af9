//! Stands in for the hosted server in a program built without the feature `host`.

use chuhe_model::exchange::event::{HostEvent, HostFailure};
use std::path::PathBuf;

/// Reports that hosting is not available.
#[derive(Debug)]
pub struct Host {
    event: Option<HostEvent>,
}

impl Host {
    /// Takes the same argument as the real one and stores nothing.
    #[must_use]
    pub fn new(_directory: Option<PathBuf>) -> Self {
        Self { event: None }
    }

    /// Fails with [`HostFailure::Unavailable`].
    pub fn start(&mut self, _port: u16, _announce: Option<String>) {
        self.event = Some(HostEvent::Failed(HostFailure::Unavailable));
    }

    /// Does nothing: no server runs.
    pub fn stop(&mut self) {}

    /// Does nothing: no server runs.
    pub fn close(&mut self) {}

    /// Returns the failure of [`Host::start`] once.
    pub fn poll(&mut self) -> Option<HostEvent> {
        self.event.take()
    }
}

/// The addresses at which others may reach this machine: unknown.
#[must_use]
pub fn addresses() -> Vec<String> {
    Vec::new()
}
