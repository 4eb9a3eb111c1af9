//! The names of the two sides.

use chuhe_rules::Color;

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}
