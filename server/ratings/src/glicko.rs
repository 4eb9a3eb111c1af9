//! The formulas of Glicko-2, and the limits within which this server applies them.
//!
//! Source: Mark Glickman, "Example of the Glicko-2 system" (2013, revised 2022), which is in the public domain. The step
//! numbers below are the paper's. One thing differs: rating periods may be fractions. Step 6 adds the variance of the
//! elapsed part of a period. The paper's period holds 10 to 15 games; a player of a small server would wait months for
//! a new rating.
//!
//! `exp`, `log` and `sqrt` come from the crate `libm`. In `std`, `exp` and `ln` are the platform's own, and their last bit
//! differs between platforms, so that a recomputation on another machine would not give the same bytes. A square root has
//! the same bits everywhere, and is taken from the same crate for uniformity.

use core::ops::RangeInclusive;
use libm::{exp, log, sqrt};

/// How fast the volatility may change (τ). The paper's example has 0.5, and its advice is 0.3 to 1.2.
pub const TAU: f64 = 0.5;
/// The length of a rating period in milliseconds, 4.665 days.
///
/// A deviation of 60 grows to 110 in a year of 365 days at the volatility of a new player. That takes
/// (110² − 60²) ÷ 173.7178² ÷ 0.06² = 78.24 periods.
pub const PERIOD_MS: u64 = 403_068_467;

/// The ratings that a player can have. Beyond them a number says more about the opponents than about the player.
pub const RATINGS: RangeInclusive<f64> = 400.0..=4000.0;
/// The deviations that a player can have.
///
/// The lower end keeps a frequent player's rating movable, the upper end is a new player's. It also bounds what one
/// game can change: at most 350² ÷ 173.7178, or 705 points.
pub const DEVIATIONS: RangeInclusive<f64> = 45.0..=350.0;
/// The volatilities that a player can have. The lower end is positive because step 5 takes its logarithm.
pub const VOLATILITIES: RangeInclusive<f64> = 0.01..=0.1;

/// Points of a rating for one unit of the paper's internal scale (steps 2 and 8).
const SCALE: f64 = 173.7178;
/// How exact the logarithm of the squared volatility is (ε of step 5): the paper's own, so that results equal those of
/// other implementations in every digit.
const TOLERANCE: f64 = 1e-6;
/// The most iterations of step 5. A game needs two or three, and needed at most 18 in 400,000 random cases.
const ITERATIONS: usize = 100;

/// An estimate of a player's strength.
///
/// The fields are on the scale that players see. [`Rating::clamped`] puts any values within the limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The expected strength, 1500 for a new player (r).
    pub rating: f64,
    /// The standard deviation of the rating in points (RD): the true strength is within two of them in 95 % of cases.
    pub deviation: f64,
    /// How erratic the results are (σ): the growth of the deviation per period, on the internal scale.
    pub volatility: f64,
}

/// The result of a game from one player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The player lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

/// A game of a rating period from one player's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The opponent's rating before the period.
    pub opponent: Rating,
    /// The player's result.
    pub score: Score,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

impl Rating {
    /// The rating of a player without games: 1500, 350 and 0.06, as the paper advises (step 1).
    pub const NEW: Self = Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// Returns the rating with each field within its limits. A field that is not a number becomes a new player's.
    #[must_use]
    pub fn clamped(self) -> Self {
        let clamp = |value: f64, limits: RangeInclusive<f64>, new: f64| {
            if value.is_nan() { new } else { value.clamp(*limits.start(), *limits.end()) }
        };
        Self {
            rating: clamp(self.rating, RATINGS, Self::NEW.rating),
            deviation: clamp(self.deviation, DEVIATIONS, Self::NEW.deviation),
            volatility: clamp(self.volatility, VOLATILITIES, Self::NEW.volatility),
        }
    }

    /// Returns the rating after `periods` rating periods without a game: the deviation grows (step 6).
    ///
    /// The deviation may exceed [`DEVIATIONS`]; see [`Rating::clamped`].
    #[must_use]
    pub fn after_pause(self, periods: f64) -> Self {
        let variance = square(self.deviation) + periods * square(self.volatility * SCALE);
        Self { deviation: sqrt(variance), ..self }
    }

