//! Splits PGN into tokens.

use super::tag_names::is_common_tag;
use super::tag_text::{self, NotATag, QUOTES, TagText};
use super::work::count;
use super::{move_number, word_list};
use crate::formats::Fault;
use crate::{GameResult, Glyph};
use std::borrow::Cow;

/// A token of PGN.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, without escapes.
    Tag {
        name: &'a str,
        value: Cow<'a, str>,
        is_repaired: bool,
    },
    /// Text in brackets that is not a tag.
    Bracketed(&'a str),
    /// A comment, trimmed; nothing ends one that is open.
    Comment {
        text: &'a str,
        is_open: bool,
    },
    /// `12.`, `12...` or the dots alone: what follows belongs to the next move.
    MoveNumber,
    /// A move, with its marks such as `!` and `+`.
    Move(&'a str),
    Glyph(Glyph),
    VariationStart,
    VariationEnd,
    Result(GameResult),
    /// A result in words, which may be a remark too.
    ResultWord(GameResult, &'a str),
}

/// A reader of tokens that counts lines.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Where the last token begins.
    token: usize,
    /// Whether the last token is a tag.
    is_after_tag: bool,
    /// The bytes of a word that is a list of moves: each is read as a word.
    list: (usize, usize),
    /// No quote before this byte ends a tag.
    no_tag_end: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, token: 0, is_after_tag: false, list: (0, 0), no_tag_end: 0 }
    }

    /// A lexer of a part of a file that begins in this line.
    pub(super) const fn at_line(text: &'a str, line: usize) -> Self {
        Self { line, ..Self::new(text) }
    }

    /// The line of the next character, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The byte of the next character.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The text from the byte `begin` up to the next character.
    pub(super) fn since(&self, begin: usize) -> &'a str {
        &self.text[begin..self.at]
    }

    /// The last token as the text has it.
    pub(super) fn last(&self) -> &'a str {
        self.since(self.token)
    }

    /// Whether the last token is the first one of its line.
    pub(super) fn token_begins_line(&self) -> bool {
        Self { at: self.token, ..*self }.begins_line()
    }

    /// The same lexer before its last token.
    pub(super) fn at_token(self) -> Self {
        let lines = self.text[self.token..self.at].bytes().filter(|&byte| byte == b'\n').count();
        Self { at: self.token, line: self.line - lines, ..self }
    }

    /// Passes the rest of the line of the last token, and returns the line from that token on.
    pub(super) fn pass_line_of_token(&mut self) -> &'a str {
        self.pass_line();
        self.text[self.token..self.at].trim_end()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes `length` bytes and counts their lines.
    fn pass(&mut self, length: usize) -> &'a str {
        let passed = &self.rest()[..length];
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.at += length;
        passed
    }

    /// Passes space and lines that begin with `%`, which PGN reserves for programs.
    pub(super) fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start_matches(is_space).len();
            self.pass(space);
            let starts_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            if !starts_line || self.peek() != Some(b'%') {
                return;
            }
            self.pass_line();
        }
    }

    /// Passes the rest of the line without its end.
    pub(super) fn pass_line(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        count(length);
        self.pass(length)
    }

    /// Whether the next line is empty.
    pub(super) fn is_before_blank_line(&self) -> bool {
        let rest = self.rest();
        let space = &rest[..rest.len() - rest.trim_start().len()];
        space.bytes().filter(|&byte| byte == b'\n').nth(1).is_some()
    }

    /// Whether a tag is next, also a faulty one.
    ///
    /// Text in brackets without a value is no tag. A tag without its usual quotes stands after another
    /// tag, or has a common name and begins a line: `[see page 3]` is text.
    pub(super) fn is_at_tag(&mut self) -> bool {
        self.skip_space();
        if self.peek() != Some(b'[') {
            return false;
        }
        let text = self.bracketed_text();
        self.tag().is_some() || self.begins_line() && tag_text::bracketed(text).is_none()
    }

    /// Whether a comment is next, which may be long.
    pub(super) fn is_at_comment(&mut self) -> bool {
        self.skip_space();
        self.peek() == Some(b'{')
    }

    /// The tag that begins at this bracket.
    fn tag(&mut self) -> Option<TagText<'a>> {
        let text = self.bracketed_text();
        count("[".len());
        let known = self.no_tag_end.saturating_sub(self.at).min(text.len());
        match tag_text::exact(text, known) {
            Ok(tag) => return Some(tag),
            // a quote at the end of what is seen may still be followed by a bracket
            Err(NotATag::Unclosed) => {
                self.no_tag_end = self.at + text.trim_end_matches(['"', ' ', '\t']).len()
            }
            Err(NotATag::NoName) => {}
        }
        let has_place = |name: &str| self.is_after_tag || self.begins_line() && is_common_tag(name);
        tag_text::repaired(text, has_place)
    }

    /// Whether only space stands before the next character in its line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t', '\u{3000}']);
        before.is_empty() || before.ends_with('\n')
    }

    /// The line from this bracket on, or its beginning if the bracket is not the first character.
    ///
    /// A line of many brackets is then read in linear time.
    fn bracketed_text(&self) -> &'a str {
        let rest = self.rest();
        let seen = if self.begins_line() { rest } else { &rest[..rest.floor_char_boundary(SEEN_IN_LINE)] };
        seen.split('\n').next().unwrap_or_default()
    }

    /// Skips the rest of this line, and the following lines that begin with a bracket.
    pub(super) fn skip_tags(&mut self) {
        self.pass_line();
        while self.rest().starts_with("\n[") {
            self.pass(1);
            self.pass_line();
        }
    }

    /// Passes lines up to the next tag.
    pub(super) fn skip_moves(&mut self) {
        while !self.is_at_tag() && !self.is_at_end() {
            self.pass_line();
        }
    }

    /// Whether nothing is left.
    pub(super) const fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Returns the next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, Fault> {
        self.skip_space();
        self.token = self.at;
        let Some(first) = self.peek() else { return Ok(None) };
        let token = self.token(first)?;
        self.is_after_tag = matches!(token, Token::Tag { .. });
        count(self.at - self.token);
        Ok(Some(token))
    }

    /// The token that begins with this byte.
    fn token(&mut self, first: u8) -> Result<Token<'a>, Fault> {
        Ok(match first {
            b'[' => self.bracket()?,
            b'{' => self.comment(),
            b';' => Token::Comment { text: self.pass_line()[1..].trim(), is_open: false },
            b'(' | b')' => {
                self.pass(1);
                if first == b'(' { Token::VariationStart } else { Token::VariationEnd }
            }
            b'$' => self.glyph(),
            _ => self.word(),
        })
    }

    /// A comment ends at its bracket. One that lacks it ends with its game: at an empty line before a tag, or with
    /// the text.
    fn comment(&mut self) -> Token<'a> {
        let rest = self.rest();
        for (at, end) in rest.match_indices(['}', '\n']) {
            if end == "}" {
                return Token::Comment { text: self.pass(at + 1)[1..at].trim(), is_open: false };
            }
            let is_empty = rest[..at].trim_end_matches([' ', '\t', '\r']).ends_with('\n');
            if is_empty && begins_tag(&rest[at + 1..]) {
                return Token::Comment { text: self.pass(at)[1..].trim(), is_open: true };
            }
        }
        Token::Comment { text: self.pass(rest.len())[1..].trim(), is_open: true }
    }

    fn bracket(&mut self) -> Result<Token<'a>, Fault> {
        if let Some(TagText { name, value, length, is_repaired }) = self.tag() {
            self.pass(length);
            let value = if value.contains('\\') { unescape(value).into() } else { value.into() };
            return Ok(Token::Tag { name, value, is_repaired });
        }
        match tag_text::bracketed(self.bracketed_text()) {
            Some(length) => Ok(Token::Bracketed(self.pass(length))),
            None if self.begins_line() => Err(Fault::InvalidTag),
            None => Ok(Token::Bracketed(self.pass_line())),
        }
    }

    fn glyph(&mut self) -> Token<'a> {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.pass(1 + digits)[1..].parse();
        Token::Glyph(Glyph(number.unwrap_or(0)))
    }

    fn word(&mut self) -> Token<'a> {
        if (self.list.0..self.list.1).contains(&self.at) {
            return self.part_of_list();
        }
        let rest = self.rest();
        if let Some((result, length)) = spaced_score(rest) {
            self.pass(length);
            return Token::Result(result);
        }
        let is_end =
            |c: char| is_space(c) || matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '[' | END_OF_FILE);
        // A number ends its token, so that a long word of many numbers is read in linear time.
        let beginning = &rest[..rest.floor_char_boundary(SEEN_IN_WORD)];
        let number = move_number::length(beginning);
        if 0 < number && number < beginning.len() && !beginning.contains(is_end) {
            self.pass(number);
            return Token::MoveNumber;
        }
        // The first character is none of the others that end a word, or a stray brace.
        let length = rest.char_indices().skip(1).find(|&(_, c)| is_end(c)).map_or(rest.len(), |(at, _)| at);
        let length = word_list::label(&rest[..length]).unwrap_or(length);
        let word = &rest[..length];
        if let Some(result) = GameResult::from_score(word) {
            self.pass(length);
            return Token::Result(result);
        }
        if let Some(result) = GameResult::from_words(word) {
            return Token::ResultWord(result, self.pass(length));
        }
        let number = move_number::length(word);
        if number > 0 {
            // the bracket of `1)` in a list ends no variation
            let has_bracket = number == length && rest[number..].starts_with(')') && self.begins_line();
            self.pass(number + usize::from(has_bracket));
            return Token::MoveNumber;
        }
        if let Some(glyph) = assessment(word) {
            self.pass(length);
            return Token::Glyph(glyph);
        }
        count(word.len());
        if word_list::is_list(word) {
            self.list = (self.at, self.at + length);
            return self.part_of_list();
        }
        Token::Move(self.pass(length))
    }

    /// The next part of a word that is a list of moves.
    fn part_of_list(&mut self) -> Token<'a> {
        let list = &self.text[self.at..self.list.1];
        let list = &list[..list.floor_char_boundary(SEEN_IN_WORD)];
        let (length, whole) = word_list::first(list).unwrap_or((list.len(), list.len()));
        let part = &self.pass(whole)[..length];
        if let Some(result) = GameResult::from_score(part) {
            Token::Result(result)
        } else if let Some(result) = GameResult::from_words(part) {
            Token::ResultWord(result, part)
        } else if move_number::length(part) == length {
            Token::MoveNumber
        } else {
            Token::Move(part)
        }
    }
}

