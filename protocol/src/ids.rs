//! Numbers and tokens by which things are named on the wire.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A player, for as long as his name is his.
    PlayerId
}
id! {
    /// A challenge, never used twice by one server.
    ChallengeId
}
id! {
    /// A game, never used twice by one server.
    GameId
}

/// The number of an event in its game's list, from 0 without gaps.
pub type Seq = u32;

/// The secret by which a player resumes his seat: 128 random bits.
///
/// It is never shown: `Debug` hides it, and there is no `Display`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionToken(pub [u8; 16]);

/// A password on its way to the server. It is never shown: `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(hidden)")
    }
}
