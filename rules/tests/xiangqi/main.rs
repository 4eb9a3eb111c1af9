//! Tests of xiangqi through the public interface, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test may fail where it expects too much")]

mod fen;
mod game;
#[path = "../common/generator.rs"]
mod generator;
mod legality;
mod notation;
mod perft;
mod random;
mod refusals;
mod slow;
