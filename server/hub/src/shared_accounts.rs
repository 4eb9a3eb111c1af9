//! The table of registered accounts: what a hub asks of it, and what it answers.
//!
//! A hub that shares its accounts with no other has the table itself, and answers in the same step. That of
//! several hubs is stored outside them: a hub keeps a copy of each account that has logged in there, and every row
//! that it receives brings its copy up to date, in an answer or by
//! [`Input::AccountChanged`](crate::Input::AccountChanged).

use super::address::Address;
use super::hashes::PasswordHash;
use super::login_throttle::{Subject, Turn};
use chuhe_protocol::{ChallengePolicy, PlayerId, PlayerName, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// How much later than the recorded visit another one is recorded, in milliseconds: a day.
pub(super) const VISIT_MS: u64 = Timestamp::DAY_MS;

/// The values of an account, which all hubs see alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// The registered name.
    pub name: PlayerName,
    /// When it was registered.
    pub registered_at: Timestamp,
    /// The password.
    pub password: PasswordHash,
    /// Who may challenge the player.
    pub policy: ChallengePolicy,
    /// The registered players whom the player blocks. Blocks of guests are a hub's own.
    pub blocked: BTreeMap<PlayerId, PlayerName>,
    /// How often the player has signed out everywhere. A change of the password counts too.
    pub sign_outs: u32,
    /// The last visit to any hub, to within a day.
    pub seen_at: Timestamp,
    /// Whether the player has finished a game in any hub; otherwise the name may lapse.
    pub has_played: bool,
}

/// An account at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAccount {
    /// The player, who has this number in every hub.
    pub player: PlayerId,
    /// Grows whenever the account is written; a hub ignores rows older than its copy.
    pub revision: u64,
    /// Its values.
    pub row: AccountRow,
}

/// A change of an account. Changes by several hubs are made one after another, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// Replaces the password, and signs out everywhere.
    Password {
        /// The password that was verified.
        from: PasswordHash,
        /// The new one.
        to: PasswordHash,
    },
    /// Signs out everywhere.
    SignOut,
    /// Blocks a registered player.
    Block(PlayerId, PlayerName),
    /// Lifts a block.
    Unblock(PlayerId),
    /// Sets who may challenge the player.
    Policy(ChallengePolicy),
    /// Records a visit.
    Visit(Timestamp),
    /// Records that the player has finished a game.
    Played,
}

impl AccountChange {
    /// Returns whether the owner should repeat the change until it is stored.
    ///
    /// The player has been told of it. For other changes they wait for the answer.
    #[must_use]
    pub const fn is_promised(&self) -> bool {
        match self {
            // a visit that is not recorded is recorded by the next one
            Self::Password { .. } | Self::SignOut | Self::Visit(_) => false,
            Self::Block(..) | Self::Unblock(_) | Self::Policy(_) | Self::Played => true,
        }
    }
}

impl AccountRow {
    /// Makes a change, and returns whether it changes anything.
    ///
    /// # Errors
    /// [`AccountRefusal::OtherPassword`] if another password has been set meanwhile.
    pub fn apply(&mut self, change: &AccountChange) -> Result<bool, AccountRefusal> {
        match change {
            AccountChange::Password { from, to } => {
                if self.password != *from {
                    return Err(AccountRefusal::OtherPassword);
                }
                self.password = to.clone();
                self.sign_outs = self.sign_outs.saturating_add(1);
                Ok(true)
            }
            AccountChange::SignOut => {
                self.sign_outs = self.sign_outs.saturating_add(1);
                Ok(true)
            }
            AccountChange::Block(player, name) => {
                let has_room = self.blocked.len() < limits::BLOCKED_PLAYERS;
                Ok(has_room && self.blocked.insert(*player, name.clone()).is_none())
            }
            AccountChange::Unblock(player) => Ok(self.blocked.remove(player).is_some()),
            AccountChange::Policy(policy) => Ok(std::mem::replace(&mut self.policy, *policy) != *policy),
            AccountChange::Visit(at) => {
                let is_later = *at >= self.seen_at.plus_ms(VISIT_MS);
                if is_later {
                    self.seen_at = *at;
                }
                Ok(is_later)
            }
            AccountChange::Played => Ok(!std::mem::replace(&mut self.has_played, true)),
        }
    }
}

