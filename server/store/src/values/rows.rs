//! The values of keys: players, sessions, challenges, rooms, listed games and the time alive.

use super::terms::{GameKindV1, TermsV1};
use super::{Value, not};
use crate::StoreError;
use chuhe_hub::{
    AccountRow, ChallengeRow, HeldPlace, InvitationRow, PasswordHash, PlayerRow, Preferences, SessionRow,
    TokenHash,
};
use chuhe_protocol::{ChallengePolicy, GameId, GameSummary, InvitationCode, PlayerId, PlayerName, Seat};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Outcome, PerColor};
use serde::{Deserialize, Serialize};

/// A player without preferences of their own.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV1 {
    name: String,
    joined_at: Timestamp,
    password: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV2 {
    name: String,
    joined_at: Timestamp,
    password: Option<String>,
    policy: ChallengePolicyV1,
    blocked: Vec<u64>,
}

/// A computer player of the server, or one who was.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV3 {
    player: PlayerV2,
    level: u8,
}

/// A player with an account that halls share, of which this is the hall's copy.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV4 {
    player: PlayerV2,
    sign_outs: u32,
}

/// A registered player who has not finished a game; those of the variants before have.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV5 {
    player: PlayerV2,
    sign_outs: Option<u32>,
}

/// An account that halls share.
#[derive(Serialize, Deserialize)]
pub(crate) struct AccountV1 {
    name: String,
    registered_at: Timestamp,
    password: String,
    policy: ChallengePolicyV1,
    blocked: Vec<(u64, String)>,
    sign_outs: u32,
}

/// An account that halls share, with the last visit to any of them.
#[derive(Serialize, Deserialize)]
pub(crate) struct AccountV2 {
    account: AccountV1,
    seen_at: Timestamp,
    has_played: bool,
}

/// The owner of a name.
pub(crate) struct NameOwner(pub(crate) PlayerId);

