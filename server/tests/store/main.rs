//! What is kept: the contract that every store keeps, what becomes of files that are
//! damaged, foreign or newer, and the thread that writes.
#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod contract;
mod damage;
mod first_version;
mod opening;
mod sample;
mod writer;
