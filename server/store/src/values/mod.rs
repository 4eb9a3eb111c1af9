//! Stored values: what each key and each journal entry holds, as bytes.
//!
//! Every value begins with its tag, the index of its variant in `Value`, which selects the
//! decoder. The types are the store's own. They resemble the hub's
//! and the protocol's, but those may change while stored bytes may not. The games' value types
//! (colours, moves, clock readings) are those of `rules`.
//!
//! A released variant never changes; `server/store/tests/golden.txt` pins the bytes of each. A new
//! format is a new variant at the end, which decoding then turns into the same hub type.

mod entry;
mod evening;
mod event;
mod examined;
mod fair_play;
mod place;
mod rating;
mod report;
mod rows;
mod sanction;
mod seek;
mod terms;
pub mod text;

use super::{ExaminedGame, StoreError};
use chuhe_cluster::Reach;
use chuhe_hub::{
    AccountRow, ChallengeRow, EveningBoardRow, EveningRow, FairPlayRow, InvitationRow, LastingSeekRow,
    LoggedGame, PlayerRow, ReportRow, Sanction, SessionRow,
};
use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{GameSummary, PlayerId, ProfileChoice};
use chuhe_ratings::Standing;
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_tournaments as tournaments;
use evening::{EveningBoardV1, EveningRecordV1, EveningV1, PausedEveningBoardV1, PausedEveningV1};
use event::{EventV1, StepV1};
use examined::ExaminedV1;
use fair_play::FairPlayV1;
use place::PlaceV1;
use rating::{LoggedGameV1, StandingV1, StandingV2};
use report::ReportV1;
use rows::{AccountV1, ChallengeV1, InvitationV1, ListedGameV1, ListedGameV2, PlayerV1, PlayerV2, SessionV1};
pub(crate) use rows::{NameOwner, OpenChallenge, OpenRoom};
use sanction::SanctionV1;
use seek::LastingSeekV1;
use serde::{Deserialize, Serialize};
pub(crate) use terms::KINDS;

/// The longest value that is written or decoded: 8 KiB, far more than the longest beginning or the
/// longest reveal takes, and enough for an account with the most and longest blocked names.
const LIMIT_BYTES: usize = 8 << 10;

/// The tag of a value that was set aside because its row is damaged. The number of their format and the
/// original bytes follow, so that it can be repaired.
const SET_ASIDE: u8 = 0;
/// The format of a value with a tag, as in this module.
const TAGGED: u8 = 1;

