//! Terms that passed their check.

use crate::{GameTerms, InvalidTerms, TakebackPolicy, Terms, Unratable, limits};
use chuhe_rules::xiangqi;
use chuhe_rules::{Game, RulesVersion, luzhanqi};
use std::ops::Deref;

/// Terms that a game can be played under.
///
/// [`ValidTerms::parse`] is the only constructor, so users of a value need no further check.
/// It dereferences to [`Terms`]; messages and the store use `Terms` itself.
///
/// ```
/// use chuhe_protocol::{InvalidTerms, Terms, ValidTerms};
/// let terms = ValidTerms::parse(Terms::default())?;
/// assert_eq!(terms.new_game().ply(), 0);
/// let delayed = Terms { watch_delay_plies: u8::MAX, ..Terms::default() };
/// assert_eq!(ValidTerms::parse(delayed), Err(InvalidTerms::WatchDelay));
/// # Ok::<(), InvalidTerms>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidTerms {
    terms: Terms,
    rules: RulesVersion,
    /// The position of `terms.game`; `None` for the standard one and for luzhanqi.
    start: Option<Box<xiangqi::Position>>,
}

impl ValidTerms {
    /// Checks the terms of a new game, under the current rules.
    ///
    /// # Errors
    /// The first [`InvalidTerms`] that applies: times, spectator delay, takebacks, the game, then whether it can be rated.
    pub fn parse(terms: Terms) -> Result<Self, InvalidTerms> {
        Self::parse_under(RulesVersion::CURRENT, terms)
    }

    /// Checks the terms of a game that began under this version of the rules.
    ///
    /// # Errors
    /// As [`ValidTerms::parse`].
    pub fn parse_under(rules: RulesVersion, terms: Terms) -> Result<Self, InvalidTerms> {
        terms.challenger_time.validate().map_err(InvalidTerms::Time)?;
        terms.opponent_time.validate().map_err(InvalidTerms::Time)?;
        if terms.watch_delay_plies > limits::WATCH_DELAY_PLIES {
            return Err(InvalidTerms::WatchDelay);
        }
        if terms.takeback == TakebackPolicy::Ask && !terms.game.has_takebacks() {
            return Err(InvalidTerms::NoTakeback);
        }
        let start = match &terms.game {
            GameTerms::Xiangqi { rules: _, start: None } => None,
            GameTerms::Xiangqi { rules: set, start: Some(fen) } => {
                Some(parse_start(fen, xiangqi::Rules { set: *set, version: rules })?)
            }
            GameTerms::Luzhanqi { board: _, options } => {
                options.validate().map_err(InvalidTerms::Options)?;
                None
            }
        };
        if terms.rated {
            check_ratable(&terms).map_err(InvalidTerms::Unratable)?;
        }
        Ok(Self { start: start.map(Box::new), rules, terms })
    }

    /// Returns the version of the rules.
    #[must_use]
    pub const fn rules(&self) -> RulesVersion {
        self.rules
    }

    /// Returns the game before its first move.
    ///
    /// A game of xiangqi is at its start position; one of luzhanqi waits for both formations.
    #[must_use]
    pub fn new_game(&self) -> Game {
        match &self.terms.game {
            GameTerms::Xiangqi { rules: set, .. } => {
                let start = self.start.as_deref().cloned().unwrap_or_else(xiangqi::Position::start);
                let rules = xiangqi::Rules { set: *set, version: self.rules };
                Game::Xiangqi(xiangqi::Game::new(start, rules))
            }
            GameTerms::Luzhanqi { board, options } => Game::Luzhanqi(luzhanqi::Game::new(*board, *options)),
        }
    }

    /// Returns the terms of a rematch: the players keep their times and exchange their colours.
    ///
    /// It is played by the current rules, unless they would end it at its start position.
    #[must_use]
    pub fn rematch(&self) -> Self {
        let mut rematch = self.clone();
        rematch.terms.color = self.terms.color.swapped();
        match Self::parse(rematch.terms.clone()) {
            Ok(current) => current,
            Err(_) => rematch,
        }
    }

    /// Returns the same terms for a game that changes no ratings.
    #[must_use]
    pub fn unrated(mut self) -> Self {
        self.terms.rated = false;
        self
    }

    /// Returns the plain terms, for a message or the store.
    #[must_use]
    pub fn into_terms(self) -> Terms {
        self.terms
    }
}

impl Deref for ValidTerms {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        &self.terms
    }
}

/// Checks what the terms alone say of a rated game; its players must be registered besides.
fn check_ratable(terms: &Terms) -> Result<(), Unratable> {
    if matches!(terms.game, GameTerms::Xiangqi { start: Some(_), .. }) {
        return Err(Unratable::StartPosition);
    }
    if terms.challenger_time != terms.opponent_time {
        return Err(Unratable::Odds);
    }
    if terms.challenger_time.is_untimed() { Err(Unratable::Untimed) } else { Ok(()) }
}

