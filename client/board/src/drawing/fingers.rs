//! Turns the touches of a screen into the events of one pointer.
//!
//! The first finger is the pointer. A second one cancels what it does, and both together enlarge and move the board.
//! A finger that stays in its place does what the right button of a mouse does.

use super::scene::{Point, Size};

/// How far a finger may move while it taps or is held, in logical pixels.
const STILL: f32 = 9.0;
/// How long a finger must be held, in seconds.
const LONG_PRESS_S: f64 = 0.45;
/// How far apart, in logical pixels, and how long after each other, in seconds, two taps are one double tap.
const DOUBLE_TAP: f32 = 24.0;
const DOUBLE_TAP_S: f64 = 0.45;
/// Fingers nearer than this, in logical pixels, do not say how far they move apart.
const LEAST_SPAN: f32 = 8.0;
/// The most that counts of the time between two frames, in seconds. While a slow machine draws, the news
/// that the finger has left waits, and a tap must not become a long press.
const LONGEST_FRAME_S: f64 = 0.1;

/// What a finger does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// It touched the screen here. It may become a tap, a drag, or a long press.
    Down(Point),
    /// It left the screen where it touched it.
    Tapped(Point),
    /// It began to move from here.
    DragBegan(Point),
    /// It moved here.
    Dragged(Point),
    /// It left the screen here after it moved.
    Dropped(Point),
    /// It has been held here.
    Held(Point),
    /// It left the screen here after it was held; it may have moved.
    HoldEnded(Point),
    /// A second finger, or the system, cancelled what it did.
    Cancelled,
    /// It tapped the same place twice.
    DoubleTapped(Point),
    /// Two fingers moved.
    Pinched {
        /// The middle between them now.
        at: Point,
        /// How far the middle moved.
        by: Size,
        /// How much farther apart they are.
        factor: f32,
    },
}

/// The fingers on the screen.
#[derive(Clone, Debug, Default)]
pub struct Fingers {
    first: Option<Finger>,
    /// Two fingers that enlarge the board, with their places.
    pinch: Option<[(u64, Point); 2]>,
    /// Where the last tap was, and when.
    tapped: Option<(Point, f64)>,
    /// All of them, and where they touched it.
    down: Vec<(u64, Point)>,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    down: Point,
    at: Point,
    /// How long it has been held, and until when that is counted.
    held_s: f64,
    counted_s: f64,
    /// Whether it touched the place of a tap soon after it.
    is_second_tap: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Still,
    Drags,
    Held,
}

impl Fingers {
    /// Handles a finger that touches the screen.
    ///
    /// A browser may report one twice, and need not report that one has left: then it is back in another place.
    pub fn started(&mut self, id: u64, at: Point, now_s: f64) -> Vec<Gesture> {
        if self.down.contains(&(id, at)) {
            return Vec::new();
        }
        let mut gestures = Vec::from_iter(self.cancelled(id));
        gestures.extend(self.touched(id, at, now_s));
        gestures
    }

    /// Handles a finger that was not on the screen.
    fn touched(&mut self, id: u64, at: Point, now_s: f64) -> Option<Gesture> {
        self.down.push((id, at));
        if self.down.len() > 1 {
            let first = self.first.take();
            self.pinch = first.filter(|_| self.down.len() == 2).map(|first| [(first.id, first.at), (id, at)]);
            return first.map(|_| Gesture::Cancelled);
        }
        let is_second_tap = self
            .tapped
            .take()
            .is_some_and(|(tapped, at_s)| now_s - at_s < DOUBLE_TAP_S && tapped.distance(at) < DOUBLE_TAP);
        let (held_s, stage) = (0.0, Stage::Still);
        self.first = Some(Finger { id, down: at, at, held_s, counted_s: now_s, is_second_tap, stage });
        Some(Gesture::Down(at))
    }

    /// Handles the movement of a finger.
    pub fn moved(&mut self, id: u64, to: Point) -> Vec<Gesture> {
        if let Some(pinch) = &mut self.pinch {
            return pinched(pinch, id, to).into_iter().collect();
        }
        let Some(finger) = self.first.as_mut().filter(|finger| finger.id == id) else { return Vec::new() };
        finger.at = to;
        if finger.stage == Stage::Still && finger.down.distance(to) > STILL {
            finger.stage = Stage::Drags;
            return vec![Gesture::DragBegan(finger.down), Gesture::Dragged(to)];
        }
        if finger.stage == Stage::Still { Vec::new() } else { vec![Gesture::Dragged(to)] }
    }