/// A stored value. Its tag is the index of its variant.
#[derive(Serialize, Deserialize)]
pub(crate) enum Value {
    /// See [`SET_ASIDE`]; never decoded.
    SetAside,
    /// When the server last recorded that it was serving.
    AliveV1(Timestamp),
    /// A player.
    PlayerV1(PlayerV1),
    /// A token, by the hash that is its key.
    SessionV1(SessionV1),
    /// An open challenge.
    ChallengeV1(ChallengeV1),
    /// A game whose room is open, with the players who were notified that it is set aside.
    RoomV1 { notified: Vec<u64> },
    /// A finished game in a player's list.
    ListedGameV1(ListedGameV1),
    /// A journal entry that every viewer sees whole.
    PublicEntryV1 { at: Timestamp, event: EventV1 },
    /// A journal entry with hidden information.
    SecretEntryV1 { at: Timestamp, step: StepV1, clocks: ClockReading },
    /// A ban or silence.
    SanctionV1(SanctionV1),
    /// How far a copy has followed the log of its hall.
    PlaceV1(PlaceV1),
    /// An account that halls share.
    AccountV1(AccountV1),
    /// The owner of a name, among the accounts that halls share; a player whose games are to be
    /// erased; or a moderator.
    NameOwnerV1(u64),
    /// A move that every viewer sees whole, and that was charged as a premove.
    PremoveV1 { at: Timestamp, event: EventV1 },
    /// A move with hidden information that was charged as a premove.
    SecretPremoveV1 { at: Timestamp, step: StepV1, clocks: ClockReading },
    /// An open invitation.
    InvitationV1(InvitationV1),
    /// An open challenge to a rated game.
    RatedChallengeV1(ChallengeV1),
    /// An open invitation to a rated game.
    RatedInvitationV1(InvitationV1),
    /// The standing of a player in one class.
    StandingV1(StandingV1),
    /// A game in the log of rated games.
    LoggedGameV1(LoggedGameV1),
    /// A lasting seek.
    LastingSeekV1(LastingSeekV1),
    /// The standing of a player in one class, with the history of their games.
    StandingV2(StandingV2),
    /// A player who has chosen what others see of their profile.
    PlayerV2(PlayerV2),
    /// What a player's counted games say.
    FairPlayV1(FairPlayV1),
    /// A finished game in a player's list, with its first moves.
    ListedGameV2(ListedGameV2),
    /// A report of a player.
    ReportV1(ReportV1),
    /// What the examination of a game has found.
    ExaminedV1(ExaminedV1),
    /// A finished game that is rated, in a player's list.
    RatedListedGameV1(ListedGameV1),
    /// A finished game that is rated, in a player's list, with its first moves.
    RatedListedGameV2(ListedGameV2),
    /// The head of an evening.
    EveningV1(EveningV1),
    /// A record in the journal of an evening.
    EveningRecordV1(EveningRecordV1),
    /// A board of an evening.
    EveningBoardV1(EveningBoardV1),
    /// The head of an evening that an organiser has paused.
    PausedEveningV1(PausedEveningV1),
    /// A board of an evening that an organiser has paused.
    PausedEveningBoardV1(PausedEveningBoardV1),
}

impl Message for Value {
    const LIMIT_BYTES: usize = LIMIT_BYTES;
}

/// Encodes what is in a row as a variant.
macro_rules! encoded {
    ($($row:ty => $variant:ident,)*) => {$(
        impl From<&$row> for Value {
            fn from(row: &$row) -> Self {
                Self::$variant(row.into())
            }
        }
    )*};
}

/// Decodes a row from a variant, and from no other.
macro_rules! decoded {
    ($($variant:ident => $row:ty, $kind:literal;)*) => {$(
        impl TryFrom<Value> for $row {
            type Error = StoreError;

            fn try_from(value: Value) -> Result<Self, StoreError> {
                if let Value::$variant(row) = value { row.try_into() } else { Err(not($kind)) }
            }
        }
    )*};
}

encoded! {
    AccountRow => AccountV1,
    SessionRow => SessionV1,
    LastingSeekRow => LastingSeekV1,
    Sanction => SanctionV1,
    ReportRow => ReportV1,
    tournaments::Record => EveningRecordV1,
    Reach => PlaceV1,
    LoggedGame => LoggedGameV1,
    FairPlayRow => FairPlayV1,
    ExaminedGame => ExaminedV1,
}

decoded! {
    AccountV1 => AccountRow, "an account";
    SessionV1 => SessionRow, "a session";
    SanctionV1 => Sanction, "a ban or silence";
    ReportV1 => ReportRow, "a report";
    EveningRecordV1 => tournaments::Record, "a record of an evening";
    PlaceV1 => Reach, "a place in a log";
    LoggedGameV1 => LoggedGame, "a game in the log of rated games";
    FairPlayV1 => FairPlayRow, "the counted games of a player";
    ExaminedV1 => ExaminedGame, "what the examination of a game has found";
}

impl From<&EveningRow> for Value {
    fn from(row: &EveningRow) -> Self {
        let evening = row.into();
        match row.pause {
            None => Self::EveningV1(evening),
            Some(pause) => Self::PausedEveningV1(PausedEveningV1 { evening, pause: pause.into() }),
        }
    }
}

