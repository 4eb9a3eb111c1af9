//! The handshake of a WebSocket (RFC 6455, section 4.2).

use super::headers::has_item;
use data_encoding::BASE64;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Version};
use sha1::{Digest as _, Sha1};

/// The only version of the WebSocket protocol.
pub(super) const VERSION: &str = "13";
/// What the answer adds to the key, as the RFC demands.
const KEY_SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/// Number of bytes of a key.
const KEY_BYTES: usize = 16;

/// Why a request is no handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadHandshake {
    /// It does not ask for a WebSocket.
    NoUpgrade,
    /// It asks for a version other than [`VERSION`].
    OtherVersion,
    /// Its key is missing or malformed.
    BadKey,
}

impl BadHandshake {
    /// Returns the answer for people.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::NoUpgrade => "this is a WebSocket\n",
            Self::OtherVersion => "only version 13 of the WebSocket protocol\n",
            Self::BadKey => "a bad Sec-WebSocket-Key\n",
        }
    }
}

/// Returns the key of a handshake.
pub(super) fn key<B>(request: &Request<B>) -> Result<HeaderValue, BadHandshake> {
    let headers = request.headers();
    let is_upgrade = request.method() == Method::GET
        && request.version() == Version::HTTP_11
        && has_item(headers, &header::CONNECTION, "upgrade")
        && has_item(headers, &header::UPGRADE, "websocket");
    if !is_upgrade {
        return Err(BadHandshake::NoUpgrade);
    }
    if headers.get(header::SEC_WEBSOCKET_VERSION).is_none_or(|version| version != VERSION) {
        return Err(BadHandshake::OtherVersion);
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(BadHandshake::BadKey)?;
    let decoded = BASE64.decode(key.as_bytes()).map_err(|_| BadHandshake::BadKey)?;
    if decoded.len() == KEY_BYTES { Ok(key.clone()) } else { Err(BadHandshake::BadKey) }
}

/// Returns the answer to a key.
pub(super) fn accept(key: &HeaderValue) -> HeaderValue {
    let digest = Sha1::new().chain_update(key.as_bytes()).chain_update(KEY_SUFFIX).finalize();
    HeaderValue::from_str(&BASE64.encode(&digest)).expect("base64 is a valid value")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

    fn request(change: impl FnOnce(&mut Request<()>)) -> Result<HeaderValue, BadHandshake> {
        let request = Request::builder()
            .header("connection", "keep-alive, Upgrade")
            .header("upgrade", "WebSocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", KEY);
        let mut request = request.body(()).expect("a request");
        change(&mut request);
        key(&request)
    }

    #[test]
    fn answer_is_that_of_the_rfc() {
        // RFC 6455, section 1.3
        assert_eq!(accept(&HeaderValue::from_static(KEY)), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn request_must_be_a_handshake() {
        assert_eq!(request(|_| ()), Ok(HeaderValue::from_static(KEY)));
        let without = |name| request(move |request| drop(request.headers_mut().remove(name)));
        assert_eq!(without("connection"), Err(BadHandshake::NoUpgrade));
        assert_eq!(without("upgrade"), Err(BadHandshake::NoUpgrade));
        assert_eq!(without("sec-websocket-version"), Err(BadHandshake::OtherVersion));
        assert_eq!(without("sec-websocket-key"), Err(BadHandshake::BadKey));
        let with = |name: &'static str, value: &'static str| {
            request(move |request| {
                request.headers_mut().insert(name, HeaderValue::from_static(value));
            })
        };
        assert_eq!(with("sec-websocket-version", "8"), Err(BadHandshake::OtherVersion));
        assert_eq!(with("sec-websocket-key", "c2hvcnQ="), Err(BadHandshake::BadKey));
        assert_eq!(with("sec-websocket-key", "?"), Err(BadHandshake::BadKey));
        assert_eq!(request(|request| *request.method_mut() = Method::HEAD), Err(BadHandshake::NoUpgrade));
        assert_eq!(
            request(|request| *request.version_mut() = Version::HTTP_10),
            Err(BadHandshake::NoUpgrade)
        );
    }
}
