//! The widgets that all screens share, styled by the theme.
//!
//! Each clickable widget takes a `name` that is the same in every language, by which
//! tests find it: see [`super::ui_trace`].

use super::fitting::{BUTTON_MARGIN, label_in, label_of_size};
use super::line_breaking::break_lines;
use super::theme::{self, PieceStyle, Rings};
use super::{edited, ui_trace};
use chuhe_model::drawing::{characters, figures};
use chuhe_rules::Color as Side;
use chuhe_rules::luzhanqi::Strength;
use chuhe_rules::xiangqi::Piece;
use egui::text::LayoutJob;
use egui::{
    Align2, Color32, CornerRadius, Galley, Margin, Response, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};
use std::sync::Arc;

/// The importance of a button, which selects its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonKind {
    /// The most likely action.
    Primary,
    /// Any other action.
    Plain,
    /// An action that cannot be undone.
    Danger,
}

/// A button for the most likely action.
pub fn primary_button(ui: &mut Ui, name: &str, label: &str) -> Response {
    button_of(ui, name, label, ButtonKind::Primary, 0.0)
}

/// A button.
pub fn button(ui: &mut Ui, name: &str, label: &str) -> Response {
    button_of(ui, name, label, ButtonKind::Plain, 0.0)
}

/// A button for an action that cannot be undone.
pub fn danger_button(ui: &mut Ui, name: &str, label: &str) -> Response {
    button_of(ui, name, label, ButtonKind::Danger, 0.0)
}

/// A button of this kind, at least `width` wide.
pub fn button_of(ui: &mut Ui, name: &str, label: &str, kind: ButtonKind, width: f32) -> Response {
    // a given width may leave less room beside the label than a button has by itself
    let wide = label_width(ui, label);
    let least = if width > 0.0 { wide + BUTTON_MARGIN } else { button_width(ui, label) };
    button_filling(ui, name, label, kind, least.max(width))
}

