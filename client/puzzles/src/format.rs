//! Reads and writes puzzles as text; `docs/puzzles.md` describes the format.

use super::lines::{Identifiers, contents, first_word};
use super::puzzle::Puzzle;
use super::theme::Theme;
use chuhe_engine::xiangqi::{MateMoves, MateSolver};
use chuhe_rules::xiangqi::{FenError, Move, Position};
use std::fmt;

/// The most puzzles of a text.
const MOST_PUZZLES: usize = 20_000;
/// The most bytes of a title.
const MOST_BYTES: usize = 100;

/// A mistake in the text of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
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
    /// The title is empty or too long.
    #[error("a title has 1 to {MOST_BYTES} bytes")]
    Title,
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(#[from] FenError),
    /// The line is no length with a class of moves.
    #[error("a mate is an odd number of plies from 3 to {}, and `all` or `checks`", MateSolver::MAX_PLIES)]
    Mate,
    /// The text is not a move that the position allows.
    #[error("not a legal move: {0:?}")]
    Move(String),
    /// The text is not the name of a theme.
    #[error("not a theme: {0:?}")]
    Theme(String),
    /// The text is not a difficulty.
    #[error("not a difficulty: {0:?}")]
    Difficulty(String),
    /// The puzzle before lacks a position, a mate, first moves or a difficulty.
    #[error("the puzzle before lacks a board, a mate, first moves or a difficulty")]
    Unfinished,
    /// The text has too many puzzles.
    #[error("more than {MOST_PUZZLES} puzzles")]
    TooMany,
}

/// Reads puzzles.
///
/// # Errors
/// The first mistake, with its line.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut reader = Reader::default();
    for (line, content) in contents(text) {
        reader.line(content).map_err(|fault| PuzzleError { line, fault })?;
    }
    reader.finish().map_err(|fault| PuzzleError { line: text.lines().count(), fault })?;
    Ok(reader.puzzles)
}

/// As [`read`] reads it back.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle {}", self.id)?;
        if let Some(title) = &self.title {
            writeln!(f, "title {title}")?;
        }
        writeln!(f, "board {}", self.position.fen())?;
        writeln!(f, "mate {} {}", self.plies, class_name(self.class))?;
        let first: Vec<String> = self.first.iter().map(Move::to_string).collect();
        writeln!(f, "first {}", first.join(" "))?;
        if !self.themes.is_empty() {
            let names: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
            writeln!(f, "themes {}", names.join(" "))?;
        }
        writeln!(f, "difficulty {}", self.difficulty)
    }
}

/// The title that a comment makes, of its first line: at most as long as a title may be.
#[must_use]
pub fn title_of(comment: &str) -> Option<String> {
    let lines = comment.lines().map(|line| line.replace(char::is_control, " "));
    let line = lines.map(|line| line.trim().to_owned()).find(|line| !line.is_empty())?;
    Some(line[..line.floor_char_boundary(MOST_BYTES)].trim_end().to_owned())
}

const fn class_name(class: MateMoves) -> &'static str {
    match class {
        MateMoves::All => "all",
        MateMoves::Checks => "checks",
    }
}

#[derive(Default)]
struct Reader {
    puzzles: Vec<Puzzle>,
    ids: Identifiers,
    open: Option<Draft>,
}

/// A puzzle of which some lines are read.
struct Draft {
    id: String,
    title: Option<String>,
    position: Option<Position>,
    mate: Option<(u8, MateMoves)>,
    first: Option<Vec<Move>>,
    themes: Option<Vec<Theme>>,
    difficulty: Option<u16>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let (word, rest) = first_word(line);
        if word == "puzzle" {
            return self.puzzle(rest);
        }
        let draft = self.open.as_mut().ok_or(Fault::Misplaced)?;
        match word {
            "title" => set(&mut draft.title, title(rest)?),
            "board" => set(&mut draft.position, Position::from_fen(rest)?),
            "mate" => set(&mut draft.mate, mate(rest).ok_or(Fault::Mate)?),
            "first" => {
                let position = draft.position.as_ref().ok_or(Fault::Misplaced)?;
                set(&mut draft.first, words(rest, |word| first_move(position, word))?)
            }
            "themes" => set(&mut draft.themes, words(rest, theme)?),
            "difficulty" => {
                let number = rest.parse().map_err(|_| Fault::Difficulty(rest.to_owned()))?;
                set(&mut draft.difficulty, number)
            }
            _ => Err(Fault::UnknownWord(word.to_owned())),
        }
    }

    fn puzzle(&mut self, id: &str) -> Result<(), Fault> {
        self.finish()?;
        if !self.ids.take(id) {
            return Err(Fault::Id);
        }
        if self.puzzles.len() >= MOST_PUZZLES {
            return Err(Fault::TooMany);
        }
        let id = id.to_owned();
        self.open = Some(Draft {
            id,
            title: None,
            position: None,
            mate: None,
            first: None,
            themes: None,
            difficulty: None,
        });
        Ok(())
    }

    /// Completes the puzzle whose lines are read.
    fn finish(&mut self) -> Result<(), Fault> {
        let Some(draft) = self.open.take() else { return Ok(()) };
        let (plies, class) = draft.mate.ok_or(Fault::Unfinished)?;
        self.puzzles.push(Puzzle {
            id: draft.id,
            title: draft.title,
            position: draft.position.ok_or(Fault::Unfinished)?,
            plies,
            class,
            first: draft.first.filter(|first| !first.is_empty()).ok_or(Fault::Unfinished)?,
            themes: draft.themes.unwrap_or_default(),
            difficulty: draft.difficulty.ok_or(Fault::Unfinished)?,
        });
        Ok(())
    }
}

fn set<T>(field: &mut Option<T>, value: T) -> Result<(), Fault> {
    if field.replace(value).is_some() { Err(Fault::Twice) } else { Ok(()) }
}

fn title(text: &str) -> Result<String, Fault> {
    if (1..=MOST_BYTES).contains(&text.len()) { Ok(text.to_owned()) } else { Err(Fault::Title) }
}

/// `7 checks`.
fn mate(text: &str) -> Option<(u8, MateMoves)> {
    let (plies, class) = text.split_once(' ')?;
    let plies = plies.parse().ok().filter(|plies| plies % 2 == 1)?;
    let class = [MateMoves::All, MateMoves::Checks].into_iter().find(|of| class_name(*of) == class)?;
    (3..=MateSolver::MAX_PLIES).contains(&plies).then_some((plies, class))
}

fn first_move(position: &Position, word: &str) -> Result<Move, Fault> {
    let mv: Option<Move> = word.parse().ok();
    mv.filter(|&mv| position.validate(mv).is_ok()).ok_or_else(|| Fault::Move(word.to_owned()))
}

fn theme(word: &str) -> Result<Theme, Fault> {
    let theme = Theme::ALL.into_iter().find(|theme| theme.name() == word);
    theme.ok_or_else(|| Fault::Theme(word.to_owned()))
}

fn words<T>(text: &str, read: impl Fn(&str) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    text.split_whitespace().map(read).collect()
}
