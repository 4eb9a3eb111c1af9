//! What the client knows and decides. Nothing here names tokio, macroquad, a
//! file, a socket or a source of time.

pub mod board_layout;
pub mod board_scene;
pub mod characters;
pub mod fonts;
pub mod scene;
pub mod theme;
pub mod ui_trace;
pub mod widgets;
