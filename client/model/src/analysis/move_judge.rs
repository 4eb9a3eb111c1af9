//! Judges moves in one position: how much of a win each gives away.

use super::{Evaluation, Finding};
use chuhe_engine::xiangqi::Bound;
use chuhe_rules::xiangqi::{Game, Move};
use std::collections::BTreeMap;

/// A position that the engine must measure for a [`MoveJudge`], by which its searches are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedPosition {
    /// The hash of the position in which moves are judged.
    key: u64,
    /// The number of moves before it.
    ply: usize,
    /// The move to the position to measure; `None` for the position itself.
    after: Option<Move>,
}

impl JudgedPosition {
    /// The last position of this game.
    #[must_use]
    pub fn last_of(game: &Game) -> Self {
        Self { key: game.position().key(), ply: game.ply(), after: None }
    }
}

/// Judges moves in one position by searches of one size, which the engine runs one after another.
///
/// Only those can be compared, so that no verdict depends on how long the user has waited. In a symmetrical position a
/// move and its mirror image are worth the same, and one search judges both.
#[derive(Clone, Debug)]
pub struct MoveJudge {
    game: Game,
    is_symmetrical: bool,
    /// What is known of the position, under `None`, and of those after moves.
    known: BTreeMap<Option<Move>, Evaluation>,
    /// What must be measured, the next first.
    wanted: Vec<Option<Move>>,
    /// The last line of the search that runs.
    last: Option<Evaluation>,
}

