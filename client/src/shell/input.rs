//! Converts the window's events to egui's events and to pointer events of the board.
//!
//! Unlike egui-miniquad, it drops text while Ctrl or the logo key is held (Ctrl+V types no
//! "v"), scales positions correctly, and ignores unknown mouse buttons.

use chuhe_model::drawing::fingers::{Fingers, Gesture};
use chuhe_model::drawing::scene::{self, Device, Point, Pointer, Size};
use egui::{Event, Key, Modifiers, PointerButton, RawInput, Rect, ViewportId, ViewportInfo};
use macroquad::input::simulate_mouse_with_touch;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase};

/// Collects the events between two frames.
pub(super) struct Input {
    subscriber: usize,
    queue: Queue,
}

#[derive(Default)]
struct Queue {
    scale: f32,
    modifiers: Modifiers,
    events: Vec<Event>,
    pointer: Vec<Pointer>,
    releases: u32,
    fingers: Fingers,
    /// Whether the last pointer event was one of a finger.
    by_finger: bool,
    /// Whether the left button of the mouse is held.
    is_held: bool,
}

/// One frame's events.
pub(super) struct Frame {
    /// Events for egui.
    pub(super) events: Vec<Event>,
    /// Pointer events for the board.
    pub(super) pointer: Vec<Pointer>,
    /// How many keys and buttons have been released so far.
    pub(super) releases: u32,
    modifiers: Modifiers,
}

impl Frame {
    /// Records which keys are held from now on.
    #[cfg(target_family = "wasm")]
    pub(super) fn hold(&mut self, modifiers: Modifiers) {
        self.modifiers = modifiers;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.pointer.is_empty()
    }

    /// Takes egui's input of this frame. `scale` is the number of pixels per logical pixel.
    ///
    /// egui has the scale with the size: after `set_pixels_per_point`, it would show the next frame in the size of the
    /// last one.
    pub(super) fn raw(&mut self, window: Size, scale: f32, time: f64) -> RawInput {
        let native_pixels_per_point = Some(scale);
        let info = ViewportInfo { native_pixels_per_point, ..ViewportInfo::default() };
        RawInput {
            viewports: [(ViewportId::ROOT, info)].into_iter().collect(),
            screen_rect: Some(Rect::from_min_size(Point::ZERO, window)),
            time: Some(time),
            modifiers: self.modifiers,
            events: std::mem::take(&mut self.events),
            max_texture_side: Some(4096),
            ..RawInput::default()
        }
    }
}

impl Input {
    pub(super) fn new() -> Self {
        // the events of touches are handled here
        simulate_mouse_with_touch(false);
        Self { subscriber: register_input_subscriber(), queue: Queue::default() }
    }

    /// Releases the left button at this pixel outside of the window, which receives no such release.
    pub(super) fn release_outside(&mut self, at: (f32, f32)) {
        self.queue.release_outside(at);
    }

    /// Takes the events since the last call. `scale` is the number of pixels per logical pixel.
    pub(super) fn drain(&mut self, scale: f32) -> Frame {
        self.queue.scale = scale;
        repeat_all_miniquad_input(&mut self.queue, self.subscriber);
        self.queue.wait_for_long_press(miniquad::date::now());
        Frame {
            events: std::mem::take(&mut self.queue.events),
            pointer: std::mem::take(&mut self.queue.pointer),
            releases: self.queue.releases,
            modifiers: self.queue.modifiers,
        }
    }

    /// Leaves a click, Escape or Tab that follows typed text to the next frame, and what follows Enter. egui would take
    /// the keyboard from the field before the text reaches it, and the text would be lost, or be that of another field.
    pub(super) fn hold_back_what_ends_typing(&mut self, frame: &mut Frame) {
        self.queue.hold_back_what_ends_typing(frame);
    }
}

impl Queue {
    fn hold_back_what_ends_typing(&mut self, frame: &mut Frame) {
        let is_typed = |event: &Event| {
            matches!(event, Event::Text(_) | Event::Key { .. } | Event::Paste(_) | Event::Ime(_))
        };
        let is_click = |event: &Event| matches!(event, Event::PointerButton { pressed: true, .. });
        let is_press = |event: &Event, keys: &[Key]| matches!(event, Event::Key { key, pressed: true, .. } if keys.contains(key));
        let ends_typing = |event: &Event| is_click(event) || is_press(event, &[Key::Escape, Key::Tab]);
        let Some(typed) = frame.events.iter().position(is_typed) else { return };
        let after = typed + 1;
        let end = frame.events.iter().skip(after).position(ends_typing).map(|end| after + end);
        // a line is sent, and its field has the keyboard again with the next frame
        let sent = frame.events.iter().position(|event| is_press(event, &[Key::Enter])).map(|sent| sent + 1);
        let Some(end) = end.into_iter().chain(sent).min() else { return };
        self.events = frame.events.split_off(end);
        if self.events.iter().any(is_click) {
            self.pointer = std::mem::take(&mut frame.pointer);
        }
        let is_release = |event: &&Event| {
            matches!(event, Event::PointerButton { pressed: false, .. } | Event::Key { pressed: false, .. })
        };
        frame.releases = frame.releases.wrapping_sub(self.events.iter().filter(is_release).count() as u32);
    }

