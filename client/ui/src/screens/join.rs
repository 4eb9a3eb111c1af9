//! The forms for joining a server and for hosting one.

use super::disabled::permitted;
use super::halls::halls;
use super::lost::Lost;
use super::parts::{self, caption, inside};
use super::refusals::remaining_refusal;
use super::server_address::{address_list, is_this_machine};
use super::view::{View, field, secret_field};
use crate::widgets::theme;
use crate::widgets::{self, ButtonKind};
use chuhe_app::Screen;
use chuhe_model::actions::action::{Action, Field, JoinAction, SecretField};
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::hosting::Hosting;
use chuhe_model::notices::notice::Notice;
use chuhe_rules::clock::Timestamp;
use egui::{Align2, Key, Rect, Ui, pos2, vec2};

/// The height of the row with the TLS checkbox.
const TICK: f32 = 30.0;
/// The height of a row of a list of servers.
const ROW: f32 = 38.0;
/// The gap between two lists of servers.
const BETWEEN_LISTS: f32 = 10.0;
/// After this time, the screen says that the check of a password can take longer.
const SLOW_LOGIN_MS: u64 = 3_000;
/// How many addresses fit beside the fields.
const MOST_ADDRESSES: usize = 4;

/// Shows the form for joining a server.
pub(super) fn join(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let form = view.app.join_form();
    widgets::heading(ui, view.text.join_title);
    ui.add_space(4.0);
    let mut submitted = false;
    let width = ui.available_width();
    // a page reaches only the server from which it came
    if !view.app.is_page() {
        submitted |= address(view, ui, width, actions);
    }
    name_caption(view, ui, actions);
    let button = 116.0;
    let wide = width - button - theme::SPACE_SMALL;
    if form.password.is_some() {
        submitted |= field(ui, "join.name", Field::Name, &form.name, view.text.name_hint, width, actions);
        caption(ui, view.text.password);
    }
    ui.horizontal(|ui| {
        submitted |= match &form.password {
            Some(secret) => secret_field(ui, "join.password", SecretField::Join, secret, "", wide, actions),
            None => field(ui, "join.name", Field::Name, &form.name, view.text.name_hint, wide, actions),
        };
        if is_joining(&view.app.link().status()) {
            if widgets::button_of(ui, "join.cancel", view.text.cancel, ButtonKind::Plain, button).clicked() {
                actions.push(Action::Join(JoinAction::Leave));
            }
        } else {
            // while this computer hosts a server, the user probably joins that one
            let hosting = matches!(view.app.hosting(), Hosting::Running { .. });
            let kind = if hosting { ButtonKind::Plain } else { ButtonKind::Primary };
            submitted |= widgets::button_of(ui, "join.submit", view.text.join, kind, button).clicked();
        }
    });
    if !view.app.is_page() {
        encryption(view, ui, actions);
    }
    if view.opened {
        let fields = [("join.host", &form.host), ("join.port", &form.port)];
        let empty = fields.into_iter().find(|(_, text)| text.trim().is_empty());
        widgets::focus(ui.ctx(), empty.map_or("join.name", |(name, _)| name));
    }
    let password_request = form.password.as_ref().map(|_| form.refused_at);
    let before = ui.data_mut(|data| {
        let last =
            data.get_temp_mut_or_default::<Option<Option<Timestamp>>>(egui::Id::new("join.password_request"));
        std::mem::replace(last, password_request)
    });
    if password_request.is_some() && password_request != before {
        widgets::focus(ui.ctx(), "join.password");
    }
    let waits = !is_joining(&view.app.link().status()) && !view.is_covered();
    match field_notice(view) {
        Some(Notice::Name(_)) => mark(ui, view, "join.name"),
        Some(Notice::NoHost) => mark(ui, view, "join.host"),
        Some(_) => mark(ui, view, "join.port"),
        None => {}
    }
    if submitted || (waits && view.pressed(ui.ctx(), Key::Enter)) {
        actions.push(Action::Join(JoinAction::Submit));
    }
    state(view, ui);
    if !view.app.is_page() {
        servers(view, ui, actions);
    }
}

/// Shows the fields of the address. Returns whether the user pressed Enter in one.
fn address(view: &View<'_>, ui: &mut Ui, width: f32, actions: &mut Vec<Action>) -> bool {
    let (form, port_width) = (view.app.join_form(), 92.0);
    let mut submitted = false;
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            caption(ui, view.text.host);
            let wide = width - port_width - theme::SPACE_SMALL;
            submitted |= field(ui, "join.host", Field::Host, &form.host, view.text.host_hint, wide, actions);
        });
        ui.vertical(|ui| {
            caption(ui, view.text.port);
            submitted |= field(ui, "join.port", Field::Port, &form.port, "9899", port_width, actions);
        });
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

