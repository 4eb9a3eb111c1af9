//! Tests of cancelling what the user has begun at the board.

use super::testing::{World, played};
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::{Modifiers, Pointer};
use chuhe_model::exchange::event::Event;
use chuhe_rules::Color;

fn in_play() -> World {
    let mut world = World::at_board(Color::Red);
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(by, mv));
    }
    world.take_sent();
    world
}

/// Presses on `from` and moves the pointer to `to`.
fn begin_drag(world: &mut World, from: &str, to: &str) {
    let (from, to) = (world.point(from), world.point(to));
    for pointer in [Pointer::Pressed(from), Pointer::Moved(to)] {
        world.update(Event::Pointer(pointer));
    }
}

fn right_click(world: &mut World, square: &str) {
    let at = world.point(square);
    let modifiers = Modifiers::NONE;
    for pointer in [Pointer::Secondary(at), Pointer::SecondaryReleased { at, modifiers }] {
        world.update(Event::Pointer(pointer));
    }
}

#[test]
fn a_drag_that_was_cancelled_plays_nothing_when_the_button_is_released() {
    for by_key in [true, false] {
        let mut world = in_play();
        begin_drag(&mut world, "b0", "c2");
        assert!(world.table().interaction.dragged().is_some());
        if by_key {
            world.act(Action::Table(TableAction::Cancel));
        } else {
            right_click(&mut world, "c2");
        }
        assert_eq!(world.table().interaction.dragged(), None);
        let at = world.point("c2");
        world.update(Event::Pointer(Pointer::Released(at)));
        assert_eq!(world.take_sent(), []);
        world.click("c2");
        assert_eq!(world.take_sent(), [], "the piece is not chosen any more");
    }
}

#[test]
fn each_cancelling_ends_one_thing() {
    let mut world = in_play();
    world.act(Action::Table(TableAction::AskGiveUp));
    world.act(Action::Table(TableAction::Review(Some(1))));
    world.act(Action::Table(TableAction::Choose("b0c2".parse().unwrap())));
    world.act(Action::Table(TableAction::Review(Some(1))));
    world.act(Action::Table(TableAction::Cancel));
    assert_eq!((world.table().asked().is_some(), world.table().interaction.review()), (false, Some(1)));
    world.act(Action::Table(TableAction::Cancel));
    assert_eq!(world.table().interaction.review(), None);
    world.act(Action::Table(TableAction::Choose("b0c2".parse().unwrap())));
    world.act(Action::Table(TableAction::Cancel));
    assert_eq!(world.table().game().play().preview(), None);
    world.act(Action::Table(TableAction::Cancel));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_right_click_cancels_the_question_and_the_review() {
    let mut world = in_play();
    world.act(Action::Table(TableAction::AskGiveUp));
    right_click(&mut world, "e5");
    assert!(world.table().asked().is_none());
    world.act(Action::Table(TableAction::Review(Some(1))));
    right_click(&mut world, "e5");
    assert_eq!(world.table().interaction.review(), None);
}
