//! Tests of what slides over the board of a phone.

use super::layers;
use super::tests::{click_widget, ended, in_play, pressing, shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_model::actions::action::{Tab, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::notices::notice::Notice;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::{Color, Outcome, WinReason};
use egui::{Vec2, vec2};
use std::cell::RefCell;

const UPRIGHT: Vec2 = vec2(360.0, 640.0);
const ON_ITS_SIDE: Vec2 = vec2(640.0, 360.0);

fn with_tab(world: World, size: Vec2, tab: Tab) -> RefCell<World> {
    RefCell::new(pressing(world.touched(size), TableAction::Tab(tab)))
}

#[test]
fn what_changes_the_board_closes_the_part_that_covers_it() {
    let luzhanqi = || FullGame::begun(Color::Red, BoardKind::Classic).world;
    for (world, button) in
        [(in_play(Color::Red), "table.flip"), (luzhanqi(), "table.flip"), (luzhanqi(), "table.zoom")]
    {
        let world = with_tab(world, UPRIGHT, Tab::More);
        let mut harness = shown(&world, Lang::En, UPRIGHT);
        click_widget(&mut harness, button);
        assert_eq!(world.borrow().table().tabs.shown(), Tab::Board, "{button}");
    }
    let world = with_tab(in_play(Color::Red), UPRIGHT, Tab::More);
    let mut harness = shown(&world, Lang::En, UPRIGHT);
    click_widget(&mut harness, "table.mute");
    assert_eq!(world.borrow().table().tabs.shown(), Tab::More, "the board shows nothing of it");
    let world = with_tab(in_play(Color::Red), ON_ITS_SIDE, Tab::More);
    let mut harness = shown(&world, Lang::En, ON_ITS_SIDE);
    click_widget(&mut harness, "table.flip");
    assert_eq!(world.borrow().table().tabs.shown(), Tab::More, "it is beside the board");
}

#[test]
fn a_finished_game_is_reviewed_and_saved_whatever_covers_the_board() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| [UPRIGHT, ON_ITS_SIDE].map(|size| (lang, size)))
    {
        for tab in [Tab::Moves, Tab::Available, Tab::Chat, Tab::More] {
            let world = with_tab(ended(Outcome::won(Color::Red, WinReason::Checkmate)), size, tab);
            let mut harness = shown(&world, lang, size);
            let shown = trace(&harness);
            let free =
                |id: &str| shown.widgets.iter().filter(|it| it.id == id && it.whole && !it.covered).count();
            assert!(shown.cut.is_empty(), "{lang:?} {size} {tab:?}: {:?}", shown.cut);
            let record = ["keep.review", "keep.save"].map(free);
            if record == [0, 0] {
                assert!(free("tab.more") == 1 && tab != Tab::More, "{lang:?} {size} {tab:?}: no way to them");
                continue;
            }
            assert_eq!(record, [1, 1], "{lang:?} {size} {tab:?}");
            harness.run_steps(2);
            click_widget(&mut harness, "keep.review");
            assert_eq!(world.borrow().app.screen(), chuhe_app::Screen::Review, "{lang:?} {size} {tab:?}");
        }
    }
}

#[test]
fn what_needs_more_room_than_there_is_below_the_board_slides_over_it_in_every_game() {
    let luzhanqi = || FullGame::begun(Color::Red, BoardKind::Classic).world;
    for size in [UPRIGHT, vec2(375.0, 812.0), vec2(390.0, 844.0)] {
        for tab in [Tab::Available, Tab::Chat, Tab::More] {
            for (game, world) in [("xiangqi", in_play(Color::Red)), ("luzhanqi", luzhanqi())] {
                let world = with_tab(world, size, tab);
                let mut harness = shown(&world, Lang::En, size);
                harness.run_steps(2);
                let widgets = trace(&harness).widgets;
                assert!(widgets.iter().any(|it| it.id == "sheet.close"), "{game} {size} {tab:?}");
            }
        }
    }
}

#[test]
fn a_step_back_returns_to_the_moves_before_it_leaves_the_game() {
    let luzhanqi = || FullGame::begun(Color::Red, BoardKind::Classic).world;
    // the last two have room for everything below or beside the board
    for size in [UPRIGHT, vec2(390.0, 844.0), vec2(768.0, 1180.0), ON_ITS_SIDE] {
        for (game, world) in [("xiangqi", in_play(Color::Red)), ("luzhanqi", luzhanqi())] {
            let world = with_tab(world, size, Tab::More);
            let mut harness = shown(&world, Lang::En, size);
            harness.run_steps(2);
            layers::go_back(&harness.ctx);
            harness.run_steps(3);
            let world = world.borrow();
            assert_eq!(world.table().tabs.shown(), Tab::Board, "{game} {size}");
            // a running game is not left, and nothing has asked for that
            assert!(!matches!(world.notice(), Some(Notice::Denied(_))), "{game} {size}");
        }
    }
}
