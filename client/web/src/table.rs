//! The table: the state of the game, the board, the moves, the buttons and the chat.

use super::tree::{Line, Node};
use super::{board, lobby};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{Field, TableAction};
use chuhe_model::luzhanqi::{History, notation};
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_model::table::{Permits, Table, Viewpoint, typed_move};
use chuhe_protocol::PlayerName;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Losses;
use chuhe_text::{boards, commands, news};
use chuhe_view::Model as View;
use chuhe_view::table::{Ended, TableView};

pub(super) fn heading(view: &View<'_>) -> String {
    let Some(table) = view.app.table() else { return String::new() };
    let seats = table.game().seats();
    let [red, black] = Color::ALL.map(|side| seats[side].name.as_str());
    match table.viewpoint() {
        Viewpoint::Player(me) => view.text.table.against(seats[me.opponent()].name.as_str()),
        Viewpoint::Spectator => view.text.table.title_watching(red, black),
        Viewpoint::Reader(_) => [red, black].join(view.text.versus),
    }
}

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(visit) = view.app.visit() else { return Vec::new() };
    let Some(table) = visit.table() else { return Vec::new() };
    let permits = table.permits(view.now, view.app.link().is_joined());
    let described = TableView::at(view, visit, table);
    let mut nodes: Vec<Node> =
        described.connection.iter().chain(&described.questions).map(Node::question).collect();
    nodes.push(Node::text("table.terms", news::begins(view.app, table)));
    nodes.push(Node::text("table.state", state(view, table)));
    if table.game().is_setting_up() {
        nodes.extend(setup(view, table, &permits));
    } else {
        let clocks = commands::clocks(view.app, table, view.now);
        let lines = clocks.into_iter().zip(["clock.own", "clock.opponent"]);
        let lines = lines.map(|(text, id)| Line::new(id, text)).collect();
        nodes.push(Node::list("table.clocks", view.text.time, lines));
    }
    nodes.extend(typing(view, table));
    let recommended = boards::recommended(view.app, table, view.text.local.hint);
    nodes.extend(recommended.map(|text| Node::text("table.recommended", text)));
    nodes.push(board::board(view, view.text.local.board, boards::grid(view.app, table, table.review())));
    nodes.push(moves(view, table, &described));
    if let Some(history) = table.game().luzhanqi().filter(|history| history.has_begun()) {
        nodes.push(losses(view, table, history));
    }
    let choices = described.record.iter().chain(&described.choices);
    let buttons = described.buttons.iter().chain(choices).map(Node::offered).collect();
    nodes.push(Node::section("table.buttons", view.text.game, buttons));
    if view.app.local().is_none() && table.room().is_some() {
        nodes.push(lobby::chat(view, visit));
        nodes.extend(described.block.iter().map(Node::offered));
    }
    nodes.extend(spectators(view, visit));
    nodes
}

/// Whose turn it is, or how the game ended.
pub(super) fn state(view: &View<'_>, table: &Table) -> String {
    let (text, game) = (view.text, table.game());
    if let Some(ended) = Ended::of(view.app, table) {
        return text.labelled(ended.outcome, &ended.reason);
    }
    if table.is_loading() {
        return text.loading.to_owned();
    }
    if game.is_setting_up() {
        return text.setting_up.to_owned();
    }
    let Some(side) = table.turn() else { return text.nothing.to_owned() };
    let turn = if table.is_my_turn() {
        text.console.your_turn.to_owned()
    } else {
        text.console.their_turn(game.seats()[side].name.as_str())
    };
    let in_check = game.xiangqi().is_some_and(|game| game.position().in_check());
    let near = game.luzhanqi().map(History::view).filter(|view| view.is_draw_near());
    let near = near.map(|view| text.draw_near(view.steps_to_draw()));
    let check = in_check.then(|| text.in_check.to_owned());
    std::iter::once(turn).chain(check).chain(near).collect::<Vec<_>>().join(" · ")
}

