//! The values of keys: players, sessions, challenges, rooms, listed games and the time alive.

use super::terms::{GameKindV1, TermsV1};
use crate::StoreError;
use chuhe_hub::{
    AccountRow, ChallengeRow, HeldPlace, InvitationRow, LastingSeekRow, PasswordHash, PlayerRow, Preferences,
    SessionRow, TokenHash,
};
use chuhe_protocol::{
    ChallengePolicy, GameId, GameSummary, InvitationCode, PlayerId, PlayerName, ProfileAudience,
    ProfileChoice, Seat,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Outcome, PerColor};
use serde::{Deserialize, Serialize};

/// A player.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV1 {
    name: String,
    joined_at: Timestamp,
    password: Option<String>,
    policy: ChallengePolicyV1,
    blocked: Vec<u64>,
    /// The level of a player who is a computer player of the server, or was one.
    computer_level: Option<u8>,
    /// Of an account that halls share, of which this is the hall's copy.
    sign_outs: Option<u32>,
    /// Whether a registered player has finished a game.
    has_played: bool,
}

/// A player who has chosen what others see of their profile.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayerV2 {
    player: PlayerV1,
    audience: ProfileAudienceV1,
    last_seen: bool,
}

#[derive(Serialize, Deserialize)]
enum ProfileAudienceV1 {
    Everyone,
    Registered,
    Nobody,
}

/// An account that halls share, with the last visit to any of them.
#[derive(Serialize, Deserialize)]
pub(crate) struct AccountV1 {
    name: String,
    registered_at: Timestamp,
    password: String,
    policy: ChallengePolicyV1,
    blocked: Vec<(u64, String)>,
    sign_outs: u32,
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
    /// Who holds its place, and until when.
    held: Option<(u64, Timestamp)>,
}

/// A row of the table of challenges.
pub(crate) enum OpenChallenge {
    Challenge(ChallengeRow),
    Invitation(InvitationRow),
    LastingSeek(LastingSeekRow),
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

/// A finished game with its first moves, of which there is at least one.
#[derive(Serialize, Deserialize)]
pub(crate) struct ListedGameV2 {
    game: ListedGameV1,
    first_moves: FirstMoves,
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

impl From<&PlayerRow> for PlayerV1 {
    fn from(row: &PlayerRow) -> Self {
        let Preferences { policy, blocked, profile: _ } = &row.preferences;
        Self {
            name: row.name.as_str().to_owned(),
            joined_at: row.joined_at,
            password: row.password.as_ref().map(|PasswordHash(hash)| hash.clone()),
            policy: (*policy).into(),
            blocked: blocked.iter().map(|player| player.0).collect(),
            computer_level: row.computer_level,
            sign_outs: row.shared,
            // a guest's row does not say it; it counts from the registration
            has_played: row.password.is_some() && row.has_played,
        }
    }
}

impl TryFrom<PlayerV1> for PlayerRow {
    type Error = StoreError;

    fn try_from(row: PlayerV1) -> Result<Self, StoreError> {
        let blocked = row.blocked.into_iter().map(PlayerId).collect();
        Ok(Self {
            name: parse_name(row.name)?,
            joined_at: row.joined_at,
            password: row.password.map(PasswordHash),
            has_played: row.has_played,
            preferences: Preferences {
                policy: row.policy.into(),
                blocked,
                profile: ProfileChoice::default(),
            },
            computer_level: row.computer_level,
            shared: row.sign_outs,
        })
    }
}

impl From<&PlayerRow> for PlayerV2 {
    fn from(row: &PlayerRow) -> Self {
        let ProfileChoice { audience, last_seen } = row.preferences.profile;
        let audience = match audience {
            ProfileAudience::Everyone => ProfileAudienceV1::Everyone,
            ProfileAudience::Registered => ProfileAudienceV1::Registered,
            ProfileAudience::Nobody => ProfileAudienceV1::Nobody,
        };
        Self { player: row.into(), audience, last_seen }
    }
}

impl TryFrom<PlayerV2> for PlayerRow {
    type Error = StoreError;

