//! What may lie over every screen: the settings, a notice, how the connection stands, and who the server is.

use super::parts::{self, chip};
use super::{View, help, join, trust, widgets};
use crate::core::action::{Action, HelpAction, JoinAction, SettingsAction, TableAction};
use crate::core::app::Screen;
use crate::core::hosting::Hosting;
use crate::core::lang::Lang;
use crate::core::link::Status;
use crate::core::notice::Notice;
use crate::core::theme::{self, Appearance};
use crate::core::ui_trace;
use crate::core::visit::Visit;
use egui::{Align2, Area, Context, Id, Order, Rect, Sense, Stroke, Ui, pos2, vec2};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.are_settings_open() {
        settings(view, ctx, actions);
    }
    help::show(view, ctx, actions);
    if view.app.is_asked_to_quit() {
        quit(view, ctx, actions);
    }
    if let Some(prompt) = view.app.trust_prompt() {
        trust::show(view, ctx, prompt, actions);
    }
}

/// Marks an encrypted connection with a lock before `at`; how far what stands there moves.
pub(super) fn lock(view: &View<'_>, ui: &Ui, name: &str, at: egui::Pos2) -> f32 {
    let Some(fingerprint) = view.app.link().certificate() else { return 0.0 };
    let told = (view.text.encrypted)(fingerprint);
    widgets::lock(ui, name, at + vec2(widgets::LOCK / 2.0, 0.0), &told);
    widgets::LOCK + 7.0
}

/// The links of every screen, from the right: to the settings and to the rules.
pub(super) fn links(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if widgets::link(ui, "settings", view.text.settings).clicked() {
        actions.push(Action::Settings(SettingsAction::Toggle));
    }
    if widgets::link(ui, "help", view.text.help).clicked() {
        actions.push(Action::Help(HelpAction::Toggle));
    }
}

fn settings(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("settings.dialog")).frame(parts::dialog_frame(&view.theme));
    let mut asked = Vec::new();
    let mut set = |action| actions.push(Action::Settings(action));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.settings);
        ui.add_space(10.0);
        parts::caption(ui, view.text.language);
        ui.horizontal_wrapped(|ui| {
            let chosen = view.app.settings().language;
            if chip(ui, "settings.language.system", view.text.language_of_system, chosen.is_none()) {
                set(SettingsAction::Language(None));
            }
            for lang in Lang::ALL {
                let name = match lang {
                    Lang::Zh => "settings.language.zh",
                    Lang::En => "settings.language.en",
                };
                if chip(ui, name, lang.own_name(), chosen == Some(lang)) {
                    set(SettingsAction::Language(Some(lang)));
                }
            }
        });
        ui.add_space(10.0);
        parts::caption(ui, view.text.appearance);
        ui.horizontal_wrapped(|ui| {
            let chosen = view.app.settings().appearance;
            let choices = [
                ("settings.light", view.text.light, Appearance::Light),
                ("settings.dark", view.text.dark, Appearance::Dark),
            ];
            for (name, label, appearance) in choices {
                if chip(ui, name, label, chosen == appearance) {
                    set(SettingsAction::Appearance(appearance));
                }
            }
        });
        ui.add_space(10.0);
        if let Hosting::Running { port, addresses } = view.app.hosting() {
            parts::caption(ui, &(view.text.hosting_at)(*port));
            join::address_list(view, ui, *port, addresses, 4, &mut asked);
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let close = widgets::primary_button(ui, "settings.close", view.text.close).clicked();
            let may_leave = view.app.screen() == Screen::Lobby;
            let leave = may_leave && widgets::button(ui, "settings.leave", view.text.leave_server).clicked();
            (close, leave)
        })
        .inner
    });
    let (close, leave) = response.inner;
    actions.append(&mut asked);
    if close || leave || response.should_close() {
        actions.push(Action::Settings(SettingsAction::Close));
    }
    if leave {
        actions.push(Action::Join(JoinAction::Leave));
    }
}

