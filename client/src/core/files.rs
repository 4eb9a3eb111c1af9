//! The user's files: luzhanqi layouts, and records of finished games.
//!
//! The shell reads and writes them; this module holds the requests and their results.

use chuhe_rules::luzhanqi::FormationTextError;

/// The maximum length of a file name: two player names and the longest game number fit.
const NAME_CHARS: usize = 64;

/// A request to the shell. Each is answered by one [`FilesEvent`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesRequest {
    /// List the saved layouts.
    ListLayouts,
    /// Read a layout.
    LoadLayout {
        /// A name from the list.
        name: String,
    },
    /// Write a layout or a record, replacing one of the same name.
    Save {
        /// The kind of file.
        what: Saved,
        /// A valid file name; see [`file_name`].
        name: String,
        /// The content.
        text: String,
    },
}

/// The result of a [`FilesRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesEvent {
    /// The saved layouts.
    Layouts {
        /// Their folder.
        folder: String,
        /// Their names, in order.
        names: Vec<String>,
    },
    /// The content of a layout.
    Layout {
        /// The name of the layout.
        name: String,
        /// The content of the file.
        text: String,
    },
    /// A file was written.
    Saved {
        /// The kind of file.
        what: Saved,
        /// Its path.
        path: String,
    },
    /// The request failed, with the message of the system.
    Failed(String),
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A layout.
    Layout,
    /// The record of a game.
    Record,
}

/// The content of a notice about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNotice {
    /// It was written to this path.
    Saved(Saved, String),
    /// This layout is set up now.
    Loaded(String),
    /// The file does not contain a valid layout.
    BadLayout {
        /// The name of the layout.
        name: String,
        /// The error and its place.
        error: FormationTextError,
    },
    /// The name is not a valid file name.
    BadName,
    /// The request failed, with the message of the system.
    Failed(String),
}

/// The layouts dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    pub(crate) folder: String,
    pub(crate) names: Vec<String>,
    /// The name for the layout to save.
    pub(crate) name: String,
}

impl Files {
    /// The folder of the layouts; empty until the shell has answered.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// The saved layouts.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The text in the name field.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The trimmed text, if it is a valid file name on every system.
#[must_use]
pub fn file_name(text: &str) -> Option<String> {
    let name = text.trim();
    let fits = (1..=NAME_CHARS).contains(&name.chars().count());
    (fits && name.chars().all(is_in_names)).then(|| name.to_owned())
}

fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')' | '，' | '·')
}

/// The file name for the record of a game between these players.
pub(crate) fn record_name(red: &str, black: &str, game: u64) -> String {
    format!("{red}-{black}-{game}").chars().map(|c| if is_in_names(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_leave_the_folder() {
        for (text, name) in [
            (" 铁三角 ", Some("铁三角")),
            ("left-bomb_2 (old)", Some("left-bomb_2 (old)")),
            ("", None),
            ("..", None),
            ("a/b", None),
            ("a\\b", None),
            (".hidden", None),
            ("c:x", None),
            ("a\nb", None),
        ] {
            assert_eq!(file_name(text).as_deref(), name, "{text:?}");
        }
        assert_eq!(file_name(&"长".repeat(64)).map(|name| name.chars().count()), Some(64));
        assert_eq!(file_name(&"长".repeat(65)), None);
    }

    #[test]
    fn every_pair_of_players_gives_a_valid_record_name() {
        let name = record_name(&"长".repeat(16), "e\u{301}b", u64::MAX);
        assert_eq!(file_name(&name), Some(name.clone()));
        let longest = record_name(&"长".repeat(16), &"名".repeat(16), u64::MAX);
        assert_eq!(file_name(&longest), Some(longest.clone()));
    }
}
