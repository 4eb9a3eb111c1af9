//! The state of a game, folded from its events: live, and again when a journal is replayed.
//!
//! The fold makes no decisions, but it refuses every event that is impossible in the present
//! state, because a stored journal may be damaged.

mod luzhanqi;

use super::absences::Absences;
use super::repetitions::Repetitions;
use crate::game_event::GameEvent;
use crate::record::JournalEntry;
use chuhe_protocol::{
    ColorChoice, EarlierGames, Event, GameStart, InvalidTerms, OfferEnd, Seat, TakebackPolicy, Terms,
    ValidTerms, limits,
};
use chuhe_rules::clock::{Clock, ClockReading, ClockState, LAG_CREDIT_MS, TimeControl, Timestamp};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::SetupRefusal;
use chuhe_rules::offers::{OfferKind, OfferRefusal, Offers, Situation};
use chuhe_rules::{Color, DrawReason, Game, GameMove, Outcome, PerColor, WinReason};

/// The state of a game after its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(super) seats: PerColor<Seat>,
    /// Which players are still at the table.
    pub(super) present: PerColor<bool>,
    pub(super) terms: ValidTerms,
    /// The challenger's colour, to which the terms refer; red if the terms are symmetric.
    pub(super) challenger: Color,
    /// The games of the match before this one, if this is a rematch.
    pub(super) rematch_of: Option<EarlierGames>,
    pub(super) game: Game,
    /// The move of each ply; `None` for a passed turn.
    pub(super) moves: Vec<Option<(Color, GameMove)>>,
    pub(super) clock: Clock,
    pub(super) offers: Offers,
    pub(super) absences: Absences,
    /// Whether each side has had its sleep that does not count.
    pub(super) slept: PerColor<bool>,
    /// How many offers, absences and withdrawn formations of each side the journal holds.
    pub(super) spent: PerColor<usize>,
    pub(super) interruptions: usize,
    /// How many network delays of each side the journal holds.
    lags: PerColor<usize>,
    pub(super) repetitions: Repetitions,
    pub(super) ended: Option<(Outcome, Timestamp)>,
    /// Since when an organiser pauses the game, if one does.
    pub(super) paused_at: Option<Timestamp>,
    /// Whether the journal says how the game has changed ratings.
    pub(super) is_rated: bool,
    /// When both formations must be confirmed, in games with a set-up.
    pub(super) setup_by: Timestamp,
    /// When the side to move must have made its first move.
    pub(super) first_move_by: Timestamp,
    /// The time of the last event.
    pub(super) at: Timestamp,
    first: Color,
    begun_at: Timestamp,
    first_move_ms: u64,
    /// The clocks before each ply and before the next one: one more than there are plies.
    clock_states: Vec<ClockState>,
    /// The clocks at the end of the game.
    pub(super) clocks_at_end: ClockReading,
}

/// Why an event is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEvent {
    /// The first event is not `Started`, or a later one is.
    #[error("a game starts once, with its first event")]
    Start,
    /// The terms are invalid.
    #[error("the terms are invalid: {0}")]
    Terms(InvalidTerms),
    /// Seats or times do not match the terms.
    #[error("seats or times do not match the terms")]
    Seats,
    /// The event is earlier than the one before it, or lasted longer than the game.
    #[error("it is earlier than the event before it, or lasted too long")]
    Time,
    /// The move is illegal.
    #[error("the move is illegal: {0}")]
    Illegal(IllegalPlay),
    /// The set-up does not allow it.
    #[error("the set-up does not allow it: {0}")]
    Setup(SetupRefusal),
    /// The event belongs to another kind of game.
    #[error("it belongs to another kind of game")]
    OtherGame,
    /// Replaying the event gives another one, for example with other clocks.
    #[error("replaying it gives another event")]
    Mismatch,
    /// The offer was not allowed.
    #[error("the offer was not allowed: {0}")]
    Offer(OfferRefusal),
    /// There is no such offer.
    #[error("there is no such offer")]
    NoOffer,
    /// The player is already away, or is not away.
    #[error("the player is already away, or is not away")]
    Absence,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over, or the player has left already.
    #[error("the game is not over, or the player has left already")]
    NotOver,
    /// The arbiter judges no repetition, or judges it otherwise.
    #[error("the arbiter judges no repetition, or judges it otherwise")]
    Repetition,
    /// The event is no premove, or came too late for one.
    #[error("it is no premove, or came too late for one")]
    Premove,
    /// No such network delay is recorded.
    #[error("no such network delay is recorded")]
    Lag,
    /// No rated game is over, or its ratings are changed already.
    #[error("no rated game is over, or its ratings are changed already")]
    Rated,
    /// The game cannot end with this outcome.
    #[error("the game cannot end with this outcome")]
    Outcome,
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
    /// The journal holds too many events of this kind.
    #[error("there are too many events of this kind")]
    TooMany,
}

