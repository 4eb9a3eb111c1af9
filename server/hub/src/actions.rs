//! Kinds of rate-limited requests, and how often each was admitted recently.

use super::limits::Limits;
use super::rate::{Bucket, Rate};
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;

/// A kind of request that has a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Any request at all.
    Request,
    /// Joining or resuming.
    Entry,
    /// Logging in.
    Login,
    /// A line of chat.
    Line,
    /// A challenge.
    Challenge,
    /// Registering, changing a password, or signing out everywhere.
    Registration,
    /// Registering a name, once the request is valid.
    NewName,
    /// Watching a game.
    Watch,
    /// Reading finished games.
    Query,
    /// Blocking a player, lifting a block, or setting who may challenge.
    Preference,
    /// Reporting a player.
    Report,
    /// Pairing a round of an evening, or computing its journal anew.
    Pairing,
    /// Reading the journal of an evening.
    Journal,
}

impl Action {
    /// The limit of one connection or player.
    pub(super) const fn own_rate(self, limits: &Limits) -> Rate {
        match self {
            Self::Request => limits.connection_requests,
            Self::Entry => limits.connection_entries,
            Self::Login => limits.connection_logins,
            Self::Line => limits.player_lines,
            Self::Challenge => limits.player_challenges,
            Self::Registration => limits.player_registrations,
            Self::NewName => limits.player_names,
            Self::Watch => limits.player_watches,
            Self::Query => limits.player_queries,
            Self::Preference => limits.player_preferences,
            Self::Report => limits.player_reports,
            Self::Pairing => limits.player_pairings,
            Self::Journal => limits.player_journals,
        }
    }

    /// The limit of all connections from one address together.
    pub(super) const fn address_rate(self, limits: &Limits) -> Rate {
        match self {
            Self::Request => limits.address_requests,
            Self::Entry => limits.address_entries,
            Self::Login => limits.address_logins,
            Self::Line => limits.address_lines,
            Self::Challenge => limits.address_challenges,
            Self::Registration => limits.address_registrations,
            Self::NewName => limits.address_names,
            Self::Watch => limits.address_watches,
            Self::Query => limits.address_queries,
            Self::Preference => limits.address_preferences,
            Self::Report => limits.address_reports,
            Self::Pairing => limits.address_pairings,
            Self::Journal => limits.address_journals,
        }
    }

    /// The refusal of an action that is too frequent.
    pub(super) fn refusal(self, wait_ms: u64) -> Refusal {
        if self == Self::Line {
            Refusal::ChatTooFast { wait_ms }
        } else {
            Refusal::TooManyAttempts { wait_ms }
        }
    }
}

/// The recent actions of one connection, player or address.
///
/// Kinds of actions that were never requested take no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Actions(Vec<(Action, Bucket)>);

impl Actions {
    /// Returns the bucket that counts one kind of action.
    pub(super) fn bucket(&mut self, action: Action) -> &mut Bucket {
        let known = self.0.iter().position(|&(known, _)| known == action);
        let index = known.unwrap_or_else(|| {
            // most clients use one or two kinds, and there are thousands of clients
            self.0.reserve_exact(1);
            self.0.push((action, Bucket::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// The connections and recent actions of one address.
#[derive(Debug, Default)]
pub(super) struct AddressUse {
    /// How many connections from this address are open.
    pub(super) connections: usize,
    pub(super) actions: Actions,
}

impl AddressUse {
    /// Returns when the address has no recent actions left, so that its entry can be removed.
    ///
    /// `None` while it has connections.
    pub(super) fn idle_at(&self, limits: &Limits) -> Option<Timestamp> {
        let empty_at =
            self.actions.0.iter().map(|(action, bucket)| bucket.empty_at(action.address_rate(limits)));
        if self.connections == 0 { Some(empty_at.max().unwrap_or_default()) } else { None }
    }
}
