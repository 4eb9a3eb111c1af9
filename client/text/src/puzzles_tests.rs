//! Puzzles as lines.

use super::tests::Console;
use chuhe_app::testing::World;
use chuhe_app::testing::endgames::good_move;
use chuhe_app::testing::flags::{flag_move, flag_of, hunting, typed_flag_move};
use chuhe_app::testing::mistakes::{mended_badly, mending};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::event::Event;
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
        let solving = console.world.app.study().exercises.solving().unwrap();
        if solving.is_over() {
            break;
        }
        let Hint::Move(mv) = solving.attempt().clone().hint(1_000_000) else { panic!("there is a move") };
        all.extend(console.say(&mv.to_string()));
        while console.world.app.study().exercises.solving().unwrap().is_thinking() {
            console.world.wait(10);
        }
        all.extend(console.hear());
    }
    assert!(all.iter().any(|line| line.contains("Right! Go on.")), "{all:#?}");
    assert!(all.iter().any(|line| line.contains("Solved!")), "{all:#?}");
    assert!(all.iter().any(|line| line.starts_with("1. ") && line.contains(" 2. ")), "{all:#?}");
}

#[test]
fn the_puzzle_of_today_says_how_difficult_it_is() {
    let mut console = Console::new(World::new());
    console.world.update(Event::ClockSet(1_763_600_000_000));
    console.world.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    let listed = console.say("menu");
    let today = listed.iter().find(|line| line.contains("Today's puzzle")).expect("it is listed");
    assert!(today.contains(" · Difficulty "), "{today}");
}

#[test]
fn a_mistake_of_the_users_own_is_read_and_answered() {
    let mut console = Console::new(mending());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.starts_with("Red to move. You played ")), "{heard:#?}");
    assert!(console.say("board").len() >= 10, "the board is shown row by row");
    assert_eq!(console.say("i0i2"), ["That is what you played. Look for something better"]);
    assert_eq!(
        console.say("i0i2"),
        ["That is what you played. Look for something better"],
        "it is said again"
    );
    assert!(console.say("leave").iter().all(|line| !line.contains("You played")));
    let mut console = Console::new(mended_badly());
    let heard = console.hear();
    assert!(heard.iter().any(|line| line.contains("is not good enough. Try another move")), "{heard:#?}");
}

#[test]
fn an_endgame_is_chosen_from_the_list_and_played() {
    let mut console = Console::new(World::new());
    console.hear();
    console.world.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
    console.world.act(PuzzleAction::ListEndgames(true).into());
    let listed = console.say("menu");
    let first = listed.iter().find(|line| line.contains("Rook – advisor")).expect("the list is read");
    let number = first.split_once('.').expect("it is numbered").0.to_owned();
    let heard = console.say(&format!("menu {number}"));
    assert!(heard.iter().any(|line| line.contains("Red to move. Win.")), "{heard:#?}");
    assert!(console.say("board").len() >= 10, "the board is shown row by row");
    let practice = console.world.app.study().exercises.endgame().expect("an endgame is on the screen");
    let own = good_move(practice.game());
    let heard = console.say(&own.to_string());
    assert!(heard.iter().any(|line| line.contains("thinking")), "{heard:#?}");
    assert!(console.say("leave").iter().all(|line| !line.contains("Red to move")));
}

#[test]
fn a_puzzle_of_luzhanqi_is_read_answered_and_solved() {
    let mut console = Console::new(hunting(flag_of(1)));
    let heard = console.hear();
    assert!(
        heard.iter().any(|line| line.contains("Take the flag for certain with this move.")),
        "{heard:#?}"
    );
    assert!(heard.iter().any(|line| line.starts_with("Black has left: ")), "{heard:#?}");
    let board = console.say("board");
    assert!(board.len() >= 12 && board.iter().any(|line| line.contains("black piece")), "{board:#?}");
    let typed = |console: &Console, is_right| {
        let hunting = console.world.app.study().exercises.hunting().expect("a puzzle is on the screen");
        typed_flag_move(hunting, flag_move(hunting, is_right))
    };
    let status = console.say("status");
    assert!(status.iter().any(|line| line.contains("Take the flag for certain")), "{status:#?}");
    assert_eq!(console.say("list"), ["This is not possible here."]);
    let wrong = typed(&console, false);
    let moves = console.say("moves").concat();
    assert!(moves.contains(" legal: ") && moves.contains(&wrong[..2]), "{moves}");
    let heard = console.say(&wrong);
    assert!(heard.iter().any(|line| line.contains("not certain") || line.contains("not take")), "{heard:#?}");
    let board = console.say("board");
    assert!(
        !board.iter().any(|line| line.contains("black piece")),
        "an arrangement is laid open: {board:#?}"
    );
    let right = typed(&console, true);
    let heard = console.say(&right);
    assert!(heard.iter().any(|line| line.contains("Solved!")), "{heard:#?}");
    assert!(console.say("list").concat().starts_with("1. "), "the moves are listed");
    assert!(console.say("leave").iter().all(|line| !line.contains("Take the flag for certain")));
}

#[test]
fn the_next_puzzle_says_its_task_also_if_it_is_that_of_the_last() {
    let mut console = Console::new(hunting(0));
    let task =
        |heard: &[String]| heard.iter().find(|line| line.contains("Take the flag for certain")).cloned();
    let first = task(&console.hear());
    console.world.act(PuzzleAction::Flag(1).into());
    assert!(first.is_some());
    assert_eq!(task(&console.hear()), first, "two puzzles with one task");
}
