//! What the settings dialog changes.

use super::App;
use crate::core::action::{ScaleChange, SettingsAction};
use crate::core::scene::Size;
use crate::core::settings_page::SettingsPage;
use crate::core::ui_scale;

impl App {
    /// The page of the settings that is open.
    #[must_use]
    pub const fn settings_page(&self) -> SettingsPage {
        self.settings_page
    }

    /// How large everything is, in per cent.
    #[must_use]
    pub fn scale(&self) -> u16 {
        ui_scale::percent(self.settings.scale, self.window)
    }

    /// Handles a new size of the window at 100 %.
    pub(super) fn resized(&mut self, window: Size) {
        self.window = window;
        self.size = window / (f32::from(self.scale()) / 100.0);
    }

    fn rescale(&mut self, change: ScaleChange) {
        self.settings.scale = match change {
            ScaleChange::Automatic => None,
            ScaleChange::To(percent) => Some(percent),
            ScaleChange::Larger => {
                let Some(larger) = ui_scale::larger(self.scale(), self.window) else { return };
                Some(larger)
            }
            ScaleChange::Smaller => {
                let Some(smaller) = ui_scale::smaller(self.scale()) else { return };
                Some(smaller)
            }
        };
        self.resized(self.window);
        self.save();
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
