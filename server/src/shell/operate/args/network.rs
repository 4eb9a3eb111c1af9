//! Networks in flags.

use ipnet::IpNet;
use std::net::IpAddr;

/// Parses a network such as 10.0.0.0/8, or a single address.
pub(super) fn parse_network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| format!("{text:?} is not an address or a network such as 10.0.0.0/8"))
}
