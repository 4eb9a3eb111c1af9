//! Game trees as lists of records, one a move, as XQF and CBR have them.
//!
//! The move that continues a line follows it directly. An alternative to a move follows all that
//! continues the move.

use super::builder::GameBuilder;
use super::{Encoding, Location, NoteKind, ReadError};
use crate::notation::NotationError;
use crate::{GameTree, NodeId};
use chuhe_rules::xiangqi::Move;

/// A move and what follows it.
pub(super) struct Record {
    /// Where it is.
    pub(super) at: Location,
    /// The numbers of the origin and target.
    pub(super) points: [u8; 2],
    /// The move, if both are points of the board.
    pub(super) mv: Option<Move>,
    /// Whether the next record continues the line.
    pub(super) has_next: bool,
    /// Whether an alternative follows the continuation.
    pub(super) has_alternative: bool,
    /// The comment, empty for none.
    pub(super) comment: String,
    /// The encoding in which some of the comment was not valid.
    pub(super) invalid: Option<Encoding>,
}

/// Plays the moves of all records.
///
/// `root` has the comment on the game and tells what follows it. `next` reads the other records.
///
/// # Errors
/// Those of `next`, and the limit that the game exceeds.
pub(super) fn read(
    game: &mut GameBuilder,
    root: Record,
    mut next: impl FnMut() -> Result<Record, ReadError>,
) -> Result<(), ReadError> {
    // Where alternatives to the moves read so far are played; `None` where no move could be.
    let mut pending = Vec::new();
    if root.has_alternative {
        pending.push(Some(NodeId::ROOT));
    }
    let mut has_next = root.has_next;
    comment(game, NodeId::ROOT, root)?;
    let mut after = Some(NodeId::ROOT);
    loop {
        let before = if has_next { Some(after) } else { pending.pop() };
        let Some(before) = before else { return Ok(()) };
        let record = next()?;
        if record.has_alternative {
            pending.push(before);
        }
        has_next = record.has_next;
        after = match before {
            Some(node) => play(game, node, &record)?,
            None => None,
        };
        if let Some(node) = after {
            comment(game, node, record)?;
        }
    }
}

fn comment(game: &mut GameBuilder, node: NodeId, record: Record) -> Result<(), ReadError> {
    if let Some(encoding) = record.invalid {
        game.note(record.at, NoteKind::InvalidCharacters(encoding));
    }
    if record.comment.is_empty() { Ok(()) } else { game.comment(record.at, node, record.comment) }
}

/// Plays the move of a record at `node`; returns the node after it.
fn play(game: &mut GameBuilder, node: NodeId, record: &Record) -> Result<Option<NodeId>, ReadError> {
    let Some(mv) = record.mv else {
        let (ply, [from, to]) = (game.tree().ply(node) + 1, record.points);
        let (text, reason) = (format!("{from:02}{to:02}"), NotationError::Malformed);
        game.note(record.at, NoteKind::UnreadableMove { ply, text, reason });
        return Ok(None);
    };
    game.go_to(node);
    let is_legal = game.play(record.at, mv, || mv.to_string())?;
    Ok(is_legal.then(|| game.node()))
}

/// A node in the order of the records.
pub(super) struct ListedNode {
    pub(super) node: NodeId,
    pub(super) has_next: bool,
    pub(super) has_alternative: bool,
}

/// The nodes of a tree in the order of the records, the root first.
pub(super) fn places(tree: &GameTree) -> impl Iterator<Item = ListedNode> {
    // the nodes still to be visited, the next one last, and whether an alternative follows
    let mut pending = vec![(NodeId::ROOT, false)];
    std::iter::from_fn(move || {
        let (node, has_alternative) = pending.pop()?;
        let first = pending.len();
        pending.extend(tree.children(node).map(|child| (child, true)));
        if let Some((_, has_alternative)) = pending[first..].last_mut() {
            *has_alternative = false;
        }
        pending[first..].reverse();
        Some(ListedNode { node, has_next: pending.len() > first, has_alternative })
    })
}
