//! Decides what a word is that is no move in any notation: a damaged move, or text beside the game.
//!
//! A damaged move ends its line, because the moves after it may be those of the other side. Text is
//! kept aside. The numbers of the moves around the word tell both apart, and where nothing follows,
//! its place in the line.

use super::lexer::{Lexer, Token};
use crate::notation::is_move;
use chuhe_rules::Color;

/// The most tokens after a word that are looked at.
const SEEN_TOKENS: usize = 40;

/// The place of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The side to move.
    pub(super) side: Color,
    /// Whether a number stands before it.
    pub(super) is_numbered: bool,
    /// Whether it is the first word of a variation.
    pub(super) begins_variation: bool,
}

/// Whether a word at this place is text. The lexer is after the word.
pub(super) fn is_text(slot: Slot, lexer: Lexer<'_>) -> bool {
    let begins_line = lexer.token_begins_line();
    let mut ahead = lexer;
    let mut moves = 0;
    let mut depth = 0;
    for _ in 0..SEEN_TOKENS {
        if ahead.is_at_tag() {
            return moves == 0 && begins_line;
        }
        match ahead.next() {
            Ok(Some(Token::VariationEnd)) if depth == 0 => return slot.begins_variation && moves == 0,
            Ok(Some(Token::VariationEnd)) => depth -= 1,
            // a variation directly after the word replaces it, so that it stands for a move
            Ok(Some(Token::VariationStart)) if moves == 0 => return false,
            Ok(Some(Token::VariationStart)) => depth += 1,
            Ok(Some(_)) if depth > 0 => {}
            Ok(Some(Token::Move(text))) => moves += usize::from(is_move(text)),
            Ok(Some(Token::MoveNumber)) if begins_move(ahead) => return is_beside(slot, moves),
            Ok(None | Some(Token::Result(_))) => return moves == 0 && begins_line,
            Ok(Some(_)) => {}
            Err(_) => return false,
        }
    }
    moves == 0 && begins_line
}

/// Whether a word is beside the moves, if so many moves follow it up to the next number.
const fn is_beside(slot: Slot, moves: usize) -> bool {
    match (slot.side, slot.is_numbered) {
        (Color::Red, true) => moves == 2,
        (Color::Red, false) => moves == 0,
        (Color::Black, _) => moves == 1,
    }
}

/// Whether a move or a comment follows here, perhaps after more numbers.
fn begins_move(mut ahead: Lexer<'_>) -> bool {
    for _ in 0..SEEN_TOKENS {
        match ahead.next() {
            Ok(Some(Token::MoveNumber)) => {}
            Ok(Some(Token::Move(text))) => return is_move(text),
            Ok(Some(Token::Comment(_))) => return true,
            _ => return false,
        }
    }
    false
}

/// Whether the last token, a bracket, begins a line of text such as `(c) 2020`.
pub(super) fn begins_bracketed_text(lexer: Lexer<'_>) -> bool {
    if !lexer.token_begins_line() {
        return false;
    }
    let line = lexer.at_token();
    let (mut inside, mut whole) = (lexer, line);
    let text = whole.pass_line();
    matches!(inside.next(), Ok(Some(Token::Move(_))))
        && text.matches('(').count() == text.matches(')').count()
        && is_line_of_text(line)
}

/// Whether this line has neither a move nor anything else of a game, so that it is text between games.
pub(super) fn is_line_of_text(mut lexer: Lexer<'_>) -> bool {
    let line = lexer.line();
    let mut has_text = false;
    while lexer.line() == line && !lexer.is_at_tag() && lexer.line() == line {
        match lexer.next() {
            Ok(Some(Token::Move(text))) if !is_move(text) => has_text = true,
            Ok(Some(Token::Bracketed(_))) => has_text = true,
            Ok(Some(
                Token::MoveNumber
                | Token::Glyph(_)
                | Token::VariationStart
                | Token::VariationEnd
                | Token::Result(_)
                | Token::ResultWord(..),
            )) => {}
            Ok(None) => break,
            Ok(Some(Token::Move(_) | Token::Comment(_) | Token::Tag { .. })) | Err(_) => return false,
        }
    }
    has_text
}
