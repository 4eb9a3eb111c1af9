//! The dialogs that can open over every screen: settings, help, quitting, a changed certificate.

use super::parts::{self, chip};
use super::server_address::address_list;
use super::view::View;
use super::{engines, help, trust};
use crate::core::action::{Action, PreferencesAction, SettingsAction};
use crate::core::call::CallSettings;
use crate::core::hosting::Hosting;
use crate::core::lang::Lang;
use crate::core::notation_choice::NotationChoice;
use crate::core::sound::SoundSettings;
use crate::core::theme::{self, Appearance};
use crate::core::visit::Visit;
use crate::core::widgets;
use chuhe_protocol::{BlockedPlayer, ChallengePolicy};
use chuhe_rules::luzhanqi::Strength;
use egui::{Align, Context, Id, Key, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if view.app.are_settings_open() {
        settings(view, ctx, actions);
    }
    help::show(view, ctx, actions);
    if let Some(form) = view.app.engine_form() {
        engines::show(view, ctx, form, actions);
    }
    if view.app.is_asked_to_quit() {
        quit(view, ctx, actions);
    }
    if let Some(prompt) = view.app.trust_prompt() {
        trust::show(view, ctx, prompt, actions);
    }
}

/// The width of the settings, and of the captions in them.
const WIDTH: f32 = 560.0;
const CAPTION: f32 = 130.0;

fn settings(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("settings.dialog")).frame(parts::dialog_frame(&view.theme));
    let (mut copied, mut chosen_preferences) = (Vec::new(), Vec::new());
    let mut set = |action| actions.push(Action::Settings(action));
    let response = modal.show(ctx, |ui| {
        ui.set_width(WIDTH);
        widgets::heading(ui, view.text.settings);
        ui.add_space(10.0);
        row(ui, view.text.language, |ui| {
            let chosen = view.app.settings().language;
            if chip(ui, "settings.language.system", view.text.language_of_system, chosen.is_none()) {
                set(SettingsAction::Language(None));
            }
            for lang in Lang::ALL {
                let name = match lang {
                    Lang::Zh => "settings.language.zh",
                    Lang::ZhHant => "settings.language.zh_hant",
                    Lang::En => "settings.language.en",
                    Lang::Vi => "settings.language.vi",
                };
                if chip(ui, name, lang.own_name(), chosen == Some(lang)) {
                    set(SettingsAction::Language(Some(lang)));
                }
            }
        });
        ui.add_space(10.0);
        row(ui, view.text.appearance, |ui| {
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
        notations(view, ui, &mut set);
        ui.add_space(10.0);
        if view.app.lang() != Lang::Zh {
            tile_names(view, ui, &mut set);
            ui.add_space(10.0);
        }
        sounds(view, ui, &mut set);
        ui.add_space(10.0);
        calls(view, ui, &mut set);
        ui.add_space(10.0);
        if let Some(visit) = view.app.visit().filter(|_| view.app.local().is_none()) {
            preferences(view, ui, visit, &mut chosen_preferences);
        }
        if let Hosting::Running { port, addresses } = view.app.hosting() {
            parts::caption(ui, &view.text.hosting_at(*port));
            address_list(view, ui, *port, addresses, 4, &mut copied);
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| widgets::primary_button(ui, "settings.close", view.text.close).clicked()).inner
    });
    actions.append(&mut copied);
    actions.extend(chosen_preferences.into_iter().map(Action::Preferences));
    if response.inner || parts::closes(&response) {
        actions.push(Action::Settings(SettingsAction::Close));
    }
}

/// Shows the names on tiles of luzhanqi to choose from.
fn tile_names(view: &View<'_>, ui: &mut Ui, set: &mut impl FnMut(SettingsAction)) {
    let general = Strength::General;
    row(ui, view.text.table.tile_names, |ui| {
        let chosen = view.app.settings().translated_tiles;
        if chip(ui, "settings.tiles.chinese", general.chinese(), !chosen) {
            set(SettingsAction::TranslateTiles(false));
        }
        if chip(ui, "settings.tiles.translated", view.text.short_strength(general), chosen) {
            set(SettingsAction::TranslateTiles(true));
        }
    });
}

/// Shows how loud the sounds are.
fn sounds(view: &View<'_>, ui: &mut Ui, set: &mut impl FnMut(SettingsAction)) {
    let (text, sound) = (&view.text.table, view.app.settings().sound);
    row(ui, text.sounds, |ui| {
        if chip(ui, "settings.mute", text.mute, sound.muted) {
            set(SettingsAction::Sound(SoundSettings { muted: true, ..sound }));
        }
        for volume in SoundSettings::VOLUMES {
            let chosen = !sound.muted && sound.volume == volume;
            if chip(ui, &format!("settings.volume.{volume}"), &format!("{volume}%"), chosen) {
                set(SettingsAction::Sound(SoundSettings { muted: false, volume }));
            }
        }
    });
}

/// Shows how to be called while another window has the focus.
fn calls(view: &View<'_>, ui: &mut Ui, set: &mut impl FnMut(SettingsAction)) {
    let (text, calls) = (&view.text.table, view.app.settings().calls);
    row(ui, text.call_user, |ui| {
        if chip(ui, "settings.urgent", text.call_urgent, calls.urgent) {
            set(SettingsAction::Calls(CallSettings { urgent: !calls.urgent, ..calls }));
        }
        if chip(ui, "settings.notification", text.call_notification, calls.notification) {
            set(SettingsAction::Calls(CallSettings { notification: !calls.notification, ..calls }));
        }
    });
}

/// Shows a row of choices beside its caption.
fn row(ui: &mut Ui, caption: &str, choices: impl FnOnce(&mut Ui)) {
    let theme = theme::current(ui.ctx());
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(CAPTION, parts::CHIP), Sense::hover());
        let (font, at) = (theme::plain(theme::TEXT_SMALL), rect.left_center());
        parts::text(ui, at, egui::Align2::LEFT_CENTER, caption, font, theme.sub, CAPTION);
        ui.horizontal_wrapped(choices);
    });
}

