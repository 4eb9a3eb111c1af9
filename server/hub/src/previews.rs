//! Which connections preview which games in their lobby, and what they were sent.
//!
//! A timer sends the previews, so a move costs the same whether anybody previews its game or not.
//! It looks at a bounded number of games at a time, so that a round never delays a move.

use super::connection_id::ConnectionId;
use chuhe_protocol::{GameId, Seq, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Unbounded};

/// The maximum number of games whose boards one step of a round sends.
///
/// A board of a long game takes about 20 µs, and a move waits for the step.
const GAMES_PER_STEP: usize = 32;
/// The time between two steps of a round, and before the first one.
const STEP_MS: u64 = 10;

/// The games that connections preview.
#[derive(Debug, Default)]
pub(super) struct Previews {
    games: BTreeMap<GameId, Audience>,
    /// The games of each connection, at most [`limits::PREVIEWED_GAMES`].
    chosen: BTreeMap<ConnectionId, Vec<GameId>>,
    /// The last game of the step before, while a round goes on.
    after: Option<GameId>,
    /// When the next round may begin.
    next_round: Timestamp,
    /// When the next step is due, if one is.
    due: Option<Timestamp>,
}

/// The connections that preview one game.
#[derive(Debug, Default)]
struct Audience {
    /// The number of events in the preview sent last.
    sent: Option<Seq>,
    /// Those that were sent it.
    current: BTreeSet<ConnectionId>,
    /// Those that were sent none yet.
    fresh: BTreeSet<ConnectionId>,
}

impl Previews {
    /// Replaces the games of a connection, and returns when to take the next step if none was due.
    ///
    /// A step that is due stays due: otherwise frequent choices would put it off again and again.
    /// A game that the connection previewed before is not sent again until it changes.
    pub(super) fn choose(
        &mut self,
        connection: ConnectionId,
        mut games: Vec<GameId>,
        now: Timestamp,
    ) -> Option<Timestamp> {
        games.truncate(limits::PREVIEWED_GAMES);
        games.sort_unstable();
        games.dedup();
        let before = self.chosen.remove(&connection).unwrap_or_default();
        for &game in before.iter().filter(|game| !games.contains(game)) {
            self.leave(connection, game);
        }
        for &game in games.iter().filter(|game| !before.contains(game)) {
            self.games.entry(game).or_default().fresh.insert(connection);
        }
        if games.is_empty() {
            return None;
        }
        self.chosen.insert(connection, games);
        if self.due.is_none() {
            self.due = Some(self.next_round.max(now.plus_ms(STEP_MS)));
            return self.due;
        }
        None
    }

