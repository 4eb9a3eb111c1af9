//! A player's standing in one class, and how a game changes the standings of both players.

use crate::history::{add_point, add_win, day_of};
use crate::{BestWin, PERIOD_MS, Played, Rating, RatingPoint, Score};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use thiserror::Error;

/// The deviation above which a rating is provisional: players see a question mark, and the leaderboard omits it.
///
/// Other servers list players from 65 or 75 on. With few players nobody gets there, and the board stays empty.
pub const PROVISIONAL_ABOVE: f64 = 110.0;
/// How many games of the same two players count in one class on one UTC day. More say little and invite collusion.
pub const PAIR_GAMES_A_DAY: u8 = 3;
/// How many opponents of the last [`RECENT_MS`] the leaderboard asks for, if the class has so many.
pub const LISTED_OPPONENTS: usize = 5;
/// How long an opponent is recent: 90 days, in milliseconds.
pub const RECENT_MS: u64 = 90 * Timestamp::DAY_MS;
/// The most recent opponents that a standing keeps.
///
/// A pair's games of a day are forgotten only if both players have met so many others since on that day.
pub const RECENT_OPPONENTS: usize = 64;

/// A player's rating in one class, with what is needed to count the next game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The rating as of the last rated game. Its deviation has grown since; see [`Standing::rating_at`].
    pub rating: Rating,
    /// The end of the last rated game, as Unix time; `None` before the first.
    pub rated_at: Option<Timestamp>,
    /// Rated games won.
    pub wins: u32,
    /// Rated games drawn.
    pub draws: u32,
    /// Rated games lost.
    pub losses: u32,
    /// The opponents of the last [`RECENT_MS`] before the last game, each once, the latest at the end; at most
    /// [`RECENT_OPPONENTS`].
    pub recent: Vec<RecentOpponent>,
    /// The ratings after the last [`RATING_POINTS`](crate::RATING_POINTS) rated games, the latest at the end.
    pub history: Vec<RatingPoint>,
    /// The best [`BEST_WINS`](crate::BEST_WINS), the best first.
    pub best_wins: Vec<BestWin>,
}

// no field is NaN: ratings are clamped, and the store refuses others
impl Eq for Standing {}

/// An opponent whom a player met in a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecentOpponent {
    /// The opponent's id.
    pub player: u64,
    /// The end of their last rated game, as Unix time.
    pub last_at: Timestamp,
    /// How many of their games have counted on the UTC day of `last_at`.
    pub games_that_day: u8,
}

/// What the leaderboard still asks of a player. At least one of both is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{games} more games at least, and {opponents} more opponents")]
pub struct Missing {
    /// How many more games it takes at least until the rating is not provisional.
    pub games: u32,
    /// How many more opponents the last [`RECENT_MS`] need.
    pub opponents: usize,
}

/// A finished game that both players agreed to rate, between registered players who both moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame<C> {
    /// The game's id.
    pub game: u64,
    /// Both players' ids.
    pub players: PerColor<u64>,
    /// The class in which the game counts, such as a game with a speed.
    pub class: C,
    /// The side that won; `None` for a draw.
    pub winner: Option<Color>,
    /// When the game ended, as Unix time.
    pub ended_at: Timestamp,
}

/// Why a game changes no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Uncounted {
    /// Both sides are the same player.
    #[error("both sides are the same player")]
    SamePlayer,
    /// [`PAIR_GAMES_A_DAY`] games of the pair have counted that day.
    #[error("three games of the two players have counted that day")]
    PairLimit,
}

/// How a game changed a player's rating, as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rating before the game, rounded.
    pub before: i32,
    /// The rating after the game, rounded.
    pub after: i32,
    /// How many more games it takes at least until the rating is not provisional; 0 if it is not.
    ///
    /// How many it takes depends on the opponents: ten at least from the start, and about 13 among new players.
    pub games_missing: u32,
}

/// What a counted game results in.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The new standings of both players.
    pub standings: PerColor<Standing>,
    /// How their ratings changed.
    pub changes: PerColor<Change>,
}

