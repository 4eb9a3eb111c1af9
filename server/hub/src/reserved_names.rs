//! The names that only their registered owners may have, because they pass for those of the staff, and those that no
//! person may have, because they pass for those of computer players.

use super::names::{COMPUTERS, NameKeys};
use chuhe_protocol::{NameError, PlayerName};
use std::str::FromStr;

/// The names that are reserved unless the operator sets others.
const USUAL: &str = "admin,administrator,moderator,operator,root,server,system,staff,support,official,chuhe,\
    管理员,管理,版主,客服,系统,官方,服务器,裁判,楚河,quảntrị,quảntrịviên,điềuhành";

/// Names that nobody can take or register, also in other spellings, with digits around them, and with
/// `_` and `-` anywhere. Whoever has registered one keeps it.
///
/// They are read from a list that is separated by commas. The names of computer players are reserved besides: clients show
/// these in the words of their language, so a person with such a name would be shown as a computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReservedNames(Vec<NameKeys>);

impl Default for ReservedNames {
    fn default() -> Self {
        USUAL.parse().expect("the usual names are valid")
    }
}

impl FromStr for ReservedNames {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let names = text.split(',').chain(COMPUTERS);
        let names = names.map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| Ok(NameKeys::of(&PlayerName::parse(name)?))).collect::<Result<_, _>>().map(Self)
    }
}

impl ReservedNames {
    /// No names.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns whether a name is reserved, or looks like one that is.
    #[must_use]
    pub fn contains(&self, name: &PlayerName) -> bool {
        let joined: String = name.as_str().chars().filter(|c| !matches!(c, '_' | '-')).collect();
        let core = joined.trim_matches(char::is_numeric);
        [&joined, core].iter().any(|text| {
            let keys = NameKeys::of_text(text);
            self.0.iter().any(|reserved| reserved.shares_a_key(&keys))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_reserved(names: &ReservedNames, name: &str) -> bool {
        names.contains(&PlayerName::parse(name).expect("a name"))
    }

    #[test]
    fn names_of_the_staff_are_reserved_in_every_spelling() {
        let usual = ReservedNames::default();
        for name in [
            "admin",
            "ADMIN",
            "Admin_1",
            "-ad-min-",
            "аdmin",
            "adm1n",
            "Ａdmin",
            "root",
            "r00t",
            "管理員",
            "管理员2",
        ] {
            assert!(is_reserved(&usual, name), "{name}");
        }
        for name in ["Adam", "administer", "madmin", "云中鹤", "Bo", "123", "___"] {
            assert!(!is_reserved(&usual, name), "{name}");
        }
    }

    #[test]
    fn names_of_computer_players_are_reserved_whatever_the_operator_reserves() {
        for names in [ReservedNames::default(), "".parse().expect("no names")] {
            for name in ["computer-3", "Computer_10", "c0mputer-3", "computer", "电脑-3", "電腦3", "Máy-3"]
            {
                assert!(is_reserved(&names, name), "{name}");
            }
            for name in ["computers", "May", "Máy-cờ"] {
                assert!(!is_reserved(&names, name), "{name}");
            }
        }
        assert!(!is_reserved(&ReservedNames::none(), "computer-3"));
    }

    #[test]
    fn the_operator_reserves_other_names_or_none() {
        let names: ReservedNames = " Referee, 站长".parse().expect("names");
        assert!(
            is_reserved(&names, "referee") && is_reserved(&names, "站長") && !is_reserved(&names, "admin")
        );
        assert!(!is_reserved(&"".parse().expect("no names"), "admin"));
        assert_eq!("a b".parse::<ReservedNames>(), Err(NameError::Character(' ')));
    }
}
