//! Visits a tree in the order in which records are written.

use super::{GameTree, NodeId};

/// One step of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The ply of this node is next in the current line.
    Ply(NodeId),
    /// A variation begins: an alternative to the ply before.
    VariationStart,
    /// The variation ends; the line that it interrupted continues.
    VariationEnd,
}

/// An iterator over a tree in the order of PGN: a ply, its alternatives, then what follows it.
///
/// The root is not visited.
///
/// ```
/// use chuhe_records::{GameTree, NodeId, Start, Visit};
/// use chuhe_rules::xiangqi::Move;
/// let mut tree = GameTree::new(Start::xiangqi());
/// let first = tree.play(NodeId::ROOT, "h2e2".parse::<Move>()?)?;
/// tree.play(first, "h9g7".parse::<Move>()?)?;
/// tree.play(NodeId::ROOT, "b2e2".parse::<Move>()?)?;
/// let written: Vec<String> = tree
///     .walk()
///     .map(|visit| match visit {
///         Visit::Ply(node) => tree.played(node).and_then(|ply| ply.xiangqi()).unwrap().to_string(),
///         Visit::VariationStart => "(".to_owned(),
///         Visit::VariationEnd => ")".to_owned(),
///     })
///     .collect();
/// assert_eq!(written, ["h2e2", "(", "b2e2", ")", "h9g7"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tree: &'a GameTree,
    pending: Vec<Pending>,
}

/// What is still to be visited.
#[derive(Clone, Copy, Debug)]
enum Pending {
    /// The children of a visited node.
    Children(NodeId),
    /// A variation that begins with this node, and the alternatives after it.
    Variation(NodeId),
    /// The first node of a variation.
    First(NodeId),
    /// The end of a variation.
    End,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tree: &'a GameTree) -> Self {
        Self { tree, pending: vec![Pending::Children(NodeId::ROOT)] }
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        loop {
            match self.pending.pop()? {
                Pending::Children(node) => {
                    let Some(child) = self.tree.next(node) else { continue };
                    self.pending.push(Pending::Children(child));
                    self.pending.extend(self.tree.next_sibling(child).map(Pending::Variation));
                    return Some(Visit::Ply(child));
                }
                Pending::Variation(node) => {
                    self.pending.extend(self.tree.next_sibling(node).map(Pending::Variation));
                    self.pending.extend([Pending::End, Pending::First(node)]);
                    return Some(Visit::VariationStart);
                }
                Pending::First(node) => {
                    self.pending.push(Pending::Children(node));
                    return Some(Visit::Ply(node));
                }
                Pending::End => return Some(Visit::VariationEnd),
            }
        }
    }
}

impl GameTree {
    /// Visits the whole tree in the order of a written record.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }
}

/// Trees are equal if they record the same, whatever was deleted or rearranged on the way.
impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        let content = |tree: &Self, visit| match visit {
            Visit::Ply(node) => Some((tree.node(node).played, tree.annotation(node).clone())),
            Visit::VariationStart | Visit::VariationEnd => None,
        };
        let same = |(mine, theirs): (Visit, Visit)| {
            std::mem::discriminant(&mine) == std::mem::discriminant(&theirs)
                && content(self, mine) == content(other, theirs)
        };
        self.start == other.start
            && self.tags == other.tags
            && self.result == other.result
            && self.ply_count() == other.ply_count()
            && self.annotation(NodeId::ROOT) == other.annotation(NodeId::ROOT)
            && self.walk().zip(other.walk()).all(same)
    }
}

impl Eq for GameTree {}
