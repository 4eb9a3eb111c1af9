//! Who has a name here: the players who are connected and those whose seat and
//! name are kept. What they do is the lobby's and the rooms' affair.

use super::ConnectionId;
use super::names::{NameKeys, Names};
use super::record::TokenHash;
use super::window::Window;
use chuhe_protocol::{PlayerId, PlayerName, Token, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// A player, for as long as his name is his.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) name: PlayerName,
    pub(super) joined_at: Timestamp,
    /// The connection that speaks for him.
    pub(super) connection: Option<ConnectionId>,
    /// Since when there is none.
    pub(super) gone_at: Option<Timestamp>,
    /// How long his last ping took, if he said so.
    pub(super) round_trip_ms: Option<u16>,
    /// What he said of late.
    pub(super) lines: Window,
    keys: NameKeys,
    token: TokenHash,
    /// The token before, until he is heard of after the resume: the answer that
    /// brought the new one may have been lost with the connection.
    old_token: Option<TokenHash>,
}

/// The players, by number, name and token.
#[derive(Debug, Default)]
pub(super) struct Players {
    players: BTreeMap<PlayerId, Player>,
    names: Names,
    tokens: BTreeMap<TokenHash, PlayerId>,
}

impl Players {
    /// Whether the name, or one that looks like it, is someone's.
    pub(super) fn is_taken(&self, name: &PlayerName) -> bool {
        self.names.is_taken(&NameKeys::of(name))
    }

    /// Makes a new player; his name must not be taken.
    pub(super) fn add(
        &mut self,
        id: PlayerId,
        name: PlayerName,
        token: Token,
        connection: ConnectionId,
        now: Timestamp,
    ) {
        let keys = NameKeys::of(&name);
        self.names.take(&keys, id);
        let token = TokenHash::of(token);
        self.tokens.insert(token, id);
        let player = Player {
            name,
            joined_at: now,
            connection: Some(connection),
            gone_at: None,
            round_trip_ms: None,
            lines: Window::new(limits::CHAT_BURST, limits::CHAT_WINDOW_MS),
            keys,
            token,
            old_token: None,
        };
        self.players.insert(id, player);
    }

    /// Forgets a player: his name and his token are free.
    pub(super) fn remove(&mut self, id: PlayerId) {
        if let Some(player) = self.players.remove(&id) {
            self.names.free(&player.keys);
            self.tokens.remove(&player.token);
            if let Some(old) = player.old_token {
                self.tokens.remove(&old);
            }
        }
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

    /// Whose token this is.
    pub(super) fn by_token(&self, token: Token) -> Option<PlayerId> {
        self.tokens.get(&TokenHash::of(token)).copied()
    }

    /// Gives `id`, who came with the token `shown`, the token `fresh`. The one
    /// shown is good until [`Players::heard`].
    pub(super) fn rotate_token(&mut self, id: PlayerId, shown: Token, fresh: Token) {
        let Some(player) = self.players.get_mut(&id) else { return };
        let (shown, fresh) = (TokenHash::of(shown), TokenHash::of(fresh));
        for void in [Some(player.token), player.old_token].into_iter().flatten() {
            if void != shown {
                self.tokens.remove(&void);
            }
        }
        player.old_token = Some(shown);
        player.token = fresh;
        self.tokens.insert(fresh, id);
    }

    /// Notes that `id` was heard of after he joined or resumed.
    pub(super) fn heard(&mut self, id: PlayerId) {
        let old = self.players.get_mut(&id).and_then(|player| player.old_token.take());
        if let Some(old) = old {
            self.tokens.remove(&old);
        }
    }
}
