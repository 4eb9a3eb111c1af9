//! Further fonts. The page fetches the rest of the program's own font after the first frame.

use super::page;

/// Passes on the fonts of the page.
pub(in crate::shell) struct FontSearch;

impl FontSearch {
    pub(in crate::shell) const fn new() -> Self {
        Self
    }

    /// Does nothing: the page fetches its fonts in any case.
    pub(in crate::shell) fn request(&self, _missing: Vec<char>) {}

    /// Returns the next font that has arrived.
    pub(in crate::shell) fn poll(&self) -> Option<egui::FontData> {
        page::next_font().map(egui::FontData::from_owned)
    }
}
