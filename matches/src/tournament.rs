//! A match: pairs of games on several threads.

use crate::contestant::{Contestant, SearchLimit};
use crate::openings::Openings;
use crate::referee::{self, Conduct, FinishedGame};
use crate::statistics::Tally;
use chuhe_records::GameResult;
use chuhe_rules::xiangqi::Rules;
use chuhe_rules::{Color, PerColor};
use chuhe_uci::{Engine, EngineError};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use thiserror::Error;

/// A match to play.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Both engines.
    pub contestants: [Contestant; 2],
    /// The number of games; an odd one is rounded up to whole pairs.
    pub games: u64,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The limit of engines that have none of their own.
    pub limit: SearchLimit,
    /// The rules of the games.
    pub rules: Rules,
    /// The seed of the openings.
    pub seed: u64,
    /// The random plies of an opening.
    pub opening_plies: usize,
    /// Whether games go on though both engines see that they are decided.
    pub plays_out: bool,
}

/// A game of a match that has ended.
#[derive(Debug)]
pub struct Played {
    /// The number of the game, from 0.
    pub number: u64,
    /// The side of the first contestant.
    pub first_side: Color,
    /// The game.
    pub finished: FinishedGame,
    /// The results so far.
    pub tally: Tally,
}

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No opening of so many plies leaves the game open.
    #[error("no random opening of {0} plies leaves the game open")]
    Opening(usize),
}

/// A match that ended early by an error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct Interrupted {
    /// The results of the games that ended before.
    pub tally: Tally,
    /// The error.
    pub error: MatchError,
}

/// The times in a row that an engine may fail to start before the match ends.
const MAX_FAILED_STARTS: u32 = 3;

type Message = Result<(u64, FinishedGame), MatchError>;

impl Tournament {
    /// Plays the match, and calls `on_game` after each game, which returns whether to go on.
    ///
    /// # Errors
    /// If an engine cannot be started, or there is no opening; with the results so far.
    pub fn play(&self, mut on_game: impl FnMut(&Played) -> bool) -> Result<Tally, Interrupted> {
        let (sender, inbox) = mpsc::channel();
        let (next_pair, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let mut tally = Tally::default();
        let mut halves = BTreeMap::new();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (next_pair, stop) = (&next_pair, &stop);
                scope.spawn(move || {
                    Worker { tournament: self, engines: [None, None] }.run(next_pair, stop, &sender)
                });
            }
            drop(sender);
            let mut failure = None;
            for message in &inbox {
                let (number, finished) = match message {
                    Ok(game) => game,
                    Err(error) => {
                        failure.get_or_insert(error);
                        stop.store(true, Ordering::Relaxed);
                        continue;
                    }
                };
                let first_side = side_of_first(number);
                count(&mut tally, &mut halves, number, points(finished.result, first_side));
                if !on_game(&Played { number, first_side, finished, tally }) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            failure.map_or(Ok(tally), |error| Err(Interrupted { tally, error }))
        })
    }

    fn limit_of(&self, contestant: usize) -> SearchLimit {
        self.contestants[contestant].limit.unwrap_or(self.limit)
    }
}

/// The first contestant has red in the first game of each pair.
const fn side_of_first(number: u64) -> Color {
    if number.is_multiple_of(2) { Color::Red } else { Color::Black }
}

/// The half points of the first contestant.
const fn points(result: GameResult, first_side: Color) -> usize {
    match result {
        GameResult::Won { winner, .. } if winner as u8 == first_side as u8 => 2,
        GameResult::Won { .. } => 0,
        GameResult::Drawn(_) | GameResult::Unknown | GameResult::Aborted(_) => 1,
    }
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

/// A thread with both engines.
struct Worker<'a> {
    tournament: &'a Tournament,
    engines: [Option<Engine>; 2],
}

