//! How pieces look: what is on them, and how the sides differ.

use super::inks::rgb;
use super::{PIECE_BLACK, PIECE_RED, Palette, PieceSet};
use chuhe_records::notation::Script;
use chuhe_rules::Color as Side;
use ecolor::Color32;

/// How the pieces of both sides look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceStyle {
    /// What is on pieces of xiangqi.
    pub set: PieceSet,
    /// The characters on pieces of luzhanqi and on its boards.
    pub script: Script,
    /// Red's pieces.
    pub red: SideStyle,
    /// Black's pieces.
    pub black: SideStyle,
}

/// How the pieces of one side look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideStyle {
    /// The ring, and the character or figure.
    pub ink: Color32,
    /// The back of a tile of luzhanqi, from the lit side to the far edge.
    pub back: [Color32; 3],
    /// The rings around the character.
    pub rings: Rings,
}

/// The rings around the character of a piece, by which sides differ without their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rings {
    /// One.
    One,
    /// One broad ring.
    Broad,
    /// Two thin ones.
    Two,
}

impl Default for PieceStyle {
    fn default() -> Self {
        Self::of(PieceSet::default(), Palette::default())
    }
}

impl PieceStyle {
    /// The pieces of this set in the colours of this palette, with simplified characters in luzhanqi.
    #[must_use]
    pub const fn of(set: PieceSet, palette: Palette) -> Self {
        let (red, black) = match palette {
            Palette::Usual => (
                SideStyle {
                    ink: PIECE_RED,
                    back: [rgb(0xc9473d), PIECE_RED, rgb(0x8f1c15)],
                    rings: Rings::One,
                },
                SideStyle {
                    ink: PIECE_BLACK,
                    back: [rgb(0x554c43), rgb(0x39322b), PIECE_BLACK],
                    rings: Rings::One,
                },
            ),
            Palette::ColorBlind => (
                SideStyle {
                    ink: rgb(0xc23c12),
                    back: [rgb(0xdd6032), rgb(0xc23c12), rgb(0x982c08)],
                    rings: Rings::Broad,
                },
                SideStyle {
                    ink: rgb(0x12233f),
                    back: [rgb(0x3d5275), rgb(0x243a5e), rgb(0x12233f)],
                    rings: Rings::Two,
                },
            ),
            Palette::HighContrast => (
                SideStyle {
                    ink: rgb(0x8f0d08),
                    back: [rgb(0xa8221c), rgb(0x8f0d08), rgb(0x700500)],
                    rings: Rings::Broad,
                },
                SideStyle {
                    ink: rgb(0x000000),
                    back: [rgb(0x2e2e2e), rgb(0x151515), rgb(0x000000)],
                    rings: Rings::Two,
                },
            ),
        };
        Self { set, script: Script::Simplified, red, black }
    }

    /// How this side's pieces look.
    #[must_use]
    pub const fn side(&self, side: Side) -> &SideStyle {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }

    /// The colour of this side's pieces.
    #[must_use]
    pub const fn ink(&self, side: Side) -> Color32 {
        self.side(side).ink
    }
}
