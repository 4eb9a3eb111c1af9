//! The program `chuhe-counted-server`: a server with a counting allocator.
//!
//! It accepts the flags of `chuhe-server` and applies those that a measurement needs. For each
//! input line it prints the number of allocations and of allocated bytes since the start.

use chuhe_protocol::limits;
use chuhe_server::shell::net::open_files;
use chuhe_server::shell::operate::args::Args;
use chuhe_server::shell::server::{Config, Data, Server};
use clap::Parser as _;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::io::{self, BufRead as _, Write as _};
use std::thread;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let config = Config {
        data: args.data_directory()?.map_or(Data::Memory, Data::Directory),
        durability: args.durability.into(),
        connections: open_files::admitted_connections(args.limits.connections, limits::CONNECTIONS),
        address_connections: args.limits.address_connections,
        failed_greetings: args.limits.failed_greetings,
        limits: args.limits.all(),
        ..Config::on(args.address())
    };
    let server = Server::bind(config).await?;
    writeln!(io::stdout(), "listening at {}", server.local_addr())?;
    thread::spawn(print_counters);
    Ok(server.run(std::future::pending()).await?)
}

/// Prints the counters for each input line.
fn print_counters() {
    for _ in io::stdin().lock().lines() {
        let stats = COUNTED.stats();
        let (times, bytes) = (stats.allocations + stats.reallocations, stats.bytes_allocated);
        if writeln!(io::stdout(), "{times} {bytes}").is_err() {
            return;
        }
    }
}
