//! What covers the edges of the window: a notch, rounded corners, an on-screen keyboard.

use super::scene::{Rect, Size};
use emath::vec2;

/// How far the edges of the window are covered, in logical pixels at 100 %.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Insets {
    /// From the top.
    pub top: f32,
    /// From the right.
    pub right: f32,
    /// From the bottom, without the keyboard.
    pub bottom: f32,
    /// From the left.
    pub left: f32,
    /// The height of the on-screen keyboard, from the bottom of the window; 0 without one.
    pub keyboard: f32,
}

impl Insets {
    /// The same insets in a window that shows everything `scale` times as large.
    #[must_use]
    pub fn scaled(self, scale: f32) -> Self {
        Self {
            top: self.top / scale,
            right: self.right / scale,
            bottom: self.bottom / scale,
            left: self.left / scale,
            keyboard: self.keyboard / scale,
        }
    }

    /// The part of a window of this size that is free without the keyboard.
    #[must_use]
    pub fn free(&self, window: Size) -> Rect {
        let (top_left, bottom_right) = (vec2(self.left, self.top), vec2(self.right, self.bottom));
        // never less than nothing, whatever the shell reports
        let size = (window - top_left - bottom_right).max(Size::ZERO);
        Rect::from_min_size(top_left.to_pos2(), size)
    }

    /// The part of a window of this size that is free, above the keyboard.
    #[must_use]
    pub fn visible(&self, window: Size) -> Rect {
        let free = self.free(window);
        let bottom = free.bottom().min(window.y - self.keyboard).max(free.top());
        free.with_max_y(bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::pos2;

    #[test]
    fn the_keyboard_covers_the_inset_at_the_bottom() {
        let notched = Insets { top: 47.0, bottom: 34.0, ..Insets::default() };
        let window = vec2(390.0, 844.0);
        let free = Rect::from_min_max(pos2(0.0, 47.0), pos2(390.0, 810.0));
        assert_eq!((notched.free(window), notched.visible(window)), (free, free));
        let typing = Insets { keyboard: 336.0, ..notched };
        assert_eq!(typing.free(window), free);
        assert_eq!(typing.visible(window), free.with_max_y(508.0));
    }

    #[test]
    fn insets_larger_than_the_window_leave_nothing() {
        let insets = Insets { top: 500.0, left: 900.0, keyboard: 2_000.0, ..Insets::default() };
        let visible = insets.visible(vec2(360.0, 640.0));
        assert_eq!(visible.size(), Size::ZERO);
    }

    #[test]
    fn a_larger_scale_leaves_the_insets_where_they_are() {
        let insets = Insets { top: 44.0, keyboard: 220.0, ..Insets::default() };
        assert_eq!(insets.scaled(1.1).visible(vec2(360.0, 640.0)).top(), 40.0);
        assert_eq!(insets.scaled(1.1).visible(vec2(360.0, 640.0)).bottom(), 440.0);
    }
}
