//! What the server keeps: journals of entries that are only appended to, and
//! tables of keys that are set if nobody else has set them since.
//!
//! [`Store`] is the contract. It promises no more than a log on many machines
//! can: an append at an expected number, a read from a number, a compare-and-set
//! of a key, and several of these at once. [`Sqlite`] keeps it on a disk,
//! [`Memory`] for as long as it lives itself.
//!
//! Everything here is bytes. What they mean, which records there are and which
//! of them belong together, is said elsewhere.

mod entry;
mod memory;
mod outbox;
mod records;
mod sqlite;

pub use entry::entry_of;
pub use memory::Memory;
pub use outbox::{Batch, Outbox};
pub use records::{alive_at, entries, games_of, last_alive, restore, write_of};
pub use sqlite::Sqlite;

use std::fmt;

/// The longest key, in bytes.
pub const KEY_BYTES: usize = 1024;
/// The longest value or entry, in bytes.
pub const VALUE_BYTES: usize = 1 << 20;

/// The tables; each has keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// Who has played here.
    Players,
    /// Who may come back, and as whom.
    Sessions,
    /// The games, running and finished.
    Games,
    /// Which games are whose.
    PlayerGames,
    /// Challenges that nobody has answered.
    Challenges,
    /// What the server knows of itself.
    Meta,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 6] =
        [Self::Players, Self::Sessions, Self::Games, Self::PlayerGames, Self::Challenges, Self::Meta];
}

/// How often a key was set since it was last not there; 0: it is not there.
pub type Revision = u64;

/// One change.
#[derive(Clone, PartialEq, Eq)]
pub enum Write {
    /// Append an entry to a journal. The entry before it must be there, and it
    /// must not.
    Append {
        /// The journal.
        journal: u64,
        /// The number of the entry; a journal's first is 0.
        n: u32,
        /// The entry.
        value: Vec<u8>,
    },
    /// Set a key, if it is still at the expected revision; it is one further
    /// then.
    Set {
        /// The key's table.
        table: Table,
        /// The key.
        key: Vec<u8>,
        /// The revision that it must have; 0: it must not be there.
        expected: Revision,
        /// Its new value; `None` deletes it.
        value: Option<Vec<u8>>,
    },
}

/// Values may be secrets: only their lengths are shown.
impl fmt::Debug for Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Append { journal, n, value } => {
                write!(f, "Append({journal}, {n}, {} bytes)", value.len())
            }
            Self::Set { table, key, expected, value } => {
                let (key, value) = (key.len(), value.as_ref().map(Vec::len));
                write!(f, "Set({table:?}, key of {key} bytes, expected {expected}, {value:?} bytes)")
            }
        }
    }
}

/// What a commit outlives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The death of the process.
    Process,
    /// The loss of power too.
    Power,
}

/// In which order keys are scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the lowest.
    Up,
    /// From the highest.
    Down,
}

/// A key that is there.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyValue {
    /// The key.
    pub key: Vec<u8>,
    /// How often it was set.
    pub revision: Revision,
    /// Its value.
    pub value: Vec<u8>,
}

/// Values may be secrets: only their lengths are shown.
impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = (self.key.len(), self.value.len());
        write!(f, "KeyValue(key of {key} bytes, revision {}, {value} bytes)", self.revision)
    }
}

/// Where the server keeps what must not be lost.
pub trait Store: fmt::Debug + Send {
    /// Commits all of `writes`, in this order, or none. What was committed
    /// before with less durability has this one's then too; so a commit of
    /// nothing is of use.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a write is not at the number or revision that
    /// it expects; the others as they are documented. None is kept then.
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError>;

    /// The entries of a journal from number `from` on, at most `most`. A journal
    /// to which nothing was appended has none.
    ///
    /// # Errors
    /// As they are documented; never [`StoreError::Conflict`].
    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError>;

    /// The revision and the value of a key, if it is there.
    ///
    /// # Errors
    /// As they are documented; never [`StoreError::Conflict`].
    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError>;

    /// The keys that are not before `from` and before `to` (`None`: to the last),
    /// at most `most`. Keys are ordered as bytes.
    ///
    /// # Errors
    /// As they are documented; never [`StoreError::Conflict`].
    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError>;
}

/// Where the keys that begin with `prefix` end, as [`Store::scan`] wants it.
///
/// ```
/// use chuhe_server::store::end_of;
/// assert_eq!(end_of(&[1, 2]), Some(vec![1, 3]));
/// assert_eq!(end_of(&[1, 255]), Some(vec![2]));
/// assert_eq!(end_of(&[255]), None);
/// ```
#[must_use]
pub fn end_of(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|byte| *byte < u8::MAX)?;
    let mut end = prefix[..=last].to_vec();
    end[last] += 1;
    Some(end)
}

/// Why something could not be kept or had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum StoreError {
    /// A write expected something else to be there: somebody else writes the
    /// same data, or this server is wrong about what it wrote.
    #[error("conflict: {what}")]
    Conflict {
        /// What is not as expected.
        what: String,
    },
    /// There is no room. Nothing is lost, and it may be tried again.
    #[error("the disk is full")]
    Full,
    /// The disk cannot be used for now. Nothing is lost, and it may be tried
    /// again.
    #[error("the data cannot be used now: {0}")]
    Unavailable(String),
    /// What is kept is not what was committed. It is left as it is.
    #[error("the data is damaged: {0}")]
    Damaged(String),
    /// The data is that of a newer server. It is left as it is.
    #[error("the data is of version {found}; this server knows versions up to {known}")]
    TooNew {
        /// The version of the data.
        found: i64,
        /// The newest version that this server knows.
        known: i64,
    },
    /// The data is not a Chuhe server's. It is left as it is.
    #[error("this is not a Chuhe server's data: {0}")]
    Foreign(String),
    /// Another server uses the data.
    #[error("another server uses the data")]
    InUse,
    /// A key is longer than [`KEY_BYTES`] or a value longer than [`VALUE_BYTES`].
    #[error("{bytes} bytes are too many for a key or value")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Something else failed, and what was committed may not be safe from a loss
    /// of power; the data must be opened anew.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Whether the same may succeed later.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::Full | Self::Unavailable(_))
    }

    /// A write to a journal that is not at its end.
    fn not_the_end(journal: u64, n: u32) -> Self {
        Self::Conflict { what: format!("journal {journal:x} does not end before entry {n}") }
    }

    /// A write to a key that somebody else has set.
    fn stale(table: Table, expected: Revision, found: Revision) -> Self {
        Self::Conflict { what: format!("a key of {table:?} is at revision {found}, not {expected}") }
    }
}

/// Refuses what is too long.
fn check_lengths(writes: &[Write]) -> Result<(), StoreError> {
    let check = |bytes: usize, most| if bytes > most { Err(StoreError::TooLong { bytes }) } else { Ok(()) };
    for write in writes {
        match write {
            Write::Append { journal: _, n: _, value } => check(value.len(), VALUE_BYTES)?,
            Write::Set { table: _, key, expected: _, value } => {
                check(key.len(), KEY_BYTES)?;
                check(value.as_ref().map_or(0, Vec::len), VALUE_BYTES)?;
            }
        }
    }
    Ok(())
}
