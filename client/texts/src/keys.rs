//! Says what the keys of the program do.

use super::generated::KeysText;
use chuhe_model::actions::keys::{Gesture, KeyPlace};

impl KeysText {
    /// How an input of several keys, or of the mouse, is made, and what it does in this place.
    pub const fn gesture(&self, gesture: Gesture, place: KeyPlace) -> (&'static str, &'static str) {
        match (gesture, place) {
            (Gesture::TypeMove, _) => (self.letters, self.type_move),
            (Gesture::Draw, KeyPlace::Review) => (self.right_button, self.draw_in_record),
            (Gesture::Draw, _) => (self.right_button, self.draw),
            (Gesture::DrawInColor, _) => (self.color_keys, self.draw_in_color),
            (Gesture::Clipboard, _) => ("Ctrl+X / C / V", self.clipboard),
        }
    }
}
