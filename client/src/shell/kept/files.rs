//! The layouts that a browser keeps, and the files that leave a page or come into it.

use super::Storage;
use crate::shell::picture;
use crate::shell::raster::Pixels;
use chuhe_model::drawing::scene::Scene;
use chuhe_model::exchange::files::{FilePurpose, FilesEvent, FilesRequest, file_name};
use std::path::Path;

/// Where the names of the layouts begin.
const LAYOUT: &str = "chuhe.layout.";
/// The most layouts.
const MAX_LAYOUTS: usize = 500;
/// The most bytes of a layout.
const LAYOUT_BYTES: usize = 4_096;

/// A file that leaves the page: the browser asks where to, or saves it in its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The name of the file.
    pub name: String,
    /// What the content is.
    pub kind: DownloadKind,
    /// The content.
    pub bytes: Vec<u8>,
}

/// What the content of a download is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DownloadKind {
    /// The bytes of the file.
    File,
    /// The opaque RGBA pixels of a picture, which the browser encodes as PNG.
    Picture {
        /// The width, in pixels.
        width: u16,
        /// The height, in pixels.
        height: u16,
    },
}

impl Download {
    /// A file that is not a picture.
    pub const fn file(name: String, bytes: Vec<u8>) -> Self {
        Self { name, kind: DownloadKind::File, bytes }
    }
}

/// What follows from a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The request was carried out.
    Event(FilesEvent),
    /// The page is to save the file; then this is the answer.
    Download(Download, FilesEvent),
    /// The page is to ask the user for the record of a game. The answer is a [`FilesEvent::Game`], or none
    /// if the user chooses nothing; of several files, each is an event of its own.
    Pick {
        /// Whether the user may choose several files, for the library.
        several: bool,
    },
}

/// The layouts.
#[derive(Debug)]
pub struct Files<S> {
    storage: S,
}

impl<S: Storage> Files<S> {
    /// The layouts in this storage.
    pub const fn new(storage: S) -> Self {
        Self { storage }
    }

    /// Carries out what a program can of a request.
    pub fn perform(&self, request: FilesRequest) -> Step {
        match request {
            FilesRequest::ListLayouts => Step::Event(self.list()),
            FilesRequest::LoadLayout { name } => Step::Event(self.load(name)),
            FilesRequest::SaveLayout { name, text } => Step::Event(self.save_layout(&name, &text)),
            FilesRequest::DeleteLayout { name } => Step::Event(self.delete_layout(name)),
            FilesRequest::RestoreLayout { name, text } => Step::Event(self.put_new(name, &text)),
            FilesRequest::RenameLayout { name, to } => Step::Event(self.rename_layout(&name, to)),
            FilesRequest::OpenGame { path: _ } => Step::Pick { several: false },
            FilesRequest::Choose { purpose, .. } => match purpose {
                FilePurpose::OpenGame => Step::Pick { several: false },
                FilePurpose::Players => Step::Pick { several: false },
                FilePurpose::AddToLibrary => Step::Pick { several: true },
                // a browser asks by itself, and starts no program
                FilePurpose::SaveGame | FilePurpose::Engine => Step::Event(FilesEvent::NoChooser),
            },
            // a browser replaces no file without asking, whatever the request says
            FilesRequest::SaveGame { path, bytes, existing: _ } => save_game(&path, bytes),
            FilesRequest::SavePicture { name, scene } => save_picture(&name, &scene),
        }
    }

    fn list(&self) -> FilesEvent {
        let keys = self.storage.keys(LAYOUT);
        let mut names: Vec<String> =
            keys.iter().filter_map(|key| file_name(key.strip_prefix(LAYOUT)?)).collect();
        names.sort_unstable();
        names.truncate(MAX_LAYOUTS);
        // they have no folder
        FilesEvent::Layouts { folder: String::new(), names }
    }

    fn load(&self, name: String) -> FilesEvent {
        match file_name(&name).and_then(|name| self.storage.get(&format!("{LAYOUT}{name}"))) {
            Some(mut text) => {
                // a longer one does not parse
                text.truncate(text.floor_char_boundary(LAYOUT_BYTES));
                FilesEvent::Layout { name, text }
            }
            None => FilesEvent::Failed(name),
        }
    }

    fn save_layout(&self, name: &str, text: &str) -> FilesEvent {
        let Some(name) = file_name(name) else { return bad_name(name) };
        let key = format!("{LAYOUT}{name}");
        let is_full = self.storage.get(&key).is_none() && self.storage.keys(LAYOUT).len() >= MAX_LAYOUTS;
        if is_full || text.len() > LAYOUT_BYTES || self.storage.set(&key, text).is_err() {
            return FilesEvent::Full;
        }
        FilesEvent::LayoutSaved { path: name }
    }