/// Shows the TLS checkbox, which is fixed for a server that was joined over TLS before.
fn encryption(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (settled, chosen) = (view.app.is_tls_required(), view.app.join_form().tls);
    let ticked = settled || chosen;
    let height = theme::height(ui.ctx(), TICK - 4.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let permit = if settled { Err(view.text.tls_settled.to_owned()) } else { Ok(()) };
    let response = inside(ui, "join.encryption", rect, |ui| {
        permitted(ui, "join.tls", permit, |ui| widgets::tick(ui, "join.tls", view.text.tls, ticked))
    });
    if response.clicked() {
        actions.push(Action::Join(JoinAction::Tls(!chosen)));
    }
}

/// Shows the caption of the name, with the link that opens the password field.
fn name_caption(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let height = theme::height(ui.ctx(), 17.0);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let (font, ink) = (theme::plain(theme::TEXT_SMALL), view.theme.sub);
    parts::text(ui, row.left_center(), Align2::LEFT_CENTER, view.text.name, font, ink, 200.0);
    if view.app.join_form().password.is_some() {
        return;
    }
    let builder = egui::UiBuilder::new()
        .max_rect(row.expand2(vec2(4.0, 5.0)))
        .layout(egui::Layout::right_to_left(egui::Align::Center));
    if widgets::link(&mut ui.new_child(builder), "join.have_password", view.text.have_password).clicked() {
        actions.push(Action::Join(JoinAction::AskPassword));
    }
}

/// Shows the progress of the attempt or why it failed; the line stays empty otherwise.
pub(super) fn state(view: &View<'_>, ui: &mut Ui) {
    let (message, color) = match view.app.link().status() {
        Status::Connecting => (view.text.connecting.to_owned(), view.theme.sub),
        Status::LoggingIn { since } => {
            let is_slow = view.now.since(since) >= SLOW_LOGIN_MS;
            let text = if is_slow { view.text.login_slow } else { view.text.logging_in };
            (text.to_owned(), view.theme.sub)
        }
        Status::Lost { .. } => {
            let lost = Lost::of(view, view.app.link());
            let message = lost.and_then(|lost| lost.messages.into_iter().next());
            (message.unwrap_or_default(), view.theme.sub)
        }
        Status::Off(Some(OfflineReason::ChooseHall)) => {
            (view.text.choose_hall.to_owned(), view.theme.gold_ink)
        }
        Status::Off(None | Some(OfflineReason::ConnectFailed(_))) if view.app.is_page_server_silent() => {
            (view.text.server_silent.to_owned(), view.theme.gold_ink)
        }
        Status::Off(Some(stop)) => (stopped(view, &stop), view.theme.red),
        Status::Off(None) if field_notice(view).is_some() => {
            let notice = field_notice(view).map_or_else(String::new, |notice| view.text.notice(notice));
            (notice, view.theme.red)
        }
        Status::Off(None) if exposes_password(view) => {
            (view.text.not_encrypted.to_owned(), view.theme.gold_ink)
        }
        Status::Off(None) | Status::Joined => (String::new(), view.theme.sub),
    };
    parts::message_line(ui, &message, theme::plain(14.0), color, 24.0);
}

/// Returns what is wrong with a field of the form, after an attempt to join.
pub(super) fn field_notice<'a>(view: &View<'a>) -> Option<&'a Notice> {
    let shown = view.app.screen() == Screen::Join && view.app.start_entry() == StartEntry::Join;
    let notice = view.app.notice(view.now).filter(|_| shown)?;
    matches!(notice, Notice::Name(_) | Notice::NoHost | Notice::BadPort).then_some(notice)
}

/// Tests if an attempt to join is under way.
pub(super) const fn is_joining(status: &Status) -> bool {
    matches!(status, Status::Connecting | Status::LoggingIn { .. } | Status::Lost { .. })
}

/// Tests if a password would be sent unencrypted over a network.
fn exposes_password(view: &View<'_>) -> bool {
    let form = view.app.join_form();
    form.password.is_some() && !is_this_machine(&form.host) && !form.tls && !view.app.is_tls_required()
}

fn stopped(view: &View<'_>, stop: &OfflineReason) -> String {
    match (stop, view.app.join_form().refused_at) {
        (OfflineReason::Refused(reason), Some(since)) => {
            remaining_refusal(view, *reason, since).unwrap_or_default()
        }
        _ => view.app.offline_reason(stop),
    }
}

/// Shows the halls of the server, the servers found on the local network, and those joined last.
fn servers(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    if view.area.form.is_phone() {
        // the form scrolls as a whole
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
            list_of_servers(view, ui, actions);
        });
        return;
    }
    let rect = ui.available_rect_before_wrap();
    parts::scroll(ui, "join.recent", rect, false, |ui| list_of_servers(view, ui, actions));
}

