//! The client's side of the machine: window, drawing, network, files.
//!
//! The drawing is the same everywhere. What the machine offers is in [`native`], used as
//! `machine`.

mod canvas;
pub mod client;
mod egui_painter;
mod fallback_fonts;
mod frame_cache;
mod input;
pub mod native;
mod painter;
mod picture;
mod raster;
mod svg;
mod svg_board;
mod svg_luzhanqi;
mod svg_parts;
mod svg_piece;
#[cfg(test)]
mod svg_tests;
mod tile_name;
pub mod trace;
pub mod window;

use native as machine;
