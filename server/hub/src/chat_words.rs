//! The operator's list of phrases that mark a line of chat.
//!
//! A marked line is sent as any other, with a message that says so, and each client decides whether it shows it. Naive
//! lists hit ordinary words: 后入 is in 然后入座, and `ass` in `class`. So a phrase counts as a whole, one of a single Chinese
//! character is refused, and the list can name ordinary words in which nothing counts.

use super::han::simplified;
use caseless::default_case_fold_str;
use chuhe_protocol::limits;
use std::ops::Range;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;

/// Maximum number of lines in a list: each line of chat is compared with all of them.
const MAX_PHRASES: usize = 2_000;

/// Phrases that mark a line of chat; by default none.
///
/// They are read from lines: `#` begins a comment, and `!` an ordinary word, in which no phrase counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatWords {
    /// The phrases, folded.
    phrases: Vec<String>,
    /// The ordinary words, folded.
    ordinary: Vec<String>,
}

/// Why a list of phrases cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidChatWords {
    /// A single Chinese character is a part of too many words.
    #[error("{0:?} is a single character, which is a part of ordinary words; give a phrase")]
    SingleCharacter(String),
    /// A phrase is longer than a line of chat.
    #[error("{0:?} is longer than a line of chat")]
    TooLong(String),
    /// There are too many phrases.
    #[error("there are more than {MAX_PHRASES} phrases")]
    TooMany,
}

impl FromStr for ChatWords {
    type Err = InvalidChatWords;

    fn from_str(text: &str) -> Result<Self, InvalidChatWords> {
        let mut words = Self::default();
        let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
        for (index, line) in lines.filter(|line| !line.is_empty() && !line.starts_with('#')).enumerate() {
            if index == MAX_PHRASES {
                return Err(InvalidChatWords::TooMany);
            }
            let (phrase, list) = match line.strip_prefix('!') {
                Some(word) => (word.trim(), &mut words.ordinary),
                None => (line, &mut words.phrases),
            };
            let phrase = folded(phrase);
            let mut characters = phrase.chars();
            match (characters.next(), characters.next()) {
                (None, _) => continue,
                (Some(only), None) if is_han(only) => {
                    return Err(InvalidChatWords::SingleCharacter(phrase));
                }
                (Some(_), _) if phrase.chars().count() > limits::CHAT_CHARS => {
                    return Err(InvalidChatWords::TooLong(phrase));
                }
                (Some(_), _) => list.push(phrase),
            }
        }
        Ok(words)
    }
}

impl ChatWords {
    /// Returns whether a line has one of the phrases.
    #[must_use]
    pub fn mark(&self, line: &str) -> bool {
        if self.phrases.is_empty() {
            return false;
        }
        let line = folded(line);
        let of = |list: &[String]| -> Vec<Range<usize>> {
            list.iter().flat_map(|phrase| occurrences(&line, phrase)).collect()
        };
        let found = of(&self.phrases);
        let ordinary = if found.is_empty() { Vec::new() } else { of(&self.ordinary) };
        let is_ordinary =
            |hit: &Range<usize>| ordinary.iter().any(|word| word.start < hit.end && hit.start < word.end);
        found.iter().any(|hit| !is_ordinary(hit))
    }
}

/// Folds width, case, and traditional to simplified characters, and joins blanks.
fn folded(text: &str) -> String {
    let plain: String = text.nfkc().map(simplified).collect();
    default_case_fold_str(&plain).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a phrase stands in a line as a whole: letters and digits other than Chinese characters do not go on before or
/// after it.
fn occurrences<'a>(line: &'a str, phrase: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let goes_on = |inner: Option<char>, outer: Option<char>| {
        inner.is_some_and(is_of_word) && outer.is_some_and(is_of_word)
    };
    let is_whole = move |&(start, _): &(usize, &str)| {
        let (before, after) = (&line[..start], &line[start + phrase.len()..]);
        !goes_on(phrase.chars().next(), before.chars().next_back())
            && !goes_on(phrase.chars().next_back(), after.chars().next())
    };
    line.match_indices(phrase).filter(is_whole).map(|(start, found)| start..start + found.len())
}

/// Whether words with blanks between them are made of a character.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && !is_han(c)
}

const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> ChatWords {
        text.parse().expect("a list")
    }

    #[test]
    fn without_a_list_nothing_is_marked() {
        assert!(!ChatWords::default().mark("fuck 操你妈"));
        assert_eq!(words("# only a comment\n\n  \n!然后"), words("!然后"));
        assert!(!words("!然后").mark("然后"));
    }

    #[test]
    fn width_case_and_traditional_characters_are_folded() {
        let words = words("傻逼\nFuck Off\n作弊軟件");
        for line in
            ["你这傻逼！", "傻逼", "fuck off", "ＦＵＣＫ　ｏｆｆ", "FUCK  OFF!", "作弊软件", "用作弊軟件嗎"]
        {
            assert!(words.mark(line), "{line}");
        }
        for line in ["傻", "逼真", "off fuck", "软件"] {
            assert!(!words.mark(line), "{line}");
        }
    }

    #[test]
    fn phrases_are_not_found_inside_other_words() {
        let words = words("ass\nngu\nxe");
        for line in ["class", "assess", "pass 1", "ass2", "ngủ", "nguyên", "xem xét"] {
            assert!(!words.mark(line), "{line}");
        }
        for line in ["ass", "you ass!", "NGU", "你ass吗", "đồ ngu.", "xe"] {
            assert!(words.mark(line), "{line}");
        }
    }

    #[test]
    fn ordinary_chinese_words_are_not_marked() {
        let words = words("后入\n的逼\n!然后\n!逼真");
        for line in ["然后入座", "然後入局，走炮", "他画的逼真", "的", "然后"] {
            assert!(!words.mark(line), "{line}");
        }
        for line in ["后入", "然后，后入", "他的逼"] {
            assert!(words.mark(line), "{line}");
        }
    }

    #[test]
    fn a_list_that_hits_too_much_is_refused() {
        let parse = |text: &str| text.parse::<ChatWords>();
        assert_eq!(parse("傻逼\n的"), Err(InvalidChatWords::SingleCharacter("的".into())));
        assert_eq!(parse("後"), Err(InvalidChatWords::SingleCharacter("后".into())));
        let long = "长".repeat(limits::CHAT_CHARS + 1);
        assert_eq!(parse(&long), Err(InvalidChatWords::TooLong(long.clone())));
        let many: String = (0..=MAX_PHRASES).map(|n| format!("word{n}\n")).collect();
        assert_eq!(parse(&many), Err(InvalidChatWords::TooMany));
        assert!(parse(many.trim_end().rsplit_once('\n').expect("lines").0).is_ok());
    }
}
