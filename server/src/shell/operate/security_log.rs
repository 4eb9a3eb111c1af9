//! Log lines about clients that behave like attackers, in a fixed form that ban tools match.
//!
//! A line has the target [`TARGET`], the level `info`, and the form
//! `EVENT address=ADDRESS connection=NUMBER`, followed by `reason=REASON` or `name=NAME` where the
//! event has one. `packaging/deploy/fail2ban` matches it. A name is that of a valid player, so it has no
//! spaces, quotes and control characters; no other text of a client is written.

use super::log_limits::{self, Noise};
use crate::shell::net::connection_end::GreetingFailure;
use chuhe_hub::{ConnectionId, SecurityEvent};
use std::net::IpAddr;

/// Target of the lines, for filters.
const TARGET: &str = "chuhe_server::security";

/// Writes a security event that the hub reports.
pub(crate) fn record_event(address: IpAddr, connection: ConnectionId, event: &SecurityEvent) {
    let line = match event {
        SecurityEvent::FailedLogin(_) => Noise::FailedLogin,
        SecurityEvent::UnknownToken => Noise::UnknownToken,
        SecurityEvent::Flood => Noise::Flood,
        SecurityEvent::BrokenFrame => Noise::BrokenFrame,
    };
    if !log_limits::admits(line) {
        return;
    }
    match event {
        SecurityEvent::FailedLogin(name) => {
            tracing::info!(target: TARGET, %address, %connection, %name, "failed login");
        }
        SecurityEvent::UnknownToken => tracing::info!(target: TARGET, %address, %connection, "unknown token"),
        SecurityEvent::Flood => tracing::info!(target: TARGET, %address, %connection, "flood"),
        SecurityEvent::BrokenFrame => tracing::info!(target: TARGET, %address, %connection, "broken frame"),
    }
}

/// Writes that a greeting failed through the peer's fault.
pub(crate) fn record_greeting_failure(address: IpAddr, connection: ConnectionId, failure: GreetingFailure) {
    if log_limits::admits(Noise::FailedGreeting) {
        let reason: &str = failure.into();
        tracing::info!(target: TARGET, %address, %connection, %reason, "failed greeting");
    }
}
