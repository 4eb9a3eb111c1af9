//! Stores the user's layouts and records of games, in folders next to the settings.

use super::settings::{Access, replace};
use crate::shell::picture;
use chuhe_model::drawing::scene::Scene;
use chuhe_model::exchange::files::{
    Existing, FilesEvent, FilesRequest, GAMES_FOLDER, UnopenedFile, WhyUnopened, file_name,
};
use chuhe_records::formats::MAX_FILE_BYTES;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Extension of layouts.
const EXTENSION: &str = "txt";
/// Maximum number of layouts listed.
const MAX_LISTED: usize = 500;
/// Maximum size of a layout, in bytes. A longer file is truncated and then does not parse.
const LAYOUT_BYTES: u64 = 4_096;

/// The most files of one name that get a number.
const MAX_NUMBER: usize = 10_000;

/// The folders of layouts and records.
#[derive(Debug)]
pub(super) struct Folders {
    /// The folder of the settings, if the system has one.
    parent: Option<PathBuf>,
}

impl Folders {
    pub(super) const fn new(parent: Option<PathBuf>) -> Self {
        Self { parent }
    }

    /// Performs a request.
    pub(super) fn perform(&self, request: FilesRequest) -> FilesEvent {
        match request {
            FilesRequest::ListLayouts => self.list(),
            FilesRequest::LoadLayout { name } => self.load(name),
            FilesRequest::SaveLayout { name, text } => self.save_layout(&name, &text),
            FilesRequest::DeleteLayout { name } => event_of(self.delete_layout(name)),
            FilesRequest::RestoreLayout { name, text } => event_of(self.restore_layout(name, &text)),
            FilesRequest::RenameLayout { name, to } => event_of(self.rename_layout(&name, to)),
            FilesRequest::OpenGame { path } => self.open_game(&path),
            FilesRequest::SaveGame { path, bytes, existing } => {
                event_of(self.save_game(&path, &bytes, existing))
            }
            // the machine has the chooser
            FilesRequest::Choose { .. } => FilesEvent::NoChooser,
            FilesRequest::SavePicture { name, scene } => event_of(self.save_picture(&name, &scene)),
        }
    }

    /// The folder of the saved games, if the system has one.
    pub(super) fn games(&self) -> Option<PathBuf> {
        self.folder(GAMES_FOLDER).ok()
    }

    /// Reads the record of a game.
    fn open_game(&self, path: &Path) -> FilesEvent {
        let typed = with_home(path);
        let saved = || Some(self.folder(GAMES_FOLDER).ok()?.join(&typed)).filter(|path| path.exists());
        let path = if typed.exists() { typed.clone() } else { saved().unwrap_or(typed.clone()) };
        // a longer file is refused by its reader
        match read(&path, MAX_FILE_BYTES as u64 + 1) {
            Ok(bytes) => {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let path = path.canonicalize().unwrap_or(path).display().to_string();
                FilesEvent::Game { file, path, bytes }
            }
            Err(unopened) => FilesEvent::Unopened(unopened),
        }
    }

    /// Writes the record of a game: a bare name into the folder of the games, any other path as it is.
    fn save_game(&self, path: &str, bytes: &[u8], existing: Existing) -> io::Result<FilesEvent> {
        let typed = with_home(Path::new(path));
        let bare = typed.components().count() == 1 && typed.file_name().is_some();
        let mut path = if bare { self.folder(GAMES_FOLDER)?.join(&typed) } else { typed };
        match existing {
            Existing::Refuse if path.exists() => return Ok(FilesEvent::GameExists),
            Existing::Number => path = numbered(path),
            Existing::Refuse | Existing::Replace => {}
        }
        replace(&path, bytes, Access::Usual)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(FilesEvent::GameSaved { path: path.display().to_string(), file })
    }

    fn save_picture(&self, name: &str, scene: &Scene) -> io::Result<FilesEvent> {
        let name = file_name(name).ok_or(io::ErrorKind::InvalidInput)?;
        let path = numbered(self.folder(GAMES_FOLDER)?.join(format!("{name}.png")));
        let bytes = picture::png(scene).ok_or(io::ErrorKind::InvalidInput)?;
        replace(&path, &bytes, Access::Usual)?;
        Ok(FilesEvent::PictureSaved { path: path.display().to_string() })
    }

    fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let none = || io::Error::new(io::ErrorKind::NotFound, "this system has no folder for user files");
        self.parent.as_ref().map(|folder| folder.join(name)).ok_or_else(none)
    }

    fn path(&self, folder: &str, name: &str) -> io::Result<PathBuf> {
        // the core sends clean names; checked again so that no path leaves its folder
        let name = file_name(name).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.folder(folder)?.join(format!("{name}.{EXTENSION}")))
    }

    /// Lists the layouts.
    fn list(&self) -> FilesEvent {
        event_of(self.folder("layouts").and_then(|folder| {
            fs::create_dir_all(&folder)?;
            let mut names: Vec<String> =
                fs::read_dir(&folder)?.filter_map(|entry| name_of(&entry.ok()?.path())).collect();
            names.sort_unstable();
            names.truncate(MAX_LISTED);
            Ok(FilesEvent::Layouts { folder: folder.display().to_string(), names })
        }))
    }

    /// Reads a layout.
    fn load(&self, name: String) -> FilesEvent {
        let path = match self.path("layouts", &name) {
            Ok(path) => path,
            Err(error) => return event_of(Err(error)),
        };
        match read(&path, LAYOUT_BYTES) {
            Ok(bytes) => FilesEvent::Layout { name, text: String::from_utf8_lossy(&bytes).into_owned() },
            Err(unopened) => FilesEvent::Unopened(unopened),
        }
    }

    /// Saves a layout, replacing one of the same name.
    fn save_layout(&self, name: &str, text: &str) -> FilesEvent {
        event_of(self.path("layouts", name).and_then(|path| {
            replace(&path, text.as_bytes(), Access::Usual)?;
            Ok(FilesEvent::LayoutSaved { path: path.display().to_string() })
        }))
    }

    /// Deletes a layout, and passes on what was in it.
    fn delete_layout(&self, name: String) -> io::Result<FilesEvent> {
        let path = self.path("layouts", &name)?;
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        fs::remove_file(path)?;
        Ok(FilesEvent::LayoutDeleted { name, text })
    }

    /// Writes a layout unless a file has its name, and lists all.
    fn restore_layout(&self, name: String, text: &str) -> io::Result<FilesEvent> {
        let path = self.path("layouts", &name)?;
        if path.exists() {
            return Ok(FilesEvent::LayoutExists { name });
        }
        replace(&path, text.as_bytes(), Access::Usual)?;
        Ok(self.list())
    }

    /// Gives a layout another name unless a file has it, and lists all.
    fn rename_layout(&self, name: &str, to: String) -> io::Result<FilesEvent> {
        let (from, path) = (self.path("layouts", name)?, self.path("layouts", &to)?);
        // where upper and lower case are one, the layout itself has its new name
        let is_itself = || Some(fs::canonicalize(&from).ok()? == fs::canonicalize(&path).ok()?);
        if path.exists() && is_itself() != Some(true) {
            return Ok(FilesEvent::LayoutExists { name: to });
        }
        fs::rename(from, path)?;
        Ok(self.list())
    }
}

/// Reads a file, at most so many bytes of it.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, UnopenedFile> {
    let unopened = |why| UnopenedFile { path: path.display().to_string(), why };
    let refused = |error: io::Error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        unopened(if is_missing { WhyUnopened::Missing } else { WhyUnopened::Refused(error.to_string()) })
    };
    // reading anything else, such as a pipe, may block or never end
    if !fs::metadata(path).map_err(refused)?.is_file() {
        return Err(unopened(WhyUnopened::NotAFile));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(refused)?;
    Ok(bytes)
}

fn event_of(result: io::Result<FilesEvent>) -> FilesEvent {
    result.unwrap_or_else(|error| FilesEvent::Failed(error.to_string()))
}

/// Replaces a leading `~` by the user's home.
fn with_home(path: &Path) -> PathBuf {
    let home = || etcetera::home_dir().ok();
    match path.strip_prefix("~").ok().zip(home()) {
        Some((rest, home)) => home.join(rest),
        None => path.to_owned(),
    }
}

/// The path, with a number after its name if a file has it already.
fn numbered(path: PathBuf) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let name = |number: usize| path.with_file_name(format!("{stem} ({number}).{extension}"));
    let mut free = path.clone();
    let mut number = 2;
    while free.exists() && number < MAX_NUMBER {
        free = name(number);
        number += 1;
    }
    free
}

