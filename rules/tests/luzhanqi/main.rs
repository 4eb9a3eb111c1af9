//! Tests of luzhanqi through the public interface, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test may fail where it expects too much")]

mod battle;
mod board;
mod formation;
mod formation_text;
mod game;
#[path = "../common/generator.rs"]
mod generator;
mod knowledge;
mod lines;
mod moves;
mod position_text;
mod random;
mod secrets;
mod strangers;
