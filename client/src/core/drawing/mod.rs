//! What a picture is made of: shapes, colours, fonts, pieces, and a board as a scene.

pub mod animation;
pub mod board_layout;
pub(crate) mod board_marks;
pub mod board_scene;
pub mod characters;
pub mod emoji;
pub mod figures;
pub mod fingers;
pub mod fitting;
pub mod fonts;
pub mod insets;
pub mod line_breaking;
pub mod qr_code;
pub mod scene;
pub mod screen_rect;
pub mod theme;
pub mod ui_trace;
pub mod widgets;
