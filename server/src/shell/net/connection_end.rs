//! Why connections end: a failed greeting, or a cut without a message.
//!
//! The variant names are the values of metric labels, in snake case.

/// Why the server closes a connection without sending a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum CutReason {
    /// Too many greetings from its address have failed.
    Barred,
    /// The connection was rejected while too many others were being sent their reason.
    Crowd,
    /// Its send queue overflowed.
    QueueFull,
    /// It read nothing for too long.
    Unread,
    /// It did not read the queued messages in time after it was closed.
    Unflushed,
}

/// Why a connection was never handed to the hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum GreetingFailure {
    /// The greeting timed out.
    #[error("greeting timed out")]
    Late,
    /// The peer disconnected before its greeting was complete.
    #[error("disconnected before the greeting")]
    Gone,
    /// The peer speaks another protocol.
    #[error("not Chuhe's protocol")]
    NotChuhe,
    /// The peer speaks an unsupported version.
    #[error("unsupported protocol version")]
    OtherVersion,
    /// The peer started TLS with a server that does not use it.
    #[error("TLS on a port without TLS")]
    TlsUnasked,
    /// The peer sent plain text to a server that requires TLS.
    #[error("plain text on a TLS port")]
    TlsMissing,
    /// The TLS handshake failed.
    #[error("the TLS handshake failed")]
    BadHandshake,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Stopping,
    /// A browser's connection is not HTTP.
    #[error("not HTTP")]
    NotHttp,
    /// A connection from a proxy does not begin with a header of the PROXY protocol.
    #[error("no PROXY protocol header")]
    ProxyHeaderMissing,
    /// A proxy sent a header of version 1, which is not supported.
    #[error("a PROXY protocol header of version 1; configure the proxy to send version 2")]
    ProxyHeaderVersion1,
    /// A proxy sent a malformed header.
    #[error("a malformed PROXY protocol header")]
    ProxyHeaderMalformed,
}

impl GreetingFailure {
    /// Whether it counts against the peer's address.
    pub(crate) fn is_peers_fault(self) -> bool {
        match self {
            Self::Late
            | Self::Gone
            | Self::NotChuhe
            | Self::NotHttp
            | Self::TlsUnasked
            | Self::TlsMissing
            | Self::BadHandshake => true,
            // the peer of these is the operator's proxy
            Self::ProxyHeaderMissing | Self::ProxyHeaderVersion1 | Self::ProxyHeaderMalformed => false,
            Self::OtherVersion | Self::Stopping => false,
        }
    }
}
