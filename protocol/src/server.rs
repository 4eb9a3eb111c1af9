//! The messages a server sends.

use crate::{
    ChallengeId, ChatRoom, Event, GameId, GameKind, HallName, Invitation, InvitationCode, InvitationEnd,
    NodeAddress, PlayerId, PlayerName, Refusal, Seat, Seq, SessionToken, Terms,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::luzhanqi::{BoardKind, Station};
use chuhe_rules::{Outcome, PerColor, xiangqi};
use serde::{Deserialize, Serialize};

/// A message from a server. New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantNames)]
pub enum ServerMessage {
    /// The client has joined, or resumed a session.
    ///
    /// The messages after it complete the client's state: the player list (for a player in a
    /// game, the two players), the player's challenges, and the events of their game.
    Joined {
        /// The player that the connection belongs to.
        player: PlayerId,
        /// Their normalised name.
        name: PlayerName,
        /// The token to resume with.
        ///
        /// A token used to resume becomes invalid with the client's next message. Other
        /// tokens of a guest are invalid already; a registered player's tokens on other
        /// machines stay valid.
        token: SessionToken,
        /// Whether an earlier session was resumed.
        resumed: bool,
        /// Whether the name is registered.
        registered: bool,
        /// The hall; absent on a server with a single hall without a name.
        hall: Option<HallName>,
    },
    /// All players online, including the client's own, in one frame or several.
    ///
    /// The first frame replaces the client's list. The server sends it to a player who joins
    /// or resumes outside a game, and to a player who leaves a game.
    Players {
        /// A part of the list.
        players: Vec<Player>,
        /// Whether this frame is the first.
        first: bool,
    },
    /// Players came online, went offline or changed their activity.
    ///
    /// Players in a game receive it only when they resume, for themselves and their opponent.
    Presence(Vec<PresenceChange>),
    /// A challenge by or to the client's player was opened.
    // boxed because it is larger than the messages of a game
    ChallengeOpened(Box<Challenge>),
    /// A challenge by or to the client's player was closed.
    ChallengeClosed {
        /// Which.
        challenge: ChallengeId,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// Events of the game that the client plays or watches, in order and without gaps.
    Events {
        /// Which game.
        game: GameId,
        /// The sequence number of the first event.
        first: Seq,
        /// The events.
        events: Vec<Event>,
    },
    /// Both clocks, between two events and after a resume.
    // boxed because it is by far the largest
    Tick(Box<Tick>),
    /// A chat line.
    Chat {
        /// The room it was sent to.
        room: ChatRoom,
        /// The sender.
        from: PlayerId,
        /// The sender's name.
        name: PlayerName,
        /// The text, cleaned for display.
        text: String,
        /// When it was said, in milliseconds since the Unix epoch. No two lines of a server have the
        /// same time, and later ones have later times.
        at_ms: u64,
    },
    /// The server refuses a request; nothing has changed.
    Refused {
        /// The request's number.
        request: u32,
        /// The reason.
        reason: Refusal,
    },
    /// The response to a ping.
    Pong {
        /// The nonce of the ping.
        nonce: u32,
    },
    /// The server is about to stop and starts no new games.
    ShuttingDown,
    /// The last message: the server closes the connection.
    Closing {
        /// The reason.
        reason: CloseReason,
    },
    /// The player's name is now registered, or its password is changed.
    Registered,
    /// Every other token of the player is invalid.
    ///
    /// The token of a guest's own connection becomes invalid when the new one is used.
    SignedOutEverywhere {
        /// The new token. A guest's client sends it back at once, with
        /// [`crate::ClientMessage::Resume`].
        token: SessionToken,
    },
    /// The player's finished games, latest first.
    ///
    /// The response to [`crate::ClientMessage::ListGames`].
    Games {
        /// A part of the list.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// Events of a finished game; the response to [`crate::ClientMessage::FetchGame`].
    FinishedGame {
        /// Which game.
        game: GameId,
        /// The sequence number of the first event.
        first: Seq,
        /// The events.
        events: Vec<Event>,
        /// Whether there are more.
        more: bool,
    },
    /// A snapshot of a game, in one frame or several.
    ///
    /// Its events, applied to an empty game, lead to the same state as the first `next`
    /// events of the game. It replaces the client's state of the game. The server sends it on
    /// a resume when the client lacks more than [`crate::limits::SNAPSHOT_GAP`] events.
    Snapshot {
        /// Which game.
        game: GameId,
        /// The sequence number of the first event after the snapshot.
        next: Seq,
        /// A part of the events.
        events: Vec<Event>,
        /// Whether this frame is the first.
        first: bool,
        /// Whether this frame is the last.
        last: bool,
    },
    /// The client now watches a game, until [`ServerMessage::WatchEnded`].
    ///
    /// The game's events or a snapshot follow.
    Watching {
        /// Which game.
        game: GameId,
        /// The delay of the broadcast, in plies.
        ///
        /// The server sends a move once this many plies follow it or the game is over,
        /// and the events after a move together with the next move. 0 means no delay.
        delay_plies: u8,
    },
    /// The client no longer watches a game.
    WatchEnded {
        /// Which game.
        game: GameId,
        /// The reason.
        why: WatchEnd,
    },
    /// The spectators of a game, sent to its players and spectators.
    ///
    /// Changes are delayed by up to [`crate::limits::SPECTATORS_MS`].
    Spectators {
        /// Which game.
        game: GameId,
        /// The names of the first [`crate::limits::SPECTATORS_NAMED`] spectators.
        names: Vec<PlayerName>,
        /// The number of all spectators.
        count: u32,
    },
    /// The server cannot store events, usually because its disk is full.
    ///
    /// All games and clocks stop until [`ServerMessage::Unpaused`].
    Paused,
    /// All games and clocks continue.
    Unpaused,
    /// The server could not restore a running game of the player when it started.
    ///
    /// The game cannot continue and has no outcome. Follows [`ServerMessage::Joined`].
    GameSetAside {
        /// The game.
        game: GameId,
    },
    /// The player's preferences, after each request that sets them.
    ///
    /// Also after [`ServerMessage::Joined`]; without it, the player then has the usual ones:
    /// [`ChallengePolicy::Everyone`], and nobody blocked.
    Preferences {
        /// Who may challenge the player.
        policy: ChallengePolicy,
        /// The players they block, at most [`crate::limits::BLOCKED_PLAYERS`].
        ///
        /// A guest stays in the list until their name is released.
        blocked: Vec<BlockedPlayer>,
    },
    /// A message from the server's operator to all players, of at most
    /// [`crate::limits::CHAT_CHARS`] characters.
    Announcement {
        /// The message.
        text: String,
    },
    /// Some of the player's finished games that match a filter, latest first.
    ///
    /// The response to [`crate::ClientMessage::FindGames`].
    FoundGames {
        /// The games, at most [`crate::limits::GAMES_PER_FRAME`]; there may be none although the
        /// search can go on.
        games: Vec<GameSummary>,
        /// Where to go on: the earliest game searched so far. Absent if all were searched.
        ///
        /// One request searches at most [`crate::limits::SEARCH_GAMES`] games of the list, and for a
        /// position reads at most [`crate::limits::SEARCH_READ_GAMES`].
        next: Option<GameId>,
    },
    /// The players who were on the server last and are not online, latest first.
    ///
    /// The response to [`crate::ClientMessage::ListVisitors`]. Computer players are not among them.
    Visitors {
        /// At most [`crate::limits::LAST_VISITORS`] players.
        visitors: Vec<Visitor>,
    },
    /// The board of a game that the client has chosen with [`crate::ClientMessage::PreviewGames`].
    // boxed because it is larger than the messages of a game
    Preview(Box<Preview>),
    /// Says which node of the cluster serves a hall.
    ///
    /// It comes before the refusal [`Refusal::HallElsewhere`] of a request to enter that hall, and
    /// before [`CloseReason::HallMoved`].
    HallAddress {
        /// The hall.
        hall: HallName,
        /// The address of its node; absent while no node serves it, because it is moving.
        address: Option<NodeAddress>,
    },
    /// The player's own invitation is open: after [`crate::ClientMessage::Invite`], after
    /// [`ServerMessage::Joined`] for each that is still open, and when the player who had accepted it
    /// leaves the wait.
    // boxed because it is larger than the messages of a game
    InvitationOpened(Box<Invitation>),
    /// An invitation that the player opened, or whose place they held, was closed.
    InvitationClosed {
        /// Which.
        code: InvitationCode,
        /// How it ended.
        how: InvitationEnd,
    },
    /// The invitation of another player; the response to [`crate::ClientMessage::FindInvitation`].
    InvitationFound(Box<Invitation>),
    /// The player holds the place of an invitation and waits for the one who invites: after
    /// [`crate::ClientMessage::AcceptInvitation`] while that player is away, and after
    /// [`ServerMessage::Joined`].
    InvitationAccepted(Box<Invitation>),
    /// The last chat lines of a room, in one frame or several.
    ///
    /// The server sends them to a player who comes back and to a spectator who begins to watch. The
    /// client may have some of them already. Lines that the player does not receive because of a
    /// block are left out, also those that were withheld by an earlier one.
    ChatHistory {
        /// The room.
        room: ChatRoom,
        /// The lines, oldest first, at most [`crate::limits::CHAT_LINES_PER_FRAME`].
        lines: Vec<ChatLine>,
    },
}

// a queue of messages moves each of them several times
const _: () = assert!(size_of::<ServerMessage>() <= 96);

/// A line of chat that was said before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// When it was said, as in [`ServerMessage::Chat`].
    pub at_ms: u64,
    /// The sender.
    pub from: PlayerId,
    /// The sender's name.
    pub name: PlayerName,
    /// The text, cleaned for display.
    pub text: String,
}

/// A player who was on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    /// Their name.
    pub name: PlayerName,
    /// The seconds from the time when they were last seen to the sending of this message.
    ///
    /// After a restart of the server it counts from their last join.
    pub seen_ago_s: u32,
}

/// The board of a game as its spectators see it, with their delay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Which game.
    pub game: GameId,
    /// The number of plies that led to this board.
    pub plies: u16,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// The board.
    pub board: PreviewBoard,
}

