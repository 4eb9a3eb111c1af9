//! The challenge form, and how it becomes terms.

use crate::actions::action::{FormAction, FormField, TimePart};
use crate::actions::time_fields::{NotANumber, TimeText};
use crate::choices::game_choice::GameChoice;
use crate::choices::preset::Preset;
use crate::exchange::route::SeekChoice;
use crate::exchange::settings::SavedChallenge;
use chuhe_protocol::{
    GameKind, GameTerms, InvalidTerms, PlayerId, Reach, TakebackPolicy, Terms, Unratable, ValidTerms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::Options;
use chuhe_rules::xiangqi::{FenError, Position};

/// Why the form does not give valid terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormError {
    /// This part is not a number.
    NotANumber(TimePart),
    /// The terms are not acceptable.
    Terms(InvalidTerms),
    /// The start position is not valid FEN.
    Start(FenError),
    /// Computer players of a server decline games without a clock.
    ComputerClock,
    /// An opponent is sought on more than [`limits::SEEK_TERMS`] terms.
    TooMany,
}

impl From<NotANumber> for FormError {
    fn from(NotANumber(part): NotANumber) -> Self {
        Self::NotANumber(part)
    }
}

/// Whom the terms in a form are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressee {
    /// A player in the lobby: the form sends a challenge.
    Player(PlayerId),
    /// Whoever follows the link of an invitation.
    Guest,
    /// Whoever in the lobby looks for an opponent too.
    Anyone,
}

impl Addressee {
    /// The player to challenge; `None` if the form is not for a challenge.
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Guest | Self::Anyone => None,
        }
    }
}

/// A challenge that is being edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeForm {
    /// Whom the terms are for.
    pub to: Addressee,
    /// Whether the players may play a rated game, as two registered people may; the error says why not.
    pub may_rate: Result<(), Unratable>,
    /// Whether the game is rated before the user has chosen.
    pub rated_by_default: bool,
    /// The terms.
    pub choices: SavedChallenge,
}

impl ChallengeForm {
    /// A form filled with the terms used last.
    #[must_use]
    pub fn new(to: Addressee, saved: &SavedChallenge) -> Self {
        Self { to, may_rate: Err(Unratable::Guest), rated_by_default: true, choices: saved.clone() }
    }

    /// Fills in what a link proposes.
    pub fn propose(&mut self, choice: SeekChoice) {
        let SeekChoice { mut games, time } = choice;
        if !games.is_empty() {
            self.choices.game = games.remove(0);
            self.choices.also.games = games;
        }
        if let Some(time) = time {
            self.choices.time = TimeText::of(time);
            self.choices.also.times.clear();
        }
    }

    /// Whether the two have different times; nobody seeks an opponent so.
    #[must_use]
    pub fn has_odds(&self) -> bool {
        self.choices.odds && self.to != Addressee::Anyone
    }

    /// Whether it is for a computer player.
    #[must_use]
    pub fn is_for_computer(&self) -> bool {
        self.may_rate == Err(Unratable::Computer)
    }

    /// The games, the preferred one first. Only an opponent is sought for several.
    pub fn games(&self) -> impl Iterator<Item = GameChoice> {
        let also = self.choices.also.games.iter().copied().filter(|_| self.to == Addressee::Anyone);
        std::iter::once(self.choices.game).chain(also.filter(|&game| game != self.choices.game))
    }

    /// Whether the game is rated, if its terms allow it.
    ///
    /// # Errors
    /// Why they do not.
    pub fn is_rated(&self) -> Result<bool, Unratable> {
        let has_start =
            self.choices.game.kind() == GameKind::Xiangqi && !self.choices.start.trim().is_empty();
        if has_start && self.to != Addressee::Anyone {
            Err(Unratable::StartPosition)
        } else if self.has_odds() {
            Err(Unratable::Odds)
        } else if self.choices.time.control().is_ok_and(TimeControl::is_untimed) {
            Err(Unratable::Untimed)
        } else {
            self.may_rate.map(|()| self.choices.rated.unwrap_or(self.rated_by_default))
        }
    }

    /// Validates the form, and returns the preferred terms.
    ///
    /// # Errors
    /// The first error of the form.
    pub fn terms(&self) -> Result<Terms, FormError> {
        let own = self.choices.time.control()?;
        if self.is_for_computer() && own.is_untimed() {
            return Err(FormError::ComputerClock);
        }
        let opponents = if self.has_odds() { self.choices.opponents.control()? } else { own };
        self.terms_of(self.choices.game, own, opponents)
    }

