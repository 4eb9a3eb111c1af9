//! What the settings dialog changes.

use super::App;
use chuhe_model::actions::action::SettingsAction;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::notices::notice::Notice;

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
            SettingsAction::DismissNotice => return self.notices.dismiss(),
            SettingsAction::Scale(change) => return self.rescale(change),
            SettingsAction::Language(language) => {
                self.environment.asked_language = None;
                self.settings.language = language;
            }
            SettingsAction::Palette(palette) => self.settings.palette = palette,
            SettingsAction::Board(board) => self.settings.board = board,
            SettingsAction::Pieces(pieces) => self.settings.pieces = pieces,
            SettingsAction::Motion(motion) => self.settings.motion = motion,
            SettingsAction::FullScreen(full) => self.settings.full_screen = full,
            SettingsAction::Appearance(appearance) => self.settings.appearance = appearance,
            SettingsAction::TranslateTiles(translated) => self.settings.translated_tiles = translated,
            SettingsAction::MoveTimes(shown) => self.settings.move_times = shown,
            SettingsAction::Sound(sound) => self.settings.sound = sound,
            SettingsAction::Calls(calls) => {
                if calls.notification && !self.settings.calls.notification && self.is_page() {
                    self.out.push(Effect::AllowNotifications);
                }
                self.settings.calls = calls;
            }
            SettingsAction::Notation(notation) => self.settings.notation = notation,
        }
        self.save();
    }

    /// The browser shows no notifications, so the setting would promise what is not kept.
    pub(super) fn notifications_refused(&mut self) {
        self.settings.calls.notification = false;
        self.out.notice(Notice::NotificationsRefused);
        self.save();
    }
}