    /// Handles a finger that leaves the screen.
    pub fn ended(&mut self, id: u64, at: Point) -> Vec<Gesture> {
        self.left(id);
        let Some(finger) = self.first.take_if(|finger| finger.id == id) else { return Vec::new() };
        match finger.stage {
            Stage::Still if finger.is_second_tap => {
                vec![Gesture::Tapped(finger.down), Gesture::DoubleTapped(finger.down)]
            }
            Stage::Still => {
                self.tapped = Some((finger.down, finger.counted_s));
                vec![Gesture::Tapped(finger.down)]
            }
            Stage::Drags => vec![Gesture::Dropped(at)],
            Stage::Held => vec![Gesture::HoldEnded(at)],
        }
    }

    /// Forgets a finger that is not on the screen any more.
    fn left(&mut self, id: u64) {
        self.down.retain(|(finger, _)| *finger != id);
        self.pinch.take_if(|pinch| pinch.iter().any(|(finger, _)| *finger == id));
    }

    /// Handles a touch that the system took back.
    pub fn cancelled(&mut self, id: u64) -> Option<Gesture> {
        self.left(id);
        self.first.take_if(|finger| finger.id == id).map(|_| Gesture::Cancelled)
    }

    /// Forgets all fingers.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Handles that time passes: a finger that is still may have been held long enough.
    pub fn tick(&mut self, now_s: f64) -> Option<Gesture> {
        let finger = self.first.as_mut().filter(|finger| finger.stage == Stage::Still)?;
        finger.held_s += (now_s - finger.counted_s).min(LONGEST_FRAME_S);
        finger.counted_s = now_s;
        if finger.held_s < LONG_PRESS_S {
            return None;
        }
        finger.stage = Stage::Held;
        Some(Gesture::Held(finger.at))
    }

    /// Whether a finger waits to become a long press, so that time must pass.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.first.is_some_and(|finger| finger.stage == Stage::Still)
    }
}

