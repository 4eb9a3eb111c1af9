//! Saves and loads layouts, and passes on what the shell reports about records.

use super::App;
use crate::core::actions::action::FilesAction;
use crate::core::exchange::effect::Effect;
use crate::core::exchange::files::{FileNotice, Files, FilesEvent, FilesRequest, checked_name};
use crate::core::notices::notice::Notice;
use crate::core::notices::record_notice::RecordNotice;
use crate::core::table::Table;
use chuhe_rules::luzhanqi::Formation;
use rand_chacha::rand_core::Rng as _;

impl App {
    pub(super) fn act_files(&mut self, action: FilesAction) {
        match action {
            FilesAction::Open => {
                self.files = Some(Files::default());
                self.out.push(Effect::Files(FilesRequest::ListLayouts));
            }
            FilesAction::Close => self.files = None,
            FilesAction::Save => self.save_layout(),
            FilesAction::Load(index) => {
                let name = self.files.as_ref().and_then(|files| files.names.get(index));
                if let Some(name) = name.cloned() {
                    self.out.push(Effect::Files(FilesRequest::LoadLayout { name }));
                }
            }
        }
    }

    fn save_layout(&mut self) {
        let Some(formation) = self.table().and_then(Table::draft).copied() else { return };
        let Some(files) = &self.files else { return };
        match checked_name(&files.name) {
            Ok(name) => {
                let text = formation.text();
                self.out.push(Effect::Files(FilesRequest::SaveLayout { name, text }));
            }
            Err(wrong) => self.out.notice(Notice::File(wrong)),
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
                self.out.notice(Notice::File(FileNotice::Saved(path)));
            }
            FilesEvent::Game { file, path, bytes } => self.record_read(&file, &path, &bytes),
            FilesEvent::GameSaved { path, file } => self.record_saved(path, file),
            FilesEvent::GameExists => self.record_exists(),
            FilesEvent::PictureSaved { path } => {
                self.out.notice(Notice::Record(RecordNotice::PictureSaved(path)));
            }
            FilesEvent::NotAFile(path) => self.out.notice(Notice::File(FileNotice::NotAFile(path))),
            FilesEvent::Full => self.out.notice(Notice::File(FileNotice::Full)),
            FilesEvent::Failed(words) => self.out.notice(Notice::File(FileNotice::Failed(words))),
        }
    }

    fn layout_read(&mut self, name: String, text: &str) {
        match Formation::from_text(text) {
            Ok(formation) => {
                let Some(visit) = &mut self.visit else { return };
                let Some(table) = &mut visit.table else { return };
                if table.set_draft(formation, &mut self.out) {
                    self.files = None;
                    self.out.notice(Notice::File(FileNotice::Loaded(name)));
                }
            }
            Err(error) => self.out.notice(Notice::File(FileNotice::BadLayout { name, error })),
        }
    }

    /// Prepares a table that has just opened: shows it as an earlier run of the program did, or proposes a
    /// formation to a player who must set up, which is the one confirmed last, or a random one.
    pub(super) fn prepare_table(&mut self) {
        // once the set-up has ended, the dialog closes and stays closed
        if self.files().is_none() {
            self.files = None;
        }
        self.recall_table();
        if !self.table().is_some_and(Table::needs_draft) {
            return;
        }
        // at a shared screen the other person would see where the user's pieces stand
        let layout = self.settings.layout.as_deref().filter(|_| !self.shares_screen);
        let kept = layout.and_then(|text| Formation::from_text(text).ok());
        let formation = kept.unwrap_or_else(|| self.random_formation());
        if let Some(table) = self.visit.as_mut().and_then(|visit| visit.table.as_mut()) {
            table.set_draft(formation, &mut self.out);
        }
    }

    /// A random formation, different each time.
    pub(super) fn random_formation(&mut self) -> Formation {
        Formation::random(|bound| self.random.next_u32() % bound.max(1))
    }

    /// Stores the current formation as the start of the next set-up.
    pub(super) fn store_layout(&mut self) {
        let text = self.table().and_then(Table::draft).map(Formation::text);
        if text.is_some() && !self.shares_screen && self.settings.layout != text {
            self.settings.layout = text;
            self.save();
        }
    }

    /// The layouts dialog, if it is open during the set-up.
    #[must_use]
    pub fn files(&self) -> Option<&Files> {
        self.files.as_ref().filter(|_| self.table().is_some_and(|table| table.game().is_setting_up()))
    }
}
