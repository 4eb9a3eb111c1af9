//! Chuhe's server.
//!
//! The [hub](chuhe_hub) makes every decision. This crate is the process around it: [`store`]
//! stores players and games, and [`shell`] owns the sockets, the clock and the command line.
//!
//! To run a server inside another program:
//!
//! ```
//! use chuhe_server::shell::server::{Config, Server};
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::on("127.0.0.1:0".parse()?)).await?;
//! println!("play at {}", server.local_addr());
//! server.run(async { /* completes when the server is to stop */ }).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! Without features this is the server that a player hosts. `cluster` makes it a node of a cluster, `archive`
//! exports finished games to PostgreSQL, `ops` serves metrics and health, and `full` is all of them.

#![cfg_attr(
    not(feature = "cluster"),
    allow(
        dead_code,
        unused_imports,
        reason = "a node opens, pauses and hands on halls by code that other servers do not call"
    )
)]

#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod cluster_config;
mod files;
mod hall_supply;
mod halls;
pub mod missing_feature;
mod placement;
pub mod serving;
pub mod shell;
pub mod store;
