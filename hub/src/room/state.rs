//! What follows from the events of a game: the fold by which a room comes to
//! stand as it does, whether it happens now or is read again after a restart.
//!
//! It decides nothing, but takes in nothing that cannot have happened: what is
//! read may be anything.

mod luzhanqi;

use super::absence::Absences;
use crate::game_event::GameEvent;
use crate::record::JournalEntry;
use chuhe_protocol::{
    Beginning, ColorChoice, Event, InvalidTerms, OfferEnd, Seat, TakebackPolicy, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::{Clock, ClockReading, ClockState, TimeControl, Timestamp};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::SetupRefusal;
use chuhe_rules::offers::{OfferKind, OfferRefusal, Offers, Situation};
use chuhe_rules::{Color, DrawReason, Game, GameMove, Outcome, PerColor, WinReason};

pub(super) use luzhanqi::Step;

/// A game as its events leave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(super) seats: PerColor<Seat>,
    /// Who of the two is still at the board.
    pub(super) present: PerColor<bool>,
    pub(super) terms: ValidTerms,
    /// The colour of the one from whose side the terms are put. Where it makes
    /// no difference it is red.
    pub(super) challenger: Color,
    pub(super) game: Game,
    /// The move of each ply; none where the turn passed.
    pub(super) moves: Vec<Option<(Color, GameMove)>>,
    pub(super) clock: Clock,
    pub(super) offers: Offers,
    pub(super) absences: Absences,
    /// How often each side has made an offer, was told to be away, or has withdrawn
    /// its formation.
    pub(super) spent: PerColor<usize>,
    pub(super) interruptions: usize,
    pub(super) ended: Option<(Outcome, Timestamp)>,
    /// When both must have set up, where they do.
    pub(super) setup_by: Timestamp,
    /// When the side to move must have moved, if it has not moved before.
    pub(super) first_move_by: Timestamp,
    /// When the last of the events was.
    pub(super) at: Timestamp,
    first: Color,
    begun_at: Timestamp,
    first_move_ms: u64,
    /// What the clocks had before each ply, and before the next; so one more
    /// than there are plies.
    clock_states: Vec<ClockState>,
    /// What the clocks showed at the end.
    clocks_at_end: ClockReading,
}

/// Why an event cannot have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    /// It is no beginning, or a second one.
    #[error("a game begins with its beginning, and once")]
    Beginning,
    /// By those terms nobody plays.
    #[error("the terms cannot be played: {0}")]
    Terms(InvalidTerms),
    /// Seats or times are not those of the terms.
    #[error("seats or times are not those of the terms")]
    Seats,
    /// It is earlier than the one before, or lasted longer than the game.
    #[error("it is earlier than the one before, or lasted too long")]
    Time,
    /// A rule forbids the move.
    #[error("that move cannot be played: {0}")]
    Illegal(IllegalPlay),
    /// A side may not set up, confirm or withdraw then.
    #[error("that cannot be done then: {0}")]
    Setup(SetupRefusal),
    /// It happens in another game only.
    #[error("that happens in another game")]
    OtherGame,
    /// The clocks show something else then.
    #[error("the clocks show something else")]
    Clocks,
    /// That was not to be offered.
    #[error("that cannot be offered: {0}")]
    Offer(OfferRefusal),
    /// No such offer stands.
    #[error("no such offer stands")]
    NoOffer,
    /// The player is away already, or is not away.
    #[error("that player is away already, or is not away")]
    Absence,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is not over, or the player has left.
    #[error("the game is not over, or the player has left")]
    NotOver,
    /// The game does not end so.
    #[error("the game has not ended so")]
    Outcome,
    /// There are more of them than there may be.
    #[error("there are too many of them")]
    TooMany,
}

impl State {
    /// Reads the first event of a stored journal.
    ///
    /// # Errors
    /// If it is not [`Event::Started`], or its terms are invalid, or seats or times do not follow
    /// from them.
    pub(super) fn read_first(at: Timestamp, started: &Event) -> Result<Self, BadEvent> {
        let Event::Started(beginning) = started else { return Err(BadEvent::Beginning) };
        let Beginning { seats, terms, times, .. } = &**beginning;
        let terms = ValidTerms::parse(terms.clone()).map_err(BadEvent::Terms)?;
        let challenger = challenger(&terms, *times).ok_or(BadEvent::Seats)?;
        if seats.red.player == seats.black.player {
            return Err(BadEvent::Seats);
        }
        Ok(Self::begin(at, beginning, terms, challenger))
    }