    /// Returns the rating after a rating period with these games (steps 2 to 8), without limits.
    ///
    /// `periods` is how much of a period has passed since the rating was computed: 1 is the paper's case. The result is
    /// finite if all ratings are within the limits.
    ///
    /// ```
    /// use chuhe_ratings::{Played, Rating, Score};
    /// let new = Rating::NEW.after_period(&[Played { opponent: Rating::NEW, score: Score::Win }], 1.0);
    /// assert_eq!((new.rating.round(), new.deviation.round()), (1662.0, 290.0));
    /// ```
    #[must_use]
    pub fn after_period(self, games: &[Played], periods: f64) -> Self {
        // step 3 inverted: what the games say about the strength; and the sum of step 4
        let (mut information, mut surprise) = (0.0, 0.0);
        for Played { opponent, score } in games {
            let weight = weight(opponent.deviation);
            let expected = expected(weight, self.rating - opponent.rating);
            information += square(weight) * expected * (1.0 - expected);
            surprise += weight * (score.points() - expected);
        }
        if games.is_empty() {
            return self.after_pause(periods);
        }
        let variance = 1.0 / information;
        let improvement = variance * surprise;
        let before = square(self.deviation / SCALE);
        let volatility =
            new_volatility(self.volatility, square(improvement) - before - variance, before + variance);
        let grown = before + periods * square(volatility);
        let after = 1.0 / (1.0 / grown + information);
        Self { rating: self.rating + SCALE * after * surprise, deviation: SCALE * sqrt(after), volatility }
    }

    /// Returns the score to expect against `opponent`, between 0 and 1, given how uncertain both ratings are.
    #[must_use]
    pub fn expected_score(self, opponent: Self) -> f64 {
        let both = sqrt(square(self.deviation) + square(opponent.deviation));
        expected(weight(both), self.rating - opponent.rating)
    }

    /// Returns how many games at least bring the deviation down to `deviation`.
    ///
    /// A game says most about a player if the opponent has the same rating and the least deviation, and no time passes.
    /// Real games say less, so that it usually takes some more.
    #[must_use]
    pub fn games_until(self, deviation: f64) -> u32 {
        let missing = 1.0 / square(deviation / SCALE) - 1.0 / square(self.deviation / SCALE);
        let most_informative = square(weight(*DEVIATIONS.start())) / 4.0;
        (missing / most_informative).ceil() as u32
    }
}

