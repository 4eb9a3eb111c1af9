//! Decides whether a server's certificate belongs to the server the user visited before.
//!
//! It does no cryptography: the shell runs the handshake and passes the certificate in. The
//! rules below keep a session token from reaching a server whose key has changed:
//!
//! - The first TLS connection to a server is trusted (trust on first use). If a certificate
//!   authority trusted by this system vouches for the requested name, the client remembers
//!   [`Trust::Authority`]; otherwise it pins the certificate.
//! - A pinned certificate is the only one accepted. A certificate vouched for by an authority
//!   does not replace it, because an attacker may obtain one from any authority. When a server
//!   changes to a certificate from an authority, its users are therefore warned once.
//! - If an authority vouched for a server, the server may renew its certificate, but an authority
//!   must vouch for every new one. Any other certificate is refused and *not* pinned; otherwise
//!   anybody could present their own as if on first use.
//! - A server that is a node of a cluster sends the client on to others. Each address has its own
//!   trust. From a node over TLS the client reaches all others over TLS; if an authority vouched for
//!   it, one must vouch for each node that was never visited.
//! - After one TLS connection, plain connections to the server are refused. The exception is the
//!   server hosted by this program, because nobody else can answer at its address; tokens
//!   received over TLS are not sent to it.
//! - The decision is made during the handshake. If the handshake fails, the client has sent only
//!   the server's name. If it succeeds, the server has proved that it holds the key.
//! - The user may accept a changed certificate after seeing both. The client then forgets the
//!   tokens for that server and starts again as on first use. A deceived user loses at most the
//!   seat of one game.
//! - Removing a server also removes its tokens, so that no token is left for an impostor who
//!   answers on the next first use.

use chuhe_protocol::Fingerprint;
use serde::{Deserialize, Serialize};

/// How to connect to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Without encryption.
    Plain,
    /// Over TLS, if the server passes this check.
    Tls(Trust),
}

/// How the identity of a server is checked.
///
/// The settings file stores it, so the serialized names stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trust {
    /// The server was never reached over TLS: any certificate is accepted and remembered.
    #[default]
    #[serde(rename = "by_nothing")]
    FirstUse,
    /// A certificate authority must vouch for the server.
    #[serde(rename = "by_authority")]
    Authority,
    /// The server must present exactly this certificate.
    #[serde(rename = "by_certificate")]
    Pinned(Fingerprint),
}

/// The certificate a server presents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The hash that identifies it.
    pub fingerprint: Fingerprint,
    /// Whether an authority trusted by this system vouches for it now, under the requested name.
    pub vouched_for: bool,
}

/// A certificate that fails the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateMismatch {
    /// The stored trust, which the certificate does not match.
    pub expected: Trust,
    /// The certificate that the server presented.
    pub shown: Certificate,
}

/// The question whether to trust a server whose certificate has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustPrompt {
    /// The stored trust and the new certificate.
    pub mismatch: CertificateMismatch,
    /// Whether the user confirms that the server's owner gave the same fingerprint.
    pub compared: bool,
}

impl Trust {
    /// Checks a certificate; returns the trust to remember for the server.
    ///
    /// # Errors
    /// [`CertificateMismatch`] if it is not the certificate of the server visited before.
    pub fn check(self, shown: Certificate) -> Result<Self, CertificateMismatch> {
        let same = match self {
            Self::FirstUse => return Ok(Self::on_first_use(shown)),
            Self::Authority => shown.vouched_for,
            Self::Pinned(fingerprint) => shown.fingerprint == fingerprint,
        };
        if same { Ok(self) } else { Err(CertificateMismatch { expected: self, shown }) }
    }

    /// The trust to remember after accepting this certificate for the first time.
    #[must_use]
    pub const fn on_first_use(shown: Certificate) -> Self {
        if shown.vouched_for { Self::Authority } else { Self::Pinned(shown.fingerprint) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(name: &str, vouched_for: bool) -> Certificate {
        Certificate { fingerprint: Fingerprint::of(name.as_bytes()), vouched_for }
    }

    #[test]
    fn only_the_certificate_of_the_first_use_is_accepted() {
        let pinned = Trust::Pinned(Fingerprint::of(b"a"));
        for (expected, name, vouched_for, then) in [
            (Trust::FirstUse, "a", false, Some(pinned)),
            (Trust::FirstUse, "a", true, Some(Trust::Authority)),
            (pinned, "a", false, Some(pinned)),
            // stays pinned
            (pinned, "a", true, Some(pinned)),
            (pinned, "b", false, None),
            // an authority does not override the pin
            (pinned, "b", true, None),
            (Trust::Authority, "a", true, Some(Trust::Authority)),
            (Trust::Authority, "b", true, Some(Trust::Authority)),
            // once an authority has vouched for the server, it must do so again
            (Trust::Authority, "a", false, None),
        ] {
            let shown = certificate(name, vouched_for);
            let mismatch = CertificateMismatch { expected, shown };
            assert_eq!(expected.check(shown), then.ok_or(mismatch), "{expected:?} {name} {vouched_for}");
        }
    }

    #[test]
    fn stored_trust_keeps_its_names() {
        for (trust, text) in [(Trust::FirstUse, r#""by_nothing""#), (Trust::Authority, r#""by_authority""#)] {
            assert_eq!(serde_json::to_string(&trust).unwrap(), text);
            assert_eq!(serde_json::from_str::<Trust>(text).unwrap(), trust);
        }
        let pinned = serde_json::to_string(&Trust::Pinned(Fingerprint::of(b"a"))).unwrap();
        assert!(pinned.starts_with(r#"{"by_certificate":"#), "{pinned}");
    }
}
