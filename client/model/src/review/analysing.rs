//! Analysing a record: which position the engine searches next, what it finds, and how good an attempt is.
//!
//! Functions that need the record are given it, and change nothing of it.

use super::analysis::{Analysis, FollowUp, Line, Purpose, SearchState, WantedSearch};
use super::practice::{Practice, PracticeStep};
use super::record::EditedRecord;
use crate::analysis::{AS_GOOD, Evaluation, Finding, Judgement};
use chuhe_engine::xiangqi::{Bound, Reason, Report, explain};
use chuhe_records::{GameTree, NodeId, Ply};
use chuhe_rules::xiangqi::{Move, Position};

impl Analysis {
    /// What the engine thinks of the move of a node, with the better line.
    #[must_use]
    pub fn judgement(&self, tree: &GameTree, node: NodeId) -> Option<(Judgement, &[Move])> {
        let mv = tree.played(node).and_then(Ply::xiangqi)?;
        let before = self.evaluation(tree.parent(node)?)?;
        let judgement = before.judge(mv, self.evaluation(node)?)?;
        Some((judgement, before.line.as_slice())).filter(|(_, line)| !line.is_empty())
    }

    /// Why the move of a node is a mistake, and the position in which the move is played that shows it; `None` if it is
    /// no mistake.
    #[must_use]
    pub fn reason(&self, tree: &GameTree, node: NodeId) -> Option<(Reason, Position)> {
        self.judgement(tree, node)?;
        let (parent, mv) = (tree.parent(node)?, tree.played(node).and_then(Ply::xiangqi)?);
        let (before, after) = (self.evaluation(parent)?, self.evaluation(node)?);
        let position = tree.xiangqi_position(parent)?;
        let reason = explain(&position, mv, before.outlook(), after.outlook())?;
        let shown = if reason.shows_reply() { tree.xiangqi_position(node)? } else { position };
        Some((reason, shown))
    }

    /// The moves of the main line that are mistakes.
    pub fn mistakes(&self, tree: &GameTree) -> impl Iterator<Item = (NodeId, Judgement)> {
        let judged = |node| Some((node, self.judgement(tree, node)?.0));
        tree.main_line().filter_map(judged)
    }

    /// Whether the whole game is analysed: each position of the main line but those that the rules never reach.
    #[must_use]
    pub fn is_complete(&self, record: &EditedRecord) -> bool {
        let mut line = std::iter::once(NodeId::ROOT).chain(record.tree().main_line());
        // where the rules end the game, they do so for all positions after it
        let is_left = |node| record.game_to(node).is_some();
        self.queue.is_empty() && !line.find(|&node| self.measured(node).is_none()).is_some_and(is_left)
    }

    /// The search that is needed now.
    pub fn wanted_search(&self, shown: NodeId) -> Option<WantedSearch> {
        if let Some(attempt) = self.practice.as_ref().and_then(Practice::to_check) {
            return Some(WantedSearch { node: attempt, purpose: Purpose::Single });
        }
        if let Some(&node) = self.queue.front() {
            return Some(WantedSearch { node, purpose: Purpose::Single });
        }
        let is_wanted = self.is_on && self.practice.is_none() && self.finished != Some(shown);
        is_wanted.then_some(WantedSearch { node: shown, purpose: Purpose::Shown })
    }

    /// Starts or stops the analysis of the main line, after which the user may want to learn from the mistakes.
    pub fn toggle_whole_game(&mut self, tree: &GameTree, learns: bool) {
        if self.queue.is_empty() {
            self.follow_up = Some(if learns { FollowUp::Practice } else { FollowUp::Summary });
            let is_known = |node: &NodeId| self.measured(*node).is_some();
            let line = std::iter::once(NodeId::ROOT).chain(tree.main_line());
            self.queue = line.filter(|node| !is_known(node)).collect();
            self.total = self.queue.len();
        } else {
            self.follow_up = None;
            self.queue.clear();
        }
    }

    /// Skips a position that cannot be searched, because the rules end the game before it. In the whole game they do
    /// so before all that are left.
    pub fn skip_search(&mut self, tree: &GameTree, wanted: WantedSearch) {
        if self.queue.front() == Some(&wanted.node) {
            self.queue.clear();
        }
        self.end_search(tree, wanted);
    }

