//! The calls of a session: that a round of an evening is paired, or that a game has begun.

use crate::notices::evening_notice::EveningNotice;
use chuhe_protocol::{EveningCode, GameId};
use chuhe_tournaments::BoardId;
use std::collections::VecDeque;

/// How many games are remembered to which the user was called.
const CALLED_GAMES: usize = 8;

/// That a round is paired, or that a game of an evening has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveningCall {
    /// Which evening.
    pub code: EveningCode,
    /// Its title.
    pub title: String,
    /// The board; absent for the bye.
    pub board: Option<BoardId>,
    /// The opponent; absent for the bye.
    pub opponent: Option<String>,
    /// The game, once it has begun.
    pub game: Option<GameId>,
}

/// The calls of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    /// The last one.
    pub(super) last: Option<EveningCall>,
    /// How often the user was called.
    pub(super) count: usize,
    /// The last games to which the user was called, the latest last.
    pub(super) games: VecDeque<(GameId, EveningCode)>,
}

impl EveningCall {
    /// What the user is told.
    #[must_use]
    pub fn notice(&self) -> EveningNotice {
        let Self { title, board, opponent, game, .. } = self.clone();
        EveningNotice::Called { title, board, opponent, has_begun: game.is_some() }
    }
}

impl Calls {
    /// Takes a call.
    pub(super) fn add(&mut self, call: EveningCall) {
        if let Some(game) = call.game {
            if self.games.len() == CALLED_GAMES {
                self.games.pop_front();
            }
            self.games.push_back((game, call.code));
        }
        self.count = self.count.wrapping_add(1);
        self.last = Some(call);
    }
}
