//! What operators change about accounts.

use super::Accounts;
use crate::names::NameKeys;
use crate::record::Record;
use chuhe_protocol::{PlayerId, PlayerName};

impl Accounts {
    /// Returns whether nobody may take a name, because it is reserved.
    pub(crate) fn reserves(&self, name: &PlayerName) -> bool {
        self.limits.reserved_names.contains(name)
    }

    /// Returns whether a line of chat has a phrase of the operator's list.
    pub(crate) fn marks_chat(&self, line: &str) -> bool {
        self.limits.chat_words.mark(line)
    }

    /// Returns whether another player has a name, or one that looks like it.
    pub(crate) fn is_of_another(&self, id: PlayerId, name: &PlayerName) -> bool {
        self.names.owners(&NameKeys::of(name)).any(|owner| owner != id)
    }

    /// Gives a player another name. The old one is free.
    #[must_use = "the new name must be saved"]
    pub(crate) fn rename(&mut self, id: PlayerId, name: PlayerName) -> Option<Record> {
        self.set_name(id, name);
        self.players.get_mut(&id).map(|account| account.write(id))
    }

    /// Gives a player another name, whose row the caller writes.
    pub(in crate::accounts) fn set_name(&mut self, id: PlayerId, name: PlayerName) {
        if let Some(account) = self.players.get_mut(&id) {
            self.names.free(&account.keys, id);
            account.keys = NameKeys::of(&name);
            account.name = name;
            self.names.take(&account.keys, id);
        }
    }

    /// Makes a guest of a registered player.
    #[must_use = "the change must be saved, unless the player is removed"]
    pub(crate) fn unregister(&mut self, id: PlayerId) -> Option<Record> {
        let account = self.players.get_mut(&id)?;
        self.registered -= usize::from(account.password.take().is_some());
        account.shared = None;
        self.lapses.set(id, None);
        Some(account.write(id))
    }
}
