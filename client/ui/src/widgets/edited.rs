//! Lays out the text of a field, in which the cursor moves: its characters keep the order in which they are written.

use super::bidi::{Author, Paragraph, has_from_right};
use super::drawn::drawn;
use egui::epaint::text::Row;
use egui::text::{CCursor, CCursorRange, LayoutJob};
use egui::text_edit::TextEditOutput;
use egui::{Event, Galley, Key, Ui, Vec2};
use std::ops::Range;
use std::sync::Arc;
use unicode_segmentation::UnicodeSegmentation as _;

/// Joins what was typed letter by letter since the last frame, if this field has the keyboard.
///
/// egui lays out a field anew after each text, and keeps all layouts until the end of the frame: some hundred letters at
/// the end of a long text took hundreds of megabytes, which a page never gives back.
pub(super) fn join_typed(ctx: &egui::Context, field: egui::Id) {
    if ctx.memory(|memory| memory.has_focus(field)) {
        ctx.input_mut(|input| input.events = joined(std::mem::take(&mut input.events)));
    }
}

fn joined(events: Vec<Event>) -> Vec<Event> {
    let mut joined: Vec<Event> = Vec::with_capacity(events.len());
    // the text that the next letter joins
    let mut open = None;
    for event in events {
        if let Event::Text(letters) = &event
            && let Some(Event::Text(text)) = open.and_then(|at: usize| joined.get_mut(at))
        {
            text.push_str(letters);
            continue;
        }
        if matches!(event, Event::Text(_)) {
            open = Some(joined.len());
        } else if !is_of_letter(&event) {
            open = None;
        }
        joined.push(event);
    }
    joined
}

/// Whether an event is of a key that does nothing in a field but write, which a text says.
fn is_of_letter(event: &Event) -> bool {
    let Event::Key { key, modifiers, .. } = event else { return false };
    let writes = *key == Key::Space || key.name().len() == 1;
    writes && !modifiers.ctrl && !modifiers.alt && !modifiers.command
}

/// Lays out a text while it is edited: its emoji are drawn by one character, Arabic letters join, and Hebrew and
/// Arabic are seen from right to left.
pub(super) fn layout(ui: &Ui, mut job: LayoutJob) -> Arc<Galley> {
    let text = drawn(&job.text).into_owned();
    let has_lines = job.break_on_newline;
    let lay_out = |text: String| {
        // it has as many characters as the text of the field, but not as many bytes
        job.sections.iter_mut().for_each(|section| section.byte_range = 0..text.len());
        job.text = text;
        ui.fonts(|fonts| fonts.layout_job(job))
    };
    if !has_from_right(&text) {
        return lay_out(text);
    }
    let lines: Vec<&str> = if has_lines { text.split('\n').collect() } else { vec![&text] };
    let paragraphs: Vec<Paragraph<'_>> =
        lines.iter().map(|line| Paragraph::of(line, Author::Person)).collect();
    let seen: Vec<_> = paragraphs.iter().map(Paragraph::with_seen_brackets).collect();
    let mut galley = Arc::unwrap_or_clone(lay_out(seen.join("\n")));
    let (mut index, mut start) = (0, 0);
    for row in &mut galley.rows {
        let end = start + row.glyphs.iter().map(|glyph| glyph.chr.len_utf8()).sum::<usize>();
        if let (Some(paragraph), Some(line)) = (paragraphs.get(index), lines.get(index)) {
            arrange(row, paragraph, line, start..end, galley.pixels_per_point);
        }
        (index, start) = if row.ends_with_newline { (index + 1, 0) } else { (index, end) };
    }
    Arc::new(galley)
}

/// Moves the glyphs of a row to where they are seen. The place of a glyph is then that of the cursor before it, and
/// the row reaches from the cursor before it to that after it.
fn arrange(row: &mut Row, paragraph: &Paragraph<'_>, text: &str, line: Range<usize>, scale: f32) {
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
    let primary = nearest(galley, pointer - *galley_pos);
    let selected = match state.cursor.char_range() {
        _ if response.double_clicked() => word_at(galley.text(), primary.index),
        Some(_) if begins && !extends => CCursorRange::one(primary),
        Some(before) if begins || response.dragged() => CCursorRange { primary, ..before },
        _ => return,
    };
    state.cursor.set_char_range(Some(selected));
    state.clone().store(ui.ctx(), response.id);
}

/// The word beside the cursor: egui knows those of English only.
fn word_at(text: &str, at: usize) -> CCursorRange {
    let mut end = 0;
    let parts = text.split_word_bounds().map(|part| {
        let start = end;
        end += part.chars().count();
        (start..=end, part.contains(char::is_alphanumeric))
    });
    let word = parts.filter(|(place, _)| place.contains(&at)).max_by_key(|(_, is_word)| *is_word);
    let (start, end) = word.map_or((at, at), |(place, _)| place.into_inner());
    CCursorRange::two(CCursor::new(start), CCursor::new(end))
}

