//! Says what the keys of the program do.

use super::generated::KeysText;
use chuhe_model::actions::keys::{Gesture, KeyPlace, KeyUse};

impl KeysText {
    /// Where keys work.
    pub const fn place(&self, place: KeyPlace) -> &'static str {
        match place {
            KeyPlace::Everywhere => self.everywhere,
            KeyPlace::Board => self.on_board,
            KeyPlace::Table => self.at_table,
            KeyPlace::Review => self.in_review,
            KeyPlace::Chat => self.in_chat,
        }
    }

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

    /// What a key does; keys with the same text share a line of the list.
    pub const fn meaning(&self, does: KeyUse) -> &'static str {
        match does {
            KeyUse::Keys => self.list,
            KeyUse::Rules => self.rules,
            KeyUse::NextWidget => self.next,
            KeyUse::Larger => self.larger,
            KeyUse::Smaller => self.smaller,
            KeyUse::AutomaticScale => self.automatic_scale,
            KeyUse::FullScreen => self.full_screen,
            KeyUse::CursorLeft | KeyUse::CursorRight | KeyUse::CursorUp | KeyUse::CursorDown => self.cursor,
            KeyUse::Pick => self.pick,
            KeyUse::LetGo => self.let_go,
            KeyUse::StepBack | KeyUse::StepForward => self.step,
            KeyUse::StepFirst | KeyUse::StepLast => self.ends,
            KeyUse::EnterBoard => self.enter_board,
            KeyUse::Zoom => self.zoom,
            KeyUse::Cancel => self.cancel,
            KeyUse::PreviousVariation | KeyUse::NextVariation => self.variation,
            KeyUse::PlayRecord => self.play,
            KeyUse::Delete => self.delete,
            KeyUse::Undo => self.undo,
            KeyUse::Redo => self.redo,
            KeyUse::Save => self.save,
            KeyUse::Open => self.open,
            KeyUse::Pinyin => self.pinyin,
        }
    }
}
