//! Which names are the same: encoding, case, look-alike letters, and simplified or traditional
//! characters do not distinguish players.
//!
//! The protocol decides whether a text is a valid name at all.

#[cfg(not(feature = "look-alikes"))]
use super::han::simplified;
#[cfg(feature = "look-alikes")]
use super::look_alikes;
use caseless::default_case_fold_str;
use chuhe_protocol::{ComputerName, PlayerId, PlayerName};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// The name of a player who was erased, as in the seats of their games.
pub const NAMELESS: &str = "_";

/// What computer players are called, in the languages of the client and in their names.
pub(super) const COMPUTERS: [&str; 3] = ["computer", "电脑", "máy"];

/// The folded keys of a name. Two names are the same if they share a key.
///
/// A key has for each character one that stands for all that look like it or differ from it by case. A few
/// letters look like different ones by their case: a Greek nu is like a `v`, and its capital like
/// an `N`. So there is a key for the name as it is written, and for its plain form, which has no vowel points, in
/// its own, in lower and in upper case. Those that are equal are kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameKeys(Vec<String>);

impl NameKeys {
    /// Returns the keys of a name.
    #[must_use]
    pub fn of(name: &PlayerName) -> Self {
        Self::of_text(name.as_str())
    }

    /// Returns a hash of each key, in the order of the keys. Two names are the same if they share one.
    pub fn hashes(&self) -> impl Iterator<Item = [u8; 32]> {
        self.0.iter().map(|key| Sha256::digest(key).into())
    }

    /// Returns the keys of a text that need not be a whole name.
    pub(super) fn of_text(text: &str) -> Self {
        let plain: String = text.nfkd().filter(|&c| !is_vowel_point(c)).collect();
        let lower = default_case_fold_str(&plain);
        let upper: String = plain.chars().flat_map(char::to_uppercase).collect();
        let mut keys: Vec<String> = [text, &plain, &lower, &upper].into_iter().map(folded).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        Self(keys)
    }
}

/// Folds each character of a text.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfd() {
        push_folded(letter, &mut folded);
    }
    folded.nfd().collect()
}

#[cfg(feature = "look-alikes")]
fn push_folded(letter: char, text: &mut String) {
    match look_alikes::folded(letter) {
        Some(folded) => text.push_str(folded),
        // looked up again, because only some characters with a decomposition are in the table
        None => std::iter::once(letter).nfkd().for_each(|part| match look_alikes::folded(part) {
            Some(folded) => text.push_str(folded),
            None => text.push(part),
        }),
    }
}

/// Without the table of look-alike letters, a letter folds by case and to its simplified character only.
#[cfg(not(feature = "look-alikes"))]
fn push_folded(letter: char, text: &mut String) {
    let plain: String = std::iter::once(letter).nfkd().map(simplified).collect();
    text.push_str(&default_case_fold_str(&plain));
}

/// Whether a mark is a vowel point of Arabic, Hebrew or Syriac, which most texts omit.
fn is_vowel_point(mark: char) -> bool {
    matches!(mark,
        '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{64b}'..='\u{652}' | '\u{656}'..='\u{65f}' | '\u{670}' | '\u{730}'..='\u{74a}')
}

impl NameKeys {
    /// Returns whether two names are the same.
    #[must_use]
    pub fn shares_a_key(&self, other: &Self) -> bool {
        self.0.iter().any(|key| other.0.contains(key))
    }
}

/// Returns how far two spellings of the same name differ: 0 for not at all, 1 for capital letters only.
#[must_use]
pub fn spelling_distance(one: &str, other: &str) -> u8 {
    let differs_beyond_case = || default_case_fold_str(one) != default_case_fold_str(other);
    if one == other { 0 } else { 1 + u8::from(differs_beyond_case()) }
}

/// A part of a name, in any spelling that looks like it, or of what the client calls a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePart(NameKeys);

impl NamePart {
    /// Takes a part of a name; `None` for blank text, which is in every name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(NameKeys::of_text(text)))
    }

    /// Returns whether a name contains the part.
    #[must_use]
    pub fn is_in(&self, name: &str) -> bool {
        let computer = ComputerName::parse(name).into_iter();
        let mut called = computer.flat_map(|it| COMPUTERS.map(|word| format!("{word} {}", it.level)));
        let has_part = |text: &str| {
            let keys = NameKeys::of_text(text);
            keys.0.iter().any(|key| self.0.0.iter().any(|part| key.contains(part.as_str())))
        };
        has_part(name) || called.any(|text| has_part(&text))
    }
}

