//! Saved formations: the dialog that saves and loads them.

use crate::desk::Desk;
use crate::sessions::Sessions;
use chuhe_model::actions::action::FilesAction;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::{FileNotice, Files, FilesRequest, checked_name};
use chuhe_model::notices::notice::Notice;
use chuhe_rules::luzhanqi::Formation;

/// The dialog of saved formations.
#[derive(Debug, Default)]
pub struct Layouts {
    pub(crate) open: Option<Files>,
}

impl Layouts {
    pub(crate) fn act(&mut self, sessions: &mut Sessions, desk: &mut Desk, action: FilesAction) {
        match action {
            FilesAction::Open => {
                self.open = Some(Files::default());
                desk.out.push(StorageEffect::Files(FilesRequest::ListLayouts));
            }
            FilesAction::Close => self.open = None,
            FilesAction::Save => self.save_layout(sessions, desk),
            FilesAction::Load(index) => {
                let name = self.open.as_ref().and_then(|files| files.names.get(index));
                if let Some(name) = name.cloned() {
                    desk.out.push(StorageEffect::Files(FilesRequest::LoadLayout { name }));
                }
            }
        }
    }

    fn save_layout(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        let draft = sessions.table().and_then(|table| table.game().play().draft());
        let Some(formation) = draft.copied() else { return };
        let Some(files) = &self.open else { return };
        match checked_name(&files.name) {
            Ok(name) => {
                let text = formation.text();
                desk.out.push(StorageEffect::Files(FilesRequest::SaveLayout { name, text }));
            }
            Err(wrong) => desk.out.notice(Notice::File(wrong)),
        }
    }

    pub(crate) fn read(&mut self, sessions: &mut Sessions, desk: &mut Desk, name: String, text: &str) {
        match Formation::from_text(text) {
            Ok(formation) => {
                if sessions.shown_mut().set_draft(formation) {
                    self.open = None;
                    desk.out.notice(Notice::File(FileNotice::Loaded(name)));
                }
            }
            Err(error) => desk.out.notice(Notice::File(FileNotice::BadLayout { name, error })),
        }
    }

    /// Closes the dialog for good once the set-up has ended.
    pub(crate) fn settle(&mut self, sessions: &Sessions) {
        if self.shown(sessions).is_none() {
            self.open = None;
        }
    }

    /// The layouts dialog, if it is open during the set-up.
    #[must_use]
    pub fn shown(&self, sessions: &Sessions) -> Option<&Files> {
        self.open.as_ref().filter(|_| sessions.table().is_some_and(|table| table.game().is_setting_up()))
    }
}
