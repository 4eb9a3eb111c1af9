//! The lines of chat that the server sends, now or when the user comes back.

use crate::visit::Visit;
use chuhe_model::lobby::chat::ChatLine;
use chuhe_protocol::text::clean_chat;
use chuhe_protocol::{self as protocol, ChatRoom};

impl Visit {
    /// Shows a line that somebody says now.
    pub(super) fn chat_received(&mut self, room: ChatRoom, line: protocol::ChatLine) {
        let Some(mut line) = shown(line) else { return };
        // a line that was on its way when its sender was blocked is hidden, and not unread
        let counts_as_read = line.from == self.me || self.preferences.blocks(line.from);
        match (room, &mut self.table) {
            (ChatRoom::Lobby, table) => self.lobby.chat.push(line, counts_as_read || table.is_none()),
            (ChatRoom::Table(game) | ChatRoom::Spectators(game), Some(table))
                if table.game().id() == game =>
            {
                line.spectator = table.game().seat().is_some() && room == ChatRoom::Spectators(game);
                if line.spectator || table.game().room() == Some(room) {
                    table.tabs.chat.push(line, counts_as_read || table.tabs.shows_chat());
                }
            }
            (ChatRoom::Table(_) | ChatRoom::Spectators(_), _) => {}
        }
    }

    /// Adds the lines that were said before and are not here yet.
    ///
    /// They are unread if the user was here before them: then they were said while the connection
    /// was lost.
    pub(super) fn chat_history(&mut self, room: ChatRoom, lines: Vec<protocol::ChatLine>) {
        let is_shown = |tab_is_shown: bool, is_empty: bool| tab_is_shown || is_empty;
        let (chat, spectator, counts_as_read) = match (room, &mut self.table) {
            (ChatRoom::Lobby, table) => {
                let chat = &mut self.lobby.chat;
                let is_empty = chat.lines().len() == 0;
                (chat, false, is_shown(table.is_none(), is_empty))
            }
            (ChatRoom::Table(game) | ChatRoom::Spectators(game), Some(table))
                if table.game().id() == game =>
            {
                let spectator = table.game().seat().is_some() && room == ChatRoom::Spectators(game);
                if !spectator && table.game().room() != Some(room) {
                    return;
                }
                let is_shown = is_shown(table.tabs.shows_chat(), table.tabs.chat.lines().len() == 0);
                (&mut table.tabs.chat, spectator, is_shown)
            }
            (ChatRoom::Table(_) | ChatRoom::Spectators(_), _) => return,
        };
        for line in lines.into_iter().filter_map(shown) {
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
