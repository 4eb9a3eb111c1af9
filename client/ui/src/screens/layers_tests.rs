//! Tests of what closes first: Escape and a step back close the topmost of what lies over a screen.

use super::layers;
use super::phone_tests::{acting, check_dialogs};
use super::tests::{SIZES, challenged, click_widget, shown, trace};
use crate::widgets;
use chuhe_app::Screen;
use chuhe_app::testing::library::in_library;
use chuhe_app::testing::local::against_computer;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FilesAction, LibraryAction, LobbyAction, RecordField, SettingsAction, Tab,
    TableAction,
};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::ComputerChoice;
use chuhe_model::drawing::scene::Place;
use chuhe_protocol::{AccountMessage, ClientMessage, ColorChoice, TableRequest};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;
use egui::{Event, Key, Vec2, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;

const PHONE: Vec2 = vec2(360.0, 640.0);

/// How a user closes the topmost.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Escape,
    Back,
}

impl By {
    fn close(self, harness: &mut Harness<'_>) {
        match self {
            Self::Escape => harness.press_key(Key::Escape),
            Self::Back => layers::go_back(&harness.ctx),
        }
        harness.run_steps(3);
    }
}

/// Clicks a widget, after the moment in which what has just appeared takes no clicks.
fn click(harness: &mut Harness<'_>, id: &str) {
    harness.run_steps(3);
    click_widget(harness, id);
    harness.run_steps(2);
}

fn is_shown(harness: &Harness<'_>, id: &str) -> bool {
    trace(harness).widgets.iter().any(|widget| widget.id == id)
}

fn play_here() -> World {
    against_computer(ComputerChoice { side: ColorChoice::Red, ..ComputerChoice::default() })
}

#[test]
fn a_dialog_a_sheet_and_then_the_table_close_one_by_one() {
    for by in [By::Escape, By::Back] {
        let world = RefCell::new(play_here().touched(PHONE));
        let mut harness = shown(&world, Lang::En, PHONE);
        world.borrow_mut().act(Action::Table(TableAction::Tab(Tab::More)));
        world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
        harness.run_steps(3);
        assert!(is_shown(&harness, "sheet.close"), "{by:?}");
        by.close(&mut harness);
        assert!(!world.borrow().app.dialogs().settings_open, "{by:?}");
        assert!(is_shown(&harness, "sheet.close"), "{by:?}: the sheet is below the dialog");
        by.close(&mut harness);
        assert!(!is_shown(&harness, "sheet.close"), "{by:?}");
        assert_eq!(world.borrow().app.screen(), Screen::Table, "{by:?}");
        by.close(&mut harness);
        let left = if by == By::Back { Screen::Join } else { Screen::Table };
        assert_eq!(world.borrow().app.screen(), left, "{by:?}");
    }
}

#[test]
fn a_menu_closes_before_the_table_below_it() {
    for by in [By::Escape, By::Back] {
        let world = RefCell::new(play_here());
        let mut harness = shown(&world, Lang::En, SIZES[1]);
        click(&mut harness, "volume");
        assert!(harness.ctx.memory(|memory| memory.any_popup_open()), "{by:?}");
        by.close(&mut harness);
        assert!(!harness.ctx.memory(|memory| memory.any_popup_open()), "{by:?}");
        assert_eq!(world.borrow().app.screen(), Screen::Table, "{by:?}");
    }
}

#[test]
fn a_step_back_closes_the_question_whether_to_resign_before_it_leaves() {
    let world = RefCell::new(play_here().touched(PHONE));
    world.borrow_mut().act(Action::Table(TableAction::AskGiveUp));
    let mut harness = shown(&world, Lang::En, PHONE);
    By::Back.close(&mut harness);
    assert_eq!(world.borrow().table().asked(), None);
    assert_eq!(world.borrow().app.screen(), Screen::Table);
}

#[test]
fn a_step_back_on_the_first_screen_closes_the_dialog_there() {
    let world = RefCell::new(World::new());
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    assert!(!world.borrow().app.can_go_back());
    world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
    harness.run_steps(3);
    assert!(world.borrow().app.can_go_back(), "the browser does not leave the page");
    By::Back.close(&mut harness);
    assert!(!world.borrow().app.dialogs().settings_open && !world.borrow().app.can_go_back());
}

#[test]
fn escape_leaves_the_field_of_a_dialog_before_it_closes_the_dialog() {
    for size in [SIZES[1], PHONE] {
        let world = RefCell::new(FullGame::setting_up(Color::Red, BoardKind::Classic).world);
        world.borrow_mut().act(Action::Files(FilesAction::Open));
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(3);
        click(&mut harness, "layouts.name");
        harness.input_mut().events.push(Event::Text("first".into()));
        harness.run_steps(2);
        By::Escape.close(&mut harness);
        let name = |world: &RefCell<World>| world.borrow().app.files().map(|files| files.name.clone());
        assert_eq!(name(&world).as_deref(), Some("first"), "{size}");
        By::Escape.close(&mut harness);
        assert_eq!(name(&world), None, "{size}");
    }
}

