//! Names endgames after the pieces of both sides.

use super::generated::EndgameText;
use chuhe_model::puzzles::{Endgame, Goal, Material};
use chuhe_rules::xiangqi::PieceKind;

/// All advisors and elephants of a side.
const GUARDS: [(PieceKind, u8); 2] = [(PieceKind::Advisor, 2), (PieceKind::Elephant, 2)];

impl EndgameText {
    /// The pieces of the side that tries to win, and of the other one, with a number where several have the same.
    pub fn name(&self, endgame: &Endgame) -> String {
        let [attacker, defender] = endgame.material().map(|material| self.side(&material));
        let pieces = super::sentence(&self.against(&attacker, &defender));
        endgame.number.map_or_else(|| pieces.clone(), |number| format!("{pieces} ({number})"))
    }

    /// The verdict of the books.
    pub const fn verdict(&self, goal: Goal) -> &'static str {
        match goal {
            Goal::Win => self.verdict_win,
            Goal::Hold => self.verdict_draw,
        }
    }

    /// The pieces of a side beside its general.
    fn side(&self, material: &Material) -> String {
        let (others, guards) = match material.strip_suffix(&GUARDS[..]) {
            Some(others) => (others, Some(self.guards)),
            None => (material.as_slice(), None),
        };
        let mut names: Vec<String> = others.iter().map(|&(kind, count)| self.kind(kind, count)).collect();
        names.extend(guards.map(str::to_owned));
        match names.as_slice() {
            [] => self.bare.to_owned(),
            // Chinese writes them without anything between
            names if self.lang.is_chinese() => names.concat(),
            names => names.join(" + "),
        }
    }
}
