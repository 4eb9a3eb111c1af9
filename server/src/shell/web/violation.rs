//! What a client may not do with a WebSocket.

use chuhe_protocol::websocket::HeaderError;

/// Why the server fails a WebSocket.
///
/// The variant names are the values of a metric's label, in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Violation {
    /// The peer sent a malformed frame header.
    #[error("a malformed frame: {0}")]
    Header(HeaderError),
    /// The peer sent an unmasked frame.
    #[error("a frame without a mask")]
    Unmasked,
    /// The peer began a message within a message, or continued none.
    #[error("a fragment that belongs to no message")]
    Fragment,
    /// The peer sent a malformed close frame.
    #[error("a malformed close frame")]
    Close,
    /// The peer sent a text message.
    #[error("a text message")]
    Text,
    /// The peer sent a message over the limit.
    #[error("a message that is too long")]
    TooLong,
    /// The peer sent a message in too many fragments.
    #[error("a message in too many fragments")]
    TooManyFragments,
    /// The peer sent too many control frames without a message.
    #[error("too many control frames")]
    TooManyControls,
}

impl Violation {
    /// Returns the code of the close frame (RFC 6455, section 7.4.1).
    pub(super) const fn close_code(self) -> u16 {
        match self {
            Self::Header(_) | Self::Unmasked | Self::Fragment | Self::Close => 1002,
            Self::Text => 1003,
            Self::TooManyFragments | Self::TooManyControls => 1008,
            Self::TooLong => 1009,
        }
    }
}
