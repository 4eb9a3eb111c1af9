//! Games: the moves from a start position to the current one.

use super::{History, IllegalMove, Move, Piece, Position, Undo};
use crate::{Color, Outcome, WinReason};

/// A game of xiangqi: its start position, moves and current position.
///
/// It ends when the side to move has no legal move. Resignation, time and agreements are the
/// caller's responsibility.
///
/// ```
/// use chuhe_rules::{Color, xiangqi::{Game, IllegalMove, Position}};
/// let mut game = Game::new(Position::start());
/// let played = game.play(Color::Red, "h2e2".parse()?)?;
/// assert_eq!((played.captured, played.check, played.outcome), (None, false, None));
/// assert_eq!(game.validate(Color::Red, "e2e6".parse()?), Err(IllegalMove::NotYourTurn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    undos: Vec<Undo>,
    history: History,
    outcome: Option<Outcome>,
}

/// The effects of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The captured piece.
    pub captured: Option<Piece>,
    /// Whether the move gives check.
    pub check: bool,
    /// How the game ended, if the move ended it.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// Creates a game from the position `start`.
    ///
    /// The game is over at once if the side to move has no legal move.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            position: start.clone(),
            moves: Vec::new(),
            undos: Vec::new(),
            history: History::new(start.key()),
            outcome: end_of(&start),
            start,
        }
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
        self.outcome = end_of(&self.position);
        Ok(Played { captured: undo.captured(), check: self.position.in_check(), outcome: self.outcome })
    }

    /// Takes moves back until at most `ply` are left.
    pub fn take_back_to(&mut self, ply: usize) {
        while self.moves.len() > ply {
            self.moves.pop();
            let undo = self.undos.pop().expect("each move has its undo");
            self.position.unmake(undo);
        }
        self.history.truncate(ply);
        self.outcome = end_of(&self.position);
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
