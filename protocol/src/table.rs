//! A table: the requests of its players and spectators, and what they receive of the game.

use crate::{Event, GameCorrection, GameId, PlayerName, RatedEnd, Seq};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::luzhanqi::{PIECES, Strength};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{GameMove, PerColor};
use serde::{Deserialize, Serialize};

/// A request at the table of a game, of a player or a spectator.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum TableRequest {
    /// Plays a move.
    Play {
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
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Withdraws the player's own offer.
    WithdrawOffer {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Accepts or declines the opponent's offer.
    AnswerOffer {
        /// The kind of offer.
        kind: OfferKind,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Resigns (认输).
    ///
    /// It is allowed after both sides have moved; in luzhanqi, from the step in its options.
    Resign,
    /// Aborts the game without a result, before both sides have moved.
    Abort,
    /// Ends a game whose opponent has been absent for long enough.
    ClaimAbsence {
        /// The claimed result.
        claim: Claim,
    },
    /// Leaves the table of a finished game and returns to the lobby.
    Leave,
    /// Sends a draft of the player's formation, in a game that begins with setting up.
    ///
    /// It may be sent after each change. The last draft counts when the time to set up is over, and
    /// the opponent never receives it. A client sends it again after a resume, because the server
    /// does not store it.
    SetUp {
        /// The pieces, in the order of
        /// [`Slot::all`](chuhe_rules::luzhanqi::Slot::all). An illegal formation is
        /// refused with [`crate::Refusal::Formation`].
        strengths: [Strength; PIECES],
    },
    /// Confirms the player's last accepted draft. Play begins when both have confirmed.
    ///
    /// Without one it is refused with
    /// [`SetupRefusal::NothingPlaced`](chuhe_rules::luzhanqi::SetupRefusal::NothingPlaced).
    ConfirmFormation,
    /// Withdraws the player's confirmation; allowed until both have confirmed.
    WithdrawFormation,
    /// Watches a game whose table is open, in place of any game watched before.
    Watch {
        /// The point to start from.
        from: WatchFrom,
    },
    /// Stops watching.
    Unwatch,
}

/// A message about the game at a table, which the client plays or watches.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum TableMessage {
    /// Events of the game that the client plays or watches, in order and without gaps.
    Events {
        /// The sequence number of the first event.
        first: Seq,
        /// The events.
        events: Vec<Event>,
    },
    /// Both clocks, between two events and after a resume.
    // boxed because it is by far the largest
    Tick(Box<Tick>),
    /// A snapshot of a game, in one frame or several.
    ///
    /// Its events, applied to an empty game, lead to the same state as the first `next`
    /// events of the game. It replaces the client's state of the game. The server sends it on
    /// a resume when the client lacks more than [`crate::limits::SNAPSHOT_GAP`] events.
    Snapshot {
        /// The sequence number of the first event after the snapshot.
        next: Seq,
        /// A part of the events.
        events: Vec<Event>,
        /// Whether this frame is the first.
        first: bool,
        /// Whether this frame is the last.
        last: bool,
    },
    /// The client now watches a game, until [`TableMessage::WatchEnded`].
    ///
    /// The game's events or a snapshot follow.
    Watching {
        /// The delay of the broadcast, in plies.
        ///
        /// The server sends a move once this many plies follow it or the game is over,
        /// and the events after a move together with the next move. 0 means no delay.
        delay_plies: u8,
    },
    /// The client no longer watches a game.
    WatchEnded {
        /// The reason.
        why: WatchEnd,
    },
    /// The spectators of a game, sent to its players and spectators.
    ///
    /// Changes are delayed by up to [`crate::limits::SPECTATORS_MS`].
    Spectators {
        /// The names of the first [`crate::limits::SPECTATORS_NAMED`] spectators.
        names: Vec<PlayerName>,
        /// The number of all spectators.
        count: u32,
    },
    /// The server could not restore a running game of the player when it started.
    ///
    /// The game cannot continue and has no outcome. Follows [`crate::DoorMessage::Joined`].
    SetAside,
    /// How long the turns of a game took, if its clocks do not show it: a side has no game time, or
    /// has read-seconds after it.
    ///
    /// It follows the events or the snapshot of a client that missed some, and counts no time in which
    /// the server did not serve the game.
    TurnTimes {
        /// The turn of each ply that the client has received and that was not taken back, in
        /// milliseconds.
        spent_ms: Vec<u64>,
        /// How long the present turn has lasted, in milliseconds.
        ///
        /// `None` once the game is over, and for spectators with a delay.
        lasting_ms: Option<u64>,
    },
    /// How a finished rated game counts by the word of an operator, if its table is open.
    ///
    /// The server sends it to the players and the spectators when the operator says so. It also follows the events or
    /// the snapshot of a client, if the game is corrected or the client had [`Event::Rated`] before.
    Corrected {
        /// What the operator has made of the game; `None` if it counts as it was played.
        correction: Option<Box<GameCorrection>>,
        /// How the game changes ratings now, in place of what [`Event::Rated`] said.
        rated: RatedEnd,
    },
}

/// The result that a player claims while the opponent is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Claim {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// The point from which a spectator receives a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFrom {
    /// All events from the beginning.
    Start,
    /// The current state, as a [`TableMessage::Snapshot`].
    Current,
    /// The events from this number on, for a spectator who reconnects.
    Event(Seq),
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

/// The clocks of a game and its other countdowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
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
