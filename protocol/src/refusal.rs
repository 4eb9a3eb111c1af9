//! The refusals of requests.

use crate::{
    EveningRefusal, InvalidFilter, InvalidTerms, InvitationRefusal, NameError, ProfileRefusal, ReportRefusal,
    SeekRefusal,
};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{IllegalFormation, SetupRefusal};
use chuhe_rules::offers::OfferRefusal;
use serde::{Deserialize, Serialize};

/// The reason why a request is refused. New variants are appended.
///
/// A client shows its own text for each.
// `Display` is for logs, and the `&'static str` for counters
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    thiserror::Error,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Refusal {
    /// The connection has not joined yet.
    #[error("the connection has not joined")]
    NotJoined,
    /// The connection has already joined.
    #[error("the connection has already joined")]
    AlreadyJoined,
    /// The name is invalid.
    #[error(transparent)]
    Name(NameError),
    /// Another player has the name, or one that looks like it.
    #[error("another player has that name")]
    NameTaken,
    /// The token is unknown, revoked or expired.
    #[error("the token is unknown")]
    UnknownToken,
    /// The server is about to stop and begins no new games.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// No such player is online.
    #[error("no such player is online")]
    NoSuchPlayer,
    /// A player cannot challenge themselves.
    #[error("a player cannot challenge themselves")]
    ChallengeSelf,
    /// The opponent is in a running game.
    #[error("the opponent is in a running game")]
    OpponentBusy,
    /// The requester is in a running game, or at the table of one for a request about the lobby.
    #[error("the requester is in a game")]
    YouAreBusy,
    /// The requester already has an open challenge to that player.
    #[error("a challenge to that player is already open")]
    AlreadyChallenged,
    /// The requester has [`crate::limits::CHALLENGES_OUT`] open challenges.
    #[error("the requester has too many open challenges")]
    TooManyChallengesOut,
    /// The opponent has received [`crate::limits::CHALLENGES_IN`] open challenges.
    #[error("the opponent has too many open challenges")]
    TooManyChallengesIn,
    /// The challenge is not open.
    #[error("no such challenge is open")]
    NoSuchChallenge,
    /// Only the other player may answer or cancel this challenge.
    #[error("the challenge is not the requester's")]
    NotYourChallenge,
    /// The terms are invalid.
    #[error(transparent)]
    Terms(InvalidTerms),
    /// No game with this number has an open board here, or is in the requester's list.
    #[error("there is no such game")]
    NoSuchGame,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over.
    #[error("the game is not over")]
    GameRunning,
    /// The move was for another ply.
    #[error("the move is for another ply; {expected} plies were played")]
    WrongPly {
        /// The number of plies played.
        expected: u16,
    },
    /// A rule forbids the move.
    #[error(transparent)]
    Illegal(IllegalPlay),
    /// The offer or answer is not allowed.
    #[error(transparent)]
    Offer(OfferRefusal),
    /// Resigning is not allowed before both have moved.
    ///
    /// In luzhanqi it is allowed from the step that the options name.
    #[error("resigning is not allowed yet")]
    ResignTooEarly,
    /// Both have moved, so the game can no longer be aborted.
    #[error("both have moved; the game can no longer be aborted")]
    AbortTooLate,
    /// The opponent is not away.
    #[error("the opponent is not away")]
    OpponentNotAway,
    /// The opponent has not been away long enough.
    #[error("the game can be claimed in {wait_ms} ms")]
    ClaimTooSoon {
        /// Milliseconds until the game can be claimed.
        wait_ms: u64,
    },
    /// The opponent has left the table.
    #[error("the opponent has left the table")]
    OpponentLeft,
    /// The chat rate limit is exceeded.
    #[error("too many chat lines; wait {wait_ms} ms")]
    ChatTooFast {
        /// Milliseconds until the next line is accepted.
        wait_ms: u64,
    },
    /// The chat line is empty.
    #[error("the chat line is empty")]
    ChatEmpty,
    /// The chat line is longer than [`crate::limits::CHAT_CHARS`].
    #[error("the chat line is too long")]
    ChatTooLong,
    /// The requester has made [`crate::limits::GAME_OFFERS`] offers or withdrawals in this game.
    #[error("too many offers in this game")]
    TooManyOffers,
    /// The name is registered; its owner must log in.
    #[error("that name is registered")]
    NameRegistered,
    /// The name is not registered, or the password is wrong.
    #[error("wrong name or password")]
    WrongPassword,
    /// The password is shorter than [`crate::limits::PASSWORD_CHARS_MIN`] or
    /// longer than [`crate::limits::PASSWORD_BYTES`].
    #[error("the password is too short or too long")]
    InvalidPassword,
    /// The player's name is already registered.
    #[error("the name is already registered")]
    AlreadyRegistered,
    /// The rate limit for this request is exceeded.
    ///
    /// The limits are per player, per address, per name, and for the whole server under load.
    #[error("too many attempts; wait {wait_ms} ms")]
    TooManyAttempts {
        /// Milliseconds until the next attempt is accepted.
        wait_ms: u64,
    },
    /// An earlier request of this connection is still pending.
    #[error("an earlier request is still pending")]
    RequestPending,
    /// The server cannot store events, so games are paused.
    #[error("the server cannot store events")]
    Paused,
    /// The connection of the challenger, or of the player who offers the rematch, is lost; they may be back soon.
    #[error("the other player is away")]
    OpponentAway,
    /// The requester sits at the table of the game, so they cannot watch it.
    #[error("the game cannot be watched")]
    CannotWatch,
    /// The game has [`crate::limits::SPECTATORS_PER_GAME`] spectators.
    #[error("the game has too many spectators")]
    TooManySpectators,
    /// The server failed to read the requested value from its store.
    #[error("the record cannot be read")]
    Unreadable,
    /// The server has reached its limit of registered names.
    #[error("no more names can be registered")]
    RegistryFull,
    /// The formation is illegal.
    #[error(transparent)]
    Formation(IllegalFormation),
    /// Setting up, confirming or withdrawing is not allowed now.
    #[error(transparent)]
    Setup(SetupRefusal),
    /// The game has no formations to set up.
    #[error("this game has no formations")]
    NoFormations,
    /// That player declined the requester lately, or the requester took a challenge back.
    ///
    /// [`crate::limits::CHALLENGE_WAITS_MS`] has the waits.
    #[error("a challenge to that player must wait {wait_ms} ms")]
    ChallengeTooSoon {
        /// Milliseconds until the next challenge to that player is accepted.
        wait_ms: u64,
    },
    /// Not both have moved, so there is nothing to claim; the game can be aborted.
    #[error("not both have moved; there is nothing to claim")]
    NothingToClaim,
    /// That player accepts no challenges, or none from the requester.
    ///
    /// A player whom that player blocks receives it as well.
    #[error("the player does not accept challenges")]
    NoChallenges,
    /// That player accepts challenges from registered players only.
    #[error("the player accepts challenges from registered players only")]
    RegisteredChallengersOnly,
    /// The requester has blocked that player.
    #[error("the requester has blocked that player")]
    PlayerBlocked,
    /// The requester blocks [`crate::limits::BLOCKED_PLAYERS`] players.
    #[error("the requester blocks too many players")]
    TooManyBlocks,
    /// A player cannot block themselves.
    #[error("a player cannot block themselves")]
    BlockSelf,
    /// An operator has silenced the player or the address: they cannot chat.
    #[error("an operator has silenced the player")]
    Silenced {
        /// Milliseconds until the player may chat again; `None` if it has no end.
        wait_ms: Option<u64>,
    },
    /// The filter of a search is invalid.
    #[error(transparent)]
    Filter(InvalidFilter),
    /// The server has no hall with this name.
    #[error("the server has no such hall")]
    NoSuchHall,
    /// The hall has as many players as it may have; or all halls have, if the request names none.
    #[error("the hall is full")]
    HallFull,
    /// The connection belongs to another hall; connect again to enter this one.
    #[error("the connection belongs to another hall")]
    OtherHall,
    /// This server registers no names.
    #[error("this server registers no names")]
    NoRegistration,
    /// Another node of the cluster serves the hall, or soon will.
    ///
    /// [`crate::DoorMessage::HallAddress`] has its address.
    #[error("another node serves the hall")]
    HallElsewhere,
    /// The request about an invitation is not possible.
    #[error(transparent)]
    Invitation(InvitationRefusal),
    /// The requester does not sit at the table of this game.
    #[error("the requester does not sit at this table")]
    NotYourGame,
    /// The requester does not watch this game.
    #[error("the requester does not watch this game")]
    NotWatching,
    /// The name passes for one of the staff, and the operator reserves it, or for that of a computer player.
    #[error("the name is reserved")]
    NameReserved,
    /// The request about a seek is not possible.
    #[error(transparent)]
    Seek(SeekRefusal),
    /// The profile is not shown.
    #[error(transparent)]
    Profile(ProfileRefusal),
    /// The request about a report is not possible.
    #[error(transparent)]
    Report(ReportRefusal),
    /// The request about an evening is not possible.
    #[error(transparent)]
    Evening(EveningRefusal),
}
