//! What tests read of a table.

use super::{Play, Table};
use crate::drawing::board_scene::BoardModel;
use crate::luzhanqi;
use chuhe_rules::clock::Timestamp;

impl Table {
    /// Returns the xiangqi state of a table.
    pub fn board(&self, now: Timestamp) -> BoardModel {
        let Play::Xiangqi(play) = &self.game.play else { panic!("xiangqi is played") };
        play.board(&self.context(), now)
    }

    /// Returns the luzhanqi state of a table.
    pub fn tiles(&self, now: Timestamp) -> luzhanqi::BoardModel {
        let Play::Luzhanqi(play) = &self.game.play else { panic!("luzhanqi is played") };
        play.board(&self.context(), now)
    }
}
