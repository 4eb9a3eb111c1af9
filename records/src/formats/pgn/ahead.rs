//! What follows a word, so that the reader can decide what the word is.
//!
//! Each token ahead is split off once, however many words look at it.

use super::lexer::{Lexer, Token};
use super::move_number;
use super::work::count;
use crate::notation::is_move;
use std::collections::VecDeque;

/// A token by what it shows about the words before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seen {
    Move,
    /// The number of a move, and whether it is that of the first move of red.
    Number {
        is_first: bool,
    },
    /// A word that is no move.
    Text,
    Comment,
    /// A mark, a text in brackets or a result in words.
    Mark,
    VariationStart,
    VariationEnd,
    /// A score.
    Result,
    /// A tag, or the end of the text.
    End,
    /// Text that cannot be split into tokens.
    Fault,
}

/// The tokens ahead that were looked at. A copy may look further ahead than its original.
#[derive(Clone)]
pub(super) struct Ahead<'a> {
    /// After the last of them.
    lexer: Lexer<'a>,
    /// Each with the byte where it begins.
    tokens: VecDeque<(usize, Seen)>,
}

impl<'a> Ahead<'a> {
    pub(super) const fn new() -> Self {
        Self { lexer: Lexer::new(""), tokens: VecDeque::new() }
    }

    /// The tokens after this lexer; an end or fault is repeated.
    pub(super) fn after(&mut self, lexer: Lexer<'a>) -> impl Iterator<Item = Seen> + use<'_, 'a> {
        let mut next = lexer;
        next.skip_space();
        while self.tokens.pop_front_if(|(begin, _)| *begin < next.at()).is_some() {}
        // after a fault the reader may go on inside of a token that was split off
        if self.tokens.front().is_none_or(|&(begin, _)| begin != next.at()) {
            self.tokens.clear();
            self.lexer = lexer;
        }
        (0..).map(|index| self.get(index))
    }

    fn get(&mut self, index: usize) -> Seen {
        count(1);
        while self.tokens.len() <= index {
            if let Some(&(_, end @ (Seen::End | Seen::Fault))) = self.tokens.back() {
                return end;
            }
            let is_at_tag = self.lexer.is_at_tag();
            let begin = self.lexer.at();
            let seen = if is_at_tag { Seen::End } else { seen(&mut self.lexer) };
            self.tokens.push_back((begin, seen));
        }
        self.tokens[index].1
    }
}

fn seen(lexer: &mut Lexer<'_>) -> Seen {
    match lexer.next() {
        Ok(Some(Token::Move(text))) => {
            if is_move(text) {
                Seen::Move
            } else {
                Seen::Text
            }
        }
        Ok(Some(Token::MoveNumber)) => Seen::Number { is_first: move_number::is_first(lexer.last()) },
        Ok(Some(Token::Comment { .. })) => Seen::Comment,
        Ok(Some(Token::VariationStart)) => Seen::VariationStart,
        Ok(Some(Token::VariationEnd)) => Seen::VariationEnd,
        Ok(Some(Token::Result(_))) => Seen::Result,
        Ok(Some(Token::Glyph(_) | Token::Bracketed(_) | Token::ResultWord(..))) => Seen::Mark,
        Ok(Some(Token::Tag { .. }) | None) => Seen::End,
        Err(_) => Seen::Fault,
    }
}
