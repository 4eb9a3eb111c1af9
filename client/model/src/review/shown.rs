//! The shown position of a record, and where steps from it lead.
//!
//! Functions that need the record are given it, as those of [`Replay`] are.

use super::of_game::game_at;
use crate::actions::review_action::Step;
use crate::drawing::scene::Place;
use crate::table::repetition::Repetition;
use chuhe_records::{GameTree, NodeId, Replay};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::View;
use chuhe_rules::{RulesVersion, Viewer};

/// The shown position of a record.
#[derive(Debug)]
pub struct ShownPosition {
    replay: Replay,
    /// The deepest node visited: steps forward lead back to it.
    pub(super) visited: NodeId,
    /// The ruling on the position.
    repetition: Option<Repetition>,
    /// When the next move is shown, while the record plays by itself.
    pub next_move_at: Option<Timestamp>,
}

impl ShownPosition {
    pub(super) fn at(tree: &GameTree, node: NodeId) -> Self {
        let replay = tree.replay_at(node);
        Self { replay, visited: node, repetition: repetition(tree, node), next_move_at: None }
    }

    /// The node whose position is shown.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.replay.node()
    }

    /// The state of the game there.
    #[must_use]
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The ruling on the position, if it stands for the third time or more often.
    #[must_use]
    pub const fn repetition(&self) -> Option<&Repetition> {
        self.repetition.as_ref()
    }

    /// Whether the move of this node belongs to the cycle of the ruling.
    #[must_use]
    pub fn repeats(&self, tree: &GameTree, node: NodeId) -> bool {
        let ply = tree.ply(node);
        let holds = self.repetition.as_ref().is_some_and(|it| it.holds(ply));
        holds && self.at_ply(tree, ply) == Some(node)
    }

    /// The node after `ply` plies on the line to the position.
    #[must_use]
    pub fn at_ply(&self, tree: &GameTree, ply: usize) -> Option<NodeId> {
        ancestor(tree, self.node(), ply)
    }

    pub(super) fn go_to(&mut self, tree: &GameTree, node: NodeId) {
        self.replay.go_to(tree, node);
        self.repetition = repetition(tree, node);
        if !is_before(tree, node, self.visited) {
            self.visited = node;
        }
    }

    /// The node that a step forward leads to: on the line visited last, or else of the line.
    pub(super) fn forward(&self, tree: &GameTree) -> Option<NodeId> {
        let here = self.node();
        if self.visited != here && is_before(tree, here, self.visited) {
            return ancestor(tree, self.visited, tree.ply(here) + 1);
        }
        tree.next(here)
    }

    /// The node that a step leads to; `None` if there is none.
    #[must_use]
    pub fn target(&self, tree: &GameTree, step: Step) -> Option<NodeId> {
        let here = self.node();
        match step {
            Step::First => (here != NodeId::ROOT).then_some(NodeId::ROOT),
            Step::Back => tree.parent(here),
            Step::Forward => self.forward(tree),
            Step::Last => {
                let from = if is_before(tree, here, self.visited) { self.visited } else { here };
                tree.line_from(from).last().or(Some(from)).filter(|&last| last != here)
            }
            Step::PreviousVariation => alternative(tree, here, |place| place.checked_sub(1)),
            Step::NextVariation => alternative(tree, here, |place| Some(place + 1)),
        }
    }

    /// Whether the record plays by itself.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.next_move_at.is_some()
    }

    /// Ends the playback.
    pub const fn stop_playing(&mut self) {
        self.next_move_at = None;
    }

    /// Whether a piece of the side to move is on a place.
    pub(super) fn has_piece_to_move(&self, place: Place) -> bool {
        let position = || self.replay.luzhanqi()?.position();
        let color = match place {
            Place::Square(square) => {
                self.replay.xiangqi().and_then(|it| it.piece_at(square)).map(|it| it.color)
            }
            Place::Station(station) => position().and_then(|it| it.piece_at(station)).map(|it| it.color),
        };
        color.is_some() && color == self.replay.side_to_move()
    }

    /// What the side to move sees of a game of luzhanqi.
    pub(super) fn view_of_mover(&self) -> Option<View> {
        let mover = self.replay.side_to_move()?;
        Some(self.replay.luzhanqi()?.position()?.view(Viewer::Player(mover)))
    }
}

/// The ruling on the position of a node, by the rules of the record.
fn repetition(tree: &GameTree, node: NodeId) -> Option<Repetition> {
    // under the first version of the rules a repetition does not end the game
    game_at(tree, node, RulesVersion::V1).and_then(|game| Repetition::of_record(&game))
}

/// Whether the line to `later` passes `node`.
fn is_before(tree: &GameTree, node: NodeId, later: NodeId) -> bool {
    tree.contains(later) && ancestor(tree, later, tree.ply(node)) == Some(node)
}

/// The node after `ply` plies on the line to `node`.
fn ancestor(tree: &GameTree, node: NodeId, ply: usize) -> Option<NodeId> {
    std::iter::successors(Some(node), |&node| tree.parent(node)).find(|&node| tree.ply(node) <= ply)
}

/// The alternative to a move at a place that depends on its own.
fn alternative(
    tree: &GameTree,
    node: NodeId,
    place_of: impl FnOnce(usize) -> Option<usize>,
) -> Option<NodeId> {
    let siblings: Vec<NodeId> = tree.children(tree.parent(node)?).collect();
    let place = siblings.iter().position(|&it| it == node)?;
    siblings.get(place_of(place)?).copied()
}
