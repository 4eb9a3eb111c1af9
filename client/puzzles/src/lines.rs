//! What the three texts of this crate have in common: their lines, and the identifiers of their entries.

use std::collections::BTreeSet;

/// The most bytes of an identifier.
const MOST_BYTES: usize = 100;

/// The lines with contents, trimmed, with their numbers from 1: neither empty lines nor comments.
pub(crate) fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The first word of a line, and the rest of it.
pub(crate) fn first_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Whether a text is a name of small letters, digits and hyphens.
#[must_use]
pub fn is_plain_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.bytes().all(is_plain)
}

/// The identifiers that a text has used.
#[derive(Default)]
pub(crate) struct Identifiers(BTreeSet<String>);

impl Identifiers {
    /// Takes an identifier. Returns whether it is one, and stands for the first time.
    pub(crate) fn take(&mut self, id: &str) -> bool {
        id.len() <= MOST_BYTES && is_plain_name(id) && self.0.insert(id.to_owned())
    }
}