impl MoveJudge {
    /// Judges moves in the position of this game, which is not over.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let is_symmetrical = game.position().board().is_symmetrical();
        Self { game, is_symmetrical, known: BTreeMap::new(), wanted: vec![None], last: None }
    }

    /// The game to the position.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Judges this move. The engine's first choice and one that ends the game need no search of their own, and an
    /// illegal one is not judged.
    pub fn judge(&mut self, mv: Move) {
        let Some(after) = self.after(mv) else { return };
        let of = Some(mv);
        self.measure_position();
        let is_judged = |it: &Option<Move>| it.is_some_and(|it| self.are_equal(it, mv));
        if self.is_best(mv) || self.known.keys().any(is_judged) || self.wanted.iter().any(is_judged) {
            return;
        }
        match after.outcome() {
            Some(outcome) => {
                let by = after.position().side_to_move();
                self.known.insert(of, Evaluation::of_outcome(outcome, by));
            }
            None => self.wanted.push(of),
        }
    }

    /// Whether two moves are the same, or mirror images in a symmetrical position.
    #[must_use]
    pub fn are_equal(&self, one: Move, other: Move) -> bool {
        one == other || self.is_symmetrical && one == other.mirrored()
    }

    /// Whether a move is the engine's first choice, or its equal.
    #[must_use]
    pub fn is_best(&self, mv: Move) -> bool {
        self.best().first().is_some_and(|&best| self.are_equal(best, mv))
    }

    /// Measures the position itself, unless that is done: an engine that failed may answer now.
    pub fn measure_position(&mut self) {
        if !self.known.contains_key(&None) && !self.wanted.contains(&None) {
            self.wanted.insert(0, None);
        }
    }

    fn after(&self, mv: Move) -> Option<Game> {
        let mut after = self.game.clone();
        after.play(self.game.turn()?, mv).ok()?;
        Some(after)
    }

    /// The position that the engine must measure now.
    #[must_use]
    pub fn wanted(&self) -> Option<JudgedPosition> {
        let &after = self.wanted.first()?;
        Some(JudgedPosition { after, ..JudgedPosition::last_of(&self.game) })
    }

    /// The game to a position that must be measured.
    #[must_use]
    pub fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        match position.after {
            None => Some(self.game.clone()),
            Some(mv) => self.after(mv),
        }
    }

    /// Takes what the search of a position found. What is not wanted any more is ignored.
    pub fn found(&mut self, position: JudgedPosition, finding: &Finding) {
        if self.wanted() != Some(position) {
            return;
        }
        let turn = self.game.position().side_to_move();
        let by = if position.after.is_none() { turn } else { turn.opponent() };
        match finding {
            Finding::Line(report) if report.bound == Bound::Exact => {
                self.last = Some(Evaluation::of_line(report, by, true));
            }
            Finding::Line(_) => {}
            Finding::End(answer) => {
                let evaluation = Evaluation::at_end(answer, by, true, self.last.take());
                self.known.insert(position.after, evaluation);
                self.wanted.remove(0);
                let mut wanted = std::mem::take(&mut self.wanted);
                wanted.retain(|wanted| !wanted.is_some_and(|mv| self.is_best(mv)));
                self.wanted = wanted;
            }
            Finding::Failed(_) => self.give_up(),
        }
    }

    /// Asks for no more searches.
    pub fn give_up(&mut self) {
        self.wanted.clear();
        self.last = None;
    }

    /// Whether all that was asked for is known, or never will be.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.wanted.is_empty()
    }

    /// The engine's best line; empty until it is known.
    #[must_use]
    pub fn best(&self) -> &[Move] {
        self.known.get(&None).map_or(&[], |known| &known.line)
    }

    /// What a search found in the position, under `None`, or in the one after this move; `None` until it is known.
    #[must_use]
    pub fn evaluation(&self, after: Option<Move>) -> Option<&Evaluation> {
        self.known.get(&after)
    }

    /// How much of a win a move gives away, from 0 to 1; `None` until it is known.
    #[must_use]
    pub fn loss(&self, mv: Move) -> Option<f32> {
        let before = self.known.get(&None)?;
        if self.is_best(mv) {
            return Some(0.0);
        }
        let mut known = self.known.iter();
        let (_, after) = known.find(|(of, _)| of.is_some_and(|of| self.are_equal(of, mv)))?;
        // a search after the move may see what the one before it did not
        Some((before.chance(before.by) - after.chance(before.by)).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::xiangqi::{Answer, Score};
    use chuhe_rules::xiangqi::{Position, Rules};

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn end(score: i32, best: &str) -> Finding {
        Finding::End(Answer {
            best: Some(mv(best)),
            ponder: None,
            score: Score::Cp(score),
            nodes: 1,
            depth: 5,
        })
    }

    #[test]
    fn moves_are_compared_with_the_best_one() {
        let mut judge = MoveJudge::new(Game::new(Position::start(), Rules::default()));
        judge.judge(mv("b0c2"));
        judge.judge(mv("e0e5"));
        let first = judge.wanted().unwrap();
        assert_eq!(judge.game_to(first).unwrap().ply(), 0);
        judge.found(first, &end(30, "h2e2"));
        let second = judge.wanted().unwrap();
        assert_eq!(judge.game_to(second).unwrap().ply(), 1);
        judge.found(first, &end(900, "h2e2"));
        assert!(!judge.has_ended(), "what was measured already is ignored");
        judge.found(second, &end(250, "h9g7"));
        assert!(judge.has_ended(), "an illegal move needs no search");
        assert_eq!((judge.best(), judge.loss(mv("h2e2"))), (&[mv("h2e2")][..], Some(0.0)));
        assert!(judge.loss(mv("b0c2")).is_some_and(|loss| (0.2..0.3).contains(&loss)));
        assert_eq!(judge.loss(mv("e0e5")), None);
    }

    #[test]
    fn the_first_choice_needs_no_search_of_its_own() {
        let mut judge = MoveJudge::new(Game::new(Position::start(), Rules::default()));
        judge.judge(mv("h2e2"));
        let first = judge.wanted().unwrap();
        judge.found(first, &end(30, "h2e2"));
        assert!(judge.has_ended());
        judge.judge(mv("h2e2"));
        assert!(judge.has_ended());
        assert_eq!(judge.loss(mv("h2e2")), Some(0.0));
    }

    #[test]
    fn a_move_and_its_mirror_image_are_worth_the_same_in_a_symmetrical_position() {
        let mut judge = MoveJudge::new(Game::new(Position::start(), Rules::default()));
        judge.judge(mv("b0c2"));
        judge.judge(mv("h0g2"));
        judge.judge(mv("h2e2"));
        judge.found(judge.wanted().unwrap(), &end(30, "b2e2"));
        judge.found(judge.wanted().unwrap(), &end(250, "h9g7"));
        assert!(
            judge.has_ended(),
            "one search judges both, and the mirror image of the first choice needs none"
        );
        assert_eq!(judge.loss(mv("h2e2")), Some(0.0));
        assert!(judge.loss(mv("b0c2")).is_some_and(|loss| (0.2..0.3).contains(&loss)));
        assert_eq!(judge.loss(mv("h0g2")), judge.loss(mv("b0c2")));
        // in another position they differ
        let mut game = Game::new(Position::start(), Rules::default());
        game.play(game.turn().unwrap(), mv("h2e2")).unwrap();
        let mut judge = MoveJudge::new(game);
        judge.judge(mv("h9g7"));
        judge.found(judge.wanted().unwrap(), &end(0, "b9c7"));
        assert!(!judge.has_ended());
    }

    #[test]
    fn a_move_that_ends_the_game_needs_no_engine() {
        let position: Position = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1".parse().unwrap();
        let mut judge = MoveJudge::new(Game::new(position, Rules::default()));
        let first = judge.wanted().unwrap();
        judge.found(first, &end(2_000, "a8a7"));
        judge.judge(mv("b7b9"));
        assert!(judge.has_ended());
        assert_eq!(judge.loss(mv("b7b9")), Some(0.0), "a mate gives nothing away");
    }
}
