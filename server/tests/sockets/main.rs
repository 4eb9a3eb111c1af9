//! Tests of the server over real loopback sockets. There are few, and none sleeps.
#![expect(clippy::wildcard_enum_match_arm, reason = "a test waits for one message and skips the others")]

mod accounts;
#[cfg(unix)]
mod backup;
mod bots;
mod broadcast;
mod client;
#[cfg(unix)]
mod ctl;
#[cfg(unix)]
mod ctl_account;
mod ctl_game;
#[cfg(unix)]
mod ctl_reports;
#[cfg(unix)]
mod damage;
mod evenings;
#[cfg(unix)]
mod full_log;
mod games;
#[cfg(unix)]
mod halls;
mod limits;
#[cfg(unix)]
#[path = "../../hub/tests/hub/long_game.rs"]
mod long_game;
#[cfg(unix)]
mod moving;
#[cfg(unix)]
mod operating;
mod ops;
mod peers;
#[cfg(unix)]
mod program;
mod proxied;
mod python;
#[cfg(unix)]
mod reload;
#[cfg(unix)]
mod restart;
#[cfg(unix)]
mod security;
#[cfg(unix)]
mod shared_accounts;
#[cfg(unix)]
mod shutdown;
mod tls;
mod web;
mod web_files;
mod web_hostile;
