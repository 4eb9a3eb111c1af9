//! Which arrangement the screens have: that of a desktop, or one of a phone.

use crate::drawing::insets::Insets;
use crate::drawing::scene::{Point, Rect, Size};

/// The arrangement of the screens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Everything is beside the board, or above and below it in a tall window: a desktop.
    #[default]
    Wide,
    /// A phone or a tablet upright: the board is as wide as the screen.
    Portrait,
    /// A phone or a tablet on its side: the board is as high as the screen.
    Landscape,
}

/// A window narrower or lower than this, in logical pixels, is that of a phone.
const PHONE: Size = Size::new(600.0, 480.0);

impl Form {
    /// The form of a window of this size, in logical pixels.
    #[must_use]
    pub fn of(window: Size) -> Self {
        if window.x >= PHONE.x && window.y >= PHONE.y { Self::Wide } else { Self::of_phone(window) }
    }

    /// The form of a phone of this size.
    fn of_phone(window: Size) -> Self {
        if window.y > window.x { Self::Portrait } else { Self::Landscape }
    }

    /// Whether it is that of a phone, on which fingers need large targets.
    #[must_use]
    pub const fn is_phone(self) -> bool {
        matches!(self, Self::Portrait | Self::Landscape)
    }
}

/// The part of the window for the screens, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// All of the window, with what a notch or a keyboard covers.
    pub window: Rect,
    /// The part that nothing but an on-screen keyboard covers.
    pub free: Rect,
    /// The part that the user sees: less than `free` while there is an on-screen keyboard.
    pub visible: Rect,
    /// How the screens are arranged.
    pub form: Form,
}

impl Area {
    /// The area of a window of this size. The keyboard and the insets do not change the form.
    #[must_use]
    pub fn of(window: Size, insets: &Insets) -> Self {
        let all = Rect::from_min_size(Point::ZERO, window);
        Self {
            window: all,
            free: insets.free(window),
            visible: insets.visible(window),
            form: Form::of(window),
        }
    }

    /// The same area in the form of a phone.
    #[must_use]
    pub fn of_phone(self) -> Self {
        Self { form: Form::of_phone(self.free.size()), ..self }
    }
}

impl From<Size> for Area {
    /// The whole of a window of this size.
    fn from(window: Size) -> Self {
        let all = Rect::from_min_size(Point::ZERO, window);
        Self { window: all, free: all, visible: all, form: Form::of(window) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::vec2;

    #[test]
    fn small_windows_have_the_form_of_a_phone() {
        for (window, form) in [
            ((360.0, 640.0), Form::Portrait),
            ((390.0, 844.0), Form::Portrait),
            ((599.0, 2_000.0), Form::Portrait),
            ((640.0, 360.0), Form::Landscape),
            ((844.0, 390.0), Form::Landscape),
            ((2_000.0, 479.0), Form::Landscape),
            ((480.0, 480.0), Form::Landscape),
            ((600.0, 480.0), Form::Wide),
            ((768.0, 1_024.0), Form::Wide),
            ((1_280.0, 820.0), Form::Wide),
        ] {
            assert_eq!(Form::of(vec2(window.0, window.1)), form, "{window:?}");
        }
    }

    #[test]
    fn a_keyboard_does_not_turn_the_phone() {
        let typing = Insets { keyboard: 300.0, ..Insets::default() };
        let area = Area::of(vec2(360.0, 640.0), &typing);
        assert_eq!((area.form, area.visible.height(), area.free.height()), (Form::Portrait, 340.0, 640.0));
    }
}
