//! The values of an evening: its head, a record of its journal, and a board on the server.
//!
//! The value types of tournaments (regulations and events) are those of `chuhe_tournaments`, as moves are those of `rules`.

use super::terms::TermsV1;
use crate::StoreError;
use chuhe_hub::{EveningBoardRow, EveningRow, KeptObjection, KeptPause};
use chuhe_protocol::{EveningCode, EveningPlan, GameId, Pace, PlayerId, Terms};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct EveningV1 {
    code: u64,
    title: String,
    regulations: tournaments::Regulations,
    terms: TermsV1,
    rated: bool,
    is_public: bool,
    starts_at_ms: Option<u64>,
    pace: PaceV1,
    late_ms: u32,
    no_result_before_ply: u16,
    organisers: Vec<u64>,
    planned_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
enum PaceV1 {
    ByHand,
    AfterAll { break_ms: u32 },
    Slots { slot_ms: u32 },
}

#[derive(Serialize, Deserialize)]
pub(crate) struct EveningRecordV1(tournaments::Record);

#[derive(Serialize, Deserialize)]
pub(crate) struct EveningBoardV1 {
    seats: PerColor<tournaments::PlayerId>,
    game: Option<u64>,
    objections: Vec<ObjectionV1>,
}

#[derive(Serialize, Deserialize)]
struct ObjectionV1 {
    player: tournaments::PlayerId,
    account: u64,
    words: String,
    is_open: bool,
}

/// An evening with a pause of all.
#[derive(Serialize, Deserialize)]
pub(crate) struct PausedEveningV1 {
    pub(super) evening: EveningV1,
    pub(super) pause: PauseV1,
}

/// A board with a pause of its own.
#[derive(Serialize, Deserialize)]
pub(crate) struct PausedEveningBoardV1 {
    pub(super) board: EveningBoardV1,
    pub(super) pause: PauseV1,
}

/// A [`KeptPause`].
#[derive(Serialize, Deserialize)]
pub(super) struct PauseV1 {
    by: u64,
    since: Timestamp,
}

impl From<KeptPause> for PauseV1 {
    fn from(KeptPause { by, since }: KeptPause) -> Self {
        Self { by: by.0, since }
    }
}

impl From<PauseV1> for KeptPause {
    fn from(PauseV1 { by, since }: PauseV1) -> Self {
        Self { by: PlayerId(by), since }
    }
}

impl From<&EveningRow> for EveningV1 {
    fn from(EveningRow { code, plan, organisers, planned_at, pause: _ }: &EveningRow) -> Self {
        let pace = match plan.pace {
            Pace::ByHand => PaceV1::ByHand,
            Pace::AfterAll { break_ms } => PaceV1::AfterAll { break_ms },
            Pace::Slots { slot_ms } => PaceV1::Slots { slot_ms },
        };
        Self {
            code: code.number(),
            title: plan.title.clone(),
            regulations: plan.regulations.clone(),
            terms: TermsV1::from(&plan.terms),
            rated: plan.terms.rated,
            is_public: plan.is_public,
            starts_at_ms: plan.starts_at_ms,
            pace,
            late_ms: plan.late_ms,
            no_result_before_ply: plan.no_result_before_ply,
            organisers: organisers.iter().map(|player| player.0).collect(),
            planned_at: *planned_at,
        }
    }
}

impl TryFrom<EveningV1> for EveningRow {
    type Error = StoreError;

    fn try_from(row: EveningV1) -> Result<Self, StoreError> {
        let pace = match row.pace {
            PaceV1::ByHand => Pace::ByHand,
            PaceV1::AfterAll { break_ms } => Pace::AfterAll { break_ms },
            PaceV1::Slots { slot_ms } => Pace::Slots { slot_ms },
        };
        let code =
            EveningCode::try_from(row.code).map_err(|_| StoreError::damaged("the code is too great"))?;
        let plan = EveningPlan {
            title: row.title,
            regulations: row.regulations,
            terms: Terms { rated: row.rated, ..row.terms.try_into()? },
            is_public: row.is_public,
            starts_at_ms: row.starts_at_ms,
            pace,
            late_ms: row.late_ms,
            no_result_before_ply: row.no_result_before_ply,
        };
        let organisers = row.organisers.into_iter().map(PlayerId).collect();
        Ok(Self { code, plan, organisers, planned_at: row.planned_at, pause: None })
    }
}

impl From<&tournaments::Record> for EveningRecordV1 {
    fn from(record: &tournaments::Record) -> Self {
        Self(record.clone())
    }
}

impl TryFrom<EveningRecordV1> for tournaments::Record {
    type Error = StoreError;

    fn try_from(EveningRecordV1(record): EveningRecordV1) -> Result<Self, StoreError> {
        Ok(record)
    }
}

impl From<&EveningBoardRow> for EveningBoardV1 {
    fn from(EveningBoardRow { seats, game, objections, pause: _ }: &EveningBoardRow) -> Self {
        let objection = |it: &KeptObjection| ObjectionV1 {
            player: it.player,
            account: it.account.0,
            words: it.words.clone(),
            is_open: it.is_open,
        };
        let objections = objections.iter().map(objection).collect();
        Self { seats: *seats, game: game.map(|game| game.0), objections }
    }
}

impl From<EveningBoardV1> for EveningBoardRow {
    fn from(row: EveningBoardV1) -> Self {
        let objection = |ObjectionV1 { player, account, words, is_open }: ObjectionV1| KeptObjection {
            player,
            account: PlayerId(account),
            words,
            is_open,
        };
        let objections = row.objections.into_iter().map(objection).collect();
        Self { seats: row.seats, game: row.game.map(GameId), objections, pause: None }
    }
}
