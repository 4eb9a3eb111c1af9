//! Where the window opens on the screen, in pixels.

use super::table_layout::{FIRST_WINDOW, MIN_WINDOW};
use crate::drawing::scene::Size;
use crate::drawing::screen_rect::ScreenRect;

/// The least width and height of a window that must lie on a screen to be found again.
const IN_SIGHT: u32 = 80;
/// The distance between two windows that overlap because they do not fit beside each other.
const STEP: u32 = 60;

/// The half of the screen in which a window opens, so that two windows are side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The left half.
    Left,
    /// The right half.
    Right,
}

/// Where a window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstPlace {
    /// Its top left corner; `None` leaves that to the window manager.
    pub at: Option<(i32, i32)>,
    /// Its width and height.
    pub size: (u32, u32),
}

/// Returns where a window opens.
///
/// `screens` are the parts of the monitors for windows, without their title bars, the main one first; empty if they are
/// unknown. `before` is where the window was when it closed last, and `scale` the number of pixels
/// for a logical one.
#[must_use]
pub fn first_place(
    screens: &[ScreenRect],
    before: Option<ScreenRect>,
    half: Option<Half>,
    scale: f32,
) -> FirstPlace {
    let pixels = |size: Size| ((size.x * scale) as u32, (size.y * scale) as u32);
    let usual = pixels(FIRST_WINDOW);
    let Some(&main) = screens.first() else {
        return FirstPlace { at: None, size: before.map_or(usual, |before| (before.width, before.height)) };
    };
    if let Some(half) = half {
        return beside(main, half, (usual, pixels(MIN_WINDOW)));
    }
    let on_screen = before.and_then(|before| {
        let screen = screens.iter().find(|screen| shows(screen, &before))?;
        Some((before, screen))
    });
    match on_screen {
        Some((before, screen)) => FirstPlace {
            at: Some((before.x, before.y)),
            size: (before.width.min(screen.width), before.height.min(screen.height)),
        },
        None => FirstPlace { at: None, size: (usual.0.min(main.width), usual.1.min(main.height)) },
    }
}

/// Whether a window is smaller than the screen that it is on, so that it does not cover the whole of it.
///
/// `monitors` are whole, with the parts for panels; a window on none of them covers none.
#[must_use]
pub fn is_smaller_than_screen(monitors: &[ScreenRect], window: ScreenRect) -> bool {
    let shared = |monitor: &&ScreenRect| {
        let part = monitor.intersection(&window);
        u64::from(part.width) * u64::from(part.height)
    };
    let monitor = monitors.iter().max_by_key(shared);
    // only the size counts, because the frame of a window may hang over the edge
    monitor.is_some_and(|monitor| window.width < monitor.width || window.height < monitor.height)
}

/// Places a window in a half of the screen, or staggered where half of it is too narrow.
fn beside(screen: ScreenRect, half: Half, (usual, least): ((u32, u32), (u32, u32))) -> FirstPlace {
    let fits = screen.width / 2 >= least.0;
    let step = if fits { 0 } else { STEP };
    let room = if fits { screen.width / 2 } else { screen.width.saturating_sub(step) };
    let size = (usual.0.min(room), usual.1.min(screen.height.saturating_sub(step)));
    let (x, y) = match half {
        Half::Left => (screen.x, screen.y),
        Half::Right if fits => (screen.x + room as i32, screen.y),
        Half::Right => (screen.x + (screen.width - size.0) as i32, screen.y + step as i32),
    };
    FirstPlace { at: Some((x, y)), size }
}

/// Whether enough of a window's top lies on this part of the screen to move it.
fn shows(screen: &ScreenRect, window: &ScreenRect) -> bool {
    let top = ScreenRect { height: IN_SIGHT, ..*window };
    let part = screen.intersection(&top);
    part.width >= IN_SIGHT && part.height == IN_SIGHT
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn screen(width: u32, height: u32) -> ScreenRect {
        ScreenRect { x: 0, y: 0, width, height }
    }

    #[test]
    fn the_first_size_fits_the_screen() {
        let size = |width, height| first_place(&[screen(width, height)], None, None, 1.0).size;
        assert_eq!(size(1920, 1080), (1280, 820));
        assert_eq!(size(1366, 728), (1280, 728));
        assert_eq!(first_place(&[], None, None, 1.0).size, (1280, 820));
        assert_eq!(first_place(&[screen(3840, 2160)], None, None, 2.0).size, (2560, 1640));
    }

    #[test]
    fn two_windows_are_side_by_side_where_there_is_room() {
        let place = |width, half| first_place(&[screen(width, 1080)], None, Some(half), 1.0);
        let at = |x, y, size| FirstPlace { at: Some((x, y)), size };
        assert_eq!(place(1920, Half::Left), at(0, 0, (960, 820)));
        assert_eq!(place(1920, Half::Right), at(960, 0, (960, 820)));
        assert_eq!(place(3840, Half::Right), at(1920, 0, (1280, 820)));
        // half of 1366 pixels is too narrow
        let small = |half| first_place(&[screen(1366, 728)], None, Some(half), 1.0);
        assert_eq!(small(Half::Left), at(0, 0, (1280, 668)));
        assert_eq!(small(Half::Right), at(86, 60, (1280, 668)));
    }

    #[test]
    fn a_window_that_left_the_full_screen_is_smaller_than_its_screen() {
        let monitors = [screen(1920, 1080), ScreenRect { x: 1920, y: 0, width: 1280, height: 1024 }];
        let is_smaller =
            |x, y, width, height| is_smaller_than_screen(&monitors, ScreenRect { x, y, width, height });
        assert!(!is_smaller(0, 0, 1920, 1080));
        assert!(!is_smaller(1920, 0, 1280, 1024));
        assert!(!is_smaller(-4, -28, 1920, 1080), "a frame over the edge");
        assert!(is_smaller(100, 50, 1280, 820));
        // maximized below a panel
        assert!(is_smaller(0, 28, 1920, 1052));
        // larger than the second screen, but on the first
        assert!(is_smaller(10, 10, 1300, 1050));
        assert!(!is_smaller_than_screen(&[], screen(900, 640)), "the screens are unknown");
    }

    #[test]
    fn the_window_opens_where_it_was_if_that_is_on_a_screen() {
        let second = ScreenRect { x: 1920, y: 0, width: 1280, height: 1024 };
        let before = ScreenRect { x: 2000, y: 100, width: 1000, height: 700 };
        let place = first_place(&[screen(1920, 1080), second], Some(before), None, 1.0);
        assert_eq!(place, FirstPlace { at: Some((2000, 100)), size: (1000, 700) });
        // the screen is smaller than the one at which the window was closed
        let large = ScreenRect { x: 40, y: 30, width: 2560, height: 1400 };
        let place = first_place(&[screen(1366, 728)], Some(large), None, 1.0);
        assert_eq!(place, FirstPlace { at: Some((40, 30)), size: (1366, 728) });
        // the second screen was unplugged
        let place = first_place(&[screen(1920, 1080)], Some(before), None, 1.0);
        assert_eq!(place, FirstPlace { at: None, size: (1280, 820) });
    }
}
