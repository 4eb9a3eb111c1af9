//! Who has a name here: the players who are connected, those whose seat and name
//! are kept, and those whose name is registered, wherever they are. What they do
//! is the lobby's and the rooms' affair.
//!
//! What changes in what is kept of them is returned as [`Record`]s.

use super::actions::Actions;
use super::boundary::{Address, ConnectionId};
use super::names::{NameKeys, Names};
use super::record::{PasswordHash, PlayerRow, Record, SessionRow, TokenHash};
use super::tokens::Tokens;
use chuhe_protocol::{PlayerId, PlayerName, Refusal, Token, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// A player, for as long as his name is his.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) name: PlayerName,
    /// When he joined; a registered player, when he last did.
    pub(super) joined_at: Timestamp,
    /// The connection that speaks for him.
    pub(super) connection: Option<ConnectionId>,
    /// Since when there is none.
    pub(super) gone_at: Option<Timestamp>,
    /// How long his last ping took, if he said so.
    pub(super) round_trip_ms: Option<u16>,
    /// What he asked for lately.
    pub(super) actions: Actions,
    /// The address from which he was last here, since the server started.
    pub(super) home: Option<Address>,
    /// The password of a registered name.
    pub(super) password: Option<PasswordHash>,
    keys: NameKeys,
    /// How often his row was written.
    revision: u32,
}

impl Player {
    fn new(name: PlayerName, joined_at: Timestamp) -> Self {
        Self {
            keys: NameKeys::of(&name),
            name,
            joined_at,
            connection: None,
            gone_at: None,
            round_trip_ms: None,
            actions: Actions::default(),
            home: None,
            password: None,
            revision: 0,
        }
    }

    /// Whether his name stays his when he has gone.
    pub(super) const fn is_registered(&self) -> bool {
        self.password.is_some()
    }

    fn write(&mut self, player: PlayerId) -> Record {
        let (name, joined_at, password) = (self.name.clone(), self.joined_at, self.password.clone());
        let revision = self.revision;
        self.revision += 1;
        Record::Player { player, revision, row: Some(PlayerRow { name, joined_at, password }) }
    }
}

/// The players, by number, name and token.
#[derive(Debug, Default)]
pub(super) struct Players {
    players: BTreeMap<PlayerId, Player>,
    names: Names,
    tokens: Tokens,
    /// How many names are registered.
    registered: usize,
}

impl Players {
    /// Puts back what was kept. All are away since `now`.
    pub(super) fn restore(
        players: Vec<(PlayerId, u32, PlayerRow)>,
        sessions: Vec<(TokenHash, u32, SessionRow)>,
        now: Timestamp,
    ) -> Self {
        let mut restored = Self::default();
        for (id, revision, row) in players {
            let PlayerRow { name, joined_at, password } = row;
            let gone_at = Some(now);
            let player = Player { gone_at, password, revision, ..Player::new(name, joined_at) };
            restored.names.take(&player.keys, id);
            restored.registered += usize::from(player.is_registered());
            restored.players.insert(id, player);
        }
        restored.tokens.restore(sessions);
        restored
    }

    /// All players, in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = PlayerId> {
        self.players.keys().copied()
    }

    /// Whether a new player may take the name.
    ///
    /// # Errors
    /// If it, or one that looks like it, is someone's.
    pub(super) fn check_free(&self, name: &PlayerName) -> Result<(), Refusal> {
        if self.by_registered_name(name).is_some() {
            return Err(Refusal::NameRegistered);
        }
        match self.names.owners(&NameKeys::of(name)).next() {
            Some(_) => Err(Refusal::NameTaken),
            None => Ok(()),
        }
    }

    /// Who has registered the name, or one that looks like it.
    pub(super) fn by_registered_name(&self, name: &PlayerName) -> Option<PlayerId> {
        let registered = |id: &PlayerId| self.get(*id).is_some_and(Player::is_registered);
        self.names.owners(&NameKeys::of(name)).find(registered)
    }

    /// How many names are registered.
    pub(super) const fn registered(&self) -> usize {
        self.registered
    }

    /// Makes the name of a player his for good.
    #[must_use = "what is registered is to be kept"]
    pub(super) fn register(&mut self, id: PlayerId, password: PasswordHash) -> Option<Record> {
        let player = self.players.get_mut(&id)?;
        self.registered += usize::from(player.password.replace(password).is_none());
        Some(player.write(id))
    }

    /// Gives `id` the token `fresh` in the place of all that he has.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue_only_token(&mut self, id: PlayerId, fresh: Token, now: Timestamp) -> Vec<Record> {
        self.tokens.issue_only(id, fresh, now)
    }

    /// Gives `id` the token `fresh` in the place of all that he has, his
    /// connection's when he shows it; `None`, if the last that he was given so was
    /// not shown yet.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue_token_to_show(
        &mut self,
        id: PlayerId,
        fresh: Token,
        now: Timestamp,
    ) -> Option<Vec<Record>> {
        self.tokens.issue_to_show(id, fresh, now)
    }

    /// Notes that `id` has shown this token; whether it waited for that.
    pub(super) fn shown_token(&mut self, id: PlayerId, token: Token) -> bool {
        self.tokens.shown(id, token)
    }

    /// Makes a new player; his name must not be taken.
    #[must_use = "who is new is to be kept"]
    pub(super) fn add(
        &mut self,
        id: PlayerId,
        name: PlayerName,
        token: Token,
        connection: ConnectionId,
        now: Timestamp,
    ) -> Vec<Record> {
        let mut player = Player { connection: Some(connection), ..Player::new(name, now) };
        self.names.take(&player.keys, id);
        let mut records = vec![player.write(id)];
        self.players.insert(id, player);
        records.extend(self.tokens.issue(id, token, None, now));
        records
    }

    /// Forgets a player: his name and his tokens are free.
    #[must_use = "who is forgotten is to be kept no longer"]
    pub(super) fn remove(&mut self, id: PlayerId) -> Vec<Record> {
        // his row last, so that no token is ever kept without its player
        let mut records = self.tokens.void_all(id);
        if let Some(player) = self.players.remove(&id) {
            self.names.free(&player.keys, id);
            self.registered -= usize::from(player.is_registered());
            records.push(Record::Player { player: id, revision: player.revision, row: None });
        }
        records
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    pub(super) fn get(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: PlayerId) -> Option<&mut Player> {
        self.players.get_mut(&id)
    }

    /// The connection that speaks for `id`.
    pub(super) fn connection(&self, id: PlayerId) -> Option<ConnectionId> {
        self.get(id).and_then(|player| player.connection)
    }

    /// Whose token this is, if it is good. A guest's is for as long as his name.
    pub(super) fn by_token(&self, token: Token, now: Timestamp) -> Option<PlayerId> {
        let SessionRow { player: id, issued_at, .. } = self.tokens.find(token)?;
        let player = self.get(id)?;
        let expired = player.is_registered() && now.since(issued_at) >= limits::TOKEN_MS;
        (!expired).then_some(id)
    }

    /// Gives `id`, who came with the token `shown`, if he showed one, the token
    /// `fresh`.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue_token(
        &mut self,
        id: PlayerId,
        fresh: Token,
        shown: Option<Token>,
        now: Timestamp,
    ) -> Vec<Record> {
        self.tokens.issue(id, fresh, shown, now)
    }

    /// Notes that `id` was heard of after he joined or resumed.
    #[must_use = "what is void is to be kept no longer"]
    pub(super) fn heard(&mut self, id: PlayerId) -> Vec<Record> {
        self.tokens.heard(id)
    }
}
