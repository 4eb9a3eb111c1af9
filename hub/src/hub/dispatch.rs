//! Dispatches requests: applies the common checks and calls the handler of each.

use super::Hub;
use crate::actions::Action;
use crate::boundary::{ConnectionId, SecurityEvent};
use crate::chat_log;
use crate::connections::ConnectionState::{self, Greeting, Joined};
use chuhe_protocol::{
    AccountRequest, ArchiveRequest, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, GameId,
    LobbyRequest, PlayerId, Refusal, Request, ServerMessage, TableRequest, text,
};

impl Hub {
    /// Handles a request, and sends a refusal if it is not served.
    pub(super) fn received(&mut self, connection: ConnectionId, request: Request) {
        let Some(state) = self.connections.record_request(connection, self.now) else { return };
        if self.connections.is_flooding(connection, self.now) {
            self.effects.report(connection, SecurityEvent::Flood);
            self.close(connection, CloseReason::Flood);
            return;
        }
        let Request { number, message } = request;
        let result = if self.lifecycle.is_paused() && !is_served_while_paused(state, &message) {
            Err(Refusal::Paused)
        } else {
            if let Joined(player) = state {
                self.revoke_replaced_token(player);
            }
            self.dispatch(connection, state, number, message)
        };
        self.refuse(connection, number, result);
    }

    /// Sends the refusal if a request was not served. A served request has no response but its
    /// effects.
    pub(super) fn refuse(&mut self, connection: ConnectionId, request: u32, result: Result<(), Refusal>) {
        if let Err(reason) = result {
            tracing::debug!(%connection, request, %reason, "refused");
            self.reply(connection, ServerMessage::Refused { request, reason });
        }
    }

    /// Counts a rate-limited action of a connection.
    ///
    /// # Errors
    /// If it is too frequent.
    pub(super) fn admit(&mut self, connection: ConnectionId, action: Action) -> Result<(), Refusal> {
        let player = self.connections.player(connection);
        let of_player = player.and_then(|player| self.accounts.actions_mut(player));
        self.connections.admit(connection, action, of_player, self.now)
    }

    /// Passes a request on to its area. Before a connection has joined, most are refused.
    fn dispatch(
        &mut self,
        connection: ConnectionId,
        state: ConnectionState,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        match (state, message) {
            (Joined(player), ClientMessage::Table { game, request }) => {
                self.table_request(connection, player, game, request)
            }
            (state, ClientMessage::Door(request)) => self.door_request(connection, state, number, request),
            (Joined(player), ClientMessage::Lobby(request)) => {
                self.lobby_request(connection, player, request)
            }
            (Joined(player), ClientMessage::Chat { room, text }) => {
                self.chat(connection, player, room, &text)
            }
            (Joined(player), ClientMessage::Account(request)) => {
                self.account_request(connection, player, number, request)
            }
            (Joined(player), ClientMessage::Archive(request)) => {
                self.archive_request(connection, player, number, request)
            }
            (Greeting { .. }, ClientMessage::Lobby(LobbyRequest::FindInvitation { code, hall })) => {
                self.find_invitation_before_joining(connection, code, hall.as_ref())
            }
            (Greeting { .. }, _) => Err(Refusal::NotJoined),
        }
    }

    fn door_request(
        &mut self,
        connection: ConnectionId,
        state: ConnectionState,
        number: u32,
        request: DoorRequest,
    ) -> Result<(), Refusal> {
        use DoorRequest as R;
        match (state, request) {
            (_, R::Ping { nonce, round_trip_ms }) => {
                self.connections.set_round_trip_ms(connection, round_trip_ms);
                self.connections.record_pong(connection, nonce, self.now);
                self.reply(connection, DoorMessage::Pong { nonce });
                Ok(())
            }
            (_, R::Quit) => {
                self.close(connection, CloseReason::Quit);
                Ok(())
            }
            (Greeting { .. }, R::Join { name, hall }) => self.join(connection, number, &name, hall.as_ref()),
            (Greeting { .. }, R::Resume { token, seen, hall: _ }) => self.resume(connection, token, seen),
            (Greeting { .. }, R::Login { name, password, hall }) => {
                self.log_in(connection, number, (&name, hall.as_ref()), password)
            }
            (Greeting { .. }, R::Echo { .. } | R::Sleep { .. }) => Err(Refusal::NotJoined),
            (Joined(_), R::Join { .. } | R::Login { .. }) => Err(Refusal::AlreadyJoined),
            (Joined(player), R::Resume { token, seen: _, hall: _ }) => self.confirm_token(player, token),
            (Joined(player), R::Echo { nonce }) => {
                self.measure_lag(connection, player, nonce);
                Ok(())
            }
            (Joined(player), R::Sleep { asleep }) => self.sleeps(connection, player, asleep),
        }
    }

    fn account_request(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        number: u32,
        request: AccountRequest,
    ) -> Result<(), Refusal> {
        use AccountRequest as R;
        match request {
            R::Register { password } => self.register(connection, player, number, password),
            R::ChangePassword { old, new } => self.change_password(connection, player, number, old, new),
            R::SignOutEverywhere => self.sign_out_everywhere(connection, player, number),
            R::Block { player: other } => self.block(connection, player, other),
            R::Unblock { player: other } => self.unblock(connection, player, other),
            R::SetChallengePolicy { policy } => self.set_challenge_policy(connection, player, policy),
        }
    }

