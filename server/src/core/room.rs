//! What happened at one board: seats, game, clock, offers and the journal.
//!
//! A room does not know who is connected or what a connection is; it is told
//! who went away and who came back, and writes its journal, which the hub tells.

mod absence;
mod offering;
mod timing;
mod watching;

use super::journal::{Journal, Viewer};
use absence::Absences;
use chuhe_protocol::{
    ColorChoice, Event, GameId, GameTerms, PlayerId, Refusal, Seat, Seq, TakebackPolicy, Terms, limits,
};
use chuhe_rules::clock::{Clock, ClockReading, ClockState, Timestamp};
use chuhe_rules::offers::{Offers, Situation};
use chuhe_rules::{AbortReason, Color, DrawReason, Game, GameMove, Outcome, PerColor, WinReason};

pub(super) use offering::Agreed;

// what begins a game and what follows its end are less than a hundred
const _: () = assert!(limits::GAME_PLIES + 2 * limits::GAME_OFFERS * 4 + 100 <= limits::GAME_EVENTS);

/// One game, running or over, and the two at its board.
#[derive(Debug)]
pub(super) struct Room {
    id: GameId,
    seats: PerColor<Seat>,
    /// Who of the two is still at the board.
    present: PerColor<bool>,
    terms: Terms,
    /// The colour of the one from whose side the terms are put.
    challenger: Color,
    pub(super) game: Game,
    first: Color,
    moves: Vec<(Color, GameMove)>,
    clock: Clock,
    /// What the clocks had before each ply, and before the next; so one more
    /// than there are plies.
    clock_states: Vec<ClockState>,
    turn_since: Timestamp,
    next_tick: Option<Timestamp>,
    offers: Offers,
    absences: Absences,
    /// How often each side has made an offer or was told to be away.
    spent: PerColor<usize>,
    ended: Option<(Outcome, Timestamp)>,
    journal: Journal,
}

/// What a new room is made of.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) id: GameId,
    pub(super) challenger: Seat,
    pub(super) challenger_color: Color,
    pub(super) opponent: Seat,
    pub(super) terms: Terms,
    pub(super) rematch_of: Option<GameId>,
}

impl Room {
    /// Opens the room and begins the game.
    ///
    /// # Errors
    /// If the terms cannot be played.
    pub(super) fn open(opening: Opening, now: Timestamp) -> Result<Self, Refusal> {
        let Opening { id, challenger, challenger_color, opponent, terms, rematch_of } = opening;
        let game = set_up(&terms.game)?;
        let first = game.turn().expect("terms whose start is the end of a game are refused");
        let seats = match challenger_color {
            Color::Red => PerColor::new(challenger, opponent),
            Color::Black => PerColor::new(opponent, challenger),
        };
        let times = terms.times(challenger_color);
        let clock = Clock::new(times);
        let mut room = Self {
            id,
            seats: seats.clone(),
            present: PerColor::splat(true),
            terms: terms.clone(),
            challenger: challenger_color,
            game,
            first,
            moves: Vec::new(),
            clock_states: vec![clock.state()],
            clock,
            turn_since: now,
            next_tick: None,
            offers: Offers::default(),
            absences: Absences::default(),
            spent: PerColor::splat(0),
            ended: None,
            journal: Journal::default(),
        };
        let first_move_ms = u32::try_from(limits::FIRST_MOVE_MS).unwrap_or(u32::MAX);
        room.journal.push(Event::Started { seats, terms, times, rematch_of, first_move_ms });
        room.begin_turn(now);
        Ok(room)
    }

