//! The list of external engines: adding, changing and removing them.

use super::App;
use chuhe_model::engines::engine_form::{Check, EngineForm};
use chuhe_model::engines::{
    EngineAction, EngineCheck, EngineChecked, EngineId, EngineSetting, ExternalEngine, MAX_ENGINES,
};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::files::FilePurpose;

impl App {
    pub(super) fn act_engines(&mut self, action: EngineAction) {
        // a page starts no other program
        if self.desk.is_page() {
            return;
        }
        match action {
            EngineAction::Open | EngineAction::New => self.engine_form = Some(EngineForm::default()),
            EngineAction::Close => self.engine_form = None,
            EngineAction::Edit(id) => {
                self.engine_form =
                    self.desk.settings.engine(id).map(EngineForm::of).or(self.engine_form.take());
            }
            EngineAction::Remove(id) => self.remove_engine(id),
            EngineAction::Choose => self.desk.choose_file(FilePurpose::Engine, String::new()),
            EngineAction::Check => self.check_engine(),
            EngineAction::AddOption(index) => {
                if let Some(form) = &mut self.engine_form {
                    form.add_option(index);
                }
            }
        }
    }

    fn remove_engine(&mut self, id: EngineId) {
        self.desk.settings.engines.retain(|engine| engine.id != id);
        self.desk.settings.computer.engine.take_if(|chosen| *chosen == id);
        self.desk.settings.analysis.engine.take_if(|chosen| *chosen == id);
        if self.engine_form.as_ref().is_some_and(|form| form.edited == Some(id)) {
            self.engine_form = Some(EngineForm::default());
        }
        self.desk.save();
    }

    /// Starts the described engine, unless there is no room for another one.
    fn check_engine(&mut self) {
        let Some(form) = &mut self.engine_form else { return };
        let path = form.path.trim().to_owned();
        let is_full = form.edited.is_none() && self.desk.settings.engines.len() >= MAX_ENGINES;
        if path.is_empty() || is_full || matches!(form.check, Check::Running(_)) {
            return;
        }
        self.engine_checks = self.engine_checks.wrapping_add(1);
        let number = self.engine_checks;
        let id = form.edited.unwrap_or(self.desk.settings.next_engine_id());
        let options = EngineSetting::parse_list(&form.options);
        let engine = ExternalEngine { id, name: path.clone(), path, options };
        let check = Box::new(EngineCheck { number, engine });
        form.check = Check::Running(check.clone());
        self.desk.out.push(Effect::CheckEngine(check));
    }

    /// Keeps an engine that answers, as it was checked, and chooses it for the next game.
    pub(super) fn engine_checked(&mut self, checked: EngineChecked) {
        let Some(form) = &mut self.engine_form else { return };
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
                match self.desk.settings.engines.iter_mut().find(|known| known.id == id) {
                    Some(known) => *known = engine,
                    None => {
                        self.desk.settings.last_engine = id.0;
                        self.desk.settings.engines.push(engine);
                        self.desk.settings.computer.engine = Some(id);
                    }
                }
                self.desk.save();
            }
        }
    }

    /// The open list of engines.
    #[must_use]
    pub const fn engine_form(&self) -> Option<&EngineForm> {
        self.engine_form.as_ref()
    }
}
