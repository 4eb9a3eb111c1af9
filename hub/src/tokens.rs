//! The tokens by which players come back: which are good, and which take the
//! place of which. Whose they are is told to it; it knows no name.
//!
//! A token is looked up by a part of its hash, and the whole hash is compared in
//! constant time. How long either takes tells nothing of a token anyway: who
//! does not know it cannot choose its hash.

use super::record::{Record, SessionRow, TokenHash};
use chuhe_protocol::{PlayerId, Token, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use subtle::ConstantTimeEq;

/// The part of a hash by which it is looked up.
type Prefix = u64;

/// A token that is good.
#[derive(Clone, Copy, Debug)]
struct Held {
    hash: TokenHash,
    row: SessionRow,
    /// How often its row was written.
    revision: u32,
    /// Whether the one whose place it took is good until this one is shown:
    /// what else is heard may have been said before it came.
    unshown: bool,
}

/// The tokens of all players.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// Each player's, in the order of their issue: the last is his connection's.
    held: BTreeMap<PlayerId, Vec<Held>>,
    index: BTreeSet<(Prefix, PlayerId)>,
}

impl Tokens {
    /// Puts back tokens that were kept.
    pub(super) fn restore(&mut self, mut kept: Vec<(TokenHash, u32, SessionRow)>) {
        kept.sort_by_key(|&(hash, _, row)| (row.issued_at, hash));
        for (hash, revision, row) in kept {
            self.hold(Held { hash, row, revision, unshown: false });
        }
    }

    /// Whose token this is, and when it was issued.
    pub(super) fn find(&self, token: Token) -> Option<SessionRow> {
        let hash = TokenHash::of(token);
        let prefix = prefix(hash);
        let range = (prefix, PlayerId(u64::MIN))..=(prefix, PlayerId(u64::MAX));
        let candidates = self.index.range(range).filter_map(|(_, player)| self.held.get(player)).flatten();
        candidates.filter(|held| bool::from(held.hash.0.ct_eq(&hash.0))).map(|held| held.row).next()
    }

    /// Issues a token to a player. If it takes the place of one that was shown
    /// to resume, that one is good until [`Tokens::heard`]: the answer that
    /// brings the new one may be lost with the connection. What took the place
    /// of the shown one before is void, as it was never heard of, and so is what
    /// the shown one took the place of.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue(
        &mut self,
        player: PlayerId,
        fresh: Token,
        shown: Option<Token>,
        now: Timestamp,
    ) -> Vec<Record> {
        let hash = TokenHash::of(fresh);
        let shown = shown.map(TokenHash::of);
        let mut records = Vec::new();
        if let Some(shown) = shown {
            let before = self.of(player).iter().find(|held| held.hash == shown);
            let before = before.and_then(|held| held.row.replaces);
            records = self.void(player, |held| held.row.replaces == Some(shown) || Some(held.hash) == before);
        }
        let row = SessionRow { player, issued_at: now, replaces: shown };
        records.push(self.hold_new(hash, row, false));
        records.extend(self.void_surplus(player));
        records
    }

    /// Issues a token to a player and makes all that he has void at once.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue_only(&mut self, player: PlayerId, fresh: Token, now: Timestamp) -> Vec<Record> {
        let mut records = self.void_all(player);
        let row = SessionRow { player, issued_at: now, replaces: None };
        records.push(self.hold_new(TokenHash::of(fresh), row, false));
        records
    }

    /// Issues a token to a player that takes the place of all that he has. The
    /// last of them, his connection's, is good until the new one is shown: the
    /// answer that brings it may be lost. `None`, if one waits to be shown.
    #[must_use = "what is issued is to be kept"]
    pub(super) fn issue_to_show(
        &mut self,
        player: PlayerId,
        fresh: Token,
        now: Timestamp,
    ) -> Option<Vec<Record>> {
        let last = self.of(player).last().copied();
        if last.is_some_and(|last| last.unshown) {
            return None;
        }
        let last = last.map(|last| last.hash);
        let mut records = self.void(player, |held| Some(held.hash) != last);
        let row = SessionRow { player, issued_at: now, replaces: last };
        records.push(self.hold_new(TokenHash::of(fresh), row, true));
        Some(records)
    }

    /// Notes that a player has shown this token; whether it waited for that. What
    /// it takes the place of is void when he is next heard of.
    pub(super) fn shown(&mut self, player: PlayerId, token: Token) -> bool {
        let Some(last) = self.held.get_mut(&player).and_then(|held| held.last_mut()) else { return false };
        let is_it = bool::from(last.hash.0.ct_eq(&TokenHash::of(token).0));
        is_it && std::mem::take(&mut last.unshown)
    }

    /// Notes that the player was heard of over the connection that brought him
    /// his last token: the one whose place it took is void, unless it waits to be
    /// shown.
    #[must_use = "what is void is to be kept no longer"]
    pub(super) fn heard(&mut self, player: PlayerId) -> Vec<Record> {
        let last = self.held.get_mut(&player).and_then(|held| held.last_mut()).filter(|last| !last.unshown);
        match last.and_then(|last| last.row.replaces.take()) {
            Some(replaced) => self.void(player, |held| held.hash == replaced),
            None => Vec::new(),
        }
    }

    /// Makes all tokens of a player void.
    #[must_use = "what is void is to be kept no longer"]
    pub(super) fn void_all(&mut self, player: PlayerId) -> Vec<Record> {
        self.void(player, |_| true)
    }

    /// Makes the oldest void if a player has more than he may. One whose place
    /// another has taken goes with that one and is not counted.
    fn void_surplus(&mut self, player: PlayerId) -> Vec<Record> {
        let held = self.of(player);
        let is_replaced = |one: &&Held| held.iter().any(|other| other.row.replaces == Some(one.hash));
        let mut standing = held.iter().filter(|one| !is_replaced(one));
        if standing.clone().count() <= limits::PLAYER_TOKENS {
            return Vec::new();
        }
        let Some(&Held { hash, row, .. }) = standing.next() else { return Vec::new() };
        self.void(player, |held| held.hash == hash || Some(held.hash) == row.replaces)
    }

    fn of(&self, player: PlayerId) -> &[Held] {
        self.held.get(&player).map_or(&[], Vec::as_slice)
    }

    fn hold_new(&mut self, hash: TokenHash, row: SessionRow, unshown: bool) -> Record {
        self.hold(Held { hash, row, revision: 1, unshown });
        Record::Session { token: hash, revision: 0, row: Some(row) }
    }

    fn hold(&mut self, held: Held) {
        self.index.insert((prefix(held.hash), held.row.player));
        let of_player = self.held.entry(held.row.player).or_default();
        // most have one, and there are thousands of them
        of_player.reserve_exact(1);
        of_player.push(held);
    }

    fn void(&mut self, player: PlayerId, is_void: impl Fn(&Held) -> bool) -> Vec<Record> {
        let Some(held) = self.held.get_mut(&player) else { return Vec::new() };
        let void: Vec<Held> = held.extract_if(.., |held| is_void(held)).collect();
        if held.is_empty() {
            self.held.remove(&player);
        }
        for one in &void {
            self.index.remove(&(prefix(one.hash), player));
        }
        let gone = |one: Held| Record::Session { token: one.hash, revision: one.revision, row: None };
        void.into_iter().map(gone).collect()
    }
}

fn prefix(hash: TokenHash) -> Prefix {
    let [a, b, c, d, e, f, g, h, ..] = hash.0;
    Prefix::from_be_bytes([a, b, c, d, e, f, g, h])
}
