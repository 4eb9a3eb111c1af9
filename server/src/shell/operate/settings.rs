//! The settings file, which a running server can read again.
//!
//! It has the form of a systemd environment file: `NAME=VALUE` lines, with the names of the
//! flags' environment variables. A server reads `CHUHE_LOG`, `CHUHE_LIMITS`, `CHUHE_RESERVED_NAMES`,
//! `CHUHE_RATED_BY_DEFAULT` and the file of `CHUHE_CHAT_WORDS` from it.

use super::logging;
use chuhe_hub::{ChatWords, InvalidLimit, LimitSetting, ReservedNames};
use chuhe_protocol::NameError;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the setting for the log's level or filter.
const LOG: &str = "CHUHE_LOG";
/// Name of the setting for limits.
const LIMITS: &str = "CHUHE_LIMITS";
/// Name of the setting for reserved names.
const RESERVED_NAMES: &str = "CHUHE_RESERVED_NAMES";

/// Name of the setting for forms that begin as rated.
const RATED_BY_DEFAULT: &str = "CHUHE_RATED_BY_DEFAULT";
/// Name of the setting for the file with the phrases that mark a line of chat.
const CHAT_WORDS: &str = "CHUHE_CHAT_WORDS";
/// The longest file with such phrases, in bytes.
const CHAT_WORDS_BYTES: u64 = 1 << 20;

/// The settings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The log's level or filter.
    pub log: Option<String>,
    /// The limits that are not the default.
    pub limits: Vec<LimitSetting>,
    /// The names that are reserved in place of the usual ones.
    pub reserved_names: Option<ReservedNames>,
    /// Whether forms for challenges and searches begin as rated.
    pub rated_by_default: Option<bool>,
    /// The phrases that mark a line of chat.
    pub chat_words: Option<ChatWords>,
}

/// Why a settings file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no file: reading a pipe would wait for whoever writes to it.
    #[error("{} is not a file", path.display())]
    NoFile {
        /// What was named.
        path: PathBuf,
    },
    /// A limit is not valid.
    #[error(transparent)]
    Limit(#[from] InvalidLimit),
    /// A reserved name is not valid.
    #[error("CHUHE_RESERVED_NAMES: {0}")]
    ReservedName(#[from] NameError),
    /// Whether forms begin as rated is neither `true` nor `false`.
    #[error("CHUHE_RATED_BY_DEFAULT: {0}")]
    RatedByDefault(#[from] std::str::ParseBoolError),
    /// The phrases that mark a line of chat cannot be read.
    #[error("CHUHE_CHAT_WORDS: {0}")]
    ChatWords(String),
    /// The log's filter is not valid.
    #[error("CHUHE_LOG is not a valid filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
}

impl Settings {
    /// Reads a settings file; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, or a setting is not valid.
    pub fn read(path: &Path) -> Result<Option<Self>, SettingsError> {
        let read = std::fs::metadata(path).and_then(|metadata| {
            if metadata.is_file() { std::fs::read_to_string(path).map(Some) } else { Ok(None) }
        });
        match read {
            Ok(Some(text)) => Self::parse(&text).map(Some),
            Ok(None) => Err(SettingsError::NoFile { path: path.to_owned() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SettingsError::Unreadable { path: path.to_owned(), error }),
        }
    }

    fn parse(text: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
            let Some((name, value)) = line.split_once('=') else { continue };
            let value = unquoted(value.trim());
            match name.trim() {
                LOG => {
                    logging::parse(value)?;
                    settings.log = Some(value.to_owned());
                }
                LIMITS => {
                    let limits = value.split(',').filter(|limit| !limit.trim().is_empty());
                    settings.limits = limits.map(str::parse).collect::<Result<_, _>>()?;
                }
                RESERVED_NAMES => settings.reserved_names = Some(value.parse()?),
                RATED_BY_DEFAULT => settings.rated_by_default = Some(value.parse()?),
                CHAT_WORDS => {
                    settings.chat_words = Some(read_chat_words(value).map_err(SettingsError::ChatWords)?);
                }
                // read by systemd, and by a server only at its start
                _ => {}
            }
        }
        Ok(settings)
    }
}

/// Reads the file with the phrases that mark a line of chat; without a name, there are none.
///
/// # Errors
/// If it cannot be read, is longer than a megabyte, or has a phrase that cannot be used.
pub(crate) fn read_chat_words(path: &str) -> Result<ChatWords, String> {
    if path.is_empty() {
        return Ok(ChatWords::default());
    }
    let unreadable = |error: io::Error| format!("cannot read {path}: {error}");
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() || metadata.len() > CHAT_WORDS_BYTES {
        return Err(format!("{path} is not a file of at most {CHAT_WORDS_BYTES} bytes"));
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    text.parse().map_err(|error| format!("{path}: {error}"))
}

fn unquoted(value: &str) -> &str {
    let inner = |quote| value.strip_prefix(quote).and_then(|value| value.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_like_an_environment_file() {
        let text = "# CHUHE_LOG=trace\n\nCHUHE_TLS=1\n CHUHE_LOG = \"debug\"\nCHUHE_LIMITS='player-lines=9, unread-ms=5000'\nCHUHE_RESERVED_NAMES=站长,Admin\nCHUHE_RATED_BY_DEFAULT=false\nno line";
        let expected = Settings {
            log: Some("debug".to_owned()),
            limits: ["player-lines=9", "unread-ms=5000"].map(|limit| limit.parse().expect("a limit")).into(),
            reserved_names: Some("站长,admin".parse().expect("names")),
            rated_by_default: Some(false),
            chat_words: None,
        };
        assert_eq!(Settings::parse(text).expect("settings"), expected);
        assert_eq!(Settings::parse("CHUHE_LIMITS=").expect("settings"), Settings::default());
        assert!(matches!(Settings::parse("CHUHE_LIMITS=lines=1"), Err(SettingsError::Limit(_))));
        assert!(matches!(
            Settings::parse("CHUHE_RESERVED_NAMES=a b"),
            Err(SettingsError::ReservedName(NameError::Character(' ')))
        ));
        let error = Settings::parse("CHUHE_RATED_BY_DEFAULT=maybe").expect_err("neither true nor false");
        assert!(error.to_string().starts_with("CHUHE_RATED_BY_DEFAULT: "), "{error}");
        assert!(matches!(Settings::parse("CHUHE_LOG=a=b=c"), Err(SettingsError::Filter(_))));
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("words");
        let parse = || Settings::parse(&format!("CHUHE_CHAT_WORDS={}", path.display()));
        assert!(matches!(parse(), Err(SettingsError::ChatWords(_))), "no file");
        std::fs::write(&path, "# ours\n傻逼\n!然后\n").expect("a file");
        let words: ChatWords = "傻逼\n!然后".parse().expect("a list");
        assert_eq!(parse().expect("settings").chat_words, Some(words));
        std::fs::write(&path, "的").expect("a file");
        let refused = parse().expect_err("it hits ordinary words").to_string();
        assert!(refused.contains("single character"), "{refused}");
        assert_eq!(
            Settings::parse("CHUHE_CHAT_WORDS=").expect("settings").chat_words,
            Some(ChatWords::default())
        );
    }

    #[test]
    fn missing_file_has_no_settings_and_a_directory_is_no_file() {
        let directory = tempfile::tempdir().expect("a directory");
        assert_eq!(Settings::read(&directory.path().join("none")).expect("no file"), None);
        let error = Settings::read(directory.path()).expect_err("a directory");
        assert!(error.to_string().ends_with(" is not a file"), "{error}");
    }
}
