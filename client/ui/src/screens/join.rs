//! The forms for joining a server and for hosting one.

use super::local_form;
use super::parts::{self, caption, inside};
use super::server_address::address_list;
use super::view::{View, entry};
use crate::widgets;
use crate::widgets::{fitting, theme};
use chuhe_model::actions::action::Action;
use chuhe_rules::clock::Timestamp;
use chuhe_view::join::{HostView, JoinView, ServerRow};
use chuhe_view::{Button, Entry, Field};
use egui::{Align2, Key, Rect, Ui, pos2, vec2};

/// The height of the row with the TLS checkbox.
const TICK: f32 = 30.0;
/// The height of a row of a list of servers.
const ROW: f32 = 38.0;
/// The height of one whose address is below its name.
const STACKED: f32 = 50.0;
/// The width of the link that forgets a server.
const FORGET: f32 = 60.0;
/// Where the addresses begin, as a part of the width of a row, and the margin of the names.
const ADDRESSES: f32 = 0.42;
const MARGIN: f32 = 10.0;
/// The gap between two lists of servers.
const BETWEEN_LISTS: f32 = 10.0;
/// How many addresses fit beside the fields.
const MOST_ADDRESSES: usize = 4;

/// Shows the form for joining a server.
pub(super) fn join(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let form = JoinView::of(&view.model());
    widgets::heading(ui, form.heading);
    ui.add_space(4.0);
    let width = ui.available_width();
    let mut submitted = form.address.as_ref().is_some_and(|fields| address(ui, fields, width, actions));
    name_caption(view, ui, &form, actions);
    let button = 116.0;
    let wide = width - button - theme::SPACE_SMALL;
    if let Some(password) = &form.password {
        submitted |= entry(ui, &form.name, width, actions);
        caption(ui, &password.label);
    }
    ui.horizontal(|ui| {
        submitted |= entry(ui, form.password.as_ref().unwrap_or(&form.name), wide, actions);
        actions.extend(parts::offered_of(ui, &form.submit, button));
    });
    if let Some(tls) = &form.tls {
        let height = theme::height(ui.ctx(), TICK - 4.0);
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
        actions.extend(inside(ui, "join.encryption", rect, |ui| parts::ticked(ui, tls)));
    }
    focus(view, ui, &form);
    if let Some(name) = form.wrong {
        mark(ui, view, name);
    }
    let waits = !form.is_joining && !view.is_covered();
    if submitted && !form.is_joining || (waits && view.pressed(ui.ctx(), Key::Enter)) {
        actions.extend(form.submit.press());
    }
    parts::message(view, ui, form.state.as_ref(), 24.0);
    if let Some(pieces) = &form.pieces {
        local_form::pieces_row(view, ui, pieces, actions);
    }
    servers(view, ui, &form, actions);
}

/// Moves the keyboard to the field that the user fills in next.
fn focus(view: &View<'_>, ui: &Ui, form: &JoinView) {
    let is_empty = |field: &&Field| matches!(&field.entry, Entry::Text(_, text) if text.trim().is_empty());
    // on a phone, the keyboard of the system would cover half of the screen unasked
    let is_chosen = parts::has_appeared(ui, egui::Id::new("join.shown")) && !view.area.form.is_phone();
    if view.opened || is_chosen {
        let empty = form.address.iter().flatten().find(is_empty);
        widgets::focus(ui.ctx(), &empty.unwrap_or(&form.name).id);
    }
    focus_asked(view, ui, Some(&form.name), form.password.as_ref());
}

