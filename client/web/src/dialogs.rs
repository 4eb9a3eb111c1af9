//! The dialogs over every screen, and what every screen offers.

use super::described;
use super::tree::Node;
use chuhe_view::Model as View;
use chuhe_view::screen;
use chuhe_view::status::StatusView;

/// The open dialogs.
pub(super) fn dialogs(view: &View<'_>) -> Vec<Node> {
    let dialogs = screen::dialogs(view);
    let mut nodes: Vec<Node> = dialogs.iter().map(Node::group).collect();
    nodes.extend(described::nodes(&StatusView::parts(view)));
    nodes
}

/// The buttons that every screen has.
pub(super) fn everywhere(view: &View<'_>) -> Vec<Node> {
    let [settings, help, _] = chuhe_view::everywhere(view);
    [settings, help].iter().map(Node::offered).collect()
}
