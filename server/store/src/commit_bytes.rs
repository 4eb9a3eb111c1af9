//! The bytes of a commit in the log of a hall: its writes, in order.
//!
//! They begin with a version. Numbers are big-endian, and lengths precede what they measure, so that
//! a commit has one encoding.

use super::{KEY_BYTES, Table, VALUE_BYTES, Write};

/// The version of the bytes.
const VERSION: u8 = 2;
const APPEND: u8 = 0;
const SET: u8 = 1;
const DELETE: u8 = 2;

/// Encodes the writes of a commit.
pub fn encode_commit(writes: &[Write]) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    for write in writes {
        match write {
            Write::Append { journal, n, value } => {
                bytes.push(APPEND);
                bytes.extend(journal.to_be_bytes());
                bytes.extend(n.to_be_bytes());
                put(&mut bytes, value);
            }
            Write::Set { table, key, expected, value } => {
                bytes.extend([if value.is_some() { SET } else { DELETE }, number_of(*table)]);
                bytes.extend(expected.to_be_bytes());
                put(&mut bytes, key);
                value.iter().for_each(|value| put(&mut bytes, value));
            }
        }
    }
    bytes
}

/// Decodes the writes of a commit.
///
/// # Errors
/// [`InvalidCommit`] if the bytes are not those of a commit.
pub fn decode_commit(bytes: &[u8]) -> Result<Vec<Write>, InvalidCommit> {
    let mut rest = Rest(bytes);
    let version = rest.byte()?;
    if version != VERSION {
        return Err(InvalidCommit::Version(version));
    }
    let mut writes = Vec::new();
    while !rest.0.is_empty() {
        writes.push(match rest.byte()? {
            APPEND => Write::Append {
                journal: rest.number().map(u64::from_be_bytes)?,
                n: rest.number().map(u32::from_be_bytes)?,
                value: rest.bytes(VALUE_BYTES)?,
            },
            kind @ (SET | DELETE) => {
                let table = rest.byte()?;
                let table = Table::ALL.into_iter().find(|known| number_of(*known) == table);
                Write::Set {
                    table: table.ok_or(InvalidCommit::Unknown)?,
                    expected: rest.number().map(u64::from_be_bytes)?,
                    key: rest.bytes(KEY_BYTES)?,
                    value: (kind == SET).then(|| rest.bytes(VALUE_BYTES)).transpose()?,
                }
            }
            _ => return Err(InvalidCommit::Unknown),
        });
    }
    Ok(writes)
}

/// Why bytes are no commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCommit {
    /// They end too early.
    #[error("the commit is cut off")]
    TooShort,
    /// A newer server wrote them.
    #[error("the commit has version {0}, and this server reads version {VERSION}")]
    Version(u8),
    /// A kind of write or a table is unknown.
    #[error("the commit has an unknown kind of write")]
    Unknown,
    /// A key or a value is too long.
    #[error("the commit has a key or value that is too long")]
    TooLong,
}

/// The number of a table in commits; a released one never changes.
const fn number_of(table: Table) -> u8 {
    match table {
        Table::Players => 0,
        Table::Sessions => 1,
        Table::Games => 2,
        Table::PlayerGames => 3,
        Table::Challenges => 4,
        Table::Meta => 5,
    }
}

fn put(bytes: &mut Vec<u8>, value: &[u8]) {
    // the store refuses longer keys and values before
    let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    bytes.extend(value);
}

/// The bytes that are not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn byte(&mut self) -> Result<u8, InvalidCommit> {
        self.number::<1>().map(|[byte]| byte)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], InvalidCommit> {
        let (number, rest) = self.0.split_first_chunk().ok_or(InvalidCommit::TooShort)?;
        self.0 = rest;
        Ok(*number)
    }

    fn bytes(&mut self, limit: usize) -> Result<Vec<u8>, InvalidCommit> {
        let length = self.number().map(u32::from_be_bytes)?;
        let length = usize::try_from(length).ok().filter(|length| *length <= limit);
        let length = length.ok_or(InvalidCommit::TooLong)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(InvalidCommit::TooShort)?;
        self.0 = rest;
        Ok(bytes.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn write() -> impl Strategy<Value = Write> {
        let value = proptest::collection::vec(any::<u8>(), 0..40);
        let append = (any::<u64>(), any::<u32>(), value.clone());
        let append = append.prop_map(|(journal, n, value)| Write::Append { journal, n, value });
        let set = (0..Table::ALL.len(), value.clone(), any::<u64>(), proptest::option::of(value));
        let set = set.prop_map(|(table, key, expected, value)| {
            let table = Table::ALL[table];
            Write::Set { table, key, expected, value }
        });
        prop_oneof![append, set]
    }

    #[test]
    fn the_bytes_of_a_commit_stay_as_they_are() {
        let writes = [
            Write::Append { journal: 258, n: 3, value: b"ab".to_vec() },
            Write::Set { table: Table::Meta, key: b"k".to_vec(), expected: 7, value: Some(b"v".to_vec()) },
            Write::Set { table: Table::Players, key: b"k".to_vec(), expected: 1, value: None },
        ];
        let expected: &[&[u8]] = &[
            &[2],
            &[0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0, 0, 0, 2, b'a', b'b'],
            &[1, 5, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1, b'k', 0, 0, 0, 1, b'v'],
            &[2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, b'k'],
        ];
        assert_eq!(encode_commit(&writes), expected.concat());
    }

    #[test]
    fn each_fault_of_the_bytes_has_its_error() {
        assert_eq!(decode_commit(&[]), Err(InvalidCommit::TooShort));
        assert_eq!(decode_commit(&[3]), Err(InvalidCommit::Version(3)));
        assert_eq!(decode_commit(&[2, 9]), Err(InvalidCommit::Unknown));
        assert_eq!(decode_commit(&[2, 1, 6, 0]), Err(InvalidCommit::Unknown));
        let long = [&[2, 0][..], &[0; 12], &[0, 0x10, 0, 1]].concat();
        assert_eq!(decode_commit(&long), Err(InvalidCommit::TooLong));
    }

    proptest! {
        #[test]
        fn commits_are_read_as_they_were_written(writes in proptest::collection::vec(write(), 0..8)) {
            prop_assert_eq!(decode_commit(&encode_commit(&writes)), Ok(writes));
        }

        #[test]
        fn foreign_bytes_are_an_error_or_read_back_the_same(
            bytes in proptest::collection::vec(0..8_u8, 0..64),
        ) {
            if let Ok(writes) = decode_commit(&bytes) {
                prop_assert_eq!(encode_commit(&writes), bytes);
            }
        }
    }
}
