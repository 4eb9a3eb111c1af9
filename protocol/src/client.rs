//! The messages of a client.

use crate::{ChallengeId, DeclineReason, GameId, Password, PlayerId, Seq, SessionToken, Terms};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{PIECES, Strength};
use chuhe_rules::offers::OfferKind;
use serde::{Deserialize, Serialize};

/// A client's message with the number by which a refusal names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// A number that the client chooses; it need not be unique.
    pub number: u32,
    /// The message.
    pub message: ClientMessage,
}

/// The messages a client may send. Variants are only appended.
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
    /// Reports that the client closes and will not return soon.
    ///
    /// Outside a running game a guest's name and token are free at once; in one the seat is
    /// kept, but the opponent may claim the game after
    /// [`crate::limits::QUIT_ABSENCE_MS`].
    Quit,
    /// Keeps the connection alive.
    Ping {
        /// Sent back in the [`crate::ServerMessage::Pong`].
        nonce: u32,
        /// How long the last ping took there and back, in milliseconds, if
        /// known; it is shown to the opponent.
        round_trip_ms: Option<u16>,
    },
    /// Sends a chat line.
    Chat {
        /// The room.
        room: ChatRoom,
        /// The line.
        text: String,
    },
    /// Challenges a player.
    Challenge {
        /// The player to challenge.
        opponent: PlayerId,
        /// The terms.
        terms: Terms,
    },
    /// Cancels the player's own challenge.
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
    /// Withdraws the player's own offer.
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
    /// Registers the player's name, which then requires this password.
    Register {
        /// The new password.
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
    /// Watches a game whose table is open, in place of any game watched before.
    Watch {
        /// Which.
        game: GameId,
        /// From where.
        from: WatchFrom,
    },
    /// Stops watching.
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
        /// The current password.
        old: Password,
        /// The new password.
        new: Password,
    },
    /// Sends a draft of the player's formation, in a game that begins with setting up.
    ///
    /// It may be sent after each change. The last draft counts when the time to set up is over, and
    /// the opponent never receives it. A client sends it again after a resume, because the server
    /// does not store it.
    SetUp {
        /// In which game.
        game: GameId,
        /// The pieces, in the order of
        /// [`Slot::all`](chuhe_rules::luzhanqi::Slot::all). An illegal formation is
        /// refused with [`crate::Refusal::Formation`].
        strengths: [Strength; PIECES],
    },
    /// Confirms the player's formation. Play begins when both have confirmed.
    ConfirmFormation {
        /// In which game.
        game: GameId,
    },
    /// Withdraws the player's confirmation; allowed until both have confirmed.
    WithdrawFormation {
        /// In which game.
        game: GameId,
    },
}

/// The point from which a spectator receives a game.
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

/// How far a client has seen a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which game.
    pub game: GameId,
    /// The number of the first event that the client does not have.
    pub next: Seq,
}

/// The recipients of a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChatRoom {
    /// Everyone online, players at a table included.
    Lobby,
    /// The two players of a game.
    Table(GameId),
    /// The spectators of a game.
    ///
    /// After the game its players receive the last lines and may write here too.
    Spectators(GameId),
}

/// The result that a player claims while the opponent is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Claim {
    /// A win.
    Win,
    /// A draw.
    Draw,
}
