//! The tabs beside a board, one of which has the chat.

use crate::actions::action::Tab;
use crate::lobby::chat::Chat;

/// The shown tab, and the chat of the table.
#[derive(Debug, Default)]
pub struct Tabs {
    shown: Tab,
    /// The chat of the table.
    pub chat: Chat,
}

impl Tabs {
    /// The tab that is shown.
    #[must_use]
    pub const fn shown(&self) -> Tab {
        self.shown
    }

    /// Shows this tab.
    pub fn show(&mut self, tab: Tab) {
        self.shown = tab;
        if tab == Tab::Chat {
            self.chat.mark_read();
        }
    }

    /// Whether the tab with the chat is shown.
    pub fn shows_chat(&self) -> bool {
        self.shown == Tab::Chat
    }

    /// Takes over the chat of the game before a rematch, and shows it if it was shown.
    pub(super) fn continue_from(&mut self, before: Self) {
        if before.shows_chat() {
            self.shown = Tab::Chat;
        }
        self.chat = before.chat;
    }
}
