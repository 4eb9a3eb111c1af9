//! Dispatches requests: applies the common checks and calls the handler of each.

use super::Hub;
use crate::actions::Action;
use crate::boundary::{ConnectionId, SecurityEvent};
use crate::chat_log;
use crate::connections::ConnectionState::{self, Greeting, Joined};
use chuhe_protocol::{ChatRoom, ClientMessage, CloseReason, PlayerId, Refusal, Request, ServerMessage, text};

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

    /// The table of requests: those before a connection has joined, and those at any time.
    fn dispatch(
        &mut self,
        connection: ConnectionId,
        state: ConnectionState,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        use ClientMessage as M;
        match (state, message) {
            (_, M::Ping { nonce, round_trip_ms }) => {
                self.connections.set_round_trip_ms(connection, round_trip_ms);
                self.connections.record_pong(connection, nonce, self.now);
                self.reply(connection, ServerMessage::Pong { nonce });
                Ok(())
            }
            (_, M::Quit) => {
                self.close(connection, CloseReason::Quit);
                Ok(())
            }
            (Greeting { .. }, M::Join { name, hall }) => self.join(connection, number, &name, hall.as_ref()),
            (Greeting { .. }, M::Resume { token, seen, hall: _ }) => self.resume(connection, token, seen),
            (Greeting { .. }, M::Login { name, password, hall }) => {
                self.log_in(connection, number, (&name, hall.as_ref()), password)
            }
            (Greeting { .. }, M::FindInvitation { code, hall }) => {
                self.find_invitation_before_joining(connection, code, hall.as_ref())
            }
            (Greeting { .. }, _) => Err(Refusal::NotJoined),
            (Joined(player), message) => self.dispatch_joined(connection, player, number, message),
        }
    }

    /// The table of requests after the connection has joined.
    #[inline]
    fn dispatch_joined(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        use ClientMessage as M;
        match message {
            // before this, `dispatch` serves pings and the request to quit
            M::Join { .. } | M::Login { .. } | M::Ping { .. } | M::Quit => Err(Refusal::AlreadyJoined),
            M::Resume { token, seen: _, hall: _ } => self.confirm_token(player, token),
            M::Register { password } => self.register(connection, player, number, password),
            M::ChangePassword { old, new } => self.change_password(connection, player, number, old, new),
            M::SignOutEverywhere => self.sign_out_everywhere(connection, player, number),
            M::Chat { room, text } => self.chat(connection, player, room, &text),
            M::Challenge { opponent, terms } => self.challenge(connection, player, opponent, terms),
            M::CancelChallenge { challenge } => self.cancel_challenge(player, challenge),
            M::AcceptChallenge { challenge } => self.accept_challenge(player, challenge),
            M::DeclineChallenge { challenge, reason } => self.decline_challenge(player, challenge, reason),
            M::Invite { terms } => self.invite(connection, player, terms),
            M::WithdrawInvitation { code } => self.withdraw_invitation(player, code),
            M::FindInvitation { code, hall: _ } => self.find_invitation(connection, player, code),
            M::AcceptInvitation { code } => self.accept_invitation(connection, player, code),
            M::LeaveInvitation { code } => self.leave_invitation(player, code),
            M::Play { game, ply, mv, premove } => {
                self.at_table(player, game, |room, color, now| room.play(color, ply, (mv, premove), now))
            }
            M::Offer { game, kind } => self.offer(player, game, kind),
            M::WithdrawOffer { game, kind } => {
                self.at_table(player, game, |room, color, now| room.withdraw(color, kind, now))
            }
            M::AnswerOffer { game, kind, accept } => self.answer_offer(player, game, kind, accept),
            M::Resign { game } => self.at_table(player, game, |room, color, now| room.resign(color, now)),
            M::Abort { game } => self.at_table(player, game, |room, color, now| room.abort(color, now)),
            M::ClaimAbsence { game, claim } => {
                self.at_table(player, game, |room, color, now| room.claim_absence(color, claim, now))
            }
            M::LeaveTable { game } => self.leave_table(player, game),
            M::SetUp { game, strengths } => {
                self.at_table(player, game, |room, color, _| room.set_up(color, strengths))
            }
            M::ConfirmFormation { game } => {
                self.at_table(player, game, |room, color, now| room.confirm_formation(color, now))
            }
            M::WithdrawFormation { game } => {
                self.at_table(player, game, |room, color, now| room.withdraw_formation(color, now))
            }
            M::ListGames { before } => self.list_games(connection, player, number, before),
            M::FindGames { filter, before } => self.find_games(connection, player, number, filter, before),
            M::FetchGame { game, from } => self.fetch_game(connection, player, number, game, from),
            M::Watch { game, from } => self.watch(connection, player, game, from),
            M::PreviewGames { games } => self.preview_games(connection, player, games),
            M::ListVisitors => self.list_visitors(connection),
            M::Unwatch { game } => self.unwatch(connection, game),
            M::Block { player: other } => self.block(connection, player, other),
            M::Unblock { player: other } => self.unblock(connection, player, other),
            M::SetChallengePolicy { policy } => self.set_challenge_policy(connection, player, policy),
            M::Echo { nonce } => {
                self.measure_lag(connection, player, nonce);
                Ok(())
            }
            M::Sleep { asleep } => self.sleeps(connection, player, asleep),
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
    // a joined player confirms with `Resume` that they have received a new token
    let confirms_token = matches!((state, message), (Joined(_), ClientMessage::Resume { .. }));
    let is_about_connection = matches!(
        message,
        ClientMessage::Ping { .. }
            | ClientMessage::Echo { .. }
            | ClientMessage::Sleep { .. }
            | ClientMessage::Quit
    );
    confirms_token || is_about_connection
}
