//! Building blocks of SVG documents: colours, paint, and the document itself.

use super::lettering::{Font, Lettering};
use egui::{Color32, Rect, Vec2, pos2};

/// Distance of the baseline below the center of a text, in font sizes.
pub(super) const BASELINE: f32 = 0.361;

/// Measures characters: their ink is rarely in the center of their square.
pub(super) trait InkCenter {
    /// Returns the bounds of the ink around the origin, at font size 1.
    ///
    /// The origin is on the baseline, at half the character's width. Positive is down.
    fn ink(&mut self, character: char) -> Rect;

    /// Returns the offset of the ink's center from the origin, at font size 1.
    fn ink_center(&mut self, character: char) -> Vec2 {
        self.ink(character).center().to_vec2()
    }
}

/// An SVG document and its anchor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Picture {
    /// The document, sized in pixels.
    pub(super) svg: String,
    /// The point of the picture to place at the shape's position.
    pub(super) anchor: Vec2,
}

/// Wraps a body in an SVG document of this size.
pub(super) fn document(size: Vec2, body: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}">{body}</svg>"#, size.x, size.y)
}

/// Returns the colour without its alpha, as `#rrggbb`.
///
/// egui's own conversion works in linear light, but the theme's translucent colours are made
/// with `gamma_multiply`.
pub(super) fn hex(color: Color32) -> String {
    let alpha = u16::from(color.a()).max(1);
    let plain = |channel: u8| (u16::from(channel) * 255 + alpha / 2) / alpha;
    let [r, g, b] = [color.r(), color.g(), color.b()].map(plain);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the attributes that fill a shape.
pub(super) fn fill(color: Color32) -> String {
    format!(r#"fill="{}" fill-opacity="{:.3}""#, hex(color), f32::from(color.a()) / 255.0)
}

/// Returns the attributes that stroke a path.
pub(super) fn stroke(color: Color32, width: f32) -> String {
    let alpha = f32::from(color.a()) / 255.0;
    format!(r#"fill="none" stroke="{}" stroke-opacity="{alpha:.3}" stroke-width="{width}""#, hex(color))
}

/// Returns a document with one character at size 100 and its origin at (100, 100), to measure
/// its ink.
pub(super) fn single_character(character: char) -> String {
    let mut body = String::new();
    let line = Lettering::of(Font::BrushBold, character.encode_utf8(&mut [0; 4]));
    line.write(&mut body, pos2(100.0, 100.0), Vec2::splat(100.0), "");
    document(Vec2::splat(200.0), &body)
}
