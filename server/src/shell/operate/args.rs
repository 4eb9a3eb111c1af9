//! The command line of `chuhe-server`: its flags, with those of one subject in a file of their own.

mod cluster_args;
mod limit_args;
mod log_args;
mod network;
mod tls_args;
mod web_args;

use self::log_args::DEFAULT_LOG;
use self::network::parse_network;
pub use self::{
    cluster_args::ClusterArgs, limit_args::LimitArgs, log_args::LogArgs, tls_args::TlsArgs, web_args::WebArgs,
};
use super::command_args::Command;
use super::data_directory::{DataDirectoryError, IN_MEMORY, data_directory, describe_default};
use super::settings::Settings;
use crate::halls::HallConfig;
use crate::shell::hall::bots::MAX_BOTS;
use chuhe_hub::Limits;
use chuhe_protocol::{HallName, limits};
use chuhe_store::Durability;
use chuhe_uci::EngineConfig;
use clap::builder::RangedU64ValueParser;
use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

/// The default port of a Chuhe server.
pub const DEFAULT_PORT: u16 = 9899;

/// Server for xiangqi and luzhanqi, two-player Chinese board games.
#[derive(Clone, Debug, Parser)]
#[command(name = "chuhe-server", version, after_long_help = limits_help())]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// What to do; without a command, serve
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The flags of a server.
    #[command(flatten)]
    pub serve: Args,
}

/// The flags of a server.
#[derive(Clone, Debug, Parser)]
pub struct Args {
    /// Port to listen on, on all addresses; 0 picks a free one
    #[arg(default_value_t = DEFAULT_PORT, env = "CHUHE_PORT")]
    pub port: u16,
    /// Listen on this address and port only
    #[arg(long, value_name = "ADDR:PORT", env = "CHUHE_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Whether rated games of xiangqi are compared with the moves of the engine after their end, at the lowest priority
    #[arg(long, value_name = "BOOL", default_value_t = true, env = "CHUHE_EXAMINE_GAMES")]
    #[arg(action = clap::ArgAction::Set)]
    pub examine_games: bool,
    /// Expect the PROXY protocol, version 2, from this network or address; may be given several
    /// times. Its connections without the header are refused
    #[arg(long, value_name = "NETWORK", env = "CHUHE_PROXY_FROM", value_delimiter = ',')]
    #[arg(value_parser = parse_network)]
    pub proxy_from: Vec<IpNet>,
    /// Seconds that running games may continue after the first signal to stop
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CHUHE_GRACE")]
    pub grace: u32,
    /// Delay for spectators: they see a move after this many further plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, env = "CHUHE_WATCH_DELAY")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=i64::from(limits::WATCH_DELAY_PLIES)))]
    pub watch_delay: u8,
    /// Directory for players and games. Default: below the user's state directory
    #[arg(long, value_name = "DIR", help = data_help(), env = "CHUHE_DATA")]
    pub data: Option<PathBuf>,
    /// Open a hall with this name, for at most CAPACITY players; may be given several times. Each
    /// has its own lobby, games, guests and data, and a thread of its own; registered names are shared
    #[arg(long = "hall", value_name = "NAME[:CAPACITY]", env = "CHUHE_HALLS", value_delimiter = ',')]
    pub halls: Vec<HallConfig>,
    /// A hall of --hall that has no data yet, although the data of a hall that is not named lies there;
    /// may be given several times
    #[arg(long = "new-hall", value_name = "NAME", env = "CHUHE_NEW_HALLS", value_delimiter = ',')]
    #[arg(value_parser = HallName::parse)]
    pub new_halls: Vec<HallName>,
    /// What a move survives before anyone receives it
    #[arg(long, value_enum, default_value_t, env = "CHUHE_DURABILITY")]
    pub durability: DurabilityLevel,
    /// Serve /metrics, /healthz and /readyz over HTTP on this loopback address, for example
    /// 127.0.0.1:9900
    #[arg(long, value_name = "ADDR:PORT", env = "CHUHE_OPS")]
    pub ops: Option<SocketAddr>,
    /// Announce the server on the local network under this name, by multicast DNS. Clients there
    /// list it. --announce=NAME; the name is Chuhe without it
    #[arg(long, value_name = "NAME", env = "CHUHE_ANNOUNCE", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "Chuhe")]
    pub announce: Option<String>,
    /// Seat this many computer players in the lobby, or in that of each hall. They accept challenges; their levels are spread
    /// from 1 to 10
    #[arg(long, value_name = "NUMBER", default_value_t = 0, env = "CHUHE_BOTS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(0..=MAX_BOTS as u64))]
    pub bots: usize,
    /// Let an engine that speaks UCI or UCCI play for the computer players, for example
    /// /games/pikafish,option.Hash=64. They play xiangqi only. Further settings: arg, protocol
    #[arg(long, value_name = "PATH[,option.X=Y]", env = "CHUHE_BOT_ENGINE")]
    pub bot_engine: Option<EngineConfig>,
    /// How many may come, and how much they may do.
    #[command(flatten, next_help_heading = "Limits")]
    pub limits: LimitArgs,
    /// How to encrypt connections.
    #[command(flatten, next_help_heading = "Encryption")]
    pub tls: TlsArgs,
    /// How to serve browsers.
    #[command(flatten, next_help_heading = "Browsers")]
    pub web: WebArgs,
    /// How to be a node of a cluster.
    #[command(flatten, next_help_heading = "Cluster")]
    pub cluster: ClusterArgs,
    /// What is logged, and the file that is read again.
    #[command(flatten, next_help_heading = "Log and settings")]
    pub log: LogArgs,
}