/// Moves the keyboard to the name or the password that the server has just asked for by a refusal, or to the password that
/// the user wants to type.
pub(super) fn focus_asked(view: &View<'_>, ui: &Ui, name: Option<&Field>, password: Option<&Field>) {
    let form = &view.app.entrance().join;
    let now = (form.refused_at, password.is_some());
    let before: (Option<Timestamp>, bool) =
        ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(egui::Id::new("join.asked")), now));
    let is_refused = now.0.is_some() && now.0 != before.0;
    let asked = match (name, password) {
        (Some(name), _) if is_refused && form.asks_name => Some(name),
        (_, Some(password)) if is_refused || !before.1 => Some(password),
        _ => None,
    };
    if let Some(asked) = asked {
        widgets::focus(ui.ctx(), &asked.id);
    }
}

/// Shows the fields of the address. Returns whether the user pressed Enter in one.
fn address(ui: &mut Ui, [host, port]: &[Field; 2], width: f32, actions: &mut Vec<Action>) -> bool {
    let (port_width, mut submitted) = (92.0, false);
    ui.horizontal(|ui| {
        for (field, wide) in [(host, width - port_width - theme::SPACE_SMALL), (port, port_width)] {
            ui.vertical(|ui| {
                caption(ui, &field.label);
                submitted |= entry(ui, field, wide, actions);
            });
        }
    });
    submitted
}

/// Marks the field that must be filled in.
fn mark(ui: &Ui, view: &View<'_>, name: &str) {
    if let Some(field) = ui.ctx().read_response(widgets::field_id(name)) {
        let stroke = egui::Stroke::new(1.5, view.theme.red);
        ui.painter().rect_stroke(field.rect, theme::RADIUS_BUTTON, stroke, egui::StrokeKind::Inside);
    }
}

/// Shows the caption of the name, with the link that opens the password field.
fn name_caption(view: &View<'_>, ui: &mut Ui, form: &JoinView, actions: &mut Vec<Action>) {
    let height = theme::height(ui.ctx(), 17.0);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let (font, ink) = (theme::plain(theme::TEXT_SMALL), view.theme.sub);
    parts::text(ui, row.left_center(), Align2::LEFT_CENTER, &form.name.label, font, ink, 200.0);
    let Some(have_password) = &form.have_password else { return };
    let builder = egui::UiBuilder::new()
        .max_rect(row.expand2(vec2(4.0, 5.0)))
        .layout(egui::Layout::right_to_left(egui::Align::Center));
    actions.extend(parts::linked(&mut ui.new_child(builder), have_password));
}

/// Shows the halls of the server, the servers found on the local network, and those joined last.
fn servers(view: &View<'_>, ui: &mut Ui, form: &JoinView, actions: &mut Vec<Action>) {
    if form.lists.is_empty() {
        return;
    }
    if view.area.form.is_phone() {
        // the form scrolls as a whole
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
            list_of_servers(view, ui, form, actions);
        });
        return;
    }
    let rect = ui.available_rect_before_wrap();
    parts::scroll(ui, "join.recent", rect, false, |ui| list_of_servers(view, ui, form, actions));
}

fn list_of_servers(view: &View<'_>, ui: &mut Ui, form: &JoinView, actions: &mut Vec<Action>) {
    for list in &form.lists {
        list_title(ui, list.heading);
        let is_stacked = list.rows.iter().any(|row| is_cut(view, ui, row));
        let height = if is_stacked { STACKED } else { theme::height(ui.ctx(), ROW) };
        for row in &list.rows {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
            let Some(forget) = &row.forget else {
                actions.extend(server_row(view, ui, rect, row, is_stacked));
                continue;
            };
            let place = rect.with_max_x(rect.right() - FORGET - 4.0);
            actions.extend(server_row(view, ui, place, row, is_stacked));
            let margin = if height > ROW { 0.0 } else { 8.0 };
            let place = rect.with_min_x(rect.right() - FORGET).shrink2(vec2(0.0, margin));
            actions
                .extend(inside(ui, &format!("forget.{}", forget.id), place, |ui| parts::linked(ui, forget)));
        }
    }
}

/// Shows the title of a list, with a gap above it unless it is the first.
fn list_title(ui: &mut Ui, title: &str) {
    if ui.min_rect().height() > 0.0 {
        ui.add_space(BETWEEN_LISTS);
    }
    caption(ui, title);
    // the ring around the first row
    ui.add_space(3.0);
}

