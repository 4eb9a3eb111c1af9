//! Requests at the door: joining, resuming, quitting, and what a connection says of itself.

use super::appealing::{Appellant, close_if_name_banned, with_token, without_token};
use super::{After, Door};
use crate::actions::Action;
use crate::boundary::SecurityEvent;
use crate::connection_id::ConnectionId;
use crate::connections::ConnectionState::{self, Greeting, Joined};
use crate::queries::Purpose;
use crate::report::Appeal;
use crate::shared_accounts::AccountQuery;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    CloseReason, Cursor, DoorMessage, DoorRequest, HallName, PlayerId, PlayerName, Refusal, SessionToken,
    limits,
};

impl Door {
    /// Serves a request at the door, and returns what the hub does next.
    ///
    /// # Errors
    /// If the request is refused.
    pub(crate) fn handle(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        state: ConnectionState,
        number: u32,
        request: DoorRequest,
    ) -> Result<After, Refusal> {
        use DoorRequest as R;
        match (state, request) {
            (_, R::Ping { nonce, round_trip_ms }) => {
                self.connections.set_round_trip_ms(connection, round_trip_ms);
                self.connections.record_pong(connection, nonce, step.now);
                self.reply(step, connection, DoorMessage::Pong { nonce });
            }
            (_, R::Quit) => step.close(connection, CloseReason::Quit),
            (Greeting { .. }, R::Join { name, hall }) => {
                return self.join(step, connection, number, &name, hall.as_ref());
            }
            (Greeting { .. }, R::Resume { token, seen, hall: _ }) => {
                return self.resume(step, connection, token, seen);
            }
            (Greeting { .. }, R::Login { name, password, hall }) => {
                return self.log_in(step, connection, number, (&name, hall.as_ref()), password);
            }
            (Greeting { .. }, R::AppealBan { token, hall: _, report, words }) => {
                with_token(step, self, connection, token, &Appeal { report, words })?;
            }
            (Greeting { .. }, R::AppealName { name, password, hall, report, words }) => {
                let (by, it) = (Appellant { name, password, hall }, Appeal { report, words });
                return without_token(step, self, connection, number, by, it);
            }
            (Greeting { .. }, R::Echo { .. } | R::Sleep { .. }) => return Err(Refusal::NotJoined),
            (Joined(_), R::Join { .. } | R::Login { .. } | R::AppealBan { .. } | R::AppealName { .. }) => {
                return Err(Refusal::AlreadyJoined);
            }
            (Joined(player), R::Resume { token, seen: _, hall: _ }) => {
                self.confirm_token(step, player, token)?;
            }
            (Joined(player), R::Echo { nonce }) => {
                // during a pause no event can be stored
                if let Some(lag_ms) = self.connections.record_echo(connection, nonce, step.now)
                    && !step.lifecycle.is_paused()
                {
                    return Ok(After::LagMeasured { player, lag_ms });
                }
            }
            (Joined(player), R::Sleep { asleep }) => {
                self.connections.set_asleep(connection, asleep);
                return Ok(if asleep { After::Sleeps(player) } else { After::Wakes(player) });
            }
        }
        Ok(After::Nothing)
    }

    fn join(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        request: u32,
        name: &str,
        hall: Option<&HallName>,
    ) -> Result<After, Refusal> {
        self.admit(step, connection, Action::Entry)?;
        self.check_hall(hall)?;
        step.lifecycle.check_open()?;
        let name = PlayerName::parse(name).map_err(Refusal::Name)?;
        self.connections.check_no_query(connection)?;
        let computer_level = self.connections.computer_level(connection);
        let is_free = self.accounts.check_free(&name, computer_level);
        // whoever has the password of a banned name learns why it is banned once they have shown it
        if is_free != Err(Refusal::NameRegistered) && close_if_name_banned(step, self, connection, &name) {
            return Ok(After::Nothing);
        }
        if let Some(level) = computer_level
            && let Some(player) = self.absent_computer(&name, level)
        {
            tracing::info!(%connection, %player, "a computer player is back");
            return Ok(After::Enters { player, shown: None, seen: Vec::new() });
        }
        is_free?;
        let query = AccountQuery::Find { name: name.clone() };
        self.ask(step, connection, request, Purpose::Join { name }, query)
    }

    fn resume(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        shown: SessionToken,
        mut seen: Vec<Cursor>,
    ) -> Result<After, Refusal> {
        let player = self.owner_of(step, connection, shown)?;
        tracing::info!(%connection, %player, "resumed");
        seen.truncate(limits::CURSORS);
        Ok(After::Enters { player, shown: Some(shown), seen })
    }

    /// Returns the player whose token a connection shows that has not joined.
    ///
    /// # Errors
    /// If the token is unknown, or tokens are shown too often.
    pub(super) fn owner_of(
        &mut self,
        step: &mut Step,
        connection: ConnectionId,
        shown: SessionToken,
    ) -> Result<PlayerId, Refusal> {
        self.admit(step, connection, Action::Entry)?;
        self.connections.check_no_query(connection)?;
        self.accounts.by_token(shown, step.now).ok_or_else(|| {
            step.effects.report(connection, SecurityEvent::UnknownToken);
            Refusal::UnknownToken
        })
    }

    /// Closes a connection whose time is up, unless a request has arrived since the timer was set.
    pub(crate) fn connection_timeout(&self, step: &mut Step, connection: ConnectionId) {
        let Some((deadline, reason)) = self.connections.deadline(connection) else { return };
        if deadline > step.now {
            step.effects.set_timer(Timer::Connection(connection), Some(deadline));
        } else {
            step.close(connection, reason);
        }
    }
}
