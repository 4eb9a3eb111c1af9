//! Turns the touches of a screen into the events of one pointer.
//!
//! The first finger is the pointer, and a second one cancels what it does. A finger that stays in its place does
//! what the right button of a mouse does.

use super::scene::Point;

/// How far a finger may move while it taps or is held, in logical pixels.
const STILL: f32 = 9.0;
/// How long a finger must be held, in seconds.
const LONG_PRESS_S: f64 = 0.45;
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
}

/// The fingers on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fingers {
    first: Option<Finger>,
    /// How many fingers are on the screen.
    count: u32,
}

#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    down: Point,
    at: Point,
    /// How long it has been held, and until when that is counted.
    held_s: f64,
    counted_s: f64,
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
    pub fn started(&mut self, id: u64, at: Point, now_s: f64) -> Option<Gesture> {
        self.count += 1;
        if self.count > 1 {
            return self.first.take().map(|_| Gesture::Cancelled);
        }
        self.first = Some(Finger { id, down: at, at, held_s: 0.0, counted_s: now_s, stage: Stage::Still });
        Some(Gesture::Down(at))
    }

    /// Handles the movement of a finger.
    pub fn moved(&mut self, id: u64, to: Point) -> Vec<Gesture> {
        let Some(finger) = self.first.as_mut().filter(|finger| finger.id == id) else { return Vec::new() };
        finger.at = to;
        if finger.stage == Stage::Still && finger.down.distance(to) > STILL {
            finger.stage = Stage::Drags;
            return vec![Gesture::DragBegan(finger.down), Gesture::Dragged(to)];
        }
        if finger.stage == Stage::Still { Vec::new() } else { vec![Gesture::Dragged(to)] }
    }

    /// Handles a finger that leaves the screen.
    pub fn ended(&mut self, id: u64, at: Point) -> Option<Gesture> {
        self.count = self.count.saturating_sub(1);
        let finger = self.first.take_if(|finger| finger.id == id)?;
        Some(match finger.stage {
            Stage::Still => Gesture::Tapped(finger.down),
            Stage::Drags => Gesture::Dropped(at),
            Stage::Held => Gesture::HoldEnded(at),
        })
    }

    /// Handles a touch that the system took back.
    pub fn cancelled(&mut self, id: u64) -> Option<Gesture> {
        self.count = self.count.saturating_sub(1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    const HERE: Point = pos2(100.0, 200.0);

    fn down() -> Fingers {
        let mut fingers = Fingers::default();
        assert_eq!(fingers.started(7, HERE, 10.0), Some(Gesture::Down(HERE)));
        fingers
    }

    #[test]
    fn a_finger_that_hardly_moves_taps() {
        let mut fingers = down();
        assert_eq!(fingers.moved(7, HERE + egui::vec2(5.0, 5.0)), []);
        assert_eq!(fingers.tick(10.3), None);
        assert_eq!(fingers.ended(7, HERE), Some(Gesture::Tapped(HERE)));
        assert!(!fingers.is_waiting());
    }

    #[test]
    fn a_finger_that_moves_drags_from_where_it_touched() {
        let (mut fingers, there) = (down(), pos2(100.0, 120.0));
        assert_eq!(fingers.moved(7, there), [Gesture::DragBegan(HERE), Gesture::Dragged(there)]);
        assert_eq!(fingers.tick(20.0), None, "a drag does not become a long press");
        assert_eq!(fingers.moved(7, HERE), [Gesture::Dragged(HERE)]);
        assert_eq!(fingers.ended(7, there), Some(Gesture::Dropped(there)));
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
        assert_eq!(fingers.ended(7, there), Some(Gesture::HoldEnded(there)));
    }

    #[test]
    fn a_tap_during_a_slow_frame_is_no_long_press() {
        let mut fingers = down();
        assert_eq!(fingers.tick(12.0), None);
        assert_eq!(fingers.ended(7, HERE), Some(Gesture::Tapped(HERE)));
    }

    #[test]
    fn a_second_finger_cancels_the_first_until_all_are_gone() {
        let mut fingers = down();
        assert_eq!(fingers.started(8, HERE, 10.1), Some(Gesture::Cancelled));
        assert_eq!(fingers.moved(7, pos2(0.0, 0.0)), []);
        assert_eq!(fingers.ended(7, HERE), None);
        assert_eq!(fingers.started(9, HERE, 10.2), None);
        assert_eq!((fingers.ended(9, HERE), fingers.ended(8, HERE)), (None, None));
        assert_eq!(fingers.started(10, HERE, 10.3), Some(Gesture::Down(HERE)));
        assert_eq!(fingers.cancelled(10), Some(Gesture::Cancelled));
    }
}
