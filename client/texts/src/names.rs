//! What players are called on the screen.

use super::Text;
use chuhe_protocol::{ComputerName, PlayerName};
use std::borrow::Cow;

impl Text {
    /// What a player of this name is called: a computer player by its level, in this language, and anybody else by the
    /// name itself.
    ///
    /// Messages, records and requests have the name. No server lets a person take that of a computer player, so nothing
    /// else of the player needs to be known, and a record says as much as the list of players. A person who registered
    /// such a name before servers reserved it is called like the computer player until an operator renames them.
    pub fn called<'a>(&self, name: &'a (impl AsRef<str> + ?Sized)) -> Cow<'a, str> {
        let name = name.as_ref();
        let Some(ComputerName { level, number }) = ComputerName::parse(name) else {
            return Cow::Borrowed(name);
        };
        let called = self.local.computer(level);
        Cow::Owned(if number == 1 { called } else { self.aside(&called, &number.to_string()) })
    }

    /// The level of a computer player of this name, unless [`Text::called`] says it: that of one with a name of its own.
    pub fn level_beside(&self, name: &(impl AsRef<str> + ?Sized), level: u8) -> Option<String> {
        let is_said = ComputerName::parse(name.as_ref()).is_some_and(|it| it.level == level);
        (!is_said).then(|| self.computer_of_level(level))
    }
}

/// The name of the computer player that is called so in this language ([`Text::called`]), in any case of its letters;
/// `None` for any other text.
#[must_use]
pub fn name_behind(text: &Text, called: &str) -> Option<String> {
    let mut numbers = called.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let level = PlayerName::of_computer(numbers.next()?.parse().ok()?);
    let name = match numbers.next() {
        Some(number) => format!("{}-{number}", level.as_str()),
        None => level.to_string(),
    };
    (text.called(&name).to_lowercase() == called.trim().to_lowercase()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::choices::lang::Lang;

    #[test]
    fn a_computer_player_is_called_by_its_level_in_every_language() {
        let called = |name: &str| Lang::ALL.map(|lang| Text::of(lang).called(name).into_owned());
        let wanted = |names: [(Lang, &str); 4]| {
            Lang::ALL.map(|lang| {
                names.iter().find(|(it, _)| *it == lang).map(|(_, name)| (*name).to_owned()).unwrap()
            })
        };
        let third =
            [(Lang::En, "Computer 3"), (Lang::Zh, "电脑 3"), (Lang::ZhHant, "電腦 3"), (Lang::Vi, "Máy 3")];
        assert_eq!(called(PlayerName::of_computer(3).as_str()), wanted(third));
        let second = [
            (Lang::En, "Computer 3 (2)"),
            (Lang::Zh, "电脑 3（2）"),
            (Lang::ZhHant, "電腦 3（2）"),
            (Lang::Vi, "Máy 3 (2)"),
        ];
        assert_eq!(called("computer-3-2"), wanted(second));
    }

    #[test]
    fn a_computer_player_is_found_by_what_it_is_called() {
        for text in Lang::ALL.map(Text::of) {
            for name in ["computer-3", "computer-10", "computer-3-2"] {
                assert_eq!(name_behind(text, &text.called(name)).as_deref(), Some(name));
            }
            for other in ["云中鹤", "computer-3", "3", "", "Computer 99", "Computer 300"] {
                assert_eq!(name_behind(text, other), None, "{other}");
            }
        }
    }

    #[test]
    fn the_level_of_a_computer_player_is_said_beside_a_name_that_does_not_say_it() {
        for lang in Lang::ALL {
            let text = Text::of(lang);
            for name in ["computer-3", "computer-3-2"] {
                assert_eq!(text.level_beside(name, 3), None, "{name} {lang:?}");
            }
            for name in ["棋机3", "computer-4"] {
                assert_eq!(text.level_beside(name, 3), Some(text.computer_of_level(3)), "{name} {lang:?}");
            }
        }
    }

    #[test]
    fn people_and_other_engines_are_called_by_their_names() {
        for name in ["云中鹤", "computer", "Computer-3", "computer-11", "pikafish", ""] {
            for lang in Lang::ALL {
                assert_eq!(Text::of(lang).called(name), name);
            }
        }
    }
}
