//! What a picture is made of: shapes, colours, pieces, and a board as a scene.

pub mod animation;
pub mod board;
pub mod board_layout;
pub mod board_marks;
pub mod board_scene;
pub mod characters;
pub mod figures;
pub mod fingers;
pub mod insets;
pub mod scene;
pub mod screen_rect;
pub mod theme;
