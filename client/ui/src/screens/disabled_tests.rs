//! Tests that every disabled button says why, with a mouse and with a finger.

use super::phone_tests::acting;
use super::tests::{
    SIZES, challenged, click_widget, flat_worlds, in_play, lost, on_start, shown, trace, widget,
};
use chuhe_app::testing::engine::adding_an_engine;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FormAction, FormField, LobbyAction, SettingsAction, Tab, TableAction,
};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;
use egui::{Vec2, vec2};
use egui_kittest::kittest::Queryable as _;
use std::cell::RefCell;

const PHONE: Vec2 = vec2(360.0, 640.0);

/// A game of luzhanqi in which both have moved: it is too early to resign.
fn early_in_luzhanqi() -> World {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s11n15");
    full.moved("n12n22");
    full.world.wait(2_000);
    full.world
}

/// Makes a world. All of them at once would need more stack than a test has.
type Make = Box<dyn Fn() -> World>;

/// Worlds with disabled buttons.
fn worlds() -> Vec<(&'static str, Make)> {
    let challenge = || Action::Lobby(LobbyAction::Challenge(OTHER));
    let form = move |action: Action| acting(challenged(0), [challenge(), action]);
    let page = |page| [SettingsAction::Toggle, SettingsAction::Page(page)].map(Action::Settings);
    let account = || acting(challenged(0), [Action::Account(AccountAction::Open)]);
    vec![
        ("early in luzhanqi", Box::new(early_in_luzhanqi)),
        ("at the start", Box::new(|| World::at_board(Color::Black))),
        (
            "a bad start position",
            Box::new(move || form(Action::Edit(Field::Form(FormField::Start), "x".into()))),
        ),
        ("a form offline", Box::new(move || lost(form(Action::Form(FormAction::Odds(true)))))),
        (
            "a chat offline",
            Box::new(|| acting(lost(in_play(Color::Red)), [Action::Table(TableAction::Tab(Tab::Chat))])),
        ),
        ("a lobby offline", Box::new(|| lost(challenged(2)))),
        ("settings offline", Box::new(move || lost(acting(challenged(0), page(SettingsPage::Server))))),
        ("account", Box::new(account)),
        ("account offline", Box::new(move || lost(account()))),
        (
            "card offline",
            Box::new(|| lost(acting(challenged(0), [Action::Lobby(LobbyAction::OpenCard(OTHER))]))),
        ),
        ("engines", Box::new(adding_an_engine)),
        ("join", Box::new(|| on_start(World::new(), StartEntry::Join))),
        ("review", Box::new(|| reviewing(&["h2e2"]))),
    ]
}

/// Adds the disabled buttons of a world that do not say why; returns how many are disabled.
fn check(kind: &str, world: World, (lang, size): (Lang, Vec2), found: &mut Vec<String>) -> usize {
    let world = RefCell::new(if size == SIZES[1] { world } else { world.touched(size) });
    let mut harness = shown(&world, lang, size);
    // what appears by itself takes no clicks for a moment
    harness.run_steps(40);
    let disabled: Vec<_> = trace(&harness).widgets.into_iter().filter(|it| !it.enabled).collect();
    let silent = disabled.iter().filter(|it| it.why.is_empty());
    found.extend(silent.map(|it| format!("{kind} {size}: {}", it.id)));
    let not_here = world.borrow().app.desk().text().console().not_here;
    let vague = disabled.iter().filter(|it| it.why.contains(not_here));
    found.extend(vague.map(|it| format!("{kind} {size}: {} says only that it is not possible", it.id)));
    disabled.len()
}

#[test]
fn every_disabled_button_says_why() {
    let (mut found, mut count) = (Vec::new(), 0);
    for at in [(Lang::En, SIZES[1]), (Lang::Zh, PHONE), (Lang::En, vec2(640.0, 360.0))] {
        for (kind, make) in worlds() {
            count += check(kind, make(), at, &mut found);
        }
        for (kind, world) in flat_worlds() {
            count += check(kind, world, at, &mut found);
        }
    }
    assert!(count > 50, "{count}");
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn nobody_can_resign_luzhanqi_early_and_the_button_says_why() {
    let why = "You can resign after 18 more moves";
    let world = RefCell::new(early_in_luzhanqi());
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    harness.get_by_label("Resign").hover();
    harness.run_steps(40);
    harness.get_by_label(why);
    drop(harness);
    for size in [PHONE, vec2(640.0, 360.0), vec2(768.0, 1024.0)] {
        let world = RefCell::new(early_in_luzhanqi().touched(size));
        let mut harness = shown(&world, Lang::En, size);
        assert_eq!(widget(&harness, "table.resign").why, why);
        harness.step();
        click_widget(&mut harness, "table.resign");
        harness.get_by_label(why);
    }
}

#[test]
fn a_tap_on_a_step_at_the_end_says_that_there_is_no_further_one() {
    let world = RefCell::new(in_play(Color::Red).touched(PHONE));
    let mut harness = shown(&world, Lang::En, PHONE);
    click_widget(&mut harness, "step.forward");
    harness.get_by_label("Next move\nThere is no later move.");
}
