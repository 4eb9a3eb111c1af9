//! What a standing keeps of past games for the player's profile: the curve of the rating, and the best wins.

use chuhe_rules::clock::Timestamp;

/// The most recent rated games whose ratings a standing keeps: a curve of two seasons of a club, in 6 bytes a game.
pub const RATING_POINTS: usize = 100;
/// The wins against the highest-rated opponents that a standing keeps.
pub const BEST_WINS: usize = 5;

/// The rating after a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPoint {
    /// The UTC day of the game, in days since the Unix epoch.
    pub day: u32,
    /// The rating after it, rounded.
    pub rating: u16,
}

/// A win in a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestWin {
    /// The opponent's id.
    pub opponent: u64,
    /// The opponent's rating before the game, rounded.
    pub rating: u16,
    /// The UTC day of the game, in days since the Unix epoch.
    pub day: u32,
}

/// Returns the UTC day of a time, in days since the Unix epoch.
pub(crate) fn day_of(at: Timestamp) -> u32 {
    u32::try_from(at.as_ms() / Timestamp::DAY_MS).unwrap_or(u32::MAX)
}

/// Adds the rating after a game, and forgets the oldest one above [`RATING_POINTS`].
pub(crate) fn add_point(points: &mut Vec<RatingPoint>, point: RatingPoint) {
    points.push(point);
    let excess = points.len().saturating_sub(RATING_POINTS);
    points.drain(..excess);
}

/// Adds a win if it is among the best [`BEST_WINS`]. Each opponent counts once, with the highest rating they had; of equal
/// wins the earlier is the better.
pub(crate) fn add_win(best: &mut Vec<BestWin>, win: BestWin) {
    if best.iter().any(|other| other.opponent == win.opponent && other.rating >= win.rating) {
        return;
    }
    best.retain(|other| other.opponent != win.opponent);
    let place = best.partition_point(|other| other.rating >= win.rating);
    best.insert(place, win);
    best.truncate(BEST_WINS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hundred_points_are_kept() {
        let mut points = Vec::new();
        for day in 0..150 {
            add_point(&mut points, RatingPoint { day, rating: 1500 });
        }
        assert_eq!((points.len(), points[0].day, points[99].day), (RATING_POINTS, 50, 149));
    }

    #[test]
    fn the_best_five_wins_are_kept_with_each_opponent_once() {
        let mut best = Vec::new();
        let win = |opponent, rating| BestWin { opponent, rating, day: 1 };
        for (opponent, rating) in
            [(1, 1500), (2, 1700), (1, 1600), (1, 1400), (3, 1600), (4, 1300), (5, 1200)]
        {
            add_win(&mut best, win(opponent, rating));
        }
        let expected = [(2, 1700), (1, 1600), (3, 1600), (4, 1300), (5, 1200)];
        assert_eq!(best, expected.map(|(opponent, rating)| win(opponent, rating)));
        add_win(&mut best, win(6, 1250));
        assert_eq!(best[4], win(6, 1250));
        add_win(&mut best, win(7, 1000));
        assert_eq!(best.len(), BEST_WINS);
        assert_eq!(best[4], win(6, 1250), "it is not among the best five");
    }
}
