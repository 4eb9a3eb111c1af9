//! Texts of mail and of pages: the marks that these add around each line or word are left out.
//!
//! Lines keep their numbers. Comments keep what they have: only what stands among moves and tags
//! is known to be a mark.

use super::tag_text;
use crate::formats::aside;
use crate::formats::{Location, Note};
use std::borrow::Cow;

/// The elements of HTML that pages have around and among moves.
const ELEMENTS: [&str; 31] = [
    "a",
    "b",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "div",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "hr",
    "html",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "span",
    "strong",
    "table",
    "tbody",
    "td",
    "tr",
    "u",
    "ul",
];
/// The most bytes of an element with its attributes.
const LONGEST_ELEMENT: usize = 1_000;
/// The most bytes of a tag in which markup is looked for.
const LONGEST_TAG: usize = 4_000;
/// The characters that pages write by name.
const ENTITIES: [(&str, char); 7] = [
    ("&nbsp;", ' '),
    ("&quot;", '"'),
    ("&ldquo;", '“'),
    ("&rdquo;", '”'),
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&amp;", '&'),
];

/// Returns a text without the marks of mail and pages, and a note on the first of them.
pub(super) fn plain(text: &str) -> (Cow<'_, str>, Option<Note>) {
    let (text, of_mail) = without_quote_marks(text);
    let (plain, of_page) = without_markup(&text);
    match plain {
        Some(plain) => (plain.into(), of_mail.or(of_page)),
        None => (text, of_mail),
    }
}

/// Leaves out `>` at the beginning of lines, if most lines have one.
fn without_quote_marks(text: &str) -> (Cow<'_, str>, Option<Note>) {
    let is_quoted = |line: &&str| line.starts_with('>');
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let quoted = lines.clone().filter(is_quoted).count();
    if 2 * quoted <= lines.count() {
        return (text.into(), None);
    }
    let first = (1..).zip(text.lines()).find(|(_, line)| is_quoted(line));
    let note = first.map(|(line, text)| aside::note(Location::Line(line), &text[..">".len()]));
    let plain = text.split_inclusive('\n').map(|line| line.trim_start_matches(['>', ' ']));
    (plain.collect::<String>().into(), note)
}

/// Leaves out elements and characters of no width, and writes characters for their names; `None` if there are none.
fn without_markup(text: &str) -> (Option<String>, Option<Note>) {
    if !text.contains(|c| matches!(c, '<' | '&') || is_invisible(c)) {
        return (None, None);
    }
    let mut plain = String::with_capacity(text.len());
    let mut first = None;
    let mut kept = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find(|c| matches!(c, '{' | ';' | '[' | '<' | '&') || is_invisible(c)) {
        at += found;
        let rest = &text[at..];
        let mark = match rest.as_bytes()[0] {
            // comments, and tags that are whole
            b'{' => Err(rest.find('}').unwrap_or(rest.len())),
            b';' => Err(rest.find('\n').unwrap_or(rest.len())),
            b'[' => Err(whole_tag(rest).unwrap_or("[".len())),
            b'<' => element(rest).map(|length| (length, ' ')).ok_or("<".len()),
            b'&' => entity(rest).ok_or("&".len()),
            _ => Ok((rest.chars().next().map_or(0, char::len_utf8), '\u{200b}')),
        };
        match mark {
            Err(length) => at += length.max(1),
            Ok((length, character)) => {
                plain.push_str(&text[kept..at]);
                plain.extend(Some(character).filter(|&c| !is_invisible(c)));
                plain.extend(rest[..length].chars().filter(|&c| c == '\n'));
                first = first.or((!is_invisible(character)).then_some((at, length)));
                at += length;
                kept = at;
            }
        }
    }
    plain.push_str(&text[kept..]);
    let note = first.map(|(at, length)| {
        let line = 1 + text[..at].bytes().filter(|&byte| byte == b'\n').count();
        aside::note(Location::Line(line), &text[at..at + length])
    });
    ((kept > 0).then_some(plain), note)
}

/// The length of a tag with its quotes, in which nothing is markup.
fn whole_tag(text: &str) -> Option<usize> {
    let line = text[..text.floor_char_boundary(LONGEST_TAG)].split('\n').next()?;
    let bare = |_| line.find(']').filter(|&end| line[..end].contains('"'));
    tag_text::exact(line, 0).map_or_else(bare, |tag| Some(tag.length))
}

/// The length of the element at the beginning of a text.
fn element(text: &str) -> Option<usize> {
    let seen = &text[..text.floor_char_boundary(LONGEST_ELEMENT)];
    let inner = seen.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric())?];
    let is_known = ELEMENTS.iter().any(|element| element.eq_ignore_ascii_case(name));
    seen.find('>').filter(|_| is_known).map(|end| end + ">".len())
}

/// The character that is written by name at the beginning of a text, with the length of the name.
fn entity(text: &str) -> Option<(usize, char)> {
    ENTITIES.iter().find(|(name, _)| text.starts_with(name)).map(|&(name, character)| (name.len(), character))
}

/// Whether a character has no width, which pages put between words.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_mail_and_pages_are_left_out() {
        let text = |text: &str| plain(text).0.into_owned();
        assert_eq!(text("wrote:\n> 1. a\n>> 2. b\n>\n"), "wrote:\n1. a\n2. b\n\n");
        assert_eq!(text("<p\nid=x>1. a&nbsp;b<br/>\n</P>"), " \n1. a b \n ");
        assert_eq!(text("[Red &quot;A&quot;]"), "[Red \"A\"]");
        assert_eq!(text("a\u{200b} b"), "a b");
        assert_eq!(plain("x\n<br>").1, Some(aside::note(Location::Line(2), "<br>")));
        for same in [
            "{a <b> & &amp;}",
            "; <br>",
            "[Site \"<b>&amp;\"]",
            "[Site \"a]<b>&amp;\"] [Event \"\\\"]<b>\" ]",
            "<someone@example.org> a<b a&b",
            "a\n> b\n",
        ] {
            assert_eq!(plain(same), (same.into(), None), "{same}");
        }
    }
}
