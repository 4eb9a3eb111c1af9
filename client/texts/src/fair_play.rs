//! Explains what counts against a player, and why they wait before the next search.

use super::format::whole_minutes;
use super::generated::FairText;
use chuhe_protocol::{SearchWait, Unfinished, WaitReason};

/// Up to how many minutes a wait is said in minutes.
const MOST_MINUTES: u64 = 120;

impl FairText {
    /// Why the user waits before the next search, and how long.
    pub fn search_wait(&self, wait: SearchWait) -> String {
        let time = self.wait_left(wait.left_ms);
        self.wait(&self.wait_reason(wait.why), &time)
    }

    /// Why the user waits before the next search.
    pub fn wait_reason(&self, why: WaitReason) -> String {
        match why {
            WaitReason::Share { unfinished, games } => self.share(unfinished, games),
            WaitReason::Streak { games } => self.streak(games),
        }
    }

    /// How much of a wait is left.
    pub fn wait_left(&self, left_ms: u64) -> String {
        match whole_minutes(left_ms) {
            minutes @ 0..=MOST_MINUTES => self.minutes(minutes),
            minutes => self.hours(minutes.div_ceil(60)),
        }
    }

    /// What a player did in a game that they did not finish.
    pub const fn unfinished(&self, how: Unfinished) -> &'static str {
        match how {
            Unfinished::Abandoned => self.abandoned,
            Unfinished::NeverBegun => self.never_begun,
        }
    }

    /// That a game counts as one that the user did not finish.
    pub const fn counts_as(&self, how: Unfinished) -> &'static str {
        match how {
            Unfinished::Abandoned => self.counts_abandoned,
            Unfinished::NeverBegun => self.counts_never_begun,
        }
    }
}
