//! The table: the state of the game, the board, the moves, the buttons and the chat.

use super::tree::{Line, Node};
use super::{board, described, lobby};
use chuhe_model::luzhanqi::History;
use chuhe_model::table::{Table, Viewpoint};
use chuhe_rules::Color;
use chuhe_text::{boards, commands, news};
use chuhe_view::Model as View;
use chuhe_view::chat::ChatView;
use chuhe_view::table::{LossesView, TableView, interruption_credit, readiness, set_up_hint};

pub(super) fn heading(view: &View<'_>) -> String {
    let Some(table) = view.app.sessions().table() else { return String::new() };
    let seats = table.game().seats();
    let [red, black] = Color::ALL.map(|side| view.text.called(&seats[side].name));
    match table.game().viewpoint() {
        Viewpoint::Player(me) => view.text.table.against(&view.text.called(&seats[me.opponent()].name)),
        Viewpoint::Spectator => view.text.table.title_watching(&red, &black),
        Viewpoint::Reader(_) => [red, black].join(view.text.versus),
    }
}

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(visit) = view.app.sessions().visit() else { return Vec::new() };
    let Some(table) = visit.table() else { return Vec::new() };
    let it = TableView::at(view, visit, table);
    let mut nodes: Vec<Node> = it.connection.iter().chain(&it.questions).map(Node::question).collect();
    nodes.push(Node::text("table.terms", news::begins(view.app, table)));
    nodes.push(Node::text("table.state", it.standing.in_one_line(view.text)));
    nodes.extend(it.standing.score.iter().map(Node::fact));
    if table.game().is_setting_up() {
        nodes.extend(setup(view, table));
    } else {
        let clocks = commands::clocks(view.app, table, view.now);
        let lines = clocks.into_iter().zip(["clock.own", "clock.opponent"]);
        let lines = lines.map(|(text, id)| Line::new(id, text)).collect();
        nodes.push(Node::list("table.clocks", view.text.time, lines));
        let credit = Color::ALL.into_iter().find_map(|side| interruption_credit(view.text, table, side));
        nodes.extend(credit.map(|credit| Node::text("table.credit", credit.detail)));
    }
    nodes.extend(described::nodes(&it.moves(view, table)));
    let recommended = boards::recommended(view.app, table, view.text.local.hint);
    nodes.extend(recommended.map(|text| Node::text("table.recommended", text)));
    let grid = boards::grid(view.app, table, table.interaction.review());
    nodes.push(board::board(view, view.text.local.board, grid));
    nodes.push(moves(view, table, &it));
    if let Some(history) = table.game().luzhanqi().filter(|history| history.has_begun()) {
        nodes.push(losses(view, table, history));
    }
    let choices = it.record.iter().chain(&it.choices);
    let buttons = it.buttons.iter().chain(choices).map(Node::offered).collect();
    nodes.push(Node::section("table.buttons", view.text.game, buttons));
    nodes.extend(ChatView::at_table(view, visit, table).map(|chat| lobby::chat(view, visit, &chat)));
    nodes.extend(it.block.iter().map(Node::offered));
    nodes.extend(it.spectators.iter().map(Node::fact));
    nodes
}

/// The set-up of luzhanqi: whether both are ready, and exchanging pieces.
fn setup(view: &View<'_>, table: &Table) -> Option<Node> {
    let (text, history) = (view.text, table.game().luzhanqi()?);
    let mut nodes: Vec<Node> = Color::ALL
        .into_iter()
        .map(|side| {
            let ready = readiness(text, history, side);
            Node::text(
                &*ready.id,
                text.labelled(&text.called(&table.game().seats()[side].name), &ready.label),
            )
        })
        .collect();
    let hint = table.game().seat().map(|_| set_up_hint(view, table, history));
    nodes.extend(hint.map(|hint| Node::text("setup.hint", hint)));
    Some(Node::section("setup", text.setting_up, nodes))
}

/// The moves played, what the rules say about their repetition, and the steps through them.
fn moves(view: &View<'_>, table: &Table, described: &TableView) -> Node {
    let (text, game) = (view.text, table.game());
    let last = game.ply();
    let reviewed = table.interaction.review();
    let times = view.app.desk().settings.look.move_times;
    let line = |ply: usize| {
        let spent = game.spent_ms(ply).filter(|_| times).map(|ms| text.seconds_left(ms / 1_000));
        let moved = boards::moved(view.app, table, ply - 1)?;
        let text = std::iter::once(moved).chain(spent).collect::<Vec<_>>().join(" · ");
        Some(Line { id: format!("ply.{ply}"), text, current: reviewed == Some(ply) })
    };
    let lines: Vec<Line> = (1..=last).filter_map(line).collect();
    let mut nodes = Vec::new();
    nodes.extend(described.repetition.iter().map(Node::fact));
    if lines.is_empty() {
        nodes.push(Node::text("moves.none", text.no_moves_yet));
    } else {
        nodes.push(Node::numbered("moves.list", text.moves, lines));
    }
    let steps = described.steps.buttons().into_iter().chain(&described.steps.current);
    nodes.extend(steps.map(Node::offered));
    Node::section("moves", text.moves, nodes)
}

/// The losses of both sides in luzhanqi, as far as the user knows them.
fn losses(view: &View<'_>, table: &Table, history: &History) -> Node {
    let line = |it: LossesView| Line::new(format!("losses.{:?}", it.side), it.in_words(view.text));
    Node::list("losses", view.text.losses, LossesView::both(view, table, history).map(line).into())
}
