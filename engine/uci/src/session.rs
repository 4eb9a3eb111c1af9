//! The engine's side of a conversation, without its search.

use crate::command::Command;
use crate::command_error::CommandError;
use crate::context::Context;
use crate::dialect::Dialect;
use crate::go::Go;
use crate::info::Info;
use crate::limits::MAX_LINE_BYTES;
use crate::option::{EngineOption, OptionError, OptionValue};
use crate::ranks::Ranks;
use crate::reply::{Best, Reply};
use crate::words::quote;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};

/// What an engine says of itself.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Its name and version.
    pub name: String,
    /// Its authors.
    pub author: String,
    /// Its options; the session adds those of the protocols.
    pub options: Vec<EngineOption>,
    /// The rules of games.
    pub rules: Rules,
}

/// A search that the engine is to begin.
#[derive(Clone, Debug)]
pub struct Search {
    /// The game, at the position to search.
    ///
    /// It is over only by mate or stalemate, or if neither side has a piece that can attack. A
    /// position with legal moves has an answer all the same.
    pub game: Game,
    /// The limits; every move to search is legal.
    pub go: Go,
}

/// What the engine does next.
#[derive(Clone, Debug)]
pub enum Action {
    /// Writes a line.
    Write(String),
    /// Begins a search; [`Session::finish`] follows.
    Search(Box<Search>),
    /// Ends the search.
    Stop,
    /// Goes on with the search in its own time.
    PonderHit,
    /// Forgets what it learned, since another game begins.
    Clear,
    /// Applies an option.
    Set {
        /// Its name, as the configuration writes it.
        name: String,
        /// Its value.
        value: OptionValue,
    },
    /// Applies options that take time; [`Session::prepared`] follows.
    Prepare,
    /// Ends the program.
    Quit,
}

/// The engine's side of a conversation.
///
/// It reads lines and returns actions. The first line may be `uci` or `ucci`. A wrong line is
/// answered by one line of text and changes nothing else.
///
/// ```
/// use chuhe_rules::xiangqi::Rules;
/// use chuhe_uci::{Action, Session, SessionConfig};
/// let (name, author) = ("Example".to_owned(), "Nobody".to_owned());
/// let config = SessionConfig { name, author, options: Vec::new(), rules: Rules::default() };
/// let mut session = Session::new(config);
/// session.handle(b"position startpos moves h2e2");
/// assert!(matches!(session.handle(b"go depth 3")[..], [Action::Search(_)]));
/// ```
#[derive(Debug)]
pub struct Session {
    config: SessionConfig,
    context: Context,
    game: Game,
    banned: Vec<Move>,
    thinking: Option<Thinking>,
}

/// A search in progress.
#[derive(Debug)]
struct Thinking {
    /// Whether an answer waits for `stop` or `ponderhit`.
    held: bool,
    /// The answer that waits.
    answer: Option<Best>,
}

/// The option for the numbering of ranks, and its values.
const RANKS: &str = "Ranks";
const RANKS_FROM_ZERO: &str = "0-9";
const RANKS_FROM_ONE: &str = "1-10";
/// The option for UCCI's unit of time.
const MILLISECONDS: &str = "usemillisec";
/// The option by which programs announce that they may let an engine ponder.
const PONDER: &str = "Ponder";
/// The button by which UCCI announces another game.
const NEW_GAME: &str = "newgame";

impl Session {
    /// Creates a session, which speaks UCI until it is asked for UCCI.
    #[must_use]
    pub fn new(mut config: SessionConfig) -> Self {
        config.options.push(EngineOption::check(PONDER, false));
        config.options.push(EngineOption::combo(RANKS, RANKS_FROM_ZERO, &[RANKS_FROM_ZERO, RANKS_FROM_ONE]));
        let game = Game::new(Position::start(), config.rules);
        Self { config, context: Context::new(Dialect::Uci), game, banned: Vec::new(), thinking: None }
    }

