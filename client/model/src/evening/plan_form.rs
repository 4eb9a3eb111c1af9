//! The form in which an organiser plans an evening.

use super::plan_numbers::{NumberFault, PlanNumbers};
use super::sending::Sending;
use crate::actions::evening_action::{
    AbsenceChoice, EveningField, PaceChoice, PlanAction, PlanNumber, PointsChoice, StartChoice, SystemChoice,
};
use crate::choices::zone::Zone;
use crate::lobby::challenge::{Addressee, ChallengeForm, FormError};
use chuhe_protocol::{ColorChoice, EveningPlan, Pace, PlanRefusal, TakebackPolicy, Terms, limits};
use chuhe_rules::Color;
use chuhe_tournaments::{
    AbsenceRule, ArenaRules, KnockOutRules, LateEntry, LevelMatch, Numbering, Points, Regulations,
    RoundRobinRules, SwissRules, System, TeamMatchRules, TieBreak,
};
use time::{Date, Month};

/// An arena has no breaks; a plan must name one, which the server ignores.
const ARENA_BREAK_MS: u32 = 60_000;

/// The most characters of a date and time.
const START_CHARS: usize = 24;

/// The form in which an organiser plans an evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanForm {
    /// The title.
    pub title: String,
    /// The game and its times, as in the form for a search; what it has beside them does not count.
    pub terms: ChallengeForm,
    /// Who plays whom.
    pub system: SystemChoice,
    /// The numbers, those of other systems too.
    pub numbers: PlanNumbers,
    /// The rules of systems that are no numbers.
    pub rules: SystemRules,
    /// When the next round begins.
    pub pace: PaceChoice,
    /// When the evening begins.
    pub start: StartChoice,
    /// The date and time of [`StartChoice::At`]: `2026-12-04 19:30`, or `19:30` for the next such time.
    pub start_at: String,
    /// What orders players with equal points, the first first.
    pub tie_breaks: Vec<TieBreak>,
    /// How players get their starting numbers.
    pub numbering: Numbering,
    /// How absences are counted.
    pub absence: AbsenceChoice,
    /// What a game is worth.
    pub points: PointsChoice,
    /// Whether only players who check in take part.
    pub check_in: bool,
    /// Whether the lobby lists it.
    pub is_public: bool,
    /// Whether the user has tried to send it, so that what is wrong is said.
    pub tried: bool,
    /// What became of it.
    pub sending: Sending,
}

/// The rules of systems that are no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemRules {
    /// Whether the games of who leaves a round robin early count for nobody.
    pub void_below_half: bool,
    /// Who advances from a level match of a knock-out.
    pub level: LevelMatch,
    /// Whether points of an arena are doubled after two wins in a row.
    pub streaks: bool,
    /// Which side wins a drawn deciding game of a team match, if there is one.
    pub decider: Option<Color>,
}

/// Why a form is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// This number cannot be read, or is out of its range.
    Number(NumberFault),
    /// The game or its times are unusable.
    Terms(FormError),
    /// The date and time cannot be read.
    StartUnread,
    /// The plan is unusable.
    Plan(PlanRefusal),
}

/// The moment at which a plan is made, to know when it begins.
#[derive(Clone, Copy, Debug)]
pub struct PlanMoment<'a> {
    /// The time of the user.
    pub zone: &'a Zone,
    /// Now, in milliseconds since 1970 (UTC); `None` if the clock is unknown.
    pub now_ms: Option<u64>,
}

impl PlanFault {
    /// The field that is wrong, if it is one.
    #[must_use]
    pub const fn field(self) -> Option<EveningField> {
        match self {
            Self::Number(fault) => Some(EveningField::Number(fault.number)),
            Self::StartUnread => Some(EveningField::Start),
            Self::Plan(PlanRefusal::Title) => Some(EveningField::Title),
            Self::Plan(PlanRefusal::Start) => Some(EveningField::Start),
            Self::Plan(_) => None,
            Self::Terms(_) => None,
        }
    }
}

