//! How a connection begins where TLS is spoken, and where it is not. Whoever
//! expects the other is told so in words that he understands. Who the server is
//! says its `identity`.

use super::connection::Unserved;
use super::tls_identity::TlsIdentity;
use std::io::Cursor;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, Chain, Join, ReadHalf, WriteHalf};
use tokio_rustls::server::TlsStream;

/// The first byte of a TLS connection: a record of the handshake. Chuhe's plain
/// greeting begins with the length of a small frame, 0.
const HANDSHAKE: u8 = 0x16;
/// The first bytes of a TLS connection of any version.
const BEGINNING: [u8; 2] = [HANDSHAKE, 0x03];
/// The answer of a server without TLS: the fatal alert `protocol_version`.
pub(super) const NO_TLS: [u8; 7] = [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46];

/// A stream whose first byte was looked at.
pub(super) type Begun<S> = Join<Chain<Cursor<[u8; 1]>, ReadHalf<S>>, WriteHalf<S>>;

/// How a peer began.
pub(super) enum Opened<S> {
    /// With TLS, and the handshake is done.
    Secure(Box<TlsStream<Begun<S>>>),
    /// With anything else.
    Plain(Begun<S>),
}

/// Whether these are the first bytes of a peer that wants TLS.
pub(super) fn is_beginning(bytes: &[u8]) -> bool {
    bytes.starts_with(&BEGINNING)
}

/// Looks how a peer begins, and shakes hands with it. Takes as long as the peer
/// likes.
pub(super) async fn open<S>(stream: S, identity: &TlsIdentity) -> Result<Opened<S>, Unserved>
where
    S: AsyncRead + AsyncWrite,
{
    let (mut reader, writer) = tokio::io::split(stream);
    let first = reader.read_u8().await.map_err(|_| Unserved::Gone)?;
    let begun = tokio::io::join(Cursor::new([first]).chain(reader), writer);
    if first != HANDSHAKE {
        return Ok(Opened::Plain(begun));
    }
    match identity.acceptor().accept(begun).await {
        Ok(stream) => Ok(Opened::Secure(Box::new(stream))),
        Err(error) => {
            tracing::debug!(%error, "no TLS handshake");
            Err(Unserved::BadHandshake)
        }
    }
}
