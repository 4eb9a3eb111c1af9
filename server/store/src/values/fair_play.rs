//! What a player's counted games say.

use crate::StoreError;
use chuhe_hub::{Conduct, CountedGame, FairPlayRow, PastWait};
use chuhe_protocol::{GameId, Unfinished, WaitReason, limits};
use chuhe_rules::clock::Timestamp;
use serde::{Deserialize, Serialize};

/// A [`FairPlayRow`].
#[derive(Serialize, Deserialize)]
pub(crate) struct FairPlayV1 {
    since: Timestamp,
    pending: Vec<u64>,
    games: Vec<CountedGameV1>,
    fresh: u8,
    last_wait: Option<PastWaitV1>,
}

#[derive(Serialize, Deserialize)]
struct CountedGameV1 {
    game: u64,
    ended_at: Timestamp,
    conduct: ConductV1,
}

#[derive(Serialize, Deserialize)]
enum ConductV1 {
    Finished,
    Abandoned,
    NeverBegun,
}

#[derive(Serialize, Deserialize)]
struct PastWaitV1 {
    began_at: Timestamp,
    length_ms: u64,
    level: u8,
    why: WaitReasonV1,
}

#[derive(Serialize, Deserialize)]
enum WaitReasonV1 {
    Share { unfinished: u8, games: u8 },
    Streak { games: u8 },
}

impl From<Conduct> for ConductV1 {
    fn from(conduct: Conduct) -> Self {
        match conduct {
            Conduct::Finished => Self::Finished,
            Conduct::Unfinished(Unfinished::Abandoned) => Self::Abandoned,
            Conduct::Unfinished(Unfinished::NeverBegun) => Self::NeverBegun,
        }
    }
}

impl From<ConductV1> for Conduct {
    fn from(conduct: ConductV1) -> Self {
        match conduct {
            ConductV1::Finished => Self::Finished,
            ConductV1::Abandoned => Self::Unfinished(Unfinished::Abandoned),
            ConductV1::NeverBegun => Self::Unfinished(Unfinished::NeverBegun),
        }
    }
}

impl From<PastWait> for PastWaitV1 {
    fn from(PastWait { began_at, length_ms, level, why }: PastWait) -> Self {
        let why = match why {
            WaitReason::Share { unfinished, games } => WaitReasonV1::Share { unfinished, games },
            WaitReason::Streak { games } => WaitReasonV1::Streak { games },
        };
        Self { began_at, length_ms, level, why }
    }
}

impl From<PastWaitV1> for PastWait {
    fn from(PastWaitV1 { began_at, length_ms, level, why }: PastWaitV1) -> Self {
        let why = match why {
            WaitReasonV1::Share { unfinished, games } => WaitReason::Share { unfinished, games },
            WaitReasonV1::Streak { games } => WaitReason::Streak { games },
        };
        Self { began_at, length_ms, level, why }
    }
}

impl From<&FairPlayRow> for FairPlayV1 {
    fn from(FairPlayRow { since, pending, games, fresh, last_wait }: &FairPlayRow) -> Self {
        let counted = |&CountedGame { game, ended_at, conduct }: &CountedGame| CountedGameV1 {
            game: game.0,
            ended_at,
            conduct: conduct.into(),
        };
        Self {
            since: *since,
            pending: pending.iter().map(|game| game.0).collect(),
            games: games.iter().map(counted).collect(),
            fresh: *fresh,
            last_wait: last_wait.map(Into::into),
        }
    }
}

impl TryFrom<FairPlayV1> for FairPlayRow {
    type Error = StoreError;

    fn try_from(row: FairPlayV1) -> Result<Self, StoreError> {
        let FairPlayV1 { since, pending, games, fresh, last_wait } = row;
        if games.len() > limits::FAIR_PLAY_GAMES || usize::from(fresh) > games.len() {
            return Err(StoreError::damaged("more games count than there can be"));
        }
        let counted = |CountedGameV1 { game, ended_at, conduct }: CountedGameV1| CountedGame {
            game: GameId(game),
            ended_at,
            conduct: conduct.into(),
        };
        Ok(Self {
            since,
            pending: pending.into_iter().map(GameId).collect(),
            games: games.into_iter().map(counted).collect(),
            fresh,
            last_wait: last_wait.map(Into::into),
        })
    }
}
