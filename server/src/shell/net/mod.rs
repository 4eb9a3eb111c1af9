//! Sockets: listeners, TLS, the PROXY protocol, frames, WebSockets and the queues of connections.

pub(crate) mod accept;
pub mod announcement;
pub(crate) mod certificate_expiry;
pub(crate) mod connection;
pub(crate) mod connection_end;
pub(crate) mod connections;
pub(crate) mod frame_reader;
pub(crate) mod framing;
pub(crate) mod listener;
pub(crate) mod movable_stream;
pub mod open_files;
pub(crate) mod peer_address;
pub(crate) mod proxy_header;
pub(crate) mod send_queue;
pub(crate) mod send_scheduler;
pub(crate) mod tls;
pub mod tls_identity;
pub mod web;
