//! Who is here, and who is told of it: whoever has joined and does not sit at a
//! board. What one sits at a board for is told there.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::rate::Rate;
use crate::timers::Timer;
use chuhe_protocol::{Activity, Player, PlayerId, PresenceChange, ServerMessage, limits};
use std::collections::BTreeSet;

/// Who comes, goes or does something else is told so often, but to a crowd.
const PRESENCE: Rate = Rate::new(limits::PRESENCE_BURST as u64, limits::PRESENCE_WINDOW_MS);
/// A crowd is told the list so often: who comes meanwhile waits for it with the others.
const CROWD_LIST: Rate = Rate::new(1, limits::CROWD_LIST_MS);

impl Hub {
    /// Everyone who is here, as he is listed, in the order of their numbers.
    pub fn here(&self) -> impl Iterator<Item = Player> {
        self.lobby.everyone().filter_map(|id| self.seen_player(id))
    }

    /// Tells a connection whose player does not sit at a board who is here, and from
    /// now on what changes in it. In a crowd he may wait for that, and is told at
    /// first of those whom he has to do with.
    pub(super) fn look(&mut self, connection: ConnectionId, player: PlayerId) {
        self.lobby_subscribers.begin(connection);
        self.tell_list();
        if self.lobby_subscribers.waits(connection) {
            self.introduce(connection, player);
        }
    }

    /// Tells those who wait for it who is here, or sets the time at which they are
    /// told together: the list is made once for all of them.
    fn tell_list(&mut self) {
        if !self.lobby_subscribers.someone_waits() {
            return;
        }
        let is_crowd = self.lobby.count() > limits::CROWD;
        if is_crowd && let Err(wait_ms) = self.crowd_lists.admit(CROWD_LIST, self.now) {
            self.effects.set_timer(Timer::List, Some(self.now.plus_ms(wait_ms)));
            return;
        }
        let receivers = self.lobby_subscribers.take_waiting();
        for (n, players) in in_frames(self.here()).into_iter().enumerate() {
            let message = ServerMessage::Players { players, first: n == 0 };
            self.effects.broadcast(receivers.clone(), message);
        }
    }

    /// Tells a connection of its player, and of whom he sits at a board with or has
    /// an open challenge with.
    pub(super) fn introduce(&mut self, connection: ConnectionId, player: PlayerId) {
        let mut concerned: BTreeSet<PlayerId> =
            self.lobby.of(player).flat_map(|open| [open.from, open.to]).collect();
        concerned.insert(player);
        match self.lobby.presence(player).map(|here| here.activity) {
            Some(Activity::Playing { opponent, .. }) => drop(concerned.insert(opponent)),
            Some(Activity::Idle) | None => {}
        }
        let concerned = concerned.into_iter();
        let here = concerned.filter_map(|id| self.seen_player(id)).map(PresenceChange::Here).collect();
        self.effects.send(connection, ServerMessage::Presence(here));
    }

    /// Tells everyone who looks at the lobby who is here, or what has changed in it,
    /// or holds it back for a while if that was told often of late. It is done at the
    /// end of a step: a list has all that the step has changed.
    pub(super) fn tell_presence(&mut self) {
        self.tell_list();
        self.tell_changes();
        self.lobby_subscribers.end_step();
    }

    fn tell_changes(&mut self) {
        if !self.lobby.has_changed() || self.is_paused() {
            return;
        }
        let is_crowd = self.lobby.count() > limits::CROWD;
        let (told, rate) = if is_crowd {
            (&mut self.crowd_presence, crowd_presence(self.lobby_subscribers.len()))
        } else {
            (&mut self.presence, PRESENCE)
        };
        if let Err(wait_ms) = told.admit(rate, self.now) {
            self.effects.set_timer(Timer::Presence, Some(self.now.plus_ms(wait_ms)));
            return;
        }
        let receivers = self.lobby_subscribers.told();
        let changed = self.lobby.take_changed();
        if receivers.is_empty() {
            return;
        }
        let changes = changed
            .into_iter()
            .map(|id| self.seen_player(id).map_or(PresenceChange::Gone(id), PresenceChange::Here));
        for changes in in_frames(changes) {
            let message = ServerMessage::Presence(changes);
            self.effects.broadcast(receivers.clone(), message);
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

/// How often a crowd is told who comes and goes, so many of whom look: to tell one
/// costs what it costs, so of all together only so many are told in a second.
fn crowd_presence(lobby_subscribers: usize) -> Rate {
    let looking = u64::try_from(lobby_subscribers).unwrap_or(u64::MAX);
    let within_ms = looking.saturating_mul(1_000) / limits::PRESENCE_TOLD;
    Rate::new(1, within_ms.max(limits::CROWD_PRESENCE_MS))
}

/// As many together as a frame of players may hold.
fn in_frames<T>(mut all: impl Iterator<Item = T>) -> Vec<Vec<T>> {
    let next = || Some(all.by_ref().take(limits::PLAYERS_PER_FRAME).collect::<Vec<T>>());
    std::iter::from_fn(next).take_while(|frame| !frame.is_empty()).collect()
}
