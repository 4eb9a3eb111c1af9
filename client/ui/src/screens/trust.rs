//! The dialog about a server whose certificate has changed.
//!
//! The safe button is the default. The other one needs a tick first, so that users read the text.

use super::view::View;
use super::{dialog, parts};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_view::Fact;
use chuhe_view::trust::TrustView;
use egui::{Context, RichText, Ui, vec2};

const WIDTH: f32 = 480.0;
/// Byte pairs of a fingerprint in a group, and groups in a line.
const PAIRS: usize = 4;
const GROUPS: usize = 2;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(asked) = TrustView::of(&view.model()) else { return };
    let frame = dialog::frame(&view.theme).stroke(egui::Stroke::new(2.0, view.theme.red));
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        let heading = RichText::new(asked.heading).font(theme::bold(theme::TEXT_HEADING));
        ui.label(heading.color(view.theme.red));
        if let Some(server) = &asked.server {
            widgets::small(ui, &server.label);
        }
        ui.add_space(6.0);
        ui.label(&asked.explained.label);
        ui.add_space(10.0);
        certificates(view, ui, &asked.certificates);
        ui.add_space(12.0);
        actions.extend(parts::ticked(ui, &asked.compared));
        ui.add_space(10.0);
    };
    let end = |ui: &mut Ui, actions: &mut Vec<Action>| buttons(ui, &asked, actions);
    let response = dialog::framed_with_end(
        view,
        ctx,
        "trust.dialog",
        dialog::Look { frame, width: WIDTH },
        actions,
        contents,
        end,
    );
    if dialog::closes(view, &response) {
        actions.extend(asked.refuse.press());
    }
}

/// Shows both certificates side by side.
fn certificates(view: &View<'_>, ui: &mut Ui, certificates: &[(Fact, Option<&str>)]) {
    let columns = if view.area.form == Form::Portrait { 1.0 } else { 2.0 };
    let wide = (ui.available_width() - theme::SPACE * (columns - 1.0)) / columns;
    let both = |ui: &mut Ui| {
        for (fingerprint, authority) in certificates {
            ui.vertical(|ui| {
                ui.set_width(wide);
                parts::caption(ui, &fingerprint.label);
                if !fingerprint.detail.is_empty() {
                    let text = RichText::new(in_lines(&fingerprint.detail)).font(theme::plain(14.0));
                    let label = ui.label(text.color(view.theme.ink));
                    widgets::ui_trace::record(ui, &fingerprint.id, &fingerprint.detail, &label);
                }
                if let Some(authority) = authority {
                    widgets::small(ui, authority);
                }
            });
        }
    };
    if columns == 1.0 {
        ui.vertical(both)
    } else {
        ui.horizontal_top(both)
    };
}

/// Formats a fingerprint in groups, for two people to compare by voice.
fn in_lines(fingerprint: &str) -> String {
    let pairs: Vec<&str> = fingerprint.split(':').collect();
    let groups: Vec<String> = pairs.chunks(PAIRS).map(|group| group.join(":")).collect();
    let lines: Vec<String> = groups.chunks(GROUPS).map(|line| line.join("  ")).collect();
    lines.join("\n")
}

