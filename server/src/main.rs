//! The program `chuhe-server`: parses the command line, starts the server, and shuts it
//! down on a signal.

use anyhow::{Context, ensure};
use chuhe_protocol::limits;
use chuhe_server::shell::net::open_files;
use chuhe_server::shell::net::tls_identity::{TlsIdentity, TlsIdentityError};
use chuhe_server::shell::operate::args::{Args, CommandLine, GivenFlags};
use chuhe_server::shell::operate::command_args::{
    AccountArgs, AccountCommand, Command, ExportArgs, RatingsCommand,
};
use chuhe_server::shell::operate::logging::{Log, LogFilter};
use chuhe_server::shell::operate::maintenance::Outcome;
use chuhe_server::shell::operate::settings::Settings;
use chuhe_server::shell::operate::signals::{Hangups, Signals};
use chuhe_server::shell::operate::{maintenance, systemd};
use chuhe_server::shell::server::{Config, Data, Reconfigure, Server, ServerError};
use chuhe_server::store::{
    EraseError, Erased, ExportError, ExportOptions, Exported, ImportError, Imported, RewriteError, remedy,
};
use chuhe_store::StoreError;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Exit code for a wrong command line, by convention.
const USAGE_ERROR: u8 = 2;

/// Exit code of `check` if the data could not be checked.
const NOT_CHECKED: u8 = 2;

fn main() -> ExitCode {
    #[cfg(feature = "manual")]
    match CommandLine::write_manual() {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("error: {error}"));
            return ExitCode::FAILURE;
        }
    }
    let (line, given) = match CommandLine::parse_process() {
        Ok(parsed) => parsed,
        Err(error) if !error.use_stderr() => error.exit(), // --help or --version
        Err(error) => {
            print_error(&first_paragraph(&error.to_string()));
            return ExitCode::from(USAGE_ERROR);
        }
    };
    let done = match line.command {
        None => serve(line.serve, given).map(|()| ExitCode::SUCCESS),
        Some(command) => execute(command),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            print_failure(&error);
            ExitCode::FAILURE
        }
    }
}

