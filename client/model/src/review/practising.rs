//! Learning from mistakes: the user finds a better move than the one that was played.

use super::practice::{Before, Practice, PracticeStep};
use super::record::{EditedRecord, LINE_MOVES};
use super::state::Review;
use crate::analysis::Judgement;
use crate::notices::outbox::Outbox;
use crate::table::move_list::MoveRows;
use chuhe_records::{GameTree, NodeId};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Position};

impl Review {
    /// The mistakes about which the user would be asked: their own, or in other games those of the side at the bottom.
    #[must_use]
    pub fn mistakes_to_practise(&self) -> Vec<NodeId> {
        let side = self.practised_side();
        let is_asked = |&(node, judgement): &(NodeId, Judgement)| {
            let is_measured = |node| self.analysis.measured(node).is_some();
            judgement >= Judgement::Mistake
                && self.record.mover(node) == side
                // an attempt is compared with both
                && is_measured(node)
                && self.record.tree.parent(node).is_some_and(is_measured)
        };
        self.analysis.mistakes(&self.record.tree).filter(is_asked).map(|(node, _)| node).collect()
    }

    /// The side whose mistakes the user would be asked about.
    fn practised_side(&self) -> Color {
        self.seen.and_then(|seen| seen.own).unwrap_or(self.board.bottom)
    }

    /// Whether the engine has marked moves of that side, of which those that are no [`Self::mistakes_to_practise`] are
    /// inaccuracies once the whole game is analysed.
    #[must_use]
    pub fn has_marked_moves(&self) -> bool {
        let side = self.practised_side();
        self.analysis.mistakes(&self.record.tree).any(|(node, _)| self.record.mover(node) == side)
    }

    /// The user's own mistakes with the positions before them, once the whole game is analysed.
    ///
    /// A ruling on a repetition is left out: it depends on the moves before the position.
    #[must_use]
    pub fn own_mistakes(&self) -> Vec<(Position, Move)> {
        if self.seen.and_then(|seen| seen.own).is_none() || self.analysis.progress().is_some() {
            return Vec::new();
        }
        let tree = &self.record.tree;
        let is_ruled = |node| self.analysis.measured(node).is_none_or(|known| known.score.is_ruling());
        let mistake = |node: NodeId| {
            let before = tree.parent(node).filter(|before| !is_ruled(*before) && !is_ruled(node))?;
            Some((tree.xiangqi_position(before)?, self.record.move_of(node)?))
        };
        self.mistakes_to_practise().into_iter().filter_map(mistake).collect()
    }

    /// How many rows of the move list can be seen: what comes after a mistake would give its answer away.
    #[must_use]
    pub fn seen_rows(&self) -> usize {
        let rows = self.record.rows();
        let is_asked = |practice: &&Practice| {
            matches!(practice.step, PracticeStep::Asked | PracticeStep::Checking(_) | PracticeStep::Wrong)
        };
        let asked = self.analysis.practice.as_ref().filter(is_asked);
        asked.and_then(|practice| rows.find(practice.mistake)).map_or(rows.count(), |row| row + 1)
    }

    /// Begins with the first of these mistakes, or ends.
    pub fn toggle_practice(&mut self, now: Timestamp) {
        self.analysis.follow_up = None;
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

    /// Ends what the user is doing on the board, or else the practice; returns whether there was either.
    pub fn cancel(&mut self, now: Timestamp) -> bool {
        let has_practice = self.analysis.practice.is_some();
        let has_ended = self.board.cancel();
        if has_practice && !has_ended {
            self.toggle_practice(now);
        }
        has_ended || has_practice
    }

    /// Goes on to the next mistake, or says after the last one that it was the last.
    pub fn next_mistake(&mut self, now: Timestamp) {
        self.remove_attempt();
        if let Some(practice) = self.analysis.practice.take() {
            self.ask(practice, now);
        }
    }

    fn ask(&mut self, mut practice: Practice, now: Timestamp) {
        self.shown.stop_playing();
        practice.step = PracticeStep::Done;
        if let Some(mistake) = practice.later.pop()
            && let Some(parent) = self.record.tree.parent(mistake)
        {
            self.go_to(parent, now);
            (practice.mistake, practice.step, practice.is_first_try) = (mistake, PracticeStep::Asked, true);
            let EditedRecord { tree, edits, .. } = &self.record;
            practice.before = Before { plies: tree.ply_count(), edits: edits.undo.len() };
        }
        self.analysis.practice = Some(practice);
    }

    /// Returns to the position before the mistake.
    pub fn try_again(&mut self, step: PracticeStep, now: Timestamp) {
        self.remove_attempt();
        let Some(practice) = &mut self.analysis.practice else { return };
        practice.enter(step);
        let mistake = practice.mistake;
        if let Some(parent) = self.record.tree.parent(mistake) {
            self.go_to(parent, now);
        }
    }

    /// Plays the better line from the position before the mistake. It leaves the record with the practice.
    pub fn solve(&mut self, now: Timestamp, out: &mut Outbox) {
        self.try_again(PracticeStep::Solved, now);
        let parent = self.shown.node();
        let line = self.analysis.evaluation(parent).map_or(&[][..], |best| &best.line);
        let (mut tree, mut end) = (self.record.tree.clone(), parent);
        for &mv in line.iter().take(LINE_MOVES) {
            let Ok(node) = tree.play(end, mv) else { break };
            end = node;
        }
        if tree.ply_count() > self.record.tree.ply_count() {
            let grow = |old: &mut GameTree| {
                *old = tree;
                Ok(())
            };
            self.edit(None, grow, out);
            self.record.labels.complete(&self.record.tree);
        }
        self.shown.visited = end;
        self.shown.stop_playing();
        self.toggle_playing(now);
    }

    /// The move of the better line that is played next.
    pub(super) fn solution(&self) -> Option<Move> {
        let practice = self.analysis.practice.as_ref().filter(|it| it.step == PracticeStep::Solved)?;
        let tree = &self.record.tree;
        let parent = tree.parent(practice.mistake)?;
        let best = self.analysis.evaluation(parent)?;
        best.line.get(tree.ply(self.shown.node()).checked_sub(tree.ply(parent))?).copied()
    }

    /// Removes the moves of an attempt, or of the better line, from the record if they were not there before.
    fn remove_attempt(&mut self) {
        let Some(practice) = self.analysis.practice.as_ref().filter(|it| it.step != PracticeStep::Done)
        else {
            return;
        };
        let Before { plies, edits } = practice.before;
        // after other edits the attempt stays with them: they may be about it
        if self.record.tree.ply_count() > plies && self.record.edits.undo.len() == edits + 1 {
            self.undo();
            self.record.edits.redo.pop();
        }
    }

    /// Judges a move that the user has just played, if they look for a better one.
    pub fn check_attempt(&mut self) {
        let (tree, here) = (&self.record.tree, self.shown.node());
        let Some(practice) = &mut self.analysis.practice else { return };
        let mistake = practice.mistake;
        let is_attempt = practice.step == PracticeStep::Asked
            && here != NodeId::ROOT
            && tree.parent(here) == tree.parent(mistake);
        if !is_attempt {
            return;
        }
        practice.enter(if here == mistake { PracticeStep::Wrong } else { PracticeStep::Checking(here) });
        // the engine may have measured it already
        if self.analysis.measured(here).is_some() || self.analysis.is_best(tree, here) {
            self.analysis.judge_attempt(tree, here);
        }
    }
}