/// What every move survives before anyone receives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum DurabilityLevel {
    /// A crash of the program. A power loss loses a second at most.
    #[default]
    Process,
    /// A power loss. Slower: each commit waits for the disk.
    Power,
}

impl From<DurabilityLevel> for Durability {
    fn from(level: DurabilityLevel) -> Self {
        match level {
            DurabilityLevel::Process => Self::Process,
            DurabilityLevel::Power => Self::Power,
        }
    }
}

fn data_help() -> String {
    let default = describe_default();
    format!("Directory for players and games; {IN_MEMORY} stores nothing on disk [default: {default}]")
}

fn limits_help() -> String {
    format!("Limits and their defaults (change with --limit NAME=NUMBER):\n{}", Limits::table())
}

impl CommandLine {
    /// Writes the man pages and the completions for shells if a builder of packages asks for them; returns
    /// whether it does.
    ///
    /// # Errors
    /// If a file cannot be written.
    #[cfg(feature = "manual")]
    pub fn write_manual() -> std::io::Result<bool> {
        manual::write_if_asked(Self::command(), &for_everyone())
    }

    /// Parses the command line of this process.
    ///
    /// # Errors
    /// If it is not valid, or asks for help.
    pub fn parse_process() -> clap::error::Result<(Self, GivenFlags)> {
        let matches = Self::command().try_get_matches()?;
        let is_given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
        let given = GivenFlags {
            log: is_given("filter"),
            limits: is_given("limits"),
            reserved_names: is_given("reserved_names"),
            rated_by_default: is_given("rated_by_default"),
            chat_words: is_given("chat_words"),
        };
        Ok((Self::from_arg_matches(&matches)?, given))
    }
}

/// Texts of the help that depend on this machine, each with the text for everyone.
#[cfg(any(test, feature = "manual"))]
fn for_everyone() -> [(String, &'static str); 1] {
    [(describe_default(), "~/.local/state/chuhe-server")]
}

/// Which flags stand on the command line itself, so that a settings file does not change them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenFlags {
    log: bool,
    limits: bool,
    reserved_names: bool,
    rated_by_default: bool,
    chat_words: bool,
}

impl Args {
    /// Returns these flags with the settings of a file, except those that are given.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings, given: GivenFlags) -> Self {
        if !given.log {
            self.log.filter = settings.log.unwrap_or_else(|| DEFAULT_LOG.to_owned());
        }
        if !given.limits {
            self.limits.limits = settings.limits;
        }
        if !given.reserved_names {
            self.limits.reserved_names = settings.reserved_names;
        }
        if !given.rated_by_default {
            self.limits.rated_by_default = settings.rated_by_default.unwrap_or(true);
        }
        if !given.chat_words {
            self.limits.chat_words = settings.chat_words;
        }
        self
    }

    /// Returns the address to listen on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.listen.unwrap_or(SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), self.port))
    }

    /// Returns the data directory; `None` for `:memory:`.
    ///
    /// # Errors
    /// [`DataDirectoryError`] if `--data` is a file, or is absent and the user has no state
    /// directory.
    pub fn data_directory(&self) -> Result<Option<PathBuf>, DataDirectoryError> {
        data_directory(self.data.as_deref())
    }
}