fn buttons(ui: &mut Ui, asked: &TrustView, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(theme::SPACE_SMALL, theme::SPACE_SMALL);
        let refuse = widgets::primary_button(ui, &asked.refuse.id, &asked.refuse.label);
        // with the focus here, the fields below the dialog get no text, and Enter refuses
        if ui.memory(|memory| memory.focused()).is_none() {
            refuse.request_focus();
        }
        actions.extend(asked.refuse.press().filter(|_| refuse.clicked()));
        actions.extend(parts::offered(ui, &asked.trust));
    });
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SIZES, click, encrypted, shown, trace, widget};
    use super::*;
    use crate::widgets::ui_trace::Widget;
    use chuhe_app::Screen;
    use chuhe_app::testing::World;
    use chuhe_model::actions::action::JoinAction;
    use chuhe_model::choices::lang::Lang;
    use chuhe_model::exchange::effect::{ConnectionEffect, Effect};
    use chuhe_model::exchange::event::{Closed, ConnectFailure, Event, NetworkEvent};
    use chuhe_model::exchange::trust::{Certificate, CertificateMismatch, Trust};
    use chuhe_protocol::Fingerprint;
    use chuhe_texts::Text;
    use egui::{Rect, Vec2};
    use egui_kittest::kittest::Queryable as _;
    use std::cell::RefCell;

    const BEFORE: Trust = Trust::FirstUse;

    fn changed(mut world: World, known: Trust, vouched_for: bool) -> RefCell<World> {
        let shown = Certificate { fingerprint: Fingerprint::of(b"b"), vouched_for };
        let failure = ConnectFailure::CertificateChanged(CertificateMismatch { expected: known, shown });
        world.network(NetworkEvent::ConnectFailed(failure));
        RefCell::new(world)
    }

    /// The join screen after Enter in the name field.
    fn joining(lang: Lang) -> World {
        let mut world = World::new();
        world.act(Action::Settings(chuhe_model::actions::action::SettingsAction::Language(Some(lang))));
        world.act(Action::Join(JoinAction::Submit));
        world
    }

    fn at_board() -> World {
        let mut world = encrypted(World::at_board(chuhe_rules::Color::Red));
        world.network(NetworkEvent::Closed(Closed::ByServer));
        world.wait(500);
        world
    }

    fn labels<'a>(widgets: &'a [Widget], id: &str) -> Vec<&'a str> {
        widgets.iter().filter(|widget| widget.id == id).map(|widget| widget.label.as_str()).collect()
    }

    #[test]
    fn dialog_fits_at_every_size_in_every_language() {
        let before = Trust::Pinned(Fingerprint::of(b"a"));
        for lang in Lang::ALL {
            for size in SIZES {
                for (known, vouched_for) in [(before, false), (before, true), (Trust::Authority, false)] {
                    for world in [joining(lang), at_board()] {
                        let world = changed(world, known, vouched_for);
                        let harness = shown(&world, lang, size);
                        let window = Rect::from_min_size(egui::Pos2::ZERO, size);
                        let widgets = trace(&harness).widgets;
                        for widget in widgets.iter().filter(|widget| widget.id.starts_with("trust.")) {
                            assert!(window.contains_rect(widget.rect), "{lang:?} {size}: {widget:?}");
                        }
                        assert_eq!(labels(&widgets, "trust.now"), [Fingerprint::of(b"b").to_string()]);
                        let pinned = known == before;
                        assert_eq!(labels(&widgets, "trust.before").len(), usize::from(pinned));
                        let enabled = |id| widgets.iter().any(|widget| widget.id == id && widget.enabled);
                        assert!(enabled("trust.refuse") && !enabled("trust.trust"));
                        harness.get_by_label(Text::of(lang).certificate_changed);
                    }
                }
            }
        }
    }

    #[test]
    fn trusting_takes_two_clicks_and_refusing_takes_one() {
        for lang in Lang::ALL {
            let text = Text::of(lang);
            let world = changed(joining(lang), Trust::Authority, false);
            let mut harness = shown(&world, lang, SIZES[1]);
            click(&mut harness, text.trust);
            assert!(world.borrow().app.entrance().trust_prompt().is_some(), "one click is not enough");
            click(&mut harness, text.fingerprint_checked);
            click(&mut harness, text.trust);
            assert_eq!(world.borrow().app.entrance().trust_prompt(), None);
            assert_ne!(world.borrow().app.desk().settings.servers.trust("127.0.0.1", 9899), BEFORE);

            let world = changed(joining(lang), Trust::Authority, false);
            let mut harness = shown(&world, lang, SIZES[1]);
            click(&mut harness, text.do_not_trust);
            assert_eq!(world.borrow().app.entrance().trust_prompt(), None);
            assert_eq!(world.borrow().app.desk().settings.servers.trust("127.0.0.1", 9899), BEFORE);
        }
    }

    #[test]
    fn enter_and_escape_refuse_and_no_text_reaches_the_screen_below() {
        for key in [egui::Key::Enter, egui::Key::Escape] {
            let world = RefCell::new(joining(Lang::Zh));
            // the field of the name has the focus
            let mut harness = shown(&world, Lang::Zh, SIZES[1]);
            {
                let shown = Certificate { fingerprint: Fingerprint::of(b"b"), vouched_for: true };
                let failure = ConnectFailure::CertificateChanged(CertificateMismatch {
                    expected: Trust::Authority,
                    shown,
                });
                world.borrow_mut().network(NetworkEvent::ConnectFailed(failure));
            }
            harness.run_steps(3);
            assert!(world.borrow().app.entrance().trust_prompt().is_some());
            let name = world.borrow().app.entrance().join.name.clone();
            harness.input_mut().events.push(egui::Event::Text("x".into()));
            harness.run_steps(2);
            harness.press_key(key);
            harness.run_steps(3);
            let mut world = world.borrow_mut();
            assert_eq!(
                (world.app.entrance().trust_prompt(), &world.app.entrance().join.name),
                (None, &name),
                "{key:?}"
            );
            let effects = world.app.update(Event::Tick, chuhe_rules::clock::Timestamp::from_ms(90_000));
            assert!(
                !effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { .. })))
            );
        }
    }

    #[test]
    fn lock_shows_the_fingerprint_of_an_encrypted_connection() {
        for lang in Lang::ALL {
            let size: Vec2 = SIZES[1];
            for (world, id) in
                [(World::in_lobby(), "lobby.lock"), (World::at_board(chuhe_rules::Color::Red), "table.lock")]
            {
                let plain = RefCell::new(world);
                assert_eq!(labels(&trace(&shown(&plain, lang, size)).widgets, id).len(), 0);
                let world = RefCell::new(encrypted(plain.into_inner()));
                assert_ne!(world.borrow().app.screen(), Screen::Join);
                let widgets = trace(&shown(&world, lang, size)).widgets;
                let hints = labels(&widgets, id);
                assert!(hints[0].contains(&Fingerprint::of(b"a").to_string()), "{hints:?}");
            }
        }
    }

    #[test]
    fn tls_checkbox_is_fixed_for_a_server_joined_over_tls() {
        for lang in Lang::ALL {
            let world = RefCell::new(World::new());
            let mut harness = shown(&world, lang, SIZES[0]);
            click(&mut harness, Text::of(lang).tls);
            assert!(world.borrow().app.entrance().join.tls);
            click(&mut harness, Text::of(lang).tls);
            assert!(!world.borrow().app.entrance().join.tls);
            let world = RefCell::new(encrypted(joining(lang)));
            world.borrow_mut().act(Action::Join(JoinAction::Leave));
            let harness = shown(&world, lang, SIZES[0]);
            assert!(!widget(&harness, "join.tls").enabled);
        }
    }
}