/// The set-up of luzhanqi: whether both are ready, and exchanging pieces.
fn setup(view: &View<'_>, table: &Table, permits: &Permits<'_>) -> Option<Node> {
    let (text, history) = (view.text, table.game().luzhanqi()?);
    let mut nodes: Vec<Node> = Color::ALL
        .into_iter()
        .map(|side| {
            let ready = history.view().has_confirmed(side);
            let state = if ready { text.ready } else { text.still_setting_up };
            let name = table.game().seats()[side].name.as_str();
            Node::text(format!("setup.{side:?}"), text.labelled(name, state))
        })
        .collect();
    if permits.arrange().is_ok() {
        nodes.push(Node::text("setup.hint", text.setup_hint));
        let example = notation::swap_example(history.view().board(), table.me());
        let label = text.mirror.swap(&example.join(" "));
        nodes.push(Node::swap("setup.swap", [label.as_str(), text.mirror.swap_now]));
    } else if table.seat().is_some() {
        nodes.push(Node::text("setup.hint", text.setup_waiting));
    }
    Some(Node::section("setup", text.setting_up, nodes))
}

/// The field for a typed move, and the legal moves.
fn typing(view: &View<'_>, table: &Table) -> Vec<Node> {
    if !table.may_type() {
        return Vec::new();
    }
    let (text, notation) = (view.text, view.app.notation());
    let label = text.keys.move_hint(typed_move::example(table, notation));
    let play = (Field::Move, TableAction::PlayTyped.into());
    let mut nodes = vec![Node::line("move", [label.as_str(), text.mirror.play], table.typed(), play)];
    let ply = table.game().ply();
    let names = table.names_beginning_with("", notation);
    let moves = table.moves_beginning_with("", notation).into_iter().zip(names);
    // the number of plies is in the name, so that a button of an earlier position plays nothing
    let moves = moves
        .map(|(mv, name)| Node::button(format!("play.{ply}.{name}"), name, TableAction::Play(mv)))
        .collect::<Vec<_>>();
    if !moves.is_empty() {
        nodes.push(Node::more("moves.legal", text.available, moves));
    }
    nodes
}

/// The moves played, what the rules say about their repetition, and the steps through them.
fn moves(view: &View<'_>, table: &Table, described: &TableView) -> Node {
    let (text, game) = (view.text, table.game());
    let last = game.ply();
    let shown = table.review().unwrap_or(last);
    let times = view.app.settings().move_times;
    let line = |ply: usize| {
        let spent = game.spent_ms(ply).filter(|_| times).map(|ms| text.seconds_left(ms / 1_000));
        let moved = boards::moved(view.app, table, ply - 1)?;
        let text = std::iter::once(moved).chain(spent).collect::<Vec<_>>().join(" · ");
        Some(Line { id: format!("ply.{ply}"), text, current: ply == shown && table.review().is_some() })
    };
    let lines: Vec<Line> = (1..=last).filter_map(line).collect();
    let mut nodes = Vec::new();
    if let Some(repetition) = game.repetition() {
        let notations = game.play().notations();
        let write = |ply: usize| Some(notations.get(ply - 1)?.text(view.app.notation()));
        let moves = repetition.moves(text.list_comma, write);
        nodes.push(Node::text("table.repetition", text.repetition(&repetition, &moves)));
    }
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
    let text = view.text;
    let ply = table.review().unwrap_or(history.ply());
    let labels = match table.viewpoint() {
        Viewpoint::Spectator => [(Color::Red, text.red_losses), (Color::Black, text.black_losses)],
        Viewpoint::Player(me) | Viewpoint::Reader(me) => {
            [(me.opponent(), text.enemy_losses), (me, text.own_losses)]
        }
    };
    let line = |(side, label)| {
        let lost = match history.losses_at(ply, side) {
            Losses::Counted(count) => text.lost_count(count),
            Losses::Known(lost) if lost.is_empty() => text.lost_count(0_u64),
            Losses::Known(lost) => {
                let lost = lost.into_iter().map(|(strength, count)| match count {
                    1 => text.strength(strength).to_lowercase(),
                    count => format!("{count} × {}", text.strength(strength).to_lowercase()),
                });
                lost.collect::<Vec<_>>().join(text.list_comma)
            }
        };
        Line::new(format!("losses.{side:?}"), text.labelled(label, &lost))
    };
    Node::list("losses", text.losses, labels.map(line).into())
}

/// How many spectators there are, and their names.
fn spectators(view: &View<'_>, visit: &Visit) -> Option<Node> {
    let spectators = visit.spectators()?;
    let names: Vec<&str> = spectators.names.iter().map(PlayerName::as_str).collect();
    let count = view.text.spectators(spectators.count);
    Some(Node::text("table.spectators", view.text.labelled(&count, &names.join(view.text.list_comma))))
}