impl PlanForm {
    /// A form for a Swiss on these terms.
    #[must_use]
    pub fn new(terms: ChallengeForm) -> Self {
        let terms = ChallengeForm { to: Addressee::Anyone, ..terms };
        Self {
            title: String::new(),
            terms,
            system: SystemChoice::default(),
            numbers: PlanNumbers::default(),
            rules: SystemRules {
                void_below_half: true,
                level: LevelMatch::Black,
                streaks: true,
                decider: None,
            },
            pace: PaceChoice::default(),
            start: StartChoice::default(),
            start_at: String::new(),
            tie_breaks: Regulations::of(System::Swiss(SwissRules { rounds: 1, clubs_apart_rounds: 0 }))
                .tie_breaks,
            numbering: Numbering::Lot,
            absence: AbsenceChoice::default(),
            points: PointsChoice::default(),
            check_in: false,
            is_public: true,
            tried: false,
            sending: Sending::Writing,
        }
    }

    /// Whether nothing is in this field yet, of those that have no usual content.
    #[must_use]
    pub fn lacks(&self, field: Option<EveningField>) -> bool {
        let is_empty = [(EveningField::Title, &self.title), (EveningField::Start, &self.start_at)];
        is_empty.into_iter().any(|(of, text)| Some(of) == field && text.is_empty())
    }

    /// Changes a text.
    pub fn edit(&mut self, field: EveningField, text: String) {
        self.sending = Sending::Writing;
        match field {
            EveningField::Title => self.title = text.chars().take(limits::EVENING_TITLE_CHARS).collect(),
            EveningField::Start => self.start_at = text.chars().take(START_CHARS).collect(),
            EveningField::Number(number) => self.numbers.edit(number, &text),
            EveningField::Terms(field) => self.terms.edit(field, text),
            EveningField::Code => {}
            EveningField::Club => {}
            EveningField::Organiser => {}
            EveningField::Paste => {}
            EveningField::Words => {}
        }
    }

    /// Applies a choice. The owner of the form handles `Open` and `Send`.
    pub fn choose(&mut self, action: PlanAction) {
        self.sending = Sending::Writing;
        match action {
            PlanAction::Open => {}
            PlanAction::Send => {}
            PlanAction::Terms(action) => self.terms.choose(action),
            PlanAction::System(system) => self.system = system,
            PlanAction::Pace(pace) => self.pace = pace,
            PlanAction::Start(start) => self.start = start,
            PlanAction::CheckIn(check_in) => self.check_in = check_in,
            PlanAction::Public(public) => self.is_public = public,
            PlanAction::Numbering(numbering) => self.numbering = numbering,
            PlanAction::Absence(absence) => self.absence = absence,
            PlanAction::Points(points) => self.points = points,
            PlanAction::VoidBelowHalf(void) => self.rules.void_below_half = void,
            PlanAction::Level(level) => self.rules.level = level,
            PlanAction::Streaks(streaks) => self.rules.streaks = streaks,
            PlanAction::Decider(decider) => self.rules.decider = decider,
            PlanAction::TieBreak(tie_break) => match self.tie_breaks.iter().position(|it| *it == tie_break) {
                Some(at) => drop(self.tie_breaks.remove(at)),
                None => self.tie_breaks.push(tie_break),
            },
            PlanAction::RaiseTieBreak(tie_break) => {
                let at = self.tie_breaks.iter().position(|it| *it == tie_break);
                if let Some(at) = at.filter(|at| *at > 0) {
                    self.tie_breaks.swap(at - 1, at);
                }
            }
        }
    }

