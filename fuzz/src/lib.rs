//! The fuzz targets: each runs its input and panics if an invariant fails.
//!
//! `scripts/fuzz` runs the targets, starting from `fuzz/seeds`, which
//! `cargo run --manifest-path fuzz/Cargo.toml --example seeds` writes.

pub mod engine_driver;
pub mod engine_session;
pub mod fen;
pub mod frame;
pub mod greeting;
pub mod hub;
pub mod luzhanqi;
pub mod records;
pub mod request;
pub mod server_message;
pub mod websocket;