/// Asks whether the window is to be closed though a game is being played.
fn quit(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("quit.dialog")).frame(parts::dialog_frame(&view.theme));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.quit_sure);
        ui.add_space(4.0);
        let hosting = view.app.hosts_games();
        ui.label(if hosting { view.text.quit_stops_host } else { view.text.quit_means });
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if widgets::danger_button(ui, "quit.yes", view.text.quit_yes).clicked() {
                actions.push(Action::Quit(true));
            }
            widgets::button(ui, "quit.no", view.text.quit_no).clicked()
        })
        .inner
    });
    if response.inner || response.should_close() {
        actions.push(Action::Quit(false));
    }
}

/// Shows what stands in the line at the bottom for a while: that the connection is lost, or else
/// what is said in passing, or else that one is
/// challenged, or that games stand still. Whether there was any of it.
///
/// `place` is the line's room, `middle` where in it something short is looked for.
pub(super) fn bottom_line(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    middle: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let visiting = view.app.screen() != Screen::Join;
    if let Some(lost) = Lost::of(view).filter(|_| visiting) {
        connection(view, ui, &lost, place, actions);
    } else if let Some(said) = view.app.notice(view.now) {
        notice(view, ui.ctx(), said, place, middle, actions);
    } else if let Some(name) = challenger(view) {
        challenged(view, ui, name, place, actions);
    } else if view.app.visit().is_some_and(Visit::is_paused) {
        paused(view, ui, place);
    } else {
        return false;
    }
    true
}

/// A connection that does not stand: what is said of it, and whether it can be made at once.
struct Lost {
    said: String,
    retry: bool,
    /// In which colours, of the text and of the edge.
    inks: [egui::Color32; 2],
}

impl Lost {
    fn of(view: &View<'_>) -> Option<Self> {
        let inks = [view.theme.red, view.theme.red_border];
        match view.app.link().status() {
            Status::Joined | Status::Connecting => None,
            Status::Lost { retry_at, .. } if view.app.link().is_paused() => {
                let said = (view.text.paused_retry)(retry_at.map(|at| view.seconds_until(at)));
                Some(Self { said, retry: retry_at.is_some(), inks: [view.theme.ink, view.theme.gold_ink] })
            }
            Status::Lost { attempt, retry_at } => {
                let seconds = retry_at.map(|at| view.seconds_until(at));
                Some(Self { said: (view.text.lost)(attempt, seconds), retry: retry_at.is_some(), inks })
            }
            Status::Off(stop) => {
                let said = stop.map_or_else(String::new, |stop| (view.text.offline_reason)(&stop));
                Some(Self { said, retry: true, inks })
            }
        }
    }
}

/// The height of what is said in passing.
const NOTICE: f32 = 34.0;

fn connection(view: &View<'_>, ui: &mut Ui, lost: &Lost, place: Rect, actions: &mut Vec<Action>) {
    let mut chips = vec![("connection.leave", view.text.leave_server, Action::Join(JoinAction::Leave))];
    if lost.retry {
        chips.insert(0, ("connection.retry", view.text.retry_now, Action::Join(JoinAction::Retry)));
    }
    line_with_chips(view, ui, &lost.said, lost.inks, place, chips, actions);
}

/// Who has challenged the user while he looks on elsewhere.
fn challenger<'a>(view: &View<'a>) -> Option<&'a str> {
    let visit = view.app.visit()?;
    let looks_on = visit.table().is_some_and(|table| table.seat().is_none());
    let mut open = visit.lobby().incoming(visit.me());
    let heard = open.find(|open| looks_on && !visit.is_muted(open.challenge.from))?;
    Some(&heard.name)
}

fn challenged(view: &View<'_>, ui: &mut Ui, name: &str, place: Rect, actions: &mut Vec<Action>) {
    let chips = vec![("challenge.see", view.text.to_lobby, Action::Table(TableAction::Leave))];
    let inks = [view.theme.ink, view.theme.jade];
    line_with_chips(view, ui, &(view.text.challenge_by)(name), inks, place, chips, actions);
}

