//! A guess, what it is worth, and what all of them are worth.

use crate::analysis::{AS_GOOD, Judgement, MoveJudge};
use chuhe_rules::xiangqi::Move;
use serde::{Deserialize, Serialize};

/// The points of the best guess.
const MOST_POINTS: u32 = 10;

/// How good a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grade {
    /// It is the move of the game.
    Hit,
    /// It is the mirror image of the move of the game, in a symmetrical position.
    Mirrored,
    /// It is the first choice of the engine, or its mirror image in a symmetrical position.
    Best,
    /// It gives away less than [`AS_GOOD`], which is as good as the best.
    Good,
    /// It gives away more, but no more than the move of the game.
    AsGame,
    /// It gives away less than a tenth of a win.
    Fair,
    /// It is an inaccuracy.
    Inaccuracy,
    /// It is a mistake.
    Mistake,
    /// The user has looked at the move of the game instead.
    Shown,
    /// The engine has not judged it. It does not count.
    Unjudged,
}

impl Grade {
    /// The points.
    #[must_use]
    pub const fn points(self) -> u32 {
        // in the order of the grades
        [MOST_POINTS, MOST_POINTS, MOST_POINTS, 8, 8, 5, 2, 0, 0, 0][self as usize]
    }

    /// Whether it says that the guess gives something away.
    #[must_use]
    pub const fn has_loss(self) -> bool {
        self.is_poor() || matches!(self, Self::AsGame)
    }

    /// Whether the guess is worth looking at again.
    #[must_use]
    pub const fn is_poor(self) -> bool {
        matches!(self, Self::Fair | Self::Inaccuracy | Self::Mistake)
    }
}

/// A guess, with what was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The number of moves before it.
    pub ply: usize,
    /// The guess; `None` if the user has looked at the move of the game instead.
    pub guess: Option<Move>,
    /// The move of the game.
    pub played: Move,
    /// The first choice of the engine, if it is known: the guess or the move of the game where it is the mirror image
    /// of that in a symmetrical position.
    pub best: Option<Move>,
    /// How much of a win the guess gives away, from 0 to 1, if it is known.
    pub loss: Option<f32>,
    /// How good it is.
    pub grade: Grade,
}

impl Guess {
    pub(super) fn of(ply: usize, guess: Option<Move>, played: Move, judge: &MoveJudge) -> Self {
        let equal = [guess, Some(played)].into_iter().flatten().find(|&mv| judge.is_best(mv));
        let best = equal.or_else(|| judge.best().first().copied());
        let loss = guess.and_then(|mv| judge.loss(mv));
        let grade = match (guess, loss) {
            (None, _) => Grade::Shown,
            (Some(guess), _) if guess == played => Grade::Hit,
            (Some(guess), _) if judge.are_equal(guess, played) => Grade::Mirrored,
            (Some(guess), _) if judge.is_best(guess) => Grade::Best,
            (Some(_), None) => Grade::Unjudged,
            (Some(_), Some(loss)) => {
                let as_played = judge.loss(played).is_some_and(|of_game| loss <= of_game);
                let judgement = Judgement::of_loss(loss);
                if loss < AS_GOOD {
                    Grade::Good
                } else if as_played {
                    Grade::AsGame
                } else if judgement.is_none() {
                    Grade::Fair
                } else if judgement == Some(Judgement::Inaccuracy) {
                    Grade::Inaccuracy
                } else {
                    Grade::Mistake
                }
            }
        };
        Self { ply, guess, played, best, loss, grade }
    }
}

/// What guesses are worth together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many of them count.
    pub guesses: u32,
    /// How many are the move of the game.
    pub hits: u32,
    /// Their points.
    pub points: u32,
    /// The most points that they could have.
    pub most: u32,
}

impl Summary {
    pub(super) fn of(guesses: &[Guess]) -> Self {
        let grades = guesses.iter().map(|guess| guess.grade).filter(|grade| *grade != Grade::Unjudged);
        grades.fold(Self::default(), |sum, grade| Self {
            guesses: sum.guesses + 1,
            hits: sum.hits + u32::from(grade == Grade::Hit),
            points: sum.points + grade.points(),
            most: sum.most + MOST_POINTS,
        })
    }
}
