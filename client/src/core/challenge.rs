//! Putting a challenge together: what was entered, and the terms it makes.

use super::action::{Field, FormAction, TimePart};
use super::settings::SavedChallenge;
use chuhe_protocol::{ColorChoice, GameKind, GameTerms, InvalidTerms, PlayerId, TakebackPolicy, Terms};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, MineRule, Options};
use chuhe_rules::xiangqi::{FenError, Position, RuleSet};
use serde::{Deserialize, Serialize};

/// The four numbers of a time control as they were typed; empty or 0, there is no such limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeText {
    /// Game time, in minutes.
    pub game_minutes: String,
    /// Time for each move, in seconds.
    pub move_seconds: String,
    /// Increment, in seconds.
    pub increment_seconds: String,
    /// Read-seconds.
    pub read_seconds: String,
}

impl Default for TimeText {
    fn default() -> Self {
        Self::of(Terms::default().challenger_time)
    }
}

/// A time control that many want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// 5 minutes, 3 seconds a move added.
    Quick,
    /// 15 minutes, at most 60 seconds a move.
    Standard,
    /// 30 minutes, then 30 seconds for each move.
    Slow,
    /// 60 minutes, then 60 seconds for each move.
    Tournament,
    /// 30 seconds for each move and nothing else.
    MoveOnly,
    /// No clock.
    Untimed,
}

impl Preset {
    /// All, in the order they are shown.
    pub const ALL: [Self; 6] =
        [Self::Quick, Self::Standard, Self::Slow, Self::Tournament, Self::MoveOnly, Self::Untimed];

    /// The times.
    #[must_use]
    pub const fn control(self) -> TimeControl {
        let untimed = TimeControl::UNTIMED;
        match self {
            Self::Quick => TimeControl { game_ms: 5 * 60_000, increment_ms: 3_000, ..untimed },
            Self::Standard => TimeControl { game_ms: 15 * 60_000, move_ms: 60_000, ..untimed },
            Self::Slow => TimeControl { game_ms: 30 * 60_000, read_ms: 30_000, ..untimed },
            Self::Tournament => TimeControl { game_ms: 60 * 60_000, read_ms: 60_000, ..untimed },
            Self::MoveOnly => TimeControl { move_ms: 30_000, ..untimed },
            Self::Untimed => untimed,
        }
    }
}

/// A game as it is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameChoice {
    /// Xiangqi.
    #[default]
    Xiangqi,
    /// Luzhanqi on the board with two arms.
    LuzhanqiClassic,
    /// Luzhanqi on the board with four.
    LuzhanqiCross,
}

impl GameChoice {
    /// All, in the order they are shown.
    pub const ALL: [Self; 3] = [Self::Xiangqi, Self::LuzhanqiClassic, Self::LuzhanqiCross];

    /// The choice of this game.
    #[must_use]
    pub const fn of(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Luzhanqi(BoardKind::Classic) => Self::LuzhanqiClassic,
            GameKind::Luzhanqi(BoardKind::Cross) => Self::LuzhanqiCross,
        }
    }

    /// The board of luzhanqi on which it is played, if it is.
    #[must_use]
    pub const fn board(self) -> Option<BoardKind> {
        match self {
            Self::Xiangqi => None,
            Self::LuzhanqiClassic => Some(BoardKind::Classic),
            Self::LuzhanqiCross => Some(BoardKind::Cross),
        }
    }
}

/// Why what was entered makes no terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormError {
    /// This is no number.
    NotANumber(TimePart),
    /// The terms cannot be played.
    Terms(InvalidTerms),
    /// The start position is not one.
    Start(FenError),
}

/// The challenge that is being put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeForm {
    /// Who is to be challenged.
    pub opponent: PlayerId,
    /// Which game.
    pub game: GameChoice,
    /// What becomes of a mine that something runs into, in luzhanqi.
    pub mine: MineRule,
    /// One's own time, and the opponent's unless it differs.
    pub own: TimeText,
    /// Whether the opponent has a time of his own.
    pub odds: bool,
    /// The opponent's, if it differs.
    pub opponents: TimeText,
    /// The colour wanted.
    pub color: ColorChoice,
    /// Whether moves may be taken back.
    pub takeback: TakebackPolicy,
    /// The start position as FEN; empty, the usual one.
    pub start: String,
    /// How many plies late spectators are told; empty, at once.
    pub watch_delay: String,
}

impl TimeText {
    /// The numbers of this time control.
    #[must_use]
    pub fn of(control: TimeControl) -> Self {
        Self {
            game_minutes: number(control.game_ms, 60_000),
            move_seconds: number(control.move_ms, 1_000),
            increment_seconds: number(control.increment_ms, 1_000),
            read_seconds: number(control.read_ms, 1_000),
        }
    }

