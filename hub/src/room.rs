//! What happened at one board: seats, game, clock, offers and the journal.
//!
//! A room does not know who is connected or what a connection is; it is told
//! who went away and who came back, and writes its journal, which the hub saves
//! and tells. It decides; what follows from what it records is the `state`'s to
//! say, by the same fold when it happens and when it is read again.

mod absence;
mod offering;
mod setup;
mod snapshot;
mod state;
mod timing;
mod watching;

use super::game_event::GameEvent;
use super::journal::Journal;
use super::record::{JournalEntry, Record};
use absence::Absences;
use chuhe_protocol::{
    Beginning, Event, GameId, GameKind, GameSummary, PlayerId, Refusal, Seat, Seq, ValidTerms, limits,
};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{Formation, Seen};
use chuhe_rules::{AbortReason, Color, GameMove, Outcome, PerColor, Viewer, WinReason};
use state::{State, Step};

pub(super) use offering::Agreed;
pub use state::BadEvent;

// what begins a game and what follows its end are less than a hundred
const _: () = assert!(
    limits::GAME_PLIES + 2 * limits::GAME_OFFERS * 4 + limits::GAME_INTERRUPTIONS + 100
        <= limits::GAME_EVENTS
);

/// One game, running or over, and the two at its board.
#[derive(Debug)]
pub(super) struct Room {
    id: GameId,
    state: State,
    journal: Journal,
    /// What counts when the time to set up is over, where the players do.
    drafts: Option<Box<PerColor<Formation>>>,
    /// Those who are away of whom the journal does not tell.
    untold_absences: Absences,
    next_tick: Option<Timestamp>,
    /// How often its row was written.
    revision: u32,
}

/// What a new room is made of.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) id: GameId,
    pub(super) challenger: Seat,
    pub(super) challenger_color: Color,
    pub(super) opponent: Seat,
    pub(super) terms: ValidTerms,
    pub(super) rematch_of: Option<GameId>,
}

/// A journal that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {n} cannot have happened: {why}")]
pub struct BadJournal {
    /// The number of the first event that does not fit.
    pub n: usize,
    /// Why.
    pub why: BadEvent,
}

impl Room {
    /// Opens the room and begins the game.
    pub(super) fn open(opening: Opening, now: Timestamp) -> Self {
        let Opening { id, challenger, challenger_color, opponent, terms, rematch_of } = opening;
        let seats = match challenger_color {
            Color::Red => PerColor::new(challenger, opponent),
            Color::Black => PerColor::new(opponent, challenger),
        };
        let times = terms.times(challenger_color);
        let first_move_ms = u32::try_from(limits::FIRST_MOVE_MS).unwrap_or(u32::MAX);
        let setup_ms = if terms.game.has_formations() { limits::SETUP_MS } else { 0 };
        let setup_ms = u32::try_from(setup_ms).unwrap_or(u32::MAX);
        let sent_terms = (*terms).clone();
        let beginning = Beginning { seats, terms: sent_terms, times, rematch_of, first_move_ms, setup_ms };
        let state = State::begin(now, &beginning, terms, challenger_color);
        let event = Event::Started(Box::new(beginning));
        let mut journal = Journal::default();
        journal.push(JournalEntry { at: now, event: event.into() });
        let mut room = Self::standing(id, state, journal);
        room.schedule_tick(now);
        room
    }

    /// The room in which all that was kept of a game has happened, and whose row
    /// was written `revision` times.
    ///
    /// # Errors
    /// If it cannot have happened.
    pub(super) fn replay(id: GameId, revision: u32, entries: Vec<JournalEntry>) -> Result<Self, BadJournal> {
        let bad = |n, why| BadJournal { n, why };
        let started = entries.first().ok_or(bad(0, BadEvent::Beginning))?;
        let beginning = started.event.open().ok_or(bad(0, BadEvent::Beginning))?;
        let mut state = State::read_first(started.at, beginning).map_err(|why| bad(0, why))?;
        for (n, entry) in entries.iter().enumerate().skip(1) {
            if n >= limits::GAME_EVENTS {
                return Err(bad(n, BadEvent::TooMany));
            }
            state.read(entry).map_err(|why| bad(n, why))?;
        }
        Ok(Self { revision, ..Self::standing(id, state, Journal::restored(entries)) })
    }

