//! What everything looks like, as the user has chosen.

use super::notation_choice::NotationChoice;
use super::settings_page::SettingsPage;
use crate::drawing::theme::{Appearance, BoardStyle, MotionChoice, Palette, PieceSet};
use serde::{Deserialize, Serialize};

/// What everything looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LookSettings {
    /// Light or dark; `None` means as the system.
    pub appearance: Option<Appearance>,
    /// The colours; `None` means as suits the system.
    pub palette: Option<Palette>,
    /// What the board is made of.
    pub board: BoardStyle,
    /// What is on the pieces of xiangqi.
    pub pieces: PieceSet,
    /// Whether pieces glide and battles fade.
    pub motion: MotionChoice,
    /// How large everything is, in per cent; `None` means as suits the window.
    pub scale: Option<u16>,
    /// Whether the window covers the whole screen.
    pub full_screen: bool,
    /// The notation of moves the user chose; `None` means the usual one of the language.
    pub notation: Option<NotationChoice>,
    /// Whether tiles of luzhanqi bear short names in the language of the program, not Chinese ones; `None` means as
    /// suits the pieces.
    pub translated_tiles: Option<bool>,
    /// Whether the list of moves has the time of each move, where there is room.
    pub move_times: bool,
}

impl Default for LookSettings {
    fn default() -> Self {
        Self {
            appearance: None,
            palette: None,
            board: BoardStyle::default(),
            pieces: PieceSet::default(),
            motion: MotionChoice::default(),
            scale: None,
            full_screen: false,
            notation: None,
            translated_tiles: None,
            move_times: true,
        }
    }
}

impl LookSettings {
    /// Whether this is on.
    #[must_use]
    pub const fn is_on(&self, switch: LookSwitch) -> bool {
        match switch {
            LookSwitch::MoveTimes => self.move_times,
            LookSwitch::FullScreen => self.full_screen,
        }
    }

    /// Turns this on or off.
    pub const fn turn(&mut self, switch: LookSwitch, on: bool) {
        match switch {
            LookSwitch::MoveTimes => self.move_times = on,
            LookSwitch::FullScreen => self.full_screen = on,
        }
    }

    /// Forgets what looks as the program did before anybody chose: in an earlier file that was no choice.
    pub(crate) fn forget_defaults(&mut self) {
        self.appearance = self.appearance.filter(|it| *it != Appearance::default());
        self.palette = self.palette.filter(|it| *it != Palette::default());
        self.translated_tiles = self.translated_tiles.filter(|translated| *translated);
    }

    /// Whether tiles of luzhanqi bear short names in the language of the program.
    ///
    /// Who plays xiangqi with figures can hardly read the Chinese ones, unless they chose them.
    #[must_use]
    pub fn translates_tiles(&self) -> bool {
        self.translated_tiles.unwrap_or(self.pieces == PieceSet::Western)
    }
}

/// Something about the looks that is on or off. Its text is `look-switch-…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LookSwitch {
    /// The time of each move in the list of moves.
    MoveTimes,
    /// The window covers the whole screen.
    FullScreen,
}

impl LookSwitch {
    /// The page of the settings that has it.
    #[must_use]
    pub const fn page(self) -> SettingsPage {
        match self {
            Self::MoveTimes => SettingsPage::General,
            Self::FullScreen => SettingsPage::Display,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::VariantArray as _;

    #[test]
    fn each_switch_turns_its_own_field() {
        for &switch in LookSwitch::VARIANTS {
            let before = LookSettings::default();
            let mut look = before.clone();
            look.turn(switch, !before.is_on(switch));
            let changed = |it: &&LookSwitch| look.is_on(**it) != before.is_on(**it);
            assert_eq!(LookSwitch::VARIANTS.iter().filter(changed).collect::<Vec<_>>(), [&switch]);
        }
    }
}
