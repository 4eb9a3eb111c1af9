//! The process around the [`hub`](chuhe_hub): sockets, TLS, the clock, the store's thread,
//! the command line.
//!
//! The hub makes every decision about players and games.

pub mod hall;
pub mod net;
pub mod node;
pub mod operate;
pub mod server;
mod server_error;
mod serving;
