//! Opens a connection with TLS, and detects peers that use TLS where the server does not
//! or the reverse.
//!
//! Such a peer receives the reason in the protocol that it speaks.

use super::connection_end::GreetingFailure;
use super::tls_identity::TlsIdentity;
use std::io::Cursor;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, Chain, Join, ReadHalf, WriteHalf};
use tokio_rustls::server::TlsStream;

/// First byte of a TLS connection: a handshake record. Chuhe's plain greeting starts
/// with 0, the high byte of a small frame's length.
const HANDSHAKE: u8 = 0x16;
/// First bytes of a TLS connection, in every version.
const CLIENT_HELLO_START: [u8; 2] = [HANDSHAKE, 0x03];
/// The fatal alert `protocol_version`, which a server without TLS sends to a TLS client.
pub(crate) const NO_TLS_ALERT: [u8; 7] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46];

/// A stream whose first byte was read and put back.
pub(crate) type PeekedStream<S> = Join<Chain<Cursor<[u8; 1]>, ReadHalf<S>>, WriteHalf<S>>;

/// A connection by the way the peer started it.
pub(crate) enum Opened<S> {
    /// The peer started TLS, and the handshake is complete.
    Secure(Box<TlsStream<PeekedStream<S>>>),
    /// The peer started anything else.
    Plain(PeekedStream<S>),
}

/// Whether `bytes` start a TLS connection.
pub(crate) fn is_client_hello(bytes: &[u8]) -> bool {
    bytes.starts_with(&CLIENT_HELLO_START)
}

/// Reads the peer's first byte, and completes the TLS handshake if it starts one.
///
/// Has no timeout of its own.
pub(crate) async fn open<S>(stream: S, identity: &TlsIdentity) -> Result<Opened<S>, GreetingFailure>
where
    S: AsyncRead + AsyncWrite,
{
    let (mut reader, writer) = tokio::io::split(stream);
    let first = reader.read_u8().await.map_err(|_| GreetingFailure::Gone)?;
    let stream = tokio::io::join(Cursor::new([first]).chain(reader), writer);
    if first != HANDSHAKE {
        return Ok(Opened::Plain(stream));
    }
    match identity.acceptor().accept(stream).await {
        Ok(stream) => Ok(Opened::Secure(Box::new(stream))),
        Err(error) => {
            tracing::debug!(%error, "the TLS handshake failed");
            Err(GreetingFailure::BadHandshake)
        }
    }
}
