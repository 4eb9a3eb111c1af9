//! Which names are one name: spelling, case and look-alikes do not tell two
//! players apart. Whether a text is a name at all is the protocol's to say.

use chuhe_protocol::{PlayerId, PlayerName};
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// The folded keys of a name. Two names are one if they share a key.
///
/// There are two because case and look alike cross: `BILL` is `bill` by case,
/// for which the case must go before the look (`I` looks like `l`); a Cyrillic
/// `Во` is `Bo` by its look, which a lower-case `в` would no longer have.
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

/// The names that are someone's.
#[derive(Debug, Default)]
pub(super) struct Names {
    owners: BTreeMap<String, PlayerId>,
}

impl Names {
    /// Whose the name is, or one that looks like it.
    pub(super) fn owners(&self, keys: &NameKeys) -> impl Iterator<Item = PlayerId> {
        keys.0.iter().filter_map(|key| self.owners.get(key)).copied()
    }

    /// Makes the name `owner`'s, as far as it is nobody's.
    pub(super) fn take(&mut self, keys: &NameKeys, owner: PlayerId) {
        for key in &keys.0 {
            self.owners.entry(key.clone()).or_insert(owner);
        }
    }

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

    fn are_one(one: &str, other: &str) -> bool {
        let keys = |text| NameKeys::of(&PlayerName::parse(text).expect("a name"));
        let mut names = Names::default();
        names.take(&keys(one), PlayerId(1));
        let taken = names.owners(&keys(other)).next().is_some();
        names.free(&keys(one), PlayerId(1));
        assert!(names.owners(&keys(one)).chain(names.owners(&keys(other))).next().is_none());
        taken
    }

    #[test]
    fn case_spelling_and_look_alikes_are_one_name() {
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
            assert!(are_one(one, other), "{one} {other}");
            assert!(are_one(other, one), "{other} {one}");
        }
    }

    #[test]
    fn different_names_are_not_one() {
        for (one, other) in [("Bo", "Bob"), ("云中鹤", "云中雀"), ("a-b", "a_b"), ("e", "é")] {
            assert!(!are_one(one, other), "{one} {other}");
        }
    }
}
