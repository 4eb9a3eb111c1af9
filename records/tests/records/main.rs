//! Tests of records through the public interface, one module per subject.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod ccbridge;
mod damage;
mod dhtmlxq;
mod encodings;
mod fen_list;
#[path = "../../../rules/tests/common/generator.rs"]
mod generator;
mod habits;
mod habits_of_files;
mod hostile;
mod kept_aside;
mod luzhanqi;
mod notation;
mod pasted;
mod pgn;
mod quoted;
#[path = "../../../rules/tests/xiangqi/random.rs"]
mod random;
mod random_tree;
mod short_texts;
mod tree;
mod unread;
mod vietnamese;
mod wxf;
mod xqf;
