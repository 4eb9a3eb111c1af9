//! What a client says.

use crate::{ChallengeId, DeclineReason, GameId, Password, PlayerId, Seq, SessionToken, Terms};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{PIECES, Strength};
use chuhe_rules::offers::OfferKind;
use serde::{Deserialize, Serialize};

/// A client's frame: a message under a number, by which a refusal names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Chosen by the client; it need not be unique.
    pub number: u32,
    /// What is asked.
    pub message: ClientMessage,
}

/// What a client may say. Variants are only appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClientMessage {
    /// Asks to join as a guest. A registered name is refused with
    /// [`crate::Refusal::NameRegistered`].
    Join {
        /// The name asked for; see [`crate::PlayerName`].
        name: String,
    },
    /// Asks for the seat of an earlier visit. If the token is not known (any
    /// more) it is refused with [`crate::Refusal::UnknownToken`], and the
    /// client may join instead. An older connection of the same player is
    /// closed with [`crate::CloseReason::Superseded`]. Over a guest's connection it
    /// shows that the token of [`crate::ServerMessage::SignedOutEverywhere`] has
    /// come, and brings no answer; that is met even while games stand still.
    Resume {
        /// The token last received.
        token: SessionToken,
        /// How far the client knows the game it is in; absent, or of another
        /// game, it is told all.
        seen: Option<Cursor>,
    },
    /// Says that the client closes and will not come back soon. Outside a
    /// running game a guest's name and token are free at once; in one the seat is
    /// kept, but the opponent may claim the game after
    /// [`crate::limits::QUIT_ABSENCE_MS`].
    Quit,
    /// Shows that the client is there.
    Ping {
        /// Sent back in the [`crate::ServerMessage::Pong`].
        nonce: u32,
        /// How long the last ping took there and back, in milliseconds, if
        /// known; it is shown to the opponent.
        round_trip_ms: Option<u16>,
    },
    /// Says something.
    Chat {
        /// Where.
        room: ChatRoom,
        /// What.
        text: String,
    },
    /// Challenges a player.
    Challenge {
        /// Whom.
        opponent: PlayerId,
        /// To what.
        terms: Terms,
    },
    /// Takes a challenge of one's own back.
    CancelChallenge {
        /// Which.
        challenge: ChallengeId,
    },
    /// Accepts a challenge.
    AcceptChallenge {
        /// Which.
        challenge: ChallengeId,
    },
    /// Declines a challenge.
    DeclineChallenge {
        /// Which.
        challenge: ChallengeId,
        /// Why.
        reason: DeclineReason,
    },
    /// Plays a move.
    Play {
        /// In which game.
        game: GameId,
        /// The plies on the board before it. A move for another ply is refused;
        /// one that was played already is passed over, so that it may be sent again.
        ply: u16,
        /// The move.
        mv: GameMove,
    },
    /// Offers a takeback, a draw or a rematch. Where the opponent's draw or
    /// rematch offer stands this accepts it.
    Offer {
        /// In which game.
        game: GameId,
        /// What.
        kind: OfferKind,
    },
    /// Withdraws an offer of one's own.
    WithdrawOffer {
        /// In which game.
        game: GameId,
        /// Which.
        kind: OfferKind,
    },
    /// Accepts or declines the opponent's offer.
    AnswerOffer {
        /// In which game.
        game: GameId,
        /// Which.
        kind: OfferKind,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Resigns (认输), once both have moved; in luzhanqi, once as many steps have
    /// been made as its options say.
    Resign {
        /// Which game.
        game: GameId,
    },
    /// Ends the game without a result, before both have moved.
    Abort {
        /// Which game.
        game: GameId,
    },
    /// Ends a game whose opponent has been away for long enough.
    ClaimAbsence {
        /// Which game.
        game: GameId,
        /// As what.
        claim: Claim,
    },
    /// Leaves the board of a game that is over, back to the lobby.
    LeaveTable {
        /// Which game.
        game: GameId,
    },
    /// Asks to join under a registered name.
    Login {
        /// The name; any that looks like it will do.
        name: String,
        /// Its password.
        password: Password,
    },
    /// Registers the name that the player bears: from then on it is his, and
    /// asks for this password.
    Register {
        /// The password that it is to have.
        password: Password,
    },
    /// Makes every token of the player void but the one in the answer,
    /// [`crate::ServerMessage::SignedOutEverywhere`]. He has no other connection,
    /// and no other machine comes back without his password. The token of a guest's
    /// connection is good until his client shows the new one with
    /// [`ClientMessage::Resume`], over this connection or another; before that
    /// this is refused with [`crate::Refusal::RequestPending`].
    SignOutEverywhere,
    /// Asks for the player's finished games, the latest first.
    ListGames {
        /// Only those that ended before this one of the list; absent, from the
        /// latest on.
        before: Option<GameId>,
    },
    /// Asks for the events of a finished game of the player's.
    FetchGame {
        /// Which.
        game: GameId,
        /// The number of the first event that is wanted.
        from: Seq,
    },
    /// Watches a game whose board stands; one that was watched before is left.
    Watch {
        /// Which.
        game: GameId,
        /// From where.
        from: WatchFrom,
    },
    /// Watches no longer.
    Unwatch {
        /// Which game.
        game: GameId,
    },
    /// Gives the player's registered name another password, and makes every token
    /// of his void: [`crate::ServerMessage::SignedOutEverywhere`] comes first, with
    /// a new one, then [`crate::ServerMessage::Registered`]. An old password that is not the
    /// name's, also where it has none, is refused with
    /// [`crate::Refusal::WrongPassword`], and guessing is as with
    /// [`ClientMessage::Login`].
    ChangePassword {
        /// The password that it has.
        old: Password,
        /// The password that it is to have.
        new: Password,
    },
    /// Sets up one's pieces, for the first time or anew, where a game begins with
    /// that. It may be sent with each change: it counts when the time to set up
    /// is over, and nobody is told of it before. It is sent again after a resume,
    /// for the server may have lost it.
    SetUp {
        /// In which game.
        game: GameId,
        /// What stands where, in the order of
        /// [`Slot::all`](chuhe_rules::luzhanqi::Slot::all). An illegal formation is
        /// refused with [`crate::Refusal::Formation`].
        strengths: [Strength; PIECES],
    },
    /// Confirms what one has set up. Play begins when both have.
    ConfirmFormation {
        /// In which game.
        game: GameId,
    },
    /// Withdraws one's confirmation, until both have confirmed.
    WithdrawFormation {
        /// In which game.
        game: GameId,
    },
}

/// From where a spectator is told of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFrom {
    /// All events from the beginning.
    Start,
    /// The game as it stands: a [`crate::ServerMessage::Snapshot`].
    Current,
    /// The events from this number on: what a spectator lacks whose connection
    /// was lost.
    Event(Seq),
}

/// How far a client knows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which game.
    pub game: GameId,
    /// The number of the first event that the client does not have.
    pub next: Seq,
}

/// Where something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChatRoom {
    /// To all who are here, those at a board too.
    Lobby,
    /// To the two players of a game.
    Table(GameId),
    /// To those who watch a game. Its players are told what was said there when
    /// the game is over, and may then answer.
    Spectators(GameId),
}

/// What the player who stayed makes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Claim {
    /// His win.
    Win,
    /// A draw.
    Draw,
}
