//! What the examination of a game has found, as a value.

use chuhe_protocol::PlayerId;
use chuhe_rules::PerColor;

/// What the examination of a game has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExaminedGame {
    /// The version of the engine's judgement. Figures of different ones cannot be compared.
    pub version: u16,
    /// The players.
    pub players: PerColor<PlayerId>,
    /// The ratings before the game, if it has changed them.
    pub ratings: Option<PerColor<u16>>,
    /// How each side has played.
    pub sides: PerColor<ExaminedSide>,
}

/// How the moves of one side agree with those of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExaminedSide {
    /// How many moves were judged.
    pub judged: u32,
    /// How many of them are among the engine's best.
    pub agreeing: u32,
    /// What the moves lost in all, in centipawns.
    pub lost_centipawns: u32,
}
