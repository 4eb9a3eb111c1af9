//! Dispatches requests: applies the common checks, calls the handler of each area, and does what it returns.

use super::Hub;
use crate::boundary::SecurityEvent;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::connections::ConnectionState::{self, Greeting, Joined};
use crate::door::profiles;
use crate::floor::After;
use crate::lobby::Beginning;
use crate::record::{Answer, QueryId};
use chuhe_protocol::{
    AccountRequest, ClientMessage, CloseReason, DoorRequest, GameId, LobbyRequest, Refusal, Request,
    TableRequest,
};

impl Hub {
    /// Handles a request, and sends a refusal if it is not served.
    pub(super) fn received(&mut self, connection: ConnectionId, request: Request) {
        let Some(state) = self.door.connections.record_request(connection, self.step.now) else { return };
        if self.door.connections.is_flooding(connection, self.step.now) {
            self.step.effects.report(connection, SecurityEvent::Flood);
            self.close(connection, CloseReason::Flood);
            return;
        }
        let Request { number, message } = request;
        let result = if self.step.lifecycle.is_paused() && !is_served_while_paused(state, &message) {
            Err(Refusal::Paused)
        } else {
            if let Joined(player) = state {
                self.door.revoke_replaced_token(&mut self.step, player);
            }
            self.dispatch(connection, state, number, message)
        };
        self.door.refuse(&mut self.step, connection, number, result);
    }

    /// Passes a request on to its area. Before a connection has joined, most are refused.
    fn dispatch(
        &mut self,
        connection: ConnectionId,
        state: ConnectionState,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        use ClientMessage as M;
        let (step, door) = (&mut self.step, &mut self.door);
        let caller = |player| Caller { connection, player, request: number };
        match (state, message) {
            (Joined(player), M::Table { game, request }) => self.table_request(caller(player), game, request),
            (state, M::Door(request)) => {
                let after = door.handle(step, connection, state, number, request)?;
                self.after_door(connection, after)
            }
            (Joined(player), M::Lobby(request)) => self.lobby_request(caller(player), request),
            (Joined(player), M::Chat { room, text }) => {
                self.floor.chat(step, door, caller(player), room, &text)
            }
            (Joined(player), M::Account(request)) => self.account_request(caller(player), request),
            (Joined(player), M::Archive(request)) => {
                let evenings = &self.evenings;
                self.floor.archive_request(step, door, caller(player), request, |door, game| {
                    evenings.lister_of(door, caller(player), game)
                })
            }
            (Joined(player), M::Profile(request)) => profiles::request(step, door, caller(player), request),
            (Joined(player), M::Report(request)) => self.report_request(caller(player), request),
            (Joined(player), M::Evening(request)) => self.evening_request(caller(player), request),
            (Greeting { .. }, M::Lobby(LobbyRequest::FindInvitation { code, hall })) => {
                self.lobby.find_invitation_before_joining(step, door, connection, code, hall.as_ref())
            }
            (Greeting { .. }, _) => Err(Refusal::NotJoined),
        }
    }

    /// Continues with the answer to a query.
    pub(super) fn answered(&mut self, id: QueryId, answer: Answer) {
        let Some(answer) = self.evenings.pairing_found(id, answer) else { return };
        if let Some((connection, request, after)) = self.door.answered(&mut self.step, id, answer) {
            let result = after.and_then(|after| self.after_door(connection, after));
            self.door.refuse(&mut self.step, connection, request, result);
        }
        self.door.update_late_accounts(&mut self.step);
    }

    fn account_request(&mut self, caller: Caller, request: AccountRequest) -> Result<(), Refusal> {
        use AccountRequest as R;
        let (step, door, lobby) = (&mut self.step, &mut self.door, &mut self.lobby);
        match request {
            R::Register { password } => door.register(step, caller, password),
            R::ChangePassword { old, new } => {
                let after = door.change_password(step, caller, old, new)?;
                self.after_door(caller.connection, after)
            }
            R::SignOutEverywhere => {
                let after = door.sign_out_everywhere(step, caller)?;
                self.after_door(caller.connection, after)
            }
            R::Block { player } => lobby.block(step, door, caller, player),
            R::Unblock { player } => {
                door.unblock(step, caller, player)?;
                let beginning = lobby.seek_again(door, caller.player, step.now);
                beginning.map_or(Ok(()), |beginning| self.begin_agreed(beginning))
            }
            R::SetProfile { profile } => profiles::set_choice(step, door, caller, profile),
            R::SetChallengePolicy { policy } => lobby.set_challenge_policy(step, door, caller, policy),
        }
    }

    fn lobby_request(&mut self, caller: Caller, mut request: LobbyRequest) -> Result<(), Refusal> {
        if let LobbyRequest::PreviewGames { games } = &mut request {
            games.retain(|&game| self.floor.rooms.get(game).is_some());
        }
        let beginning = self.lobby.handle(&mut self.step, &mut self.door, caller, request)?;
        beginning.map_or(Ok(()), |beginning| self.begin_agreed(beginning))
    }

    pub(super) fn begin_agreed(&mut self, beginning: Beginning) -> Result<(), Refusal> {
        match beginning {
            Beginning::Challenge(challenge) => self.begin(&challenge),
            Beginning::Invitation(code) => self.begin_invited_game(code),
            Beginning::Seek { seeker, opponent, terms } => self.begin_sought_game(seeker, opponent, &terms),
        }
    }

    #[inline]
    fn table_request(&mut self, caller: Caller, game: GameId, request: TableRequest) -> Result<(), Refusal> {
        if self.evenings.has_games() {
            self.check_evening_game(game, &request)?;
        }
        match self.floor.handle(&mut self.step, &mut self.door, caller, game, request)? {
            After::Nothing => {}
            After::Ended(outcome) => self.publish_end(game, outcome),
            After::Rematch => self.begin_rematch(game),
            After::Left => self.left_table(caller.player, game),
            After::Watches(watched) => self.lobby.watches(&self.door, caller.connection, watched),
        }
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
        R::Join { .. } | R::Login { .. } | R::AppealBan { .. } | R::AppealName { .. } => false,
    }
}