/// Something that stays until it is settled, with what can be done about it; in these colours, of
/// the text and of the edge.
fn line_with_chips(
    view: &View<'_>,
    ui: &mut Ui,
    said: &str,
    [ink, edge]: [egui::Color32; 2],
    place: Rect,
    chips: Vec<(&str, &str, Action)>,
    actions: &mut Vec<Action>,
) {
    let (gap, margin, inset) = (6.0, 14.0, 3.0);
    let wide: f32 = chips.iter().map(|(_, label, _)| parts::chip_width(ui, label) + gap).sum();
    let behind = ui.painter().add(egui::Shape::Noop);
    let at = pos2(place.left() + margin, place.center().y);
    let room = place.width() - wide - 2.0 * margin;
    let font = theme::plain(theme::TEXT);
    let said = parts::text(ui, at, Align2::LEFT_CENTER, said, font, ink, room);
    let mut left = said.right() + margin;
    for (name, label, action) in chips {
        let size = vec2(parts::chip_width(ui, label), parts::CHIP);
        let chip = Rect::from_min_size(pos2(left, place.center().y - parts::CHIP / 2.0), size);
        if parts::inside(ui, name, chip, |ui| parts::chip(ui, name, label, false)) {
            actions.push(action);
        }
        left = chip.right() + gap;
    }
    let edge = Stroke::new(1.0, edge);
    let around = Rect::from_min_max(place.left_center(), pos2(left - gap + inset, place.center().y));
    let around = around.expand2(vec2(0.0, parts::CHIP / 2.0 + inset));
    let (radius, fill) = (theme::RADIUS_BUTTON + 1, view.theme.panel);
    ui.painter()
        .set(behind, egui::epaint::RectShape::new(around, radius, fill, edge, egui::StrokeKind::Inside));
}

/// That games stand still, for as long as they do.
fn paused(view: &View<'_>, ui: &mut Ui, place: Rect) {
    let (font, ink, margin) = (theme::plain(theme::TEXT), view.theme.ink, 16.0);
    let text = parts::line(ui.ctx(), view.text.paused, font, ink, place.width() - 2.0 * margin);
    let size = vec2(text.size().x + 2.0 * margin, NOTICE);
    let rect = Rect::from_min_size(pos2(place.left(), place.center().y - NOTICE / 2.0), size);
    ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.gold_wash);
    ui.painter().galley((rect.center() - text.size() / 2.0).round(), text, ink);
    let response = ui.interact(rect, ui.id().with("paused"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, view.text.paused));
    ui_trace::record(ui, "paused", view.text.paused, &response);
}

/// What is said in passing, above everything; a click puts it away.
fn notice(
    view: &View<'_>,
    ctx: &Context,
    notice: &Notice,
    place: Rect,
    middle: f32,
    actions: &mut Vec<Action>,
) {
    let said = (view.text.notice)(notice);
    let margin = 18.0;
    let text =
        parts::line(ctx, &said, theme::plain(theme::TEXT), view.theme.paper, place.width() - 2.0 * margin);
    let size = vec2(text.size().x + 2.0 * margin, NOTICE);
    let left = (middle - size.x / 2.0).clamp(place.left(), place.right() - size.x);
    let at = pos2(left.round(), (place.center().y - NOTICE / 2.0).round());
    let area = Area::new(Id::new("notice")).order(Order::Tooltip).fixed_pos(at).constrain(false);
    area.show(ctx, |ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.ink.gamma_multiply(0.92));
        let at = (rect.center() - text.size() / 2.0).round();
        ui.painter().galley(at, text, view.theme.paper);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &said));
        ui_trace::record(ui, "notice", &said, &response);
        if response.clicked() {
            actions.push(Action::Settings(SettingsAction::DismissNotice));
        }
    });
}