    /// Returns the state after the first event of a game.
    ///
    /// `terms` are those of `beginning`, whose seats and times follow from them if `challenger`
    /// is the challenger's colour.
    pub(super) fn begin(at: Timestamp, beginning: &Beginning, terms: ValidTerms, challenger: Color) -> Self {
        let Beginning { seats, terms: _, times, rematch_of: _, first_move_ms, setup_ms } = beginning;
        // the journal does not store the challenger, so a colour it cannot tell is always red
        let is_symmetric = terms.color == ColorChoice::Random && terms.challenger_time == terms.opponent_time;
        let game = terms.new_game();
        let clock = Clock::new(*times);
        let mut state = Self {
            seats: seats.clone(),
            present: PerColor::splat(true),
            terms,
            challenger: if is_symmetric { Color::Red } else { challenger },
            // where the players set up, red begins
            first: game.turn().unwrap_or(Color::Red),
            game,
            moves: Vec::new(),
            clock_states: vec![clock.state()],
            clocks_at_end: ClockReading::default(),
            clock,
            offers: Offers::default(),
            absences: Absences::default(),
            spent: PerColor::splat(0),
            interruptions: 0,
            ended: None,
            setup_by: at.plus_ms(u64::from(*setup_ms)),
            first_move_by: at,
            at,
            begun_at: at,
            first_move_ms: u64::from(*first_move_ms),
        };
        state.begin_turn(at);
        state
    }

    /// Takes in an event that happened at `at`. The clocks in it are not looked
    /// at; it is returned with the clocks as they are after it.
    ///
    /// # Errors
    /// Why it cannot have happened. The state is of no use then.
    pub(super) fn apply_open(&mut self, at: Timestamp, mut event: Event) -> Result<Event, BadEvent> {
        self.pass_time(at)?;
        match &mut event {
            Event::Started(_) | Event::Luzhanqi { .. } => return Err(BadEvent::Beginning),
            Event::Played { by, mv, clocks } => *clocks = self.played(*by, *mv, at)?,
            Event::Offered { by, kind } => self.offered(*by, *kind, at)?,
            Event::OfferClosed { by, kind, how } => self.offer_closed(*by, *kind, *how, at)?,
            Event::TakenBack { by, to_ply, clocks } => *clocks = self.taken_back(*by, *to_ply, at)?,
            Event::WentAway { color, claimable_in_ms } => self.went_away(*color, *claimable_in_ms, at)?,
            Event::CameBack { color } => {
                self.absences.0[*color].take().ok_or(BadEvent::Absence)?;
            }
            Event::Ended { outcome, clocks } => *clocks = self.ended(*outcome, at)?,
            Event::Left { color } => {
                if self.ended.is_none() || !std::mem::replace(&mut self.present[*color], false) {
                    return Err(BadEvent::NotOver);
                }
            }
            Event::Interrupted { down_ms, clocks } => *clocks = self.interrupted(*down_ms, at)?,
        }
        Ok(event)
    }

    /// Takes in an event that was kept, clocks and all.
    pub(super) fn read(&mut self, entry: &JournalEntry) -> Result<(), BadEvent> {
        let as_applied = match &entry.event {
            GameEvent::Public(event) => GameEvent::Public(self.apply_open(entry.at, event.clone())?),
            GameEvent::Secret(hidden) => self.step(entry.at, Step::from(&hidden.event))?,
        };
        if as_applied == entry.event { Ok(()) } else { Err(BadEvent::Clocks) }
    }

    fn pass_time(&mut self, at: Timestamp) -> Result<(), BadEvent> {
        if at < self.at {
            return Err(BadEvent::Time);
        }
        self.at = at;
        Ok(())
    }

    /// How the game must end for what is on the board, if it must.
    pub(super) fn decided(&self) -> Option<Outcome> {
        let full = self.game.ply() >= limits::GAME_PLIES;
        let outcome = self.game.outcome().or(full.then_some(Outcome::Drawn(DrawReason::TooLong)))?;
        if let Outcome::Won { winner, reason: reason @ WinReason::MoveTime } = outcome {
            return Some(self.fallen(winner.opponent(), reason));
        }
        Some(outcome)
    }

    /// How the game ends when the flag of `loser` falls for good.
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

    fn check_running(&self) -> Result<(), BadEvent> {
        if self.ended.is_some() || self.decided().is_some() { Err(BadEvent::Over) } else { Ok(()) }
    }

    fn played(&mut self, by: Color, mv: GameMove, at: Timestamp) -> Result<ClockReading, BadEvent> {
        self.check_running()?;
        let GameMove::Xiangqi(_) = mv else { return Err(BadEvent::OtherGame) };
        self.game.play(by, mv).map_err(BadEvent::Illegal)?;
        self.offers.moved(by, at);
        self.end_turn(Some((by, mv)), at);
        Ok(self.clock.reading(at))
    }

    /// Ends the turn of the side that has moved, or has let it pass: a pass is no move and
    /// earns no increment.
    fn end_turn(&mut self, played: Option<(Color, GameMove)>, at: Timestamp) {
        match played {
            Some(_) => self.clock.press(at),
            None => self.clock.stop(at),
        }
        self.moves.push(played);
        self.clock_states.push(self.clock.state());
        if self.decided().is_none() {
            self.begin_turn(at);
        }
    }

    /// Gives the side to move its turn: its clock runs, but for the first move
    /// of each side.
    fn begin_turn(&mut self, at: Timestamp) {
        self.first_move_by = at.plus_ms(self.first_move_ms);
        if self.situation().both_moved() {
            self.clock.start_turn(self.situation().turn(), at);
        }
    }

