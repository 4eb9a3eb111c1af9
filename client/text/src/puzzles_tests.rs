//! Puzzles as lines.

use super::tests::Console;
use chuhe_app::testing::World;
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
