//! Analysing a record: which position the engine searches next, and what it finds.

use super::analysis::{Analysis, Line, Purpose, SearchState};
use super::practice::Practice;
use super::state::Review;
use crate::analysis::{Evaluation, Finding, Judgement};
use crate::table::MoveNotation;
use chuhe_engine::xiangqi::{Bound, Report};
use chuhe_records::{NodeId, Ply, Start};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Move, Rules};

/// The most moves of a line that is shown or added.
pub(super) const LINE_MOVES: usize = 8;

impl Review {
    /// What the engine has said of the record.
    #[must_use]
    pub const fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The best lines of the shown position, while it is analysed.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        let (of, lines) = &self.analysis.lines;
        let is_shown = self.analysis.is_on && *of == Some(self.node());
        if is_shown && self.analysis.practice.is_none() { lines } else { &[] }
    }

    /// Whether the engine can analyse the record.
    #[must_use]
    pub const fn can_be_analysed(&self) -> bool {
        matches!(self.tree.start(), Start::Xiangqi(_))
    }

    /// What the engine thinks of the move of a node, with the better line.
    #[must_use]
    pub fn judgement(&self, node: NodeId) -> Option<(Judgement, &[Move])> {
        let mv = self.tree.played(node).and_then(Ply::xiangqi)?;
        let before = self.analysis.evaluation(self.tree.parent(node)?)?;
        let judgement = before.judge(mv, self.analysis.evaluation(node)?)?;
        Some((judgement, before.line.as_slice())).filter(|(_, line)| !line.is_empty())
    }

    /// The moves of the main line that are mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = (NodeId, Judgement)> {
        let judged = |node| Some((node, self.judgement(node)?.0));
        self.tree.main_line().filter_map(judged)
    }

    /// The side that made the move of a node.
    #[must_use]
    pub fn mover(&self, node: NodeId) -> Color {
        let first = self.first().0;
        if self.tree.ply(node) % 2 == 1 { first } else { first.opponent() }
    }

    /// The moves of a line from a node, for the screen.
    #[must_use]
    pub fn notations(&self, from: NodeId, line: &[Move]) -> Vec<(Move, MoveNotation)> {
        let Some(mut position) = self.tree.xiangqi_position(from) else { return Vec::new() };
        let mut moves = Vec::new();
        for &mv in line.iter().take(LINE_MOVES) {
            if position.validate(mv).is_err() {
                break;
            }
            moves.push((mv, MoveNotation::of(&position, mv)));
            position.make(mv);
        }
        moves
    }

    /// The search that is needed now.
    pub fn wanted_search(&self) -> Option<(NodeId, Purpose)> {
        let analysis = &self.analysis;
        let here = self.node();
        if let Some(attempt) = analysis.practice.as_ref().and_then(Practice::to_check) {
            return Some((attempt, Purpose::Single));
        }
        if let Some(&node) = analysis.queue.front() {
            return Some((node, Purpose::Single));
        }
        let is_wanted = analysis.is_on && analysis.practice.is_none() && analysis.finished != Some(here);
        is_wanted.then_some((here, Purpose::Shown))
    }

    /// The game to a node by the rules of the record; `None` if the rules end it before.
    pub fn game_to(&self, node: NodeId) -> Option<Game> {
        let Start::Xiangqi(start) = self.tree.start() else { return None };
        let rules = Rules::current(super::of_game::rules_of(&self.tree));
        let mut game = Game::new((**start).clone(), rules);
        for ply in self.tree.line_to(node).into_iter().filter_map(|node| self.tree.played(node)) {
            let by = game.position().side_to_move();
            game.play(by, ply.xiangqi()?).ok()?;
        }
        Some(game)
    }

    /// Stops all searches and the practice.
    pub fn stop_analysis(&mut self) {
        self.analysis.stop();
    }

    /// Searches the shown position again, as the options have changed.
    pub fn restart_analysis(&mut self) {
        self.analysis.restart();
    }

    /// Starts or stops the analysis of the shown position.
    pub fn toggle_analysis(&mut self) {
        self.analysis.is_on = !self.analysis.is_on;
        self.analysis.finished = None;
    }

    /// Starts or stops the analysis of the main line, after which the user may want to learn from the mistakes.
    pub fn toggle_whole_game(&mut self, learns: bool) {
        if self.analysis.queue.is_empty() {
            self.analysis.finds = learns;
            let is_known = |node: &NodeId| self.analysis.measured(*node).is_some();
            let line = std::iter::once(NodeId::ROOT).chain(self.tree.main_line());
            self.analysis.queue = line.filter(|node| !is_known(node)).collect();
            self.analysis.total = self.analysis.queue.len();
        } else {
            self.analysis.finds = false;
            self.analysis.queue.clear();
        }
    }

    /// Skips a position that cannot be searched.
    pub fn skip_search(&mut self, node: NodeId, purpose: Purpose) {
        self.analysis.queue.retain(|&queued| queued != node);
        if purpose == Purpose::Shown {
            self.analysis.finished = Some(node);
        } else {
            self.judge_attempt(node);
        }
    }

    /// Records what a search of a node found.
    pub fn found(&mut self, (node, purpose): (NodeId, Purpose), finding: &Finding) {
        if !self.tree.contains(node) {
            return;
        }
        let by = self.mover(node).opponent();
        match finding {
            Finding::Line(report) if report.bound == Bound::Exact => self.add_line(node, purpose, by, report),
            Finding::Line(_) | Finding::Failed(_) => {}
            Finding::End(answer) => {
                let is_measured = purpose == Purpose::Single;
                let line = answer.best.into_iter().collect();
                let end = Evaluation { score: answer.score, by, depth: answer.depth, line, is_measured };
                let lines = self.analysis.measuring.take().filter(|_| is_measured);
                let best = lines.filter(|(of, it)| *of == node && it.line.first() == answer.best.as_ref());
                self.analysis.keep(node, best.map_or(end, |(_, best)| best));
                self.skip_search(node, purpose);
            }
        }
    }

    fn add_line(&mut self, node: NodeId, purpose: Purpose, by: Color, report: &Report) {
        let &Report { score, depth, nodes, elapsed, .. } = report;
        let is_measured = purpose == Purpose::Single;
        let evaluation = Evaluation { score, by, depth, line: report.line.clone(), is_measured };
        if is_measured {
            // it counts once the search has ended
            self.analysis.measuring = Some((node, evaluation));
            return;
        }
        if report.multi_pv == 1 {
            self.analysis.keep(node, evaluation.clone());
        }
        let nodes_per_s = u128::from(nodes) * 1_000 / elapsed.as_millis().max(1);
        let nodes_per_s = u64::try_from(nodes_per_s).unwrap_or(u64::MAX);
        self.analysis.search = Some((node, SearchState { depth, nodes_per_s }));
        let moves = self.notations(node, &report.line);
        let (of, lines) = &mut self.analysis.lines;
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
}
