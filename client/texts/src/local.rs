//! Names the choices of games without a server, and asks for the change of seats.

use super::Text;
use super::generated::LocalText;
use chuhe_model::choices::local_choice::Handicap;
use chuhe_protocol::ColorChoice;
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

    /// The choice of a side against the computer.
    pub const fn side_choice(&self, side: ColorChoice) -> &'static str {
        match side {
            ColorChoice::Red => self.side_red,
            ColorChoice::Black => self.side_black,
            ColorChoice::Random => self.side_random,
        }
    }

    /// The choice of odds.
    pub const fn handicap_choice(&self, handicap: Handicap) -> &'static str {
        match handicap {
            Handicap::None => self.handicap_none,
            Handicap::TwoMoves => self.handicap_two_moves,
            Handicap::ThreeMoves => self.handicap_three_moves,
            Handicap::Horse => self.handicap_horse,
            Handicap::TwoHorses => self.handicap_two_horses,
            Handicap::Rook => self.handicap_rook,
        }
    }

    /// Whose turn it is, on the cover between two people at one screen.
    pub fn cover_title(&self, name: &str, side: Color) -> String {
        self.cover_player(name, Text::of(self.lang).color(side))
    }
}
