//! One pupil's way through a lesson.

use super::board::{Board, slot_of};
use super::lesson::{Goal, Lesson, Step, Words};
use chuhe_board::drawing::scene::Place;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, Battle, IllegalFormation, Slot, Strength};
use chuhe_rules::xiangqi::{self, Rules};
use chuhe_rules::{Color, GameMove};

/// What became of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It was right, and the step is done.
    Done,
    /// It was played, and the step goes on.
    Progress,
    /// It was not played.
    Wrong(Remark),
}

/// Why a move is not what the step wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// A rule forbids it.
    Illegal(IllegalPlay),
    /// A rule of the set-up forbids it.
    Formation(IllegalFormation),
    /// The lesson says why.
    Words(Words),
    /// It takes a piece that bears no star, or attacks the general meanwhile.
    NotTheStars,
    /// It is legal, and another one is better.
    Other,
    /// It gives no check.
    NoCheck,
    /// It gives check, and the opponent has this answer.
    NoMate(GameMove),
    /// The opponent can still move.
    CanMove(GameMove),
    /// It loses by a repetition.
    Repeats,
    /// It attacks nothing.
    NoBattle,
    /// The pupil's piece falls, or both do.
    Falls(Battle),
    /// The place is not in the pupil's arm, or is a camp.
    NotASlot,
    /// The piece is another one.
    OtherMark,
}

/// One pupil's way through a lesson.
#[derive(Clone, Debug)]
pub struct Attempt {
    lesson: &'static Lesson,
    step: usize,
    board: Board,
    /// The position in which the present step began.
    begin: Board,
    /// The stars that are left.
    stars: Vec<Place>,
    is_done: bool,
    mark: Option<(Place, Strength)>,
}

impl Attempt {
    /// Begins a lesson; `None` if its first step has no position.
    #[must_use]
    pub fn new(lesson: &'static Lesson) -> Option<Self> {
        let board = lesson.steps.first()?.board.clone()?;
        let (begin, stars) = (board.clone(), Vec::new());
        let mut attempt = Self { lesson, step: 0, board, begin, stars, is_done: false, mark: None };
        attempt.enter(0);
        Some(attempt)
    }

    /// Goes on with a lesson at this step, or at one before it if its position is that of the step before as the pupil left
    /// it. `None` as for [`Self::new`].
    #[must_use]
    pub fn at_step(lesson: &'static Lesson, step: usize) -> Option<Self> {
        let mut attempt = Self::new(lesson)?;
        let with_board = lesson.steps.iter().take(step + 1).rposition(|step| step.board.is_some());
        attempt.enter(with_board.unwrap_or(0));
        Some(attempt)
    }

    /// The lesson.
    #[must_use]
    pub const fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// The index of the step.
    #[must_use]
    pub const fn step_index(&self) -> usize {
        self.step
    }

