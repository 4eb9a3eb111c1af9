//! Player names.

use crate::rating::computer_rating;
use crate::{limits, text};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How the names of computer players begin; the level follows.
const COMPUTER: &str = "computer-";

/// The most marks that follow a letter: a vowel sign, and one for its nasal or length.
const MARKS_IN_A_ROW: u8 = 2;

/// A valid player name, normalised to NFC.
///
/// It has 1 to 16 characters: letters and digits of any script, `_` and `-`. A vowel sign follows a
/// letter of its script. The server
/// checks whether a name is free, and refuses look-alikes of other names.
///
/// ```
/// use chuhe_protocol::{NameError, PlayerName};
/// assert_eq!(PlayerName::parse("云中鹤")?.as_str(), "云中鹤");
/// assert_eq!(PlayerName::parse("a b"), Err(NameError::Character(' ')));
/// # Ok::<(), NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct PlayerName(Arc<str>);

/// Why a name is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum NameError {
    /// It is empty.
    #[error("a name may not be empty")]
    Empty,
    /// It has more than [`limits::NAME_CHARS`] characters.
    #[error("a name has at most {} characters", limits::NAME_CHARS)]
    TooLong,
    /// It contains a character other than letters, digits, `_` and `-`.
    #[error("a name may not contain {0:?}")]
    Character(char),
}

impl PlayerName {
    /// Normalises `text` and checks it.
    ///
    /// # Errors
    /// The first [`NameError`] that applies.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        // checked first, so that normalisation takes bounded time
        if text.len() > limits::NAME_BYTES {
            return Err(NameError::TooLong);
        }
        let name: String = if text.chars().all(is_plain) { text.to_owned() } else { text.nfc().collect() };
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        // the marks after the last letter that takes them
        let mut marks = None;
        let is_mark = |c| !is_plain(c) && is_combining_mark(c);
        for c in name.chars() {
            marks = match marks {
                Some(before) if is_mark(c) && admitted(c) && before < MARKS_IN_A_ROW => Some(before + 1),
                _ if !admitted(c) || is_mark(c) => return Err(NameError::Character(c)),
                _ => takes_marks(c).then_some(0),
            };
        }
        if name.chars().count() > limits::NAME_CHARS {
            return Err(NameError::TooLong);
        }
        Ok(Self(name.into()))
    }

    /// The name of a computer player of this level, such as `computer-3`.
    ///
    /// It is the same in every language: clients show it in the words of theirs.
    #[must_use]
    pub fn of_computer(level: u8) -> Self {
        Self(format!("{COMPUTER}{level}").into())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What the name of a computer player says of it.
///
/// ```
/// use chuhe_protocol::{ComputerName, PlayerName};
/// let name = PlayerName::of_computer(3);
/// assert_eq!(ComputerName::parse(name.as_str()), Some(ComputerName { level: 3, number: 1 }));
/// assert_eq!(ComputerName::parse("Computer-3"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerName {
    /// Its level, 1 (a beginner) to 10.
    pub level: u8,
    /// Which one of several of this level it is, from 1: the second is `computer-3-2`.
    pub number: u32,
}

impl ComputerName {
    /// Reads the name of a computer player; `None` for a name that people, or engines from elsewhere, have.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let rest = name.strip_prefix(COMPUTER)?;
        let (level, number) =
            rest.split_once('-').map_or((rest, None), |(level, number)| (level, Some(number)));
        let level = number_in(level).and_then(|level| u8::try_from(level).ok())?;
        let number = number.map_or(Some(1), |number| number_in(number).filter(|&number| number > 1))?;
        computer_rating(level).map(|_| Self { level, number })
    }
}

/// The number that these digits are; `None` if it is usually written in another way, such as with a sign.
fn number_in(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

/// Whether NFC keeps `c` beside any other such character, and it is no mark: Latin, Vietnamese and the usual Han. Names of
/// these need none of the large tables, which the page has only after its first frame.
const fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{2ff}' | '\u{1ea0}'..='\u{1ef9}' | '\u{4e00}'..='\u{9fff}')
}

fn admitted(c: char) -> bool {
    (c.is_alphanumeric() || c == '_' || c == '-')
        && !text::is_invisible(c)
        && !is_enclosed(c)
        && !is_stretching(c)
        && !is_annotation(c)
}

/// Whether `c` is a letter or digit in a circle, a square or parentheses.
const fn is_enclosed(c: char) -> bool {
    matches!(c,
        '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}' | '\u{3200}'..='\u{32ff}'
        | '\u{1f100}'..='\u{1f2ff}')
}

/// Whether `c` only stretches the letters beside it, as the tatweel of Arabic does.
const fn is_stretching(c: char) -> bool {
    matches!(c, '\u{640}' | '\u{7fa}')
}