    fn release_outside(&mut self, (x, y): (f32, f32)) {
        if self.is_held {
            self.mouse_button_up_event(MouseButton::Left, x, y);
        }
    }

    fn place(&self, x: f32, y: f32) -> Point {
        Point::new(x / self.scale, y / self.scale)
    }

    /// Keeps frames coming until a finger on the screen has become a tap, a drag or a long press.
    fn wait_for_long_press(&mut self, now_s: f64) {
        if let Some(gesture) = self.fingers.tick(now_s) {
            self.gesture(gesture);
        } else if self.fingers.is_waiting() {
            self.pointer.push(Pointer::By(Device::Finger));
        }
    }

    /// Passes a gesture on: to egui as the left button at once, to the board once it is clear what it is.
    fn gesture(&mut self, gesture: Gesture) {
        use PointerButton::{Primary, Secondary};
        self.by_finger = true;
        match gesture {
            Gesture::Down(at) => {
                self.events.push(Event::PointerMoved(at));
                self.egui_button(Primary, at, true);
            }
            Gesture::Tapped(at) => {
                self.pointer.extend([
                    Pointer::By(Device::Finger),
                    Pointer::Pressed(at),
                    Pointer::Released(at),
                ]);
                self.egui_button(Primary, at, false);
                self.lift_finger();
            }
            Gesture::DragBegan(from) => {
                self.pointer.extend([Pointer::By(Device::Finger), Pointer::Pressed(from)]);
            }
            Gesture::Dragged(to) => {
                self.pointer.push(Pointer::Moved(to));
                self.events.push(Event::PointerMoved(to));
            }
            Gesture::Dropped(at) => {
                self.pointer.extend([Pointer::Moved(at), Pointer::Released(at)]);
                self.egui_button(Primary, at, false);
                self.lift_finger();
            }
            Gesture::Held(at) => {
                self.release_nowhere();
                self.pointer.extend([Pointer::By(Device::Finger), Pointer::Secondary(at)]);
                self.events.push(Event::PointerMoved(at));
                self.egui_button(Secondary, at, true);
            }
            Gesture::HoldEnded(at) => {
                self.pointer.push(Pointer::SecondaryReleased { at, modifiers: held(self.modifiers) });
                self.egui_button(Secondary, at, false);
                self.lift_finger();
            }
            Gesture::Cancelled => {
                self.release_nowhere();
                self.lift_finger();
            }
            Gesture::DoubleTapped(at) => self.pointer.push(Pointer::DoubleTapped(at)),
            Gesture::Pinched { at, by, factor } => {
                self.pointer.push(Pointer::Pinched { at, by, factor });
            }
        }
    }

    fn egui_button(&mut self, button: PointerButton, pos: Point, pressed: bool) {
        let modifiers = self.modifiers;
        self.events.push(Event::PointerButton { pos, button, pressed, modifiers });
    }

    /// Ends a press of egui without a click on what is below the finger.
    fn release_nowhere(&mut self) {
        let nowhere = Point::new(-1e4, -1e4);
        self.events.push(Event::PointerMoved(nowhere));
        self.egui_button(PointerButton::Primary, nowhere, false);
    }

    /// Ends every look of something below the pointer: a finger that is gone is over nothing.
    fn lift_finger(&mut self) {
        self.pointer.push(Pointer::Cancelled);
        self.events.push(Event::PointerGone);
        self.releases = self.releases.wrapping_add(1);
    }

    /// Notices that the mouse is used again.
    fn use_mouse(&mut self) {
        if std::mem::take(&mut self.by_finger) {
            self.pointer.push(Pointer::By(Device::Mouse));
        }
    }

