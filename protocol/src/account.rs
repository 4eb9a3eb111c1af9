//! Accounts: names, passwords and preferences.

use crate::{Password, PlayerId, PlayerName, ProfileChoice, SessionToken};
use serde::{Deserialize, Serialize};

/// A request about the player's own account.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum AccountRequest {
    /// Registers the player's name, which then requires this password.
    Register {
        /// The new password.
        password: Password,
    },
    /// Changes the password of the player's registered name and revokes all tokens.
    ///
    /// The server answers with [`AccountMessage::SignedOutEverywhere`], which has a new
    /// token, then with [`AccountMessage::Registered`]. It refuses a wrong old password,
    /// and any for an unregistered name, with [`crate::Refusal::WrongPassword`], and limits
    /// attempts like those of [`crate::DoorRequest::Login`]. If the connection closes meanwhile, the change
    /// goes on without it, and closes the connection that the player has then.
    ChangePassword {
        /// The current password.
        old: Password,
        /// The new password.
        new: Password,
    },
    /// Revokes all tokens of the player but the one in the answer.
    ///
    /// The answer is [`AccountMessage::SignedOutEverywhere`]. Other machines of the player
    /// then need the password. The token of a guest's connection stays valid until the client
    /// sends the new one with [`crate::DoorRequest::Resume`], on this connection or another; until
    /// then this request is refused with [`crate::Refusal::RequestPending`].
    SignOutEverywhere,
    /// Blocks a player: neither their challenges nor their chat reach the requester any more.
    ///
    /// Open challenges between the two are closed. The answer is
    /// [`AccountMessage::Preferences`]; blocking a blocked player changes nothing.
    Block {
        /// The player to block; they need not be online.
        player: PlayerId,
    },
    /// Lifts a block.
    ///
    /// The answer is [`AccountMessage::Preferences`], also if there is no such block.
    Unblock {
        /// The blocked player.
        player: PlayerId,
    },
    /// Sets who may challenge the player.
    ///
    /// The answer is [`AccountMessage::Preferences`].
    SetChallengePolicy {
        /// Who may challenge the player.
        policy: ChallengePolicy,
    },
    /// Sets what others see of the player's profile.
    ///
    /// The answer is [`AccountMessage::Preferences`]. It holds in this hall only, as ratings do.
    SetProfile {
        /// What others see.
        profile: ProfileChoice,
    },
}

/// A message about the player's own account.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum AccountMessage {
    /// The player's name is now registered, or its password is changed.
    Registered,
    /// Every other token of the player is invalid.
    ///
    /// The token of a guest's own connection becomes invalid when the new one is used.
    SignedOutEverywhere {
        /// The new token. A guest's client sends it back at once, with
        /// [`crate::DoorRequest::Resume`].
        token: SessionToken,
    },
    /// The player's preferences, after each request that sets them.
    ///
    /// Also after [`crate::DoorMessage::Joined`]; without it, the player then has the usual ones:
    /// [`ChallengePolicy::Everyone`], nobody blocked, and the default [`ProfileChoice`].
    Preferences {
        /// Who may challenge the player.
        policy: ChallengePolicy,
        /// The players they block, at most [`crate::limits::BLOCKED_PLAYERS`].
        ///
        /// A guest stays in the list until their name is released.
        blocked: Vec<BlockedPlayer>,
        /// What others see of their profile.
        profile: ProfileChoice,
    },
}

/// Who may challenge a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChallengePolicy {
    /// Everyone.
    #[default]
    Everyone,
    /// Players with a registered name.
    Registered,
    /// Nobody. The player may still challenge others.
    Nobody,
}

/// A player who is blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedPlayer {
    /// The player's number.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
}
