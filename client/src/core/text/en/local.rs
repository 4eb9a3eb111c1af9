//! The first screen and games without a server, in English.

use super::sides::color;
use crate::core::local_choice::Handicap;
use crate::core::text::local_catalog::LocalText;
use chuhe_protocol::ColorChoice;

pub(super) static TEXT: LocalText = LocalText {
    play_computer: "Play the computer",
    play_computer_hint: "Ten levels, hints and takebacks",
    two_here: "Two at this screen",
    two_here_hint: "Take turns on one board",
    join_hint: "Play people over the network",
    host_title: "Host one here",
    host_hint: "Friends connect to you",
    review_hint: "Records and your own games",
    review_long: "Open a record from a file or the clipboard, play it through, add variations and comments, and save it. Every game that you finish is kept in your library.",

    level: "Level",
    side: "You play",
    handicap: "Odds",
    board: "Board",
    board_still: "Stays",
    board_turns: "Turns each move",
    begin: "Start",
    begin_again: "New game",
    continue_game: "Continue",
    replaces_game: "A new game replaces the one you left.",
    replace_left: "Drop the game you left?",
    hidden_note: "The board is covered between turns, so that neither of you sees the other's pieces.",

    player: "Player",
    first_player: "Player-1",
    second_player: "Player-2",

    menu: "Menu",
    computer_thinks: "thinking…",
    hint: "Hint",
    hint_sought: "Hint…",
    draw: "Draw",
    hand_over: "Hand over",
    no_server: "Against the computer",
    quit_loses_game: "The game is not over and is not kept. Closing the window loses it.",
    both_here: "Two at this screen",

    computer: |level| format!("Computer-{level}"),
    level_name: |level| match level {
        0 | 1 => "First steps",
        2 => "Beginner",
        3 => "Novice",
        4 => "Improver",
        5 => "Intermediate",
        6 => "Club player",
        7 => "Strong club player",
        8 => "Expert",
        9 => "Master",
        _ => "Grandmaster",
    },
    level_of: |level| format!("Level {level}"),
    side_choice: |side| match side {
        ColorChoice::Red => "Red",
        ColorChoice::Black => "Black",
        ColorChoice::Random => "Random",
    },
    handicap_choice: |handicap| match handicap {
        Handicap::None => "None",
        Handicap::ThreeMoves => "3 moves",
        Handicap::Horse => "Horse",
        Handicap::TwoHorses => "2 horses",
        Handicap::Rook => "Rook",
    },
    hand_over_to: |name| format!("Hand the screen over to {name}"),
    cover_title: |name, side| format!("{name}, {}", color(side)),
    cover_explained: |name| format!("The board is covered. Only {name} should look when it is shown."),
    sit_down: |name| format!("I am {name}: show the board"),
};
