//! What has happened of late: lines that the page announces when they are new.
//!
//! A line keeps its name as long as it is about the same thing, and says nothing that changes by
//! itself, such as the seconds left.

use super::tree::Line;
use chuhe_model::connection::link::Status;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;
use chuhe_text::boards;
use chuhe_view::Model as View;
use chuhe_view::challenge::IncomingView;
use chuhe_view::connection::joining;
use chuhe_view::table::{Standing, offered};

/// How many moves of late are said: the opponent's, and the user's own before it.
const LAST_PLIES: usize = 2;
/// How many notices of late are said.
const LAST_NOTICES: u64 = 3;

pub(super) fn news(view: &View<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    lines.extend(connection(view).map(|text| Line::new("connection", text)));
    if let Some(table) = view.app.sessions().table().filter(|_| !view.app.sessions().link().is_catching_up())
    {
        at_table(view, table, &mut lines);
    }
    challenges(view, &mut lines);
    notices(view, &mut lines);
    lines
}

/// The state of the connection while there is none.
fn connection(view: &View<'_>) -> Option<String> {
    let link = view.app.sessions().server_link();
    match link.status() {
        _ if link.is_local() => None,
        Status::Connecting | Status::LoggingIn { .. } | Status::Off(Some(_)) => {
            joining(view).map(|state| state.label)
        }
        Status::Lost { .. } if link.is_paused() => Some(view.text.paused_retrying.to_owned()),
        Status::Lost { .. } if link.is_moving(view.now) => Some(view.text.hall_moving.to_owned()),
        Status::Lost { .. } => Some(view.text.denied_offline.to_owned()),
        Status::Joined | Status::Off(None) => None,
    }
}

fn at_table(view: &View<'_>, table: &Table, lines: &mut Vec<Line>) {
    let (text, game) = (view.text, table.game());
    let (id, last) = (game.id(), game.ply());
    lines.push(Line::new(format!("begins.{id}"), chuhe_text::news::begins(view.app, table)));
    for ply in last.saturating_sub(LAST_PLIES)..last {
        let moved = boards::moved(view.app, table, ply);
        lines.extend(moved.map(|text| Line::new(format!("ply.{id}.{}", ply + 1), text)));
    }
    let opponent = table.game().me().opponent();
    let name = &*text.called(&game.seats()[opponent].name);
    if table.game().seat().is_some() {
        lines.extend(
            game.open_offers(opponent)
                .map(|kind| Line::new(format!("offer.{id}.{kind:?}.{last}"), offered(view, table, kind))),
        );
    }
    if game.is_over() {
        lines.push(Line::new(format!("over.{id}"), Standing::of(view, table).in_one_line(view.text)));
    } else if game.is_setting_up() || table.is_my_turn() {
        lines.push(Line::new(format!("turn.{id}.{last}"), Standing::of(view, table).in_one_line(view.text)));
        if let Some(warning) = view.app.time_warning() {
            lines.push(Line::new(format!("low.{id}.{}", warning.number), text.low_time(warning.left_ms)));
        }
    }
    let recommended = boards::recommended(view.app, table, text.local.hint);
    lines.extend(recommended.map(|text| Line::new(format!("hint.{id}.{last}"), text)));
    if table.permits(view.now, view.app.sessions().link().is_joined()).claim().is_ok() {
        lines.push(Line::new(format!("claim.{id}"), text.opponent_away(name, None)));
    }
}

fn challenges(view: &View<'_>, lines: &mut Vec<Line>) {
    let Some(visit) = view.app.sessions().server_visit() else { return };
    lines.extend(visit.lobby.incoming(visit.me).map(|open| {
        let described = IncomingView::of(view, open);
        let terms = described.terms.summary.join(" · ");
        let id = format!("challenge.{}", described.id);
        Line::new(id, format!("{} · {terms}", view.text.challenge_by(&described.name)))
    }));
}

fn notices(view: &View<'_>, lines: &mut Vec<Line>) {
    let notices = view.app.desk().notices();
    let shown: Vec<(u64, &Notice)> = notices.since(notices.count().saturating_sub(LAST_NOTICES)).collect();
    let texts: Vec<String> = shown.iter().map(|(_, notice)| view.text.notice(notice)).collect();
    // what was said again is said where it was said last, as something new
    let repeated = |index: usize| texts[index + 1..].contains(&texts[index]);
    // the line of the move says that it gives check
    let said = |index: &usize| *shown[*index].1 != Notice::InCheck && !repeated(*index);
    lines.extend((0..shown.len()).filter(said).map(|index| {
        let id = format!("notice.{}", shown[index].0);
        Line::new(id, texts[index].clone())
    }));
}
