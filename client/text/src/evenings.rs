//! Evenings: what is said of the page that is opened, and of what lies over it.

use super::menu;
use chuhe_app::{App, Screen};
use chuhe_model::actions::evening_action::{EveningTab, ExplainedPair};
use chuhe_model::evening::dialog::EveningDialog;
use chuhe_model::evening::{Evening, Place};
use chuhe_protocol::EveningCode;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, PlayerId};
use chuhe_view::evening::{EveningsView, dialog};
use chuhe_view::{Model, Part};

/// Which page of the evenings is shown, without what changes on it by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    place: Place,
    /// The list has arrived, or the evening is complete.
    is_here: bool,
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
    dialog: Option<std::mem::Discriminant<EveningDialog>>,
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
            dialog: evening.dialog.as_ref().map(std::mem::discriminant),
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
            Self { place, is_here, evening: evening.map(Page::of) }
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