impl TryFrom<Value> for EveningRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::EveningV1(evening) = value {
            return evening.try_into();
        }
        let Value::PausedEveningV1(PausedEveningV1 { evening, pause }) = value else {
            return Err(not("an evening"));
        };
        Ok(Self { pause: Some(pause.into()), ..evening.try_into()? })
    }
}

impl From<&EveningBoardRow> for Value {
    fn from(row: &EveningBoardRow) -> Self {
        let board = row.into();
        match row.pause {
            None => Self::EveningBoardV1(board),
            Some(pause) => Self::PausedEveningBoardV1(PausedEveningBoardV1 { board, pause: pause.into() }),
        }
    }
}

impl TryFrom<Value> for EveningBoardRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::EveningBoardV1(board) = value {
            return Ok(board.into());
        }
        let Value::PausedEveningBoardV1(PausedEveningBoardV1 { board, pause }) = value else {
            return Err(not("a board of an evening"));
        };
        Ok(Self { pause: Some(pause.into()), ..board.into() })
    }
}

impl From<&PlayerRow> for Value {
    fn from(row: &PlayerRow) -> Self {
        // most players leave it as it is
        let is_usual = row.preferences.profile == ProfileChoice::default();
        if is_usual { Self::PlayerV1(row.into()) } else { Self::PlayerV2(row.into()) }
    }
}

impl TryFrom<Value> for PlayerRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::PlayerV1(row) = value {
            row.try_into()
        } else if let Value::PlayerV2(row) = value {
            row.try_into()
        } else if let Value::AccountV1(account) = value {
            // commands read the database of accounts as that of a hall
            PlayerV1::from(account).try_into()
        } else {
            Err(not("a player"))
        }
    }
}

impl From<&Standing> for Value {
    fn from(standing: &Standing) -> Self {
        // a standing of before the history stays as it is until the next game
        let has_history = !standing.history.is_empty();
        if has_history { Self::StandingV2(standing.into()) } else { Self::StandingV1(standing.into()) }
    }
}

impl TryFrom<Value> for Standing {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::StandingV1(row) = value {
            row.try_into()
        } else if let Value::StandingV2(row) = value {
            row.try_into()
        } else {
            Err(not("a standing"))
        }
    }
}

impl From<&GameSummary> for Value {
    fn from(summary: &GameSummary) -> Self {
        // luzhanqi, set-up positions and games of before have no first moves
        match (summary.rated, summary.first_moves.is_empty()) {
            (false, true) => Self::ListedGameV1(summary.into()),
            (false, false) => Self::ListedGameV2(summary.into()),
            (true, true) => Self::RatedListedGameV1(summary.into()),
            (true, false) => Self::RatedListedGameV2(summary.into()),
        }
    }
}

impl TryFrom<Value> for GameSummary {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::ListedGameV1(row) = value {
            // rated games of before the tag for them have this one or the next, and read as not rated
            row.try_into()
        } else if let Value::ListedGameV2(row) = value {
            row.try_into()
        } else if let Value::RatedListedGameV1(row) = value {
            Ok(Self { rated: true, ..row.try_into()? })
        } else if let Value::RatedListedGameV2(row) = value {
            Ok(Self { rated: true, ..row.try_into()? })
        } else {
            Err(not("a listed game"))
        }
    }
}

impl From<&ChallengeRow> for Value {
    fn from(row: &ChallengeRow) -> Self {
        if row.terms.rated { Self::RatedChallengeV1(row.into()) } else { Self::ChallengeV1(row.into()) }
    }
}

impl From<&InvitationRow> for Value {
    fn from(row: &InvitationRow) -> Self {
        if row.terms.rated { Self::RatedInvitationV1(row.into()) } else { Self::InvitationV1(row.into()) }
    }
}