fn name_of(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    file_name(path.file_stem()?.to_str()?).filter(|_| extension == EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_layouts_are_listed_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::new(Some(folder.path().join("deep")));
        let FilesEvent::Layouts { names, .. } = folders.list() else { panic!("a list") };
        assert!(names.is_empty());
        for name in ["铁三角", "a b"] {
            let saved = folders.save_layout(name, "text");
            assert!(matches!(saved, FilesEvent::LayoutSaved { .. }), "{saved:?}");
        }
        let FilesEvent::Layouts { names, .. } = folders.list() else { panic!("a list") };
        assert_eq!(names, ["a b", "铁三角"]);
        let loaded = folders.load("铁三角".into());
        assert_eq!(loaded, FilesEvent::Layout { name: "铁三角".into(), text: "text".into() });
    }

    #[test]
    fn a_layout_is_deleted_and_comes_back_and_gets_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::new(Some(folder.path().into()));
        let names = |event: FilesEvent| {
            let FilesEvent::Layouts { names, .. } = event else { panic!("a list, not {event:?}") };
            names
        };
        for name in ["a", "b"] {
            let _ = folders.save_layout(name, name);
        }
        let deleted = folders.perform(FilesRequest::DeleteLayout { name: "a".into() });
        assert_eq!(deleted, FilesEvent::LayoutDeleted { name: "a".into(), text: "a".into() });
        assert_eq!(names(folders.list()), ["b"]);
        let rename = |name: &str, to: &str| {
            folders.perform(FilesRequest::RenameLayout { name: name.into(), to: to.into() })
        };
        assert!(matches!(rename("a", "c"), FilesEvent::Failed(_)), "it is no more");
        let restore = || folders.perform(FilesRequest::RestoreLayout { name: "a".into(), text: "a".into() });
        assert_eq!(names(restore()), ["a", "b"]);
        let exists = FilesEvent::LayoutExists { name: "a".into() };
        assert_eq!([restore(), rename("b", "a")], [exists.clone(), exists]);
        assert_eq!(names(rename("b", "铁三角")), ["a", "铁三角"]);
        let loaded = folders.load("铁三角".into());
        assert_eq!(loaded, FilesEvent::Layout { name: "铁三角".into(), text: "b".into() });
        for name in ["../x", ".."] {
            assert!(matches!(rename("a", name), FilesEvent::Failed(_)), "{name}");
            assert!(matches!(rename(name, "a"), FilesEvent::Failed(_)), "{name}");
            let deleted = folders.perform(FilesRequest::DeleteLayout { name: name.into() });
            assert!(matches!(deleted, FilesEvent::Failed(_)), "{name}");
        }
    }

    #[test]
    fn names_cannot_leave_the_folder_and_long_files_are_truncated() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::new(Some(folder.path().into()));
        for name in ["../x", "/etc/passwd", ".."] {
            assert!(matches!(folders.load(name.into()), FilesEvent::Failed(_)));
            assert!(matches!(folders.save_layout(name, ""), FilesEvent::Failed(_)));
        }
        let missing = UnopenedFile {
            path: folder.path().join("layouts/none.txt").display().to_string(),
            why: WhyUnopened::Missing,
        };
        assert_eq!(folders.load("none".into()), FilesEvent::Unopened(missing));
        assert!(matches!(Folders::new(None).list(), FilesEvent::Failed(_)));
        let _ = folders.save_layout("long", &"x".repeat(100_000));
        let FilesEvent::Layout { text, .. } = folders.load("long".into()) else { panic!("a file") };
        assert_eq!(text.len() as u64, LAYOUT_BYTES);
    }

    fn saved(event: io::Result<FilesEvent>) -> String {
        let FilesEvent::GameSaved { path, .. } = event.unwrap() else { panic!("the game is saved") };
        path
    }

    #[test]
    fn games_are_saved_by_name_or_path_and_opened_again() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::new(Some(home.path().join("chuhe")));
        let path = saved(folders.save_game("红-黑.pgn", b"one", Existing::Refuse));
        assert_eq!(Path::new(&path), home.path().join("chuhe/games/红-黑.pgn"));
        let other = home.path().join("other.pgn");
        assert_eq!(
            Path::new(&saved(folders.save_game(other.to_str().unwrap(), b"two", Existing::Refuse))),
            other
        );
        for (path, content) in [(PathBuf::from("红-黑.pgn"), "one"), (other.clone(), "two")] {
            let FilesEvent::Game { file, bytes, .. } = folders.open_game(&path) else { panic!("a game") };
            assert_eq!((Path::new(&file).extension().is_some(), bytes), (true, content.as_bytes().to_vec()));
        }
        for (path, why) in
            [(Path::new("none.pgn"), WhyUnopened::Missing), (home.path(), WhyUnopened::NotAFile)]
        {
            let path_text = path.display().to_string();
            let unopened = FilesEvent::Unopened(UnopenedFile { path: path_text, why });
            assert_eq!(folders.open_game(path), unopened);
        }
    }

    #[test]
    fn an_existing_game_is_kept_replaced_or_numbered_as_requested() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::new(Some(home.path().into()));
        let first = saved(folders.save_game("a.pgn", b"one", Existing::Refuse));
        assert_eq!(folders.save_game("a.pgn", b"two", Existing::Refuse).unwrap(), FilesEvent::GameExists);
        assert_eq!(fs::read(&first).unwrap(), b"one");
        let second = saved(folders.save_game("a.pgn", b"two", Existing::Number));
        let third = saved(folders.save_game("a.pgn", b"three", Existing::Number));
        assert_eq!(Path::new(&second), home.path().join("games/a (2).pgn"));
        assert_eq!(Path::new(&third), home.path().join("games/a (3).pgn"));
        assert_eq!(saved(folders.save_game("a.pgn", b"four", Existing::Replace)), first);
        assert_eq!(fs::read(&first).unwrap(), b"four");
    }
}
