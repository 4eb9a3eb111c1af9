//! The first frame in each direction, in which the two sides agree on a version.
//!
//! Its layout never changes, so that a client and a server of any two versions can
//! recognise that they are incompatible.
//!
//! | bytes | [`Hello`] | [`Answer`] |
//! |---|---|---|
//! | 0–4 | `CHUHE` | `CHUHE` |
//! | 5 | – | 0 welcome, 1 refused |
//! | 5–6 / 6–7 | the client's version | the server's oldest version |
//! | – / 8–9 | | the server's newest version |
//!
//! Numbers are big-endian. The server closes the connection after a refusal; it closes it without
//! an answer if the first frame is not a hello.
//!
//! Further bytes of a hello are ignored. A welcome is followed by the encoding of [`Halls`] if the
//! server has halls with names, and by nothing otherwise; a reader of another version ignores it.

use crate::wire::{self, Message};
use crate::{Halls, limits};

/// The version of the messages in this crate, which is that of the first release.
///
/// Programs built before it greet with 1, whose messages had no areas, and are refused.
pub const VERSION: u16 = 2;
/// The oldest version that this crate supports.
pub const OLDEST_VERSION: u16 = 2;

const MAGIC: [u8; 5] = *b"CHUHE";
/// The length of an answer without its list of halls.
const ANSWER_BYTES: usize = 10;

impl Message for Halls {
    const LIMIT_BYTES: usize = limits::SERVER_FRAME_BYTES - ANSWER_BYTES;
}

/// A client's first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The version that the client uses.
    pub version: u16,
}

/// A server's first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the server accepts the client's version.
    pub welcome: bool,
    /// The oldest version that the server supports.
    pub oldest: u16,
    /// The newest version that the server supports.
    pub newest: u16,
}

/// The frame is not a greeting: the peer is not Chuhe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the peer does not speak Chuhe's protocol")]
pub struct NotChuhe;

impl Hello {
    /// A hello with this crate's version.
    #[must_use]
    pub const fn current() -> Self {
        Self { version: VERSION }
    }

    /// Encodes it.
    #[must_use]
    pub fn encode(self) -> [u8; 7] {
        let mut bytes = [0; 7];
        bytes[..5].copy_from_slice(&MAGIC);
        bytes[5..].copy_from_slice(&self.version.to_be_bytes());
        bytes
    }

    /// Decodes a client's first frame.
    ///
    /// # Errors
    /// [`NotChuhe`] if it is too short or does not begin with the magic bytes.
    pub fn decode(frame: &[u8]) -> Result<Self, NotChuhe> {
        match frame.strip_prefix(&MAGIC) {
            Some([high, low, ..]) => Ok(Self { version: u16::from_be_bytes([*high, *low]) }),
            _ => Err(NotChuhe),
        }
    }
}

impl Answer {
    /// The answer of this crate's server to `hello`.
    ///
    /// ```
    /// use chuhe_protocol::greeting::{Answer, Hello};
    /// assert!(Answer::to(Hello::current()).welcome);
    /// assert!(!Answer::to(Hello { version: 999 }).welcome);
    /// ```
    #[must_use]
    pub fn to(hello: Hello) -> Self {
        let welcome = (OLDEST_VERSION..=VERSION).contains(&hello.version);
        Self { welcome, oldest: OLDEST_VERSION, newest: VERSION }
    }

    /// Encodes it.
    #[must_use]
    pub fn encode(self) -> [u8; ANSWER_BYTES] {
        let mut bytes = [0; ANSWER_BYTES];
        bytes[..5].copy_from_slice(&MAGIC);
        bytes[5] = u8::from(!self.welcome);
        bytes[6..8].copy_from_slice(&self.oldest.to_be_bytes());
        bytes[8..].copy_from_slice(&self.newest.to_be_bytes());
        bytes
    }

    /// Encodes it with the list of the server's halls.
    ///
    /// A refusal has no list, and neither has a server with a single hall without a name.
    #[must_use]
    pub fn encode_with_halls(self, halls: &Halls) -> Vec<u8> {
        let mut bytes = self.encode().to_vec();
        if self.welcome && !halls.is_empty() {
            // a list within its limit fits into a frame
            bytes.extend(wire::encode(halls).unwrap_or_default());
        }
        bytes
    }

    /// Decodes the list of halls after the answer in a server's first frame.
    ///
    /// # Errors
    /// [`NotChuhe`] if the bytes after the answer of a server of this version are no such list.
    pub fn decode_halls(frame: &[u8]) -> Result<Halls, NotChuhe> {
        let answer = Self::decode(frame)?;
        match frame.get(ANSWER_BYTES..) {
            None | Some([]) => Ok(Halls::default()),
            Some(_) if !answer.welcome => Ok(Halls::default()),
            Some(list) => {
                let halls = wire::decode::<Halls>(list).map_err(|_| NotChuhe)?;
                if halls.is_within_limit() { Ok(halls) } else { Err(NotChuhe) }
            }
        }
    }