    fn button(&mut self, button: MouseButton, x: f32, y: f32, pressed: bool) {
        self.use_mouse();
        let pos = self.place(x, y);
        let egui_button = match button {
            MouseButton::Left => PointerButton::Primary,
            MouseButton::Right => PointerButton::Secondary,
            MouseButton::Middle => PointerButton::Middle,
            MouseButton::Unknown => return,
        };
        if button == MouseButton::Left {
            self.is_held = pressed;
        }
        self.pointer.push(match (egui_button, pressed) {
            (PointerButton::Primary, true) => Pointer::Pressed(pos),
            (PointerButton::Primary, false) => Pointer::Released(pos),
            (_, true) => Pointer::Secondary(pos),
            (_, false) => Pointer::SecondaryReleased { at: pos, modifiers: held(self.modifiers) },
        });
        let modifiers = self.modifiers;
        self.events.push(Event::PointerButton { pos, button: egui_button, pressed, modifiers });
    }

    /// Records which keys are held from now on.
    fn hold(&mut self, modifiers: Modifiers) {
        if self.modifiers != modifiers {
            self.modifiers = modifiers;
            self.pointer.push(Pointer::Modifiers(held(modifiers)));
        }
    }

    fn key(&mut self, code: KeyCode, pressed: bool) {
        let Some(key) = key(code) else { return };
        let modifiers = self.modifiers;
        self.events.push(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
    }
}

impl EventHandler for Queue {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        let at = self.place(x, y);
        let gestures = match phase {
            TouchPhase::Started => self.fingers.started(id, at, miniquad::date::now()),
            TouchPhase::Moved => self.fingers.moved(id, at),
            TouchPhase::Ended => self.fingers.ended(id, at),
            TouchPhase::Cancelled => self.fingers.cancelled(id).into_iter().collect(),
        };
        for gesture in gestures {
            self.gesture(gesture);
        }
    }

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.use_mouse();
        let pos = self.place(x, y);
        // only the last of several movements in a frame matters
        if let Some(Pointer::Moved(last)) = self.pointer.last_mut() {
            *last = pos;
        } else {
            self.pointer.push(Pointer::Moved(pos));
        }
        self.events.push(Event::PointerMoved(pos));
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        let delta = egui::vec2(x, y);
        let modifiers = self.modifiers;
        self.events.push(Event::MouseWheel { unit: egui::MouseWheelUnit::Line, delta, modifiers });
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.button(button, x, y, true);
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.releases = self.releases.wrapping_add(1);
        self.button(button, x, y, false);
    }

    fn char_event(&mut self, character: char, keys: KeyMods, _repeat: bool) {
        if is_text(character) && !keys.ctrl && !keys.logo {
            self.events.push(Event::Text(character.into()));
        }
    }

    fn key_down_event(&mut self, code: KeyCode, keys: KeyMods, _repeat: bool) {
        self.hold(modifiers_with(keys, code, true));
        match (self.modifiers.command, code) {
            (true, KeyCode::X) => self.events.push(Event::Cut),
            (true, KeyCode::C) => self.events.push(Event::Copy),
            (true, KeyCode::V) => {
                if let Some(text) = miniquad::window::clipboard_get() {
                    self.events.push(Event::Paste(text.replace("\r\n", "\n")));
                }
            }
            _ => self.key(code, true),
        }
    }

    fn key_up_event(&mut self, code: KeyCode, keys: KeyMods) {
        self.releases = self.releases.wrapping_add(1);
        self.hold(modifiers_with(keys, code, false));
        self.key(code, false);
    }

    fn window_minimized_event(&mut self) {
        self.fingers.forget();
        self.pointer.push(Pointer::Cancelled);
        self.events.push(Event::PointerGone);
    }
}

/// Whether a character is text. The window also reports control and function keys as characters.
fn is_text(character: char) -> bool {
    let private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}');
    !private && !character.is_control()
}

/// The keys that are held, for the board.
const fn held(modifiers: Modifiers) -> scene::Modifiers {
    scene::Modifiers { alt: modifiers.alt, ctrl: modifiers.ctrl, shift: modifiers.shift }
}

/// The modifiers after a key: the event of a modifier key itself has those before it.
fn modifiers_with(mut keys: KeyMods, code: KeyCode, pressed: bool) -> Modifiers {
    let pairs = [
        (&mut keys.shift, [KeyCode::LeftShift, KeyCode::RightShift]),
        (&mut keys.ctrl, [KeyCode::LeftControl, KeyCode::RightControl]),
        (&mut keys.alt, [KeyCode::LeftAlt, KeyCode::RightAlt]),
        (&mut keys.logo, [KeyCode::LeftSuper, KeyCode::RightSuper]),
    ];
    for (modifier, codes) in pairs {
        if codes.contains(&code) {
            *modifier = pressed;
        }
    }
    modifiers(keys)
}

