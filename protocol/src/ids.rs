//! Identifiers, session tokens and passwords in messages.

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
    /// Identifies a player for as long as they hold their name.
    PlayerId
}
id! {
    /// Identifies a challenge; a server never reuses one.
    ChallengeId
}
id! {
    /// Identifies a game; a server never reuses one.
    GameId
}

/// The sequence number of an event in its game, from 0 without gaps.
pub type Seq = u32;

/// The secret that resumes a player's session: 128 random bits.
// `Debug` hides it and there is no `Display`, so that no log contains it
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionToken(pub [u8; 16]);

/// A password sent to the server.
// `Debug` hides it, so that no log contains it
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