    /// The numbers that the chosen system has, in the order of the form.
    #[must_use]
    pub const fn system_numbers(&self) -> &'static [PlanNumber] {
        match self.system {
            SystemChoice::Swiss => &[PlanNumber::Rounds, PlanNumber::ClubsApart, PlanNumber::LastEntryRound],
            SystemChoice::RoundRobin => &[PlanNumber::Cycles],
            SystemChoice::KnockOut => &[PlanNumber::Games, PlanNumber::TieBreakGames],
            SystemChoice::Arena => &[PlanNumber::MinGames, PlanNumber::MaxGames],
            SystemChoice::TeamMatch => &[PlanNumber::Games],
        }
    }

    /// Whether the organiser chooses when the next round begins: an arena pairs whoever waits.
    #[must_use]
    pub const fn has_pace(&self) -> bool {
        !matches!(self.system, SystemChoice::Arena)
    }

    /// Whether starting numbers decide anything: teams keep the order of their entries.
    #[must_use]
    pub const fn has_numbering(&self) -> bool {
        !matches!(self.system, SystemChoice::TeamMatch)
    }

    /// The number of the chosen pace.
    #[must_use]
    pub const fn pace_number(&self) -> Option<PlanNumber> {
        if !self.has_pace() {
            return None;
        }
        match self.pace {
            PaceChoice::AfterAll => Some(PlanNumber::BreakMinutes),
            PaceChoice::Slots => Some(PlanNumber::SlotMinutes),
            PaceChoice::ByHand => None,
        }
    }

    /// The plan.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn check(&self, moment: PlanMoment<'_>) -> Result<EveningPlan, PlanFault> {
        let plan = EveningPlan {
            title: self.title.split_whitespace().collect::<Vec<_>>().join(" "),
            regulations: self.regulations().map_err(PlanFault::Number)?,
            terms: self.game_terms()?,
            is_public: self.is_public,
            starts_at_ms: self.starts_at(moment)?,
            pace: self.pace().map_err(PlanFault::Number)?,
            late_ms: self.minutes(PlanNumber::LateMinutes).map_err(PlanFault::Number)?,
            no_result_before_ply: self.first_ply_of_result().map_err(PlanFault::Number)?,
        };
        plan.check().map_err(PlanFault::Plan)?;
        Ok(plan)
    }

    fn game_terms(&self) -> Result<Terms, PlanFault> {
        let terms = self.terms.terms().map_err(PlanFault::Terms)?;
        Ok(Terms { color: ColorChoice::Random, takeback: TakebackPolicy::Off, ..terms })
    }

    fn regulations(&self) -> Result<Regulations, NumberFault> {
        let absence = match self.absence {
            AbsenceChoice::InARow => AbsenceRule::InARow(self.numbers.read(PlanNumber::Absences)?),
            AbsenceChoice::InAll => AbsenceRule::InAll(self.numbers.read(PlanNumber::Absences)?),
            AbsenceChoice::Never => AbsenceRule::Never,
        };
        let usual = Regulations::of(self.system()?);
        let late_entry = match self.system {
            SystemChoice::Swiss => {
                LateEntry { last_round: self.numbers.read(PlanNumber::LastEntryRound)?, ..usual.late_entry }
            }
            SystemChoice::RoundRobin => usual.late_entry,
            SystemChoice::KnockOut => usual.late_entry,
            SystemChoice::Arena => usual.late_entry,
            SystemChoice::TeamMatch => usual.late_entry,
        };
        let points = match self.points {
            PointsChoice::TwoOneNil => Points::CHINESE,
            PointsChoice::ThreeOneNil => Points { win: 3, bye: 3, ..Points::CHINESE },
        };
        Ok(Regulations {
            points,
            tie_breaks: self.tie_breaks.clone(),
            numbering: if self.has_numbering() { self.numbering } else { usual.numbering },
            check_in: self.check_in,
            absence,
            late_entry,
            ..usual
        })
    }

    fn system(&self) -> Result<System, NumberFault> {
        let (numbers, rules) = (&self.numbers, self.rules);
        let small = |number| numbers.read::<u8>(number);
        let long = |number| numbers.read::<u16>(number);
        Ok(match self.system {
            SystemChoice::Swiss => System::Swiss(SwissRules {
                rounds: long(PlanNumber::Rounds)?,
                clubs_apart_rounds: long(PlanNumber::ClubsApart)?,
            }),
            SystemChoice::RoundRobin => System::RoundRobin(RoundRobinRules {
                cycles: small(PlanNumber::Cycles)?,
                void_below_half: rules.void_below_half,
            }),
            SystemChoice::KnockOut => System::KnockOut(KnockOutRules {
                games: small(PlanNumber::Games)?,
                tie_break_games: small(PlanNumber::TieBreakGames)?,
                level: rules.level,
            }),
            SystemChoice::Arena => {
                let max_games = long(PlanNumber::MaxGames)?;
                let min_games = numbers.read_within(PlanNumber::MinGames, 0, max_games.into())?;
                System::Arena(ArenaRules { min_games, max_games, streaks: rules.streaks })
            }
            SystemChoice::TeamMatch => {
                System::TeamMatch(TeamMatchRules { games: small(PlanNumber::Games)?, decider: rules.decider })
            }
        })
    }

    fn pace(&self) -> Result<Pace, NumberFault> {
        if !self.has_pace() {
            // the server pairs the waves, whatever was chosen for another system
            return Ok(Pace::AfterAll { break_ms: ARENA_BREAK_MS });
        }
        Ok(match self.pace {
            PaceChoice::ByHand => Pace::ByHand,
            PaceChoice::AfterAll => Pace::AfterAll { break_ms: self.minutes(PlanNumber::BreakMinutes)? },
            PaceChoice::Slots => Pace::Slots { slot_ms: self.minutes(PlanNumber::SlotMinutes)? },
        })
    }

    /// A number of minutes in milliseconds.
    fn minutes(&self, number: PlanNumber) -> Result<u32, NumberFault> {
        self.numbers.read::<u32>(number).map(|minutes| minutes * 60_000)
    }

    /// The ply before which nobody resigns or agrees a draw: two for each move.
    fn first_ply_of_result(&self) -> Result<u16, NumberFault> {
        self.numbers.read::<u16>(PlanNumber::NoResultBefore).map(|moves| moves * 2)
    }

    /// When the evening begins, in milliseconds since 1970 (UTC); `None` if the organiser begins it.
    fn starts_at(&self, moment: PlanMoment<'_>) -> Result<Option<u64>, PlanFault> {
        let minutes = match self.start {
            StartChoice::ByHand => return Ok(None),
            StartChoice::In10 => 10,
            StartChoice::In30 => 30,
            StartChoice::In60 => 60,
            StartChoice::At => return self.written_start(moment).map(Some),
        };
        let now_ms = moment.now_ms.ok_or(PlanFault::StartUnread)?;
        Ok(Some(now_ms.saturating_add(minutes * 60_000)))
    }

    fn written_start(&self, moment: PlanMoment<'_>) -> Result<u64, PlanFault> {
        let now_ms = moment.now_ms.ok_or(PlanFault::StartUnread)?;
        let at_ms = read_moment(&self.start_at, moment.zone, now_ms).ok_or(PlanFault::StartUnread)?;
        if at_ms <= now_ms || at_ms - now_ms > limits::EVENING_AHEAD_MS {
            return Err(PlanFault::Plan(PlanRefusal::Start));
        }
        Ok(at_ms)
    }
}

