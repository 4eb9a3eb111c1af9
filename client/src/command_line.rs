//! The command line of the desktop: opens the window or starts the text mode.

use anyhow::Context;
use chuhe_client::shell::client::{Client, Destination, Start};
use chuhe_client::shell::native::desktop_look::desktop_look;
use chuhe_client::shell::native::host;
use chuhe_client::shell::native::settings::SettingsFile;
use chuhe_client::shell::native::tcp::Tcp;
use chuhe_client::shell::native::text_mode;
use chuhe_client::shell::trace::TraceFile;
use chuhe_client::shell::window::{self, Options};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::zone::Zone;
use chuhe_model::exchange::environment::{Environment, Surface};
use chuhe_model::exchange::route::ServerLink;
use chuhe_model::exchange::servers::DEFAULT_PORT;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::layout::window_place::Half;
use chuhe_protocol::HallName;
use clap::builder::FalseyValueParser;
use clap::{Parser, ValueEnum};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Xiangqi and luzhanqi, two-player Chinese board games over a network.
#[derive(Debug, Parser)]
#[command(name = "chuhe", version)]
struct Args {
    /// Join this server at the start
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<Address>,
    /// Use TLS. Servers joined with TLS before always use it
    #[arg(long, requires = "connect")]
    tls: bool,
    /// Enter this hall of the server
    #[arg(long, value_name = "NAME", requires = "connect", value_parser = HallName::parse)]
    hall: Option<HallName>,
    /// Record of a game to review, or a link to a server, a game, a player or an invitation
    #[arg(value_name = "FILE|LINK")]
    record: Option<PathBuf>,
    /// Start a game against the computer. Level: 1 to 10
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10), conflicts_with_all = ["connect", "two"])]
    computer: Option<u8>,
    /// Start a game of two people at this screen
    #[arg(long, conflicts_with = "connect")]
    two: bool,
    /// The game of --computer or --two
    #[arg(long, value_enum, default_value_t, conflicts_with = "connect")]
    game: GameArg,
    /// Player name
    #[arg(long)]
    name: Option<String>,
    /// Open in this half of the screen
    #[arg(long)]
    place: Option<PlaceArg>,
    /// Show lines of text and read commands from standard input, for screen readers
    #[arg(long, conflicts_with = "two")]
    text: bool,
    /// Language. Default: the one in the settings, or the system's
    #[arg(long)]
    lang: Option<LangArg>,
    /// Settings file
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Write what can be clicked to this file or pipe, for tests
    #[arg(long, value_name = "FILE")]
    ui_trace: Option<PathBuf>,
    /// Neither search the local network for servers nor announce a hosted one
    #[arg(long, env = "CHUHE_NO_NEARBY", value_parser = FalseyValueParser::new())]
    no_nearby: bool,
    /// Log filter, in the syntax of RUST_LOG. The log goes to standard error
    #[arg(long, value_name = "FILTER", env = "RUST_LOG", default_value = "warn")]
    log: String,
}

/// A game that is played without a server.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum GameArg {
    /// Xiangqi
    #[default]
    Xiangqi,
    /// Luzhanqi on the usual board
    Luzhanqi,
    /// Luzhanqi on the cross-shaped board of four arms
    LuzhanqiCross,
}

impl From<GameArg> for GameChoice {
    fn from(game: GameArg) -> Self {
        match game {
            GameArg::Xiangqi => Self::Xiangqi,
            GameArg::Luzhanqi => Self::LuzhanqiClassic,
            GameArg::LuzhanqiCross => Self::LuzhanqiCross,
        }
    }
}

/// A language, by its code.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LangArg {
    /// Simplified Chinese
    Zh,
    /// Traditional Chinese
    ZhHant,
    /// English
    En,
    /// Vietnamese
    Vi,
}

/// A half of the screen.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlaceArg {
    /// The left half
    Left,
    /// The right half
    Right,
}

/// A server's address as typed by the user.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Address {
    host: String,
    port: u16,
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (host, port) = match text.rsplit_once(':') {
            // an IPv6 address contains colons, so its port follows a closing bracket
            Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
                (host, port.parse().map_err(|_| format!("{port:?} is not a port"))?)
            }
            Some(_) | None => (text, DEFAULT_PORT),
        };
        let host = host.trim_matches(['[', ']']);
        if host.is_empty() {
            Err("the host is missing".to_owned())
        } else {
            Ok(Self { host: host.to_owned(), port })
        }
    }
}