/// Executes a command on stored data; returns the exit code.
fn execute(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        #[cfg(unix)]
        Command::Backup(args) => {
            let bytes = maintenance::back_up(&args.data.directory()?, &args.to)?;
            writeln!(io::stdout(), "{} has {bytes} bytes", args.to.display())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Check(args) => {
            let checked = args.directory().map_err(anyhow::Error::from);
            match checked.and_then(|data| maintenance::check(&data, &mut io::stdout())) {
                Ok(outcome) => Ok(code_of(outcome)),
                Err(error) => {
                    print_failure(&error);
                    Ok(ExitCode::from(NOT_CHECKED))
                }
            }
        }
        Command::Repair(args) => {
            let data = args.data.directory()?;
            maintenance::repair(&data, args.dry_run, &mut io::stdout()).map(code_of)
        }
        Command::AcceptLoss(args) => {
            maintenance::accept_loss(&args.data.directory()?, args.yes, &mut io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Export(args) => export(&args),
        Command::ExportPostgres(args) => {
            if let Some(games) = maintenance::export_postgres(&args)? {
                writeln!(io::stdout(), "added {games} games")?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Prune(args) => {
            maintenance::prune(&args.data.directory()?, args.older_than_ms, args.dry_run, &mut io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Ratings(args) => {
            let RatingsCommand::Recompute { check } = args.command;
            maintenance::recompute_ratings(&args.data.directory()?, check, &mut io::stdout()).map(code_of)
        }
        Command::Account(args) => account(&args),
        Command::Import(args) => {
            let imported = maintenance::import_from(&args.data.directory()?, &args.from)?;
            let Imported { players, games, events, listed: _ } = imported;
            writeln!(io::stdout(), "imported {players} players and {games} games with {events} events")?;
            Ok(ExitCode::SUCCESS)
        }
        #[cfg(unix)]
        Command::Ctl(args) => {
            for line in maintenance::operate(&args.data.directory()?, args.request)? {
                writeln!(io::stdout(), "{line}")?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Probe(args) => {
            write!(io::stdout(), "{}", maintenance::probe(args.ops, args.health)?)?;
            Ok(ExitCode::SUCCESS)
        }
        #[cfg(not(unix))]
        Command::Ctl(_) => anyhow::bail!("not available on this system"),
        #[cfg(not(unix))]
        Command::Backup(_) => anyhow::bail!("stop the server and copy its directory"),
    }
}

fn export(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let ended = maintenance::range_of_days(args.first_day, args.last_day)?;
    let options = ExportOptions { passwords: args.passwords, all_games: args.all_games, ended, player: None };
    report_export(maintenance::export_to(&args.data.directory()?, &args.to, options)?)
}

fn account(args: &AccountArgs) -> anyhow::Result<ExitCode> {
    match args.command {
        AccountCommand::Export { ref name, ref to } => {
            report_export(maintenance::export_account(&args.data.directory()?, name, to)?)
        }
        AccountCommand::Erase { ref name, .. } => {
            ensure!(
                args.data.hall.is_none(),
                "a player is erased from all halls, so --hall does not go with it"
            );
            let erased = match args.command.cluster() {
                Some(cluster) => maintenance::erase_from_cluster(&cluster, name),
                None => maintenance::erase_account(&args.data.directory()?, name),
            };
            let Erased { deleted, changed } = erased?;
            writeln!(io::stdout(), "erased: {deleted} rows are deleted, {changed} name a nameless player")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn report_export(exported: Exported) -> anyhow::Result<ExitCode> {
    let Exported { players, games, events, listed: _, left_out } = exported;
    writeln!(io::stdout(), "exported {players} players and {games} games with {events} events")?;
    for line in &left_out {
        writeln!(io::stdout(), "left out: {line}")?;
    }
    Ok(if left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn code_of(outcome: Outcome) -> ExitCode {
    match outcome {
        Outcome::Whole => ExitCode::SUCCESS,
        Outcome::Damaged => ExitCode::FAILURE,
    }
}

// One thread serves all connections and one owns the store. Waking a task on another
// thread costs more than all the work for a move.
#[tokio::main(flavor = "current_thread")]
async fn serve(args: Args, given: GivenFlags) -> anyhow::Result<()> {
    // from now on SIGHUP does not end the process
    let hangups = Hangups::new().context("cannot receive signals")?;
    let unchanged = args.clone();
    let args = read_settings(args, given)?;
    let log = Log::start(&args.log.filter, args.log.json).context("--log is not a valid filter")?;
    let address = args.address();
    let identity = identity(&args)?;
    let fingerprint = identity.as_ref().map(TlsIdentity::fingerprint);
    let config = Config {
        identity,
        ops: args.ops,
        web: args.web.config(),
        web_url: args.web.web_url.clone(),
        announce: args.announce.clone(),
        bots: args.bots,
        bot_engine: args.bot_engine.clone(),
        examine_games: args.examine_games,
        halls: args.halls.clone(),
        new_halls: args.new_halls.clone(),
        cluster: args.cluster.config(),
        data: args.data_directory()?.map_or(Data::Memory, Data::Directory),
        durability: args.durability.into(),
        connections: open_files::admitted_connections(args.limits.connections, limits::CONNECTIONS),
        address_connections: args.limits.address_connections,
        failed_greetings: args.limits.failed_greetings,
        proxy_from: args.proxy_from.clone(),
        grace_ms: u64::from(args.grace) * 1000,
        watch_delay_plies: args.watch_delay,
        limits: args.limits.all(),
        ..Config::on(address)
    };
    // created before the server, so that no signal is lost
    let signals = Signals::new().context("cannot receive signals")?;
    let server = Server::bind(config).await?;
    writeln!(io::stdout(), "listening at {}", server.local_addr())?;
    if let Some(fingerprint) = fingerprint {
        writeln!(io::stdout(), "fingerprint {fingerprint}")?;
    }
    if let Some(address) = server.ops_addr() {
        writeln!(io::stdout(), "operations at {address}")?;
    }
    if let Some(address) = server.web_addr() {
        let scheme = if fingerprint.is_some() { "https" } else { "http" };
        writeln!(io::stdout(), "web at {scheme}://{address}/")?;
    }
    tokio::spawn(reload_on_hangup(hangups, unchanged, given, log.filter(), server.reconfigure()));
    systemd::notify_ready();
    let (first, second) = signals.first_and_second();
    let first = async {
        first.await;
        systemd::notify_stopping();
    };
    // in a task: waking the runtime's main future costs much more than waking a task
    let serving = tokio::spawn(server.run_until(first, second));
    serving.await?.context("the server failed")
}

/// Returns the flags with the settings of the file that they name, if it exists.
fn read_settings(args: Args, given: GivenFlags) -> anyhow::Result<Args> {
    let settings = args.log.settings.as_deref().map(Settings::read).transpose()?.flatten();
    Ok(match settings {
        Some(settings) => args.with_settings(settings, given),
        None => args,
    })
}

/// How long a reload may take before later ones no longer wait for it.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Reloads the settings, the certificate and the web page at each SIGHUP.
async fn reload_on_hangup(
    mut hangups: Hangups,
    args: Args,
    given: GivenFlags,
    filter: LogFilter,
    server: Reconfigure,
) {
    loop {
        hangups.next().await;
        tracing::info!("reloading");
        let (args, filter, server) = (args.clone(), filter.clone(), server.clone());
        // reads files; a failure of the task itself is a panic, which is written already
        let reloading = tokio::task::spawn_blocking(move || reload(args, given, &filter, &server));
        // a pipe or a disk of the network may never answer
        if tokio::time::timeout(RELOAD_TIMEOUT, reloading).await.is_err() {
            tracing::error!("a file is not read in time; the reload goes on beside later ones");
        }
    }
}

/// Applies what the settings file, the certificate's files and the web page have now; keeps what is
/// not valid.
fn reload(args: Args, given: GivenFlags, filter: &LogFilter, server: &Reconfigure) {
    if let Some((certificate, key)) = args.tls.files() {
        match TlsIdentity::load(certificate, key) {
            Ok(identity) => {
                tracing::info!(fingerprint = %identity.fingerprint(), "the certificate is reloaded");
                server.set_identity(identity);
            }
            Err(error) => tracing::error!(%error, "the certificate is not changed"),
        }
    }
    if let Some(web) = args.web.config() {
        match web.load_files() {
            Ok(files) => server.set_web_files(files),
            Err(error) => tracing::error!(%error, "the web page is not changed"),
        }
    }
    let Some(path) = args.log.settings.clone() else { return };
    let reloaded = Settings::read(&path).map_err(anyhow::Error::from).and_then(|settings| {
        // at the start it may be missing; now it may be in the middle of a replacement
        let args = args.with_settings(settings.context("the file is missing")?, given);
        filter.set(&args.log.filter)?;
        server.set_limits(args.limits.all());
        Ok(())
    });
    match reloaded {
        Ok(()) => tracing::info!(file = %path.display(), "the settings are reloaded"),
        Err(error) => tracing::error!(file = %path.display(), %error, "the settings are not changed"),
    }
}

/// Returns the certificate and key for TLS; `None` if the server uses plain TCP.
fn identity(args: &Args) -> anyhow::Result<Option<TlsIdentity>> {
    let identity: Result<TlsIdentity, TlsIdentityError> = match args.tls.files() {
        Some((certificate, key)) => TlsIdentity::load(certificate, key),
        None if !args.tls.tls => return Ok(None),
        None => match args.data_directory()? {
            Some(directory) => TlsIdentity::load_or_generate(&directory),
            None => TlsIdentity::generate(),
        },
    };
    Ok(Some(identity?))
}

/// Returns the first paragraph of an error message as one line.
fn first_paragraph(text: &str) -> String {
    text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Prints an error and, if stored data cannot be used, what to do.
fn print_failure(error: &anyhow::Error) {
    print_error(&format!("error: {error:#}"));
    if let Some(store) = store_error(error) {
        print_error(&format!("what to do: {}", remedy(store)));
    }
}

/// The error of the store that caused another one.
fn store_error(error: &anyhow::Error) -> Option<&StoreError> {
    error.chain().find_map(|cause| {
        if let Some(ServerError::Store(error)) = cause.downcast_ref() {
            return Some(error);
        }
        if let Some(ExportError::Store(error)) = cause.downcast_ref() {
            return Some(error);
        }
        if let Some(ImportError::Store(error)) = cause.downcast_ref() {
            return Some(error);
        }
        if let Some(RewriteError::Store(error)) = cause.downcast_ref() {
            return Some(error);
        }
        if let Some(EraseError::Store(error) | EraseError::Rewrite(RewriteError::Store(error))) =
            cause.downcast_ref()
        {
            return Some(error);
        }
        cause.downcast_ref()
    })
}

fn print_error(line: &str) {
    // nothing is left to do if standard error is closed
    let _ = writeln!(io::stderr(), "{line}");
}
