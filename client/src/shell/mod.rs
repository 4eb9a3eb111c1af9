//! What touches the machine: the window, the painter, the socket, the settings file.

mod canvas;
mod egui_painter;
mod input;
mod painter;
mod raster;
mod still;
mod svg;
pub mod window;