/// Rates a game of two players with these standings in the class of the game.
///
/// # Errors
/// Why the game does not count; the standings stay as they are.
pub fn rate<C>(game: &RatedGame<C>, red: &Standing, black: &Standing) -> Result<Rated, Uncounted> {
    let PerColor { red: red_id, black: black_id } = game.players;
    if red_id == black_id {
        return Err(Uncounted::SamePlayer);
    }
    // one of both may have forgotten the other
    let counted = red.games_with(black_id, game.ended_at).max(black.games_with(red_id, game.ended_at));
    if counted >= PAIR_GAMES_A_DAY {
        return Err(Uncounted::PairLimit);
    }
    let standings = PerColor::from_fn(|color| {
        let (own, theirs) = if color == Color::Red { (red, black) } else { (black, red) };
        let score = match game.winner {
            None => Score::Draw,
            Some(winner) if winner == color => Score::Win,
            Some(_) => Score::Loss,
        };
        let mut standing = own.after(theirs, score, game.ended_at);
        let opponent = game.players[color.opponent()];
        standing.remember(opponent, game.ended_at, counted + 1);
        standing.add_to_profile(opponent, theirs, score, day_of(game.ended_at));
        standing
    });
    let changes = PerColor::new(standings.red.since(red), standings.black.since(black));
    Ok(Rated { standings, changes })
}

impl Standing {
    /// The number of rated games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The rating as players see it.
    #[must_use]
    pub fn shown(&self) -> i32 {
        self.rating.clamped().rating.round() as i32
    }

    /// Returns the rating at `now`, with the deviation grown since the last game and within the limits.
    #[must_use]
    pub fn rating_at(&self, now: Timestamp) -> Rating {
        self.rating.clamped().after_pause(self.periods_until(now)).clamped()
    }

    /// Whether the rating is too uncertain at `now` to be listed.
    #[must_use]
    pub fn is_provisional(&self, now: Timestamp) -> bool {
        self.games_missing(now) > 0
    }

    /// How many more games it takes at least at `now` until the rating is not provisional; 0 if it is not.
    #[must_use]
    pub fn games_missing(&self, now: Timestamp) -> u32 {
        self.rating_at(now).games_until(PROVISIONAL_ABOVE)
    }

