//! When the bot resigns, and which offers it accepts.

use crate::config::Config;
use crate::table::{Play, Table};
use chuhe_rules::offers::OfferKind;

/// The score at which a game of xiangqi counts as lost, in hundredths of a pawn: two rooks less.
const LOST_XIANGQI: i32 = -1_800;
/// The score at which a game of luzhanqi counts as lost, in hundredths of a lieutenant: half of all
/// that fights less.
const LOST_LUZHANQI: i32 = -3_600;
/// The number of own moves in a row with a lost score before the bot resigns.
const LOST_MOVES: u32 = 6;
/// The score up to which the bot accepts a draw in any case, in hundredths of a pawn.
const WORSE_SCORE: i32 = -100;
/// The score up to which the bot accepts a draw late in a game.
const EVEN_SCORE: i32 = 30;
/// The ply from which a game is late.
const LATE_PLY: usize = 100;

/// The scores that the bot's own moves had.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judgement {
    last: Option<i32>,
    lost_moves: u32,
}

impl Judgement {
    /// Records the score of a move, or that its search returned none.
    pub(crate) fn record(&mut self, score: Option<i32>, play: &Play) {
        self.last = score;
        let lost = match play {
            Play::Xiangqi(_) => LOST_XIANGQI,
            Play::Luzhanqi(_) => LOST_LUZHANQI,
        };
        let is_lost = score.is_some_and(|score| score <= lost);
        self.lost_moves = if is_lost { self.lost_moves.saturating_add(1) } else { 0 };
    }

    /// Whether the bot resigns.
    pub(crate) const fn is_hopeless(&self) -> bool {
        self.lost_moves >= LOST_MOVES
    }

    /// Whether the bot accepts an offer of its opponent.
    pub(crate) fn accepts(&self, kind: OfferKind, table: &Table, config: &Config) -> bool {
        match kind {
            OfferKind::Takeback => config.agrees_to_takebacks,
            OfferKind::Rematch => true,
            OfferKind::Draw => {
                let is_late = match &table.play {
                    Play::Xiangqi(game) => game.ply() >= LATE_PLY,
                    Play::Luzhanqi(knowledge) => knowledge.view().is_draw_near(),
                };
                let limit = if is_late { EVEN_SCORE } else { WORSE_SCORE };
                self.last.is_some_and(|score| score <= limit)
            }
        }
    }
}
