//! What a bot is called, plays and agrees to.

use chuhe_protocol::{Challenge, DeclineReason, GameKind, ValidTerms};
use chuhe_rules::luzhanqi::BoardKind;

/// The configuration of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The name to join under.
    ///
    /// If it is taken, the bot tries it with `-2`, `-3` and so on.
    pub name: String,
    /// The games whose challenges it accepts.
    pub kinds: Vec<GameKind>,
    /// How well it plays, 1 (a beginner) to 10.
    pub level: u8,
    /// The seed of everything that it draws: formations, and moves of equal worth.
    pub seed: u64,
    /// Whether it agrees to takebacks.
    pub agrees_to_takebacks: bool,
    /// Whether it plays against opponents without a time limit.
    ///
    /// Such an opponent can hold the bot at the table for as long as they are connected.
    pub plays_untimed: bool,
    /// How long it stays at the table after a game, for a rematch, in milliseconds.
    pub stays_ms: u64,
}

impl Config {
    /// How long a bot waits for a rematch by default, in milliseconds.
    pub const STAYS_MS: u64 = 60_000;

    /// Returns a configuration for a bot of this name that plays every game and agrees to
    /// takebacks.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let boards = BoardKind::ALL.into_iter().map(GameKind::Luzhanqi);
        Self {
            name: name.into(),
            kinds: std::iter::once(GameKind::Xiangqi).chain(boards).collect(),
            level: 5,
            seed: 0,
            agrees_to_takebacks: true,
            plays_untimed: true,
            stays_ms: Self::STAYS_MS,
        }
    }

    /// Checks whether the bot plays on the terms of a challenge to it.
    ///
    /// # Errors
    /// The reason for which it declines.
    pub(crate) fn check(&self, challenge: &Challenge) -> Result<(), DeclineReason> {
        let terms = &challenge.terms;
        if !self.kinds.contains(&terms.game.kind()) || ValidTerms::parse(terms.clone()).is_err() {
            return Err(DeclineReason::OtherTerms);
        }
        if !self.plays_untimed && terms.challenger_time.is_untimed() {
            return Err(DeclineReason::TooSlow);
        }
        Ok(())
    }
}
