//! The list of external engines: adding, changing and removing them.

use crate::desk::Desk;
use chuhe_model::engines::engine_form::{Check, EngineForm};
use chuhe_model::engines::{
    EngineAction, EngineCheck, EngineChecked, EngineId, EngineSetting, ExternalEngine, MAX_ENGINES,
};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::exchange::files::FilePurpose;

/// The list of external engines.
#[derive(Debug, Default)]
pub struct Engines {
    /// The list, while it is open.
    pub(crate) form: Option<EngineForm>,
    /// The number of engines checked so far.
    checks: u32,
}

impl Engines {
    pub(crate) fn act(&mut self, desk: &mut Desk, action: EngineAction) {
        // a page starts no other program
        if desk.is_page() {
            return;
        }
        match action {
            EngineAction::Open | EngineAction::New => self.form = Some(EngineForm::default()),
            EngineAction::Close => self.form = None,
            EngineAction::Edit(id) => {
                self.form = desk.settings.engines.find(id).map(EngineForm::of).or(self.form.take());
            }
            EngineAction::Remove(id) => self.remove_engine(desk, id),
            EngineAction::Choose => desk.choose_file(FilePurpose::Engine, String::new()),
            EngineAction::Check => self.check_engine(desk),
            EngineAction::AddOption(index) => {
                if let Some(form) = &mut self.form {
                    form.add_option(index);
                }
            }
        }
    }

    fn remove_engine(&mut self, desk: &mut Desk, id: EngineId) {
        desk.settings.engines.list.retain(|engine| engine.id != id);
        desk.settings.start.computer.engine.take_if(|chosen| *chosen == id);
        desk.settings.analysis.engine.take_if(|chosen| *chosen == id);
        if self.form.as_ref().is_some_and(|form| form.edited == Some(id)) {
            self.form = Some(EngineForm::default());
        }
        desk.save();
    }

    /// Starts the described engine, unless there is no room for another one.
    fn check_engine(&mut self, desk: &mut Desk) {
        let Some(form) = &mut self.form else { return };
        let path = form.path.trim().to_owned();
        let is_full = form.edited.is_none() && desk.settings.engines.list.len() >= MAX_ENGINES;
        if path.is_empty() || is_full || matches!(form.check, Check::Running(_)) {
            return;
        }
        self.checks = self.checks.wrapping_add(1);
        let number = self.checks;
        let id = form.edited.unwrap_or(desk.settings.engines.next_id());
        let options = EngineSetting::parse_list(&form.options);
        let engine = ExternalEngine { id, name: path.clone(), path, options };
        let check = Box::new(EngineCheck { number, engine });
        form.check = Check::Running(check.clone());
        desk.out.push(EngineEffect::Check(check));
    }

    /// Keeps an engine that answers, as it was checked, and chooses it for the next game.
    pub(crate) fn checked(&mut self, desk: &mut Desk, checked: EngineChecked) {
        let Some(form) = &mut self.form else { return };
        let Check::Running(check) = &form.check else { return };
        if check.number != checked.number {
            return;
        }
        let engine = check.engine.clone();
        match checked.result {
            Err(failure) => form.check = Check::Failed(failure),
            Ok(report) => {
                let id = engine.id;
                let engine = ExternalEngine { name: report.name.clone(), ..engine };
                form.edited = Some(id);
                form.check = Check::Done(report);
                match desk.settings.engines.list.iter_mut().find(|known| known.id == id) {
                    Some(known) => *known = engine,
                    None => {
                        desk.settings.engines.last = id.0;
                        desk.settings.engines.list.push(engine);
                        desk.settings.start.computer.engine = Some(id);
                    }
                }
                desk.save();
            }
        }
    }

    /// The open list of engines.
    #[must_use]
    pub const fn form(&self) -> Option<&EngineForm> {
        self.form.as_ref()
    }
}
