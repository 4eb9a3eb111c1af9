//! Matches between xiangqi engines, with the rules of the project as referee.
//!
//! A [`tournament`] plays [`pairs`] of games: both games of a pair begin with the same random
//! [`openings`], and the [`contestant`]s change sides. [`referee`] plays one game, [`statistics`]
//! says how much stronger one of them is, [`record`] keeps the games and [`report`] shows the result.
//! [`within`] plays a game between players within the program.

pub mod contestant;
pub mod openings;
pub mod pairs;
pub mod record;
pub mod referee;
pub mod report;
pub mod statistics;
pub mod tournament;
pub mod within;
