//! What a person does at the page: clicks or touches, keys, texts, files.

use super::Person;
use crate::driven::Page;
use crate::monkey::driver::Impossible;
use crate::monkey::real::Expected;
use crate::monkey::step::Act;
use crate::web::browser::code_of;
use crate::web::launch::{Extras, set_size};
use serde_json::{Value, json};

/// Pixels of a line that a wheel turns.
const LINE: i32 = 40;
/// How long a finger is held for what another button does, in milliseconds.
const HOLD_MS: u32 = 700;
/// How far above a finger a dragged piece is, in halves of a cell.
const LIFT_HALVES: i32 = 3;
/// The smallest window of a desktop, and of a phone, in CSS pixels.
const LEAST: (i32, i32) = (320, 320);
/// Presses the button of a node of the mirror, if there is one that can be pressed.
const PRESS_NODE: &str = "
    const node = document.querySelector(`#mirror [data-id=\"${CSS.escape(arguments[0])}\"]`);
    const button = node?.querySelector(':scope > button');
    if (!button || button.getAttribute('aria-disabled') === 'true') return false;
    button.click();
    return true;";
/// Tells whether the canvas is what is at a place, rather than the mirror, which is seen while it has the keyboard.
const IS_CANVAS: &str = "return document.elementFromPoint(arguments[0], arguments[1])?.id === 'glcanvas';";
/// Tells whether the page covers the screen. Firefox never answers who gives it another size then.
const HAS_SCREEN: &str = "return window.fullScreen || document.fullscreenElement !== null;";
/// Pastes a text where the keyboard is.
const PASTE: &str = "
    const data = new DataTransfer();
    data.setData('text/plain', arguments[0]);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));";
/// Drops a file on the page.
const DROP: &str = "
    const data = new DataTransfer();
    data.items.add(new File([arguments[1]], arguments[0]));
    const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.getElementById('glcanvas').dispatchEvent(event);";

/// Which button of a mouse, or how long a finger.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Button {
    First,
    Second,
}

impl Person {
    /// Does something in a tab. Returns what follows.
    pub(super) fn input_to_tab(&mut self, window: usize, act: &Act) -> Result<Expected, Impossible> {
        let handle = self.awake(window)?;
        let page = self.shown(window)?.page().cloned().ok_or(Impossible)?;
        self.bring_to_front(&handle);
        let (from, to) = match act {
            Act::Click(id) => {
                let widget = page.enabled(id).filter(|widget| !widget.covered).ok_or(Impossible)?;
                if self.reads_mirror && self.run(&handle, PRESS_NODE, &[json!(id)]) == Ok(json!(true)) {
                    return Ok(Expected::Unknown);
                }
                let at = (widget.x + widget.w / 2, widget.y + widget.h / 2);
                (at, at)
            }
            Act::ClickSquare(square) => {
                let at = place_of(&page, square)?;
                (at, at)
            }
            Act::SecondaryClickSquare(square) => {
                let at = place_of(&page, square)?;
                return self.press_second(&handle, at, at);
            }
            Act::Drag { from, to } => {
                let (from, (x, y)) = (place_of(&page, from)?, place_of(&page, to)?);
                let below = if self.look.touches { cell(&page) * LIFT_HALVES / 2 } else { 0 };
                (from, (x, y + below))
            }
            Act::SecondaryDrag { from, to } => {
                if self.look.touches {
                    return Err(Impossible);
                }
                return self.press_second(&handle, place_of(&page, from)?, place_of(&page, to)?);
            }
            _ => return self.other_input(window, &handle, act),
        };
        let reaches_canvas = self.is_canvas(&handle, from);
        self.press(Button::First, from, to)?;
        Ok(if reaches_canvas { Expected::Releases(page.releases + 1) } else { Expected::Unknown })
    }

    /// Presses the other button, or holds a finger, at a pixel of the canvas, and releases at another pixel.
    ///
    /// Elsewhere the browser's own menu would open, and take the next press.
    fn press_second(
        &mut self,
        handle: &str,
        from: (i32, i32),
        to: (i32, i32),
    ) -> Result<Expected, Impossible> {
        if !self.is_canvas(handle, from) {
            return Err(Impossible);
        }
        self.press(Button::Second, from, to)?;
        Ok(Expected::Unknown)
    }

    /// Whether a press at this pixel reaches the canvas.
    fn is_canvas(&mut self, handle: &str, (x, y): (i32, i32)) -> bool {
        let ratio = self.look.ratio.cast_signed();
        self.run(handle, IS_CANVAS, &[json!(x / ratio), json!(y / ratio)]) == Ok(json!(true))
    }

