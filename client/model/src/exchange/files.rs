//! The user's files: luzhanqi layouts, and records of games.
//!
//! The shell reads and writes them; this module holds the requests and their results.

use crate::drawing::scene::Scene;
use crate::library::ImportFile;
use chuhe_records::{GameTree, tag};
use chuhe_rules::luzhanqi::FormationTextError;
use std::path::PathBuf;

/// The maximum length of a file name: two player names and the longest game number fit.
pub const NAME_CHARS: usize = 64;

/// The folder of saved games, pictures and exports, next to the settings.
#[cfg(not(target_family = "wasm"))]
pub const GAMES_FOLDER: &str = "games";

/// A request to the shell. Each is answered by one [`FilesEvent`].
#[derive(Clone, Debug, PartialEq)]
pub enum FilesRequest {
    /// List the saved layouts.
    ListLayouts,
    /// Read a layout.
    LoadLayout {
        /// A name from the list.
        name: String,
    },
    /// Write a layout, replacing one of the same name.
    SaveLayout {
        /// A valid file name; see [`file_name`].
        name: String,
        /// The content.
        text: String,
    },
    /// Delete a layout. Answered by [`FilesEvent::LayoutDeleted`].
    DeleteLayout {
        /// A name from the list.
        name: String,
    },
    /// Write a layout that was deleted, unless another has its name now. Answered by the list, or by
    /// [`FilesEvent::LayoutExists`].
    RestoreLayout {
        /// Its name.
        name: String,
        /// Its content.
        text: String,
    },
    /// Give a layout another name, unless another layout has it. Answered as [`FilesRequest::RestoreLayout`].
    RenameLayout {
        /// A name from the list.
        name: String,
        /// A valid file name; see [`file_name`].
        to: String,
    },
    /// Read the record of a game.
    OpenGame {
        /// The path. Relative paths are relative to the current folder, or else to the folder of the
        /// saved games.
        path: PathBuf,
    },
    /// Let the user choose files with the system's own file chooser. Answered by [`FilesEvent::Chosen`], or by
    /// [`FilesEvent::NoChooser`]; a page passes the chosen files themselves instead.
    Choose {
        /// What for.
        purpose: FilePurpose,
        /// The title of the chooser.
        title: String,
        /// The proposed name of a file to save.
        name: String,
    },
    /// Write the record of a game.
    SaveGame {
        /// The path, or a name in the folder of the saved games.
        path: String,
        /// The content.
        bytes: Vec<u8>,
        /// What to do if the file exists.
        existing: Existing,
    },
    /// Write a picture of a board into the folder of the saved games.
    SavePicture {
        /// The name without extension; a number is added if the file exists.
        name: String,
        /// The board.
        scene: Box<Scene>,
    },
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePurpose {
    /// The record of a game, to open.
    OpenGame,
    /// A file for the record of a game.
    SaveGame,
    /// The program of an external engine.
    Engine,
    /// Files whose games are added to the library.
    AddToLibrary,
    /// The list of the players of a tournament.
    Players,
}

/// What to do if a file that is to be written exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Leave it, and report [`FilesEvent::GameExists`].
    Refuse,
    /// Replace it.
    Replace,
    /// Add a number to the name.
    Number,
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
    /// A layout was written.
    LayoutSaved {
        /// Its path.
        path: String,
    },
    /// A layout was deleted.
    LayoutDeleted {
        /// Its name.
        name: String,
        /// What was in it.
        text: String,
    },
    /// A layout of this name exists, and nothing was changed.
    LayoutExists {
        /// The name.
        name: String,
    },
    /// The content of the record of a game.
    Game {
        /// The name of the file without its folder.
        file: String,
        /// Its path; empty if it is unknown.
        path: String,
        /// Its content.
        bytes: Vec<u8>,
    },
    /// The user chose these files; none, if they closed the chooser.
    Chosen {
        /// What for.
        purpose: FilePurpose,
        /// Their paths.
        paths: Vec<PathBuf>,
    },
    /// The system has no file chooser.
    NoChooser,
    /// Several files that the user chose or dropped: their games are for the library.
    Several {
        /// The files.
        files: Vec<ImportFile>,
        /// The number of files that follow in further events.
        more: usize,
    },
    /// The record of a game was written.
    GameSaved {
        /// Its path.
        path: String,
        /// The name of the file without its folder.
        file: String,
    },
    /// A file of this name exists, and nothing was written.
    GameExists,
    /// A picture was written.
    PictureSaved {
        /// Its path.
        path: String,
    },
    /// This file could not be opened.
    Unopened(UnopenedFile),
    /// There is no more space for layouts.
    Full,
    /// The request failed, with the message of the system.
    Failed(String),
}

