//! The list of external engines, and the form that describes one.

use crate::engines::{
    EngineCheck, EngineFailure, EngineField, EngineId, EngineReport, EngineSetting, ExternalEngine,
    MAX_PATH_BYTES, MAX_SETTINGS_BYTES,
};
use chuhe_uci::{EngineOption, OptionKind};

/// The open list of engines, with the engine that the user describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineForm {
    /// The engine that the user changes; `None` if they add one.
    pub edited: Option<EngineId>,
    /// Where the program is.
    pub path: String,
    /// The options as they are typed, one a line.
    pub options: String,
    /// How far the check of the engine is.
    pub check: Check,
}

/// How far the check of the described engine is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// It was not asked for.
    #[default]
    None,
    /// This request is not answered yet.
    Running(Box<EngineCheck>),
    /// The engine cannot be used.
    Failed(EngineFailure),
    /// The engine answers, and is in the list.
    Done(EngineReport),
}

impl EngineForm {
    /// The form for changing an engine.
    #[must_use]
    pub fn of(engine: &ExternalEngine) -> Self {
        Self {
            edited: Some(engine.id),
            path: engine.path.clone(),
            options: EngineSetting::write_list(&engine.options),
            check: Check::None,
        }
    }

    /// The engine that the user changes; `None` if they add one.
    #[must_use]
    pub const fn edited(&self) -> Option<EngineId> {
        self.edited
    }

    /// The path of the program.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The options, as the user types them.
    #[must_use]
    pub fn options(&self) -> &str {
        &self.options
    }

    /// How far the check is.
    #[must_use]
    pub const fn check(&self) -> &Check {
        &self.check
    }

    /// Sets the text of a field. A check that runs goes on, and concerns the options that it began with.
    pub fn edit(&mut self, field: EngineField, text: String) {
        match field {
            EngineField::Path if text.len() <= MAX_PATH_BYTES => {
                (self.path, self.check) = (text, Check::None);
            }
            EngineField::Options if text.len() <= MAX_SETTINGS_BYTES => self.options = text,
            // too long to be kept
            EngineField::Path | EngineField::Options => {}
        }
    }

    /// The options that the engine declares and the user does not set yet, with their places.
    pub fn declared(&self) -> impl Iterator<Item = (usize, &EngineOption)> {
        let options = if let Check::Done(report) = &self.check { report.options.as_slice() } else { &[] };
        let set = EngineSetting::parse_list(&self.options);
        let is_set =
            move |option: &EngineOption| set.iter().any(|it| it.name.eq_ignore_ascii_case(&option.name));
        options.iter().enumerate().filter(move |(_, option)| {
            // the driver sets the variant, and the analysis the lines
            let is_ours = ["UCI_Variant", "usemillisec", "MultiPV", "Ponder"];
            !is_set(option) && !is_ours.iter().any(|name| name.eq_ignore_ascii_case(&option.name))
        })
    }

    /// Adds a declared option with its default.
    pub fn add_option(&mut self, index: usize) {
        let Check::Done(report) = &self.check else { return };
        let Some(option) = report.options.get(index) else { return };
        let mut set = EngineSetting::parse_list(&self.options);
        set.push(EngineSetting { name: option.name.clone(), value: default_of(option) });
        self.edit(EngineField::Options, EngineSetting::write_list(&set));
    }
}

/// The default of an option as text; `None` for a button.
#[must_use]
pub fn default_of(option: &EngineOption) -> Option<String> {
    match &option.kind {
        OptionKind::Check { default } => Some(default.to_string()),
        OptionKind::Spin { default, .. } => Some(default.to_string()),
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => Some(default.clone()),
        OptionKind::Button => None,
    }
}