/// Reads a date and time, or a time that comes next, in this zone; returns milliseconds since 1970 (UTC).
fn read_moment(text: &str, zone: &Zone, now_ms: u64) -> Option<u64> {
    let text = crate::actions::half_width::half_width(text);
    let mut words = text.split_whitespace();
    let (day, clock) = match (words.next()?, words.next(), words.next()) {
        (clock, None, None) => (None, clock),
        (day, Some(clock), None) => (Some(day), clock),
        _ => return None,
    };
    let (hour, minute) = clock.split_once(':')?;
    let (hour, minute): (u8, u8) = (hour.parse().ok()?, minute.parse().ok()?);
    let time = time::Time::from_hms(hour, minute, 0).ok()?;
    let at = |day: Date| {
        let seconds = zone.start_of(day) + i64::from(hour) * 3_600 + i64::from(minute) * 60;
        let ms = u64::try_from(seconds).ok()?.checked_mul(1_000)?;
        // the day may have an hour more or less
        let shown = zone.local_time(ms)?.time();
        let wrong = i64::from(shown.hour()) * 60 + i64::from(shown.minute())
            - (i64::from(time.hour()) * 60 + i64::from(time.minute()));
        u64::try_from(seconds - wrong * 60).ok()?.checked_mul(1_000)
    };
    match day {
        Some(day) => {
            let mut parts = day.split(['-', '.', '/']);
            let year: i32 = parts.next()?.parse().ok()?;
            let month: u8 = parts.next()?.parse().ok()?;
            let of_month: u8 = parts.next()?.parse().ok()?;
            if parts.next().is_some() {
                return None;
            }
            at(Date::from_calendar_date(year, Month::try_from(month).ok()?, of_month).ok()?)
        }
        None => {
            let today = zone.local_time(now_ms)?.date();
            let next = || at(today.next_day()?);
            at(today).filter(|ms| *ms > now_ms).or_else(next)
        }
    }
}
