//! The lobby: who is listed, challenges, invitations, previews of games, and the last visitors.
//!
//! It uses connections and accounts at the door, and does not know the rooms.

mod challenging;
mod inviting;
mod lasting;
mod near;
mod seeking;

use crate::accounts::fair_play;
use crate::actions::Action;
use crate::caller::Caller;
use crate::challenges::{Challenges, OpenChallenge};
use crate::connection_id::ConnectionId;
use crate::door::Door;
use crate::invitations::Invitations;
use crate::presence::Presence;
use crate::previews::Previews;
use crate::rooms::Rooms;
use crate::shared_accounts::AccountChange;
use crate::step::Step;
use crate::timers::Timer;
use crate::visitors::Visitors;
use chuhe_protocol::{
    ChallengePolicy, DoorMessage, GameId, InvitationCode, LobbyMessage, LobbyRequest, PagePort, PageRequest,
    PlayerId, PlayerName, PresenceChange, ProfileMessage, Refusal, SessionToken, ValidTerms,
};
use std::collections::BTreeSet;

/// Who is in the lobby, and what they offer each other.
#[derive(Debug)]
pub(crate) struct Lobby {
    pub(crate) presence: Presence,
    pub(crate) challenges: Challenges,
    pub(crate) invitations: Invitations,
    pub(crate) previews: Previews,
    pub(crate) visitors: Visitors,
}

/// A game that both players have agreed on, and that the hub begins.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// Of a challenge, which is closed.
    Challenge(OpenChallenge),
    /// Of an invitation whose place is held, and whose players are both here.
    Invitation(InvitationCode),
    /// Of a player who seeks, with another who seeks the same or takes the seek.
    Seek { seeker: PlayerId, opponent: PlayerId, terms: ValidTerms },
}

impl Lobby {
    /// Serves a request of a player in the lobby, and returns the game that begins with it.
    ///
    /// # Errors
    /// If the request is refused.
    pub(crate) fn handle(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        caller: Caller,
        request: LobbyRequest,
    ) -> Result<Option<Beginning>, Refusal> {
        use LobbyRequest as R;
        let player = caller.player;
        match request {
            R::Challenge { opponent, terms } => {
                return self.challenge(step, door, caller, opponent, terms);
            }
            R::AcceptChallenge { challenge } => {
                let challenge = self.challenges.accept(player, challenge, &self.presence)?;
                return Ok(Some(Beginning::Challenge(challenge)));
            }
            R::AcceptInvitation { code } => {
                return self.accept_invitation(step, door, caller, code);
            }
            R::Seek { terms, reach, lasting } => {
                return self.seek(step, door, caller, terms, reach, lasting);
            }
            R::TakeSeek { player, terms } => return self.take_seek(step, door, caller, player, &terms),
            R::EndSeek => {
                self.end_seek(player);
                self.end_lasting_seek(step, door, player);
            }
            R::DropSeekAnswer { player: other } => self.drop_answers_between(step, door, player, other),
            R::CancelChallenge { challenge } => self.cancel_challenge(step, door, player, challenge)?,
            R::DeclineChallenge { challenge, reason } => {
                self.decline_challenge(step, door, player, challenge, reason)?;
            }
            R::Invite { terms } => self.invite(step, door, caller, terms)?,
            R::WithdrawInvitation { code } => self.withdraw_invitation(step, door, player, code)?,
            R::FindInvitation { code, hall: _ } => {
                self.find_invitation(step, door, caller, code)?;
            }
            R::LeaveInvitation { code } => self.leave_invitation(step, door, player, code)?,
            R::ListVisitors => self.list_visitors(step, door, caller.connection)?,
            R::PreviewGames { games } => self.preview_games(step, caller, games)?,
            R::ListPlayers(request) => self.list_players(step, door, caller, request)?,
            R::FollowPlayers { players } => self.follow_players(step, door, caller, players)?,
            R::FindPlayer { name } => self.find_player(step, door, caller, &name)?,
        }
        Ok(None)
    }

    /// Adds a guest, or a computer player, with the connection, and returns it.
    ///
    /// # Errors
    /// If the name is not free.
    pub(crate) fn add_player(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        connection: ConnectionId,
        name: PlayerName,
    ) -> Result<PlayerId, Refusal> {
        let computer_level = door.connections.computer_level(connection);
        door.accounts.check_free(&name, computer_level)?;
        let (player, token) = (step.random.player_id(), step.random.token());
        tracing::info!(%connection, %player, %name, "joined");
        step.effects.save(door.accounts.add(player, name, token, computer_level, step.now));
        self.welcome(step, door, (connection, player), None, token, false);
        Ok(player)
    }