    fn end_search(&mut self, tree: &GameTree, WantedSearch { node, purpose }: WantedSearch) {
        self.queue.retain(|&queued| queued != node);
        if purpose == Purpose::Shown {
            self.finished = Some(node);
        } else {
            self.judge_attempt(tree, node);
        }
    }

    /// Records what a search of a node found.
    pub fn found(&mut self, record: &EditedRecord, search: WantedSearch, finding: &Finding) {
        let WantedSearch { node, purpose } = search;
        if !record.tree().contains(node) {
            return;
        }
        match finding {
            Finding::Line(report) if report.bound == Bound::Exact => {
                self.add_line(record, search, report);
            }
            Finding::Line(_) | Finding::Failed(_) => {}
            Finding::End(answer) => {
                let is_measured = purpose == Purpose::Single;
                let by = record.mover(node).opponent();
                let last = self.measuring.take().filter(|(of, _)| is_measured && *of == node);
                self.keep(node, Evaluation::at_end(answer, by, is_measured, last.map(|(_, last)| last)));
                self.end_search(record.tree(), search);
            }
        }
    }

    fn add_line(&mut self, record: &EditedRecord, search: WantedSearch, report: &Report) {
        let WantedSearch { node, purpose } = search;
        let &Report { depth, nodes, elapsed, .. } = report;
        let is_measured = purpose == Purpose::Single;
        let evaluation = Evaluation::of_line(report, record.mover(node).opponent(), is_measured);
        if is_measured {
            // it counts once the search has ended
            self.measuring = Some((node, evaluation));
            return;
        }
        if report.multi_pv == 1 {
            self.keep(node, evaluation.clone());
        }
        let nodes_per_s = u128::from(nodes) * 1_000 / elapsed.as_millis().max(1);
        let nodes_per_s = u64::try_from(nodes_per_s).unwrap_or(u64::MAX);
        self.search = Some((node, SearchState { depth, nodes_per_s }));
        let moves = record.notations(node, &report.line);
        let (of, lines) = &mut self.lines;
        if of.replace(node) != Some(node) {
            lines.clear();
        }
        // the ranks come in order, from 1
        let line = Line { moves, evaluation };
        match lines.get_mut(report.multi_pv - 1) {
            Some(old) => *old = line,
            None => lines.push(line),
        }
    }

    /// Follows an edit: ends the practice if it has removed the mistake, forgets the later ones that it has removed,
    /// and asks again where an attempt is undone.
    pub(super) fn keep_practice(&mut self, tree: &GameTree, shown: NodeId) {
        let Some(practice) = &mut self.practice else { return };
        if !tree.contains(practice.mistake) {
            self.practice = None;
            return;
        }
        practice.later.retain(|&mistake| tree.contains(mistake));
        let is_back = tree.parent(practice.mistake) == Some(shown);
        let is_gone = practice.to_check().is_some_and(|attempt| !tree.contains(attempt));
        if is_gone || is_back && !matches!(practice.step, PracticeStep::Solved | PracticeStep::Done) {
            practice.step = PracticeStep::Asked;
        }
    }

    /// Judges the attempt that leads to this node, by what the engine found.
    pub(super) fn judge_attempt(&mut self, tree: &GameTree, node: NodeId) {
        let is_right = self.is_best(tree, node) || self.loss(tree, node).is_some_and(|loss| loss < AS_GOOD);
        if let Some(practice) = self.practice.as_mut().filter(|it| it.to_check() == Some(node)) {
            practice.enter(if is_right { PracticeStep::Right } else { PracticeStep::Wrong });
        }
    }

    /// Whether the move of a node is the engine's best.
    pub(super) fn is_best(&self, tree: &GameTree, node: NodeId) -> bool {
        let parent = tree.parent(node).and_then(|parent| self.evaluation(parent));
        let mv = tree.played(node).and_then(Ply::xiangqi);
        mv.is_some() && parent.and_then(|parent| parent.line.first().copied()) == mv
    }

    /// How much of a win the move of a node gives away, by searches of one size: a deeper one before or after the move
    /// would make the verdict depend on how long the user has waited.
    fn loss(&self, tree: &GameTree, node: NodeId) -> Option<f32> {
        let (before, after) = (self.measured(tree.parent(node)?)?, self.measured(node)?);
        Some(before.chance(before.by) - after.chance(before.by))
    }
}
