//! Building blocks of SVG documents: colours, paint, and the document itself.

use super::lettering::{Font, Lettering};
use egui::{Color32, Rect, Vec2, pos2};
use std::fmt::Write;

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

/// Draws the soft shadow of a rounded rectangle, which a circle is too: `blur` is the standard deviation of its edge, `shade`
/// its opacity.
///
/// It is a pile of rectangles without an edge each. To blur a picture takes Firefox half a second for each piece, until it
/// has compiled the page for speed.
pub(super) fn soft_shadow(body: &mut String, rect: Rect, radius: f32, blur: f32, shade: f32) {
    const STEPS: u8 = 12;
    // how far a normal distribution spreads, nearly
    let opacity = |reach: f32| shade / (1.0 + (1.702 * reach / blur).exp());
    let mut below = 0.0;
    for step in 0..STEPS {
        let reach = blur * (2.4 - 4.8 * f32::from(step) / f32::from(STEPS - 1));
        let (rect, radius) = (rect.expand(reach), (radius + reach).max(0.0));
        let wanted = opacity(reach);
        let own = 1.0 - (1.0 - wanted) / (1.0 - below);
        below = wanted;
        if rect.is_positive() {
            let placed = placed(rect, radius);
            let _ = write!(body, r##"<rect {placed} fill="#3b2a12" fill-opacity="{own:.4}"/>"##);
        }
    }
}

/// The attributes that place a rounded rectangle.
pub(super) fn placed(rect: Rect, radius: f32) -> String {
    let (min, size) = (rect.min, rect.size());
    format!(r#"x="{}" y="{}" width="{}" height="{}" rx="{radius}""#, min.x, min.y, size.x, size.y)
}

/// Returns a document with one character at size 100 and its origin at (100, 100), to measure
/// its ink.
pub(super) fn single_character(character: char) -> String {
    let mut body = String::new();
    let line = Lettering::of(Font::BrushBold, character.encode_utf8(&mut [0; 4]));
    line.write(&mut body, pos2(100.0, 100.0), Vec2::splat(100.0), "");
    document(Vec2::splat(200.0), &body)
}
