//! The door: entering a server, the connection, and what concerns all who are connected.

use crate::{GameId, HallName, NodeAddress, Password, PlayerId, PlayerName, Seq, SessionToken};
use serde::{Deserialize, Serialize};

/// A request about entering or the connection.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum DoorRequest {
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
    /// [`crate::AccountMessage::SignedOutEverywhere`]. That has no answer, and the server accepts
    /// it even while games are paused.
    Resume {
        /// The token last received.
        token: SessionToken,
        /// How far the client has seen the games at whose tables the player sits, at most
        /// [`crate::limits::CURSORS`] of them.
        ///
        /// The server sends the whole of a game that is not among them.
        seen: Vec<Cursor>,
        /// The hall of the token, if the server lists halls.
        ///
        /// A node of a cluster needs it to find the node that serves this hall. A server that knows
        /// the token ignores it.
        hall: Option<HallName>,
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
    /// Reports that the client closes and will not return soon.
    ///
    /// Outside a running game this frees a guest's name and token at once. In a running game
    /// the player keeps their seat, but the opponent may claim the game after
    /// [`crate::limits::QUIT_ABSENCE_MS`].
    Quit,
    /// Keeps the connection alive.
    Ping {
        /// Returned in the [`DoorMessage::Pong`].
        nonce: u32,
        /// The round-trip time of the last ping in milliseconds, if known; the opponent sees it.
        round_trip_ms: Option<u16>,
    },
    /// Answers a [`DoorMessage::Pong`] at once, so that the server can measure the network
    /// delay.
    ///
    /// A player at the table of a running game sends it, because their clock is credited with the
    /// delay; see [`crate::Event::LagMeasured`]. It has no answer. The server ignores a nonce other
    /// than that of the last pong.
    Echo {
        /// The nonce of the pong.
        nonce: u32,
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
    /// Appeals against a decision about a report without joining, which a banned player cannot.
    ///
    /// The answer is [`crate::ReportMessage::Appealed`]. The token stays as it is.
    AppealBan {
        /// The token last received.
        token: SessionToken,
        /// The hall of the token, if the server lists halls.
        hall: Option<HallName>,
        /// The number of the report.
        report: u64,
        /// Why, 1 to [`crate::limits::REPORT_CHARS`] characters.
        words: String,
    },
    /// Appeals against the ban of a name without joining and without a token.
    ///
    /// The answer is [`crate::ReportMessage::Appealed`]. The name must be banned by the decision about the report. It counts
    /// as an attempt to enter or to log in; without a password also as a report from this address.
    AppealName {
        /// The name, in any spelling that looks like it.
        name: String,
        /// Its password, if it is registered. A guest's name has none, and nobody may have it now.
        password: Option<Password>,
        /// The hall that has sent the decision; absent enters the emptiest one with room.
        hall: Option<HallName>,
        /// The number of the report, of [`crate::ReportMessage::Judged`] or [`crate::ReportMessage::MayAppeal`].
        report: u64,
        /// Why, 1 to [`crate::limits::REPORT_CHARS`] characters.
        words: String,
    },
}

/// A message about entering, the connection or the server.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum DoorMessage {
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
    /// The response to a ping.
    Pong {
        /// The nonce of the ping.
        nonce: u32,
    },
    /// The last message: the server closes the connection.
    Closing {
        /// The reason.
        reason: CloseReason,
    },
    /// The server is about to stop and starts no new games.
    ShuttingDown,
    /// The server cannot store events, usually because its disk is full.
    ///
    /// All games and clocks stop until [`DoorMessage::Unpaused`].
    Paused,
    /// All games and clocks continue.
    Unpaused,
    /// A message from the server's operator to all players, of at most
    /// [`crate::limits::CHAT_CHARS`] characters.
    Announcement {
        /// The message.
        text: String,
    },
    /// Says which node of the cluster serves a hall.
    ///
    /// It comes before the refusal [`Refusal::HallElsewhere`](crate::Refusal::HallElsewhere) of a
    /// request to enter that hall, and before [`CloseReason::HallMoved`].
    HallAddress {
        /// The hall.
        hall: HallName,
        /// The address of its node; absent while no node serves it, because it is moving.
        address: Option<NodeAddress>,
    },
    /// Says whether forms for challenges and searches begin as rated, until the player has chosen.
    ///
    /// They do so unless the server says otherwise: it follows [`DoorMessage::Joined`] where they do not, and goes to all
    /// when the operator changes it.
    RatedByDefault {
        /// Whether they do.
        rated: bool,
    },
    /// Says that the server has a page for browsers, on a port of its own.
    ///
    /// It follows [`DoorMessage::Joined`] where the server does not know the whole address of its page, which
    /// [`Invitation::web`](crate::Invitation::web) has otherwise. A link to an invitation then begins with the host at which
    /// the client has reached the server, and this port.
    WebPage {
        /// The port.
        port: u16,
        /// Whether the page is served over TLS.
        tls: bool,
    },
}

/// How far a client has seen a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which game.
    pub game: GameId,
    /// The sequence number of the first event that the client lacks.
    pub next: Seq,
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
    /// [`DoorMessage::HallAddress`] has its address.
    HallMoved,
    /// The guest's name was registered by another player, in another hall. Join with another name.
    NameRegistered,
}
