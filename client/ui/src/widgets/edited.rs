//! Lays out the text of a field, in which the cursor moves: its characters keep the order in which they are written.

use super::bidi::{Author, Paragraph, has_from_right};
use super::emoji;
use egui::epaint::text::Row;
use egui::text::{CCursor, CCursorRange, LayoutJob};
use egui::text_edit::TextEditOutput;
use egui::{Galley, Ui, Vec2};
use std::ops::Range;
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation as _;

/// Lays out a text while it is edited: its emoji are drawn by one character, and Hebrew and Arabic are seen from right
/// to left.
pub(super) fn layout(ui: &Ui, mut job: LayoutJob) -> Arc<Galley> {
    let text = emoji::drawn(&job.text).into_owned();
    if !has_from_right(&text) {
        job.text = text;
        return ui.fonts(|fonts| fonts.layout_job(job));
    }
    let lines: Vec<&str> = if job.break_on_newline { text.split('\n').collect() } else { vec![&text] };
    let paragraphs: Vec<Paragraph<'_>> =
        lines.iter().map(|line| Paragraph::of(line, Author::Person)).collect();
    let seen: Vec<_> = paragraphs.iter().map(Paragraph::with_seen_brackets).collect();
    job.text = seen.join("\n");
    let mut galley = Arc::unwrap_or_clone(ui.fonts(|fonts| fonts.layout_job(job)));
    let (mut index, mut start) = (0, 0);
    for row in &mut galley.rows {
        let end = start + row.glyphs.iter().map(|glyph| glyph.chr.len_utf8()).sum::<usize>();
        if let (Some(paragraph), Some(line)) = (paragraphs.get(index), lines.get(index)) {
            arrange(row, (paragraph, line), start..end, galley.pixels_per_point);
        }
        (index, start) = if row.ends_with_newline { (index + 1, 0) } else { (index, end) };
    }
    Arc::new(galley)
}

