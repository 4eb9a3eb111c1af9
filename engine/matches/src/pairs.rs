//! Pairs of games on several threads, counted as they end.

use crate::statistics::Tally;
use chuhe_rules::Color;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// The games of each thread that may wait to be counted: a stopped match ends soon, however slow its counting is.
pub const GAMES_AHEAD: usize = 2;

/// A game of a match that has ended.
#[derive(Debug)]
pub struct Played<G> {
    /// The number of the game, from 0; two games after each other are a pair.
    pub number: u64,
    /// The side of the first player.
    pub first_side: Color,
    /// The game.
    pub game: G,
    /// The results so far.
    pub tally: Tally,
}

/// A match that ended early by an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct Interrupted<E> {
    /// The results of the games that ended before.
    pub tally: Tally,
    /// The error.
    pub error: E,
}

/// What a thread plays for a number: the winner with the game, or `None` if the match was stopped meanwhile.
pub type Ended<G, E> = Result<Option<(Option<Color>, G)>, E>;

/// The side of the first player in this game: red in the first game of each pair.
#[must_use]
pub const fn side_of_first(number: u64) -> Color {
    if number.is_multiple_of(2) { Color::Red } else { Color::Black }
}

/// Plays so many games, an odd number rounded up to whole pairs, on so many threads, at least one.
///
/// Each thread asks `worker` for what plays its games by their numbers, both games of a pair one after the
/// other. `on_game` is called after each game and returns whether to go on; when it returns `false`, the
/// games that wait, at most [`GAMES_AHEAD`] of each thread, are still counted, and so is the pair that it plays.
///
/// # Errors
/// The first error of a worker, with the results so far.
pub fn play<W, G, E>(
    games: u64,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut on_game: impl FnMut(&Played<G>) -> bool,
) -> Result<Tally, Interrupted<E>>
where
    W: FnMut(u64, &AtomicBool) -> Ended<G, E>,
    G: Send,
    E: Send,
{
    let threads = threads.max(1);
    let (sender, inbox) = mpsc::sync_channel(threads * GAMES_AHEAD);
    let (next_pair, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (mut tally, mut halves) = (Tally::default(), BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (worker, next_pair, stop) = (&worker, &next_pair, &stop);
            scope.spawn(move || {
                let mut play = worker();
                while !stop.load(Ordering::Relaxed) {
                    let pair = next_pair.fetch_add(1, Ordering::Relaxed);
                    if pair * 2 >= games {
                        return;
                    }
                    for number in [pair * 2, pair * 2 + 1] {
                        let message = play(number, stop).map(|ended| ended.map(|ended| (number, ended)));
                        let Some(message) = message.transpose() else { return };
                        let failed = message.is_err();
                        // the receiver outlives the workers
                        if sender.send(message).is_err() || failed {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        let mut failure = None;
        for message in &inbox {
            match message {
                Ok((number, (winner, game))) => {
                    let first_side = side_of_first(number);
                    count(&mut tally, &mut halves, number, points(winner, first_side));
                    if !on_game(&Played { number, first_side, game, tally }) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(error) => {
                    failure.get_or_insert(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        failure.map_or(Ok(tally), |error| Err(Interrupted { tally, error }))
    })
}

/// The half points of the first player.
fn points(winner: Option<Color>, first_side: Color) -> usize {
    winner.map_or(1, |winner| if winner == first_side { 2 } else { 0 })
}

/// Counts a game, and its pair if it is the second one of it.
fn count(tally: &mut Tally, halves: &mut BTreeMap<u64, usize>, number: u64, points: usize) {
    match points {
        2 => tally.won += 1,
        1 => tally.drawn += 1,
        _ => tally.lost += 1,
    }
    match halves.remove(&(number / 2)) {
        Some(other) => tally.pairs[points + other] += 1,
        None => _ = halves.insert(number / 2, points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn a_pair_is_counted_when_both_of_its_games_have_ended() {
        let (mut tally, mut halves) = (Tally::default(), BTreeMap::new());
        for (number, points) in [(0, 2), (2, 0), (3, 1), (1, 2)] {
            count(&mut tally, &mut halves, number, points);
        }
        assert_eq!((tally.won, tally.drawn, tally.lost), (2, 1, 1));
        assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
    }

    #[test]
    fn every_game_is_played_once_unless_the_match_is_stopped() {
        let red_wins = || |_, _: &AtomicBool| Ok::<_, Infallible>(Some((Some(Color::Red), ())));
        let mut numbers = Vec::new();
        let tally = play(5, 2, red_wins, |played| {
            numbers.push(played.number);
            true
        });
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
        assert_eq!(tally, Ok(Tally { won: 3, drawn: 0, lost: 3, pairs: [0, 0, 3, 0, 0] }));
        // the fourth game stops it; some wait meanwhile, and the worker finishes its pair
        let stopped = play(1_000, 1, red_wins, |played| played.number < 3).expect("nothing fails");
        assert!(stopped.games() as usize <= 4 + GAMES_AHEAD + 2, "{stopped:?}");
    }
}
