//! Reads and writes puzzles of luzhanqi as text; `docs/puzzles.md` describes the format.

use super::flag_puzzle::{FlagFact, FlagPuzzle, HiddenPiece};
use super::lines::{Identifiers, contents, first_word};
use chuhe_rules::luzhanqi::{Move, Position, PositionError, Strength};
use std::fmt;

/// The most puzzles of a text.
const MOST_PUZZLES: usize = 1_000;
/// The most hidden pieces: their arrangements are all tried.
const MOST_HIDDEN: usize = 6;
/// The most moves of the user.
const MOST_MOVES: u8 = 3;

/// A mistake in the text of puzzles of luzhanqi.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct FlagError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: FlagFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlagFault {
    /// The first word is none of the format.
    #[error("a line does not begin with {0:?}")]
    UnknownWord(String),
    /// The line stands before the first puzzle.
    #[error("this belongs into a puzzle")]
    Misplaced,
    /// The line stands twice in a puzzle.
    #[error("this stands twice")]
    Twice,
    /// The identifier has other characters than small letters, digits and hyphens, or stands twice.
    #[error("a puzzle needs an identifier of its own, of small letters, digits and hyphens")]
    Id,
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(#[from] PositionError),
    /// The position has pieces of the side that is not to move.
    #[error("the board has the pieces of the side to move alone")]
    Sides,
    /// The line is no hidden piece with what is known of it.
    #[error("not a hidden piece: {0:?}")]
    Hidden(String),
    /// The line has other letters than those of pieces.
    #[error("not pieces: {0:?}")]
    Left(String),
    /// The number of moves is too small or too great.
    #[error("a puzzle has 1 to {MOST_MOVES} moves")]
    Moves,
    /// The first move is none that the position allows.
    #[error("the puzzle before has no legal first move: {0:?}")]
    Move(String),
    /// The puzzle before lacks a line.
    #[error("the puzzle before lacks a board, hidden pieces, the pieces left, moves or a first move")]
    Unfinished,
    /// There are not as many pieces left as hidden ones, or too many.
    #[error("the puzzle before has as many pieces left as hidden ones, and at most {MOST_HIDDEN}")]
    Count,
    /// More pieces of the user stand and have fallen than there are in a set.
    #[error("the puzzle before has more pieces than a set")]
    Set,
    /// The flag is not among the pieces left, or no arrangement of them agrees with what is known.
    #[error("the pieces left in the puzzle before lack the flag, or fit in no way")]
    Impossible,
    /// The marshal has fallen, which shows the flag, but several stations may have it.
    #[error("the marshal of the puzzle before has fallen, so its flag must be certain")]
    HiddenFlag,
    /// The text has too many puzzles.
    #[error("more than {MOST_PUZZLES} puzzles")]
    TooMany,
}

/// Reads puzzles of luzhanqi.
///
/// # Errors
/// The first mistake, with its line.
pub fn read_flags(text: &str) -> Result<Vec<FlagPuzzle>, FlagError> {
    let mut reader = Reader::default();
    for (line, content) in contents(text) {
        reader.line(content).map_err(|fault| FlagError { line, fault })?;
    }
    reader.finish().map_err(|fault| FlagError { line: text.lines().count(), fault })?;
    Ok(reader.puzzles)
}

/// As [`read_flags`] reads it back.
impl fmt::Display for FlagPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle {}", self.id)?;
        writeln!(f, "board {}", self.own.text())?;
        for piece in &self.hidden {
            write!(f, "hidden {}", piece.station)?;
            for fact in &piece.facts {
                match fact {
                    FlagFact::Moved => write!(f, " moved")?,
                    FlagFact::Took(own) => write!(f, " took {}", own.letter())?,
                    FlagFact::Held(own) => write!(f, " held {}", own.letter())?,
                }
            }
            writeln!(f)?;
        }
        let left: Vec<String> = self.left.iter().map(|strength| strength.letter().to_string()).collect();
        writeln!(f, "left {}", left.join(" "))?;
        writeln!(f, "moves {}", self.moves)?;
        writeln!(f, "first {}", self.first)
    }
}

#[derive(Default)]
struct Reader {
    puzzles: Vec<FlagPuzzle>,
    ids: Identifiers,
    open: Option<Draft>,
}

