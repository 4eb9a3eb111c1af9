//! Why a request is not met.

use crate::{InvalidTerms, NameError};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{IllegalFormation, SetupRefusal};
use chuhe_rules::offers::OfferRefusal;
use serde::{Deserialize, Serialize};

/// Why a request is not met. Variants are only appended.
///
/// Its `Display` is for logs, its name as a `&'static str` for counters; a client shows it in the player's language.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum Refusal {
    /// One must join first.
    #[error("join first")]
    NotJoined,
    /// The connection speaks for a player already.
    #[error("joined already")]
    AlreadyJoined,
    /// The name is not one.
    #[error(transparent)]
    Name(NameError),
    /// The name, or one that looks like it, is another's.
    #[error("that name is taken")]
    NameTaken,
    /// The token is not known, or not any more.
    #[error("that token is not known")]
    UnknownToken,
    /// The server is about to stop; no new games begin.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// No such player is here.
    #[error("no such player is here")]
    NoSuchPlayer,
    /// One cannot challenge oneself.
    #[error("one cannot challenge oneself")]
    ChallengeSelf,
    /// The other is at a board.
    #[error("the other is at a board")]
    OpponentBusy,
    /// The asker is at a board.
    #[error("you are at a board")]
    YouAreBusy,
    /// The asker has a challenge to that player open already.
    #[error("your challenge to that player stands already")]
    AlreadyChallenged,
    /// The asker has too many challenges open.
    #[error("you have too many challenges open")]
    TooManyChallengesOut,
    /// The other has been challenged too often.
    #[error("the other has too many challenges open")]
    TooManyChallengesIn,
    /// That challenge is not open.
    #[error("no such challenge is open")]
    NoSuchChallenge,
    /// That challenge is not the asker's to answer, or to cancel.
    #[error("that challenge is not yours")]
    NotYourChallenge,
    /// The terms cannot be played.
    #[error(transparent)]
    Terms(InvalidTerms),
    /// There is no such game, or the asker does not play in it.
    #[error("you play in no such game")]
    NoSuchGame,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over.
    #[error("the game is not over")]
    GameRunning,
    /// The move was for another ply.
    #[error("that move was for another ply; {expected} are on the board")]
    WrongPly {
        /// The plies on the board.
        expected: u16,
    },
    /// A rule forbids the move.
    #[error(transparent)]
    Illegal(IllegalPlay),
    /// The offer, or the answer to one, is not admitted.
    #[error(transparent)]
    Offer(OfferRefusal),
    /// One resigns once both have moved; before, one aborts. In luzhanqi one
    /// resigns from the step on that its options name.
    #[error("one may not resign yet")]
    ResignTooEarly,
    /// One aborts before both have moved.
    #[error("both have moved; the game can no longer be aborted")]
    AbortTooLate,
    /// The opponent is not away.
    #[error("the opponent is not away")]
    OpponentNotAway,
    /// The opponent is not away for long enough.
    #[error("it may be claimed in {wait_ms} ms")]
    ClaimTooSoon {
        /// Milliseconds until it may be claimed.
        wait_ms: u64,
    },
    /// The opponent has left the board.
    #[error("the opponent has left the board")]
    OpponentLeft,
    /// Too much was said in too short a time.
    #[error("too many lines; wait {wait_ms} ms")]
    ChatTooFast {
        /// Milliseconds until something may be said.
        wait_ms: u64,
    },
    /// Nothing was said.
    #[error("the line is empty")]
    ChatEmpty,
    /// Too much was said at once.
    #[error("the line is too long")]
    ChatTooLong,
    /// The asker has made [`crate::limits::GAME_OFFERS`] offers in this game, or
    /// withdrawn his formation as often.
    #[error("too many offers in this game")]
    TooManyOffers,
    /// The name is registered and asks for its password.
    #[error("that name is registered")]
    NameRegistered,
    /// The name is not registered, or this is not its password.
    #[error("wrong name or password")]
    WrongPassword,
    /// The password is shorter than [`crate::limits::PASSWORD_CHARS_MIN`] or
    /// longer than [`crate::limits::PASSWORD_BYTES`].
    #[error("the password is too short or too long")]
    InvalidPassword,
    /// The player's name is registered already.
    #[error("the name is registered already")]
    AlreadyRegistered,
    /// This was tried too often: by the asker, from his address, for this name,
    /// or, where the server has much to do, by all together.
    #[error("too many attempts; wait {wait_ms} ms")]
    TooManyAttempts {
        /// Milliseconds until it may be tried again.
        wait_ms: u64,
    },
    /// Something asked for before is still being done.
    #[error("one thing at a time")]
    RequestPending,
    /// The server cannot keep what happens: games stand still.
    #[error("the server cannot keep what happens")]
    Paused,
    /// The challenger's connection is lost; he may be back soon.
    #[error("the challenger is away")]
    ChallengerAway,
    /// The game cannot be watched, or not by one who sits at a board.
    #[error("the game cannot be watched")]
    CannotWatch,
    /// As many watch the game as may.
    #[error("too many watch that game")]
    TooManySpectators,
    /// What was asked for could not be read from where it is kept.
    #[error("the record cannot be read")]
    Unreadable,
    /// As many names are registered as may be.
    #[error("no more names can be registered")]
    RegistryFull,
    /// The pieces may not be set up in this way.
    #[error(transparent)]
    Formation(IllegalFormation),
    /// One may not set up, confirm or withdraw now.
    #[error(transparent)]
    Setup(SetupRefusal),
    /// In this game the pieces stand at once.
    #[error("in this game nobody sets up")]
    NoFormations,
}
