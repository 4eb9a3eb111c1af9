//! How large the window draws everything: as the user chose, or as suits the window.
//!
//! Sizes here are those of the window at 100 %: its pixels divided by the density of the display.

use super::form::Form;
use super::table_layout::{FIRST_TALL, FIRST_WINDOW, LEAST_LANDSCAPE, LEAST_PORTRAIT, is_tall, least_window};
use crate::drawing::scene::Size;

/// The scales to choose from, in per cent.
pub const SCALES: [u16; 8] = [80, 90, 100, 110, 125, 150, 175, 200];

/// The least scale, in per cent, in a window that is too small for its contents.
const LEAST: u16 = 70;
/// How much of a window's additional size goes into the scale, in per cent, so that texts grow nearly as their board
/// does. The rest goes into longer lists, and lets the board grow a little more.
const SHARE: f32 = 90.0;

/// The least scale at which fingers hit everything in the form of a desktop, in per cent.
pub const FINGERS: u16 = 140;

/// How much larger than usual a phone draws lists and dialogs, which scroll, at least.
const ENLARGED: f32 = 1.5;

/// The size of a window, and of its part that nothing covers.
#[derive(Clone, Copy, Debug)]
pub struct WindowSize {
    /// All of it.
    pub whole: Size,
    /// The part that is free for the contents.
    pub free: Size,
    /// Whether it shows a board, whose parts do not scroll: on a phone they have little room to grow.
    pub has_board: bool,
}

/// Whether a window has the form of a phone although it is larger: the form of a desktop would have targets too small
/// for fingers, or in an upright window letters smaller than usual.
#[must_use]
pub fn is_like_phone(window: WindowSize, fingers: bool) -> bool {
    let (most, whole) = (room(window, least_window(window.whole)), window.whole);
    let is_small = fingers && most < FINGERS || whole.y > whole.x && most < 100;
    is_small && !Form::of(whole).is_phone()
}

/// Returns the scale in per cent: `chosen`, or what suits a window of this size, of which only a part may be free.
///
/// It is less where the free part would be too small for its contents. With `fingers`, which point less
/// exactly than a mouse, it is at least [`FINGERS`] where the window has room for that; elsewhere the
/// window has the form of a phone, see [`is_like_phone`].
#[must_use]
pub fn percent(chosen: Option<u16>, window: WindowSize, fingers: bool) -> u16 {
    // only who asks for larger letters has to scroll for them
    let asks = chosen.is_some_and(|chosen| chosen > 100);
    let window = WindowSize { has_board: window.has_board || !asks, ..window };
    let (most, is_phone) = (most(window, fingers), Form::of(window.whole).is_phone());
    if is_like_phone(window, fingers) {
        return chosen.unwrap_or(100).min(most).max(100);
    }
    if fingers && !is_phone {
        return chosen.unwrap_or(FINGERS).clamp(FINGERS, most);
    }
    let wanted = chosen.map_or_else(|| automatic(window.whole), |chosen| chosen.clamp(SCALES[0], SCALES[7]));
    // a smaller scale would make the targets of a phone too small for fingers
    let wanted = if is_phone { wanted.max(100) } else { wanted };
    wanted.min(most).max(LEAST)
}

/// Returns the next larger scale to choose, if the window has room for one.
#[must_use]
pub fn larger(current: u16, window: WindowSize, fingers: bool) -> Option<u16> {
    SCALES.into_iter().find(|&scale| scale > current).filter(|_| current < most(window, fingers))
}

/// Returns the next smaller scale to choose.
#[must_use]
pub fn smaller(current: u16) -> Option<u16> {
    SCALES.into_iter().rev().find(|&scale| scale < current)
}

/// The largest scale at which everything fits, in steps of 5 %: with each step everything is drawn
/// anew, which would be slow while a window is resized.
fn most(window: WindowSize, fingers: bool) -> u16 {
    let is_like_phone = is_like_phone(window, fingers);
    let least = match is_like_phone {
        true if window.free.y > window.free.x => LEAST_PORTRAIT,
        true => LEAST_LANDSCAPE,
        false => least_window(window.whole),
    };
    let scrolls = (is_like_phone || Form::of(window.whole).is_phone()) && !window.has_board;
    room(window, if scrolls { least / ENLARGED } else { least })
}

