//! Renders SVG to pixels. Text is in it as paths.

use super::svg_parts::{self, InkCenter, Picture};
use egui::{Pos2, Rect, Vec2, pos2};
use resvg::{tiny_skia, usvg};
use std::collections::BTreeMap;
use std::mem;

/// A premultiplied RGBA image, in rows from the top.
pub(super) struct Pixels {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) rgba: Vec<u8>,
}

impl Pixels {
    /// The pixels of a canvas.
    pub(super) fn of(canvas: tiny_skia::Pixmap) -> Self {
        let (width, height) = (canvas.width(), canvas.height());
        Self::sized(width, height, canvas.take())
    }

    fn sized(width: u32, height: u32, rgba: Vec<u8>) -> Self {
        let side = |length: u32| u16::try_from(length).expect("an image is no larger than a screen");
        Self { width: side(width), height: side(height), rgba }
    }
}

/// How many pixels of a large picture are rendered at once, nearly: a twentieth of the board in the first window, which
/// takes Firefox seconds until it has compiled the page for speed.
const STRIP: u32 = 24_000;
/// The least height of a strip: each one goes through all shapes of the picture.
const LEAST_ROWS: u32 = 16;

/// A large picture that is rendered strip by strip, from its top.
pub(super) struct Drawing {
    tree: usvg::Tree,
    width: u32,
    height: u32,
    rgba: Vec<u8>,
    /// How many rows are rendered.
    rows: u32,
}

impl Drawing {
    /// Renders the next strip; returns all pixels after the last one.
    #[inline(never)]
    pub(super) fn go_on(&mut self) -> Option<Pixels> {
        let row = 4 * self.width as usize;
        let rows = (STRIP / self.width).max(LEAST_ROWS).min(self.height - self.rows);
        let first = self.rows as usize * row;
        let strip = &mut self.rgba[first..first + rows as usize * row];
        if let Some(mut strip) = tiny_skia::PixmapMut::from_bytes(strip, self.width, rows) {
            let place = tiny_skia::Transform::from_translate(0.0, -(self.rows as f32));
            resvg::render(&self.tree, place, &mut strip);
        }
        self.rows += rows;
        (self.rows == self.height).then(|| Pixels::sized(self.width, self.height, mem::take(&mut self.rgba)))
    }
}

/// Renders SVG, and caches the bounds of the ink of each character.
pub(super) struct Rasterizer {
    options: usvg::Options<'static>,
    inks: BTreeMap<char, Rect>,
}

impl Rasterizer {
    pub(super) fn new() -> Self {
        Self { options: usvg::Options::default(), inks: BTreeMap::new() }
    }

    /// Renders an SVG document.
    pub(super) fn rasterize(&self, svg: &str) -> Pixels {
        let tree = usvg::Tree::from_str(svg, &self.options).expect("generated SVG is well formed");
        let size = tree.size().to_int_size();
        let mut pixmap =
            tiny_skia::Pixmap::new(size.width(), size.height()).expect("an image has at least one pixel");
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
        Pixels::of(pixmap)
    }

    /// Begins to render an SVG document strip by strip.
    #[inline(never)]
    pub(super) fn begin(&self, svg: &str) -> Drawing {
        let tree = usvg::Tree::from_str(svg, &self.options).expect("generated SVG is well formed");
        let (width, height) = tree.size().to_int_size().dimensions();
        Drawing { tree, width, height, rgba: vec![0; 4 * (width * height) as usize], rows: 0 }
    }

    /// Returns an image of this size in one colour.
    pub(super) fn canvas(&self, size: Vec2, color: egui::Color32) -> Option<tiny_skia::Pixmap> {
        let mut canvas = tiny_skia::Pixmap::new(size.x as u32, size.y as u32)?;
        let [r, g, b, a] = color.to_array();
        canvas.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
        Some(canvas)
    }

    /// Draws a picture with its anchor at `at`.
    pub(super) fn draw(&self, canvas: &mut tiny_skia::Pixmap, picture: &Picture, at: Pos2) {
        let tree = usvg::Tree::from_str(&picture.svg, &self.options).expect("generated SVG is well formed");
        let corner = (at - picture.anchor).round();
        let place = tiny_skia::Transform::from_translate(corner.x, corner.y);
        resvg::render(&tree, place, &mut canvas.as_mut());
    }

    fn measure(&self, character: char) -> Rect {
        let tree = usvg::Tree::from_str(&svg_parts::single_character(character), &self.options)
            .expect("generated SVG is well formed");
        let ink = tree.root().children().iter().find_map(|node| match node {
            usvg::Node::Group(group) => Some(group.abs_bounding_box()),
            usvg::Node::Path(path) => Some(path.abs_bounding_box()),
            usvg::Node::Image(_) | usvg::Node::Text(_) => None,
        });
        ink.map_or(Rect::ZERO, |ink| {
            let corner = |x: f32, y: f32| (pos2(x, y) - Vec2::splat(100.0)) / 100.0;
            Rect::from_min_max(corner(ink.left(), ink.top()), corner(ink.right(), ink.bottom()))
        })
    }
}

impl InkCenter for Rasterizer {
    fn ink(&mut self, character: char) -> Rect {
        if let Some(&ink) = self.inks.get(&character) {
            return ink;
        }
        let ink = self.measure(character);
        self.inks.insert(character, ink);
        ink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_characters_have_their_ink_near_the_center_of_their_square() {
        let mut raster = Rasterizer::new();
        for character in "俥傌相仕帥炮兵車馬象士將砲卒".chars() {
            let center = raster.ink_center(character);
            assert!(center.x.abs() < 0.04 && (center.y + 0.36).abs() < 0.04, "{character}: {center:?}");
        }
    }

    #[test]
    fn document_is_rendered_pixel_by_pixel() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="1" height="1" fill="#f00"/></svg>"##;
        let pixels = Rasterizer::new().rasterize(svg);
        assert_eq!((pixels.width, pixels.height), (2, 1));
        assert_eq!(pixels.rgba, [255, 0, 0, 255, 0, 0, 0, 0]);
    }
}
