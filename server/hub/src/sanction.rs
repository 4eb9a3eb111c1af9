//! What operators do to players: bans, silences and other actions.

use super::address::Address;
use super::hashes::PasswordHash;
use super::rated_log::AppliedCorrection;
use super::report::Verdict;
use chuhe_protocol::{EveningCode, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;

/// What an operator forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanctionKind {
    /// To connect and to join.
    Ban,
    /// To chat.
    Silence,
}

/// Whom a ban or silence concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanctionTarget {
    /// All addresses from the first to the last.
    Addresses {
        /// The first address.
        first: Address,
        /// The last address.
        last: Address,
    },
    /// Players with this name, or one that looks like it.
    Name(PlayerName),
}

/// A ban or silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanction {
    /// What is forbidden.
    pub kind: SanctionKind,
    /// Whom the ban or silence concerns.
    pub target: SanctionTarget,
    /// When it ends; `None` if it has no end.
    pub until: Option<Timestamp>,
}

/// An action of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorAction {
    /// Close a player's connection. They may join again.
    Kick(PlayerId),
    /// Ban or silence somebody. A ban closes the connections that it concerns.
    Impose(Sanction),
    /// End the ban or silence with this number.
    Lift(u64),
    /// Send a message to all players.
    Announce(String),
    /// Do this to a registered account.
    Account(PlayerId, AccountAction),
    /// Let a rated game count otherwise. Its players and others get the standings that follow.
    Correct(Box<AppliedCorrection>),
    /// Decide the report with this number.
    Decide(u64, Verdict),
    /// End the wait of a player before their next search.
    EndWait(PlayerId),
    /// Let a registered player decide reports, or no longer.
    SetModerator(PlayerId, bool),
    /// Remove the evening of this code, with its journal.
    CloseEvening(EveningCode),
}

/// What an operator does to a registered account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountAction {
    /// Give the player another name. Their connection is closed, and resumes under it.
    Rename(PlayerName),
    /// Replace the password, and sign the player out everywhere.
    SetPassword(PasswordHash),
    /// Erase the account, and note that the player's finished games are to be erased as well.
    Erase,
}
