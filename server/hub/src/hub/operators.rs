//! What operators see of a hub, and what they may do to it.

use super::Hub;
use super::gauges::Gauges;
use super::listing::{ListedAccount, ListedEvening, ListedGame, ListedPlayer};
use crate::accounts::{fair_play, rating};
use crate::connection_id::ConnectionId;
use crate::evenings::Evening;
use crate::report::ReportRow;
use crate::sanction::{AccountAction, OperatorAction, Sanction};
use chuhe_protocol::{EveningSummary, GameId, Player, PlayerId, PlayerName, ReportRefusal, SearchWait, text};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

/// Why an operator's action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionRefusal {
    /// The player is absent.
    #[error("the player is not connected")]
    NotConnected,
    /// Nothing can be stored for now.
    #[error("the server cannot store anything for now")]
    Paused,
    /// There are too many bans and silences.
    #[error("there are too many bans and silences; lift some")]
    TooMany,
    /// There is no ban or silence with this number.
    #[error("there is no ban or silence with this number")]
    NoSuchNumber,
    /// The announcement is empty or too long.
    #[error("an announcement has 1 to {most} characters", most = chuhe_protocol::limits::CHAT_CHARS)]
    InvalidText,
    /// No registered account has the name.
    #[error("no registered account has this name")]
    NotRegistered,
    /// The player sits at a table.
    #[error("the player sits at the table of game {0}; let it end, and let them leave the table")]
    AtTable(GameId),
    /// Another player has the name, or one that looks like it.
    #[error("another player has this name, or one that looks like it")]
    NameInUse,
    /// The name is reserved.
    #[error("the name is reserved")]
    NameReserved,
    /// A game was rated since the standings were computed.
    #[error("another game was rated meanwhile")]
    Outdated,
    /// The report cannot be decided so.
    #[error("{0}")]
    Report(ReportRefusal),
    /// The player is a moderator already, or is none.
    #[error("that changes nothing")]
    NoChange,
    /// The player may search.
    #[error("the player does not wait")]
    NoWait,
    /// There is no evening with this code.
    #[error("there is no evening with this code")]
    NoSuchEvening,
    /// Halls share the account.
    #[error("the account belongs to all halls; leave out --hall")]
    Shared,
}

/// A hub as operators see it; nothing here changes it.
#[derive(Clone, Copy, Debug)]
pub struct Operators<'a> {
    hub: &'a Hub,
}

impl Hub {
    /// Shows the hub to operators.
    #[must_use]
    pub const fn operators(&self) -> Operators<'_> {
        Operators { hub: self }
    }
}

