//! Keys by their names in X11, as egui has them.

use egui::{Event, Key, Modifiers};

/// The events of pressing and releasing keys together, such as `ctrl+a`; `None` for an unknown key.
pub(super) fn events(keys: &str, clipboard: &str) -> Option<Vec<Event>> {
    let (held, last) = keys.rsplit_once('+').unwrap_or(("", keys));
    let mut modifiers = Modifiers::NONE;
    for name in held.split('+').filter(|name| !name.is_empty()) {
        match name {
            "ctrl" => (modifiers.ctrl, modifiers.command) = (true, true),
            "shift" => modifiers.shift = true,
            "alt" => modifiers.alt = true,
            _ => return None,
        }
    }
    match (modifiers.ctrl, last) {
        (true, "x") => return Some(vec![Event::Cut]),
        (true, "c") => return Some(vec![Event::Copy]),
        (true, "v") => return Some(vec![Event::Paste(clipboard.to_owned())]),
        _ => {}
    }
    let key = key(last)?;
    let press = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    let text = match last {
        "space" => Some(" "),
        "question" => Some("?"),
        _ if last.len() == 1 => Some(last),
        _ => None,
    };
    let text = text.filter(|_| !modifiers.ctrl && !modifiers.alt);
    let text = text.map(|text| Event::Text(text.to_owned()));
    Some([press(true)].into_iter().chain(text).chain([press(false)]).collect())
}

fn key(name: &str) -> Option<Key> {
    Some(match name {
        "Tab" => Key::Tab,
        "Return" => Key::Enter,
        "Escape" => Key::Escape,
        "space" => Key::Space,
        "Left" => Key::ArrowLeft,
        "Right" => Key::ArrowRight,
        "Up" => Key::ArrowUp,
        "Down" => Key::ArrowDown,
        "BackSpace" => Key::Backspace,
        "Delete" => Key::Delete,
        "Home" => Key::Home,
        "End" => Key::End,
        "Prior" => Key::PageUp,
        "Next" => Key::PageDown,
        "plus" => Key::Plus,
        "minus" => Key::Minus,
        "question" => Key::Questionmark,
        "0" => Key::Num0,
        _ => return Key::from_name(&name.to_uppercase()),
    })
}
