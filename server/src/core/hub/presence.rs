//! Who is here, and who is told of it: whoever has joined and does not sit at a
//! board. What one sits at a board for is told there.

use super::Hub;
use crate::core::boundary::{ConnectionId, Output};
use crate::core::rate::Rate;
use crate::core::timers::Timer;
use chuhe_protocol::{Activity, Player, PlayerId, PresenceChange, ServerMessage, limits};

/// Who comes, goes or does something else is told so often …
const PRESENCE: Rate = Rate::new(limits::PRESENCE_BURST as u64, limits::PRESENCE_WINDOW_MS);
/// … and so often to a crowd.
const CROWD_PRESENCE: Rate = Rate::new(1, limits::CROWD_PRESENCE_MS);

impl Hub {
    /// Everyone who is here, as he is listed, in the order of their numbers.
    pub fn here(&self) -> impl Iterator<Item = Player> {
        self.lobby.everyone().filter_map(|id| self.seen_player(id))
    }

    /// Tells a connection whose player does not sit at a board who is here, and from
    /// now on what changes in it.
    pub(super) fn look(&mut self, connection: ConnectionId) {
        self.lookers.begin(connection);
        self.tell_list();
    }

    /// Tells those who wait for it who is here.
    fn tell_list(&mut self) {
        if !self.lookers.someone_waits() {
            return;
        }
        let receivers = self.lookers.take_waiting();
        let everyone: Vec<Player> = self.here().collect();
        for (n, chunk) in everyone.chunks(limits::PLAYERS_PER_FRAME).enumerate() {
            let message = ServerMessage::Players { players: chunk.to_vec(), first: n == 0 };
            self.outputs.push_back(Output::Broadcast(receivers.clone(), message));
        }
    }

    /// Tells a connection of its player, and of whom he sits at a board with.
    pub(super) fn introduce(&mut self, connection: ConnectionId, player: PlayerId) {
        let activity = self.lobby.presence(player).map(|here| here.activity);
        let opponent = match activity {
            Some(Activity::Playing { opponent, .. }) => Some(opponent),
            Some(Activity::Idle) | None => None,
        };
        let concerned = std::iter::once(player).chain(opponent);
        let here = concerned.filter_map(|id| self.seen_player(id)).map(PresenceChange::Here).collect();
        self.send(connection, ServerMessage::Presence(here));
    }

    /// Tells everyone who looks at the lobby what has changed in who is here, or
    /// holds it back for a while if that was told often of late.
    pub(super) fn tell_presence(&mut self) {
        self.tell_changes();
        self.lookers.end_step();
    }

    fn tell_changes(&mut self) {
        if !self.lobby.has_changed() || self.is_paused() {
            return;
        }
        let is_crowd = self.lobby.count() > limits::CROWD;
        let (told, rate) = if is_crowd {
            (&mut self.crowd_presence, CROWD_PRESENCE)
        } else {
            (&mut self.presence, PRESENCE)
        };
        if let Err(wait_ms) = told.admit(rate, self.now) {
            self.timers.set(Timer::Presence, Some(self.now.plus_ms(wait_ms)));
            return;
        }
        let receivers = self.lookers.told();
        let changed = self.lobby.take_changed();
        if receivers.is_empty() {
            return;
        }
        let changes: Vec<PresenceChange> = changed
            .into_iter()
            .map(|id| self.seen_player(id).map_or(PresenceChange::Gone(id), PresenceChange::Here))
            .collect();
        for chunk in changes.chunks(limits::PLAYERS_PER_FRAME) {
            let message = ServerMessage::Presence(chunk.to_vec());
            self.outputs.push_back(Output::Broadcast(receivers.clone(), message));
        }
    }

    fn seen_player(&self, id: PlayerId) -> Option<Player> {
        let presence = self.lobby.presence(id)?;
        let player = self.players.get(id)?;
        Some(Player {
            id,
            name: player.name.clone(),
            activity: presence.activity,
            connected: presence.connected,
            joined_ago_s: u32::try_from(self.now.since(player.joined_at) / 1000).unwrap_or(u32::MAX),
        })
    }
}
