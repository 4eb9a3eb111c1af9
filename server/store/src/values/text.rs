//! A value in an export of stored data, which is text.

use super::{Value, encode};
use crate::StoreError;
use chuhe_hub::{JournalEntry, PlayerRow};
use chuhe_protocol::GameSummary;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A value that serializes by the names of its types, so that it can be exported as text and imported
/// as the same bytes.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextValue(Value);

impl TextValue {
    /// Encodes the value as it is stored, with its tag.
    ///
    /// # Errors
    /// [`StoreError::TooLong`] if it exceeds the limit, which no value of the hub does.
    pub fn encode(self) -> Result<Vec<u8>, StoreError> {
        encode(self.0)
    }
}

/// Shows nothing: values may be secrets.
impl fmt::Debug for TextValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextValue").finish_non_exhaustive()
    }
}

impl From<&PlayerRow> for TextValue {
    fn from(row: &PlayerRow) -> Self {
        Self(row.into())
    }
}

impl From<&GameSummary> for TextValue {
    fn from(summary: &GameSummary) -> Self {
        Self(summary.into())
    }
}

impl From<&JournalEntry> for TextValue {
    fn from(entry: &JournalEntry) -> Self {
        Self(entry.into())
    }
}