/// Why an account is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Its name was never played with.
    Lapsed,
    /// An operator has erased it. The name goes from the finished games too.
    Erased,
}

/// Why an account is not claimed or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountRefusal {
    /// The name, or one that looks like it, is registered.
    NameRegistered,
    /// Too many names are registered.
    Full,
    /// Another password has been set meanwhile.
    OtherPassword,
    /// There is no such account.
    Missing,
}

/// A query to the table of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountQuery {
    /// Finds the account with this name, or with one that looks like it; answered by
    /// [`AccountAnswer::Found`].
    Find {
        /// The name.
        name: PlayerName,
    },
    /// Finds an account and counts an attempt to log in; answered by [`AccountAnswer::LoginBegun`].
    ///
    /// The attempt counts as a wrong password until [`AccountQuery::EndLogin`].
    BeginLogin {
        /// The name.
        name: PlayerName,
        /// The address of the attempt.
        address: Address,
        /// Whether the player has connected from that address before.
        is_known: bool,
    },
    /// Ends an attempt to log in. The hub ignores the answer.
    EndLogin {
        /// The name under which the attempt was counted.
        subject: Subject,
        /// The address of the attempt.
        address: Address,
        /// Whether the password was right; if not, it could not be verified.
        is_right: bool,
    },
    /// Registers a name, unless another account has it; answered by [`AccountAnswer::Stored`] or
    /// [`AccountAnswer::Refused`].
    ///
    /// A claim may be repeated: an account that the same player has already is not changed.
    Claim {
        /// The player.
        player: PlayerId,
        /// The account.
        row: Box<AccountRow>,
        /// The most accounts that there may be.
        most: u64,
    },
    /// Changes an account; answered by [`AccountAnswer::Stored`] or [`AccountAnswer::Refused`].
    Change {
        /// The player.
        player: PlayerId,
        /// What changes.
        change: Box<AccountChange>,
    },
}

/// The answer to an [`AccountQuery`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountAnswer {
    /// The account, if there is one.
    Found(Option<Box<SharedAccount>>),
    /// The account, if there is one, and whether the attempt is admitted.
    LoginBegun {
        /// The account.
        account: Option<Box<SharedAccount>>,
        /// When to verify the password, or how many milliseconds the client must wait.
        admitted: Result<Turn, u64>,
    },
    /// The account as it is stored now.
    Stored(Box<SharedAccount>),
    /// The account is not claimed or changed.
    Refused(AccountRefusal),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> PasswordHash {
        PasswordHash(text.to_owned())
    }

    fn row() -> AccountRow {
        AccountRow {
            name: PlayerName::parse("Bo").expect("a name"),
            registered_at: Timestamp::default(),
            password: hash("one"),
            policy: ChallengePolicy::Everyone,
            blocked: BTreeMap::new(),
            sign_outs: 0,
            seen_at: Timestamp::default(),
            has_played: false,
        }
    }

    #[test]
    fn a_password_replaces_only_the_one_that_was_verified() {
        let mut account = row();
        let change = |from: &str| AccountChange::Password { from: hash(from), to: hash("two") };
        assert_eq!(account.apply(&change("zero")), Err(AccountRefusal::OtherPassword));
        assert_eq!(account, row());
        assert_eq!(account.apply(&change("one")), Ok(true));
        assert_eq!((account.password, account.sign_outs), (hash("two"), 1));
    }

    #[test]
    fn a_repeated_change_of_preferences_changes_nothing() {
        let mut account = row();
        let an = PlayerName::parse("An").expect("a name");
        for change in [
            AccountChange::Block(PlayerId(7), an),
            AccountChange::Policy(ChallengePolicy::Nobody),
            AccountChange::Unblock(PlayerId(7)),
        ] {
            assert_eq!([account.apply(&change), account.apply(&change)], [Ok(true), Ok(false)]);
        }
        for player in 0..=limits::BLOCKED_PLAYERS as u64 {
            let name = PlayerName::parse(&format!("p{player}")).expect("a name");
            let fits = player < limits::BLOCKED_PLAYERS as u64;
            assert_eq!(account.apply(&AccountChange::Block(PlayerId(player), name)), Ok(fits));
        }
    }
}