fn parse_start(fen: &str, rules: xiangqi::Rules) -> Result<xiangqi::Position, InvalidTerms> {
    if fen.len() > limits::START_POSITION_BYTES {
        return Err(InvalidTerms::StartPosition);
    }
    let start = xiangqi::Position::from_fen(fen);
    let start = start.map_err(|_| InvalidTerms::StartPosition)?;
    match xiangqi::Game::new(start.clone(), rules).outcome() {
        None => Ok(start),
        Some(_) => Err(InvalidTerms::StartIsOver),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColorChoice;
    use chuhe_rules::clock::{InvalidTimeControl, TimeControl};
    use chuhe_rules::luzhanqi::{BoardKind, InvalidOptions, Options};
    use chuhe_rules::xiangqi::RuleSet;

    fn check(terms: Terms) -> Result<(), InvalidTerms> {
        ValidTerms::parse(terms).map(|_| ())
    }

    fn with_start(fen: &str) -> Terms {
        let game = GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some(fen.into()) };
        Terms { game, ..Terms::default() }
    }

    #[test]
    fn default_terms_are_valid() {
        assert_eq!(check(Terms::default()), Ok(()));
    }

    #[test]
    fn the_game_starts_from_the_position_of_the_terms() {
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1";
        let terms = ValidTerms::parse(with_start(fen)).expect("the position is legal");
        let Game::Xiangqi(game) = terms.new_game() else { panic!("the terms are for xiangqi") };
        assert_eq!(game.start().fen(), fen);
    }

    #[test]
    fn the_longest_delay_is_accepted() {
        let delayed = |watch_delay_plies| check(Terms { watch_delay_plies, ..Terms::default() });
        assert_eq!(delayed(limits::WATCH_DELAY_PLIES), Ok(()));
        assert_eq!(delayed(limits::WATCH_DELAY_PLIES + 1), Err(InvalidTerms::WatchDelay));
    }

    #[test]
    fn invalid_terms_are_refused() {
        assert_eq!(check(with_start("nonsense")), Err(InvalidTerms::StartPosition));
        assert_eq!(check(with_start(&"9/".repeat(100))), Err(InvalidTerms::StartPosition));
        // black is mated by two rooks on the top ranks
        let mated = "3k1R3/R8/9/9/9/9/9/9/9/4K4 b - - 0 1";
        assert_eq!(check(with_start(mated)), Err(InvalidTerms::StartIsOver));
        // neither side can attack, which ended no game in the first version of the rules
        let bare = with_start("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
        assert_eq!(check(bare.clone()), Err(InvalidTerms::StartIsOver));
        assert!(ValidTerms::parse_under(RulesVersion::V1, bare).is_ok());
        // two pawns of one side on a file, which have not crossed the river
        let doubled = with_start("3k5/9/9/9/9/P8/P8/9/9/4K4 w - - 0 1");
        assert_eq!(check(doubled), Err(InvalidTerms::StartPosition));
        let lone_read = TimeControl { read_ms: 30_000, ..TimeControl::UNTIMED };
        let terms = Terms { opponent_time: lone_read, ..Terms::default() };
        assert_eq!(check(terms), Err(InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime)));
    }

    #[test]
    fn a_rated_game_has_the_usual_start_and_the_same_times_for_both() {
        let refused = |terms: Terms| check(Terms { rated: true, ..terms });
        assert_eq!(refused(Terms::default()), Ok(()));
        let unratable = |why| Err(InvalidTerms::Unratable(why));
        let start = xiangqi::Position::start().fen();
        assert_eq!(refused(with_start(&start)), unratable(Unratable::StartPosition));
        let odds = Terms { opponent_time: TimeControl::UNTIMED, ..Terms::default() };
        assert_eq!(refused(odds.clone()), unratable(Unratable::Odds));
        assert_eq!(
            refused(Terms { challenger_time: TimeControl::UNTIMED, ..odds }),
            unratable(Unratable::Untimed)
        );
    }

    #[test]
    fn luzhanqi_needs_takebacks_off_and_valid_options() {
        let with = |options, takeback| {
            let game = GameTerms::Luzhanqi { board: BoardKind::Cross, options };
            check(Terms { game, takeback, ..Terms::default() })
        };
        let options = Options::default();
        assert_eq!(with(options, TakebackPolicy::Off), Ok(()));
        assert_eq!(with(options, TakebackPolicy::Ask), Err(InvalidTerms::NoTakeback));
        let endless = Options { passes_to_lose: 0, ..options };
        assert_eq!(with(endless, TakebackPolicy::Off), Err(InvalidTerms::Options(InvalidOptions::Passes)));
    }

    #[test]
    fn a_rematch_swaps_the_colours_and_keeps_the_times() {
        let terms =
            Terms { color: ColorChoice::Red, opponent_time: TimeControl::UNTIMED, ..Terms::default() };
        let expected = Terms { color: ColorChoice::Black, ..terms.clone() };
        let terms = ValidTerms::parse(terms).expect("the terms are valid");
        assert_eq!(terms.rematch().into_terms(), expected);
    }
}