    /// Assigns a connection to a player, and sends it the initial state.
    ///
    /// That is the list of players, or, at a table, the opponent; and the player's open challenges.
    pub(crate) fn welcome(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        (connection, player): (ConnectionId, PlayerId),
        round_trip_ms: Option<u16>,
        token: SessionToken,
        resumed: bool,
    ) {
        let Some(deadline) = door.connections.join(connection, player, round_trip_ms) else { return };
        step.effects.set_timer(Timer::Connection(connection), Some(deadline));
        if let Some(address) = door.connections.address(connection) {
            door.accounts.add_address(player, address);
        }
        self.presence.connect(player);
        let Some(account) = door.accounts.get(player) else { return };
        let (name, registered) = (account.name.clone(), account.is_registered());
        let hall = door.hall.clone();
        step.effects.send(connection, DoorMessage::Joined { player, name, token, resumed, registered, hall });
        if !door.connections.rated_by_default() {
            step.effects.send(connection, DoorMessage::RatedByDefault { rated: false });
        }
        if let Some(PagePort { port, has_tls: tls }) = self.invitations.page {
            step.effects.send(connection, DoorMessage::WebPage { port, tls });
        }
        if !door.accounts.has_usual_preferences(player) {
            door.send_preferences(step, connection, player);
        }
        if let Some(fair_play) = fair_play::message(&door.accounts, player, step.now) {
            step.effects.send(connection, ProfileMessage::FairPlay(Box::new(fair_play)));
        }
        if self.presence.table(player).is_some() {
            self.introduce(step, door, connection, player);
        } else {
            self.subscribe(step, door, connection, player);
        }
        for open in self.challenges.of(player) {
            step.effects.send(connection, LobbyMessage::ChallengeOpened(Box::new(open.to_message(step.now))));
        }
        self.send_invitations(step, door, connection, player);
        self.announce_to_answers(step, door, player);
        if !step.lifecycle.is_open() {
            step.effects.send(connection, DoorMessage::ShuttingDown);
        }
    }

    /// Subscribes a connection to the lobby.
    ///
    /// While the lobby is crowded, a page of the list can come later, and its player need not be on it: the connection
    /// also receives what [`Lobby::introduce`] sends.
    pub(crate) fn subscribe(
        &mut self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
        player: PlayerId,
    ) {
        let waits = self.presence.subscribe(connection, player, &door.accounts, step.now, &mut step.effects);
        if waits {
            self.introduce(step, door, connection, player);
        }
    }

    /// Sends a connection its player, their opponent at the table, and those they share open
    /// challenges with. In the lobby it follows them from then on.
    fn introduce(&mut self, step: &mut Step, door: &Door, connection: ConnectionId, player: PlayerId) {
        let challenged = self.challenges.of(player).flat_map(|open| [open.from, open.to]);
        let opponent = self.presence.opponent(player);
        let concerned: BTreeSet<PlayerId> = challenged.chain([player]).chain(opponent).collect();
        self.presence.follow_also(connection, &concerned);
        let player = |id| self.presence.player(id, &door.accounts, step.now);
        let listed = concerned.into_iter().filter_map(player).map(PresenceChange::Here).collect();
        step.effects.send(connection, LobbyMessage::Presence(listed));
    }

    /// Sends a player those they share open challenges with, if the list that they receive need not have them: at a
    /// table, and in a crowded lobby.
    pub(crate) fn introduce_challenged(&mut self, step: &mut Step, door: &Door, player: PlayerId) {
        if (self.presence.table(player).is_some() || self.presence.is_crowded())
            && let Some(connection) = door.connections.of(player)
        {
            self.introduce(step, door, connection, player);
        }
    }

