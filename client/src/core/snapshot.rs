//! A game told as it stands: gathers the frames until all of it is there.

use super::table::{GameState, OutOfSync, Role};
use chuhe_protocol::limits::GAME_EVENTS;
use chuhe_protocol::{Event, GameId, PlayerId, Seq};
use chuhe_rules::clock::Timestamp;

/// The frames so far.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    game: Option<GameId>,
    events: Vec<Event>,
}

impl Snapshot {
    /// Takes in a frame; with the last, what is known of the game up to `next`.
    ///
    /// # Errors
    /// If the frames do not belong together, are too many, or make no game.
    pub(crate) fn frame(
        &mut self,
        game: GameId,
        next: Seq,
        events: Vec<Event>,
        (first, last): (bool, bool),
        user: (PlayerId, Role),
        now: Timestamp,
    ) -> Result<Option<GameState>, OutOfSync> {
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
        let mut events = std::mem::take(self).events.into_iter();
        let mut record = GameState::begin(game, events.next().ok_or(OutOfSync)?, user, now, false)?;
        for event in events {
            record.apply(&event, now, false)?;
        }
        Ok(Some(record.counted(next)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::app::tests::{GAME, ME, OTHER, played, started};
    use chuhe_rules::Color;

    const NOW: Timestamp = Timestamp::from_ms(0);
    const USER: (PlayerId, Role) = (ME, Role::Player);

    #[test]
    fn the_frames_make_the_game_and_it_goes_on_where_they_say() {
        let mut snapshot = Snapshot::default();
        let first = snapshot.frame(GAME, 300, vec![started(ME, OTHER)], (true, false), USER, NOW);
        assert!(first.unwrap().is_none());
        let moves = vec![played(Color::Red, "h2e2"), played(Color::Black, "h9g7")];
        let record = snapshot.frame(GAME, 300, moves, (false, true), USER, NOW).unwrap().unwrap();
        assert_eq!((record.ply(), record.next()), (2, 300));
    }

    #[test]
    fn frames_that_do_not_belong_together_or_never_end_are_refused() {
        let mut snapshot = Snapshot::default();
        assert!(snapshot.frame(GAME, 1, vec![], (false, true), USER, NOW).is_err());
        assert!(snapshot.frame(GAME, 1, vec![], (true, true), USER, NOW).is_err());
        assert!(snapshot.frame(GAME, 1, vec![started(ME, OTHER)], (true, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GameId(99), 1, vec![], (false, false), USER, NOW).is_err());
        let many = || vec![played(Color::Red, "h2e2"); GAME_EVENTS / 2];
        assert!(snapshot.frame(GAME, 1, many(), (true, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GAME, 1, many(), (false, false), USER, NOW).is_ok());
        assert!(snapshot.frame(GAME, 1, many(), (false, false), USER, NOW).is_err());
    }
}