/// Moves the glyphs of a row to where they are seen. The place of a glyph is then that of the cursor before it, and
/// the row reaches from the cursor before it to that after it.
fn arrange(row: &mut Row, (paragraph, text): (&Paragraph<'_>, &str), line: Range<usize>, scale: f32) {
    let Some(first) = row.glyphs.first().filter(|_| text.is_char_boundary(line.end)) else { return };
    let (mut left, right) = (first.pos.x, row.rect.right());
    let starts: Vec<usize> = text[line.clone()].char_indices().map(|(at, _)| line.start + at).collect();
    let index_of = |at: usize| starts.partition_point(|&start| start < at);
    let lefts: Vec<f32> = row.glyphs.iter().map(|glyph| glyph.pos.x).chain([right]).collect();
    let mut moves = vec![0.0; row.glyphs.len()];
    // the cursor before and after each character
    let mut cursors = vec![(left, right); row.glyphs.len()];
    for (run, is_from_right) in paragraph.runs(line) {
        let clusters = text[run.clone()].grapheme_indices(true);
        let range = |(at, it): (usize, &str)| index_of(run.start + at)..index_of(run.start + at + it.len());
        let mut clusters: Vec<Range<usize>> = clusters.map(range).collect();
        if is_from_right {
            clusters.reverse();
        }
        for cluster in clusters {
            let end = left + lefts[cluster.end] - lefts[cluster.start];
            moves[cluster.clone()].fill(left - lefts[cluster.start]);
            cursors[cluster].fill(if is_from_right { (end, left) } else { (left, end) });
            left = end;
        }
    }
    let mut vertex = row.visuals.glyph_vertex_range.start;
    for ((glyph, by), (before, _)) in row.glyphs.iter_mut().zip(moves).zip(&cursors) {
        if !glyph.uv_rect.is_nothing() {
            // glyphs stay on whole pixels
            let by = (by * scale).round() / scale;
            row.visuals.mesh.vertices[vertex..vertex + 4].iter_mut().for_each(|corner| corner.pos.x += by);
            vertex += 4;
        }
        glyph.pos.x = *before;
    }
    row.visuals.mesh_bounds = row.visuals.mesh.calc_bounds();
    if let (Some((before, _)), Some((_, after))) = (cursors.first(), cursors.last()) {
        row.rect = row.rect.with_min_x(*before).with_max_x(*after);
    }
}

/// Puts the cursor where the pointer is: egui assumes that the characters are seen in the order in which they are written.
pub(super) fn follow_pointer(ui: &Ui, output: &mut TextEditOutput) {
    let TextEditOutput { response, galley, galley_pos, state, .. } = output;
    let Some(pointer) = response.interact_pointer_pos().filter(|_| has_from_right(galley.text())) else {
        return;
    };
    let (begins, extends) = ui.input(|input| (input.pointer.any_pressed(), input.modifiers.shift));
    let Some(before) = state.cursor.char_range().filter(|_| begins || response.dragged()) else { return };
    let primary = CCursor::new(nearest(galley, pointer - *galley_pos));
    let secondary = if begins && !extends { primary } else { before.secondary };
    state.cursor.set_char_range(Some(CCursorRange { primary, secondary }));
    state.clone().store(ui.ctx(), response.id);
}

/// The character before which the cursor is nearest to this place.
fn nearest(galley: &Galley, at: Vec2) -> usize {
    let (mut first, mut column) = (0, 0);
    for row in &galley.rows {
        let distance = |column: &usize| (row.x_offset(*column) - at.x).abs();
        let columns = 0..=row.char_count_excluding_newline();
        let nearest = columns.min_by(|one, other| distance(one).total_cmp(&distance(other)));
        column = first + nearest.unwrap_or_default();
        if at.y <= row.max_y() {
            break;
        }
        first += row.char_count_including_newline();
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme;
    use egui::{Color32, Context, RawInput};

    /// Where the cursor is seen before each character of a text in one line, and after the last.
    fn cursors(text: &str) -> Vec<f32> {
        let ctx = Context::default();
        let _ = ctx.run(RawInput::default(), theme::install_fonts);
        let mut cursors = Vec::new();
        let _ = ctx.run(RawInput::default(), |ctx| {
            egui::CentralPanel::default().show(ctx, |ui| {
                let font = theme::plain(theme::TEXT);
                let job = LayoutJob::simple(text.to_owned(), font, Color32::BLACK, 400.0);
                let galley = layout(ui, job);
                let at = |index| galley.pos_from_ccursor(CCursor::new(index)).center();
                cursors = (0..=text.chars().count()).map(|index| at(index).x).collect();
                for (index, x) in cursors.iter().enumerate() {
                    let found = nearest(&galley, at(index).to_vec2());
                    assert_eq!(cursors[found], *x, "{text} {index}");
                }
            });
        });
        cursors
    }

    fn falls(cursors: &[f32]) -> bool {
        cursors.windows(2).all(|pair| pair[0] > pair[1])
    }

    fn rises(cursors: &[f32]) -> bool {
        cursors.windows(2).all(|pair| pair[0] < pair[1])
    }

    #[test]
    fn the_cursor_goes_from_right_to_left_through_hebrew_and_arabic() {
        for text in ["שלום", "قديب"] {
            let cursors = cursors(text);
            assert!(falls(&cursors) && cursors[4] == 0.0, "{text} {cursors:?}");
        }
        let mixed = cursors("ab שלום");
        assert!(rises(&mixed[..3]) && falls(&mixed[3..]), "{mixed:?}");
        let english = cursors("abc (d)");
        assert!(rises(&english), "{english:?}");
        // what follows a Hebrew word in a Hebrew line stands left of it
        let line = cursors("שלום ab");
        assert!(falls(&line[..5]) && line[5] < line[6] && line[7] < line[4], "{line:?}");
    }

    #[test]
    fn a_text_of_several_lines_is_seen_in_its_order() {
        let text = "abc\nשל שלום (א) ".to_owned() + &"שלום ".repeat(40);
        let cursors = cursors(&text);
        assert!(rises(&cursors[..4]) && falls(&cursors[4..12]), "{cursors:?}");
    }
}
