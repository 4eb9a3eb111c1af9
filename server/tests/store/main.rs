//! What is kept: the contract that every store keeps, and what becomes of files
//! that are damaged, foreign or newer.
#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod contract;
mod damage;
mod opening;
mod sample;