    /// The text of one number.
    #[must_use]
    pub fn part(&self, part: TimePart) -> &str {
        match part {
            TimePart::GameMinutes => &self.game_minutes,
            TimePart::MoveSeconds => &self.move_seconds,
            TimePart::IncrementSeconds => &self.increment_seconds,
            TimePart::ReadSeconds => &self.read_seconds,
        }
    }

    fn part_mut(&mut self, part: TimePart) -> &mut String {
        match part {
            TimePart::GameMinutes => &mut self.game_minutes,
            TimePart::MoveSeconds => &mut self.move_seconds,
            TimePart::IncrementSeconds => &mut self.increment_seconds,
            TimePart::ReadSeconds => &mut self.read_seconds,
        }
    }

    /// The time control these numbers make.
    ///
    /// # Errors
    /// The first number that is none.
    pub fn control(&self) -> Result<TimeControl, FormError> {
        let ms = |part, unit_ms| milliseconds(self.part(part), unit_ms).ok_or(FormError::NotANumber(part));
        Ok(TimeControl {
            game_ms: ms(TimePart::GameMinutes, 60_000)?,
            move_ms: ms(TimePart::MoveSeconds, 1_000)?,
            increment_ms: ms(TimePart::IncrementSeconds, 1_000)?,
            read_ms: ms(TimePart::ReadSeconds, 1_000)?,
        })
    }
}

/// `ms` in units of `unit_ms`, as one would type it.
fn number(ms: u32, unit_ms: u32) -> String {
    if ms.is_multiple_of(unit_ms) {
        return (ms / unit_ms).to_string();
    }
    format!("{:.2}", f64::from(ms) / f64::from(unit_ms)).trim_end_matches('0').to_owned()
}

/// What was typed, in milliseconds. More than fits is given as the most, which no terms admit.
fn milliseconds(text: &str, unit_ms: u32) -> Option<u32> {
    let text = text.trim();
    if text.is_empty() {
        return Some(0);
    }
    if !text.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    Some((value * f64::from(unit_ms)).round().min(f64::from(u32::MAX)) as u32)
}

impl ChallengeForm {
    /// A challenge to `opponent` on the terms last used.
    #[must_use]
    pub fn new(opponent: PlayerId, saved: &SavedChallenge) -> Self {
        Self {
            opponent,
            game: saved.game,
            mine: saved.mine,
            own: saved.time.clone(),
            odds: false,
            opponents: saved.time.clone(),
            color: saved.color,
            takeback: saved.takeback,
            start: String::new(),
            watch_delay: saved.watch_delay.clone(),
        }
    }

    /// What of it is to be remembered.
    #[must_use]
    pub fn saved(&self) -> SavedChallenge {
        SavedChallenge {
            game: self.game,
            mine: self.mine,
            time: self.own.clone(),
            color: self.color,
            takeback: self.takeback,
            watch_delay: self.watch_delay.clone(),
        }
    }

    /// The terms.
    ///
    /// # Errors
    /// What is wrong with what was entered.
    pub fn terms(&self) -> Result<Terms, FormError> {
        let challenger_time = self.own.control()?;
        let opponent_time = if self.odds { self.opponents.control()? } else { challenger_time };
        let watch_delay_plies = match self.watch_delay.trim() {
            "" => 0,
            plies => plies.parse().map_err(|_| FormError::Terms(InvalidTerms::WatchDelay))?,
        };
        let game = self.game_terms()?;
        let takeback = if game.has_takebacks() { self.takeback } else { TakebackPolicy::Off };
        let color = self.color;
        let terms = Terms { game, color, challenger_time, opponent_time, takeback, watch_delay_plies };
        terms.validate().map_err(FormError::Terms)?;
        Ok(terms)
    }

    fn game_terms(&self) -> Result<GameTerms, FormError> {
        if let Some(board) = self.game.board() {
            return Ok(GameTerms::Luzhanqi {
                board,
                options: Options { mine: self.mine, ..Options::default() },
            });
        }
        let start = match self.start.trim() {
            "" => None,
            fen => {
                Position::from_fen(fen).map_err(FormError::Start)?;
                Some(fen.to_owned())
            }
        };
        Ok(GameTerms::Xiangqi { rules: RuleSet::Asian, start })
    }

