//! The user's actions with profiles and leaderboards.

use chuhe_protocol::{PlayerName, RatingClass};

/// With the profile or the leaderboard that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileAction {
    /// Show the profile of the player of this name.
    Show(PlayerName),
    /// Show the rating of another class in the profile.
    Rating(RatingClass),
    /// Show the leaderboard of the class that was shown last.
    Leaderboard,
    /// Show the leaderboard of this class.
    Class(RatingClass),
    /// Show this page of the leaderboard, counted from 0.
    Page(u32),
    /// Close the profile, or the leaderboard if no profile is open.
    Close,
}
