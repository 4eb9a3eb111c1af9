//! Games: the moves from a start position to the current one.

use super::arbiter::{self, JudgedMove, Ruling};
use super::{History, IllegalMove, Move, Piece, Position, Rules, Undo};
use crate::{Color, DrawReason, Outcome, RulesVersion, WinReason};
use alloc::{boxed::Box, vec::Vec};

/// A game of xiangqi: its start position, moves and current position.
///
/// It ends when the side to move has no legal move, by the arbiter's [`Ruling`] on a position that
/// stands for the third time, by the natural limit, and when no piece is left that can attack.
/// Resignation, time and agreements are the caller's responsibility.
///
/// ```
/// use chuhe_rules::{Color, xiangqi::{Game, IllegalMove, Position, Rules}};
/// let mut game = Game::new(Position::start(), Rules::default());
/// let played = game.play(Color::Red, "h2e2".parse()?)?;
/// assert_eq!((played.captured, played.check, played.outcome), (None, false, None));
/// assert_eq!(game.validate(Color::Red, "e2e6".parse()?), Err(IllegalMove::NotYourTurn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    start: Position,
    position: Position,
    moves: Vec<Move>,
    undos: Vec<Undo>,
    history: History,
    outcome: Option<Outcome>,
    /// The arbiter's ruling on the current position, if it has stood before.
    repetition: Option<Box<Ruling>>,
}

/// The plies for which a new game reserves memory.
const FIRST_PLIES: usize = 64;

/// The effects of a move.
///
/// [`Game::ruling`] and [`Game::warning`] say more about a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The captured piece.
    pub captured: Option<Piece>,
    /// Whether the move gives check.
    pub check: bool,
    /// How the game ended, if the move ended it.
    pub outcome: Option<Outcome>,
    /// Whether the move repeated a position, so that there is a warning or a ruling.
    pub repetition: bool,
}

impl Game {
    /// Creates a game from the position `start`.
    ///
    /// The game may be over at once, for example if the side to move has no legal move.
    #[must_use]
    pub fn new(start: Position, rules: Rules) -> Self {
        let mut game = Self {
            rules,
            position: start.clone(),
            moves: Vec::with_capacity(FIRST_PLIES),
            undos: Vec::with_capacity(FIRST_PLIES),
            history: History::new(start.key()),
            outcome: None,
            repetition: None,
            start,
        };
        game.conclude(true);
        game
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move; `None` once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.outcome.is_none().then(|| self.position.side_to_move())
    }

    /// The number of moves played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What takes the moves back, in the order in which they were played.
    #[must_use]
    pub fn undos(&self) -> &[Undo] {
        &self.undos
    }

    /// The history of positions.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The outcome by the rules, once the game is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The ruling that ended the game, if it ended by a repetition.
    #[must_use]
    pub fn ruling(&self) -> Option<&Ruling> {
        self.repetition().filter(|_| self.is_third_occurrence())
    }

    /// The ruling if the same moves are played once more; `None` unless the position has stood once before.
    ///
    /// It is gone after the next move that repeats no position.
    #[must_use]
    pub fn warning(&self) -> Option<&Ruling> {
        self.repetition().filter(|_| !self.is_third_occurrence())
    }

    fn is_third_occurrence(&self) -> bool {
        self.history.occurrences() >= arbiter::OCCURRENCES_TO_RULE
    }

