//! Saved formations: the dialog that saves and loads them.

use crate::desk::Desk;
use crate::session::Session;
use chuhe_model::actions::action::FilesAction;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::{FileNotice, Files, FilesRequest, checked_name};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{DraftFrom, Table};
use chuhe_rules::luzhanqi::Formation;

impl Session {
    #[inline(never)]
    pub(crate) fn act_layouts(&mut self, desk: &mut Desk, action: FilesAction) {
        let Some(table) = self.table_mut() else { return };
        match action {
            FilesAction::Open => {
                table.layouts = Some(Files::default());
                desk.out.push(StorageEffect::Files(FilesRequest::ListLayouts));
            }
            FilesAction::Close => table.layouts = None,
            FilesAction::Save => self.save_layout(desk),
            FilesAction::Load(index) => {
                let name = table.layouts.as_ref().and_then(|files| files.names.get(index));
                if let Some(name) = name.cloned() {
                    desk.out.push(StorageEffect::Files(FilesRequest::LoadLayout { name }));
                }
            }
        }
    }

    fn save_layout(&self, desk: &mut Desk) {
        let Some(table) = self.table() else { return };
        let (Some(formation), Some(files)) = (table.game().play().draft(), &table.layouts) else { return };
        match checked_name(&files.name) {
            Ok(name) => {
                let text = formation.text();
                desk.out.push(StorageEffect::Files(FilesRequest::SaveLayout { name, text }));
            }
            Err(wrong) => desk.out.notice(Notice::File(wrong)),
        }
    }

    /// The shell has read a saved formation.
    pub(crate) fn layout_read(&mut self, desk: &mut Desk, name: String, text: &str) {
        match Formation::from_text(text) {
            Ok(formation) => {
                if self.set_draft(formation, DraftFrom::User) {
                    self.table_mut().map(Table::close_layouts);
                    desk.out.notice(Notice::File(FileNotice::Loaded(name)));
                }
            }
            Err(error) => desk.out.notice(Notice::File(FileNotice::BadLayout { name, error })),
        }
    }
}
