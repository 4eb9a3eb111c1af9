//! What the hub tells outside its steps: players, accounts and games, for operators, and invitations.

use super::Hub;
use crate::actions::Action;
use crate::address::Address;
use crate::connection_id::ConnectionId;
use chuhe_protocol::{
    ChallengePolicy, EveningCode, EveningStage, GameId, GameKind, Invitation, InvitationCode, PlayerId,
    PlayerName, Refusal,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;

/// A known player, as operators see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPlayer {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// Whether a password protects the name.
    pub is_registered: bool,
    /// The player's connection; `None` while they are absent.
    pub connection: Option<ConnectionId>,
    /// The game at whose table they sit.
    pub game: Option<GameId>,
}

/// A registered account, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAccount {
    /// The player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// When the player was last seen to be connected; `None` if they were never in this hall.
    pub seen_at: Option<Timestamp>,
    /// Whether the player is connected.
    pub is_connected: bool,
    /// Whether the player has finished a game.
    pub has_played: bool,
    /// When the name lapses unless the player comes before; `None` if it does not.
    pub lapses_at: Option<Timestamp>,
    /// The game at whose table they sit.
    pub game: Option<GameId>,
    /// Who may challenge the player.
    pub policy: ChallengePolicy,
    /// How many players they block.
    pub blocked: usize,
    /// Whether several hubs share the account.
    pub is_shared: bool,
}

/// A game whose room is open, as operators see it. It has no hidden information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The game.
    pub game: GameId,
    /// Which game is played.
    pub kind: GameKind,
    /// The names of the players; `None` if a player is gone for good.
    pub names: PerColor<Option<PlayerName>>,
    /// The number of moves played.
    pub ply: u16,
    /// Whether the game is over.
    pub is_over: bool,
}

/// An evening, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedEvening {
    /// Its code.
    pub code: EveningCode,
    /// What it is called.
    pub title: String,
    /// How far it is.
    pub stage: EveningStage,
    /// How many players have entered.
    pub players: u16,
    /// The names of its organisers.
    pub organisers: Vec<PlayerName>,
}

impl Hub {
    /// Returns what everyone with the code may know of an invitation, for the card of a link in a
    /// messenger. It counts as a challenge from this address.
    ///
    /// # Errors
    /// If the address asks too often, or as [`Refusal::Invitation`] says.
    pub fn look_up_invitation(
        &mut self,
        address: Address,
        code: InvitationCode,
    ) -> Result<Box<Invitation>, Refusal> {
        self.door.connections.admit_address(address, Action::Challenge, self.step.now)?;
        self.lobby.public_invitation(&self.step, &self.door, code)
    }
}