    /// Decodes a server's first frame.
    ///
    /// # Errors
    /// [`NotChuhe`] if it is too short or does not begin with the magic bytes.
    pub fn decode(frame: &[u8]) -> Result<Self, NotChuhe> {
        match frame.strip_prefix(&MAGIC) {
            Some([refused, a, b, c, d, ..]) if *refused <= 1 => Ok(Self {
                welcome: *refused == 0,
                oldest: u16::from_be_bytes([*a, *b]),
                newest: u16::from_be_bytes([*c, *d]),
            }),
            _ => Err(NotChuhe),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HallName, HallStatus};

    #[test]
    fn greetings_have_the_frozen_layout() {
        assert_eq!(Hello { version: 0x0102 }.encode(), *b"CHUHE\x01\x02");
        let refused = Answer { welcome: false, oldest: 3, newest: 0x0405 };
        assert_eq!(refused.encode(), *b"CHUHE\x01\x00\x03\x04\x05");
        let welcome = Answer { welcome: true, oldest: 1, newest: 1 };
        assert_eq!(welcome.encode(), *b"CHUHE\x00\x00\x01\x00\x01");
    }

    #[test]
    fn messages_without_areas_are_refused_in_both_directions() {
        // an old client's bytes would be read as other messages
        let refused = Answer { welcome: false, oldest: 2, newest: 2 };
        assert_eq!(Answer::to(Hello { version: 1 }), refused);
        // and an old server, which only serves version 1, refuses this one
        assert_eq!(Hello::current().encode(), *b"CHUHE\x00\x02");
    }

    #[test]
    fn decoding_ignores_trailing_bytes_and_refuses_other_frames() {
        assert_eq!(Hello::decode(b"CHUHE\x00\x07more"), Ok(Hello { version: 7 }));
        assert_eq!(Hello::decode(b"CHUHE\x00"), Err(NotChuhe));
        assert_eq!(Hello::decode(b"GET / HTTP/1.1"), Err(NotChuhe));
        let answer = Answer { welcome: true, oldest: 1, newest: 2 };
        assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
        assert_eq!(Answer::decode(b"CHUHE\x02\x00\x01\x00\x01"), Err(NotChuhe));
        assert_eq!(Answer::decode(b""), Err(NotChuhe));
    }

    #[test]
    fn halls_follow_a_welcome() {
        let hall = |name, players, address: Option<&str>| HallStatus {
            name: HallName::parse(name).expect("a name"),
            players,
            capacity: 500,
            address: address.map(|text| text.parse().expect("an address")),
        };
        let list = vec![hall("楚河", 12, None), hall("east", 500, Some("b:9"))];
        let halls = Halls { list, nodes: vec!["a:9".parse().expect("an address")] };
        let welcome = Answer { welcome: true, oldest: 1, newest: 1 };
        let frame = welcome.encode_with_halls(&halls);
        assert_eq!(frame[..10], welcome.encode());
        assert_eq!(
            frame[10..],
            *b"\x02\x06\xe6\xa5\x9a\xe6\xb2\xb3\x0c\xfb\xf4\x01\x00\x04east\xfb\xf4\x01\xfb\xf4\x01\x01\x03b:9\x01\x03a:9"
        );
        assert_eq!(Answer::decode(&frame), Ok(welcome));
        assert_eq!(Answer::decode_halls(&frame), Ok(halls.clone()));
        assert_eq!(welcome.encode_with_halls(&Halls::default()), welcome.encode());
        assert_eq!(Answer::decode_halls(&welcome.encode()), Ok(Halls::default()));
        let refused = Answer { welcome: false, ..welcome };
        assert_eq!(refused.encode_with_halls(&halls), refused.encode());
        assert_eq!(Answer::decode_halls(&frame[..frame.len() - 1]), Err(NotChuhe));
        let crowds = [
            Halls { list: vec![hall("a", 1, None); limits::HALLS + 1], nodes: Vec::new() },
            Halls { list: Vec::new(), nodes: vec![halls.nodes[0].clone(); limits::NODES + 1] },
        ];
        for crowd in crowds {
            assert_eq!(Answer::decode_halls(&welcome.encode_with_halls(&crowd)), Err(NotChuhe));
        }
    }

    #[test]
    fn longest_list_fits_into_a_frame() {
        let host = "a".repeat(limits::ADDRESS_BYTES - ":65535".len());
        let address: crate::NodeAddress = format!("{host}:65535").parse().expect("an address");
        let hall = HallStatus {
            name: HallName::parse(&"𠀀".repeat(limits::NAME_CHARS)).expect("a name"),
            players: u32::MAX,
            capacity: u32::MAX,
            address: Some(address.clone()),
        };
        let halls = Halls { list: vec![hall; limits::HALLS], nodes: vec![address; limits::NODES] };
        let frame = Answer::to(Hello::current()).encode_with_halls(&halls);
        assert!(frame.len() <= limits::SERVER_FRAME_BYTES);
        assert_eq!(Answer::decode_halls(&frame), Ok(halls));
        // a list may fill what the answer before it leaves of its frame
        let answer = Answer::to(Hello::current()).encode();
        assert_eq!(answer.len() + <Halls as Message>::LIMIT_BYTES, limits::SERVER_FRAME_BYTES);
    }
}
