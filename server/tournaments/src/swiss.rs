//! Swiss: pairs players with similar points, by one weighted matching.
//!
//! The rules are the club's own, after what ten regulations ask for. All criteria are costs, compared in the order of
//! [`Criterion`](crate::Criterion): a pairing is better if it costs less in the first criterion that differs, over all pairs together.
//! The FIDE Dutch system, which decides bracket by bracket, may pair differently.

mod colours;
mod contender;
mod costs;
mod explain;
mod round;

pub use colours::{Due, Preference};
pub use explain::{ColourReason, Explanation, Meeting};

pub(crate) use colours::{Colours, decide, seats, side};
pub(crate) use contender::Contender;
pub(crate) use costs::RoundRules;
pub(crate) use explain::{explain, reason, side_of_upper};
pub(crate) use round::SwissRound;
