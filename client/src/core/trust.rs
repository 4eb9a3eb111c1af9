//! Whether a server that shows a certificate is the one it was: decided here, on what the
//! handshake found out. It does no cryptography.
//!
//! An attacker must get in by no path, and a token must never reach a server whose key has
//! changed. So:
//!
//! - A server that was never reached over TLS is believed at the first time. If an authority
//!   trusted by this system vouches for it under the name that was asked for, that is what it is
//!   known by from then on; else it is its certificate, which is *pinned*.
//! - A pinned certificate is the only one. Another is not believed though an authority vouches
//!   for it: whoever can obtain such a one, from any authority, could otherwise step in. The
//!   owner of a server who turns to an authority therefore has his visitors warned once.
//! - A server known by an authority may renew its certificate, but must be vouched for each time.
//!   One that is not is a stranger and is *not* pinned: else everybody could show a certificate
//!   of his own and be taken for a server at its first time.
//! - A server once reached over TLS is not reached in plain any more: who could answer for it
//!   there could answer anything. Only the server that this program runs itself is, for it is
//!   known to be no other; what was received over TLS is not sent to it.
//! - Everything is judged within the handshake. When that fails, nothing has been sent but what
//!   TLS sends first: the server's name. When it succeeds, the server has proved that it holds
//!   the certificate's key.
//! - The user may trust a changed certificate, after he was shown both. Then it is as at the
//!   first time, except that tokens of before are forgotten: even if he is deceived they get into
//!   no other hands. With them goes at most the seat of one game.
//! - To forget a server is to forget its tokens too, so that nothing is left to be sent to
//!   whoever is met there at the next first time.

use chuhe_protocol::Fingerprint;
use serde::{Deserialize, Serialize};

/// How to connect to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// In plain.
    Plain,
    /// Over TLS, if the server is the one that is known.
    Tls(Known),
}

/// By what a server is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It was never reached over TLS.
    #[default]
    ByNothing,
    /// An authority vouches for it.
    ByAuthority,
    /// It has this certificate.
    ByCertificate(Fingerprint),
}

/// The certificate that a server shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its name.
    pub fingerprint: Fingerprint,
    /// Whether an authority trusted by this system vouches for it, under the name by which the
    /// server was asked for, at this time.
    pub vouched_for: bool,
}

/// A server is not the one it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// By what it was known.
    pub known: Known,
    /// What it shows now.
    pub shown: Certificate,
}

/// What the user is asked about a server that is not the one it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What has changed.
    pub changed: Changed,
    /// Whether he says that he has compared the fingerprint with what its owner told him.
    pub compared: bool,
}

impl Known {
    /// By what a server is known from now on that shows this certificate.
    ///
    /// # Errors
    /// [`Changed`] if it is not the one that was known.
    pub fn meet(self, shown: Certificate) -> Result<Self, Changed> {
        let same = match self {
            Self::ByNothing => return Ok(Self::at_first(shown)),
            Self::ByAuthority => shown.vouched_for,
            Self::ByCertificate(pinned) => shown.fingerprint == pinned,
        };
        if same { Ok(self) } else { Err(Changed { known: self, shown }) }
    }

    /// By what a server is known once this certificate of it is believed.
    #[must_use]
    pub const fn at_first(shown: Certificate) -> Self {
        if shown.vouched_for { Self::ByAuthority } else { Self::ByCertificate(shown.fingerprint) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(name: &str, vouched_for: bool) -> Certificate {
        Certificate { fingerprint: Fingerprint::of(name.as_bytes()), vouched_for }
    }

    #[test]
    fn a_server_stays_what_it_was_at_first() {
        let pinned = Known::ByCertificate(Fingerprint::of(b"a"));
        for (known, name, vouched_for, then) in [
            (Known::ByNothing, "a", false, Some(pinned)),
            (Known::ByNothing, "a", true, Some(Known::ByAuthority)),
            (pinned, "a", false, Some(pinned)),
            // it stays pinned
            (pinned, "a", true, Some(pinned)),
            (pinned, "b", false, None),
            // an authority does not beat the pin
            (pinned, "b", true, None),
            (Known::ByAuthority, "a", true, Some(Known::ByAuthority)),
            (Known::ByAuthority, "b", true, Some(Known::ByAuthority)),
            // and is not done without where it was there
            (Known::ByAuthority, "a", false, None),
        ] {
            let shown = certificate(name, vouched_for);
            let changed = Changed { known, shown };
            assert_eq!(known.meet(shown), then.ok_or(changed), "{known:?} {name} {vouched_for}");
        }
    }
}
