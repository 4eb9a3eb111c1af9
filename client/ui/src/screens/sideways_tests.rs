//! Tests that every dialog fits on phones held sideways: what is too high scrolls, and its buttons are in sight.

use super::phone_tests::acting;
use super::tests::{SIZES, encrypted, ended, in_play, shown, trace};
use chuhe_app::testing::engine::{adding_an_engine, with_many_engines};
use chuhe_app::testing::file::{with_games, with_notes};
use chuhe_app::testing::inviting::{invitation, inviting};
use chuhe_app::testing::library::in_library;
use chuhe_app::testing::past_games::{back_in_lobby, with_card};
use chuhe_app::testing::profiles::{leaderboard, profile, with_leaderboard, with_profile};
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{ME, OTHER, World};
use chuhe_model::actions::action::{
    AccountAction, Action, FormAction, HelpAction, InvitationAction, LobbyAction, SettingsAction,
};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::exchange::event::{Closed, ConnectFailure, Event, NetworkEvent};
use chuhe_model::exchange::trust::{Certificate, CertificateMismatch, Trust};
use chuhe_protocol::{Fingerprint, LobbyMessage};
use chuhe_rules::{Color, Outcome, WinReason};
use egui::{Order, Rect, Vec2, vec2};
use std::cell::RefCell;

const SIDEWAYS: [Vec2; 2] = [vec2(844.0, 390.0), vec2(667.0, 375.0)];
/// What a notch and a bar cover.
const NOTCH: Insets = Insets { left: 47.0, right: 47.0, bottom: 21.0, top: 0.0, keyboard: 0.0 };
/// How the names of buttons that close a dialog end.
const ENDS: [&str; 7] = [".close", ".cancel", ".no", ".done", ".dismiss", ".understood", ".refuse"];

