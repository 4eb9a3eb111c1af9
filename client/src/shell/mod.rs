//! The client's side of the machine: window, drawing, network, files.

mod analysis;
mod canvas;
pub mod client;
mod desktop;
mod egui_painter;
mod external;
mod fallback_fonts;
mod files;
mod frame_cache;
#[cfg(feature = "host")]
pub mod host;
#[cfg(not(feature = "host"))]
#[path = "no_host.rs"]
pub mod host;
mod input;
mod library;
#[cfg(feature = "host")]
mod local_store;
#[cfg(not(feature = "host"))]
#[path = "no_local_store.rs"]
mod local_store;
mod local_store_thread;
#[cfg(feature = "nearby")]
mod nearby;
#[cfg(not(feature = "nearby"))]
#[path = "no_nearby.rs"]
mod nearby;
mod open_failure;
mod painter;
mod picture;
mod raster;
pub mod reduced_motion;
pub mod settings;
mod speaker;
mod svg;
mod svg_board;
mod svg_luzhanqi;
mod svg_parts;
mod svg_piece;
#[cfg(test)]
mod svg_tests;
pub mod tcp;
pub mod text_mode;
mod thinking;
mod tile_name;
mod tls;
pub mod trace;
pub mod window;
mod worker;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_error;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_watch;
