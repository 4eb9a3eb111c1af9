//! Fonts of the system for characters that the fonts of the program lack.
//!
//! A thread reads the fonts of the system when the first such character is on the screen. A frame
//! never waits for it: the character is a box until its font is found.

use crate::core::drawing::theme;
use egui::epaint::{ClippedShape, Shape};
use fontdb::{Database, ID, Style};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Thread};
use ttf_parser::{Face, OutlineBuilder};

/// The number of fonts of the system that are used at most: each is kept in memory.
const MOST_FONTS: usize = 6;

/// Watches the texts on the screen, and adds fonts for them.
pub(super) struct FallbackFonts {
    /// The characters that were looked at before.
    known: HashSet<char>,
    fonts: Vec<Arc<egui::FontData>>,
    search: Option<(Sender<Vec<char>>, Receiver<egui::FontData>)>,
}

impl FallbackFonts {
    pub(super) fn new() -> Self {
        Self { known: HashSet::new(), fonts: Vec::new(), search: None }
    }

    /// Searches for the characters of these shapes that no font has.
    pub(super) fn look(&mut self, ctx: &egui::Context, shapes: &[ClippedShape]) {
        let mut missing = Vec::new();
        for shape in shapes {
            self.collect(ctx, &shape.shape, &mut missing);
        }
        if missing.is_empty() || self.fonts.len() >= MOST_FONTS {
            return;
        }
        tracing::debug!(?missing, "characters without a glyph");
        let (requests, _) = self.search.get_or_insert_with(begin_search);
        // a search that has ended finds nothing more
        let _ = requests.send(missing);
    }

    fn collect(&mut self, ctx: &egui::Context, shape: &Shape, missing: &mut Vec<char>) {
        match shape {
            Shape::Text(text) => {
                for char in text.galley.job.text.chars().filter(|char| !char.is_control()) {
                    if self.known.insert(char)
                        && !ctx.fonts(|fonts| fonts.has_glyph(&theme::plain(theme::TEXT), char))
                    {
                        missing.push(char);
                    }
                }
            }
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| self.collect(ctx, shape, missing)),
            Shape::Noop
            | Shape::Circle(_)
            | Shape::Ellipse(_)
            | Shape::LineSegment { .. }
            | Shape::Path(_)
            | Shape::Rect(_)
            | Shape::Mesh(_)
            | Shape::QuadraticBezier(_)
            | Shape::CubicBezier(_)
            | Shape::Callback(_) => {}
        }
    }

    /// Installs the fonts that were found. Returns whether there were any.
    pub(super) fn install(&mut self, ctx: &egui::Context) -> bool {
        let Some((_, found)) = &self.search else { return false };
        let before = self.fonts.len();
        self.fonts.extend(found.try_iter().map(Arc::new));
        self.fonts.truncate(MOST_FONTS);
        if self.fonts.len() == before {
            return false;
        }
        theme::install_fonts_with(ctx, &self.fonts);
        true
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

    #[test]
    fn only_characters_that_no_font_has_are_missing_and_only_once() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let mut fallback = FallbackFonts::new();
        let mut look = || {
            let output = ctx.run(egui::RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| ui.label("楚河 \u{9f98} a"));
            });
            let mut missing = Vec::new();
            for shape in &output.shapes {
                fallback.collect(&ctx, &shape.shape, &mut missing);
            }
            missing
        };
        assert_eq!((look(), look()), (vec!['\u{9f98}'], Vec::new()));
    }

    #[test]
    fn a_character_of_no_font_is_a_box() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(egui::RawInput::default(), |_| {});
        for font in [theme::plain(15.0), theme::bold(15.0), theme::brush(15.0)] {
            // egui draws this character in place of every unknown one
            let [boxed, unknown] =
                ['\u{25fb}', '\u{9f98}'].map(|char| ctx.fonts(|fonts| fonts.glyph_width(&font, char)));
            assert!(boxed > 8.0 && boxed == unknown, "{font:?}: {boxed} {unknown}");
        }
    }
}
