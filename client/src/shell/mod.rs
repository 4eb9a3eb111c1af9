//! What touches the machine: the window, the painter, the socket, the settings file.

mod canvas;
pub mod client;
mod egui_painter;
mod files;
#[cfg(feature = "host")]
pub mod host;
#[cfg(not(feature = "host"))]
#[path = "no_host.rs"]
pub mod host;
mod input;
mod missing;
mod painter;
mod raster;
pub mod settings;
mod still;
mod svg;
mod svg_luzhanqi;
#[cfg(test)]
mod svg_tests;
pub mod tcp;
mod tls;
pub mod trace;
pub mod window;
