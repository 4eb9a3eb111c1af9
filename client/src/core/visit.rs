//! A visit to a server: who the user is there, the lobby, and the board if he is at one.

use super::account::Account;
use super::action::LobbyTab;
use super::challenge::ChallengeForm;
use super::games::Games;
use super::lobby::Lobby;
use super::snapshot::Snapshot;
use super::table::Table;
use super::watch::{Spectators, Watch};
use chuhe_protocol::{ChatRoom, GameId, PlayerId, PlayerName};
use std::collections::BTreeSet;

/// A visit to a server, from joining it to leaving it; it outlives lost connections.
#[derive(Debug)]
pub struct Visit {
    pub(crate) me: PlayerId,
    pub(crate) name: PlayerName,
    /// Whether the name asks for a password.
    pub(crate) registered: bool,
    /// The dialog at one's own name, if it is open.
    pub(crate) account: Option<Account>,
    pub(crate) lobby: Lobby,
    /// What the lobby's larger card shows.
    pub(crate) tab: LobbyTab,
    /// The user's finished games.
    pub(crate) games: Games,
    pub(crate) form: Option<ChallengeForm>,
    pub(crate) table: Option<Table>,
    /// The game that is watched.
    pub(crate) watching: Option<Watch>,
    /// The game that was asked to be watched, and the request.
    pub(crate) asked_to_watch: Option<(GameId, u32)>,
    /// Who watches the game that was told of last.
    pub(crate) spectators: Option<Spectators>,
    /// A game that is being told as it stands.
    pub(crate) snapshot: Snapshot,
    /// Whether games stand still because the server cannot keep what happens.
    pub(crate) paused: bool,
    /// The game that is watched no longer: what is still told of it is passed over.
    pub(crate) unwatched: Option<GameId>,
    /// The game whose board was left last: what is still told of it is passed over.
    pub(crate) left: Option<GameId>,
    /// The request by which it was left, while the server may not have met it.
    pub(crate) leaving: Option<Leaving>,
    pub(crate) muted: BTreeSet<PlayerId>,
    /// What was said last and under which request, to be given back if it is refused.
    pub(crate) said: Option<(u32, ChatRoom, String)>,
}

/// How far the leaving of a board has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// It was asked for by this request.
    Asked(u32),
    /// It is to be asked for again when games go on.
    Again,
}

impl Visit {
    pub(crate) fn new(me: PlayerId, name: PlayerName) -> Self {
        Self {
            me,
            name,
            registered: false,
            account: None,
            lobby: Lobby::default(),
            tab: LobbyTab::default(),
            games: Games::default(),
            form: None,
            table: None,
            watching: None,
            asked_to_watch: None,
            spectators: None,
            snapshot: Snapshot::default(),
            paused: false,
            unwatched: None,
            left: None,
            leaving: None,
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

    /// What the lobby's larger card shows.
    #[must_use]
    pub const fn tab(&self) -> LobbyTab {
        self.tab
    }

    /// His finished games.
    #[must_use]
    pub const fn games(&self) -> &Games {
        &self.games
    }

    /// The game he watches.
    #[must_use]
    pub const fn watching(&self) -> Option<Watch> {
        self.watching
    }

    /// Who watches the game on the screen, if anybody does.
    #[must_use]
    pub fn spectators(&self) -> Option<&Spectators> {
        let game = self.table.as_ref()?.game().id();
        self.spectators.as_ref().filter(|spectators| spectators.game == game && spectators.count > 0)
    }

    /// Whether games stand still because the server cannot keep what happens.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
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
