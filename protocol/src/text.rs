//! Cleaning of chat text before display.

use crate::limits;

/// Whether `c` is invisible or changes how the text around it is displayed.
///
/// These are controls, bidi marks and overrides, zero-width characters, variation
/// selectors, tags and fillers.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Why a chat line is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidChat {
    /// It has no visible characters.
    #[error("the line is empty")]
    Empty,
    /// It has more than [`limits::CHAT_CHARS`] characters.
    #[error("the line is too long")]
    TooLong,
}

/// Removes invisible characters from a chat line and trims it.
///
/// # Errors
/// If the cleaned line is empty or too long.
///
/// ```
/// use chuhe_protocol::text::clean_chat;
/// assert_eq!(clean_chat(" 好棋\u{202e}! "), Ok("好棋!".to_owned()));
/// ```
pub fn clean_chat(line: &str) -> Result<String, InvalidChat> {
    let visible: String = line.chars().filter(|&c| !is_invisible(c)).collect();
    let visible = visible.trim();
    if visible.is_empty() {
        return Err(InvalidChat::Empty);
    }
    if visible.chars().count() > limits::CHAT_CHARS {
        return Err(InvalidChat::TooLong);
    }
    Ok(visible.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_is_cleaned_and_bounded() {
        assert_eq!(clean_chat("a\nb\u{0}c"), Ok("abc".to_owned()));
        assert_eq!(clean_chat(" \u{200b} "), Err(InvalidChat::Empty));
        assert_eq!(clean_chat(&"好".repeat(200)), Ok("好".repeat(200)));
        assert_eq!(clean_chat(&"好".repeat(201)), Err(InvalidChat::TooLong));
    }
}