/// A file that could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnopenedFile {
    /// Its path.
    pub path: String,
    /// Why not.
    pub why: WhyUnopened,
}

/// Why a file could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnopened {
    /// There is no such file.
    Missing,
    /// It is a folder or anything else that is not a file.
    NotAFile,
    /// The system refuses it, with this message.
    Refused(String),
}

/// The content of a notice about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNotice {
    /// The layout was written to this path.
    Saved(String),
    /// This layout is set up now.
    Loaded(String),
    /// The file does not contain a valid layout.
    BadLayout {
        /// The name of the layout.
        name: String,
        /// The error and its place.
        error: FormationTextError,
    },
    /// A layout of this name exists.
    Exists(String),
    /// The field for the name of the layout is empty.
    NoName,
    /// The name of the layout has this character, which names of files cannot have.
    BadCharacter(char),
    /// The name of the layout has so many characters, which is too many.
    LongName(usize),
    /// This file could not be opened.
    Unopened(UnopenedFile),
    /// There is no more space for layouts.
    Full,
    /// The system has no file chooser.
    NoChooser,
    /// The request failed, with the message of the system.
    Failed(String),
}

/// The layouts dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The folder.
    pub folder: String,
    /// The names of the files in it.
    pub names: Vec<String>,
    /// The name for the layout to save.
    pub name: String,
    /// The layout that gets another name, and that name as it is typed.
    pub renaming: Option<[String; 2]>,
    /// The name and the content of the layout that was deleted last.
    pub deleted: Option<[String; 2]>,
}

impl Files {
    /// The name of the layout that was deleted last, which can come back.
    #[must_use]
    pub fn deleted(&self) -> Option<&str> {
        self.deleted.as_ref().map(|[name, _]| name.as_str())
    }
}

/// The trimmed text, if it is a valid file name on every system.
#[must_use]
pub fn file_name(text: &str) -> Option<String> {
    checked_name(text).ok()
}

/// Returns the name of a file that the user has typed, or what is wrong with it.
pub fn checked_name(text: &str) -> Result<String, FileNotice> {
    let name = text.trim();
    if let Some(odd) = name.chars().find(|c| !is_in_names(*c)) {
        return Err(FileNotice::BadCharacter(odd));
    }
    match name.chars().count() {
        0 => Err(FileNotice::NoName),
        1..=NAME_CHARS => Ok(name.to_owned()),
        long => Err(FileNotice::LongName(long)),
    }
}

fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')' | '，' | '·')
}

/// The file name for a record, without extension: its date and players, or else its game.
#[must_use]
pub fn game_file_name(tree: &GameTree) -> String {
    let tag = |name| tree.tag(name).unwrap_or_default().trim();
    let date = tag(tag::DATE).replace('.', "-").replace('?', "");
    let (red, black) = (tag(tag::RED), tag(tag::BLACK));
    let players = if red.is_empty() && black.is_empty() {
        tree.start().game_name().to_owned()
    } else {
        format!("{red}-{black}")
    };
    safe_name(&format!("{} {players}", date.trim_matches('-')))
}

/// The text as a part of the name of a file: what names of files cannot have is replaced.
#[must_use]
pub fn safe_name(text: &str) -> String {
    let name: String = text.trim().chars().map(|c| if is_in_names(c) { c } else { '_' }).collect();
    name.chars().take(NAME_CHARS).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::Start;

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
    fn every_record_gives_a_valid_file_name() {
        let named = |tags: &[(&str, &str)]| {
            let mut tree = GameTree::new(Start::xiangqi());
            for (name, value) in tags {
                tree.set_tag(name, value).unwrap();
            }
            game_file_name(&tree)
        };
        assert_eq!(named(&[]), "xiangqi");
        let players = [(tag::DATE, "2026.11.22"), (tag::RED, "楚河客"), (tag::BLACK, "Bo")];
        assert_eq!(named(&players), "2026-11-22 楚河客-Bo");
        assert_eq!(named(&[(tag::DATE, "2026.??.??"), (tag::RED, "a/b")]), "2026 a_b-");
        let long = [(tag::RED, "长".repeat(90)), (tag::BLACK, "../e\u{301}".repeat(9))];
        let names = [named(&players), named(&[(long[0].0, &long[0].1), (long[1].0, &long[1].1)])];
        for name in names {
            assert_eq!(file_name(&name), Some(name.clone()));
        }
    }
}
