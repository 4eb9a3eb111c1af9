//! Guessing the moves of a game: the user plays for one side or both, and the engine judges each guess.
//!
//! The moves are a copy, so that nothing changes the record that they are from.

mod guess;
pub mod kept;
mod live;

pub use guess::{Grade, Guess, Summary};
pub use live::LiveGuessing;

use crate::actions::guess_action::GuessAction;
use crate::analysis::{Finding, JudgedPosition, MoveJudge};
use crate::choices::guessed_sides::GuessedSides;
use crate::choices::notation_choice::NotationChoice;
use crate::disc_board::{DiscBoard, DiscExercise, Tried, against};
use crate::drawing::scene::{Place, Point, Scene};
use crate::drawing::theme::{GLIDE_MS, Theme};
use crate::exercise::{ANSWER_MS, Exercise, arrow};
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use chuhe_records::MarkColor;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Position};
use std::cmp::Reverse;

/// How many of the worst guesses are shown at the end.
const WORST: usize = 3;

/// What the user does about the move to guess.
#[derive(Clone, Debug, PartialEq)]
pub enum GuessStep {
    /// They look for it.
    Asked,
    /// The engine judges this guess, which leads to this position, and began to glide at this time.
    Judging(Move, Box<Position>, Timestamp),
    /// They see what was played, and what the guess is worth.
    Answered,
    /// There are no more moves.
    Done,
}

/// A game whose moves the user guesses.
#[derive(Clone, Debug)]
pub struct Guessing {
    /// The game to the position on the board.
    game: Game,
    /// The moves of the game.
    moves: Vec<Move>,
    /// The number of moves before the first that can be guessed.
    first: usize,
    sides: GuessedSides,
    bottom: Color,
    step: GuessStep,
    judge: MoveJudge,
    /// Whether the engine has failed, so that it judges no more guesses.
    is_unjudged: bool,
    guesses: Vec<Guess>,
    /// Why the last try was no guess.
    refused: Option<Notice>,
    /// The guess that is looked at after the end, by its place among all.
    looked: Option<usize>,
    /// How often what is kept has changed.
    edition: u32,
    board: DiscBoard,
}

impl Guessing {
    /// Begins to guess the moves of this line for one side, seen from it. `game` is that to the first position.
    ///
    /// `None` if the line has no move.
    #[must_use]
    pub fn new(game: Game, line: &[Move], side: Color, now: Timestamp) -> Option<Self> {
        let mut whole = game.clone();
        for &mv in line {
            let Some(turn) = whole.turn() else { break };
            if whole.play(turn, mv).is_err() {
                break;
            }
        }
        let moves = whole.moves().to_vec();
        let mut guessing = Self {
            first: game.ply(),
            judge: MoveJudge::new(game.clone()),
            sides: GuessedSides::One(side),
            bottom: side,
            step: GuessStep::Done,
            is_unjudged: false,
            guesses: Vec::new(),
            refused: None,
            looked: None,
            edition: 0,
            board: DiscBoard::default(),
            game,
            moves,
        };
        guessing.upcoming()?;
        guessing.ask(now);
        Some(guessing)
    }

    /// How often what is kept of the guesses has changed.
    #[must_use]
    pub const fn edition(&self) -> u32 {
        self.edition
    }

    /// What the user does about the move to guess.
    #[must_use]
    pub const fn step(&self) -> &GuessStep {
        &self.step
    }

    /// Whose moves the user guesses.
    #[must_use]
    pub const fn sides(&self) -> GuessedSides {
        self.sides
    }

    /// Why the last try was no guess.
    #[must_use]
    pub const fn refused(&self) -> Option<&Notice> {
        self.refused.as_ref()
    }

    /// The position on the board: that after the guess being judged, or before the guess that is looked at.
    #[must_use]
    pub fn position(&self) -> Position {
        match (&self.step, self.shown()) {
            (GuessStep::Judging(_, after, _), _) => (**after).clone(),
            (GuessStep::Done, Some(guess)) => self.before(guess),
            _ => self.game.position().clone(),
        }
    }

