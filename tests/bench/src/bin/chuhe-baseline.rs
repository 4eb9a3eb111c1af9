//! The program `chuhe-baseline`: the relay with which the server is compared.
//!
//! It listens on a free loopback port, prints the address, and relays until it is killed.

use chuhe_bench::baseline;
use std::io::{self, Write as _};

// the same runtime as the server
#[tokio::main]
async fn main() -> io::Result<()> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    let listener = baseline::listen(([127, 0, 0, 1], 0).into())?;
    writeln!(io::stdout(), "listening at {}", listener.local_addr()?)?;
    baseline::serve(listener).await
}