/// A puzzle of which some lines are read.
struct Draft {
    id: String,
    own: Option<Position>,
    hidden: Vec<HiddenPiece>,
    left: Option<Vec<Strength>>,
    moves: Option<u8>,
    first: Option<String>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), FlagFault> {
        let (word, rest) = first_word(line);
        if word == "puzzle" {
            return self.puzzle(rest);
        }
        let draft = self.open.as_mut().ok_or(FlagFault::Misplaced)?;
        match word {
            "board" => set(&mut draft.own, own(rest)?),
            "hidden" => {
                let piece = hidden(rest).ok_or_else(|| FlagFault::Hidden(rest.to_owned()))?;
                if draft.hidden.iter().any(|it| it.station >= piece.station) {
                    return Err(FlagFault::Hidden(rest.to_owned()));
                }
                draft.hidden.push(piece);
                Ok(())
            }
            "left" => {
                let left: Option<Vec<Strength>> = rest.split_whitespace().map(strength).collect();
                let mut left = left.ok_or_else(|| FlagFault::Left(rest.to_owned()))?;
                left.sort_by_key(|strength| *strength as usize);
                set(&mut draft.left, left)
            }
            "moves" => {
                let moves = rest.parse().ok().filter(|moves| (1..=MOST_MOVES).contains(moves));
                set(&mut draft.moves, moves.ok_or(FlagFault::Moves)?)
            }
            "first" => set(&mut draft.first, rest.to_owned()),
            _ => Err(FlagFault::UnknownWord(word.to_owned())),
        }
    }

    fn puzzle(&mut self, id: &str) -> Result<(), FlagFault> {
        self.finish()?;
        if !self.ids.take(id) {
            return Err(FlagFault::Id);
        }
        if self.puzzles.len() >= MOST_PUZZLES {
            return Err(FlagFault::TooMany);
        }
        let id = id.to_owned();
        self.open = Some(Draft { id, own: None, hidden: Vec::new(), left: None, moves: None, first: None });
        Ok(())
    }

    /// Completes the puzzle whose lines are read.
    fn finish(&mut self) -> Result<(), FlagFault> {
        let Some(Draft { id, own, hidden, left, moves, first }) = self.open.take() else { return Ok(()) };
        let (own, left) = (own.ok_or(FlagFault::Unfinished)?, left.ok_or(FlagFault::Unfinished)?);
        let (moves, first) = (moves.ok_or(FlagFault::Unfinished)?, first.ok_or(FlagFault::Unfinished)?);
        if hidden.len() != left.len() || left.len() > MOST_HIDDEN {
            return Err(FlagFault::Count);
        }
        let mv: Move = first.parse().map_err(|_| FlagFault::Move(first.clone()))?;
        let puzzle = FlagPuzzle { id, own, hidden, left, moves, first: mv };
        check(&puzzle)?;
        self.puzzles.push(puzzle);
        Ok(())
    }
}

/// Checks that all of a puzzle can have come from one game.
fn check(puzzle: &FlagPuzzle) -> Result<(), FlagFault> {
    let facts = || puzzle.hidden.iter().flat_map(|piece| &piece.facts);
    for strength in Strength::ALL {
        let standing = puzzle.own.pieces().filter(|(_, piece)| piece.strength == strength).count();
        let fallen = facts().filter(|fact| fact.fallen() == Some(strength)).count();
        if standing + fallen > strength.count_in_set() {
            return Err(FlagFault::Set);
        }
    }
    let worlds = puzzle.worlds();
    let has_flag = puzzle.left.contains(&Strength::Flag);
    let Some(any) = worlds.first().filter(|_| has_flag) else { return Err(FlagFault::Impossible) };
    let their = puzzle.user().opponent();
    if worlds.iter().any(|world| world.revealed_flag(their) != any.revealed_flag(their)) {
        return Err(FlagFault::HiddenFlag);
    }
    any.validate(puzzle.first).map_err(|_| FlagFault::Move(puzzle.first.to_string()))
}

fn own(text: &str) -> Result<Position, FlagFault> {
    let position = Position::from_text(text)?;
    let side = position.side_to_move();
    if position.pieces().any(|(_, piece)| piece.color != side) { Err(FlagFault::Sides) } else { Ok(position) }
}

/// `n64 moved took R`.
fn hidden(text: &str) -> Option<HiddenPiece> {
    let mut words = text.split_whitespace();
    let station = words.next()?.parse().ok()?;
    let mut facts = Vec::new();
    while let Some(word) = words.next() {
        facts.push(match word {
            "moved" => FlagFact::Moved,
            "took" => FlagFact::Took(strength(words.next()?)?),
            "held" => FlagFact::Held(strength(words.next()?)?),
            _ => return None,
        });
    }
    Some(HiddenPiece { station, facts })
}

fn strength(word: &str) -> Option<Strength> {
    let mut letters = word.chars();
    let strength = Strength::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(strength)
}

fn set<T>(field: &mut Option<T>, value: T) -> Result<(), FlagFault> {
    if field.replace(value).is_some() { Err(FlagFault::Twice) } else { Ok(()) }
}