/// Runs the program.
pub(crate) fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // the chain of causes, without a backtrace
            let _ = writeln!(std::io::stderr(), "chuhe: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    #[cfg(feature = "manual")]
    if manual::write_if_asked(<Args as clap::CommandFactory>::command(), &[])? {
        return Ok(());
    }
    let args = Args::parse();
    let filter: Targets = args.log.parse().context("--log")?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(filter).with(lines).init();
    let (trace, half, text) = (args.ui_trace.is_some(), args.place, args.text);
    let start = start(args)?;
    if text {
        let transport = Tcp::start().context("cannot start the network thread")?;
        return text_mode::run(Client::start(start, transport)).context("cannot write the lines");
    }
    let half = half.map(|half| match half {
        PlaceArg::Left => Half::Left,
        PlaceArg::Right => Half::Right,
    });
    let options = Options { trace, half, before: start.settings.window };
    let client = move || {
        // created on the window's thread, which the network's thread unparks
        let transport = Tcp::start().expect("the network thread starts");
        Client::start(start, transport)
    };
    window::run(options, client)
}

/// Returns the system's time zone, with its offsets since 1970; `None` if it is unknown.
fn system_zone() -> Option<Zone> {
    let zone = TimeZone::try_system().ok()?;
    let first = zone.to_offset(Timestamp::UNIX_EPOCH).seconds();
    let changes = zone.following(Timestamp::UNIX_EPOCH);
    let changes = changes.map(|change| (change.timestamp().as_second(), change.offset().seconds()));
    let offsets: Vec<(i64, i32)> = iter::once((0, first)).chain(changes).take(Zone::MAX_OFFSETS).collect();
    Zone::of_offsets(&offsets)
}

fn start(args: Args) -> anyhow::Result<Start> {
    let file = SettingsFile::at(args.settings);
    let mut settings: Settings = file.load();
    let environment = Environment {
        surface: Surface::Desktop,
        addresses: host::addresses(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        language: Lang::from_locale(&sys_locale::get_locale().unwrap_or_default()),
        // both list them in the same order
        asked_language: args.lang.map(|lang| Lang::ALL[lang as usize]),
        time_zone: system_zone().unwrap_or(Zone::UTC),
        started_at_ms: u64::try_from(Timestamp::now().as_millisecond()).ok(),
        fingers: false,
        look: desktop_look(),
        shares: false,
        page: None,
        review_ends_with_tab: false,
        seed: RandomState::new().build_hasher().finish(),
    };
    if let Some(name) = &args.name {
        settings.servers.name.clone_from(name);
    }
    let (name, tls, hall) = (args.name, args.tls, args.hall);
    let link = args.record.as_ref().and_then(|path| path.to_str()).map(str::to_owned);
    let link = link.filter(|text| ServerLink::looks_like_one(text));
    let record = args.record.filter(|_| link.is_none());
    let destination = match args.connect {
        _ if link.is_some() => link.map(Destination::Link),
        Some(Address { host, port }) => Some(Destination::Server { host, port, name, tls, hall }),
        None if args.two => Some(Destination::Two { game: args.game.into() }),
        None => args.computer.map(|level| Destination::Computer { level, game: args.game.into() }),
    };
    let trace = args.ui_trace.as_deref().map(TraceFile::open).transpose().context("--ui-trace")?;
    let (nearby, has_window) = (!args.no_nearby, !args.text);
    let is_reloaded = false;
    Ok(Start { environment, file, settings, destination, nearby, has_window, is_reloaded, record, trace })
}

#[cfg(any(test, feature = "manual"))]
#[path = "../../packaging/manual.rs"]
mod manual;

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn man_page_and_completions_are_those_of_the_flags() {
        manual::check(Args::command(), &[]);
    }

    #[test]
    fn addresses_are_parsed_with_and_without_port() {
        let address = |host: &str, port| Ok(Address { host: host.to_owned(), port });
        assert_eq!("example.org:80".parse(), address("example.org", 80));
        assert_eq!("example.org".parse(), address("example.org", DEFAULT_PORT));
        assert_eq!("[::1]:80".parse(), address("::1", 80));
        assert_eq!("::1".parse(), address("::1", DEFAULT_PORT));
        assert!("example.org:x".parse::<Address>().is_err());
        assert!(":80".parse::<Address>().is_err());
    }
}