    /// What a rematch is made of: the same players and terms with colours
    /// swapped. The times stay with the players.
    pub(super) fn rematch(&self, id: GameId) -> Opening {
        let color = match self.terms.color {
            ColorChoice::Red => ColorChoice::Black,
            ColorChoice::Black => ColorChoice::Red,
            ColorChoice::Random => ColorChoice::Random,
        };
        Opening {
            id,
            challenger: self.seats[self.challenger].clone(),
            challenger_color: self.challenger.opponent(),
            opponent: self.seats[self.challenger.opponent()].clone(),
            terms: Terms { color, ..self.terms.clone() },
            rematch_of: Some(self.id),
        }
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    /// The player of a colour.
    pub(super) fn player(&self, color: Color) -> PlayerId {
        self.seats[color].player
    }

    /// The colour of a player who is at the board.
    pub(super) fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.player(color) == player && self.present[color])
    }

    /// Whether the player of a colour is at the board.
    pub(super) fn is_present(&self, color: Color) -> bool {
        self.present[color]
    }

    pub(super) const fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// How the game ended, and when.
    pub(super) const fn ended(&self) -> Option<(Outcome, Timestamp)> {
        self.ended
    }

    /// The events from number `from` on, as `viewer` may know them and as they
    /// are true at `now`, if he may know what is true now.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq, now: Timestamp) -> Vec<Event> {
        let mut events = self.journal.seen_by(viewer, from);
        if self.journal.is_all_known_to(viewer) {
            self.absences.bring_up_to_date(&mut events, now);
        }
        events
    }

    /// The first event that the board has not been told; see [`Journal::take_untold`].
    pub(super) fn take_untold(&mut self) -> Option<Seq> {
        self.journal.take_untold()
    }

    /// Plays a move for `by`.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(super) fn play(&mut self, by: Color, ply: u16, mv: GameMove, now: Timestamp) -> Result<(), Refusal> {
        if self.moves.get(usize::from(ply)) == Some(&(by, mv)) {
            return Ok(()); // sent again
        }
        self.check_running()?;
        if usize::from(ply) != self.game.ply() {
            return Err(Refusal::WrongPly { expected: self.ply() });
        }
        let outcome = self.game.play(by, mv).map_err(Refusal::Illegal)?;
        let full = self.game.ply() >= limits::GAME_PLIES;
        let outcome = outcome.or(full.then_some(Outcome::Drawn(DrawReason::TooLong)));
        self.moves.push((by, mv));
        self.clock.press(now);
        self.clock_states.push(self.clock.state());
        self.offers.moved(by, now);
        if outcome.is_none() {
            self.begin_turn(now);
        }
        self.journal.push(Event::Played { by, mv, clocks: self.clock.reading(now) });
        if let Some(outcome) = outcome {
            self.end(outcome, now);
        }
        Ok(())
    }

    /// Ends the game by `by`'s resignation.
    pub(super) fn resign(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        if !self.situation().both_moved() {
            return Err(Refusal::ResignTooEarly);
        }
        self.end(Outcome::won(by.opponent(), WinReason::Resignation), now);
        Ok(())
    }

    /// Ends the game without a result because `by` asks for it.
    pub(super) fn abort(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        if self.situation().both_moved() {
            return Err(Refusal::AbortTooLate);
        }
        self.end(Outcome::Aborted(AbortReason::Requested(by)), now);
        Ok(())
    }

    /// Ends the game, if it runs, because the server stops.
    pub(super) fn shut_down(&mut self, now: Timestamp) {
        if !self.is_over() {
            self.end(Outcome::Aborted(AbortReason::ServerShutdown), now);
        }
    }

    /// Notes that `color` leaves the board of a game that is over. He is at the
    /// board until [`Room::unseat`], so that he is told of it too.
    pub(super) fn leave(&mut self, color: Color, now: Timestamp) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::GameRunning);
        }
        self.close_rematch_of_leaver(color, now);
        self.journal.push(Event::Left { color });
        Ok(())
    }

    /// Takes `color` from the board.
    pub(super) fn unseat(&mut self, color: Color) {
        self.present[color] = false;
    }

    fn end(&mut self, outcome: Outcome, now: Timestamp) {
        // what the clocks showed at the end, not what a stopped clock renews
        let clocks = ClockReading { running: None, ..self.clock.reading(now) };
        self.clock.stop(now);
        self.next_tick = None;
        self.offers.clear();
        self.ended = Some((outcome, now));
        self.journal.push(Event::Ended { outcome, clocks });
    }

    const fn check_running(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::GameOver) } else { Ok(()) }
    }

    /// Whether the journal takes another offer or absence of `by`; it is counted
    /// then. So nobody can fill it until his opponent may no longer move or ask.
    fn spend(&mut self, by: Color) -> bool {
        let admitted = self.spent[by] < limits::GAME_OFFERS;
        self.spent[by] += usize::from(admitted);
        admitted
    }

    pub(super) fn ply(&self) -> u16 {
        u16::try_from(self.game.ply()).expect("limits::GAME_PLIES fits")
    }

    fn situation(&self) -> Situation {
        Situation {
            takebacks: self.terms.takeback == TakebackPolicy::Ask,
            over: self.is_over(),
            ply: self.game.ply(),
            first: self.first,
        }
    }
}

fn set_up(terms: &GameTerms) -> Result<Game, Refusal> {
    terms.set_up().map_err(Refusal::Terms)
}
