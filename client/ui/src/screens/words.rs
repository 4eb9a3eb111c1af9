//! Texts and names that are painted into a given room.

use super::reason;
use crate::widgets::fitting::{fitting_line, fitting_lines, line};
use crate::widgets::line_breaking::break_lines;
use crate::widgets::{theme, ui_trace};
use egui::text::LayoutJob;
use egui::{Align, Align2, Color32, FontId, Galley, Pos2, Rect, Response, Sense, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// Paints a line of text, in smaller letters if there is too little room, and returns its place.
///
/// A text that does not fit in the smallest letters either is truncated with an ellipsis.
pub(super) fn text(
    ui: &Ui,
    at: Pos2,
    anchor: Align2,
    text: &str,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Rect {
    let galley = fitting_line(ui.ctx(), text, font, color, max_width);
    let is_cut = galley.elided;
    let rect = paint_line(ui, at, anchor, galley, color);
    if is_cut {
        ui_trace::record_cut(ui, text, rect);
    }
    rect
}

/// Paints a text around this height in one line, or in two lines of small letters, and returns its place.
pub(super) fn in_two_lines(ui: &Ui, at: Pos2, text: &str, font: FontId, color: Color32, width: f32) -> Rect {
    in_lines(ui, at, text, font, color, width, 2)
}

/// Paints a text around this height in one line, or in as few lines of small letters as hold it, but at most so many,
/// and returns its place.
pub(super) fn in_lines(
    ui: &Ui,
    at: Pos2,
    text: &str,
    font: FontId,
    color: Color32,
    width: f32,
    most: usize,
) -> Rect {
    let one = fitting_line(ui.ctx(), text, font.clone(), color, width);
    let few = || (2..=most).find_map(|most| fitting_lines(ui.ctx(), text, color, (width, most, Align::Min)));
    match one.elided.then(few).flatten() {
        Some(few) => paint_line(ui, at, Align2::LEFT_CENTER, few, color),
        None => self::text(ui, at, Align2::LEFT_CENTER, text, font, color, width),
    }
}

/// Whether [`in_two_lines`] shows a text whole.
pub(super) fn fits_two_lines(ui: &Ui, text: &str, font: FontId, width: f32) -> bool {
    let color = Color32::PLACEHOLDER;
    !fitting_line(ui.ctx(), text, font, color, width).elided
        || fitting_lines(ui.ctx(), text, color, (width, 2, Align::Min)).is_some()
}

/// Paints a text in the middle of this place, in the largest letters in which two lines or three hold it.
pub(super) fn two_lines_centered(ui: &Ui, place: Rect, text: &str, color: Color32) {
    let lines = |most| fitting_lines(ui.ctx(), text, color, (place.width(), most, Align::Center));
    let Some(galley) = lines(2).or_else(|| lines(3)) else {
        let font = theme::plain(theme::TEXT_SMALL);
        self::text(ui, place.center(), Align2::CENTER_CENTER, text, font, color, place.width());
        return;
    };
    let top = place.center().y - galley.size().y / 2.0;
    ui.painter().galley(pos2(place.center().x, top).round(), galley, color);
}

/// What stands between facts in one line.
pub(super) const BETWEEN: &str = " · ";

/// Paints facts in one line from the left, the most important first: as many as fit. If some do not, or the first
/// does not fit whole, as a long name of a file may not, a tooltip has all of them. The name tells it from others of
/// the same list.
pub(super) fn facts(
    ui: &Ui,
    name: &str,
    at: Pos2,
    facts: &[String],
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Rect {
    let count = how_many_fit(ui, facts, BETWEEN, &font, max_width);
    let galley = fitting_line(ui.ctx(), &facts[..count].join(BETWEEN), font, color, max_width);
    let is_cut = galley.elided || count < facts.len();
    let rect = paint_line(ui, at, Align2::LEFT_CENTER, galley, color);
    if is_cut {
        explained(ui, rect, name, &facts.join(BETWEEN));
    }
    rect
}

/// Explains what is shown here: on hover, and in the place of the notice after a click or tap.
pub(super) fn explained(ui: &Ui, rect: Rect, name: &str, words: &str) {
    let response = ui.interact(rect, ui.id().with((name, "explained")), Sense::CLICK);
    if response.clicked() {
        reason::say(ui, words);
    }
    if !theme::is_touch(ui.ctx()) {
        response.on_hover_text(words);
    }
}

/// How many of these words, the first ones, fit in one line. A single one is cut.
pub(super) fn how_many_fit(ui: &Ui, words: &[String], between: &str, font: &FontId, max_width: f32) -> usize {
    let fits = |count: &usize| {
        let words = words[..*count].join(between);
        !line(ui.ctx(), &words, font.clone(), Color32::PLACEHOLDER, max_width).elided
    };
    (1..=words.len()).rev().find(fits).unwrap_or(words.len().min(1))
}

/// Paints as many of these words as fit in one line, the first ones, and returns their place.
pub(super) fn first_that_fit(
    ui: &Ui,
    at: Pos2,
    words: &[String],
    between: &str,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Rect {
    let count = how_many_fit(ui, words, between, &font, max_width);
    text(ui, at, Align2::LEFT_CENTER, &words[..count].join(between), font, color, max_width)
}

fn paint_line(ui: &Ui, at: Pos2, anchor: Align2, galley: Arc<Galley>, color: Color32) -> Rect {
    let rect = anchor.anchor_size(at, galley.size());
    let rect = Rect::from_min_size(pos2(rect.min.x.round(), rect.min.y.round()), rect.size());
    ui.painter().galley(rect.min, galley, color);
    rect
}

/// Paints a player's name in the first of these fonts that makes it fit.
///
/// A name that fits in none is truncated, and a tooltip shows it whole.
pub(super) fn name(
    ui: &Ui,
    at: Pos2,
    name: &str,
    fonts: [FontId; 2],
    color: Color32,
    max_width: f32,
) -> Rect {
    let [large, small] = fonts;
    let fits = !line(ui.ctx(), name, large.clone(), color, max_width).elided;
    let font = if fits { large } else { small };
    let galley = line(ui.ctx(), name, font, color, max_width);
    let is_cut = galley.elided;
    let rect = paint_line(ui, at, Align2::LEFT_CENTER, galley, color);
    if is_cut {
        ui.interact(rect, ui.id().with(("name", name)), Sense::hover()).on_hover_text(name);
    }
    rect
}

/// Paints two names, which `between` joins, as [`name`] does, but shortens the longer of them: the other stays whole.
pub(super) fn two_names(
    ui: &Ui,
    at: Pos2,
    joined: &str,
    between: &str,
    fonts: [FontId; 2],
    color: Color32,
    max_width: f32,
) -> Rect {
    let font = fonts[1].clone();
    let is_cut = |text: &str| line(ui.ctx(), text, font.clone(), color, max_width).elided;
    let Some((one, other)) = joined.split_once(between).filter(|_| is_cut(joined)) else {
        return name(ui, at, joined, fonts, color, max_width);
    };
    let shown = longest_that_fits(
        joined,
        |most| [one, other].map(|name| shortened(name, most)).join(between),
        |text| !is_cut(text),
    );
    let rect = paint_line(ui, at, Align2::LEFT_CENTER, line(ui.ctx(), &shown, font, color, max_width), color);
    ui.interact(rect, ui.id().with(("name", joined)), Sense::hover()).on_hover_text(joined);
    rect
}

/// Returns the text that `say` builds from a name, with the name shortened until the text fits.
pub(super) fn text_with_name(
    ui: &Ui,
    name: &str,
    font: &FontId,
    max_width: f32,
    say: impl Fn(&str) -> String,
) -> String {
    let is_whole = |text: &str| !line(ui.ctx(), text, font.clone(), Color32::PLACEHOLDER, max_width).elided;
    longest_that_fits(name, |most| say(&shortened(name, most)), is_whole)
}

/// Returns a text with the name in it shortened until the wrapped text fits into `room`.
pub(super) fn fit_name(ui: &Ui, message: &str, name: &str, font: FontId, room: Vec2) -> String {
    let height = |text: &str| wrapped(ui, text, font.clone(), Color32::PLACEHOLDER, room.x).size().y;
    longest_that_fits(
        name,
        |most| message.replacen(name, &shortened(name, most), 1),
        |text| height(text) <= room.y,
    )
}

/// Returns the text with as many letters of `whole` as fit: `with` builds it with at most so many.
///
/// A name may be as long as a file or a paste makes it, so no letter is tried after another.
fn longest_that_fits(whole: &str, with: impl Fn(usize) -> String, fits: impl Fn(&str) -> bool) -> String {
    let (mut fit, mut over) = (0, whole.chars().count() + 1);
    while over - fit > 1 {
        // most texts fit whole
        let most = if over > whole.chars().count() { over - 1 } else { fit.midpoint(over) };
        if fits(&with(most)) { fit = most } else { over = most }
    }
    with(fit)
}

/// Lays out a text whose lines break as its language wants, in the order in which it is read.
pub(super) fn wrapped(ui: &Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
    let broken = break_lines(ui.ctx(), text, &font, width);
    ui.painter().layout(broken, font, color, width)
}

/// Paints wrapped text from its top left, and returns its place.
pub(super) fn paragraph(ui: &Ui, at: Pos2, text: &str, font: FontId, color: Color32, width: f32) -> Rect {
    let galley = wrapped(ui, text, font, color, width);
    let rect = Rect::from_min_size(at, galley.size());
    ui.painter().galley(at, galley, color);
    rect
}

/// Paints a text around its middle, in two or more lines if one is too short on a phone.
pub(super) fn centered(ui: &Ui, center: Pos2, message: &str, font: FontId, color: Color32, width: f32) {
    let is_long = line(ui.ctx(), message, font.clone(), color, width).elided;
    if !is_long || !theme::is_touch(ui.ctx()) {
        text(ui, center, Align2::CENTER_CENTER, message, font, color, width);
        return;
    }
    let mut job = LayoutJob::simple(break_lines(ui.ctx(), message, &font, width), font, color, width);
    job.halign = Align::Center;
    let galley = ui.painter().layout_job(job);
    let top = center.y - galley.size().y / 2.0;
    ui.painter().galley(pos2(center.x.round(), top.round()), galley, color);
}

/// Cuts a text off after so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Shows a message in a line of this height; a long one wraps, and its line is higher.
pub(super) fn message_line(ui: &mut Ui, message: &str, font: FontId, color: Color32, height: f32) {
    let wide = ui.available_width();
    let mut galley = line(ui.ctx(), message, font.clone(), color, wide);
    if galley.elided {
        galley = wrapped(ui, message, font, color, wide);
    }
    let (rect, _) = ui.allocate_exact_size(vec2(wide, height.max(galley.size().y)), Sense::hover());
    let at = rect.left_center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(at.round(), galley, color);
}

/// Shows a sentence, whose lines break as its language wants.
pub(super) fn sentence(ui: &mut Ui, sentence: &str, size: f32, ink: Color32) -> Response {
    let font = theme::plain(size);
    let broken = break_lines(ui.ctx(), sentence, &font, ui.available_width());
    ui.label(egui::RichText::new(broken).font(font).color(ink))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::parts::region;
    use egui::{Context, vec2};

    #[test]
    fn a_name_as_long_as_a_paste_is_cut_after_few_tries() {
        let whole = "rubbish\n".repeat(1_600);
        for room in [0, 1, 30, 12_799, 12_800, 90_000] {
            let tries = std::cell::Cell::new(0);
            let fits = |text: &str| {
                tries.set(tries.get() + 1);
                text.chars().count() <= room
            };
            let shown = longest_that_fits(&whole, |most| shortened(&whole, most), fits);
            // of no room, the ellipsis is left
            assert_eq!(shown.chars().count(), whole.chars().count().min(room.max(1)));
            assert!(tries.get() <= 15, "{room}: {} tries", tries.get());
        }
    }

    #[test]
    fn only_the_name_is_shortened_when_a_text_is_too_long() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let mut message = Vec::new();
        let _ = ctx.run(egui::RawInput::default(), |ctx| {
            message = region(ctx, "test", Rect::EVERYTHING, |ui| {
                [500.0, 160.0, 1.0].map(|wide| {
                    text_with_name(
                        ui,
                        "最长的名字一共有十六个字都在这里",
                        &theme::bold(17.0),
                        wide,
                        |name| format!("{name} 向你挑战"),
                    )
                })
            })
            .into();
        });
        assert_eq!(message[0], "最长的名字一共有十六个字都在这里 向你挑战");
        assert!(message[1].starts_with("最长") && message[1].ends_with("… 向你挑战"), "{message:?}");
        assert_eq!(message[2], "… 向你挑战");
    }

    #[test]
    fn each_row_of_a_list_explains_its_own_facts() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let rows = [("first", 20.0), ("second", 50.0), ("one that does not fit itself", 80.0)];
        let frame = |events| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 100.0)));
            let _ = ctx.run(egui::RawInput { screen_rect, events, ..Default::default() }, |ctx| {
                region(ctx, "test", Rect::from_min_size(Pos2::ZERO, vec2(400.0, 100.0)), |ui| {
                    for (name, y) in rows {
                        let words = [name.to_owned(), "a fact that does not fit".to_owned()];
                        let (at, font) = (pos2(0.0, y), theme::plain(14.0));
                        facts(ui, name, at, &words, font, Color32::BLACK, 60.0);
                    }
                });
            });
        };
        for (name, y) in rows {
            let pos = pos2(10.0, y);
            let press = |pressed| egui::Event::PointerButton {
                pos,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            let moved = egui::Event::PointerMoved(pos);
            for events in [vec![moved], vec![press(true)], vec![press(false)], vec![]] {
                frame(events);
            }
            let said = reason::current(&ctx, 0).unwrap_or_default();
            assert!(said.starts_with(name), "{name}: {said}");
        }
    }
}
