//! Learning from mistakes: the user finds a better move than the one that was played.

use super::analysing::LINE_MOVES;
use super::practice::{Before, Practice, PracticeStep};
use super::state::Review;
use crate::analysis::Judgement;
use crate::notices::outbox::Outbox;
use chuhe_records::{GameTree, NodeId, Ply};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;

/// An attempt that gives away less than this of a win is as good as the best move.
const AS_GOOD: f32 = 0.05;

impl Review {
    /// The mistakes about which the side at the bottom would be asked.
    #[must_use]
    pub fn mistakes_to_practise(&self) -> Vec<NodeId> {
        let is_asked = |&(node, judgement): &(NodeId, Judgement)| {
            let is_measured = |node| self.analysis.measured(node).is_some();
            judgement >= Judgement::Mistake
                && self.mover(node) == self.bottom
                // an attempt is compared with both
                && is_measured(node)
                && self.tree.parent(node).is_some_and(is_measured)
        };
        self.mistakes().filter(is_asked).map(|(node, _)| node).collect()
    }

    /// Begins with the first mistake of the side at the bottom, or ends.
    pub fn toggle_practice(&mut self, now: Timestamp) {
        self.analysis.finds = false;
        if self.analysis.practice.is_some() {
            self.remove_attempt();
            self.analysis.practice = None;
            return;
        }
        let mut later = self.mistakes_to_practise();
        later.reverse();
        let (mistake, total) = (later.last().copied().unwrap_or(NodeId::ROOT), later.len());
        let (before, step) = (Before::default(), PracticeStep::Asked);
        self.ask(Practice { mistake, later, total, found: 0, is_first_try: true, step, before }, now);
    }

    /// Goes on to the next mistake, or says after the last one that it was the last.
    pub fn next_mistake(&mut self, now: Timestamp) {
        self.remove_attempt();
        if let Some(practice) = self.analysis.practice.take() {
            self.ask(practice, now);
        }
    }

    fn ask(&mut self, mut practice: Practice, now: Timestamp) {
        self.stop_playing();
        practice.step = PracticeStep::Done;
        if let Some(mistake) = practice.later.pop()
            && let Some(parent) = self.tree.parent(mistake)
        {
            self.go_to(parent, now);
            (practice.mistake, practice.step, practice.is_first_try) = (mistake, PracticeStep::Asked, true);
            practice.before =
                Before { unsaved: self.unsaved, plies: self.tree.ply_count(), edits: self.edits.undoable() };
        }
        self.analysis.practice = Some(practice);
    }

    /// Returns to the position before the mistake.
    pub fn try_again(&mut self, step: PracticeStep, now: Timestamp) {
        self.remove_attempt();
        let Some(practice) = &mut self.analysis.practice else { return };
        practice.enter(step);
        let mistake = practice.mistake;
        if let Some(parent) = self.tree.parent(mistake) {
            self.go_to(parent, now);
        }
    }

    /// Plays the better line from the position before the mistake. It leaves the record with the practice.
    pub fn solve(&mut self, now: Timestamp, out: &mut Outbox) {
        self.try_again(PracticeStep::Solved, now);
        let parent = self.node();
        let line = self.analysis.evaluation(parent).map_or(&[][..], |best| &best.line);
        let (mut tree, mut end) = (self.tree.clone(), parent);
        for &mv in line.iter().take(LINE_MOVES) {
            let Ok(node) = tree.play(end, mv) else { break };
            end = node;
        }
        if tree.ply_count() > self.tree.ply_count() {
            let grow = |old: &mut GameTree| {
                *old = tree;
                Ok(())
            };
            self.edit(None, grow, out);
            self.labels.complete(&self.tree);
        }
        self.visited = end;
        self.stop_playing();
        self.toggle_playing(now);
    }

    /// The move of the better line that is played next.
    pub(super) fn solution(&self) -> Option<Move> {
        let practice = self.analysis.practice.as_ref().filter(|it| it.step == PracticeStep::Solved)?;
        let parent = self.tree.parent(practice.mistake)?;
        let best = self.analysis.evaluation(parent)?;
        best.line.get(self.tree.ply(self.node()).checked_sub(self.tree.ply(parent))?).copied()
    }

    /// Removes the moves of an attempt, or of the better line, from the record if they were not there before.
    fn remove_attempt(&mut self) {
        let Some(practice) = self.analysis.practice.as_ref().filter(|it| it.step != PracticeStep::Done)
        else {
            return;
        };
        let Before { unsaved, plies, edits } = practice.before;
        // after other edits the attempt stays with them: they may be about it
        if self.tree.ply_count() > plies && self.edits.undoable() == edits + 1 {
            let is_saved = !self.unsaved;
            self.undo();
            // a file that was saved meanwhile has the attempt
            self.unsaved = unsaved || is_saved;
        }
    }

    /// Follows an edit: ends the practice if it has removed the mistake, forgets the later ones that it has removed,
    /// and asks again where an attempt is undone.
    pub(super) fn keep_practice(&mut self) {
        let Some(practice) = &mut self.analysis.practice else { return };
        if !self.tree.contains(practice.mistake) {
            self.analysis.practice = None;
            return;
        }
        practice.later.retain(|&mistake| self.tree.contains(mistake));
        let is_back = self.tree.parent(practice.mistake) == Some(self.replay.node());
        let is_gone = practice.to_check().is_some_and(|attempt| !self.tree.contains(attempt));
        if is_gone || is_back && !matches!(practice.step, PracticeStep::Solved | PracticeStep::Done) {
            practice.step = PracticeStep::Asked;
        }
    }

    /// Judges a move that the user has just played, if they look for a better one.
    pub fn check_attempt(&mut self) {
        let Some(practice) = &self.analysis.practice else { return };
        let (mistake, here) = (practice.mistake, self.node());
        let is_attempt = practice.step == PracticeStep::Asked
            && here != NodeId::ROOT
            && self.tree.parent(here) == self.tree.parent(mistake);
        if !is_attempt {
            return;
        }
        let step = if here == mistake { PracticeStep::Wrong } else { PracticeStep::Checking(here) };
        self.set_step(step);
        // the engine may have measured it already
        if self.analysis.measured(here).is_some() || self.is_best(here) {
            self.judge_attempt(here);
        }
    }

    /// Judges the attempt that leads to this node, by what the engine found.
    pub(super) fn judge_attempt(&mut self, node: NodeId) {
        let is_checked =
            self.analysis.practice.as_ref().is_some_and(|it| it.step == PracticeStep::Checking(node));
        if is_checked {
            let right = self.is_best(node) || self.loss(node).is_some_and(|loss| loss < AS_GOOD);
            self.set_step(if right { PracticeStep::Right } else { PracticeStep::Wrong });
        }
    }

    fn set_step(&mut self, step: PracticeStep) {
        if let Some(practice) = &mut self.analysis.practice {
            practice.enter(step);
        }
    }

    /// Whether the move of a node is the engine's best.
    fn is_best(&self, node: NodeId) -> bool {
        let parent = self.tree.parent(node).and_then(|parent| self.analysis.evaluation(parent));
        let mv = self.tree.played(node).and_then(Ply::xiangqi);
        mv.is_some() && parent.and_then(|parent| parent.line.first().copied()) == mv
    }

    /// How much of a win the move of a node gives away, by searches of one size: a deeper one before or after the move
    /// would make the verdict depend on how long the user has waited.
    fn loss(&self, node: NodeId) -> Option<f32> {
        let (before, after) =
            (self.analysis.measured(self.tree.parent(node)?)?, self.analysis.measured(node)?);
        Some(before.chance(before.by) - after.chance(before.by))
    }
}
