//! Tests that a request is seen and answered above a dialog, in every form and language.

use super::tests::{SIZES, challenge, click_at, click_widget, find, in_play, shown, trace, widget, with};
use chuhe_app::testing::{ME, OTHER, World};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, HelpAction, LobbyAction, SettingsAction, TableAction,
};
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{ClientMessage, Event as GameEvent, LobbyRequest, TableRequest};
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;
use egui::{Rect, Vec2, vec2};
use std::cell::RefCell;

/// The smallest phones, upright and on their side, and windows.
const FORMS: [Vec2; 4] = [vec2(360.0, 640.0), vec2(640.0, 360.0), SIZES[0], SIZES[1]];

/// The dialogs that cover the lobby.
fn dialogs() -> [Action; 5] {
    [
        Action::Settings(SettingsAction::Toggle),
        Action::Help(HelpAction::Toggle),
        Action::Lobby(LobbyAction::OpenSeekForm),
        Action::Account(AccountAction::Open),
        Action::Lobby(LobbyAction::OpenCard(OTHER)),
    ]
}

fn in_form(mut world: World, size: Vec2) -> World {
    if size.x < 800.0 {
        world = world.touched(size);
    }
    world.take_sent();
    world
}

#[test]
fn a_challenge_that_arrives_behind_a_dialog_is_answered_above_it() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| FORMS.map(|size| (lang, size))) {
        for dialog in dialogs() {
            let world = RefCell::new(in_form(World::in_lobby(), size));
            world.borrow_mut().act(dialog.clone());
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let before = trace(&harness).widgets;
            world.borrow_mut().receive(challenge(5, OTHER, ME));
            harness.run_steps(30);
            let place = format!("{lang:?} {size} {dialog:?}");
            let after = trace(&harness);
            assert_eq!(after.cut, [""; 0], "{place}");
            let [accept, decline] =
                ["over.challenge.accept", "over.challenge.decline"].map(|id| find(&after, id));
            for button in [accept, decline] {
                assert!(button.whole && button.enabled && !button.covered, "{place}: {button:?}");
                assert!(Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(button.rect), "{place}");
                let is_below = |it: &&crate::widgets::ui_trace::Widget| {
                    let is_own = it.id.starts_with("over.");
                    !is_own && !it.covered && it.rect.shrink(1.0).intersects(button.rect.shrink(1.0))
                };
                // what the dialog covers is below both
                let covered =
                    after.widgets.iter().filter(|it| it.layer == before_layer(&before)).find(is_below);
                assert_eq!(covered.map(|it| &it.id), None, "{place}");
            }
            click_at(&mut harness, accept.rect.center());
            harness.run_steps(2);
            let sent = world.borrow_mut().take_sent();
            let accepts =
                |it: &ClientMessage| matches!(it, ClientMessage::Lobby(LobbyRequest::AcceptChallenge { .. }));
            assert!(sent.iter().any(accepts), "{place}: {sent:?}");
        }
    }
}

/// The layer of the dialog: that of what was shown last.
fn before_layer(widgets: &[crate::widgets::ui_trace::Widget]) -> egui::LayerId {
    widgets.last().expect("the dialog has widgets").layer
}

#[test]
fn a_dialog_does_not_move_when_a_challenge_arrives() {
    for size in FORMS {
        let world = RefCell::new(in_form(World::in_lobby(), size));
        world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(3);
        let before = widget(&harness, "settings.close").rect;
        world.borrow_mut().receive(challenge(5, OTHER, ME));
        harness.run_steps(3);
        assert_eq!(widget(&harness, "settings.close").rect, before, "{size}");
    }
}

#[test]
fn an_offer_is_answered_above_a_dialog_too() {
    for size in FORMS {
        let offered =
            with(in_play(Color::Red), GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
        let world = RefCell::new(in_form(offered, size));
        world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(30);
        click_widget(&mut harness, "over.offer.decline");
        harness.run_steps(2);
        let sent = world.borrow_mut().take_sent();
        let declines = |it: &ClientMessage| {
            matches!(
                it,
                ClientMessage::Table { request: TableRequest::AnswerOffer { accept: false, .. }, .. }
            )
        };
        assert!(sent.iter().any(declines), "{size}: {sent:?}");
    }
}

#[test]
fn a_notice_above_a_dialog_is_shown_before_the_challenge() {
    let mut world = in_play(Color::Red);
    world.receive_event(GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
    world.act(Action::Settings(SettingsAction::Toggle));
    world.act(Action::Edit(Field::Move, "a5a6".into()));
    world.act(Action::Table(TableAction::PlayTyped));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    harness.run_steps(3);
    let ids = |harness: &egui_kittest::Harness<'_>| {
        let widgets = trace(harness).widgets;
        ["notice", "over.message"].map(|id| widgets.iter().any(|it| it.id == id))
    };
    assert_eq!(ids(&harness), [true, false]);
    world.borrow_mut().act(Action::Settings(SettingsAction::DismissNotice));
    harness.run_steps(3);
    assert_eq!(ids(&harness), [false, true]);
}

/// What upright phones have room for whose user has asked for letters half as large again, or a quarter.
const ENLARGED: [Vec2; 4] = [vec2(240.0, 427.0), vec2(260.0, 563.0), vec2(288.0, 512.0), vec2(312.0, 675.0)];

#[test]
fn a_request_is_read_whole_above_a_dialog_in_the_largest_letters_of_a_phone() {
    let mut found = Vec::new();
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| ENLARGED.map(|size| (lang, size))) {
        for kind in [OfferKind::Takeback, OfferKind::Draw] {
            let offered = with(in_play(Color::Red), GameEvent::Offered { by: Color::Black, kind });
            let mut world = offered.touched(size);
            world.act(Action::Settings(SettingsAction::Toggle));
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            harness.run_steps(30);
            let after = trace(&harness);
            let place = format!("{lang:?} {size} {kind:?}");
            let message = &find(&after, "over.message").label;
            let cut = after.cut.iter().filter(|text| *text == message);
            found.extend(cut.map(|text| format!("{place}: {text} is cut")));
            let shown =
                ["over.message", "over.offer.accept", "over.offer.decline"].map(|id| find(&after, id));
            let close = find(&after, "settings.close");
            for (n, one) in shown.iter().enumerate() {
                let others = shown[n + 1..].iter().chain([&close]);
                let over = others.filter(|it| it.rect.shrink(1.0).intersects(one.rect.shrink(1.0)));
                found.extend(over.map(|it| format!("{place}: {} over {}", one.id, it.id)));
                let is_inside = Rect::from_min_size(egui::Pos2::ZERO, size).contains_rect(one.rect);
                found.extend((!is_inside || !one.whole).then(|| format!("{place}: {one:?}")));
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
