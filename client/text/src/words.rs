//! Recognizes the words of a command, in the user's language and in English.

use super::reply::Reply;
use chuhe_app::App;
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_texts::Text;

/// Whether one of the words that are separated by spaces is `word`.
pub(super) fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|it| it.to_lowercase() == word.to_lowercase())
}

/// Says which word of a command is not understood, and what belongs there.
pub(super) fn misunderstood(app: &App, word: &str, verb: Verb) -> Reply {
    let text = &app.desk().text().console;
    Reply::lines(vec![text.unknown_word(word), text.meaning(verb).to_owned()])
}

/// Whether a word is among those of a text, in the user's language or in English.
fn is_word(app: &App, word: &str, words: fn(&Text) -> &'static str) -> bool {
    [app.desk().text(), Text::of(Lang::En)].iter().any(|text| has_word(words(text), word))
}

/// The game of a challenge or of a game against the computer that a word names.
pub(super) fn game_of(app: &App, word: &str) -> Option<GameChoice> {
    if is_word(app, word, |text| text.console.word_xiangqi) {
        Some(GameChoice::Xiangqi)
    } else if is_word(app, word, |text| text.console.word_luzhanqi) {
        Some(GameChoice::LuzhanqiClassic)
    } else if is_cross_board(app, word) || is_word(app, word, |text| text.console.word_cross) {
        Some(GameChoice::LuzhanqiCross)
    } else {
        None
    }
}

/// Whether a word names the cross board without its game, which may stand before it.
pub(super) fn is_cross_board(app: &App, word: &str) -> bool {
    is_word(app, word, |text| text.console.word_cross_board)
}