/// How often Escape is pressed until no dialog is open; with a field in hand, `None` if that is not of the topmost dialog.
fn escapes_needed(world: World, size: Vec2, field: Option<&str>) -> Option<usize> {
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, size);
    harness.run_steps(3);
    let is_open = |harness: &Harness<'_>| harness.ctx.memory(|memory| memory.top_modal_layer().is_some());
    if let Some(field) = field {
        widgets::focus(&harness.ctx, field);
        harness.run_steps(2);
        if trace(&harness).focus != field {
            return None;
        }
    }
    let mut needed = 0;
    while is_open(&harness) && needed < 9 {
        By::Escape.close(&mut harness);
        needed += 1;
    }
    Some(needed)
}

/// The fields on the screen.
fn fields_of(world: World, size: Vec2) -> Vec<String> {
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, size);
    harness.run_steps(3);
    let is_field = |id: &str| egui::TextEdit::load_state(&harness.ctx, widgets::field_id(id)).is_some();
    trace(&harness).widgets.into_iter().map(|widget| widget.id).filter(|id| is_field(id)).collect()
}

#[test]
fn escape_closes_every_dialog_and_a_field_of_it_takes_the_key_once_at_most() {
    fn check(dialogs: &[(&str, &dyn Fn() -> World)]) {
        let all = dialogs.iter().flat_map(|dialog| [SIZES[1], PHONE].map(|size| (dialog, size)));
        for ((name, open), size) in all {
            let world = || if size == PHONE { open().touched(PHONE) } else { open() };
            // a dialog within a dialog, and the field that is typed into by itself
            let without = escapes_needed(world(), size, None).unwrap();
            assert!((1..=3).contains(&without), "{name} {size}: {without}");
            let fields = fields_of(world(), size);
            let needed = |field: &String| escapes_needed(world(), size, Some(field));
            let with: Vec<usize> = fields.iter().filter_map(needed).collect();
            assert!(
                with.iter().all(|with| (1..=without + 1).contains(with)),
                "{name} {size} {fields:?}: {with:?}"
            );
            assert!(!name.starts_with("account") || !with.is_empty(), "{name} {size} has fields");
        }
    }
    let changing = || {
        let mut world = World::in_lobby();
        world.receive(AccountMessage::Registered);
        acting(world, [AccountAction::Open, AccountAction::AskChange(true)].map(Action::Account))
    };
    let reviewed = |action: ReviewAction| {
        let edit = Action::Edit(Field::Record(RecordField::Comment), "x".into());
        acting(reviewing(&["h2e2"]), [edit, Action::Review(action)])
    };
    check_dialogs(check);
    check(&[
        ("account, changed", &changing),
        ("challenge", &|| acting(challenged(0), [Action::Lobby(LobbyAction::Challenge(OTHER))])),
        ("library, deleting", &|| {
            let delete = [LibraryAction::ChooseToDelete(true), LibraryAction::DeleteAll];
            acting(in_library(World::in_lobby(), 3), delete.map(Action::from))
        }),
        ("review, saved", &|| reviewed(ReviewAction::AskSave)),
        ("review, left", &|| reviewed(ReviewAction::Leave)),
        ("review, opened", &|| reviewed(ReviewAction::AskOpen)),
    ]);
}

#[test]
fn the_board_of_a_phone_shows_the_listed_move_and_a_tap_on_its_target_plays_it() {
    let world = RefCell::new(World::at_board(Color::Red).touched(PHONE));
    let mut harness = shown(&world, Lang::En, PHONE);
    click(&mut harness, "tab.available");
    assert!(is_shown(&harness, "sheet.close"));
    click(&mut harness, "available.h2e2");
    assert!(!is_shown(&harness, "sheet.close"), "the sheet would cover the board");
    assert_eq!(
        world.borrow().table().game().play().preview().map(|mv| mv.to_string()).as_deref(),
        Some("h2e2")
    );
    drop(harness);
    let mut world = world.into_inner();
    world.effects.clear();
    let board = world.table().layout(world.app.desk().area(PHONE)).board;
    world.tap(board.point(Place::Square("e2".parse().unwrap())).unwrap());
    assert!(matches!(
        world.take_sent()[..],
        [ClientMessage::Table { request: TableRequest::Play { .. }, .. }]
    ));
}
