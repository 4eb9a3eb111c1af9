//! Starts the window.

fn main() {}
