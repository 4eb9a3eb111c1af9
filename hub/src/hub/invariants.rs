//! The invariants of a hub, checked by tests and simulations.

use super::Hub;
use chuhe_protocol::{Activity, limits};
use chuhe_rules::Color;
use std::collections::BTreeMap;

impl Hub {
    /// Checks what holds between any two inputs, and that replaying each journal gives its room.
    ///
    /// For simulations: it is slow.
    ///
    /// # Panics
    /// If an invariant is violated.
    pub fn check_invariants(&self) {
        let mut seated = BTreeMap::new();
        for room in self.rooms.all() {
            let id = room.id();
            for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
                let before = seated.insert(room.player(color), id);
                assert_eq!(before, None, "at most one table for each player");
            }
            assert!(room.is_over() || Color::ALL.into_iter().all(|color| room.is_present(color)));
            assert!(Color::ALL.into_iter().any(|color| room.is_present(color)), "an empty room is dropped");
            assert_eq!(room.poll_timeout().is_some(), !room.is_over());
            room.check_invariants();
        }
        for player in self.presence.ids() {
            let presence = self.presence.get(player).expect("the player is listed");
            assert_eq!(self.presence.table(player), seated.remove(&player));
            assert_eq!(presence.connected, self.connections.of(player).is_some());
            let watched = self.connections.of(player).and_then(|connection| self.spectators.game(connection));
            assert_eq!(presence.watching, watched, "a player is listed with the game that they watch");
            let concerned = self.challenges.concern(player);
            let stays_listed = presence.activity != Activity::Idle || concerned;
            assert!(presence.connected || stays_listed, "an absent idle player is not listed");
            if let Activity::Playing { game, opponent, kind } | Activity::AtBoard { game, opponent, kind } =
                presence.activity
            {
                let room = self.rooms.get(game).expect("the table of a seated player exists");
                let color = room.color_of(player).expect("the player sits at it");
                assert_eq!((room.player(color.opponent()), room.kind()), (opponent, kind));
                assert_eq!(presence.activity.is_playing(), !room.is_over(), "a finished game does not run");
            }
            let (out, into): (Vec<_>, Vec<_>) =
                self.challenges.of(player).partition(|open| open.from == player);
            assert!(out.len() <= limits::CHALLENGES_OUT && into.len() <= limits::CHALLENGES_IN);
            let is_playing = presence.activity.is_playing();
            assert!(!is_playing || out.is_empty() && into.is_empty(), "nobody in a game has challenges");
        }
        for open in self.invitations.all() {
            assert!(self.accounts.contains(open.from), "a player who is gone has no invitations");
            assert!(!self.presence.is_playing(open.from), "nobody in a game has invitations");
            assert!(self.invitations.of(open.from).count() <= limits::INVITATIONS_PER_PLAYER);
            let Some(holder) = open.holder() else { continue };
            assert!(self.accounts.contains(holder) && holder != open.from, "a holder is another player");
            assert_eq!(self.presence.table(holder), None, "only the idle wait");
            assert_eq!(self.invitations.held_by(holder), Some(open), "a player holds one place");
            let are_here = [open.from, holder].iter().all(|&player| self.connections.is_awake(player));
            assert!(!are_here || !self.lifecycle.is_open(), "the game begins once both are there and awake");
        }
        self.rooms.check_invariants();
        for (id, query) in self.queries.iter() {
            let is_left =
                query.purpose.outlives_connection() && self.connections.address(query.connection).is_none();
            let waits = self.connections.query(query.connection) == Some(id);
            assert!(waits || is_left, "a query ends with its connection");
        }
        assert_eq!(self.accounts.surplus_release(), None);
        self.accounts.check_preferences();
        assert!(seated.is_empty(), "a seated player is listed: {seated:?}");
        let mut subscribed = 0;
        for connection in self.connections.joined() {
            let player = self.connections.player(connection).expect("the connection has joined");
            assert_eq!(self.connections.of(player), Some(connection));
            let is_idle = self.presence.table(player).is_none();
            let subscribers = self.presence.subscribers();
            assert_eq!(subscribers.contains(connection), is_idle, "a seated player does not subscribe");
            subscribed += usize::from(is_idle);
            assert!(is_idle || !self.previews.contains(connection), "a seated player previews no game");
        }
        assert_eq!(self.presence.subscribers().len(), subscribed);
    }
}
