//! Further fonts for characters that the fonts of the program lack.
//!
//! A frame never waits for one: the character is a box until its font is found.

use super::machine::FontSearch;
use crate::core::drawing::theme;
use egui::epaint::{ClippedShape, Shape};
use std::collections::HashSet;
use std::sync::Arc;

/// The number of further fonts that are used at most: each is kept in memory.
pub(super) const MOST_FONTS: usize = 6;

/// Watches the texts on the screen, and adds fonts for them.
pub(super) struct FallbackFonts {
    /// The characters that were looked at before.
    known: HashSet<char>,
    fonts: Vec<Arc<egui::FontData>>,
    search: FontSearch,
}

impl FallbackFonts {
    pub(super) fn new() -> Self {
        Self { known: HashSet::new(), fonts: Vec::new(), search: FontSearch::new() }
    }

    /// Searches for the characters of these shapes that no font has.
    pub(super) fn look(&mut self, ctx: &egui::Context, shapes: &[ClippedShape]) {
        let mut missing = Vec::new();
        for shape in shapes {
            self.collect(ctx, &shape.shape, &mut missing);
        }
        if missing.is_empty() || self.fonts.len() >= MOST_FONTS {
            return;
        }
        tracing::debug!(?missing, "characters without a glyph");
        self.search.request(missing);
    }

    fn collect(&mut self, ctx: &egui::Context, shape: &Shape, missing: &mut Vec<char>) {
        match shape {
            Shape::Text(text) => {
                for char in text.galley.job.text.chars().filter(|char| !char.is_control()) {
                    if self.known.insert(char)
                        && !ctx.fonts(|fonts| fonts.has_glyph(&theme::plain(theme::TEXT), char))
                    {
                        missing.push(char);
                    }
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.collect(ctx, shape, missing)),
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

    /// Installs the fonts that were found. Returns whether there were any.
    pub(super) fn install(&mut self, ctx: &egui::Context) -> bool {
        let before = self.fonts.len();
        self.fonts.extend(std::iter::from_fn(|| self.search.poll()).map(Arc::new));
        self.fonts.truncate(MOST_FONTS);
        if self.fonts.len() == before {
            return false;
        }
        theme::install_fonts_with(ctx, &self.fonts);
        true
    }
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
                fallback.collect(&ctx, &shape.shape, &mut missing);
            }
            missing
        };
        assert_eq!((look(), look()), (vec!['\u{9f98}'], Vec::new()));
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
