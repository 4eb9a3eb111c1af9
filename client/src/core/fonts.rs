//! The font files, as bytes. How they were made: `client/assets/fonts/README.md`.

/// Noto Sans SC, for all text.
pub const PLAIN: &[u8] = include_bytes!("../../assets/fonts/NotoSansSC-Regular.otf");
/// Noto Sans SC Bold, for names, headings and clocks.
pub const BOLD: &[u8] = include_bytes!("../../assets/fonts/NotoSansSC-Bold.otf");
/// The brush-like face of the river and the numerals.
pub const BRUSH: &[u8] = include_bytes!("../../assets/fonts/ChuhePieces-Regular.ttf");
/// Its heavy cut, for the pieces and the game's name.
pub const BRUSH_BOLD: &[u8] = include_bytes!("../../assets/fonts/ChuhePieces-Bold.ttf");
/// The family name the two brush-like faces give themselves.
pub const BRUSH_FAMILY: &str = "Chuhe Pieces";
