//! Small boards, painted with egui so that they can stand inside a text: figures of the help pages, and boards as
//! scenes.

mod figure;
mod paint;
mod stations;

pub(crate) use figure::paint as paint_figure;
pub(crate) use paint::{cross, dot, ring_in_arcs, scene as paint_scene};
pub(crate) use stations::paint_tile;
