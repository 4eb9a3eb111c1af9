//! Rectangles of the screen.

use serde::{Deserialize, Serialize};

/// A rectangle of the screen, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenRect {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl ScreenRect {
    /// The part that both rectangles cover.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let edge = |at: i32, length: u32| at.saturating_add_unsigned(length);
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = edge(self.x, self.width).min(edge(other.x, other.width));
        let bottom = edge(self.y, self.height).min(edge(other.y, other.height));
        Self {
            x,
            y,
            width: right.saturating_sub(x).max(0) as u32,
            height: bottom.saturating_sub(y).max(0) as u32,
        }
    }
}