    /// The content of a layout; the error is what went wrong.
    fn content(&self, name: &str) -> Result<(String, String), FilesEvent> {
        let key = format!("{LAYOUT}{}", file_name(name).ok_or_else(|| bad_name(name))?);
        let text = self.storage.get(&key).ok_or_else(|| FilesEvent::Failed(name.to_owned()))?;
        Ok((key, text))
    }

    fn delete_layout(&self, name: String) -> FilesEvent {
        let (key, text) = match self.content(&name) {
            Ok(found) => found,
            Err(failed) => return failed,
        };
        self.storage.remove(&key);
        FilesEvent::LayoutDeleted { name, text }
    }

    /// Writes a layout unless one has its name, and lists all.
    fn put_new(&self, name: String, text: &str) -> FilesEvent {
        if self.content(&name).is_ok() {
            return FilesEvent::LayoutExists { name };
        }
        let saved = self.save_layout(&name, text);
        if let FilesEvent::LayoutSaved { .. } = saved { self.list() } else { saved }
    }

    fn rename_layout(&self, name: &str, to: String) -> FilesEvent {
        let (key, text) = match self.content(name) {
            Ok(found) => found,
            Err(failed) => return failed,
        };
        if self.content(&to).is_ok() {
            return FilesEvent::LayoutExists { name: to };
        }
        let Some(new) = file_name(&to) else { return bad_name(&to) };
        if self.storage.set(&format!("{LAYOUT}{new}"), &text).is_err() {
            return FilesEvent::Full;
        }
        self.storage.remove(&key);
        self.list()
    }
}

/// Passes the record of a game to the page, under the name that a path ends with.
fn save_game(path: &str, bytes: Vec<u8>) -> Step {
    match Path::new(path).file_name().and_then(|name| name.to_str()) {
        Some(name) => {
            let name = name.to_owned();
            let saved = FilesEvent::GameSaved { path: name.clone(), file: name.clone() };
            Step::Download(Download::file(name, bytes), saved)
        }
        None => Step::Event(bad_name(path)),
    }
}

/// Passes a picture of a board to the page.
fn save_picture(name: &str, scene: &Scene) -> Step {
    let Some((name, pixels)) = file_name(name).zip(picture::pixels(scene)) else {
        return Step::Event(bad_name(name));
    };
    let name = format!("{name}.png");
    let saved = FilesEvent::PictureSaved { path: name.clone() };
    let Pixels { width, height, rgba } = pixels;
    Step::Download(Download { name, kind: DownloadKind::Picture { width, height }, bytes: rgba }, saved)
}

/// The browser cannot use this name.
fn bad_name(name: &str) -> FilesEvent {
    FilesEvent::Failed(format!("{name:?} is no name of a file"))
}

#[cfg(test)]
mod tests {
    use super::super::test_storage::TestStorage;
    use super::*;
    use chuhe_model::exchange::files::Existing;

    fn files() -> (Files<TestStorage>, TestStorage) {
        let storage = TestStorage::default();
        (Files::new(storage.clone()), storage)
    }

    fn save(files: &Files<TestStorage>, name: &str, text: &str) -> Step {
        files.perform(FilesRequest::SaveLayout { name: name.into(), text: text.into() })
    }

    fn names(files: &Files<TestStorage>) -> Vec<String> {
        let Step::Event(FilesEvent::Layouts { folder, names }) = files.perform(FilesRequest::ListLayouts)
        else {
            panic!("a list");
        };
        assert_eq!(folder, "");
        names
    }

    fn is_failure(step: &Step) -> bool {
        matches!(step, Step::Event(FilesEvent::Failed(_) | FilesEvent::Full))
    }

    #[test]
    fn saved_layouts_are_listed_and_loaded() {
        let (files, _) = files();
        assert!(names(&files).is_empty());
        for (name, text) in [("铁三角", "old"), ("a b", "text"), ("铁三角", "new")] {
            let saved = FilesEvent::LayoutSaved { path: name.into() };
            assert_eq!(save(&files, name, text), Step::Event(saved));
        }
        assert_eq!(names(&files), ["a b", "铁三角"]);
        let loaded = files.perform(FilesRequest::LoadLayout { name: "铁三角".into() });
        assert_eq!(loaded, Step::Event(FilesEvent::Layout { name: "铁三角".into(), text: "new".into() }));
        assert!(is_failure(&files.perform(FilesRequest::LoadLayout { name: "none".into() })));
    }

