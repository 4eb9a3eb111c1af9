//! Saves and loads layouts, and passes on what the shell reports about records.

use super::App;
use chuhe_model::actions::action::FilesAction;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::files::{FileNotice, FilePurpose, Files, FilesEvent, FilesRequest, checked_name};
use chuhe_model::library::ImportFile;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::table::Table;
use chuhe_rules::luzhanqi::Formation;
use std::path::PathBuf;

impl App {
    pub(super) fn act_files(&mut self, action: FilesAction) {
        match action {
            FilesAction::Open => {
                self.files = Some(Files::default());
                self.desk.out.push(Effect::Files(FilesRequest::ListLayouts));
            }
            FilesAction::Close => self.files = None,
            FilesAction::Save => self.save_layout(),
            FilesAction::Load(index) => {
                let name = self.files.as_ref().and_then(|files| files.names.get(index));
                if let Some(name) = name.cloned() {
                    self.desk.out.push(Effect::Files(FilesRequest::LoadLayout { name }));
                }
            }
        }
    }

    fn save_layout(&mut self) {
        let Some(formation) = self.sessions.table().and_then(Table::draft).copied() else { return };
        let Some(files) = &self.files else { return };
        match checked_name(&files.name) {
            Ok(name) => {
                let text = formation.text();
                self.desk.out.push(Effect::Files(FilesRequest::SaveLayout { name, text }));
            }
            Err(wrong) => self.desk.out.notice(Notice::File(wrong)),
        }
    }

    pub(super) fn file_event(&mut self, event: FilesEvent) {
        match event {
            FilesEvent::Layouts { folder, names } => {
                if let Some(files) = &mut self.files {
                    (files.folder, files.names) = (folder, names);
                }
            }
            FilesEvent::Layout { name, text } => self.layout_read(name, &text),
            FilesEvent::LayoutSaved { path } => {
                self.files = None;
                self.desk.out.notice(Notice::File(FileNotice::Saved(path)));
            }
            FilesEvent::Chosen { purpose, paths } => self.files_chosen(purpose, paths),
            FilesEvent::NoChooser => self.desk.out.notice(Notice::File(FileNotice::NoChooser)),
            FilesEvent::Several { files, more } => {
                self.study.add_to_library(&mut self.sessions, &mut self.desk, files, more)
            }
            FilesEvent::Game { file, path, bytes } => {
                self.study.record_read(&mut self.sessions, &mut self.desk, &file, &path, &bytes)
            }
            FilesEvent::GameSaved { path, file } => {
                self.study.record_saved(&mut self.sessions, &mut self.desk, path, file)
            }
            FilesEvent::GameExists => self.study.record_exists(),
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
            FilePurpose::OpenGame => self.desk.out.push(Effect::Files(FilesRequest::OpenGame { path })),
            FilePurpose::SaveGame => {
                self.study.edit_record_path(path.display().to_string());
                // the chooser has asked whether to replace a file, but not one with another ending
                self.study.save_record_file(&mut self.desk, path.extension().is_some());
            }
            FilePurpose::Engine => {
                if let Some(form) = &mut self.engines.form {
                    form.edit_path(path.display().to_string());
                }
            }
            FilePurpose::AddToLibrary => {}
        }
    }

    fn layout_read(&mut self, name: String, text: &str) {
        match Formation::from_text(text) {
            Ok(formation) => {
                if self.sessions.shown_mut().set_draft(formation) {
                    self.files = None;
                    self.desk.out.notice(Notice::File(FileNotice::Loaded(name)));
                }
            }
            Err(error) => self.desk.out.notice(Notice::File(FileNotice::BadLayout { name, error })),
        }
    }

    /// Closes the dialog for good once the set-up has ended.
    pub(super) fn settle_files(&mut self) {
        if self.files().is_none() {
            self.files = None;
        }
    }

    /// Stores the current formation as the start of the next set-up.
    pub(super) fn store_layout(&mut self) {
        let text = self.sessions.table().and_then(Table::draft).map(Formation::text);
        if text.is_some() && !self.sessions.shares_screen() && self.desk.settings.layout != text {
            self.desk.settings.layout = text;
            self.desk.save();
        }
    }

    /// The layouts dialog, if it is open during the set-up.
    #[must_use]
    pub fn files(&self) -> Option<&Files> {
        self.files
            .as_ref()
            .filter(|_| self.sessions.table().is_some_and(|table| table.game().is_setting_up()))
    }
}
