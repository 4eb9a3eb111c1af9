//! The theme: names for the colours, sizes and fonts of all screens.
//!
//! The widgets that use them are in `widgets`.

mod appearance;
mod board;
#[cfg(test)]
mod contrast_tests;
mod fonts;
mod look;
mod palettes;
mod pieces;
mod style;

pub use appearance::Appearance;
pub use board::{BoardColors, Marks, Texture};
pub use fonts::{bold, brush, install_fonts, install_fonts_with, plain};
pub use look::{BoardStyle, Look, MotionChoice, Palette, PieceSet};
pub use pieces::{PieceStyle, Rings, SideStyle};
pub use style::{apply, current};

use super::notation_choice::NotationChoice;
use egui::Color32;

/// The colours of the window, the board and the pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The appearance.
    pub appearance: Appearance,
    /// The background of the window.
    pub paper: Color32,
    /// The background of cards.
    pub panel: Color32,
    /// The edge of cards, and the lines in them.
    pub border: Color32,
    /// The background of text fields and plain buttons.
    pub surface: Color32,
    /// The edge of text fields and plain buttons.
    pub surface_border: Color32,
    /// A plain button under the pointer.
    pub surface_hover: Color32,
    /// Text.
    pub ink: Color32,
    /// Secondary text.
    pub sub: Color32,
    /// Placeholder text in an empty field.
    pub hint: Color32,
    /// The accent: available actions, the selection, the running clock.
    pub jade: Color32,
    /// The accent under the pointer.
    pub jade_hover: Color32,
    /// Text on the accent.
    pub on_jade: Color32,
    /// A pale accent, behind an offer or a row under the pointer.
    pub jade_wash: Color32,
    /// The edge of an area in the pale accent.
    pub jade_border: Color32,
    /// The last move, and a player who is busy.
    pub gold: Color32,
    /// Text in gold.
    pub gold_ink: Color32,
    /// The background of the last move in a list.
    pub gold_wash: Color32,
    /// The red side, and actions that cannot be undone.
    pub red: Color32,
    /// The edge of a button whose action cannot be undone.
    pub red_border: Color32,
    /// The board.
    pub board: BoardColors,
    /// The pieces.
    pub pieces: PieceStyle,
    /// Whether red's files have digits, as black's, for readers of a notation with letters.
    pub has_digits: bool,
    /// Whether nothing glides or fades.
    pub reduces_motion: bool,
}

/// The usual red side's ring and character, in both appearances: discs are wood.
pub const PIECE_RED: Color32 = Color32::from_rgb(0xb3, 0x26, 0x1e);
/// The usual black side's ring and character.
pub const PIECE_BLACK: Color32 = Color32::from_rgb(0x23, 0x20, 0x1c);
/// The colours of a disc, from the lit side to the far edge.
pub const DISC: [Color32; 3] = [
    Color32::from_rgb(0xff, 0xf8, 0xe6),
    Color32::from_rgb(0xf3, 0xdf, 0xb4),
    Color32::from_rgb(0xd9, 0xb9, 0x80),
];
/// The edge of a disc.
pub const DISC_EDGE: Color32 = Color32::from_rgb(0xa6, 0x7c, 0x43);

/// The drawing on the back of a tile.
pub const TILE_INK: Color32 = Color32::from_rgb(0xfb, 0xee, 0xd2);
/// The user's mark on the back of a tile.
pub const TILE_MARK: Color32 = Color32::from_rgb(0xf4, 0xd0, 0x7c);

/// The radius of cards.
pub const RADIUS_CARD: u8 = 12;
/// The radius of buttons and text fields.
pub const RADIUS_BUTTON: u8 = 9;
/// The radius of a mark in a list.
pub const RADIUS_MARK: u8 = 7;

/// The space between related elements.
pub const SPACE_SMALL: f32 = 8.0;
/// The space between cards.
pub const SPACE: f32 = 14.0;
/// The space within a card.
pub const SPACE_CARD: f32 = 20.0;