/// The bytes of a line in which a tag is sought after something else.
const SEEN_IN_LINE: usize = 1_000;
/// The bytes of a word in which a number is sought before its end.
const SEEN_IN_WORD: usize = 200;
/// The character with which old systems end a text.
const END_OF_FILE: char = '\u{1a}';

/// Whether a character is space, or a line between the columns of a table.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '｜')
}

/// The score at the beginning of a text, with spaces around its mark, and its length.
fn spaced_score(text: &str) -> Option<(GameResult, usize)> {
    const LONGEST: usize = "1/2  -  1/2 ".len();
    if !text.starts_with(['0', '1']) {
        return None;
    }
    let begin = &text[..text.floor_char_boundary(LONGEST)];
    let (first, second) = begin.split_once(' ')?;
    let second = second.trim_start_matches(' ').strip_prefix('-')?.trim_start_matches(' ');
    let second = second.split(char::is_whitespace).next()?;
    let length = second.as_ptr().addr() + second.len() - text.as_ptr().addr();
    let ends = text[length..].chars().next().is_none_or(char::is_whitespace);
    GameResult::from_score(&format!("{first}-{second}")).filter(|_| ends).map(|result| (result, length))
}

/// The assessment of these marks, as in `炮二平五 !?`, also with full width.
pub(super) fn assessment(marks: &str) -> Option<Glyph> {
    if marks.is_ascii() {
        return Glyph::from_symbol(marks);
    }
    let is_mark = |c| matches!(c, '!' | '?' | '！' | '？');
    let is_assessment = marks.chars().count() <= "!!".len() && marks.chars().all(is_mark);
    if is_assessment { Glyph::from_symbol(&marks.replace('！', "!").replace('？', "?")) } else { None }
}

