//! The handshake of a WebSocket (RFC 6455, section 4.2).

use hyper::{Request, Response};
use tungstenite::Error;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::server::create_response_with_body;

/// The only version of the WebSocket protocol.
pub(super) const VERSION: &str = "13";

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

    fn of(error: &Error) -> Self {
        if matches!(error, Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader)) {
            Self::OtherVersion
        } else if matches!(
            error,
            Error::Protocol(ProtocolError::MissingSecWebSocketKey | ProtocolError::InvalidSecWebSocketKey)
        ) {
            Self::BadKey
        } else {
            Self::NoUpgrade
        }
    }
}

/// Returns the answer that accepts a WebSocket.
pub(super) fn accept<B, A: Default>(request: &Request<B>) -> Result<Response<A>, BadHandshake> {
    create_response_with_body(request, A::default).map_err(|error| BadHandshake::of(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;
    use hyper::{Method, StatusCode, Version};

    const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

    fn answer(change: impl FnOnce(&mut Request<()>)) -> Result<Response<()>, BadHandshake> {
        let request = Request::builder()
            .header("connection", "keep-alive, Upgrade")
            .header("upgrade", "WebSocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", KEY);
        let mut request = request.body(()).expect("a request");
        change(&mut request);
        accept(&request)
    }

    #[test]
    fn answer_is_that_of_the_rfc() {
        // RFC 6455, section 1.3
        let answer = answer(|_| ()).expect("a handshake");
        assert_eq!(answer.status(), StatusCode::SWITCHING_PROTOCOLS);
        let header = |name: &str| answer.headers()[name].to_str().expect("text").to_ascii_lowercase();
        assert_eq!((header("connection"), header("upgrade")), ("upgrade".into(), "websocket".into()));
        assert_eq!(answer.headers()["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn request_must_be_a_handshake() {
        let failure =
            |change: &dyn Fn(&mut Request<()>)| answer(change).map(|_| ()).expect_err("no handshake");
        let without = |name: &str| failure(&|request| drop(request.headers_mut().remove(name)));
        assert_eq!(without("connection"), BadHandshake::NoUpgrade);
        assert_eq!(without("upgrade"), BadHandshake::NoUpgrade);
        assert_eq!(without("sec-websocket-version"), BadHandshake::OtherVersion);
        assert_eq!(without("sec-websocket-key"), BadHandshake::BadKey);
        let with = |name: &'static str, value: &'static str| {
            failure(&move |request| {
                request.headers_mut().insert(name, HeaderValue::from_static(value));
            })
        };
        assert_eq!(with("sec-websocket-version", "8"), BadHandshake::OtherVersion);
        assert_eq!(with("sec-websocket-key", "c2hvcnQ="), BadHandshake::BadKey);
        assert_eq!(with("sec-websocket-key", "?"), BadHandshake::BadKey);
        assert_eq!(failure(&|request| *request.method_mut() = Method::HEAD), BadHandshake::NoUpgrade);
        assert_eq!(failure(&|request| *request.version_mut() = Version::HTTP_10), BadHandshake::NoUpgrade);
    }
}