/// The pieces on the board of a preview. New variants are appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreviewBoard {
    /// A position of xiangqi.
    Xiangqi {
        /// The position, as FEN.
        fen: String,
        /// The last move, if there is one.
        last: Option<xiangqi::Move>,
    },
    /// A position of luzhanqi, in which strengths are hidden.
    Luzhanqi {
        /// The board.
        board: BoardKind,
        /// The stations with red pieces, in order; none while the pieces are set up.
        red: Vec<Station>,
        /// The stations with black pieces, in order.
        black: Vec<Station>,
    },
}

/// The clocks of a game and its other countdowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// Which game.
    pub game: GameId,
    /// The reading of both clocks.
    pub clocks: ClockReading,
    /// Each player's round-trip time, where known.
    pub round_trip_ms: PerColor<Option<u16>>,
    /// The time left for setting up the pieces, in milliseconds, during the set-up.
    pub setup_left_ms: Option<u32>,
    /// The time left for the first move of the side to move, in milliseconds, until both have
    /// moved.
    pub first_move_left_ms: Option<u32>,
    /// How much longer each player may be absent in this game, in milliseconds, of
    /// [`crate::limits::GAME_ABSENCE_MS`].
    pub absence_left_ms: PerColor<u32>,
    /// How much credit for network delay is left to each player, in milliseconds, of
    /// [`LAG_QUOTA_MS`](chuhe_rules::clock::LAG_QUOTA_MS).
    pub lag_quota_ms: PerColor<u16>,
}

