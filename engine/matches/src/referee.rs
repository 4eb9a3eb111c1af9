//! One game between two engines.

use crate::contestant::SearchLimit;
use chuhe_records::GameResult;
use chuhe_rules::xiangqi::Game;
use chuhe_rules::{Color, DrawReason, Outcome, PerColor, WinReason};
use chuhe_uci::{Clock, Engine, EngineError, Go, Info, Interrupt, Score};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The plies after which a game is drawn.
pub const MAX_PLIES: usize = 400;
/// The score in centipawns that both engines must see for a game to be decided early.
const DECISIVE_SCORE: i32 = 1_500;
/// The moves of each side for which they must see it.
const DECISIVE_MOVES: u32 = 4;

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The game.
    pub game: Game,
    /// Its result.
    pub result: GameResult,
    /// How it ended, if the rules did not end it.
    pub note: Option<String>,
    /// The engine that failed, if one did.
    pub failed: Option<Color>,
    /// The longest time of each side for a move.
    pub longest: PerColor<Duration>,
}

/// How a game is judged.
#[derive(Clone, Copy, Debug)]
pub struct Conduct {
    /// The limits of both sides.
    pub limits: PerColor<SearchLimit>,
    /// Whether a game goes on to its end by the rules, though both engines see that it is decided.
    pub plays_out: bool,
}

/// Plays a game from its opening to its end.
pub fn play(
    opening: Game,
    engines: PerColor<&mut Engine>,
    conduct: Conduct,
    stop: &AtomicBool,
) -> Option<FinishedGame> {
    engines.red.new_game();
    engines.black.new_game();
    let mut match_game = MatchGame {
        game: opening,
        clocks: conduct.limits.map(|limit| match limit {
            SearchLimit::Clock(clock) => Some(clock),
            SearchLimit::MoveTime(_) | SearchLimit::Nodes(_) | SearchLimit::Depth(_) => None,
        }),
        conduct,
        longest: PerColor::splat(Duration::ZERO),
        decided: PerColor::splat((0, 0)),
    };
    loop {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let side = match_game.game.position().side_to_move();
        let engine = match side {
            Color::Red => &mut *engines.red,
            Color::Black => &mut *engines.black,
        };
        if let Some(end) = match_game.end_by_rules().or_else(|| match_game.step(side, engine)) {
            return Some(FinishedGame {
                game: match_game.game,
                longest: match_game.longest,
                result: end.result,
                note: end.note,
                failed: end.failed,
            });
        }
    }
}

struct MatchGame {
    game: Game,
    clocks: PerColor<Option<Clock>>,
    conduct: Conduct,
    longest: PerColor<Duration>,
    /// The side that each engine sees winning, by its sign, and for how many moves.
    decided: PerColor<(i32, u32)>,
}

struct End {
    result: GameResult,
    note: Option<String>,
    failed: Option<Color>,
}

impl End {
    const fn by(outcome: Outcome) -> Self {
        let result = match outcome {
            Outcome::Won { winner, reason } => GameResult::Won { winner, reason: Some(reason) },
            Outcome::Drawn(reason) => GameResult::Drawn(Some(reason)),
            Outcome::Aborted(reason) => GameResult::Aborted(reason),
        };
        Self { result, note: None, failed: None }
    }

    fn noted(winner: Color, note: String) -> Self {
        Self { result: GameResult::Won { winner, reason: None }, note: Some(note), failed: None }
    }
}

impl MatchGame {
    fn end_by_rules(&self) -> Option<End> {
        let too_long = || (self.game.ply() >= MAX_PLIES).then_some(Outcome::Drawn(DrawReason::TooLong));
        self.game.outcome().or_else(too_long).map(End::by)
    }

    /// Lets the side to move play; returns how the game ended if that ended it.
    fn step(&mut self, side: Color, engine: &mut Engine) -> Option<End> {
        let mut score = None;
        let mut keep = |info: &Info| {
            if info.multi_pv.is_none_or(|line| line == 1) && info.score.is_some() {
                score = info.score;
            }
        };
        let began = Instant::now();
        let stop = AtomicBool::new(false);
        let go = self.go(side);
        let answer = engine.search(&self.game, &go, Interrupt { stop: &stop, ponder: None }, &mut keep);
        let spent = began.elapsed();
        self.longest[side] = self.longest[side].max(spent);
        let opponent = side.opponent();
        match answer {
            Err(error) => Some(failure(side, &error)),
            Ok((None, _)) => Some(End::by(Outcome::won(opponent, WinReason::Resignation))),
            Ok((Some(_), _)) if !self.charge(side, spent) => {
                Some(End::by(Outcome::won(opponent, WinReason::GameTime)))
            }
            Ok((Some(mv), _)) => {
                self.game.play(side, mv).expect("the driver checks moves");
                self.decide(side, score)
            }
        }
    }

    fn go(&self, side: Color) -> Go {
        match self.conduct.limits[side] {
            SearchLimit::MoveTime(time) => Go::move_time(time),
            SearchLimit::Nodes(nodes) => Go::nodes(nodes),
            SearchLimit::Depth(depth) => Go::depth(depth),
            SearchLimit::Clock(_) => {
                let (clock, opponent_clock) = (self.clocks[side], self.clocks[side.opponent()]);
                Go { clock, opponent_clock, ..Go::default() }
            }
        }
    }

    /// Takes the time of a move off the clock, if there is one; false if there was too little.
    fn charge(&mut self, side: Color, spent: Duration) -> bool {
        let Some(clock) = &mut self.clocks[side] else { return true };
        let Some(left) = clock.left.checked_sub(spent) else { return false };
        clock.left = left + clock.increment;
        true
    }

    /// Ends a game that both engines have seen decided for several moves.
    fn decide(&mut self, side: Color, score: Option<Score>) -> Option<End> {
        let winning = match score? {
            Score::Cp(cp) if cp.abs() < DECISIVE_SCORE => 0,
            Score::Cp(cp) => cp.signum(),
            Score::Mate(moves) if moves > 0 => 1,
            Score::Mate(_) => -1,
        };
        let (before, moves) = self.decided[side];
        self.decided[side] = (winning, if winning == before { moves + 1 } else { 1 });
        let [(red, red_moves), (black, black_moves)] = [self.decided.red, self.decided.black];
        let is_decided = red != 0 && red == -black && red_moves.min(black_moves) >= DECISIVE_MOVES;
        let winner = if red > 0 { Color::Red } else { Color::Black };
        let note = || "both engines saw it decided".to_owned();
        (is_decided && !self.conduct.plays_out && self.game.outcome().is_none())
            .then(|| End::noted(winner, note()))
    }
}

fn failure(side: Color, error: &EngineError) -> End {
    End { failed: Some(side), ..End::noted(side.opponent(), error.to_string()) }
}
