//! The texts that people see in a frame: those that nothing painted later hides.

use egui::epaint::{ClippedShape, Shape};
use egui::{Color32, Galley, Rect};

/// A text on the screen.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    /// Where its ink is, as far as it is not cut.
    pub(super) ink: Rect,
    /// Whether a part of it is cut off, as where it is scrolled.
    pub(super) is_cut: bool,
    /// The word that is broken at the end of a line, if one is.
    pub(super) broken: Option<String>,
    /// Whether it goes on beyond the left or right edge of its place, where nothing scrolls.
    pub(super) goes_on: bool,
}

/// The alpha from which a colour hides what is below it, although it may still be appearing.
const OPAQUE: u8 = 128;

/// Returns the texts that a frame shows, or those that it would show without what it paints from this rectangle on.
pub(super) fn texts(shapes: &[ClippedShape], screen: Rect, until: Option<Rect>) -> Vec<Text> {
    let mut seen = Seen { texts: Vec::new(), screen, until, is_over: false };
    shapes.iter().for_each(|clipped| seen.add(&clipped.shape, clipped.clip_rect));
    seen.texts
}

/// The word of which one line has the beginning and the next one the end.
fn broken_word(galley: &Galley) -> Option<String> {
    let is_of_word = |letter: &char| letter.is_alphanumeric() && !is_wide(*letter);
    let mut ends =
        galley.rows.iter().zip(galley.rows.iter().skip(1)).filter(|(row, _)| !row.ends_with_newline);
    ends.find_map(|(row, next)| {
        let before: String = row.glyphs.iter().rev().map(|it| it.chr).take_while(is_of_word).collect();
        let after: String = next.glyphs.iter().map(|it| it.chr).take_while(is_of_word).collect();
        let is_broken = !before.is_empty() && !after.is_empty();
        is_broken.then(|| format!("{}/{after}", before.chars().rev().collect::<String>()))
    })
}

/// Whether a letter is of Chinese, whose lines may end anywhere.
fn is_wide(letter: char) -> bool {
    ('\u{2e80}'..='\u{ffef}').contains(&letter)
}

struct Seen {
    texts: Vec<Text>,
    screen: Rect,
    until: Option<Rect>,
    is_over: bool,
}

impl Seen {
    fn add(&mut self, shape: &Shape, clip: Rect) {
        if let Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| self.add(shape, clip));
        } else if let Shape::Text(text) = shape
            && !self.is_over
        {
            let all = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            let (ink, is_cut) = (all.intersect(clip), !clip.contains_rect(all));
            if ink.is_positive() {
                let place = clip.intersect(self.screen).expand(1.0).x_range();
                let goes_on = all.left() < place.min || all.right() > place.max;
                let broken = broken_word(&text.galley);
                self.texts.push(Text { text: text.galley.job.text.clone(), ink, is_cut, broken, goes_on });
            }
        } else if let Shape::Rect(rect) = shape
            && !self.is_over
            && rect.blur_width == 0.0
        {
            self.is_over = self.until.is_some_and(|until| (until.min - rect.rect.min).length() < 1.0);
            if !self.is_over {
                self.hide(rect.rect.intersect(clip), rect.fill);
            }
        }
    }

    /// Removes the texts below a rectangle. What dims all of the screen is for what comes after it.
    fn hide(&mut self, rect: Rect, fill: Color32) {
        let dims = fill.a() > 0 && rect.expand(1.0).contains_rect(self.screen);
        let hides = |text: &Text| fill.a() >= OPAQUE && rect.contains_rect(text.ink.shrink(1.0));
        self.texts.retain(|text| !dims && !hides(text));
    }
}
