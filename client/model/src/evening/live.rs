//! What the journal of an evening does not say: who is here, which games run, and what is waited for.

use super::figures::shown_words;
use chuhe_protocol::{EveningRound, GameId, Objection, limits};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, MAX_PLAYERS, PlayerId};
use std::collections::BTreeSet;

/// The last report of the server about the round, with its times as moments of this program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRound {
    /// The players who are connected. Those at wooden boards are not among them.
    pub here: BTreeSet<PlayerId>,
    /// The boards that are played on the server, in order.
    pub boards: Vec<LiveBoard>,
    /// When the next round begins, or the first.
    pub next_at: Option<Timestamp>,
    /// Objections about which the organisers have not decided, as far as the user may see them.
    pub objections: Vec<Objection>,
}

/// A board that is played on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveBoard {
    /// Which.
    pub board: BoardId,
    /// Its game, once both players were there.
    pub game: Option<GameId>,
    /// Which players are connected.
    pub here: PerColor<bool>,
    /// When who is not here loses by forfeit; absent once the game has begun.
    pub late_at: Option<Timestamp>,
}

impl LiveRound {
    /// Takes a report.
    #[must_use]
    pub fn of(round: EveningRound, now: Timestamp) -> Self {
        let EveningRound { code: _, here, boards, next_in_ms, mut objections } = round;
        objections.truncate(limits::OBJECTIONS);
        objections.iter_mut().for_each(|it| it.words = shown_words(&it.words));
        let boards = boards.into_iter().take(MAX_PLAYERS).map(|it| LiveBoard {
            board: it.board,
            game: it.game,
            here: it.here,
            late_at: it.late_in_ms.map(|ms| now.plus_ms(u64::from(ms))),
        });
        Self {
            here: here.into_iter().take(MAX_PLAYERS).collect(),
            boards: boards.collect(),
            next_at: next_in_ms.map(|ms| now.plus_ms(u64::from(ms))),
            objections,
        }
    }

    /// A board.
    #[must_use]
    pub fn board(&self, board: BoardId) -> Option<&LiveBoard> {
        self.boards.iter().find(|it| it.board == board)
    }

    /// The objection to the result at a board.
    #[must_use]
    pub fn objection(&self, board: BoardId) -> Option<&Objection> {
        self.objections.iter().find(|it| it.board == board)
    }

    /// Whether something on it counts down.
    #[must_use]
    pub fn counts_down(&self) -> bool {
        self.next_at.is_some() || self.boards.iter().any(|board| board.late_at.is_some())
    }
}
