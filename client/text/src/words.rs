//! Recognizes the words of a command, in the user's language and in English.

use super::reply::Reply;
use chuhe_app::App;
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::preset::Preset;
use chuhe_protocol::{ColorChoice, Reach, Terms};
use chuhe_rules::clock::{Speed, TimeControl};
use chuhe_texts::Text;

/// Whether one of the words that are separated by spaces is `word`.
pub(super) fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|it| it.to_lowercase() == word.to_lowercase())
}

/// Says which word of a command is not understood, and what belongs there.
pub(super) fn misunderstood(app: &App, word: &str, verb: Verb) -> Reply {
    let text = app.desk().text().console();
    Reply::lines(vec![text.unknown_word(word), text.meaning(verb).to_owned()])
}

/// Whether a word is among those of a text, in the user's language or in English.
fn is_word(app: &App, word: &str, words: fn(&Text) -> &'static str) -> bool {
    [app.desk().text(), Text::of(Lang::En)].iter().any(|text| has_word(words(text), word))
}

/// The game of a challenge or of a game against the computer that a word names.
pub(super) fn game_of(app: &App, word: &str) -> Option<GameChoice> {
    if is_word(app, word, |text| text.console().word_xiangqi) {
        Some(GameChoice::Xiangqi)
    } else if is_word(app, word, |text| text.console().word_luzhanqi) {
        Some(GameChoice::LuzhanqiClassic)
    } else if is_cross_board(app, word) || is_word(app, word, |text| text.console().word_cross) {
        Some(GameChoice::LuzhanqiCross)
    } else {
        None
    }
}

/// The word by which [`game_of`] reads a game in the user's language.
pub(super) fn game_word(app: &App, game: GameChoice) -> &'static str {
    let text = app.desk().text().console();
    let words = match game {
        GameChoice::Xiangqi => text.word_xiangqi,
        GameChoice::LuzhanqiClassic => text.word_luzhanqi,
        GameChoice::LuzhanqiCross => text.word_cross,
    };
    words.split_whitespace().next().unwrap_or_default()
}

/// The speed of a class that a word names.
pub(super) fn speed(app: &App, word: &str) -> Option<Speed> {
    let texts = [app.desk().text(), Text::of(Lang::En)];
    Speed::ALL
        .into_iter()
        .find(|speed| texts.iter().any(|text| in_one_word(text.speed(*speed)) == in_one_word(word)))
}

/// Whether a word names the cross board without its game, which may stand before it.
fn is_cross_board(app: &App, word: &str) -> bool {
    is_word(app, word, |text| text.console().word_cross_board)
}

/// The colour that a word names.
pub(super) fn color(app: &App, word: &str) -> Option<ColorChoice> {
    if is_word(app, word, |text| text.console().word_red) {
        Some(ColorChoice::Red)
    } else if is_word(app, word, |text| text.console().word_black) {
        Some(ColorChoice::Black)
    } else {
        is_word(app, word, |text| text.console().word_random).then_some(ColorChoice::Random)
    }
}

/// The time that a word names: minutes and an increment in seconds such as `10+5`, or a usual time.
fn time(app: &App, word: &str) -> Option<TimeControl> {
    if is_word(app, word, |text| text.console().word_untimed) {
        return Some(TimeControl::UNTIMED);
    }
    let texts = [app.desk().text(), Text::of(Lang::En)];
    let is = |preset: &Preset| texts.iter().any(|it| has_word(&in_one_word(it.preset(*preset)), word));
    if let Some(preset) = Preset::ALL.iter().find(|preset| is(preset)) {
        return Some(preset.control());
    }
    let (minutes, seconds) = word.split_once('+').unwrap_or((word, "0"));
    let ms = |part: &str, unit_ms: u32| Some(u32::from(part.parse::<u16>().ok()?) * unit_ms);
    let (game_ms, increment_ms) = (ms(minutes, 60_000)?, ms(seconds, 1_000)?);
    Some(TimeControl { game_ms, increment_ms, ..TimeControl::UNTIMED })
}

/// The name of a usual time as it is typed.
pub(super) fn in_one_word(name: &str) -> String {
    name.replace(' ', "").to_lowercase()
}

/// The terms that the words after a command name.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// Each game once.
    pub(super) games: Vec<GameChoice>,
    pub(super) color: Option<ColorChoice>,
    /// Each time once.
    pub(super) times: Vec<TimeControl>,
    /// Whether the game is to be rated.
    pub(super) rated: Option<bool>,
    /// How far the rating of an opponent who is sought may be from the user's own.
    pub(super) reach: Option<Reach>,
    /// Whether others may answer while the user is away.
    pub(super) is_lasting: bool,
}

/// How far ratings may be apart, as in ±200; `+-200` is for keyboards without that sign.
fn reach(app: &App, word: &str) -> Option<Reach> {
    if is_word(app, word, |text| text.console().word_anyone) {
        return Some(Reach::Anyone);
    }
    let points = word.strip_prefix('±').or_else(|| word.strip_prefix("+-"))?.parse().ok();
    Reach::ALL.into_iter().find(|reach| points.is_some() && reach.points() == points)
}

impl Named {
    /// Reads the words.
    ///
    /// # Errors
    /// The first word that names no terms, or what only a search has: a second time, a reach, or that it lasts.
    pub(super) fn read<'w>(app: &App, words: &'w str, is_search: bool) -> Result<Self, &'w str> {
        let mut named = Self::default();
        for word in words.split_whitespace() {
            if let Some(game) = game_of(app, word) {
                // the board may follow its game in a word of its own
                named.games.pop_if(|last| *last == GameChoice::LuzhanqiClassic && is_cross_board(app, word));
                if !named.games.contains(&game) {
                    named.games.push(game);
                }
            } else if let Some(color) = color(app, word) {
                named.color = Some(color);
            } else if is_word(app, word, |text| text.console().word_rated) {
                named.rated = Some(true);
            } else if is_word(app, word, |text| text.console().word_unrated) {
                named.rated = Some(false);
            } else if let Some(reach) = reach(app, word).filter(|_| is_search) {
                named.reach = Some(reach);
            } else if is_search && is_word(app, word, |text| text.console().word_tell_me) {
                named.is_lasting = true;
            } else if let Some(time) = time(app, word).filter(|_| is_search || named.times.is_empty()) {
                if !named.times.contains(&time) {
                    named.times.push(time);
                }
            } else {
                return Err(word);
            }
        }
        Ok(named)
    }

    /// Finds the first terms that fit the words of a user who accepts them.
    ///
    /// `sought` has the terms as their author sees them. Without an exact match of the time, its minutes and increment
    /// are enough: the words cannot name a limit for each move.
    pub(super) fn find<'t>(&self, mut sought: impl Iterator<Item = &'t Terms> + Clone) -> Option<&'t Terms> {
        let fits = |terms: &Terms, is_time: fn(TimeControl, TimeControl) -> bool| {
            let mine = terms.mirrored();
            self.games.last().is_none_or(|game| game.kind() == mine.game.kind())
                && self.color.is_none_or(|color| color == mine.color)
                && self.times.last().is_none_or(|&time| is_time(time, mine.challenger_time))
        };
        let is_alike = |a: TimeControl, b: TimeControl| {
            a.game_ms > 0 && (a.game_ms, a.increment_ms) == (b.game_ms, b.increment_ms)
        };
        let exact = sought.clone().find(|terms| fits(terms, |a, b| a == b));
        exact.or_else(|| sought.find(|terms| fits(terms, is_alike)))
    }
}
