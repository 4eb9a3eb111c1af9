//! Chuhe's server.
//!
//! [`core`] decides: it is told what happened and when, and asked what to do. It
//! opens no socket, reads no clock and draws no randomness but from its seed.
//! [`store`] keeps what must not be lost. [`shell`] is the thin rest: sockets, the
//! clock, the command line.
//!
//! A server inside another program is three lines:
//!
//! ```
//! use chuhe_server::shell::run::{Config, Server};
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::on("127.0.0.1:0".parse()?)).await?;
//! println!("play at {}", server.local_addr());
//! server.run(async { /* the shutdown: done when the server is to stop */ }).await?;
//! # Ok(())
//! # }
//! ```

pub mod core;
pub mod shell;
pub mod store;
