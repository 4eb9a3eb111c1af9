//! Puzzles as lines.

use super::tests::Console;
use chuhe_app::testing::World;
use chuhe_app::testing::mistakes::{mended_badly, mending};
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::puzzles::Hint;

/// The most moves of a puzzle at the beginning.
const MOST_MOVES: usize = 6;

#[test]
fn a_puzzle_is_solved_by_typed_moves() {
    let mut console = Console::new(World::new());
    console.hear();
    console.world.act(PuzzleAction::Next.into());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.contains("to move. Mate in")), "{heard:#?}");
    assert!(console.say("board").len() >= 10, "the board is shown row by row");
    let mut all = Vec::new();
    for _ in 0..MOST_MOVES {
        let solving = console.world.app.study().solving().unwrap();
        if solving.is_over() {
            break;
        }
        let Hint::Move(mv) = solving.attempt().clone().hint(1_000_000) else { panic!("there is a move") };
        all.extend(console.say(&mv.to_string()));
        while console.world.app.study().solving().unwrap().is_thinking() {
            console.world.wait(10);
        }
        all.extend(console.hear());
    }
    assert!(all.iter().any(|line| line.contains("Right! Go on.")), "{all:#?}");
    assert!(all.iter().any(|line| line.contains("Solved!")), "{all:#?}");
    assert!(all.iter().any(|line| line.starts_with("1. ") && line.contains(" 2. ")), "{all:#?}");
}

#[test]
fn a_mistake_of_the_users_own_is_read_and_answered() {
    let mut console = Console::new(mending());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.starts_with("Red to move. You played ")), "{heard:#?}");
    assert!(console.say("board").len() >= 10, "the board is shown row by row");
    assert_eq!(console.say("i0i2"), ["That is what you played. Look for something better"]);
    assert!(console.say("leave").iter().all(|line| !line.contains("You played")));
    let mut console = Console::new(mended_badly());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.contains("is not good enough. Try another move")), "{heard:#?}");
}
