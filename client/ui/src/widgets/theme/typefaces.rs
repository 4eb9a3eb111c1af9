//! The typefaces of all screens.

use crate::widgets::fonts;
use egui::{FontFamily, FontId};

/// The name of the font for characters that no font has.
const UNKNOWN: &str = "unknown";
#[cfg(not(target_family = "wasm"))]
const EMOJI: &str = "emoji";
const PLAIN: &str = "plain";
const BOLD: &str = "bold";
const BRUSH: &str = "brush";

/// The plain face at this size.
#[must_use]
pub fn plain(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The heavy face at this size, for names, headings and clocks (its digits are of equal width).
#[must_use]
pub fn bold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

/// The brush-like face of the pieces and of the game's name, at this size.
///
/// It has only their characters; the heavy face is the fallback for all others.
#[must_use]
pub fn brush(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BRUSH.into()))
}

/// Installs the fonts in egui. Call it once, before the first frame.
pub fn install_fonts(ctx: &egui::Context) {
    install_fonts_with(ctx, &[], Unknown::Boxed);
}

/// The number of fonts with which texts are laid out now.
///
/// It grows when a further font arrives; what was measured before must be measured anew.
#[must_use]
pub fn font_count(ctx: &egui::Context) -> usize {
    ctx.fonts(|fonts| fonts.lock().fonts.definitions().font_data.len())
}

/// What stands for a character that no font has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// As much room as a box takes, while a font with the character may still come.
    Blank,
    /// A box.
    Boxed,
}

/// A font for characters that the fonts of the program lack.
#[derive(Clone, Debug)]
pub struct FurtherFont {
    /// The font.
    pub data: std::sync::Arc<egui::FontData>,
    /// Whether it is for the heavy face; fonts for the plain face come after it there.
    pub is_bold: bool,
}

/// Installs the fonts of the program, with these after them for characters that ours lack, and what stands
/// for a character that all of them lack.
pub fn install_fonts_with(ctx: &egui::Context, others: &[FurtherFont], unknown: Unknown) {
    use egui::{FontData, FontDefinitions};
    let embedded = |bytes: &'static [u8]| std::sync::Arc::new(FontData::from_static(bytes));
    let mut definitions = FontDefinitions::empty();
    definitions.font_data.insert(PLAIN.into(), embedded(fonts::PLAIN));
    definitions.font_data.insert(BOLD.into(), embedded(fonts::BOLD));
    definitions.font_data.insert(BRUSH.into(), embedded(fonts::BRUSH_BOLD));
    let unknown = match unknown {
        Unknown::Blank => fonts::BLANK,
        Unknown::Boxed => fonts::BOX,
    };
    definitions.font_data.insert(UNKNOWN.into(), embedded(unknown));
    // before the emoji, which have a box of their own
    let (mut plain, mut bold) = (vec![UNKNOWN.to_owned()], Vec::new());
    #[cfg(not(target_family = "wasm"))]
    {
        definitions.font_data.insert(EMOJI.into(), embedded(fonts::EMOJI));
        plain.push(EMOJI.to_owned());
    }
    for (index, font) in others.iter().enumerate() {
        let name = format!("other {index}");
        definitions.font_data.insert(name.clone(), font.data.clone());
        if font.is_bold { bold.push(name) } else { plain.push(name) }
    }
    let mut family = |family: FontFamily, names: &[&str]| {
        let own = names.iter().map(|&name| name.to_owned());
        let is_heavy = matches!(family, FontFamily::Name(_));
        let heavy = bold.iter().filter(|_| is_heavy).cloned();
        // a page may have a character in the plain face first
        let until_then = is_heavy.then(|| PLAIN.to_owned());
        let all = own.chain(heavy).chain(until_then).chain(plain.iter().cloned()).collect();
        definitions.families.insert(family, all);
    };
    family(FontFamily::Proportional, &[PLAIN]);
    family(FontFamily::Monospace, &[PLAIN]);
    family(FontFamily::Name(BOLD.into()), &[BOLD]);
    family(FontFamily::Name(BRUSH.into()), &[BRUSH, BOLD]);
    ctx.set_fonts(definitions);
}
