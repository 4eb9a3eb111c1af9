//! The server at a real socket of this machine: few, and none sleeps.
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod accounts;
mod client;
mod crowd;
#[cfg(unix)]
mod end;
mod games;
#[cfg(unix)]
mod kept;
mod limits;
mod ops;
mod peers;
#[cfg(unix)]
mod program;
mod tls;
