//! Breaks text into lines where the Unicode line breaking algorithm (UAX #14) allows it.
//!
//! egui alone breaks lines also before fullwidth punctuation such as `，`, with which no Chinese
//! line begins.

use super::bidi::{Author, Paragraph};
use super::drawn::drawn;
use egui::{Color32, Context, FontId};

/// What a line may lack of the width, so that egui does not break it again for a rounding error.
const SLACK: f32 = 0.5;

/// Returns the text as it is drawn, with a line feed wherever a line ends, for lines of this width.
///
/// A word that is wider stays whole: egui breaks it.
#[must_use]
pub fn break_lines(ctx: &Context, text: &str, font: &FontId, width: f32) -> String {
    break_lines_by(ctx, text, Author::Program, font, width)
}

/// Returns a text by this author as it is drawn, for lines of this width, as [`break_lines`] does.
#[must_use]
pub fn break_lines_by(ctx: &Context, text: &str, author: Author, font: &FontId, width: f32) -> String {
    let text = drawn(text);
    let lines: Vec<String> =
        text.split('\n').map(|line| break_line(ctx, line, author, font, width)).collect();
    lines.join("\n")
}

/// Joins parts of a text with dots between them. A line ends between two parts if possible.
#[must_use]
pub fn join_parts(ctx: &Context, parts: &[String], font: &FontId, width: f32) -> String {
    let fits = |line: &str| {
        let (text, ink) = (line.to_owned(), Color32::PLACEHOLDER);
        ctx.fonts(|fonts| fonts.layout_no_wrap(text, font.clone(), ink)).size().x <= width - SLACK
    };
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let longer = lines.last().map(|line| format!("{line} · {part}"));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) if fits(&longer) => *line = longer,
            _ => lines.push(part.clone()),
        }
    }
    break_lines(ctx, &lines.join("\n"), font, width)
}

fn break_line(ctx: &Context, line: &str, author: Author, font: &FontId, width: f32) -> String {
    let (text, ink) = (line.to_owned(), Color32::PLACEHOLDER);
    let galley = ctx.fonts(|fonts| fonts.layout_no_wrap(text, font.clone(), ink));
    let paragraph = Paragraph::of(line, author);
    if galley.size().x <= width {
        return paragraph.seen(0..line.len()).into_owned();
    }
    let glyphs = galley.rows.iter().flat_map(|row| &row.glyphs);
    // egui has one glyph for each character
    let lefts: Vec<(usize, f32)> =
        line.char_indices().zip(glyphs).map(|((at, _), glyph)| (at, glyph.pos.x)).collect();
    let left_of = |at: usize| {
        let index = lefts.partition_point(|&(start, _)| start < at);
        lefts.get(index).map_or(galley.size().x, |&(_, left)| left)
    };
    let mut broken = String::new();
    let (mut start, mut last) = (0, 0);
    // a result, such as 2–0, stays whole
    let is_in_result = |end: usize| line[..end].ends_with('–') && line[end..].starts_with(char::is_numeric);
    for (end, _) in unicode_linebreak::linebreaks(line).filter(|(end, _)| !is_in_result(*end)) {
        let right = left_of(line[..end].trim_end().len());
        if right - left_of(start) > width - SLACK && last > start {
            broken.push_str(&paragraph.seen(start..start + line[start..last].trim_end().len()));
            broken.push('\n');
            start = last;
        }
        last = end;
    }
    broken.push_str(&paragraph.seen(start..line.len()));
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme;

    /// Calls `check` with a context that has the fonts of the program.
    fn with_fonts(check: impl Fn(&Context)) {
        let ctx = Context::default();
        let _ = ctx.run(egui::RawInput::default(), theme::install_fonts);
        let _ = ctx.run(egui::RawInput::default(), check);
    }

    #[test]
    fn no_line_begins_with_punctuation_or_ends_with_an_opening_bracket() {
        let text =
            "走“日”字：先直走一格，再斜走一格。紧挨着马的那一格有棋子（蹩马腿），这个方向的两个点都去不了！";
        with_fonts(|ctx| {
            for width in 130..400 {
                let font = theme::plain(theme::TEXT);
                let broken = break_lines(ctx, text, &font, width as f32);
                assert_eq!(broken.replace('\n', ""), text);
                for line in broken.split('\n') {
                    assert!(!line.starts_with(['，', '。', '：', '！', '）', '”']), "{width}: {broken}");
                    assert!(!line.ends_with(['（', '“']), "{width}: {broken}");
                }
                let wrapped =
                    ctx.fonts(|fonts| fonts.layout(broken.clone(), font, Color32::BLACK, width as f32));
                assert_eq!(wrapped.rows.len(), broken.split('\n').count(), "{width}: {broken}");
            }
        });
    }

    #[test]
    fn no_line_ends_within_a_result() {
        with_fonts(|ctx| {
            for text in ["第 6 台：你执黑，对 电脑 3（2） · 2–0", "第 1 轮第 6 台改为 ½–½：网络中断"]
            {
                for width in 90..400 {
                    let broken = break_lines(ctx, text, &theme::plain(theme::TEXT), width as f32);
                    assert!(!broken.contains("–\n"), "{width}: {broken}");
                }
            }
        });
    }

    #[test]
    fn lines_end_between_parts() {
        with_fonts(|ctx| {
            let font = theme::plain(theme::TEXT);
            let parts = ["one two", "three", "four five"].map(str::to_owned);
            assert_eq!(join_parts(ctx, &parts, &font, 130.0), "one two · three\nfour five");
            assert_eq!(join_parts(ctx, &parts, &font, 75.0), "one two\nthree\nfour five");
            assert_eq!(join_parts(ctx, &parts, &font, 600.0), "one two · three · four five");
        });
    }

    #[test]
    fn lines_are_as_long_as_the_width_allows() {
        with_fonts(|ctx| {
            let font = theme::plain(theme::TEXT);
            let broken = break_lines(ctx, "one two three\nfour", &font, 62.0);
            assert_eq!(broken, "one two\nthree\nfour");
            assert_eq!(break_lines(ctx, "one two", &font, 600.0), "one two");
        });
    }
}
