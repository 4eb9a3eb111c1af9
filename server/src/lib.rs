//! Chuhe's server.
//!
//! [`chuhe_hub`] makes every decision. This crate is the shell around it: [`store`]
//! persists what must not be lost, and [`shell`] owns the sockets, the clock and the
//! command line.
//!
//! A server inside another program is three lines:
//!
//! ```
//! use chuhe_server::shell::server::{Config, Server};
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::on("127.0.0.1:0".parse()?)).await?;
//! println!("play at {}", server.local_addr());
//! server.run(async { /* the shutdown: done when the server is to stop */ }).await?;
//! # Ok(())
//! # }
//! ```

pub mod shell;
pub mod store;
