//! An external engine, as the settings keep it.

use chuhe_protocol::PlayerName;
use chuhe_protocol::limits::NAME_CHARS;
use serde::{Deserialize, Serialize};

/// The most engines in the settings.
pub const MAX_ENGINES: usize = 8;
/// The longest path of an engine, in bytes: the limit of Linux.
pub const MAX_PATH_BYTES: usize = 4_096;
/// The most options that the user sets for one engine.
pub const MAX_SETTINGS: usize = 64;
/// The longest text of all options that the user sets, in bytes.
pub const MAX_SETTINGS_BYTES: usize = 8_192;

/// The number of an engine in the settings. It is not used again after the engine is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EngineId(pub u32);

/// A program that the user has added as an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalEngine {
    /// Its number.
    pub id: EngineId,
    /// The name that it said.
    pub name: String,
    /// The path of the program.
    pub path: String,
    /// The options that the user sets.
    #[serde(default)]
    pub options: Vec<EngineSetting>,
}

/// An option of an engine with the value that the user sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSetting {
    /// The name of the option.
    pub name: String,
    /// Its value; a button has none.
    pub value: Option<String>,
}

impl ExternalEngine {
    /// The name of the engine as a player: its first words, as far as a name may hold them.
    ///
    /// `None` if none of its characters may stand in a name.
    #[must_use]
    pub fn player_name(&self) -> Option<String> {
        let is_kept = |c: &char| PlayerName::parse(c.encode_utf8(&mut [0; 4])).is_ok();
        let words = self.name.split(|c: char| !is_kept(&c)).filter(|word| !word.is_empty());
        let mut name = String::new();
        for word in words {
            let dash = usize::from(!name.is_empty());
            let room = NAME_CHARS.saturating_sub(name.chars().count() + dash);
            if dash == 1 && word.chars().count() > room {
                break;
            }
            name.extend(std::iter::repeat_n('-', dash).chain(word.chars().take(room)));
        }
        PlayerName::parse(&name).ok().map(String::from)
    }
}

impl EngineSetting {
    /// Reads options as the user types them: `Hash=256; Threads=2`. A part without `=` is a button.
    ///
    /// What exceeds the limits is left out.
    #[must_use]
    pub fn parse_list(text: &str) -> Vec<Self> {
        let mut bytes = 0;
        let parts = text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        let settings = parts.map(|part| match part.split_once('=') {
            Some((name, value)) => {
                Self { name: name.trim().to_owned(), value: Some(value.trim().to_owned()) }
            }
            None => Self { name: part.to_owned(), value: None },
        });
        let fits = |setting: &Self| {
            bytes += setting.name.len() + setting.value.as_ref().map_or(0, String::len);
            bytes <= MAX_SETTINGS_BYTES
        };
        settings.filter(|setting| !setting.name.is_empty()).take(MAX_SETTINGS).take_while(fits).collect()
    }

    /// Writes options as [`EngineSetting::parse_list`] reads them.
    #[must_use]
    pub fn write_list(settings: &[Self]) -> String {
        let write = |setting: &Self| match &setting.value {
            Some(value) => format!("{}={value}", setting.name),
            None => setting.name.clone(),
        };
        settings.iter().map(write).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_they_are_typed() {
        let settings =
            EngineSetting::parse_list(" Hash = 256;Threads=2;; Clear Hash ; EvalFile=/a=b.nnue;=3");
        let texts: Vec<(&str, Option<&str>)> =
            settings.iter().map(|it| (it.name.as_str(), it.value.as_deref())).collect();
        let wanted = [
            ("Hash", Some("256")),
            ("Threads", Some("2")),
            ("Clear Hash", None),
            ("EvalFile", Some("/a=b.nnue")),
        ];
        assert_eq!(texts, wanted);
        let written = EngineSetting::write_list(&settings);
        assert_eq!(written, "Hash=256; Threads=2; Clear Hash; EvalFile=/a=b.nnue");
        assert_eq!(EngineSetting::parse_list(&written), settings);
    }

    #[test]
    fn options_are_limited() {
        assert_eq!(EngineSetting::parse_list(&"a=1;".repeat(1_000)).len(), MAX_SETTINGS);
        assert!(EngineSetting::parse_list(&format!("a={}", "x".repeat(MAX_SETTINGS_BYTES))).is_empty());
    }

    #[test]
    fn a_player_has_the_first_words_of_the_engine_as_name() {
        let name = |name: &str| {
            let (id, name, path) = (EngineId(1), name.to_owned(), String::new());
            ExternalEngine { id, name, path, options: Vec::new() }.player_name()
        };
        assert_eq!(name("Fairy-Stockfish 14.0.1 LB XQ").as_deref(), Some("Fairy-Stockfish"));
        assert_eq!(name("Pikafish 2024-02-02").as_deref(), Some("Pikafish"));
        assert_eq!(name("象棋 名手 8").as_deref(), Some("象棋-名手-8"));
        assert_eq!(name("AVeryLongNameOfAnEngine").as_deref(), Some("AVeryLongNameOfA"));
        assert_eq!((name("…"), name("")), (None, None));
    }
}
