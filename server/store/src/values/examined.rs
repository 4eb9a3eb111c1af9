//! What the examination of a game has found.

use crate::{ExaminedGame, ExaminedSide, StoreError};
use chuhe_protocol::PlayerId;
use chuhe_rules::PerColor;
use serde::{Deserialize, Serialize};

/// An [`ExaminedGame`].
#[derive(Serialize, Deserialize)]
pub(crate) struct ExaminedV1 {
    version: u16,
    players: PerColor<u64>,
    ratings: Option<PerColor<u16>>,
    sides: PerColor<SideV1>,
}

#[derive(Serialize, Deserialize)]
struct SideV1 {
    judged: u32,
    agreeing: u32,
    lost_centipawns: u32,
}

impl From<&ExaminedGame> for ExaminedV1 {
    fn from(&ExaminedGame { version, players, ratings, sides }: &ExaminedGame) -> Self {
        let side =
            |ExaminedSide { judged, agreeing, lost_centipawns }| SideV1 { judged, agreeing, lost_centipawns };
        Self { version, players: players.map(|player| player.0), ratings, sides: sides.map(side) }
    }
}

impl TryFrom<ExaminedV1> for ExaminedGame {
    type Error = StoreError;

    fn try_from(row: ExaminedV1) -> Result<Self, StoreError> {
        let ExaminedV1 { version, players, ratings, sides } = row;
        if sides.red.agreeing > sides.red.judged || sides.black.agreeing > sides.black.judged {
            return Err(StoreError::damaged("more moves agree than were judged"));
        }
        let side =
            |SideV1 { judged, agreeing, lost_centipawns }| ExaminedSide { judged, agreeing, lost_centipawns };
        Ok(Self { version, players: players.map(PlayerId), ratings, sides: sides.map(side) })
    }
}