type Named = (&'static str, fn() -> World);

fn reviewed(action: ReviewAction) -> World {
    let mut world = reviewing(&["h2e2"]);
    world.review(action);
    world
}

fn settings(page: SettingsPage) -> World {
    acting(World::in_lobby(), [SettingsAction::Toggle, SettingsAction::Page(page)].map(Action::Settings))
}

fn followed() -> World {
    let mut world = World::in_lobby();
    world.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world
}

fn with_another_certificate() -> World {
    let mut world = encrypted(World::at_board(Color::Red));
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.wait(500);
    let shown = Certificate { fingerprint: Fingerprint::of(b"b"), vouched_for: true };
    let expected = Trust::Pinned(Fingerprint::of(b"a"));
    let failure = ConnectFailure::CertificateChanged(CertificateMismatch { expected, shown });
    world.network(NetworkEvent::ConnectFailed(failure));
    world
}

fn quitting() -> World {
    let mut world = in_play(Color::Red);
    world.update(Event::CloseRequested);
    world
}

fn dialogs() -> Vec<Named> {
    vec![
        ("account", || acting(World::in_lobby(), [Action::Account(AccountAction::Open)])),
        ("card", || with_card(World::in_lobby(), Vec::new())),
        ("general", || settings(SettingsPage::General)),
        ("board", || settings(SettingsPage::Board)),
        ("display", || settings(SettingsPage::Display)),
        ("sounds", || settings(SettingsPage::Sounds)),
        ("server", || settings(SettingsPage::Server)),
        ("settings in a game", || acting(in_play(Color::Red), [Action::Settings(SettingsAction::Toggle)])),
        ("help in a game", || acting(in_play(Color::Red), [Action::Help(HelpAction::Toggle)])),
        ("keys", || acting(World::new(), [Action::Help(HelpAction::ToggleKeys)])),
        ("keys in a game", || acting(in_play(Color::Red), [Action::Help(HelpAction::ToggleKeys)])),
        ("library", || in_library(World::in_lobby(), 30)),
        ("engines", adding_an_engine),
        ("many engines", with_many_engines),
        ("challenge", || {
            let open = Action::Lobby(LobbyAction::Challenge(OTHER));
            acting(World::in_lobby(), [open, Action::Form(FormAction::Odds(true))])
        }),
        ("seek", || acting(World::in_lobby(), [Action::Lobby(LobbyAction::OpenSeekForm)])),
        ("computer", || acting(World::in_lobby(), [Action::Start(StartAction::ChooseComputer(true))])),
        ("invite", || acting(World::in_lobby(), [Action::Invitation(InvitationAction::OpenForm)])),
        ("code", || acting(inviting(), [Action::Invitation(InvitationAction::ToggleCode)])),
        ("followed", followed),
        ("leaderboard", || with_leaderboard(back_in_lobby(Vec::new()), leaderboard(ME, "楚河客"))),
        ("profile", || with_profile(back_in_lobby(Vec::new()), profile(OTHER, "云中鹤"))),
        ("open", || reviewed(ReviewAction::AskOpen)),
        ("save", || reviewed(ReviewAction::AskSave)),
        ("details", || reviewed(ReviewAction::AskTags)),
        ("games", || with_games(300)),
        ("notes", || {
            let mut world = with_notes();
            world.review(ReviewAction::AskNotes);
            world
        }),
        ("certificate", with_another_certificate),
        ("quit", quitting),
    ]
}

/// What is wrong with the topmost dialog of a world on this screen.
fn faults(name: &str, world: World, lang: Lang, size: Vec2, insets: Insets) -> Vec<String> {
    let mut world = world.touched(size);
    world.update(Event::Insets(insets));
    let world = RefCell::new(world);
    let mut harness = shown(&world, lang, size);
    harness.run_steps(3);
    let trace = trace(&harness);
    let place = format!("{name} {lang:?} {size} {}", insets.left);
    let in_dialog = |it: &&crate::widgets::ui_trace::Widget| it.layer.order == Order::Foreground;
    let Some(layer) = trace.widgets.iter().rfind(in_dialog).map(|it| it.layer) else {
        return vec![format!("{place}: no dialog")];
    };
    let window = Rect::from_min_size(egui::Pos2::ZERO, size).expand(0.5);
    let of_dialog: Vec<_> = trace.widgets.iter().filter(|it| it.layer == layer).collect();
    let outside = of_dialog.iter().filter(|it| !window.contains_rect(it.rect));
    let outside = outside.map(|it| format!("{place}: outside: {} {}", it.id, it.rect));
    let ends =
        of_dialog.iter().any(|it| it.whole && !it.covered && ENDS.iter().any(|end| it.id.ends_with(end)));
    let endless = (!ends).then(|| format!("{place}: no button that closes it is in sight"));
    // whoever is called as a language has it may have a name of any length
    let cut =
        trace.cut.iter().filter(|text| !text.contains("最长")).map(|text| format!("{place}: cut: {text}"));
    outside.chain(endless).chain(cut).collect()
}

#[test]
fn every_dialog_fits_on_a_phone_held_sideways_with_its_buttons_in_sight() {
    let mut found = Vec::new();
    for lang in Lang::ALL {
        for (name, make) in dialogs() {
            for (size, insets) in
                SIDEWAYS.into_iter().flat_map(|size| [Insets::default(), NOTCH].map(|it| (size, it)))
            {
                found.extend(faults(name, make(), lang, size, insets));
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_finished_game_keeps_its_dialogs_whole_too() {
    let world = || {
        acting(
            ended(Outcome::won(Color::Red, WinReason::Resignation)),
            [Action::Help(HelpAction::ToggleKeys)],
        )
    };
    let found: Vec<String> =
        SIDEWAYS.into_iter().flat_map(|size| faults("keys", world(), Lang::En, size, NOTCH)).collect();
    assert_eq!(found, [""; 0]);
    // a window has the list of keys in two columns
    let world = RefCell::new(world());
    let harness = shown(&world, Lang::En, SIZES[1]);
    let rows: Vec<f32> =
        trace(&harness).widgets.iter().filter(|it| it.id == "keys.row").map(|it| it.rect.left()).collect();
    assert!(rows.iter().any(|left| left - rows[0] > 200.0), "{rows:?}");
}
