//! The font files. `client/assets/fonts/README.md` says how they were made.

/// Noto Sans SC, for all text. A page has that of its own texts, and the rest follows.
#[cfg(target_family = "wasm")]
pub const PLAIN: &[u8] = include_bytes!("../../../assets/fonts/page/First-Regular.otf");
/// Noto Sans SC, for all text.
#[cfg(not(target_family = "wasm"))]
pub const PLAIN: &[u8] = include_bytes!("../../../assets/fonts/NotoSansSC-Regular.otf");
/// Noto Sans SC Bold, for names, headings and clocks.
#[cfg(target_family = "wasm")]
pub const BOLD: &[u8] = include_bytes!("../../../assets/fonts/page/First-Bold.otf");
/// Noto Sans SC Bold, for names, headings and clocks.
#[cfg(not(target_family = "wasm"))]
pub const BOLD: &[u8] = include_bytes!("../../../assets/fonts/NotoSansSC-Bold.otf");
/// Noto Emoji, in one colour, for both faces. A page has slices of it.
#[cfg(not(target_family = "wasm"))]
pub const EMOJI: &[u8] = include_bytes!("../../../assets/fonts/NotoEmoji.ttf");
/// One box, for a character that no font has.
pub const BOX: &[u8] = include_bytes!("../../../assets/fonts/ChuheBox.otf");
/// As much room as that box takes, and nothing in it.
pub const BLANK: &[u8] = include_bytes!("../../../assets/fonts/ChuheBlank.otf");
/// The brush-like font of the river and the numerals.
pub const BRUSH: &[u8] = include_bytes!("../../../assets/fonts/ChuhePieces-Regular.ttf");
/// The brush-like font in bold, for the pieces and the game's name.
pub const BRUSH_BOLD: &[u8] = include_bytes!("../../../assets/fonts/ChuhePieces-Bold.ttf");
