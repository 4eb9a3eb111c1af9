//! A visit to a server: who the user is there, the lobby, and the board if he is at one.

use super::account::Account;
use super::challenge::ChallengeForm;
use super::lobby::Lobby;
use super::table::Table;
use chuhe_protocol::{ChatRoom, GameId, PlayerId, PlayerName};
use std::collections::BTreeSet;

/// A visit to a server, from joining it to leaving it; it outlives lost connections.
#[derive(Debug)]
pub struct Session {
    pub(crate) me: PlayerId,
    pub(crate) name: PlayerName,
    /// Whether the name asks for a password.
    pub(crate) registered: bool,
    /// The dialog at one's own name, if it is open.
    pub(crate) account: Option<Account>,
    pub(crate) lobby: Lobby,
    pub(crate) form: Option<ChallengeForm>,
    pub(crate) table: Option<Table>,
    /// The game whose board was left last: what is still told of it is passed over.
    pub(crate) left: Option<GameId>,
    pub(crate) muted: BTreeSet<PlayerId>,
    /// What was said last and under which request, to be given back if it is refused.
    pub(crate) said: Option<(u32, ChatRoom, String)>,
}

impl Session {
    pub(crate) fn new(me: PlayerId, name: PlayerName) -> Self {
        Self {
            me,
            name,
            registered: false,
            account: None,
            lobby: Lobby::default(),
            form: None,
            table: None,
            left: None,
            muted: BTreeSet::new(),
            said: None,
        }
    }

    /// Who the user is.
    #[must_use]
    pub const fn me(&self) -> PlayerId {
        self.me
    }

    /// His name.
    #[must_use]
    pub const fn name(&self) -> &PlayerName {
        &self.name
    }

    /// Whether it is registered.
    #[must_use]
    pub const fn is_registered(&self) -> bool {
        self.registered
    }

    /// The dialog at his name, if it is open.
    #[must_use]
    pub const fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The lobby.
    #[must_use]
    pub const fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// The challenge that is being put together.
    #[must_use]
    pub const fn form(&self) -> Option<&ChallengeForm> {
        self.form.as_ref()
    }

    /// The board he is at.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Whether what anybody says is hidden.
    #[must_use]
    pub fn has_muted(&self) -> bool {
        !self.muted.is_empty()
    }

    /// Whether what this player says is hidden.
    #[must_use]
    pub fn is_muted(&self, player: PlayerId) -> bool {
        self.muted.contains(&player)
    }

    /// Whether challenges stand that count down.
    pub(crate) fn has_challenges(&self) -> bool {
        self.lobby.incoming(self.me).chain(self.lobby.outgoing(self.me)).next().is_some()
    }
}
