//! The entries of a hall's log, and their bytes.
//!
//! Each entry has the hash of the one before it. Whoever reads the log in order therefore notices an
//! entry that was lost, replaced or written by a stranger.

use sha2::{Digest, Sha256};
use std::fmt;

/// The longest payload of an entry, in bytes. A message of the log may have 1 MB in all.
pub const PAYLOAD_BYTES: usize = 900_000;
/// The longest name of a node, in bytes.
pub const NODE_BYTES: usize = 64;

/// The version of the bytes, which every entry begins with.
const VERSION: u8 = 1;
const EPOCH: u8 = 0;
const COMMIT: u8 = 1;
/// Version, kind, identity and hash.
const HEAD_BYTES: usize = 2 + 24 + HASH_BYTES;
const HASH_BYTES: usize = 32;

/// A place in a log. The first entry is at 1; 0 is before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(pub u64);

impl Sequence {
    /// The place after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A time in which one node serves a hall. Each has a higher number than those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// Names an entry: no two have the same, and every attempt to append an entry has the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId {
    /// The epoch that the entry belongs to.
    pub epoch: Epoch,
    /// A random number of the process that wrote it.
    pub process: u64,
    /// The number of the entry among those of the process.
    pub n: u64,
}

/// As `epoch/process/n`: the identity of the message for the log's own detection of duplicates.
impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{:016x}/{}", self.epoch.0, self.process, self.n)
    }
}

/// The SHA-256 of an entry's bytes; zero before the first entry.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hash(pub [u8; HASH_BYTES]);

impl Hash {
    /// The hash of an entry's bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// Shows the first four bytes.
impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What an entry records.
#[derive(Clone, PartialEq, Eq)]
pub enum Body {
    /// A node begins to serve the hall. No entry of an older epoch follows.
    Epoch {
        /// The node's name.
        node: String,
    },
    /// A commit of the hall's store, in the store's own bytes.
    Commit(Vec<u8>),
}

/// Shows only the length of a commit: it may have secrets.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epoch { node } => write!(f, "Epoch({node})"),
            Self::Commit(payload) => write!(f, "Commit({} bytes)", payload.len()),
        }
    }
}

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub id: EntryId,
    /// The hash of the entry before it.
    pub previous: Hash,
    /// What it records.
    pub body: Body,
}

impl Entry {
    /// The bytes of the entry: version, kind, epoch, process, number, hash, and the node's name or the
    /// payload. Numbers are big-endian.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let (kind, rest) = match &self.body {
            Body::Epoch { node } => (EPOCH, node.as_bytes()),
            Body::Commit(payload) => (COMMIT, payload.as_slice()),
        };
        let mut bytes = Vec::with_capacity(HEAD_BYTES + rest.len());
        bytes.extend([VERSION, kind]);
        for number in [self.id.epoch.0, self.id.process, self.id.n] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.previous.0);
        bytes.extend(rest);
        bytes
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// [`DecodeError`] if the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (&[version, kind], rest) = bytes.split_first_chunk().ok_or(DecodeError::TooShort)?;
        if version != VERSION {
            return Err(DecodeError::Version(version));
        }
        let (epoch, rest) = number(rest)?;
        let (process, rest) = number(rest)?;
        let (n, rest) = number(rest)?;
        let (hash, rest) = rest.split_first_chunk().ok_or(DecodeError::TooShort)?;
        let body = match kind {
            EPOCH if rest.len() > NODE_BYTES => return Err(DecodeError::TooLong(rest.len())),
            EPOCH => {
                let node = std::str::from_utf8(rest).map_err(|_| DecodeError::Node)?;
                Body::Epoch { node: node.to_owned() }
            }
            COMMIT if rest.len() > PAYLOAD_BYTES => return Err(DecodeError::TooLong(rest.len())),
            COMMIT => Body::Commit(rest.to_vec()),
            kind => return Err(DecodeError::Kind(kind)),
        };
        let id = EntryId { epoch: Epoch(epoch), process, n };
        Ok(Self { id, previous: Hash(*hash), body })
    }
}

fn number(bytes: &[u8]) -> Result<(u64, &[u8]), DecodeError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(DecodeError::TooShort)?;
    Ok((u64::from_be_bytes(*number), rest))
}

/// Why bytes are no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They end before the entry does.
    #[error("the entry is cut off")]
    TooShort,
    /// A newer program wrote them, or another one.
    #[error("the entry has version {0}, and this program reads version {VERSION}")]
    Version(u8),
    /// The kind is unknown.
    #[error("the entry has the unknown kind {0}")]
    Kind(u8),
    /// The name of the node is no text.
    #[error("the name of the node is no UTF-8")]
    Node,
    /// The node's name or the payload has more bytes than allowed.
    #[error("the entry has {0} bytes after its head, which is too long")]
    TooLong(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn commit(payload: Vec<u8>) -> Entry {
        let id = EntryId { epoch: Epoch(3), process: 0xAB, n: 7 };
        Entry { id, previous: Hash([9; HASH_BYTES]), body: Body::Commit(payload) }
    }

    #[test]
    fn the_bytes_of_an_entry_stay_as_they_are() {
        let bytes = commit(b"xyz".to_vec()).encode();
        let mut expected = vec![1, 1];
        expected.extend([0, 0, 0, 0, 0, 0, 0, 3]);
        expected.extend([0, 0, 0, 0, 0, 0, 0, 0xAB]);
        expected.extend([0, 0, 0, 0, 0, 0, 0, 7]);
        expected.extend([9; 32]);
        expected.extend(b"xyz");
        assert_eq!(bytes, expected);
    }

    #[test]
    fn each_fault_of_the_bytes_has_its_error() {
        let whole = commit(Vec::new()).encode();
        for length in 0..whole.len() {
            assert_eq!(Entry::decode(&whole[..length]), Err(DecodeError::TooShort));
        }
        let changed = |place: usize, value| {
            let mut bytes = whole.clone();
            bytes[place] = value;
            Entry::decode(&bytes)
        };
        assert_eq!(changed(0, 2), Err(DecodeError::Version(2)));
        assert_eq!(changed(1, 5), Err(DecodeError::Kind(5)));
        let long = commit(vec![0; PAYLOAD_BYTES + 1]).encode();
        assert_eq!(Entry::decode(&long), Err(DecodeError::TooLong(PAYLOAD_BYTES + 1)));
        let mut node = changed(1, EPOCH).unwrap().encode();
        node.push(0xFF);
        assert_eq!(Entry::decode(&node), Err(DecodeError::Node));
        node.extend([b'a'; NODE_BYTES]);
        assert_eq!(Entry::decode(&node), Err(DecodeError::TooLong(NODE_BYTES + 1)));
    }

    proptest! {
        #[test]
        fn entries_are_read_as_they_were_written(
            numbers in any::<[u64; 3]>(), hash in any::<[u8; 32]>(), payload in any::<Vec<u8>>(),
            node in proptest::option::of("[a-z0-9-]{0,64}"),
        ) {
            let [epoch, process, n] = numbers;
            let body = node.map_or(Body::Commit(payload), |node| Body::Epoch { node });
            let entry = Entry { id: EntryId { epoch: Epoch(epoch), process, n }, previous: Hash(hash), body };
            prop_assert_eq!(Entry::decode(&entry.encode()), Ok(entry));
        }

        #[test]
        fn foreign_bytes_are_an_error_or_read_back_the_same(bytes in any::<Vec<u8>>()) {
            if let Ok(entry) = Entry::decode(&bytes) {
                prop_assert_eq!(entry.encode(), bytes);
            }
        }
    }
}
