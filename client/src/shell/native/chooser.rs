//! The system's own file chooser, on a thread of its own, so that the window never waits for the user.
//!
//! On Linux it is that of the desktop, through its portal, or else the program zenity.

use super::mailbox::Mailbox;
use chuhe_model::exchange::files::{FilePurpose, FilesEvent};
use std::path::PathBuf;
use std::thread;

/// What the user is asked for.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) purpose: FilePurpose,
    /// The title of the chooser.
    pub(super) title: String,
    /// The proposed name of a file to save.
    pub(super) name: String,
    /// Where the chooser begins, if the folder exists.
    pub(super) folder: Option<PathBuf>,
}

/// The chooser, of which at most one is open.
#[derive(Debug)]
pub(super) struct Chooser {
    is_open: bool,
    answers: Mailbox<FilesEvent>,
}

impl Chooser {
    /// No chooser yet. The calling thread is unparked when there is an answer to poll.
    pub(super) fn new() -> Self {
        Self { is_open: false, answers: Mailbox::new() }
    }

    /// Opens the chooser, unless it is open. Returns the answer if the system has none.
    pub(super) fn open(&mut self, question: Question) -> Option<FilesEvent> {
        if self.is_open {
            return None;
        }
        if !system::has_chooser() {
            return Some(FilesEvent::NoChooser);
        }
        let reporter = self.answers.reporter();
        let ask = move || {
            let purpose = question.purpose;
            reporter.send(FilesEvent::Chosen { purpose, paths: system::ask(question) });
        };
        match thread::Builder::new().name("file chooser".to_owned()).spawn(ask) {
            Ok(_) => {
                self.is_open = true;
                None
            }
            Err(error) => {
                tracing::error!(%error, "cannot start the thread of the file chooser");
                Some(FilesEvent::NoChooser)
            }
        }
    }

    /// Returns what the user chose, once the chooser is closed.
    pub(super) fn poll(&mut self) -> Option<FilesEvent> {
        let answer = self.answers.poll();
        self.is_open &= answer.is_none();
        answer
    }
}

#[cfg(not(target_os = "macos"))]
mod system {
    use super::{FilePurpose, PathBuf, Question};
    use chuhe_records::formats::Format;

    /// Whether the system has a file chooser.
    pub(super) fn has_chooser() -> bool {
        cfg!(windows) || super::portal::Session::of_environment().has_chooser()
    }

    /// Lets the user choose; returns nothing if they choose nothing.
    pub(super) fn ask(question: Question) -> Vec<PathBuf> {
        let Question { purpose, title, name, folder } = question;
        let mut dialog = rfd::FileDialog::new().set_title(title);
        if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        match purpose {
            FilePurpose::OpenGame => one(with_formats(dialog).pick_file()),
            FilePurpose::AddToLibrary => with_formats(dialog).pick_files().unwrap_or_default(),
            FilePurpose::SaveGame => one(dialog.set_file_name(name).save_file()),
            FilePurpose::Engine => one(dialog.pick_file()),
            FilePurpose::Players => one(dialog.pick_file()),
        }
    }

    fn one(path: Option<PathBuf>) -> Vec<PathBuf> {
        path.into_iter().collect()
    }

    /// Shows the files with records first; any other file can be chosen as well.
    fn with_formats(dialog: rfd::FileDialog) -> rfd::FileDialog {
        let endings = Format::ALL.map(|format| format.extension());
        let label = endings.map(|ending| format!("*.{ending}")).join(" ");
        dialog.add_filter(label, &endings).add_filter("*", &["*"])
    }
}

#[cfg(target_os = "macos")]
mod system {
    use super::{PathBuf, Question};

    /// There, a chooser would need the thread of the window.
    pub(super) const fn has_chooser() -> bool {
        false
    }

    pub(super) fn ask(_: Question) -> Vec<PathBuf> {
        Vec::new()
    }
}

#[cfg(not(target_os = "macos"))]
mod portal {
    use std::env;
    use std::path::PathBuf;

    /// The service of the portal, which D-Bus starts at its first use.
    const SERVICE: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";
    /// The program that shows a chooser where there is no portal.
    const ZENITY: &str = "zenity";
    /// The folders of shared data if the environment names none.
    const USUAL_DATA: &str = "/usr/local/share:/usr/share";
    /// The file that a sandbox has, in which the portal is reached although its service is not seen.
    const SANDBOX: &str = "/.flatpak-info";

    /// What the environment says about the session of the user.
    #[derive(Debug, Default)]
    pub(super) struct Session {
        pub(super) has_bus: bool,
        pub(super) is_sandbox: bool,
        pub(super) data: Vec<PathBuf>,
        pub(super) programs: Vec<PathBuf>,
    }

    impl Session {
        pub(super) fn of_environment() -> Self {
            let folders = |name: &str| -> Vec<PathBuf> {
                env::var_os(name).map(|list| env::split_paths(&list).collect()).unwrap_or_default()
            };
            let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
            let own = env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty());
            let mut data = folders("XDG_DATA_DIRS");
            if data.is_empty() {
                data = env::split_paths(USUAL_DATA).collect();
            }
            Self {
                has_bus: own || runtime.is_some_and(|runtime| runtime.join("bus").exists()),
                is_sandbox: PathBuf::from(SANDBOX).exists(),
                data,
                programs: folders("PATH"),
            }
        }

        /// Whether a portal answers, or zenity is there.
        pub(super) fn has_chooser(&self) -> bool {
            let is_in = |folders: &[PathBuf], name: &str| folders.iter().any(|it| it.join(name).is_file());
            self.has_bus && (self.is_sandbox || is_in(&self.data, SERVICE)) || is_in(&self.programs, ZENITY)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::fs;

        #[test]
        fn a_chooser_needs_a_portal_on_a_bus_or_zenity() {
            let folder = tempfile::tempdir().unwrap();
            let data = folder.path().join("share");
            let service = data.join(SERVICE);
            let session = |has_bus| Session { has_bus, data: vec![data.clone()], ..Session::default() };
            assert!(!session(true).has_chooser());
            fs::create_dir_all(service.parent().unwrap()).unwrap();
            fs::write(&service, "").unwrap();
            assert!(session(true).has_chooser() && !session(false).has_chooser());
            let programs = vec![folder.path().to_owned()];
            assert!(!Session { programs: programs.clone(), ..Session::default() }.has_chooser());
            fs::write(folder.path().join(ZENITY), "").unwrap();
            assert!(Session { programs, ..Session::default() }.has_chooser());
            let sandbox = Session { has_bus: true, is_sandbox: true, ..Session::default() };
            assert!(sandbox.has_chooser());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_chooser_is_open_at_a_time_and_its_answer_closes_it() {
        let mut chooser = Chooser::new();
        chooser.is_open = true;
        let question = Question {
            purpose: FilePurpose::OpenGame,
            title: String::new(),
            name: String::new(),
            folder: None,
        };
        assert_eq!(chooser.open(question), None, "another one is open");
        let answer = FilesEvent::Chosen { purpose: FilePurpose::OpenGame, paths: vec!["a.pgn".into()] };
        chooser.answers.send(answer.clone());
        assert_eq!(chooser.poll(), Some(answer));
        assert!(!chooser.is_open && chooser.poll().is_none());
    }
}
