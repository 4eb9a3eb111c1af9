//! The dialogs over all screens: the settings, the help, and the confirmation of the end.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::visit::Visit;
use chuhe_model::actions::action::{HelpAction, SettingsAction};
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::exchange::effect::MachineEffect;
use chuhe_model::help::Help;
use chuhe_protocol::GameId;

/// The dialogs over all screens.
#[derive(Debug, Default)]
pub struct Dialogs {
    /// Whether the settings are open.
    pub settings_open: bool,
    /// The page of the settings that is open.
    pub settings_page: SettingsPage,
    /// The state of the help pages.
    pub help: Help,
    /// Whether the confirmation of closing the window is open.
    pub asked_to_quit: bool,
    /// The game at a server that the user played last.
    game: Option<GameId>,
}

impl Dialogs {
    /// Closes what would hide a game that begins.
    pub(crate) fn follow(&mut self, sessions: &Sessions) {
        let table = sessions.server_visit().and_then(Visit::table);
        let game = table.filter(|table| table.game().seat().is_some()).map(|table| table.game().id());
        if game.is_some() && game != self.game {
            (self.settings_open, self.help.open, self.help.keys_open) = (false, false, false);
            self.game = game;
        }
    }

    #[inline(never)]
    pub(crate) fn act_settings(&mut self, desk: &mut Desk, action: SettingsAction) {
        match action {
            SettingsAction::Toggle => return self.settings_open = !self.settings_open,
            SettingsAction::Close => return self.settings_open = false,
            SettingsAction::Page(page) => return (self.settings_page, self.settings_open) = (page, true),
            SettingsAction::DismissNotice => return desk.notices.dismiss(),
            SettingsAction::Scale(change) => return desk.rescale(change),
            SettingsAction::Language(language) => {
                desk.environment.asked_language = None;
                desk.settings.language = language;
            }
            SettingsAction::Palette(palette) => desk.settings.look.palette = palette,
            SettingsAction::Board(board) => desk.settings.look.board = board,
            SettingsAction::Pieces(pieces) => desk.settings.look.pieces = pieces,
            SettingsAction::Motion(motion) => desk.settings.look.motion = motion,
            SettingsAction::Turn(switch, on) => desk.settings.look.turn(switch, on),
            SettingsAction::Appearance(appearance) => desk.settings.look.appearance = appearance,
            SettingsAction::TranslateTiles(translated) => {
                desk.settings.look.translated_tiles = Some(translated)
            }
            SettingsAction::Sound(sound) => desk.settings.attention.sound = sound,
            SettingsAction::Calls(calls) => {
                if calls.notification && !desk.settings.attention.calls.notification && desk.is_page() {
                    desk.out.push(MachineEffect::AllowNotifications);
                }
                desk.settings.attention.calls = calls;
            }
            SettingsAction::Notation(notation) => desk.settings.look.notation = notation,
        }
        desk.save();
    }

    #[inline(never)]
    pub(crate) fn act_help(&mut self, sessions: &Sessions, action: HelpAction) {
        match action {
            HelpAction::Toggle => {
                self.help.open = !self.help.open;
                if let Some(table) = sessions.table() {
                    self.help.page = table.game().play().help();
                }
                self.settings_open = false;
            }
            HelpAction::ToggleKeys => self.help.keys_open = !self.help.keys_open,
            HelpAction::Close => self.help.open = false,
            HelpAction::Show(page) => self.help.page = page,
        }
    }
}
