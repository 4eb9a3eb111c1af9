//! The program `chuhe-counted-server`: a server whose allocations are counted. It takes the flags
//! of `chuhe-server`, of which it heeds those that a measurement needs. For each line that
//! it reads it says how often memory was asked for, and how many bytes, since it was started.

use chuhe_server::shell::args::Args;
use chuhe_server::shell::open_files;
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
        connections: args.connections,
        address_connections: args.address_connections,
        failed_greetings: args.failed_greetings,
        limits: args.limits(),
        ..Config::on(args.address())
    };
    let server = Server::bind(config).await?;
    writeln!(io::stdout(), "listening at {}", server.local_addr())?;
    open_files::raise_limit(args.connections);
    thread::spawn(answer);
    Ok(server.run(std::future::pending()).await?)
}

/// Answers each line, until there are no more.
fn answer() {
    for _ in io::stdin().lock().lines() {
        let counted = COUNTED.stats();
        let (times, bytes) = (counted.allocations + counted.reallocations, counted.bytes_allocated);
        if writeln!(io::stdout(), "{times} {bytes}").is_err() {
            return;
        }
    }
}
