//! How much stronger one engine is, and how sure that is.

/// The two-sided 95 % quantile of the normal distribution.
const NORMAL_95: f64 = 1.959_964;
/// The weight of a result that has not occurred, so that its variance is not 0.
const UNSEEN: f64 = 1e-3;

/// The results of a match, from the view of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Pairs of games with the same opening by their points, 0, ½, 1, 1½ and 2.
    ///
    /// The games of a pair resemble each other, so that pairs vary less than single games.
    pub pairs: [u32; 5],
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

impl Tally {
    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The points of a game, from 0 to 1; half a point without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }

    /// The points of a game with their interval, after Wilson, with the variance of pairs.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let (value, games) = (self.score(), f64::from(self.games()));
        let variance = value * (1.0 - value);
        let (mean_of_pairs, variance_of_pairs) = self.moments();
        let pairs: u32 = self.pairs.iter().sum();
        // the number of independent games that would vary as the pairs do
        let trials = if variance > 0.0 && mean_of_pairs > 0.0 && mean_of_pairs < 1.0 && pairs > 1 {
            (variance * f64::from(pairs) / variance_of_pairs).clamp(1.0, games * 4.0)
        } else {
            games.max(1.0)
        };
        let square = NORMAL_95 * NORMAL_95;
        let centre = (value + square / (2.0 * trials)) / (1.0 + square / trials);
        let spread = NORMAL_95 / (1.0 + square / trials)
            * (variance / trials + square / (4.0 * trials * trials)).sqrt();
        // exact at the ends, where the formula rounds
        let low = if value > 0.0 { (centre - spread).max(0.0) } else { 0.0 };
        let high = if value < 1.0 { (centre + spread).min(1.0) } else { 1.0 };
        Estimate { value, low, high }
    }

    /// The difference in Elo with its interval.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let Estimate { value, low, high } = self.estimate();
        Estimate { value: elo_of(value), low: elo_of(low), high: elo_of(high) }
    }

    /// The mean and variance of the points of a pair, per game.
    fn moments(&self) -> (f64, f64) {
        let weights = self.pairs.map(|pairs| f64::from(pairs).max(UNSEEN));
        let total: f64 = weights.iter().sum();
        let points = |at: usize| at as f64 / 4.0;
        let mean = weights.iter().enumerate().map(|(at, weight)| points(at) * weight).sum::<f64>() / total;
        let square = |at: usize| (points(at) - mean).powi(2);
        (mean, weights.iter().enumerate().map(|(at, weight)| square(at) * weight).sum::<f64>() / total)
    }
}

/// The difference in Elo at which the stronger side scores this much of a game.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score at this difference in Elo.
fn score_at(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two differences in Elo.
///
/// It takes the logarithm of the likelihood ratio for normally distributed pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// The null hypothesis holds: the first engine is no stronger.
    Rejected,
    /// The alternative holds: the first engine is stronger.
    Accepted,
}

impl Sprt {
    /// The logarithm of the ratio at which a test with 5 % errors of both kinds is decided.
    pub const BOUND: f64 = 2.944_439;

    /// The logarithm of the likelihood ratio.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let pairs: u32 = tally.pairs.iter().sum();
        if pairs < 2 {
            return 0.0;
        }
        let (mean, variance) = tally.moments();
        let (score0, score1) = (score_at(self.elo0), score_at(self.elo1));
        f64::from(pairs) * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// What the test says.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ratio = self.log_likelihood_ratio(tally);
        if ratio >= Self::BOUND {
            Verdict::Accepted
        } else if ratio <= -Self::BOUND {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let points: u32 = pairs.iter().enumerate().map(|(at, count)| at as u32 * count).sum();
        let games = 2 * pairs.iter().sum::<u32>();
        // as wins and losses, but for an odd half point
        let (won, drawn) = (points / 2, points % 2);
        Tally { won, drawn, lost: games - won - drawn, pairs }
    }

    #[test]
    fn equal_results_are_no_difference() {
        let elo = tally([10, 20, 40, 20, 10]).elo();
        assert!(elo.value.abs() < 1e-9 && (elo.low + elo.high).abs() < 1e-6, "{elo:?}");
        assert!((30.0..60.0).contains(&elo.high), "{elo:?}");
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let elo = tally([0, 0, 50, 0, 50]).elo();
        assert!((elo.value - 190.85).abs() < 0.1, "{elo:?}");
        assert!(elo.low < elo.value && elo.value < elo.high);
    }

    #[test]
    fn a_whitewash_has_a_lower_bound() {
        let score = tally([0, 0, 0, 0, 50]).estimate();
        assert_eq!((score.value, score.high), (1.0, 1.0));
        assert!((0.96..0.97).contains(&score.low), "{score:?}");
    }

    #[test]
    fn a_test_accepts_strength_and_rejects_its_lack() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.verdict(&Tally::default()), Verdict::Undecided);
        assert_eq!(test.verdict(&tally([5, 10, 20, 10, 5])), Verdict::Undecided);
        assert_eq!(test.verdict(&tally([20, 40, 100, 120, 70])), Verdict::Accepted);
        assert_eq!(test.verdict(&tally([70, 120, 100, 40, 20])), Verdict::Rejected);
    }
}
