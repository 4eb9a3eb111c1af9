//! Pausing processes.

use std::process::{Child, Command};

/// Sends a signal to a process that this test started.
fn send(process: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &process.id().to_string()]).status();
    assert!(status.expect("kill runs").success(), "{signal} reaches the process");
}

/// Pauses a process.
pub(crate) fn pause(process: &Child) {
    send(process, "-STOP");
}

/// Lets a process go on.
pub(crate) fn go_on(process: &Child) {
    send(process, "-CONT");
}
