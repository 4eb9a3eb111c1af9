//! Nodes against a real NATS server, which each test starts on loopback ports of its own.
//!
//! `scripts/nats` installs the server; `CHUHE_NATS_SERVER` names another one. Without either the tests
//! say that they are skipped.

mod nats_server;
mod node;
mod players;
mod postgres_server;
mod relay;

mod accounts;
mod directory;
mod erasing;
mod following;
mod forks;
mod postgres;
mod programs;
mod quorum;
mod refusals;
mod registered;
mod secured;
mod serving;
mod snapshots;
