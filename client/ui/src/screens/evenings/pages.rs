//! The pages of an evening.

use super::super::described;
use super::super::parts;
use super::super::view::View;
use super::table;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::evening::{EveningView, OrganiseView, OwnView, PageView};
use chuhe_view::{Button, Fact, Group, Part};
use egui::{Margin, Stroke, Ui, vec2};

/// The width from which on a row has room for the three usual results.
const QUICK: f32 = 760.0;
/// The space above the heading of a part of a page, and below it.
const APART: f32 = 14.0;
const BELOW: f32 = 6.0;
/// The width of the field for the club.
const CLUB: f32 = 280.0;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, it: &EveningView<'_>, actions: &mut Vec<Action>) {
    let is_phone = view.area.form.is_phone();
    match &it.page {
        PageView::Round { own, turn, boards } => {
            self::own(view, ui, own, actions);
            if let Some((shown, buttons)) = turn {
                self::turn(view, ui, shown, buttons, actions);
            }
            table::show(view, ui, boards, usize::from(boards.button.is_some()), actions);
        }
        PageView::Standings { teams, table, files } => {
            for team in teams {
                parts::said(view, ui, team);
            }
            title(view, ui, &table.heading);
            table::show(view, ui, table, 0, actions);
            section(view, ui, files, actions);
        }
        PageView::Players(table) => {
            title(view, ui, &table.heading);
            table::show(view, ui, table, 0, actions);
        }
        PageView::Log(table) => table::sentences(view, ui, table, actions),
        PageView::Organise(page) => {
            urgent(view, ui, &page.urgent, actions);
            if it.invites {
                links(ui, it, actions);
            }
            organise(view, ui, page, actions);
        }
    }
    if is_phone {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.add_space(14.0);
        parts::said(view, ui, &it.known());
    }
    if !(it.invites && matches!(it.page, PageView::Organise(_))) {
        links(ui, it, actions);
    }
}

/// Shows what passes the evening on, and the wall view.
fn links(ui: &mut Ui, it: &EveningView<'_>, actions: &mut Vec<Action>) {
    ui.add_space(APART);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for link in &it.links {
            actions.extend(parts::offered_chip(ui, link));
        }
    });
}

/// Shows the heading of a part of a page.
fn title(view: &View<'_>, ui: &mut Ui, said: &str) {
    if said.is_empty() {
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    // the first one is at the top of the page
    ui.add_space(if ui.min_rect().height() > 0.0 { APART } else { BELOW });
    ui.label(egui::RichText::new(said).font(theme::bold(theme::TEXT_LARGE)).color(view.theme.ink));
    ui.add_space(BELOW);
}

/// Shows where the user sits, against whom and when, with what they can do: before everything else.
fn own(view: &View<'_>, ui: &mut Ui, it: &OwnView, actions: &mut Vec<Action>) {
    let frame = egui::Frame::new()
        .fill(view.theme.jade.wash)
        .stroke(Stroke::new(1.0, view.theme.jade.border))
        .corner_radius(theme::RADIUS_CARD)
        .inner_margin(Margin::symmetric(18, 14));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        let heading = parts::sentence(ui, &it.heading, theme::TEXT_NAME, view.theme.ink);
        ui_trace::record(ui, "evening.own", &it.heading, &heading);
        for fact in &it.facts {
            parts::said(view, ui, fact);
        }
        if let Some(club) = &it.club {
            let wide = ui.available_width().min(CLUB);
            parts::caption(ui, &club.label);
            parts::offered_field(ui, club, wide, actions);
        }
        if !it.buttons.is_empty() {
            ui.horizontal_wrapped(|ui| {
                for button in &it.buttons {
                    actions.extend(parts::offered_of(ui, button, 110.0));
                }
            });
        }
    });
}