fn label_width(ui: &Ui, label: &str) -> f32 {
    let font = theme::plain(theme::TEXT);
    ui.painter().layout_no_wrap(label.to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// The width of a button with this label.
pub fn button_width(ui: &Ui, label: &str) -> f32 {
    (label_width(ui, label) + 32.0).max(64.0)
}

/// The place of a widget that can be clicked, whose identity is its name: it keeps the keyboard while what is above it
/// comes and goes.
pub fn allocate(ui: &mut Ui, name: &str, size: Vec2) -> (egui::Rect, Response) {
    let (rect, place) = ui.allocate_exact_size(size, Sense::hover());
    let id = ui.id().with(name);
    // a debug build writes over two widgets of one identity, and the tests of the screens read it
    ui.ctx().check_for_id_clash(id, place.rect, name);
    (rect, ui.interact(place.rect, id, Sense::click()))
}

/// A button of this kind, exactly `width` wide: a label that is too long has smaller letters, or two lines.
pub fn button_filling(ui: &mut Ui, name: &str, label: &str, kind: ButtonKind, width: f32) -> Response {
    let galley = label_in(ui.ctx(), label, width);
    button_with(ui, [name, name], label, kind, width, &galley)
}

/// A button of this kind in a row, exactly `width` wide, with letters of the size that all of the row have. Its first name
/// is its identity.
pub fn button_in_row(
    ui: &mut Ui,
    names: [&str; 2],
    label: &str,
    kind: ButtonKind,
    width: f32,
    letters: f32,
) -> Response {
    let galley = label_of_size(ui.ctx(), label, width, letters);
    button_with(ui, names, label, kind, width, &galley)
}

/// A button of this kind and width, whose label is laid out so.
fn button_with(
    ui: &mut Ui,
    [identity, name]: [&str; 2],
    label: &str,
    kind: ButtonKind,
    width: f32,
    galley: &Arc<Galley>,
) -> Response {
    let theme = theme::current(ui.ctx());
    let size = vec2(width, theme::height(ui.ctx(), theme::HEIGHT_BUTTON));
    let (rect, response) = allocate(ui, identity, size);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let hot = response.hovered() || response.has_focus();
    let (mut fill, edge, ink) = match kind {
        ButtonKind::Primary => {
            let fill = if hot { theme.jade.hover } else { theme.jade.fill };
            (fill, fill, theme.jade.text)
        }
        ButtonKind::Plain => (theme.surface.fill, theme.surface.border, theme.ink),
        ButtonKind::Danger => (theme.surface.fill, theme.red_border, theme.red),
    };
    if hot && kind != ButtonKind::Primary {
        fill = theme.surface.hover;
    }
    let edge = if response.has_focus() { theme.gold.fill } else { edge };
    let sunk = if response.is_pointer_button_down_on() { 1.0 } else { 0.0 };
    let rect = rect.translate(vec2(0.0, sunk));
    let radius = CornerRadius::same(theme::RADIUS_BUTTON);
    ui.painter().rect(rect, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if galley.elided {
        ui_trace::record_cut(ui, label, rect);
    }
    // the lines of a centred text are on both sides of its place
    let at = rect.center() - galley.rect.center().to_vec2();
    ui.painter().galley(pos2(at.x.round(), at.y.round()), galley.clone(), ink);
    named(ui, name, label, response, egui::WidgetType::Button)
}

/// A clickable text that chooses one of two views; the chosen one is in the accent.
pub fn tab_link(ui: &mut Ui, name: &str, label: &str, chosen: bool) -> Response {
    let theme = theme::current(ui.ctx());
    let font = if chosen { theme::bold(theme::TEXT_SMALL) } else { theme::plain(theme::TEXT_SMALL) };
    let galley = ui.painter().layout_no_wrap(label.to_owned(), font, Color32::PLACEHOLDER);
    let (rect, response) = words(ui, name, galley.size(), vec2(4.0, 3.0));
    let hot = response.hovered() || response.has_focus();
    let ink = if chosen || hot { theme.jade.fill } else { theme.sub };
    ui.painter().galley(rect.min, galley, ink);
    named(ui, name, label, response, egui::WidgetType::SelectableLabel)
}

/// The margin around the words of a link.
pub const LINK_MARGIN: f32 = 4.0;

/// A clickable text, as in the footer.
pub fn link(ui: &mut Ui, name: &str, label: &str) -> Response {
    let ink = theme::current(ui.ctx()).sub;
    link_of(ui, name, label, theme::TEXT_SMALL, ink)
}

/// A clickable text of this size and colour.
pub fn link_of(ui: &mut Ui, name: &str, label: &str, size: f32, ink: Color32) -> Response {
    let theme = theme::current(ui.ctx());
    let galley = ui.painter().layout_no_wrap(label.to_owned(), theme::plain(size), Color32::PLACEHOLDER);
    let (rect, response) = words(ui, name, galley.size(), Vec2::splat(LINK_MARGIN));
    let ink = if response.hovered() || response.has_focus() { theme.jade.fill } else { ink };
    ui.painter().galley(rect.min, galley, ink);
    named(ui, name, label, response, egui::WidgetType::Link)
}

/// Allocates clickable words of this size with a margin around them; returns where the words are.
fn words(ui: &mut Ui, name: &str, size: Vec2, margin: Vec2) -> (egui::Rect, Response) {
    let room = size + 2.0 * margin;
    let least = if theme::is_touch(ui.ctx()) { Vec2::splat(theme::TOUCH) } else { Vec2::ZERO };
    let (rect, response) = allocate(ui, name, room.max(least));
    let min = rect.min + (rect.size() - size) / 2.0;
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    (egui::Rect::from_min_size(pos2(min.x.round(), min.y.round()), size), response)
}

/// A checkbox with its label, which wraps if it is wider than the region.
pub fn tick(ui: &mut Ui, name: &str, label: &str, ticked: bool) -> Response {
    let theme = theme::current(ui.ctx());
    let (side, font) = (18.0, theme::plain(theme::TEXT));
    let wide = ui.max_rect().width() - side - 9.0;
    let mut galley = ui.painter().layout_no_wrap(label.to_owned(), font.clone(), Color32::PLACEHOLDER);
    if galley.size().x > wide {
        let broken = break_lines(ui.ctx(), label, &font, wide);
        galley = ui.painter().layout(broken, font, Color32::PLACEHOLDER, wide);
    }
    let size = vec2(side + 9.0 + galley.size().x, theme::height(ui.ctx(), galley.size().y.max(26.0)));
    let (rect, response) = allocate(ui, name, size);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let hot = response.hovered() || response.has_focus();
    let place = egui::Rect::from_min_size(pos2(rect.left(), rect.center().y - side / 2.0), Vec2::splat(side));
    let fill = if ticked { theme.jade.fill } else { theme.surface.fill };
    let edge = if ticked || hot { theme.jade.fill } else { theme.surface.border };
    let edge = if response.has_focus() { theme.gold.fill } else { edge };
    ui.painter().rect(place, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if ticked {
        let at = |x: f32, y: f32| place.min + vec2(x, y) * side;
        let line = vec![at(0.24, 0.52), at(0.43, 0.71), at(0.77, 0.31)];
        ui.painter().add(egui::Shape::line(line, Stroke::new(2.0, theme.jade.text)));
    }
    let text = pos2(place.right() + 9.0, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(pos2(text.x, text.y.round()), galley, theme.ink);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Checkbox, response.enabled(), ticked, label)
    });
    ui_trace::record_choice(ui, name, label, ticked, &response);
    response
}

/// The width of a [`lock`], in logical pixels.
pub const LOCK: f32 = 11.0;

/// A closed lock centered at `center`, with an explanation on hover.
pub fn lock(ui: &Ui, name: &str, center: egui::Pos2, explanation: &str) {
    let theme = theme::current(ui.ctx());
    let body = egui::Rect::from_center_size(center + vec2(0.0, 2.5), vec2(LOCK, 8.0));
    let bow = egui::Rect::from_min_max(
        pos2(body.left() + 2.0, body.top() - 6.0),
        body.right_top() - vec2(2.0, -2.0),
    );
    let round = CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 };
    ui.painter().rect_stroke(bow, round, Stroke::new(1.5, theme.jade.fill), StrokeKind::Inside);
    ui.painter().rect_filled(body, CornerRadius::same(2), theme.jade.fill);
    let place = egui::Rect::from_center_size(center, Vec2::splat(LOCK + 8.0));
    let response = ui.interact(place, ui.id().with(name), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Image, true, explanation));
    ui_trace::record(ui, name, explanation, &response);
    response.on_hover_text(explanation);
}

