//! Finds characters that no font has, which show as boxes, for `--ui-trace`.

use egui::epaint::{ClippedShape, Shape};
use egui::{Context, FontFamily, FontId};
use std::collections::{BTreeSet, HashSet};

/// The size at which the fonts are searched; each has the same characters in all sizes.
const SIZE: f32 = 14.0;

/// Searches the fonts for the characters on the screen.
#[derive(Debug, Default)]
pub struct Boxes {
    /// The characters that a font has, by family: fonts are added, never removed.
    drawn: HashSet<(char, FontFamily)>,
}

impl Boxes {
    /// The characters of these shapes that show as boxes, in order.
    pub fn of(&mut self, ctx: &Context, shapes: &[ClippedShape]) -> String {
        let mut boxes = BTreeSet::new();
        for shape in shapes {
            self.collect(ctx, &shape.shape, &mut boxes);
        }
        boxes.into_iter().collect()
    }

    fn collect(&mut self, ctx: &Context, shape: &Shape, boxes: &mut BTreeSet<char>) {
        if let Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| self.collect(ctx, shape, boxes));
        }
        let Shape::Text(text) = shape else { return };
        let job = &text.galley.job;
        for section in &job.sections {
            let family = &section.format.font_id.family;
            let text = job.text.get(section.byte_range.clone()).unwrap_or_default();
            for char in text.chars().filter(|char| !char.is_control()) {
                if self.drawn.contains(&(char, family.clone())) {
                    continue;
                }
                let font = FontId::new(SIZE, family.clone());
                if ctx.fonts(|fonts| fonts.has_glyph(&font, char)) {
                    self.drawn.insert((char, family.clone()));
                } else {
                    boxes.insert(char);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_ui::widgets::theme;

    #[test]
    fn a_character_that_no_font_has_is_a_box() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let output = ctx.run(egui::RawInput::default(), |ctx| {
            egui::CentralPanel::default().show(ctx, |ui| ui.label("楚河 \u{9f98} a\u{10ffff}"));
        });
        let mut boxes = Boxes::default();
        assert_eq!(boxes.of(&ctx, &output.shapes), "\u{9f98}\u{10ffff}");
        assert_eq!(boxes.of(&ctx, &output.shapes), "\u{9f98}\u{10ffff}", "until a font has it");
    }
}
