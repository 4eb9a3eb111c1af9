//! Lays out texts so that they fit into their room: in smaller letters, or in more lines.

use super::bidi::{Author, Paragraph};
use super::drawn::drawn;
use super::line_breaking::break_lines;
use super::theme;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, Context, FontId, Galley};
use std::sync::Arc;

/// The least size of letters that are smaller for want of room, and the least part of their usual size.
const LEAST_LETTERS: f32 = 11.0;
const LEAST_PART: f32 = 0.75;
/// The sizes of letters at which a text is tried in more lines than one.
const IN_LINES: [f32; 3] = [theme::TEXT_SMALL, 12.0, LEAST_LETTERS];
/// Those of a label in one line, each with the least room beside it: it gives up a little of either before it gives up more.
const IN_ONE_LINE: [(f32, f32); 4] =
    [(theme::TEXT, 16.0), (14.0, 14.0), (theme::TEXT_SMALL, 14.0), (theme::TEXT_SMALL, LEAST_MARGIN)];

/// The usual room beside the label of a button, on both sides together.
pub const BUTTON_MARGIN: f32 = 24.0;
/// The least, for a label that would need smaller letters or a second line.
pub const LEAST_MARGIN: f32 = 10.0;

/// Lays out a line of text, truncated with an ellipsis.
pub fn line(ctx: &Context, text: &str, font: FontId, color: Color32, max_width: f32) -> Arc<Galley> {
    line_by(ctx, text, Author::Program, font, color, max_width)
}

/// Lays out a line of a text by this author, truncated with an ellipsis.
pub fn line_by(
    ctx: &Context,
    text: &str,
    author: Author,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Arc<Galley> {
    let format = TextFormat { font_id: font, color, ..TextFormat::default() };
    let text = drawn(text);
    let seen = Paragraph::of(&text, author).seen(0..text.len());
    let mut job = LayoutJob::single_section(seen.into_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(max_width.max(1.0));
    ctx.fonts(|fonts| fonts.layout_job(job))
}

/// Lays out a line of text in the largest letters that make it fit, or truncated in its own font if none do.
pub fn fitting_line(ctx: &Context, text: &str, font: FontId, color: Color32, max_width: f32) -> Arc<Galley> {
    let usual = line(ctx, text, font.clone(), color, max_width);
    if !usual.elided {
        return usual;
    }
    let least = (font.size * LEAST_PART).max(LEAST_LETTERS);
    let sizes = (1..).map(|step| font.size - step as f32).take_while(|size| *size >= least);
    let mut smaller = sizes.map(|size| line(ctx, text, FontId { size, ..font.clone() }, color, max_width));
    smaller.find(|galley| !galley.elided).unwrap_or(usual)
}

/// Lays out a text in at most so many lines of small letters, the largest that make it fit; `None` if none do. No line
/// ends within a word.
///
/// A text that is centred has its middle at the place where it is painted.
pub fn fitting_lines(
    ctx: &Context,
    text: &str,
    color: Color32,
    (width, most, align): (f32, usize, Align),
) -> Option<Arc<Galley>> {
    IN_LINES.into_iter().find_map(|size| lines_of_size(ctx, text, color, size, width, most, align))
}

/// Lays out a text in at most so many lines of letters of this size; `None` if it does not fit.
fn lines_of_size(
    ctx: &Context,
    text: &str,
    color: Color32,
    size: f32,
    width: f32,
    most: usize,
    align: Align,
) -> Option<Arc<Galley>> {
    let font = theme::plain(size);
    let broken = break_lines(ctx, text, &font, width);
    let count = broken.split('\n').count();
    let mut job = LayoutJob::simple(broken, font, color, width);
    job.halign = align;
    let text = ctx.fonts(|fonts| fonts.layout_job(job));
    // egui breaks a word that is wider than its line
    let fits = text.rows.len() == count && count <= most && text.size().x <= width + 0.5;
    fits.then_some(text)
}

/// The least width at which a text fits into two lines of the smallest letters, or into one.
fn least_width(ctx: &Context, text: &str) -> f32 {
    let wide = |part: &str| {
        let (part, font) = (part.trim().to_owned(), theme::plain(LEAST_LETTERS));
        ctx.fonts(|fonts| fonts.layout_no_wrap(part, font, Color32::PLACEHOLDER)).size().x
    };
    let broken = unicode_linebreak::linebreaks(text).map(|(end, _)| text.split_at(end));
    broken.map(|(first, second)| wide(first).max(wide(second))).fold(wide(text), f32::min).ceil()
}

/// Lays out the label of a button this wide: with less room beside it and in smaller letters if it is too long, or in two
/// lines. It is cut if that does not suffice, but a line never ends within a word.
pub fn label_in(ctx: &Context, label: &str, width: f32) -> Arc<Galley> {
    let (ink, font) = (Color32::PLACEHOLDER, theme::plain(theme::TEXT));
    let mut one_line = IN_ONE_LINE.into_iter();
    if let Some(one) = one_line.find_map(|(size, margin)| in_one_line(ctx, label, width - margin, size)) {
        return one;
    }
    let fitted = |margin: f32| {
        let room = width - margin + 0.5;
        let line = fitting_line(ctx, label, font.clone(), ink, room);
        if line.elided { fitting_lines(ctx, label, ink, (room, 2, Align::Center)) } else { Some(line) }
    };
    let fitted = [BUTTON_MARGIN, LEAST_MARGIN].into_iter().find_map(fitted);
    fitted.unwrap_or_else(|| fitting_line(ctx, label, font.clone(), ink, width - LEAST_MARGIN))
}

/// The size of letters in which the labels of a row of buttons, each with its width, are whole: the largest that all of
/// them have room for.
pub fn letters_of_row<'a>(ctx: &Context, row: impl IntoIterator<Item = (&'a str, f32)>) -> f32 {
    row.into_iter().map(|(label, width)| letters(&label_in(ctx, label, width))).fold(theme::TEXT, f32::min)
}

