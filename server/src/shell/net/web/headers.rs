//! What the headers of a request say.

use super::origin::{Scheme, WebOrigin};
use super::web_file::Encoding;
use chuhe_protocol::NodeAddress;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// The addresses through which a request came, the client's first.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// The host that the client named.
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
/// The scheme that the client used.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Returns the items of all headers with this name, which are separated by commas.
fn items<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).map(str::trim).filter(|item| !item.is_empty())
}

/// Whether the client accepts an encoding (RFC 9110, section 12.5.3).
pub(super) fn accepts(headers: &HeaderMap, encoding: Encoding) -> bool {
    let weight = |name: &str| {
        items(headers, &header::ACCEPT_ENCODING).find_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            parts.next().filter(|coding| coding.eq_ignore_ascii_case(name))?;
            let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
            Some(quality.is_none_or(|quality| quality.parse::<f32>().is_ok_and(|quality| quality > 0.0)))
        })
    };
    weight(encoding.name()).or_else(|| weight("*")).unwrap_or(encoding == Encoding::Identity)
}

/// Returns the languages that the client likes, the best first, in lower case.
pub(super) fn languages(headers: &HeaderMap) -> Vec<String> {
    let weighed = items(headers, &header::ACCEPT_LANGUAGE).filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let language = parts.next()?.to_ascii_lowercase();
        let quality = parts.find_map(|part| part.strip_prefix("q="));
        let quality = quality.map_or(Some(1.0), |quality| quality.parse::<f32>().ok())?;
        (quality > 0.0).then_some((language, quality))
    });
    let mut weighed: Vec<(String, f32)> = weighed.collect();
    // of the same weight, the first counts
    weighed.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    weighed.into_iter().map(|(language, _)| language).collect()
}

/// Whether the client already has what this tag identifies (RFC 9110, section 13.1.2).
pub(super) fn has(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    items(headers, &header::IF_NONE_MATCH)
        .any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item).as_bytes() == etag.as_bytes())
}

/// Returns the address of the client behind proxies: the last one that is not a trusted proxy.
///
/// Clients may send the header too, and proxies append to it; so only what trusted proxies wrote
/// counts. Without a valid address it is the proxy's own.
pub(super) fn forwarded_address(headers: &HeaderMap, proxy: IpAddr, trusted: &[IpNet]) -> IpAddr {
    let addresses: Vec<_> = items(headers, &FORWARDED_FOR).map(parse_address).collect();
    let mut address = proxy;
    for item in addresses.into_iter().rev() {
        let Some(item) = item else { return address };
        address = item;
        if !is_within(address, trusted) {
            return address;
        }
    }
    address
}

/// Whether an address is in one of the networks.
pub(super) fn is_within(address: IpAddr, networks: &[IpNet]) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Parses an address, which may have a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address = text.parse().ok().or_else(with_port).or_else(in_brackets)?;
    Some(IpAddr::to_canonical(&address))
}

/// What a page's address must be for a WebSocket.
#[derive(Debug)]
pub(super) struct Site<'a> {
    /// Host and port, as the client named them.
    pub(super) host: Option<&'a str>,
    /// `None` if a proxy that ends TLS does not say.
    pub(super) scheme: Option<Scheme>,
}

impl<'a> Site<'a> {
    /// Returns the site that a request is for; `is_trusted` if it comes from a trusted proxy.
    pub(super) fn of(headers: &'a HeaderMap, is_secure: bool, is_trusted: bool) -> Self {
        let named = || headers.get(header::HOST).and_then(|host| host.to_str().ok());
        if !is_trusted {
            let scheme = if is_secure { Scheme::Https } else { Scheme::Http };
            return Self { host: named(), scheme: Some(scheme) };
        }
        let scheme = items(headers, &FORWARDED_PROTO).next().and_then(Scheme::parse);
        Self { host: items(headers, &FORWARDED_HOST).next().or_else(named), scheme }
    }

    /// Returns the origin of the site, if its host is valid. Without a known scheme it is taken for safe.
    pub(super) fn origin(&self) -> Option<WebOrigin> {
        WebOrigin::new(self.scheme.unwrap_or(Scheme::Https), self.host?)
    }

    /// Returns where the browser of a page of this site finds other nodes of a cluster: on their
    /// hosts, with the scheme and the port of this site.
    pub(super) fn beside(&self, nodes: impl IntoIterator<Item = NodeAddress>) -> Vec<WebOrigin> {
        let Some(own) = self.origin() else { return Vec::new() };
        let mut sites: Vec<WebOrigin> =
            nodes.into_iter().filter_map(|node| own.with_host(node.host())).collect();
        sites.dedup();
        sites
    }

