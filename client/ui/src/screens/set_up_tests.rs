//! Tests of setting up a position, from its opening to its use.

use super::tests::{SIZES, click, click_widget, shown, trace, widget};
use chuhe_app::Screen;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{Action, Field, FormField, LobbyAction, RecordField, SetUpField};
use chuhe_model::actions::set_up_action::{SetUpAction, Tool};
use chuhe_model::choices::lang::Lang;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind, Position};
use chuhe_texts::Text;
use std::cell::RefCell;

const FEN: &str = "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1";

fn setting_up(world: World, fen: &str) -> World {
    let mut world = world;
    world.act(Action::SetUp(SetUpAction::OpenForReview));
    world.act(Action::Edit(Field::SetUp(SetUpField::Fen), fen.into()));
    world
}

#[test]
fn a_position_is_set_up_and_reviewed() {
    let world = RefCell::new(setting_up(reviewing(&["h2e2"]), FEN));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    assert_eq!(world.borrow().app.screen(), Screen::SetUp);
    click(&mut harness, Text::of(Lang::En).records.review_position);
    let world = world.borrow();
    let start = world.app.study().reviewing().unwrap().review.shown.replay().xiangqi().cloned();
    assert_eq!((world.app.screen(), start.map(|start| start.fen())), (Screen::Review, Some(FEN.into())));
}

#[test]
fn no_tool_is_alone_in_its_row_on_a_phone() {
    for lang in Lang::ALL {
        let size = egui::vec2(360.0, 960.0);
        let world = RefCell::new(setting_up(reviewing(&["h2e2"]).touched(size), FEN));
        let harness = shown(&world, lang, size);
        let widgets = trace(&harness).widgets;
        let flip = widgets.iter().find(|it| it.id == "setup.flip").expect("it is offered").rect;
        let beside = |it: &&crate::widgets::ui_trace::Widget| {
            it.id != "setup.flip" && (it.rect.center().y - flip.center().y).abs() < 2.0
        };
        assert!(widgets.iter().filter(|it| it.focusable).find(beside).is_some(), "{lang:?}");
    }
}

#[test]
fn the_position_stays_until_unsaved_changes_may_be_discarded() {
    let mut world = reviewing(&["h2e2"]);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "x".into()));
    let world = RefCell::new(setting_up(world, FEN));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    let text = Text::of(Lang::En);
    click(&mut harness, text.records.review_position);
    let fen =
        |world: &RefCell<World>| world.borrow().app.study().set_up().map(|set_up| set_up.fen().to_owned());
    assert_eq!(fen(&world).as_deref(), Some(FEN));
    click_widget(&mut harness, "discard.no");
    assert_eq!(fen(&world).as_deref(), Some(FEN));
    click(&mut harness, text.records.review_position);
    click_widget(&mut harness, "discard.yes");
    let world = world.borrow();
    let review = &world.app.study().reviewing().unwrap().review;
    assert_eq!((world.app.screen(), review.record.tree().ply_count()), (Screen::Review, 0));
}

#[test]
fn an_illegal_position_shows_its_fault_and_cannot_be_used() {
    for lang in Lang::ALL {
        let world = RefCell::new(setting_up(reviewing(&["h2e2"]), FEN));
        let facing = "4k4/9/9/9/9/9/9/9/9/4K4 w";
        world.borrow_mut().act(Action::Edit(Field::SetUp(SetUpField::Fen), facing.into()));
        let mut harness = shown(&world, lang, SIZES[0]);
        let widgets = trace(&harness).widgets;
        let find = |id: &str| widgets.iter().find(|widget| widget.id == id).unwrap();
        let facing = chuhe_rules::xiangqi::FenError::GeneralsFacing;
        let wanted = Text::of(lang).form_error(chuhe_model::lobby::challenge::FormError::Start(facing));
        assert_eq!((find("setup.fault").label.as_str(), find("setup.done").enabled), (&*wanted, false));
        world.borrow_mut().act(Action::SetUp(SetUpAction::Done));
        assert_eq!(world.borrow().app.screen(), Screen::SetUp);
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
        assert_eq!(world.borrow().app.screen(), Screen::SetUp, "what was set up is not discarded unasked");
        click_widget(&mut harness, "setup.discard");
        assert_eq!(world.borrow().app.screen(), Screen::Review);
    }
}

