//! The lines of chat: those that the user sends, and those that the server sends, now or when the user comes back.

use super::Session;
use crate::desk::Desk;
use crate::visit::Visit;
use chuhe_model::actions::action::ChatAction;
use chuhe_model::lobby::chat::ChatLine;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::text::clean_chat;
use chuhe_protocol::{self as protocol, ChatRoom};

impl Session {
    #[inline(never)]
    pub(crate) fn act_chat(&mut self, desk: &Desk, action: ChatAction) {
        match action {
            ChatAction::Send => self.with_visit(Visit::send_draft_line),
            ChatAction::Phrase(index) => {
                let text = desk.text();
                let phrases =
                    if self.table().is_some() { text.table_phrases() } else { text.lobby_phrases() };
                if let Some(phrase) = phrases.get(index) {
                    let phrase = (*phrase).to_owned();
                    self.with_visit(|visit, out| visit.send_chat(phrase, out));
                }
            }
        }
    }
}

impl Visit {
    /// Shows a line that somebody says now.
    pub(super) fn chat_received(&mut self, room: ChatRoom, line: protocol::ChatLine, out: &mut Outbox) {
        if line.from == self.me && self.marks.contains(line.at_ms) {
            out.notice(Notice::ChatMarked);
        }
        let Some(mut line) = shown(line).map(|line| self.marks.hide(line, self.me)) else { return };
        // a line that was on its way when its sender was blocked is hidden, and not unread
        let counts_as_read = line.from == self.me || self.preferences.blocks(line.from);
        let on_screen = self.shown_game();
        let (ChatRoom::Table(game) | ChatRoom::Spectators(game)) = room else {
            return self.lobby.chat.push(line, counts_as_read || on_screen.is_none());
        };
        let Some(table) = self.tables.at_mut(game) else { return };
        line.spectator = table.game().seat().is_some() && room == ChatRoom::Spectators(game);
        if line.spectator || table.game().room() == Some(room) {
            let is_shown = on_screen == Some(game) && table.tabs.shows_chat();
            table.tabs.chat.push(line, counts_as_read || is_shown);
        }
    }

    /// Adds the lines that were said before and are not here yet.
    ///
    /// They are unread if the user was here before them: then they were said while the connection
    /// was lost.
    pub(super) fn chat_history(&mut self, room: ChatRoom, lines: Vec<protocol::ChatLine>) {
        let on_screen = self.shown_game();
        let (chat, spectator, is_shown) = match room {
            ChatRoom::Lobby => (&mut self.lobby.chat, false, on_screen.is_none()),
            ChatRoom::Table(game) | ChatRoom::Spectators(game) => {
                let Some(table) = self.tables.at_mut(game) else { return };
                let spectator = table.game().seat().is_some() && room == ChatRoom::Spectators(game);
                if !spectator && table.game().room() != Some(room) {
                    return;
                }
                let is_shown = on_screen == Some(game) && table.tabs.shows_chat();
                (&mut table.tabs.chat, spectator, is_shown)
            }
        };
        let counts_as_read = is_shown || chat.lines().len() == 0;
        for line in lines.into_iter().filter_map(shown).map(|line| self.marks.hide(line, self.me)) {
            let is_hidden = line.from == self.me || self.preferences.blocks(line.from);
            chat.recall(ChatLine { spectator, ..line }, counts_as_read || is_hidden);
        }
    }
}

/// The line as it is shown: a well-behaved server cleans chat, but this one may be another program.
fn shown(line: protocol::ChatLine) -> Option<ChatLine> {
    let protocol::ChatLine { at_ms, from, name, text } = line;
    let text = clean_chat(&text).ok()?;
    Some(ChatLine { from, name, text, spectator: false, at_ms })
}
