//! The fingerprint of a server's certificate.
//!
//! People compare it and clients store it. No message contains it, because the TLS
//! handshake precedes the first message.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

const BYTES: usize = 32;

/// The SHA-256 digest of a certificate's DER encoding.
///
/// Its text form is 32 pairs of hexadecimal digits separated by colons.
///
/// ```
/// use chuhe_protocol::Fingerprint;
/// let fingerprint = Fingerprint::of(b"the bytes of a certificate");
/// let text = fingerprint.to_string();
/// assert!(text.starts_with("EE:55:55:78:"), "{text}");
/// assert_eq!(text.parse(), Ok(fingerprint));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Fingerprint([u8; BYTES]);

/// The text is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not a SHA-256 fingerprint")]
pub struct InvalidFingerprint;

impl Fingerprint {
    /// Computes the fingerprint of a DER-encoded certificate.
    #[must_use]
    pub fn of(certificate: &[u8]) -> Self {
        Self(Sha256::digest(certificate).into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, byte) in self.0.iter().enumerate() {
            write!(f, "{}{byte:02X}", if n == 0 { "" } else { ":" })?;
        }
        Ok(())
    }
}

impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, InvalidFingerprint> {
        let mut bytes = [0; BYTES];
        let mut pairs = text.split(':');
        for byte in &mut bytes {
            let pair = pairs.next().filter(|pair| pair.len() == 2).ok_or(InvalidFingerprint)?;
            if !pair.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(InvalidFingerprint);
            }
            *byte = u8::from_str_radix(pair, 16).map_err(|_| InvalidFingerprint)?;
        }
        if pairs.next().is_some() { Err(InvalidFingerprint) } else { Ok(Self(bytes)) }
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.to_string()
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = InvalidFingerprint;

    fn try_from(text: String) -> Result<Self, InvalidFingerprint> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_accepts_only_a_complete_fingerprint() {
        let text = Fingerprint::of(b"").to_string();
        assert_eq!(text.len(), 32 * 3 - 1);
        assert_eq!(text.to_lowercase().parse(), Ok(Fingerprint::of(b"")));
        for bad in
            ["", "AA", &text[3..], &format!("{text}:00"), &text.replace("E3", "+3"), &text.replace(':', "")]
        {
            assert_eq!(bad.parse::<Fingerprint>(), Err(InvalidFingerprint), "{bad}");
        }
    }
}
