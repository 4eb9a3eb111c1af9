//! The levels of the computer player, and how one chooses a move.
//!
//! A level sees as far as its depth or number of nodes allows, and then chooses among the moves that
//! look about as good: the worse a move looks, the less likely it is, and one that looks worse than
//! the level's tolerance is never played. So a low level misjudges positions and overlooks plans of
//! several moves, as people do, but does not put a rook where it can be taken at once.
//!
//! `docs/engine.md` has the measured ladder.

use super::{Control, Limits, Options, Report, Score, Searcher, TimeLimit};
use chuhe_rules::xiangqi::{Game, Move};

/// A level of play from 1, a beginner, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The move that a level chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its score for the side to move, as the level sees it.
    pub score: Score,
}

/// What makes a level weaker.
#[derive(Clone, Copy, Debug)]
struct Weakness {
    /// The depth of its search in plies.
    depth: Option<u8>,
    /// The positions that its search visits, at most.
    nodes: u64,
    /// The number of moves among which it chooses.
    lines: usize,
    /// The loss in centipawns that makes a move half as likely.
    half: u32,
    /// The greatest loss in centipawns.
    tolerance: u32,
}

/// The weaknesses of all levels, the first level's first.
const WEAKNESSES: [Weakness; 10] = [
    Weakness { depth: Some(1), nodes: 20_000, lines: Options::MAX_MULTI_PV, half: 400, tolerance: 900 },
    Weakness { depth: Some(1), nodes: 20_000, lines: Options::MAX_MULTI_PV, half: 240, tolerance: 650 },
    Weakness { depth: Some(1), nodes: 20_000, lines: Options::MAX_MULTI_PV, half: 110, tolerance: 450 },
    Weakness { depth: Some(1), nodes: 20_000, lines: Options::MAX_MULTI_PV, half: 70, tolerance: 350 },
    Weakness { depth: Some(2), nodes: 50_000, lines: Options::MAX_MULTI_PV, half: 60, tolerance: 300 },
    Weakness { depth: Some(2), nodes: 50_000, lines: 16, half: 30, tolerance: 170 },
    Weakness { depth: Some(5), nodes: 50_000, lines: 8, half: 15, tolerance: 80 },
    Weakness { depth: None, nodes: 7_500, lines: 3, half: 8, tolerance: 40 },
    Weakness { depth: None, nodes: 18_000, lines: 3, half: 8, tolerance: 40 },
    Weakness { depth: None, nodes: 500_000, lines: 1, half: 1, tolerance: 0 },
];

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// The highest level.
    pub const HIGHEST: Self = Self(WEAKNESSES.len() as u8);
    /// All levels, the lowest first.
    pub const ALL: [Self; WEAKNESSES.len()] = {
        let mut all = [Self::LOWEST; WEAKNESSES.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self(at as u8 + 1);
            at += 1;
        }
        all
    };

    /// The level with this number, 1 to 10.
    ///
    /// ```
    /// use chuhe_engine::xiangqi::Level;
    /// assert_eq!(Level::new(10), Some(Level::HIGHEST));
    /// assert_eq!((Level::new(0), Level::new(11)), (None, None));
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::HIGHEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn weakness(self) -> &'static Weakness {
        &WEAKNESSES[self.0 as usize - 1]
    }

    /// The limits of its searches, without one of time.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Weakness { depth, nodes, .. } = *self.weakness();
        Limits { depth, nodes: Some(nodes), ..Limits::default() }
    }

    /// Chooses a move in the current position of `game`; `None` if the game is over.
    ///
    /// It chooses one of `moves`, or of all legal moves if they are empty.
    /// The same seed and game give the same move, unless the time or the flag to stop ends the
    /// search. It searches on one thread and forgets what `searcher` had learned, except at the
    /// highest level, which plays the best move that it finds.
    pub fn choose(
        self,
        searcher: &mut Searcher,
        game: &Game,
        moves: &[Move],
        time: Option<TimeLimit>,
        control: &Control<'_>,
        seed: u64,
    ) -> Option<Choice> {
        let limits = Limits { time, moves: moves.to_vec(), ..self.limits() };
        if self == Self::HIGHEST {
            let answer = searcher.search(game, &limits, control, &mut |_| {});
            return answer.best.map(|mv| Choice { mv, score: answer.score });
        }
        let before = searcher.options();
        let weakness = self.weakness();
        searcher.set_options(Options { threads: 1, multi_pv: weakness.lines, ..before });
        searcher.clear();
        let mut choices = Vec::new();
        let answer = searcher.search(game, &limits, control, &mut |report| keep(&mut choices, report));
        searcher.set_options(before);
        let best = Choice { mv: answer.best?, score: answer.score };
        Some(weakness.pick(&choices, seed ^ game.position().key()).unwrap_or(best))
    }
}

