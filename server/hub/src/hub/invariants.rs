//! The invariants of a hub, checked by tests and simulations.

use super::Hub;
use chuhe_protocol::{Activity, limits};
use chuhe_rules::Color;

impl Hub {
    /// Checks what holds between any two inputs, and that replaying each journal gives its room.
    ///
    /// For simulations: it is slow.
    ///
    /// # Panics
    /// If an invariant is violated.
    pub fn check_invariants(&self) {
        let Self { step, door, lobby, floor, evenings } = self;
        evenings.check_invariants();
        check_rooms(self);
        for player in lobby.presence.ids() {
            let presence = lobby.presence.get(player).expect("the player is listed");
            assert_eq!(presence.activity, floor.rooms.activity(player));
            assert_eq!(presence.connected, door.connections.of(player).is_some());
            let watched =
                door.connections.of(player).and_then(|connection| floor.spectators.game(connection));
            assert_eq!(presence.watching, watched, "a player is listed with the game that they watch");
            let is_concerned =
                lobby.challenges.concern(player) || lobby.presence.lasting.of(player).is_some();
            let stays_listed = presence.activity != Activity::Idle || is_concerned;
            assert!(presence.connected || stays_listed, "an absent idle player is not listed");
            if let Activity::Playing { game, opponent, kind } | Activity::AtBoard { game, opponent, kind } =
                presence.activity
            {
                let room = floor.rooms.get(game).expect("the table of a seated player exists");
                let color = room.color_of(player).expect("the player sits at it");
                assert_eq!((room.player(color.opponent()), room.kind()), (opponent, kind));
                assert_eq!(presence.activity.is_playing(), !room.is_over(), "a finished game does not run");
            }
            let (out, into): (Vec<_>, Vec<_>) =
                lobby.challenges.of(player).partition(|open| open.from == player);
            assert!(out.len() <= limits::CHALLENGES_OUT && into.len() <= limits::CHALLENGES_IN);
            let is_playing = presence.activity.is_playing();
            assert!(!is_playing || out.is_empty() && into.is_empty(), "nobody in a game has challenges");
        }
        check_seeks(self);
        for open in lobby.invitations.all() {
            assert!(door.accounts.contains(open.from), "a player who is gone has no invitations");
            assert!(!lobby.presence.is_playing(open.from), "nobody in a game has invitations");
            assert!(lobby.invitations.of(open.from).count() <= limits::INVITATIONS_PER_PLAYER);
            let Some(holder) = open.holder() else { continue };
            assert!(door.accounts.contains(holder) && holder != open.from, "a holder is another player");
            assert!(!lobby.presence.is_playing(holder), "nobody in a game waits for another");
            assert_eq!(lobby.invitations.held_by(holder), Some(open), "a player holds one place");
            let are_here = [open.from, holder].iter().all(|&player| door.connections.is_awake(player));
            assert!(!are_here || !step.lifecycle.is_open(), "a game begins once both are there and awake");
        }
        floor.rooms.check_invariants();
        for (id, query) in door.queries.iter() {
            let is_left =
                query.purpose.outlives_connection() && door.connections.address(query.connection).is_none();
            let waits = door.connections.query(query.connection) == Some(id);
            assert!(waits || is_left, "a query ends with its connection");
        }
        assert_eq!(door.accounts.surplus_release(), None);
        door.accounts.check_preferences();
        let mut subscribed = 0;
        for connection in door.connections.joined() {
            let player = door.connections.player(connection).expect("the connection has joined");
            assert_eq!(door.connections.of(player), Some(connection));
            let is_idle = lobby.presence.table(player).is_none();
            let subscribers = lobby.presence.subscribers();
            assert_eq!(subscribers.contains(connection), is_idle, "a seated player does not subscribe");
            subscribed += usize::from(is_idle);
            assert!(is_idle || !lobby.previews.contains(connection), "a seated player previews no game");
        }
        assert_eq!(lobby.presence.subscribers().len(), subscribed);
    }
}

fn check_rooms(Hub { lobby, floor, evenings, .. }: &Hub) {
    for room in floor.rooms.all() {
        for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
            assert!(lobby.presence.get(room.player(color)).is_some(), "a seated player is listed");
        }
        assert!(room.is_over() || Color::ALL.into_iter().all(|color| room.is_present(color)));
        assert!(Color::ALL.into_iter().any(|color| room.is_present(color)), "an empty room is dropped");
        assert_eq!(room.poll_timeout().is_some(), !room.is_over() && !room.is_paused());
        assert_eq!(
            room.is_paused(),
            !room.is_over() && evenings.stands(room.id()),
            "a pause has its evening"
        );
        room.check_invariants();
    }
}

fn check_seeks(Hub { step, door, lobby, .. }: &Hub) {
    for seeker in lobby.presence.seeks.players() {
        let presence = lobby.presence.get(seeker).expect("a player who seeks is listed");
        let is_free = door.connections.is_awake(seeker) && !presence.activity.is_playing();
        assert!(presence.connected && is_free, "only those who are here, awake and free seek");
    }
    let lasting = &lobby.presence.lasting;
    for seeker in lasting.players() {
        let open = lasting.of(seeker).expect("the seek is open");
        let is_registered = door.accounts.get(seeker).is_some_and(|account| account.is_registered());
        assert!(is_registered, "only a registered player has a lasting seek");
        let presence = lobby.presence.get(seeker).expect("their player is listed");
        assert!(!presence.activity.is_playing(), "nobody in a game has a lasting seek");
        assert!(step.lifecycle.is_paused() || step.now <= open.ends_at());
        assert!(open.answers.len() <= limits::SEEK_ANSWERS && open.revision > 0);
        for answer in &open.answers {
            assert!(answer.by != seeker && door.accounts.contains(answer.by), "somebody else answers");
            assert!(lasting.taken_by(answer.by).any(|taken| taken == seeker), "an answer has its index");
        }
    }
}
