//! What an engine reports while it thinks.

use crate::dialect::Dialect;
use crate::limits::MAX_LINE_MOVES;
use crate::ranks::Ranks;
use crate::words::{Words, count, integer};
use chuhe_rules::xiangqi::Move;
use std::fmt::{self, Write};
use std::time::Duration;

/// A score, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative if the side to move is mated, 0 if it is already.
    Mate(i32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// How a score relates to the value of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A report of an engine that thinks. What the engine left out is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The greatest depth that a line reached.
    pub selective_depth: Option<u32>,
    /// The place of the line among several, from 1.
    pub multi_pv: Option<u32>,
    /// The score.
    pub score: Option<Score>,
    /// How the score relates to the value.
    pub bound: Bound,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The nodes searched in a second.
    pub nodes_per_second: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// How full the hash table is, in thousandths.
    pub hash_permille: Option<u32>,
    /// The line of best play.
    pub line: Vec<Move>,
    /// Text for people.
    pub text: Option<String>,
}

impl Info {
    /// A report that is only text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows the word `info`, and skips what it does not understand.
    pub(crate) fn parse(words: &mut Words<'_>, ranks: Ranks) -> Self {
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words),
                "seldepth" => info.selective_depth = number(words),
                "multipv" => info.multi_pv = number(words),
                "nodes" => info.nodes = number(words),
                "nps" => info.nodes_per_second = number(words),
                "hashfull" => info.hash_permille = number(words),
                "time" => info.time = number(words).map(Duration::from_millis),
                "score" => info.score = parse_score(words),
                "lowerbound" => info.bound = Bound::Lower,
                "upperbound" => info.bound = Bound::Upper,
                "pv" => {
                    while let Some(mv) = words.peek().and_then(|word| ranks.read(word)) {
                        words.next();
                        if info.line.len() < MAX_LINE_MOVES {
                            info.line.push(mv);
                        }
                    }
                }
                "string" | "message" => {
                    info.text = Some(crate::words::quote(&crate::words::phrase(words, &[])));
                }
                _ => {}
            }
        }
        info
    }

    /// Writes the line, without its end.
    #[must_use]
    pub fn write(&self, dialect: Dialect, ranks: Ranks) -> String {
        let mut line = String::from("info");
        let push = |line: &mut String, word: &str, number: Option<u64>| {
            let Some(number) = number else { return };
            write!(line, " {word} {number}").expect("a string can be written to");
        };
        push(&mut line, "depth", self.depth.map(u64::from));
        push(&mut line, "seldepth", self.selective_depth.map(u64::from));
        push(&mut line, "multipv", self.multi_pv.map(u64::from));
        if let Some(score) = self.score {
            push_score(&mut line, score, self.bound, dialect);
        }
        push(&mut line, "nodes", self.nodes);
        push(&mut line, "nps", self.nodes_per_second);
        push(&mut line, "hashfull", self.hash_permille.map(u64::from));
        push(&mut line, "time", self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)));
        if !self.line.is_empty() {
            line.push_str(" pv");
            for &mv in &self.line {
                line.push(' ');
                line.push_str(&ranks.write(mv));
            }
        }
        if let Some(text) = &self.text {
            line.push_str(if dialect == Dialect::Uci { " string " } else { " message " });
            line.push_str(text);
        }
        line
    }
}

/// The score of a mate on the board in UCCI, which has no word for mates.
const UCCI_MATE: i32 = 30_000;

fn push_score(line: &mut String, score: Score, bound: Bound, dialect: Dialect) {
    let plies_to_mate = |moves: i32| if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    let written = match (dialect, score) {
        (Dialect::Uci, Score::Cp(cp)) => write!(line, " score cp {cp}"),
        (Dialect::Uci, Score::Mate(moves)) => write!(line, " score mate {moves}"),
        (Dialect::Ucci, Score::Cp(cp)) => write!(line, " score {cp}"),
        (Dialect::Ucci, Score::Mate(moves)) => {
            let score = UCCI_MATE - plies_to_mate(moves);
            write!(line, " score {}", if moves > 0 { score } else { -score })
        }
    };
    written.expect("a string can be written to");
    if dialect == Dialect::Uci {
        line.push_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
    }
}

/// Reads `cp 31`, `mate -2`, or UCCI's plain `31`.
fn parse_score(words: &mut Words<'_>) -> Option<Score> {
    let clamp = |number: i64| number.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    match *words.peek()? {
        "cp" => {
            words.next();
            words.next_if(|word| integer(word).is_some()).and_then(integer).map(|cp| Score::Cp(clamp(cp)))
        }
        "mate" => {
            words.next();
            words
                .next_if(|word| integer(word).is_some())
                .and_then(integer)
                .map(|mate| Score::Mate(clamp(mate)))
        }
        word => {
            let score = integer(word)?;
            words.next();
            Some(Score::Cp(clamp(score)))
        }
    }
}

/// Reads a number if the next word is one.
fn number<T: TryFrom<u64>>(words: &mut Words<'_>) -> Option<T> {
    let number = words.next_if(|word| count(word).is_some()).and_then(count)?;
    T::try_from(number).ok()
}