impl State {
    /// Reads the first event of a stored journal.
    ///
    /// # Errors
    /// If it is not [`Event::Started`], or its terms are invalid, or seats or times do not follow
    /// from them.
    pub(super) fn read_first(at: Timestamp, started: &Event) -> Result<Self, InvalidEvent> {
        let Event::Started(start) = started else { return Err(InvalidEvent::Start) };
        let GameStart { seats, terms, times, rules, .. } = &**start;
        let terms = ValidTerms::parse_under(*rules, terms.clone()).map_err(InvalidEvent::Terms)?;
        let challenger = challenger(&terms, *times).ok_or(InvalidEvent::Seats)?;
        if seats.red.player == seats.black.player {
            return Err(InvalidEvent::Seats);
        }
        Ok(Self::begin(at, start, terms, challenger))
    }

    /// Returns the state after the first event of a game.
    ///
    /// `terms` are those of `start`, whose seats and times follow from them if `challenger`
    /// is the challenger's colour.
    pub(super) fn begin(at: Timestamp, start: &GameStart, terms: ValidTerms, challenger: Color) -> Self {
        let GameStart { seats, terms: _, times, rematch_of, first_move_ms, setup_ms, rules: _ } = start;
        // the journal does not store the challenger, so it is red where both colours fit
        let is_symmetric = terms.color == ColorChoice::Random && terms.challenger_time == terms.opponent_time;
        let game = terms.new_game();
        let clock = Clock::new(*times);
        let mut state = Self {
            seats: seats.clone(),
            present: PerColor::splat(true),
            terms,
            challenger: if is_symmetric { Color::Red } else { challenger },
            rematch_of: *rematch_of,
            // in games with a set-up, red moves first
            first: game.turn().unwrap_or(Color::Red),
            game,
            moves: Vec::new(),
            clock_states: vec![clock.state()],
            clocks_at_end: ClockReading::default(),
            clock,
            offers: Offers::default(),
            absences: Absences::default(),
            slept: PerColor::splat(false),
            spent: PerColor::splat(0),
            interruptions: 0,
            lags: PerColor::splat(0),
            repetitions: Repetitions::default(),
            ended: None,
            paused_at: None,
            is_rated: false,
            setup_by: at.plus_ms(u64::from(*setup_ms)),
            first_move_by: at,
            at,
            begun_at: at,
            first_move_ms: u64::from(*first_move_ms),
        };
        state.begin_turn(at);
        state
    }

