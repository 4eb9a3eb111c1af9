//! Further fonts for characters that the fonts of the program lack.
//!
//! A frame never waits for one: the character is a box until its font is found.

use super::machine::{FontSearch, MOST_FONTS};
use crate::core::drawing::fonts;
use crate::core::drawing::theme::{self, FurtherFont};
use egui::FontFamily;
use egui::epaint::{ClippedShape, Shape, TextShape};
use std::collections::HashSet;
use ttf_parser::Face;

/// A character, and whether it is in the heavy face.
pub(super) type Missing = (char, bool);

/// Watches the texts on the screen, and adds fonts for them.
pub(super) struct FallbackFonts {
    /// The characters that were looked at before.
    known: HashSet<Missing>,
    fonts: Vec<FurtherFont>,
    search: FontSearch,
}

impl FallbackFonts {
    pub(super) fn new() -> Self {
        Self { known: HashSet::new(), fonts: Vec::new(), search: FontSearch::new() }
    }

    /// Searches for the characters of these shapes that our fonts lack.
    pub(super) fn look(&mut self, shapes: &[ClippedShape]) {
        let mut missing = Vec::new();
        for shape in shapes {
            self.collect(&shape.shape, &mut missing);
        }
        if missing.is_empty() || self.fonts.len() >= MOST_FONTS {
            return;
        }
        tracing::debug!(?missing, "characters without a glyph");
        self.search.request(missing);
    }

    fn collect(&mut self, shape: &Shape, missing: &mut Vec<Missing>) {
        match shape {
            Shape::Text(text) => self.collect_text(text, missing),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.collect(shape, missing)),
            Shape::Noop
            | Shape::Circle(_)
            | Shape::Ellipse(_)
            | Shape::LineSegment { .. }
            | Shape::Path(_)
            | Shape::Rect(_)
            | Shape::Mesh(_)
            | Shape::QuadraticBezier(_)
            | Shape::CubicBezier(_)
            | Shape::Callback(_) => {}
        }
    }

    fn collect_text(&mut self, text: &TextShape, missing: &mut Vec<Missing>) {
        let job = &text.galley.job;
        for section in &job.sections {
            let is_bold = matches!(section.format.font_id.family, FontFamily::Name(_));
            let text = job.text.get(section.byte_range.clone()).unwrap_or_default();
            for char in text.chars().filter(|char| !char.is_control()) {
                if self.known.insert((char, is_bold)) && !is_in_our_fonts(char, is_bold) {
                    missing.push((char, is_bold));
                }
            }
        }
    }

    /// Installs the fonts that were found. Returns whether there were any.
    pub(super) fn install(&mut self, ctx: &egui::Context) -> bool {
        let before = self.fonts.len();
        self.fonts.extend(std::iter::from_fn(|| self.search.poll()));
        self.fonts.truncate(MOST_FONTS);
        if self.fonts.len() == before {
            return false;
        }
        theme::install_fonts_with(ctx, &self.fonts);
        true
    }
}

/// Whether one of our fonts of the face has a character.
fn is_in_our_fonts(char: char, is_bold: bool) -> bool {
    let ours = if is_bold { [fonts::BOLD, fonts::BRUSH_BOLD] } else { [fonts::PLAIN, fonts::BOX] };
    ours.into_iter().chain(EMOJI).any(|font| has(font, char))
}

/// The emoji, if the program has them.
#[cfg(not(target_family = "wasm"))]
const EMOJI: Option<&[u8]> = Some(fonts::EMOJI);
/// The emoji: a page fetches them.
#[cfg(target_family = "wasm")]
const EMOJI: Option<&[u8]> = None;

fn has(font: &[u8], char: char) -> bool {
    Face::parse(font, 0).is_ok_and(|face| face.glyph_index(char).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_that_no_font_has_are_missing_and_only_once() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let mut fallback = FallbackFonts::new();
        let mut look = || {
            let output = ctx.run(egui::RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| ui.label("楚河 \u{9f98} a"));
            });
            let mut missing = Vec::new();
            for shape in &output.shapes {
                fallback.collect(&shape.shape, &mut missing);
            }
            missing
        };
        assert_eq!((look(), look()), (vec![('\u{9f98}', false)], Vec::new()));
    }

    /// Emoji that players write, some of them with what follows an emoji in a sequence.
    const COMMON: &str = "😀😃😄😁😆😅🤣😂🙂😉😊😇😍🤩😘😋😜🤪🤔🤨😐😏😒🙄😬😌😴🤯😎🤓😕😟😮😲😳🥺😢😭😱😤😡🤬😈💀💩🤡👻\
        👋🤚✋👌✌🤞🤟🤘👈👉👆👇☝👍👎✊👊👏🙌🙏💪🤝🫡🤗🤦🤷👍🏻👍🏽👍🏿❤🧡💛💚💙💜🖤💔💕💯💥💢💤\
        ♟🎲🀄🏆🥇🥈🥉🏁🚩🎌🏴🏳🇨🇳🇹🇼🇭🇰🇻🇳🎉🎊🔥⭐✨⚡☀🌙🐎🐘🐴🚗🚀💣💡⏰⌛✅❌❗❓☕🍵🍺🌹♥☺☹";

    #[test]
    fn common_emoji_are_drawn_in_every_face() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(egui::RawInput::default(), |_| {});
        for font in [theme::plain(15.0), theme::bold(15.0), theme::brush(15.0)] {
            let boxes = |char: &char| !ctx.fonts(|fonts| fonts.has_glyph(&font, *char));
            assert_eq!(COMMON.chars().filter(boxes).collect::<String>(), "", "{font:?}");
        }
        assert!(COMMON.chars().all(|char| is_in_our_fonts(char, false)), "no font of the system is searched");
        let tone = ctx.fonts(|fonts| fonts.glyph_width(&theme::plain(15.0), '\u{1f3fd}'));
        assert_eq!(tone, 0.0, "a skin tone takes no room");
    }

    #[test]
    fn a_page_has_slices_with_the_common_emoji() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts/page");
        let mut slices = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut parts = name.split('-');
            let [first, last] = [parts.next(), parts.next()]
                .map(|part| u32::from_str_radix(part.unwrap_or_default(), 16).unwrap_or_default());
            if parts.next().is_some_and(|face| face != "Bold") {
                slices.push((first..=last, std::fs::read(&path).unwrap()));
            }
        }
        let texts = std::fs::read_to_string(format!("{folder}/Texts.txt")).unwrap();
        let is_missing = |char: &char| {
            let fetched = slices.iter().filter(|(range, _)| range.contains(&u32::from(*char)));
            !texts.contains(*char) && !fetched.into_iter().any(|(_, font)| has(font, *char))
        };
        assert_eq!(COMMON.chars().filter(is_missing).collect::<String>(), "");
    }

    #[test]
    fn a_character_of_no_font_is_a_box() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(egui::RawInput::default(), |_| {});
        for font in [theme::plain(15.0), theme::bold(15.0), theme::brush(15.0)] {
            // egui draws this character in place of every unknown one
            let [boxed, unknown] =
                ['\u{25fb}', '\u{9f98}'].map(|char| ctx.fonts(|fonts| fonts.glyph_width(&font, char)));
            assert!(boxed > 8.0 && boxed == unknown, "{font:?}: {boxed} {unknown}");
        }
    }
}