/// The largest scale at which a window has room for what needs so much at least.
fn room(window: WindowSize, least: Size) -> u16 {
    ((window.free / least).min_elem() * 20.0 + 0.001) as u16 * 5
}

/// The scale that suits a window of this size, in steps of 5 %.
fn automatic(window: Size) -> u16 {
    let usual = match Form::of(window) {
        // a larger phone shows more
        Form::Portrait | Form::Landscape => return 100,
        Form::Wide if is_tall(window) => FIRST_TALL,
        Form::Wide => FIRST_WINDOW,
    };
    let more = ((window / usual).min_elem() - 1.0).max(0.0);
    (100 + (more * SHARE) as u16 / 5 * 5).min(SCALES[7])
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::vec2;

    /// The scale of a board in a window of which nothing is covered.
    fn percent(chosen: Option<u16>, window: Size, fingers: bool) -> u16 {
        super::percent(chosen, WindowSize { whole: window, free: window, has_board: true }, fingers)
    }

    /// The same of lists and dialogs.
    fn percent_of_lists(chosen: Option<u16>, window: Size, fingers: bool) -> u16 {
        super::percent(chosen, WindowSize { whole: window, free: window, has_board: false }, fingers)
    }

    #[test]
    fn lists_and_dialogs_of_a_phone_are_enlarged_by_half_at_least() {
        let phones = [(360.0, 640.0), (390.0, 844.0), (430.0, 932.0), (640.0, 360.0), (844.0, 390.0)];
        for (window, fingers) in phones.into_iter().flat_map(|it| [(it, false), (it, true)]) {
            let window = Size::from(window);
            for chosen in [110, 125, 150] {
                assert_eq!(percent_of_lists(Some(chosen), window, fingers), chosen, "{window}");
                assert!(percent(Some(chosen), window, fingers) <= 105.max(chosen.min(115)), "{window}");
            }
            // who has not asked for that does not scroll
            assert_eq!(percent_of_lists(None, window, fingers), percent(None, window, fingers));
            assert_eq!(percent_of_lists(Some(80), window, fingers), 100);
        }
        let tiny = vec2(320.0, 568.0);
        assert_eq!([None, Some(80), Some(125)].map(|it| percent_of_lists(it, tiny, true)), [85, 85, 125]);
        let window = WindowSize { whole: phones[1].into(), free: phones[1].into(), has_board: false };
        assert_eq!((larger(100, window, true), larger(125, window, true)), (Some(110), Some(150)));
        // a desktop has room for everything, or for nothing more
        let desktop = vec2(1_280.0, 820.0);
        assert_eq!(percent_of_lists(Some(200), desktop, false), percent(Some(200), desktop, false));
    }

    #[test]
    fn the_automatic_scale_grows_with_the_window() {
        for ((width, height), expected) in [
            ((900.0, 640.0), 100),
            ((1280.0, 820.0), 100),
            ((1366.0, 768.0), 100),
            ((1600.0, 900.0), 105),
            ((1920.0, 1080.0), 125),
            ((1920.0, 1200.0), 140),
            ((2560.0, 1400.0), 160),
            ((2560.0, 1440.0), 165),
            ((3840.0, 2160.0), 200),
            ((720.0, 1280.0), 100),
            ((1080.0, 1920.0), 145),
            ((360.0, 640.0), 100),
            ((430.0, 932.0), 100),
            ((844.0, 390.0), 100),
        ] {
            assert_eq!(percent(None, vec2(width, height), false), expected, "{width} × {height}");
        }
    }

    #[test]
    fn at_every_scale_the_window_has_room_for_its_contents() {
        let sizes =
            [(900, 640), (960, 820), (1280, 820), (1920, 1080), (720, 1280), (640, 480), (1080, 1920)];
        let phones = [(360, 640), (390, 844), (430, 932), (640, 360), (844, 390), (599, 900), (320, 568)];
        let sizes = sizes.into_iter().chain(phones);
        for (width, height) in sizes {
            let window = vec2(width as f32, height as f32);
            for chosen in SCALES.into_iter().map(Some).chain([None, Some(5), Some(9000)]) {
                let percent = percent(chosen, window, false);
                let shown = window / (f32::from(percent) / 100.0);
                let least = least_window(window);
                let fits = shown.x >= least.x - 0.01 && shown.y >= least.y - 0.01;
                assert!(fits || percent == LEAST, "{window} {chosen:?}: {percent} % {shown}");
            }
        }
        assert_eq!(percent(Some(200), vec2(900.0, 640.0), false), 100);
        assert_eq!(percent(Some(80), vec2(900.0, 640.0), false), 80);
    }

    #[test]
    fn fingers_have_large_targets_on_a_tablet() {
        assert_eq!(percent(None, vec2(1366.0, 1024.0), true), 140);
        assert_eq!(percent(Some(100), vec2(1366.0, 1024.0), true), 140);
        // in the form of a phone
        assert_eq!(percent(None, vec2(768.0, 1024.0), true), 100);
        assert_eq!(percent(Some(80), vec2(1024.0, 768.0), true), 100);
        assert_eq!(percent(None, vec2(390.0, 844.0), true), 100);
    }

    #[test]
    fn a_tablet_in_the_form_of_a_phone_has_the_room_of_one() {
        let cases = [
            ((820.0, 1180.0), 125, 125),
            ((820.0, 1180.0), 150, 150),
            ((820.0, 1180.0), 200, 180),
            ((768.0, 1024.0), 150, 150),
            ((1024.0, 768.0), 150, 150),
            ((1024.0, 768.0), 200, 160),
        ];
        for ((width, height), chosen, expected) in cases {
            let window = vec2(width, height);
            let shown = percent(Some(chosen), window, true);
            assert_eq!(shown, expected, "{width} × {height}");
            let least = if height > width { LEAST_PORTRAIT } else { LEAST_LANDSCAPE };
            let logical = window / (f32::from(shown) / 100.0);
            assert!(logical.x >= least.x && logical.y >= least.y, "{width} × {height}: {logical}");
        }
        let window = WindowSize { whole: vec2(820.0, 1180.0), free: vec2(820.0, 1180.0), has_board: true };
        assert_eq!((larger(100, window, true), larger(180, window, true)), (Some(110), None));
    }

    #[test]
    fn letters_do_not_shrink_on_an_upright_tablet() {
        let tablets = [(768.0, 1024.0), (800.0, 1000.0), (820.0, 1180.0), (600.0, 800.0), (834.0, 1112.0)];
        for (width, height) in tablets {
            for (chosen, fingers) in [(None, false), (None, true), (Some(80), true)] {
                let shown = percent(chosen, vec2(width, height), fingers);
                assert!(shown >= 100, "{width} × {height}: {shown} %");
            }
        }
    }

    #[test]
    fn a_phone_never_shows_everything_smaller_unless_it_is_tiny() {
        assert_eq!(percent(Some(80), vec2(390.0, 844.0), false), 100);
        assert_eq!(percent(Some(150), vec2(390.0, 844.0), false), 105);
        assert_eq!(percent(None, vec2(320.0, 568.0), false), 85);
    }

    #[test]
    fn what_a_notch_covers_is_no_room_for_the_contents() {
        let (whole, free) = (vec2(640.0, 360.0), vec2(546.0, 339.0));
        assert_eq!(super::percent(None, WindowSize { whole, free, has_board: true }, true), 85);
        let (whole, free) = (vec2(844.0, 390.0), vec2(750.0, 369.0));
        assert_eq!(super::percent(None, WindowSize { whole, free, has_board: true }, true), 100);
    }

    #[test]
    fn steps_go_through_the_choices_as_far_as_the_window_has_room() {
        let window = vec2(1280.0, 820.0);
        let larger =
            |current| larger(current, WindowSize { whole: window, free: window, has_board: true }, false);
        assert_eq!(larger(100), Some(110));
        assert_eq!(larger(110), Some(125));
        assert_eq!(percent(Some(150), window, false), 125);
        assert_eq!(larger(125), None);
        assert_eq!(smaller(120), Some(110));
        assert_eq!(smaller(80), None);
    }
}
