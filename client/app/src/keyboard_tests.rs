//! Tests of playing with the keyboard.

use super::testing::luzhanqi::FullGame;
use super::testing::review::reviewing;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, TableAction};
use chuhe_model::actions::cursor_action::{CursorAction, Direction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::drawing::scene::Place;
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::layout::table_layout::BoardOf;
use chuhe_protocol::{ClientMessage, TableRequest};
use chuhe_records::notation::NotationError;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::BoardKind;

impl World {
    fn cursor(&mut self, action: CursorAction) {
        self.act(Action::Cursor(action));
    }

    /// Moves the cursor to a place, as the user does: first across, then up or down.
    fn go_to(&mut self, name: &str) {
        let board = self.app.shown_board().unwrap();
        let place = name.parse().map_or_else(|_| Place::Station(name.parse().unwrap()), Place::Square);
        let wanted = board.point(place).unwrap();
        for _ in 0..60 {
            let at = board.point(self.app.pane.cursor().unwrap().place).unwrap();
            let way = wanted - at;
            if way.length() < 1.0 {
                return;
            }
            self.cursor(CursorAction::Move(match (way.x.abs() > 1.0, way.x < 0.0, way.y < 0.0) {
                (true, true, _) => Direction::Left,
                (true, false, _) => Direction::Right,
                (false, _, true) => Direction::Up,
                (false, _, false) => Direction::Down,
            }));
        }
        panic!("{name} is not reached from {:?}", self.app.pane.cursor());
    }

    fn press_at(&mut self, name: &str) {
        self.go_to(name);
        self.cursor(CursorAction::Press);
    }
}

#[test]
fn the_cursor_picks_and_drops_a_piece_at_the_table() {
    for (me, from, to) in [(Color::Red, "h2", "e2"), (Color::Black, "h9", "g7")] {
        let mut world = World::at_board(me);
        if me == Color::Black {
            world.receive_event(played(Color::Red, "b2e2"));
        }
        world.effects.clear();
        world.cursor(CursorAction::Show);
        world.press_at(from);
        assert!(world.app.holds_piece());
        world.cursor(CursorAction::LetGo);
        assert!(!world.app.holds_piece());
        world.press_at(from);
        world.press_at(to);
        let ply = u16::from(me == Color::Black);
        assert_eq!(world.take_sent(), [play(&format!("{from}{to}"), ply)]);
    }
}

#[test]
fn the_cursor_swaps_pieces_of_a_formation() {
    let mut world = FullGame::setting_up(Color::Red, BoardKind::Classic).world;
    let strength = |world: &World, slot: usize| {
        world.table().game().play().draft().unwrap().pieces().nth(slot).unwrap().1
    };
    let before = [strength(&world, 0), strength(&world, 1)];
    world.effects.clear();
    world.cursor(CursorAction::Show);
    world.press_at("s11");
    world.press_at("s12");
    assert_eq!([strength(&world, 1), strength(&world, 0)], before);
    assert!(matches!(
        world.take_sent()[..],
        [ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }]
    ));
}

#[test]
fn the_cursor_plays_in_a_review_and_sets_up_a_position() {
    let mut world = reviewing(&["h2e2"]);
    world.cursor(CursorAction::Show);
    let moves = world.app.study.reviewing().unwrap().review.record.board_of();
    assert_eq!(moves, BoardOf::Xiangqi);
    world.act(Action::SetUp(SetUpAction::OpenForReview));
    world.act(Action::SetUp(SetUpAction::Start));
    world.cursor(CursorAction::Show);
    world.press_at("e0");
    assert!(world.app.holds_piece());
    world.press_at("e1");
    let set_up = world.app.study.set_up().unwrap();
    assert!(
        set_up.piece_at("e1".parse().unwrap()).is_some() && set_up.piece_at("e0".parse().unwrap()).is_none()
    );
    world.act(Action::SetUp(SetUpAction::Discard));
    world.act(Action::Review(ReviewAction::Cancel));
}

#[test]
fn a_typed_move_is_played_or_refused_in_words() {
    let mut world = World::at_board(Color::Red);
    world.act(Action::Edit(Field::Move, "炮五平二".into()));
    world.press(TableAction::PlayTyped);
    assert_eq!(world.notice(), Some(&Notice::Notation(NotationError::NoSuchPiece)));
    assert_eq!(world.table().typed, "炮五平二");
    world.act(Action::Edit(Field::Move, "Ｃ２．５".into()));
    world.effects.clear();
    world.press(TableAction::PlayTyped);
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!(world.table().typed, "");
}

#[test]
fn a_move_typed_during_an_outage_stays_in_the_field() {
    let mut world = World::at_board(Color::Red);
    world.act(Action::Edit(Field::Move, "h2e2".into()));
    world.network(NetworkEvent::Closed(Closed::Broken));
    world.take_sent();
    world.press(TableAction::PlayTyped);
    assert_eq!(world.take_sent(), []);
    assert_eq!(world.table().typed, "h2e2");
}
