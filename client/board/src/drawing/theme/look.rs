//! What the user chooses about colours, boards and pieces.

use super::Appearance;
use serde::{Deserialize, Serialize};

/// The colours of the window and of the marks on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    /// Green and gold, on paper.
    #[default]
    Usual,
    /// Blue and orange, which people with any kind of colour vision tell apart.
    ColorBlind,
    /// Text with a contrast of 7 to 1, and marks with 3 to 1.
    HighContrast,
}

impl Palette {
    /// Every palette, in display order.
    pub const ALL: [Self; 3] = [Self::Usual, Self::ColorBlind, Self::HighContrast];
}

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardStyle {
    /// Light wood.
    #[default]
    Wood,
    /// Green cloth in a wooden frame.
    Baize,
    /// Rice paper with lines of ink.
    Paper,
}

impl BoardStyle {
    /// Every board, in display order.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Baize, Self::Paper];
}

/// What is written or drawn on the pieces of xiangqi.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceSet {
    /// Traditional characters, as in 俥.
    #[default]
    Traditional,
    /// Simplified characters, as in 车.
    Simplified,
    /// Western figures with letters.
    Western,
}

impl PieceSet {
    /// Every set, in display order.
    pub const ALL: [Self; 3] = [Self::Traditional, Self::Simplified, Self::Western];
}

/// Whether pieces glide and battles fade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MotionChoice {
    /// As the desktop is set up.
    #[default]
    System,
    /// They do.
    Full,
    /// They do not: pieces appear where they move.
    Reduced,
}

impl MotionChoice {
    /// Every choice, in display order.
    pub const ALL: [Self; 3] = [Self::System, Self::Full, Self::Reduced];
}

/// Everything that determines a [`Theme`](super::Theme).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Light or dark.
    pub appearance: Appearance,
    /// The colours.
    pub palette: Palette,
    /// The board.
    pub board: BoardStyle,
    /// The pieces.
    pub pieces: PieceSet,
}

impl Look {
    /// The usual look in this appearance.
    #[must_use]
    pub fn usual(appearance: Appearance) -> Self {
        Self { appearance, ..Self::default() }
    }
}
