//! The tree of a game: its moves and their variations.
//!
//! The nodes lie in one list and refer to each other by index. Nothing recurses over them, so
//! neither a long line nor deeply nested variations exhaust the stack, also when a tree is
//! copied, compared or dropped.

pub(crate) mod edit;
pub(crate) mod replay;
pub(crate) mod walk;

use crate::{Annotation, GameResult, Limit, MAX_TAGS, MAX_TEXT_BYTES, Ply, Start, Tags};

/// A node of a [`GameTree`]: the position after its ply.
///
/// An id belongs to its tree. It stays the same when the tree changes, and is not used again
/// when its node is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start position, before any move.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A game with its variations, comments, tags and result.
///
/// The first child of each node continues its line, and the other children begin variations.
/// The children of a node have different plies, all of them legal.
///
/// ```
/// use chuhe_records::{GameTree, NodeId, Start};
/// use chuhe_rules::xiangqi::Move;
/// let mut tree = GameTree::new(Start::xiangqi());
/// let first = tree.play(NodeId::ROOT, "h2e2".parse::<Move>()?)?;
/// let reply = tree.play(first, "h9g7".parse::<Move>()?)?;
/// let variation = tree.play(first, "h7e7".parse::<Move>()?)?;
/// tree.set_comment(variation, "the same cannon")?;
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [first, reply]);
/// assert_eq!(tree.children(first).collect::<Vec<_>>(), [reply, variation]);
/// assert!(tree.play(reply, "h0h1".parse::<Move>()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    start: Start,
    tags: Tags,
    result: GameResult,
    nodes: Vec<Node>,
    /// The number of deleted nodes in `nodes`.
    deleted: usize,
    /// The bytes of all comments and tags.
    text_bytes: usize,
}

/// The annotation of the nodes that have none.
static EMPTY: Annotation = Annotation::EMPTY;

/// A node and its place; 32 bytes.
#[derive(Clone, Debug)]
struct Node {
    /// The ply that leads here; only the root has none.
    played: Option<Ply>,
    deleted: bool,
    /// The number of plies from the start.
    ply: u16,
    /// The node before the ply; the root's is itself.
    parent: NodeId,
    /// The node that continues the line.
    first_child: Option<Link>,
    /// The next alternative to this ply.
    next_sibling: Option<Link>,
    annotation: Option<Box<Annotation>>,
}

/// A node other than the root, in the four bytes of an `Option`.
type Link = std::num::NonZeroU32;

impl Node {
    const fn new(played: Option<Ply>, parent: NodeId, ply: u16) -> Self {
        Self { played, deleted: false, ply, parent, first_child: None, next_sibling: None, annotation: None }
    }
}

impl GameTree {
    /// Creates a game without moves.
    #[must_use]
    pub fn new(start: impl Into<Start>) -> Self {
        Self {
            start: start.into(),
            tags: Tags::default(),
            result: GameResult::Unknown,
            nodes: vec![Node::new(None, NodeId::ROOT, 0)],
            deleted: 0,
            text_bytes: 0,
        }
    }

    /// Where the game starts.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The tags.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The value of the tag `name`, such as [`tag::RED`](crate::tag::RED).
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    /// Changes the tag `name`, or appends it.
    ///
    /// # Errors
    /// `Tags` or `Text`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Limit> {
        let old = self.tags.get(name).map(|old| name.len() + old.len());
        if old.is_none() && self.tags.len() >= MAX_TAGS {
            return Err(Limit::Tags);
        }
        self.count_text(old.unwrap_or(0), name.len() + value.len())?;
        self.tags.set(name, value);
        Ok(())
    }

    /// Removes the tag `name` and returns its value.
    pub fn remove_tag(&mut self, name: &str) -> Option<String> {
        let value = self.tags.remove(name)?;
        self.text_bytes -= name.len() + value.len();
        Some(value)
    }

    /// The result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// Changes the result.
    pub const fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// The number of plies in the tree, with all variations.
    #[must_use]
    pub const fn ply_count(&self) -> usize {
        self.nodes.len() - 1 - self.deleted
    }

    /// About how much memory the tree needs, in bytes.
    #[must_use]
    pub const fn memory_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.text_bytes
    }

    /// Whether the tree has the node: it was created here and is not deleted.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.get(node.index()).is_some_and(|node| !node.deleted)
    }

    /// The ply that leads to `node`; `None` at the root.
    ///
    /// # Panics
    /// This and the following methods panic if `node` is from another, larger tree. Deleted nodes
    /// keep their ply and parent, but have no annotation and no children.
    #[must_use]
    pub fn played(&self, node: NodeId) -> Option<Ply> {
        self.node(node).played
    }

    /// The number of plies from the start to `node`.
    #[must_use]
    pub fn ply(&self, node: NodeId) -> usize {
        self.node(node).ply.into()
    }

    /// The node before the ply of `node`; `None` at the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| self.node(node).parent)
    }

    /// The node that continues the line of `node`.
    #[must_use]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).first_child.map(|link| NodeId(link.get()))
    }

    /// The nodes after the plies recorded at `node`, the continuation of its line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&child| self.next_sibling(child))
    }

    /// The child of `node` to which `ply` leads.
    #[must_use]
    pub fn child(&self, node: NodeId, ply: impl Into<Ply>) -> Option<NodeId> {
        let ply = Some(ply.into());
        self.children(node).find(|&child| self.node(child).played == ply)
    }

    /// The nodes of the main line in order, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// The nodes that continue the line of `node`, without `node`.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(node), |&node| self.next(node))
    }

    /// The nodes from the start to `node`, without the root.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let back = std::iter::successors(Some(node), |&node| self.parent(node));
        let mut line: Vec<NodeId> = back.take(self.ply(node)).collect();
        line.reverse();
        line
    }

    /// Whether `node` is the root or on the main line.
    #[must_use]
    pub fn is_main_line(&self, node: NodeId) -> bool {
        let mut back = std::iter::successors(Some(node), |&node| self.parent(node));
        back.all(|node| self.parent(node).is_none_or(|parent| self.next(parent) == Some(node)))
    }

    /// What the record says about the ply of `node`.
    #[must_use]
    pub fn annotation(&self, node: NodeId) -> &Annotation {
        self.node(node).annotation.as_deref().unwrap_or(&EMPTY)
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next_sibling.map(|link| NodeId(link.get()))
    }

    /// Counts a text that replaces one of `old` bytes.
    const fn count_text(&mut self, old: usize, new: usize) -> Result<(), Limit> {
        let total = self.text_bytes - old + new;
        if total > MAX_TEXT_BYTES {
            return Err(Limit::Text);
        }
        self.text_bytes = total;
        Ok(())
    }
}
