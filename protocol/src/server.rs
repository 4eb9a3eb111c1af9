//! What a server says.

use crate::{
    ChallengeId, ChatRoom, Event, GameId, GameKind, PlayerId, PlayerName, Refusal, Seat, Seq, SessionToken,
    Terms,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Outcome, PerColor};
use serde::{Deserialize, Serialize};

/// What a server may say. Variants are only appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServerMessage {
    /// The client has joined, or resumed. What follows makes its picture whole:
    /// the players, or, at a board, those at it, the challenges that concern it, and
    /// the events of its game.
    Joined {
        /// The player it now speaks for.
        player: PlayerId,
        /// His name, as normalised.
        name: PlayerName,
        /// The token to resume with. The one that was shown to resume is void as
        /// soon as the client says anything more; any other of a guest's is void
        /// already, and a registered player's of other machines stay good.
        token: SessionToken,
        /// Whether an earlier visit was resumed.
        resumed: bool,
        /// Whether the name is registered.
        registered: bool,
    },
    /// All who are here, the client's player too, in one frame or several.
    /// The first replaces what the client knew. It is told to whoever joins or
    /// resumes and does not sit at a board, and to whoever leaves one.
    Players {
        /// Some of them.
        players: Vec<Player>,
        /// Whether this frame is the first.
        first: bool,
    },
    /// Someone came, went, or does something else now. Those who sit at a board are
    /// told it of themselves and their opponent when they resume, and of nobody else.
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
    /// Events of the game that the client plays or watches, in order and without
    /// gaps.
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
        /// How long the players may set up their pieces yet, in milliseconds,
        /// while they do.
        setup_left_ms: Option<u32>,
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
    /// The player's name is registered now, or has its new password.
    Registered,
    /// Every token of the player but the one in this message is void; that of
    /// a guest's connection, as soon as this one is shown.
    SignedOutEverywhere {
        /// To be shown at once by a guest's client, with
        /// [`crate::ClientMessage::Resume`].
        token: SessionToken,
    },
    /// Finished games of the player, the latest first; the answer to
    /// [`crate::ClientMessage::ListGames`].
    Games {
        /// Some of them.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// Events of a finished game; the answer to [`crate::ClientMessage::FetchGame`].
    FinishedGame {
        /// Which game.
        game: GameId,
        /// The number of the first of them.
        first: Seq,
        /// The events.
        events: Vec<Event>,
        /// Whether there are more.
        more: bool,
    },
    /// A game as it stands, in one frame or several: events which, folded from
    /// nothing, lead to the state in which the first `next` events of the game
    /// leave it. It replaces what the client knew of the game. A resume is
    /// answered with it where the client lacks more events than
    /// [`crate::limits::SNAPSHOT_GAP`].
    Snapshot {
        /// Which game.
        game: GameId,
        /// The number of the first event that is not in it.
        next: Seq,
        /// Some of the events.
        events: Vec<Event>,
        /// Whether this frame is the first.
        first: bool,
        /// Whether it is the last.
        last: bool,
    },
    /// The client watches a game from now on, until it is told
    /// [`ServerMessage::WatchEnded`]. Its events follow, or a snapshot.
    Watching {
        /// Which game.
        game: GameId,
        /// A move is told when so many were played after it, or when the game
        /// is over; what happened after it, with the next one. 0 tells all at
        /// once.
        delay_plies: u8,
    },
    /// The client watches a game no longer.
    WatchEnded {
        /// Which game.
        game: GameId,
        /// Why.
        why: WatchEnd,
    },
    /// Who watches a game, told to its players and spectators. What changes is
    /// held back for up to [`crate::limits::SPECTATORS_MS`].
    Spectators {
        /// Which game.
        game: GameId,
        /// The names of the first [`crate::limits::SPECTATORS_NAMED`] of them.
        names: Vec<PlayerName>,
        /// How many they are.
        count: u32,
    },
    /// The server cannot keep what happens, for want of room as a rule: games
    /// stand still, their clocks too, until [`ServerMessage::Unpaused`].
    Paused,
    /// Games go on.
    Unpaused,
    /// A running game of the player could not be restored when the server started, and is set
    /// aside: it cannot go on, and has no outcome. Follows [`ServerMessage::Joined`].
    GameSetAside {
        /// The game.
        game: GameId,
    },
}

/// Why someone no longer watches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WatchEnd {
    /// He wants no more.
    Left,
    /// He sits down at a board, or watches another game.
    Elsewhere,
    /// The game is over and its players have left the board.
    Closed,
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Which game.
    pub game: GameId,
    /// Who played each side.
    pub seats: PerColor<Seat>,
    /// How it ended.
    pub outcome: Outcome,
    /// The plies on the board at the end.
    pub plies: u16,
    /// When it ended, in milliseconds since 1970 began (UTC).
    pub ended_at_ms: u64,
    /// Which game was played.
    pub kind: GameKind,
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
    /// Whether his connection stands; only a player at a board or with an open
    /// challenge is listed without one.
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
        /// What they play.
        kind: GameKind,
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
    Unspecified,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
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
    /// It read too slowly: more than [`crate::limits::SEND_QUEUE_FRAMES`] or
    /// [`crate::limits::SEND_QUEUE_BYTES`] waited for it, or it read nothing for
    /// [`crate::limits::UNREAD_MS`]. As a rule it is cut without this word.
    /// Connect again and resume.
    SlowReader,
    /// It sent a frame that is too long or no message: the two do not speak the
    /// same protocol. To connect again would not help.
    BrokenFrame,
    /// The server stops. When it is back it knows the tokens and games of now:
    /// connect again and resume.
    ShuttingDown,
    /// There is no room for another connection. Try again later.
    ServerFull,
    /// The player has signed out everywhere, from another connection.
    SignedOut,
    /// [`crate::limits::ADDRESS_CONNECTIONS`] connections stand from this address.
    /// Try again later.
    AddressFull,
    /// The server speaks only over TLS. Connect again, and begin with TLS.
    TlsRequired,
}
