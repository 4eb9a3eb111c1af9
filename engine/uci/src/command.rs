//! The commands that an engine receives.

use crate::command_error::CommandError;
use crate::context::Context;
use crate::dialect::Dialect;
use crate::go::Go;
use crate::limits::MAX_LINE_BYTES;
use crate::words::{Words, phrase, quote, words};
use chuhe_rules::xiangqi::{Move, Position};

/// A command to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Begins a conversation.
    Start(Dialect),
    /// Asks for `readyok`.
    IsReady,
    /// Announces that the next position is of another game.
    NewGame,
    /// Sets an option, or presses it if it is a button.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, unless it is a button.
        value: Option<String>,
    },
    /// Sets the position by its start and the moves since.
    Position {
        /// The start position.
        start: Box<Position>,
        /// The moves, which nobody has checked.
        moves: Vec<Move>,
    },
    /// Forbids moves in the next search (UCCI).
    BanMoves(Vec<Move>),
    /// Asks what the engine remembers of a position (UCCI); it stays in the game before.
    Probe,
    /// Searches the position.
    Go(Box<Go>),
    /// Ends the search.
    Stop,
    /// Says that the opponent played the move for which the engine ponders.
    PonderHit,
    /// Ends the program.
    Quit,
    /// A command without effect on an engine of xiangqi, such as `debug`.
    Ignored,
}

impl Command {
    /// Reads a line; `None` if it is empty.
    ///
    /// ```
    /// use chuhe_uci::{Command, Context, Dialect};
    /// let context = Context::new(Dialect::Uci);
    /// assert_eq!(Command::parse("isready", &context), Ok(Some(Command::IsReady)));
    /// assert!(Command::parse("position fen 9/9 w", &context).is_err());
    /// ```
    ///
    /// # Errors
    /// If the line is no command, or lacks something.
    pub fn parse(line: &str, context: &Context) -> Result<Option<Self>, CommandError> {
        if line.len() > MAX_LINE_BYTES {
            return Err(CommandError::TooLong);
        }
        let mut words = words(line);
        let Some(word) = words.next() else { return Ok(None) };
        Ok(Some(match word {
            "uci" => Self::Start(Dialect::Uci),
            "ucci" => Self::Start(Dialect::Ucci),
            "isready" => Self::IsReady,
            "ucinewgame" | "uccinewgame" => Self::NewGame,
            "setoption" => parse_option(&mut words, context)?,
            "position" => parse_position(&mut words, context)?,
            "banmoves" => Self::BanMoves(parse_moves(&mut words, context)?),
            "probe" => {
                // the position must be one, although an engine may remember nothing of it
                parse_position(&mut words, context)?;
                Self::Probe
            }
            "go" => Self::Go(Box::new(Go::parse(&mut words, context)?)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "debug" | "register" => Self::Ignored,
            _ => return Err(CommandError::Unknown(quote(line.trim()))),
        }))
    }

    /// Writes the line, without its end.
    #[must_use]
    pub fn write(&self, context: &Context) -> String {
        match self {
            Self::Start(dialect) => dialect.first_command().to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::NewGame => match context.dialect {
                Dialect::Uci => "ucinewgame".to_owned(),
                Dialect::Ucci => "setoption newgame".to_owned(),
            },
            Self::SetOption { name, value } => write_option(name, value.as_deref(), context.dialect),
            Self::Position { start, moves } => {
                let start = if **start == Position::start() {
                    "startpos".to_owned()
                } else {
                    format!("fen {}", start.fen())
                };
                let moves =
                    if moves.is_empty() { String::new() } else { write_moves("moves", moves, context) };
                format!("position {start} {moves}").trim_end().to_owned()
            }
            Self::BanMoves(moves) => write_moves("banmoves", moves, context),
            Self::Probe => "probe startpos".to_owned(),
            Self::Go(go) => go.write(context),
            Self::Stop => "stop".to_owned(),
            Self::PonderHit => "ponderhit".to_owned(),
            Self::Quit => "quit".to_owned(),
            Self::Ignored => "debug off".to_owned(),
        }
    }
}

fn write_option(name: &str, value: Option<&str>, dialect: Dialect) -> String {
    let name_word = if dialect == Dialect::Uci { "name " } else { "" };
    let value = value.map_or_else(String::new, |value| match dialect {
        Dialect::Uci => format!(" value {value}"),
        Dialect::Ucci => format!(" {value}"),
    });
    format!("setoption {name_word}{name}{value}")
}

fn write_moves(word: &str, moves: &[Move], context: &Context) -> String {
    let mut line = word.to_owned();
    for &mv in moves {
        line.push(' ');
        line.push_str(&context.ranks.write(mv));
    }
    line
}

fn parse_option(words: &mut Words<'_>, context: &Context) -> Result<Command, CommandError> {
    let missing = || CommandError::Missing("setoption".to_owned());
    let named = words.next_if_eq(&"name").is_some();
    let (name, value) = if named || context.dialect == Dialect::Uci {
        let name = phrase(words, &["value"]);
        let value = words.next().map(|_| phrase(words, &[]));
        (name, value)
    } else {
        // the name is one word in UCCI
        let name = words.next().ok_or_else(missing)?.to_owned();
        (name, words.peek().is_some().then(|| phrase(words, &[])))
    };
    if name.is_empty() {
        return Err(missing());
    }
    Ok(Command::SetOption { name, value })
}

fn parse_position(words: &mut Words<'_>, context: &Context) -> Result<Command, CommandError> {
    let word = words.next().ok_or_else(|| CommandError::Missing("position".to_owned()))?;
    let start = match word {
        "startpos" => Position::start(),
        "fen" => Position::from_loose_fen(&phrase(words, &["moves"])).map_err(CommandError::Fen)?,
        _ => return Err(CommandError::Unknown(quote(word))),
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => parse_moves(words, context)?,
        Some(word) => return Err(CommandError::Unknown(quote(word))),
    };
    Ok(Command::Position { start: Box::new(start), moves })
}

fn parse_moves(words: &mut Words<'_>, context: &Context) -> Result<Vec<Move>, CommandError> {
    let read = |word: &str| context.ranks.read(word).ok_or_else(|| CommandError::NotAMove(quote(word)));
    words.map(read).collect()
}