impl TryFrom<Value> for OpenChallenge {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::InvitationV1(invitation) = value {
            invitation.try_into().map(Self::Invitation)
        } else if let Value::RatedInvitationV1(invitation) = value {
            let mut row = InvitationRow::try_from(invitation)?;
            row.terms.rated = true;
            Ok(Self::Invitation(row))
        } else if let Value::LastingSeekV1(seek) = value {
            seek.try_into().map(Self::LastingSeek)
        } else if let Value::ChallengeV1(challenge) = value {
            challenge.try_into().map(Self::Challenge)
        } else if let Value::RatedChallengeV1(challenge) = value {
            let mut row = ChallengeRow::try_from(challenge)?;
            row.terms.rated = true;
            Ok(Self::Challenge(row))
        } else {
            Err(not("a challenge"))
        }
    }
}

impl From<NameOwner> for Value {
    fn from(NameOwner(player): NameOwner) -> Self {
        Self::NameOwnerV1(player.0)
    }
}

impl TryFrom<Value> for NameOwner {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::NameOwnerV1(player) = value else { return Err(not("the owner of a name")) };
        Ok(Self(PlayerId(player)))
    }
}

impl From<OpenRoom> for Value {
    fn from(OpenRoom { notified }: OpenRoom) -> Self {
        Self::RoomV1 { notified: notified.into_iter().map(|player| player.0).collect() }
    }
}

impl TryFrom<Value> for OpenRoom {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::RoomV1 { notified } = value else { return Err(not("a room")) };
        Ok(Self { notified: notified.into_iter().map(PlayerId).collect() })
    }
}

impl From<Timestamp> for Value {
    fn from(alive_at: Timestamp) -> Self {
        Self::AliveV1(alive_at)
    }
}

impl TryFrom<Value> for Timestamp {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::AliveV1(at) = value { Ok(at) } else { Err(not("a time alive")) }
    }
}

/// A value of any length, of which an error names the length.
#[derive(Serialize, Deserialize)]
struct Unlimited(Value);

impl Message for Unlimited {
    const LIMIT_BYTES: usize = usize::MAX;
}

/// Encodes a value, with its tag.
///
/// # Errors
/// [`StoreError::TooLong`] if it exceeds the limit, which no value of the hub does.
pub(crate) fn encode(value: impl Into<Value>) -> Result<Vec<u8>, StoreError> {
    let value = value.into();
    wire::encode(&value).map_err(|_| {
        let bytes = wire::encode(&Unlimited(value)).map_or(usize::MAX, |bytes| bytes.len());
        StoreError::TooLong { bytes, limit: LIMIT_BYTES }
    })
}

/// Decodes a value that must be of one kind.
///
/// # Errors
/// [`StoreError::Damaged`] if it was set aside, cannot be decoded or is of another kind.
pub(crate) fn decode<T: TryFrom<Value, Error = StoreError>>(bytes: &[u8]) -> Result<T, StoreError> {
    match bytes.first() {
        None => Err(StoreError::damaged("the value is empty")),
        Some(&SET_ASIDE) => Err(StoreError::damaged("the value was set aside when the database was opened")),
        Some(tag) => {
            let value = wire::decode::<Value>(bytes);
            value
                .map_err(|why| {
                    StoreError::damaged(&format!("a value with tag {tag} cannot be decoded: {why}"))
                })?
                .try_into()
        }
    }
}

/// A value that sets `bytes` aside.
#[must_use]
pub fn set_aside(bytes: &[u8]) -> Vec<u8> {
    [&[SET_ASIDE, TAGGED], bytes].concat()
}

/// Whether a value was set aside.
#[must_use]
pub fn is_set_aside(value: &[u8]) -> bool {
    value.first() == Some(&SET_ASIDE)
}

/// The error for a value of another kind than its key's.
fn not(kind: &str) -> StoreError {
    StoreError::damaged(&format!("the value is not {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_too_long_is_refused_with_its_length_and_the_limit() {
        let value = Value::RoomV1 { notified: vec![0; 10_000] };
        // the tag, the number of players in three bytes, and the players
        let expected = StoreError::TooLong { bytes: 10_004, limit: LIMIT_BYTES };
        assert_eq!(encode(value), Err(expected));
    }
}