    /// Applies an event at `at`; returns it with its clocks replaced by the computed ones. `premove`
    /// says how a move is charged.
    ///
    /// # Errors
    /// Why the event is impossible. The state must not be used afterwards.
    pub(super) fn apply(
        &mut self,
        at: Timestamp,
        mut event: Event,
        premove: bool,
    ) -> Result<GameEvent, InvalidEvent> {
        self.pass_time(at)?;
        match &mut event {
            Event::Started(_) | Event::Luzhanqi { .. } => return Err(InvalidEvent::Start),
            Event::Played { by, mv, .. } => return self.play(at, *by, *mv, premove),
            Event::Offered { by, kind } => self.offered(*by, *kind, at)?,
            Event::OfferClosed { by, kind, how } => self.offer_closed(*by, *kind, *how, at)?,
            Event::TakenBack { by, to_ply, clocks } => *clocks = self.taken_back(*by, *to_ply, at)?,
            Event::WentAway { color, claimable_in_ms } => self.went_away(*color, *claimable_in_ms, 0, at)?,
            Event::FellAsleep { color, claimable_in_ms } => {
                if std::mem::replace(&mut self.slept[*color], true) {
                    return Err(InvalidEvent::Absence);
                }
                self.went_away(*color, *claimable_in_ms, limits::SLEEP_MS, at)?;
            }
            Event::CameBack { color } => {
                if !self.absences.end(*color, self.shown_at(at)) {
                    return Err(InvalidEvent::Absence);
                }
            }
            Event::Ended { outcome, clocks } => *clocks = self.ended(*outcome, at)?,
            Event::Left { color } => {
                if self.ended.is_none() || !std::mem::replace(&mut self.present[*color], false) {
                    return Err(InvalidEvent::NotOver);
                }
            }
            Event::Interrupted { down_ms, clocks } => *clocks = self.interrupted(*down_ms, at)?,
            Event::Paused { clocks } => *clocks = self.paused(at)?,
            Event::LagMeasured { color, lag_ms } => self.measured_lag(*color, *lag_ms)?,
            Event::RepetitionJudged { .. } => self.judged_repetition(&event)?,
            Event::Rated(_) => {
                if self.ended.is_none() || !self.terms.rated || std::mem::replace(&mut self.is_rated, true) {
                    return Err(InvalidEvent::Rated);
                }
            }
        }
        Ok(GameEvent::Public(event))
    }

    /// Plays a move of either game at `at`, which is charged as a premove or as any other; returns
    /// its event.
    ///
    /// # Errors
    /// Why the move is impossible. The state must not be used afterwards.
    pub(super) fn play(
        &mut self,
        at: Timestamp,
        by: Color,
        mv: GameMove,
        premove: bool,
    ) -> Result<GameEvent, InvalidEvent> {
        self.pass_time(at)?;
        self.check_playing()?;
        if premove && !self.clock.takes_premove(at) {
            return Err(InvalidEvent::Premove);
        }
        let secret = match (&mut self.game, mv) {
            (Game::Luzhanqi(game), GameMove::Luzhanqi(mv)) => {
                let played = game.play(by, mv).map_err(IllegalPlay::Luzhanqi);
                Some(played.map_err(InvalidEvent::Illegal)?.event)
            }
            (game, mv) => {
                game.play(by, mv).map_err(InvalidEvent::Illegal)?;
                None
            }
        };
        self.offers.record_move(by, at);
        self.end_turn(Some((by, mv)), premove, at);
        Ok(match secret {
            Some(event) => self.secret(event, at),
            None => GameEvent::Public(Event::Played { by, mv, clocks: self.clock.reading(at) }),
        })
    }

    /// Applies a stored event; fails if the replayed event differs from the stored one.
    pub(super) fn replay(&mut self, entry: &JournalEntry) -> Result<(), InvalidEvent> {
        let JournalEntry { at, ref event, premove } = *entry;
        if premove && !event.is_move() {
            return Err(InvalidEvent::Premove);
        }
        let replayed = match event {
            GameEvent::Public(event) => self.apply(at, event.clone(), premove)?,
            GameEvent::Secret(secret) => self.repeat(at, &secret.event, premove)?,
        };
        if replayed == entry.event { Ok(()) } else { Err(InvalidEvent::Mismatch) }
    }

    fn pass_time(&mut self, at: Timestamp) -> Result<(), InvalidEvent> {
        if at < self.at {
            return Err(InvalidEvent::Time);
        }
        self.at = at;
        Ok(())
    }

    /// Returns the outcome that the position on the board forces, if any.
    pub(super) fn decided(&self) -> Option<Outcome> {
        let full = self.game.ply() >= limits::GAME_PLIES;
        let outcome = self.game.outcome().or(full.then_some(Outcome::Drawn(DrawReason::TooLong)))?;
        if let Outcome::Won { winner, reason: reason @ WinReason::MoveTime } = outcome {
            return Some(self.fallen(winner.opponent(), reason));
        }
        Some(outcome)
    }

