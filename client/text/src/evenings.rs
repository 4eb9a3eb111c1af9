//! Evenings: what is said of the page that is opened, and of what lies over it.

use super::menu;
use chuhe_app::{App, Screen};
use chuhe_model::actions::evening_action::{EveningTab, ExplainedPair};
use chuhe_model::evening::dialog::{About, EveningDialog};
use chuhe_model::evening::{Evening, Followed, Place};
use chuhe_protocol::EveningCode;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, PlayerId};
use chuhe_view::evening::{EveningsView, dialog};
use chuhe_view::{Model, Part, Tone};
use std::mem::{Discriminant, discriminant};

/// Which page of the evenings is shown, without what changes on it by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    place: Place,
    /// The list has arrived, or the evening is complete.
    is_here: bool,
    /// Which page of a long table is listed.
    rows: u16,
    /// Whether the evening is asked for, open, or why it cannot be opened.
    followed: Option<Discriminant<Followed>>,
    evening: Option<Page>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Page {
    code: EveningCode,
    tab: EveningTab,
    round: u16,
    player: Option<PlayerId>,
    explained: Option<ExplainedPair>,
    why_not: Option<(PlayerId, Option<PlayerId>)>,
    board: Option<BoardId>,
    has_wall: bool,
    boards: Option<u16>,
    shows_code: bool,
    dialog: Option<Over>,
}

/// What lies over an evening, without what is typed into it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Question(About),
    Entries,
    Pairing { round: u16, picked: Option<PlayerId> },
}

impl Page {
    fn of(evening: &Evening) -> Self {
        let chosen = evening.chosen;
        Self {
            code: evening.code(),
            tab: chosen.tab,
            round: evening.shown_round(),
            player: chosen.player,
            explained: chosen.explained,
            why_not: chosen.why_not,
            board: chosen.board,
            has_wall: chosen.wall.is_some(),
            boards: chosen.boards,
            shows_code: chosen.shows_code,
            dialog: evening.dialog.as_ref().map(Over::of),
        }
    }
}

impl Over {
    fn of(dialog: &EveningDialog) -> Self {
        match dialog {
            EveningDialog::Question(question) => Self::Question(question.about.clone()),
            EveningDialog::Entries(_) => Self::Entries,
            EveningDialog::Pairing(form) => Self::Pairing { round: form.round, picked: form.picked },
        }
    }
}

impl Opened {
    /// What is shown; `None` unless evenings are.
    pub(super) fn of(app: &App) -> Option<Self> {
        let evenings = chuhe_app::evenings::evenings(app);
        (app.screen() == Screen::Evenings).then(|| {
            let place = evenings.place();
            let evening = evenings.evening().filter(|_| place == Place::Evening);
            let is_here = match place {
                Place::List => evenings.list().is_some(),
                Place::Evening => evening.is_some_and(Evening::is_complete),
                Place::Closed | Place::Plan => true,
            };
            let followed = evenings.followed().filter(|_| place == Place::Evening).map(discriminant);
            Self { place, is_here, rows: evenings.rows, followed, evening: evening.map(Page::of) }
        })
    }
}

/// What lies over the evening, or its page.
pub(super) fn shown(app: &App, now: Timestamp) -> Vec<String> {
    let model = Model::of(app, now);
    let text = app.desk().text();
    if let Some(dialog) = dialog(&model) {
        return menu::texts(text, vec![Part::Group(dialog)]);
    }
    let Some(it) = EveningsView::of(&model) else { return Vec::new() };
    let title = it.title().to_owned();
    std::iter::once(title).chain(menu::texts(text, it.parts(&model))).collect()
}

/// What is wrong with the plan or the form that is open: what was typed, or why the server refused it.
pub(super) fn faults(app: &App, now: Timestamp) -> Vec<String> {
    let evenings = chuhe_app::evenings::evenings(app);
    let has_dialog = evenings.evening().is_some_and(|evening| evening.dialog.is_some());
    if app.screen() != Screen::Evenings || !(has_dialog || evenings.place() == Place::Plan) {
        return Vec::new();
    }
    let model = Model::of(app, now);
    let parts = match dialog(&model) {
        Some(dialog) => dialog.into_parts(),
        None => EveningsView::of(&model).map(|it| it.parts(&model)).unwrap_or_default(),
    };
    let mut found = Vec::new();
    parts.into_iter().for_each(|part| wrong(part, &mut found));
    found
}

/// Adds what these parts say is wrong.
fn wrong(part: Part, found: &mut Vec<String>) {
    match part {
        Part::Fact(fact) => found.extend(Some(fact.label).filter(|_| fact.tone == Tone::Wrong)),
        Part::Group(group) => group.into_parts().into_iter().for_each(|part| wrong(part, found)),
        Part::Question(_) | Part::Button(_) | Part::Choice(_) | Part::Tick(_) | Part::Field(_) => {}
    }
}