/// A text field, `width` wide, with a hint while it is empty.
pub fn field(ui: &mut Ui, name: &str, text: &mut String, hint: &str, width: f32) -> Response {
    let response = one_line(ui, name, text, hint, width, false);
    ui_trace::record_field(ui, name, if text.is_empty() { hint } else { text }, &framed(ui, &response));
    response
}

/// The margin of a text field, which belongs to what can be clicked.
const FIELD_MARGIN: Vec2 = vec2(13.0, 8.0);

/// The response of a text field with its margin, which fingers need to hit it.
fn framed(ui: &Ui, response: &Response) -> Response {
    let margin = if theme::is_touch(ui.ctx()) { FIELD_MARGIN } else { Vec2::ZERO };
    response.clone().with_new_rect(response.rect.expand2(margin))
}

/// A text field of several lines that fills `ui`, with a hint while it is empty.
///
/// `subject` identifies what the text is about. Another subject gets a field with its own cursor
/// and undo history.
pub fn text_area(
    ui: &mut Ui,
    name: &str,
    subject: impl std::hash::Hash,
    text: &mut String,
    hint: &str,
) -> Response {
    let theme = theme::current(ui.ctx());
    let place = ui.max_rect();
    // the frame stays while the text scrolls in it
    let frame = ui.painter().add(egui::Shape::Noop);
    let inner = place.shrink2(vec2(2.0, 6.0));
    let shown = ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
        let area = egui::ScrollArea::vertical().id_salt(name).max_height(inner.height());
        // not the least height of egui, which may be more than there is
        area.min_scrolled_height(0.0).show(ui, |ui| {
            let mut layouter = |ui: &Ui, text: &str, width: f32| {
                let font = theme::plain(theme::TEXT);
                edited::layout(ui, LayoutJob::simple(text.to_owned(), font, theme.ink, width))
            };
            let id = field_id(name).with(subject);
            edited::join_typed(ui.ctx(), id);
            let edit = egui::TextEdit::multiline(text)
                .layouter(&mut layouter)
                .id(id)
                .hint_text(egui::RichText::new(hint).color(theme.hint))
                .font(theme::plain(theme::TEXT))
                .text_color(theme.ink)
                .frame(false)
                .margin(Margin::symmetric(11, 2))
                .min_size(vec2(0.0, inner.height()))
                .desired_rows(1)
                .desired_width(inner.width() - 22.0);
            let mut output = edit.show(ui);
            edited::follow_pointer(ui, &mut output);
            let response = output.response;
            // what is scrolled out of view is not there to click
            ui_trace::record_field(ui, name, if text.is_empty() { hint } else { text }, &response);
            response
        })
    });
    let response = shown.inner.inner;
    ui.data_mut(|data| data.insert_temp(frame_id(response.id), place));
    let (looks, visuals) = (ui.style().interact(&response), ui.visuals());
    let edge = if response.has_focus() { visuals.selection.stroke } else { looks.bg_stroke };
    let (round, fill) = (looks.corner_radius, visuals.extreme_bg_color);
    ui.painter().set(frame, egui::epaint::RectShape::new(place, round, fill, edge, egui::StrokeKind::Inside));
    response
}

