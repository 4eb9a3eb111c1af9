//! The user's files: saved layouts, and records of games that are over.
//!
//! It does no input or output: what is to be read or written is asked of the shell.

use chuhe_rules::luzhanqi::FormationTextError;

/// The most characters of a name: those of two players and the longest number fit.
const NAME_CHARS: usize = 64;

/// What the shell is to do with a file. Each is answered by one [`FilesEvent`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesRequest {
    /// Tell which layouts are saved.
    ListLayouts,
    /// Read a layout.
    LoadLayout {
        /// One of those that were told.
        name: String,
    },
    /// Keep a layout or a record, in place of one of the same name.
    Save {
        /// Which of the two.
        what: Saved,
        /// A name that a file can have, see [`file_name`].
        name: String,
        /// What the file is to hold.
        text: String,
    },
}

/// What the shell did with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesEvent {
    /// These layouts are saved.
    Layouts {
        /// Where.
        folder: String,
        /// Their names, in order.
        names: Vec<String>,
    },
    /// A layout was read.
    Layout {
        /// Which.
        name: String,
        /// What the file holds.
        text: String,
    },
    /// Something was written.
    Saved {
        /// What.
        what: Saved,
        /// Where.
        path: String,
    },
    /// It could not be done, in the words of the system.
    Failed(String),
}

/// What was written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A layout.
    Layout,
    /// The record of a game.
    Record,
}

/// What the user is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNotice {
    /// It was written, and where.
    Saved(Saved, String),
    /// This layout was taken over.
    Loaded(String),
    /// What the file of this name holds is no layout.
    BadLayout {
        /// Which.
        name: String,
        /// What is wrong with it, and where.
        error: FormationTextError,
    },
    /// No file can be called this.
    BadName,
    /// It could not be done, in the words of the system.
    Failed(String),
}

/// The dialog in which layouts are saved and chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    pub(crate) folder: String,
    pub(crate) names: Vec<String>,
    /// What the next one is to be called.
    pub(crate) name: String,
}

impl Files {
    /// Where they are; empty, not told yet.
    #[must_use]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// What is saved.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What was typed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A name under which a file can be kept on every system; `None` if this is none.
#[must_use]
pub fn file_name(text: &str) -> Option<String> {
    let name = text.trim();
    let fits = (1..=NAME_CHARS).contains(&name.chars().count());
    (fits && name.chars().all(is_in_names)).then(|| name.to_owned())
}

fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')' | '，' | '·')
}

/// The name of the file of a game between these two.
pub(crate) fn record_name(red: &str, black: &str, game: u64) -> String {
    format!("{red}-{black}-{game}").chars().map(|c| if is_in_names(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_lead_nowhere_else() {
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
    fn a_record_has_a_name_whoever_played() {
        let name = record_name(&"长".repeat(16), "e\u{301}b", u64::MAX);
        assert_eq!(file_name(&name), Some(name.clone()));
        let longest = record_name(&"长".repeat(16), &"名".repeat(16), u64::MAX);
        assert_eq!(file_name(&longest), Some(longest.clone()));
    }
}
