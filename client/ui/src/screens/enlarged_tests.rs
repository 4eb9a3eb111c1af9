//! Tests of lists and dialogs on phones whose user has asked for letters half as large again.

use super::phone_tests::{acting, check_dialogs, faults_in, faults_of};
use super::tests::{challenged, flat_worlds, in_play, on_start, shown, trace};
use chuhe_app::testing::inviting::inviting;
use chuhe_app::testing::past_games::back_in_lobby;
use chuhe_app::testing::profiles::{profile, with_profile};
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{Action, FormAction, LobbyAction, LobbyTab, ScaleChange, SettingsAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::event::Event;
use chuhe_model::testing::summary;
use chuhe_rules::Color;
use egui::{Vec2, vec2};
use std::cell::RefCell;

/// What phones of 360 × 640 and 390 × 844 have room for then, upright and on their sides, in logical pixels, and the
/// latter with letters a quarter larger.
const ENLARGED: [Vec2; 5] =
    [vec2(240.0, 427.0), vec2(260.0, 563.0), vec2(427.0, 240.0), vec2(563.0, 260.0), vec2(312.0, 675.0)];

fn check(worlds: &[(&str, &dyn Fn() -> World)]) {
    let found: Vec<String> =
        worlds.iter().flat_map(|(name, make)| faults_of(name, make, &ENLARGED)).collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_a_rating_lacks_is_whole_beside_it_or_below() {
    let provisional = || {
        let mut profile = profile(OTHER, "云中鹤");
        profile.ratings.retain(|record| record.rating.games_missing > 0);
        with_profile(World::in_lobby(), profile)
    };
    check(&[("a provisional rating", &provisional)]);
}

#[test]
fn a_phone_enlarges_lists_and_dialogs_by_half_and_leaves_the_board_its_size() {
    for size in [vec2(390.0, 844.0), vec2(844.0, 390.0)] {
        let larger = Action::Settings(SettingsAction::Scale(ScaleChange::To(150)));
        let toggle = || Action::Settings(SettingsAction::Toggle);
        let mut world = acting(in_play(Color::Red).touched(size), [larger.clone()]);
        let usual = world.app.desk().board_scale();
        assert!(usual < 125, "{size}: {usual}");
        for (open, expected) in [(false, usual), (true, 150), (false, usual)] {
            assert_eq!(world.app.desk().scale(), expected, "{size}, settings: {open}");
            world.act(toggle());
        }
        let lobby = acting(World::in_lobby().touched(size), [larger]);
        assert_eq!(lobby.app.desk().scale(), 150, "{size}");
    }
}

#[test]
fn nothing_of_an_enlarged_list_is_cut_or_out_of_reach() {
    let lobby = |tab| move || acting(challenged(2), [Action::Lobby(LobbyAction::Tab(tab))]);
    let start = |entry| move || on_start(World::new(), entry);
    check(&[
        ("join", &start(StartEntry::Join)),
        ("computer", &start(StartEntry::Computer)),
        ("two", &start(StartEntry::Two)),
        ("records", &start(StartEntry::Review)),
        ("host", &start(StartEntry::Host)),
        ("lobby players", &lobby(LobbyTab::Players)),
        ("lobby watch", &lobby(LobbyTab::Watch)),
        ("lobby chat", &lobby(LobbyTab::Chat)),
        ("lobby more", &lobby(LobbyTab::More)),
    ]);
}

#[test]
fn nothing_of_any_screen_without_a_board_is_cut_or_out_of_reach() {
    let mut found = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| ENLARGED.map(|size| (lang, size))) {
        for (name, world) in flat_worlds() {
            if !world.app.screen().has_board() {
                found.extend(faults_in(name, world, lang, size));
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn enlarged_settings_open_over_every_board() {
    let boards = || flat_worlds().into_iter().filter(|(_, world)| world.app.screen().has_board());
    for (size, (name, world)) in ENLARGED.into_iter().flat_map(|size| boards().map(move |it| (size, it))) {
        let settings = [SettingsAction::Scale(ScaleChange::To(150)), SettingsAction::Toggle];
        let world = RefCell::new(acting(world.touched(size), settings.map(Action::Settings)));
        let harness = shown(&world, Lang::En, size);
        assert!(trace(&harness).widgets.iter().any(|it| it.id == "settings.close"), "{name} {size}");
    }
}

#[test]
fn nothing_of_an_enlarged_dialog_is_cut_or_out_of_reach() {
    check_dialogs(check);
    let form = |game| {
        move || {
            let open = Action::Lobby(LobbyAction::Challenge(OTHER));
            acting(challenged(0), [open, Action::Form(FormAction::Game(game))])
        }
    };
    check(&[
        ("challenge", &form(GameChoice::Xiangqi)),
        ("challenge luzhanqi", &form(GameChoice::LuzhanqiCross)),
    ]);
}

#[test]
fn recent_opponents_and_an_invitation_are_read_in_the_largest_letters_of_a_phone() {
    let recent = || {
        let mut world = back_in_lobby(vec![summary(9)]);
        world.update(Event::ClockSet(summary(9).ended_at_ms + 17 * 60_000));
        world
    };
    let sizes = [240.0, 244.0, 260.0, 290.0, 310.0].map(|wide| vec2(wide, 540.0));
    let found = [faults_of("recent", &recent, &sizes), faults_of("inviting", &inviting, &sizes)].concat();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