    /// Returns the outcome when `loser` runs out of time.
    pub(super) fn fallen(&self, loser: Color, reason: WinReason) -> Outcome {
        let winner = loser.opponent();
        if self.game.has_attackers(winner) {
            Outcome::won(winner, reason)
        } else {
            Outcome::Drawn(DrawReason::TimeWithoutAttackers)
        }
    }

    pub(super) fn situation(&self) -> Situation {
        Situation {
            takebacks: self.terms.takeback == TakebackPolicy::Ask,
            over: self.ended.is_some(),
            ply: self.game.ply(),
            first: self.first,
        }
    }

    pub(super) fn check_running(&self) -> Result<(), InvalidEvent> {
        if self.ended.is_some() || self.decided().is_some() { Err(InvalidEvent::Over) } else { Ok(()) }
    }

    /// Ends the turn of the side to move. A passed turn (`None`) earns no increment.
    fn end_turn(&mut self, played: Option<(Color, GameMove)>, premove: bool, at: Timestamp) {
        match played {
            Some(_) if premove => self.clock.press_premove(at),
            Some(_) => self.clock.press(at),
            None => self.clock.stop(at),
        }
        self.moves.push(played);
        self.repetitions.position_changed();
        self.clock_states.push(self.clock.state());
        if self.decided().is_none() {
            self.begin_turn(at);
        }
    }

    /// Begins the turn of the side to move: starts its clock, unless this is its first move.
    fn begin_turn(&mut self, at: Timestamp) {
        self.first_move_by = at.plus_ms(self.first_move_ms);
        if self.situation().both_moved() {
            self.clock.start_turn(self.situation().turn(), at);
        }
    }

    fn offered(&mut self, by: Color, kind: OfferKind, at: Timestamp) -> Result<(), InvalidEvent> {
        match kind {
            OfferKind::Takeback | OfferKind::Draw => self.check_playing()?,
            OfferKind::Rematch => {}
        }
        self.offers.check_offer(by, kind, self.situation(), at).map_err(InvalidEvent::Offer)?;
        self.spend(by)?;
        self.offers.record_offer(by, kind, self.game.ply());
        Ok(())
    }

    fn offer_closed(
        &mut self,
        by: Color,
        kind: OfferKind,
        how: OfferEnd,
        at: Timestamp,
    ) -> Result<(), InvalidEvent> {
        if !self.offers.is_open(by, kind) {
            return Err(InvalidEvent::NoOffer);
        }
        match how {
            OfferEnd::Withdrawn => self.offers.record_withdrawal(by, kind, at),
            OfferEnd::Declined => self.offers.record_decline(by, kind, at),
        }
        Ok(())
    }

    fn taken_back(&mut self, asker: Color, to_ply: u16, at: Timestamp) -> Result<ClockReading, InvalidEvent> {
        self.check_playing()?;
        let to_ply = usize::from(to_ply);
        if !self.offers.is_open(asker, OfferKind::Takeback)
            || self.situation().takeback_ply(asker) != Some(to_ply)
        {
            return Err(InvalidEvent::NoOffer);
        }
        self.game.take_back_to(to_ply);
        self.moves.truncate(to_ply);
        self.repetitions.position_changed();
        self.clock_states.truncate(to_ply + 1);
        self.clock.restore(self.clock_states[to_ply]);
        self.offers.record_takeback(to_ply);
        self.begin_turn(at);
        Ok(self.clock.reading(at))
    }

    /// Begins an absence, of which the first `asleep_ms` do not count.
    fn went_away(
        &mut self,
        color: Color,
        claimable_in_ms: u32,
        asleep_ms: u64,
        at: Timestamp,
    ) -> Result<(), InvalidEvent> {
        self.check_running()?;
        if self.absences.of(color).is_some() {
            return Err(InvalidEvent::Absence);
        }
        self.spend(color)?;
        self.absences.begin(color, u64::from(claimable_in_ms), asleep_ms, self.shown_at(at));
        Ok(())
    }

