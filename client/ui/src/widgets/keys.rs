//! The keys of the program: the one list from which the handlers read them and the help lists them.

use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use egui::{InputState, Key};

/// A key with what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Where it works.
    pub place: KeyPlace,
    /// What it does there.
    pub does: KeyUse,
    /// The key.
    pub key: Key,
    /// Whether Ctrl is held (Command on a Mac).
    pub command: bool,
    /// Whether Shift is held; `None` if it makes no difference.
    pub shift: Option<bool>,
}

const fn key(place: KeyPlace, does: KeyUse, key: Key) -> Binding {
    Binding { place, does, key, command: false, shift: None }
}

const fn command(place: KeyPlace, does: KeyUse, key: Key, shift: bool) -> Binding {
    Binding { place, does, key, command: true, shift: Some(shift) }
}

/// A key whose character needs Shift on some keyboards.
const fn scale(does: KeyUse, key: Key) -> Binding {
    Binding { place: KeyPlace::Everywhere, does, key, command: true, shift: None }
}

/// Every key, in display order.
pub const BINDINGS: [Binding; 53] = {
    use KeyPlace as P;
    use KeyUse as U;
    [
        key(P::Everywhere, U::Keys, Key::Questionmark),
        key(P::Everywhere, U::Rules, Key::F1),
        key(P::Everywhere, U::NextWidget, Key::Tab),
        scale(U::Larger, Key::Equals),
        scale(U::Larger, Key::Plus),
        scale(U::Smaller, Key::Minus),
        scale(U::AutomaticScale, Key::Num0),
        key(P::Everywhere, U::FullScreen, Key::F11),
        key(P::Board, U::CursorLeft, Key::ArrowLeft),
        key(P::Board, U::CursorRight, Key::ArrowRight),
        key(P::Board, U::CursorUp, Key::ArrowUp),
        key(P::Board, U::CursorDown, Key::ArrowDown),
        key(P::Board, U::Pick, Key::Enter),
        key(P::Board, U::Pick, Key::Space),
        key(P::Board, U::LetGo, Key::Escape),
        key(P::Table, U::EnterBoard, Key::ArrowUp),
        key(P::Table, U::EnterBoard, Key::ArrowDown),
        key(P::Table, U::StepBack, Key::ArrowLeft),
        key(P::Table, U::StepForward, Key::ArrowRight),
        key(P::Table, U::StepFirst, Key::Home),
        key(P::Table, U::StepLast, Key::End),
        key(P::Table, U::Zoom, Key::Z),
        key(P::Table, U::Cancel, Key::Escape),
        key(P::Review, U::StepBack, Key::ArrowLeft),
        key(P::Review, U::StepForward, Key::ArrowRight),
        key(P::Review, U::StepFirst, Key::Home),
        key(P::Review, U::StepLast, Key::End),
        key(P::Review, U::PreviousVariation, Key::ArrowUp),
        key(P::Review, U::NextVariation, Key::ArrowDown),
        key(P::Review, U::PlayRecord, Key::Space),
        key(P::Review, U::Delete, Key::Delete),
        key(P::Review, U::Cancel, Key::Escape),
        command(P::Review, U::Undo, Key::Z, false),
        command(P::Review, U::Redo, Key::Z, true),
        command(P::Review, U::Redo, Key::Y, false),
        command(P::Review, U::Save, Key::S, false),
        command(P::Review, U::Open, Key::O, false),
        command(P::Chat, U::Pinyin, Key::Space, false),
        key(P::Chat, U::Cancel, Key::Escape),
        key(P::Tournament, U::TournamentPage, Key::Num1),
        key(P::Tournament, U::TournamentPage, Key::Num2),
        key(P::Tournament, U::TournamentPage, Key::Num3),
        key(P::Tournament, U::TournamentPage, Key::Num4),
        key(P::Tournament, U::TournamentPage, Key::Num5),
        key(P::Tournament, U::PairNext, Key::N),
        key(P::Tournament, U::Pause, Key::P),
        key(P::Results, U::PreviousBoard, Key::ArrowUp),
        key(P::Results, U::NextBoard, Key::ArrowDown),
        key(P::Results, U::TypeResult, Key::Num1),
        key(P::Results, U::TypeResult, Key::Num2),
        key(P::Results, U::TypeResult, Key::Num3),
        key(P::Results, U::TypeResult, Key::Num0),
        key(P::Results, U::LetGo, Key::Escape),
    ]
};

