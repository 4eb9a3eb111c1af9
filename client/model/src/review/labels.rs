//! What the move list says about each move of a record.

use crate::luzhanqi::notation::PlyNotation;
use crate::luzhanqi::{SeenPly, notation};
use crate::table::{Lead, MoveNotation};
use chuhe_records::{GameTree, NodeId, Ply, Replay, Visit};
use chuhe_rules::luzhanqi::Battle;
use chuhe_rules::{Color, GameMove, PerColor, luzhanqi};
use std::collections::BTreeMap;

/// A move as the move list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A move of xiangqi.
    Xiangqi(MoveNotation),
    /// A ply of luzhanqi.
    Luzhanqi(PlyNotation),
}

/// The labels of a tree's nodes.
///
/// The ply of a node and the position before it never change, so a label is made once.
#[derive(Clone, Debug, Default)]
pub struct Labels(BTreeMap<NodeId, (Label, Lead)>);

impl Labels {
    /// The label of a node.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&Label> {
        self.0.get(&node).map(|(label, _)| label)
    }

    /// How far red is ahead after the ply of a node.
    #[must_use]
    pub fn lead(&self, node: NodeId) -> Lead {
        self.0.get(&node).map_or(Lead::default(), |&(_, lead)| lead)
    }

    /// Removes the labels of nodes that are not the same move in both trees: after an undo, an id
    /// may belong to another move.
    pub(super) fn keep_common(&mut self, old: &GameTree, new: &GameTree) {
        let is_same = |node: NodeId| {
            new.contains(node) && old.parent(node) == new.parent(node) && old.played(node) == new.played(node)
        };
        // a parent has a smaller id than its children, and is kept or removed before them
        let mut kept = BTreeMap::new();
        for (node, label) in std::mem::take(&mut self.0) {
            let follows = old.parent(node).is_some_and(|it| it == NodeId::ROOT || kept.contains_key(&it));
            if follows && is_same(node) {
                kept.insert(node, label);
            }
        }
        self.0 = kept;
    }

    /// Makes the labels that are missing.
    pub(super) fn complete(&mut self, tree: &GameTree) {
        let mut replay = tree.replay();
        for visit in tree.walk() {
            let Visit::Ply(node) = visit else { continue };
            if !self.0.contains_key(&node) {
                self.add(tree, &mut replay, node);
            }
        }
    }

    /// Makes the label of one new node.
    pub(super) fn add(&mut self, tree: &GameTree, replay: &mut Replay, node: NodeId) {
        let (Some(parent), Some(ply)) = (tree.parent(node), tree.played(node)) else { return };
        replay.go_to(tree, parent);
        let label = match ply {
            Ply::Move(GameMove::Xiangqi(mv)) => {
                replay.xiangqi().map(|position| Label::Xiangqi(MoveNotation::of(position, mv)))
            }
            Ply::Move(GameMove::Luzhanqi(_)) | Ply::Pass => {
                replay.luzhanqi().map(|game| luzhanqi_label(game, ply))
            }
        };
        replay.go_to(tree, node);
        let lead = match (replay.xiangqi(), replay.luzhanqi()) {
            (Some(position), _) => Lead::in_position(position),
            (None, Some(game)) => luzhanqi_lead(game),
            (None, None) => Lead::default(),
        };
        self.0.extend(label.map(|label| (node, (label, lead))));
    }
}

fn luzhanqi_label(game: &luzhanqi::Game, ply: Ply) -> Label {
    let by = game.turn().unwrap_or(Color::Red);
    let played = match ply.luzhanqi() {
        Some(mv) => SeenPly::Moved { by, mv, path: Vec::new(), battle: battle(game, mv) },
        None => SeenPly::Passed { by },
    };
    let strength = |station| Some(game.position()?.piece_at(station)?.strength);
    let pieces = ply.luzhanqi().map_or([None, None], |mv| [mv.from, mv.to].map(strength));
    Label::Luzhanqi(notation::write(game.board(), &played, pieces))
}

/// How far red is ahead in a game of luzhanqi.
fn luzhanqi_lead(game: &luzhanqi::Game) -> Lead {
    let Some(position) = game.position() else { return Lead::default() };
    let left = |color| position.pieces().filter(|(_, piece)| piece.color == color).count();
    Lead::of_losses(PerColor::from_fn(|color| luzhanqi::PIECES.saturating_sub(left(color))))
}

/// The outcome of the battle that a legal move begins, if there is one.
pub(super) fn battle(game: &luzhanqi::Game, mv: luzhanqi::Move) -> Option<Battle> {
    let mut after = game.clone();
    let played = after.play(game.turn()?, mv).ok()?;
    let luzhanqi::Event::Moved(moved) = played.event else { return None };
    moved.battle
}
