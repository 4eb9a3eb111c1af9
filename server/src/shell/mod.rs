//! The process around the [`hub`](chuhe_hub): sockets, TLS, the clock, the store's thread,
//! the command line.
//!
//! The hub makes every decision about players and games.

mod accept;
#[cfg(unix)]
mod account_control;
mod account_lines;
pub mod account_request;
mod accounts;
pub mod announcement;
pub mod args;
mod bots;
mod certificate_expiry;
mod clock;
pub mod command_args;
mod config;
mod connection;
mod connection_end;
mod connections;
#[cfg(unix)]
pub mod control;
#[cfg(unix)]
mod control_response;
mod damage_report;
pub mod data_directory;
pub mod export_postgres_args;
mod external_engine;
#[cfg(test)]
mod faulty_store;
mod frame_reader;
mod hall;
mod hall_accounts;
#[cfg(unix)]
mod hall_control;
mod hall_order;
mod hall_router;
mod hall_threads;
mod hub_message;
mod hub_task;
#[cfg(feature = "cluster")]
mod joining;
#[cfg(not(feature = "cluster"))]
#[path = "without_cluster.rs"]
mod joining;
mod listener;
mod live;
mod log_limits;
pub mod logging;
pub mod maintenance;
mod metrics;
mod movable_stream;
#[cfg(feature = "cluster")]
mod node;
pub mod open_files;
pub mod operator_request;
mod ops;
mod passwords;
mod peer_address;
pub(crate) mod persistence;
mod proxy_header;
mod search_pool;
mod security_log;
mod send_queue;
mod send_scheduler;
pub mod server;
mod server_error;
mod serving;
pub mod settings;
pub mod signals;
mod standstill;
pub mod store_writer;
pub mod systemd;
mod thinking_pool;
mod tls;
pub mod tls_identity;
pub mod web;