    /// Whether a page of this origin may open a WebSocket here.
    pub(super) fn admits(&self, origin: &WebOrigin) -> bool {
        let is_scheme = self.scheme.is_none_or(|scheme| scheme == origin.scheme());
        let host = self.host.and_then(|host| WebOrigin::new(origin.scheme(), host));
        is_scheme && host.as_ref() == Some(origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn encodings_are_accepted_by_name_and_weight() {
        let accepted = |value: &str| {
            let headers = headers(&[("accept-encoding", value)]);
            [Encoding::Identity, Encoding::Gzip, Encoding::Brotli].map(|encoding| accepts(&headers, encoding))
        };
        assert_eq!(accepted("gzip, deflate, br, zstd"), [true, true, true]);
        assert_eq!(accepted("gzip;q=1.0, br; q=0"), [true, true, false]);
        assert_eq!(accepted("GZIP"), [true, true, false]);
        assert_eq!(accepted("*"), [true, true, true]);
        assert_eq!(accepted("*;q=0, br"), [false, false, true]);
        assert_eq!(accepted("identity;q=0"), [false, false, false]);
        assert_eq!(accepted("br;q=x"), [true, false, false]);
        assert!(!accepts(&HeaderMap::new(), Encoding::Gzip));
        assert!(accepts(&HeaderMap::new(), Encoding::Identity));
    }

    #[test]
    fn languages_are_ordered_by_weight() {
        let of = |value: &str| languages(&headers(&[("accept-language", value)])).join(" ");
        assert_eq!(of("zh-TW,zh;q=0.9, en;q=0.8"), "zh-tw zh en");
        assert_eq!(of("en;q=0.3, vi, de;q=0, fr;q=x"), "vi en");
        assert_eq!(of(""), "");
    }

    #[test]
    fn tags_are_compared_weakly() {
        let etag = HeaderValue::from_static("\"ab\"");
        let matches = |value: &str| has(&headers(&[("if-none-match", value)]), &etag);
        assert!(matches("\"ab\"") && matches("\"x\", W/\"ab\"") && matches("*"));
        assert!(!matches("\"a\"") && !matches("ab") && !matches(""));
    }

    #[test]
    fn forwarded_address_is_the_last_one_that_no_trusted_proxy_has() {
        let trusted = ["10.0.0.0/8", "::1/128"].map(|network| network.parse().expect("a network"));
        let proxy: IpAddr = "10.0.0.1".parse().expect("an address");
        let of = |values: &[&str]| {
            let lines: Vec<_> = values.iter().map(|value| ("x-forwarded-for", *value)).collect();
            forwarded_address(&headers(&lines), proxy, &trusted).to_string()
        };
        assert_eq!(of(&["203.0.113.7"]), "203.0.113.7");
        assert_eq!(of(&["6.6.6.6, 203.0.113.7"]), "203.0.113.7", "the first is the client's invention");
        assert_eq!(of(&["6.6.6.6", "203.0.113.7, 10.1.2.3"]), "203.0.113.7");
        assert_eq!(of(&["[2001:db8::7]:443"]), "2001:db8::7");
        assert_eq!(of(&["[2001:db8::7]"]), "2001:db8::7");
        assert_eq!(of(&["::ffff:203.0.113.7"]), "203.0.113.7");
        assert_eq!(of(&["10.9.9.9, 10.1.2.3"]), "10.9.9.9", "a client in the proxies' network");
        for none in [&[][..], &[""], &["unknown"], &["203.0.113.7, unknown"]] {
            assert_eq!(of(none), "10.0.0.1", "{none:?}");
        }
    }

    #[test]
    fn page_of_the_same_site_may_connect() {
        let origin = |text: &str| text.parse::<WebOrigin>().expect("an origin");
        let named = headers(&[("host", "Play.Example.org"), ("x-forwarded-host", "evil.example")]);
        let plain = Site::of(&named, false, false);
        assert!(plain.admits(&origin("http://play.example.org")));
        assert!(plain.admits(&origin("http://play.example.org:80")));
        for other in ["https://play.example.org", "http://play.example.org:81", "http://evil.example"] {
            assert!(!plain.admits(&origin(other)), "{other}");
        }
        assert!(Site::of(&named, true, false).admits(&origin("https://play.example.org:443")));
        assert!(!Site::of(&named, true, false).admits(&origin("http://play.example.org")));
        assert!(!Site::of(&HeaderMap::new(), false, false).admits(&origin("http://play.example.org")));
    }

    #[test]
    fn other_nodes_are_beside_the_site_with_its_scheme_and_port() {
        let nodes = ["a.example.org:9899", "b.example.org:9899", "b.example.org:9900", "[::1]:9899"];
        let nodes = || nodes.iter().map(|node| node.parse().expect("an address"));
        let beside = |host: &str, is_secure| {
            let headers = headers(&[("host", host)]);
            let sites = Site::of(&headers, is_secure, false).beside(nodes());
            sites.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let expected = ["http://a.example.org:9880", "http://b.example.org:9880", "http://[::1]:9880"];
        assert_eq!(beside("play.example.org:9880", false), expected);
        let expected = ["https://a.example.org", "https://b.example.org", "https://[::1]"];
        assert_eq!(beside("play.example.org", true), expected);
        assert!(beside("play example", true).is_empty());
    }

    #[test]
    fn trusted_proxy_names_the_site() {
        let origin = |text: &str| text.parse::<WebOrigin>().expect("an origin");
        let named = headers(&[
            ("host", "127.0.0.1:9880"),
            ("x-forwarded-host", "play.example.org"),
            ("x-forwarded-proto", "https"),
        ]);
        let site = Site::of(&named, false, true);
        assert!(site.admits(&origin("https://play.example.org")));
        assert!(!site.admits(&origin("http://play.example.org")));
        assert!(!site.admits(&origin("http://127.0.0.1:9880")));
        let silent = headers(&[("host", "play.example.org")]);
        let site = Site::of(&silent, false, true);
        assert!(
            site.admits(&origin("https://play.example.org"))
                && site.admits(&origin("http://play.example.org"))
        );
    }
}
