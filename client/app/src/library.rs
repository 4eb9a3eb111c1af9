//! The library: keeping finished games, finding, opening and exporting them.

use crate::desk::Desk;
use crate::review::fen_of;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::actions::action::LibraryAction;
use chuhe_model::choices::date;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::FilePurpose;
use chuhe_model::library::{ImportFailure, ImportFile, Imported, LibraryCopy, LibraryEvent, LibraryRequest};
use chuhe_model::lobby::filter_form::BadDate;
use chuhe_model::lobby::library_list::Deleting;
use chuhe_model::notices::notice::{LibraryNotice, Notice};
use chuhe_protocol::GameFilter;
use chuhe_rules::clock::Timestamp;

impl Study {
    #[inline(never)]
    pub(crate) fn act_library(&mut self, desk: &mut Desk, action: LibraryAction, now: Timestamp) {
        match action {
            LibraryAction::Open => {
                self.library.is_open = true;
                // the record may show another position by now
                if self.library.form.position.is_some() {
                    self.library.form.position = self.reviewed_fen();
                }
                self.search_library(desk);
            }
            LibraryAction::Close => {
                self.library.is_open = false;
                self.library.deleting = None;
            }
            LibraryAction::Search => self.search_library(desk),
            LibraryAction::Result(result) => {
                self.library.form.result = result;
                self.search_library(desk);
            }
            LibraryAction::Kind(kind) => {
                self.library.form.kind = kind;
                self.search_library(desk);
            }
            LibraryAction::Position(wanted) => {
                self.library.form.position = self.reviewed_fen().filter(|_| wanted);
                self.search_library(desk);
            }
            LibraryAction::More => {
                let request = self.library.more();
                desk.out.effects(request.map(StorageEffect::Library));
            }
            LibraryAction::Review(game) => desk.out.push(StorageEffect::Library(LibraryRequest::Open(game))),
            LibraryAction::AddFiles => desk.choose_file(FilePurpose::AddToLibrary, String::new()),
            LibraryAction::CloseSummary => {
                if !self.library.is_importing() {
                    self.library.import = None;
                }
            }
            LibraryAction::Export => self.export_library(desk, now),
            LibraryAction::ChooseToDelete(chooses) => {
                self.library.deleting = chooses.then_some(Deleting::Choosing);
            }
            LibraryAction::Delete(game) => {
                if self.library.ask_to_delete(Deleting::One(game)) {
                    desk.out.push(StorageEffect::Library(LibraryRequest::Delete(game)));
                }
            }
            LibraryAction::Undelete => desk.out.push(StorageEffect::Library(LibraryRequest::Undelete)),
            LibraryAction::DeleteAll => {
                if self.library.ask_to_delete(Deleting::All) {
                    // what the user sees, not what the form says since
                    let filter = Box::new(self.library.filter().clone());
                    desk.out.push(StorageEffect::Library(LibraryRequest::DeleteAll(filter)));
                }
            }
        }
    }

    /// The position on the review screen, if it is one of xiangqi.
    pub fn reviewed_fen(&self) -> Option<String> {
        self.reviewing().and_then(fen_of)
    }

    /// The filter in the form; without one the form and a notice say what is wrong.
    fn library_filter(&mut self, desk: &mut Desk) -> Option<GameFilter> {
        let filter = self.library.form.filter(&desk.environment.time_zone);
        if let Err(BadDate) = filter {
            self.library.form.is_refused = true;
            desk.out.notice(Notice::BadDate);
        }
        filter.ok()
    }

    fn search_library(&mut self, desk: &mut Desk) {
        let request = self.library_filter(desk).map(|filter| self.library.start(filter));
        desk.out.effects(request.map(StorageEffect::Library));
    }

    /// Exports the games that match the filter in the form.
    fn export_library(&mut self, desk: &mut Desk, now: Timestamp) {
        let Some(filter) = self.library_filter(desk).map(Box::new) else { return };
        let day = desk.wall_clock_ms(now).and_then(|ms| date::day(ms, &desk.environment.time_zone));
        let day = day.map_or_else(String::new, |day| format!(" {}", day.replace('.', "-")));
        let name = format!("chuhe{day}");
        desk.out.push(StorageEffect::Library(LibraryRequest::Export { filter, name }));
    }

    #[inline(never)]
    pub(crate) fn library_event(&mut self, sessions: &mut Sessions, desk: &mut Desk, event: LibraryEvent) {
        match event {
            LibraryEvent::Page { number, games, more } => self.library.page(number, games, more),
            LibraryEvent::Opened { game, file, user, record } => {
                self.library.is_open = false;
                self.library.deleting = None;
                let from = LibraryCopy::of(game, &record);
                self.open_game_of_library(sessions, desk, from, &file, user, &record);
            }
            LibraryEvent::Saved { copy, is_new } => self.saved_to_library(sessions, desk, copy, is_new),
            LibraryEvent::NotSaved(failure) => {
                self.saving = None;
                desk.out.notice(Notice::Library(LibraryNotice::Failed(failure)));
            }
            LibraryEvent::Imported { file, result } => self.file_imported(desk, file, result),
            LibraryEvent::Exported { path, counts } => {
                desk.out.notice(Notice::Library(LibraryNotice::Exported { path, counts }));
            }
            LibraryEvent::Deleted { game: Some(game), games } => {
                self.library.deleted_last = games;
                let request = self.library.deleted(game);
                desk.out.effects(request.map(StorageEffect::Library));
            }
            LibraryEvent::Deleted { game: None, games } => {
                self.library.deleted_last = games;
                desk.out.notice(Notice::Library(LibraryNotice::Deleted(games)));
                let request = self.library.start(self.library.filter().clone());
                desk.out.push(StorageEffect::Library(request));
            }
            LibraryEvent::Undeleted { games } => {
                self.library.deleted_last = 0;
                desk.out.notice(Notice::Library(LibraryNotice::Undeleted(games)));
                let request = self.library.start(self.library.filter().clone());
                desk.out.push(StorageEffect::Library(request));
            }
            LibraryEvent::SetAside { path } => {
                desk.out.notice(Notice::Library(LibraryNotice::SetAside(path)));
            }
            LibraryEvent::GamesSetAside { games } => {
                desk.out.notice(Notice::Library(LibraryNotice::GamesSetAside(games)));
            }
            LibraryEvent::Failed { list, failure } => {
                self.library.fail(list);
                desk.out.notice(Notice::Library(LibraryNotice::Failed(failure)));
            }
        }
    }

    /// Adds the games of these files to the library, one file after another.
    pub(crate) fn add_to_library(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        files: Vec<ImportFile>,
        more: usize,
    ) {
        if files.is_empty() {
            return;
        }
        if !self.library.is_importing() {
            self.library.import = None;
        }
        self.library.import.get_or_insert_default().add(files, more);
        // the progress is shown there, but it must not cover a game of the user's own
        if !sessions.plays() && !self.library.is_open {
            self.library.is_open = true;
            self.search_library(desk);
        }
    }

    fn file_imported(&mut self, desk: &mut Desk, file: String, result: Result<Imported, ImportFailure>) {
        let Some(import) = &mut self.library.import else { return };
        import.count(file, result);
        if import.is_done() && self.library.is_open {
            self.search_library(desk);
        }
    }
}