impl Binding {
    /// Whether this key with these modifiers is meant.
    #[must_use]
    pub fn is(&self, key: Key, modifiers: egui::Modifiers) -> bool {
        let held = modifiers.command || modifiers.ctrl;
        let shifted = self.shift.is_none_or(|shift| shift == modifiers.shift);
        // with Alt they are the browser's and the system's
        self.key == key && self.command == held && shifted && !modifiers.alt
    }

    /// How the key is written: arrows as arrows, modifiers before it.
    #[must_use]
    pub fn written(&self) -> String {
        let name = match self.key.symbol_or_name() {
            "⏴" => "←",
            "⏵" => "→",
            "⏶" => "↑",
            "⏷" => "↓",
            name => name,
        };
        match (self.command, self.shift) {
            (true, Some(true)) => format!("Ctrl+Shift+{name}"),
            (true, Some(false) | None) => format!("Ctrl+{name}"),
            (false, _) => name.to_owned(),
        }
    }
}

/// What a key does in this place, if anything.
#[must_use]
pub fn does(place: KeyPlace, key: Key, modifiers: egui::Modifiers) -> Option<KeyUse> {
    BINDINGS.iter().find(|binding| binding.place == place && binding.is(key, modifiers)).map(|it| it.does)
}

/// Which of the keys that do this was pressed in this frame, by its place among them.
#[must_use]
pub fn pressed_of(input: &InputState, place: KeyPlace, does: KeyUse) -> Option<usize> {
    let mut bindings = BINDINGS.iter().filter(|binding| binding.place == place && binding.does == does);
    bindings.position(|binding| {
        input.events.iter().any(|event| {
            matches!(event, egui::Event::Key { key, pressed: true, modifiers, .. } if binding.is(*key, *modifiers))
        })
    })
}

/// Whether a key that does this was pressed in this frame.
#[must_use]
pub fn pressed(input: &InputState, place: KeyPlace, does: KeyUse) -> bool {
    presses(input, place, does).next().is_some()
}

/// The presses in this frame of the keys that do this: each is true if the key repeats because it is held.
pub fn presses(input: &InputState, place: KeyPlace, does: KeyUse) -> impl Iterator<Item = bool> {
    let bindings = BINDINGS.iter().filter(move |binding| binding.place == place && binding.does == does);
    bindings.flat_map(|binding| {
        input.events.iter().filter_map(move |event| {
            let egui::Event::Key { key, pressed: true, repeat, modifiers, .. } = event else { return None };
            binding.is(*key, *modifiers).then_some(*repeat)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Modifiers;

    #[test]
    fn no_key_does_two_things_in_one_place() {
        for (index, one) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[index + 1..] {
                let same = one.place == other.place && one.key == other.key;
                assert!(
                    !same || (one.command, one.shift) != (other.command, other.shift),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn modifiers_choose_between_keys() {
        let shift = Modifiers { shift: true, ..Modifiers::COMMAND };
        assert_eq!(does(KeyPlace::Review, Key::Z, Modifiers::COMMAND), Some(KeyUse::Undo));
        assert_eq!(does(KeyPlace::Review, Key::Z, shift), Some(KeyUse::Redo));
        assert_eq!(does(KeyPlace::Review, Key::Z, Modifiers::NONE), None);
        assert_eq!(does(KeyPlace::Table, Key::Z, Modifiers::NONE), Some(KeyUse::Zoom));
        assert_eq!(does(KeyPlace::Table, Key::ArrowLeft, Modifiers::NONE), Some(KeyUse::StepBack));
        assert_eq!(does(KeyPlace::Table, Key::ArrowLeft, Modifiers::ALT), None, "the browser goes back");
        for modifiers in [Modifiers::COMMAND, shift] {
            assert_eq!(does(KeyPlace::Everywhere, Key::Equals, modifiers), Some(KeyUse::Larger));
        }
        assert!(BINDINGS.iter().any(|binding| binding.written() == "←"));
    }
}
