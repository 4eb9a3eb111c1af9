//! Names in plain letters on tiles of luzhanqi: in one line, or in two where that makes the letters larger.

use super::lettering::{Font, Lettering};
use super::svg_parts::BASELINE;
use chuhe_model::drawing::scene::Size;
use chuhe_ui::widgets::fonts::PLAIN;
use egui::{Rect, vec2};
use std::sync::OnceLock;
use ttf_parser::Face;

/// The size below which letters are narrowed rather than made smaller, in pixels. At it a capital is 7 pixels high.
const LEAST_SIZE: f32 = 9.6;
/// How narrow letters may become, in their widths.
const NARROWEST: f32 = 0.75;
/// How much larger the letters have to become to be worth a second line.
const WORTH_A_LINE: f32 = 1.15;
/// The size of letters in two lines, at most, in heights of the tile.
const IN_TWO_LINES: f32 = 0.40;
/// The distance between two lines, in sizes of the letters.
const PITCH: f32 = 1.0;

/// A name laid out on a tile.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TileName<'a> {
    /// One line or two.
    lines: Vec<&'a str>,
    /// The size of its letters, in pixels.
    pub(super) size: f32,
    /// The width of its letters, in their usual widths.
    narrowed: f32,
}

impl<'a> TileName<'a> {
    /// Lays out a name as large as this room allows, which is as high as its tile; in one line at most this part of
    /// the height.
    pub(super) fn fit(text: &'a str, room: Size, most: f32) -> Self {
        let (width, height) = (room.x, room.y);
        let whole = Self::of_lines(vec![text], width, height * most);
        let broken = halves(text).map(|(first, second)| vec![first, second]);
        let broken = broken.map(|lines| Self::of_lines(lines, width, height * IN_TWO_LINES));
        let largest = broken.max_by(|one, other| one.size.total_cmp(&other.size));
        // letters that are hard to read are worth it for less
        let worth = if whole.size < LEAST_SIZE { 1.0 } else { WORTH_A_LINE };
        largest.filter(|broken| broken.size > worth * whole.size).unwrap_or(whole)
    }

    /// Lays out one of these names, which are alike on all tiles of a board: in letters of the size in which all of them fit.
    pub(super) fn alike(text: &'a str, names: &[&str], room: Size, most: f32) -> Self {
        let sizes = names.iter().map(|name| TileName::fit(name, room, most).size);
        let size = sizes.fold(f32::INFINITY, f32::min);
        let whole = Self::of_lines(vec![text], room.x, size);
        if whole.size >= size {
            return whole;
        }
        let own = Self::fit(text, room, most);
        Self::of_lines(own.lines, room.x, size)
    }

    fn of_lines(lines: Vec<&'a str>, width: f32, most: f32) -> Self {
        let widest = lines.iter().map(|line| width_of(line)).fold(0.0, f32::max).max(0.1);
        let usual = width / widest;
        let narrowed = (usual / LEAST_SIZE.min(most)).clamp(NARROWEST, 1.0);
        Self { lines, size: (usual / narrowed).min(most), narrowed }
    }

