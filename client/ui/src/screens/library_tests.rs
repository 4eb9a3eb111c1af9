//! Tests of the library's dialog.

use super::tests::{click_widget, shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::library::{commented, in_library, in_library_of};
use chuhe_model::actions::action::{Action, Field, FilterPart, LibraryAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::library::LibraryRequest;
use chuhe_protocol::GameKind;
use chuhe_rules::luzhanqi::BoardKind;
use egui::vec2;
use std::cell::RefCell;

#[test]
fn a_double_click_deletes_nothing_and_a_second_click_later_does() {
    let mut world = in_library(World::new(), 1);
    world.act(Action::from(LibraryAction::ChooseToDelete(true)));
    world.effects.clear();
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    let deletes = |world: &RefCell<World>, what: fn(&LibraryRequest) -> bool| {
        let is = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::Library(request)) if what(request));
        world.borrow().effects.iter().any(is)
    };
    for (id, what) in [
        ("library.delete.0", (|it| matches!(it, LibraryRequest::Delete(_))) as fn(&LibraryRequest) -> bool),
        ("library.delete.all", |it| matches!(it, LibraryRequest::DeleteAll(_))),
    ] {
        click_widget(&mut harness, id);
        click_widget(&mut harness, id);
        assert!(!deletes(&world, what), "a double click of {id}");
        // the question stays in its place
        harness.run_steps(60);
        click_widget(&mut harness, id);
        assert!(deletes(&world, what), "{id}");
    }
}

#[test]
fn the_filter_of_a_phone_is_in_columns() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [vec2(360.0, 640.0), vec2(390.0, 844.0)].map(|it| (lang, it)))
    {
        let world = RefCell::new(in_library(World::new(), 1).touched(size));
        let harness = shown(&world, lang, size);
        let widgets = trace(&harness).widgets;
        let rect = |id: &str| widgets.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("{id}")).rect;
        let [opponent, from, to] = ["library.opponent", "library.from", "library.to"].map(rect);
        let [search, won] = ["library.search", "library.won"].map(rect);
        for (one, other) in [
            (opponent.left(), from.left()),
            (from.left(), won.left()),
            (search.right(), to.right()),
            (opponent.center().y, search.center().y),
            (from.center().y, to.center().y),
        ] {
            assert!(
                (one - other).abs() < 2.0,
                "{lang:?} {size}: {one} {other} {opponent} {from} {to} {search}"
            );
        }
    }
}

#[test]
fn escape_in_the_choice_of_games_to_delete_leads_to_the_list() {
    let mut world = in_library(World::new(), 1);
    world.act(Action::from(LibraryAction::ChooseToDelete(true)));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    for is_open in [true, false] {
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
        assert_eq!(world.borrow().app.study().library.is_open, is_open);
        assert_eq!(world.borrow().app.study().library.deleting, None);
    }
}

#[test]
fn a_date_that_is_none_is_marked_at_its_field_once_it_is_used() {
    let world = RefCell::new(in_library(World::new(), 1));
    let mut harness = shown(&world, Lang::En, vec2(1280.0, 820.0));
    world.borrow_mut().act(Action::Edit(Field::Library(FilterPart::From), "tomorrow".into()));
    let marked = |harness: &_| {
        let widgets = trace(harness).widgets;
        widgets.into_iter().map(|it| it.id).filter(|id| id.ends_with(".fault")).collect::<Vec<_>>()
    };
    harness.run_steps(3);
    assert_eq!(marked(&harness), [""; 0], "it may become a date");
    harness.run_steps(1);
    click_widget(&mut harness, "library.search");
    assert_eq!(marked(&harness), ["library.from.fault"]);
    world.borrow_mut().act(Action::Edit(Field::Library(FilterPart::From), "2026-11-22".into()));
    harness.run_steps(3);
    assert_eq!(marked(&harness), [""; 0]);
}

#[test]
fn a_changed_game_is_saved_to_the_library_from_both_dialogs_on_every_screen() {
    let sizes = [vec2(1280.0, 800.0), vec2(390.0, 844.0), vec2(360.0, 640.0), vec2(640.0, 360.0)];
    let dialogs = [("save.library", ReviewAction::AskSave), ("discard.library", ReviewAction::Leave)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        for (id, action) in &dialogs {
            let mut world = commented();
            world.act(Action::Review(action.clone()));
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            harness.run_steps(2);
            let cut = trace(&harness).cut;
            assert!(cut.is_empty(), "{id} {lang:?} {size}: {cut:?}");
            harness.run_steps(1);
            world.borrow_mut().effects.clear();
            click_widget(&mut harness, id);
            let saves = |effect: &Effect| {
                matches!(effect, Effect::Storage(StorageEffect::Library(LibraryRequest::Save(_))))
            };
            assert!(world.borrow().effects.iter().any(saves), "{id} {lang:?} {size}");
        }
    }
}

#[test]
fn the_export_says_that_it_leaves_out_games_of_luzhanqi() {
    let (xiangqi, luzhanqi) = (GameKind::Xiangqi, GameKind::Luzhanqi(BoardKind::Classic));
    for (kinds, more, label) in [
        (vec![xiangqi, xiangqi], false, "Export PGN"),
        (vec![xiangqi, luzhanqi, xiangqi], false, "Export 2 of 3"),
        (vec![luzhanqi], false, "Export 0 of 1"),
        (vec![xiangqi, luzhanqi], true, "Export xiangqi"),
    ] {
        for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| {
            [vec2(1280.0, 820.0), vec2(360.0, 640.0), vec2(667.0, 375.0)].map(|it| (lang, it))
        }) {
            let world = in_library_of(World::new(), kinds.clone(), more);
            let world = RefCell::new(if size.x < 1000.0 { world.touched(size) } else { world });
            let harness = shown(&world, lang, size);
            let trace = trace(&harness);
            let export = trace.widgets.iter().find(|it| it.id == "library.export").expect("it is offered");
            assert!(export.whole, "{lang:?} {size}: {export:?}");
            assert_eq!(trace.cut, [""; 0], "{lang:?} {size}");
            assert!(lang != Lang::En || export.label == label, "{size}: {}", export.label);
        }
    }
}
