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
                let request = named(table, index).map(|name| FilesRequest::LoadLayout { name });
                desk.out.effects(request.map(StorageEffect::Files));
            }
            FilesAction::Delete(index) => {
                let request = named(table, index).map(|name| FilesRequest::DeleteLayout { name });
                desk.out.effects(request.map(StorageEffect::Files));
            }
            FilesAction::Restore => {
                let deleted = table.layouts.as_mut().and_then(|files| files.deleted.clone());
                let request = deleted.map(|[name, text]| FilesRequest::RestoreLayout { name, text });
                desk.out.effects(request.map(StorageEffect::Files));
            }
            FilesAction::AskRename(index) => {
                let name = index.and_then(|index| named(table, index));
                if let Some(files) = &mut table.layouts {
                    files.renaming = name.map(|name| [name.clone(), name]);
                }
            }
            FilesAction::Rename => rename_layout(table, desk),
        }
    }

    /// The shell has listed the layouts: after the dialog was opened, or after one was renamed or restored.
    pub(crate) fn layouts_listed(&mut self, folder: String, names: Vec<String>) {
        let Some(files) = self.table_mut().and_then(|table| table.layouts.as_mut()) else { return };
        files.deleted.take_if(|[name, _]| names.contains(name));
        files.renaming.take_if(|[name, _]| !names.contains(name));
        (files.folder, files.names) = (folder, names);
    }

    /// The shell has deleted a layout, which the user may want back.
    pub(crate) fn layout_deleted(&mut self, name: String, text: String) {
        let Some(files) = self.table_mut().and_then(|table| table.layouts.as_mut()) else { return };
        files.names.retain(|it| *it != name);
        files.renaming.take_if(|[it, _]| *it == name);
        files.deleted = Some([name, text]);
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

/// The name of the layout at this index of the list.
fn named(table: &Table, index: usize) -> Option<String> {
    table.layouts.as_ref()?.names.get(index).cloned()
}

/// Asks the shell to give a layout the name that was typed.
fn rename_layout(table: &mut Table, desk: &mut Desk) {
    let Some(files) = &mut table.layouts else { return };
    let Some([name, typed]) = files.renaming.clone() else { return };
    match checked_name(&typed) {
        Ok(to) if to == name => files.renaming = None,
        Ok(to) => desk.out.push(StorageEffect::Files(FilesRequest::RenameLayout { name, to })),
        Err(wrong) => desk.out.notice(Notice::File(wrong)),
    }
}
