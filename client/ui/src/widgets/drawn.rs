//! Texts as they are drawn, by characters that egui can draw one by one.

use super::{emoji, joining};
use std::borrow::Cow;

/// Returns a text with one character for each emoji, and with Arabic letters that join.
///
/// Its characters keep their number.
#[must_use]
pub(super) fn drawn(text: &str) -> Cow<'_, str> {
    match emoji::drawn(text) {
        Cow::Borrowed(text) => joining::joined(text),
        Cow::Owned(text) => Cow::Owned(joining::joined(&text).into_owned()),
    }
}