/// The names in use, with their owners.
///
/// A name has one owner, but for names that were taken when fewer were the same.
#[derive(Debug, Default)]
pub(super) struct Names {
    owners: BTreeSet<(String, PlayerId)>,
}

impl Names {
    /// Returns the owners of a name and of those that look like it, and some of them twice.
    pub(super) fn owners(&self, keys: &NameKeys) -> impl Iterator<Item = PlayerId> {
        let of_key = |key: &String| {
            let all = (key.clone(), PlayerId(0))..=(key.clone(), PlayerId(u64::MAX));
            self.owners.range(all).map(|&(_, owner)| owner)
        };
        keys.0.iter().flat_map(of_key)
    }

    /// Gives a name to `owner`.
    pub(super) fn take(&mut self, keys: &NameKeys, owner: PlayerId) {
        self.owners.extend(keys.0.iter().map(|key| (key.clone(), owner)));
    }

    /// Frees a name that `owner` has.
    pub(super) fn free(&mut self, keys: &NameKeys, owner: PlayerId) {
        for key in &keys.0 {
            self.owners.remove(&(key.clone(), owner));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::han::simplified;
    use super::*;
    use proptest::prelude::*;
    use unicode_security::skeleton;

    fn keys(text: &str) -> NameKeys {
        NameKeys::of(&PlayerName::parse(text).expect("a name"))
    }

    fn are_same(one: &str, other: &str) -> bool {
        let mut names = Names::default();
        names.take(&keys(one), PlayerId(1));
        let taken = names.owners(&keys(other)).next().is_some();
        names.free(&keys(one), PlayerId(1));
        assert!(names.owners.is_empty());
        taken
    }

    #[test]
    fn case_encoding_and_look_alike_letters_do_not_distinguish_names() {
        for (one, other) in [
            ("Bo", "bo"),
            ("Bo", "BO"),
            ("Bo", "В\u{43e}"), // Cyrillic
            ("bo", "b\u{43e}"),
            ("BO", "ВО"), // Cyrillic
            ("Во", "во"), // Cyrillic, both
            ("BILL", "bill"),
            ("Ｂｏ", "Bo"), // full width
            ("Straße", "STRASSE"),
            ("paypal", "pаypаl"), // Cyrillic а
            ("O", "0"),
            ("KlM", "Kim"), // looks like KIM
            ("klm", "Kim"),
            ("alI", "all"),
            ("rnax", "Max"),
            ("мой", "ʍoй"),
            ("ΝΙΚΟΣ", "νικος"),
            ("NIKOΣ", "νικος"),
            ("مُحَمَّد", "محمد"), // with vowel points
            ("שָׁלוֹם", "שלום"),
            ("modern", "мodern"), // Cyrillic м
            ("MODERN", "мodern"),
            ("Modern", "Мodern"), // Cyrillic М
            ("hina", "нina"),     // Cyrillic н
            ("bob", "вob"),       // Cyrillic в
            ("karl", "кarl"),     // Cyrillic к
            ("tim", "тiм"),       // Cyrillic т and м
            ("paul", "ρaul"),     // Greek ρ
        ] {
            assert!(are_same(one, other), "{one} {other}");
            assert!(are_same(other, one), "{other} {one}");
        }
    }

    #[test]
    fn simplified_and_traditional_characters_do_not_distinguish_names() {
        for (one, other) in [
            ("云中鹤", "雲中鶴"),
            ("云中鹤", "雲中鹤"),
            ("楚河汉界", "楚河漢界"),
            ("车马炮", "車馬炮"),
            ("后羿", "後羿"),
            ("发财", "發財"),
            ("头发", "頭髮"),
            ("里程", "裡程"),
            ("里程", "裏程"),
            ("台风", "臺風"),
            ("台风", "颱風"),
            ("龙Bo", "龍bo"),
        ] {
            assert!(are_same(one, other), "{one} {other}");
            assert!(are_same(other, one), "{other} {one}");
        }
    }

    #[test]
    fn names_that_look_different_are_different() {
        for (one, other) in [
            ("Bo", "Bob"),
            ("云中鹤", "云中雀"),
            ("a-b", "a_b"),
            ("e", "é"),
            ("ali", "alo"),
            ("nav", "van"),
            ("ray", "yar"),
            ("大", "太"),
            ("干", "千"),
            ("мой", "твой"),
        ] {
            assert!(!are_same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_computer_player_is_found_by_its_name_and_by_what_it_is_called() {
        let is_found = |part: &str, name: &str| NamePart::parse(part).is_some_and(|part| part.is_in(name));
        for part in ["computer-3", "COMPUTER", "Computer 3", "电脑 3", "電腦", "Máy 3"] {
            assert!(is_found(part, "computer-3"), "{part}");
            assert!(!is_found(part, "云中鹤"), "{part}");
        }
        assert!(!is_found("电脑 4", "computer-3") && !is_found("电脑", "computer-wiz"));
    }

    /// The texts that differ from a text by case, width, looks or the form of Chinese characters only.
    fn disguises(text: &str) -> Vec<String> {
        let wide = |letter: char| match letter {
            '!'..='~' => char::from_u32(u32::from(letter) + 0xfee0).expect("a full-width form"),
            _ => letter,
        };
        vec![
            text.chars().flat_map(char::to_uppercase).collect(),
            text.chars().flat_map(char::to_lowercase).collect(),
            default_case_fold_str(text),
            text.nfkc().collect(),
            text.nfd().collect(),
            text.chars().map(wide).collect(),
            text.chars().map(simplified).collect(),
            skeleton(text).collect(),
        ]
    }

    /// The letters of which a name may consist.
    fn letters() -> impl Iterator<Item = String> {
        let text = |letter: char| letter.to_string();
        ('\0'..=char::MAX).map(text).filter(|text| PlayerName::parse(text).is_ok())
    }

    #[test]
    fn every_letter_is_the_same_in_any_case_width_and_look() {
        for letter in letters() {
            let keys = NameKeys::of_text(&letter);
            let others: BTreeSet<String> =
                disguises(&letter).into_iter().filter(|other| *other != letter).collect();
            for other in others {
                assert!(keys.shares_a_key(&NameKeys::of_text(&other)), "{letter} {other}");
            }
        }
    }

    #[test]
    fn an_ascii_letter_is_the_same_in_the_look_of_any_case() {
        for letter in ('0'..='z').filter(char::is_ascii_alphanumeric).map(String::from) {
            let keys = NameKeys::of_text(&letter);
            for other in disguises(&letter).iter().flat_map(|other| disguises(other)) {
                assert!(keys.shares_a_key(&NameKeys::of_text(&other)), "{letter} {other}");
            }
        }
    }

    #[test]
    fn the_keys_of_every_letter_are_their_own_keys() {
        for letter in letters() {
            for key in NameKeys::of_text(&letter).0 {
                assert_eq!(folded(&key), key, "{letter}");
                assert!(NameKeys::of_text(&key).0.contains(&key), "{letter}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_name_is_the_same_in_any_case_width_and_look(
            text in "[a-zA-Z0-9а-яА-Яα-ωΑ-Ω云雲鶴鹤发発發髮ßışёم]{1,16}|\\PC{1,16}",
            choices in prop::collection::vec(0..8usize, 16),
        ) {
            let Ok(name) = PlayerName::parse(&text) else { return Ok(()) };
            let keys = NameKeys::of(&name);
            for disguise in disguises(name.as_str()) {
                prop_assert!(keys.shares_a_key(&NameKeys::of_text(&disguise)), "{:?}", disguise);
            }
            for key in &keys.0 {
                prop_assert_eq!(&folded(key), key);
                prop_assert!(NameKeys::of_text(key).0.contains(key), "{:?} {:?}", key, keys);
            }
            // each ASCII letter in a disguise of its own
            if name.as_str().is_ascii() {
                let letters = name.as_str().chars().zip(&choices);
                let mixed: String = letters.map(|(letter, &n)| disguises(&letter.to_string()).swap_remove(n)).collect();
                prop_assert!(keys.shares_a_key(&NameKeys::of_text(&mixed)), "{:?}", mixed);
            }
        }
    }
}
