//! The list of the texts of the first screen and of games without a server.

use super::define::texts;
use crate::core::local_choice::Handicap;
use chuhe_protocol::ColorChoice;
use chuhe_rules::Color;

texts! {
    /// The texts of the first screen and of games without a server.
    LocalText
    fixed {
        // the entries of the first screen
        play_computer, play_computer_hint, two_here, two_here_hint, join_hint, host_title, host_hint, review_hint, review_long,
        // the choices
        level, side, handicap, board, board_still, board_turns, begin, begin_again, continue_game, replaces_game, replace_left,
        hidden_note,
        // names of players
        player, first_player, second_player,
        // at the table
        menu, computer_thinks, hint, hint_sought, draw, hand_over, no_server, both_here, quit_loses_game,
    }
    listed {}
    computed {
        computer: fn(level: u8) -> String,
        level_name: fn(u8) -> &'static str,
        level_of: fn(u8) -> String,
        side_choice: fn(ColorChoice) -> &'static str,
        handicap_choice: fn(Handicap) -> &'static str,
        hand_over_to: fn(&str) -> String,
        cover_title: fn(&str, Color) -> String,
        cover_explained: fn(&str) -> String,
        sit_down: fn(&str) -> String,
    }
}
