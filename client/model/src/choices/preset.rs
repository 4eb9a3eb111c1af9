//! The common time controls.

use chuhe_rules::clock::TimeControl;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A common time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Preset {
    /// 5 minutes and an increment of 3 seconds.
    Quick,
    /// 15 minutes, and at most 60 seconds for each move.
    Standard,
    /// 30 minutes, then 30 seconds for each move.
    Slow,
    /// 60 minutes, then 60 seconds for each move.
    Tournament,
    /// 30 seconds for each move, without game time.
    MoveOnly,
    /// No clock.
    Untimed,
}

impl Preset {
    /// All presets, in display order.
    pub const ALL: [Self; 6] =
        [Self::Quick, Self::Standard, Self::Slow, Self::Tournament, Self::MoveOnly, Self::Untimed];

    /// The time control.
    #[must_use]
    pub const fn control(self) -> TimeControl {
        let untimed = TimeControl::UNTIMED;
        match self {
            Self::Quick => TimeControl { game_ms: 5 * 60_000, increment_ms: 3_000, ..untimed },
            Self::Standard => TimeControl { game_ms: 15 * 60_000, move_ms: 60_000, ..untimed },
            Self::Slow => TimeControl { game_ms: 30 * 60_000, read_ms: 30_000, ..untimed },
            Self::Tournament => TimeControl { game_ms: 60 * 60_000, read_ms: 60_000, ..untimed },
            Self::MoveOnly => TimeControl { move_ms: 30_000, ..untimed },
            Self::Untimed => untimed,
        }
    }
}
