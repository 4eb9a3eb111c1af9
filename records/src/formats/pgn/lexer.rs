//! Splits PGN into tokens.

use crate::formats::Fault;
use crate::{GameResult, Glyph};
use std::borrow::Cow;

/// A token of PGN.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, without escapes.
    Tag(&'a str, Cow<'a, str>),
    /// A comment, trimmed.
    Comment(&'a str),
    /// `12.` or `12...`: what follows belongs to the next move.
    MoveNumber,
    /// A move, with its marks such as `!` and `+`.
    Move(&'a str),
    Glyph(Glyph),
    VariationStart,
    VariationEnd,
    Result(GameResult),
}

/// A reader of tokens that counts lines.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of the next character, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The byte of the next character.
    pub(super) const fn at(&self) -> usize {
        self.at
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
            let space = rest.len() - rest.trim_start().len();
            self.pass(space);
            let starts_line = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            if !starts_line || self.peek() != Some(b'%') {
                return;
            }
            self.pass_line();
        }
    }

    /// Passes the rest of the line without its end.
    fn pass_line(&mut self) -> &'a str {
        let rest = self.rest();
        self.pass(rest.find('\n').unwrap_or(rest.len()))
    }

    /// Whether a tag is next.
    pub(super) fn is_at_tag(&mut self) -> bool {
        self.skip_space();
        self.peek() == Some(b'[')
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
        let Some(first) = self.peek() else { return Ok(None) };
        let token = match first {
            b'[' => self.tag()?,
            b'{' => {
                let length = self.rest().find('}').ok_or(Fault::UnclosedComment)?;
                let comment = &self.pass(length + 1)[1..length];
                Token::Comment(comment.trim())
            }
            b';' => Token::Comment(self.pass_line()[1..].trim()),
            b'(' | b')' => {
                self.pass(1);
                if first == b'(' { Token::VariationStart } else { Token::VariationEnd }
            }
            b'$' => self.glyph(),
            _ => self.word(),
        };
        Ok(Some(token))
    }

    fn tag(&mut self) -> Result<Token<'a>, Fault> {
        let line = self.rest().split('\n').next().unwrap_or_default().trim_end();
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let (name, value) = inner.and_then(|inner| inner.split_once('"')).ok_or(Fault::InvalidTag)?;
        let value = value.trim_end().strip_suffix('"').ok_or(Fault::InvalidTag)?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(is_tag_character) {
            return Err(Fault::InvalidTag);
        }
        self.pass_line();
        let value = if value.contains('\\') { unescape(value).into() } else { value.into() };
        Ok(Token::Tag(name, value))
    }

    fn glyph(&mut self) -> Token<'a> {
        let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.pass(1 + digits)[1..].parse();
        Token::Glyph(Glyph(number.unwrap_or(0)))
    }

    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '[');
        // The first character is none of the others that end a word, or a stray brace.
        let length = rest.char_indices().skip(1).find(|&(_, c)| is_end(c)).map_or(rest.len(), |(at, _)| at);
        let word = &rest[..length];
        if let Some(result) = GameResult::from_score(word) {
            self.pass(length);
            return Token::Result(result);
        }
        let number = move_number(word);
        if number > 0 {
            self.pass(number);
            return Token::MoveNumber;
        }
        Token::Move(self.pass(length))
    }
}

/// The length of the move number with which `word` begins; 0 if there is none.
///
/// `33.4` is no number but a move in WXF.
fn move_number(word: &str) -> usize {
    let bytes = word.as_bytes();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = bytes[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let is_move = digits == 2 && dots == 1 && bytes.len() == 4 && bytes[3].is_ascii_digit();
    let is_bare = digits == bytes.len();
    if digits == 0 || is_move || (dots == 0 && !is_bare) { 0 } else { digits + dots }
}

/// Whether a name of a tag may have this character.
pub(super) fn is_tag_character(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '[' | ']' | '\\')
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
            let Token::Tag(_, value) = token else { panic!("{token:?}") };
            value.into_owned()
        };
        assert_eq!(value(r#"[Event "a \"b\" \\ \c"]"#), r#"a "b" \ \c"#);
        assert_eq!(value(r#"[Event "a "b" c" ]  "#), r#"a "b" c"#);
        assert_eq!(Lexer::new("[Event]").next(), Err(Fault::InvalidTag));
        assert_eq!(Lexer::new("[Event \"a]").next(), Err(Fault::InvalidTag));
    }

    #[test]
    fn comments_and_lines_are_counted() {
        let mut lexer = Lexer::new("% own\n{ a\nb } ; c } \n x");
        assert_eq!(lexer.next(), Ok(Some(Token::Comment("a\nb"))));
        assert_eq!(lexer.next(), Ok(Some(Token::Comment("c }"))));
        assert_eq!((lexer.next(), lexer.line()), (Ok(Some(Token::Move("x"))), 4));
        assert_eq!(lexer.next(), Ok(None));
        assert_eq!(Lexer::new("{ a").next(), Err(Fault::UnclosedComment));
    }
}
