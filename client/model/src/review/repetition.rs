//! The ruling on a position that stands for the third time in a record.

use super::labels::Label;
use super::of_game::rules_of;
use super::state::Review;
use crate::table::repetition::Repetition;
use chuhe_records::{NodeId, Ply, Start};
use chuhe_rules::RulesVersion;
use chuhe_rules::xiangqi::{Game, Rules};

impl Review {
    /// The ruling on the shown position, if it stands for the third time or more often.
    #[must_use]
    pub const fn repetition(&self) -> Option<&Repetition> {
        self.repetition.as_ref()
    }

    /// Whether the move of this node belongs to the cycle of the ruling.
    #[must_use]
    pub fn repeats(&self, node: NodeId) -> bool {
        let ply = self.tree.ply(node);
        let holds = self.repetition.as_ref().is_some_and(|it| it.holds(ply));
        holds && self.ancestor(self.node(), ply) == Some(node)
    }

    /// What the move list says about the move of this ply on the line to the shown position.
    #[must_use]
    pub fn label_at(&self, ply: usize) -> Option<&Label> {
        self.label(self.ancestor(self.node(), ply)?)
    }

    /// Rules on the shown position, by the rules of the record.
    pub(super) fn judge(&mut self) {
        self.repetition = self.game().and_then(|game| Repetition::of_record(&game));
    }

    /// The game of xiangqi up to the shown position.
    fn game(&self) -> Option<Game> {
        let Start::Xiangqi(start) = self.tree.start() else { return None };
        // under the first version of the rules a repetition does not end the game
        let rules = Rules { set: rules_of(&self.tree), version: RulesVersion::V1 };
        let mut game = Game::new((**start).clone(), rules);
        for mv in self.tree.line_to(self.node()).into_iter().filter_map(|node| self.tree.played(node)) {
            let by = game.position().side_to_move();
            game.play(by, Ply::xiangqi(mv)?).ok()?;
        }
        Some(game)
    }
}
