//! The lines that an engine sends.

use crate::dialect::Dialect;
use crate::info::Info;
use crate::option::EngineOption;
use crate::ranks::Ranks;
use crate::words::{phrase, quote, words};

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The name of the engine.
    Name(String),
    /// Its authors.
    Author(String),
    /// An option that it offers.
    Option(EngineOption),
    /// The end of its answer to the first command.
    Ok(Dialect),
    /// The answer to `isready`.
    ReadyOk,
    /// A report of its thinking.
    Info(Box<Info>),
    /// The end of a search.
    Best(Best),
    /// Anything else, which has no effect.
    Other,
}

/// The move that a search found, as the engine wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Best {
    /// The move; `None` if the engine has none.
    pub mv: Option<String>,
    /// The answer that it expects.
    pub ponder: Option<String>,
    /// Whether it resigns (UCCI).
    pub resigns: bool,
}

impl Reply {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str, ranks: Ranks) -> Self {
        let mut words = words(line);
        match words.next() {
            Some("id") => match words.next() {
                Some("name") => Self::Name(quote(&phrase(&mut words, &[]))),
                Some("author") => Self::Author(quote(&phrase(&mut words, &[]))),
                _ => Self::Other,
            },
            Some("option") => EngineOption::parse(&mut words).map_or(Self::Other, Self::Option),
            Some("uciok") => Self::Ok(Dialect::Uci),
            Some("ucciok") => Self::Ok(Dialect::Ucci),
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Box::new(Info::parse(&mut words, ranks))),
            Some("nobestmove") => Self::Best(Best::default()),
            Some("bestmove") => {
                let mv = words.next().filter(|mv| !is_none(mv)).map(quote);
                let mut best = Best { mv, ..Best::default() };
                while let Some(word) = words.next() {
                    match word {
                        "ponder" => best.ponder = words.next().filter(|mv| !is_none(mv)).map(quote),
                        "resign" => best.resigns = true,
                        _ => {}
                    }
                }
                Self::Best(best)
            }
            _ => Self::Other,
        }
    }

    /// Writes the line, without its end.
    #[must_use]
    pub fn write(&self, dialect: Dialect, ranks: Ranks) -> String {
        match self {
            Self::Name(name) => format!("id name {name}"),
            Self::Author(author) => format!("id author {author}"),
            Self::Option(option) => option.write(dialect),
            Self::Ok(dialect) => dialect.ok().to_owned(),
            Self::ReadyOk => "readyok".to_owned(),
            Self::Info(info) => info.write(dialect, ranks),
            Self::Best(best) => match (&best.mv, &best.ponder, dialect) {
                (None, _, Dialect::Ucci) => "nobestmove".to_owned(),
                (None, _, Dialect::Uci) => "bestmove (none)".to_owned(),
                (Some(mv), None, _) => format!("bestmove {mv}"),
                (Some(mv), Some(ponder), _) => format!("bestmove {mv} ponder {ponder}"),
            },
            Self::Other => String::new(),
        }
    }
}

/// Whether engines write this in place of a move.
fn is_none(text: &str) -> bool {
    matches!(text, "(none)" | "none" | "null" | "0000" | "a0a0" | "a1a1")
}
