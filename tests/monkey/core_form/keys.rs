//! Keys by their names in X11, as egui has them.

use egui::{Event, Key, Modifiers};

/// The letters of a text that each have a frame: the field that the first one opens has come to rest after them.
const SLOW_LETTERS: usize = 3;

/// The events of typing a text, by frame: letter by letter, and the rest at once, as an input method commits it.
pub(super) fn typing(text: &str) -> Vec<Vec<Event>> {
    let mut letters = text.chars().filter(|letter| !letter.is_control());
    let stroke = |letter: char| {
        let press = |pressed| key_of(letter, pressed);
        press(true).into_iter().chain([Event::Text(letter.to_string())]).chain(press(false)).collect()
    };
    let mut frames: Vec<Vec<Event>> = letters.by_ref().take(SLOW_LETTERS).map(stroke).collect();
    let rest: String = letters.collect();
    frames.extend(Some(vec![Event::Text(rest.clone())]).filter(|_| !rest.is_empty()));
    frames
}

/// The event of the key of a letter, if it has one of its own.
fn key_of(letter: char, pressed: bool) -> Option<Event> {
    let name = letter.to_ascii_uppercase().to_string();
    let key = if letter == ' ' { Key::Space } else { Key::from_name(&name)? };
    let modifiers = if letter.is_ascii_uppercase() { Modifiers::SHIFT } else { Modifiers::NONE };
    Some(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers })
}

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

#[test]
fn a_text_is_typed_letter_by_letter_with_its_keys() {
    let text = |event: &Event| if let Event::Text(text) = event { Some(text.clone()) } else { None };
    let frames = typing("C2.5\n好7");
    let typed: Vec<Vec<String>> =
        frames.iter().map(|frame| frame.iter().filter_map(text).collect()).collect();
    assert_eq!(typed, [vec!["C"], vec!["2"], vec!["."], vec!["5好7"]]);
    let is_key = |event: &&Event| matches!(event, Event::Key { key: Key::C, pressed: true, modifiers, .. } if modifiers.shift);
    assert!(frames[0].iter().any(|event| is_key(&event)) && typing("").is_empty());
}
