//! Writes text as SVG paths, from the outlines of the embedded fonts.
//!
//! The pictures have single characters and short names, which need no shaping beyond the kerning of Latin letters.

use chuhe_ui::widgets::fonts;
use egui::{Pos2, Vec2};
use std::fmt::Write;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// An embedded font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    /// The font of all text.
    Plain,
    /// The brush-like font.
    Brush,
    /// The brush-like font in bold.
    BrushBold,
}

impl Font {
    const ALL: [Self; 3] = [Self::Brush, Self::BrushBold, Self::Plain];

    const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Plain => fonts::PLAIN,
            Self::Brush => fonts::BRUSH,
            Self::BrushBold => fonts::BRUSH_BOLD,
        }
    }
}

/// A line of text: its outlines and its width, at size 1 if multiplied by `unit`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lettering {
    /// The data of a path in units of the font, up positive, that begins at the origin on the baseline.
    pub(super) path: String,
    width: f32,
    unit: f32,
}

impl Lettering {
    /// Lays out a text in one font. A character that it lacks is taken from another; one that all lack is left out.
    pub(super) fn of(font: Font, text: &str) -> Self {
        let faces = [font].into_iter().chain(Font::ALL).filter_map(|font| Face::parse(font.bytes(), 0).ok());
        let faces: Vec<Face<'_>> = faces.collect();
        let unit = faces.first().map_or(1.0, |face| 1.0 / f32::from(face.units_per_em()));
        let mut outline = Outline { path: String::new(), pen: 0.0, scale: 1.0 };
        let mut previous = None;
        for letter in text.chars() {
            let found =
                faces.iter().enumerate().find_map(|(index, face)| Some((index, face.glyph_index(letter)?)));
            let Some((index, glyph)) = found else { continue };
            let face = &faces[index];
            outline.scale = 1.0 / f32::from(face.units_per_em()) / unit;
            if let Some((_, before)) = previous.filter(|(font, _)| *font == index) {
                outline.pen += kerning(face, before, glyph) * outline.scale;
            }
            face.outline_glyph(glyph, &mut outline);
            outline.pen += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * outline.scale;
            previous = Some((index, glyph));
        }
        Self { path: outline.path, width: outline.pen, unit }
    }

    /// How wide the line is, in sizes of its letters.
    pub(super) fn wide(&self) -> f32 {
        self.width * self.unit
    }

    /// Writes the line with its middle at `at` on the baseline. `size` is the width and the height of its letters, in
    /// pixels, `paint` the attributes that fill it.
    pub(super) fn write(&self, body: &mut String, at: Pos2, size: Vec2, paint: &str) {
        let scale = size * self.unit;
        let _ = write!(
            body,
            r#"<path transform="translate({} {}) scale({} {})" d="{}" {paint}/>"#,
            at.x - self.width / 2.0 * scale.x,
            at.y,
            scale.x,
            -scale.y,
            self.path,
        );
    }

    /// The units of the path in a pixel, for letters of this size.
    pub(super) fn units(&self, size: f32) -> f32 {
        1.0 / (size * self.unit)
    }
}

/// How far a glyph moves towards the one before it, in units of the font.
fn kerning(face: &Face<'_>, before: GlyphId, glyph: GlyphId) -> f32 {
    let Some(positioning) = face.tables().gpos else { return 0.0 };
    // the embedded fonts have one feature, the kerning
    let lookups = positioning.lookups.into_iter();
    let moved = lookups.filter_map(|lookup| {
        let subtables = lookup.subtables.into_iter::<PositioningSubtable<'_>>();
        subtables.filter_map(|subtable| pair(&subtable, before, glyph)).next()
    });
    moved.map(f32::from).sum()
}

/// The change of the first glyph's width, if this table has the pair.
fn pair(subtable: &PositioningSubtable<'_>, before: GlyphId, glyph: GlyphId) -> Option<i16> {
    let PositioningSubtable::Pair(pairs) = subtable else { return None };
    let index = pairs.coverage().get(before)?;
    let (first, _) = match pairs {
        PairAdjustment::Format1 { sets, .. } => sets.get(index)?.get(glyph)?,
        PairAdjustment::Format2 { classes: (first, second), matrix, .. } => {
            matrix.get((first.get(before), second.get(glyph)))?
        }
    };
    Some(first.x_advance)
}

/// The outlines so far.
struct Outline {
    path: String,
    /// Where the next glyph begins.
    pen: f32,
    /// The units of the line in one of the glyph's font.
    scale: f32,
}

impl Outline {
    fn push(&mut self, letter: char, points: &[(f32, f32)]) {
        self.path.push(letter);
        for (index, (x, y)) in points.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            let _ = write!(self.path, "{separator}{} {}", x * self.scale + self.pen, y * self.scale);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kerning_moves_letters_together() {
        let width = |text| Lettering::of(Font::Plain, text).width;
        // the pairs of the font, as fontTools reads them
        assert_eq!(width("Tr") - width("T") - width("r"), -52.0);
        assert_eq!(width("Av") - width("A") - width("v"), -8.0);
        assert_eq!(width("nn"), 2.0 * width("n"));
    }

    #[test]
    fn character_that_a_font_lacks_comes_from_another() {
        let plain = Lettering::of(Font::Plain, "A");
        assert_eq!(Lettering::of(Font::BrushBold, "A").path, plain.path);
        assert_eq!(Lettering::of(Font::Plain, "\u{10ffff}").path, "");
        assert_ne!(Lettering::of(Font::Brush, "楚").path, Lettering::of(Font::BrushBold, "楚").path);
    }
}
