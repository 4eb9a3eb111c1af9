//! What tests read of a table.

use super::{Play, Table};
use crate::core::drawing::board_scene::BoardModel;
use crate::core::luzhanqi;
use chuhe_rules::clock::Timestamp;

impl Table {
    /// Returns the xiangqi state of a table.
    pub(crate) fn board(&self, now: Timestamp) -> BoardModel {
        let Play::Xiangqi(play) = &self.game.play else { panic!("xiangqi is played") };
        play.board(&self.context(), now)
    }

    /// Returns the luzhanqi state of a table.
    pub(crate) fn tiles(&self, now: Timestamp) -> luzhanqi::BoardModel {
        let Play::Luzhanqi(play) = &self.game.play else { panic!("luzhanqi is played") };
        play.board(&self.context(), now)
    }
}
