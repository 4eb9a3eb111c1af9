//! The program `chuhe-baseline`: the relay against which the server is measured. It listens at
//! a free port of this machine, says where, and relays until it is ended.

use chuhe_bench::baseline;
use std::io::{self, Write as _};

// the same runtime as the server's
#[tokio::main]
async fn main() -> io::Result<()> {
    rlimit::increase_nofile_limit(u64::MAX)?;
    let listener = baseline::listen(([127, 0, 0, 1], 0).into())?;
    writeln!(io::stdout(), "listening at {}", listener.local_addr()?)?;
    baseline::serve(listener).await
}
