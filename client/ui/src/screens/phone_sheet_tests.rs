//! Tests of what slides over the board of a phone.

use super::layers;
use super::tests::{click_widget, ended, in_play, pressing, shown, trace};
use chuhe_app::testing::World;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::watch::watching;
use chuhe_model::actions::action::{Action, Field, Tab, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::exchange::event::Event;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::clock_face;
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::{Color, Outcome, WinReason};
use egui::{Rect, Shape, Vec2, vec2};
use egui_kittest::Harness;
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

/// The texts that are wholly in this part of the screen, and that nothing covers.
fn seen(harness: &Harness<'_>, visible: Rect) -> Vec<String> {
    let shapes = &harness.output().shapes;
    let covers = |shape: &Shape, ink: Rect| matches!(shape, Shape::Rect(it) if it.fill.is_opaque() && it.rect.contains(ink.center()));
    let text = |(n, clipped): (usize, &egui::epaint::ClippedShape)| {
        let Shape::Text(text) = &clipped.shape else { return None };
        let ink = text.galley.mesh_bounds.translate(text.pos.to_vec2());
        let is_covered = shapes[n + 1..].iter().any(|above| covers(&above.shape, ink));
        let is_seen = !is_covered && clipped.clip_rect.intersect(visible).contains_rect(ink);
        is_seen.then(|| text.galley.text().to_owned())
    };
    shapes.iter().enumerate().filter_map(text).collect()
}

/// The clocks of this world that are out of sight on a screen of this size while a keyboard covers its end.
fn hidden_clocks(name: &str, world: World, lang: Lang, (size, keyboard): (Vec2, f32)) -> Vec<String> {
    let world = RefCell::new(world.touched(size));
    world.borrow_mut().update(Event::Insets(Insets { keyboard, ..Insets::default() }));
    let mut harness = shown(&world, lang, size);
    harness.run_steps(2);
    let visible = Rect::from_min_size(egui::Pos2::ZERO, size - vec2(0.0, keyboard)).expand(0.5);
    let seen = seen(&harness, visible);
    let world = world.borrow();
    let digits = Color::ALL.map(|side| clock_face(world.table(), side, world.now).digits);
    let is_hidden = |digits_of: &&String| {
        let wanted = digits.iter().filter(|it| it == digits_of).count();
        seen.iter().filter(|text| text == digits_of).count() < wanted
    };
    let said =
        |hidden: &String| format!("{name} {lang:?} {size}, keyboard {keyboard}: {hidden} of {digits:?}");
    digits.iter().filter(is_hidden).map(said).collect()
}

/// Phones, and the heights of their keyboards.
const FORMS: [(Vec2, f32); 8] = [
    (UPRIGHT, 0.0),
    (UPRIGHT, 260.0),
    (vec2(390.0, 844.0), 0.0),
    (vec2(390.0, 844.0), 336.0),
    (ON_ITS_SIDE, 0.0),
    (ON_ITS_SIDE, 200.0),
    (vec2(844.0, 390.0), 0.0),
    (vec2(844.0, 390.0), 220.0),
];

/// The forms in which this tab is seen: only the chat has a field to type in.
fn forms(tab: Tab) -> impl Iterator<Item = (Vec2, f32)> + Clone {
    FORMS.into_iter().filter(move |(_, keyboard)| *keyboard == 0.0 || tab == Tab::Chat)
}

#[test]
fn both_clocks_of_a_running_game_are_in_sight_whatever_covers_the_board() {
    let luzhanqi = |board| FullGame::begun(Color::Red, board).world;
    let games: [(&str, &dyn Fn() -> World); 5] = [
        ("red", &|| in_play(Color::Red)),
        ("black", &|| in_play(Color::Black)),
        ("luzhanqi", &|| luzhanqi(BoardKind::Classic)),
        ("cross", &|| luzhanqi(BoardKind::Cross)),
        ("watched", &|| watching(0)),
    ];
    let mut hidden = Vec::new();
    for (game, make) in games {
        for tab in [Tab::Board, Tab::Moves, Tab::Available, Tab::Chat, Tab::More] {
            for form in forms(tab) {
                let world = pressing(make(), TableAction::Tab(tab));
                hidden.extend(hidden_clocks(&format!("{game} {tab:?}"), world, Lang::En, form));
            }
        }
    }
    assert!(hidden.is_empty(), "{} hidden:\n{}", hidden.len(), hidden.join("\n"));
}

#[test]
fn no_notice_of_a_running_game_covers_a_clock() {
    let luzhanqi = || FullGame::begun(Color::Red, BoardKind::Cross).world;
    let games: [(&str, &dyn Fn() -> World); 2] = [("xiangqi", &|| in_play(Color::Red)), ("cross", &luzhanqi)];
    let mut hidden = Vec::new();
    for (game, make) in games {
        let tabs =
            [Tab::Board, Tab::Chat].into_iter().flat_map(|tab| forms(tab).map(move |form| (tab, form)));
        for (lang, (tab, form)) in
            Lang::ALL.into_iter().flat_map(|lang| tabs.clone().map(move |it| (lang, it)))
        {
            let mut world = pressing(make(), TableAction::Tab(tab));
            world.act(Action::Edit(Field::Move, "a5a6".into()));
            world.act(Action::Table(TableAction::PlayTyped));
            hidden.extend(hidden_clocks(&format!("{game} {tab:?}"), world, lang, form));
        }
    }
    assert!(hidden.is_empty(), "{} hidden:\n{}", hidden.len(), hidden.join("\n"));
}
