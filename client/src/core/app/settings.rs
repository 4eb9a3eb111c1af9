//! What the settings dialog changes.

use super::App;
use crate::core::action::SettingsAction;
use crate::core::settings_page::SettingsPage;

impl App {
    /// The page of the settings that is open.
    #[must_use]
    pub const fn settings_page(&self) -> SettingsPage {
        self.settings_page
    }

    pub(super) fn act_settings(&mut self, action: SettingsAction) {
        match action {
            SettingsAction::Toggle => self.settings_open = !self.settings_open,
            SettingsAction::Close => self.settings_open = false,
            SettingsAction::Page(page) => self.settings_page = page,
            SettingsAction::Language(language) => {
                self.settings.language = language;
                self.save();
            }
            SettingsAction::Palette(palette) => {
                self.settings.palette = palette;
                self.save();
            }
            SettingsAction::Board(board) => {
                self.settings.board = board;
                self.save();
            }
            SettingsAction::Pieces(pieces) => {
                self.settings.pieces = pieces;
                self.save();
            }
            SettingsAction::Motion(motion) => {
                self.settings.motion = motion;
                self.save();
            }
            SettingsAction::Scale(change) => self.rescale(change),
            SettingsAction::FullScreen(full) => {
                self.settings.full_screen = full;
                self.save();
            }
            SettingsAction::Appearance(appearance) => {
                self.settings.appearance = appearance;
                self.save();
            }
            SettingsAction::TranslateTiles(translated) => {
                self.settings.translated_tiles = translated;
                self.save();
            }
            SettingsAction::MoveTimes(shown) => {
                self.settings.move_times = shown;
                self.save();
            }
            SettingsAction::Sound(sound) => {
                self.settings.sound = sound;
                self.save();
            }
            SettingsAction::Calls(calls) => {
                self.settings.calls = calls;
                self.save();
            }
            SettingsAction::Notation(notation) => {
                self.settings.notation = notation;
                self.save();
            }
            SettingsAction::DismissNotice => self.notices.dismiss(),
        }
    }
}