/// The size of the letters of a text that has one.
fn letters(text: &Galley) -> f32 {
    text.job.sections.first().map_or(theme::TEXT, |section| section.format.font_id.size)
}

/// Lays out the label of a button this wide in letters of this size: in one line or two. A label that has no room for
/// them is as [`label_in`] lays it out.
pub fn label_of_size(ctx: &Context, label: &str, width: f32, size: f32) -> Arc<Galley> {
    let two_lines = |margin: f32| {
        lines_of_size(ctx, label, Color32::PLACEHOLDER, size, width - margin + 0.5, 2, Align::Center)
    };
    in_one_line(ctx, label, width - LEAST_MARGIN, size)
        .or_else(|| [BUTTON_MARGIN, LEAST_MARGIN].into_iter().find_map(two_lines))
        .unwrap_or_else(|| label_in(ctx, label, width))
}

/// Lays out a label in one line of letters of this size; `None` if it is wider than this.
fn in_one_line(ctx: &Context, label: &str, width: f32, size: f32) -> Option<Arc<Galley>> {
    Some(line(ctx, label, theme::plain(size), Color32::PLACEHOLDER, width + 0.5)).filter(|it| !it.elided)
}

/// The least width of a button in which its label is whole.
pub fn least_button_width(ctx: &Context, label: &str) -> f32 {
    least_width(ctx, label) + LEAST_MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::RawInput;

    const TEXT: &str = "Connection lost. Attempt 4 in 3 s";

    fn widths_and_sizes(width: f32) -> (bool, f32, Option<usize>) {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let mut found = None;
        let _ = ctx.run(RawInput::default(), |ctx| {
            let color = Color32::PLACEHOLDER;
            let line = fitting_line(ctx, TEXT, theme::plain(theme::TEXT), color, width);
            let lines = fitting_lines(ctx, TEXT, color, (width, 2, Align::Min)).map(|text| text.rows.len());
            found = Some((line.elided, line.job.sections[0].format.font_id.size, lines));
        });
        found.expect("a frame was shown")
    }

    #[test]
    fn a_text_has_smaller_letters_before_it_is_cut_and_fits_into_two_lines_of_half_the_width() {
        assert_eq!(widths_and_sizes(400.0), (false, 15.0, Some(1)));
        let (is_cut, size, _) = widths_and_sizes(200.0);
        assert!(!is_cut && (12.0..15.0).contains(&size), "{size}");
        assert_eq!(widths_and_sizes(130.0), (true, 15.0, Some(2)));
        assert_eq!(widths_and_sizes(40.0).2, None);
    }

    #[test]
    fn a_label_gives_up_size_before_it_touches_the_edges_of_its_button() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(RawInput::default(), |_| {});
        let _ = ctx.run(RawInput::default(), |ctx| {
            let label = "Invite a friend by link";
            let whole = label_in(ctx, label, 1000.0).size().x;
            let laid_out = |margin| {
                let text = label_in(ctx, label, whole + margin);
                (letters(&text), whole + margin - text.size().x)
            };
            let (size, room) = laid_out(16.0);
            assert!(size == theme::TEXT && room >= 16.0, "{size} {room}");
            let (size, room) = laid_out(10.0);
            assert!(size < theme::TEXT && room >= 14.0, "{size} {room}");
        });
    }

    #[test]
    fn the_labels_of_a_row_have_letters_of_one_size() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(RawInput::default(), |_| {});
        let _ = ctx.run(RawInput::default(), |ctx| {
            let row = [("Confirm", 90.0), ("Random set-up", 84.0), ("Load layout", 84.0), ("Leave", 200.0)];
            let own = row.map(|(label, width)| letters(&label_in(ctx, label, width)));
            assert!(own[0] > own[1], "alone, they differ: {own:?}");
            let size = letters_of_row(ctx, row);
            let laid_out = row.map(|(label, width)| label_of_size(ctx, label, width, size));
            assert!(laid_out.iter().all(|label| !label.elided && letters(label) == size), "{size}");
        });
    }

    #[test]
    fn no_line_ends_within_a_word() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let _ = ctx.run(RawInput::default(), |_| {});
        let _ = ctx.run(RawInput::default(), |ctx| {
            for (text, one, two) in
                [("Confirm", true, false), ("Random set-up", false, true), ("随机布阵", true, true)]
            {
                let least = least_width(ctx, text);
                let lines = |width| fitting_lines(ctx, text, Color32::PLACEHOLDER, (width, 2, Align::Center));
                let found = lines(least + 1.0).map(|text| text.rows.len());
                assert!(found == Some(1) && one || found == Some(2) && two, "{text} in {least}: {found:?}");
                assert_eq!(lines(least - 2.0), None, "{text} in less than {least}");
            }
        });
    }
}