    /// Whether the player has played a rated game within [`RECENT_MS`] before `now`.
    #[must_use]
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.rated_at.is_some_and(|rated_at| now.since(rated_at) < RECENT_MS)
    }

    /// Checks that the leaderboard lists the player at `now`, in a class with so many [active](Standing::is_active) players.
    ///
    /// It asks for [`LISTED_OPPONENTS`] different opponents, or for all other active players where these are fewer: in a
    /// club of five nobody can meet five. It asks for one at least.
    ///
    /// # Errors
    /// What is missing.
    pub fn listed(&self, now: Timestamp, active: usize) -> Result<(), Missing> {
        let recent = self.recent.iter().filter(|met| now.since(met.last_at) < RECENT_MS).count();
        let asked = active.saturating_sub(1).clamp(1, LISTED_OPPONENTS);
        let missing = Missing { games: self.games_missing(now), opponents: asked.saturating_sub(recent) };
        if missing == (Missing { games: 0, opponents: 0 }) { Ok(()) } else { Err(missing) }
    }

    /// Returns the standing after a game that ended at `at`, with the opponents as they were.
    fn after(&self, opponent: &Self, score: Score, at: Timestamp) -> Self {
        let played = Played { opponent: opponent.before_last_period(at), score };
        let rating = self.before_last_period(at).after_period(&[played], self.periods_until(at).min(1.0));
        let add = |count: u32, of: Score| count.saturating_add(u32::from(of == score));
        Self {
            rating: rating.clamped(),
            rated_at: self.rated_at.max(Some(at)),
            wins: add(self.wins, Score::Win),
            draws: add(self.draws, Score::Draw),
            losses: add(self.losses, Score::Loss),
            recent: self.recent.clone(),
            history: self.history.clone(),
            best_wins: self.best_wins.clone(),
        }
    }

    /// Notes for the profile the rating after a game, and the game if it is one of the best wins.
    fn add_to_profile(&mut self, opponent: u64, theirs: &Self, score: Score, day: u32) {
        let rating = shown_as_u16(self);
        add_point(&mut self.history, RatingPoint { day, rating });
        if score == Score::Win {
            add_win(&mut self.best_wins, BestWin { opponent, rating: shown_as_u16(theirs), day });
        }
    }

    /// The rating as it was one period before `at`, or at the last game if that is later.
    ///
    /// The paper rates a period from the ratings at its beginning; periods before it without a game only let the
    /// deviation grow. The growth of the last one is part of [`Rating::after_period`].
    fn before_last_period(&self, at: Timestamp) -> Rating {
        let idle = (self.periods_until(at) - 1.0).max(0.0);
        self.rating.clamped().after_pause(idle).clamped()
    }

    /// Rating periods since the last game; 0 before the first game, and if the clock was set back.
    fn periods_until(&self, now: Timestamp) -> f64 {
        let ms = self.rated_at.map_or(0, |rated_at| now.since(rated_at));
        ms as f64 / PERIOD_MS as f64
    }

    /// How many games with `player` have counted on the UTC day of `at`, or on a later day if the clock was set back.
    fn games_with(&self, player: u64, at: Timestamp) -> u8 {
        let day = |time: Timestamp| time.as_ms() / Timestamp::DAY_MS;
        let met = self.recent.iter().find(|met| met.player == player && day(met.last_at) >= day(at));
        met.map_or(0, |met| met.games_that_day)
    }

    /// Notes the opponent of a game that ended at `at`, and forgets those who are not recent any more.
    fn remember(&mut self, player: u64, at: Timestamp, games_that_day: u8) {
        let before = self.recent.iter().find(|met| met.player == player);
        let last_at = before.map_or(at, |met| met.last_at.max(at));
        self.recent.retain(|met| met.player != player && at.since(met.last_at) < RECENT_MS);
        self.recent.push(RecentOpponent { player, last_at, games_that_day });
        let excess = self.recent.len().saturating_sub(RECENT_OPPONENTS);
        self.recent.drain(..excess);
    }

    /// Returns what players see of the change from `before` to this standing.
    fn since(&self, before: &Self) -> Change {
        let games_missing = self.rating.games_until(PROVISIONAL_ABOVE);
        Change { before: before.shown(), after: self.shown(), games_missing }
    }
}

