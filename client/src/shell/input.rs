//! Converts the window's events to egui's events and to pointer events of the board.
//!
//! Unlike egui-miniquad, it drops text while Ctrl or the logo key is held (Ctrl+V types no
//! "v"), scales positions correctly, and ignores unknown mouse buttons.

use crate::core::drawing::scene::{Point, Pointer, Size};
use egui::{Event, Key, Modifiers, PointerButton, RawInput, Rect};
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, MouseButton};

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

    /// Takes egui's input of this frame.
    pub(super) fn raw(&mut self, window: Size, time: f64) -> RawInput {
        RawInput {
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
        Self { subscriber: register_input_subscriber(), queue: Queue::default() }
    }

    /// Takes the events since the last call. `scale` is the number of pixels per logical pixel.
    pub(super) fn drain(&mut self, scale: f32) -> Frame {
        self.queue.scale = scale;
        repeat_all_miniquad_input(&mut self.queue, self.subscriber);
        Frame {
            events: std::mem::take(&mut self.queue.events),
            pointer: std::mem::take(&mut self.queue.pointer),
            releases: self.queue.releases,
            modifiers: self.queue.modifiers,
        }
    }
}

impl Queue {
    fn place(&self, x: f32, y: f32) -> Point {
        Point::new(x / self.scale, y / self.scale)
    }

    fn button(&mut self, button: MouseButton, x: f32, y: f32, pressed: bool) {
        let pos = self.place(x, y);
        let egui_button = match button {
            MouseButton::Left => PointerButton::Primary,
            MouseButton::Right => PointerButton::Secondary,
            MouseButton::Middle => PointerButton::Middle,
            MouseButton::Unknown => return,
        };
        self.pointer.push(match (egui_button, pressed) {
            (PointerButton::Primary, true) => Pointer::Pressed(pos),
            (PointerButton::Primary, false) => Pointer::Released(pos),
            (_, true) => Pointer::Secondary(pos),
            (_, false) => Pointer::SecondaryReleased { at: pos, modifiers: self.modifiers },
        });
        let modifiers = self.modifiers;
        self.events.push(Event::PointerButton { pos, button: egui_button, pressed, modifiers });
    }

    /// Records which keys are held from now on.
    fn hold(&mut self, modifiers: Modifiers) {
        if self.modifiers != modifiers {
            self.modifiers = modifiers;
            self.pointer.push(Pointer::Modifiers(modifiers));
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

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
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
        self.pointer.push(Pointer::Cancelled);
        self.events.push(Event::PointerGone);
    }
}

/// Whether a character is text. The window also reports control and function keys as characters.
fn is_text(character: char) -> bool {
    let private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}');
    !private && !character.is_control()
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

#[expect(clippy::wildcard_enum_match_arm, reason = "the window reports many more keys than egui uses")]
fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Down => Key::ArrowDown,
        KeyCode::Left => Key::ArrowLeft,
        KeyCode::Right => Key::ArrowRight,
        KeyCode::Up => Key::ArrowUp,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Space => Key::Space,
        KeyCode::Insert => Key::Insert,
        KeyCode::Delete => Key::Delete,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F1 => Key::F1,
        KeyCode::F11 => Key::F11,
        KeyCode::Equal => Key::Equals,
        KeyCode::KpAdd => Key::Plus,
        KeyCode::Minus | KeyCode::KpSubtract => Key::Minus,
        KeyCode::Key0 | KeyCode::Kp0 => Key::Num0,
        KeyCode::A => Key::A,
        KeyCode::F => Key::F,
        KeyCode::O => Key::O,
        KeyCode::S => Key::S,
        KeyCode::U => Key::U,
        KeyCode::W => Key::W,
        KeyCode::Y => Key::Y,
        KeyCode::Z => Key::Z,
        _ => return None,
    })
}
