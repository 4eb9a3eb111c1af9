//! Decides which token ends a game. All that read a game or look for its end ask here.

use super::ahead::{Ahead, Seen};
use super::lexer::{Lexer, Token};

/// The most tokens after a result in words that are looked at.
const SEEN_TOKENS: usize = 40;

/// Whether this token, after which the lexer is, ends a game of so many plies.
///
/// A result in a variation belongs to the variation.
pub(super) fn ends_game<'a>(
    token: &Token<'_>,
    is_in_variation: bool,
    plies: usize,
    lexer: Lexer<'a>,
    ahead: &mut Ahead<'a>,
) -> bool {
    match token {
        Token::Result(_) => !is_in_variation,
        Token::ResultWord(..) => {
            !is_in_variation && !goes_on(plies, lexer.is_before_blank_line(), ahead.after(lexer))
        }
        Token::Tag { .. }
        | Token::Bracketed(_)
        | Token::Comment { .. }
        | Token::MoveNumber
        | Token::Move(_)
        | Token::Glyph(_)
        | Token::VariationStart
        | Token::VariationEnd => false,
    }
}

/// Whether moves of the same game follow a result in words, which is then a remark.
///
/// The game has `plies` moves. A move or number directly after the word goes on with the game, and so
/// does a later number, also after an empty line and text. The number 1 begins another game.
fn goes_on(plies: usize, is_before_blank_line: bool, ahead: impl Iterator<Item = Seen>) -> bool {
    let mut is_direct = !is_before_blank_line;
    let mut number = None;
    for seen in ahead.take(SEEN_TOKENS) {
        match (seen, number) {
            (Seen::Number { is_first }, _) => {
                let begins_game = is_first && (is_before_blank_line || plies > 1);
                if is_direct && !begins_game {
                    return true;
                }
                number = Some(begins_game);
                is_direct = false;
                continue;
            }
            (Seen::Move | Seen::Comment, Some(begins_game)) => return !begins_game,
            (Seen::Move, None) if is_direct => return true,
            (Seen::Move | Seen::Result | Seen::End | Seen::Fault, _) => return false,
            (Seen::Text | Seen::Comment | Seen::Mark | Seen::VariationStart | Seen::VariationEnd, _) => {}
        }
        (is_direct, number) = (false, None);
    }
    false
}
