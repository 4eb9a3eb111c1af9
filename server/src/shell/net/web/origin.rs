//! Origins of web pages: scheme, host and port.

use std::fmt;
use std::net::Ipv4Addr;
use std::str::FromStr;

/// Maximum length of an origin: that of a host name, and a little.
const MAX_BYTES: usize = 300;

/// The scheme of a page's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Http,
    Https,
}

impl Scheme {
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            _ if text.eq_ignore_ascii_case("http") => Some(Self::Http),
            _ if text.eq_ignore_ascii_case("https") => Some(Self::Https),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    const fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// The origin of web pages, such as `https://play.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin {
    scheme: Scheme,
    /// In lower case.
    host: String,
    port: u16,
}

/// A text is not the origin of a web page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the origin of a web page, such as https://play.example.org")]
pub struct InvalidWebOrigin;

impl WebOrigin {
    /// Returns the origin of a scheme and a host that may have a port; `None` if the host is not valid.
    pub(super) fn new(scheme: Scheme, authority: &str) -> Option<Self> {
        let (host, port) = match authority.rsplit_once(':') {
            // the last colon of an IPv6 address without a port is inside the brackets
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
            Some(_) | None => (authority, scheme.default_port()),
        };
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_host = match address {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => !host.is_empty() && host.bytes().all(is_inner),
        };
        let is_short = authority.len() <= MAX_BYTES;
        (is_host && is_short).then(|| Self { scheme, host: host.to_ascii_lowercase(), port })
    }

    /// Returns the origin of a page by its address, which may have a path.
    pub(crate) fn of_page(address: &str) -> Option<Self> {
        let (scheme, rest) = address.split_once("://")?;
        Self::new(Scheme::parse(scheme)?, rest.split('/').next()?)
    }

    /// Whether the host is an address or `localhost`, which nobody else's DNS can point elsewhere.
    pub(super) fn is_address(&self) -> bool {
        self.host.starts_with('[') || self.host == "localhost" || self.host.parse::<Ipv4Addr>().is_ok()
    }

    /// Returns the origin with the same scheme and port on another host, which is without brackets.
    pub(super) fn with_host(&self, host: &str) -> Option<Self> {
        let Self { scheme, port, .. } = *self;
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        Self::new(scheme, &format!("{host}:{port}"))
    }

    /// Returns the address of WebSockets there, for a Content-Security-Policy.
    pub(super) fn websocket_source(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "ws",
            Scheme::Https => "wss",
        };
        format!("{scheme}://{}:{}", self.host, self.port)
    }

    pub(super) const fn scheme(&self) -> Scheme {
        self.scheme
    }
}

impl FromStr for WebOrigin {
    type Err = InvalidWebOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidWebOrigin> {
        let (scheme, authority) = text.split_once("://").ok_or(InvalidWebOrigin)?;
        let scheme = Scheme::parse(scheme).ok_or(InvalidWebOrigin)?;
        Self::new(scheme, authority.strip_suffix('/').unwrap_or(authority)).ok_or(InvalidWebOrigin)
    }
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.name(), self.host)?;
        if self.port == self.scheme.default_port() { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_of_a_page_has_no_path_and_addresses_are_told_from_names() {
        let of =
            |text: &str| WebOrigin::of_page(text).map(|origin| (origin.to_string(), origin.is_address()));
        assert_eq!(
            of("https://Play.example.org/chuhe/"),
            Some(("https://play.example.org".to_owned(), false))
        );
        assert_eq!(of("http://[::1]:8080/"), Some(("http://[::1]:8080".to_owned(), true)));
        assert_eq!(of("http://192.0.2.1"), Some(("http://192.0.2.1".to_owned(), true)));
        assert_eq!(of("http://localhost:80"), Some(("http://localhost".to_owned(), true)));
        assert_eq!(
            of("http://192.0.2.1.example.org"),
            Some(("http://192.0.2.1.example.org".to_owned(), false))
        );
        assert_eq!(of("play.example.org"), None);
    }

    #[test]
    fn origins_are_compared_without_case_and_default_ports() {
        let of = |text: &str| text.parse::<WebOrigin>().map(|origin| origin.to_string());
        assert_eq!(of("HTTPS://Play.Example.org:443/").as_deref(), Ok("https://play.example.org"));
        assert_eq!(of("http://127.0.0.1:9880").as_deref(), Ok("http://127.0.0.1:9880"));
        assert_eq!(of("http://[2001:DB8::1]").as_deref(), Ok("http://[2001:db8::1]"));
        assert_eq!(of("https://[::1]:8443").as_deref(), Ok("https://[::1]:8443"));
        for invalid in [
            "null",
            "",
            "play.example.org",
            "ftp://play.example.org",
            "https://",
            "https://:443",
            "https://a:b",
            "https://a:99999",
            "https://a/path",
            "https://user@a",
            "https://[::g]",
            "https://a b",
            &format!("https://{}", "a".repeat(400)),
        ] {
            assert_eq!(of(invalid), Err(InvalidWebOrigin), "{invalid}");
        }
    }
}