    /// The step.
    #[must_use]
    pub fn step(&self) -> &'static Step {
        // the index is only moved within the steps
        &self.lesson.steps[self.step]
    }

    /// The position.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side that the pupil plays.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.begin.side()
    }

    /// The stars that are left.
    #[must_use]
    pub fn stars(&self) -> &[Place] {
        &self.stars
    }

    /// The mark that the pupil has put on a hidden piece.
    #[must_use]
    pub const fn mark(&self) -> Option<(Place, Strength)> {
        self.mark
    }

    /// Whether the step is done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether the whole lesson is done.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_done && self.step + 1 >= self.lesson.steps.len()
    }

    /// Whether a piece is put on the board by one press, without one that begins a move.
    #[must_use]
    pub fn places(&self) -> bool {
        !self.is_done && matches!(self.step().goal, Goal::Place(_))
    }

    /// Begins the step again.
    pub fn again(&mut self) {
        self.board = self.begin.clone();
        self.mark = None;
        self.is_done = self.step().goal == Goal::Read;
        self.stars = if let Goal::Stars(stars) = &self.step().goal { stars.clone() } else { Vec::new() };
    }

    /// Goes on to the next step. Returns whether there is one.
    pub fn advance(&mut self) -> bool {
        if !self.is_done || self.is_over() {
            return false;
        }
        self.enter(self.step + 1);
        true
    }

    /// The opponent's answer to the move that finished the step, once.
    pub fn answer(&mut self) -> Option<GameMove> {
        let mv = self.step().answer.filter(|_| self.is_done)?;
        self.play(mv).then_some(mv)
    }

    fn enter(&mut self, step: usize) {
        self.step = step;
        if let Some(board) = &self.step().board {
            self.board = board.clone();
        }
        for mv in &self.step().played {
            self.play(*mv);
        }
        self.begin = self.board.clone();
        self.again();
    }

    fn play(&mut self, mv: GameMove) -> bool {
        let after = self.board.after(mv);
        after.map(|(board, _)| self.board = board).is_ok()
    }

    /// Handles a move of the pupil, or an exchange of two pieces while pieces are set up.
    pub fn try_move(&mut self, from: Place, to: Place) -> Outcome {
        if self.is_done {
            return Outcome::Wrong(Remark::Other);
        }
        let outcome = if let Goal::Swap(one, other) = &self.step().goal {
            self.swap(from, to, [*one, *other])
        } else if let Some(mv) = Board::between(from, to) {
            self.judge(mv)
        } else {
            Err(Remark::Illegal(IllegalPlay::OtherGame))
        };
        match outcome {
            Err(remark) => Outcome::Wrong(remark),
            Ok(board) => {
                self.board = board;
                self.stars.retain(|&star| star != to);
                self.is_done = self.stars.is_empty();
                if self.is_done { Outcome::Done } else { Outcome::Progress }
            }
        }
    }

    /// Puts the piece of the step at this place.
    pub fn put(&mut self, at: Place) -> Outcome {
        let side = self.side();
        let Goal::Place(strength) = self.step().goal else { return Outcome::Wrong(Remark::Other) };
        let free = self.board.color_at(at).is_none();
        let Some(slot) = slot_of(at, side).filter(|_| free && !self.is_done) else {
            return Outcome::Wrong(Remark::NotASlot);
        };
        if !slot.admits(strength) {
            return Outcome::Wrong(Remark::Formation(refusal(slot, strength)));
        }
        let placed = at.station().map(|station| (station, luzhanqi::Piece::new(side, strength)));
        match placed.and_then(|placed| self.board.with(&[placed])) {
            Some(board) => {
                (self.board, self.is_done) = (board, true);
                Outcome::Done
            }
            None => Outcome::Wrong(Remark::NotASlot),
        }
    }

    /// Marks the hidden piece of the step.
    pub fn choose(&mut self, strength: Strength) -> Outcome {
        let Goal::Mark { at, right, .. } = &self.step().goal else { return Outcome::Wrong(Remark::Other) };
        self.mark = Some((*at, strength));
        self.is_done = right.contains(&strength);
        if self.is_done { Outcome::Done } else { Outcome::Wrong(Remark::OtherMark) }
    }

    /// The position after a move that the step wants.
    fn judge(&self, mv: GameMove) -> Result<Board, Remark> {
        let (after, battle) = self.board.after(mv).map_err(Remark::Illegal)?;
        if let Some((_, words)) = self.step().wrong.iter().find(|(wrong, _)| *wrong == mv) {
            return Err(Remark::Words(words.clone()));
        }
        let (in_check, is_stuck) = after.is_in_check_and_stuck();
        let reply = || after.legal_moves().first().copied();
        let remark = match &self.step().goal {
            Goal::Stars(_) => {
                let takes = battle.is_some() || self.takes(mv);
                let [_, to] = Place::of_move(mv);
                let waits = after.passed().filter(|_| !takes || self.stars.contains(&to));
                return waits.ok_or(Remark::NotTheStars);
            }
            Goal::Moves(moves) => (!moves.contains(&mv)).then_some(Remark::Other),
            Goal::Legal => None,
            Goal::Check => (!in_check).then_some(Remark::NoCheck),
            Goal::Mate if !in_check => Some(Remark::NoCheck),
            Goal::Mate => reply().map(Remark::NoMate),
            Goal::Stalemate => match reply() {
                Some(mv) => Some(Remark::CanMove(mv)),
                None => (in_check || !is_stuck).then_some(Remark::Other),
            },
            Goal::Lasting => self.loses_by_repetition(mv).then_some(Remark::Repeats),
            Goal::Capture => match battle {
                None => (!self.takes(mv)).then_some(Remark::NoBattle),
                Some(Battle::DefenderCaptured) => None,
                Some(battle @ (Battle::AttackerCaptured | Battle::BothCaptured)) => {
                    Some(Remark::Falls(battle))
                }
            },
            Goal::Read | Goal::Place(_) | Goal::Swap(..) | Goal::Mark { .. } => Some(Remark::Other),
        };
        remark.map_or(Ok(after), Err)
    }

    fn takes(&self, mv: GameMove) -> bool {
        self.board.color_at(Place::of_move(mv)[1]).is_some()
    }

    /// Whether the game ends by this move, because a position stands for the third time, and the pupil loses.
    fn loses_by_repetition(&self, mv: GameMove) -> bool {
        let Some(Board::Xiangqi(start)) = &self.step().board else { return false };
        let mut game = xiangqi::Game::new(start.clone(), Rules::default());
        let moves = self.step().played.iter().copied().chain([mv]);
        for mv in moves {
            let (Some(by), GameMove::Xiangqi(mv)) = (game.turn(), mv) else { return false };
            if game.play(by, mv).is_err() {
                return false;
            }
        }
        game.outcome().is_some_and(|outcome| outcome.winner() == Some(self.side().opponent()))
    }

    fn swap(&self, from: Place, to: Place, wanted: [Slot; 2]) -> Result<Board, Remark> {
        let side = self.side();
        let slots = (slot_of(from, side), slot_of(to, side));
        let (Some(one), Some(other)) = slots else { return Err(Remark::NotASlot) };
        let (Some(a), Some(b)) = (from.station(), to.station()) else { return Err(Remark::NotASlot) };
        let piece = |at| self.board.luzhanqi().and_then(|position| position.piece_at(at));
        let (Some(first), Some(second)) = (piece(a), piece(b)) else { return Err(Remark::NotASlot) };
        for (slot, piece) in [(other, first), (one, second)] {
            if !slot.admits(piece.strength) {
                return Err(Remark::Formation(refusal(slot, piece.strength)));
            }
        }
        if ![[one, other], [other, one]].contains(&wanted) {
            return Err(Remark::Other);
        }
        self.board.with(&[(a, second), (b, first)]).ok_or(Remark::NotASlot)
    }
}

/// Why a slot may not have a piece of this strength.
const fn refusal(slot: Slot, strength: Strength) -> IllegalFormation {
    match strength {
        Strength::Flag => IllegalFormation::FlagOutsideHeadquarters(slot),
        Strength::Mine => IllegalFormation::MineTooFarForward(slot),
        Strength::Bomb
        | Strength::Marshal
        | Strength::General
        | Strength::MajorGeneral
        | Strength::Brigadier
        | Strength::Colonel
        | Strength::Major
        | Strength::Captain
        | Strength::Lieutenant
        | Strength::Engineer => IllegalFormation::BombInFront(slot),
    }
}
