//! The contract of a store, with what it takes and returns.

use std::fmt;

/// The longest key, in bytes.
pub const KEY_BYTES: usize = 1024;
/// The longest value or entry, in bytes.
pub const VALUE_BYTES: usize = 1 << 20;

/// A table, with keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// The players.
    Players,
    /// The hashes of valid tokens, and whom they resume.
    Sessions,
    /// The games whose rooms are open.
    Games,
    /// The finished games of each player.
    PlayerGames,
    /// The open challenges.
    Challenges,
    /// Facts about the server itself.
    Meta,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 6] =
        [Self::Players, Self::Sessions, Self::Games, Self::PlayerGames, Self::Challenges, Self::Meta];
}

/// The number of times that a key was set since it was created; 0 if it is missing.
pub type Revision = u64;

/// One change.
#[derive(Clone, PartialEq, Eq)]
pub enum Write {
    /// Appends an entry to a journal, which must end just before it.
    Append {
        /// The journal.
        journal: u64,
        /// The number of the entry. The first of a journal is 0.
        n: u32,
        /// The entry.
        value: Vec<u8>,
    },
    /// Sets a key that is still at the expected revision. Its revision is one more then.
    Set {
        /// The key's table.
        table: Table,
        /// The key.
        key: Vec<u8>,
        /// The revision that it must have; 0 if it must be missing.
        expected: Revision,
        /// Its new value; `None` deletes it.
        value: Option<Vec<u8>>,
    },
}

/// Shows only lengths: values may be secrets.
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

/// What a commit survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The death of the process.
    Process,
    /// The loss of power too.
    Power,
}

/// The order of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the lowest key.
    Up,
    /// From the highest key.
    Down,
}

/// A key with its value.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyValue {
    /// The key.
    pub key: Vec<u8>,
    /// Its revision.
    pub revision: Revision,
    /// Its value.
    pub value: Vec<u8>,
}

/// Shows only lengths: values may be secrets.
impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = (self.key.len(), self.value.len());
        write!(f, "KeyValue(key of {key} bytes, revision {}, {value} bytes)", self.revision)
    }
}

/// Durable storage of what must not be lost.
pub trait Store: fmt::Debug + Send {
    /// Commits all of `writes`, in this order, or none.
    ///
    /// The durability extends to earlier commits, so a commit without writes can be useful.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a write is not at the number or revision that it expects; the
    /// other variants as they say. Nothing is committed then.
    fn commit(&mut self, writes: &[Write], durability: Durability) -> Result<(), StoreError>;

    /// Reads the entries of a journal from number `from` on, at most `most`. A journal without
    /// appends has none.
    ///
    /// # Errors
    /// [`StoreError`] as its variants say; never [`StoreError::Conflict`].
    fn read(&mut self, journal: u64, from: u32, most: usize) -> Result<Vec<Vec<u8>>, StoreError>;

    /// Reads the revision and the value of a key, or `None` if it is missing.
    ///
    /// # Errors
    /// [`StoreError`] as its variants say; never [`StoreError::Conflict`].
    fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<(Revision, Vec<u8>)>, StoreError>;

    /// Reads the keys from `from` on and before `to` (`None`: to the last), at most `most`. Keys sort
    /// as bytes.
    ///
    /// # Errors
    /// [`StoreError`] as its variants say; never [`StoreError::Conflict`].
    fn scan(
        &mut self,
        table: Table,
        from: &[u8],
        to: Option<&[u8]>,
        order: Order,
        most: usize,
    ) -> Result<Vec<KeyValue>, StoreError>;

    /// Puts everything committed into the database file, which then does not change until
    /// [`Store::end_backup`]. Returns its length, in bytes.
    ///
    /// Commits go on meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the store has no such file; others as their variants say.
    fn begin_backup(&mut self) -> Result<u64, StoreError> {
        Err(StoreError::Unavailable("the data is in memory only".to_owned()))
    }

    /// Allows changes to the database file again.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the file has changed since [`Store::begin_backup`].
    fn end_backup(&mut self) -> Result<(), StoreError> {
        Err(StoreError::Unavailable("no backup has begun".to_owned()))
    }
}

/// The end of the range of keys that begin with `prefix`, for [`Store::scan`].
///
/// ```
/// use chuhe_store::end_of;
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

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum StoreError {
    /// A write expected another number or revision, because of another server or a bug.
    #[error("conflict: {what}")]
    Conflict {
        /// What differs.
        what: String,
    },
    /// The disk is full. Nothing is lost, and a retry may succeed.
    #[error("the disk is full")]
    Full,
    /// The disk cannot be used now. Nothing is lost, and a retry may succeed.
    #[error("the data cannot be used now: {0}")]
    Unavailable(String),
    /// A part of the disk cannot be read. While a server runs, a retry may succeed; data that is opened,
    /// checked or repaired is [`StoreError::Damaged`] instead.
    #[error("a part of the data cannot be read: {0}")]
    Unreadable(String),
    /// The stored data differs from the committed data. It is not changed.
    #[error("the data is damaged: {0}")]
    Damaged(String),
    /// Whole data that is not what this server wrote last: of another time, or of another store. It is not
    /// changed.
    #[error("this is not the data that was written here last: {0}")]
    Replaced(String),
    /// The data was written by a newer server. It is not changed.
    #[error("the data is of version {found}; this server reads versions up to {known}")]
    TooNew {
        /// The version of the data.
        found: i64,
        /// The newest version that this server reads.
        known: i64,
    },
    /// The data is not a Chuhe server's. It is not changed.
    #[error("this is not a Chuhe server's data: {0}")]
    Foreign(String),
    /// Another server uses the data.
    #[error("another server uses the data")]
    InUse,
    /// A key or value is longer than its limit.
    #[error("{bytes} bytes are too many for a key or value of at most {limit}")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Another node of the cluster serves the hall. What was not committed is not answered.
    #[error("another node serves the hall: {0}")]
    Released(String),
    /// Another error. Commits may not survive a loss of power; the store must be reopened.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Whether a retry may succeed.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::Full | Self::Unavailable(_) | Self::Unreadable(_))
    }

    /// Whether a server that meets this error while it commits pauses its games, and goes on otherwise.
    ///
    /// A retry may succeed, or the data is damaged: then what can be read is served until the server is
    /// started again, which repairs it.
    #[must_use]
    pub const fn pauses(&self) -> bool {
        self.may_pass() || matches!(self, Self::Damaged(_))
    }

    /// Stored data that differs from the committed data, in this way.
    #[must_use]
    pub fn damaged(how: &str) -> Self {
        Self::Damaged(how.to_owned())
    }

    /// The conflict of an append that is not at the end of its journal.
    #[must_use]
    pub fn not_the_end(journal: u64, n: u32) -> Self {
        Self::Conflict { what: format!("journal {journal:x} does not end before entry {n}") }
    }

    /// The conflict of a write to a key at another revision.
    #[must_use]
    pub fn stale(table: Table, expected: Revision, found: Revision) -> Self {
        Self::Conflict { what: format!("a key of {table:?} is at revision {found}, not {expected}") }
    }
}

/// Refuses keys and values that are too long.
///
/// # Errors
/// [`StoreError::TooLong`] for the first of them.
pub fn check_lengths(writes: &[Write]) -> Result<(), StoreError> {
    let check = |bytes: usize, limit| {
        if bytes > limit { Err(StoreError::TooLong { bytes, limit }) } else { Ok(()) }
    };
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
