//! Reads the header of the PROXY protocol, version 2, that a proxy sends before a client's data.
//!
//! The header carries the client's address. Only configured networks may send one, and only their
//! connections are read here. Over TLS it comes before the handshake.

use super::connection_end::GreetingFailure;
use proxy_header::{ParseConfig, Protocol, ProxyHeader};
use std::net::IpAddr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// First bytes of every header of version 2.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";
/// First bytes of a header of version 1, which is text.
const VERSION_1: [u8; 6] = *b"PROXY ";
/// Length of the part that every header has. Its last two bytes are the length of the rest.
const FIXED_BYTES: usize = 16;
/// Maximum length of the rest: addresses, and what a proxy may add about TLS.
const MAX_REST_BYTES: u16 = 2048;

/// Reads a header and nothing beyond it; returns the address of the proxy's client.
///
/// That is `None` if the proxy connects on its own behalf, as for a health check. Has no timeout of
/// its own.
///
/// # Errors
/// [`GreetingFailure`] if the connection does not begin with a valid header.
pub(crate) async fn read<S>(stream: &mut S) -> Result<Option<IpAddr>, GreetingFailure>
where
    S: AsyncRead + Unpin,
{
    let mut header = vec![0; FIXED_BYTES];
    let mut length = 0;
    while length < FIXED_BYTES {
        match stream.read(&mut header[length..]).await {
            Ok(0) | Err(_) => return Err(GreetingFailure::Gone),
            Ok(read) => length += read,
        }
        check_start(&header[..length])?;
    }
    let rest = u16::from_be_bytes([header[FIXED_BYTES - 2], header[FIXED_BYTES - 1]]);
    if rest > MAX_REST_BYTES {
        return Err(GreetingFailure::ProxyHeaderMalformed);
    }
    header.resize(FIXED_BYTES + usize::from(rest), 0);
    stream.read_exact(&mut header[FIXED_BYTES..]).await.map_err(|_| GreetingFailure::Gone)?;
    let config = ParseConfig { include_tlvs: false, allow_v1: false, allow_v2: true };
    let (header, _) =
        ProxyHeader::parse(&header, config).map_err(|_| GreetingFailure::ProxyHeaderMalformed)?;
    match header.proxied_address() {
        None => Ok(None),
        Some(address) if address.protocol == Protocol::Stream => Ok(Some(address.source.ip().to_canonical())),
        Some(_) => Err(GreetingFailure::ProxyHeaderMalformed),
    }
}

/// Fails as soon as the first bytes cannot begin a header of version 2.
fn check_start(bytes: &[u8]) -> Result<(), GreetingFailure> {
    let compared = bytes.len().min(SIGNATURE.len());
    if bytes[..compared] == SIGNATURE[..compared] {
        return Ok(());
    }
    let compared = bytes.len().min(VERSION_1.len());
    let is_version_1 = bytes[..compared] == VERSION_1[..compared];
    Err(if is_version_1 { GreetingFailure::ProxyHeaderVersion1 } else { GreetingFailure::ProxyHeaderMissing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proxy_header::ProxiedAddress;
    use std::net::{Ipv4Addr, SocketAddr};

    fn encoded(header: &ProxyHeader<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        header.encode_v2(&mut bytes).expect("a header");
        bytes
    }

    fn of(source: &str) -> Vec<u8> {
        let source: SocketAddr = source.parse().expect("an address");
        encoded(&ProxyHeader::with_address(ProxiedAddress::stream(source, source)))
    }

    /// Reads a header; returns the result and the bytes that were not read.
    fn read_from(mut bytes: &[u8]) -> (Result<Option<IpAddr>, GreetingFailure>, usize) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let address = runtime.block_on(read(&mut bytes));
        (address, bytes.len())
    }

    #[test]
    fn header_has_the_clients_address_and_nothing_beyond_it_is_read() {
        for source in ["203.0.113.7:5", "[2001:db8::7]:5"] {
            let expected = source.parse::<SocketAddr>().expect("an address").ip();
            assert_eq!(read_from(&[of(source), vec![9; 3]].concat()), (Ok(Some(expected)), 3));
        }
        let expected = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));
        assert_eq!(read_from(&of("[::ffff:203.0.113.7]:5")).0, Ok(Some(expected)));
        assert_eq!(read_from(&encoded(&ProxyHeader::with_local())).0, Ok(None), "a health check");
    }

    #[test]
    fn anything_else_is_rejected_at_its_first_wrong_byte() {
        let address = "203.0.113.7:5".parse().expect("an address");
        let datagram = encoded(&ProxyHeader::with_address(ProxiedAddress::datagram(address, address)));
        let mut long = of("203.0.113.7:5");
        long[14..16].copy_from_slice(&0xffff_u16.to_be_bytes());
        let mut short = of("203.0.113.7:5");
        short[14..16].copy_from_slice(&3_u16.to_be_bytes());
        let (mut version, mut family) = (of("203.0.113.7:5"), of("203.0.113.7:5"));
        (version[12], family[13]) = (0x31, 0x77);
        for (bytes, expected) in [
            (b"PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n".to_vec(), GreetingFailure::ProxyHeaderVersion1),
            (b"\0\0\0\x0ahello".to_vec(), GreetingFailure::ProxyHeaderMissing),
            (b"\r\n\r\nX".to_vec(), GreetingFailure::ProxyHeaderMissing),
            (vec![0x16, 3, 1], GreetingFailure::ProxyHeaderMissing),
            (Vec::new(), GreetingFailure::Gone),
            (datagram, GreetingFailure::ProxyHeaderMalformed),
            (long, GreetingFailure::ProxyHeaderMalformed),
            (short, GreetingFailure::ProxyHeaderMalformed),
            (version, GreetingFailure::ProxyHeaderMalformed),
            (family, GreetingFailure::ProxyHeaderMalformed),
        ] {
            assert_eq!(read_from(&bytes).0, Err(expected), "{bytes:?}");
        }
        let whole = of("203.0.113.7:5");
        for length in 0..whole.len() {
            assert_eq!(read_from(&whole[..length]).0, Err(GreetingFailure::Gone), "{length} bytes");
        }
    }

    proptest! {
        #[test]
        fn random_bytes_after_the_signature_cause_no_panic(rest in proptest::collection::vec(any::<u8>(), 0..300)) {
            let (read, _) = read_from(&[&SIGNATURE[..], &rest].concat());
            let is_header = rest.len() >= 4 && matches!(rest[0], 0x20 | 0x21);
            prop_assert!(is_header || read.is_err());
        }
    }
}
