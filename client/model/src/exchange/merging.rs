//! Settings that several windows have changed.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The settings cannot be merged, because they have no text.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be merged: {0}")]
pub struct MergeError(#[from] serde_json::Error);

/// Merges part by part: what this window changed is its own, and the rest is theirs.
pub(super) fn merged_parts<T: Serialize + DeserializeOwned>(
    mine: &T,
    before: &T,
    theirs: &T,
) -> Result<T, MergeError> {
    let parts = |whole: &T| -> Result<serde_json::Map<String, serde_json::Value>, MergeError> {
        Ok(serde_json::from_value(serde_json::to_value(whole)?)?)
    };
    let (mine, before, mut merged) = (parts(mine)?, parts(before)?, parts(theirs)?);
    for (name, part) in mine {
        if before.get(&name) != Some(&part) {
            merged.insert(name, part);
        }
    }
    Ok(serde_json::from_value(serde_json::Value::Object(merged))?)
}
