//! Tests that buttons stay under the pointer when what is above or beside them changes.

use super::tests::{SIZES, find, shown, trace, widget};
use chuhe_app::testing::{ME, OTHER, World, player};
use chuhe_model::actions::action::{Action, FormAction, LobbyAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{AccountMessage, LobbyMessage, Player, PresenceChange};
use egui::{Vec2, vec2};
use std::cell::RefCell;
use strum::VariantArray as _;

/// Windows, a tablet and the smallest phone.
const FORMS: [Vec2; 4] = [SIZES[0], SIZES[1], vec2(768.0, 1024.0), vec2(360.0, 640.0)];

fn in_form(world: World, size: Vec2) -> World {
    if size.x < 800.0 { world.touched(size) } else { world }
}

#[test]
fn the_buttons_of_a_form_stay_in_their_place_whatever_the_game_is() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| FORMS.map(|size| (lang, size))) {
        for is_registered in [false, true] {
            for open in [LobbyAction::OpenSeekForm, LobbyAction::Challenge(OTHER)] {
                let mut world = in_form(World::in_lobby(), size);
                if is_registered {
                    let other = Player { registered: true, ..player(OTHER, "云中鹤") };
                    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(other)]));
                    world.receive(AccountMessage::Registered);
                }
                world.act(Action::Lobby(open));
                world.act(Action::Form(FormAction::Game(GameChoice::Xiangqi)));
                let world = RefCell::new(world);
                let mut harness = shown(&world, lang, size);
                harness.run_steps(4);
                let before = widget(&harness, "form.send").rect;
                for &game in GameChoice::VARIANTS.iter().chain([&GameChoice::Xiangqi]) {
                    world.borrow_mut().act(Action::Form(FormAction::Game(game)));
                    harness.run_steps(4);
                    let after = widget(&harness, "form.send").rect;
                    assert_eq!(after, before, "{lang:?} {size} {open:?} {game:?} {is_registered}");
                }
            }
        }
    }
}

#[test]
fn the_ways_to_a_game_stay_in_their_place_when_somebody_joins() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| FORMS.map(|size| (lang, size))) {
        let mut world = in_form(World::in_lobby(), size);
        let alone = LobbyMessage::Players { players: vec![player(ME, "楚河客")], first: true };
        world.receive(alone);
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, size);
        harness.run_steps(3);
        let ways = ["lobby.seek", "lobby.terms", "lobby.computer", "lobby.invite"];
        let places = |harness: &egui_kittest::Harness<'_>| {
            let shown = trace(harness);
            ways.map(|id| find(&shown, id).rect)
        };
        let before = places(&harness);
        let other = player(OTHER, "云中鹤");
        world.borrow_mut().receive(LobbyMessage::Presence(vec![PresenceChange::Here(other)]));
        harness.run_steps(3);
        assert_eq!(places(&harness), before, "{lang:?} {size}");
    }
}

#[test]
fn the_form_of_a_search_needs_no_scrolling_in_a_window_of_the_usual_size() {
    let parts = [
        "form.xiangqi",
        "form.preset.0",
        "form.also.xiangqi",
        "form.random",
        "form.delay",
        "form.rated",
        "form.reach.anyone",
        "form.tell",
        "form.send",
    ];
    for lang in Lang::ALL {
        for also in [false, true] {
            let mut world = World::in_lobby();
            world.receive(AccountMessage::Registered);
            world.act(Action::Lobby(LobbyAction::OpenSeekForm));
            world.act(Action::Form(FormAction::Game(GameChoice::LuzhanqiCross)));
            if also {
                world.act(Action::Form(FormAction::AlsoGame(GameChoice::Xiangqi)));
            }
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, SIZES[1]);
            harness.run_steps(4);
            let shown = trace(&harness);
            for id in parts {
                let part = find(&shown, id);
                assert!(part.whole, "{lang:?} {also}: {part:?}");
            }
            assert_eq!(shown.cut, [""; 0], "{lang:?} {also}");
        }
    }
}