/// Why a client no longer watches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WatchEnd {
    /// The spectator left.
    Left,
    /// The spectator began to play a game, or to watch another one.
    Elsewhere,
    /// The game is over and its players have left.
    Closed,
    /// The players have begun this game, a rematch.
    Rematch(GameId),
}

/// A finished game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Which game.
    pub game: GameId,
    /// The players of both sides.
    pub seats: PerColor<Seat>,
    /// How it ended.
    pub outcome: Outcome,
    /// The number of plies at the end, without those taken back.
    pub plies: u16,
    /// When it ended, in milliseconds since the Unix epoch.
    pub ended_at_ms: u64,
    /// Which game was played.
    pub kind: GameKind,
}

/// A player online.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's number.
    pub id: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// Their activity.
    pub activity: Activity,
    /// Whether they are connected.
    ///
    /// A player without a connection is listed only while in a game or with an open challenge.
    pub connected: bool,
    /// The seconds from their join to the sending of this message.
    pub joined_ago_s: u32,
    /// Who may challenge them. They may block individual players besides.
    pub policy: ChallengePolicy,
    /// The level of a computer player of the server, 1 (a beginner) to 10; absent for all others.
    pub computer_level: Option<u8>,
    /// Whether their name is registered, so that nobody else can use it.
    pub registered: bool,
    /// The game that they watch, if they do. They are open to challenges meanwhile.
    pub watching: Option<GameId>,
}

/// Who may challenge a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChallengePolicy {
    /// Everyone.
    #[default]
    Everyone,
    /// Players with a registered name.
    Registered,
    /// Nobody. The player may still challenge others.
    Nobody,
}

/// A player who is blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedPlayer {
    /// The player's number.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
}

/// A player's activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    /// In the lobby, and open to challenges.
    Idle,
    /// In a running game.
    Playing {
        /// Which game.
        game: GameId,
        /// The opponent.
        opponent: PlayerId,
        /// Which kind of game.
        kind: GameKind,
    },
    /// At the table of a finished game, and open to challenges.
    ///
    /// A player who begins another game leaves that table, and a rematch offer there is closed.
    AtBoard {
        /// Which game.
        game: GameId,
        /// The opponent of that game, who may have left the table.
        opponent: PlayerId,
        /// Which kind of game.
        kind: GameKind,
    },
}