    #[test]
    fn a_layout_is_deleted_and_comes_back_and_gets_another_name() {
        let (files, _) = files();
        let event = |request| {
            let Step::Event(event) = files.perform(request) else { panic!("an answer") };
            event
        };
        for name in ["a", "b"] {
            save(&files, name, name);
        }
        let deleted = event(FilesRequest::DeleteLayout { name: "a".into() });
        assert_eq!(deleted, FilesEvent::LayoutDeleted { name: "a".into(), text: "a".into() });
        assert_eq!(names(&files), ["b"]);
        let rename =
            |name: &str, to: &str| event(FilesRequest::RenameLayout { name: name.into(), to: to.into() });
        let restore = || event(FilesRequest::RestoreLayout { name: "a".into(), text: "a".into() });
        assert!(matches!(rename("a", "c"), FilesEvent::Failed(_)), "it is no more");
        assert!(matches!(restore(), FilesEvent::Layouts { names, .. } if names == ["a", "b"]));
        let exists = FilesEvent::LayoutExists { name: "a".into() };
        assert_eq!([restore(), rename("b", "a")], [exists.clone(), exists]);
        assert!(
            matches!(rename("b", "铁三角"), FilesEvent::Layouts { names, .. } if names == ["a", "铁三角"])
        );
        let loaded = event(FilesRequest::LoadLayout { name: "铁三角".into() });
        assert_eq!(loaded, FilesEvent::Layout { name: "铁三角".into(), text: "b".into() });
        assert!(matches!(rename("a", "../x"), FilesEvent::Failed(_)));
    }

    #[test]
    fn only_valid_names_of_layouts_are_used() {
        let (files, storage) = files();
        storage.set("chuhe.settings", "secret").unwrap();
        storage.set("chuhe.layout../x", "text").unwrap();
        for name in ["../x", "", "..", "x.y"] {
            assert!(is_failure(&save(&files, name, "text")), "{name}");
            assert!(is_failure(&files.perform(FilesRequest::LoadLayout { name: name.into() })), "{name}");
        }
        assert!(names(&files).is_empty());
    }

    #[test]
    fn a_full_storage_and_too_many_or_long_layouts_are_failures() {
        let (files, storage) = files();
        assert!(is_failure(&save(&files, "long", &"x".repeat(LAYOUT_BYTES + 1))));
        for n in 0..MAX_LAYOUTS {
            assert!(!is_failure(&save(&files, &n.to_string(), "text")));
        }
        assert!(is_failure(&save(&files, "one more", "text")));
        assert!(!is_failure(&save(&files, "7", "other")), "it replaces one");
        storage.remove("chuhe.layout.8");
        storage.set_quota(storage.size());
        assert_eq!(save(&files, "8", "text"), Step::Event(FilesEvent::Full));
        // a text that something else has made too long does not parse
        storage.lift_quota();
        storage.set("chuhe.layout.8", &"长".repeat(LAYOUT_BYTES)).unwrap();
        let Step::Event(FilesEvent::Layout { text, .. }) =
            files.perform(FilesRequest::LoadLayout { name: "8".into() })
        else {
            panic!("a layout");
        };
        assert_eq!(text.len(), LAYOUT_BYTES / 3 * 3);
    }

    #[test]
    fn records_and_pictures_leave_the_page_under_their_names() {
        let (files, storage) = files();
        for existing in [Existing::Refuse, Existing::Replace, Existing::Number] {
            for path in ["红-黑.pgn", "some/folder/红-黑.pgn"] {
                let request = FilesRequest::SaveGame { path: path.into(), bytes: b"one".to_vec(), existing };
                let name = "红-黑.pgn".to_owned();
                let saved = FilesEvent::GameSaved { path: name.clone(), file: name.clone() };
                let download = Download::file(name, b"one".to_vec());
                assert_eq!(files.perform(request), Step::Download(download, saved));
            }
        }
        let nameless =
            FilesRequest::SaveGame { path: "..".into(), bytes: Vec::new(), existing: Existing::Number };
        assert!(is_failure(&files.perform(nameless)));
        assert_eq!(
            files.perform(FilesRequest::OpenGame { path: "a.pgn".into() }),
            Step::Pick { several: false }
        );
        let add = FilesRequest::Choose {
            purpose: FilePurpose::AddToLibrary,
            title: String::new(),
            name: String::new(),
        };
        assert_eq!(files.perform(add), Step::Pick { several: true });
        // a board without a size has no picture
        let empty = FilesRequest::SavePicture { name: "board".into(), scene: Box::new(Scene::default()) };
        assert!(is_failure(&files.perform(empty)));
        assert!(storage.texts().is_empty());
    }
}
