//! The values of keys: players, sessions, challenges, rooms, listed games and the time alive.

use super::terms::{GameKindV1, TermsV1};
use super::{Value, not};
use crate::store::StoreError;
use chuhe_hub::{ChallengeRow, PasswordHash, PlayerRow, Preferences, SessionRow, TokenHash};
use chuhe_protocol::{ChallengePolicy, GameId, GameSummary, PlayerId, PlayerName, Seat};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Outcome, PerColor};
use serde::{Deserialize, Serialize};

/// A player without preferences of their own.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct PlayerV1 {
    name: String,
    joined_at: Timestamp,
    password: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) struct PlayerV2 {
    name: String,
    joined_at: Timestamp,
    password: Option<String>,
    policy: ChallengePolicyV1,
    blocked: Vec<u64>,
}

/// A computer player of the server, or one who was.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct PlayerV3 {
    player: PlayerV2,
    level: u8,
}

#[derive(Serialize, Deserialize)]
enum ChallengePolicyV1 {
    Everyone,
    Registered,
    Nobody,
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) struct SessionV1 {
    player: u64,
    issued_at: Timestamp,
    replaces: Option<[u8; 32]>,
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) struct ChallengeV1 {
    from: u64,
    to: u64,
    terms: TermsV1,
    expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) struct ListedGameV1 {
    game: u64,
    seats: PerColor<SeatV1>,
    outcome: Outcome,
    plies: u16,
    ended_at_ms: u64,
    kind: GameKindV1,
}

/// A player at a board, by number and by their name at the time.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct SeatV1 {
    player: u64,
    name: String,
}

/// The value of a room's key.
#[derive(Default)]
pub(in crate::store) struct OpenRoom {
    /// The players who were notified that the game is set aside.
    pub(in crate::store) notified: Vec<PlayerId>,
}

impl From<&PlayerRow> for Value {
    fn from(row: &PlayerRow) -> Self {
        let password = row.password.as_ref().map(|PasswordHash(hash)| hash.clone());
        let (name, joined_at) = (row.name.as_str().to_owned(), row.joined_at);
        if row.preferences == Preferences::default() && row.computer_level.is_none() {
            return Self::PlayerV1(PlayerV1 { name, joined_at, password });
        }
        let Preferences { policy, blocked } = &row.preferences;
        let blocked = blocked.iter().map(|player| player.0).collect();
        let player = PlayerV2 { name, joined_at, password, policy: (*policy).into(), blocked };
        match row.computer_level {
            None => Self::PlayerV2(player),
            Some(level) => Self::PlayerV3(PlayerV3 { player, level }),
        }
    }
}

impl TryFrom<Value> for PlayerRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let (player, computer_level) = if let Value::PlayerV1(row) = value {
            (row.into(), None)
        } else if let Value::PlayerV2(row) = value {
            (row, None)
        } else if let Value::PlayerV3(PlayerV3 { player, level }) = value {
            (player, Some(level))
        } else {
            return Err(not("a player"));
        };
        let PlayerV2 { name, joined_at, password, policy, blocked } = player;
        let blocked = blocked.into_iter().map(PlayerId).collect();
        let preferences = Preferences { policy: policy.into(), blocked };
        let (name, password) = (parse_name(name)?, password.map(PasswordHash));
        Ok(Self { name, joined_at, password, preferences, computer_level })
    }
}

impl From<PlayerV1> for PlayerV2 {
    fn from(PlayerV1 { name, joined_at, password }: PlayerV1) -> Self {
        Self { name, joined_at, password, policy: ChallengePolicyV1::Everyone, blocked: Vec::new() }
    }
}

impl From<ChallengePolicy> for ChallengePolicyV1 {
    fn from(policy: ChallengePolicy) -> Self {
        match policy {
            ChallengePolicy::Everyone => Self::Everyone,
            ChallengePolicy::Registered => Self::Registered,
            ChallengePolicy::Nobody => Self::Nobody,
        }
    }
}

impl From<ChallengePolicyV1> for ChallengePolicy {
    fn from(policy: ChallengePolicyV1) -> Self {
        match policy {
            ChallengePolicyV1::Everyone => Self::Everyone,
            ChallengePolicyV1::Registered => Self::Registered,
            ChallengePolicyV1::Nobody => Self::Nobody,
        }
    }
}