/// A password field: its text is shown as dots and omitted from the trace.
pub fn secret_field(ui: &mut Ui, name: &str, secret: &mut String, hint: &str, width: f32) -> Response {
    let response = one_line(ui, name, secret, hint, width, true);
    if secret.is_empty()
        && let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), field_id(name))
    {
        // otherwise Ctrl+Z would restore the password
        state.clear_undoer();
        egui::TextEdit::store_state(ui.ctx(), field_id(name), state);
    }
    ui_trace::record_field(ui, name, hint, &framed(ui, &response));
    response
}

/// Edits a single line of text, which is shown as dots if it is secret.
fn one_line(ui: &mut Ui, name: &str, text: &mut String, hint: &str, width: f32, is_secret: bool) -> Response {
    let theme = theme::current(ui.ctx());
    let mut layouter = |ui: &Ui, text: &str, _: f32| {
        let font = theme::plain(theme::TEXT);
        edited::layout(ui, LayoutJob::simple_singleline(text.to_owned(), font, theme.ink))
    };
    edited::join_typed(ui.ctx(), field_id(name));
    let mut edit = egui::TextEdit::singleline(text);
    // egui hides a password itself
    if !is_secret {
        edit = edit.layouter(&mut layouter);
    }
    let edit = edit
        .id(field_id(name))
        .password(is_secret)
        .hint_text(egui::RichText::new(hint).color(theme.hint))
        .font(theme::plain(theme::TEXT))
        .text_color(theme.ink)
        .margin(Margin::symmetric(13, 8))
        .min_size(vec2(0.0, theme::height(ui.ctx(), theme::HEIGHT_BUTTON)))
        .vertical_align(egui::Align::Center)
        .desired_width(width - 26.0);
    let mut output = edit.show(ui);
    edited::follow_pointer(ui, &mut output);
    let response = output.response;
    // the field stays in sight when an on-screen keyboard comes up
    if theme::is_touch(ui.ctx()) && response.has_focus() && !ui.clip_rect().contains_rect(response.rect) {
        response.scroll_to_me(None);
    }
    // a pasted text may have several lines
    if text.contains(['\r', '\n']) {
        *text = text.replace(['\r', '\n'], " ");
    }
    response
}

