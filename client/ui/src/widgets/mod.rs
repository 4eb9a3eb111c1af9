//! What the screens are made of, in egui: buttons, fields, lines of text, the fonts, and the theme as a style.

pub mod bidi;
mod controls;
pub mod double_press;
mod drawn;
mod edited;
mod emoji;
pub mod fitting;
pub mod fonts;
mod joining;
pub mod keys;
pub mod line_breaking;
pub mod qr_code;
pub mod tab_order;
mod tabs;
pub mod theme;
pub mod ui_trace;

pub use controls::{
    ButtonKind, LINK_MARGIN, LOCK, allocate, button, button_filling, button_in_row, button_of, button_width,
    danger_button, field, field_id, focus, frame_of, heading, link, link_of, lock, named_tile_width,
    paint_named_tile, paint_piece, paint_piece_of, paint_tile, piece, primary_button, secret_field, small,
    tab_link, text_area, tick, tile,
};
pub use tabs::{TAB_ROW, tab_bar, tab_column, tab_row};
