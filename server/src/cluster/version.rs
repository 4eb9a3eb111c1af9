//! The version of a NATS server, and which versions are trusted with games.

use std::fmt;
use std::str::FromStr;

/// A version of the NATS server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32, pub u32);

impl Version {
    /// Whether it keeps what it has acknowledged, as far as is known.
    ///
    /// 2.12.15 and 2.14.5 are the first of their lines that do; there was no release between them.
    #[must_use]
    pub fn is_trusted(self) -> bool {
        let Self(major, minor, patch) = self;
        self >= Self(2, 14, 5) || (major, minor) == (2, 12) && patch >= 15
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// The text is no version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no version")]
pub struct InvalidVersion;

/// Reads `2.14.5`; what follows a hyphen, as in `2.15.0-RC.1`, is ignored.
impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let numbers = text.split(['-', '+']).next().unwrap_or_default();
        let mut numbers = numbers.split('.').map(|number| number.parse().map_err(|_| InvalidVersion));
        let mut next = || numbers.next().ok_or(InvalidVersion)?;
        Ok(Self(next()?, next()?, next()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_that_may_lose_messages_are_not_trusted() {
        let is_trusted = |text: &str| text.parse::<Version>().map(Version::is_trusted);
        for old in ["2.9.10", "2.12.14", "2.13.0", "2.14.4", "1.4.1"] {
            assert_eq!(is_trusted(old), Ok(false), "{old}");
        }
        for current in ["2.12.15", "2.14.5", "2.15.1", "2.15.0-RC.1", "3.0.0"] {
            assert_eq!(is_trusted(current), Ok(true), "{current}");
        }
        for none in ["", "2.14", "two.9.1"] {
            assert_eq!(is_trusted(none), Err(InvalidVersion), "{none}");
        }
    }
}
