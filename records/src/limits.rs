//! The limits of a tree, so that a hostile file exhausts neither memory nor stack.

/// The most nodes of a tree, the start and deleted nodes included. They need 32 MB.
pub const MAX_NODES: usize = 1_000_000;
/// The most plies from the start to any node.
pub const MAX_PLIES: usize = 10_000;
/// The most bytes of one comment.
pub const MAX_COMMENT_BYTES: usize = 64 << 10;
/// The most bytes of all comments and tags of a tree.
pub const MAX_TEXT_BYTES: usize = 16 << 20;
/// The most tags of a tree.
pub const MAX_TAGS: usize = 1_000;
/// The most marks on one position: more than a circle on each point and a hundred arrows.
pub const MAX_MARKS: usize = 250;
/// The most glyphs of one move.
pub const MAX_GLYPHS: usize = 16;

/// A limit of a tree that a change would exceed; the tree is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// [`MAX_NODES`].
    #[error("a game has at most {MAX_NODES} moves with all its variations")]
    Nodes,
    /// [`MAX_PLIES`].
    #[error("a line has at most {MAX_PLIES} moves")]
    Plies,
    /// [`MAX_COMMENT_BYTES`].
    #[error("a comment has at most {MAX_COMMENT_BYTES} bytes")]
    Comment,
    /// [`MAX_TEXT_BYTES`].
    #[error("the comments and tags of a game have at most {MAX_TEXT_BYTES} bytes")]
    Text,
    /// [`MAX_TAGS`].
    #[error("a game has at most {MAX_TAGS} tags")]
    Tags,
    /// [`MAX_MARKS`].
    #[error("a position has at most {MAX_MARKS} marks")]
    Marks,
    /// [`MAX_GLYPHS`].
    #[error("a move has at most {MAX_GLYPHS} glyphs")]
    Glyphs,
}
