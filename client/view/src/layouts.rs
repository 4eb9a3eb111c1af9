//! The saved layouts of luzhanqi: loading, renaming and deleting one, and saving the user's own.

use super::parts::all;
use super::{Button, Fact, Field, Group, Model, Part, Role, Tone, apart, parts};
use chuhe_model::actions::action::{self, FilesAction};
use chuhe_model::exchange::files::Files;

/// The field for the new name of a layout, which gets the keyboard when it appears.
pub const RENAME: &str = "layouts.rename";

/// The open dialog; `None` without one.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    model.app.files().map(|files| apart(described, (model, files)))
}

fn described((model, files): (&Model<'_>, &Files)) -> Group {
    let text = model.text;
    let rows = files.names.iter().enumerate().flat_map(|(index, name)| row(model, files, index, name));
    let none = files.names.is_empty().then(|| Fact::new("layouts.none", text.no_layouts));
    let deleted = files.deleted().map(|name| {
        let fact = Fact::new("layouts.deleted", text.layout_deleted(name)).tone(Tone::Good);
        parts![fact, Button::new("layouts.restore", text.records.undo, FilesAction::Restore)]
    });
    let save = Button::new("layouts.save", text.save, FilesAction::Save).role(Role::Primary);
    let name = Field::new("layouts.name", text.layout_name, action::Field::LayoutName, &files.name);
    let name = name.example(text.layout_name_hint).send(save);
    let folder = Some(&*files.folder).filter(|folder| !folder.is_empty());
    let folder = folder.map(|folder| format!("{} {folder}", text.layouts_in));
    let folder = folder.map(|folder| Fact::new("layouts.folder", folder).tone(Tone::Remark));
    let close = Button::new("layouts.close", text.close, FilesAction::Close);
    Group::dialog("layouts", text.layouts, parts![deleted, rows, none, name, folder], vec![close])
}

/// A saved layout with what can be done with it, or the field for its new name.
fn row(model: &Model<'_>, files: &Files, index: usize, name: &str) -> Vec<Part> {
    let text = model.text;
    if let Some([_, typed]) = files.renaming.as_ref().filter(|[renamed, _]| renamed == name) {
        let rename = Button::new("layouts.rename.yes", text.rename, FilesAction::Rename);
        let cancel = Button::new("layouts.rename.no", text.cancel, FilesAction::AskRename(None));
        let field = Field::new(RENAME, text.rename_to, action::Field::LayoutRename, typed).example(name);
        return parts![field.send(rename), cancel];
    }
    let button = |what: &str, label: &str, action: FilesAction| {
        Button::new(format!("layouts.{what}.{index}"), label, action)
    };
    let buttons = [
        button("load", text.load, FilesAction::Load(index)),
        button("rename", text.rename, FilesAction::AskRename(Some(index))),
        button("delete", text.delete_layout, FilesAction::Delete(index)),
    ];
    vec![Group::section(format!("layouts.{index}"), name, all(buttons)).into()]
}
