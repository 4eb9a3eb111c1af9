//! The guesses at the moves of a record as they are kept with the review.

use super::{Grade, Guess, GuessStep, Guessing};
use crate::choices::guessed_sides::GuessedSides;
use crate::disc_board::{DiscExercise as _, Tried};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move};
use serde::{Deserialize, Serialize};

/// The guesses at the moves of a record, with the moves, as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptGuessing {
    /// The moves of the game, with spaces between them.
    moves: String,
    /// The number of moves before the first that can be guessed.
    first: usize,
    /// The number of moves before the one that is asked about, or before the end.
    ply: usize,
    sides: GuessedSides,
    bottom: Color,
    /// Whether the last guess is shown with what was played.
    is_answered: bool,
    /// The guess that the engine judges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judged: Option<String>,
    guesses: Vec<GuessText>,
    /// The guess that is looked at after the end, by its place among all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    looked: Option<usize>,
}

/// A guess as text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GuessText {
    ply: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guess: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<f32>,
    grade: Grade,
}

impl GuessText {
    fn of(guess: &Guess) -> Self {
        let &Guess { ply, guess, best, loss, grade, .. } = guess;
        let text = |mv: Option<Move>| mv.map(|mv| mv.to_string());
        Self { ply, guess: text(guess), best: text(best), loss, grade }
    }

    fn read(&self, moves: &[Move]) -> Option<Guess> {
        let &Self { ply, loss, grade, .. } = self;
        let read = |text: &Option<String>| text.as_deref().map(str::parse).transpose().ok();
        Some(Guess {
            ply,
            guess: read(&self.guess)?,
            played: *moves.get(ply)?,
            best: read(&self.best)?,
            loss,
            grade,
        })
    }
}

impl KeptGuessing {
    /// What is kept of these guesses.
    #[must_use]
    pub fn of(guessing: &Guessing) -> Self {
        let moves: Vec<String> = guessing.moves.iter().map(Move::to_string).collect();
        let judged =
            if let GuessStep::Judging(mv, ..) = &guessing.step { Some(mv.to_string()) } else { None };
        Self {
            moves: moves.join(" "),
            first: guessing.first,
            ply: guessing.game.ply(),
            sides: guessing.sides,
            bottom: guessing.bottom,
            is_answered: guessing.step == GuessStep::Answered,
            judged,
            guesses: guessing.guesses.iter().map(GuessText::of).collect(),
            looked: guessing.looked,
        }
    }

    /// The guesses as they were, from the start of their game; `None` if the moves are not legal there.
    #[must_use]
    pub fn resume(&self, mut game: Game, now: Timestamp) -> Option<Guessing> {
        let moves: Vec<Move> =
            self.moves.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let (played, line) = moves.split_at_checked(self.first)?;
        for &mv in played {
            game.play(game.turn()?, mv).ok()?;
        }
        let mut guessing = Guessing::new(game, line, self.bottom, now)?;
        let is_whole = guessing.moves == moves && (self.first..=moves.len()).contains(&self.ply);
        if !is_whole {
            return None;
        }
        guessing.guesses = self.guesses.iter().map(|guess| guess.read(&moves)).collect::<Option<_>>()?;
        guessing.sides = self.sides;
        guessing.looked = self.looked;
        guessing.game.take_back_to(self.first);
        for &mv in &moves[self.first..self.ply] {
            guessing.play_on(mv, now);
        }
        guessing.board.rest();
        if self.is_answered && !guessing.guesses.is_empty() {
            guessing.judge.give_up();
            guessing.step = GuessStep::Answered;
        } else {
            guessing.ask(now);
            // if the user chose other sides meanwhile, another move is asked about now
            let judged = self.judged.as_deref().filter(|_| guessing.game.ply() == self.ply);
            if let Some(judged) = judged.and_then(|mv| mv.parse().ok()) {
                guessing.tried(Tried::Move(judged, None), now);
            }
        }
        Some(guessing)
    }
}
