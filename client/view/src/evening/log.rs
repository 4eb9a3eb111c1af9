//! What happened in an evening, the newest first.

use super::table::{Heading, RowView, TableView};
use super::words::{Words, clock};
use crate::{Button, Fact, Model, Rows, Tone};
use chuhe_model::actions::evening_action::{EveningAction, OrganiseAction};
use chuhe_model::evening::Evening;
use chuhe_model::evening::journal::Author;
use chuhe_protocol::PlayerId as Account;

/// The journal as sentences.
pub(super) fn table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, count) = (model.text.evening(), evening.tournament().records().len());
    let model = *model;
    TableView {
        id: "evening.log",
        heading: text.page_log.to_owned(),
        number: Heading::new(text.when, "00:00"),
        names: vec![text.event],
        details: "",
        values: Vec::new(),
        button: evening.part().organises.then(|| text.undo.to_owned()),
        has_presence: false,
        empty: Fact::new("evening.log.empty", text.log_empty).tone(Tone::Remark),
        rows: Rows { count, row: Box::new(move |at| row(&model, evening, count - 1 - at)) },
    }
}

/// The name of an organiser, as far as the lobby knows them.
fn organiser<'a>(model: &Model<'a>, account: Account) -> Option<&'a str> {
    let visit = model.app.sessions().server_visit()?;
    visit.lobby.player(account).map(|it| it.name.as_str())
}

fn row(model: &Model<'_>, evening: &Evening, at: usize) -> RowView {
    let text = model.text.evening();
    let number = u32::try_from(at).unwrap_or(u32::MAX);
    let Some(line) = evening.log_line(number) else { return RowView::default() };
    let words = Words::of(model, evening);
    let undo = evening.undo_permit(number).map(|permit| {
        let action = EveningAction::Organise(OrganiseAction::AskUndo(number));
        let permit = permit.map_err(|why| words.refusal(why)).and_then(|()| model.online());
        Button::new(format!("evening.undo.{number}"), text.undo, action).permit(permit)
    });
    let author = match line.author {
        Author::Server => None,
        // the sentence says who
        Author::Player(id) if line.is_about(id) => None,
        Author::Player(id) => Some(words.name(id)),
        Author::Organiser(name) => Some(format!("{} {}", text.log_organiser, name.as_str())),
        Author::SomeOrganiser(account) => Some(match organiser(model, account) {
            Some(name) => format!("{} {name}", text.log_organiser),
            None => text.log_organiser.to_owned(),
        }),
    };
    RowView {
        id: at.to_string(),
        number: clock(model, line.record.at.as_ms()),
        names: vec![words.happened(at, &evening.figures().counts)],
        details: author.into_iter().collect(),
        tone: if line.counts { Tone::Plain } else { Tone::Remark },
        buttons: undo.into_iter().collect(),
        ..RowView::default()
    }
}