#[test]
fn a_challenge_takes_the_position() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    click(&mut harness, Text::of(Lang::En).records.set_up);
    assert_eq!(world.borrow().app.screen(), Screen::SetUp);
    world.borrow_mut().act(Action::Edit(Field::SetUp(SetUpField::Fen), FEN.into()));
    harness.run_steps(2);
    click(&mut harness, Text::of(Lang::En).records.use_position);
    assert_eq!(world.borrow().app.screen(), Screen::Lobby);
    let start = |world: &RefCell<World>| {
        world.borrow().app.sessions().visit().unwrap().form.as_ref().unwrap().choices.start.clone()
    };
    assert_eq!(start(&world), FEN);
    world.borrow_mut().act(Action::SetUp(SetUpAction::OpenForChallenge));
    world.borrow_mut().act(Action::SetUp(SetUpAction::Start));
    world.borrow_mut().act(Action::SetUp(SetUpAction::Done));
    assert_eq!(start(&world), "", "the usual position is written as nothing");
    let broken = "4k4/9/9 b";
    world.borrow_mut().act(Action::Edit(Field::Form(FormField::Start), broken.into()));
    world.borrow_mut().act(Action::SetUp(SetUpAction::OpenForChallenge));
    let set_up = |world: &World| world.app.study().set_up().map(|set_up| set_up.fen().to_owned());
    assert_eq!(set_up(&world.borrow()).as_deref(), Some(broken), "what the user typed is not lost");
    world.borrow_mut().act(Action::SetUp(SetUpAction::Done));
    assert!(set_up(&world.borrow()).is_some(), "it is no position yet");
}

#[test]
fn the_palette_fits_and_chooses_pieces_at_every_size() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(setting_up(reviewing(&["h2e2"]), &Position::start().fen()));
            let mut harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            for (n, one) in widgets.iter().enumerate() {
                for other in &widgets[n + 1..] {
                    let apart = !one.rect.shrink(1.5).intersects(other.rect.shrink(1.5));
                    assert!(apart, "{lang:?} {size}: {one:?} {other:?}");
                }
            }
            let rook = Piece::new(Color::Black, PieceKind::Rook);
            let at = widgets.iter().find(|widget| widget.id == "setup.put.r").unwrap().rect.center();
            harness.input_mut().events.extend([
                egui::Event::PointerMoved(at),
                egui::Event::PointerButton {
                    pos: at,
                    button: egui::PointerButton::Primary,
                    pressed: true,
                    modifiers: egui::Modifiers::NONE,
                },
                egui::Event::PointerButton {
                    pos: at,
                    button: egui::PointerButton::Primary,
                    pressed: false,
                    modifiers: egui::Modifiers::NONE,
                },
            ]);
            harness.run_steps(3);
            assert_eq!(
                world.borrow().app.study().set_up().unwrap().tool(),
                Tool::Put(rook),
                "{lang:?} {size}"
            );
            assert!(widget(&harness, "setup.done").enabled);
        }
    }
}

#[test]
fn escape_in_the_fen_field_keeps_the_set_up() {
    let world = RefCell::new(setting_up(reviewing(&["h2e2"]), FEN));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    click_widget(&mut harness, "setup.fen");
    for is_asked in [false, true, false] {
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
        let world = world.borrow();
        let set_up = world.app.study().set_up().expect("it is not discarded unasked");
        assert_eq!(set_up.is_asked_to_discard(), is_asked);
    }
    world.borrow_mut().act(Action::SetUp(SetUpAction::Start));
    click_widget(&mut harness, "setup.cancel");
    click_widget(&mut harness, "setup.discard");
    assert_eq!(world.borrow().app.screen(), Screen::Review);
}
