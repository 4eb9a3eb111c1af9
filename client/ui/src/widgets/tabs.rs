//! Rows and columns of tabs.

use super::controls::named;
use super::fitting::{BUTTON_MARGIN, fitting_line};
use super::theme;
use egui::{Color32, CornerRadius, Sense, Stroke, Ui, pos2, vec2};
use unicode_linebreak::linebreaks;

/// The least space between the labels of two tabs.
const TAB_GAP: f32 = 10.0;

/// A row of tabs, as wide as `ui`; returns the index of a tab that was clicked.
///
/// The tabs begin `indent` points from its left; they move closer together, and become smaller, where long
/// labels would reach its last `kept_free` points. The tab at `news` has something unread, and is marked.
pub fn tab_bar(
    ui: &mut Ui,
    tabs: &[(&str, &str)],
    chosen: usize,
    mark: Color32,
    indent: f32,
    kept_free: f32,
    news: Option<usize>,
) -> Option<usize> {
    if theme::is_touch(ui.ctx()) {
        // a label of three lines needs more
        let height = TAB_ROW.max(3.0 * theme::TEXT_LARGE + 12.0);
        return tab_rows(ui, height, tabs, chosen, mark, news);
    }
    let theme = theme::current(ui.ctx());
    let height = 45.0;
    let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.0, theme.border));
    let laid_out =
        |label: &str, font| ui.painter().layout_no_wrap(label.to_owned(), font, Color32::PLACEHOLDER);
    // each has the room that it needs when it is chosen, so that none moves when another one is
    let layout = |size: f32| {
        let width = |(_, label): &(&str, &str)| laid_out(label, theme::bold(size)).size().x;
        let widths: Vec<f32> = tabs.iter().map(width).collect();
        let words: f32 = widths.iter().sum();
        (size, widths, (bar.width() - indent - kept_free - words) / tabs.len().max(1) as f32)
    };
    let fits = [16.0, 15.0, 14.0].map(layout).into_iter().find(|(.., free)| *free >= TAB_GAP);
    let (size, widths, free) = fits.unwrap_or_else(|| layout(13.0));
    let gap = free.clamp(TAB_GAP, 32.0);
    let (mut left, mut clicked) = (bar.left() + indent.min(gap), None);
    for (index, (&(name, label), width)) in tabs.iter().zip(widths).enumerate() {
        let active = chosen == index;
        let galley = laid_out(label, if active { theme::bold(size) } else { theme::plain(size) });
        let margin = (gap * 0.4).min(12.0);
        let area =
            egui::Rect::from_min_size(pos2(left - margin, bar.top()), vec2(width + 2.0 * margin, height));
        let response = ui.interact(area, ui.id().with(("tab", name)), Sense::click());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        let ink = match (active, response.hovered() || response.has_focus()) {
            (true, _) => theme.ink,
            (false, true) => theme.jade.fill,
            (false, false) if news == Some(index) => theme.jade.fill,
            (false, false) => theme.sub,
        };
        let middle = pos2(left + width / 2.0, bar.center().y + 2.0);
        if news == Some(index) {
            news_dot(ui, middle + vec2(galley.size().x, -galley.size().y) / 2.0);
        }
        ui.painter().galley((middle - galley.size() / 2.0).round(), galley, ink);
        if active {
            let line = egui::Rect::from_min_size(pos2(left, bar.bottom() - 3.0), vec2(width, 3.0));
            ui.painter().rect_filled(line, CornerRadius::same(2), mark);
        }
        if named(ui, name, label, response, egui::WidgetType::Button).clicked() {
            clicked = Some(index);
        }
        left += width + gap;
    }
    clicked
}

/// Rows of tabs of this height, as wide as `ui`: as many as fingers need. Returns the index of a tab that was tapped.
fn tab_rows(
    ui: &mut Ui,
    height: f32,
    tabs: &[(&str, &str)],
    chosen: usize,
    mark: Color32,
    news: Option<usize>,
) -> Option<usize> {
    let wide = ui.available_width();
    let in_row = tabs.len().min((wide / theme::TOUCH) as usize).max(1);
    let in_row = tabs.len().div_ceil(tabs.len().div_ceil(in_row).max(1)).max(1);
    let mut tapped = None;
    for (row, tabs) in tabs.chunks(in_row).enumerate() {
        let (place, _) = ui.allocate_exact_size(vec2(wide, height), Sense::hover());
        let in_this = |index: usize| index.checked_sub(row * in_row).filter(|index| *index < tabs.len());
        let (chosen, news) = (in_this(chosen), news.and_then(in_this));
        tapped = tapped.or(tab_row(ui, place, tabs, chosen, mark, news).map(|index| row * in_row + index));
    }
    tapped
}

/// Marks a tab that has something unread, beside this corner of its label.
fn news_dot(ui: &Ui, corner: egui::Pos2) {
    ui.painter().circle_filled(corner + vec2(3.0, 3.0), 4.0, theme::current(ui.ctx()).jade.fill);
}