#[cfg(any(test, feature = "manual"))]
#[path = "../../../../packaging/manual.rs"]
mod manual;

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::Rate;

    #[test]
    fn man_pages_and_completions_are_those_of_the_flags() {
        manual::check(CommandLine::command(), &for_everyone());
    }

    #[test]
    fn port_means_all_addresses_unless_one_is_given() {
        let address = |args: &[&str]| {
            Args::try_parse_from(["chuhe-server"].iter().chain(args)).map(|args| args.address().to_string())
        };
        assert_eq!(address(&["9000"]).unwrap(), "[::]:9000");
        assert_eq!(address(&[]).unwrap(), "[::]:9899");
        assert_eq!(address(&["--listen", "127.0.0.1:0"]).unwrap(), "127.0.0.1:0");
        assert!(address(&["70000"]).is_err());
        assert!(address(&["--listen", "nowhere"]).is_err());
    }

    #[test]
    fn a_command_is_optional_and_takes_its_own_flags() {
        let parse = |args: &[&str]| CommandLine::try_parse_from(["chuhe-server"].iter().chain(args));
        let serving = parse(&["9000", "--address-connections", "7"]).unwrap();
        assert!(serving.command.is_none());
        assert_eq!((serving.serve.port, serving.serve.limits.address_connections), (9000, 7));
        let Some(Command::Backup(backup)) = parse(&["backup", "here.db", "--data", "there"]).unwrap().command
        else {
            panic!("no command")
        };
        assert_eq!((backup.to, backup.data.directory()), ("here.db".into(), Ok("there".into())));
        assert!(parse(&["backup"]).is_err());
        assert!(parse(&["--connections", "7", "backup", "here.db"]).is_err());
        assert!(parse(&["backup", "here.db", "--connections", "7"]).is_err());
    }

    #[test]
    fn watch_delay_is_forty_plies_at_most() {
        let delay = |plies: &str| {
            Args::try_parse_from(["chuhe-server", "--watch-delay", plies]).map(|args| args.watch_delay)
        };
        assert_eq!(delay("0").unwrap(), 0);
        assert_eq!(delay("40").unwrap(), limits::WATCH_DELAY_PLIES);
        assert!(delay("41").is_err());
        assert!(delay("-1").is_err());
    }

    #[test]
    fn limits_are_set_by_repeated_or_comma_separated_values() {
        let parse = |args: &[&str]| Args::try_parse_from(["chuhe-server"].iter().chain(args));
        let args = parse(&["--limit", "player-lines=9", "--limit", "registered-names=7,player-lines-ms=100"]);
        let expected = Limits { player_lines: Rate::new(9, 100), registered_names: 7, ..Limits::default() };
        assert_eq!(args.unwrap().limits.all(), expected);
        assert!(parse(&["--limit", "player-lines"]).is_err());
        let unknown = parse(&["--limit", "help"]).unwrap_err().to_string();
        assert!(
            unknown.contains("unknown limit \"help\"") && unknown.contains("address-entries"),
            "{unknown}"
        );
    }

    #[test]
    fn forms_begin_as_rated_unless_a_flag_or_the_settings_file_says_otherwise() {
        let rated = |flags: &[&str], setting, given| {
            let args = Args::try_parse_from(["chuhe-server"].iter().chain(flags)).unwrap();
            let given = GivenFlags { rated_by_default: given, ..GivenFlags::default() };
            let settings = Settings { rated_by_default: setting, ..Settings::default() };
            args.with_settings(settings, given).limits.all().rated_by_default
        };
        assert!(rated(&[], None, false));
        assert!(!rated(&[], Some(false), false));
        assert!(!rated(&["--rated-by-default", "false"], Some(true), true), "a flag goes before the file");
        assert!(rated(&["--rated-by-default=true"], Some(false), true));
    }

    #[test]
    fn data_directory_is_the_given_one_or_none_or_the_users() {
        let directory = |args: &[&str]| {
            let args = Args::try_parse_from(["chuhe-server"].iter().chain(args)).unwrap();
            args.data_directory().unwrap()
        };
        assert_eq!(directory(&["--data", "/srv/chuhe"]), Some("/srv/chuhe".into()));
        assert_eq!(directory(&["--data", ":memory:"]), None);
        assert!(directory(&[]).unwrap().ends_with("chuhe-server"));
        let file = tempfile::NamedTempFile::new().unwrap();
        let args =
            Args::try_parse_from(["chuhe-server".as_ref(), "--data".as_ref(), file.path().as_os_str()]);
        let error = args.unwrap().data_directory().unwrap_err();
        assert_eq!(error, DataDirectoryError::IsFile(file.path().to_owned()));
        assert!(error.to_string().ends_with(" is a file; --data takes a directory"), "{error}");
    }

    #[test]
    fn certificate_and_key_are_given_together() {
        let parses = |args: &[&str]| Args::try_parse_from(["chuhe-server"].iter().chain(args)).is_ok();
        assert!(parses(&["--tls-cert", "c.pem", "--tls-key", "k.pem"]));
        assert!(!parses(&["--tls-cert", "c.pem"]));
        assert!(!parses(&["--tls-key", "k.pem"]));
    }
}
