//! Tests of xiangqi through the public interface, one module per subject.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod differential;
mod endings;
mod fen;
mod game;
#[path = "../common/generator.rs"]
mod generator;
mod history;
mod legality;
mod perft;
mod random;
mod reference;
mod refusals;
mod rulings;
