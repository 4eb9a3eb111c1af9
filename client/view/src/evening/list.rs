//! The list of the evenings of a server.

use super::table::{Heading, RowView, TableView};
use super::words::system;
use crate::{Button, Fact, Field, Model, Part, Role, Rows, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningField, PlanAction};
use chuhe_model::choices::date;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_protocol::{EveningStage, EveningSummary};

/// Up to so many minutes, the list says how long it is until an evening begins, and not when.
const SOON_MINUTES: u64 = 120;

/// The list of evenings.
#[derive(Debug)]
pub struct ListView<'a> {
    /// What it is.
    pub heading: &'static str,
    /// Plans a new one.
    pub plan: Button,
    /// The code of one that is not listed.
    pub code: Field,
    /// That the list has not arrived.
    pub loading: Option<Fact>,
    /// The evenings, the user's own first.
    pub table: TableView<'a>,
    /// Goes back to the lobby.
    pub back: Button,
}

impl<'a> ListView<'a> {
    pub(super) fn of(model: &Model<'a>) -> Option<Self> {
        let (text, evenings) = (model.text.evening(), super::common::evenings(model)?);
        model.app.sessions().visit()?;
        let plan = Button::new("evenings.plan", text.plan, EveningAction::Plan(PlanAction::Open));
        let open = Button::new("evenings.code.open", text.code_open, EveningAction::ShowTyped);
        let code = Field::new("evenings.code", text.code, EveningField::Code, &evenings.typed.code);
        let is_typed = !evenings.typed.code.trim().is_empty();
        let list = evenings.list().unwrap_or_default();
        Some(Self {
            heading: model.text.tournaments,
            plan: plan.role(Role::Primary).permit(model.online()),
            code: code.example(text.code).send(open.permit(if is_typed {
                model.online()
            } else {
                // what the field wants
                Err(text.code.to_owned())
            })),
            loading: evenings.list().is_none().then(|| Fact::new("evenings.loading", model.text.loading)),
            table: table(model, list),
            back: Button::new("evenings.back", text.back_to_lobby, EveningAction::Close),
        })
    }

    pub(super) fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        let table = self.loading.is_none().then(|| super::common::section(model, &self.table));
        parts![&self.plan, &self.code, &self.loading, table, &self.back]
    }
}

fn table<'a>(model: &Model<'a>, list: &'a [EveningSummary]) -> TableView<'a> {
    let text = model.text.evening();
    let turns = list.iter().map(|it| text.turn(it.system, 10));
    let stages = [text.stage_entry.to_owned(), text.stage_ended.to_owned()];
    let widest =
        stages.into_iter().chain(turns).max_by_key(|stage| stage.chars().count()).unwrap_or_default();
    let model = *model;
    TableView {
        id: "evenings.list",
        heading: model.text.tournaments.to_owned(),
        number: Heading::default(),
        names: vec![text.title],
        details: "",
        values: vec![Heading::new(text.state, widest)],
        button: None,
        has_presence: false,
        empty: Fact::new("evenings.none", text.none).tone(Tone::Remark),
        rows: Rows { count: list.len(), row: Box::new(move |at| row(&model, &list[at])) },
    }
}

fn row(model: &Model<'_>, it: &EveningSummary) -> RowView {
    let text = model.text.evening();
    let id = it.code.to_string();
    let open = Button::new(format!("evenings.show.{id}"), it.title.as_str(), EveningAction::Show(it.code));
    let is_own = it.part.organises || it.part.player.is_some();
    let organises = it.part.organises.then(|| text.you_organise.to_owned());
    let plays = it.part.player.map(|_| text.you_play.to_owned());
    let starts = it.starts_at_ms.filter(|_| it.stage == EveningStage::Entry);
    let starts = starts.map(|at_ms| begins(model, at_ms));
    let game = model.text.game_choice(GameChoice::of(it.game)).to_owned();
    let known = [game, system(text, it.system).to_owned(), text.players_count(it.players)];
    let details = organises.into_iter().chain(plays).chain(starts).chain(known);
    RowView {
        names: vec![it.title.clone()],
        details: details.collect(),
        tone: Tone::Remark,
        values: vec![stage(model, it)],
        is_own,
        open: Some(open.permit(model.online())),
        id,
        ..RowView::default()
    }
}

/// How far an evening is.
fn stage(model: &Model<'_>, it: &EveningSummary) -> String {
    let text = model.text.evening();
    match it.stage {
        EveningStage::Entry => text.stage_entry.to_owned(),
        EveningStage::Round(round) => text.turn(it.system, round),
        EveningStage::Ended => text.stage_ended.to_owned(),
    }
}

/// When an evening begins: how long it is until then, or the date and time.
pub(super) fn begins(model: &Model<'_>, at_ms: u64) -> String {
    let text = model.text.evening();
    let now = model.app.desk().wall_clock_ms(model.now);
    let minutes = now.map(|now| at_ms.saturating_sub(now).div_ceil(60_000));
    match minutes {
        Some(minutes) if minutes <= SOON_MINUTES => text.begins_in(minutes),
        Some(_) | None => {
            let zone = &model.app.desk().environment.time_zone;
            text.begins_at(&date::minute(at_ms, zone).unwrap_or_default())
        }
    }
}
