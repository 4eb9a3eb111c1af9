//! Typing with the input method of this program.

use crate::desk::Desk;
use chuhe_model::actions::action::Field;
use chuhe_model::pinyin::{Composer, ComposerKey};

/// The input method, and the field with its letters.
#[derive(Debug)]
pub struct Typing {
    composer: Composer,
    field: Option<Field>,
}

impl Typing {
    pub(crate) const fn new(composer: Composer) -> Self {
        Self { composer, field: None }
    }

    /// Passes a key to the composer; the field has received the text already.
    pub(crate) fn press(&mut self, desk: &mut Desk, field: Field, key: ComposerKey) {
        self.composer = self.at(field);
        self.field = Some(field);
        self.composer.press(key, desk.script());
        if desk.settings.pinyin != self.composer.is_on() {
            desk.settings.pinyin = self.composer.is_on();
            desk.save();
        }
    }

    /// The input method, with the letters of the field that composes.
    #[must_use]
    pub const fn composer(&self) -> &Composer {
        &self.composer
    }

    /// The input method at this field, without the letters of another one.
    #[must_use]
    pub fn at(&self, field: Field) -> Composer {
        let is_there = self.field == Some(field);
        if is_there { self.composer.clone() } else { Composer::new(self.composer.is_on()) }
    }
}
