//! Tests of the arrows and circles that the user draws at the table.

use super::luzhanqi_tests::at;
use super::testing::luzhanqi::FullGame;
use super::testing::watch::watching;
use super::testing::{World, played};
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::Modifiers;
use chuhe_model::drawing::scene::{Pointer, Scene, Shape};
use chuhe_model::exchange::event::Event;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;

fn draw(world: &mut World, from: &str, to: &str, modifiers: Modifiers) {
    let (from, to) = (world.point(from), world.point(to));
    for pointer in
        [Pointer::Secondary(from), Pointer::Moved(to), Pointer::SecondaryReleased { at: to, modifiers }]
    {
        world.update(Event::Pointer(pointer));
    }
}

fn scene(world: &World) -> Scene {
    world.app.view(FIRST_WINDOW, world.now)
}

/// The number of arrows and of circles on the board. No piece is selected.
fn drawn(world: &World) -> (usize, usize) {
    let shapes = scene(world).shapes;
    let arrows = shapes.iter().filter(|shape| matches!(shape, Shape::Area { .. })).count();
    (arrows, shapes.iter().filter(|shape| matches!(shape, Shape::Ring { .. })).count())
}

fn in_play() -> World {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.take_sent();
    world
}

#[test]
fn a_right_drag_draws_an_arrow_and_a_right_click_a_circle() {
    for mut world in [in_play(), watching(0)] {
        world.take_sent();
        draw(&mut world, "b0", "c2", Modifiers::NONE);
        draw(&mut world, "e5", "e5", Modifiers::NONE);
        assert_eq!(drawn(&world), (1, 1));
        draw(&mut world, "b0", "c2", Modifiers::SHIFT);
        assert_eq!(drawn(&world), (1, 1), "another colour replaces the mark");
        draw(&mut world, "b0", "c2", Modifiers::SHIFT);
        assert_eq!(drawn(&world), (0, 1), "the same mark again removes it");
        assert_eq!(world.take_sent(), [], "the marks are nobody else's");
    }
}

#[test]
fn the_keys_choose_the_colour() {
    let mut world = in_play();
    let both = Modifiers { shift: true, alt: true, ..Modifiers::NONE };
    let keys = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT, both];
    for (file, modifiers) in ["a", "b", "c", "d"].into_iter().zip(keys) {
        draw(&mut world, &format!("{file}4"), &format!("{file}5"), modifiers);
    }
    let color = |shape: &Shape| if let Shape::Area { color, .. } = shape { Some(*color) } else { None };
    let mut colors: Vec<_> = scene(&world).shapes.iter().filter_map(color).collect();
    colors.dedup();
    assert_eq!(colors.len(), 4);
}

#[test]
fn a_left_click_a_move_and_another_position_remove_the_marks() {
    let marked = || {
        let mut world = in_play();
        draw(&mut world, "b0", "c2", Modifiers::NONE);
        world
    };
    let mut world = marked();
    world.click("e5");
    assert_eq!(drawn(&world), (0, 0));
    let mut world = marked();
    world.receive_event(played(Color::Red, "b0c2"));
    assert_eq!(drawn(&world), (0, 0));
    let mut world = marked();
    world.act(Action::Table(TableAction::Review(Some(1))));
    assert_eq!(drawn(&world), (0, 0));
    draw(&mut world, "e5", "e6", Modifiers::NONE);
    assert_eq!(
        (drawn(&world), world.table().interaction.review()),
        ((1, 0), Some(1)),
        "a drag keeps the review"
    );
}

#[test]
fn a_right_click_cancels_before_it_draws() {
    let mut world = in_play();
    world.click("b0");
    draw(&mut world, "e5", "e6", Modifiers::NONE);
    assert_eq!(drawn(&world), (0, 0));
    draw(&mut world, "e5", "e6", Modifiers::NONE);
    assert_eq!(drawn(&world), (1, 0));
}

#[test]
fn a_mark_that_is_drawn_follows_the_pointer_and_escape_drops_it() {
    let mut world = in_play();
    let (from, to) = (world.point("b0"), world.point("c2"));
    for pointer in [Pointer::Secondary(from), Pointer::Moved(to)] {
        world.update(Event::Pointer(pointer));
    }
    assert_eq!((drawn(&world), world.app.animating(world.now)), ((1, 0), true));
    world.act(Action::Table(TableAction::Cancel));
    let modifiers = Modifiers::NONE;
    world.update(Event::Pointer(Pointer::SecondaryReleased { at: to, modifiers }));
    assert_eq!(drawn(&world), (0, 0));
}

#[test]
fn a_mark_that_is_drawn_has_its_final_colour() {
    let mut world = in_play();
    let (from, to) = (world.point("b0"), world.point("c2"));
    let color = |world: &World| {
        let shapes = scene(world).shapes;
        let color = |it: &Shape| if let Shape::Area { color, .. } = it { Some(*color) } else { None };
        // what is drawn now is over the marks
        shapes.iter().filter_map(color).next_back()
    };
    let mut colors = Vec::new();
    for modifiers in [Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT] {
        for pointer in [Pointer::Secondary(from), Pointer::Moved(to), Pointer::Modifiers(modifiers)] {
            world.update(Event::Pointer(pointer));
        }
        let pending = color(&world).unwrap();
        world.update(Event::Pointer(Pointer::SecondaryReleased { at: to, modifiers }));
        let end = color(&world).unwrap();
        // the parts are multiplied by the opacity
        let parts = |color: ecolor::Color32| {
            let [r, g, b, a] = color.to_array().map(f32::from);
            [r / a, g / a, b / a]
        };
        assert!(pending.a() < end.a());
        let apart = parts(pending).into_iter().zip(parts(end)).map(|(one, other)| (one - other).abs());
        assert!(apart.fold(0.0, f32::max) < 0.03, "{pending:?} {end:?}");
        colors.push(end);
    }
    colors.dedup();
    assert_eq!(colors.len(), 3);
}

#[test]
fn spectators_at_an_earlier_position_keep_their_marks() {
    let mut world = watching(0);
    world.act(Action::Table(TableAction::Review(Some(1))));
    draw(&mut world, "e5", "e6", Modifiers::NONE);
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!(drawn(&world), (1, 0));
}

#[test]
fn marks_of_luzhanqi_leave_the_guesses_to_the_plain_click() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
    full.right_click("n12");
    assert_eq!(
        (full.world.table().game().play().marking().map(|it| it.0), drawn(&full.world).1),
        (Some(at("n12")), 0)
    );
    full.right_click("n12");
    assert_eq!((full.world.table().game().play().marking(), drawn(&full.world).1), (None, 0));
    draw(&mut full.world, "n62", "n62", Modifiers::SHIFT);
    draw(&mut full.world, "s11", "n15", Modifiers::NONE);
    assert_eq!(drawn(&full.world), (1, 1));
    // what lies outside the enlarged half is not drawn beside the board
    full.world.act(Action::Table(TableAction::Zoom));
    assert_eq!(drawn(&full.world).1, 0);
}
