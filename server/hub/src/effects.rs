//! The effects of a step, in order: outputs for the shell, and timers.

use super::boundary::{Output, SecurityEvent};
use super::connection_id::ConnectionId;
use super::record::{Query, QueryId, Record};
use super::timers::{Timer, Timers};
use chuhe_protocol::{CloseReason, ServerMessage};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;

/// Collects the outputs and timers of the parts of the hub.
///
/// Each part receives `&mut Effects` and writes its outputs in the order in which the shell must
/// perform them. The order is observable: a message that follows a record waits until
/// that record is stored.
#[derive(Debug, Default)]
pub(super) struct Effects {
    outputs: VecDeque<Output>,
    timers: Timers<Timer>,
    /// The place in `outputs` behind the records with which a game of this step has ended.
    end_of_game: usize,
}

impl Effects {
    /// Stores records; adjacent records are stored together or not at all.
    pub(super) fn save(&mut self, records: impl IntoIterator<Item = Record>) {
        // each step by value moves the record once more, so the iterator runs inside
        records.into_iter().for_each(|record| self.outputs.push_back(Output::Save(record)));
    }

    /// Notes that the records saved last are those with which a game has ended.
    pub(super) fn mark_end_of_game(&mut self) {
        self.end_of_game = self.outputs.len();
    }

    /// Stores records together with those of the end of a game that has just been marked: before anyone is told of it.
    pub(super) fn save_with_end(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let at = self.end_of_game.min(self.outputs.len());
            self.outputs.insert(at, Output::Save(record));
            self.end_of_game = at + 1;
        }
    }

    /// Sends a message to one connection.
    pub(super) fn send(&mut self, to: ConnectionId, message: impl Into<ServerMessage>) {
        self.outputs.push_back(Output::Send(to, message.into()));
    }

    /// Sends a message at once to `to`, and at low priority to `also`.
    pub(super) fn send_also(
        &mut self,
        to: ConnectionId,
        also: ConnectionId,
        message: impl Into<ServerMessage>,
    ) {
        self.outputs.push_back(Output::SendAlso { to, also, message: message.into() });
    }

    /// Sends a message without waiting for records to be stored.
    pub(super) fn send_notice(&mut self, to: ConnectionId, message: impl Into<ServerMessage>) {
        self.outputs.push_back(Output::Notice(to, message.into()));
    }

    /// Sends one message to several connections, if there are any.
    pub(super) fn broadcast(&mut self, to: Vec<ConnectionId>, message: impl Into<ServerMessage>) {
        if !to.is_empty() {
            self.outputs.push_back(Output::Broadcast(to, message.into()));
        }
    }

    /// Requests something from outside the hub.
    pub(super) fn query(&mut self, id: QueryId, query: Query) {
        self.outputs.push_back(Output::Query(id, query));
    }

    /// Reports a security event of a connection.
    pub(super) fn report(&mut self, connection: ConnectionId, event: SecurityEvent) {
        self.outputs.push_back(Output::Report(connection, event));
    }

    /// Closes a connection.
    pub(super) fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        self.outputs.push_back(Output::Close(connection, reason));
    }

    /// Reports that the hub has stopped, and cancels every timer.
    pub(super) fn stop(&mut self) {
        self.timers = Timers::default();
        self.outputs.push_back(Output::Stop);
    }

    /// Takes the next output.
    pub(super) fn pop_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Sets a timer, or cancels it.
    pub(super) fn set_timer(&mut self, timer: Timer, at: Option<Timestamp>) {
        self.timers.set(timer, at);
    }

    /// When the next timer is due.
    pub(super) fn next_timer(&self) -> Option<Timestamp> {
        self.timers.next()
    }

    /// Takes the first timer that is due by `now`.
    pub(super) fn pop_timer(&mut self, now: Timestamp) -> Option<(Timestamp, Timer)> {
        self.timers.pop_due(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{DoorMessage, GameId};

    #[test]
    fn outputs_keep_their_order_and_empty_broadcasts_are_dropped() {
        let mut effects = Effects::default();
        let message = ServerMessage::Door(DoorMessage::Pong { nonce: 1 });
        effects.send(ConnectionId(1), message.clone());
        effects.broadcast(Vec::new(), message.clone());
        effects.broadcast(vec![ConnectionId(2)], message.clone());
        effects.close(ConnectionId(1), CloseReason::Quit);
        let outputs: Vec<Output> = std::iter::from_fn(|| effects.pop_output()).collect();
        let expected = [
            Output::Send(ConnectionId(1), message.clone()),
            Output::Broadcast(vec![ConnectionId(2)], message),
            Output::Close(ConnectionId(1), CloseReason::Quit),
        ];
        assert_eq!(outputs, expected);
    }

    #[test]
    fn stopping_cancels_every_timer() {
        let mut effects = Effects::default();
        effects.set_timer(Timer::Room(GameId(1)), Some(Timestamp::from_ms(5)));
        assert_eq!(effects.next_timer(), Some(Timestamp::from_ms(5)));
        effects.stop();
        assert_eq!(effects.pop_timer(Timestamp::from_ms(9)), None);
        assert_eq!(effects.pop_output(), Some(Output::Stop));
    }
}