fn frame_id(field: egui::Id) -> egui::Id {
    field.with("frame")
}

/// The frame of a field of several lines, which scroll in it; `None` of another widget.
pub fn frame_of(ctx: &egui::Context, field: egui::Id) -> Option<egui::Rect> {
    ctx.data(|data| data.get_temp(frame_id(field)))
}

/// Returns egui's id of the field with this name. Names must be unique on a screen.
pub fn field_id(name: &str) -> egui::Id {
    egui::Id::new(("field", name))
}

/// Moves the keyboard focus to the field with this name.
pub fn focus(ctx: &egui::Context, name: &str) {
    ctx.memory_mut(|memory| memory.request_focus(field_id(name)));
}

/// An image of a xiangqi piece, `diameter` wide.
pub fn piece(ui: &mut Ui, piece: Piece, diameter: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(diameter), Sense::hover());
    paint_piece(ui.painter(), piece, rect.center(), diameter);
    response
}

/// Paints a xiangqi piece, `diameter` wide, as the user chose.
pub fn paint_piece(painter: &egui::Painter, piece: Piece, center: egui::Pos2, diameter: f32) {
    paint_piece_of(painter, &theme::current(painter.ctx()).pieces, piece, center, diameter);
}

/// Paints a xiangqi piece in this style, `diameter` wide.
pub fn paint_piece_of(
    painter: &egui::Painter,
    style: &PieceStyle,
    piece: Piece,
    center: egui::Pos2,
    diameter: f32,
) {
    let radius = diameter / 2.0;
    let ink = style.ink(piece.color);
    disc_gradient(painter, center, radius);
    painter.circle_stroke(center, radius - 0.5, Stroke::new(1.0, theme::DISC_EDGE));
    let width = (radius * 0.06).max(1.0);
    let rings: &[(f32, f32)] = match style.side(piece.color).rings {
        Rings::One => &[(0.83, 1.0)],
        Rings::Broad => &[(0.82, 2.0)],
        Rings::Two => &[(0.86, 0.8), (0.73, 0.8)],
    };
    for (place, broad) in rings {
        painter.circle_stroke(center, radius * place, Stroke::new(width * broad, ink));
    }
    match characters::on_piece(piece, style.set) {
        Some(character) => {
            let font = theme::brush(radius * 1.09);
            painter.text(center, Align2::CENTER_CENTER, character, font, ink);
        }
        None => paint_figure(painter, figures::of_piece(piece.kind), center, radius * 1.16, ink),
    }
}

/// Paints a figure in a square of this side.
fn paint_figure(
    painter: &egui::Painter,
    figure: &figures::Figure,
    center: egui::Pos2,
    side: f32,
    ink: Color32,
) {
    let unit = side / 100.0;
    let layers = [(&figure.solid, ink), (&figure.cut, theme::DISC[1])];
    for (polygons, color) in layers {
        for polygon in polygons {
            let corners: Vec<egui::Pos2> =
                polygon.corners.iter().map(|at| center + (*at - pos2(50.0, 50.0)) * unit).collect();
            let mut mesh = egui::Mesh::default();
            for corner in &corners {
                mesh.colored_vertex(*corner, color);
            }
            for [a, b, c] in &polygon.triangles {
                mesh.add_triangle(*a, *b, *c);
            }
            painter.add(mesh);
            // a line has soft edges, which triangles lack
            painter.add(egui::Shape::closed_line(corners, Stroke::new(0.7, color)));
        }
    }
}

/// An image of a luzhanqi piece: face down, or with its strength.
pub fn tile(ui: &mut Ui, color: Side, strength: Option<Strength>, size: Vec2) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    paint_tile(ui.painter(), rect, color, strength);
    response
}