/// The height of a button and of a text field.
pub const HEIGHT_BUTTON: f32 = 38.0;

/// The size of secondary text.
pub const TEXT_SMALL: f32 = 13.0;
/// The size of text in lists and on buttons.
pub const TEXT: f32 = 15.0;
/// The size of prominent text.
pub const TEXT_LARGE: f32 = 17.0;
/// The size of names.
pub const TEXT_NAME: f32 = 18.0;
/// The size of headings.
pub const TEXT_HEADING: f32 = 19.0;
/// The size of clocks.
pub const TEXT_CLOCK: f32 = 32.0;

/// How long a piece glides, in milliseconds.
pub const GLIDE_MS: u64 = 150;
/// The duration of the animation that shows which pieces a battle removes, in milliseconds.
pub const BURST_MS: u64 = 1000;

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Theme {
    /// The usual theme in this appearance.
    #[must_use]
    pub fn of(appearance: Appearance) -> Self {
        match appearance {
            Appearance::Light => Self::light(),
            Appearance::Dark => Self::dark(),
        }
    }

    /// The theme of this look.
    #[must_use]
    pub fn of_look(look: Look) -> Self {
        let board = BoardColors::of(look);
        let pieces = PieceStyle::of(look.pieces, look.palette);
        Self { board, pieces, ..Self::of(look.appearance).painted(look.palette) }
    }

    /// The same colours, with the numerals that suit this notation.
    #[must_use]
    pub const fn numbered_for(self, notation: NotationChoice) -> Self {
        let has_digits = match notation {
            NotationChoice::Simplified | NotationChoice::Traditional => false,
            NotationChoice::Wxf | NotationChoice::Iccs => true,
        };
        Self { has_digits, ..self }
    }

    fn light() -> Self {
        Self {
            appearance: Appearance::Light,
            paper: rgb(0xf4efe6),
            panel: rgb(0xfbf8f2),
            border: rgb(0xd9cfbf),
            surface: rgb(0xffffff),
            surface_border: rgb(0xc9bda9),
            surface_hover: rgb(0xf6f1e7),
            ink: rgb(0x2b2118),
            sub: rgb(0x7d7060),
            hint: rgb(0xa09480),
            jade: rgb(0x2f7d5b),
            jade_hover: rgb(0x276b4d),
            on_jade: rgb(0xffffff),
            jade_wash: rgb(0xeef5f0),
            jade_border: rgb(0xbcd8c9),
            gold: rgb(0xc8963e),
            gold_ink: rgb(0x94691b),
            gold_wash: rgb(0xecdcbe),
            red: rgb(0xb3261e),
            red_border: rgb(0xd5a29c),
            board: BoardColors::of(Look::usual(Appearance::Light)),
            pieces: PieceStyle::default(),
            has_digits: false,
            reduces_motion: false,
        }
    }

    fn dark() -> Self {
        Self {
            appearance: Appearance::Dark,
            paper: rgb(0x1d1a16),
            panel: rgb(0x28241e),
            border: rgb(0x423b31),
            surface: rgb(0x332e26),
            surface_border: rgb(0x574e41),
            surface_hover: rgb(0x3c362d),
            ink: rgb(0xf0e8da),
            sub: rgb(0xa89b88),
            hint: rgb(0x7d7263),
            jade: rgb(0x3f9a73),
            jade_hover: rgb(0x4caa82),
            on_jade: rgb(0xffffff),
            jade_wash: rgb(0x24332b),
            jade_border: rgb(0x38604d),
            gold: rgb(0xd2a24c),
            gold_ink: rgb(0xdcb364),
            gold_wash: rgb(0x4a3d25),
            red: rgb(0xe8786d),
            red_border: rgb(0x7d4740),
            board: BoardColors::of(Look::usual(Appearance::Dark)),
            pieces: PieceStyle::default(),
            has_digits: false,
            reduces_motion: false,
        }
    }
}