impl Activity {
    /// The game at whose table the player sits, running or over, and their opponent there.
    #[must_use]
    pub const fn table(self) -> Option<(GameId, PlayerId)> {
        match self {
            Self::Idle => None,
            Self::Playing { game, opponent, .. } | Self::AtBoard { game, opponent, .. } => {
                Some((game, opponent))
            }
        }
    }

    /// Whether the player is in a running game, and so not open to challenges.
    #[must_use]
    pub const fn is_playing(self) -> bool {
        matches!(self, Self::Playing { .. })
    }
}

/// A change to the player list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PresenceChange {
    /// A player came online or changed their activity.
    Here(Player),
    /// A player went offline.
    Gone(PlayerId),
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// The challenger.
    pub from: PlayerId,
    /// The challenged player.
    pub to: PlayerId,
    /// The terms of the game.
    pub terms: Terms,
    /// The time until it expires, in milliseconds from the sending of this message.
    pub expires_in_ms: u32,
}

/// How a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChallengeEnd {
    /// The opponent accepted it, and this game begins.
    Accepted(GameId),
    /// The opponent declined it.
    Declined(DeclineReason),
    /// The challenger withdrew it.
    Cancelled,
    /// It was not answered in time.
    Expired,
    /// One of the two players began another game.
    Busy,
    /// One of the two players went offline.
    Gone,
    /// The server is about to stop and starts no new games.
    ShuttingDown,
}

/// Why a player declines a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeclineReason {
    /// No reason given.
    Unspecified,
    /// The player is busy.
    Busy,
    /// The player prefers to play later.
    Later,
    /// The time control is too short.
    TooFast,
    /// The time control is too long.
    TooSlow,
    /// The player wants other terms.
    OtherTerms,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CloseReason {
    /// The client quit.
    Quit,
    /// The same player connected again; the newer connection replaces this one.
    ///
    /// A client that reconnects automatically would only close the other connection in turn.
    Superseded,
    /// The client did not join within [`crate::limits::GREETING_MS`].
    NoGreeting,
    /// The client was silent for [`crate::limits::SILENCE_MS`]. Reconnect and resume.
    Silent,
    /// The client sent too many requests. Reconnect, resume and send fewer.
    ///
    /// The limit is [`crate::limits::FLOOD_REQUESTS`] in [`crate::limits::FLOOD_WINDOW_MS`].
    Flood,
    /// The client read too slowly. Reconnect and resume.
    ///
    /// More than [`crate::limits::SEND_QUEUE_FRAMES`] or [`crate::limits::SEND_QUEUE_BYTES`]
    /// were queued, or the client read nothing for [`crate::limits::UNREAD_MS`]. The server
    /// usually closes the connection without sending this reason.
    SlowReader,
    /// The client sent a malformed or oversized frame. Reconnecting does not help.
    BrokenFrame,
    /// The server stops. It stores tokens and games: reconnect later and resume.
    ShuttingDown,
    /// The server accepts no more connections. Try again later.
    ServerFull,
    /// The player signed out everywhere, from another connection.
    SignedOut,
    /// Too many connections from this address. Try again later.
    ///
    /// The limit is [`crate::limits::ADDRESS_CONNECTIONS`].
    AddressFull,
    /// The server requires TLS. Reconnect with TLS.
    TlsRequired,
    /// An operator closed the connection. Joining again is allowed.
    Kicked,
    /// An operator has banned the player or the address.
    Banned {
        /// Milliseconds until the ban ends; `None` if it has no end.
        wait_ms: Option<u64>,
    },
    /// Another node of the cluster takes the hall over. Connect there, and resume.
    ///
    /// [`ServerMessage::HallAddress`] has its address.
    HallMoved,
    /// The guest's name was registered by another player, in another hall. Join with another name.
    NameRegistered,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_sits_at_the_table_of_a_running_game_and_of_a_finished_one() {
        let (game, opponent, kind) = (GameId(3), PlayerId(7), GameKind::Xiangqi);
        let playing = Activity::Playing { game, opponent, kind };
        let at_board = Activity::AtBoard { game, opponent, kind };
        let activities = [Activity::Idle, playing, at_board];
        assert_eq!(activities.map(Activity::table), [None, Some((game, opponent)), Some((game, opponent))]);
        assert_eq!(activities.map(Activity::is_playing), [false, true, false]);
    }
}