    /// Whether a search is in progress, or its answer waits for `stop`.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether only a command can end the search in progress.
    #[must_use]
    pub fn waits_for_stop(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.held)
    }

    /// The dialect of the conversation.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.context.dialect
    }

    /// Changes the rules of games, from the next `position` on.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.config.rules = rules;
    }

    /// Handles a line, without its end.
    #[must_use]
    pub fn handle(&mut self, line: &[u8]) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Err(error) = self.try_handle(line, &mut actions) {
            actions.push(self.say(&error.to_string()));
        }
        actions
    }

    /// Writes a report of the search.
    #[must_use]
    pub fn report(&self, info: &Info) -> String {
        info.write(self.context.dialect, self.context.ranks)
    }

    /// Ends the search; returns the answer, unless it has to wait.
    ///
    /// An answer to `go infinite` or `go ponder` waits until the search is stopped.
    pub fn finish(&mut self, best: Option<Move>, ponder: Option<Move>) -> Option<String> {
        let write = |mv: Move| self.context.ranks.write(mv);
        let best = Best { mv: best.map(write), ponder: ponder.map(write), resigns: false };
        match &mut self.thinking {
            Some(thinking) if thinking.held => {
                thinking.answer = Some(best);
                None
            }
            Some(_) | None => {
                self.thinking = None;
                Some(self.write(Reply::Best(best)))
            }
        }
    }

    /// Writes the answer to `isready`, when the options are applied.
    #[must_use]
    pub fn prepared(&self) -> String {
        self.write(Reply::ReadyOk)
    }

    /// Writes a line of text for people.
    #[must_use]
    pub fn say(&self, text: &str) -> Action {
        Action::Write(self.report(&Info::text(text)))
    }

    fn write(&self, reply: Reply) -> String {
        reply.write(self.context.dialect, self.context.ranks)
    }

    fn try_handle(&mut self, line: &[u8], actions: &mut Vec<Action>) -> Result<(), SessionError> {
        if line.len() > MAX_LINE_BYTES {
            return Err(CommandError::TooLong.into());
        }
        let line = str::from_utf8(line).map_err(|_| CommandError::NotText)?;
        let context = self.context.at(self.game.position());
        let Some(command) = Command::parse(line, &context)? else { return Ok(()) };
        match command {
            Command::Start(dialect) => self.introduce(dialect, actions),
            Command::IsReady if self.is_thinking() => actions.push(Action::Write(self.prepared())),
            Command::IsReady => actions.push(Action::Prepare),
            Command::NewGame => actions.push(Action::Clear),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), actions)?,
            Command::Position { start, moves } => {
                self.game = game_after(*start, &moves, self.config.rules)?;
                self.banned.clear();
            }
            Command::BanMoves(moves) => self.banned = moves,
            // without a bound or a move: nothing is remembered for others
            Command::Probe => actions.push(Action::Write("pophash".to_owned())),
            Command::Go(go) => self.go(*go, actions)?,
            Command::Stop => {
                if self.thinking.is_some() {
                    actions.push(Action::Stop);
                }
                actions.extend(self.release());
            }
            Command::PonderHit => {
                if self.thinking.is_some() {
                    actions.push(Action::PonderHit);
                }
                actions.extend(self.release());
            }
            Command::Quit => {
                actions.push(Action::Stop);
                if self.context.dialect == Dialect::Ucci {
                    actions.push(Action::Write("bye".to_owned()));
                }
                actions.push(Action::Quit);
            }
            Command::Ignored => {}
        }
        Ok(())
    }

    /// Lets the answer of the search go, now if it waits.
    fn release(&mut self) -> Option<Action> {
        let thinking = self.thinking.as_mut()?;
        thinking.held = false;
        let answer = thinking.answer.take()?;
        self.thinking = None;
        Some(Action::Write(self.write(Reply::Best(answer))))
    }

    fn introduce(&mut self, dialect: Dialect, actions: &mut Vec<Action>) {
        self.context.dialect = dialect;
        let mut write = |reply: Reply| actions.push(Action::Write(self.write(reply)));
        write(Reply::Name(self.config.name.clone()));
        write(Reply::Author(self.config.author.clone()));
        for option in &self.config.options {
            let name = name_in(dialect, &option.name);
            write(Reply::Option(EngineOption { name, kind: option.kind.clone() }));
        }
        if dialect == Dialect::Ucci {
            write(Reply::Option(EngineOption::check(MILLISECONDS, false)));
            write(Reply::Option(EngineOption::button(NEW_GAME)));
        }
        write(Reply::Ok(dialect));
    }

    fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        actions: &mut Vec<Action>,
    ) -> Result<(), SessionError> {
        if self.context.dialect == Dialect::Ucci {
            if name.eq_ignore_ascii_case(MILLISECONDS) {
                self.context.milliseconds =
                    EngineOption::check(MILLISECONDS, false).read(value)? == OptionValue::Check(true);
                return Ok(());
            }
            if name.eq_ignore_ascii_case(NEW_GAME) {
                actions.push(Action::Clear);
                return Ok(());
            }
        }
        let is_meant = |option: &&EngineOption| {
            option.name.eq_ignore_ascii_case(name)
                || name_in(self.context.dialect, &option.name).eq_ignore_ascii_case(name)
        };
        let option = self.config.options.iter().find(is_meant);
        let option = option.ok_or_else(|| OptionError::Unknown(quote(name)))?;
        let value = option.read(value)?;
        match (option.name.as_str(), value) {
            (RANKS, OptionValue::Combo(ranks)) => {
                self.context.ranks = if ranks == RANKS_FROM_ONE { Ranks::FromOne } else { Ranks::FromZero };
            }
            (PONDER, _) => {}
            (name, value) => actions.push(Action::Set { name: name.to_owned(), value }),
        }
        Ok(())
    }

    fn go(&mut self, mut go: Go, actions: &mut Vec<Action>) -> Result<(), SessionError> {
        if self.thinking.is_some() {
            return Err(CommandError::Thinking.into());
        }
        if let Some(word) = &go.unknown {
            actions.push(self.say(&CommandError::Unknown(word.clone()).to_string()));
        }
        let legal = self.game.position().legal_moves();
        if !go.search_moves.is_empty() || !self.banned.is_empty() {
            let wanted = |mv: &Move| go.search_moves.is_empty() || go.search_moves.contains(mv);
            let searched: Vec<Move> =
                legal.iter().copied().filter(|mv| wanted(mv) && !self.banned.contains(mv)).collect();
            if searched.is_empty() && !legal.is_empty() {
                return Err(CommandError::NoMoveToSearch.into());
            }
            go.search_moves = searched;
        }
        let held = go.perft.is_none() && (go.is_infinite() || go.ponder);
        self.thinking = Some(Thinking { held, answer: None });
        actions.push(Action::Search(Box::new(Search { game: self.game.clone(), go })));
        Ok(())
    }
}