    fn standing(id: GameId, state: State, journal: Journal) -> Self {
        let untold_absences = Absences::default();
        Self { id, state, journal, drafts: None, untold_absences, next_tick: None, revision: 0 }
    }

    /// What a rematch is made of: the same players and terms with colours
    /// swapped. The times stay with the players.
    pub(super) fn rematch(&self, id: GameId) -> Opening {
        let State { seats, terms, challenger, .. } = &self.state;
        Opening {
            id,
            challenger: seats[*challenger].clone(),
            challenger_color: challenger.opponent(),
            opponent: seats[challenger.opponent()].clone(),
            terms: terms.rematch(),
            rematch_of: Some(self.id),
        }
    }

    /// That the room stands from now on, or that it does no longer, to be kept.
    pub(super) fn write(&mut self, stands: bool) -> Record {
        let revision = self.revision;
        self.revision += 1;
        Record::Room { game: self.id, revision, stands }
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    /// The game before it, if it is a rematch.
    pub(super) fn rematch_of(&self) -> Option<GameId> {
        match self.journal.entries(0).first()?.event.open()? {
            Event::Started(beginning) => beginning.rematch_of,
            Event::Played { .. }
            | Event::TakenBack { .. }
            | Event::Interrupted { .. }
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Luzhanqi { .. } => None,
        }
    }

    /// The player of a colour.
    pub(super) fn player(&self, color: Color) -> PlayerId {
        self.state.seats[color].player
    }

    /// The colour of a player who is at the board.
    pub(super) fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.player(color) == player && self.is_present(color))
    }

    /// Whether the player of a colour is at the board.
    pub(super) fn is_present(&self, color: Color) -> bool {
        self.state.present[color]
    }

    pub(super) const fn is_over(&self) -> bool {
        self.state.ended.is_some()
    }

    /// When something happened last.
    pub(super) const fn last_at(&self) -> Timestamp {
        self.state.at
    }

    /// How the game ended, and when.
    pub(super) const fn ended(&self) -> Option<(Outcome, Timestamp)> {
        self.state.ended
    }

    /// Which game is played.
    pub(super) fn kind(&self) -> GameKind {
        self.state.terms.game.kind()
    }

    /// The game as its players find it in their lists, if it is over. One that
    /// was given up before both had moved is not worth finding.
    pub(super) fn summary(&self) -> Option<GameSummary> {
        let (outcome, ended_at) = self.state.ended?;
        self.state.situation().both_moved().then(|| GameSummary {
            game: self.id,
            seats: self.state.seats.clone(),
            outcome,
            plies: self.ply(),
            ended_at_ms: ended_at.as_ms(),
            kind: self.kind(),
        })
    }

    /// The events from number `from` on, as `viewer` may know them and as they
    /// are true at `now`, if he may know what is true now.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq, now: Timestamp) -> Vec<Event> {
        let mut events = self.journal.seen_by(viewer, from);
        if self.journal.is_all_known_to(viewer) {
            self.state.absences.bring_up_to_date(&mut events, now);
        }
        events
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> Seq {
        self.journal.next()
    }

    /// What was not saved, with the number of the first; see [`Journal::take_unsaved`].
    pub(super) fn take_unsaved(&mut self) -> (Seq, &[JournalEntry]) {
        self.journal.take_unsaved()
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
        if self.state.moves.get(usize::from(ply)) == Some(&Some((by, mv))) {
            return Ok(()); // sent again
        }
        self.check_running()?;
        if ply != self.ply() {
            return Err(Refusal::WrongPly { expected: self.ply() });
        }
        self.state.game.validate(by, mv).map_err(Refusal::Illegal)?;
        match mv {
            GameMove::Xiangqi(_) => {
                self.record(now, Event::Played { by, mv, clocks: ClockReading::default() });
            }
            GameMove::Luzhanqi(mv) => self.step(now, Step::Move(mv)),
        }
        self.end_if_decided(now);
        Ok(())
    }

    /// Ends the game by `by`'s resignation.
    pub(super) fn resign(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        let too_early = self.state.luzhanqi().is_some_and(|game| !game.may_resign());
        if too_early || !self.state.situation().both_moved() {
            return Err(Refusal::ResignTooEarly);
        }
        self.end(Outcome::won(by.opponent(), WinReason::Resignation), now);
        Ok(())
    }

    /// Ends the game without a result because `by` asks for it.
    pub(super) fn abort(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        if self.state.situation().both_moved() {
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

    /// Lets `color` leave the board of a game that is over.
    pub(super) fn leave(&mut self, color: Color, now: Timestamp) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::GameRunning);
        }
        self.close_rematch_of_leaver(color, now);
        self.record(now, Event::Left { color });
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, now: Timestamp) {
        self.record(now, Event::Ended { outcome, clocks: ClockReading::default() });
        self.reveal(now);
    }

    /// Shows everything once the game is over, where something was hidden.
    fn reveal(&mut self, now: Timestamp) {
        if self.state.hides() {
            self.step(now, Step::Reveal);
        }
    }

    /// Ends the game, if it runs, as the board has decided it.
    fn end_if_decided(&mut self, now: Timestamp) {
        if let Some(outcome) = self.state.decided().filter(|_| !self.is_over()) {
            self.end(outcome, now);
        }
    }

    /// Lets something happen: all that changes in the game itself passes here, or
    /// through [`Room::step`]. The clocks in the event are written by the state.
    fn record(&mut self, at: Timestamp, event: Event) {
        // a flag may have fallen while the server was down, by a moment
        let at = at.max(self.state.at);
        let event = self.state.apply_open(at, event).expect("what is recorded was found to be admitted");
        match event {
            Event::Started(_)
            | Event::Played { .. }
            | Event::TakenBack { .. }
            | Event::Interrupted { .. } => self.schedule_tick(at),
            Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Luzhanqi { .. } => {}
        }
        self.journal.push(JournalEntry { at, event: GameEvent::Public(event) });
    }

    /// Lets something particular to luzhanqi happen.
    fn step(&mut self, at: Timestamp, step: Step) {
        let at = at.max(self.state.at);
        let event = self.state.step(at, step).expect("what is recorded was found to be admitted");
        // who confirms and withdraws again and again keeps no tick from the other
        if !self.is_over() && !self.is_setting_up() {
            self.schedule_tick(at);
        }
        self.journal.push(JournalEntry { at, event });
    }

    const fn check_running(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::GameOver) } else { Ok(()) }
    }

    /// Whether the journal takes another offer or absence of `by`.
    fn may_spend(&self, by: Color) -> bool {
        self.state.spent[by] < limits::GAME_OFFERS
    }

    /// Who has moved, if that is what has happened last.
    pub(super) fn mover(&self, event: &Event) -> Option<Color> {
        if let Event::Played { by, .. } = event {
            return Some(*by);
        }
        let Event::Luzhanqi { seen, .. } = event else { return None };
        // red has moved if an odd number of turns is over
        let by = if self.ply() % 2 == 1 { Color::Red } else { Color::Black };
        matches!(**seen, Seen::Moved { .. }).then_some(by)
    }

    pub(super) fn ply(&self) -> u16 {
        u16::try_from(self.state.game.ply()).expect("limits::GAME_PLIES fits")
    }

    /// The game on the board.
    #[cfg(test)]
    pub(super) const fn game(&self) -> &chuhe_rules::Game {
        &self.state.game
    }

    /// Checks that what is read of the journal is what happened; see
    /// [`Hub::check_invariants`](super::hub::Hub::check_invariants).
    pub(super) fn check_invariants(&self) {
        let again = Self::replay(self.id, self.revision, self.journal.entries(0).to_vec());
        assert_eq!(again.map(|again| again.state), Ok(self.state.clone()), "what is read is what happened");
    }
}