    /// Writes the name in the middle of a tile.
    pub(super) fn write(&self, body: &mut String, tile: Rect, color: &str, opacity: f32) {
        let Self { lines, size, narrowed } = self;
        let first = -0.5 * PITCH * (lines.len() as f32 - 1.0);
        for (index, line) in lines.iter().enumerate() {
            let at = tile.center() + vec2(0.0, (first + PITCH * index as f32 + BASELINE) * size);
            let paint = format!(r#"fill="{color}" fill-opacity="{opacity}""#);
            Lettering::of(Font::Plain, line).write(body, at, vec2(narrowed * size, *size), &paint);
        }
    }

    /// The size of the ink of a line with these many sizes of the letters around the baseline.
    #[cfg(test)]
    fn extent(&self) -> egui::Vec2 {
        let widest = self.lines.iter().map(|line| width_of(line)).fold(0.0, f32::max);
        vec2(widest * self.narrowed, 1.0 + PITCH * (self.lines.len() as f32 - 1.0)) * self.size
    }
}

/// Every way to break a name: after a full stop or a dash, at a space, or before a capital within it.
fn halves(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let breaks = text.char_indices().filter_map(|(at, letter)| match letter {
        _ if ".– ".contains(letter) => Some(at + letter.len_utf8()),
        _ if letter.is_uppercase() && text[..at].ends_with(char::is_lowercase) => Some(at),
        _ => None,
    });
    breaks.filter_map(|at| {
        let (first, second) = text.split_at(at);
        let (first, second) = (first.trim_end(), second.trim_start());
        (!first.is_empty() && !second.is_empty()).then_some((first, second))
    })
}

/// The width of a text at size 1.
fn width_of(text: &str) -> f32 {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    let width = |letter: char| {
        let face = FACE.get_or_init(|| Face::parse(PLAIN, 0).ok()).as_ref()?;
        let advance = face.glyph_hor_advance(face.glyph_index(letter)?)?;
        Some(f32::from(advance) / f32::from(face.units_per_em()))
    };
    text.chars().map(|letter| width(letter).unwrap_or(1.0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::svg_luzhanqi::{RANGE, name_room};
    use chuhe_model::choices::lang::Lang;
    use chuhe_model::layout::table_layout::{BoardOf, MIN_WINDOW, Placed, TableLayout};
    use chuhe_model::luzhanqi::BoardPart;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::{BoardKind, Strength};
    use chuhe_texts::Text;

    /// The height of a capital, at size 1.
    fn capital() -> f32 {
        let face = Face::parse(PLAIN, 0).unwrap();
        f32::from(face.capital_height().unwrap()) / f32::from(face.units_per_em())
    }

    #[test]
    fn capitals_of_translated_names_are_7_pixels_high_in_the_smallest_window() {
        for kind in BoardKind::ALL {
            let Placed::Luzhanqi(layout) =
                TableLayout::of(MIN_WINDOW, BoardOf::Luzhanqi(kind), Color::Red).board
            else {
                panic!("the board of luzhanqi")
            };
            let tile = layout.tile();
            for (lang, strength) in
                [Lang::En, Lang::Vi].into_iter().flat_map(|lang| Strength::ALL.map(|it| (lang, it)))
            {
                let text = Text::of(lang).short_strength(strength);
                let names = Strength::ALL.map(|it| Text::of(lang).short_strength(it));
                let name = TileName::alike(text, &names, name_room(tile), 0.5);
                assert!(name.size * capital() >= 7.0, "{text} on {tile}: {name:?}");
                let extent = name.extent();
                assert!(extent.x < tile.x - 2.0 && extent.y < tile.y - 2.0, "{text} on {tile}: {extent}");
            }
        }
    }

    #[test]
    fn all_names_on_the_tiles_of_a_board_are_of_one_size_and_fit() {
        for (window, kind) in [vec2(360.0, 640.0), vec2(640.0, 360.0), vec2(390.0, 844.0), MIN_WINDOW]
            .into_iter()
            .flat_map(|window| BoardKind::ALL.map(|kind| (window, kind)))
        {
            let board = BoardOf::Luzhanqi(kind);
            let layout = TableLayout::of_part(window, board, Color::Red, BoardPart::Whole);
            let Placed::Luzhanqi(layout) = layout.board else { panic!("the board of luzhanqi") };
            let tile = layout.tile();
            for lang in [Lang::En, Lang::Vi] {
                let names = Strength::ALL.map(|it| Text::of(lang).short_strength(it));
                let laid = names.map(|name| TileName::alike(name, &names, name_room(tile), 0.5));
                for (name, laid_out) in names.iter().zip(&laid) {
                    assert!((laid_out.size - laid[0].size).abs() < 0.01, "{name} on {tile}: {laid_out:?}");
                    let extent = laid_out.extent();
                    let room = name_room(tile);
                    assert!(extent.x <= room.x + 0.1 && extent.y < tile.y, "{name} on {tile}: {extent}");
                }
            }
        }
    }

    #[test]
    fn the_sign_of_a_bound_is_plain_on_the_tiles_of_a_phone() {
        let window = vec2(360.0, 640.0);
        let layout =
            TableLayout::of_part(window, BoardOf::Luzhanqi(BoardKind::Classic), Color::Red, BoardPart::Whole);
        let Placed::Luzhanqi(layout) = layout.board else { panic!("the board of luzhanqi") };
        let tile = layout.tile();
        for text in ["≥营", "≤营", "=营"] {
            let name = TileName::fit(text, name_room(tile), RANGE);
            let extent = name.extent();
            assert!(name.size >= 13.0, "{text} on {tile}: {name:?}");
            assert!(extent.x < tile.x - 2.0 && extent.y < tile.y - 2.0, "{text} on {tile}: {extent}");
        }
    }

    #[test]
    fn a_name_is_broken_where_that_makes_its_letters_larger() {
        let lines = |text, width, height| TileName::fit(text, vec2(width, height), 0.5).lines;
        assert_eq!(lines("Tr.đoàn", 24.0, 30.0), ["Tr.", "đoàn"]);
        assert_eq!(lines("QĐ–Tiểu", 24.0, 30.0), ["QĐ–", "Tiểu"]);
        assert_eq!(lines("Tiểu", 24.0, 30.0), ["Tiểu"]);
        assert_eq!(lines("Tr.đoàn", 200.0, 40.0), ["Tr.đoàn"]);
    }
}
