//! Which names are the same: encoding, case and look-alike letters do not distinguish players.
//!
//! The protocol decides whether a text is a valid name at all.

use chuhe_protocol::{PlayerId, PlayerName};
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The folded keys of a name. Two names are the same if they share a key.
///
/// Folding case and folding look-alikes do not commute, so there are two keys. `BILL` equals `bill`
/// only if case is folded first, as `I` looks like `l`. Cyrillic `Во` equals `Bo` only if look-alikes
/// are folded first, as a lower-case `в` does not look like `b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameKeys([String; 2]);

impl NameKeys {
    pub(super) fn of(name: &PlayerName) -> Self {
        let compatible: String = name.as_str().nfkc().collect();
        let fold = |text: &str| caseless::default_case_fold_str(text);
        let look = |text: &str| fold(&skeleton(text).collect::<String>());
        Self([look(&fold(&compatible)), look(&compatible)])
    }
}

/// The names in use, with their owners.
#[derive(Debug, Default)]
pub(super) struct Names {
    owners: BTreeMap<String, PlayerId>,
}

impl Names {
    /// Returns the owners of a name and of those that look like it.
    pub(super) fn owners(&self, keys: &NameKeys) -> impl Iterator<Item = PlayerId> {
        keys.0.iter().filter_map(|key| self.owners.get(key)).copied()
    }

    /// Gives a name to `owner`, unless it has an owner.
    pub(super) fn take(&mut self, keys: &NameKeys, owner: PlayerId) {
        for key in &keys.0 {
            self.owners.entry(key.clone()).or_insert(owner);
        }
    }

    /// Frees a name that `owner` has.
    pub(super) fn free(&mut self, keys: &NameKeys, owner: PlayerId) {
        for key in &keys.0 {
            if self.owners.get(key) == Some(&owner) {
                self.owners.remove(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_same(one: &str, other: &str) -> bool {
        let keys = |text| NameKeys::of(&PlayerName::parse(text).expect("a name"));
        let mut names = Names::default();
        names.take(&keys(one), PlayerId(1));
        let taken = names.owners(&keys(other)).next().is_some();
        names.free(&keys(one), PlayerId(1));
        assert!(names.owners(&keys(one)).chain(names.owners(&keys(other))).next().is_none());
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
        ] {
            assert!(are_same(one, other), "{one} {other}");
            assert!(are_same(other, one), "{other} {one}");
        }
    }

    #[test]
    fn names_that_look_different_are_different() {
        for (one, other) in [("Bo", "Bob"), ("云中鹤", "云中雀"), ("a-b", "a_b"), ("e", "é")] {
            assert!(!are_same(one, other), "{one} {other}");
        }
    }
}
