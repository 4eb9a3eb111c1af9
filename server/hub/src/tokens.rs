//! The session tokens by which players resume, and how they replace each other.
//!
//! A token is looked up by a part of its hash, and the whole hash is compared in constant time.
//! The duration of a lookup reveals nothing about a token, because a hash cannot be chosen without
//! its token.

use super::hashes::TokenHash;
use super::record::{Record, SessionRow};
use chuhe_protocol::{PlayerId, SessionToken, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use subtle::ConstantTimeEq;

/// The part of a hash by which a token is looked up.
type Prefix = u64;

/// A valid token.
#[derive(Clone, Copy, Debug)]
struct Session {
    hash: TokenHash,
    row: SessionRow,
    /// How often its row was written.
    revision: u32,
    /// Whether the token that this one replaces stays valid until the player shows this one.
    ///
    /// Other requests do not prove that it has arrived: they may have been sent before it did.
    unconfirmed: bool,
}

/// The valid tokens of all players.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// Each player's tokens in the order of issue: the last is their connection's.
    sessions: BTreeMap<PlayerId, Vec<Session>>,
    index: BTreeSet<(Prefix, PlayerId)>,
}

impl Tokens {
    /// Adds stored tokens.
    pub(super) fn restore(&mut self, mut stored: Vec<(TokenHash, u32, SessionRow)>) {
        stored.sort_by_key(|&(hash, _, row)| (row.issued_at, hash));
        for (hash, revision, row) in stored {
            self.insert(Session { hash, row, revision, unconfirmed: false });
        }
    }

    /// Returns the row of a valid token.
    pub(super) fn find(&self, token: SessionToken) -> Option<SessionRow> {
        let hash = TokenHash::of(token);
        let prefix = prefix(hash);
        let range = (prefix, PlayerId(u64::MIN))..=(prefix, PlayerId(u64::MAX));
        let candidates = self.index.range(range).filter_map(|(_, player)| self.sessions.get(player));
        let is_it = |session: &&Session| bool::from(session.hash.0.ct_eq(&hash.0));
        candidates.flatten().find(is_it).map(|session| session.row)
    }

    /// Issues a token to a player who has shown another to resume, or none.
    ///
    /// The shown token stays valid until [`Tokens::revoke_replaced`]: the response with the new one
    /// may be lost with the connection. A token that replaced the shown one before is revoked, as
    /// it never arrived, and so is the token that the shown one replaced.
    #[must_use = "the token must be saved"]
    pub(super) fn issue(
        &mut self,
        player: PlayerId,
        fresh: SessionToken,
        shown: Option<SessionToken>,
        now: Timestamp,
    ) -> Vec<Record> {
        let hash = TokenHash::of(fresh);
        let shown = shown.map(TokenHash::of);
        let mut records = Vec::new();
        if let Some(shown) = shown {
            let before = self.of(player).iter().find(|session| session.hash == shown);
            let before = before.and_then(|session| session.row.replaces);
            records = self.revoke(player, |session| {
                session.row.replaces == Some(shown) || Some(session.hash) == before
            });
        }
        let row = SessionRow { player, issued_at: now, replaces: shown };
        records.push(self.insert_new(hash, row, false));
        records.extend(self.revoke_surplus(player));
        records
    }

    /// Issues a token to a player and revokes all others at once.
    #[must_use = "the token must be saved"]
    pub(super) fn issue_only(
        &mut self,
        player: PlayerId,
        fresh: SessionToken,
        now: Timestamp,
    ) -> Vec<Record> {
        let mut records = self.revoke_all(player);
        let row = SessionRow { player, issued_at: now, replaces: None };
        records.push(self.insert_new(TokenHash::of(fresh), row, false));
        records
    }

    /// Issues a token to a player that replaces all others.
    ///
    /// The last of them, their connection's, stays valid until the new one is shown: the response
    /// with the new one may be lost. `None` if an earlier one has not been shown yet.
    #[must_use = "the token must be saved"]
    pub(super) fn issue_to_show(
        &mut self,
        player: PlayerId,
        fresh: SessionToken,
        now: Timestamp,
    ) -> Option<Vec<Record>> {
        let last = self.of(player).last().copied();
        if last.is_some_and(|last| last.unconfirmed) {
            return None;
        }
        let last = last.map(|last| last.hash);
        let mut records = self.revoke(player, |session| Some(session.hash) != last);
        let row = SessionRow { player, issued_at: now, replaces: last };
        records.push(self.insert_new(TokenHash::of(fresh), row, true));
        Some(records)
    }