    /// Does something without the mouse or a finger at a place of the window. Returns what follows.
    fn other_input(&mut self, window: usize, handle: &str, act: &Act) -> Result<Expected, Impossible> {
        let page = self.shown(window)?.page().cloned().ok_or(Impossible)?;
        match act {
            Act::Type(text) => {
                self.type_text(text)?;
            }
            Act::Paste(text) => {
                self.run(handle, PASTE, &[json!(text)]).map_err(|_| Impossible)?;
            }
            Act::Key(keys) => {
                self.press_keys(keys)?;
                return Ok(Expected::Perhaps(page.releases + 1));
            }
            Act::Scroll(id, lines) => {
                let widget = page.widget(id).ok_or(Impossible)?;
                self.scroll((widget.x + widget.w / 2, widget.y + widget.h / 2), *lines)?;
            }
            Act::Resize(width, height) => {
                let ratio = self.look.ratio.cast_signed();
                self.resize(handle, (width / ratio, height / ratio))?;
                return Ok(Expected::Size);
            }
            Act::Rotate => {
                let (width, height) = self.look.size;
                self.resize(handle, (height.cast_signed(), width.cast_signed()))?;
                return Ok(Expected::Size);
            }
            Act::DropFile { name, text } => {
                self.run(handle, DROP, &[json!(name), json!(text)]).map_err(|_| Impossible)?;
            }
            Act::Back => {
                self.go_back(window, handle)?;
            }
            Act::SetClock(seconds) => {
                self.set_clock(*seconds);
            }
            // the others are not input
            _ => return Err(Impossible),
        }
        Ok(Expected::Unknown)
    }

    fn actions(&self, actions: &[Value]) -> Result<(), Impossible> {
        let body = json!({ "actions": actions });
        // a point outside of the page
        self.launched.session.try_command("actions", &body).map(drop).map_err(|_| Impossible)
    }

    /// A point of the page in CSS pixels.
    fn move_to(&self, (x, y): (i32, i32)) -> Value {
        let ratio = self.look.ratio.cast_signed();
        json!({ "type": "pointerMove", "duration": 0, "x": x / ratio, "y": y / ratio })
    }

    /// Presses at a pixel, and releases at another.
    fn press(&self, button: Button, from: (i32, i32), to: (i32, i32)) -> Result<(), Impossible> {
        let touches = self.look.touches;
        let kind = if touches { "touch" } else { "mouse" };
        let number = if button == Button::Second && !touches { 2 } else { 0 };
        let mut actions = vec![self.move_to(from), json!({ "type": "pointerDown", "button": number })];
        if button == Button::Second && touches {
            actions.push(json!({ "type": "pause", "duration": HOLD_MS }));
        }
        if from != to {
            let ((x, y), (to_x, to_y)) = (from, to);
            actions.push(self.move_to(((x + to_x) / 2, (y + to_y) / 2)));
            actions.push(self.move_to(to));
        }
        actions.push(json!({ "type": "pointerUp", "button": number }));
        let parameters = json!({ "pointerType": kind });
        self.actions(&[
            json!({ "type": "pointer", "id": kind, "parameters": parameters, "actions": actions }),
        ])
    }

    /// Turns a wheel, or moves a finger over the page.
    fn scroll(&self, at: (i32, i32), lines: i32) -> Result<(), Impossible> {
        if self.look.touches {
            let (width, height) = self.look.size;
            let most = |size: u32| (size * self.look.ratio).cast_signed() - 1;
            let (x, y) = at;
            let to = (x.clamp(0, most(width)), (y + lines * LINE).clamp(0, most(height)));
            return self.press(Button::First, at, to);
        }
        let (x, y) = at;
        let turn = json!({
            "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": -lines * LINE, "duration": 0,
            "origin": "viewport",
        });
        self.actions(&[json!({ "type": "wheel", "id": "wheel", "actions": [turn] })])
    }

    fn type_text(&self, text: &str) -> Result<(), Impossible> {
        if matches!(self.launched.extras, Extras::Chromium) && !text.is_ascii() {
            // no key of the keyboard types it
            self.launched.session.devtools("Input.insertText", &json!({ "text": text }));
            return Ok(());
        }
        let keys: Vec<Value> = text
            .chars()
            .filter(|letter| !letter.is_control())
            .flat_map(|letter| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": letter })))
            .collect();
        self.actions(&[json!({ "type": "key", "id": "keyboard", "actions": keys })])
    }

    fn press_keys(&self, keys: &str) -> Result<(), Impossible> {
        let codes: Vec<char> = keys.split('+').map(code_of).collect();
        let down = codes.iter().map(|code| json!({ "type": "keyDown", "value": code }));
        let up = codes.iter().rev().map(|code| json!({ "type": "keyUp", "value": code }));
        let actions: Vec<Value> = down.chain(up).collect();
        self.actions(&[json!({ "type": "key", "id": "keyboard", "actions": actions })])
    }

    fn resize(&mut self, handle: &str, (width, height): (i32, i32)) -> Result<(), Impossible> {
        let is_firefox = matches!(self.launched.extras, Extras::Firefox(_));
        let has_screen = is_firefox && self.run(handle, HAS_SCREEN, &[]) == Ok(json!(true));
        if width < LEAST.0 || height < LEAST.1 || has_screen {
            return Err(Impossible);
        }
        self.look.size = (width.cast_unsigned(), height.cast_unsigned());
        self.turn_to(handle);
        set_size(&self.launched.session, &self.launched.extras, handle, self.look);
        Ok(())
    }
}

fn place_of(page: &Page, square: &str) -> Result<(i32, i32), Impossible> {
    page.squares.get(square).map(|[x, y]| (*x, *y)).ok_or(Impossible)
}

/// The height of a cell of the board, in pixels: the least distance of two squares above each other.
fn cell(page: &Page) -> i32 {
    let mut rows: Vec<i32> = page.squares.values().map(|[_, y]| *y).collect();
    rows.sort_unstable();
    rows.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 2).min().unwrap_or_default()
}