impl Score {
    /// The points of the result: 0, ½ or 1.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

fn square(value: f64) -> f64 {
    value * value
}

/// How much a game against an opponent of this deviation counts, from 0 to 1 (g of step 3).
fn weight(deviation: f64) -> f64 {
    let phi = deviation / SCALE;
    1.0 / sqrt(1.0 + 3.0 * square(phi / core::f64::consts::PI))
}

/// The score to expect with a rating higher by `lead` points (E of step 3).
fn expected(weight: f64, lead: f64) -> f64 {
    1.0 / (1.0 + exp(-weight * lead / SCALE))
}

/// Returns the new volatility (step 5).
///
/// `excess` is Δ² − φ² − v: how much more the results differ from the expected ones than the uncertainty explains.
/// `explained` is φ² + v.
fn new_volatility(volatility: f64, excess: f64, explained: f64) -> f64 {
    let old = 2.0 * log(volatility);
    let f = |x: f64| {
        let square_of = exp(x);
        square_of * (excess - square_of) / (2.0 * square(explained + square_of)) - (x - old) / square(TAU)
    };
    // The root lies between `old` and this. The first term of `f` is at least −½, so that `f(old − τ)` is at least
    // 1/τ − ½: positive, and the paper's search for a `k` ends with 1.
    let (mut a, mut b) = (old, if excess > 0.0 { log(excess) } else { old - TAU });
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..ITERATIONS {
        if (b - a).abs() <= TOLERANCE {
            break;
        }
        let c = a + (a - b) * f_a / (f_b - f_a);
        let f_c = f(c);
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    exp(a / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    fn assert_close(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() <= tolerance, "{found:.13} is not {wanted}");
    }

    /// The paper's player and opponents: the player beats the first and loses to the others.
    const PAPER: [(f64, f64, Score); 3] =
        [(1400.0, 30.0, Score::Win), (1550.0, 100.0, Score::Loss), (1700.0, 300.0, Score::Loss)];

    #[test]
    fn the_example_of_the_paper_comes_out_to_ten_digits() {
        let games =
            PAPER.map(|(points, deviation, score)| Played { opponent: rating(points, deviation), score });
        let new = rating(1500.0, 200.0).after_period(&games, 1.0);
        assert_close(new.rating, 1_464.050_670_539_3, 5e-11);
        assert_close(new.deviation, 151.516_524_123_9, 5e-11);
        assert_close(new.volatility, 0.059_995_984_286_5, 5e-14);
    }

    #[test]
    fn the_opponents_of_the_paper_are_rated_too() {
        let wanted = [(1398.1436, 31.6702), (1570.3947, 97.7092), (1784.4218, 251.5656)];
        for ((points, deviation, score), (new_points, new_deviation)) in PAPER.into_iter().zip(wanted) {
            let score = if score == Score::Win { Score::Loss } else { Score::Win };
            let game = Played { opponent: rating(1500.0, 200.0), score };
            let new = rating(points, deviation).after_period(&[game], 1.0);
            assert_close(new.rating, new_points, 5e-5);
            assert_close(new.deviation, new_deviation, 5e-5);
        }
    }

    #[test]
    fn two_new_players_end_as_far_above_and_below_the_start() {
        for (score, wanted) in [(Score::Win, 1662.31), (Score::Draw, 1500.0), (Score::Loss, 1337.69)] {
            let new = Rating::NEW.after_period(&[Played { opponent: Rating::NEW, score }], 1.0);
            assert_close(new.rating, wanted, 5e-3);
            assert_close(new.deviation, 290.32, 5e-3);
        }
    }

    #[test]
    fn a_year_without_games_takes_a_deviation_from_60_to_110() {
        let year = 365.0 * 86_400_000.0 / PERIOD_MS as f64;
        assert_close(rating(1500.0, 60.0).after_pause(year).deviation, 110.0, 1e-6);
        assert_eq!(rating(1500.0, 60.0).after_period(&[], year), rating(1500.0, 60.0).after_pause(year));
    }

    #[test]
    fn fractions_of_a_pause_add_up() {
        let halves = rating(1500.0, 80.0).after_pause(0.5).after_pause(0.5);
        assert_close(halves.deviation, rating(1500.0, 80.0).after_pause(1.0).deviation, 1e-11);
    }

    #[test]
    fn an_unexpected_result_raises_the_volatility_and_an_expected_one_lowers_it() {
        let strong = rating(1900.0, 45.0);
        let after =
            |score| strong.after_period(&[Played { opponent: rating(1500.0, 45.0), score }], 1.0).volatility;
        assert!(after(Score::Loss) > 0.06 && after(Score::Win) < 0.06);
    }

    #[test]
    fn the_new_volatility_solves_the_equation_of_step_5() {
        for volatility in [0.01, 0.06, 0.1] {
            for [own, theirs] in [[45.0, 45.0], [45.0, 350.0], [110.0, 80.0], [350.0, 45.0], [350.0, 350.0]] {
                for lead in [-3600.0, -1000.0, -300.0, -20.0, 0.0, 20.0, 300.0, 1000.0, 3600.0] {
                    for points in [0.0, 0.5, 1.0] {
                        let (weight, before) = (weight(theirs), square(own / SCALE));
                        let score = expected(weight, lead);
                        let variance = 1.0 / (square(weight) * score * (1.0 - score));
                        let excess = square(variance * weight * (points - score)) - before - variance;
                        let found = new_volatility(volatility, excess, before + variance);
                        let x = 2.0 * found.ln();
                        let explained = before + variance + x.exp();
                        let likelihood = x.exp() * (excess - x.exp()) / (2.0 * explained.powi(2));
                        assert_close(likelihood, (x - 2.0 * volatility.ln()) / TAU.powi(2), 1e-5);
                        // a surprising game has a second root, at which the opponent would be another player
                        assert!(found < 2.0 * volatility);
                    }
                }
            }
        }
    }

    #[test]
    fn clamping_repairs_what_is_no_rating() {
        let broken = Rating { rating: f64::NAN, deviation: f64::INFINITY, volatility: -1.0 };
        assert_eq!(broken.clamped(), Rating { rating: 1500.0, deviation: 350.0, volatility: 0.01 });
        let low = Rating { rating: -5.0, deviation: 0.0, volatility: 9.0 };
        assert_eq!(low.clamped(), Rating { rating: 400.0, deviation: 45.0, volatility: 0.1 });
        assert_eq!(Rating::NEW.clamped(), Rating::NEW);
    }

    #[test]
    fn the_expected_scores_of_two_players_sum_to_one_and_tend_to_a_half_with_doubt() {
        let (strong, weak) = (rating(1700.0, 50.0), rating(1500.0, 90.0));
        assert_close(strong.expected_score(weak) + weak.expected_score(strong), 1.0, 1e-15);
        let doubtful = rating(1500.0, 350.0);
        assert!(strong.expected_score(weak) > strong.expected_score(doubtful));
        assert!(strong.expected_score(doubtful) > 0.5);
    }

    #[test]
    fn a_new_player_needs_ten_games_for_a_deviation_of_110_and_no_run_of_games_is_shorter() {
        assert_eq!(Rating::NEW.games_until(110.0), 10);
        assert_eq!(rating(1500.0, 110.0).games_until(110.0), 0);
        assert_eq!(rating(1500.0, 60.0).games_until(110.0), 0);
        let mut player = Rating::NEW;
        for missing in (1..=10).rev() {
            assert_eq!(player.games_until(110.0), missing);
            let opponent = rating(player.rating, 45.0);
            player = player.after_period(&[Played { opponent, score: Score::Draw }], 0.0);
        }
        assert!(player.deviation <= 110.0);
    }
}
