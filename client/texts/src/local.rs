//! Names the choices of games without a server, and asks for the change of seats.

use super::Text;
use super::generated::LocalText;
use chuhe_model::choices::lang::Lang;
use chuhe_rules::Color;

impl LocalText {
    /// The name of a level of the computer, 1 to 10.
    pub const fn level_name(&self, level: u8) -> &'static str {
        match level {
            0 | 1 => self.level_1,
            2 => self.level_2,
            3 => self.level_3,
            4 => self.level_4,
            5 => self.level_5,
            6 => self.level_6,
            7 => self.level_7,
            8 => self.level_8,
            9 => self.level_9,
            _ => self.level_10,
        }
    }

    /// The names that the program gives to players, except to the computer.
    const fn names(&self) -> [&'static str; 4] {
        [self.player, self.engine_player, self.first_player, self.second_player]
    }

    /// What the program calls a player in this language to whom it gave this name in any; `None` if it gave no such name.
    pub fn name_given(&self, name: &str) -> Option<&'static str> {
        let position = |lang: Lang| Text::of(lang).local.names().into_iter().position(|it| it == name);
        self.names().get(Lang::ALL.into_iter().find_map(position)?).copied()
    }

    /// Whose turn it is, on the cover between two people at one screen.
    pub fn cover_title(&self, name: &str, side: Color) -> String {
        self.cover_player(name, Text::of(self.lang).color(side))
    }
}
