//! Trains the net of the xiangqi engine on positions of its own games.
//!
//! [`generate`] plays games and writes [`sample`]s to a [`sample_file`]; [`training`] fits a [`model`]
//! to them, and [`quantise`] turns it into the integers that the engine reads. Each step depends only
//! on its arguments: the same seed gives the same bytes.

pub mod duel;
pub mod generate;
pub mod model;
pub mod optimiser;
pub mod quantise;
pub mod random;
pub mod sample;
pub mod sample_file;
pub mod smoothing;
pub mod training;
