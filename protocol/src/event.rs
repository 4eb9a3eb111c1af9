//! The events of a game, as a viewer receives them.

use crate::{GameId, PlayerId, PlayerName, RatedEnd, Terms};
use chuhe_rules::clock::{ClockReading, TimeControl};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::arbiter::Verdict;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion, luzhanqi};
use serde::{Deserialize, Serialize};

/// An event of a game. New variants are appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum Event {
    /// The game has begun; always and only number 0.
    // boxed because it is by far the largest
    Started(Box<GameStart>),
    /// A legal move of xiangqi was played.
    Played {
        /// The mover.
        by: Color,
        /// The move.
        mv: GameMove,
        /// Both clocks after the move.
        clocks: ClockReading,
    },
    /// An offer was made.
    Offered {
        /// The player who made it.
        by: Color,
        /// The kind of the offer.
        kind: OfferKind,
    },
    /// An offer was withdrawn or declined.
    ///
    /// Offers that a move, a takeback or the end of the game closes have no event of their own;
    /// see [`chuhe_rules::offers::Offers::record_move`].
    OfferClosed {
        /// The player who had made it.
        by: Color,
        /// The kind of the offer.
        kind: OfferKind,
        /// How it ended.
        how: OfferEnd,
    },
    /// A takeback was accepted.
    TakenBack {
        /// The player who had asked for it.
        by: Color,
        /// The plies that remain.
        to_ply: u16,
        /// Both clocks.
        clocks: ClockReading,
    },
    /// A player has gone away. Their clock keeps running.
    WentAway {
        /// The player's side.
        color: Color,
        /// Milliseconds from sending until the opponent may claim the game.
        claimable_in_ms: u32,
    },
    /// A player is back.
    CameBack {
        /// The player's side.
        color: Color,
    },
    /// The game is over.
    Ended {
        /// The result and its reason.
        outcome: Outcome,
        /// Both clocks at the end, stopped.
        clocks: ClockReading,
    },
    /// A player has left the table after the game.
    Left {
        /// The player's side.
        color: Color,
    },
    /// The server did not serve the game for a while: it restarted, or could not store events. After
    /// [`Event::Paused`]: the game goes on.
    ///
    /// No clock ran meanwhile, and each side receives some extra time.
    Interrupted {
        /// The length of the interruption in milliseconds.
        down_ms: u64,
        /// Both clocks after it.
        clocks: ClockReading,
    },
    /// An event of luzhanqi: formations, moves, passes, and after [`Event::Ended`] the reveal, if
    /// both players had moved.
    Luzhanqi {
        /// The viewer's part of it; a [`GameView`](luzhanqi::GameView) applies it.
        seen: Box<luzhanqi::EventView>,
        /// Both clocks after the event.
        clocks: ClockReading,
    },
    /// The network delay of a player has changed by [`crate::limits::LAG_STEP_MS`] or more.
    ///
    /// From their next turn on, the clock of the player runs that much later; see
    /// [`Clock::set_lag_ms`](chuhe_rules::clock::Clock::set_lag_ms).
    LagMeasured {
        /// The player's side.
        color: Color,
        /// Milliseconds from the server to the player and back, as the server has measured them:
        /// a multiple of [`crate::limits::LAG_STEP_MS`], and at most
        /// [`LAG_CREDIT_MS`](chuhe_rules::clock::LAG_CREDIT_MS).
        lag_ms: u16,
    },
    /// A position of xiangqi stands again, and the arbiter has judged the moves of the cycle.
    ///
    /// It follows the move, or the takeback, that led to the position, and it holds until the next
    /// move or takeback.
    RepetitionJudged {
        /// Who loses and why, or that it is a draw.
        verdict: Verdict,
        /// How many plies were played when the position stood before; the cycle is every move since.
        ///
        /// For a final ruling it is the first of the three times.
        from_ply: u16,
        /// How many plies are played now.
        to_ply: u16,
        /// Whether this ruling ends the game: [`Event::Ended`] follows.
        ///
        /// Otherwise it warns of the ruling if the same cycle is played once more.
        is_final: bool,
    },
    /// A player whose program said that it goes to sleep has gone away, at most once a game.
    ///
    /// It is as [`Event::WentAway`], but the absence counts only after [`crate::limits::SLEEP_MS`].
    FellAsleep {
        /// The player's side.
        color: Color,
        /// Milliseconds from sending until the opponent may claim the game.
        claimable_in_ms: u32,
    },
    /// A rated game is over: its ratings are changed, or it does not count. Once, after [`Event::Ended`].
    Rated(RatedEnd),
    /// An organiser of the evening has paused the game, until [`Event::Interrupted`] or [`Event::Ended`].
    ///
    /// No clock and no countdown runs meanwhile, and absences do not count: one that begins in the pause counts from its end
    /// on. Requests that would change the game are refused with
    /// [`EveningRefusal::Paused`](crate::EveningRefusal::Paused). Players may still go and come back, chat, and send drafts
    /// of formations.
    Paused {
        /// Both clocks, which stand.
        clocks: ClockReading,
    },
}

