//! The program `chuhe-server`: reads the command line, listens, and ends in an
//! orderly way when it is told to.

use anyhow::Context;
use chuhe_server::shell::args::Args;
use chuhe_server::shell::server::{Config, Data, Server};
use chuhe_server::shell::signals::Signals;
use chuhe_server::shell::tls_identity::{TlsIdentity, TlsIdentityError};
use chuhe_server::shell::{open_files, systemd};
use clap::Parser;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// The exit code where the command line is wrong, as is the custom.
const BAD_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) if !error.use_stderr() => error.exit(), // the help, or the version
        Err(error) => {
            complain(&first_paragraph(&error.to_string()));
            return ExitCode::from(BAD_USAGE);
        }
    };
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

// one thread serves all and one keeps: no wake-up of a task is one of another thread, which
// costs more than all that is done for a move
#[tokio::main(flavor = "current_thread")]
async fn run(args: &Args) -> anyhow::Result<()> {
    log(args)?;
    let address = args.address();
    let identity = identity(args)?;
    let fingerprint = identity.as_ref().map(TlsIdentity::fingerprint);
    let config = Config {
        identity,
        ops: args.ops,
        data: args.data_directory()?.map_or(Data::Memory, Data::Directory),
        durability: args.durability.into(),
        connections: args.connections,
        address_connections: args.address_connections,
        failed_greetings: args.failed_greetings,
        grace_ms: u64::from(args.grace) * 1000,
        watch_delay_plies: args.watch_delay,
        limits: args.limits(),
        ..Config::on(address)
    };
    // from here on a signal is not lost, though nobody waits for it yet
    let signals = Signals::new().context("cannot wait for signals")?;
    let server = Server::bind(config).await?;
    writeln!(io::stdout(), "listening at {}", server.local_addr())?;
    if let Some(fingerprint) = fingerprint {
        writeln!(io::stdout(), "fingerprint {fingerprint}")?;
    }
    if let Some(address) = server.ops_addr() {
        writeln!(io::stdout(), "operations at {address}")?;
    }
    open_files::raise_limit(args.connections);
    systemd::notify_ready();
    let (first, second) = signals.first_and_second();
    let first = async {
        first.await;
        systemd::notify_stopping();
    };
    // as a task: what wakes another task from outside the runtime costs much more
    let serving = tokio::spawn(server.run_until(first, second));
    serving.await?.context("the server failed")
}

/// By what the server shows over TLS who it is; `None`, it speaks in plain.
fn identity(args: &Args) -> anyhow::Result<Option<TlsIdentity>> {
    let made: Result<TlsIdentity, TlsIdentityError> = match (&args.tls_cert, &args.tls_key) {
        (Some(certificate), Some(key)) => TlsIdentity::load(certificate, key),
        _ if !args.tls => return Ok(None),
        _ => match args.data_directory()? {
            Some(directory) => TlsIdentity::load_or_make(&directory),
            None => TlsIdentity::make(),
        },
    };
    Ok(Some(made?))
}

fn log(args: &Args) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&args.log).context("--log is no filter")?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    let log = log.with_ansi(io::stderr().is_terminal());
    if args.log_json {
        log.json().init();
    } else {
        log.init();
    }
    Ok(())
}

/// The first paragraph of a complaint, as one line.
fn first_paragraph(text: &str) -> String {
    text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ")
}

fn complain(line: &str) {
    // if even standard error is closed there is nobody to complain to
    let _ = writeln!(io::stderr(), "{line}");
}