/// Whether the address of a server has too little room beside its name.
fn is_cut(view: &View<'_>, ui: &Ui, row: &ServerRow) -> bool {
    let forget = if row.forget.is_some() { FORGET + 4.0 } else { 0.0 };
    let wide = ui.available_width() - ui.max_rect().width() * ADDRESSES - forget;
    fitting::fitting_line(ui.ctx(), &row.detail, theme::plain(14.0), view.theme.sub, wide).elided
}

/// Shows a server or a hall, with its address beside or below its name, and returns its action if it was clicked.
fn server_row(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    row: &ServerRow,
    is_stacked: bool,
) -> Option<Action> {
    let response = parts::clickable(ui, place, &row.join.id, &row.join.label, row.is_last);
    let hot = response.hovered() || response.has_focus() || row.is_last;
    if hot {
        ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.jade.wash);
    }
    let ink = if row.is_full { view.theme.sub } else { view.theme.ink };
    let ink = if hot { view.theme.jade.fill } else { ink };
    let (left, middle) = (place.left() + MARGIN, place.center().y);
    // one column of addresses, whether or not there is a button beside them
    let column = place.left() + ui.max_rect().width() * ADDRESSES;
    let (name, detail, wide) = if is_stacked {
        (pos2(left, middle - 11.0), pos2(left, middle + 11.0), place.right() - left)
    } else {
        (pos2(left, middle), pos2(column, middle), column - left - 8.0)
    };
    parts::text(ui, name, Align2::LEFT_CENTER, &row.name, theme::plain(theme::TEXT), ink, wide);
    let wide = place.right() - detail.x;
    parts::text(ui, detail, Align2::LEFT_CENTER, &row.detail, theme::plain(14.0), view.theme.sub, wide);
    row.join.press().filter(|_| response.clicked())
}

/// Shows the form for hosting a server.
pub(super) fn host(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let form = HostView::of(&view.model());
    widgets::heading(ui, form.heading);
    ui.add_space(4.0);
    match &form.addresses {
        Some(addresses) => {
            ui.label(egui::RichText::new(&form.explained.label).color(view.theme.jade.fill));
            ui.add_space(4.0);
            address_list(ui, addresses, MOST_ADDRESSES, actions);
            ui.add_space(8.0);
        }
        None => {
            widgets::small(ui, &form.explained.label);
            ui.add_space(6.0);
        }
    }
    caption(ui, &form.field.label);
    let mut entered = false;
    if form.addresses.is_some() {
        entered = entry(ui, &form.field, ui.available_width(), actions);
        ui.add_space(4.0);
    }
    ui.horizontal(|ui| {
        entered |= form.addresses.is_none() && entry(ui, &form.field, 92.0, actions);
        let width = if form.addresses.is_none() { 116.0 } else { 0.0 };
        let clicked = form.buttons.iter().filter_map(|button| parts::offered_of(ui, button, width)).last();
        let first = form.buttons.first().filter(|_| entered);
        actions.extend(clicked.or_else(|| first.and_then(Button::press)));
    });
    let is_wrong = form.wrong.is_some();
    let was_wrong = ui.data_mut(|data| {
        std::mem::replace(data.get_temp_mut_or_default(egui::Id::new("host.wrong")), is_wrong)
    });
    if is_wrong {
        mark(ui, view, &form.field.id);
    }
    if is_wrong && !was_wrong {
        widgets::focus(ui.ctx(), &form.field.id);
    }
    parts::message(view, ui, form.wrong.as_ref(), 24.0);
    if let Some(announce) = &form.announce {
        ui.add_space(8.0);
        actions.extend(parts::ticked(ui, announce));
    }
    if let Some(pieces) = &form.pieces {
        local_form::pieces_row(view, ui, pieces, actions);
    }
}
