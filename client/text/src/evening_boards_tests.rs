//! Tests of the boards of a tournament, and of guessing at a table that is watched, as lines.

use super::tests::Console;
use chuhe_app::testing::boards::{beside_boards, board_preview, game_at};
use chuhe_app::testing::played;
use chuhe_app::testing::watch::watching;
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_rules::Color;

#[test]
fn boards_are_read_with_their_players_clocks_and_last_moves() {
    let mut console = Console::new(beside_boards(2));
    console.world.receive(board_preview(game_at(1), 3));
    console.world.receive(board_preview(game_at(2), 0));
    console.world.act(EveningAction::Boards(None).into());
    console.say("");
    console.world.act(EveningAction::Boards(Some(0)).into());
    console.world.receive(board_preview(game_at(1), 3));
    let heard = console.say("menu");
    assert!(heard.iter().any(|line| line.contains("Watch")), "{heard:#?}");
    let model = chuhe_view::Model::of(&console.world.app, console.world.now);
    let shown = chuhe_view::evening::EveningsView::of(&model).expect("the boards are shown");
    let lines = super::menu::texts(model.text, shown.parts(&model));
    let board = lines.iter().find(|line| line.contains("1:00")).expect("a clock");
    assert!(board.contains("9.5") && board.contains("3 half-moves"), "{board}");
    assert!(board.contains("last move"), "{board}");
}

#[test]
fn a_guess_is_typed_before_the_move_and_its_points_are_told() {
    let mut console = Console::new(watching(0));
    console.say("");
    let offered = console.say("menu");
    let number = offered.iter().find_map(|line| line.split_once(". Guess")).expect("it is offered").0;
    let heard = console.say(&format!("menu {number}"));
    assert!(heard.iter().any(|line| line == "Black to move. What will be played?"), "{heard:#?}");
    let heard = console.say("b9c7");
    assert!(heard.iter().any(|line| line.starts_with("Your move: ")), "{heard:#?}");
    console.world.receive_event(played(Color::Black, "b9c7"));
    let heard = console.say("");
    assert!(heard.iter().any(|line| line.contains("10 of 10 points")), "{heard:#?}");
    let heard = console.say("a9a3");
    assert!(!heard.is_empty(), "why it is no guess");
}
