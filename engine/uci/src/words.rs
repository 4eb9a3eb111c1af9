//! Reading the words of a line.

use crate::limits::MAX_TEXT_CHARS;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

/// The words of a line, from first to last.
pub(crate) type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

/// Splits a line into words.
pub(crate) fn words(line: &str) -> Words<'_> {
    line.split_ascii_whitespace().peekable()
}

/// Joins the words up to the next that is one of `ends`.
pub(crate) fn phrase(words: &mut Words<'_>, ends: &[&str]) -> String {
    let mut phrase = String::new();
    while let Some(word) = words.next_if(|word| !ends.contains(word)) {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(word);
    }
    phrase
}

/// Shortens foreign text for a message and replaces its control characters.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Reads an integer; one that is too large or too small becomes the nearest `i64`.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Reads a count; a negative one becomes 0.
pub(crate) fn count(text: &str) -> Option<u64> {
    integer(text).map(|number| u64::try_from(number).unwrap_or(0))
}
