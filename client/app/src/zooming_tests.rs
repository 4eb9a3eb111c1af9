//! Tests of a board that two fingers enlarge.

use super::testing::review::reviewing;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::{Device, Place, Point, Size};
use chuhe_model::layout::table_layout::Placed;
use chuhe_protocol::{ClientMessage, TableRequest};
use chuhe_rules::xiangqi::Square;
use chuhe_rules::{Color, GameMove};
use emath::vec2;

const PHONE: Size = vec2(360.0, 640.0);

/// The place of a square on the screen now, as far as it is shown.
fn point(world: &World, square: &str) -> Option<Point> {
    let scene = world.app.view(PHONE, world.now);
    let place = Place::Square(square.parse::<Square>().unwrap());
    let shown = scene.enlarged_from.or(scene.panel).unwrap();
    let target = scene.targets.iter().find(|target| target.place == place).unwrap();
    Some(target.area.center()).filter(|at| shown.contains(*at))
}

fn pinch(world: &mut World, at: Point, factor: f32) {
    world.update(Event::Pointer(Pointer::Pinched { at, by: vec2(0.0, 0.0), factor }));
}

fn tap(world: &mut World, at: Point) {
    for pointer in [Pointer::Pressed(at), Pointer::Released(at)] {
        world.update(Event::Pointer(pointer));
    }
}

fn panel(world: &World) -> f32 {
    world.app.view(PHONE, world.now).panel.unwrap().width()
}

#[test]
fn moves_are_made_on_an_enlarged_board_where_its_points_are_shown() {
    let mut world = World::at_board(Color::Red).touched(PHONE);
    let (usual, at) = (panel(&world), point(&world, "h2").unwrap());
    pinch(&mut world, at, 2.0);
    assert!(world.app.pane.is_enlarged() && panel(&world) > 1.8 * usual);
    assert_eq!(point(&world, "a9"), None, "the far corner is beyond the edge");
    let from = point(&world, "h2").unwrap();
    tap(&mut world, from);
    assert!(world.table().interaction.has_selection());
    world.take_sent();
    let to = point(&world, "e2").unwrap();
    tap(&mut world, to);
    let sent = world.take_sent();
    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
    assert!(
        matches!(&sent[..], [ClientMessage::Table { request: TableRequest::Play { mv: sent, .. }, .. }] if *sent == mv),
        "{sent:?}"
    );
    // what would be there of the board is not shown, and is not hit
    let board = world.app.shown_board().unwrap().panel();
    tap(&mut world, board.center_bottom() + vec2(0.0, 20.0));
    assert!(!world.table().interaction.has_selection());
}

#[test]
fn one_finger_moves_an_enlarged_board_and_taps_and_drags_its_pieces() {
    let mut world = World::at_board(Color::Red).touched(PHONE);
    let send = |world: &mut World, pointer| world.update(Event::Pointer(pointer));
    send(&mut world, Pointer::By(Device::Finger));
    let at = point(&world, "e4").unwrap();
    pinch(&mut world, at, 2.0);
    let before = world.app.view(PHONE, world.now).panel.unwrap();
    // an empty point, and a piece of the opponent that a press would mark
    let from = point(&world, "e4").unwrap();
    send(&mut world, Pointer::Pressed(from));
    send(&mut world, Pointer::Moved(from + vec2(20.0, -30.0)));
    send(&mut world, Pointer::Released(from + vec2(20.0, -30.0)));
    let moved = world.app.view(PHONE, world.now).panel.unwrap().min - before.min;
    assert!((moved - vec2(20.0, -30.0)).length() <= 2.0, "{moved}");
    assert!(!world.table().interaction.has_selection());
    // a piece of the user is dragged, and the board stays
    let panel = world.app.view(PHONE, world.now).panel;
    let (from, to) = (point(&world, "e3").unwrap(), point(&world, "e4").unwrap());
    world.take_sent();
    for pointer in [Pointer::Pressed(from), Pointer::Moved(to), Pointer::Released(to)] {
        send(&mut world, pointer);
    }
    assert_eq!(world.app.view(PHONE, world.now).panel, panel);
}

#[test]
fn a_double_tap_a_pinch_and_the_button_show_all_of_the_board_again() {
    let mut world = World::at_board(Color::Red).touched(PHONE);
    let at = point(&world, "e4").unwrap();
    for back in [
        Event::Pointer(Pointer::DoubleTapped(at)),
        Event::Pointer(Pointer::Pinched { at, by: vec2(0.0, 0.0), factor: 0.2 }),
        Event::Action(Action::Table(TableAction::Zoom)),
    ] {
        pinch(&mut world, at, 2.0);
        assert!(world.app.pane.is_enlarged());
        world.update(back.clone());
        assert!(!world.app.pane.is_enlarged(), "{back:?}");
    }
    world.update(Event::Pointer(Pointer::DoubleTapped(at)));
    assert!(!world.app.pane.is_enlarged(), "a double tap enlarges nothing");
}

#[test]
fn another_board_is_shown_whole() {
    let mut world = reviewing(&["h2e2"]).touched(PHONE);
    let at = point(&world, "e2").unwrap();
    pinch(&mut world, at, 2.0);
    assert!(world.app.pane.is_enlarged());
    world.opens("b2e2");
    assert!(!world.app.pane.is_enlarged());
}

#[test]
fn fingers_beside_the_board_do_not_enlarge_it() {
    let mut world = World::at_board(Color::Red).touched(PHONE);
    let board: Placed = world.app.shown_board().unwrap();
    pinch(&mut world, board.panel().center_bottom() + vec2(0.0, 60.0), 2.0);
    assert!(!world.app.pane.is_enlarged());
}
