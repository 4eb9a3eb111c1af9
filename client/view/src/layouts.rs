//! The saved layouts of luzhanqi: loading one, and saving the user's own.

use super::parts::all;
use super::{Button, Fact, Field, Group, Model, Part, Role, Tone, apart};
use chuhe_model::actions::action::{self, FilesAction};
use chuhe_model::exchange::files::Files;

/// The open dialog; `None` without one.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    model.app.files().map(|files| apart(described, (model, files)))
}

fn described((model, files): (&Model<'_>, &Files)) -> Group {
    let text = model.text;
    let layouts = files.names().iter().enumerate().map(|(index, name)| {
        let load = Button::new(format!("layouts.load.{index}"), text.load, FilesAction::Load(index));
        Group::section(format!("layouts.{index}"), name, [load.into()])
    });
    let none = files.names().is_empty().then(|| Fact::new("layouts.none", text.no_layouts));
    let save = Button::new("layouts.save", text.save, FilesAction::Save).role(Role::Primary);
    let name = Field::new("layouts.name", text.layout_name, action::Field::LayoutName, files.name());
    let name: Part = name.example(text.layout_name_hint).send(save).into();
    let folder = Some(files.folder()).filter(|folder| !folder.is_empty());
    let folder = folder.map(|folder| format!("{} {folder}", text.layouts_in));
    let folder = folder.map(|folder| Fact::new("layouts.folder", folder).tone(Tone::Remark));
    let parts = all(layouts).chain(all(none)).chain([name]).chain(all(folder));
    let close = Button::new("layouts.close", text.close, FilesAction::Close);
    Group::dialog("layouts", text.layouts, parts, vec![close])
}
