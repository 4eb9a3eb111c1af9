//! The sounds of the window.

use serde::{Deserialize, Serialize};

/// A sound that the shell plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::VariantArray)]
pub enum Sound {
    /// A piece moves to an empty point.
    Move,
    /// A piece is captured, or pieces fight.
    Capture,
    /// A move gives check.
    Check,
    /// It is the turn of a user who did nothing for a while, or their game begins.
    Turn,
    /// A challenge or an offer arrives.
    Challenge,
    /// The user's own clock runs low.
    LowTime,
    /// The game ends.
    End,
}

/// How loud the sounds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SoundSettings {
    /// Whether no sound is played.
    pub muted: bool,
    /// The volume, in percent.
    pub volume: u8,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self { muted: false, volume: 75 }
    }
}

impl SoundSettings {
    /// The volumes that the settings offer, in percent.
    pub const VOLUMES: [u8; 4] = [25, 50, 75, 100];
}
