//! Assembles a snapshot, which describes the current state of a game, from its frames.

use chuhe_model::table::{GameState, OutOfSync, User};
use chuhe_protocol::limits::GAME_EVENTS;
use chuhe_protocol::{Event, GameId, Seq};
use chuhe_rules::clock::Timestamp;

/// The events of the frames received so far.
#[derive(Debug, Default)]
pub struct Snapshot {
    game: Option<GameId>,
    events: Vec<Event>,
}

/// A frame of a snapshot, as [`TableMessage::Snapshot`](chuhe_protocol::TableMessage::Snapshot) has it.
#[derive(Debug)]
pub struct SnapshotFrame {
    /// The number of the first event after the snapshot.
    pub next: Seq,
    /// A part of the events.
    pub events: Vec<Event>,
    /// Whether it is the first.
    pub first: bool,
    /// Whether it is the last.
    pub last: bool,
}

impl Snapshot {
    /// Adds a frame. The last one returns the state of the game up to event `next`.
    ///
    /// # Errors
    /// If the frames are of different games, have too many events, or make no game.
    pub fn frame(
        &mut self,
        game: GameId,
        frame: SnapshotFrame,
        user: User,
        now: Timestamp,
    ) -> Result<Option<GameState>, OutOfSync> {
        let SnapshotFrame { next, events, first, last } = frame;
        if first {
            *self = Self { game: Some(game), events: Vec::new() };
        }
        if self.game != Some(game) || self.events.len() + events.len() > GAME_EVENTS {
            *self = Self::default();
            return Err(OutOfSync);
        }
        self.events.extend(events);
        if !last {
            return Ok(None);
        }
        GameState::from_snapshot(game, std::mem::take(self).events, next, user, now).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{GAME, ME, OTHER, played, started};
    use chuhe_model::table::Role;
    use chuhe_rules::Color;

    const NOW: Timestamp = Timestamp::from_ms(0);
    const USER: User = User { id: ME, role: Role::Player };

    const fn frame(next: Seq, events: Vec<Event>, first: bool, last: bool) -> SnapshotFrame {
        SnapshotFrame { next, events, first, last }
    }

    #[test]
    fn the_last_frame_returns_the_game_and_its_next_event() {
        let mut snapshot = Snapshot::default();
        let first = snapshot.frame(GAME, frame(300, vec![started(ME, OTHER)], true, false), USER, NOW);
        assert!(first.unwrap().is_none());
        let moves = vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7")];
        let record = snapshot.frame(GAME, frame(300, moves, false, true), USER, NOW).unwrap().unwrap();
        assert_eq!((record.ply(), record.next()), (2, 300));
    }

    #[test]
    fn frames_of_different_games_and_endless_ones_are_refused() {
        let mut snapshot = Snapshot::default();
        assert!(snapshot.frame(GAME, frame(1, vec![], false, true), USER, NOW).is_err());
        assert!(snapshot.frame(GAME, frame(1, vec![], true, true), USER, NOW).is_err());
        assert!(snapshot.frame(GAME, frame(1, vec![started(ME, OTHER)], true, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GameId(99), frame(1, vec![], false, false), USER, NOW).is_err());
        let many = || vec![played(Color::Red, "h2e2"); GAME_EVENTS / 2];
        assert!(snapshot.frame(GAME, frame(1, many(), true, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GAME, frame(1, many(), false, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GAME, frame(1, many(), false, false), USER, NOW).is_err());
    }
}
