//! The list of external engines, and the form that describes one.

use super::parts::{all, shortened};
use super::{Button, Fact, Field, Group, Model, Part, Role, Tone, apart};
use chuhe_model::engines::engine_form::{Check, EngineForm, default_of};
use chuhe_model::engines::{EngineAction, EngineField, EngineReport, ExternalEngine, MAX_ENGINES};
use chuhe_uci::Protocol;

/// The most characters of an option's value on its button.
const VALUE_CHARS: usize = 24;

/// The open list of engines.
#[derive(Clone, Debug, PartialEq)]
pub struct EnginesView {
    /// The engines.
    pub rows: Vec<EngineRow>,
    /// What engines are for, and the form that describes one, with the buttons at the end.
    pub form: Group,
}

/// An engine in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// Where the program is.
    pub path: String,
    /// Whether the form describes it.
    pub is_edited: bool,
    /// Change it, and remove it.
    pub buttons: [Button; 2],
}

impl EnginesView {
    /// The open list; `None` if it is closed.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        model.app.engines().form().map(|form| apart(Self::described, (model, form)))
    }

    fn described((model, form): (&Model<'_>, &EngineForm)) -> Self {
        let text = model.text.engines;
        let engines = &model.app.desk().settings.engines;
        let is_new = form.edited().is_none();
        let is_full = is_new && engines.list.len() >= MAX_ENGINES;
        let row = |engine: &ExternalEngine| EngineRow {
            name: engine.name.clone(),
            path: engine.path.clone(),
            is_edited: form.edited() == Some(engine.id),
            buttons: [
                ("edit", text.edit, EngineAction::Edit(engine.id)),
                ("remove", text.remove, EngineAction::Remove(engine.id)),
            ]
            .map(|(id, label, action)| Button::new(format!("engines.{id}.{}", engine.id.0), label, action)),
        };
        let parts = if is_full {
            vec![Fact::new("engines.full", text.full).tone(Tone::Wrong).into()]
        } else {
            fields(model, form)
        };
        let check =
            Button::new("engines.check", if is_new { text.add } else { text.save }, EngineAction::Check);
        let choose = Button::new("engines.choose", model.text.records.choose_file, EngineAction::Choose);
        let explained = Fact::new("engines.explained", text.explained).tone(Tone::Remark);
        let parts = [explained.into()].into_iter().chain(parts);
        let end = [
            (!is_full, check.role(Role::Primary).permit(may_check(model, form))),
            (!is_full, choose),
            (!is_new, Button::new("engines.new", text.new, EngineAction::New)),
            (true, Button::new("engines.close", model.text.close, EngineAction::Close)),
        ];
        let end = end.into_iter().filter_map(|(is_offered, button)| is_offered.then_some(button));
        Self {
            rows: engines.list.iter().map(row).collect(),
            form: Group::dialog("engines.dialog", text.title, parts, end.collect()),
        }
    }

    /// The list and the form as one group.
    pub(crate) fn group(self) -> Group {
        let rows = self
            .rows
            .into_iter()
            .map(|row| Group::section(format!("{}.row", row.buttons[0].id), row.name, all(row.buttons)));
        Group { parts: all(rows).chain(self.form.parts).collect(), ..self.form }
    }
}

/// The path and the options of the described engine, and what came of its check.
fn fields(model: &Model<'_>, form: &EngineForm) -> Vec<Part> {
    let text = model.text.engines;
    let path = Field::new("engines.path", text.path, EngineField::Path, form.path());
    let options = Field::new("engines.options", text.options, EngineField::Options, form.options());
    let inputs = [path.example(text.path_hint), options.example(text.options_hint)];
    let mut parts: Vec<Part> = all(inputs).chain(all(said(model, form))).collect();
    let Check::Done(report) = form.check() else { return parts };
    if !report.rejected.is_empty() {
        let names = model.text.labelled(text.rejected, &report.rejected.join(model.text.list_comma));
        parts.push(Fact::new("engines.rejected", names).tone(Tone::Wrong).into());
    }
    let declared = form.declared().map(|(index, option)| {
        let value = default_of(option).map_or_else(String::new, |value| format!("={value}"));
        let label = format!("{}{}", option.name, shortened(&value, VALUE_CHARS));
        Button::new(format!("engines.option.{index}"), label, EngineAction::AddOption(index))
    });
    let declared = Group::more("engines.declared", text.declared, all(declared));
    parts.extend(Some(declared).filter(|declared| !declared.parts.is_empty()).map(Part::from));
    parts
}

/// Whether the described engine can be checked; the error says why not.
fn may_check(model: &Model<'_>, form: &EngineForm) -> Result<(), String> {
    let text = model.text.engines;
    if matches!(form.check(), Check::Running(_)) {
        Err(text.checking.to_owned())
    } else if form.path().trim().is_empty() {
        Err(text.path_missing.to_owned())
    } else {
        Ok(())
    }
}

/// How the check goes, or what it found. Before an engine has answered, its path is its name.
fn said(model: &Model<'_>, form: &EngineForm) -> Option<Fact> {
    let text = model.text.engines;
    let (said, tone) = match form.check() {
        Check::None => return None,
        Check::Running(_) => (text.checking.to_owned(), Tone::Plain),
        Check::Failed(failure) => (text.failure(form.path().trim(), failure), Tone::Wrong),
        Check::Done(EngineReport { name, protocol, ranks_from_one, .. }) => {
            let protocol = match protocol {
                Protocol::Uci => "UCI",
                Protocol::Ucci => "UCCI",
                Protocol::Xboard => "xboard",
            };
            (text.found(name, protocol, *ranks_from_one), Tone::Good)
        }
    };
    Some(Fact::new("engines.said", said).tone(tone))
}
