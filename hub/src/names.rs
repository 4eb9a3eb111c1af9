//! Which names are the same: encoding, case, look-alike letters, and simplified or traditional
//! characters do not distinguish players.
//!
//! The protocol decides whether a text is a valid name at all.

use super::han::simplified;
use caseless::default_case_fold_str;
use chuhe_protocol::{PlayerId, PlayerName};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;
#[cfg(feature = "look-alikes")]
use unicode_security::skeleton;

/// The most passes until a key stays the same. A test finds that they are enough for any letter.
const PASSES: usize = 8;

/// The folded keys of a name. Two names are the same if they share a key.
///
/// Folding case and folding look-alikes do not commute, so there are three keys, and those that are
/// equal are kept once. `BILL` equals `bill` only if case is folded first, as `I` looks like `l`.
/// Cyrillic `Во` equals `Bo` only if look-alikes are folded first, as a lower-case `в` does not look
/// like `b`. Cyrillic `мой` equals `moй` only by the upper case of letters outside ASCII, as `м`
/// looks like a small `M`.
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
        let compatible: String = text.nfkc().map(simplified).collect();
        let by_upper_case: String = compatible.chars().map(look_of_upper_case).collect();
        let mut keys: Vec<String> =
            [default_case_fold_str(&compatible), compatible, default_case_fold_str(&by_upper_case)]
                .into_iter()
                .map(settled)
                .collect();
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        Self(keys)
    }
}

/// Without the table of look-alike letters, each letter looks like itself only.
#[cfg(not(feature = "look-alikes"))]
fn skeleton(text: &str) -> std::str::Chars<'_> {
    text.chars()
}

/// Folds a text until it stays the same, so that a key is its own key.
fn settled(mut text: String) -> String {
    for _ in 0..PASSES {
        let look: String = skeleton(&text).map(simplified).collect();
        let next = default_case_fold_str(&look);
        if next == text {
            break;
        }
        text = next;
    }
    text
}

/// Returns the ASCII letter that the upper case of a letter looks like, or the letter itself.
///
/// The case of ASCII letters decides what they look like, so those stay.
fn look_of_upper_case(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    let (Some(first), None, false) = (upper.next(), upper.next(), letter.is_ascii()) else { return letter };
    let mut encoded = [0; 4];
    let mut look = skeleton(first.encode_utf8(&mut encoded));
    match (look.next(), look.next()) {
        (Some(look), None) if look.is_ascii_alphabetic() => look,
        _ => letter,
    }
}

impl NameKeys {
    /// Returns whether two names are the same.
    pub(super) fn shares_a_key(&self, other: &Self) -> bool {
        self.0.iter().any(|key| other.0.contains(key))
    }
}

/// Returns how far two spellings of the same name differ: 0 for not at all, 1 for capital letters only.
#[must_use]
pub fn spelling_distance(one: &str, other: &str) -> u8 {
    let differs_beyond_case = || default_case_fold_str(one) != default_case_fold_str(other);
    if one == other { 0 } else { 1 + u8::from(differs_beyond_case()) }
}

/// A part of a name, in any spelling that looks like it.
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
        let name = NameKeys::of_text(name);
        name.0.iter().any(|key| self.0.0.iter().any(|part| key.contains(part.as_str())))
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
    use super::*;
    use proptest::prelude::*;

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
            ("ali", "all"),
            ("mia", "mla"),
            ("大", "太"),
            ("干", "千"),
            ("мой", "твой"),
        ] {
            assert!(!are_same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn the_keys_of_every_letter_are_their_own_keys() {
        for letter in '\0'..=char::MAX {
            if let Ok(name) = PlayerName::parse(letter.encode_utf8(&mut [0; 4])) {
                for key in NameKeys::of(&name).0 {
                    assert_eq!(settled(key.clone()), key, "{letter}");
                    assert_eq!(settled(default_case_fold_str(&key)), key, "{letter}");
                }
            }
        }
    }

    proptest! {
        /// Folding is idempotent: a key that is a name is among its own keys.
        #[test]
        fn the_keys_of_a_name_are_their_own_keys(
            text in "[a-zA-Z0-9а-яА-Яα-ωΑ-Ω云雲鶴鹤発發髮]{1,16}|\\PC{1,16}"
        ) {
            let Ok(name) = PlayerName::parse(&text) else { return Ok(()) };
            let keys = NameKeys::of(&name);
            for key in &keys.0 {
                prop_assert_eq!(&settled(key.clone()), key);
                if let Ok(name) = PlayerName::parse(key) {
                    prop_assert!(NameKeys::of(&name).0.contains(key), "{:?} {:?}", key, keys);
                }
            }
        }
    }
}
