//! The command line.

use crate::store::Durability;
use chuhe_hub::{LimitSetting, Limits};
use chuhe_protocol::limits;
use clap::Parser;
use clap::builder::{FalseyValueParser, RangedU64ValueParser};
use etcetera::BaseStrategy as _;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

/// The port at which a Chuhe server listens if it is told no other.
pub const DEFAULT_PORT: u16 = 9899;

/// More than a machine has ports and descriptors for.
const MOST_CONNECTIONS: u64 = 1_000_000;

/// As the directory of `--data`: keep nothing.
const IN_MEMORY: &str = ":memory:";

/// A server where two people play xiangqi over a network.
#[derive(Clone, Debug, Parser)]
#[command(name = "chuhe-server", version, after_long_help = limits_help())]
pub struct Args {
    /// Listen on all addresses at this port; 0 takes any that is free
    #[arg(default_value_t = DEFAULT_PORT, env = "CHUHE_PORT")]
    pub port: u16,
    /// Listen at this address and port only
    #[arg(long, value_name = "ADDR:PORT", env = "CHUHE_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// The most connections at once
    #[arg(long, default_value_t = limits::CONNECTIONS, env = "CHUHE_CONNECTIONS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub connections: usize,
    /// The most connections at once from one address
    #[arg(long, default_value_t = limits::ADDRESS_CONNECTIONS, env = "CHUHE_ADDRESS_CONNECTIONS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub address_connections: usize,
    /// Close an address out for a minute when so many greetings from there have
    /// failed within one
    #[arg(long, default_value_t = limits::FAILED_GREETINGS, env = "CHUHE_FAILED_GREETINGS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub failed_greetings: usize,
    /// Sets a limit to another number; may be given several times. --help names
    /// them all
    #[arg(long = "limit", value_name = "NAME=NUMBER", env = "CHUHE_LIMITS", value_delimiter = ',')]
    pub limits: Vec<LimitSetting>,
    /// Seconds that running games may go on once the server is told to stop
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CHUHE_GRACE")]
    pub grace: u32,
    /// Tell those who watch a game of a move when so many were played after it
    #[arg(long, value_name = "PLIES", default_value_t = 0, env = "CHUHE_WATCH_DELAY")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=i64::from(limits::WATCH_DELAY_PLIES)))]
    pub watch_delay: u8,
    /// Keep what is to outlast the program in this directory; :memory: keeps
    /// nothing. Absent, a directory of the user that the system gives for it
    #[arg(long, value_name = "DIR", env = "CHUHE_DATA")]
    pub data: Option<PathBuf>,
    /// What a move outlives before anybody is told of it. The death of the
    /// program; a loss of power then costs a second at most. Or a loss of power
    /// too, which takes longer
    #[arg(long, value_enum, default_value_t, env = "CHUHE_DURABILITY")]
    pub durability: Outlives,
    /// Speak only over TLS, with a certificate made here once and kept with the
    /// data; its fingerprint is printed
    #[arg(long, env = "CHUHE_TLS", value_parser = FalseyValueParser::new())]
    pub tls: bool,
    /// Speak only over TLS, with the certificate chain in this PEM file
    #[arg(long, value_name = "FILE", requires = "tls_key", env = "CHUHE_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// The certificate's private key, a PEM file
    #[arg(long, value_name = "FILE", requires = "tls_cert", env = "CHUHE_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Answer operators here, over HTTP: /metrics, /healthz and /readyz; an address
    /// of this machine alone, such as 127.0.0.1:9900
    #[arg(long, value_name = "ADDR:PORT", env = "CHUHE_OPS")]
    pub ops: Option<SocketAddr>,
    /// What is logged, to standard error: error, warn, info, debug, trace, or a
    /// filter such as chuhe_server=debug
    #[arg(long, default_value = "info", env = "CHUHE_LOG")]
    pub log: String,
    /// Log as lines of JSON
    #[arg(long, env = "CHUHE_LOG_JSON", value_parser = FalseyValueParser::new())]
    pub log_json: bool,
}

/// What every move outlives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Outlives {
    /// The death of the program.
    #[default]
    Process,
    /// A loss of power.
    Power,
}

impl From<Outlives> for Durability {
    fn from(outlives: Outlives) -> Self {
        match outlives {
            Outlives::Process => Self::Process,
            Outlives::Power => Self::Power,
        }
    }
}

fn limits_help() -> String {
    format!("Limits, as they are unless set by --limit:\n{}", Limits::table())
}

impl Args {
    /// How much may be asked for.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for setting in &self.limits {
            limits.set(setting);
        }
        limits
    }

    /// Where to listen.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.listen.unwrap_or(SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), self.port))
    }

    /// Where to keep what is to outlast the program; `None`, nowhere.
    ///
    /// # Errors
    /// [`NoDataDirectory`] if none is named and the system gives none.
    pub fn data_directory(&self) -> Result<Option<PathBuf>, NoDataDirectory> {
        match &self.data {
            Some(directory) if directory.as_os_str() == IN_MEMORY => Ok(None),
            Some(directory) => Ok(Some(directory.clone())),
            None => {
                let system = etcetera::choose_base_strategy().map_err(|_| NoDataDirectory)?;
                let state = system.state_dir().unwrap_or_else(|| system.data_dir());
                Ok(Some(state.join("chuhe-server")))
            }
        }
    }
}

/// The system knows no directory for what programs keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no directory for data; name one with --data, or --data :memory: for none")]
pub struct NoDataDirectory;

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::Rate;

    #[test]
    fn a_port_means_all_addresses_and_an_address_itself() {
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
    fn spectators_wait_for_forty_plies_at_most() {
        let delay = |plies: &str| {
            Args::try_parse_from(["chuhe-server", "--watch-delay", plies]).map(|args| args.watch_delay)
        };
        assert_eq!(delay("0").unwrap(), 0);
        assert_eq!(delay("40").unwrap(), limits::WATCH_DELAY_PLIES);
        assert!(delay("41").is_err());
        assert!(delay("-1").is_err());
    }

    #[test]
    fn limits_are_set_one_after_another() {
        let parse = |args: &[&str]| Args::try_parse_from(["chuhe-server"].iter().chain(args));
        let args = parse(&["--limit", "player-lines=9", "--limit", "registered-names=7,player-lines-ms=100"]);
        let expected = Limits { player_lines: Rate::new(9, 100), registered_names: 7, ..Limits::default() };
        assert_eq!(args.unwrap().limits(), expected);
        assert!(parse(&["--limit", "player-lines"]).is_err());
        let unknown = parse(&["--limit", "help"]).unwrap_err().to_string();
        assert!(unknown.contains("no limit \"help\"") && unknown.contains("address-entries"), "{unknown}");
    }

    #[test]
    fn data_is_kept_where_it_is_told_or_nowhere() {
        let directory = |args: &[&str]| {
            let args = Args::try_parse_from(["chuhe-server"].iter().chain(args)).unwrap();
            args.data_directory().unwrap()
        };
        assert_eq!(directory(&["--data", "/srv/chuhe"]), Some("/srv/chuhe".into()));
        assert_eq!(directory(&["--data", ":memory:"]), None);
        assert!(directory(&[]).unwrap().ends_with("chuhe-server"));
    }

    #[test]
    fn a_certificate_has_its_key() {
        let parses = |args: &[&str]| Args::try_parse_from(["chuhe-server"].iter().chain(args)).is_ok();
        assert!(parses(&["--tls-cert", "c.pem", "--tls-key", "k.pem"]));
        assert!(!parses(&["--tls-cert", "c.pem"]));
        assert!(!parses(&["--tls-key", "k.pem"]));
    }
}