    /// The captured pieces of `color`, in order of their capture.
    pub fn captured(&self, color: Color) -> impl Iterator<Item = Piece> + '_ {
        self.undos.iter().filter_map(Undo::captured).filter(move |piece| piece.color == color)
    }

    /// Checks whether the player of `by` may play `mv` now.
    ///
    /// # Errors
    /// The rule that forbids the move: first that the game is over, then rules about the origin
    /// and the turn, then those of [`Position::validate`].
    pub fn validate(&self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if by == self.position.side_to_move() {
            return self.position.validate(mv);
        }
        match self.position.piece_at(mv.from) {
            None => Err(IllegalMove::NoPiece),
            Some(piece) if piece.color == by => Err(IllegalMove::NotYourTurn),
            Some(_) => Err(IllegalMove::NotYourPiece),
        }
    }

    /// Plays `mv` for the player of `by`, or changes nothing if it is illegal.
    ///
    /// # Errors
    /// As [`Game::validate`].
    pub fn play(&mut self, by: Color, mv: Move) -> Result<Played, IllegalMove> {
        self.validate(by, mv)?;
        let undo = self.position.make(mv);
        self.moves.push(mv);
        self.undos.push(undo);
        self.history.push(self.position.key());
        self.conclude(undo.captured().is_some());
        Ok(Played {
            captured: undo.captured(),
            check: self.position.in_check(),
            outcome: self.outcome,
            repetition: self.repetition.is_some(),
        })
    }

    /// Finds whether the current position ends the game; `captured` if pieces may have become few.
    #[inline(always)]
    fn conclude(&mut self, captured: bool) {
        self.outcome = end_of(&self.position);
        if self.repetition.is_some() {
            self.repetition = None;
        }
        if self.outcome.is_none() && self.rules.version >= RulesVersion::V2 {
            if self.history.occurrences() > 1 {
                self.judge_repetition();
            } else if captured && !self.position.has_any_attackers() {
                self.outcome = Some(Outcome::Drawn(DrawReason::NoAttackers));
            }
            if self.outcome.is_none() && arbiter::natural_limit_is_reached(&self.position, &self.undos) {
                self.outcome = Some(Outcome::Drawn(DrawReason::NaturalLimit));
            }
        }
    }

    /// Rules on a position that stands for the third time, or warns of it at the second.
    #[cold]
    fn judge_repetition(&mut self) {
        let ruling = self.rule_on_repetition().expect("the position has stood before");
        if self.is_third_occurrence() {
            self.outcome = Some(ruling.verdict.outcome());
        }
        self.repetition = Some(Box::new(ruling));
    }

    /// The ruling on the current position, which ended the game or is that of the warning.
    #[must_use]
    pub fn repetition(&self) -> Option<&Ruling> {
        self.repetition.as_deref()
    }

    /// Rules on the moves since the current position stood before; `None` if it never did.
    ///
    /// These are the moves since the first of its last three occurrences, or of its only two. It
    /// rules at any repetition, in any version of the rules, and without effect on the game.
    #[must_use]
    pub fn rule_on_repetition(&self) -> Option<Ruling> {
        let from_ply = self.history.earlier_occurrences().take(arbiter::OCCURRENCES_TO_RULE - 1).last()?;
        Some(arbiter::judge(&self.position, &self.undos[from_ply..], self.ply(), self.rules.set))
    }

    /// The grounds of a ruling on this game: what each of the judged moves is.
    ///
    /// They are found when someone asks for them, so that a ruling itself takes little time.
    ///
    /// # Panics
    /// If the game does not have the plies that the ruling judged.
    #[must_use]
    pub fn judged_moves(&self, ruling: &Ruling) -> Vec<JudgedMove> {
        let end = self.position_at(ruling.to_ply).expect("a ruling is on moves of the game");
        arbiter::judged_moves(&end, &self.undos[ruling.from_ply..ruling.to_ply], self.rules.set)
    }

    /// Takes moves back until at most `ply` are left.
    pub fn take_back_to(&mut self, ply: usize) {
        while self.moves.len() > ply {
            self.moves.pop();
            let undo = self.undos.pop().expect("each move has its undo");
            self.position.unmake(undo);
        }
        self.history.truncate(ply);
        self.conclude(true);
    }

    /// The position after the first `ply` moves; `None` if fewer were played.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        let later = self.undos.get(ply..)?;
        let mut position = self.position.clone();
        for &undo in later.iter().rev() {
            position.unmake(undo);
        }
        Some(position)
    }
}

/// The outcome if the side to move has no legal move: it loses, checkmated or stalemated.
fn end_of(position: &Position) -> Option<Outcome> {
    if position.has_legal_move() {
        return None;
    }
    let reason = if position.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
    Some(Outcome::won(position.side_to_move().opponent(), reason))
}
