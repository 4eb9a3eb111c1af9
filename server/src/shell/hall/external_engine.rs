//! An external engine that plays xiangqi for the computer players.
//!
//! Each thread of the [`ThinkingPool`](super::thinking_pool::ThinkingPool) runs one process. When it
//! fails, Chuhe's own engine thinks about the move, and the process starts again after a pause.

use chuhe_bot::{Position, Task, Thought};
use chuhe_rules::GameMove;
use chuhe_uci::{Engine, EngineConfig, EngineError, Go, Interrupt, Score};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The pause before a failed engine starts again; it doubles while the engine fails.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// How long an engine may take to start again. The clock of a computer player runs meanwhile.
const RESTART_LIMIT: Duration = Duration::from_secs(2);
/// The time that an engine may exceed its own by before it counts as hung.
const MOVE_GRACE: Duration = Duration::from_secs(2);
/// The score of a mate, in hundredths of a pawn.
const MATE: i32 = 100_000;

/// An external engine with its process, while it runs.
#[derive(Debug)]
pub(crate) struct ExternalEngine {
    config: EngineConfig,
    engine: Option<Engine>,
    backoff: Backoff,
}

/// When an engine that failed may start again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Backoff {
    /// The last pause.
    pause: Option<Duration>,
    until: Option<Instant>,
}

impl Backoff {
    /// Whether the engine may start.
    fn is_over(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| until <= now)
    }

    /// Records a failure; returns the pause.
    fn fail(&mut self, now: Instant) -> Duration {
        let pause = self.pause.map_or(FIRST_PAUSE, |pause| (pause * 2).min(LONGEST_PAUSE));
        (self.pause, self.until) = (Some(pause), now.checked_add(pause));
        pause
    }
}

impl ExternalEngine {
    /// Starts an engine; a failure is logged, and followed by another start later.
    ///
    /// The first start may take long, since no player waits for it.
    pub(crate) fn start(config: EngineConfig) -> Self {
        let config = EngineConfig { move_grace: MOVE_GRACE, ..config };
        let mut external = Self { config, engine: None, backoff: Backoff::default() };
        external.restart();
        external.config = restart_config(&external.config);
        external
    }

    /// Starts the process if it does not run, unless it has just failed.
    fn restart(&mut self) {
        if self.engine.is_some() || !self.backoff.is_over(Instant::now()) {
            return;
        }
        match Engine::start(&self.config) {
            Ok(engine) => {
                let info = engine.info();
                tracing::info!(engine = info.name, protocol = ?info.protocol, "an engine plays for the computer players");
                for reason in &info.rejected {
                    tracing::warn!(%reason, "the engine does not take an option");
                }
                self.config.protocol = Some(info.protocol);
                self.engine = Some(engine);
            }
            Err(error) => self.failed(&error),
        }
    }

    fn failed(&mut self, error: &EngineError) {
        self.engine = None;
        let pause = self.backoff.fail(Instant::now());
        tracing::warn!(%error, pause_s = pause.as_secs(), "the engine of the computer players failed; Chuhe's own plays until it starts again after a pause");
    }

    /// Thinks about a task of xiangqi; `None` if the own engine is to do it.
    pub(crate) fn think(&mut self, task: &Task, stop: &AtomicBool) -> Option<Thought> {
        let Position::Xiangqi(game) = &task.position else { return None };
        self.restart();
        let engine = self.engine.as_mut()?;
        if game.ply() < 2 {
            engine.new_game();
        }
        let (go, interrupt) = (Go::move_time(task.time_limit()), Interrupt { stop, ponder: None });
        let mut score = None;
        let answer = engine.search(game, &go, interrupt, &mut |info| {
            if info.multi_pv.is_none_or(|rank| rank == 1) {
                score = info.score.or(score);
            }
        });
        match answer {
            Ok((best, _)) => {
                self.backoff = Backoff::default();
                let score = score.map(|score| match score {
                    Score::Cp(centipawns) => centipawns,
                    Score::Mate(moves) if moves > 0 => MATE,
                    Score::Mate(_) => -MATE,
                });
                Some(Thought { mv: best.map(GameMove::Xiangqi), score, resigns: best.is_none() })
            }
            Err(error) => {
                self.failed(&error);
                None
            }
        }
    }
}

/// The configuration of an engine that starts while a clock may run.
fn restart_config(config: &EngineConfig) -> EngineConfig {
    // an engine whose protocol is unknown is tried in one, then in the other
    let limit = if config.protocol.is_some() { RESTART_LIMIT } else { RESTART_LIMIT / 2 };
    EngineConfig { start_limit: limit, detection_limit: limit, ..config.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_uci::{Launch, Protocol};

    #[test]
    fn a_restart_takes_two_seconds_at_most() {
        let unknown = EngineConfig::new(Launch::new("engine"));
        let known = EngineConfig { protocol: Some(Protocol::Uci), ..unknown.clone() };
        let [unknown, known] = [unknown, known].map(|config| restart_config(&config));
        assert_eq!(unknown.detection_limit + unknown.start_limit, RESTART_LIMIT);
        assert_eq!(known.start_limit, RESTART_LIMIT);
    }

    #[test]
    fn pauses_grow_while_the_engine_fails() {
        let now = Instant::now();
        let mut backoff = Backoff::default();
        assert!(backoff.is_over(now));
        let pauses: Vec<u64> = (0..12).map(|_| backoff.fail(now).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
        assert!(!backoff.is_over(now + Duration::from_secs(299)));
        assert!(backoff.is_over(now + Duration::from_secs(300)));
    }
}
