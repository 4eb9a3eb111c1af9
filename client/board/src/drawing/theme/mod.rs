//! The theme: names for the colours and sizes of all screens.

mod appearance;
mod board;
mod colors;
#[cfg(test)]
mod contrast_tests;
mod inks;
mod look;
mod metrics;
mod palettes;
mod pieces;
mod system_look;

pub use appearance::Appearance;
pub use board::{BoardColors, Marks, Texture};
pub use colors::{Accent, Gold, Surface, Theme};
pub use inks::{DISC, DISC_EDGE, PIECE_BLACK, PIECE_RED, STAR, TILE_INK, TILE_MARK};
pub use look::{BoardStyle, Look, MotionChoice, Palette, PieceSet};
pub use metrics::{
    BURST_MS, GLIDE_MS, HEIGHT_BUTTON, RADIUS_BUTTON, RADIUS_CARD, RADIUS_MARK, SPACE, SPACE_CARD,
    SPACE_SMALL, TEXT, TEXT_CLOCK, TEXT_HEADING, TEXT_LARGE, TEXT_NAME, TEXT_SMALL, TOUCH,
};
pub use pieces::{PieceStyle, Rings, SideStyle};
pub use system_look::{ForcedColors, SystemLook};
