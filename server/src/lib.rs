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

pub mod archive;
pub mod cluster;
mod files;
mod hall_supply;
mod halls;
mod placement;
pub mod shell;
pub mod store;