    /// Ends the previews of a connection.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        for game in self.chosen.remove(&connection).unwrap_or_default() {
            self.leave(connection, game);
        }
    }

    fn leave(&mut self, connection: ConnectionId, game: GameId) {
        let Some(audience) = self.games.get_mut(&game) else { return };
        audience.current.remove(&connection);
        audience.fresh.remove(&connection);
        if audience.current.is_empty() && audience.fresh.is_empty() {
            self.games.remove(&game);
        }
    }

    /// Returns the games of the next step, in order, and when to take the step after it.
    pub(super) fn step(&mut self, now: Timestamp) -> (Vec<GameId>, Option<Timestamp>) {
        if self.games.is_empty() {
            (self.after, self.due) = (None, None);
            return (Vec::new(), None);
        }
        if self.after.is_none() {
            self.next_round = now.plus_ms(self.round_ms());
        }
        let from = self.after.map_or(Unbounded, Excluded);
        let mut rest = self.games.range((from, Unbounded)).map(|(&game, _)| game);
        let games: Vec<GameId> = rest.by_ref().take(GAMES_PER_STEP).collect();
        self.after = games.last().copied().filter(|_| rest.next().is_some());
        let next = if self.after.is_some() { now.plus_ms(STEP_MS) } else { self.next_round };
        self.due = Some(next);
        (games, self.due)
    }

    /// Returns the connections to send a game to: all if it has changed, otherwise those without it.
    ///
    /// `visible` is the number of events that spectators see.
    pub(super) fn take_receivers(&mut self, game: GameId, visible: Seq) -> Vec<ConnectionId> {
        let Some(audience) = self.games.get_mut(&game) else { return Vec::new() };
        let fresh = std::mem::take(&mut audience.fresh);
        audience.current.extend(&fresh);
        let is_changed = audience.sent.replace(visible) != Some(visible);
        if is_changed { audience.current.iter().copied().collect() } else { fresh.into_iter().collect() }
    }

    /// Removes a game whose room is closed.
    pub(super) fn close(&mut self, game: GameId) {
        let Some(Audience { current, fresh, .. }) = self.games.remove(&game) else { return };
        for connection in current.into_iter().chain(fresh) {
            if let Some(games) = self.chosen.get_mut(&connection) {
                games.retain(|&other| other != game);
            }
        }
    }

    /// Tests if a connection previews any game, for invariants.
    pub(super) fn contains(&self, connection: ConnectionId) -> bool {
        self.chosen.contains_key(&connection)
    }

    /// Returns how long a round takes at least: all its sends cost the same.
    fn round_ms(&self) -> u64 {
        let sends: usize = self.chosen.values().map(Vec::len).sum();
        let sends = u64::try_from(sends).unwrap_or(u64::MAX);
        limits::PREVIEW_MS.max(sends.saturating_mul(1_000) / limits::PREVIEW_SENDS_PER_SECOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: ConnectionId = ConnectionId(1);
    const OTHER: ConnectionId = ConnectionId(2);
    const A: GameId = GameId(1);
    const B: GameId = GameId(2);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn a_preview_is_sent_once_and_again_when_the_game_changes() {
        let mut previews = Previews::default();
        assert_eq!(previews.choose(ONE, vec![A, B, A], at(5)), Some(at(5 + STEP_MS)));
        let (games, next) = previews.step(at(15));
        assert_eq!((games, next), (vec![A, B], Some(at(15 + limits::PREVIEW_MS))));
        assert_eq!(previews.take_receivers(A, 3), [ONE]);
        assert_eq!(previews.choose(OTHER, vec![A], at(20)), None, "a round begins at most once a second");
        assert_eq!(previews.take_receivers(A, 3), [OTHER]);
        assert_eq!(previews.take_receivers(A, 3), []);
        assert_eq!(previews.take_receivers(A, 4), [ONE, OTHER]);
        previews.choose(ONE, vec![A], at(10));
        assert_eq!(previews.take_receivers(A, 4), [], "the board is the same");
        previews.remove(ONE);
        assert_eq!(previews.take_receivers(A, 5), [OTHER]);
        previews.close(A);
        assert_eq!(previews.step(at(2_000)), (Vec::new(), None));
    }

    #[test]
    fn a_connection_previews_a_limited_number_of_games() {
        let mut previews = Previews::default();
        previews.choose(ONE, (0..100).map(GameId).collect(), at(0));
        assert_eq!(previews.step(at(0)).0.len(), limits::PREVIEWED_GAMES);
        assert_eq!(previews.choose(ONE, Vec::new(), at(0)), None);
        assert!(!previews.contains(ONE));
        assert_eq!(previews.step(at(1)).0, []);
    }

    #[test]
    fn a_round_with_many_games_takes_several_steps() {
        let mut previews = Previews::default();
        for n in 0..20 {
            let games = (0..5).map(|game| GameId(n * 5 + game)).collect();
            previews.choose(ConnectionId(n), games, at(0));
        }
        let mut now = at(0);
        let mut seen = Vec::new();
        while seen.len() < 100 {
            let (games, next) = previews.step(now);
            assert!(games.len() <= GAMES_PER_STEP);
            seen.extend(games);
            now = next.unwrap();
        }
        assert_eq!(seen, (0..100).map(GameId).collect::<Vec<_>>());
        assert_eq!(now, at(limits::PREVIEW_MS));
    }

    #[test]
    fn frequent_choices_do_not_put_off_a_step() {
        let mut previews = Previews::default();
        let due = previews.choose(ONE, vec![A], at(0));
        assert_eq!(due, Some(at(STEP_MS)));
        for (n, ms) in (5..STEP_MS).step_by(5).enumerate() {
            previews.choose(ONE, Vec::new(), at(ms));
            assert_eq!(previews.choose(ONE, vec![[A, B][n % 2]], at(ms)), None);
        }
        assert_eq!(previews.step(at(STEP_MS)).1, Some(at(STEP_MS + limits::PREVIEW_MS)));
        previews.remove(ONE);
        assert_eq!(previews.step(at(STEP_MS + limits::PREVIEW_MS)), (Vec::new(), None));
        let next = at(2 * limits::PREVIEW_MS);
        assert_eq!(previews.choose(ONE, vec![A], next), Some(next.plus_ms(STEP_MS)), "none was due");
    }

    #[test]
    fn rounds_are_rarer_when_many_connections_preview() {
        let mut previews = Previews::default();
        let crowd = 2 * limits::PREVIEW_SENDS_PER_SECOND;
        for n in 0..crowd {
            previews.choose(ConnectionId(n), vec![A], at(0));
        }
        assert_eq!(previews.step(at(0)), (vec![A], Some(at(2_000))));
    }
}
