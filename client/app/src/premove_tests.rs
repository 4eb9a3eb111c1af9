//! Tests of premoves.

use super::testing::{World, play, played, reading};
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::{Pointer, Shape};
use chuhe_model::exchange::event::Event;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_protocol::{ClientMessage, DoorMessage, Event as GameEvent, TableRequest};
use chuhe_rules::{Color, GameMove, Outcome, WinReason};

/// A game in which the opponent is to move, and the user has chosen to answer h9g7 by b0c2.
fn premoved() -> World {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.take_sent();
    world.click("b0");
    world.click("c2");
    world
}

/// The request that sends a premove.
fn sent(mv: &str, ply: u16) -> ClientMessage {
    let ClientMessage::Table { game, request: TableRequest::Play { ply, mv, .. } } = play(mv, ply) else {
        unreachable!()
    };
    TableRequest::Play { ply, mv, premove: true }.at(game)
}

fn premove(world: &World) -> Option<GameMove> {
    world.table().interaction.premove()
}

#[test]
fn a_premove_is_sent_the_moment_the_opponent_has_moved() {
    for drags in [false, true] {
        let mut world = premoved();
        if drags {
            world.act(Action::Table(TableAction::Cancel));
            world.drag("b0", "c2");
        }
        assert!(premove(&world).is_some());
        assert_eq!((world.take_sent(), world.piece("b0")), (vec![], Some('N')), "nothing is played yet");
        world.receive_event(played(Color::Black, "h9g7"));
        assert_eq!(world.take_sent(), [sent("b0c2", 2)]);
        assert_eq!((world.piece("c2"), premove(&world)), (Some('N'), None));
    }
}

#[test]
fn a_premove_is_an_arrow_and_a_faint_piece() {
    let world = premoved();
    let scene = world.app.view(FIRST_WINDOW, world.now);
    let to = world.point("c2");
    let ghost =
        |shape: &Shape| matches!(shape, Shape::Disc { center, alpha, .. } if *center == to && *alpha < 1.0);
    assert!(scene.shapes.iter().any(ghost));
    assert!(
        scene.shapes.iter().any(|shape| matches!(shape, Shape::Area { points, .. } if points.contains(&to)))
    );
}

#[test]
fn a_premove_that_became_illegal_is_dropped() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "b0c2"));
    world.take_sent();
    world.click("a0");
    world.click("a5");
    world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!((world.take_sent(), premove(&world)), (vec![], None), "the pawn stands in the way");
    assert!(world.table().is_my_turn());
}

#[test]
fn a_premove_by_drag_follows_a_quiet_move() {
    let mut world = World::at_board(Color::Red);
    for (by, mv) in [(Color::Red, "b0c2"), (Color::Black, "h9g7"), (Color::Red, "h0g2")] {
        world.receive_event(played(by, mv));
    }
    world.take_sent();
    world.drag("a0", "b0");
    assert!(premove(&world).is_some());
    world.receive_event(played(Color::Black, "b9c7"));
    assert_eq!(world.take_sent(), [sent("a0b0", 4)]);
}

#[test]
fn escape_the_right_button_and_another_piece_cancel_a_premove() {
    let mut world = premoved();
    world.act(Action::Table(TableAction::Cancel));
    assert_eq!(premove(&world), None);
    let mut world = premoved();
    let at = world.point("e5");
    world.update(Event::Pointer(Pointer::Secondary(at)));
    assert_eq!(premove(&world), None);
    let mut world = premoved();
    world.click("h0");
    assert_eq!(premove(&world), None);
    world.click("g2");
    assert_eq!(premove(&world), Some(GameMove::Xiangqi("h0g2".parse().unwrap())), "one at a time");
    world.click("e5");
    assert_eq!(premove(&world), None);
    world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn the_end_and_a_lost_connection_drop_a_premove() {
    let mut world = premoved();
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(premove(&world), None);
    let mut world = premoved();
    world.reconnect();
    world.joined(true);
    world.receive_event(played(Color::Black, "h9g7"));
    world.take_sent();
    world.receive(DoorMessage::Pong { nonce: 2 });
    assert_eq!((world.take_sent(), premove(&world)), (vec![], None));
}

#[test]
fn a_piece_cannot_be_premoved_where_it_never_goes() {
    let mut world = premoved();
    world.act(Action::Table(TableAction::Cancel));
    world.click("b0");
    world.click("b5");
    assert_eq!(premove(&world), None);
    assert!(world.notice().is_some());
}
