//! How long the turns of a game took, without the time in which the server did not serve.

use crate::game_event::GameEvent;
use chuhe_protocol::Event;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi;

/// The lengths of the turns of a game, followed from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTimes {
    /// The turn of each ply that was not taken back, in milliseconds.
    spent_ms: Vec<u64>,
    /// When the present turn began, plus the interruptions since.
    began: Timestamp,
}

impl TurnTimes {
    /// A game that starts at `at`.
    #[must_use]
    pub const fn starting(at: Timestamp) -> Self {
        Self { spent_ms: Vec::new(), began: at }
    }

    /// Follows the next event, of `at`.
    pub fn read(&mut self, at: Timestamp, event: &GameEvent) {
        match event {
            GameEvent::Public(Event::TakenBack { to_ply, .. }) => {
                self.spent_ms.truncate(usize::from(*to_ply));
                self.began = at;
            }
            GameEvent::Public(Event::Interrupted { down_ms, .. }) => {
                self.began = self.began.plus_ms(*down_ms);
            }
            // play begins with the second
            GameEvent::Secret(secret) if matches!(secret.event, luzhanqi::Event::Confirmed { .. }) => {
                self.began = at;
            }
            event if event.is_ply() => {
                self.spent_ms.push(self.lasting_ms(at));
                self.began = at;
            }
            GameEvent::Public(_) | GameEvent::Secret(_) => {}
        }
    }

    /// The length of the turn of each ply that was not taken back, in milliseconds.
    #[must_use]
    pub fn spent_ms(&self) -> &[u64] {
        &self.spent_ms
    }

    /// How long the present turn has lasted at `now`, in milliseconds.
    #[must_use]
    pub const fn lasting_ms(&self, now: Timestamp) -> u64 {
        now.since(self.began)
    }
}