    /// Records that a player has shown a token, and returns whether the hub waited for that.
    ///
    /// The token that it replaces is revoked with the player's next request.
    pub(super) fn confirm(&mut self, player: PlayerId, token: SessionToken) -> bool {
        let Some(last) = self.last_mut(player) else { return false };
        let is_it = bool::from(last.hash.0.ct_eq(&TokenHash::of(token).0));
        is_it && std::mem::take(&mut last.unconfirmed)
    }

    /// Revokes the token that a player's last one replaces, unless the last is unconfirmed.
    ///
    /// To be called when a request arrives over the connection that has received the last token.
    #[must_use = "the revocation must be saved"]
    pub(super) fn revoke_replaced(&mut self, player: PlayerId) -> Vec<Record> {
        let last = self.last_mut(player).filter(|last| !last.unconfirmed);
        match last.and_then(|last| last.row.replaces.take()) {
            Some(replaced) => self.revoke(player, |session| session.hash == replaced),
            None => Vec::new(),
        }
    }

    /// Revokes all tokens of a player.
    #[must_use = "the revocation must be saved"]
    pub(super) fn revoke_all(&mut self, player: PlayerId) -> Vec<Record> {
        self.revoke(player, |_| true)
    }

    /// Revokes a player's oldest token if they have too many.
    ///
    /// A replaced token does not count; it is revoked with the one that replaces it.
    fn revoke_surplus(&mut self, player: PlayerId) -> Vec<Record> {
        let sessions = self.of(player);
        let is_replaced = |one: &&Session| sessions.iter().any(|other| other.row.replaces == Some(one.hash));
        let mut current = sessions.iter().filter(|one| !is_replaced(one));
        if current.clone().count() <= limits::PLAYER_TOKENS {
            return Vec::new();
        }
        let Some(&Session { hash, row, .. }) = current.next() else { return Vec::new() };
        self.revoke(player, |session| session.hash == hash || Some(session.hash) == row.replaces)
    }

    /// Returns when the last token of a player was issued.
    pub(super) fn last_issued(&self, player: PlayerId) -> Option<Timestamp> {
        self.of(player).last().map(|session| session.row.issued_at)
    }

    fn of(&self, player: PlayerId) -> &[Session] {
        self.sessions.get(&player).map_or(&[], Vec::as_slice)
    }

    fn last_mut(&mut self, player: PlayerId) -> Option<&mut Session> {
        self.sessions.get_mut(&player).and_then(|sessions| sessions.last_mut())
    }

    fn insert_new(&mut self, hash: TokenHash, row: SessionRow, unconfirmed: bool) -> Record {
        self.insert(Session { hash, row, revision: 1, unconfirmed });
        Record::Session { token: hash, revision: 0, row: Some(row) }
    }

    fn insert(&mut self, session: Session) {
        self.index.insert((prefix(session.hash), session.row.player));
        let of_player = self.sessions.entry(session.row.player).or_default();
        // most players have one token, and there are thousands of players
        of_player.reserve_exact(1);
        of_player.push(session);
    }

    fn revoke(&mut self, player: PlayerId, is_revoked: impl Fn(&Session) -> bool) -> Vec<Record> {
        let Some(sessions) = self.sessions.get_mut(&player) else { return Vec::new() };
        let revoked: Vec<Session> = sessions.extract_if(.., |session| is_revoked(session)).collect();
        if sessions.is_empty() {
            self.sessions.remove(&player);
        }
        for session in &revoked {
            self.index.remove(&(prefix(session.hash), player));
        }
        let record = |one: Session| Record::Session { token: one.hash, revision: one.revision, row: None };
        revoked.into_iter().map(record).collect()
    }
}

fn prefix(hash: TokenHash) -> Prefix {
    let [a, b, c, d, e, f, g, h, ..] = hash.0;
    Prefix::from_be_bytes([a, b, c, d, e, f, g, h])
}