    /// Counts an offer, an absence or a withdrawn formation of `by`.
    ///
    /// Without the limit, one player could fill the journal until the opponent cannot move.
    fn spend(&mut self, by: Color) -> Result<(), InvalidEvent> {
        if self.spent[by] >= limits::GAME_OFFERS {
            return Err(InvalidEvent::TooMany);
        }
        self.spent[by] += 1;
        Ok(())
    }

    fn ended(&mut self, outcome: Outcome, at: Timestamp) -> Result<ClockReading, InvalidEvent> {
        if self.ended.is_some() {
            return Err(InvalidEvent::Over);
        }
        let fits = match self.decided() {
            Some(decided) => outcome == decided,
            None => !is_by_board(outcome),
        };
        if !fits {
            return Err(InvalidEvent::Outcome);
        }
        // read before stopping: a stopped clock renews its time for the move
        let stood_at = self.shown_at(at);
        let clocks = ClockReading { running: None, ..self.clock.final_reading(stood_at) };
        self.clocks_at_end = clocks;
        self.clock.stop(stood_at);
        self.paused_at = None;
        self.offers.clear();
        self.ended = Some((outcome, at));
        Ok(clocks)
    }

    /// Returns `down_ms` of downtime to the clocks, and credits each side with
    /// [`limits::INTERRUPTION_CREDIT_MS`], also in the clocks that a takeback restores.
    fn interrupted(&mut self, down_ms: u64, at: Timestamp) -> Result<ClockReading, InvalidEvent> {
        self.check_running()?;
        if down_ms > at.since(self.begun_at) {
            return Err(InvalidEvent::Time);
        }
        if self.interruptions >= limits::GAME_INTERRUPTIONS {
            return Err(InvalidEvent::TooMany);
        }
        self.interruptions += 1;
        self.paused_at = None;
        let more_ms = limits::INTERRUPTION_CREDIT_MS;
        self.clock.credit(down_ms, more_ms);
        for state in &mut self.clock_states {
            *state = self.clock.credited(*state, more_ms);
        }
        self.setup_by = self.setup_by.plus_ms(down_ms).plus_ms(more_ms);
        self.first_move_by = self.first_move_by.plus_ms(down_ms).plus_ms(more_ms);
        self.absences.interrupt(down_ms, at);
        Ok(self.clock.reading(at))
    }

    /// Whether the network delay of `color` counts, and the journal has room for another one.
    pub(super) fn may_record_lag(&self, color: Color) -> bool {
        self.clock.is_timed(color) && self.lags[color] < limits::GAME_LAGS
    }

    fn measured_lag(&mut self, color: Color, lag_ms: u16) -> Result<(), InvalidEvent> {
        self.check_running()?;
        if !self.may_record_lag(color) {
            return Err(InvalidEvent::TooMany);
        }
        if lag_ms > LAG_CREDIT_MS
            || !lag_ms.is_multiple_of(limits::LAG_STEP_MS)
            || lag_ms == self.clock.lag_ms(color)
        {
            return Err(InvalidEvent::Lag);
        }
        self.lags[color] += 1;
        self.clock.set_lag_ms(color, lag_ms);
        Ok(())
    }
}

/// Returns the challenger's colour, which must match the terms and times.
fn challenger(terms: &Terms, times: PerColor<TimeControl>) -> Option<Color> {
    let mut colors = Color::ALL.into_iter();
    colors.find(|&color| terms.times(color) == times && terms.color.allows(color))
}

/// Whether only the board can force this outcome.
fn is_by_board(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Won {
            reason:
                WinReason::Checkmate
                | WinReason::Stalemate
                | WinReason::FlagCaptured
                | WinReason::NoMovablePiece
                | WinReason::PerpetualCheck
                | WinReason::PerpetualChase
                | WinReason::PerpetualAttack,
            ..
        }
        | Outcome::Drawn(
            DrawReason::TooLong
            | DrawReason::QuietSteps
            | DrawReason::Repetition
            | DrawReason::NaturalLimit
            | DrawReason::NoAttackers,
        ) => true,
        Outcome::Won { .. } | Outcome::Drawn(_) | Outcome::Aborted(_) => false,
    }
}