/// Replaces `\"` by `"` and `\\` by `\`.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                characters.next();
            }
            _ => text.push(character),
        }
    }
    text
}

/// Whether a line begins with the name of a tag and a quote.
fn begins_tag(line: &str) -> bool {
    let Some(name) = line.strip_prefix('[') else { return false };
    let value = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    value.len() < name.len() && value.trim_start_matches(' ').starts_with(QUOTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        std::iter::from_fn(|| lexer.next().expect("a token")).collect()
    }

    #[test]
    fn moves_numbers_and_results_are_told_apart() {
        use Token::{Move, MoveNumber};
        assert_eq!(tokens("1.C2.5 1... H8+7"), [MoveNumber, Move("C2.5"), MoveNumber, Move("H8+7")]);
        assert_eq!(tokens("33. 33.4 15+1"), [MoveNumber, Move("33.4"), Move("15+1")]);
        assert_eq!(tokens("2 炮二平五!?"), [MoveNumber, Move("炮二平五!?")]);
        assert_eq!(tokens("1-0"), [Token::Result(GameResult::from_score("1-0").expect("a score"))]);
        assert_eq!(
            tokens("a0a1$14(x)"),
            [Move("a0a1"), Token::Glyph(Glyph(14)), Token::VariationStart, Move("x"), Token::VariationEnd]
        );
    }

    #[test]
    fn tags_have_escapes_and_may_have_quotes() {
        let value = |text| {
            let token = tokens(text).remove(0);
            let Token::Tag { value, .. } = token else { panic!("{token:?}") };
            value.into_owned()
        };
        assert_eq!(value(r#"[Event "a \"b\" \\ \c"]"#), r#"a "b" \ \c"#);
        assert_eq!(value(r#"[Event "a "b" c" ]  "#), r#"a "b" c"#);
        assert_eq!(Lexer::new("[Event").next(), Err(Fault::InvalidTag));
        assert_eq!(tokens("[Event]"), [Token::Bracketed("[Event]")]);
    }

    #[test]
    fn comments_and_lines_are_counted() {
        let mut lexer = Lexer::new("% own\n{ a\nb } ; c } \n x");
        assert_eq!(lexer.next(), Ok(Some(Token::Comment { text: "a\nb", is_open: false })));
        assert_eq!(lexer.next(), Ok(Some(Token::Comment { text: "c }", is_open: false })));
        assert_eq!((lexer.next(), lexer.line()), (Ok(Some(Token::Move("x"))), 4));
        assert_eq!(lexer.next(), Ok(None));
        let mut lexer = Lexer::new("{ a } { b\n[c\n \n[Red \"A\"] { d }");
        assert_eq!(lexer.next(), Ok(Some(Token::Comment { text: "a", is_open: false })));
        assert_eq!(
            (lexer.next(), lexer.line()),
            (Ok(Some(Token::Comment { text: "b\n[c", is_open: true })), 3)
        );
    }
}
