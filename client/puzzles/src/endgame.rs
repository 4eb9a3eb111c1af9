//! Endgames to practise against the engine: positions whose result the books state.
//!
//! They are a text in `client/assets/endgames`, a line an endgame; `docs/endgames.md` describes the format.

use super::lines::{contents, is_plain_name};
use chuhe_engine::xiangqi::Score;
use chuhe_rules::xiangqi::{FenError, PieceKind, Position};
use chuhe_rules::{Color, Outcome};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

/// The moves of the user after which a draw counts as held, unless the engine sees a mate then.
pub const MOVES_TO_HOLD: u32 = 30;

/// The pieces beside the generals, in the order in which players name them.
const NAMED: [PieceKind; 6] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];
/// The columns of a line.
const COLUMNS: usize = 5;

static ENDGAMES: OnceLock<Vec<Endgame>> = OnceLock::new();

/// The endgames of the program: the won ones, and then the drawn ones.
#[must_use]
pub fn endgames() -> &'static [Endgame] {
    // a test reads them
    ENDGAMES
        .get_or_init(|| read_endgames(include_str!("../../assets/endgames/xiangqi.txt")).unwrap_or_default())
}

/// The result of an endgame with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The side to move wins.
    Win,
    /// The side to move is the weaker one, and draws.
    Hold,
}

/// What shows that the result is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Every position that can arise was computed. A win takes this number of plies against the longest defence.
    Exact(Option<u16>),
    /// The books agree, and games of the engine against itself.
    Book,
}

/// A position whose result the books state. The user plays the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Its name in the settings, which never changes.
    pub id: String,
    /// The result to keep.
    pub goal: Goal,
    /// The position.
    pub position: Position,
    /// What shows that the result is right.
    pub evidence: Evidence,
    /// The verdict in the words of the books.
    pub verdict: String,
    /// Its number, from 1, among the endgames with this goal and these pieces; `None` if it is the only one.
    pub number: Option<u8>,
}

/// The pieces of a side beside its general: each kind with its number, in the order in which players name them.
pub type Material = Vec<(PieceKind, u8)>;

impl Endgame {
    /// The side of the user.
    #[must_use]
    pub const fn user(&self) -> Color {
        self.position.side_to_move()
    }

    /// The pieces of the side that tries to win, and of the other one.
    #[must_use]
    pub fn material(&self) -> [Material; 2] {
        let attacker = match self.goal {
            Goal::Win => self.user(),
            Goal::Hold => self.user().opponent(),
        };
        [attacker, attacker.opponent()].map(|side| {
            let count = |kind| self.position.board().pieces(side, kind).count() as u8;
            NAMED.map(|kind| (kind, count(kind))).into_iter().filter(|(_, count)| *count > 0).collect()
        })
    }

    /// Whether a game that ended like this kept the result.
    #[must_use]
    pub fn is_kept_by(&self, outcome: Outcome) -> bool {
        match outcome.winner() {
            Some(winner) => winner == self.user(),
            None => self.goal == Goal::Hold,
        }
    }

    /// Whether the user has held the draw after this many plies, when the engine is to move and finds this.
    #[must_use]
    pub fn is_held_after(&self, plies: usize, found: Score) -> bool {
        let sees_mate = matches!(found, Score::Mate(moves) if moves > 0);
        self.goal == Goal::Hold && plies.div_ceil(2) >= MOVES_TO_HOLD as usize && !sees_mate
    }
}

/// A mistake in the text of endgames.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct EndgameError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: EndgameFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndgameFault {
    /// It has another number of columns.
    #[error("a line has {COLUMNS} columns with | between them")]
    Columns,
    /// The identifier has other characters than small letters, digits and hyphens, or stands twice.
    #[error("an endgame needs an identifier of its own, of small letters, digits and hyphens")]
    Id,
    /// The goal is another word.
    #[error("a goal is `win` or `hold`")]
    Goal,
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(#[from] FenError),
    /// The game is over there.
    #[error("the side to move has no move")]
    Over,
    /// The evidence is none of the format, or that of the other goal.
    #[error("evidence is `exact` with the plies of a win, or `book`")]
    Evidence,
    /// The verdict is empty.
    #[error("the verdict of the books is missing")]
    Verdict,
}

/// Reads endgames, a line each. Lines that begin with `#` and empty lines are ignored.
///
/// # Errors
/// The first mistake, with its line.
pub fn read_endgames(text: &str) -> Result<Vec<Endgame>, EndgameError> {
    let mut ids = BTreeSet::new();
    let mut endgames = Vec::new();
    for (line, content) in contents(text) {
        let endgame = read_line(content).map_err(|fault| EndgameError { line, fault })?;
        if !ids.insert(endgame.id.clone()) {
            return Err(EndgameError { line, fault: EndgameFault::Id });
        }
        endgames.push(endgame);
    }
    number(&mut endgames);
    Ok(endgames)
}

/// Numbers the endgames that have the same pieces.
fn number(endgames: &mut [Endgame]) {
    let mut alike: Vec<(Goal, [Material; 2], Vec<usize>)> = Vec::new();
    for (index, endgame) in endgames.iter().enumerate() {
        let (goal, material) = (endgame.goal, endgame.material());
        match alike.iter_mut().find(|(of, pieces, _)| *of == goal && *pieces == material) {
            Some((_, _, indices)) => indices.push(index),
            None => alike.push((goal, material, vec![index])),
        }
    }
    for (_, _, indices) in alike.into_iter().filter(|(_, _, indices)| indices.len() > 1) {
        for (number, index) in (1..).zip(indices) {
            endgames[index].number = Some(number);
        }
    }
}

fn read_line(line: &str) -> Result<Endgame, EndgameFault> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[id, goal, fen, evidence, verdict] = columns.as_slice() else {
        return Err(EndgameFault::Columns);
    };
    if !is_plain_name(id) {
        return Err(EndgameFault::Id);
    }
    let goal = match goal {
        "win" => Goal::Win,
        "hold" => Goal::Hold,
        _ => return Err(EndgameFault::Goal),
    };
    let position = Position::from_fen(fen)?;
    if !position.has_legal_move() {
        return Err(EndgameFault::Over);
    }
    let evidence = match (evidence.split_once(' '), goal) {
        (Some(("exact", plies)), Goal::Win) => {
            Evidence::Exact(Some(plies.trim().parse().map_err(|_| EndgameFault::Evidence)?))
        }
        (None, Goal::Hold) if evidence == "exact" => Evidence::Exact(None),
        (None, _) if evidence == "book" => Evidence::Book,
        _ => return Err(EndgameFault::Evidence),
    };
    if verdict.is_empty() {
        return Err(EndgameFault::Verdict);
    }
    Ok(Endgame { id: id.to_owned(), goal, position, evidence, verdict: verdict.to_owned(), number: None })
}

/// As [`read_endgames`] reads it back.
impl fmt::Display for Endgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = match self.goal {
            Goal::Win => "win",
            Goal::Hold => "hold",
        };
        write!(f, "{} | {goal} | {} | ", self.id, self.position.fen())?;
        match self.evidence {
            Evidence::Exact(Some(plies)) => write!(f, "exact {plies}")?,
            Evidence::Exact(None) => write!(f, "exact")?,
            Evidence::Book => write!(f, "book")?,
        }
        write!(f, " | {}", self.verdict)
    }
}
