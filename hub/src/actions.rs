//! What is counted of what a client asks for, and how much of it is admitted:
//! by himself, and by all at his address. It does not know what came of it.

use super::limits::Limits;
use super::rate::{Bucket, Rate};
use chuhe_protocol::ClientMessage;
use chuhe_rules::clock::Timestamp;

/// A kind of request that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Any request at all.
    Request,
    /// To join or to resume.
    JournalEntry,
    /// To log in.
    Login,
    /// A line of chat.
    Line,
    /// To challenge.
    Challenge,
    /// To register, to change a password, or to sign out everywhere.
    Registration,
    /// To watch.
    Watch,
    /// To be told of finished games.
    Query,
}

impl Action {
    /// What a message is counted as besides a request, if as anything.
    pub(super) const fn of(message: &ClientMessage) -> Option<Self> {
        match message {
            ClientMessage::Join { .. } | ClientMessage::Resume { .. } => Some(Self::JournalEntry),
            ClientMessage::Login { .. } => Some(Self::Login),
            ClientMessage::Chat { .. } => Some(Self::Line),
            ClientMessage::Challenge { .. } => Some(Self::Challenge),
            ClientMessage::Register { .. }
            | ClientMessage::ChangePassword { .. }
            | ClientMessage::SignOutEverywhere => Some(Self::Registration),
            ClientMessage::Watch { .. } => Some(Self::Watch),
            ClientMessage::ListGames { .. } | ClientMessage::FetchGame { .. } => Some(Self::Query),
            ClientMessage::Quit
            | ClientMessage::Ping { .. }
            | ClientMessage::CancelChallenge { .. }
            | ClientMessage::AcceptChallenge { .. }
            | ClientMessage::DeclineChallenge { .. }
            | ClientMessage::Play { .. }
            | ClientMessage::Offer { .. }
            | ClientMessage::WithdrawOffer { .. }
            | ClientMessage::AnswerOffer { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Abort { .. }
            | ClientMessage::ClaimAbsence { .. }
            | ClientMessage::LeaveTable { .. }
            | ClientMessage::SetUp { .. }
            | ClientMessage::ConfirmFormation { .. }
            | ClientMessage::WithdrawFormation { .. }
            | ClientMessage::Unwatch { .. } => None,
        }
    }

    /// How often one connection or player may.
    pub(super) const fn own_rate(self, limits: &Limits) -> Rate {
        match self {
            Self::Request => limits.connection_requests,
            Self::JournalEntry => limits.connection_entries,
            Self::Login => limits.connection_logins,
            Self::Line => limits.player_lines,
            Self::Challenge => limits.player_challenges,
            Self::Registration => limits.player_registrations,
            Self::Watch => limits.player_watches,
            Self::Query => limits.player_queries,
        }
    }

    /// How often all at one address may.
    pub(super) const fn address_rate(self, limits: &Limits) -> Rate {
        match self {
            Self::Request => limits.address_requests,
            Self::JournalEntry => limits.address_entries,
            Self::Login => limits.address_logins,
            Self::Line => limits.address_lines,
            Self::Challenge => limits.address_challenges,
            Self::Registration => limits.address_registrations,
            Self::Watch => limits.address_watches,
            Self::Query => limits.address_queries,
        }
    }
}

/// What one connection, player or address has asked for lately: what it never asked
/// for takes no room.
#[derive(Clone, Debug, Default)]
pub(super) struct Actions(Vec<(Action, Bucket)>);

impl Actions {
    /// What was admitted of a kind.
    pub(super) fn bucket(&mut self, action: Action) -> &mut Bucket {
        let known = self.0.iter().position(|&(known, _)| known == action);
        let place = known.unwrap_or_else(|| {
            // most ask for one or two, and there are thousands of them
            self.0.reserve_exact(1);
            self.0.push((action, Bucket::default()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }
}

/// What is known of an address.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// The connections from there that have greeted.
    pub(super) connections: usize,
    pub(super) actions: Actions,
}

impl Place {
    /// When it is as any other again; never while there are connections.
    pub(super) fn idle_at(&self, limits: &Limits) -> Option<Timestamp> {
        let empty_at =
            self.actions.0.iter().map(|(action, bucket)| bucket.empty_at(action.address_rate(limits)));
        if self.connections == 0 { Some(empty_at.max().unwrap_or_default()) } else { None }
    }
}
