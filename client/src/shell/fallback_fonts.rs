//! Further fonts for characters that the fonts of the program lack.
//!
//! A frame never waits for one: the place of the character is empty until its font is found, and has a box if none is.

use super::machine::{FontSearch, MOST_FONTS};
use super::missing_glyph::Missing;
use chuhe_ui::widgets::fonts;
use chuhe_ui::widgets::theme::{self, FurtherFont, Unknown};
use egui::FontFamily;
use egui::epaint::{ClippedShape, Shape, TextShape};
use std::collections::HashSet;
use std::time::Duration;
use ttf_parser::Face;

/// How long the place of a character is empty at most.
const PATIENCE: Duration = Duration::from_secs(4);

/// Watches the texts on the screen, and adds fonts for them.
pub(super) struct FallbackFonts {
    /// The characters that were looked at before.
    known: HashSet<Missing>,
    fonts: Vec<FurtherFont>,
    search: FontSearch,
    unknown: Unknown,
    /// When characters were searched first that no font had so far, since the start.
    searched: Option<Duration>,
}

impl FallbackFonts {
    pub(super) fn new() -> Self {
        let (known, fonts, search) = (HashSet::new(), Vec::new(), FontSearch::new());
        Self { known, fonts, search, unknown: Unknown::Blank, searched: None }
    }

    /// Searches for the characters of these shapes that our fonts lack, at this time since the start.
    pub(super) fn look(&mut self, shapes: &[ClippedShape], now: Duration) {
        let mut missing = Vec::new();
        for shape in shapes {
            self.collect(&shape.shape, &mut missing);
        }
        if missing.is_empty() || self.fonts.len() >= MOST_FONTS {
            return;
        }
        tracing::debug!(?missing, "characters without a glyph");
        self.searched = Some(now);
        self.search.request(missing);
    }

    fn collect(&mut self, shape: &Shape, missing: &mut Vec<Missing>) {
        if let Shape::Text(text) = shape {
            self.collect_text(text, missing);
        } else if let Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| self.collect(shape, missing));
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

    /// Installs the fonts of the program.
    pub(super) fn start(&self, ctx: &egui::Context) {
        theme::install_fonts_with(ctx, &[], self.unknown);
    }

    /// Installs the fonts that were found until this time since the start, and draws boxes from when one is not.
    pub(super) fn install(&mut self, ctx: &egui::Context, now: Duration) {
        let before = (self.fonts.len(), self.unknown);
        self.fonts.extend(std::iter::from_fn(|| self.search.poll()));
        self.fonts.truncate(MOST_FONTS);
        if self.searched.is_some_and(|searched| now >= searched + PATIENCE) {
            self.searched = None;
            self.unknown = Unknown::Boxed;
        }
        if before != (self.fonts.len(), self.unknown) {
            theme::install_fonts_with(ctx, &self.fonts, self.unknown);
        }
    }
}

/// Whether one of our fonts of the face has a character.
fn is_in_our_fonts(char: char, is_bold: bool) -> bool {
    let ours: &[&[u8]] = if is_bold { &[fonts::BOLD, fonts::BRUSH_BOLD] } else { &[fonts::PLAIN] };
    ours.iter().copied().chain(EMOJI).any(|font| has(font, char))
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

    #[test]
    fn the_place_of_a_character_is_empty_while_its_font_may_come_and_has_a_box_later() {
        let ctx = egui::Context::default();
        let mut fallback = FallbackFonts::new();
        fallback.start(&ctx);
        let frame = |fallback: &mut FallbackFonts, seconds: u64| {
            fallback.install(&ctx, Duration::from_secs(seconds));
            let mut drawn = 0;
            let output = ctx.run(egui::RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| {
                    let galley = ui.fonts(|fonts| {
                        fonts.layout_no_wrap("\u{9f98}".to_owned(), theme::plain(15.0), egui::Color32::BLACK)
                    });
                    drawn = galley.rows[0].visuals.mesh.vertices.len();
                    ui.label("\u{9f98}");
                });
            });
            fallback.look(&output.shapes, Duration::from_secs(seconds));
            drawn
        };
        assert_eq!([10, 12, 13].map(|second| frame(&mut fallback, second)), [0, 0, 0]);
        // the fonts of a frame are those that were set before it
        assert_eq!([15, 16].map(|second| frame(&mut fallback, second))[1], 4);
    }

    /// Emoji that players write, some of them with what follows an emoji in a sequence.
    const COMMON: &str = "😀😃😄😁😆😅🤣😂🙂😉😊😇😍🤩😘😋😜🤪🤔🤨😐😏😒🙄😬😌😴🤯😎🤓😕😟😮😲😳🥺😢😭😱😤😡🤬😈💀💩🤡👻\
        👋🤚✋👌✌🤞🤟🤘👈👉👆👇☝👍👎✊👊👏🙌🙏💪🤝🫡🤗🤦🤷👍🏻👍🏽👍🏿❤🧡💛💚💙💜🖤💔💕💯💥💢💤\
        ♟🎲🀄🏆🥇🥈🥉🏁🚩🎌🏴🏳🇨🇳🇹🇼🇭🇰🇻🇳🎉🎊🔥⭐✨⚡☀🌙🐎🐘🐴🚗🚀💣💡⏰⌛✅❌❗❓☕🍵🍺🌹♥☺☹👪💑💏👫🌈☠①⑨";

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
