//! Decides what a word is that is no move in any notation: a damaged move, or text beside the game.
//!
//! A damaged move ends its line, because the moves after it may be those of the other side. Text is
//! kept aside. The numbers of the moves around the word tell both apart, and where nothing follows,
//! its place in the line.

use super::ahead::Seen;
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
    /// Whether a bracket that ends a variation ends this one.
    pub(super) is_in_variation: bool,
    /// Whether it is the first word of a variation.
    pub(super) begins_variation: bool,
}

/// Whether a word at this place is text, by the tokens after it.
pub(super) fn is_text(word: &str, slot: Slot, begins_line: bool, ahead: impl Iterator<Item = Seen>) -> bool {
    let ends = |moves| moves == 0 && (begins_line || has_nothing_of_move(word));
    let mut moves = 0;
    let mut depth = 0;
    // whether a number is directly before, and how many moves were before it
    let mut numbered = false;
    for (index, seen) in ahead.enumerate() {
        let is_after_number = std::mem::take(&mut numbered);
        if index >= SEEN_TOKENS && !is_after_number {
            break;
        }
        match seen {
            Seen::Comment | Seen::Move if is_after_number => return is_beside(slot, moves),
            Seen::Result if depth == 0 => return ends(moves),
            Seen::End => return ends(moves),
            Seen::Fault => return false,
            Seen::VariationEnd if depth > 0 => depth -= 1,
            Seen::VariationEnd if slot.is_in_variation => return slot.begins_variation && moves == 0,
            // a variation directly after the word replaces it, so that it stands for a move
            Seen::VariationStart if moves == 0 => return false,
            Seen::VariationStart => depth += 1,
            Seen::Number { .. } => numbered = depth == 0,
            Seen::Move => moves += usize::from(depth == 0),
            Seen::Text | Seen::Comment | Seen::Mark | Seen::Result | Seen::VariationEnd => {}
        }
    }
    ends(moves)
}

/// Whether a word is never a move, also a damaged one: a time, a label such as `红：` or a line between moves.
pub(super) fn is_never_move(word: &str) -> bool {
    let is_line = |c: char| matches!(c, '-' | '–' | '—' | '~' | '=' | '/' | '#' | '>' | '·' | '•');
    let mut characters = word.chars();
    let is_bullet = characters.next().is_some_and(is_line) && characters.next().is_none();
    let is_label = word.ends_with([':', '：']);
    let digits = word.trim_end_matches(['s', '秒', '分', '\'', '"', '″', '′']);
    let is_time = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'\''))
        && (digits.contains(':') || digits.len() < word.len());
    is_bullet || is_label || is_time
}

/// Whether a word stands for a move in which a side passes, as programs write it in analysis.
pub(super) fn is_pass(word: &str) -> bool {
    matches!(word.trim_end_matches(['!', '?', '！', '？']), "--" | "Z0" | "@@@@")
}

/// Whether a word has nothing of a move: neither a number nor a sign that moves have.
fn has_nothing_of_move(word: &str) -> bool {
    let is_of_move = |c: char| {
        c.is_numeric()
            || c.is_ascii_punctuation()
            || "一二三四五六七八九十进退平進后後前中".contains(c)
            || matches!(c, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '＋' | '－' | '＝' | '．' | '？' | '\u{fffd}')
    };
    !word.contains(is_of_move)
}

/// Whether a word is beside the moves, if so many moves follow it up to the next number.
const fn is_beside(slot: Slot, moves: usize) -> bool {
    match (slot.side, slot.is_numbered) {
        (Color::Red, true) => moves == 2,
        (Color::Red, false) => moves == 0,
        (Color::Black, _) => moves == 1,
    }
}

/// Whether the last token, a bracket, begins a line of text such as `(c) 2020`.
pub(super) fn begins_bracketed_text(lexer: Lexer<'_>) -> bool {
    if !lexer.token_begins_line() {
        return false;
    }
    let line = lexer.at_token();
    let (mut inside, mut whole) = (lexer, line);
    let text = whole.pass_line();
    !inside.is_at_comment()
        && matches!(inside.next(), Ok(Some(Token::Move(_))))
        && text.matches('(').count() == text.matches(')').count()
        && is_line_of_text(line)
}

/// Whether this line of a list of moves without numbers has nothing of a move: `甲 20:15`.
pub(super) fn is_remark_in_list(mut lexer: Lexer<'_>) -> bool {
    lexer.pass_line().split_whitespace().all(|word| is_never_move(word) || has_nothing_of_move(word))
}

/// Whether this line has neither a move nor anything else of a game, so that it is text between games.
pub(super) fn is_line_of_text(lexer: Lexer<'_>) -> bool {
    line_of_text(lexer).is_ok()
}

/// Checks that this line is text between games.
///
/// # Errors
/// The byte of its first token of a game; no part of the line before that byte is text either.
pub(super) fn line_of_text(mut lexer: Lexer<'_>) -> Result<(), usize> {
    let line = lexer.line();
    let mut has_text = false;
    while lexer.line() == line && !lexer.is_at_tag() && lexer.line() == line {
        let at = lexer.at();
        if lexer.is_at_comment() {
            return Err(at);
        }
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
            Ok(Some(Token::Move(_) | Token::Comment { .. } | Token::Tag { .. })) | Err(_) => return Err(at),
        }
    }
    if has_text { Ok(()) } else { Err(lexer.at()) }
}