/// The height of a [`tab_row`].
pub const TAB_ROW: f32 = 48.0;

/// A row of tabs of equal width that fills `place`, for fingers; returns the index of a tab that was tapped.
///
/// `chosen` is the index of the chosen tab, if there is one, and `news` of one with something unread.
pub fn tab_row(
    ui: &mut Ui,
    place: egui::Rect,
    tabs: &[(&str, &str)],
    chosen: Option<usize>,
    mark: Color32,
    news: Option<usize>,
) -> Option<usize> {
    let theme = theme::current(ui.ctx());
    ui.painter().hline(place.x_range(), place.top() + 0.5, Stroke::new(1.0, theme.border));
    let width = place.width() / tabs.len().max(1) as f32;
    // a label that is too long has two lines
    let layout = |label: &str, size: f32, is_chosen: bool| {
        let font = if is_chosen { theme::bold(size) } else { theme::plain(size) };
        let mut job =
            egui::text::LayoutJob::simple(label.to_owned(), font, Color32::PLACEHOLDER, width - 4.0);
        job.halign = egui::Align::Center;
        ui.painter().layout_job(job)
    };
    // one size for all, in which each label fits even when it is chosen
    let fits = |size: &f32| tabs.iter().all(|(_, label)| layout(label, *size, true).rows.len() == 1);
    // or else one in which no word is broken
    let has_whole_words = |size: &f32| {
        let is_whole = |word: &str| layout(word.trim(), *size, true).rows.len() == 1;
        let words = |label: &str| {
            let mut from = 0;
            linebreaks(label).all(|(end, _)| is_whole(&label[std::mem::replace(&mut from, end)..end]))
        };
        tabs.iter().all(|(_, label)| words(label))
    };
    let size = [16.0, theme::TEXT, 14.0].into_iter().find(fits);
    let smaller = || [theme::TEXT_SMALL, 12.0].into_iter().find(has_whole_words);
    let size = size.or_else(smaller).unwrap_or(11.0);
    let mut tapped = None;
    for (index, (name, label)) in tabs.iter().enumerate() {
        let is_chosen = chosen == Some(index);
        let left = place.left() + width * index as f32;
        let area = egui::Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        let response = ui.interact(area, ui.id().with(("tab", *name)), Sense::click());
        let hot = response.hovered() || response.has_focus();
        let has_news = news == Some(index);
        let ink = if is_chosen || hot || has_news { theme.jade.fill } else { theme.sub };
        let galley = layout(label, size, is_chosen);
        let top = area.center().y - galley.size().y / 2.0;
        if has_news {
            news_dot(ui, pos2(area.center().x + galley.size().x / 2.0, top));
        }
        ui.painter().galley(pos2(area.center().x.round(), top.round()), galley, ink);
        if is_chosen {
            let line = egui::Rect::from_min_size(area.min, vec2(width, 3.0)).shrink2(vec2(10.0, 0.0));
            ui.painter().rect_filled(line, CornerRadius::same(2), mark);
        }
        let response = named(ui, name, label, response, egui::WidgetType::Button);
        tapped = tapped.or(response.clicked().then_some(index));
    }
    tapped
}

/// A column of tabs as wide as `ui`, for fingers, that fills `height` or is higher; returns the index of a tab that was
/// tapped.
pub fn tab_column(
    ui: &mut Ui,
    height: f32,
    tabs: &[(&str, &str)],
    chosen: Option<usize>,
    mark: Color32,
) -> Option<usize> {
    let theme = theme::current(ui.ctx());
    let high = (height / tabs.len().max(1) as f32).clamp(theme::TOUCH, TAB_ROW);
    let mut tapped = None;
    for (index, (name, label)) in tabs.iter().enumerate() {
        let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
        let response = ui.interact(area, ui.id().with(("tab", *name)), Sense::click());
        let is_chosen = chosen == Some(index);
        let hot = response.hovered() || response.has_focus();
        let ink = if is_chosen || hot { theme.jade.fill } else { theme.sub };
        let font = if is_chosen { theme::bold(theme::TEXT) } else { theme::plain(theme::TEXT) };
        let text = fitting_line(ui.ctx(), label, font, ink, area.width() - BUTTON_MARGIN);
        let at = area.left_center() + vec2(BUTTON_MARGIN / 2.0, -text.size().y / 2.0);
        ui.painter().galley(at.round(), text, ink);
        if is_chosen {
            let line = area.with_max_x(area.left() + 3.0).shrink2(vec2(0.0, 8.0));
            ui.painter().rect_filled(line, CornerRadius::same(2), mark);
        }
        let response = named(ui, name, label, response, egui::WidgetType::Button);
        tapped = tapped.or(response.clicked().then_some(index));
    }
    tapped
}