    /// The position before a guess.
    #[must_use]
    pub fn before(&self, guess: &Guess) -> Position {
        self.game.position_at(guess.ply).unwrap_or_else(|| self.game.position().clone())
    }

    /// The guess that is shown with what was played: the last one, or after the end the one that is looked at.
    #[must_use]
    pub fn shown(&self) -> Option<&Guess> {
        if self.step == GuessStep::Done {
            return self.guesses.get(self.looked?);
        }
        self.guesses.last().filter(|_| self.step == GuessStep::Answered)
    }

    /// How many moves the user can guess from here on, or has guessed, and how many of them are past.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let first = self.game.start().side_to_move();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { first.opponent() };
        let left = (self.game.ply()..self.moves.len()).filter(|&ply| self.sides.has(mover(ply))).count();
        (self.guesses.len(), self.guesses.len() + left)
    }

    /// What the guesses so far are worth.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(&self.guesses)
    }

    /// The guesses that give away most, the worst first, with their places among all.
    pub fn worst(&self) -> impl Iterator<Item = (usize, &Guess)> {
        let mut worst: Vec<(usize, &Guess)> =
            self.guesses.iter().enumerate().filter(|(_, guess)| guess.grade.is_poor()).collect();
        worst.sort_by(|(_, one), (_, other)| other.loss.unwrap_or(0.0).total_cmp(&one.loss.unwrap_or(0.0)));
        worst.into_iter().take(WORST)
    }

    /// The position that the engine must measure now.
    #[must_use]
    pub fn wanted(&self) -> Option<JudgedPosition> {
        self.judge.wanted()
    }

    /// The game to a position that must be measured.
    #[must_use]
    pub fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        self.judge.game_to(position)
    }

    /// Takes what the engine found.
    pub fn found(&mut self, position: JudgedPosition, finding: &Finding, now: Timestamp) {
        self.is_unjudged |= matches!(finding, Finding::Failed(_));
        self.judge.found(position, finding);
        self.answer_if_judged(now);
    }

    /// Does what the user asks for, except leaving.
    pub fn act(&mut self, action: GuessAction, notation: NotationChoice, now: Timestamp) {
        self.edition += 1;
        if let GuessAction::For(sides) = action {
            self.guess_for(sides, now);
        } else if let GuessAction::Look(place) = action {
            self.look(place);
        } else if action == GuessAction::Show && self.step == GuessStep::Asked {
            self.answer(None, now);
        } else if action == GuessAction::Next && self.step == GuessStep::Answered {
            self.ask(now);
        } else if action == GuessAction::Again {
            self.again(now);
        } else if action == GuessAction::PlayTyped {
            self.play_typed(notation, now);
        }
    }

    /// Shows a guess on the board, after the end.
    fn look(&mut self, place: usize) {
        if self.step == GuessStep::Done && place < self.guesses.len() {
            self.looked = Some(place);
            self.board.clear();
        }
    }

    /// Begins again with the first move.
    fn again(&mut self, now: Timestamp) {
        self.game.take_back_to(self.first);
        self.guesses.clear();
        self.looked = None;
        self.board.clear();
        self.ask(now);
    }

    /// Guesses for other sides from here on.
    fn guess_for(&mut self, sides: GuessedSides, now: Timestamp) {
        self.sides = sides;
        if let GuessedSides::One(side) = sides {
            self.bottom = side;
            self.board.clear();
        }
        if self.step == GuessStep::Asked {
            self.ask(now);
        }
    }

    /// The next move of the game; `None` after the last one.
    fn upcoming(&self) -> Option<Move> {
        self.moves.get(self.game.ply()).copied()
    }

    /// Asks for the next move of a side that is guessed, after those of the other side.
    fn ask(&mut self, now: Timestamp) {
        self.refused = None;
        let mut since = now;
        while let Some(mv) = self.upcoming() {
            if self.sides.has(self.game.position().side_to_move()) {
                self.judge = MoveJudge::new(self.game.clone());
                if self.is_unjudged {
                    self.judge.give_up();
                } else {
                    self.judge.judge(mv);
                }
                self.step = GuessStep::Asked;
                return;
            }
            since = self.play_on(mv, since);
        }
        self.step = GuessStep::Done;
    }

    /// Plays a move of the game, which glides from this time on. Returns when another may follow.
    fn play_on(&mut self, mv: Move, since: Timestamp) -> Timestamp {
        self.board.slide(self.game.position(), mv, None, since);
        let turn = self.game.position().side_to_move();
        let played = self.game.play(turn, mv);
        debug_assert!(played.is_ok(), "the moves were played before");
        self.board.last = Some(mv);
        since.plus_ms(GLIDE_MS + ANSWER_MS)
    }

    fn guess(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        let before = self.game.position();
        if let Err(rule) = before.validate(mv) {
            self.refused = Some(Notice::Illegal(against(rule)));
            return;
        }
        if self.upcoming() == Some(mv) {
            // a hit needs no judgement
            return self.answer(Some(mv), now);
        }
        let mut after = before.clone();
        after.make(mv);
        self.board.slide(before, mv, dropped_at, now);
        if !self.is_unjudged {
            self.judge.judge(mv);
        }
        self.step = GuessStep::Judging(mv, Box::new(after), now);
        self.edition += 1;
        self.answer_if_judged(now);
    }

    fn answer_if_judged(&mut self, now: Timestamp) {
        if let GuessStep::Judging(mv, _, began) = self.step
            && self.judge.has_ended()
        {
            self.board.rest();
            self.answer(Some(mv), now.max(began.plus_ms(GLIDE_MS)));
        }
    }

    /// Shows what was played, from this time on, and what the guess is worth.
    fn answer(&mut self, guess: Option<Move>, since: Timestamp) {
        let Some(played) = self.upcoming() else { return };
        self.edition += 1;
        self.guesses.push(Guess::of(self.game.ply(), guess, played, &self.judge));
        self.refused = None;
        // what is left of the searches is not needed
        self.judge.give_up();
        self.play_on(played, since);
        self.step = GuessStep::Answered;
    }
}

