//! What happens in a game, as its players see it.

use crate::{GameId, PlayerId, PlayerName, Terms};
use chuhe_rules::clock::{ClockReading, TimeControl};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, luzhanqi};
use serde::{Deserialize, Serialize};

/// Something that happened in a game. Variants are only appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The game has begun. Always and only number 0; by far the longest, so that
    /// it is kept apart from the many that are short.
    Started(Box<GameStart>),
    /// A move of xiangqi was played. It is legal.
    Played {
        /// By whom.
        by: Color,
        /// The move.
        mv: GameMove,
        /// Both clocks just after it.
        clocks: ClockReading,
    },
    /// An offer was made.
    Offered {
        /// By whom.
        by: Color,
        /// What.
        kind: OfferKind,
    },
    /// An offer stands no longer and was not accepted. Offers that lapse with a
    /// move are not told of singly: [`chuhe_rules::offers::Offers::record_move`] closes
    /// them; nor are those that end with a takeback or the game.
    OfferClosed {
        /// Whose offer it was.
        by: Color,
        /// What.
        kind: OfferKind,
        /// How it ended.
        how: OfferEnd,
    },
    /// A takeback was accepted.
    TakenBack {
        /// Who had asked.
        by: Color,
        /// The plies that remain.
        to_ply: u16,
        /// Both clocks.
        clocks: ClockReading,
    },
    /// A player has gone away; his clock runs on.
    WentAway {
        /// Which side.
        color: Color,
        /// So many milliseconds after this is sent the other may claim the game.
        claimable_in_ms: u32,
    },
    /// A player is back.
    CameBack {
        /// Which side.
        color: Color,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// Both clocks at the end, stopped.
        clocks: ClockReading,
    },
    /// A player has left the board after the end.
    Left {
        /// Which side.
        color: Color,
    },
    /// The server could not serve the game for a while: it was restarted, or
    /// could not keep what happened. Nobody's time ran meanwhile, and each side
    /// is given a little more.
    Interrupted {
        /// How long it lasted, in milliseconds.
        down_ms: u64,
        /// Both clocks after it.
        clocks: ClockReading,
    },
    /// Something particular to luzhanqi has happened: formations, moves, turns
    /// that pass, and, behind [`Event::Ended`], what was hidden.
    Luzhanqi {
        /// What the one who is told may know of it; it is possible. A
        /// [`GameView`](luzhanqi::GameView) follows it.
        seen: Box<luzhanqi::EventView>,
        /// Both clocks just after it.
        clocks: ClockReading,
    },
}

impl Event {
    /// Whether the event sets the clocks of a game that goes on: its start, a move, a takeback or
    /// an interruption.
    #[must_use]
    pub const fn moves_clocks(&self) -> bool {
        matches!(
            self,
            Self::Started(_) | Self::Played { .. } | Self::TakenBack { .. } | Self::Interrupted { .. }
        )
    }
}

// a journal and its readers hold many of them
const _: () = assert!(size_of::<Event>() <= 120);

/// How a game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStart {
    /// Who plays each side.
    pub seats: PerColor<Seat>,
    /// The terms.
    pub terms: Terms,
    /// Each side's time.
    pub times: PerColor<TimeControl>,
    /// The game before it, if it is a rematch.
    pub rematch_of: Option<GameId>,
    /// Each side's first move must be made within so many milliseconds of its
    /// turn; the clocks do not run yet.
    pub first_move_ms: u32,
    /// Both have so many milliseconds to set up their pieces; then what they have
    /// set up counts. 0 in a game whose pieces stand at once.
    pub setup_ms: u32,
}

/// A player at a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Who.
    pub player: PlayerId,
    /// His name.
    pub name: PlayerName,
}

/// How an offer ended without being accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OfferEnd {
    /// The one who made it took it back.
    Withdrawn,
    /// The opponent declined it.
    Declined,
}
