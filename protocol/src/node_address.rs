//! The addresses of the nodes of a cluster.

use crate::limits;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The address of a node: a host and a port, separated by a colon.
///
/// The host is a name or an address of ASCII letters, digits, `.`, `-` and `_`, or an IPv6 address in
/// brackets. The port has no leading zeros. The whole has at most [`limits::ADDRESS_BYTES`].
///
/// ```
/// use chuhe_protocol::{InvalidAddress, NodeAddress};
/// let address: NodeAddress = "a.example.org:9899".parse()?;
/// assert_eq!((address.host(), address.port()), ("a.example.org", 9899));
/// assert_eq!("[::1]:9899".parse::<NodeAddress>()?.host(), "::1");
/// assert_eq!("example.org".parse::<NodeAddress>(), Err(InvalidAddress::Port));
/// # Ok::<(), InvalidAddress>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct NodeAddress(Arc<str>);

/// Why a text is no address of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAddress {
    /// It is longer than [`limits::ADDRESS_BYTES`].
    #[error("an address has at most {} characters", limits::ADDRESS_BYTES)]
    TooLong,
    /// The host is missing, or has other characters.
    #[error("the host is a name, an IPv4 address, or an IPv6 address in brackets")]
    Host,
    /// The port is missing, or is no number from 1 to 65535.
    #[error("an address ends with a port, as in example.org:9899")]
    Port,
}

impl NodeAddress {
    /// Returns the host, without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        let host = self.0.rsplit_once(':').map_or(&*self.0, |(host, _)| host);
        in_brackets(host).unwrap_or(host)
    }

    /// Returns the port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.0.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or_default()
    }

    /// Returns the address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn in_brackets(host: &str) -> Option<&str> {
    host.strip_prefix('[')?.strip_suffix(']')
}

impl FromStr for NodeAddress {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Self, InvalidAddress> {
        if text.len() > limits::ADDRESS_BYTES {
            return Err(InvalidAddress::TooLong);
        }
        let (host, port) = text.rsplit_once(':').ok_or(InvalidAddress::Port)?;
        let number = port.parse::<u16>().ok().filter(|number| *number > 0).ok_or(InvalidAddress::Port)?;
        // one spelling of each number: a message has one encoding
        if number.to_string() != port {
            return Err(InvalidAddress::Port);
        }
        let is_valid = match in_brackets(host) {
            Some(inner) => inner.parse::<core::net::Ipv6Addr>().is_ok(),
            None => {
                let admitted = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
                !host.is_empty() && host.chars().all(admitted)
            }
        };
        if is_valid { Ok(Self(text.into())) } else { Err(InvalidAddress::Host) }
    }
}

impl fmt::Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for NodeAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl TryFrom<String> for NodeAddress {
    type Error = InvalidAddress;

    fn try_from(text: String) -> Result<Self, InvalidAddress> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_a_host_and_a_port_in_one_spelling() {
        let parts = |text: &str| {
            let address: NodeAddress = text.parse()?;
            assert_eq!((address.as_str(), address.to_string()), (text, text.to_owned()));
            Ok((address.host().to_owned(), address.port()))
        };
        assert_eq!(parts("example.org:1"), Ok(("example.org".to_owned(), 1)));
        assert_eq!(parts("chuhe-0.chuhe:65535"), Ok(("chuhe-0.chuhe".to_owned(), 65_535)));
        assert_eq!(parts("192.0.2.1:9899"), Ok(("192.0.2.1".to_owned(), 9899)));
        assert_eq!(parts("[2001:db8::1]:9899"), Ok(("2001:db8::1".to_owned(), 9899)));
        for text in ["", "h", "h:", "h:0", "h:65536", "h:+1", "h:01", "h:1 "] {
            assert_eq!(parts(text), Err(InvalidAddress::Port), "{text}");
        }
        for text in [":1", "[]:1", "[h]:1", "::1:9", "a b:1", "a/b:1", "楚河:1", "u@h:1"] {
            assert_eq!(parts(text), Err(InvalidAddress::Host), "{text}");
        }
        let longest = format!("{}:1", "a".repeat(limits::ADDRESS_BYTES - 2));
        assert!(parts(&longest).is_ok());
        assert_eq!(parts(&format!("a{longest}")), Err(InvalidAddress::TooLong));
    }
}
