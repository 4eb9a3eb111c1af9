//! What happened in an evening, the newest first.

use super::table::{Heading, RowView, TableView};
use super::words::{Words, clock};
use crate::{Button, Fact, Model, Rows, Tone};
use chuhe_model::actions::evening_action::{EveningAction, OrganiseAction};
use chuhe_model::evening::Evening;
use chuhe_tournaments::{Event, PlayerId, Record, State};

/// The journal as sentences.
pub(super) fn table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, count) = (model.text.evening(), evening.tournament().records().len());
    let model = *model;
    TableView {
        id: "evening.log",
        heading: text.page_log.to_owned(),
        number: Heading::new(text.when, "00:00"),
        names: vec![text.event],
        values: Vec::new(),
        button: evening.part().organises.then(|| text.undo.to_owned()),
        has_presence: false,
        empty: Fact::new("evening.log.empty", text.log_empty).tone(Tone::Remark),
        rows: Rows { count, row: Box::new(move |at| row(&model, evening, count - 1 - at)) },
    }
}

fn row(model: &Model<'_>, evening: &Evening, at: usize) -> RowView {
    let (text, tournament) = (model.text.evening(), evening.tournament());
    let Some(record) = tournament.records().get(at) else { return RowView::default() };
    let counts = &evening.figures().counts;
    let is_counted = counts.get(at).copied().unwrap_or(true);
    let number = u32::try_from(at).ok().filter(|_| evening.part().organises && is_counted);
    let undo = number.map(|number| {
        let action = EveningAction::Organise(OrganiseAction::AskUndo(number));
        Button::new(format!("evening.undo.{number}"), text.undo, action).permit(model.online())
    });
    let organiser = is_by_organiser(record, tournament.state()).then_some(text.log_organiser);
    RowView {
        id: at.to_string(),
        number: clock(model, record.at.as_ms()),
        names: vec![Words::of(model, tournament).happened(at, counts)],
        details: organiser.map(str::to_owned).into_iter().collect(),
        tone: if is_counted { Tone::Plain } else { Tone::Remark },
        buttons: undo.into_iter().collect(),
        ..RowView::default()
    }
}

/// Whether somebody else than the server or the player of the event said so.
fn is_by_organiser(record: &Record, state: &State) -> bool {
    let account_of = |id: PlayerId| state.player(id).and_then(|player| player.entry.account);
    let own = match &record.event {
        Event::Entered(entry) | Event::EnteredLate(entry) => entry.account,
        Event::CheckedIn(id) | Event::Withdrew(id) | Event::Returned(id) => account_of(*id),
        Event::Excused { .. }
        | Event::Started { .. }
        | Event::Paired(_)
        | Event::PairedByHand { .. }
        | Event::Repaired { .. }
        | Event::Finished { .. }
        | Event::Forfeited { .. }
        | Event::Fouled { .. }
        | Event::Corrected { .. }
        | Event::Annulled { .. }
        | Event::Conceded { .. }
        | Event::Ended
        | Event::Undone { .. } => None,
    };
    record.by != 0 && own != Some(record.by)
}
