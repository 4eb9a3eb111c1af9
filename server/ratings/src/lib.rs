//! Ratings of players, as a fold over the finished games that both players agreed to rate.
//!
//! Each player has a [`Standing`] in each class, which the caller defines, such as a game with a speed. [`rate`]
//! computes both players' standings after a game, and [`fold()`] those after all games. A change of a rule or the removal
//! of a game is therefore one recomputation, and it gives the same bytes on every platform.
//!
//! - [`Rating`] is the mathematics: Glicko-2, with an update after each game.
//! - [`Standing`] adds what counts: the limit for each pair and day, and what the leaderboard asks for.
//! - The crate has no clock, randomness or storage, and does not decide whether a game is rated: the caller passes games
//!   between registered players who both moved. It does not pair players either.
//!
//! `docs/ratings.md` explains the system to players and operators, and compares its predictions with Elo's.
//!
//! ```
//! use chuhe_ratings::{RatedGame, fold};
//! use chuhe_rules::clock::{Speed, Timestamp};
//! use chuhe_rules::{Color, PerColor};
//! let game = RatedGame {
//!     game: 1,
//!     players: PerColor::new(7, 8),
//!     class: Speed::Normal,
//!     winner: Some(Color::Red),
//!     ended_at: Timestamp::from_ms(1_700_000_000_000),
//! };
//! let standings = fold([game]);
//! assert_eq!(standings[&(Speed::Normal, 7)].shown(), 1662);
//! ```

mod fold;
mod glicko;
mod history;
mod standing;

pub use fold::{Standings, fold, record};
pub use glicko::{DEVIATIONS, PERIOD_MS, Played, RATINGS, Rating, Score, TAU, VOLATILITIES};
pub use history::{BEST_WINS, BestWin, RATING_POINTS, RatingPoint};
pub use standing::{
    Change, LISTED_OPPONENTS, Missing, PAIR_GAMES_A_DAY, PROVISIONAL_ABOVE, RECENT_MS, RECENT_OPPONENTS,
    Rated, RatedGame, RecentOpponent, Standing, Uncounted, rate,
};