/// Paints a luzhanqi piece, face down or with its strength in Chinese characters.
pub fn paint_tile(painter: &egui::Painter, rect: egui::Rect, color: Side, strength: Option<Strength>) {
    paint_bare_tile(painter, rect, color, strength.is_some());
    if let Some(strength) = strength {
        let (size, style) = (rect.size(), theme::current(painter.ctx()).pieces);
        let font = theme::brush((size.y * 0.6).min(size.x * 0.4));
        let name = characters::of_strength(strength, style.script);
        painter.text(rect.center(), Align2::CENTER_CENTER, name, font, style.ink(color));
    }
}

/// The size of the letters of a short name on a small tile, and the space around the name, in pixels.
const TILE_NAME: f32 = 12.0;
const TILE_NAME_SPACE: f32 = 9.0;

/// The width of a small tile with this short name: `least`, or more if its letters need it.
pub fn named_tile_width(painter: &egui::Painter, name: &str, least: f32) -> f32 {
    let font = theme::bold(TILE_NAME);
    let written = painter.layout_no_wrap(name.to_owned(), font, egui::Color32::PLACEHOLDER);
    (written.size().x + TILE_NAME_SPACE).ceil().max(least)
}

/// Paints a luzhanqi piece with a short name in plain letters, as large as fits.
pub fn paint_named_tile(painter: &egui::Painter, rect: egui::Rect, color: Side, name: &str) {
    paint_bare_tile(painter, rect, color, true);
    let ink = theme::current(painter.ctx()).pieces.ink(color);
    let largest = rect.height() * 0.58;
    let written = |size: f32| painter.layout_no_wrap(name.to_owned(), theme::bold(size), ink);
    let room = rect.width() - (rect.height() * 0.36).min(TILE_NAME_SPACE - 1.0);
    let widest = written(largest).size().x;
    let galley = written(largest * (room / widest).min(1.0));
    painter.galley(rect.center() - galley.size() / 2.0, galley, ink);
}

/// Paints a luzhanqi piece without its name, face up or face down.
fn paint_bare_tile(painter: &egui::Painter, rect: egui::Rect, color: Side, is_face_up: bool) {
    let size = rect.size();
    let style = theme::current(painter.ctx()).pieces;
    let (fill, edge, inner) = if is_face_up {
        (theme::DISC[1], theme::DISC_EDGE, style.ink(color))
    } else {
        // its edge is as light as wood, or the black side's would not show on a dark card
        (style.side(color).back[0], theme::DISC_EDGE, theme::TILE_INK.gamma_multiply(0.55))
    };
    let radius = CornerRadius::same((size.y * 0.16) as u8);
    painter.rect(rect, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    painter.rect_stroke(rect.shrink(size.y * 0.09), radius, Stroke::new(1.0, inner), StrokeKind::Inside);
}

/// Paints a wooden disc, lit from the upper left, as one mesh.
fn disc_gradient(painter: &egui::Painter, center: egui::Pos2, radius: f32) {
    const SEGMENTS: u32 = 48;
    let mut mesh = egui::Mesh::default();
    let light = center + vec2(-0.28, -0.4) * radius;
    mesh.colored_vertex(light, theme::DISC[0]);
    for step in 0..SEGMENTS {
        let angle = step as f32 / SEGMENTS as f32 * std::f32::consts::TAU;
        let edge = center + Vec2::angled(angle) * (radius - 0.5);
        let far = ((edge - light).length() / (1.7 * radius)).clamp(0.0, 1.0);
        let color = if far < 0.65 {
            theme::DISC[0].lerp_to_gamma(theme::DISC[1], far / 0.65)
        } else {
            theme::DISC[1].lerp_to_gamma(theme::DISC[2], (far - 0.65) / 0.35)
        };
        mesh.colored_vertex(edge, color);
        mesh.add_triangle(0, 1 + step, 1 + (step + 1) % SEGMENTS);
    }
    painter.add(mesh);
}

/// A text in the secondary colour and size.
pub fn small(ui: &mut Ui, text: &str) -> Response {
    let theme = theme::current(ui.ctx());
    let words = egui::RichText::new(text).font(theme::plain(theme::TEXT_SMALL)).color(theme.sub);
    let label = egui::Label::new(words);
    // beside others, it begins a row of its own before it is broken
    let (font, ink) = (theme::plain(theme::TEXT_SMALL), theme.sub);
    let fits = ui.painter().layout_no_wrap(text.to_owned(), font, ink).size().x <= ui.max_rect().width();
    ui.add(if fits { label.extend() } else { label })
}

/// A heading.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    let (theme, font) = (theme::current(ui.ctx()), theme::bold(theme::TEXT_HEADING));
    let broken = break_lines(ui.ctx(), text, &font, ui.available_width());
    ui.label(egui::RichText::new(broken).font(font).color(theme.ink))
}

