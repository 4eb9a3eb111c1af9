//! What is around the [`core`](chuhe_hub): sockets, the clock of the machine,
//! the command line. It decides nothing about players and games.

mod accept;
pub mod args;
mod connection;
#[cfg(test)]
mod faulty_store;
mod frame_reader;
mod hub_task;
mod listener;
mod metrics;
pub mod open_files;
mod ops;
mod passwords;
mod persistence;
mod send_queue;
mod send_scheduler;
pub mod server;
pub mod signals;
pub mod store_writer;
pub mod systemd;
mod tls;
pub mod tls_identity;
