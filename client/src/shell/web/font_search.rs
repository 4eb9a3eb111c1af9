//! Further fonts of a page: slices of the program's own font, which the page fetches when they are needed, and what
//! the browser draws of characters that none of them has.

use super::page;
use crate::shell::missing_glyph::Missing;
use chuhe_page::messages::ToPage;
use chuhe_ui::widgets::theme::FurtherFont;

/// More than there are slices and drawn fonts.
pub(in crate::shell) const MOST_FONTS: usize = 128;

/// Asks the page for slices.
pub(in crate::shell) struct FontSearch;

impl FontSearch {
    pub(in crate::shell) const fn new() -> Self {
        Self
    }

    /// Asks for the slices with these characters.
    pub(in crate::shell) fn request(&self, missing: Vec<Missing>) {
        for bold in [false, true] {
            let of_face = missing.iter().filter(|(_, is_bold)| *is_bold == bold);
            let characters: String = of_face.map(|(char, _)| *char).collect();
            if !characters.is_empty() {
                page::tell(&ToPage::Glyphs { characters: &characters, bold });
            }
        }
    }

    /// Returns the next slice that has arrived.
    pub(in crate::shell) fn poll(&self) -> Option<FurtherFont> {
        let (bytes, is_bold) = page::next_font()?;
        Some(FurtherFont { data: egui::FontData::from_owned(bytes).into(), is_bold })
    }
}
