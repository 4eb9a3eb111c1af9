//! How the window is divided, and how large it draws everything.

pub mod form;
pub mod table_layout;
pub mod ui_scale;
pub mod window_place;
pub mod zoom;