impl From<&SessionRow> for Value {
    fn from(row: &SessionRow) -> Self {
        let replaces = row.replaces.map(|TokenHash(hash)| hash);
        Self::SessionV1(SessionV1 { player: row.player.0, issued_at: row.issued_at, replaces })
    }
}

impl TryFrom<Value> for SessionRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::SessionV1(SessionV1 { player, issued_at, replaces }) = value else {
            return Err(not("a session"));
        };
        Ok(Self { player: PlayerId(player), issued_at, replaces: replaces.map(TokenHash) })
    }
}

impl From<&ChallengeRow> for Value {
    fn from(row: &ChallengeRow) -> Self {
        let ChallengeRow { from, to, terms, expires_at } = row;
        let terms = TermsV1::from(terms);
        Self::ChallengeV1(ChallengeV1 { from: from.0, to: to.0, terms, expires_at: *expires_at })
    }
}

impl TryFrom<Value> for ChallengeRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::ChallengeV1(ChallengeV1 { from, to, terms, expires_at }) = value else {
            return Err(not("a challenge"));
        };
        Ok(Self { from: PlayerId(from), to: PlayerId(to), terms: terms.try_into()?, expires_at })
    }
}

impl From<OpenRoom> for Value {
    fn from(OpenRoom { notified }: OpenRoom) -> Self {
        if notified.is_empty() {
            return Self::RoomV1;
        }
        Self::RoomV2 { notified: notified.into_iter().map(|player| player.0).collect() }
    }
}

impl TryFrom<Value> for OpenRoom {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        match value {
            Value::RoomV1 => Ok(Self::default()),
            Value::RoomV2 { notified } => Ok(Self { notified: notified.into_iter().map(PlayerId).collect() }),
            Value::SetAside
            | Value::AliveV1(_)
            | Value::PlayerV1(_)
            | Value::SanctionV1(_)
            | Value::PlayerV2(_)
            | Value::PlayerV3(_)
            | Value::SessionV1(_)
            | Value::ChallengeV1(_)
            | Value::ListedGameV1(_)
            | Value::PublicEntryV1 { .. }
            | Value::SecretEntryV1 { .. } => Err(not("a room")),
        }
    }
}

impl ListedGameV1 {
    pub(super) const fn is_xiangqi(&self) -> bool {
        matches!(self.kind, GameKindV1::Xiangqi)
    }
}

impl From<&GameSummary> for Value {
    fn from(summary: &GameSummary) -> Self {
        Self::ListedGameV1(ListedGameV1 {
            game: summary.game.0,
            seats: seats_of(&summary.seats),
            outcome: summary.outcome,
            plies: summary.plies,
            ended_at_ms: summary.ended_at_ms,
            kind: summary.kind.into(),
        })
    }
}

impl TryFrom<Value> for GameSummary {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let Value::ListedGameV1(ListedGameV1 { game, seats, outcome, plies, ended_at_ms, kind }) = value
        else {
            return Err(not("a listed game"));
        };
        let seats = parse_seats(seats)?;
        Ok(Self { game: GameId(game), seats, outcome, plies, ended_at_ms, kind: kind.into() })
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

pub(super) fn seats_of(seats: &PerColor<Seat>) -> PerColor<SeatV1> {
    PerColor::from_fn(|color| {
        let Seat { player, name } = &seats[color];
        SeatV1 { player: player.0, name: name.as_str().to_owned() }
    })
}

pub(super) fn parse_seats(seats: PerColor<SeatV1>) -> Result<PerColor<Seat>, StoreError> {
    let seat = |SeatV1 { player, name }: SeatV1| {
        Ok::<_, StoreError>(Seat { player: PlayerId(player), name: parse_name(name)? })
    };
    Ok(PerColor::new(seat(seats.red)?, seat(seats.black)?))
}

pub(super) fn parse_name(name: String) -> Result<PlayerName, StoreError> {
    PlayerName::try_from(name)
        .map_err(|why| StoreError::damaged(&format!("a player's name is not valid: {why}")))
}
