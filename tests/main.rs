//! Whole games through every layer, in one test binary.

mod architecture;
mod buttons;
mod games;
mod proxy;
mod watching;
mod windows;
mod world;