    /// Sets who may challenge a player, which the player list shows.
    ///
    /// # Errors
    /// If such requests are too frequent.
    pub(crate) fn set_challenge_policy(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        policy: ChallengePolicy,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Preference)?;
        if let Some(record) = door.accounts.set_policy(player, policy) {
            step.effects.save([record]);
            door.share_change(step, player, AccountChange::Policy(policy));
            self.presence.record_change(player);
        }
        door.send_preferences(step, connection, player);
        Ok(())
    }

    /// Lists a player with what they do at the tables of these rooms.
    pub(crate) fn list_at_table(&mut self, rooms: &Rooms, player: PlayerId) {
        let is_challenged = self.challenges.concern(player);
        self.presence.set_activity(player, rooms.activity(player), is_challenged);
    }

    /// Sends a connection the players who were on the server last, without banned names.
    pub(crate) fn list_visitors(
        &self,
        step: &mut Step,
        door: &Door,
        connection: ConnectionId,
    ) -> Result<(), Refusal> {
        let is_hidden = |name: &_| {
            let player = door.accounts.by_name(name);
            player.is_some_and(|player| door.connections.of(player).is_some())
                || door.moderation.bans_name(name, step.now)
        };
        let list = self.visitors.list(is_hidden, step.now);
        step.effects.send(connection, list);
        Ok(())
    }

    /// Removes a player from the list of the visitors.
    pub(crate) fn remove_visitor(&mut self, door: &Door, player: PlayerId) {
        if let Some(account) = door.accounts.get(player) {
            self.visitors.remove(&account.name);
        }
    }

    /// Records that a player was on the server until now, unless it is a computer player.
    pub(crate) fn record_visitor(&mut self, step: &Step, door: &Door, player: PlayerId) {
        if let Some(account) = door.accounts.get(player)
            && account.computer_level.is_none()
        {
            self.visitors.record(&account.name, step.now);
        }
    }

    /// Lists the player of a connection with the game that they watch from now on.
    pub(crate) fn watches(&mut self, door: &Door, connection: ConnectionId, game: Option<GameId>) {
        if let Some(player) = door.connections.player(connection) {
            self.presence.watch(player, game);
        }
    }

    /// Whether a player is known, and sits in no running game.
    fn is_idle(&self, door: &Door, player: PlayerId) -> bool {
        door.accounts.contains(player) && !self.presence.is_playing(player)
    }

    /// Whether a player sits in a running game.
    pub(crate) fn plays(&self, player: PlayerId) -> bool {
        self.presence.is_playing(player)
    }

    /// Blocks a player, closes the challenges between the two, and ends a wait for one another.
    ///
    /// # Errors
    /// If there is no such player, or one of the limits is reached.
    pub(crate) fn block(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        other: PlayerId,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Preference)?;
        if let Some(record) = door.accounts.block(player, other)? {
            step.effects.save([record]);
            door.share_block(step, player, other);
            self.leave_places_between(step, door, player, other);
            self.drop_answers_between(step, door, player, other);
            if !self.close_challenges_between(step, door, player, other) {
                // a guest who joins again waits before they challenge this player
                let blocked = door.accounts.challenger(other);
                self.challenges.count_refusal(blocked, player, step.now);
            }
        }
        door.send_preferences(step, connection, player);
        Ok(())
    }

    /// Replaces the games that a player's connection previews, all of which have a room.
    ///
    /// # Errors
    /// If the player sits at a table.
    pub(crate) fn preview_games(
        &mut self,
        step: &mut Step,
        Caller { connection, player, .. }: Caller,
        games: Vec<GameId>,
    ) -> Result<(), Refusal> {
        if self.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        if let Some(at) = self.previews.choose(connection, games, step.now) {
            step.effects.set_timer(Timer::Previews, Some(at));
        }
        Ok(())
    }

    /// Replaces the page of the list that a player's connection receives.
    ///
    /// # Errors
    /// If the player sits at a table, or such requests are too frequent.
    fn list_players(
        &mut self,
        step: &Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        request: PageRequest,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Query)?;
        if self.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        self.presence.choose_page(connection, request);
        Ok(())
    }

    /// Replaces the players whose presence a player's connection receives beside its page.
    ///
    /// # Errors
    /// If the player sits at a table, or such requests are too frequent.
    fn follow_players(
        &mut self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, .. }: Caller,
        players: Vec<PlayerId>,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Query)?;
        if self.presence.table(player).is_some() {
            return Err(Refusal::YouAreBusy);
        }
        self.presence.follow(connection, players, &door.accounts, step.now, &mut step.effects);
        Ok(())
    }

    /// Sends a connection the listed player of this name.
    ///
    /// # Errors
    /// If there is none, or such requests are too frequent.
    fn find_player(
        &self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, .. }: Caller,
        name: &PlayerName,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Query)?;
        let named = door.accounts.by_name(name);
        let player = named.and_then(|id| self.presence.player(id, &door.accounts, step.now));
        // a name that only looks like it is another one
        let is_same = |other: &PlayerName| other.as_str().to_lowercase() == name.as_str().to_lowercase();
        let player = player.filter(|player| is_same(&player.name)).ok_or(Refusal::NoSuchPlayer)?;
        step.effects.send(connection, LobbyMessage::Presence(vec![PresenceChange::Here(player)]));
        Ok(())
    }

    /// Sends the previews of some games, and sets the timer for the next ones.
    ///
    /// While games are paused nothing changes, but a client may still be without a board.
    pub(crate) fn send_previews(&mut self, step: &mut Step, rooms: &Rooms) {
        let (games, next) = self.previews.step(step.now);
        for game in games {
            let Some(room) = rooms.get(game) else { continue };
            let receivers = self.previews.take_receivers(game, room.visible_to_spectators());
            if !receivers.is_empty() {
                step.effects.broadcast(receivers, LobbyMessage::Preview(Box::new(room.preview(step.now))));
            }
        }
        step.effects.set_timer(Timer::Previews, next);
    }
}
