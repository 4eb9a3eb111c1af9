//! Invitations: challenges that the first player with their code accepts.

use crate::{PlayerId, PlayerName, Terms, limits};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Where the page of a server is that does not know its whole address: at the host at which clients reach the server.
///
/// [`DoorMessage::WebPage`](crate::DoorMessage::WebPage) tells it to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePort {
    /// The TCP port.
    pub port: u16,
    /// Whether the page is served over TLS.
    pub has_tls: bool,
}

/// The digits of a code: those of Crockford's base 32, without `i`, `l`, `o` and `u`.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The number of bits of a digit.
const DIGIT_BITS: u32 = 5;
/// The number of digits of a code.
const CODE_DIGITS: usize = 12;
/// How many digits people read at once.
const GROUP_DIGITS: usize = 4;
/// The digits of new codes: not the first two, 0 and 1, which look like `o` and `l`.
const CLEAR_DIGITS: u64 = 30;
/// The number of bits of a code.
const CODE_BITS: u32 = 60;

/// The secret that admits to an invitation: one of 30¹² by chance, which are 58.9 bits.
///
/// People read it in links, as 12 digits of Crockford's base 32.
///
/// ```
/// use chuhe_protocol::InvitationCode;
/// let code: InvitationCode = "7k3m9qpx42ab".parse()?;
/// assert_eq!(code.to_string(), "7k3m9qpx42ab");
/// assert_eq!(code.grouped(), "7k3m-9qpx-42ab");
/// assert_eq!("7K3M-9QPX 42AB".parse(), Ok(code));
/// # Ok::<(), chuhe_protocol::InvalidCode>(())
/// ```
// `Debug` hides it, so that no log contains it
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u64")]
pub struct InvitationCode(u64);

/// The text or number is no code of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the code of an invitation")]
pub struct InvalidCode;

impl InvitationCode {
    /// Makes a code of 64 random bits, of which it drops the lowest four.
    #[must_use]
    pub const fn from_random(bits: u64) -> Self {
        Self(bits >> (u64::BITS - CODE_BITS))
    }

    /// Makes a code of 64 random bits whose digits nobody mistakes for a letter: it has neither 0 nor 1.
    #[must_use]
    pub const fn clear(bits: u64) -> Self {
        let (mut rest, mut number, mut digits) = (bits, 0, 0);
        while digits < CODE_DIGITS {
            number = (number << DIGIT_BITS) + 32 - CLEAR_DIGITS + rest % CLEAR_DIGITS;
            rest /= CLEAR_DIGITS;
            digits += 1;
        }
        Self(number)
    }

    /// The digits in groups of four, as people read and type them: `7k3m-9qpx-42ab`.
    #[must_use]
    pub fn grouped(self) -> String {
        let digits: Vec<char> = self.to_string().chars().collect();
        digits.chunks(GROUP_DIGITS).map(String::from_iter).collect::<Vec<_>>().join("-")
    }

    /// The code as a number below 2⁶⁰.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for InvitationCode {
    type Error = InvalidCode;

    fn try_from(number: u64) -> Result<Self, InvalidCode> {
        if number >> CODE_BITS == 0 { Ok(Self(number)) } else { Err(InvalidCode) }
    }
}

impl Serialize for InvitationCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

impl FromStr for InvitationCode {
    type Err = InvalidCode;

    /// Reads the digits in either case; `o` reads as 0, `i` and `l` as 1, and hyphens and spaces are left out.
    fn from_str(text: &str) -> Result<Self, InvalidCode> {
        let (mut number, mut digits) = (0, 0);
        for byte in text.bytes().filter(|&byte| byte != b'-' && byte != b' ') {
            let digit = match byte.to_ascii_lowercase() {
                b'o' => b'0',
                b'i' | b'l' => b'1',
                other => other,
            };
            let value = DIGITS.iter().position(|&known| known == digit).ok_or(InvalidCode)?;
            digits += 1;
            if digits > CODE_DIGITS {
                return Err(InvalidCode);
            }
            number = (number << DIGIT_BITS) + value as u64;
        }
        if digits == CODE_DIGITS { Ok(Self(number)) } else { Err(InvalidCode) }
    }
}

impl fmt::Display for InvitationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for n in (0..CODE_BITS / DIGIT_BITS).rev() {
            let digit = self.0 >> (n * DIGIT_BITS) & 31;
            write!(f, "{}", char::from(DIGITS[digit as usize]))?;
        }
        Ok(())
    }
}

impl fmt::Debug for InvitationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InvitationCode(hidden)")
    }
}

/// The address of a server's page, under which browsers reach it; links begin with it.
///
/// It is `http` or `https`, a host with or without port, and perhaps a path, in printable ASCII
/// without a query or a fragment: `https://play.example.org`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct WebAddress(String);

/// The text is no address of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an address such as https://play.example.org")]
pub struct InvalidWebAddress;

impl WebAddress {
    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for WebAddress {
    type Error = InvalidWebAddress;

    fn try_from(text: String) -> Result<Self, InvalidWebAddress> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.and_then(|rest| rest.split('/').next()).ok_or(InvalidWebAddress)?;
        let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"#?\"<>\\^`{|}@".contains(&byte);
        let is_valid =
            !host.is_empty() && text.len() <= limits::WEB_ADDRESS_BYTES && text.bytes().all(is_allowed);
        if is_valid { Ok(Self(text)) } else { Err(InvalidWebAddress) }
    }
}

