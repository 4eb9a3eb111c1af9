//! Engines as a command line describes them.

use crate::dialect::Protocol;
use crate::engine::EngineConfig;
use crate::process::Launch;
use std::str::FromStr;

/// Why a text describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// There is no path.
    #[error("the path of the engine is missing")]
    NoPath,
    /// There is no such key.
    #[error("{0:?} is none of arg, protocol, option.NAME")]
    UnknownKey(String),
    /// A part is not of the form key=value.
    #[error("{0:?} is not of the form key=value")]
    NoValue(String),
    /// There is no such protocol.
    #[error("{0:?} is none of uci, ucci, xboard")]
    UnknownProtocol(String),
}

impl FromStr for EngineConfig {
    type Err = ArgumentError;

    /// Reads `PATH[,key=value…]`, whose keys are those of [`EngineConfig::set`].
    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let mut parts = text.split(',');
        let path = parts.next().filter(|path| !path.is_empty()).ok_or(ArgumentError::NoPath)?;
        let mut config = Self::new(Launch::new(path));
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| ArgumentError::NoValue(part.to_owned()))?;
            config.set(key, value)?;
        }
        Ok(config)
    }
}

impl EngineConfig {
    /// Changes a setting: `arg` adds an argument of the program, `protocol` is `uci`, `ucci` or
    /// `xboard`, and `option.NAME` sets an option of the engine.
    ///
    /// # Errors
    /// If there is no such key, or no such protocol.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ArgumentError> {
        match key {
            "arg" => self.launch.arguments.push(value.to_owned()),
            "protocol" => {
                self.protocol = Some(match value {
                    "uci" => Protocol::Uci,
                    "ucci" => Protocol::Ucci,
                    "xboard" => Protocol::Xboard,
                    _ => return Err(ArgumentError::UnknownProtocol(value.to_owned())),
                });
            }
            _ => {
                let name = key.strip_prefix("option.").filter(|name| !name.is_empty());
                let name = name.ok_or_else(|| ArgumentError::UnknownKey(key.to_owned()))?;
                self.options.push((name.to_owned(), Some(value.to_owned())));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_read_with_its_settings() {
        let config: EngineConfig =
            "/games/pika,protocol=ucci,arg=-q,option.Hash=64,option.Book=".parse().unwrap();
        assert_eq!(config.launch, Launch { path: "/games/pika".into(), arguments: vec!["-q".into()] });
        assert_eq!(config.protocol, Some(Protocol::Ucci));
        let option = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        assert_eq!(config.options, [option("Hash", "64"), option("Book", "")]);
    }

    #[test]
    fn other_texts_are_refused() {
        let error = |text: &str| text.parse::<EngineConfig>().map(|config| config.launch).unwrap_err();
        assert_eq!(error(""), ArgumentError::NoPath);
        assert_eq!(error("x,Hash=64"), ArgumentError::UnknownKey("Hash".into()));
        assert_eq!(error("x,option.=64"), ArgumentError::UnknownKey("option.".into()));
        assert_eq!(error("x,Hash"), ArgumentError::NoValue("Hash".into()));
        assert_eq!(error("x,protocol=winboard"), ArgumentError::UnknownProtocol("winboard".into()));
    }
}
