//! The theme in egui: its colours and sizes, with the style and the fonts that egui makes of them.

mod style;
mod typefaces;

pub use chuhe_model::drawing::theme::*;
pub use style::{apply, current, height, is_touch, set_touch};
pub use typefaces::{
    FurtherFont, Unknown, bold, brush, font_count, install_fonts, install_fonts_with, plain,
};
