//! Tests of luzhanqi through the public interface, one module per subject.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod battle;
mod board;
mod coordinates;
mod deserialization;
mod formation;
mod formation_text;
mod game;
#[path = "../common/generator.rs"]
mod generator;
mod lines;
mod moves;
mod position_text;
mod random;
mod secrets;
mod views;
