//! Hashes of secrets, as they are stored.

use chuhe_protocol::SessionToken;
use sha2::{Digest, Sha256};
use std::fmt;

/// The stored form of a token. A player cannot be resumed with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The hash of a token.
    #[must_use]
    pub fn of(token: SessionToken) -> Self {
        Self(Sha256::digest(token.0).into())
    }
}

/// The stored form of a password: the text format of argon2id. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(hidden)")
    }
}
