//! Changes of a tree: new plies, the order of variations, annotations.

use super::{GameTree, Link, Node, NodeId};
use crate::{Annotation, Glyph, Limit, MAX_NODES, MAX_PLIES, Mark, Ply};
use chuhe_rules::game::IllegalPlay;

/// The reason why a ply is not added to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(IllegalPlay),
    /// The tree would exceed a limit.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The node is deleted.
    #[error("the move before was deleted")]
    Deleted,
}

impl GameTree {
    /// Adds `ply` at `node` and returns its node, which may have been there before.
    ///
    /// The first ply added to a node continues its line, and any other begins a variation. The
    /// line to `node` is played to check the ply; a [`Replay`](crate::Replay) adds many plies
    /// faster.
    ///
    /// # Errors
    /// The rule that forbids the ply, or the limit that it exceeds; nothing changes then.
    pub fn play(&mut self, node: NodeId, ply: impl Into<Ply>) -> Result<NodeId, PlayError> {
        self.replay_at(node).play(self, ply)
    }

    /// Checks that a node can be added below `node`.
    pub(super) fn room_below(&self, node: NodeId) -> Result<(), PlayError> {
        if self.node(node).deleted {
            return Err(PlayError::Deleted);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(Limit::Nodes.into());
        }
        if self.ply(node) >= MAX_PLIES {
            return Err(Limit::Plies.into());
        }
        Ok(())
    }

    /// Adds a legal ply as the last child of `parent`.
    pub(super) fn append_child(&mut self, parent: NodeId, ply: Ply) -> NodeId {
        let link = Link::new(self.nodes.len() as u32).expect("the root comes first");
        let last = self.children(parent).last();
        self.nodes.push(Node::new(Some(ply), parent, self.node(parent).ply + 1));
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(link),
            None => self.node_mut(parent).first_child = Some(link),
        }
        NodeId(link.get())
    }

    /// Moves `node` one place forward among the alternatives; the second becomes the line.
    ///
    /// Returns whether it was not the first.
    pub fn promote(&mut self, node: NodeId) -> bool {
        self.reorder(node, |siblings, place| {
            let before = place.checked_sub(1)?;
            siblings.swap(before, place);
            Some(())
        })
    }

    /// Moves `node` one place back among the alternatives; the first becomes a variation.
    ///
    /// Returns whether it was not the last.
    pub fn demote(&mut self, node: NodeId) -> bool {
        self.reorder(node, |siblings, place| {
            siblings.get(place + 1)?;
            siblings.swap(place, place + 1);
            Some(())
        })
    }

    /// Makes the line to `node` the main line; returns whether it was not.
    pub fn make_main_line(&mut self, node: NodeId) -> bool {
        let mut changed = false;
        for node in self.line_to(node) {
            changed |= self.reorder(node, |siblings, place| {
                siblings[..=place].rotate_right(1);
                (place > 0).then_some(())
            });
        }
        changed
    }

    /// Deletes `node` with all that follows; the next alternative, if any, takes its place.
    ///
    /// Returns whether it was there; the root cannot be deleted. The memory of the nodes is used
    /// until the tree is dropped.
    pub fn delete(&mut self, node: NodeId) -> bool {
        let removed = self.reorder(node, |siblings, place| {
            siblings.remove(place);
            Some(())
        });
        if !removed {
            return false;
        }
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            pending.extend(self.children(node));
            self.set_annotation(node, Annotation::EMPTY).expect("an empty annotation is within the limits");
            let node = self.node_mut(node);
            (node.deleted, node.first_child, node.next_sibling) = (true, None, None);
            self.deleted += 1;
        }
        true
    }

    /// Changes the order of `node` and its siblings with `change`, which gets its place.
    ///
    /// Returns whether `change` returned something.
    fn reorder(&mut self, node: NodeId, change: impl FnOnce(&mut Vec<NodeId>, usize) -> Option<()>) -> bool {
        let Some(parent) = self.parent(node) else { return false };
        let mut siblings: Vec<NodeId> = self.children(parent).collect();
        let Some(place) = siblings.iter().position(|&sibling| sibling == node) else { return false };
        if change(&mut siblings, place).is_none() {
            return false;
        }
        let mut next = None;
        for &sibling in siblings.iter().rev() {
            self.node_mut(sibling).next_sibling = next;
            next = Link::new(sibling.0);
        }
        self.node_mut(parent).first_child = next;
        true
    }

    /// Replaces all that the record says about the ply of `node`.
    ///
    /// # Errors
    /// The limit that it exceeds; nothing changes then.
    pub fn set_annotation(&mut self, node: NodeId, annotation: Annotation) -> Result<(), Limit> {
        annotation.check()?;
        self.count_text(self.annotation(node).text_bytes(), annotation.text_bytes())?;
        self.node_mut(node).annotation = (!annotation.is_empty()).then(|| Box::new(annotation));
        Ok(())
    }

    /// Adds to what the record says about the ply of `node`; see [`Annotation::merge`].
    ///
    /// # Errors
    /// The limit that it exceeds; nothing changes then.
    pub fn merge_annotation(&mut self, node: NodeId, other: Annotation) -> Result<(), Limit> {
        let Some(own) = self.node(node).annotation.as_deref() else {
            return self.set_annotation(node, other);
        };
        own.check_merge(&other)?;
        let old = own.text_bytes();
        // Reserve the text and its separators first: the annotation is changed in place.
        self.count_text(0, other.text_bytes() + 2)?;
        let own = self.node_mut(node).annotation.as_deref_mut().expect("it was there above");
        let most = old + other.text_bytes() + 2;
        own.merge(other);
        let unused = most - own.text_bytes();
        self.text_bytes -= unused;
        Ok(())
    }

    /// Changes a part of what the record says about the ply of `node`.
    ///
    /// # Errors
    /// The limit that it exceeds; nothing changes then.
    pub fn annotate(&mut self, node: NodeId, change: impl FnOnce(&mut Annotation)) -> Result<(), Limit> {
        let mut annotation = self.annotation(node).clone();
        change(&mut annotation);
        self.set_annotation(node, annotation)
    }

    /// Changes the comment after the ply of `node`; at the root, the comment on the game.
    ///
    /// # Errors
    /// `Comment` or `Text`.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), Limit> {
        self.annotate(node, |annotation| comment.clone_into(&mut annotation.comment))
    }

    /// Changes the marks on the position of `node`.
    ///
    /// # Errors
    /// `Marks`.
    pub fn set_marks(&mut self, node: NodeId, marks: Vec<Mark>) -> Result<(), Limit> {
        self.annotate(node, |annotation| annotation.marks = marks)
    }

    /// Changes the glyphs of the ply of `node`.
    ///
    /// # Errors
    /// `Glyphs`.
    pub fn set_glyphs(&mut self, node: NodeId, glyphs: Vec<Glyph>) -> Result<(), Limit> {
        self.annotate(node, |annotation| annotation.glyphs = glyphs)
    }
}
