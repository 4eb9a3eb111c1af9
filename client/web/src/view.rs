//! What every part of the tree is made from.

use chuhe_app::App;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use chuhe_view::Model;

/// The app, its texts, and the present time.
pub(super) struct View<'a> {
    pub(super) app: &'a App,
    pub(super) text: &'static Text,
    pub(super) now: Timestamp,
}

impl<'a> View<'a> {
    /// What the descriptions of screens are made from.
    pub(super) const fn model(&self) -> Model<'a> {
        Model { app: self.app, text: self.text, now: self.now }
    }

    /// Whether the server takes requests; the error says why not.
    pub(super) fn online(&self) -> Result<(), String> {
        self.model().online()
    }
}