    /// Validates the form, and returns all terms on which an opponent is sought, the preferred ones first.
    ///
    /// # Errors
    /// The first error of the form.
    pub fn sought(&self) -> Result<Vec<Terms>, FormError> {
        let preferred = self.choices.time.control()?;
        let mut times = vec![preferred];
        for time in self.choices.also.times.iter().map(|preset| preset.control()) {
            if !times.contains(&time) {
                times.push(time);
            }
        }
        if self.games().count() * times.len() > limits::SEEK_TERMS {
            return Err(FormError::TooMany);
        }
        let of_game = |game| times.iter().map(move |&time| self.terms_of(game, time, time));
        self.games().flat_map(of_game).collect()
    }

    /// How far the rating of an opponent who is sought may be from the user's own: guests have none, and cannot choose.
    #[must_use]
    pub fn reach(&self) -> Reach {
        if self.may_rate.is_ok() { self.choices.also.reach } else { Reach::Anyone }
    }

    /// Whether others may answer the search while the user is away; guests cannot be told.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        self.may_rate.is_ok() && self.choices.also.lasting
    }

    fn terms_of(
        &self,
        game: GameChoice,
        challenger_time: TimeControl,
        opponent_time: TimeControl,
    ) -> Result<Terms, FormError> {
        let watch_delay_plies = match self.choices.watch_delay.trim() {
            "" => 0,
            plies => plies.parse().map_err(|_| FormError::Terms(InvalidTerms::WatchDelay))?,
        };
        let game = self.game_terms(game)?;
        let takeback = if game.has_takebacks() { self.choices.takeback } else { TakebackPolicy::Off };
        let color = self.choices.color;
        let rated = self.is_rated().unwrap_or(false) && !challenger_time.is_untimed();
        let terms = Terms { game, color, challenger_time, opponent_time, takeback, watch_delay_plies, rated };
        ValidTerms::parse(terms).map(ValidTerms::into_terms).map_err(FormError::Terms)
    }

    fn game_terms(&self, game: GameChoice) -> Result<GameTerms, FormError> {
        match game.kind() {
            GameKind::Xiangqi => {
                Ok(GameTerms::Xiangqi { rules: self.choices.rules, start: self.start_position()? })
            }
            GameKind::Luzhanqi(board) => Ok(GameTerms::Luzhanqi {
                board,
                options: Options { mine: self.choices.mine, ..Options::default() },
            }),
        }
    }

    /// The start position of xiangqi as FEN; `None` for the usual one.
    fn start_position(&self) -> Result<Option<String>, FormError> {
        match self.choices.start.trim() {
            // nobody seeks a game from a position of its own
            _ if self.to == Addressee::Anyone => Ok(None),
            "" => Ok(None),
            fen => {
                // servers take a FEN with all its fields
                let start = Position::from_loose_fen(fen).map_err(FormError::Start)?;
                Ok(Some(start.fen()))
            }
        }
    }

    /// The preset that equals the entered times.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        let control = self.choices.time.control().ok()?;
        Preset::ALL.into_iter().find(|preset| !self.has_odds() && preset.control() == control)
    }

    /// Sets the text of a field.
    pub fn edit(&mut self, field: FormField, text: String) {
        match field {
            FormField::OwnTime(part) => *self.choices.time.part_mut(part) = text,
            FormField::OpponentTime(part) => *self.choices.opponents.part_mut(part) = text,
            FormField::Start => self.choices.start = text,
            FormField::WatchDelay => self.choices.watch_delay = text,
        }
    }

    /// Applies a choice. The owner of the form handles `Send`, `Invite` and `Close`.
    pub fn choose(&mut self, action: FormAction) {
        match action {
            FormAction::Preset(index) => {
                if let Some(preset) = Preset::ALL.get(index) {
                    self.choices.time = TimeText::of(preset.control());
                    self.choices.odds = false;
                }
            }
            FormAction::Game(game) => self.choices.game = game,
            FormAction::AlsoGame(game) => turn(&mut self.choices.also.games, game),
            FormAction::AlsoTime(preset) => turn(&mut self.choices.also.times, preset),
            FormAction::Reach(reach) => self.choices.also.reach = reach,
            FormAction::Lasting(lasting) => self.choices.also.lasting = lasting,
            FormAction::Mine(mine) => self.choices.mine = mine,
            FormAction::Rules(rules) => self.choices.rules = rules,
            FormAction::Color(color) => self.choices.color = color,
            FormAction::Takeback(takeback) => self.choices.takeback = takeback,
            FormAction::Rated(rated) => self.choices.rated = Some(rated),
            FormAction::Odds(odds) => {
                self.choices.odds = odds;
                self.choices.opponents = self.choices.time.clone();
            }
            FormAction::Send | FormAction::Invite | FormAction::Close => {}
        }
    }
}

