//! What the hub tells outside its steps: players and games, for operators, and invitations.

use super::Hub;
use crate::actions::Action;
use crate::address::Address;
use crate::boundary::ConnectionId;
use chuhe_protocol::{GameId, GameKind, Invitation, InvitationCode, Player, PlayerId, PlayerName, Refusal};
use chuhe_rules::{Color, PerColor};

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

impl Hub {
    /// Returns all known players, in the order of their numbers.
    pub fn known_players(&self) -> impl Iterator<Item = ListedPlayer> {
        self.door.accounts.ids().filter_map(|player| {
            Some(ListedPlayer {
                player,
                name: self.door.accounts.get(player)?.name.clone(),
                is_registered: self.door.accounts.is_registered(player),
                connection: self.door.connections.of(player),
                game: self.lobby.presence.table(player),
            })
        })
    }

    /// Returns all games whose rooms are open, in the order of their numbers.
    pub fn open_games(&self) -> impl Iterator<Item = ListedGame> {
        self.floor.rooms.all().map(|room| {
            let name =
                |color: Color| self.door.accounts.get(room.player(color)).map(|account| account.name.clone());
            ListedGame {
                game: room.id(),
                kind: room.kind(),
                names: PerColor::from_fn(name),
                ply: room.ply(),
                is_over: room.is_over(),
            }
        })
    }

    /// Returns the name of the player that a connection belongs to, once it has joined.
    #[must_use]
    pub fn name_at(&self, connection: ConnectionId) -> Option<&PlayerName> {
        let player = self.door.connections.player(connection)?;
        self.door.accounts.get(player).map(|account| &account.name)
    }

    /// Returns every listed player, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.lobby.presence.players(&self.door.accounts, self.step.now)
    }

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
