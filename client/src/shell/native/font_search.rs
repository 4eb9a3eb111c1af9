//! Finds fonts of the system for characters that the fonts of the program lack.
//!
//! A thread reads the fonts of the system when the first such character is on the screen.

use crate::shell::missing_glyph::Missing;
use chuhe_ui::widgets::theme::FurtherFont;
use fontdb::{Database, ID, Style};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Thread};
use ttf_parser::{Face, OutlineBuilder};

/// The number of fonts of the system that are used at most: each is kept in memory.
pub(in crate::shell) const MOST_FONTS: usize = 6;

/// The thread that searches, once it has begun.
pub(in crate::shell) struct FontSearch {
    running: Option<(Sender<Vec<char>>, Receiver<egui::FontData>)>,
}

impl FontSearch {
    pub(in crate::shell) const fn new() -> Self {
        Self { running: None }
    }

    /// Searches for these characters.
    pub(in crate::shell) fn request(&mut self, missing: Vec<Missing>) {
        let (requests, _) = self.running.get_or_insert_with(begin_search);
        // a search that has ended finds nothing more
        let _ = requests.send(missing.into_iter().map(|(char, _)| char).collect());
    }

    /// Returns the next font that was found.
    pub(in crate::shell) fn poll(&mut self) -> Option<FurtherFont> {
        let data = self.running.as_ref()?.1.try_recv().ok()?;
        Some(FurtherFont { data: data.into(), is_bold: false })
    }
}

/// Starts the thread that searches the fonts of the system.
fn begin_search() -> (Sender<Vec<char>>, Receiver<egui::FontData>) {
    let (requests, inbox) = channel::<Vec<char>>();
    let (outbox, found) = channel();
    let window = thread::current();
    let search = move || {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        find_all(&fonts, &inbox, &outbox, &window);
    };
    let builder = thread::Builder::new().name("fonts".to_owned());
    if let Err(error) = builder.spawn(search) {
        tracing::warn!("no thread for fonts: {error}");
    }
    (requests, found)
}

fn find_all(fonts: &Database, inbox: &Receiver<Vec<char>>, outbox: &Sender<egui::FontData>, window: &Thread) {
    let mut used = Vec::new();
    for missing in inbox {
        for char in missing {
            if used.iter().any(|&font| draws(fonts, font, char)) {
                continue;
            }
            if used.len() >= MOST_FONTS {
                return;
            }
            let Some(font) = find(fonts, char) else { continue };
            used.push(font);
            let data = fonts.with_face_data(font, |bytes, index| {
                let mut data = egui::FontData::from_owned(bytes.to_vec());
                data.index = index;
                data
            });
            if data.is_some_and(|data| outbox.send(data).is_err()) {
                return;
            }
            window.unpark();
        }
    }
}

/// Returns the font that draws a character, an upright one of usual weight if there is one.
fn find(fonts: &Database, char: char) -> Option<ID> {
    let unlike_text =
        |font: &fontdb::FaceInfo| (font.style != Style::Normal, font.monospaced, font.weight.0.abs_diff(400));
    let mut candidates: Vec<_> = fonts.faces().collect();
    candidates.sort_by_key(|font| unlike_text(font));
    candidates.into_iter().map(|font| font.id).find(|&font| draws(fonts, font, char))
}

/// Whether a font has an outline for a character. A picture, as of an emoji, cannot be drawn.
fn draws(fonts: &Database, font: ID, char: char) -> bool {
    let has_outline = |bytes: &[u8], index| {
        let face = Face::parse(bytes, index).ok()?;
        face.outline_glyph(face.glyph_index(char)?, &mut Nothing)
    };
    fonts.with_face_data(font, has_outline).flatten().is_some()
}

/// Receives an outline, of which only the existence matters.
struct Nothing;

impl OutlineBuilder for Nothing {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own_fonts() -> Database {
        let mut fonts = Database::new();
        fonts.load_fonts_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/fonts"));
        fonts
    }

    #[test]
    fn a_font_is_found_by_a_character_that_it_draws() {
        let fonts = own_fonts();
        let font = find(&fonts, '楚').unwrap();
        assert!(fonts.face(font).unwrap().weight.0 == 400, "bold is the second choice");
        assert_eq!(find(&fonts, '\u{10ffff}'), None);
    }

    #[test]
    fn found_fonts_arrive_once_for_several_characters() {
        let fonts = own_fonts();
        let (requests, inbox) = channel();
        let (outbox, found) = channel();
        requests.send(vec!['国', '中', '\u{10ffff}', '马']).unwrap();
        drop(requests);
        find_all(&fonts, &inbox, &outbox, &thread::current());
        drop(outbox);
        assert_eq!(found.iter().count(), 1);
    }
}
