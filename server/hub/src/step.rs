//! What every part of the hub works with in a step.

use crate::connection_id::ConnectionId;
use crate::effects::Effects;
use crate::lifecycle::Lifecycle;
use crate::random::Random;
use crate::rated_log::Correction;
use chuhe_protocol::{CloseReason, EveningCode, GameId, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;

/// The time of a step, its effects so far, and what else does not belong to one part.
#[derive(Debug)]
pub(crate) struct Step {
    /// The time up to which the hub has run.
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    pub(crate) effects: Effects,
    pub(crate) lifecycle: Lifecycle,
    /// What the hub does at the end of the step, in order.
    pub(crate) follow_ups: VecDeque<FollowUp>,
}

/// What a part has decided, and the hub does at the end of the step, because other parts take part in it.
#[derive(Debug)]
pub(crate) enum FollowUp {
    /// Closes a connection, if it is still open.
    Close(ConnectionId, CloseReason),
    /// Schedules anew when the name of a player is released, if they are absent: they no longer invite or hold
    /// a place.
    ScheduleRelease(PlayerId),
    /// Lets a rated game count as an operator says; with `None` as it was played.
    Correct(GameId, Option<Box<Correction>>),
    /// Sends the lobby what the list of players says of a player now.
    Relist(PlayerId),
    /// Takes the former name of a player from the lists, and closes their connection unless they sit at a table.
    Renamed(PlayerId, PlayerName),
    /// Frees a registered name that was never played with, unless its player is here or at a table.
    Lapse(PlayerId),
    /// Ends the account of a registered player whose connection is closed. A player of a running game stays as
    /// a guest.
    Unregister(PlayerId),
    /// Erases what is kept under the name of a player whose account has ended, and notes that their finished
    /// games are to be erased.
    Erase(PlayerId, PlayerName),
    /// Removes an evening, as an operator says.
    CloseEvening(EveningCode),
    /// Sends away a guest whose name another player has registered.
    ///
    /// A guest in a running game keeps the name for this visit: their opponent is not to lose the game.
    Dismiss(PlayerId),
}

impl Step {
    /// Lets the hub do something at the end of the step.
    pub(crate) fn follow_up(&mut self, next: FollowUp) {
        self.follow_ups.push_back(next);
    }

    /// Closes a connection at the end of the step.
    pub(crate) fn close(&mut self, connection: ConnectionId, reason: CloseReason) {
        self.follow_up(FollowUp::Close(connection, reason));
    }
}