/// Whether `c` is one of the small marks of Arabic that annotate a text.
const fn is_annotation(c: char) -> bool {
    matches!(c, '\u{610}'..='\u{61a}' | '\u{6d6}'..='\u{6ed}' | '\u{8ca}'..='\u{8ff}')
}

/// Whether marks that compose with no letter may follow `c`: a letter of a script that writes vowels as
/// marks. These are from Hebrew to the scripts of South and Southeast Asia, and a few in later blocks.
fn takes_marks(c: char) -> bool {
    let is_in_block = matches!(c,
        '\u{590}'..='\u{109f}' | '\u{1700}'..='\u{1cff}' | '\u{a800}'..='\u{abff}'
        | '\u{10a00}'..='\u{11fff}');
    is_in_block && c.is_alphabetic()
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for PlayerName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl AsRef<str> for PlayerName {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl TryFrom<String> for PlayerName {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        Self::parse(&text)
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_script_are_admitted_and_normalised() {
        for name in ["Bo", "云中鹤", "電腦_3", "Ёлка-1", "한글", "गीता", "مُراد", "a", "0123456789abcdef"]
        {
            assert_eq!(PlayerName::parse(name).map(String::from), Ok(name.to_owned()));
        }
        assert_eq!(PlayerName::parse("e\u{301}").map(String::from), Ok("\u{e9}".to_owned()));
    }

    #[test]
    fn only_the_names_of_computer_players_have_a_level() {
        for level in 1..=10 {
            let name = PlayerName::of_computer(level);
            assert_eq!(PlayerName::parse(name.as_str()).as_ref(), Ok(&name));
            assert_eq!(ComputerName::parse(name.as_str()), Some(ComputerName { level, number: 1 }));
            let second = ComputerName { level, number: 2 };
            assert_eq!(ComputerName::parse(&format!("{name}-2")), Some(second));
        }
        for name in ["0", "11", "266", "03", "+3", "", "3-", "3-1", "3-02", "3-2-2", "3x"] {
            assert_eq!(ComputerName::parse(&format!("computer-{name}")), None, "{name}");
        }
        for name in ["Computer-3", "computer3", "3", ""] {
            assert_eq!(ComputerName::parse(name), None, "{name}");
        }
    }

    #[test]
    fn what_needs_no_tables_is_kept_by_nfc_and_is_no_mark() {
        use unicode_normalization::{IsNormalized, char::canonical_combining_class, is_nfc_quick};
        for c in ('\0'..=char::MAX).filter(|&c| is_plain(c)) {
            assert_eq!(is_nfc_quick(std::iter::once(c)), IsNormalized::Yes, "{c:?}");
            assert!(!is_combining_mark(c) && canonical_combining_class(c) == 0, "{c:?}");
        }
    }

    #[test]
    fn invalid_names_are_rejected() {
        let check = |text: &str, expect| assert_eq!(PlayerName::parse(text), Err(expect), "{text:?}");
        check("", NameError::Empty);
        check("0123456789abcdefg", NameError::TooLong);
        check(&"a".repeat(100_000), NameError::TooLong);
        // a longer text is refused before its characters are looked at
        let ends_oddly = |bytes| format!("{}<", "a".repeat(bytes - 1));
        check(&ends_oddly(limits::NAME_BYTES), NameError::Character('<'));
        check(&ends_oddly(limits::NAME_BYTES + 1), NameError::TooLong);
        check("a b", NameError::Character(' '));
        check("a\u{7}", NameError::Character('\u{7}'));
        check("a\u{202e}b", NameError::Character('\u{202e}'));
        check("a\u{200b}b", NameError::Character('\u{200b}'));
        check("\u{3164}", NameError::Character('\u{3164}'));
        check("a\u{e0100}", NameError::Character('\u{e0100}'));
        check("<b>", NameError::Character('<'));
        // a tatweel, enclosed letters and digits, and marks without a letter that takes them
        for odd in
            ['\u{640}', '\u{24b6}', '\u{1f150}', '\u{1f170}', '\u{2776}', '\u{345}', '\u{93e}', '\u{64e}']
        {
            for text in [odd.to_string(), format!("Kim{odd}"), format!("{odd}Kim"), format!("云{odd}")] {
                check(&text, NameError::Character(odd));
            }
        }
        check("क\u{93e}\u{902}\u{93e}", NameError::Character('\u{93e}'));
        // a digit and a sign of a script that takes marks
        check("०\u{93e}", NameError::Character('\u{93e}'));
        for mark in ['\u{610}', '\u{61a}', '\u{6d6}', '\u{6ed}', '\u{8e3}'] {
            check(&format!("م{mark}"), NameError::Character(mark));
        }
    }
}