impl Worker<'_> {
    fn run(mut self, next_pair: &AtomicU64, stop: &AtomicBool, sender: &Sender<Message>) {
        let Tournament { games, seed, opening_plies, rules, .. } = *self.tournament;
        let mut openings = Openings::new(seed, opening_plies, rules);
        while !stop.load(Ordering::Relaxed) {
            let pair = next_pair.fetch_add(1, Ordering::Relaxed);
            if pair * 2 >= games {
                return;
            }
            let Some(opening) = openings.opening(pair) else {
                // the receiver outlives the workers
                let _ = sender.send(Err(MatchError::Opening(opening_plies)));
                return;
            };
            for number in [pair * 2, pair * 2 + 1] {
                let message = match self.start_engines() {
                    Ok(()) => match self.play(number, opening.clone(), stop) {
                        Some(finished) => Ok((number, finished)),
                        None => return,
                    },
                    Err(error) => Err(error.into()),
                };
                let failed = message.is_err();
                if sender.send(message).is_err() || failed {
                    return;
                }
            }
        }
    }

    fn start_engines(&mut self) -> Result<(), EngineError> {
        for (engine, contestant) in self.engines.iter_mut().zip(&self.tournament.contestants) {
            let mut failures = 0;
            while engine.is_none() {
                match Engine::start(&contestant.config) {
                    Ok(started) => *engine = Some(started),
                    Err(error) if failures + 1 >= MAX_FAILED_STARTS => return Err(error),
                    Err(_) => failures += 1,
                }
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        number: u64,
        opening: chuhe_rules::xiangqi::Game,
        stop: &AtomicBool,
    ) -> Option<FinishedGame> {
        let [Some(first), Some(second)] = &mut self.engines else { return None };
        let limits = [0, 1].map(|contestant| self.tournament.limit_of(contestant));
        let (engines, limits) = match side_of_first(number) {
            Color::Red => (PerColor::new(first, second), PerColor::new(limits[0], limits[1])),
            Color::Black => (PerColor::new(second, first), PerColor::new(limits[1], limits[0])),
        };
        let conduct = Conduct { limits, plays_out: self.tournament.plays_out };
        let finished = referee::play(opening, engines, conduct, stop)?;
        if let Some(side) = finished.failed {
            // an engine that failed is started again
            let contestant = usize::from(side != side_of_first(number));
            self.engines[contestant] = None;
        }
        Some(finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_counted_when_both_of_its_games_have_ended() {
        let (mut tally, mut halves) = (Tally::default(), BTreeMap::new());
        for (number, points) in [(0, 2), (2, 0), (3, 1), (1, 2)] {
            count(&mut tally, &mut halves, number, points);
        }
        assert_eq!((tally.won, tally.drawn, tally.lost), (2, 1, 1));
        assert_eq!(tally.pairs, [0, 1, 0, 0, 1]);
    }

    /// A shell script that plays `best` when it is given nodes.
    #[cfg(unix)]
    fn script(name: &str, best: &str) -> Contestant {
        use chuhe_uci::{EngineConfig, Launch, Protocol};
        let body = format!(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
             go\\ depth*) echo bestmove h2e2;; go*) echo bestmove {best};; quit) exit;; esac; done"
        );
        let launch = Launch { path: "/bin/sh".into(), arguments: vec!["-c".into(), body] };
        let config = EngineConfig { protocol: Some(Protocol::Uci), ..EngineConfig::new(launch) };
        Contestant { name: name.to_owned(), config, limit: None }
    }

    #[cfg(unix)]
    fn tournament(contestants: [Contestant; 2]) -> Tournament {
        Tournament {
            contestants,
            games: 4,
            concurrency: 2,
            limit: SearchLimit::Nodes(1),
            rules: Rules::default(),
            seed: 1,
            opening_plies: 0,
            plays_out: false,
        }
    }

    #[test]
    #[cfg(unix)]
    fn engines_that_resign_and_fail_lose() {
        // with black the first engine plays an illegal move
        let tournament = tournament([script("A", "h2e2"), script("B", "h2e2")]);
        let mut notes = Vec::new();
        let tally = tournament.play(|played| {
            notes.push(played.finished.note.clone().unwrap_or_default());
            true
        });
        assert_eq!(tally, Ok(Tally { won: 2, drawn: 0, lost: 2, pairs: [0, 0, 2, 0, 0] }));
        assert!(notes.iter().all(|note| note.ends_with("played \"h2e2\", which is illegal")), "{notes:?}");

        let tournament = self::tournament([script("A", "h2e2"), script("B", "0000")]);
        let tally = tournament.play(|_| true);
        assert_eq!(tally, Ok(Tally { won: 4, drawn: 0, lost: 0, pairs: [0, 0, 0, 0, 2] }));
    }

    #[test]
    #[cfg(unix)]
    fn a_match_without_an_engine_ends_with_an_error() {
        let mut missing = script("A", "h2e2");
        missing.config.launch.path = "/no/engine".into();
        let tally = tournament([missing, script("B", "h2e2")]).play(|_| true);
        let error = EngineError::NotFound("/no/engine".into()).into();
        assert_eq!(tally, Err(Interrupted { tally: Tally::default(), error }));
    }

    #[test]
    #[cfg(unix)]
    fn results_survive_an_engine_that_cannot_be_started_again() {
        // the script removes itself, and loses its first game by an illegal move
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine");
        let mut once = script("A", "a0a9");
        let body = format!("rm \"$0\"; {}", once.config.launch.arguments[1]);
        std::fs::write(&path, body).unwrap();
        once.config.launch.arguments = vec![path.to_string_lossy().into_owned()];
        let tournament = Tournament { concurrency: 1, ..tournament([once, script("B", "h2e2")]) };
        let interrupted = tournament.play(|_| true).unwrap_err();
        assert_eq!(interrupted.tally, Tally { lost: 1, ..Tally::default() });
    }

    #[test]
    #[cfg(unix)]
    fn a_match_without_openings_ends_with_an_error() {
        let engines = [script("A", "h2e2"), script("B", "h2e2")];
        let tournament = Tournament { opening_plies: 5_000, ..tournament(engines) };
        let interrupted = tournament.play(|_| true).unwrap_err();
        assert_eq!(interrupted.error, MatchError::Opening(5_000));
    }
}
