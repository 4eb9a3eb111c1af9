//! What the journal of an evening does not say: who is here, which games run, and what is waited for.

use super::figures::shown_words;
use chuhe_protocol::{EveningRound, GameId, Objection, PlayerName, limits};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, MAX_PLAYERS, Outcome, PlayerId, State};
use std::collections::BTreeSet;

/// The last report of the server about the round, with its times as moments of this program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveRound {
    /// The players who are connected. Those at wooden boards are not among them.
    pub here: BTreeSet<PlayerId>,
    /// The boards that are played on the server, in order.
    pub boards: Vec<LiveBoard>,
    /// When the next round begins, or the first; `None` during a pause of all.
    pub next_at: Option<Timestamp>,
    /// The pause of the whole evening.
    pub pause: Option<LivePause>,
    /// Objections about which the organisers have not decided, as far as the user may see them.
    pub objections: Vec<Objection>,
    /// The last objection of the user, whether or not the organisers have decided.
    pub own_objection: Option<OwnObjection>,
}

/// An objection of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnObjection {
    /// To the result of this board.
    pub board: BoardId,
    /// That result.
    pub to: Option<Outcome>,
    /// Whether the organisers have still to decide; if not, they have confirmed the result, or replaced it.
    pub is_open: bool,
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
    /// When who is not here loses by forfeit; absent once the game has begun, and during a pause.
    pub late_at: Option<Timestamp>,
    /// Whether the board is paused by itself.
    pub is_paused: bool,
}

/// The pause of the whole evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivePause {
    /// The organiser who began it, as far as it is known.
    pub by: Option<PlayerName>,
    /// How long it had lasted when the server told it, and when that was.
    told: (u64, Timestamp),
}

impl LivePause {
    /// How long it has lasted, in milliseconds.
    #[must_use]
    pub fn lasted_ms(&self, now: Timestamp) -> u64 {
        let (for_ms, at) = self.told;
        for_ms.saturating_add(now.since(at))
    }
}

impl LiveRound {
    /// Takes a report.
    #[must_use]
    pub fn of(round: EveningRound, now: Timestamp) -> Self {
        let EveningRound { code: _, here, boards, next_in_ms, mut objections, pause } = round;
        objections.truncate(limits::OBJECTIONS);
        objections.iter_mut().for_each(|it| it.words = shown_words(&it.words));
        let boards = boards.into_iter().take(MAX_PLAYERS).map(|it| LiveBoard {
            board: it.board,
            game: it.game,
            here: it.here,
            late_at: it.late_in_ms.map(|ms| now.plus_ms(u64::from(ms))),
            is_paused: it.is_paused,
        });
        Self {
            here: here.into_iter().take(MAX_PLAYERS).collect(),
            boards: boards.collect(),
            next_at: next_in_ms.map(|ms| now.plus_ms(u64::from(ms))),
            objections,
            own_objection: None,
            pause: pause.map(|it| LivePause { by: it.by, told: (u64::from(it.for_ms), now) }),
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

    /// The objection of the user after this report: one that is reported no more was decided.
    #[must_use]
    pub(super) fn objection_of(
        &self,
        me: Option<PlayerId>,
        before: Option<OwnObjection>,
        state: &State,
    ) -> Option<OwnObjection> {
        let own = self.objections.iter().filter(|it| Some(it.player) == me).max_by_key(|it| it.board);
        let Some(own) = own else { return before.map(|it| OwnObjection { is_open: false, ..it }) };
        let board = own.board;
        let to = state.board(board).and_then(|it| it.outcome);
        // the result to which the user objected is the one of the first report
        let known = before.filter(|it| it.board == board && it.is_open);
        Some(known.unwrap_or(OwnObjection { board, to, is_open: true }))
    }

    /// Whether a board stands: it is paused by itself, or all are.
    #[must_use]
    pub fn stands(&self, board: BoardId) -> bool {
        self.pause.is_some() || self.board(board).is_some_and(|it| it.is_paused)
    }

    /// Whether something on it counts down, or up.
    #[must_use]
    pub fn counts_down(&self) -> bool {
        self.pause.is_some()
            || self.next_at.is_some()
            || self.boards.iter().any(|board| board.late_at.is_some())
    }
}