    fn lobby_request(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        request: LobbyRequest,
    ) -> Result<(), Refusal> {
        use LobbyRequest as R;
        match request {
            R::Challenge { opponent, terms } => self.challenge(connection, player, opponent, terms),
            R::CancelChallenge { challenge } => self.cancel_challenge(player, challenge),
            R::AcceptChallenge { challenge } => self.accept_challenge(player, challenge),
            R::DeclineChallenge { challenge, reason } => self.decline_challenge(player, challenge, reason),
            R::Invite { terms } => self.invite(connection, player, terms),
            R::WithdrawInvitation { code } => self.withdraw_invitation(player, code),
            R::FindInvitation { code, hall: _ } => self.find_invitation(connection, player, code),
            R::AcceptInvitation { code } => self.accept_invitation(connection, player, code),
            R::LeaveInvitation { code } => self.leave_invitation(player, code),
            R::ListVisitors => self.list_visitors(connection),
            R::PreviewGames { games } => self.preview_games(connection, player, games),
        }
    }

    #[inline]
    fn table_request(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        game: GameId,
        request: TableRequest,
    ) -> Result<(), Refusal> {
        use TableRequest as R;
        match request {
            R::Play { ply, mv, premove } => {
                self.at_table(player, game, |room, color, now| room.play(color, ply, (mv, premove), now))
            }
            R::Offer { kind } => self.offer(player, game, kind),
            R::WithdrawOffer { kind } => {
                self.at_table(player, game, |room, color, now| room.withdraw(color, kind, now))
            }
            R::AnswerOffer { kind, accept } => self.answer_offer(player, game, kind, accept),
            R::Resign => self.at_table(player, game, |room, color, now| room.resign(color, now)),
            R::Abort => self.at_table(player, game, |room, color, now| room.abort(color, now)),
            R::ClaimAbsence { claim } => {
                self.at_table(player, game, |room, color, now| room.claim_absence(color, claim, now))
            }
            R::Leave => self.leave_table(player, game),
            R::SetUp { strengths } => {
                self.at_table(player, game, |room, color, _| room.set_up(color, strengths))
            }
            R::ConfirmFormation => {
                self.at_table(player, game, |room, color, now| room.confirm_formation(color, now))
            }
            R::WithdrawFormation => {
                self.at_table(player, game, |room, color, now| room.withdraw_formation(color, now))
            }
            R::Watch { from } => self.watch(connection, player, game, from),
            R::Unwatch => self.unwatch(connection, game),
        }
    }

    fn archive_request(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        number: u32,
        request: ArchiveRequest,
    ) -> Result<(), Refusal> {
        use ArchiveRequest as R;
        match request {
            R::ListGames { before } => self.list_games(connection, player, number, before),
            R::FindGames { filter, before } => self.find_games(connection, player, number, filter, before),
            R::FetchGame { game, from } => self.fetch_game(connection, player, number, game, from),
        }
    }

    /// Records whether the program of a connection has gone to sleep. An invitation may have waited for it to wake up.
    fn sleeps(&mut self, connection: ConnectionId, player: PlayerId, asleep: bool) -> Result<(), Refusal> {
        self.connections.set_asleep(connection, asleep);
        if asleep { Ok(()) } else { self.begin_awaited_game(player) }
    }

    fn chat(
        &mut self,
        connection: ConnectionId,
        from: PlayerId,
        room: ChatRoom,
        line: &str,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Line)?;
        self.check_not_silenced(connection, from)?;
        let receivers: Vec<ConnectionId> = match room {
            ChatRoom::Lobby => self.connections.joined().collect(),
            ChatRoom::Spectators(game) => self.spectator_chat_receivers(from, game)?,
            ChatRoom::Table(game) => {
                let (room, _) = self.rooms.seat(from, game)?;
                self.connections.at_table(room).collect()
            }
        };
        let text = text::clean_chat(line).map_err(|invalid| match invalid {
            text::InvalidChat::Empty => Refusal::ChatEmpty,
            text::InvalidChat::TooLong => Refusal::ChatTooLong,
        })?;
        let Some(account) = self.accounts.get(from) else { return Ok(()) };
        let line = self.chat_logs.line(from, account.name.clone(), text, self.now);
        let withheld_from = self.accounts.blockers(from).collect();
        match room {
            ChatRoom::Lobby => self.chat_logs.keep_in_lobby(line.clone(), withheld_from),
            ChatRoom::Table(game) => self.chat_logs.keep_at_table(game, line.clone(), withheld_from),
            ChatRoom::Spectators(game) => self.spectators.keep_chat(game, line.clone(), withheld_from),
        }
        self.effects.broadcast(self.without_blockers(from, receivers), chat_log::live(room, line));
        Ok(())
    }
}

/// Returns whether a request is served while the hub is paused: it changes nothing that is stored.
const fn is_served_while_paused(state: ConnectionState, message: &ClientMessage) -> bool {
    use DoorRequest as R;
    let ClientMessage::Door(request) = message else { return false };
    match request {
        R::Ping { .. } | R::Echo { .. } | R::Sleep { .. } | R::Quit => true,
        // a joined player confirms with it that they have received a new token
        R::Resume { .. } => matches!(state, Joined(_)),
        R::Join { .. } | R::Login { .. } => false,
    }
}
