//! The colours on the board, by what it is made of.

use super::inks::rgb;
use super::{Appearance, BoardStyle, Look, PIECE_RED, Palette};
use ecolor::Color32;

/// What covers the surface of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texture {
    /// The grain of wood.
    Grain,
    /// Woven cloth in a wooden frame.
    Cloth,
    /// The fibres of paper, with a wash of ink.
    Fibres,
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardColors {
    /// What covers the surface.
    pub texture: Texture,
    /// The surface at its top left and bottom right corners.
    pub surface: [Color32; 2],
    /// The edge of the board.
    pub edge: Color32,
    /// The lines.
    pub lines: Color32,
    /// The numerals and coordinates.
    pub numerals: Color32,
    /// The inside of a station of luzhanqi.
    pub station: Color32,
    /// The ring and the name of a camp.
    pub camp: Color32,
    /// The inside of a headquarters, and the mountains.
    pub headquarters: Color32,
    /// A railway: its edges, and the gaps between the sleepers.
    pub rail: [Color32; 2],
    /// The marks.
    pub marks: Marks,
}

/// The colours of the marks on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// The selection and its legal moves.
    pub target: Color32,
    /// The area of the last move.
    pub last: Color32,
    /// The outlines of the last move.
    pub outline: Color32,
    /// The light around a general in check.
    pub check: Color32,
    /// The palette's colour for yellow marks.
    pub yellow: Color32,
    /// The palette's colour for blue marks.
    pub blue: Color32,
}

/// How bright a surface is, which decides the marks that stand out from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    /// Light wood or paper.
    Bright,
    /// The same in a dark room.
    Dim,
    /// Darker than its lines.
    Deep,
}

impl BoardColors {
    /// The colours of the board of this look.
    #[must_use]
    pub fn of(look: Look) -> Self {
        let (colors, tone) = match (look.board, look.appearance) {
            (BoardStyle::Wood, Appearance::Light) => (Self::wood_light(), Tone::Bright),
            (BoardStyle::Wood, Appearance::Dark) => (Self::wood_dark(), Tone::Dim),
            (BoardStyle::Baize, Appearance::Light) => (Self::baize([0x33785a, 0x26624a]), Tone::Deep),
            (BoardStyle::Baize, Appearance::Dark) => (Self::baize([0x245540, 0x1b4433]), Tone::Deep),
            (BoardStyle::Paper, Appearance::Light) => (Self::paper([0xf8f3e6, 0xece1c9]), Tone::Bright),
            (BoardStyle::Paper, Appearance::Dark) => (Self::paper([0xd6ccb6, 0xc2b497]), Tone::Dim),
        };
        let colors = Self { marks: Marks::of(look.palette, tone), ..colors };
        if look.palette == Palette::HighContrast { colors.with_strong_lines(tone) } else { colors }
    }

    fn wood_light() -> Self {
        Self::light_surface(
            Texture::Grain,
            [rgb(0xecd0a0), rgb(0xd9b074)],
            [rgb(0xa97c3f), rgb(0x6b4a22), rgb(0x7a5a30), rgb(0x2f7d5b)],
        )
    }

    fn wood_dark() -> Self {
        Self::light_surface(
            Texture::Grain,
            [rgb(0xcbab78), rgb(0xae8650)],
            [rgb(0x6e4f25), rgb(0x4f3516), rgb(0x553b18), rgb(0x1d6b4b)],
        )
    }

    fn paper([near, far]: [u32; 2]) -> Self {
        Self::light_surface(
            Texture::Fibres,
            [rgb(near), rgb(far)],
            [rgb(0x9a8f7c), rgb(0x3a332b), rgb(0x574d41), rgb(0x1d5c43)],
        )
    }

    /// A surface that is lighter than its lines, with its edge, lines, numerals and camps.
    fn light_surface(
        texture: Texture,
        surface: [Color32; 2],
        [edge, lines, numerals, camp]: [Color32; 4],
    ) -> Self {
        let station = surface[0].lerp_to_gamma(Color32::WHITE, 0.45);
        Self {
            texture,
            surface,
            edge,
            lines,
            numerals,
            station,
            camp,
            headquarters: lines.lerp_to_gamma(surface[1], 0.35),
            rail: [lines, station],
            marks: Marks::of(Palette::Usual, Tone::Bright),
        }
    }

