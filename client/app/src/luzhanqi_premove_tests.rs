//! Tests of premoves in luzhanqi.

use super::luzhanqi_tests::at;
use super::testing::GAME;
use super::testing::luzhanqi::FullGame;
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::{Pointer, Shape};
use chuhe_model::exchange::event::Event;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{ClientMessage, TableRequest};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{BoardKind, IllegalMove, Move};
use chuhe_rules::{Color, GameMove};

fn mv(text: &str) -> GameMove {
    GameMove::Luzhanqi(text.parse().unwrap())
}

fn play(text: &str, ply: u16) -> ClientMessage {
    TableRequest::Play { ply, mv: mv(text), premove: true }.at(GAME)
}

/// A game in which the opponent is to move.
fn waiting() -> FullGame {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s12s22");
    full.world.take_sent();
    full
}

fn premove(full: &FullGame) -> Option<GameMove> {
    full.world.table().interaction.premove()
}

#[test]
fn a_premove_is_sent_the_moment_the_opponent_has_moved_or_passed() {
    for (drags, passes) in [(false, false), (true, false), (false, true)] {
        let mut full = waiting();
        if drags {
            full.world.drag("s11", "n15");
        } else {
            full.world.click("s11");
            full.world.click("n15");
        }
        assert_eq!((premove(&full), full.world.take_sent()), (Some(mv("s11n15")), vec![]));
        if passes {
            full.passed()
        } else {
            full.moved("n12n22")
        }
        assert_eq!((premove(&full), full.world.take_sent()), (None, vec![play("s11n15", 2)]));
    }
}

#[test]
fn a_premove_is_an_arrow_and_a_faint_tile() {
    let mut full = waiting();
    full.world.click("s11");
    assert!(full.board().captures.contains(&at("n15")), "the stations that it may reach are marked");
    full.world.click("n15");
    let scene = full.world.app.view(FIRST_WINDOW, full.world.now);
    let to = full.world.point("n15");
    let ghost =
        |shape: &Shape| matches!(shape, Shape::Tile { center, alpha, .. } if *center == to && *alpha < 1.0);
    let arrow = |shape: &Shape| matches!(shape, Shape::Area { points, .. } if points.contains(&to));
    assert!(scene.shapes.iter().any(ghost) && scene.shapes.iter().any(arrow));
}

#[test]
fn escape_the_right_button_and_another_piece_cancel_a_premove() {
    let chosen = || {
        let mut full = waiting();
        full.world.click("s11");
        full.world.click("n15");
        full
    };
    let mut full = chosen();
    full.world.act(Action::Table(TableAction::Cancel));
    assert_eq!(premove(&full), None);
    let mut full = chosen();
    let point = full.world.point("n12");
    full.world.update(Event::Pointer(Pointer::Secondary(point)));
    assert_eq!(
        (premove(&full), full.world.table().game().play().marking()),
        (None, None),
        "the click was for that"
    );
    let mut full = chosen();
    full.world.click("s13");
    assert_eq!((premove(&full), full.board().selected), (None, Some(at("s13"))));
    full.moved("n12n22");
    assert_eq!(full.world.take_sent(), []);
}

#[test]
fn a_premove_that_is_still_illegal_is_dropped() {
    let mut full = waiting();
    // a recapture: the opponent may take the piece on s21
    full.world.drag("s11", "s21");
    assert_eq!(premove(&full), Some(mv("s11s21")));
    full.moved("n12n22");
    assert_eq!((premove(&full), full.world.take_sent()), (None, vec![]));
    assert!(full.world.table().is_my_turn());
}

#[test]
fn a_piece_cannot_be_premoved_where_it_never_goes() {
    let mut full = waiting();
    for (from, to, why) in [
        ("s52", "s42", IllegalMove::NeverMoves),
        ("s62", "s52", IllegalMove::NeverMoves),
        ("s11", "n11", IllegalMove::OnlyEngineersTurn),
        ("s31", "s33", IllegalMove::NoPath),
        ("n11", "n12", IllegalMove::NotYourPiece),
    ] {
        full.world.press(TableAction::Play(GameMove::Luzhanqi(Move::new(at(from), at(to)))));
        assert_eq!(full.world.notice(), Some(&Notice::Illegal(IllegalPlay::Luzhanqi(why))), "{from}{to}");
        assert_eq!(premove(&full), None);
    }
}

#[test]
fn an_attacker_whose_battle_is_undecided_is_not_premoved() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.click("s11");
    full.world.click("n15");
    full.world.take_sent();
    full.world.press(TableAction::Play(mv("s11s12")));
    assert_eq!((premove(&full), full.world.notice()), (None, Some(&Notice::BattleUndecided)));
    // a quiet mover can go on from where it will be
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.click("s12");
    full.world.click("s22");
    full.world.click("s22");
    assert_eq!(full.board().selected, Some(at("s22")));
    full.world.click("s12");
    assert_eq!(premove(&full), Some(mv("s22s12")));
    full.moved("s12s22");
    full.world.take_sent();
    full.moved("n12n22");
    assert_eq!(full.world.take_sent(), [play("s22s12", 2)]);
}