/// The square of the length of a move, in steps along the lines.
fn length(Move { from, to }: Move) -> u32 {
    let steps = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    steps(from.file(), to.file()) + steps(from.rank(), to.rank())
}

impl DiscExercise for Guessing {
    fn discs(&self) -> &DiscBoard {
        &self.board
    }

    fn parts(&mut self) -> (&mut DiscBoard, &Position) {
        (&mut self.board, self.game.position())
    }

    fn user(&self) -> Color {
        self.bottom
    }

    fn own(&self) -> Option<Color> {
        (self.step == GuessStep::Asked).then(|| self.game.position().side_to_move())
    }

    fn asked(&self) -> &Position {
        self.game.position()
    }

    fn tried(&mut self, tried: Tried, now: Timestamp) {
        self.board.cancel();
        self.refused = None;
        match tried {
            Tried::Move(mv, dropped_at) if self.step == GuessStep::Asked => {
                self.guess(mv, dropped_at, now);
            }
            Tried::Move(..) => {}
            Tried::Refused(notice) => self.refused = Some(notice),
        }
    }

    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let last = if let GuessStep::Judging(mv, ..) = self.step { Some(mv) } else { self.board.last };
        let mut scene = self.board.scene(&self.position(), last, placed, theme, now);
        let Some(shown) = self.shown() else { return scene };
        let is_other = |mv: &Move| *mv != shown.played;
        // the move of the game is on the board, unless the position before it is looked at
        let played = (self.step == GuessStep::Done).then_some((shown.played, MarkColor::Blue));
        let guess = shown.guess.filter(is_other).map(|mv| (mv, MarkColor::Yellow));
        let best = shown.best.filter(is_other).filter(|mv| Some(*mv) != shown.guess);
        let best = best.map(|mv| (mv, MarkColor::Green));
        let mut arrows: Vec<(Move, MarkColor)> = [played, guess, best].into_iter().flatten().collect();
        // a short one may lie on the way of a long one
        arrows.sort_by_key(|(mv, _)| Reverse(length(*mv)));
        for (Move { from, to }, color) in arrows {
            scene.shapes.extend(arrow(Place::Square(from), Place::Square(to), color, placed, theme));
        }
        scene
    }
}