/// Why a line is not followed.
#[derive(Debug, thiserror::Error)]
enum SessionError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Plays moves from a start position.
///
/// Programs with other rules play on where ours end the game, so that a new game begins there.
fn game_after(start: Position, moves: &[Move], rules: Rules) -> Result<Game, CommandError> {
    let mut game = Game::new(start, rules);
    for &mv in moves {
        if game.outcome().is_some() {
            game = begin_again(game.position(), rules);
        }
        let side = game.position().side_to_move();
        let played = if game.outcome().is_some() {
            // over at once, without attackers
            let mut position = game.position().clone();
            position.play(mv).map(|_| game = Game::new(position, rules))
        } else {
            game.play(side, mv).map(|_| ())
        };
        played.map_err(|reason| CommandError::IllegalMove { mv, reason })?;
    }
    if game.outcome().is_some() && game.position().has_legal_move() {
        game = begin_again(game.position(), rules);
    }
    Ok(game)
}

/// Begins a game at `position`, with a halfmove clock of 0 if the natural limit would end it at once.
fn begin_again(position: &Position, rules: Rules) -> Game {
    let game = Game::new(position.clone(), rules);
    if game.outcome().is_none() {
        return game;
    }
    let (board, side) = (position.board().clone(), position.side_to_move());
    let rested = Position::from_board(board, side, 0, position.fullmove_number());
    rested.map_or(game, |position| Game::new(position, rules))
}

/// The name of an option in a dialect: UCCI's is one word in lower case, and `hashsize` for the hash table.
fn name_in(dialect: Dialect, name: &str) -> String {
    match (dialect, name) {
        (Dialect::Uci, name) => name.to_owned(),
        (Dialect::Ucci, "Hash") => "hashsize".to_owned(),
        (Dialect::Ucci, name) => name.to_ascii_lowercase().replace(' ', ""),
    }
}
