//! The client's side of the machine: window, drawing, network, files.
//!
//! The drawing is the same everywhere. What the machine offers is in [`native`] on a desktop and in
//! `web` in a browser; both have the same items under the name `machine`.

pub mod boxes;
mod canvas;
pub mod client;
mod egui_painter;
mod fallback_fonts;
mod frame_cache;
mod frame_painter;
mod input;
pub mod kept;
mod lettering;
pub mod local_store;
pub mod mirror;
mod missing_glyph;
pub mod moment;
#[cfg(not(target_family = "wasm"))]
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
pub mod taken;
mod tile_name;
pub mod trace;
#[cfg(target_family = "wasm")]
pub mod web;
pub mod window;

#[cfg(not(target_family = "wasm"))]
use native as machine;
#[cfg(target_family = "wasm")]
use web as machine;