impl FromStr for WebAddress {
    type Err = InvalidWebAddress;

    fn from_str(text: &str) -> Result<Self, InvalidWebAddress> {
        Self::try_from(text.to_owned())
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An open invitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// Its code.
    pub code: InvitationCode,
    /// The player who invites.
    pub from: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The terms of the game, with the inviting player as the challenger.
    pub terms: Terms,
    /// The time until it expires, in milliseconds from the sending of this message.
    pub expires_in_ms: u32,
    /// The address of the server's page, if the server has one: a link begins with it.
    pub web: Option<WebAddress>,
    /// The TCP port of the server, for clients that do not run in a browser, if the server knows it.
    pub port: Option<u16>,
    /// The player who has accepted it and waits for the other one; absent while the place is free.
    pub accepted_by: Option<PlayerName>,
    /// For how many seconds the other player has been away: for the player who invites, the one who has
    /// accepted; for everyone else, the one who invites.
    ///
    /// Absent while they are connected, and for a client that has not joined. After a restart of the
    /// server it counts from the restart.
    pub away_s: Option<u32>,
}

/// How an invitation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InvitationEnd {
    /// A player accepted it, and a game begins.
    Accepted,
    /// The inviting player withdrew it.
    Withdrawn,
    /// Nobody accepted it in time.
    Expired,
    /// The inviting player began another game.
    Busy,
    /// The inviting player went offline.
    Gone,
    /// The server is about to stop and starts no new games.
    ShuttingDown,
    /// A player accepted it, and the two were not there at the same time within
    /// [`limits::INVITATION_WAIT_MS`].
    Missed,
    /// The player who had accepted it left the wait, or began another game. Only they receive this: for
    /// others the invitation is open again.
    Left,
}

/// Why a request about an invitation is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum InvitationRefusal {
    /// There is no invitation with this code, or none of the requester's.
    ///
    /// The server forgets how an invitation ended [`limits::CLOSED_INVITATION_MS`] after its end, and
    /// when it restarts.
    #[error("no such invitation is open")]
    Unknown,
    /// The invitation is no longer open.
    #[error("the invitation is closed: {how:?}")]
    Closed {
        /// How it ended.
        how: InvitationEnd,
    },
    /// A player cannot accept their own invitation.
    #[error("a player cannot accept their own invitation")]
    Own,
    /// The requester has [`limits::INVITATIONS_PER_PLAYER`] open invitations.
    #[error("the requester has too many open invitations")]
    TooMany,
    /// The hall has [`limits::INVITATIONS`] open invitations.
    #[error("the hall has too many open invitations")]
    Full,
    /// Another player has accepted it and waits. It may be open again if they leave.
    #[error("another player has accepted the invitation")]
    Taken,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_as_it_is_written_and_nothing_else_reads() {
        for bits in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            let code = InvitationCode::from_random(bits);
            let text = code.to_string();
            assert_eq!((text.len(), text.parse()), (CODE_DIGITS, Ok(code)));
            assert_eq!(InvitationCode::try_from(code.number()), Ok(code));
        }
        for text in ["", "7k3m9qpx02a", "7k3m9qpx02abc", "7k3m9qpx02au", "7k3m9qpx02a!", "楚河7k3m9q"] {
            assert_eq!(text.parse::<InvitationCode>(), Err(InvalidCode), "{text}");
        }
        assert_eq!(" 7K3m 9qpx-o2ab ".parse(), "7k3m9qpx02ab".parse::<InvitationCode>());
        assert_eq!(InvitationCode::try_from(1 << 60), Err(InvalidCode));
        assert_eq!(format!("{:?}", InvitationCode::from_random(7)), "InvitationCode(hidden)");
    }

    #[test]
    fn a_new_code_has_no_digit_that_looks_like_a_letter() {
        let codes = [0, 1, 30, 31, 0x0123_4567_89ab_cdef, u64::MAX].map(InvitationCode::clear);
        for code in codes {
            assert!(!code.to_string().contains(['0', '1']), "{code}");
            assert_eq!(InvitationCode::try_from(code.number()), Ok(code));
        }
        assert!(codes.iter().all(|code| codes.iter().filter(|other| *other == code).count() == 1));
        assert_eq!(codes[0].grouped(), "2222-2222-2222");
        assert_eq!(codes[0].grouped().parse(), Ok(codes[0]));
    }

    #[test]
    fn a_web_address_is_a_plain_http_address() {
        for text in ["https://play.example.org", "http://192.168.1.5:8080/", "https://[::1]:8443/chuhe/"] {
            assert_eq!(text.parse::<WebAddress>().as_ref().map(WebAddress::as_str), Ok(text));
        }
        let long = format!("https://{}", "a".repeat(limits::WEB_ADDRESS_BYTES));
        for text in [
            "",
            "play.example.org",
            "ftp://a",
            "https://",
            "https:///x",
            "https://a/#/",
            "https://a b",
            &long,
        ] {
            assert_eq!(text.parse::<WebAddress>(), Err(InvalidWebAddress), "{text}");
        }
    }
}