/// Shows the notations of moves to choose from.
fn notations(view: &View<'_>, ui: &mut Ui, set: &mut impl FnMut(SettingsAction)) {
    row(ui, view.text.records.notation, |ui| {
        let chosen = view.app.settings().notation;
        let usual = view.text.records.notation_of_language;
        if chip(ui, "settings.notation.usual", usual, chosen.is_none()) {
            set(SettingsAction::Notation(None));
        }
        for choice in NotationChoice::ALL {
            let name = match choice {
                NotationChoice::Simplified => "settings.notation.simplified",
                NotationChoice::Traditional => "settings.notation.traditional",
                NotationChoice::Wxf => "settings.notation.wxf",
                NotationChoice::Iccs => "settings.notation.iccs",
            };
            let label = view.text.records.notation_choice(choice);
            if chip(ui, name, label, chosen == Some(choice)) {
                set(SettingsAction::Notation(Some(choice)));
            }
        }
    });
}

/// Shows who may challenge the user, and the blocked players.
fn preferences(view: &View<'_>, ui: &mut Ui, visit: &Visit, chosen: &mut Vec<PreferencesAction>) {
    use ChallengePolicy as P;
    let preferences = visit.preferences();
    ui.add_enabled_ui(view.app.link().is_joined(), |ui| {
        row(ui, view.text.challenge_policy, |ui| {
            let choices = [
                ("settings.policy.everyone", P::Everyone),
                ("settings.policy.registered", P::Registered),
                ("settings.policy.nobody", P::Nobody),
            ];
            for (name, policy) in choices {
                if chip(ui, name, view.text.policy(policy), preferences.policy() == policy) {
                    chosen.push(PreferencesAction::Policy(policy));
                }
            }
        });
        ui.add_space(10.0);
        if !preferences.blocked().is_empty() {
            blocked(view, ui, preferences.blocked(), chosen);
            ui.add_space(10.0);
        }
    });
}

/// The height of a blocked player in the settings.
const BLOCKED_ROW: f32 = 32.0;
/// The most blocked players that are shown without scrolling.
const BLOCKED_ROWS: usize = 5;

/// Lists the blocked players, each with the link that lifts the block.
fn blocked(view: &View<'_>, ui: &mut Ui, players: &[BlockedPlayer], chosen: &mut Vec<PreferencesAction>) {
    parts::caption(ui, view.text.blocked_players);
    let height = BLOCKED_ROW * players.len().min(BLOCKED_ROWS) as f32;
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    parts::scroll(ui, "settings.blocked", place, false, |ui| {
        for BlockedPlayer { player, name } in players {
            let row = vec2(ui.available_width() - 10.0, BLOCKED_ROW);
            let (row, _) = ui.allocate_exact_size(row, Sense::hover());
            let link = Rect::from_min_max(pos2(row.right() - 110.0, row.top()), row.max);
            let fonts = [theme::plain(theme::TEXT), theme::plain(14.0)];
            let wide = row.width() - link.width() - 8.0;
            parts::name(ui, row.left_center(), name.as_str(), fonts, view.theme.ink, wide);
            let layout = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(link).layout(layout), |ui| {
                if widgets::link(ui, &format!("settings.unblock.{name}"), view.text.unblock).clicked() {
                    chosen.push(PreferencesAction::Unblock(*player));
                }
            });
        }
    });
}

/// Asks for confirmation before the window closes during a game.
fn quit(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let modal = egui::Modal::new(Id::new("quit.dialog")).frame(parts::dialog_frame(&view.theme));
    let response = modal.show(ctx, |ui| {
        ui.set_width(340.0);
        widgets::heading(ui, view.text.quit_question);
        ui.add_space(4.0);
        let early = view.app.table().is_some_and(|table| !table.game().situation().both_moved());
        let only_record = view.app.has_unsaved_record() && !view.app.plays();
        let plays_on_server = view.app.plays() && view.app.local().is_none();
        let loses = view.app.loses_local_game() && !plays_on_server;
        ui.label(match (view.app.hosts_games(), early) {
            (true, _) => view.text.quit_stops_host,
            (false, _) if loses => view.text.local.quit_loses_game,
            (false, _) if only_record => view.text.records.discard_explained,
            (false, true) => view.text.quit_aborts,
            (false, false) => view.text.quit_explained,
        });
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let yes = widgets::danger_button(ui, "quit.yes", view.text.quit_yes).clicked();
            if yes || view.pressed(ui.ctx(), Key::Enter) {
                actions.push(Action::Quit(true));
            }
            let stay = if only_record { view.text.cancel } else { view.text.quit_no };
            widgets::button(ui, "quit.no", stay).clicked()
        })
        .inner
    });
    if response.inner || parts::closes(&response) {
        actions.push(Action::Quit(false));
    }
}
