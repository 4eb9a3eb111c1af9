//! What is around the [`core`](chuhe_hub): sockets, the clock of the machine,
//! the command line. It decides nothing about players and games.

mod accept;
pub mod args;
mod connection;
pub mod descriptors;
mod frames;
mod handle;
pub mod identity;
mod listener;
mod metrics;
mod ops;
mod owner;
mod passwords;
mod persistence;
pub mod run;
mod send_scheduler;
pub mod service;
pub mod signals;
mod tls;
#[cfg(test)]
mod troubled;
pub mod writer;
