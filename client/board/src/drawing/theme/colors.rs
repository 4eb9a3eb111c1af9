//! The theme: the colours of the window, and its board and pieces.

use super::inks::rgb;
use super::{Appearance, BoardColors, Look, PieceStyle};
use crate::notation_choice::NotationChoice;
use chuhe_records::notation::Script;
use ecolor::Color32;

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
    /// Text fields and plain buttons.
    pub surface: Surface,
    /// Text.
    pub ink: Color32,
    /// Secondary text.
    pub sub: Color32,
    /// Placeholder text in an empty field.
    pub hint: Color32,
    /// The accent: available actions, the selection, the running clock.
    pub jade: Accent,
    /// What marks the last move and busy players.
    pub gold: Gold,
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

/// The colours of text fields and plain buttons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// The background.
    pub fill: Color32,
    /// The edge.
    pub border: Color32,
    /// A button under the pointer.
    pub hover: Color32,
}

/// The shades of the accent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accent {
    /// The accent itself.
    pub fill: Color32,
    /// The accent under the pointer.
    pub hover: Color32,
    /// Text on the accent.
    pub text: Color32,
    /// A pale accent, behind an offer or a row under the pointer.
    pub wash: Color32,
    /// The edge of an area in the pale accent.
    pub border: Color32,
}

/// The shades of gold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gold {
    /// Gold itself.
    pub fill: Color32,
    /// Text in gold.
    pub ink: Color32,
    /// The background of the last move in a list.
    pub wash: Color32,
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
            NotationChoice::Wxf | NotationChoice::Vietnamese | NotationChoice::Iccs => true,
        };
        Self { has_digits, ..self }
    }

    /// The same theme, with luzhanqi in these characters.
    #[must_use]
    pub const fn written_in(self, script: Script) -> Self {
        Self { pieces: PieceStyle { script, ..self.pieces }, ..self }
    }

    fn light() -> Self {
        Self {
            appearance: Appearance::Light,
            paper: rgb(0xf4efe6),
            panel: rgb(0xfbf8f2),
            border: rgb(0xd9cfbf),
            surface: Surface { fill: rgb(0xffffff), border: rgb(0xc9bda9), hover: rgb(0xf6f1e7) },
            ink: rgb(0x2b2118),
            sub: rgb(0x7d7060),
            hint: rgb(0xa09480),
            jade: Accent {
                fill: rgb(0x2f7d5b),
                hover: rgb(0x276b4d),
                text: rgb(0xffffff),
                wash: rgb(0xeef5f0),
                border: rgb(0xbcd8c9),
            },
            gold: Gold { fill: rgb(0xc8963e), ink: rgb(0x94691b), wash: rgb(0xecdcbe) },
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
            surface: Surface { fill: rgb(0x332e26), border: rgb(0x574e41), hover: rgb(0x3c362d) },
            ink: rgb(0xf0e8da),
            sub: rgb(0xa89b88),
            hint: rgb(0x7d7263),
            jade: Accent {
                fill: rgb(0x3f9a73),
                hover: rgb(0x4caa82),
                text: rgb(0xffffff),
                wash: rgb(0x24332b),
                border: rgb(0x38604d),
            },
            gold: Gold { fill: rgb(0xd2a24c), ink: rgb(0xdcb364), wash: rgb(0x4a3d25) },
            red: rgb(0xe8786d),
            red_border: rgb(0x7d4740),
            board: BoardColors::of(Look::usual(Appearance::Dark)),
            pieces: PieceStyle::default(),
            has_digits: false,
            reduces_motion: false,
        }
    }
}
