//! The engines of a match, as the command line describes them.

use chuhe_uci::{ArgumentError, Clock, EngineConfig, Launch, Protocol};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in reports.
    pub name: String,
    /// How to start it.
    pub config: EngineConfig,
    /// Its own limits; those of the match if there are none.
    pub limit: Option<SearchLimit>,
}

/// What ends the search of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// A time for each move.
    MoveTime(Duration),
    /// A number of nodes for each move.
    Nodes(u64),
    /// A depth for each move.
    Depth(u8),
    /// A clock for the game.
    Clock(Clock),
}

/// Why a text describes no contestant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestantError {
    /// There is no such key.
    #[error("{0:?} is none of cmd, arg, name, protocol, time, nodes, depth, clock, option.NAME")]
    UnknownKey(String),
    /// A part is not of the form key=value.
    #[error("{0:?} is not of the form key=value")]
    NoValue(String),
    /// A value is not a number.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// A clock is not of the form seconds+seconds.
    #[error("{0:?} is not a clock, such as 60+0.5 (seconds for the game and for each move)")]
    NotAClock(String),
    /// A setting of the engine is wrong.
    #[error(transparent)]
    Engine(ArgumentError),
}

/// The folder where Debian installs engines, which is not always in `PATH`.
const GAMES: &str = "/usr/games";
/// The time by which an engine may exceed its own for a move.
///
/// On a loaded machine some engines stall for seconds.
const MOVE_GRACE: Duration = Duration::from_secs(30);
/// The time in which an engine must be ready, on a loaded machine too.
const START_LIMIT: Duration = Duration::from_secs(60);

impl FromStr for Contestant {
    type Err = ContestantError;

    /// Reads `NAME[,key=value…]`.
    ///
    /// The name is that of a known engine, `chuhe` or one of Debian's, or the path of a program.
    /// Keys are `name`, `cmd`, `arg`, `protocol`, `time` (milliseconds for a move), `nodes`,
    /// `depth`, `clock` and `option.NAME`.
    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let mut parts = text.split(',');
        let mut contestant = Self::known(parts.next().unwrap_or_default());
        for part in parts {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ContestantError::NoValue(part.to_owned()))?;
            contestant.set(key, value)?;
        }
        Ok(contestant)
    }
}

impl Contestant {
    fn known(name: &str) -> Self {
        let (path, arguments, protocol): (PathBuf, &[&str], _) = match name {
            "chuhe" => (beside_this_program("chuhe-engine"), &[], Some(Protocol::Uci)),
            "fairy-stockfish" | "sjaakii" => (installed(name), &[], Some(Protocol::Uci)),
            "hoixiangqi" => (installed(name), &["-x"], Some(Protocol::Xboard)),
            "maxqi" => (installed(name), &[], Some(Protocol::Xboard)),
            path => (path.into(), &[], None),
        };
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let launch = Launch { path, arguments };
        let limits =
            EngineConfig { start_limit: START_LIMIT, move_grace: MOVE_GRACE, ..EngineConfig::new(launch) };
        let config = EngineConfig { protocol, ..limits };
        let file_name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
        Self { name: file_name.into_owned(), config, limit: None }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ContestantError> {
        let number = || value.parse().map_err(|_| ContestantError::NotANumber(value.to_owned()));
        match key {
            "name" => value.clone_into(&mut self.name),
            "cmd" => self.config.launch.path = value.into(),
            "time" => self.limit = Some(SearchLimit::MoveTime(Duration::from_millis(number()?))),
            "nodes" => self.limit = Some(SearchLimit::Nodes(number()?)),
            "depth" => self.limit = Some(SearchLimit::Depth(u8::try_from(number()?).unwrap_or(u8::MAX))),
            "clock" => self.limit = Some(SearchLimit::Clock(parse_clock(value)?)),
            _ => self.config.set(key, value).map_err(|error| match error {
                ArgumentError::UnknownKey(key) => ContestantError::UnknownKey(key),
                error @ (ArgumentError::NoPath
                | ArgumentError::NoValue(_)
                | ArgumentError::UnknownProtocol(_)) => ContestantError::Engine(error),
            })?,
        }
        Ok(())
    }
}

/// Reads a clock, as seconds for the game and an increment: `60+0.5`.
///
/// # Errors
/// If the text is of another form.
pub fn parse_clock(text: &str) -> Result<Clock, ContestantError> {
    let error = || ContestantError::NotAClock(text.to_owned());
    let seconds = |text: &str| {
        let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.ok_or_else(error)
    };
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok(Clock { left: seconds(left)?, increment: seconds(increment)? })
}

fn beside_this_program(name: &str) -> PathBuf {
    std::env::current_exe().map_or_else(|_| name.into(), |path| path.with_file_name(name))
}

fn installed(name: &str) -> PathBuf {
    let path = Path::new(GAMES).join(name);
    if path.exists() { path } else { name.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_are_read() {
        let text = "./bin/engine,name=New,protocol=ucci,arg=-q,time=250,option.Hash=16";
        let contestant: Contestant = text.parse().expect("it is well-formed");
        assert_eq!(contestant.name, "New");
        assert_eq!(contestant.config.protocol, Some(Protocol::Ucci));
        assert_eq!(contestant.config.launch.arguments, ["-q"]);
        assert_eq!(contestant.config.options, [("Hash".to_owned(), Some("16".to_owned()))]);
        assert_eq!(contestant.limit, Some(SearchLimit::MoveTime(Duration::from_millis(250))));
        let known: Contestant = "hoixiangqi".parse().expect("it is known");
        assert_eq!((known.name.as_str(), known.config.protocol), ("hoixiangqi", Some(Protocol::Xboard)));
    }

    #[test]
    fn wrong_descriptions_are_refused() {
        let error = |text: &str| text.parse::<Contestant>().err();
        assert_eq!(error("chuhe,fast"), Some(ContestantError::NoValue("fast".into())));
        assert_eq!(error("chuhe,speed=9"), Some(ContestantError::UnknownKey("speed".into())));
        assert_eq!(error("chuhe,time=soon"), Some(ContestantError::NotANumber("soon".into())));
        let wrong = ArgumentError::UnknownProtocol("usi".into());
        assert_eq!(error("chuhe,protocol=usi"), Some(ContestantError::Engine(wrong)));
        assert_eq!(error("chuhe,clock=-1"), Some(ContestantError::NotAClock("-1".into())));
    }

    #[test]
    fn clocks_may_lack_an_increment() {
        let clock = |left, increment| Ok(Clock { left, increment });
        assert_eq!(parse_clock("60+0.5"), clock(Duration::from_secs(60), Duration::from_millis(500)));
        assert_eq!(parse_clock("10"), clock(Duration::from_secs(10), Duration::ZERO));
    }
}