#[derive(Serialize, Deserialize)]
enum ChallengePolicyV1 {
    Everyone,
    Registered,
    Nobody,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SessionV1 {
    player: u64,
    issued_at: Timestamp,
    replaces: Option<[u8; 32]>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ChallengeV1 {
    from: u64,
    to: u64,
    terms: TermsV1,
    expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct InvitationV1 {
    code: u64,
    from: u64,
    terms: TermsV1,
    expires_at: Timestamp,
}

/// An invitation whose place a player holds.
#[derive(Serialize, Deserialize)]
pub(crate) struct InvitationV2 {
    invitation: InvitationV1,
    by: u64,
    until: Timestamp,
}

/// A row of the table of challenges.
pub(crate) enum OpenChallenge {
    Challenge(ChallengeRow),
    Invitation(InvitationRow),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct ListedGameV1 {
    game: u64,
    seats: PerColor<SeatV1>,
    outcome: Outcome,
    plies: u16,
    ended_at_ms: u64,
    kind: GameKindV1,
}

/// A player at a board, by number and by their name at the time.
#[derive(Serialize, Deserialize)]
pub(crate) struct SeatV1 {
    player: u64,
    name: String,
}

/// The value of a room's key.
#[derive(Default)]
pub(crate) struct OpenRoom {
    /// The players who were notified that the game is set aside.
    pub(crate) notified: Vec<PlayerId>,
}

impl From<&PlayerRow> for Value {
    fn from(row: &PlayerRow) -> Self {
        let password = row.password.as_ref().map(|PasswordHash(hash)| hash.clone());
        let (name, joined_at) = (row.name.as_str().to_owned(), row.joined_at);
        let has_never_played = row.password.is_some() && !row.has_played;
        let is_plain = row.computer_level.is_none() && row.shared.is_none() && !has_never_played;
        if is_plain && row.preferences == Preferences::default() {
            return Self::PlayerV1(PlayerV1 { name, joined_at, password });
        }
        let Preferences { policy, blocked } = &row.preferences;
        let blocked = blocked.iter().map(|player| player.0).collect();
        let player = PlayerV2 { name, joined_at, password, policy: (*policy).into(), blocked };
        if has_never_played {
            return Self::PlayerV5(PlayerV5 { player, sign_outs: row.shared });
        }
        match (row.computer_level, row.shared) {
            (None, None) => Self::PlayerV2(player),
            // a computer player has no password, so its account is not shared
            (Some(level), _) => Self::PlayerV3(PlayerV3 { player, level }),
            (None, Some(sign_outs)) => Self::PlayerV4(PlayerV4 { player, sign_outs }),
        }
    }
}

impl TryFrom<Value> for PlayerRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let has_never_played =
            matches!(value, Value::PlayerV5(_) | Value::AccountV2(AccountV2 { has_played: false, .. }));
        let (player, computer_level, shared) = if let Value::PlayerV1(row) = value {
            (row.into(), None, None)
        } else if let Value::PlayerV2(row) = value {
            (row, None, None)
        } else if let Value::PlayerV3(PlayerV3 { player, level }) = value {
            (player, Some(level), None)
        } else if let Value::PlayerV4(PlayerV4 { player, sign_outs }) = value {
            (player, None, Some(sign_outs))
        } else if let Value::PlayerV5(PlayerV5 { player, sign_outs }) = value {
            (player, None, sign_outs)
        } else if let Value::AccountV1(account) | Value::AccountV2(AccountV2 { account, .. }) = value {
            // commands read the database of accounts as that of a hall
            let sign_outs = account.sign_outs;
            (account.into(), None, Some(sign_outs))
        } else {
            return Err(not("a player"));
        };
        let PlayerV2 { name, joined_at, password, policy, blocked } = player;
        let blocked = blocked.into_iter().map(PlayerId).collect();
        let preferences = Preferences { policy: policy.into(), blocked };
        let (name, password) = (parse_name(name)?, password.map(PasswordHash));
        // a guest's row does not say it; it counts from the registration
        let has_played = password.is_some() && !has_never_played;
        Ok(Self { name, joined_at, password, has_played, preferences, computer_level, shared })
    }
}

impl From<PlayerV1> for PlayerV2 {
    fn from(PlayerV1 { name, joined_at, password }: PlayerV1) -> Self {
        Self { name, joined_at, password, policy: ChallengePolicyV1::Everyone, blocked: Vec::new() }
    }
}

impl From<AccountV1> for PlayerV2 {
    fn from(account: AccountV1) -> Self {
        let AccountV1 { name, registered_at, password, policy, blocked, sign_outs: _ } = account;
        let blocked = blocked.into_iter().map(|(player, _)| player).collect();
        Self { name, joined_at: registered_at, password: Some(password), policy, blocked }
    }
}

impl From<&AccountRow> for Value {
    fn from(row: &AccountRow) -> Self {
        let blocked = row.blocked.iter().map(|(player, name)| (player.0, name.as_str().to_owned()));
        let account = AccountV1 {
            name: row.name.as_str().to_owned(),
            registered_at: row.registered_at,
            password: row.password.0.clone(),
            policy: row.policy.into(),
            blocked: blocked.collect(),
            sign_outs: row.sign_outs,
        };
        Self::AccountV2(AccountV2 { account, seen_at: row.seen_at, has_played: row.has_played })
    }
}

impl TryFrom<Value> for AccountRow {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        let (account, seen_at, has_played) = if let Value::AccountV2(row) = value {
            (row.account, row.seen_at, row.has_played)
        } else if let Value::AccountV1(account) = value {
            // it does not say whether the player has played, and must not lapse if they have
            let seen_at = account.registered_at;
            (account, seen_at, true)
        } else {
            return Err(not("an account"));
        };
        let AccountV1 { name, registered_at, password, policy, blocked, sign_outs } = account;
        let blocked = blocked.into_iter().map(|(player, name)| Ok((PlayerId(player), parse_name(name)?)));
        Ok(Self {
            name: parse_name(name)?,
            registered_at,
            password: PasswordHash(password),
            policy: policy.into(),
            blocked: blocked.collect::<Result<_, StoreError>>()?,
            sign_outs,
            seen_at,
            has_played,
        })
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

impl From<&InvitationRow> for Value {
    fn from(row: &InvitationRow) -> Self {
        let InvitationRow { code, from, terms, expires_at, held } = row;
        let (code, from, terms) = (code.number(), from.0, TermsV1::from(terms));
        let invitation = InvitationV1 { code, from, terms, expires_at: *expires_at };
        match *held {
            None => Self::InvitationV1(invitation),
            Some(HeldPlace { by, until }) => Self::InvitationV2(InvitationV2 { invitation, by: by.0, until }),
        }
    }
}

impl TryFrom<Value> for OpenChallenge {
    type Error = StoreError;

    fn try_from(value: Value) -> Result<Self, StoreError> {
        if let Value::InvitationV1(invitation) = value {
            return Ok(Self::Invitation(invitation.try_into()?));
        }
        if let Value::InvitationV2(InvitationV2 { invitation, by, until }) = value {
            let held = Some(HeldPlace { by: PlayerId(by), until });
            return Ok(Self::Invitation(InvitationRow { held, ..invitation.try_into()? }));
        }
        let Value::ChallengeV1(ChallengeV1 { from, to, terms, expires_at }) = value else {
            return Err(not("a challenge"));
        };
        let (from, to) = (PlayerId(from), PlayerId(to));
        Ok(Self::Challenge(ChallengeRow { from, to, terms: terms.try_into()?, expires_at }))
    }
}

impl TryFrom<InvitationV1> for InvitationRow {
    type Error = StoreError;

    fn try_from(InvitationV1 { code, from, terms, expires_at }: InvitationV1) -> Result<Self, StoreError> {
        let code =
            InvitationCode::try_from(code).map_err(|_| StoreError::damaged("the code is too great"))?;
        let terms = terms.try_into()?;
        Ok(Self { code, from: PlayerId(from), terms, expires_at, held: None })
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
        if let Value::RoomV2 { notified } = value {
            return Ok(Self { notified: notified.into_iter().map(PlayerId).collect() });
        }
        let Value::RoomV1 = value else { return Err(not("a room")) };
        Ok(Self::default())
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
