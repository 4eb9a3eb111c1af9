//! What tests read of a board.

use super::Play;
use super::board::ShownBoard;
use crate::drawing::board_scene::BoardModel;
use crate::luzhanqi;
use chuhe_rules::clock::Timestamp;

impl ShownBoard<'_> {
    /// The contents of a board of xiangqi.
    pub fn xiangqi(&self, now: Timestamp) -> BoardModel {
        let Play::Xiangqi(play) = &self.game.play else { panic!("xiangqi is played") };
        play.board(&self.context, now)
    }

    /// The contents of a board of luzhanqi.
    pub fn luzhanqi(&self, now: Timestamp) -> luzhanqi::BoardModel {
        let Play::Luzhanqi(play) = &self.game.play else { panic!("luzhanqi is played") };
        play.board(&self.context, now)
    }
}
