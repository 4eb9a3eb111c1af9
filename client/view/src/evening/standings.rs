//! The standings of an evening, with each tie-break in a column.

use super::table::{Heading, RowView, TableView};
use super::words::{Words, value};
use crate::{Button, Fact, Model, Rows, Tone};
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_name;
use chuhe_texts::evening_names::club_heading;
use chuhe_tournaments::{Row, TieBreak};

/// As wide as a number of games becomes.
const MOST_GAMES: &str = "99";

/// The standings, or that there are none yet.
pub(super) fn table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, state) = (model.text.evening(), evening.tournament().state());
    let all = evening.figures().standings.as_slice();
    let rows: &[Row] = if state.rounds.is_empty() { &[] } else { all };
    let most = rows.iter().map(|row| row.points).max().unwrap_or_default();
    let points = Heading::new(text.points_short, most.to_string());
    let games = has_games(evening).then(|| Heading::new(text.games_short, MOST_GAMES));
    let order = &evening.plan().regulations.tie_breaks;
    let tie_breaks = order.iter().enumerate().map(|(at, of)| {
        Heading::new(text.tie_break_short(*of), widest(rows, at, *of)).hint(text.tie_break(*of))
    });
    let model = *model;
    TableView {
        id: "evening.standings",
        heading: text.standings_heading(evening.tournament()),
        number: Heading::new(text.place, rows.len().to_string()),
        names: vec![text.name],
        details: club_heading(text, evening).unwrap_or_default(),
        values: [points].into_iter().chain(games).chain(tie_breaks).collect(),
        button: None,
        has_presence: false,
        empty: Fact::new("evening.standings.empty", text.no_standings).tone(Tone::Remark),
        rows: Rows { count: rows.len(), row: Box::new(move |at| row(&model, evening, &rows[at])) },
    }
}

/// Whether players have different numbers of games, as those of an arena, who need some for a place.
fn has_games(evening: &Evening) -> bool {
    evening.tournament().regulations().system.is_arena()
}

/// The widest value of a column.
fn widest(rows: &[Row], at: usize, of: TieBreak) -> String {
    if of == TieBreak::EarlierFinish {
        return "00:00".to_owned();
    }
    let values = rows.iter().filter_map(|row| row.tie_breaks.get(at));
    let most = values.filter_map(|it| Some((it.value?.unsigned_abs(), it.scale))).max();
    most.map_or_else(String::new, |(value, scale)| {
        let half = if scale > 1 { "½" } else { "" };
        format!("{}{half}", value / u64::from(scale.max(1)))
    })
}

fn row(model: &Model<'_>, evening: &Evening, row: &Row) -> RowView {
    let (words, id) = (Words::of(model, evening), row.player);
    let club = words.state().player(id).and_then(|player| player.entry.club.as_deref().map(shown_name));
    let games = has_games(evening).then(|| evening.figures().games(id).to_string());
    let values = row.tie_breaks.iter().map(|it| value(model, it));
    let name = words.name_alone(id);
    let open =
        Button::new(format!("evening.standings.{}", id.0), name.as_str(), EveningAction::Player(Some(id)));
    RowView {
        id: id.0.to_string(),
        number: evening.figures().place(row).map_or_else(|| "–".to_owned(), |place| place.to_string()),
        names: vec![name],
        details: club.into_iter().collect(),
        tone: Tone::Remark,
        values: [row.points.to_string()].into_iter().chain(games).chain(values).collect(),
        is_own: evening.part().player == Some(id),
        open: Some(open),
        ..RowView::default()
    }
}
