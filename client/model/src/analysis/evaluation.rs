//! What the scores of the engine mean for the players.

use chuhe_engine::xiangqi::{Answer, Outlook, Report, Score};
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, Outcome};

/// The centipawns that change the odds of winning by the factor e.
const SCALE: f32 = 280.0;

/// A move that gives away less than this of a win is as good as the best one.
pub const AS_GOOD: f32 = 0.05;

/// The engine's evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The score for the side to move.
    pub score: Score,
    /// The side to move.
    pub by: Color,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The best line.
    pub line: Vec<Move>,
    /// Whether a search of a fixed size found it, so that it can be compared with others of that size.
    pub is_measured: bool,
}

/// The advantage of a side, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// The advantage of red, in centipawns.
    Centipawns(i32),
    /// This side mates in so many of its moves; 0 if it has mated.
    Mate(Color, u32),
    /// This side wins by a ruling on a repetition.
    Ruling(Color),
}

/// What the engine thinks of a move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It gives away a tenth of a win, `?!`.
    Inaccuracy,
    /// It gives away a fifth of a win, `?`.
    Mistake,
    /// It gives away a third of a win, `??`.
    Blunder,
}

impl Evaluation {
    /// That of a line which a search found, for this side to move.
    #[must_use]
    pub fn of_line(report: &Report, by: Color, is_measured: bool) -> Self {
        let &Report { score, depth, .. } = report;
        Self { score, by, depth, line: report.line.clone(), is_measured }
    }

    /// That of a search which has ended: the last line that it found, if it begins with the best move.
    #[must_use]
    pub fn at_end(answer: &Answer, by: Color, is_measured: bool, last: Option<Self>) -> Self {
        let &Answer { best, score, depth, .. } = answer;
        let last = last.filter(|last| last.line.first() == best.as_ref());
        last.unwrap_or_else(|| Self { score, by, depth, line: best.into_iter().collect(), is_measured })
    }

    /// That of a position in which the rules have ended the game, for this side to move.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, by: Color) -> Self {
        let score = match outcome.winner() {
            None => Score::Cp(0),
            Some(winner) => Score::Mate(i32::from(winner == by)),
        };
        Self { score, by, depth: 0, line: Vec::new(), is_measured: true }
    }

    /// The chance that `color` wins, from 0 to 1; a draw counts one half.
    #[must_use]
    pub fn chance(&self, color: Color) -> f32 {
        let own = match self.score {
            Score::Cp(centipawns) => 1.0 / (1.0 + (-(centipawns as f32) / SCALE).exp()),
            Score::Mate(moves) if moves > 0 => 1.0,
            Score::Mate(_) => 0.0,
        };
        if color == self.by { own } else { 1.0 - own }
    }

    /// What it says of the position, for an explanation.
    #[must_use]
    pub fn outlook(&self) -> Outlook<'_> {
        Outlook { score: self.score, line: &self.line }
    }

    /// The advantage as it is shown.
    #[must_use]
    pub fn advantage(&self) -> Advantage {
        match self.score {
            score if score.is_ruling() => {
                Advantage::Ruling(if score.centipawns() > 0 { self.by } else { self.by.opponent() })
            }
            Score::Cp(centipawns) => {
                Advantage::Centipawns(if self.by == Color::Red { centipawns } else { -centipawns })
            }
            Score::Mate(moves) if moves > 0 => Advantage::Mate(self.by, moves.unsigned_abs()),
            Score::Mate(moves) => Advantage::Mate(self.by.opponent(), moves.unsigned_abs()),
        }
    }

    /// What the move from this position to that of `after` is; `None` if there is nothing wrong with it.
    #[must_use]
    pub fn judge(&self, mv: Move, after: &Self) -> Option<Judgement> {
        if self.line.first() == Some(&mv) {
            return None;
        }
        Judgement::of_loss(self.chance(self.by) - after.chance(self.by))
    }
}

impl Judgement {
    /// What a move is that gives away so much of a win; `None` if there is nothing wrong with it.
    #[must_use]
    pub fn of_loss(loss: f32) -> Option<Self> {
        [(0.33, Self::Blunder), (0.2, Self::Mistake), (0.1, Self::Inaccuracy)]
            .into_iter()
            .find(|(least, _)| loss >= *least)
            .map(|(_, judgement)| judgement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(score: Score, by: Color) -> Evaluation {
        Evaluation { score, by, depth: 9, line: vec!["h2e2".parse().unwrap()], is_measured: true }
    }

    #[test]
    fn an_evaluation_is_seen_from_both_sides() {
        let ahead = evaluation(Score::Cp(300), Color::Black);
        assert!(ahead.chance(Color::Black) > 0.7);
        assert!((ahead.chance(Color::Black) + ahead.chance(Color::Red) - 1.0).abs() < 1e-6);
        assert_eq!(ahead.advantage(), Advantage::Centipawns(-300));
        let mated = evaluation(Score::Mate(0), Color::Black);
        assert_eq!((mated.chance(Color::Red), mated.advantage()), (1.0, Advantage::Mate(Color::Red, 0)));
        let mates = evaluation(Score::Mate(3), Color::Black);
        assert_eq!((mates.chance(Color::Red), mates.advantage()), (0.0, Advantage::Mate(Color::Black, 3)));
    }

    #[test]
    fn a_win_by_ruling_is_no_number_of_pawns() {
        let wins = evaluation(Score::Cp(29_996), Color::Black);
        assert_eq!((wins.chance(Color::Black), wins.advantage()), (1.0, Advantage::Ruling(Color::Black)));
        let loses = evaluation(Score::Cp(-29_996), Color::Black);
        assert_eq!((loses.chance(Color::Red), loses.advantage()), (1.0, Advantage::Ruling(Color::Red)));
    }

    #[test]
    fn a_move_is_judged_by_the_chance_that_it_gives_away() {
        let before = evaluation(Score::Cp(0), Color::Red);
        let other: Move = "b2e2".parse().unwrap();
        let judge = |centipawns| before.judge(other, &evaluation(Score::Cp(centipawns), Color::Black));
        assert_eq!(judge(0), None);
        assert_eq!(judge(150), Some(Judgement::Inaccuracy));
        assert_eq!(judge(300), Some(Judgement::Mistake));
        assert_eq!(judge(900), Some(Judgement::Blunder));
        assert_eq!(before.judge(other, &evaluation(Score::Mate(2), Color::Black)), Some(Judgement::Blunder));
        assert_eq!(before.judge(before.line[0], &evaluation(Score::Cp(900), Color::Black)), None);
    }
}
