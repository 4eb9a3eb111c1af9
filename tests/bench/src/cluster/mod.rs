//! Measures a cluster beside a single server: three NATS servers and several nodes on this machine.

pub mod directory;
pub mod interruption;
pub mod nats_trio;
pub mod nodes;
pub mod restart;
pub mod throughput;
pub mod travelling;
