//! Commits that are longer than an entry of the log, in parts.
//!
//! A part begins with its number and the number of parts. They follow each other in one epoch; a copy
//! applies the commit when it has the last one. What an owner left unfinished is dropped when the next
//! epoch begins, and an owner whose epoch changes in between begins anew.

use chuhe_cluster::PAYLOAD_BYTES;

const HEAD_BYTES: usize = 4;

/// Cuts a commit into payloads of entries.
pub(super) fn cut(commit: &[u8]) -> Vec<Vec<u8>> {
    cut_at(commit, PAYLOAD_BYTES - HEAD_BYTES)
}

fn cut_at(commit: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let count = commit.len().div_ceil(longest).max(1);
    let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX).to_be_bytes();
    let part = |(n, bytes): (usize, &[u8])| [&number(n), &number(count), bytes].concat();
    if commit.is_empty() {
        return vec![part((0, commit))];
    }
    commit.chunks(longest).enumerate().map(part).collect()
}

/// The parts of a commit that is not whole yet.
#[derive(Debug, Default)]
pub(super) struct Parts {
    bytes: Vec<u8>,
    /// The number of the next part.
    next: u16,
}

/// A part does not follow the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of a commit is missing")]
pub(super) struct PartMissing;

impl Parts {
    /// Takes the next part. Returns the commit if it is the last one.
    pub(super) fn push(&mut self, payload: &[u8]) -> Result<Option<Vec<u8>>, PartMissing> {
        let (head, bytes) = payload.split_first_chunk::<HEAD_BYTES>().ok_or(PartMissing)?;
        let [n, count] = [[head[0], head[1]], [head[2], head[3]]].map(u16::from_be_bytes);
        if n == 0 {
            self.clear();
        }
        if n != self.next || n >= count {
            return Err(PartMissing);
        }
        self.bytes.extend(bytes);
        self.next += 1;
        if self.next < count {
            return Ok(None);
        }
        self.next = 0;
        Ok(Some(std::mem::take(&mut self.bytes)))
    }

    /// Drops what is unfinished.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether a commit is unfinished.
    pub(super) const fn is_open(&self) -> bool {
        self.next > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_whole_with_its_last_part() {
        for (commit, count) in [(&b""[..], 1), (b"abc", 1), (b"abcd", 2), (b"abcdefg", 3)] {
            let parts = cut_at(commit, 3);
            assert_eq!(parts.len(), count);
            let mut joined = Parts::default();
            for part in &parts[..count - 1] {
                assert_eq!(joined.push(part), Ok(None));
            }
            assert_eq!(joined.push(&parts[count - 1]), Ok(Some(commit.to_vec())));
            assert!(!joined.is_open());
        }
    }

    #[test]
    fn an_unfinished_commit_is_dropped_by_a_new_one_and_never_completed_by_another_part() {
        let (long, short) = (cut_at(b"abcdef", 3), cut_at(b"x", 3));
        let mut joined = Parts::default();
        assert_eq!(joined.push(&long[0]), Ok(None));
        assert_eq!(joined.push(&short[0]), Ok(Some(b"x".to_vec())));
        assert_eq!(joined.push(&long[1]), Err(PartMissing));
        assert_eq!(joined.push(&long[0]), Ok(None));
        joined.clear();
        assert_eq!(joined.push(&long[1]), Err(PartMissing));
        assert_eq!(joined.push(b"abc"), Err(PartMissing));
    }

    #[test]
    fn parts_fit_into_entries() {
        let parts = cut(&vec![7; 2 * PAYLOAD_BYTES]);
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.len() <= PAYLOAD_BYTES));
    }
}