/// Shows which round it is, and the buttons to the others.
fn turn(view: &View<'_>, ui: &mut Ui, shown: &Fact, buttons: &[Button], actions: &mut Vec<Action>) {
    ui.add_space(14.0);
    if view.area.form.is_phone() {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        parts::said(view, ui, shown);
        let buttons: Vec<Part> = buttons.iter().cloned().map(Part::Button).collect();
        // a row that wraps by itself does not do so at a disabled button
        described::parts(ui, &buttons, actions);
        ui.spacing_mut().item_spacing.y = 0.0;
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 8.0);
        let said = egui::RichText::new(&shown.label).font(theme::bold(theme::TEXT_LARGE));
        let response = ui.label(said.color(view.theme.ink));
        ui_trace::record(ui, &shown.id, &shown.label, &response);
        for button in buttons {
            actions.extend(parts::offered_chip(ui, button));
        }
    });
    ui.add_space(4.0);
}

/// Shows what organisers do, below what needs them: results, and everything else.
fn organise(view: &View<'_>, ui: &mut Ui, it: &OrganiseView<'_>, actions: &mut Vec<Action>) {
    for group in &it.first {
        section(view, ui, group, actions);
    }
    results(view, ui, it, actions);
    for group in &it.others {
        section(view, ui, group, actions);
    }
}

/// Shows the boards whose results are entered.
fn results(view: &View<'_>, ui: &mut Ui, it: &OrganiseView<'_>, actions: &mut Vec<Action>) {
    let Some(table) = &it.results else { return };
    title(view, ui, &table.heading);
    if let Some(keys) = it.keys.explained.as_ref().filter(|_| !view.area.form.is_phone()) {
        parts::said(view, ui, keys);
    }
    let buttons = if table.button.is_some() && ui.available_width() >= QUICK { 3 } else { 0 };
    if let Some(tap) = it.tap.as_ref().filter(|_| buttons == 0) {
        parts::said(view, ui, tap);
    }
    table::show_marked(view, ui, table, buttons, it.keys.marked, actions);
}

/// Shows what needs organisers, each with what can be done about it beside it.
fn urgent(view: &View<'_>, ui: &mut Ui, it: &Group, actions: &mut Vec<Action>) {
    title(view, ui, &it.heading);
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    let mut rest = it.parts.as_slice();
    while let Some(first) = rest.first() {
        // a fact, and the buttons behind it
        let is_button = |part: &&Part| matches!(part, Part::Button(_));
        let count = 1 + rest.iter().skip(1).take_while(is_button).count();
        let (now, after) = rest.split_at(count);
        rest = after;
        if let [Part::Fact(fact)] = now {
            parts::said(view, ui, fact);
            continue;
        }
        // what needs more than a line stands above its buttons
        let said = now.iter().find_map(|part| if let Part::Fact(fact) = part { Some(fact) } else { None });
        let is_long = said
            .is_some_and(|fact| crate::widgets::button_width(ui, &fact.label) > ui.available_width() * 0.6);
        if let Some(fact) = said.filter(|_| is_long) {
            parts::said(view, ui, fact);
        }
        ui.horizontal_wrapped(|ui| {
            for part in now {
                if let Part::Fact(fact) = part {
                    if !is_long {
                        parts::said(view, ui, fact);
                    }
                } else if let Part::Button(button) = part {
                    let primary = button.role == chuhe_view::Role::Primary;
                    actions.extend(if primary {
                        parts::offered(ui, button)
                    } else {
                        parts::offered_chip(ui, button)
                    });
                }
            }
        });
        if !matches!(first, Part::Fact(_) | Part::Button(_)) {
            described::parts(ui, now, actions);
        }
    }
    ui.spacing_mut().item_spacing.y = 0.0;
}

/// Shows a section with its heading.
pub(super) fn section(view: &View<'_>, ui: &mut Ui, it: &Group, actions: &mut Vec<Action>) {
    title(view, ui, &it.heading);
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    let spaced: &[Part] = &it.parts;
    described::parts(ui, spaced, actions);
    ui.spacing_mut().item_spacing.y = 0.0;
}
