//! The queries that are not answered yet, one per connection.
//!
//! Those of logins that wait for their turn are not sent yet.

use super::address::Address;
use super::connection_id::ConnectionId;
use super::limits::Limits;
use super::login_queue::LoginQueue;
use super::login_throttle::Subject;
use super::record::QueryId;
use super::report::{Appeal, Filing};
use chuhe_protocol::{GameId, Password, PlayerId, PlayerName, Seq};
use std::collections::BTreeMap;

/// The reason for a query: the hub continues with it when the answer comes.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// Hash the password of a player who registers.
    Register(PlayerId),
    /// Log in as this player, or only appeal; `None` if the name is not registered, or the password has changed.
    LogIn { player: Option<PlayerId>, subject: Subject, name: PlayerName, appeal: Option<Appeal> },
    /// Verify the old password of a player, then hash the new one.
    ChangePassword { player: PlayerId, subject: Subject, address: Address, new: Password },
    /// Set a player's password.
    HashNewPassword(PlayerId),
    /// Join under a name that no account may have.
    Join { name: PlayerName },
    /// Find an account, and begin to log in, or only to appeal.
    BeginLogin { name: PlayerName, password: Password, appeal: Option<Appeal> },
    /// Appeal for a name that no account may have.
    AppealName { name: PlayerName, appeal: Appeal },
    /// Find the account whose password is to be changed.
    BeginPasswordChange { player: PlayerId, address: Address, old: Password, new: Password },
    /// Store the account of a guest who registers.
    Claim(PlayerId),
    /// Store the new password of an account.
    SetPassword(PlayerId),
    /// Sign out of an account everywhere.
    SignOut(PlayerId),
    /// Send a list of finished games.
    Games,
    /// Send the finished games that match a filter.
    FoundGames,
    /// Send the profile of a player to another, or to themselves.
    Profile { asker: PlayerId, player: PlayerId },
    /// File a report, if the player has finished a game with whom it is about.
    Report { player: PlayerId, filing: Filing },
    /// Send a moderator how the moves of the game of a report agree with those of the engine.
    Examination { moderator: PlayerId, report: u64 },
    /// Send the record of a game from an event on, as this player of it has seen it, or as spectators have.
    Record { player: Option<PlayerId>, game: GameId, from: Seq },
}

impl Purpose {
    /// Whether the hub continues although the connection was closed.
    ///
    /// This holds for changes of a password: otherwise whoever knows the old one could cancel
    /// every change by a login, which closes the connection.
    pub(super) const fn outlives_connection(&self) -> bool {
        matches!(
            self,
            Self::BeginPasswordChange { .. }
                | Self::ChangePassword { .. }
                | Self::HashNewPassword(_)
                | Self::SetPassword(_)
        )
    }
}

/// A query that is not answered yet.
#[derive(Debug)]
pub(super) struct PendingQuery {
    /// The connection that waits for the answer.
    pub(super) connection: ConnectionId,
    /// The number of its request.
    pub(super) request: u32,
    pub(super) purpose: Purpose,
}

/// The queries that are not answered yet.
#[derive(Debug)]
pub(super) struct Queries {
    pending: BTreeMap<QueryId, PendingQuery>,
    /// The passwords of logins that wait for their turn.
    pub(super) logins: LoginQueue,
    last_id: u64,
}

impl Queries {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { pending: BTreeMap::new(), logins: LoginQueue::new(limits), last_id: 0 }
    }

    /// Changes the limits, from now on.
    pub(super) const fn set_limits(&mut self, limits: &Limits) {
        self.logins.set_limits(limits);
    }

    /// Returns a new number, for a query for which no connection waits.
    pub(super) const fn next_id(&mut self) -> QueryId {
        self.last_id += 1;
        QueryId(self.last_id)
    }

    /// Returns the joins that wait for the owner of their name.
    pub(super) fn joins(&self) -> impl Iterator<Item = (QueryId, &PlayerName)> {
        self.pending.iter().filter_map(|(&id, query)| {
            let Purpose::Join { name } = &query.purpose else { return None };
            Some((id, name))
        })
    }

    /// Adds a query under a new number.
    pub(super) fn add(&mut self, query: PendingQuery) -> QueryId {
        let id = self.next_id();
        self.pending.insert(id, query);
        id
    }

    /// Removes a query; `None` if it ended with its connection.
    pub(super) fn remove(&mut self, id: QueryId) -> Option<PendingQuery> {
        let query = self.pending.remove(&id)?;
        if let Purpose::LogIn { subject, .. } = query.purpose {
            self.logins.remove(subject, id);
        }
        Some(query)
    }

    /// Removes the query of a closed connection, unless it outlives it; returns the subject of a login that
    /// still waited.
    pub(super) fn abandon(&mut self, id: QueryId) -> Option<Subject> {
        if self.pending.get(&id)?.purpose.outlives_connection() {
            return None;
        }
        let Purpose::LogIn { subject, .. } = self.pending.remove(&id)?.purpose else { return None };
        self.logins.remove(subject, id).then_some(subject)
    }

    /// Makes every login of a player whose password is being verified fail: the password has
    /// changed since.
    ///
    /// A login that still waits for its turn is verified against the new password.
    pub(super) fn outdate_logins(&mut self, of: PlayerId) {
        for (&id, query) in &mut self.pending {
            if let Purpose::LogIn { player, subject, .. } = &mut query.purpose
                && *player == Some(of)
                && !self.logins.contains(*subject, id)
            {
                *player = None;
            }
        }
    }

    /// Returns the player of a pending login, if its name is registered.
    pub(super) fn login_player(&self, id: QueryId) -> Option<PlayerId> {
        let Purpose::LogIn { player, .. } = self.pending.get(&id)?.purpose else { return None };
        player
    }

    /// Returns whether an own change of a player's shared account waits for its answer.
    pub(super) fn changes_account(&self, of: PlayerId) -> bool {
        self.pending.values().any(|query| {
            matches!(
                query.purpose,
                Purpose::Claim(player) | Purpose::SetPassword(player) | Purpose::SignOut(player) if player == of
            )
        })
    }

    /// Removes every query.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
        self.logins.clear();
    }

    /// Returns every query; for invariants.
    pub(super) fn iter(&self) -> impl Iterator<Item = (QueryId, &PendingQuery)> {
        self.pending.iter().map(|(&id, query)| (id, query))
    }
}
