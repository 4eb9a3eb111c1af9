//! What the server holds against the user: games that they did not finish, and the wait until they may search again.

use chuhe_protocol::limits::FAIR_PLAY_GAMES;
use chuhe_protocol::{GameId, SearchWait, Unfinished, UnfinishedGame, WaitReason};
use chuhe_rules::clock::Timestamp;

/// How often the rest of a wait is shown anew, in milliseconds: texts say it in minutes.
const STEP_MS: u64 = 60_000;

/// What counts against the user, as the server last reported it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FairPlay {
    against: Vec<UnfinishedGame>,
    wait: Option<(Timestamp, WaitReason)>,
}

impl FairPlay {
    /// Takes a message of the server; returns whether a wait has begun that was not known.
    pub fn received(&mut self, message: chuhe_protocol::FairPlay, now: Timestamp) -> bool {
        let waited = self.wait(now).is_some();
        let chuhe_protocol::FairPlay { mut against, wait } = message;
        against.truncate(FAIR_PLAY_GAMES);
        let until = |SearchWait { left_ms, why }: SearchWait| (now.plus_ms(left_ms), why);
        *self = Self { against, wait: wait.map(until) };
        !waited && self.wait(now).is_some()
    }

    /// The games that count against the user, the latest at the end.
    #[must_use]
    pub fn against(&self) -> &[UnfinishedGame] {
        &self.against
    }

    /// How the user did not finish a game, if it counts against them.
    #[must_use]
    pub fn in_game(&self, game: GameId) -> Option<Unfinished> {
        self.against.iter().find(|counted| counted.game == game).map(|counted| counted.how)
    }

    /// The wait until the user may search again, if it is not over.
    #[must_use]
    pub fn wait(&self, now: Timestamp) -> Option<SearchWait> {
        let (until, why) = self.wait.filter(|(until, _)| now < *until)?;
        Some(SearchWait { left_ms: until.since(now), why })
    }

    /// When less of the wait is left than is shown.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let left_ms = self.wait(now)?.left_ms;
        Some(now.plus_ms((left_ms - 1) % STEP_MS + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_new_once_and_ends_by_time() {
        let at = Timestamp::from_ms;
        let why = WaitReason::Streak { games: 6 };
        let message = |left_ms| chuhe_protocol::FairPlay {
            against: Vec::new(),
            wait: Some(SearchWait { left_ms, why }),
        };
        let mut own = FairPlay::default();
        assert!(own.received(message(150_000), at(1_000)));
        assert!(!own.received(message(149_000), at(2_000)), "it is known");
        assert_eq!(own.wait(at(3_000)), Some(SearchWait { left_ms: 148_000, why }));
        assert_eq!(own.next_wakeup(at(3_000)), Some(at(31_000)), "two minutes are left then");
        assert_eq!(own.next_wakeup(at(31_000)), Some(at(91_000)));
        assert_eq!((own.wait(at(151_000)), own.next_wakeup(at(151_000))), (None, None));
    }
}
