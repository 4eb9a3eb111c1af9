//! Guessing the moves of a record, as lines.

use super::tests::Console;
use chuhe_app::Screen;
use chuhe_app::testing::review::reviewing;

/// Takes what the screen offers under this name; returns what the user hears.
fn press(console: &mut Console, label: &str) -> Vec<String> {
    let lines = console.say("menu");
    let offered = lines.iter().filter_map(|line| line.split_once(". "));
    let number = offered.filter(|(_, said)| said.starts_with(label)).map(|(number, _)| number).next();
    let number = number.unwrap_or_else(|| panic!("{lines:#?}"));
    console.say(&format!("menu {number}"))
}

#[test]
fn the_moves_of_a_record_are_guessed_by_typing() {
    let mut console = Console::new(reviewing(&["h2e2", "h9g7", "h0g2"]));
    press(&mut console, "Guess: ");
    assert_eq!(console.world.app.screen(), Screen::Guess);
    let board = console.say("board");
    assert!(board.len() >= 10, "the board is shown row by row: {board:#?}");
    let heard = console.say("a0a5");
    assert_eq!(heard, ["A piece blocks the way"]);
    let heard = console.say("h2e2");
    assert!(heard.iter().any(|line| line == "10 points: as in the game"), "{heard:#?}");
    assert!(heard.iter().any(|line| line == "Played: C2.5"), "{heard:#?}");
    press(&mut console, "Next move");
    let heard = press(&mut console, "Show it");
    assert!(heard.iter().any(|line| line == "0 points: the move was shown"), "{heard:#?}");
    let heard = press(&mut console, "Next move");
    assert!(heard.iter().any(|line| line.contains("10 of 20 points")), "{heard:#?}");
    console.say("leave");
    assert_eq!(console.world.app.screen(), Screen::Review);
}
