//! What the settings dialog changes.

use super::App;
use chuhe_model::actions::action::SettingsAction;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::exchange::effect::Effect;

impl App {
    /// The page of the settings that is open.
    #[must_use]
    pub const fn settings_page(&self) -> SettingsPage {
        self.settings_page
    }

    pub(super) fn act_settings(&mut self, action: SettingsAction) {
        match action {
            SettingsAction::Toggle => return self.settings_open = !self.settings_open,
            SettingsAction::Close => return self.settings_open = false,
            SettingsAction::Page(page) => return (self.settings_page, self.settings_open) = (page, true),
            SettingsAction::DismissNotice => return self.desk.notices.dismiss(),
            SettingsAction::Scale(change) => return self.desk.rescale(change),
            SettingsAction::Language(language) => {
                self.desk.environment.asked_language = None;
                self.desk.settings.language = language;
            }
            SettingsAction::Palette(palette) => self.desk.settings.palette = palette,
            SettingsAction::Board(board) => self.desk.settings.board = board,
            SettingsAction::Pieces(pieces) => self.desk.settings.pieces = pieces,
            SettingsAction::Motion(motion) => self.desk.settings.motion = motion,
            SettingsAction::FullScreen(full) => self.desk.settings.full_screen = full,
            SettingsAction::Appearance(appearance) => self.desk.settings.appearance = appearance,
            SettingsAction::TranslateTiles(translated) => self.desk.settings.translated_tiles = translated,
            SettingsAction::MoveTimes(shown) => self.desk.settings.move_times = shown,
            SettingsAction::Sound(sound) => self.desk.settings.sound = sound,
            SettingsAction::Calls(calls) => {
                if calls.notification && !self.desk.settings.calls.notification && self.desk.is_page() {
                    self.desk.out.push(Effect::AllowNotifications);
                }
                self.desk.settings.calls = calls;
            }
            SettingsAction::Notation(notation) => self.desk.settings.notation = notation,
        }
        self.desk.save();
    }
}