    fn try_from(row: PlayerV2) -> Result<Self, StoreError> {
        let audience = match row.audience {
            ProfileAudienceV1::Everyone => ProfileAudience::Everyone,
            ProfileAudienceV1::Registered => ProfileAudience::Registered,
            ProfileAudienceV1::Nobody => ProfileAudience::Nobody,
        };
        let mut player = Self::try_from(row.player)?;
        player.preferences.profile = ProfileChoice { audience, last_seen: row.last_seen };
        Ok(player)
    }
}

impl From<AccountV1> for PlayerV1 {
    fn from(account: AccountV1) -> Self {
        Self {
            name: account.name,
            joined_at: account.registered_at,
            password: Some(account.password),
            policy: account.policy,
            blocked: account.blocked.into_iter().map(|(player, _)| player).collect(),
            computer_level: None,
            sign_outs: Some(account.sign_outs),
            has_played: account.has_played,
        }
    }
}

impl From<&AccountRow> for AccountV1 {
    fn from(row: &AccountRow) -> Self {
        let blocked = row.blocked.iter().map(|(player, name)| (player.0, name.as_str().to_owned()));
        Self {
            name: row.name.as_str().to_owned(),
            registered_at: row.registered_at,
            password: row.password.0.clone(),
            policy: row.policy.into(),
            blocked: blocked.collect(),
            sign_outs: row.sign_outs,
            seen_at: row.seen_at,
            has_played: row.has_played,
        }
    }
}

impl TryFrom<AccountV1> for AccountRow {
    type Error = StoreError;

    fn try_from(account: AccountV1) -> Result<Self, StoreError> {
        let AccountV1 { name, registered_at, password, policy, blocked, sign_outs, seen_at, has_played } =
            account;
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

impl From<&SessionRow> for SessionV1 {
    fn from(row: &SessionRow) -> Self {
        let replaces = row.replaces.map(|TokenHash(hash)| hash);
        Self { player: row.player.0, issued_at: row.issued_at, replaces }
    }
}

impl TryFrom<SessionV1> for SessionRow {
    type Error = StoreError;

    fn try_from(SessionV1 { player, issued_at, replaces }: SessionV1) -> Result<Self, StoreError> {
        Ok(Self { player: PlayerId(player), issued_at, replaces: replaces.map(TokenHash) })
    }
}

impl From<&ChallengeRow> for ChallengeV1 {
    fn from(row: &ChallengeRow) -> Self {
        let ChallengeRow { from, to, terms, expires_at } = row;
        let terms = TermsV1::from(terms);
        Self { from: from.0, to: to.0, terms, expires_at: *expires_at }
    }
}

impl From<&InvitationRow> for InvitationV1 {
    fn from(row: &InvitationRow) -> Self {
        let InvitationRow { code, from, terms, expires_at, held } = row;
        let held = held.as_ref().map(|held| (held.by.0, held.until));
        let (code, from, terms) = (code.number(), from.0, TermsV1::from(terms));
        Self { code, from, terms, expires_at: *expires_at, held }
    }
}

impl TryFrom<ChallengeV1> for ChallengeRow {
    type Error = StoreError;

    fn try_from(ChallengeV1 { from, to, terms, expires_at }: ChallengeV1) -> Result<Self, StoreError> {
        Ok(Self { from: PlayerId(from), to: PlayerId(to), terms: terms.try_into()?, expires_at })
    }
}

impl TryFrom<InvitationV1> for InvitationRow {
    type Error = StoreError;

    fn try_from(row: InvitationV1) -> Result<Self, StoreError> {
        let InvitationV1 { code, from, terms, expires_at, held } = row;
        let code =
            InvitationCode::try_from(code).map_err(|_| StoreError::damaged("the code is too great"))?;
        let held = held.map(|(by, until)| HeldPlace { by: PlayerId(by), until });
        Ok(Self { code, from: PlayerId(from), terms: terms.try_into()?, expires_at, held })
    }
}

impl From<&GameSummary> for ListedGameV1 {
    fn from(summary: &GameSummary) -> Self {
        Self {
            game: summary.game.0,
            seats: seats_of(&summary.seats),
            outcome: summary.outcome,
            plies: summary.plies,
            ended_at_ms: summary.ended_at_ms,
            kind: summary.kind.into(),
        }
    }
}

impl TryFrom<ListedGameV1> for GameSummary {
    type Error = StoreError;

    fn try_from(listed: ListedGameV1) -> Result<Self, StoreError> {
        let ListedGameV1 { game, seats, outcome, plies, ended_at_ms, kind } = listed;
        let seats = parse_seats(seats)?;
        let first_moves = FirstMoves::default();
        // the tag of the value says whether the game is rated
        let (game, kind, rated, correction) = (GameId(game), kind.into(), false, None);
        Ok(Self { game, seats, outcome, plies, ended_at_ms, kind, first_moves, rated, correction })
    }
}

impl From<&GameSummary> for ListedGameV2 {
    fn from(summary: &GameSummary) -> Self {
        Self { game: summary.into(), first_moves: summary.first_moves.clone() }
    }
}

impl TryFrom<ListedGameV2> for GameSummary {
    type Error = StoreError;

    fn try_from(ListedGameV2 { game, first_moves }: ListedGameV2) -> Result<Self, StoreError> {
        Ok(Self { first_moves, ..game.try_into()? })
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