/// Moves one of two fingers.
fn pinched(pinch: &mut [(u64, Point); 2], id: u64, to: Point) -> Option<Gesture> {
    let measures = |[(_, one), (_, other)]: &[(u64, Point); 2]| (one.lerp(*other, 0.5), one.distance(*other));
    let (middle, span) = measures(pinch);
    pinch.iter_mut().find(|(finger, _)| *finger == id)?.1 = to;
    let (at, now) = measures(pinch);
    let factor = if span.min(now) < LEAST_SPAN { 1.0 } else { now / span };
    Some(Gesture::Pinched { at, by: at - middle, factor })
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::pos2;

    const HERE: Point = pos2(100.0, 200.0);

    fn down() -> Fingers {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.started(7, HERE, 10.0), [Gesture::Down(HERE)]);
        fingers
    }

    #[test]
    fn a_finger_that_hardly_moves_taps() {
        let mut fingers = down();
        assert_eq!(fingers.moved(7, HERE + emath::vec2(5.0, 5.0)), []);
        assert_eq!(fingers.tick(10.3), None);
        assert_eq!(fingers.ended(7, HERE), [Gesture::Tapped(HERE)]);
        assert!(!fingers.is_waiting());
    }

    #[test]
    fn a_finger_that_moves_drags_from_where_it_touched() {
        let (mut fingers, there) = (down(), pos2(100.0, 120.0));
        assert_eq!(fingers.moved(7, there), [Gesture::DragBegan(HERE), Gesture::Dragged(there)]);
        assert_eq!(fingers.tick(20.0), None, "a drag does not become a long press");
        assert_eq!(fingers.moved(7, HERE), [Gesture::Dragged(HERE)]);
        assert_eq!(fingers.ended(7, there), [Gesture::Dropped(there)]);
    }

    #[test]
    fn a_finger_that_stays_is_held_once() {
        let mut fingers = down();
        assert!(fingers.is_waiting());
        for now_s in [10.1, 10.2, 10.3, 10.4] {
            assert_eq!(fingers.tick(now_s), None);
        }
        assert_eq!(fingers.tick(10.5), Some(Gesture::Held(HERE)));
        assert_eq!(fingers.tick(11.0), None);
        let there = pos2(300.0, 200.0);
        assert_eq!(fingers.moved(7, there), [Gesture::Dragged(there)]);
        assert_eq!(fingers.ended(7, there), [Gesture::HoldEnded(there)]);
    }

    #[test]
    fn a_tap_during_a_slow_frame_is_no_long_press() {
        let mut fingers = down();
        assert_eq!(fingers.tick(12.0), None);
        assert_eq!(fingers.ended(7, HERE), [Gesture::Tapped(HERE)]);
    }

    #[test]
    fn a_second_finger_cancels_the_first_until_all_are_gone() {
        let mut fingers = down();
        assert_eq!(fingers.started(8, HERE, 10.1), [Gesture::Cancelled]);
        assert_eq!(fingers.ended(7, HERE), []);
        assert_eq!(fingers.moved(8, pos2(0.0, 0.0)), [], "one finger is left of two");
        assert_eq!(fingers.started(9, HERE, 10.2), []);
        assert_eq!([fingers.ended(9, HERE), fingers.ended(8, HERE)], [[], []]);
        assert_eq!(fingers.started(10, HERE, 10.3), [Gesture::Down(HERE)]);
        assert_eq!(fingers.cancelled(10), Some(Gesture::Cancelled));
    }

    #[test]
    fn two_fingers_pinch_around_their_middle() {
        let mut fingers = Fingers::default();
        fingers.started(1, pos2(100.0, 100.0), 0.0);
        assert_eq!(fingers.started(2, pos2(200.0, 100.0), 0.1), [Gesture::Cancelled]);
        let pinched = |at, by, factor| Gesture::Pinched { at, by, factor };
        let apart = fingers.moved(2, pos2(300.0, 100.0));
        assert_eq!(apart, [pinched(pos2(200.0, 100.0), emath::vec2(50.0, 0.0), 2.0)]);
        let aside = [fingers.moved(1, pos2(100.0, 140.0)), fingers.moved(2, pos2(300.0, 140.0))].concat();
        let moved: f32 =
            aside.iter().map(|it| if let Gesture::Pinched { by, .. } = it { by.y } else { 0.0 }).sum();
        assert!((moved - 40.0).abs() < 0.01, "{aside:?}");
        // a third finger ends it
        assert_eq!(fingers.started(3, HERE, 0.2), []);
        assert_eq!(fingers.ended(1, HERE), []);
        assert_eq!(fingers.moved(2, HERE), []);
    }

    #[test]
    fn two_fingers_that_are_reported_twice_pinch() {
        let mut fingers = Fingers::default();
        let places = [(1, pos2(100.0, 100.0)), (2, pos2(200.0, 100.0))];
        let gestures: Vec<_> =
            [places, places].concat().into_iter().flat_map(|(id, at)| fingers.started(id, at, 0.0)).collect();
        assert_eq!(gestures, [Gesture::Down(pos2(100.0, 100.0)), Gesture::Cancelled]);
        let gestures = fingers.moved(2, pos2(300.0, 100.0));
        assert!(matches!(gestures[..], [Gesture::Pinched { factor: 2.0, .. }]), "{gestures:?}");
        let gestures: Vec<_> =
            [places, places].concat().into_iter().flat_map(|(id, at)| fingers.ended(id, at)).collect();
        assert_eq!((gestures, fingers.started(3, HERE, 1.0)), (vec![], vec![Gesture::Down(HERE)]));
    }

    #[test]
    fn a_finger_of_which_the_end_was_not_reported_touches_again() {
        let (mut fingers, there) = (down(), pos2(0.0, 0.0));
        assert_eq!(fingers.started(7, there, 20.0), [Gesture::Cancelled, Gesture::Down(there)]);
        assert_eq!(fingers.ended(7, there), [Gesture::Tapped(there)]);
    }

    #[test]
    fn two_quick_taps_of_one_place_are_a_double_tap() {
        let tap = |fingers: &mut Fingers, at, at_s| {
            fingers.started(1, at, at_s);
            fingers.ended(1, at)
        };
        let mut fingers = Fingers::default();
        let double = [Gesture::Tapped(HERE), Gesture::DoubleTapped(HERE)];
        assert_eq!(tap(&mut fingers, HERE, 1.0), [Gesture::Tapped(HERE)]);
        assert_eq!(tap(&mut fingers, HERE, 1.2), double);
        assert_eq!(tap(&mut fingers, HERE, 1.3), [Gesture::Tapped(HERE)], "a third tap begins anew");
        assert_eq!(tap(&mut fingers, HERE, 3.0), [Gesture::Tapped(HERE)], "too late");
        assert_eq!(tap(&mut fingers, pos2(0.0, 0.0), 3.1), [Gesture::Tapped(pos2(0.0, 0.0))], "too far");
    }
}