/// The rating as players see it, which [`RATINGS`](crate::RATINGS) keep within the type.
fn shown_as_u16(standing: &Standing) -> u16 {
    u16::try_from(standing.shown()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEVIATIONS;

    const DAY: u64 = Timestamp::DAY_MS;
    /// The beginning of a UTC day.
    const START: u64 = 20_000 * DAY;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(START + ms)
    }

    fn game(red: u64, black: u64, winner: Option<Color>, ended_at: Timestamp) -> RatedGame<()> {
        RatedGame { game: 0, players: PerColor::new(red, black), class: (), winner, ended_at }
    }

    /// A standing with a rating of 1500, last updated at `rated_at`.
    fn settled(deviation: f64, rated_at: Timestamp) -> Standing {
        let rating = Rating { deviation, ..Rating::NEW };
        Standing { rating, rated_at: Some(rated_at), ..Standing::default() }
    }

    fn met(player: u64, last_at: Timestamp) -> RecentOpponent {
        RecentOpponent { player, last_at, games_that_day: 1 }
    }

    #[test]
    fn a_first_game_changes_both_ratings_alike() {
        let new = Standing::default();
        let rated = rate(&game(1, 2, Some(Color::Red), at(0)), &new, &new).unwrap();
        let PerColor { red, black } = &rated.standings;
        assert_eq!((red.shown(), red.wins, red.losses, red.games()), (1662, 1, 0, 1));
        assert_eq!((black.shown(), black.wins, black.losses, black.games()), (1338, 0, 1, 1));
        assert_eq!((red.rated_at, red.recent.as_slice()), (Some(at(0)), &[met(2, at(0))][..]));
        assert_eq!(rated.changes.red, Change { before: 1500, after: 1662, games_missing: 9 });
        let drawn = rate(&game(1, 2, None, at(0)), &new, &new).unwrap().standings;
        assert_eq!((drawn.red.shown(), drawn.red.draws, drawn.black.draws), (1500, 1, 1));
    }

    #[test]
    fn the_result_is_the_same_with_the_colors_exchanged() {
        let (one, other) = (settled(80.0, at(0)), settled(200.0, at(DAY)));
        let red = rate(&game(1, 2, Some(Color::Red), at(3 * DAY)), &one, &other).unwrap();
        let black = rate(&game(2, 1, Some(Color::Black), at(3 * DAY)), &other, &one).unwrap();
        assert_eq!((red.standings.red, red.standings.black), (black.standings.black, black.standings.red));
    }

    #[test]
    fn nobody_is_rated_against_themself() {
        let new = Standing::default();
        assert_eq!(rate(&game(1, 1, None, at(0)), &new, &new), Err(Uncounted::SamePlayer));
    }

    #[test]
    fn three_games_of_a_pair_count_on_a_utc_day() {
        let (mut one, mut other) = (Standing::default(), Standing::default());
        for index in 0..PAIR_GAMES_A_DAY {
            // the colours alternate; the pair is the same
            let ended_at = at(u64::from(index));
            let (red, black) = if index % 2 == 0 { (1, 2) } else { (2, 1) };
            let (before_red, before_black) = if red == 1 { (&one, &other) } else { (&other, &one) };
            let PerColor { red: after_red, black: after_black } =
                rate(&game(red, black, None, ended_at), before_red, before_black).unwrap().standings;
            (one, other) = if red == 1 { (after_red, after_black) } else { (after_black, after_red) };
        }
        let last_of_day = at(DAY - 1);
        assert_eq!(rate(&game(1, 2, None, last_of_day), &one, &other), Err(Uncounted::PairLimit));
        assert!(rate(&game(1, 3, None, last_of_day), &one, &Standing::default()).is_ok(), "another opponent");
        let next_day = rate(&game(1, 2, None, at(DAY)), &one, &other).unwrap().standings;
        assert_eq!(next_day.red.recent, [met(2, at(DAY))]);
        let before = Timestamp::from_ms(START - DAY);
        assert_eq!(
            rate(&game(1, 2, None, before), &one, &other),
            Err(Uncounted::PairLimit),
            "the clock was set back"
        );
    }

    #[test]
    fn the_limit_of_a_pair_holds_if_one_of_both_forgot_the_other() {
        let full = Standing {
            recent: vec![RecentOpponent { games_that_day: 3, ..met(2, at(0)) }],
            ..Standing::default()
        };
        let new = Standing::default();
        assert_eq!(rate(&game(1, 2, None, at(1)), &full, &new), Err(Uncounted::PairLimit));
        assert_eq!(rate(&game(2, 1, None, at(1)), &new, &full), Err(Uncounted::PairLimit));
    }

    #[test]
    fn recent_opponents_are_kept_once_in_order_for_90_days_and_are_at_most_64() {
        let mut standing = Standing::default();
        for (player, days) in [(2, 0), (3, 1), (2, 2)] {
            standing.remember(player, at(days * DAY), 1);
        }
        assert_eq!(standing.recent, [met(3, at(DAY)), met(2, at(2 * DAY))]);
        standing.remember(4, at(DAY + RECENT_MS), 1);
        assert_eq!(standing.recent, [met(2, at(2 * DAY)), met(4, at(DAY + RECENT_MS))]);
        for player in 0..100 {
            standing.remember(player, at(DAY + RECENT_MS), 1);
        }
        assert_eq!(standing.recent.len(), RECENT_OPPONENTS);
        assert_eq!((standing.recent[0].player, standing.recent[63].player), (36, 99));
    }

    #[test]
    fn the_deviation_grows_with_time_and_not_if_the_clock_was_set_back() {
        let standing = settled(60.0, at(DAY));
        assert_eq!(standing.rating_at(at(DAY)).deviation, 60.0);
        assert_eq!(standing.rating_at(at(0)).deviation, 60.0);
        let year_later = standing.rating_at(at(366 * DAY)).deviation;
        assert!((year_later - 110.0).abs() < 1e-6, "{year_later}");
        assert_eq!(standing.rating_at(Timestamp::from_ms(u64::MAX)).deviation, *DEVIATIONS.end());

        let opponent = settled(60.0, at(DAY));
        let rated = |ended_at| rate(&game(1, 2, None, ended_at), &standing, &opponent).unwrap().standings.red;
        let (before, same) = (rated(at(0)), rated(at(DAY)));
        assert_eq!(
            (before.rating, before.rated_at),
            (same.rating, same.rated_at),
            "a game before the last one"
        );
        assert!(rated(at(366 * DAY)).rating.deviation > rated(at(DAY)).rating.deviation + 30.0);
    }

    #[test]
    fn a_game_after_one_period_is_that_of_the_paper() {
        let period = Timestamp::from_ms(START + PERIOD_MS);
        let (one, other) = (settled(200.0, at(0)), settled(100.0, at(0)));
        let rated = rate(&game(1, 2, Some(Color::Red), period), &one, &other).unwrap();
        let played = Played { opponent: other.rating, score: Score::Win };
        assert_eq!(rated.standings.red.rating, one.rating.after_period(&[played], 1.0));
    }

    #[test]
    fn in_a_small_class_the_leaderboard_asks_for_all_other_players() {
        let mut standing = settled(100.0, at(0));
        let asked = |standing: &Standing, active| {
            standing.listed(at(0), active).err().map_or(0, |missing| missing.opponents)
        };
        assert_eq!([0, 1, 2, 3, 5, 6, 7].map(|active| asked(&standing, active)), [1, 1, 1, 2, 4, 5, 5]);
        standing.recent = (2..6).map(|player| met(player, at(0))).collect();
        assert_eq!(standing.listed(at(0), 5), Ok(()), "a club of five");
        assert!(standing.is_active(at(RECENT_MS - 1)) && !standing.is_active(at(RECENT_MS)));
    }

    #[test]
    fn a_game_adds_to_the_curve_and_to_the_best_wins() {
        let (one, other) = (settled(80.0, at(0)), settled(200.0, at(0)));
        let rated = rate(&game(1, 2, Some(Color::Red), at(DAY)), &one, &other).unwrap().standings;
        let PerColor { red, black } = rated;
        let point = |standing: &Standing| RatingPoint { day: 20_001, rating: shown_as_u16(standing) };
        assert_eq!((&red.history, &black.history), (&vec![point(&red)], &vec![point(&black)]));
        assert_eq!(red.best_wins, [BestWin { opponent: 2, rating: 1500, day: 20_001 }]);
        assert_eq!(black.best_wins, []);
    }

    #[test]
    fn the_leaderboard_says_what_is_missing() {
        assert_eq!(Standing::default().listed(at(0), 9), Err(Missing { games: 10, opponents: 5 }));
        let mut standing = settled(100.0, at(0));
        standing.recent = (2..6).map(|player| met(player, at(0))).collect();
        assert_eq!(standing.listed(at(0), 9), Err(Missing { games: 0, opponents: 1 }));
        standing.recent.push(met(6, at(0)));
        assert_eq!(standing.listed(at(0), 9), Ok(()));
        assert!(!standing.is_provisional(at(0)));
        assert_eq!(standing.listed(at(RECENT_MS - 1), 9), Ok(()));
        assert_eq!(standing.listed(at(RECENT_MS), 9), Err(Missing { games: 0, opponents: 5 }));
        assert!(standing.is_provisional(at(366 * DAY)));
        assert_eq!(standing.listed(at(366 * DAY), 9), Err(Missing { games: 4, opponents: 5 }));
        let text = Missing { games: 1, opponents: 5 }.to_string();
        assert_eq!(text, "1 more games at least, and 5 more opponents");
    }
}
