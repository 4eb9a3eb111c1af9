//! The list of the texts about records of games: the review screen and the move list.

use super::define::texts;
use crate::core::notation_choice::NotationChoice;
use crate::core::reviewing::Missing;
use chuhe_records::GameResult;
use chuhe_records::formats::Note;

texts! {
    /// The texts about records of games.
    RecordText
    fixed {
        // opening
        review, review_games, review_explained, open, open_title, open_hint, drop_hint, games_of_file,
        // the place in the record
        play, pause, previous_variation, next_variation, no_moves,
        // editing
        comment_hint, comment_on_game, comment_before_hint, comment_after, comment_before, edit_tags, edit_tags_hint, tags_title, result_open, promote, promote_hint, demote, demote_hint, make_main, make_main_hint,
        delete, delete_hint, undo, redo, clear_marks, marks_hint, assess,
        // saving
        save, save_title, save_hint, file_exists, replace, copy_fen, copy_moves, save_picture, unsaved,
        discard_question, discard_explained, discard_yes, untitled,
        // setting up
        set_up, set_up_hint, eraser, start_position, clear_board, legal_position, review_position, use_position,
        // the move list
        notation, notation_of_language,
    }
    listed {}
    computed {
        notation_choice: fn(NotationChoice) -> &'static str,
        tag_name: fn(&str) -> &'static str,
        note: fn(&Note) -> String,
        missing: fn(&Missing) -> String,
        result: fn(GameResult) -> &'static str,
        formats: fn(&str) -> String,
    }
}
