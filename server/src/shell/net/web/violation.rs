//! What a client may not do with a WebSocket.

use tungstenite::error::ProtocolError;
use tungstenite::protocol::frame::coding::CloseCode;

/// Why the server fails a WebSocket.
///
/// The variant names are the values of a metric's label, in snake case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Violation {
    /// The peer sent a malformed frame header.
    #[error("a malformed frame")]
    Header,
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
    /// The peer sent a text, or a reason to close, that is not UTF-8.
    #[error("a text that is not UTF-8")]
    NotUtf8,
    /// The peer sent a message without content.
    #[error("an empty message")]
    Empty,
    /// The peer sent a message over the limit.
    #[error("a message that is too long")]
    TooLong,
    /// The peer sent a message in too many fragments.
    #[error("a message in too many fragments")]
    TooManyFragments,
    /// The peer sent a length in more bytes than it needs.
    #[error("a length in too many bytes")]
    LongLength,
    /// The peer sent too many control frames without a message.
    #[error("too many control frames")]
    TooManyControls,
}

impl Violation {
    /// Returns what the library found in the bytes of a peer.
    pub(super) fn of(error: &ProtocolError) -> Self {
        if matches!(error, ProtocolError::UnmaskedFrameFromClient) {
            Self::Unmasked
        } else if matches!(error, ProtocolError::UnexpectedContinueFrame | ProtocolError::ExpectedFragment(_))
        {
            Self::Fragment
        } else if matches!(error, ProtocolError::InvalidCloseSequence) {
            Self::Close
        } else {
            Self::Header
        }
    }

    /// Returns the code of the close frame (RFC 6455, section 7.4.1).
    pub(super) const fn close_code(self) -> CloseCode {
        match self {
            Self::Header | Self::Unmasked | Self::Fragment | Self::Close | Self::LongLength => {
                CloseCode::Protocol
            }
            Self::Text => CloseCode::Unsupported,
            Self::NotUtf8 | Self::Empty => CloseCode::Invalid,
            Self::TooManyFragments | Self::TooManyControls => CloseCode::Policy,
            Self::TooLong => CloseCode::Size,
        }
    }
}
