//! The lobby: challenges, players, running games, the user's own games, and the chat.

use super::described;
use super::tree::{Line, Node};
use chuhe_app::visit::Visit;
use chuhe_view::chat::ChatView;
use chuhe_view::{Model as View, lobby};

/// The most lines of a chat.
const MOST_LINES: usize = 50;

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(visit) = view.app.sessions().visit() else { return Vec::new() };
    let mut nodes = described::nodes(&lobby::before_lists(view, visit));
    nodes.push(Node::group(&lobby::list(view, visit)));
    nodes.push(chat(view, visit, &ChatView::of(view, visit)));
    nodes.extend(described::nodes(&lobby::after_lists(view, visit)));
    nodes
}

/// The chat of the table or the lobby, with its field and the ready-made phrases.
pub(super) fn chat(view: &View<'_>, visit: &Visit, described: &ChatView<'_>) -> Node {
    let (text, chat) = (view.text, described.chat);
    let (_, count) = chat.since(0);
    let first = count.saturating_sub(chat.lines().len() as u64);
    let skipped = chat.lines().len().saturating_sub(MOST_LINES);
    let lines = chat.lines().enumerate().skip(skipped).map(|(index, line)| {
        let name = if line.from == visit.me { text.you } else { &*text.called(&line.name) };
        let prefix = line.spectator.then_some(text.spectator_prefix);
        let name = prefix.into_iter().chain([name]).collect::<Vec<_>>().join(" ");
        Line::new(format!("chat.{}", first + index as u64), text.labelled(&name, &line.text))
    });
    let mut nodes = vec![Node::log("chat.lines", described.heading, lines.collect())];
    nodes.extend(described::nodes(&described.parts(view)));
    Node::section("chat", described.heading, nodes)
}
