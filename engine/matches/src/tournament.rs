//! A match between two engines.

use crate::contestant::{Contestant, SearchLimit};
use crate::openings::Openings;
use crate::pairs::{self, Ended, side_of_first};
use crate::referee::{self, Conduct, FinishedGame};
use crate::statistics::Tally;
use chuhe_records::GameResult;
use chuhe_rules::xiangqi::{Game, Rules};
use chuhe_rules::{Color, PerColor};
use chuhe_uci::{Engine, EngineError};
use std::sync::atomic::AtomicBool;
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
pub type Played = pairs::Played<FinishedGame>;

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
pub type Interrupted = pairs::Interrupted<MatchError>;

/// The times in a row that an engine may fail to start before the match ends.
const MAX_FAILED_STARTS: u32 = 3;

impl Tournament {
    /// Plays the match, and calls `on_game` after each game, which returns whether to go on.
    ///
    /// # Errors
    /// If an engine cannot be started, or there is no opening; with the results so far.
    pub fn play(&self, on_game: impl FnMut(&Played) -> bool) -> Result<Tally, Interrupted> {
        let worker = || {
            let openings = Openings::new(self.seed, self.opening_plies, self.rules);
            let mut worker = Worker { tournament: self, engines: [None, None], openings, opening: None };
            move |number, stop: &AtomicBool| worker.play(number, stop)
        };
        pairs::play(self.games, self.concurrency, worker, on_game)
    }

    fn limit_of(&self, contestant: usize) -> SearchLimit {
        self.contestants[contestant].limit.unwrap_or(self.limit)
    }
}

const fn winner(result: GameResult) -> Option<Color> {
    match result {
        GameResult::Won { winner, .. } => Some(winner),
        GameResult::Drawn(_) | GameResult::Unknown | GameResult::Aborted(_) => None,
    }
}

/// A thread with both engines.
struct Worker<'a> {
    tournament: &'a Tournament,
    engines: [Option<Engine>; 2],
    openings: Openings,
    /// The opening of the pair that is played.
    opening: Option<Game>,
}

impl Worker<'_> {
    fn play(&mut self, number: u64, stop: &AtomicBool) -> Ended<FinishedGame, MatchError> {
        if number.is_multiple_of(2) {
            self.opening = self.openings.opening(number / 2);
        }
        let opening = self.opening.clone().ok_or(MatchError::Opening(self.tournament.opening_plies))?;
        self.start_engines()?;
        let finished = self.play_from(opening, number, stop);
        Ok(finished.map(|finished| (winner(finished.result), finished)))
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

    fn play_from(&mut self, opening: Game, number: u64, stop: &AtomicBool) -> Option<FinishedGame> {
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
            notes.push(played.game.note.clone().unwrap_or_default());
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
