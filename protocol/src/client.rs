//! The messages a client sends.

use crate::{
    ChallengeId, ChallengePolicy, DeclineReason, GameFilter, GameId, HallName, InvitationCode, Password,
    PlayerId, Seq, SessionToken, Terms,
};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{PIECES, Strength};
use chuhe_rules::offers::OfferKind;
use serde::{Deserialize, Serialize};

/// A client's message with a number that a refusal refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// A number that the client chooses; it need not be unique.
    pub number: u32,
    /// The message.
    pub message: ClientMessage,
}

/// A message from a client. New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantNames)]
pub enum ClientMessage {
    /// Joins as a guest.
    ///
    /// A registered name is refused with [`crate::Refusal::NameRegistered`].
    Join {
        /// The requested name; see [`crate::PlayerName`].
        name: String,
        /// The hall to enter; absent enters the emptiest one with room.
        hall: Option<HallName>,
    },
    /// Resumes an earlier session.
    ///
    /// An unknown token is refused with [`crate::Refusal::UnknownToken`], and the client may
    /// join instead. An older connection of the same player is closed with
    /// [`crate::CloseReason::Superseded`].
    ///
    /// On a guest's established connection it confirms the token of
    /// [`crate::ServerMessage::SignedOutEverywhere`]. That has no answer, and the server accepts
    /// it even while games are paused.
    Resume {
        /// The token last received.
        token: SessionToken,
        /// How far the client has seen its game.
        ///
        /// If it is absent or for another game, the server sends the whole game.
        seen: Option<Cursor>,
        /// The hall of the token, if the server lists halls.
        ///
        /// A node of a cluster needs it to find the node that serves this hall. A server that knows
        /// the token ignores it.
        hall: Option<HallName>,
    },
    /// Reports that the client closes and will not return soon.
    ///
    /// Outside a running game this frees a guest's name and token at once. In a running game
    /// the player keeps their seat, but the opponent may claim the game after
    /// [`crate::limits::QUIT_ABSENCE_MS`].
    Quit,
    /// Keeps the connection alive.
    Ping {
        /// Returned in the [`crate::ServerMessage::Pong`].
        nonce: u32,
        /// The round-trip time of the last ping in milliseconds, if known; the opponent sees it.
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
        /// The reason.
        reason: DeclineReason,
    },
    /// Plays a move.
    Play {
        /// Which game.
        game: GameId,
        /// The number of plies played before the move.
        ///
        /// A move for another ply is refused, except that the server ignores a repetition of
        /// an already played move, so that clients may send it again.
        ply: u16,
        /// The move.
        mv: GameMove,
        /// Whether it is a premove: the player chose it during the opponent's turn, and the client
        /// sends it at once when the opponent has moved.
        ///
        /// The clock is charged [`PREMOVE_CHARGE_MS`](chuhe_rules::clock::PREMOVE_CHARGE_MS) for it,
        /// whatever it took. If it took longer than that and the credit for network delay of this
        /// turn, the server charges it as any other move.
        premove: bool,
    },
    /// Offers a takeback, a draw or a rematch.
    ///
    /// It accepts the opponent's draw or rematch offer if one is open.
    Offer {
        /// Which game.
        game: GameId,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Withdraws the player's own offer.
    WithdrawOffer {
        /// Which game.
        game: GameId,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Accepts or declines the opponent's offer.
    AnswerOffer {
        /// Which game.
        game: GameId,
        /// The kind of offer.
        kind: OfferKind,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Resigns (认输).
    ///
    /// It is allowed after both sides have moved; in luzhanqi, from the step in its options.
    Resign {
        /// Which game.
        game: GameId,
    },
    /// Aborts the game without a result, before both sides have moved.
    Abort {
        /// Which game.
        game: GameId,
    },
    /// Ends a game whose opponent has been absent for long enough.
    ClaimAbsence {
        /// Which game.
        game: GameId,
        /// The claimed result.
        claim: Claim,
    },
    /// Leaves the table of a finished game and returns to the lobby.
    LeaveTable {
        /// Which game.
        game: GameId,
    },
    /// Joins under a registered name.
    Login {
        /// The name, in any spelling that looks like it.
        name: String,
        /// Its password.
        password: Password,
        /// The hall to enter; absent enters the emptiest one with room.
        hall: Option<HallName>,
    },
    /// Registers the player's name, which then requires this password.
    Register {
        /// The new password.
        password: Password,
    },
    /// Revokes all tokens of the player but the one in the answer.
    ///
    /// The answer is [`crate::ServerMessage::SignedOutEverywhere`]. Other machines of the player
    /// then need the password. The token of a guest's connection stays valid until the client
    /// sends the new one with [`ClientMessage::Resume`], on this connection or another; until
    /// then this request is refused with [`crate::Refusal::RequestPending`].
    SignOutEverywhere,
    /// Requests the player's finished games, latest first.
    ///
    /// A game that ended before both players had moved is not among them.
    ListGames {
        /// Lists only games that ended before this one of the list; absent lists from the latest.
        before: Option<GameId>,
    },
    /// Requests the events of one of the player's finished games.
    ///
    /// A game that is not in their list is refused with [`crate::Refusal::NoSuchGame`], and one that
    /// is not over with [`crate::Refusal::GameRunning`].
    FetchGame {
        /// Which game.
        game: GameId,
        /// The sequence number of the first requested event.
        from: Seq,
    },
    /// Watches a game whose table is open, in place of any game watched before.
    Watch {
        /// Which game.
        game: GameId,
        /// The point to start from.
        from: WatchFrom,
    },
    /// Stops watching.
    Unwatch {
        /// Which game.
        game: GameId,
    },
    /// Changes the password of the player's registered name and revokes all tokens.
    ///
    /// The server answers with [`crate::ServerMessage::SignedOutEverywhere`], which has a new
    /// token, then with [`crate::ServerMessage::Registered`]. It refuses a wrong old password,
    /// and any for an unregistered name, with [`crate::Refusal::WrongPassword`], and limits
    /// attempts like those of [`ClientMessage::Login`]. If the connection closes meanwhile, the change
    /// goes on without it, and closes the connection that the player has then.
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
        /// Which game.
        game: GameId,
        /// The pieces, in the order of
        /// [`Slot::all`](chuhe_rules::luzhanqi::Slot::all). An illegal formation is
        /// refused with [`crate::Refusal::Formation`].
        strengths: [Strength; PIECES],
    },
    /// Confirms the player's last accepted draft. Play begins when both have confirmed.
    ///
    /// Without one it is refused with
    /// [`SetupRefusal::NothingPlaced`](chuhe_rules::luzhanqi::SetupRefusal::NothingPlaced).
    ConfirmFormation {
        /// Which game.
        game: GameId,
    },
    /// Withdraws the player's confirmation; allowed until both have confirmed.
    WithdrawFormation {
        /// Which game.
        game: GameId,
    },
    /// Blocks a player: neither their challenges nor their chat reach the requester any more.
    ///
    /// Open challenges between the two are closed. The answer is
    /// [`crate::ServerMessage::Preferences`]; blocking a blocked player changes nothing.
    Block {
        /// The player to block; they need not be online.
        player: PlayerId,
    },
    /// Lifts a block.
    ///
    /// The answer is [`crate::ServerMessage::Preferences`], also if there is no such block.
    Unblock {
        /// The blocked player.
        player: PlayerId,
    },
    /// Sets who may challenge the player.
    ///
    /// The answer is [`crate::ServerMessage::Preferences`].
    SetChallengePolicy {
        /// Who may challenge the player.
        policy: ChallengePolicy,
    },
    /// Answers a [`crate::ServerMessage::Pong`] at once, so that the server can measure the network
    /// delay.
    ///
    /// A player at the table of a running game sends it, because their clock is credited with the
    /// delay; see [`crate::Event::LagMeasured`]. It has no answer. The server ignores a nonce other
    /// than that of the last pong.
    Echo {
        /// The nonce of the pong.
        nonce: u32,
    },
    /// Searches the player's finished games, latest first.
    ///
    /// The answer is [`crate::ServerMessage::FoundGames`]. A bad filter is refused with
    /// [`crate::Refusal::Filter`].
    FindGames {
        /// What the games must match.
        filter: GameFilter,
        /// Searches only games before this one of the list, such as the `next` of an earlier answer;
        /// absent searches from the latest.
        before: Option<GameId>,
    },
    /// Requests the players who were on the server last.
    ///
    /// The answer is [`crate::ServerMessage::Visitors`].
    ListVisitors,
    /// Chooses the games whose boards the client shows in its lobby, in place of those before.
    ///
    /// The server sends a [`crate::ServerMessage::Preview`] of each, and another one when the board
    /// has changed, at most every [`crate::limits::PREVIEW_MS`]. It ends with an empty list, with the
    /// connection, and when the player sits down at a table. A player who sits at one is refused
    /// with [`crate::Refusal::YouAreBusy`]. Games that are not open are left out, without a refusal.
    PreviewGames {
        /// The games; the server ignores those beyond the first [`crate::limits::PREVIEWED_GAMES`].
        games: Vec<GameId>,
    },
    /// Opens an invitation: a challenge to whoever has its code.
    ///
    /// The answer is [`crate::ServerMessage::InvitationOpened`]. A player who sits at a table is
    /// refused with [`crate::Refusal::YouAreBusy`].
    Invite {
        /// The terms, with the player as the challenger.
        terms: Terms,
    },
    /// Withdraws the player's own invitation.
    WithdrawInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Requests who invites, and the terms. A client may send it before it has joined.
    ///
    /// The answer is [`crate::ServerMessage::InvitationFound`], or, for the player who has accepted the
    /// invitation and waits, [`crate::ServerMessage::InvitationAccepted`]. It is refused as
    /// [`ClientMessage::AcceptInvitation`] is, except that a player at a table may request it, and that
    /// blocks do not apply before joining. It counts as a challenge towards the rate limits.
    FindInvitation {
        /// Which.
        code: InvitationCode,
        /// The hall of the invitation, for a client that has not joined. The server ignores it after that.
        hall: Option<HallName>,
    },
    /// Accepts an invitation: the game begins, as soon as both players are there.
    ///
    /// While the inviting player is away, the requester holds the place and waits, for up to
    /// [`crate::limits::INVITATION_WAIT_MS`], and receives
    /// [`crate::ServerMessage::InvitationAccepted`]. A player holds one place: accepting another
    /// invitation leaves the first. Others are refused with [`crate::InvitationRefusal::Taken`]
    /// meanwhile, and with [`crate::InvitationRefusal::Closed`] once the game has begun. Refused with
    /// [`crate::Refusal::YouAreBusy`] at a table; and if one of the two has blocked the other, with
    /// [`crate::Refusal::PlayerBlocked`] or [`crate::Refusal::NoChallenges`].
    AcceptInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Leaves the wait for the player who invites: the invitation is open again.
    ///
    /// Refused with [`crate::InvitationRefusal::Unknown`] if the player does not hold its place.
    LeaveInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Says that the program goes to sleep, such as that of a phone which takes a call, or wakes up.
    ///
    /// If the connection is lost meanwhile, the absence from a running game counts only after
    /// [`crate::limits::SLEEP_MS`], once a game: see [`crate::Event::FellAsleep`]. A new connection is
    /// awake. It has no answer.
    Sleep {
        /// Whether it goes to sleep.
        asleep: bool,
    },
}

/// The point from which a spectator receives a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFrom {
    /// All events from the beginning.
    Start,
    /// The current state, as a [`crate::ServerMessage::Snapshot`].
    Current,
    /// The events from this number on, for a spectator who reconnects.
    Event(Seq),
}

/// How far a client has seen a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which game.
    pub game: GameId,
    /// The sequence number of the first event that the client lacks.
    pub next: Seq,
}

/// The recipients of a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChatRoom {
    /// Everyone online, including players at a table.
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
