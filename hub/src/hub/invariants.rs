//! What must hold of a hub at any time. It changes nothing.

use super::Hub;
use crate::session::Session;
use chuhe_protocol::{Activity, limits};
use chuhe_rules::Color;
use std::collections::BTreeMap;

impl Hub {
    /// Checks what holds between any two inputs, and that every room is what its
    /// journal makes of it. For simulations: it takes long.
    ///
    /// # Panics
    /// If something does not hold.
    pub fn check_invariants(&self) {
        let mut seated = BTreeMap::new();
        for room in self.rooms.all() {
            let id = room.id();
            for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
                let before = seated.insert(room.player(color), id);
                assert_eq!(before, None, "at most one board for each player");
            }
            assert!(room.is_over() || Color::ALL.into_iter().all(|color| room.is_present(color)));
            assert!(Color::ALL.into_iter().any(|color| room.is_present(color)), "an empty room is dropped");
            assert_eq!(room.poll_timeout().is_some(), !room.is_over());
            room.check_invariants();
        }
        for player in self.lobby.everyone() {
            let presence = self.lobby.presence(player).expect("he is here");
            assert_eq!(self.lobby.table(player), seated.remove(&player));
            assert_eq!(presence.connected, self.players.connection(player).is_some());
            let concerned = self.lobby.of(player).next().is_some();
            let kept = presence.activity != Activity::Idle || concerned;
            assert!(presence.connected || kept, "who went is gone");
            if let Activity::Playing { game, opponent, kind } = presence.activity {
                let room = self.rooms.get(game).expect("his board stands");
                let color = room.color_of(player).expect("he sits at it");
                assert_eq!((room.player(color.opponent()), room.kind()), (opponent, kind));
            }
            let (out, into): (Vec<_>, Vec<_>) = self.lobby.of(player).partition(|open| open.from == player);
            assert!(out.len() <= limits::CHALLENGES_OUT && into.len() <= limits::CHALLENGES_IN);
            let idle = presence.activity == Activity::Idle;
            assert!(idle || out.is_empty() && into.is_empty(), "only the idle have challenges");
        }
        self.rooms.check_invariants();
        for (&id, pending) in &self.pending_queries {
            let peer = self.sessions.get(pending.connection).expect("of one that is gone nothing is asked");
            assert_eq!(peer.asking, Some(id));
        }
        assert!(self.holds.len() <= limits::HELD_GUESTS);
        assert!(seated.is_empty(), "who sits at a board is here: {seated:?}");
        let mut looking = 0;
        for connection in self.sessions.joined() {
            let session = self.sessions.get(connection).expect("it stands").session;
            let Session::Active(player) = session else { panic!("{session:?}") };
            assert_eq!(self.players.connection(player), Some(connection));
            let looks = self.lobby.table(player).is_none();
            assert_eq!(self.lobby_subscribers.looks(connection), looks, "who sits at a board does not look");
            looking += usize::from(looks);
        }
        assert_eq!(self.lobby_subscribers.len(), looking);
    }
}