/// Adds a choice that is not there, and removes one that is.
fn turn<T: PartialEq>(chosen: &mut Vec<T>, choice: T) {
    match chosen.iter().position(|other| *other == choice) {
        Some(index) => drop(chosen.remove(index)),
        None => chosen.push(choice),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::game_choice::GameChoice;
    use chuhe_rules::clock::InvalidTimeControl;
    use chuhe_rules::luzhanqi::{BoardKind, MineRule};
    use chuhe_rules::xiangqi::RuleSet;

    fn form() -> ChallengeForm {
        ChallengeForm::new(Addressee::Player(PlayerId(1)), &SavedChallenge::default())
    }

    #[test]
    fn the_first_form_makes_the_usual_terms() {
        assert_eq!(form().terms(), Ok(Terms::default()));
        assert_eq!(form().preset(), Some(Preset::Standard));
    }

    #[test]
    fn a_game_is_rated_if_its_players_may_and_its_terms_can() {
        let mut form = form();
        assert_eq!(form.is_rated(), Err(Unratable::Guest), "one of the two is a guest");
        assert!(!form.terms().unwrap().rated);
        form.may_rate = Ok(());
        assert!(form.terms().unwrap().rated);
        form.rated_by_default = false;
        assert!(!form.terms().unwrap().rated, "as the server says");
        for chosen in [false, true] {
            form.choose(FormAction::Rated(chosen));
            form.rated_by_default = !chosen;
            assert_eq!(form.terms().unwrap().rated, chosen, "the player's choice goes before it");
        }
        let unratable = |form: &ChallengeForm| (form.is_rated().err(), form.terms().map(|terms| terms.rated));
        let mut with_start = form.clone();
        with_start.edit(FormField::Start, Position::start().fen());
        assert_eq!(unratable(&with_start), (Some(Unratable::StartPosition), Ok(false)));
        let mut with_odds = form.clone();
        with_odds.choose(FormAction::Odds(true));
        assert_eq!(unratable(&with_odds), (Some(Unratable::Odds), Ok(false)));
        form.choose(FormAction::Preset(
            Preset::ALL.into_iter().position(|it| it == Preset::Untimed).unwrap(),
        ));
        assert_eq!(unratable(&form), (Some(Unratable::Untimed), Ok(false)));
    }

    #[test]
    fn a_computer_player_is_challenged_to_games_with_a_clock() {
        let untimed =
            FormAction::Preset(Preset::ALL.into_iter().position(|it| it == Preset::Untimed).unwrap());
        for (may_rate, expected) in
            [(Err(Unratable::Computer), Err(FormError::ComputerClock)), (Err(Unratable::Guest), Ok(()))]
        {
            let mut form = ChallengeForm { may_rate, ..form() };
            assert_eq!(form.terms().map(drop), Ok(()));
            form.choose(untimed);
            assert_eq!(form.terms().map(drop), expected);
        }
    }

    #[test]
    fn a_search_at_several_times_is_rated_where_there_is_a_clock() {
        let anyone = ChallengeForm::new(Addressee::Anyone, &SavedChallenge::default());
        let mut form = ChallengeForm { may_rate: Ok(()), ..anyone };
        form.choose(FormAction::AlsoTime(Preset::Untimed));
        let rated: Vec<bool> = form.sought().unwrap().iter().map(|terms| terms.rated).collect();
        assert_eq!(rated, [true, false]);
    }

    #[test]
    fn the_spectator_delay_has_a_limit() {
        let check = |text: &str, plies: Option<u8>| {
            let mut form = form();
            form.edit(FormField::WatchDelay, text.into());
            assert_eq!(form.terms().ok().map(|terms| terms.watch_delay_plies), plies, "{text}");
        };
        check("", Some(0));
        check(" 6 ", Some(6));
        check("40", Some(40));
        for wrong in ["41", "256", "-1", "x"] {
            check(wrong, None);
        }
    }

    #[test]
    fn every_preset_is_playable_and_recognized() {
        for (index, preset) in Preset::ALL.into_iter().enumerate() {
            let mut form = form();
            form.choose(FormAction::Preset(index));
            assert_eq!(form.terms().unwrap().challenger_time, preset.control());
            assert_eq!(form.preset(), Some(preset));
        }
    }

    #[test]
    fn decimal_numbers_are_accepted_and_malformed_ones_refused() {
        let mut form = form();
        form.edit(FormField::OwnTime(TimePart::GameMinutes), "1.5".into());
        form.edit(FormField::OwnTime(TimePart::MoveSeconds), " ".into());
        assert_eq!(form.terms().unwrap().opponent_time.game_ms, 90_000);
        assert_eq!(form.preset(), None);
        // as Chinese keyboards type it
        form.edit(FormField::OwnTime(TimePart::GameMinutes), "１０。5".into());
        assert_eq!(form.terms().unwrap().opponent_time.game_ms, 630_000);
        for odd in ["x", "-1", "1e3", "inf", "1.2.3"] {
            form.edit(FormField::OwnTime(TimePart::ReadSeconds), odd.into());
            assert_eq!(form.terms(), Err(FormError::NotANumber(TimePart::ReadSeconds)), "{odd}");
        }
        form.edit(FormField::OwnTime(TimePart::ReadSeconds), "99999999999".into());
        assert_eq!(form.terms(), Err(FormError::Terms(InvalidTerms::Time(InvalidTimeControl::TooLong))));
    }

    #[test]
    fn the_opponent_may_have_a_different_time() {
        let mut form = form();
        form.choose(FormAction::Odds(true));
        form.edit(FormField::OpponentTime(TimePart::GameMinutes), "3".into());
        let terms = form.terms().unwrap();
        assert_eq!((terms.challenger_time.game_ms, terms.opponent_time.game_ms), (900_000, 180_000));
    }

    #[test]
    fn the_chosen_rule_set_is_in_the_terms_and_kept() {
        let mut form = form();
        for rules in RuleSet::ALL {
            form.choose(FormAction::Rules(rules));
            assert_eq!(form.terms().map(|terms| terms.game), Ok(GameTerms::Xiangqi { rules, start: None }));
            assert_eq!(
                ChallengeForm::new(Addressee::Player(PlayerId(2)), &form.choices).choices.rules,
                rules
            );
        }
    }

    #[test]
    fn luzhanqi_has_its_boards_and_no_takebacks() {
        for (choice, board) in
            [(GameChoice::LuzhanqiClassic, BoardKind::Classic), (GameChoice::LuzhanqiCross, BoardKind::Cross)]
        {
            let mut form = form();
            form.edit(FormField::Start, "no position".into());
            form.choose(FormAction::Takeback(TakebackPolicy::Ask));
            form.choose(FormAction::Game(choice));
            form.choose(FormAction::Mine(MineRule::BothCaptured));
            let terms = form.terms().unwrap();
            let options = Options { mine: MineRule::BothCaptured, ..Options::default() };
            assert_eq!(terms.game, GameTerms::Luzhanqi { board, options });
            assert_eq!((terms.takeback, GameChoice::of(terms.game.kind())), (TakebackPolicy::Off, choice));
            assert_eq!(
                ChallengeForm::new(Addressee::Player(PlayerId(2)), &form.choices).terms(),
                form.terms()
            );
        }
    }

    #[test]
    fn an_opponent_is_sought_for_several_games_and_times() {
        let mut form = ChallengeForm::new(Addressee::Anyone, &SavedChallenge::default());
        assert_eq!(form.sought(), Ok(vec![Terms::default()]));
        form.choose(FormAction::AlsoGame(GameChoice::LuzhanqiClassic));
        form.choose(FormAction::AlsoTime(Preset::Quick));
        let kinds = |form: &ChallengeForm| {
            let terms = form.sought().unwrap();
            let part =
                |terms: Terms| (GameChoice::of(terms.game.kind()), terms.challenger_time.game_ms / 60_000);
            terms.into_iter().map(part).collect::<Vec<_>>()
        };
        let (xiangqi, luzhanqi) = (GameChoice::Xiangqi, GameChoice::LuzhanqiClassic);
        assert_eq!(kinds(&form), [(xiangqi, 15), (xiangqi, 5), (luzhanqi, 15), (luzhanqi, 5)]);
        // what is preferred is not sought twice
        form.choose(FormAction::Game(luzhanqi));
        form.choose(FormAction::Preset(0));
        assert_eq!(kinds(&form), [(luzhanqi, 5)]);
        form.choose(FormAction::Game(xiangqi));
        for preset in [Preset::Standard, Preset::Slow] {
            form.choose(FormAction::AlsoTime(preset));
        }
        assert_eq!(form.sought(), Err(FormError::TooMany));
        form.choose(FormAction::AlsoTime(Preset::Slow));
        assert_eq!(kinds(&form).len(), limits::SEEK_TERMS);
        // a challenge is for one game
        assert_eq!(ChallengeForm::new(Addressee::Guest, &form.choices).games().count(), 1);
    }

    #[test]
    fn a_start_position_is_checked() {
        let mut form = form();
        form.edit(FormField::Start, "4k4/9/9/9/9/9/9/9/9/4K4 w".into());
        assert_eq!(form.terms(), Err(FormError::Start(FenError::GeneralsFacing)));
        for text in
            ["3k5/9/9/9/9/9/9/9/9/4K3R w", "3k5/9/9/9/9/9/9/9/9/4K3R", "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 0"]
        {
            form.edit(FormField::Start, text.into());
            let terms = form.terms().map(|terms| terms.game);
            let start = Some("3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1".to_owned());
            assert_eq!(terms, Ok(GameTerms::Xiangqi { rules: form.choices.rules, start }), "{text}");
        }
    }
}
