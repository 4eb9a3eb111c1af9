//! Who asks for too much: what a request is counted as, and whether it is one
//! too many. What it asks for is not looked at before.

use super::Hub;
use crate::actions::{Action, Actions, Place};
use crate::boundary::{Address, ConnectionId};
use crate::session::Session;
use chuhe_protocol::{ClientMessage, PlayerId, Refusal};
use chuhe_rules::clock::Timestamp;

impl Hub {
    /// Notes that a connection from an address stands, or that it stands no longer.
    pub(super) fn note_connection(&mut self, address: Address, stands: bool) {
        self.at_place(address, |place| {
            place.connections =
                if stands { place.connections + 1 } else { place.connections.saturating_sub(1) };
        });
    }

    /// Whether this request is one more than the connection may send. Where all
    /// at its address together send too much, only those count who send much.
    pub(super) fn is_flood(&mut self, connection: ConnectionId) -> bool {
        let now = self.now;
        let Some(peer) = self.sessions.get_mut(connection) else { return false };
        let address = peer.address;
        let (own_rate, address_rate) =
            (Action::Request.own_rate(&self.limits), Action::Request.address_rate(&self.limits));
        let own = peer.actions.bucket(Action::Request);
        if own.admit(own_rate, now).is_err() {
            return true;
        }
        let sends_much = own.is_half_full(own_rate, now);
        let all =
            self.at_place(address, |place| place.actions.bucket(Action::Request).admit(address_rate, now));
        all.is_err() && sends_much
    }

    /// Counts what is asked for.
    ///
    /// # Errors
    /// If it is asked for too often, with how long it must wait. It is not
    /// counted then.
    pub(super) fn admit(&mut self, connection: ConnectionId, message: &ClientMessage) -> Result<(), Refusal> {
        let Some(action) = Action::of(message) else { return Ok(()) };
        let Some(peer) = self.sessions.get(connection) else { return Ok(()) };
        let (address, now) = (peer.address, self.now);
        let enters = matches!(action, Action::JournalEntry | Action::Login);
        let player = match peer.session {
            Session::Greeting { .. } if enters => None,
            Session::Active(player) if !enters => Some(player),
            // it is refused for what it is, or shows a token, which costs nothing
            Session::Greeting { .. } | Session::Active(_) => return Ok(()),
        };
        let rate = action.own_rate(&self.limits);
        let Some(own) = self.actions_of(connection, player) else { return Ok(()) };
        let mut counted = *own.bucket(action);
        let refused = |wait_ms| match action {
            Action::Line => Refusal::ChatTooFast { wait_ms },
            Action::Request
            | Action::JournalEntry
            | Action::Login
            | Action::Challenge
            | Action::Registration
            | Action::Watch
            | Action::Query => Refusal::TooManyAttempts { wait_ms },
        };
        counted.admit(rate, now).map_err(refused)?;
        let rate = action.address_rate(&self.limits);
        self.at_place(address, |place| place.actions.bucket(action).admit(rate, now)).map_err(refused)?;
        if let Some(own) = self.actions_of(connection, player) {
            *own.bucket(action) = counted;
        }
        Ok(())
    }

    fn actions_of(&mut self, connection: ConnectionId, player: Option<PlayerId>) -> Option<&mut Actions> {
        match player {
            // who connects anew has said what he said
            Some(player) => self.players.get_mut(player).map(|player| &mut player.actions),
            None => self.sessions.get_mut(connection).map(|peer| &mut peer.actions),
        }
    }

    fn at_place<T>(&mut self, address: Address, change: impl FnOnce(&mut Place) -> T) -> T {
        let (limits, now): (_, Timestamp) = (&self.limits, self.now);
        self.places.change(address, now, limits.idle_addresses, |place| {
            let result = change(place);
            (result, place.idle_at(limits))
        })
    }
}