/// Sets the label of a widget in the accessibility tree and records it in the trace.
pub(super) fn named(
    ui: &Ui,
    name: &str,
    label: &str,
    response: Response,
    kind: egui::WidgetType,
) -> Response {
    response.widget_info(|| egui::WidgetInfo::labeled(kind, response.enabled(), label));
    ui_trace::record(ui, name, label, &response);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme::{Appearance, Theme};

    #[test]
    fn a_button_keeps_the_keyboard_while_a_line_comes_and_goes_above_it() {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        for (frame, lines) in [0, 0, 1, 2, 0].into_iter().enumerate() {
            let mut has_focus = false;
            let _ = ctx.run(egui::RawInput::default(), |ctx| {
                egui::CentralPanel::default().show(ctx, |ui| {
                    (0..lines).for_each(|line| drop(link(ui, &format!("line.{line}"), "line")));
                    let button = button(ui, "below", "Below");
                    if frame == 0 {
                        button.request_focus();
                    }
                    has_focus = button.has_focus();
                });
            });
            assert!(has_focus, "with {lines} lines in frame {frame}");
        }
    }

    fn frame(contents: impl FnMut(&egui::Context)) -> Option<ui_trace::UiTrace> {
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        theme::apply(&ctx, &Theme::of(Appearance::Dark));
        ui_trace::start(&ctx);
        let _ = ctx.run(egui::RawInput::default(), contents);
        ui_trace::take(&ctx)
    }

    #[test]
    fn clickable_widgets_are_recorded() {
        let trace = frame(|ctx| {
            ui_trace::screen(ctx, "table");
            egui::CentralPanel::default().show(ctx, |ui| {
                ui.add_enabled_ui(false, |ui| button(ui, "draw", "求和"));
                primary_button(ui, "accept", "同意");
                super::super::tab_bar(
                    ui,
                    &[("moves", "棋谱"), ("chat", "聊天")],
                    0,
                    Color32::RED,
                    0.0,
                    0.0,
                    None,
                );
            });
        })
        .unwrap();
        assert_eq!(trace.screen, "table");
        let names: Vec<(&str, bool)> = trace.widgets.iter().map(|it| (it.id.as_str(), it.enabled)).collect();
        assert_eq!(names, [("draw", false), ("accept", true), ("moves", true), ("chat", true)]);
        assert!(trace.widgets.iter().all(|it| it.rect.is_positive()));
    }

    #[test]
    fn a_long_text_in_an_area_is_recorded_as_far_as_it_is_seen() {
        let mut text = "one\n".repeat(100);
        let trace = frame(|ctx| {
            egui::CentralPanel::default().show(ctx, |ui| {
                let place = egui::Rect::from_min_size(pos2(10.0, 10.0), vec2(200.0, 60.0));
                ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
                    text_area(ui, "comment", 0, &mut text, "hint");
                });
            });
        })
        .unwrap();
        assert!(trace.widgets[0].rect.height() <= 61.0, "{:?}", trace.widgets[0].rect);
    }

    #[test]
    fn nothing_is_recorded_unless_tracing_starts() {
        let ctx = egui::Context::default();
        assert_eq!(ui_trace::take(&ctx), None);
    }
}