    /// The preset whose times are entered, if there is one.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        let control = self.own.control().ok()?;
        Preset::ALL.into_iter().find(|preset| !self.odds && preset.control() == control)
    }

    /// Takes in what was typed into one of its fields.
    pub fn edit(&mut self, field: Field, text: String) {
        match field {
            Field::OwnTime(part) => *self.own.part_mut(part) = text,
            Field::OpponentTime(part) => *self.opponents.part_mut(part) = text,
            Field::Start => self.start = text,
            Field::WatchDelay => self.watch_delay = text,
            Field::Host
            | Field::Port
            | Field::Name
            | Field::HostPort
            | Field::Filter
            | Field::Chat
            | Field::LayoutName => {}
        }
    }

    /// Takes in a choice. Sending and closing are for the one who holds the form.
    pub fn choose(&mut self, action: FormAction) {
        match action {
            FormAction::Preset(index) => {
                if let Some(preset) = Preset::ALL.get(index) {
                    self.own = TimeText::of(preset.control());
                    self.odds = false;
                }
            }
            FormAction::Game(game) => self.game = game,
            FormAction::Mine(mine) => self.mine = mine,
            FormAction::Color(color) => self.color = color,
            FormAction::Takeback(takeback) => self.takeback = takeback,
            FormAction::Odds(odds) => {
                self.odds = odds;
                self.opponents = self.own.clone();
            }
            FormAction::Send | FormAction::Close => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::clock::InvalidTimeControl;

    fn form() -> ChallengeForm {
        ChallengeForm::new(PlayerId(1), &SavedChallenge::default())
    }

    #[test]
    fn the_first_form_makes_the_usual_terms() {
        assert_eq!(form().terms(), Ok(Terms::default()));
        assert_eq!(form().preset(), Some(Preset::Standard));
    }

    #[test]
    fn spectators_may_be_told_late_but_not_too_late() {
        let check = |text: &str, plies: Option<u8>| {
            let mut form = form();
            form.edit(Field::WatchDelay, text.into());
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
    fn every_preset_is_playable_and_known_again() {
        for (index, preset) in Preset::ALL.into_iter().enumerate() {
            let mut form = form();
            form.choose(FormAction::Preset(index));
            assert_eq!(form.terms().unwrap().challenger_time, preset.control());
            assert_eq!(form.preset(), Some(preset));
        }
    }

    #[test]
    fn free_numbers_are_read_and_odd_ones_refused() {
        let mut form = form();
        form.edit(Field::OwnTime(TimePart::GameMinutes), "1.5".into());
        form.edit(Field::OwnTime(TimePart::MoveSeconds), " ".into());
        assert_eq!(form.terms().unwrap().opponent_time.game_ms, 90_000);
        assert_eq!(form.preset(), None);
        for odd in ["x", "-1", "1e3", "inf", "1.2.3"] {
            form.edit(Field::OwnTime(TimePart::ReadSeconds), odd.into());
            assert_eq!(form.terms(), Err(FormError::NotANumber(TimePart::ReadSeconds)), "{odd}");
        }
        form.edit(Field::OwnTime(TimePart::ReadSeconds), "99999999999".into());
        assert_eq!(form.terms(), Err(FormError::Terms(InvalidTerms::Time(InvalidTimeControl::TooLong))));
    }

    #[test]
    fn the_opponent_may_have_a_time_of_his_own() {
        let mut form = form();
        form.choose(FormAction::Odds(true));
        form.edit(Field::OpponentTime(TimePart::GameMinutes), "3".into());
        let terms = form.terms().unwrap();
        assert_eq!((terms.challenger_time.game_ms, terms.opponent_time.game_ms), (900_000, 180_000));
    }

    #[test]
    fn luzhanqi_has_its_boards_and_no_takebacks() {
        for (choice, board) in
            [(GameChoice::LuzhanqiClassic, BoardKind::Classic), (GameChoice::LuzhanqiCross, BoardKind::Cross)]
        {
            let mut form = form();
            form.edit(Field::Start, "no position".into());
            form.choose(FormAction::Takeback(TakebackPolicy::Ask));
            form.choose(FormAction::Game(choice));
            form.choose(FormAction::Mine(MineRule::BothGo));
            let terms = form.terms().unwrap();
            let options = Options { mine: MineRule::BothGo, ..Options::default() };
            assert_eq!(terms.game, GameTerms::Luzhanqi { board, options });
            assert_eq!((terms.takeback, GameChoice::of(terms.game.kind())), (TakebackPolicy::Off, choice));
            assert_eq!(ChallengeForm::new(PlayerId(2), &form.saved()).terms(), form.terms());
        }
    }

    #[test]
    fn a_start_position_is_checked() {
        let mut form = form();
        form.edit(Field::Start, "4k4/9/9/9/9/9/9/9/9/4K4 w".into());
        assert_eq!(form.terms(), Err(FormError::Start(FenError::GeneralsFacing)));
        form.edit(Field::Start, "3k5/9/9/9/9/9/9/9/9/4K3R w".into());
        assert!(form.terms().is_ok());
    }
}
