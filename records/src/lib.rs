//! Records of games: trees of moves with variations and comments.
//!
//! A [`GameTree`] is a game as people keep it: a start position, the moves with their
//! variations, comments, marks and times, tags, and the result. The moves of a live game are its
//! main line. Every move in a tree is legal: [`GameTree::play`] checks it by the rules.
//!
//! [`notation`] reads and writes moves, [`formats`] files.
//!
//! Everything here is pure: callers read and write the files.

#![warn(clippy::missing_errors_doc)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod annotation;
pub mod formats;
mod limits;
pub mod notation;
mod result;
mod start;
mod tags;
mod tree;

pub use annotation::{Annotation, Glyph, Mark, MarkColor, MarkShape, Point};
pub use limits::{
    Limit, MAX_COMMENT_BYTES, MAX_GLYPHS, MAX_MARKS, MAX_NODES, MAX_PLIES, MAX_TAGS, MAX_TEXT_BYTES,
};
pub use result::GameResult;
pub use start::{LuzhanqiStart, Ply, Start};
pub use tags::{Tags, tag};
pub use tree::edit::PlayError;
pub use tree::replay::Replay;
pub use tree::walk::{Visit, Walk};
pub use tree::{GameTree, NodeId};
