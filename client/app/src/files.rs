//! Saves and loads layouts, and passes on what the shell reports about records.

use super::evenings::evenings;
use super::{App, Screen};
use chuhe_model::actions::evening_action::EveningField;
use chuhe_model::engines::EngineField;
use chuhe_model::evening::dialog::EveningDialog;
use chuhe_model::evening::entries::EntriesForm;
use chuhe_model::evening::{Evenings, Place};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::{FileNotice, FilePurpose, FilesEvent, FilesRequest};
use chuhe_model::library::ImportFile;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::table::Table;
use chuhe_records::formats::text_of;
use std::path::PathBuf;

impl App {
    #[inline(never)]
    pub(super) fn file_event(&mut self, event: FilesEvent) {
        match event {
            FilesEvent::Layouts { folder, names } => {
                self.sessions.shown_mut().layouts_listed(folder, names);
            }
            FilesEvent::LayoutDeleted { name, text } => self.sessions.shown_mut().layout_deleted(name, text),
            FilesEvent::LayoutExists { name } => {
                self.desk.out.notice(Notice::File(FileNotice::Exists(name)));
            }
            FilesEvent::Layout { name, text } => {
                self.sessions.shown_mut().layout_read(&mut self.desk, name, &text)
            }
            FilesEvent::LayoutSaved { path } => {
                self.sessions.shown_mut().table_mut().map(Table::close_layouts);
                self.desk.out.notice(Notice::File(FileNotice::Saved(path)));
            }
            FilesEvent::Chosen { purpose, paths } => self.files_chosen(purpose, paths),
            FilesEvent::NoChooser if takes_file(self) => {
                self.desk.out.notice(Notice::Evening(EveningNotice::NoChooser));
            }
            FilesEvent::NoChooser => self.desk.out.notice(Notice::File(FileNotice::NoChooser)),
            FilesEvent::Several { files, more } => {
                self.study.add_to_library(&mut self.sessions, &mut self.desk, files, more)
            }
            FilesEvent::Game { bytes, .. } if takes_file(self) => take_file(self, &bytes),
            FilesEvent::Game { file, path, bytes } => {
                self.study.record_read(&mut self.sessions, &mut self.desk, &file, &path, &bytes)
            }
            FilesEvent::GameSaved { path, file } => {
                self.study.record_saved(&mut self.sessions, &mut self.desk, path, file)
            }
            FilesEvent::GameExists => self.study.reviewing.iter_mut().for_each(Reviewing::file_exists),
            FilesEvent::PictureSaved { path } => {
                self.desk.out.notice(Notice::Record(RecordNotice::PictureSaved(path)));
            }
            FilesEvent::Unopened(file) => self.desk.out.notice(Notice::File(FileNotice::Unopened(file))),
            FilesEvent::Full => self.desk.out.notice(Notice::File(FileNotice::Full)),
            FilesEvent::Failed(words) => self.desk.out.notice(Notice::File(FileNotice::Failed(words))),
        }
    }

    fn files_chosen(&mut self, purpose: FilePurpose, paths: Vec<PathBuf>) {
        if purpose == FilePurpose::AddToLibrary {
            let files: Vec<ImportFile> = paths.into_iter().map(ImportFile::of_path).collect();
            return self.study.add_to_library(&mut self.sessions, &mut self.desk, files, 0);
        }
        let Some(path) = paths.into_iter().next() else { return };
        match purpose {
            FilePurpose::OpenGame => {
                self.desk.out.push(StorageEffect::Files(FilesRequest::OpenGame { path }))
            }
            // it is read as any other file
            FilePurpose::Players => self.desk.out.push(StorageEffect::Files(FilesRequest::OpenGame { path })),
            FilePurpose::SaveGame => {
                self.study.reviewing.iter_mut().for_each(|it| it.edit_path(&path.display().to_string()));
                // the chooser has asked whether to replace a file, but not one with another ending
                self.study.save_record_file(&mut self.desk, path.extension().is_some());
            }
            FilePurpose::Engine => {
                if let Some(form) = &mut self.engines.form {
                    form.edit(EngineField::Path, path.display().to_string());
                }
            }
            FilePurpose::AddToLibrary => {}
        }
    }
}

/// Whether the form for lines of players is on the screen: it takes the file that the user chooses or drops.
fn takes_file(app: &App) -> bool {
    let is_shown = app.screen() == Screen::Evenings && evenings(app).place() == Place::Evening;
    is_shown && entries(evenings(app)).is_some()
}

/// The form of entries that stands over the followed evening.
fn entries(evenings: &Evenings) -> Option<&EntriesForm> {
    let dialog = evenings.evening()?.dialog.as_ref()?;
    if let EveningDialog::Entries(form) = dialog { Some(form) } else { None }
}

/// Adds the lines of a file to those in the form.
fn take_file(app: &mut App, bytes: &[u8]) {
    let evenings = &mut app.sessions.server.evenings;
    let (Some(form), text) = (entries(evenings), text_of(bytes)) else { return };
    // no text has this character, and pictures and tables of offices do
    if text.contains('\0') {
        return app.desk.out.notice(Notice::Evening(EveningNotice::NoText));
    }
    let lines = form.kept_lines().chain([&*text]).collect::<Vec<_>>().join("\n");
    evenings.edit(EveningField::Paste, lines);
}
