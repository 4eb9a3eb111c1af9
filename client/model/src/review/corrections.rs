//! Adding the engine's better lines to a record.

use super::record::LINE_MOVES;
use super::state::Review;
use crate::analysis::Judgement;
use crate::coaching::Reason;
use crate::notices::outbox::Outbox;
use chuhe_records::{GameTree, Glyph, Limit, NodeId, PlayError};
use chuhe_rules::xiangqi::{Move, Position};

impl Review {
    /// Why the shown move is a mistake, and the position in which the move is played that shows it. Who practises looks for
    /// that by themselves.
    #[must_use]
    pub fn reason(&self) -> Option<(Reason, Position)> {
        let is_practised = self.analysis.practice().is_some();
        self.analysis.reason(self.record.tree(), self.shown.node()).filter(|_| !is_practised)
    }

    /// Adds the better line of the shown mistake.
    pub fn add_better(&mut self, out: &mut Outbox) {
        self.annotate_all(&[self.shown.node()], out);
    }

    /// Adds the better lines of all mistakes.
    pub fn annotate_mistakes(&mut self, out: &mut Outbox) {
        let nodes: Vec<NodeId> = self.analysis.mistakes(self.record.tree()).map(|(node, _)| node).collect();
        self.annotate_all(&nodes, out);
    }

    fn annotate_all(&mut self, nodes: &[NodeId], out: &mut Outbox) {
        let lines = self.better_lines(nodes);
        if !lines.is_empty() {
            let add_all = |tree: &mut GameTree| {
                // a limit leaves the record as it is
                let mut changed = tree.clone();
                lines.iter().try_for_each(|line| annotate(&mut changed, line))?;
                *tree = changed;
                Ok(())
            };
            self.edit(None, add_all, out);
            self.record.labels.complete(&self.record.tree);
        }
    }

    /// The better lines of the mistakes of `nodes`, with what they are.
    pub(super) fn better_lines(&self, nodes: &[NodeId]) -> Vec<(NodeId, Judgement, Vec<Move>)> {
        let better = |&node: &NodeId| {
            let (judgement, line) = self.analysis.judgement(self.record.tree(), node)?;
            Some((node, judgement, line.iter().copied().take(LINE_MOVES).collect()))
        };
        nodes.iter().filter_map(better).collect()
    }
}

/// Adds the better line of a mistake as a variation, and assesses the mistake.
fn annotate(
    tree: &mut GameTree,
    (node, judgement, line): &(NodeId, Judgement, Vec<Move>),
) -> Result<(), Limit> {
    let mut at = tree.parent(*node).unwrap_or(NodeId::ROOT);
    for &mv in line {
        at = match tree.play(at, mv) {
            Ok(node) => node,
            Err(PlayError::Limit(limit)) => return Err(limit),
            Err(PlayError::Illegal(_) | PlayError::Deleted) => break,
        };
    }
    let mut glyphs = tree.annotation(*node).glyphs.clone();
    if glyphs.iter().all(|glyph| glyph.symbol().is_none()) {
        glyphs.insert(0, glyph_of(*judgement));
        tree.set_glyphs(*node, glyphs)?;
    }
    Ok(())
}

/// The assessment that says the same.
#[must_use]
pub const fn glyph_of(judgement: Judgement) -> Glyph {
    match judgement {
        Judgement::Inaccuracy => Glyph::DUBIOUS,
        Judgement::Mistake => Glyph::MISTAKE,
        Judgement::Blunder => Glyph::BLUNDER,
    }
}
