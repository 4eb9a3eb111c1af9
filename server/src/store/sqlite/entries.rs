//! The format of a row of arrivals: entries one after the other. Each is its journal, its number
//! and its length, little-endian in 8, 4 and 4 bytes, and its value.

/// Bytes of an entry in a row besides its value.
pub(super) const HEAD_BYTES: usize = 16;

/// An entry in a row.
#[derive(Clone, Copy)]
pub(super) struct TailEntry<'a> {
    pub(super) journal: i64,
    pub(super) n: u32,
    pub(super) value: &'a [u8],
}

impl<'a> TailEntry<'a> {
    /// Decodes the entry at the start of `bytes`.
    pub(super) fn first_of(bytes: &'a [u8]) -> Option<Self> {
        let (journal, bytes) = bytes.split_first_chunk()?;
        let (n, bytes) = bytes.split_first_chunk()?;
        let (length, bytes) = bytes.split_first_chunk()?;
        let value = bytes.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        Some(Self { journal: i64::from_le_bytes(*journal), n: u32::from_le_bytes(*n), value })
    }

    /// Appends it to a row.
    pub(super) fn write(self, row: &mut Vec<u8>) {
        // the length of values is checked before
        let length = u32::try_from(self.value.len()).unwrap_or(u32::MAX);
        row.extend_from_slice(&self.journal.to_le_bytes());
        row.extend_from_slice(&self.n.to_le_bytes());
        row.extend_from_slice(&length.to_le_bytes());
        row.extend_from_slice(self.value);
    }

    /// Its bytes in a row.
    pub(super) const fn bytes(self) -> usize {
        HEAD_BYTES + self.value.len()
    }
}

/// The entries of a row with their offsets, up to the end or to the first malformed one.
pub(super) fn entries_of(row: &[u8]) -> impl Iterator<Item = (usize, TailEntry<'_>)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let entry = TailEntry::first_of(row.get(offset..)?)?;
        let at = offset;
        offset += entry.bytes();
        Some((at, entry))
    })
}
