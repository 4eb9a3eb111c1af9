//! The client in a window, with egui: what it is drawn with, and its screens.
//!
//! Each room imports only from those above it. The boards are scenes of the model, which the shell paints; here are the
//! widgets around them.

pub mod widgets;

pub mod small_boards;

pub mod screens;