    fn offered(&mut self, by: Color, kind: OfferKind, at: Timestamp) -> Result<(), BadEvent> {
        match kind {
            OfferKind::Takeback | OfferKind::Draw => self.check_running()?,
            OfferKind::Rematch => {}
        }
        self.offers.may_offer(by, kind, self.situation(), at).map_err(BadEvent::Offer)?;
        self.spend(by)?;
        self.offers.offered(by, kind, self.game.ply());
        Ok(())
    }

    fn offer_closed(
        &mut self,
        by: Color,
        kind: OfferKind,
        how: OfferEnd,
        at: Timestamp,
    ) -> Result<(), BadEvent> {
        if !self.offers.stands(by, kind) {
            return Err(BadEvent::NoOffer);
        }
        match how {
            OfferEnd::Withdrawn => self.offers.withdrawn(by, kind, at),
            OfferEnd::Declined => self.offers.declined(by, kind, at),
        }
        Ok(())
    }

    fn taken_back(&mut self, asker: Color, to_ply: u16, at: Timestamp) -> Result<ClockReading, BadEvent> {
        self.check_running()?;
        let to_ply = usize::from(to_ply);
        if !self.offers.stands(asker, OfferKind::Takeback)
            || self.situation().takeback_ply(asker) != Some(to_ply)
        {
            return Err(BadEvent::NoOffer);
        }
        self.game.take_back_to(to_ply);
        self.moves.truncate(to_ply);
        self.clock_states.truncate(to_ply + 1);
        self.clock.restore(self.clock_states[to_ply]);
        self.offers.taken_back(to_ply);
        self.begin_turn(at);
        Ok(self.clock.reading(at))
    }

    fn went_away(&mut self, color: Color, claimable_in_ms: u32, at: Timestamp) -> Result<(), BadEvent> {
        self.check_running()?;
        if self.absences.0[color].is_some() {
            return Err(BadEvent::Absence);
        }
        self.spend(color)?;
        self.absences.begin(color, u64::from(claimable_in_ms), at);
        Ok(())
    }

    /// Counts an offer, an absence or a withdrawal of `by`: nobody can fill the journal until
    /// his opponent may no longer move or ask.
    fn spend(&mut self, by: Color) -> Result<(), BadEvent> {
        if self.spent[by] >= limits::GAME_OFFERS {
            return Err(BadEvent::TooMany);
        }
        self.spent[by] += 1;
        Ok(())
    }

    fn ended(&mut self, outcome: Outcome, at: Timestamp) -> Result<ClockReading, BadEvent> {
        if self.ended.is_some() {
            return Err(BadEvent::Over);
        }
        let fits = match self.decided() {
            Some(decided) => outcome == decided,
            None => !is_by_board(outcome),
        };
        if !fits {
            return Err(BadEvent::Outcome);
        }
        // what the clocks showed at the end, not what a stopped clock renews
        let clocks = ClockReading { running: None, ..self.clock.reading(at) };
        self.clocks_at_end = clocks;
        self.clock.stop(at);
        self.offers.clear();
        self.ended = Some((outcome, at));
        Ok(clocks)
    }

    /// Nobody's time ran while the game was interrupted, and each side is given
    /// [`limits::INTERRUPTION_CREDIT_MS`], a side that takes back later too.
    fn interrupted(&mut self, down_ms: u64, at: Timestamp) -> Result<ClockReading, BadEvent> {
        self.check_running()?;
        if down_ms > at.since(self.begun_at) {
            return Err(BadEvent::Time);
        }
        if self.interruptions >= limits::GAME_INTERRUPTIONS {
            return Err(BadEvent::TooMany);
        }
        self.interruptions += 1;
        let more_ms = limits::INTERRUPTION_CREDIT_MS;
        self.clock.credit(down_ms, more_ms);
        for state in &mut self.clock_states {
            *state = self.clock.credited(*state, more_ms);
        }
        self.setup_by = self.setup_by.plus_ms(down_ms).plus_ms(more_ms);
        self.first_move_by = self.first_move_by.plus_ms(down_ms).plus_ms(more_ms);
        self.absences.shift(down_ms);
        Ok(self.clock.reading(at))
    }
}

/// The colour of the one from whose side the terms are put.
fn challenger(terms: &Terms, times: PerColor<TimeControl>) -> Option<Color> {
    let mut colors = Color::ALL.into_iter();
    colors.find(|&color| terms.times(color) == times && terms.color.allows(color))
}

/// Whether only the board can have ended a game so.
fn is_by_board(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Won {
            reason:
                WinReason::Checkmate | WinReason::Stalemate | WinReason::FlagTaken | WinReason::NothingToMove,
            ..
        }
        | Outcome::Drawn(DrawReason::TooLong | DrawReason::QuietSteps) => true,
        Outcome::Won { .. } | Outcome::Drawn(_) | Outcome::Aborted(_) => false,
    }
}
