//! What each fuzz target does with its bytes, and what must hold whatever they
//! are: a target panics where it does not. It does not choose the bytes.
//!
//! `scripts/fuzz` runs the targets. They begin from `fuzz/seeds`, which
//! `cargo run --manifest-path fuzz/Cargo.toml --example seeds` writes.

pub mod fen;
pub mod frame;
pub mod greeting;
pub mod hub;
pub mod luzhanqi;
pub mod request;
pub mod server_message;
