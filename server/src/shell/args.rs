//! The command line.

use chuhe_protocol::limits;
use clap::Parser;
use clap::builder::{FalseyValueParser, RangedU64ValueParser};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The port at which a Chuhe server listens if it is told no other.
pub const DEFAULT_PORT: u16 = 9899;

/// More than a machine has ports and descriptors for.
const MOST_CONNECTIONS: u64 = 1_000_000;

/// A server where two people play xiangqi over a network.
#[derive(Clone, Debug, Parser)]
#[command(name = "chuhe-server", version)]
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
    /// Seconds that running games may go on once the server is told to stop
    #[arg(long, value_name = "SECONDS", default_value_t = 0, env = "CHUHE_GRACE")]
    pub grace: u32,
    /// What is logged, to standard error: error, warn, info, debug, trace, or a
    /// filter such as chuhe_server=debug
    #[arg(long, default_value = "info", env = "CHUHE_LOG")]
    pub log: String,
    /// Log as lines of JSON
    #[arg(long, env = "CHUHE_LOG_JSON", value_parser = FalseyValueParser::new())]
    pub log_json: bool,
}

impl Args {
    /// Where to listen.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.listen.unwrap_or(SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), self.port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
