//! Draws a frame: the board, the screens, and the moving pieces above them.

use super::canvas::Canvas;
use super::egui_painter::EguiPainter;
use super::frame_cache::FrameCache;
use super::painter::Painter;
use chuhe_model::drawing::scene::Size;
use macroquad::color::Color;
use macroquad::window::clear_background;

/// What draws the frames.
pub(super) struct FramePainter {
    canvas: Canvas,
    pub(super) painter: Painter,
    pub(super) egui: EguiPainter,
    cache: FrameCache,
}

impl FramePainter {
    pub(super) fn new() -> Self {
        let (canvas, painter, egui) = (Canvas::new(), Painter::new(), EguiPainter::default());
        Self { canvas, painter, egui, cache: FrameCache::new() }
    }

    /// Draws the static part, recorded anew if it changed, and the moving pieces above it.
    pub(super) fn draw(&mut self, changed: bool, pixels: Size, scale: f32, paper: Color) {
        if changed {
            self.cache.record(pixels, scale, || {
                clear_background(paper);
                self.painter.paint_static(&self.canvas);
                self.egui.paint(&self.canvas);
            });
        }
        self.cache.draw(|| self.painter.paint_moving(&self.canvas));
    }
}