/// Keeps the lines of the last iteration.
fn keep(choices: &mut Vec<Choice>, report: &Report) {
    if report.multi_pv == 1 {
        choices.clear();
    }
    choices.extend(report.line.first().map(|&mv| Choice { mv, score: report.score }));
}

impl Weakness {
    /// Picks one of the choices by chance, but a mate at once for sure.
    fn pick(&self, choices: &[Choice], seed: u64) -> Option<Choice> {
        // as scores, a mate now and one a move later are nearly the same
        if let Some(&mate) = choices.iter().find(|choice| choice.score == Score::Mate(1)) {
            return Some(mate);
        }
        let best = choices.iter().map(|choice| choice.score.centipawns()).max()?;
        let weights = choices.iter().map(|choice| self.weight(best.abs_diff(choice.score.centipawns())));
        let mut drawn = scramble(seed) % weights.clone().sum::<u64>().max(1);
        for (&choice, weight) in choices.iter().zip(weights) {
            if drawn < weight {
                return Some(choice);
            }
            drawn -= weight;
        }
        None
    }

    /// How likely a move with this loss is: half as likely for each [`Weakness::half`] of loss.
    ///
    /// Between halvings it falls in a straight line. Integers make it the same on every machine.
    fn weight(&self, loss: u32) -> u64 {
        /// The weight of the best move.
        const FULL: u64 = 1 << 24;
        if loss > self.tolerance {
            return 0;
        }
        let (halvings, rest) = (loss / self.half, u64::from(loss % self.half));
        let half = u64::from(self.half);
        FULL.checked_shr(halvings).unwrap_or(0) * (2 * half - rest) / (2 * half)
    }
}

/// Turns a seed into a random number (SplitMix64).
const fn scramble(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_less_likely_the_more_it_loses() {
        for weakness in &WEAKNESSES {
            let weights: Vec<u64> = (0..=weakness.tolerance + 1).map(|loss| weakness.weight(loss)).collect();
            assert!(weights.is_sorted_by(|a, b| a >= b), "{weakness:?}");
            assert_eq!(weights.last(), Some(&0));
        }
        let weakness = Weakness { depth: None, nodes: 1, lines: 1, half: 10, tolerance: 100 };
        assert_eq!([0, 5, 10, 20].map(|loss| weakness.weight(loss) >> 20), [16, 12, 8, 4]);
    }

    #[test]
    fn moves_beyond_the_tolerance_are_never_picked() {
        let [a, b] = ["a0a1", "b0c2"].map(|mv| mv.parse().expect("a move"));
        for weakness in &WEAKNESSES {
            let worse = Score::Cp(-1 - weakness.tolerance as i32);
            let choices = [Choice { mv: a, score: Score::Cp(0) }, Choice { mv: b, score: worse }];
            for seed in 0..1_000 {
                assert_eq!(weakness.pick(&choices, seed).map(|choice| choice.mv), Some(a), "{weakness:?}");
            }
        }
    }
}
