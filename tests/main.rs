//! Whole games through every layer, in one test binary.

mod architecture;
mod games;
mod windows;
mod world;
