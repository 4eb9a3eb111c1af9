//! What a server says.

use crate::{ChallengeId, ChatRoom, Event, GameId, PlayerId, PlayerName, Refusal, Seq, Terms, Token};
use chuhe_rules::PerColor;
use chuhe_rules::clock::ClockReading;
use serde::{Deserialize, Serialize};

/// What a server may say. Variants are only appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServerMessage {
    /// The client has joined, or resumed. What follows makes its picture whole:
    /// the players, the challenges that concern it, and the events of its game.
    Joined {
        /// The player it now speaks for.
        player: PlayerId,
        /// His name, as normalised.
        name: PlayerName,
        /// The token to resume with. The one that was shown to resume is void as
        /// soon as the client says anything more; any other is void already.
        token: Token,
        /// Whether an earlier visit was resumed.
        resumed: bool,
    },
    /// All who are here, the client's player too, in one frame or several.
    /// The first replaces what the client knew.
    Players {
        /// Some of them.
        players: Vec<Player>,
        /// Whether this frame is the first.
        first: bool,
    },
    /// Someone came, went, or does something else now.
    Presence(Vec<PresenceChange>),
    /// A challenge by or to the client's player is open.
    ChallengeOpened(Challenge),
    /// Such a challenge is open no longer.
    ChallengeClosed {
        /// Which.
        challenge: ChallengeId,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// Events of the client's game, in order and without gaps.
    Events {
        /// Which game.
        game: GameId,
        /// The number of the first of them.
        first: Seq,
        /// The events.
        events: Vec<Event>,
    },
    /// Both clocks, between two events and after a resume.
    Tick {
        /// Which game.
        game: GameId,
        /// What the clocks show.
        clocks: ClockReading,
        /// How long each player's ping takes there and back, where known.
        round_trip_ms: PerColor<Option<u16>>,
    },
    /// Someone said something.
    Chat {
        /// Where.
        room: ChatRoom,
        /// Who.
        from: PlayerId,
        /// His name.
        name: PlayerName,
        /// What, made safe to show.
        text: String,
    },
    /// A request cannot be met; nothing has changed.
    Refused {
        /// The request's number.
        request: u32,
        /// Why.
        reason: Refusal,
    },
    /// The answer to a ping.
    Pong {
        /// The ping's.
        nonce: u32,
    },
    /// No new games begin, for the server is about to stop.
    ShuttingDown,
    /// The last message: the server closes the connection.
    Closing {
        /// Why.
        reason: CloseReason,
    },
}

/// Someone who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// His name.
    pub name: PlayerName,
    /// What he is doing.
    pub activity: Activity,
    /// Whether his connection stands; only a player at a board is listed without one.
    pub connected: bool,
    /// How long ago he joined, in seconds, when this was sent.
    pub joined_ago_s: u32,
}

/// What a player is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    /// He is in the lobby and may be challenged.
    Idle,
    /// He is at a board.
    Playing {
        /// Which game.
        game: GameId,
        /// Against whom.
        opponent: PlayerId,
    },
}

/// A change in who is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PresenceChange {
    /// Someone came, or does something else now.
    Here(Player),
    /// Someone went.
    Gone(PlayerId),
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// The challenger.
    pub from: PlayerId,
    /// The challenged.
    pub to: PlayerId,
    /// What is to be played.
    pub terms: Terms,
    /// When it expires, in milliseconds from the sending of this.
    pub expires_in_ms: u32,
}

/// How a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChallengeEnd {
    /// It was accepted, and this game begins.
    Accepted(GameId),
    /// It was declined.
    Declined(DeclineReason),
    /// The challenger took it back.
    Cancelled,
    /// It was not answered in time.
    Expired,
    /// One of the two began another game.
    Busy,
    /// One of the two has gone.
    Gone,
    /// No new games begin, for the server is about to stop.
    ShuttingDown,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeclineReason {
    /// No reason given.
    Unsaid,
    /// Busy.
    Busy,
    /// Later.
    Later,
    /// The time is too short.
    TooFast,
    /// The time is too long.
    TooSlow,
    /// Other terms are wanted.
    OtherTerms,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CloseReason {
    /// The client said that it quits. Nothing is to be done.
    Quit,
    /// The same player connected again; the newer connection counts. To come
    /// back by itself would only close the other in turn.
    Superseded,
    /// It did not join within [`crate::limits::GREETING_MS`].
    NoGreeting,
    /// It was silent for [`crate::limits::SILENCE_MS`]. Connect again and resume.
    Silent,
    /// It sent more than [`crate::limits::FLOOD_REQUESTS`] in
    /// [`crate::limits::FLOOD_WINDOW_MS`]. Connect again, resume, and ask for less.
    Flood,
    /// It read too slowly: more than [`crate::limits::SEND_QUEUE_FRAMES`]
    /// waited for it. As a rule it is cut without this word. Connect again and
    /// resume.
    SlowReader,
    /// It sent a frame that is too long or no message: the two do not speak the
    /// same protocol. To connect again would not help.
    BrokenFrame,
    /// The server stops. It may be back later, but then knows no token of now.
    ShuttingDown,
    /// There is no room for another connection. Try again later.
    ServerFull,
}