fn list_of_servers(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let (nearby, recent) = (view.app.nearby(), &view.app.settings().recent);
    let mut nearby = nearby.enumerate().peekable();
    let height = theme::height(ui.ctx(), ROW);
    halls(view, ui, actions);
    if nearby.peek().is_some() {
        list_title(ui, view.text.nearby);
    }
    for (index, server) in nearby {
        let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
        let name = format!("join.nearby.{index}");
        if server_row(view, ui, place, &name, [&server.name, &server.address_and_port()]) {
            actions.push(Action::Join(JoinAction::Nearby(index)));
        }
    }
    if !recent.is_empty() {
        list_title(ui, view.text.recent);
    }
    for (index, server) in recent.iter().enumerate() {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
        let forget_place = Rect::from_min_max(pos2(row.right() - 60.0, row.top()), row.max);
        let place = Rect::from_min_max(row.min, pos2(row.right() - 64.0, row.bottom()));
        let address = format!("{}:{}", server.host, server.port);
        let name = format!("join.recent.{index}");
        if server_row(view, ui, place, &name, [&server.name, &address]) {
            actions.push(Action::Join(JoinAction::Recent(index)));
        }
        let forget = inside(
            ui,
            &format!("forget.{index}"),
            forget_place.shrink2(vec2(0.0, if height > ROW { 0.0 } else { 8.0 })),
            |ui| widgets::link(ui, &format!("join.forget.{index}"), view.text.forget).clicked(),
        );
        if forget {
            actions.push(Action::Join(JoinAction::Forget(index)));
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

/// Shows a name and an address; returns whether they were clicked.
fn server_row(view: &View<'_>, ui: &mut Ui, place: Rect, id: &str, [name, address]: [&str; 2]) -> bool {
    let response = parts::clickable(ui, place, id, &format!("{name} · {address}"), false);
    let hot = response.hovered() || response.has_focus();
    if hot {
        ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.jade_wash);
    }
    let at = place.left_center() + vec2(10.0, 0.0);
    let ink = if hot { view.theme.jade } else { view.theme.ink };
    // one column of addresses, whether or not there is a button beside them
    let middle = place.left() + ui.max_rect().width() * 0.42;
    let wide = middle - at.x - 8.0;
    parts::text(ui, at, Align2::LEFT_CENTER, name, theme::plain(theme::TEXT), ink, wide);
    let (at, wide) = (pos2(middle, place.center().y), place.right() - middle);
    parts::text(ui, at, Align2::LEFT_CENTER, address, theme::plain(14.0), view.theme.sub, wide);
    response.clicked()
}

/// Shows the form for hosting a server.
pub(super) fn host(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    widgets::heading(ui, view.text.hosting_title);
    ui.add_space(4.0);
    match view.app.hosting() {
        Hosting::Off | Hosting::Starting => host_start(view, ui, actions),
        Hosting::Running { port, addresses } => host_running(view, ui, *port, addresses, actions),
    }
}

fn host_start(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    widgets::small(ui, view.text.hosting_explained);
    ui.add_space(6.0);
    caption(ui, view.text.port);
    ui.horizontal(|ui| {
        let text = &view.app.join_form().host_port;
        let entered = field(ui, "host.port", Field::HostPort, text, "9899", 92.0, actions);
        let starting = *view.app.hosting() == Hosting::Starting;
        let label = if starting { view.text.hosting_starting } else { view.text.hosting_start };
        let permit = if starting { Err(label.to_owned()) } else { Ok(()) };
        let start = permitted(ui, "host.start", permit, |ui| {
            widgets::button_of(ui, "host.start", label, ButtonKind::Primary, 116.0)
        });
        if start.clicked() || entered {
            actions.push(Action::Join(JoinAction::StartHost));
        }
    });
    ui.add_space(8.0);
    let announced = view.app.settings().announce;
    let tick = widgets::tick(ui, "host.announce", view.text.hosting_announce, announced);
    if tick.on_hover_text(view.text.hosting_announce_explained).clicked() {
        actions.push(Action::Join(JoinAction::Announce(!announced)));
    }
}

fn host_running(view: &View<'_>, ui: &mut Ui, port: u16, addresses: &[String], actions: &mut Vec<Action>) {
    ui.label(egui::RichText::new(view.text.hosting_at(port)).color(view.theme.jade));
    ui.add_space(4.0);
    address_list(view, ui, port, addresses, MOST_ADDRESSES, actions);
    ui.add_space(8.0);
    caption(ui, view.text.name);
    let form = view.app.join_form();
    let width = ui.available_width();
    field(ui, "host.name", Field::Name, &form.name, view.text.name_hint, width, actions);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if widgets::primary_button(ui, "host.join", view.text.hosting_join).clicked() {
            actions.push(Action::Join(JoinAction::JoinHosted));
        }
        if widgets::button(ui, "host.stop", view.text.hosting_stop).clicked() {
            actions.push(Action::Join(JoinAction::StopHost));
        }
    });
}
