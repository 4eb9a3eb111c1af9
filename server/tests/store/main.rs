//! Tests of the store: the contract, migration from older versions, damaged, foreign
//! and newer files, and the writer thread.
#![expect(clippy::unwrap_used, reason = "a failing test shows where")]

#[cfg(unix)]
mod account;
mod contract;
mod damage;
mod export;
mod finished;
mod migration;
mod opening;
mod pruning;
mod ratings;
mod repair;
mod sample;
mod search;
mod verify;
mod writer;
