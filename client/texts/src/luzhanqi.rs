//! Names the games, and explains what is wrong with layouts of luzhanqi.

use super::Text;
use super::format::minutes_and_seconds;
use chuhe_model::exchange::files::{FileNotice, NAME_CHARS, UnopenedFile, WhyUnopened};
use chuhe_model::luzhanqi::notation::PlyNotation;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, FormationFault, Strength};

impl Text {
    /// A half-move of luzhanqi.
    pub fn ply_notation(&self, written: &PlyNotation) -> String {
        match written {
            PlyNotation::Passed => self.notation_passed.to_owned(),
            PlyNotation::Moved { piece, met, squares, battle } => {
                let moved = match piece {
                    Some(piece) => self.notation_piece(self.short_strength(*piece), squares),
                    None => squares.clone(),
                };
                match (battle, met.map(|met| self.short_strength(met))) {
                    (None, _) => moved,
                    (Some(Battle::AttackerCaptured), _) => self.notation_lost(&moved),
                    (Some(Battle::DefenderCaptured), None) => self.notation_won(&moved),
                    (Some(Battle::DefenderCaptured), Some(met)) => self.notation_takes(&moved, met),
                    (Some(Battle::BothCaptured), None) => self.notation_both(&moved),
                    (Some(Battle::BothCaptured), Some(met)) => self.notation_both_with(&moved, met),
                }
            }
        }
    }

    /// Says who moved what where, and what fell. `own` is the side of the user, if they have one.
    pub fn ply_sentence(&self, by: Color, own: Option<Color>, written: &PlyNotation) -> String {
        let who = match own {
            Some(own) if own == by => self.ply_by_me,
            Some(_) => self.ply_by_opponent,
            None => self.color(by),
        };
        let PlyNotation::Moved { piece, met, squares, battle } = written else {
            return self.ply_moved(who, self.notation_passed);
        };
        let what = piece.map(|piece| self.notation_piece(self.strength(piece), squares));
        let what = what.unwrap_or_else(|| squares.clone());
        let falls = |piece: &Option<Strength>, unknown: &str| {
            piece.map_or_else(|| unknown.to_owned(), |piece| self.ply_falls(self.strength(piece)))
        };
        let outcome = match battle {
            None => return self.ply_moved(who, &what),
            Some(Battle::AttackerCaptured) => falls(piece, self.ply_attacker_falls),
            Some(Battle::DefenderCaptured) if *met == Some(Strength::Flag) => self.ply_flag_taken.to_owned(),
            Some(Battle::DefenderCaptured) => falls(met, self.ply_defender_falls),
            Some(Battle::BothCaptured) => match met {
                Some(met) => self.ply_both_fall_with(self.strength(*met)),
                None => self.ply_both_fall.to_owned(),
            },
        };
        self.ply_battle(who, &what, &outcome)
    }

    /// How much time is left for the formation, in seconds.
    pub fn setup_time(&self, seconds: u64) -> String {
        self.setup_left(&minutes_and_seconds(seconds))
    }

    /// How many turns in a row a side passed, of those that lose the game.
    pub fn passes(&self, side: Color, passes: u8, of: u8) -> String {
        self.side_passed(self.color(side), passes, of)
    }

    pub(super) fn file_notice(&self, notice: &FileNotice) -> String {
        match notice {
            FileNotice::Saved(path) => self.layout_saved(path),
            FileNotice::Loaded(name) => self.layout_loaded(name),
            FileNotice::BadLayout { name, error } => {
                let why = self.formation_fault(error.fault);
                self.layout_bad_layout(name, error.line, error.column, &why)
            }
            FileNotice::Exists(name) => self.layout_exists(name),
            FileNotice::NoName => self.layout_no_name.to_owned(),
            FileNotice::BadCharacter(odd) => self.layout_name_character(&written_character(*odd)),
            FileNotice::LongName(count) => self.layout_name_long(*count, NAME_CHARS),
            FileNotice::NoChooser => self.records.no_chooser.to_owned(),
            FileNotice::Unopened(UnopenedFile { path, why }) => match why {
                WhyUnopened::Missing => self.file_missing(path),
                WhyUnopened::NotAFile => self.file_not_a_file(path),
                WhyUnopened::Refused(words) => self.file_refused(path, words),
            },
            FileNotice::Full => self.layout_full.to_owned(),
            FileNotice::Failed(words) => self.layout_failed(words),
        }
    }

    pub(super) fn formation_fault(&self, fault: FormationFault) -> String {
        match fault {
            FormationFault::Heading => self.layout_fault_heading.to_owned(),
            FormationFault::TooShort => self.layout_fault_too_short.to_owned(),
            FormationFault::TooLong => self.layout_fault_too_long.to_owned(),
            FormationFault::UnknownLetter(letter) => {
                self.layout_fault_unknown_letter(&format!("{:?}", letter))
            }
            FormationFault::CampExpected => self.layout_fault_camp_expected.to_owned(),
            FormationFault::PieceExpected => self.layout_fault_piece_expected.to_owned(),
            FormationFault::Illegal(illegal) => self.illegal_formation(illegal).to_owned(),
        }
    }
}

/// A character as a message shows it: one that is not seen by its number.
fn written_character(c: char) -> String {
    if c.is_control() || c.is_whitespace() { format!("U+{:04X}", u32::from(c)) } else { c.to_string() }
}