fn modifiers(keys: KeyMods) -> Modifiers {
    let mac = cfg!(target_os = "macos");
    Modifiers {
        alt: keys.alt,
        ctrl: keys.ctrl,
        shift: keys.shift,
        mac_cmd: mac && keys.logo,
        command: if mac { keys.logo } else { keys.ctrl },
    }
}

/// The key as egui knows it: the names of both are alike.
fn key(code: KeyCode) -> Option<Key> {
    let name = format!("{code:?}").replace("KpAdd", "Plus").replace("Subtract", "Minus");
    Key::from_name(name.trim_start_matches("Key").trim_start_matches("Kp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> Queue {
        Queue { scale: 2.0, ..Queue::default() }
    }

    fn touched(queue: &mut Queue, steps: &[(TouchPhase, u64, f32, f32)]) -> (Vec<Pointer>, Vec<Event>) {
        for &(phase, id, x, y) in steps {
            queue.touch_event(phase, id, x, y);
        }
        (std::mem::take(&mut queue.pointer), std::mem::take(&mut queue.events))
    }

    #[test]
    fn the_first_frame_after_a_turn_has_the_new_size_also_at_another_scale() {
        let ctx = egui::Context::default();
        let sized = |window: Size, scale: f32| {
            let mut frame =
                Frame { events: Vec::new(), pointer: Vec::new(), releases: 0, modifiers: Modifiers::NONE };
            let mut shown = None;
            let output = ctx.run(frame.raw(window, scale, 0.0), |ctx| shown = Some(ctx.screen_rect().size()));
            assert_eq!(output.pixels_per_point, scale);
            shown
        };
        for (window, scale) in
            [(Size::new(412.0, 915.0), 1.0), (Size::new(675.0, 312.0), 1.25), (Size::new(412.0, 915.0), 1.0)]
        {
            assert_eq!(sized(window, scale), Some(window));
        }
    }

    #[test]
    fn a_drag_ends_where_the_button_is_released_outside_of_the_window() {
        let mut queue = queue();
        queue.mouse_button_down_event(MouseButton::Left, 100.0, 40.0);
        queue.pointer.clear();
        // the second time there is nothing to release
        for _ in 0..2 {
            queue.release_outside((3_000.0, 900.0));
        }
        let released = Pointer::Released(Point::new(1_500.0, 450.0));
        assert_eq!((&queue.pointer[..], queue.releases), (&[released][..], 1));
    }

    #[test]
    fn a_click_waits_until_the_text_before_it_has_reached_its_field() {
        let button = |pressed| {
            let (pos, button) = (Point::ZERO, PointerButton::Primary);
            Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
        };
        let text = || Event::Text("n".to_owned());
        let frame_of = |events: Vec<Event>| Frame {
            events,
            pointer: vec![Pointer::Pressed(Point::ZERO)],
            releases: 7,
            modifiers: Modifiers::NONE,
        };
        let mut queue = queue();
        let mut frame = frame_of(vec![text(), text(), button(true), button(false), text()]);
        queue.hold_back_what_ends_typing(&mut frame);
        assert_eq!((frame.events, frame.releases), (vec![text(), text()], 6));
        assert_eq!((frame.pointer, queue.pointer.len()), (vec![], 1));
        assert_eq!(queue.events, [button(true), button(false), text()]);

        let mut queue = self::queue();
        let mut click = frame_of(vec![button(true), button(false), text()]);
        queue.hold_back_what_ends_typing(&mut click);
        assert_eq!((click.events.len(), click.pointer.len(), click.releases), (3, 1, 7));
        assert_eq!(queue.events, []);
    }

    #[test]
    fn each_tab_and_what_follows_enter_wait_for_a_frame_of_their_own() {
        let press = |key| {
            let (physical_key, repeat, modifiers) = (None, false, Modifiers::NONE);
            Event::Key { key, physical_key, pressed: true, repeat, modifiers }
        };
        let text = |text: &str| Event::Text(text.to_owned());
        let (tab, enter) = (press(Key::Tab), press(Key::Enter));
        let mut queue = queue();
        let mut events = vec![
            text("a"),
            text("b"),
            tab.clone(),
            text("c"),
            tab.clone(),
            tab.clone(),
            text("d"),
            enter.clone(),
            text("e"),
        ];
        let mut frames = Vec::new();
        while !events.is_empty() {
            let mut frame = Frame { events, pointer: Vec::new(), releases: 0, modifiers: Modifiers::NONE };
            queue.hold_back_what_ends_typing(&mut frame);
            frames.push(frame.events);
            events = std::mem::take(&mut queue.events);
        }
        let expected = [
            vec![text("a"), text("b")],
            vec![tab.clone(), text("c")],
            vec![tab.clone()],
            vec![tab, text("d"), enter],
            vec![text("e")],
        ];
        assert_eq!(frames, expected);
    }

    #[test]
    fn escape_waits_until_the_text_before_it_has_reached_its_field() {
        let key = |key, pressed| {
            let (physical_key, repeat, modifiers) = (None, false, Modifiers::NONE);
            Event::Key { key, physical_key, pressed, repeat, modifiers }
        };
        let text = Event::Text("n".to_owned());
        let held = [key(Key::Escape, true), key(Key::Escape, false)];
        let [down, up] = held.clone();
        let frame_of = |events: Vec<Event>| {
            let pointer = vec![Pointer::Moved(Point::ZERO)];
            Frame { events, pointer, releases: 7, modifiers: Modifiers::NONE }
        };
        let mut queue = queue();
        let mut frame = frame_of(vec![text.clone(), down.clone(), up.clone()]);
        queue.hold_back_what_ends_typing(&mut frame);
        assert_eq!((frame.events, frame.releases, frame.pointer.len()), (vec![text], 6, 1));
        assert_eq!(queue.events, held);

        let mut queue = self::queue();
        let mut alone = frame_of(vec![down, up]);
        queue.hold_back_what_ends_typing(&mut alone);
        assert_eq!((alone.events.len(), queue.events.len()), (2, 0));
    }

    #[test]
    fn a_tap_is_a_click_that_leaves_nothing_hovered() {
        use TouchPhase::{Ended, Started};
        let at = Point::new(50.0, 30.0);
        let (board, egui) = touched(&mut queue(), &[(Started, 1, 100.0, 60.0), (Ended, 1, 100.0, 60.0)]);
        let finger = Pointer::By(Device::Finger);
        assert_eq!(board, [finger, Pointer::Pressed(at), Pointer::Released(at), Pointer::Cancelled]);
        assert_eq!(egui.last(), Some(&Event::PointerGone));
        let presses =
            egui.iter().filter(|event| matches!(event, Event::PointerButton { pos, .. } if *pos == at));
        assert_eq!(presses.count(), 2);
    }

    #[test]
    fn a_drag_reaches_the_board_from_where_it_began() {
        use TouchPhase::{Ended, Moved, Started};
        let steps = [
            (Started, 1, 100.0, 60.0),
            (Moved, 1, 104.0, 60.0),
            (Moved, 1, 200.0, 60.0),
            (Ended, 1, 200.0, 60.0),
        ];
        let (board, _) = touched(&mut queue(), &steps);
        let (from, to) = (Point::new(50.0, 30.0), Point::new(100.0, 30.0));
        assert_eq!(board[1..3], [Pointer::Pressed(from), Pointer::Moved(to)]);
        assert!(board.contains(&Pointer::Released(to)));
    }

    #[test]
    fn a_long_press_is_the_right_button_and_clicks_nothing() {
        let mut queue = queue();
        touched(&mut queue, &[(TouchPhase::Started, 1, 100.0, 60.0)]);
        let down_s = miniquad::date::now();
        (1..=5).for_each(|frame| queue.wait_for_long_press(down_s + f64::from(frame) * 0.1));
        let (board, egui) = touched(&mut queue, &[(TouchPhase::Ended, 1, 100.0, 60.0)]);
        let at = Point::new(50.0, 30.0);
        assert!(board.contains(&Pointer::Secondary(at)), "{board:?}");
        assert!(!board.iter().any(|event| matches!(event, Pointer::Pressed(_))), "{board:?}");
        let clicked = |event: &Event| {
            let release = (PointerButton::Primary, false);
            matches!(event, Event::PointerButton { button, pressed, pos, .. } if (*button, *pressed) == release && *pos == at)
        };
        assert!(!egui.iter().any(clicked), "{egui:?}");
    }

    #[test]
    fn a_second_finger_cancels_a_drag_and_the_mouse_is_noticed_again() {
        use TouchPhase::{Moved, Started};
        let mut queue = queue();
        let steps = [(Started, 1, 100.0, 60.0), (Moved, 1, 200.0, 60.0), (Started, 2, 10.0, 10.0)];
        let (board, _) = touched(&mut queue, &steps);
        assert_eq!(board.last(), Some(&Pointer::Cancelled));
        queue.mouse_motion_event(10.0, 10.0);
        assert_eq!(queue.pointer[0], Pointer::By(Device::Mouse));
    }
}
