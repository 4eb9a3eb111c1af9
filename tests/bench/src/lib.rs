//! Measures throughput, latency and memory of the server against a baseline.
//!
//! The baseline is a relay of the same frames that checks and stores nothing. Both run as
//! programs of their own. The load runs in this process: real clients play recorded legal games
//! and check every message they receive.
//!
//! Compare ratios within one run only. Absolute figures depend on the machine and on what else
//! runs on it.

pub mod allocations;
pub mod baseline;
pub mod beside_bots;
pub mod cluster;
pub mod connection;
pub mod connections_memory;
pub mod crowd;
pub mod environment;
pub mod evening;
pub mod halls;
pub mod load;
pub mod lobby;
pub mod moves;
pub mod pacer;
pub mod player;
pub mod player_pair;
pub mod plot;
pub mod process;
pub mod reconnecting;
pub mod recordings;
pub mod results;
pub mod seeking;
pub mod soak;
pub mod spectating;
pub mod statistics;
pub mod web;