impl Event {
    /// Whether the event sets the clocks of a game that goes on: its start, a move, a takeback or
    /// an interruption, after which a pause ends too.
    #[must_use]
    pub const fn moves_clocks(&self) -> bool {
        matches!(
            self,
            Self::Started(_)
                | Self::Played { .. }
                | Self::TakenBack { .. }
                | Self::Interrupted { .. }
                | Self::Paused { .. }
        )
    }

    /// Whether the event is about what is on the board, and not only about the players, their offers and their clocks.
    #[must_use]
    pub const fn changes_board(&self) -> bool {
        match self {
            Self::Started(_)
            | Self::Played { .. }
            | Self::TakenBack { .. }
            | Self::RepetitionJudged { .. }
            | Self::Luzhanqi { .. } => true,
            Self::Offered { .. }
            | Self::OfferClosed { .. }
            | Self::WentAway { .. }
            | Self::CameBack { .. }
            | Self::Left { .. }
            | Self::LagMeasured { .. }
            | Self::FellAsleep { .. }
            | Self::Ended { .. }
            | Self::Interrupted { .. }
            | Self::Paused { .. }
            | Self::Rated(_) => false,
        }
    }

    /// Both clocks after the event, if it says them.
    #[must_use]
    pub const fn clocks(&self) -> Option<ClockReading> {
        if let Self::Played { clocks, .. }
        | Self::TakenBack { clocks, .. }
        | Self::Ended { clocks, .. }
        | Self::Interrupted { clocks, .. }
        | Self::Paused { clocks }
        | Self::Luzhanqi { clocks, .. } = self
        {
            Some(*clocks)
        } else {
            None
        }
    }
}

// journals hold many events
const _: () = assert!(size_of::<Event>() <= 120);

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStart {
    /// The player of each side.
    pub seats: PerColor<Seat>,
    /// The terms.
    pub terms: Terms,
    /// Each side's time control.
    pub times: PerColor<TimeControl>,
    /// The games of the match before this one, if this one is a rematch.
    pub rematch_of: Option<EarlierGames>,
    /// The time for each side's first move, in milliseconds; its clock does not run yet.
    pub first_move_ms: u32,
    /// The time to set up the pieces, in milliseconds; 0 in a game without formations.
    pub setup_ms: u32,
    /// The version of the rules by which the game is played.
    pub rules: RulesVersion,
}

/// The games of a match before a rematch. One without a result counts for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierGames {
    /// The previous game.
    pub last: GameId,
    /// How many of them the player of each side of the rematch has won.
    pub won: PerColor<u16>,
    /// How many of them were drawn.
    pub drawn: u16,
}

impl EarlierGames {
    /// The games before the rematch of a game, of which no result is known.
    #[must_use]
    pub const fn unknown(last: GameId) -> Self {
        Self { last, won: PerColor::splat(0), drawn: 0 }
    }
}

/// A player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's number.
    pub player: PlayerId,
    /// The player's name.
    pub name: PlayerName,
}

/// How an offer ended without being accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OfferEnd {
    /// The player who made it withdrew it.
    Withdrawn,
    /// The opponent declined it.
    Declined,
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::AbortReason;

    #[test]
    fn moves_takebacks_and_interruptions_set_the_clocks_of_a_game_that_goes_on() {
        let (by, clocks) = (Color::Red, ClockReading::default());
        let mv = GameMove::Xiangqi("h2e2".parse().expect("a move"));
        for event in [
            Event::Played { by, mv, clocks },
            Event::TakenBack { by, to_ply: 0, clocks },
            Event::Interrupted { down_ms: 1, clocks },
        ] {
            assert!(event.moves_clocks(), "{event:?}");
        }
        let outcome = Outcome::Aborted(AbortReason::ServerShutdown);
        for event in [
            Event::Ended { outcome, clocks },
            Event::Offered { by, kind: OfferKind::Draw },
            Event::CameBack { color: by },
        ] {
            assert!(!event.moves_clocks(), "{event:?}");
        }
    }
}
