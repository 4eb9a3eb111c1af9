//! The server's side of the browser: the files of the page, and WebSockets at `/ws`.
//!
//! A second listener accepts HTTP connections. One that becomes a WebSocket is from then on a
//! connection like any other: its messages are those of the protocol.

pub mod config;
mod connection;
mod earlier;
pub mod files;
mod handshake;
mod headers;
mod http_stream;
mod lengths;
mod link_card;
pub mod origin;
mod service;
pub mod stream;
pub(crate) mod violation;
mod visit;
mod web_file;
pub(crate) mod web_listener;
