//! Tags as texts: `[Name "value"]`, and what people and pages make of it.

use super::work::count;

/// The parts of a tag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TagText<'a> {
    pub(super) name: &'a str,
    /// The value with its escapes.
    pub(super) value: &'a str,
    /// The length of the tag with its brackets.
    pub(super) length: usize,
    /// Whether it lacks the usual quotes.
    pub(super) is_repaired: bool,
}

/// The quotes that texts have for `"`.
pub(super) const QUOTES: [char; 13] = ['"', '“', '”', '„', '‟', '＂', '〝', '〞', '\'', '‘', '’', '「', '」'];

/// The tag with which a line begins.
///
/// The value may have quotes of its own, and other tags may follow: it ends with the first quote
/// before a bracket after which nothing or another tag stands.
pub(super) fn read(line: &str) -> Option<TagText<'_>> {
    exact(line, 0).ok().or_else(|| repaired(line, |_| true))
}

/// Why a text in brackets is no tag with its usual quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NotATag {
    /// It has no name before a quote.
    NoName,
    /// No quote before a bracket ends it.
    Unclosed,
}

/// The length of the text in brackets with which a line begins.
pub(super) fn bracketed(line: &str) -> Option<usize> {
    Some(line.strip_prefix('[')?.find(']')? + "[]".len())
}

/// The tag with its usual quotes with which a line begins. No quote before the byte `known` ends one.
pub(super) fn exact(line: &str, known: usize) -> Result<TagText<'_>, NotATag> {
    let inner = line.strip_prefix('[').ok_or(NotATag::NoName)?;
    let end = inner.find(['"', '[', ']']).ok_or(NotATag::NoName)?;
    let (name, rest) = inner.split_at(end);
    let rest = rest.strip_prefix('"').ok_or(NotATag::NoName)?;
    let name = checked_name(name).ok_or(NotATag::NoName)?;
    let begin = line.len() - rest.len();
    let from = rest.floor_char_boundary(known.saturating_sub(begin));
    let mut first = None;
    count(rest.len() - from);
    for (quote, _) in rest[from..].match_indices('"') {
        let quote = from + quote;
        let after = rest[quote + 1..].trim_start();
        let Some(after) = after.strip_prefix(']').filter(|_| !is_escaped(rest, quote)) else { continue };
        let found =
            TagText { name, value: &rest[..quote], length: line.len() - after.len(), is_repaired: false };
        if ends_tag(after) {
            return Ok(found);
        }
        first = first.or(Some(found));
    }
    // only the quote that ends the line is left, with a backslash before it
    let to_end = || {
        let value = rest.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
        Some(TagText { name, value, length: line.len(), is_repaired: false })
    };
    first.or_else(to_end).ok_or(NotATag::Unclosed)
}

/// Whether the quote at this byte belongs to the text: after an odd number of backslashes.
fn is_escaped(text: &str, quote: usize) -> bool {
    text[..quote].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// Whether nothing or another tag follows: a bracket, a name and a quote.
///
/// It looks no further than the next bracket, so that a line of many brackets is read in linear time.
fn ends_tag(after: &str) -> bool {
    let after = after.trim_start();
    let Some(inner) = after.strip_prefix('[') else { return after.is_empty() };
    let end = inner.find(|c| QUOTES.contains(&c) || matches!(c, '[' | ']'));
    let (name, rest) = inner.split_at(end.unwrap_or(inner.len()));
    rest.starts_with(QUOTES) && checked_name(name).is_some()
}

/// Whether a name of a tag may have this character.
pub(super) fn is_tag_character(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '[' | ']' | '\\')
}

fn checked_name(name: &str) -> Option<&str> {
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_tag_character)).then_some(name)
}

/// A tag with other quotes, or without one or both of them, if it may stand where it stands.
pub(super) fn repaired(line: &str, has_place: impl Fn(&str) -> bool) -> Option<TagText<'_>> {
    let inner = line.strip_prefix('[')?;
    let end = inner.find(|c: char| c.is_whitespace() || QUOTES.contains(&c) || c == ']')?;
    let (name, rest) = inner.split_at(end);
    if rest.starts_with(']') {
        return None;
    }
    let name = checked_name(name).filter(|name| name.starts_with(char::is_alphabetic) && has_place(name))?;
    count(rest.len());
    // a bracket in the value stands before another tag or the end of the line
    let mut brackets = rest.match_indices(']').map(|(at, _)| at);
    let is_end = |&at: &usize| ends_tag(&rest[at + 1..]);
    let bracket = brackets.clone().find(is_end).or_else(|| brackets.next())?;
    let value = rest[..bracket].trim();
    let value = value.strip_prefix(QUOTES).unwrap_or(value);
    let value = value.strip_suffix(QUOTES).unwrap_or(value).trim();
    let length = 1 + end + bracket + 1;
    Some(TagText { name, value, length, is_repaired: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(&str, &str, &str, bool)> {
        let TagText { name, value, length, is_repaired } = read(line)?;
        Some((name, value, &line[length..], is_repaired))
    }

    #[test]
    fn several_tags_stand_on_a_line_and_values_have_quotes() {
        assert_eq!(parts(r#"[A "1"] [B "2"]"#), Some(("A", "1", r#" [B "2"]"#, false)));
        assert_eq!(parts(r#"[A "a "b" c" ]  "#), Some(("A", r#"a "b" c"#, "  ", false)));
        assert_eq!(parts(r#"[A "x"] y"]"#), Some(("A", r#"x"] y"#, "", false)));
        assert_eq!(parts(r#"[A "x\"] [B \"y"]"#), Some(("A", r#"x\"] [B \"y"#, "", false)));
        assert_eq!(parts(r#"[A "x"] h2e2"#), Some(("A", "x", " h2e2", false)));
        assert_eq!(parts(r#"[A ""]"#), Some(("A", "", "", false)));
    }

    #[test]
    fn other_quotes_and_missing_ones_are_repaired() {
        for line in [
            "[Red “甲 乙”]",
            "[Red ”甲 乙“]",
            "[Red 甲 乙]",
            "[Red \"甲 乙]",
            "[Red 甲 乙\"]",
            "[Red '甲 乙']",
        ] {
            assert_eq!(parts(line), Some(("Red", "甲 乙", "", true)), "{line}");
        }
        assert_eq!(parts("[A “1”][B “2”]"), Some(("A", "1", "[B “2”]", true)));
        for line in ["[Event]", "[12 x]", "[x", "[%clk 0:01]", "Red"] {
            assert_eq!(parts(line), None, "{line}");
        }
    }
}