/// The cursor that is nearest to this place.
fn nearest(galley: &Galley, at: Vec2) -> CCursor {
    let (mut first, mut cursor) = (0, CCursor::default());
    for row in &galley.rows {
        let distance = |column: &usize| (row.x_offset(*column) - at.x).abs();
        let count = row.char_count_excluding_newline();
        let nearest = (0..=count).min_by(|one, other| distance(one).total_cmp(&distance(other)));
        let column = nearest.unwrap_or_default();
        cursor = CCursor { index: first + column, prefer_next_row: column < count };
        if at.y <= row.max_y() {
            break;
        }
        first += row.char_count_including_newline();
    }
    cursor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme;
    use egui::{Color32, Context, Event, Modifiers, PointerButton, RawInput, pos2};

    /// Checks the layout of a text.
    fn laid_out(text: &str, mut check: impl FnMut(&Galley)) {
        let ctx = Context::default();
        let _ = ctx.run(RawInput::default(), theme::install_fonts);
        let _ = ctx.run(RawInput::default(), |ctx| {
            egui::CentralPanel::default().show(ctx, |ui| {
                let font = theme::plain(theme::TEXT);
                let job = LayoutJob::simple(text.to_owned(), font, Color32::BLACK, 400.0);
                check(&layout(ui, job));
            });
        });
    }

    /// Where the cursor is seen before each character of a text, and after the last.
    fn cursors(text: &str) -> Vec<f32> {
        let mut cursors = Vec::new();
        laid_out(text, |galley| {
            let at = |cursor: CCursor| galley.pos_from_ccursor(cursor).center();
            cursors = (0..=text.chars().count()).map(|index| at(CCursor::new(index)).x).collect();
            for index in 0..cursors.len() {
                let place = at(CCursor::new(index));
                assert_eq!(at(nearest(galley, place.to_vec2())), place, "{text} {index}");
            }
        });
        cursors
    }

    /// Shows a field while the user clicks at `x` so many times, and returns what is selected.
    fn clicked(text: &str, x: f32, times: usize) -> std::ops::Range<usize> {
        let (ctx, mut text) = (Context::default(), text.to_owned());
        let _ = ctx.run(RawInput::default(), theme::install_fonts);
        let mut events = vec![Vec::new()];
        for pressed in [true, false].repeat(times) {
            let (pos, button, modifiers) = (pos2(x, 30.0), PointerButton::Primary, Modifiers::NONE);
            events.push(vec![
                Event::PointerMoved(pos),
                Event::PointerButton { pos, button, pressed, modifiers },
            ]);
        }
        for events in events {
            let _ = ctx.run(RawInput { events, ..RawInput::default() }, |ctx| {
                let frame = egui::Frame::NONE.inner_margin(10);
                egui::CentralPanel::default().frame(frame).show(ctx, |ui| {
                    crate::widgets::field(ui, "chat", &mut text, "", 300.0);
                });
            });
        }
        let state = egui::TextEdit::load_state(&ctx, crate::widgets::field_id("chat")).expect("a field");
        let range = state.cursor.char_range().expect("a cursor");
        let [start, end] = range.sorted();
        start.index..end.index
    }

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE }
    }

    #[test]
    fn many_letters_of_one_frame_are_laid_out_once() {
        let (ctx, mut text) = (Context::default(), String::new());
        let _ = ctx.run(RawInput::default(), theme::install_fonts);
        crate::widgets::focus(&ctx, "chat");
        let letters = [key(Key::W, true), Event::Text("W".to_owned()), key(Key::W, false)];
        for events in [Vec::new(), letters.into_iter().cycle().take(900).collect()] {
            let _ = ctx.run(RawInput { events, ..RawInput::default() }, |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| {
                    crate::widgets::field(ui, "chat", &mut text, "", 300.0);
                });
            });
        }
        assert_eq!(text, "W".repeat(300));
        let layouts = ctx.fonts(egui::epaint::Fonts::num_galleys_in_cache);
        assert!(layouts < 20, "{layouts}");
    }

    #[test]
    fn letters_join_across_their_keys_and_not_across_others() {
        let text = |text: &str| Event::Text(text.to_owned());
        let typed = vec![
            text("a"),
            key(Key::B, true),
            text("b"),
            key(Key::Space, true),
            text(" "),
            key(Key::Backspace, true),
            text("c"),
        ];
        let wanted =
            [text("ab "), key(Key::B, true), key(Key::Space, true), key(Key::Backspace, true), text("c")];
        assert_eq!(joined(typed), wanted);
    }

    #[test]
    fn emoji_of_several_characters_are_edited_in_every_text() {
        for emoji in ["👍🏽", "🇨🇳", "👨\u{200D}👩\u{200D}👧", "1\u{FE0F}\u{20E3}"] {
            for text in
                [emoji.to_owned(), format!("a{emoji}b\n{emoji}"), format!("שלום {emoji} (ab)\n{emoji}")]
            {
                let cursors = cursors(&text);
                assert_eq!(cursors.len(), text.chars().count() + 1);
                clicked(&text, 30.0, 1);
            }
        }
    }

    #[test]
    fn a_double_click_selects_the_word_under_the_pointer() {
        let text = "שלום עולם טוב";
        let mut places = Vec::new();
        laid_out(text, |galley| {
            let x = |index| galley.pos_from_ccursor(CCursor::new(index)).center().x;
            // the field has its text at its left edge, behind both margins
            places = [1, 7, 11].map(|index| 23.0 + x(index)).to_vec();
        });
        for (place, wanted) in places.into_iter().zip([0..4, 5..9, 10..13]) {
            assert_eq!(clicked(text, place, 2), wanted);
        }
        assert_eq!(word_at("ab cd", 2), CCursorRange::two(CCursor::new(0), CCursor::new(2)));
    }

    #[test]
    fn the_cursor_is_in_the_row_of_the_pointer() {
        laid_out(&"שלום ".repeat(40), |galley| {
            assert!(galley.rows.len() > 1);
            for row in &galley.rows {
                let place = egui::vec2(row.x_offset(0), row.rect.center().y);
                let cursor = galley.pos_from_ccursor(nearest(galley, place));
                assert!(row.rect.y_range().contains(cursor.center().y), "{cursor} is not in {}", row.rect);
            }
        });
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