    fn baize([near, far]: [u32; 2]) -> Self {
        Self {
            texture: Texture::Cloth,
            surface: [rgb(near), rgb(far)],
            edge: rgb(0x6b4a22),
            lines: rgb(0xdbe6cf),
            numerals: rgb(0xe6eedd),
            station: rgb(0xe3ecd8),
            camp: rgb(0x1d5c43),
            headquarters: rgb(0x123227),
            rail: [rgb(0x123227), rgb(0xdbe6cf)],
            marks: Marks::of(Palette::Usual, Tone::Deep),
        }
    }

    fn with_strong_lines(self, tone: Tone) -> Self {
        let (lines, camp) = match tone {
            Tone::Bright | Tone::Dim => (rgb(0x241603), rgb(0x003d2a)),
            Tone::Deep => (rgb(0xffffff), rgb(0x003d2a)),
        };
        Self { lines, numerals: lines, camp, ..self }
    }
}

impl Marks {
    fn of(palette: Palette, tone: Tone) -> Self {
        let [yellow, blue] = drawn(palette, tone).map(rgb);
        let marks = |target, last, outline, check| Self {
            target: rgb(target),
            last: rgb(last),
            outline: rgb(outline),
            check: rgb(check),
            yellow,
            blue,
        };
        match (palette, tone) {
            (Palette::Usual, Tone::Bright) => {
                Self { check: PIECE_RED, ..marks(0x2f7d5b, 0xc8963e, 0x8a4f00, 0) }
            }
            (Palette::Usual, Tone::Dim) => {
                Self { check: PIECE_RED, ..marks(0x1d6b4b, 0xf6d584, 0x523300, 0) }
            }
            (Palette::Usual, Tone::Deep) => marks(0xb9f2d6, 0xe8b84f, 0xffd36b, 0xff8a7a),
            (Palette::ColorBlind, Tone::Bright) => marks(0x0a4a8c, 0xf0a030, 0x8a4500, 0xb83a0c),
            (Palette::ColorBlind, Tone::Dim) => marks(0x062f63, 0xffc266, 0x5a2b00, 0x8f2a00),
            (Palette::ColorBlind, Tone::Deep) => marks(0x9fd8ff, 0xf0a030, 0xffbb60, 0xffa36b),
            (Palette::HighContrast, Tone::Bright) => marks(0x003b7a, 0xffb000, 0x5e2600, 0x9c1500),
            (Palette::HighContrast, Tone::Dim) => marks(0x00264f, 0xffc933, 0x451a00, 0x7a1000),
            (Palette::HighContrast, Tone::Deep) => marks(0xc9ecff, 0xffc400, 0xffd84a, 0xffb09a),
        }
    }
}

/// The colours that take the place of yellow and blue in what the user draws.
///
/// Green and red are the colours of a target and of a check, so these differ from both.
const fn drawn(palette: Palette, tone: Tone) -> [u32; 2] {
    match (palette, tone) {
        (Palette::Usual, Tone::Bright) => [0x96660a, 0x235fa8],
        (Palette::Usual, Tone::Dim) => [0x6b4700, 0x1c4a8c],
        (Palette::Usual, Tone::Deep) => [0xf5e04a, 0x9cc0ff],
        (Palette::ColorBlind, Tone::Bright) => [0x331f0c, 0x3f5fff],
        (Palette::ColorBlind, Tone::Dim) => [0x190c00, 0x8000cc],
        (Palette::ColorBlind, Tone::Deep) => [0xffff7f, 0x00a9ff],
        (Palette::HighContrast, Tone::Bright) => [0x241200, 0x9400b2],
        (Palette::HighContrast, Tone::Dim) => [0x190c00, 0x6a007f],
        (Palette::HighContrast, Tone::Deep) => [0xffff3f, 0x00e5e5],
    }
}