impl<'a> Operators<'a> {
    /// Returns every player whom the lobby lists, in the order of their numbers.
    pub fn players(self) -> impl Iterator<Item = Player> + 'a {
        self.hub.lobby.presence.players(&self.hub.door.accounts, self.hub.step.now)
    }

    /// Counts what the hub holds. The time grows with the number of rooms, so this is not for every step.
    #[must_use]
    pub fn gauges(self) -> Gauges {
        let Hub { step, door, lobby, floor, evenings: _ } = self.hub;
        Gauges {
            players: door.accounts.len(),
            games: floor.rooms.all().filter(|room| !room.is_over()).count(),
            spectators: floor.spectators.len(),
            challenges: lobby.challenges.ids().count(),
            invitations: lobby.invitations.all().count(),
            lasting_seeks: lobby.presence.lasting.players().len(),
            stopping: !step.lifecycle.is_open(),
        }
    }

    /// Returns all known players, in the order of their numbers.
    pub fn known_players(self) -> impl Iterator<Item = ListedPlayer> + 'a {
        self.hub.door.accounts.ids().filter_map(move |player| {
            Some(ListedPlayer {
                player,
                name: self.hub.door.accounts.get(player)?.name.clone(),
                is_registered: self.hub.door.accounts.is_registered(player),
                connection: self.hub.door.connections.of(player),
                game: self.hub.lobby.presence.table(player),
            })
        })
    }

    /// Returns all games whose rooms are open, in the order of their numbers.
    pub fn open_games(self) -> impl Iterator<Item = ListedGame> + 'a {
        self.hub.floor.rooms.all().map(move |room| {
            let name = |color: Color| {
                self.hub.door.accounts.get(room.player(color)).map(|account| account.name.clone())
            };
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
    pub fn name_at(self, connection: ConnectionId) -> Option<&'a PlayerName> {
        let player = self.hub.door.connections.player(connection)?;
        self.hub.door.accounts.get(player).map(|account| &account.name)
    }

    /// Returns a registered account.
    #[must_use]
    pub fn account(self, player: PlayerId) -> Option<ListedAccount> {
        let account = self.hub.door.accounts.get(player).filter(|account| account.is_registered())?;
        let is_connected = self.hub.door.connections.of(player).is_some();
        let seen_at = if is_connected { self.hub.step.now } else { account.seen_at() };
        Some(ListedAccount {
            player,
            name: account.name.clone(),
            seen_at: Some(seen_at).filter(|at| *at > Timestamp::default()),
            is_connected,
            has_played: account.has_played(),
            lapses_at: self.hub.door.accounts.lapses_at(player).filter(|_| !is_connected),
            game: self.hub.lobby.presence.table(player),
            policy: account.policy(),
            blocked: self.hub.door.accounts.blocked_by(player),
            is_shared: account.is_shared(),
        })
    }

    /// Returns all registered accounts, in the order of their numbers.
    pub fn listed_accounts(self) -> impl Iterator<Item = ListedAccount> + 'a {
        self.hub.door.accounts.ids().filter_map(move |player| self.account(player))
    }

    /// Checks what an operator does to an account.
    fn check_account_action(self, player: PlayerId, action: &AccountAction) -> Result<(), ActionRefusal> {
        if self.hub.step.lifecycle.is_paused() {
            return Err(ActionRefusal::Paused);
        }
        let account = self.hub.door.accounts.get(player).filter(|account| account.is_registered());
        let account = account.ok_or(ActionRefusal::NotRegistered)?;
        if account.is_shared() {
            return Err(ActionRefusal::Shared);
        }
        let table = self.hub.lobby.presence.table(player);
        match action {
            AccountAction::SetPassword(_) => Ok(()),
            AccountAction::Erase => table.map_or(Ok(()), |game| Err(ActionRefusal::AtTable(game))),
            AccountAction::Rename(name) => {
                if let Some(game) = table {
                    return Err(ActionRefusal::AtTable(game));
                }
                if self.hub.door.accounts.reserves(name) {
                    return Err(ActionRefusal::NameReserved);
                }
                if self.hub.door.accounts.is_of_another(player, name) {
                    return Err(ActionRefusal::NameInUse);
                }
                Ok(())
            }
        }
    }

    /// Returns the player with a name, or with one that looks like it.
    #[must_use]
    pub fn player_named(self, name: &PlayerName) -> Option<PlayerId> {
        self.hub.door.accounts.by_name(name)
    }

    /// Returns all bans and silences with their numbers.
    pub fn sanctions(self) -> impl Iterator<Item = (u64, &'a Sanction)> {
        self.hub.door.moderation.iter(self.hub.step.now)
    }

    /// Returns the players who wait before their next search, in the order of their numbers.
    pub fn waits(self) -> impl Iterator<Item = (&'a PlayerName, SearchWait)> {
        let (accounts, now) = (&self.hub.door.accounts, self.hub.step.now);
        let wait = move |player| Some((&accounts.get(player)?.name, fair_play::wait(accounts, player, now)?));
        accounts.ids().filter_map(wait)
    }

    /// Returns all reports with their numbers, the oldest first.
    pub fn reports(self) -> impl Iterator<Item = (u64, &'a ReportRow)> {
        self.hub.door.reports.iter()
    }

    /// Returns all evenings, the oldest first.
    #[must_use]
    pub fn evenings(self) -> Vec<ListedEvening> {
        let mut all: Vec<(u64, ListedEvening)> =
            self.hub.evenings.all().map(|evening| (evening.number, self.listed_evening(evening))).collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter().map(|(_, listed)| listed).collect()
    }

    fn listed_evening(self, evening: &Evening) -> ListedEvening {
        let name = |player: &PlayerId| Some(self.hub.door.accounts.get(*player)?.name.clone());
        let EveningSummary { code, title, stage, players, .. } = evening.summary(PlayerId(0));
        let organisers = evening.organisers.iter().filter_map(name).collect();
        ListedEvening { code, title, stage, players, organisers }
    }

    /// Returns all moderators.
    pub fn moderators(self) -> impl Iterator<Item = PlayerId> + 'a {
        self.hub.door.reports.moderators()
    }

    /// Checks an operator's action, which [`Input::Operate`](crate::Input::Operate) then performs.
    ///
    /// # Errors
    /// [`ActionRefusal`] if the action would have no effect.
    pub fn check_action(self, action: &OperatorAction) -> Result<(), ActionRefusal> {
        match action {
            OperatorAction::Kick(player) => {
                self.hub.door.connections.of(*player).map(|_| ()).ok_or(ActionRefusal::NotConnected)
            }
            OperatorAction::Impose(_)
            | OperatorAction::Lift(_)
            | OperatorAction::Correct(_)
            | OperatorAction::Decide(..)
            | OperatorAction::SetModerator(..)
            | OperatorAction::EndWait(_)
            | OperatorAction::CloseEvening(_)
                if self.hub.step.lifecycle.is_paused() =>
            {
                Err(ActionRefusal::Paused)
            }
            OperatorAction::Correct(correction) if correction.rated_games != self.rated_games() => {
                Err(ActionRefusal::Outdated)
            }
            OperatorAction::Impose(_) if !self.hub.door.moderation.has_room(self.hub.step.now) => {
                Err(ActionRefusal::TooMany)
            }
            OperatorAction::Lift(number) if !self.hub.door.moderation.contains(*number) => {
                Err(ActionRefusal::NoSuchNumber)
            }
            OperatorAction::Announce(line) => {
                text::clean_chat(line).map(|_| ()).map_err(|_| ActionRefusal::InvalidText)
            }
            OperatorAction::Account(player, action) => self.check_account_action(*player, action),
            OperatorAction::Decide(report, verdict) => {
                let verdict = self.hub.door.check_verdict(&self.hub.step, *report, verdict.clone(), None);
                verdict.map(drop).map_err(ActionRefusal::Report)
            }
            OperatorAction::SetModerator(player, true) if !self.hub.door.accounts.is_registered(*player) => {
                Err(ActionRefusal::NotRegistered)
            }
            OperatorAction::SetModerator(player, moderates) => {
                let is_change = self.hub.door.reports.is_moderator(*player) != *moderates;
                if is_change { Ok(()) } else { Err(ActionRefusal::NoChange) }
            }
            OperatorAction::CloseEvening(code) => {
                self.hub.evenings.get(*code).map(|_| ()).ok_or(ActionRefusal::NoSuchEvening)
            }
            OperatorAction::EndWait(player) => {
                let wait = fair_play::wait(&self.hub.door.accounts, *player, self.hub.step.now);
                wait.map(|_| ()).ok_or(ActionRefusal::NoWait)
            }
            OperatorAction::Impose(_) | OperatorAction::Lift(_) | OperatorAction::Correct(_) => Ok(()),
        }
    }

    /// Returns how many games the hub has rated since it began, and corrected.
    ///
    /// If the number is the same as before a log of rated games was read, the log was whole.
    #[must_use]
    pub const fn rated_games(self) -> u64 {
        rating::rated_games(&self.hub.door.accounts)
    }
}
