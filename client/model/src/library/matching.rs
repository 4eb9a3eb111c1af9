//! Which games of the library match a filter, wherever they are stored.

use super::{Summary, key_of_fen};
use chuhe_hub::NamePart;
use chuhe_protocol::{GameFilter, GameKind, PlayerResult};
use chuhe_rules::{Color, PerColor};

/// The latest time that a library stores, in milliseconds since the Unix epoch; later ones are the same.
pub const LATEST_MS: u64 = i64::MAX.cast_unsigned();

/// A filter, parsed.
#[derive(Debug)]
pub struct Matching {
    /// The game played.
    pub kind: Option<GameKind>,
    /// The result from the user's view.
    pub result: Option<PlayerResult>,
    /// The game ended at this time or later.
    pub from_ms: u64,
    /// The game ended before this time.
    pub before_ms: Option<u64>,
    /// The key of a position that the game passed through.
    pub position: Option<u64>,
    opponent: Option<NamePart>,
}

impl Matching {
    /// Parses a filter; `None` if no game matches, because the position is not legal.
    #[must_use]
    pub fn parse(filter: &GameFilter) -> Option<Self> {
        let GameFilter { opponent, result, kind, ended_from_ms, ended_before_ms, position } = filter;
        let position = match position.as_deref().map(key_of_fen) {
            Some(key) => Some(key?),
            None => None,
        };
        Some(Self {
            kind: *kind,
            result: *result,
            from_ms: ended_from_ms.unwrap_or(0).min(LATEST_MS),
            before_ms: ended_before_ms.map(|ms| ms.min(LATEST_MS)),
            position,
            opponent: NamePart::parse(opponent),
        })
    }

    /// Whether the opponent of `user` matches, or either player of a game that the user did not play.
    #[must_use]
    pub fn has_opponent(&self, names: &PerColor<String>, user: Option<Color>) -> bool {
        let is_in = |part: &NamePart| match user {
            Some(user) => part.is_in(&names[user.opponent()]),
            None => Color::ALL.into_iter().any(|side| part.is_in(&names[side])),
        };
        self.opponent.as_ref().is_none_or(is_in)
    }

    /// Whether a result matches: who did not play has neither won nor lost.
    #[must_use]
    pub fn has_result(&self, result: PlayerResult, user: Option<Color>) -> bool {
        let is_of_user = matches!(result, PlayerResult::Won | PlayerResult::Lost);
        self.result.is_none_or(|wanted| wanted == result && (user.is_some() || !is_of_user))
    }

    /// Whether a game matches, apart from its positions.
    #[must_use]
    pub fn is_met_by(&self, summary: &Summary) -> bool {
        let Summary { kind, names, user, result, plies: _, ended_at_ms } = summary;
        self.kind.is_none_or(|wanted| wanted == *kind)
            && self.has_result(*result, *user)
            && (self.from_ms..self.before_ms.unwrap_or(u64::MAX)).contains(&(*ended_at_ms).min(LATEST_MS))
            && self.has_opponent(names, *user)
    }
}
