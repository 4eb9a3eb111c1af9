//! One game at a table: seats, game, clocks, offers and the journal.
//!
//! A room decides what happens and records it as events in its journal; the fold of `state`
//! applies each event, both live and when a journal is replayed. A room has no connections. The
//! hub calls it when a player goes or returns, and passes on what a step brings: see
//! [`Room::take_step`].

mod absence;
mod absences;
pub(super) mod conduct;
mod offering;
mod pause;
mod preview;
pub(super) mod rating;
mod rematch;
mod repetition;
mod repetitions;
mod setup;
mod snapshot;
mod spectating;
mod state;
mod timing;

use super::game_event::GameEvent;
use super::journal::Journal;
use super::rated_game::{ToRate, has_changed_ratings};
use super::rated_log::Correction;
use super::record::{JournalEntry, Record};
use absences::Absences;
use chuhe_protocol::{
    EarlierGames, Event, GameId, GameKind, GameStart, GameSummary, PlayerId, Refusal, Seat, Seq, Terms,
    ValidTerms, limits,
};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{EventView, Formation};
use chuhe_rules::{AbortReason, Color, GameMove, Outcome, PerColor, Viewer, WinReason};
use state::State;

pub use state::InvalidEvent;

// fewer than 100 events start a game and follow its end
const _: () = assert!(
    limits::GAME_PLIES
        + 2 * limits::GAME_OFFERS * 4
        + 2 * limits::GAME_LAGS
        + limits::GAME_REPETITIONS
        + 2 * limits::GAME_INTERRUPTIONS
        + 100
        <= limits::GAME_EVENTS
);

/// One game, running or over, and the two players at its table.
#[derive(Debug)]
pub(super) struct Room {
    id: GameId,
    state: State,
    journal: Journal,
    /// The formations that become final when the set-up time ends, in games with a set-up.
    drafts: Option<Box<PerColor<Draft>>>,
    /// The absences that a full journal cannot record.
    unrecorded_absences: Absences,
    next_tick: Option<Timestamp>,
    /// What an operator has made of the game since it was rated. The journal keeps it as it was played.
    correction: Option<Box<Correction>>,
    /// How often the room's row was written.
    revision: u32,
}

/// The consequences of a room's events since its last step: what to store, send and schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoomStep {
    /// The number of the first event to store; see [`Room::records_from`].
    pub(super) first_unsaved: Seq,
    /// The number of the first event to send to the players, if there is one.
    pub(super) first_unsent: Option<Seq>,
    /// When to call [`Room::handle_timeout`].
    pub(super) timeout: Option<Timestamp>,
    /// When the room closes because both players are away, if they are.
    pub(super) both_away_due: Option<Timestamp>,
    /// The outcome, if the game has ended with these events.
    pub(super) outcome: Option<Outcome>,
}

/// How a player leaves their connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Departure {
    /// The connection is lost.
    Lost,
    /// It is lost after the program said that it goes to sleep.
    Asleep,
    /// The player closes the program.
    Quit,
}

/// The hub's next step after an offer or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreed {
    /// Nothing.
    Nothing,
    /// Both players want a rematch.
    Rematch,
}

/// The formation that becomes final when the time to set up runs out.
#[derive(Clone, Copy, Debug)]
struct Draft {
    formation: Formation,
    /// Whether the player placed it, now or before they withdrew it; otherwise it is random.
    is_placed: bool,
}

/// The players and terms with which a new room starts.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) id: GameId,
    pub(super) challenger: Seat,
    pub(super) challenger_color: Color,
    pub(super) opponent: Seat,
    pub(super) terms: ValidTerms,
    pub(super) rematch_of: Option<EarlierGames>,
    /// The time for each side's first move.
    pub(super) first_move_ms: u32,
}

/// A journal that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {n} is impossible: {why}")]
pub struct InvalidJournal {
    /// The number of the first impossible event.
    pub n: usize,
    /// Why it is impossible.
    pub why: InvalidEvent,
}

impl Room {
    /// Opens a room and starts its game.
    pub(super) fn open(opening: Opening, now: Timestamp) -> Self {
        let Opening { id, challenger, challenger_color, opponent, terms, rematch_of, first_move_ms } =
            opening;
        let seats = match challenger_color {
            Color::Red => PerColor::new(challenger, opponent),
            Color::Black => PerColor::new(opponent, challenger),
        };
        let times = terms.times(challenger_color);
        let setup_ms = if terms.game.has_formations() { limits::SETUP_MS } else { 0 };
        let setup_ms = u32::try_from(setup_ms).unwrap_or(u32::MAX);
        let sent_terms = (*terms).clone();
        let rules = terms.rules();
        let start = GameStart { seats, terms: sent_terms, times, rematch_of, first_move_ms, setup_ms, rules };
        let state = State::begin(now, &start, terms, challenger_color);
        let event = Event::Started(Box::new(start));
        let mut journal = Journal::default();
        journal.push(JournalEntry { at: now, event: event.into(), premove: false });
        let mut room = Self::with(id, state, journal);
        room.schedule_tick(now);
        room
    }

    /// Restores a room from its journal. `revision` is that of the stored row.
    ///
    /// # Errors
    /// If no game can have this journal.
    pub(super) fn replay(
        id: GameId,
        revision: u32,
        entries: Vec<JournalEntry>,
    ) -> Result<Self, InvalidJournal> {
        let invalid = |n, why| InvalidJournal { n, why };
        let started = entries.first().ok_or(invalid(0, InvalidEvent::Start))?;
        let start = started.event.public().ok_or(invalid(0, InvalidEvent::Start))?;
        let mut state = State::read_first(started.at, start).map_err(|why| invalid(0, why))?;
        for (n, entry) in entries.iter().enumerate().skip(1) {
            if n >= limits::GAME_EVENTS {
                return Err(invalid(n, InvalidEvent::TooMany));
            }
            state.replay(entry).map_err(|why| invalid(n, why))?;
        }
        let mut journal = Journal::restored(entries);
        if state.ended.is_some() && !state.situation().both_moved() {
            journal.withhold_reveal();
        }
        Ok(Self { revision, ..Self::with(id, state, journal) })
    }

    fn with(id: GameId, state: State, journal: Journal) -> Self {
        let unrecorded_absences = Absences::default();
        Self {
            id,
            state,
            journal,
            drafts: None,
            unrecorded_absences,
            next_tick: None,
            correction: None,
            revision: 0,
        }
    }

    /// Returns the record of the room, open or closed.
    pub(super) fn write(&mut self, is_open: bool) -> Record {
        let revision = self.revision;
        self.revision += 1;
        Record::Room { game: self.id, revision, is_open }
    }

    /// How often the row of the room was written.
    pub(super) const fn revision(&self) -> u32 {
        self.revision
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    /// The game before this one, if this is a rematch.
    pub(super) fn rematch_of(&self) -> Option<GameId> {
        self.state.rematch_of.map(|earlier| earlier.last)
    }

    /// The player of a colour.
    pub(super) fn player(&self, color: Color) -> PlayerId {
        self.state.seats[color].player
    }

    /// The colour of a player who is at the table.
    pub(super) fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.player(color) == player && self.is_present(color))
    }

    /// Whether the player of a colour is at the table.
    pub(super) fn is_present(&self, color: Color) -> bool {
        self.state.present[color]
    }

    pub(super) const fn is_over(&self) -> bool {
        self.state.ended.is_some()
    }

    /// The time of the last event.
    pub(super) const fn last_at(&self) -> Timestamp {
        self.state.at
    }

    /// How the game ended, and when.
    pub(super) const fn ended(&self) -> Option<(Outcome, Timestamp)> {
        self.state.ended
    }

    /// The terms of the game.
    pub(super) fn terms(&self) -> &Terms {
        &self.state.terms
    }

    /// The kind of the game.
    pub(super) fn kind(&self) -> GameKind {
        self.state.terms.game.kind()
    }

    /// Returns the game's entry for the lists of its players, if it is over.
    ///
    /// A game has no entry unless both players have moved.
    pub(super) fn summary(&self) -> Option<GameSummary> {
        let (outcome, ended_at) = self.state.ended?;
        self.state.situation().both_moved().then(|| GameSummary {
            game: self.id,
            seats: self.state.seats.clone(),
            outcome,
            plies: self.ply(),
            ended_at_ms: ended_at.as_ms(),
            kind: self.kind(),
            first_moves: self.state.game.first_moves(),
            rated: has_changed_ratings(&self.journal, self.state.is_rated),
            correction: None,
        })
    }

    /// Returns the events from number `from` on, as `viewer` sees them.
    ///
    /// For viewers without a delay, absences count from `now`.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq, now: Timestamp) -> Vec<Event> {
        let mut events = self.journal.seen_by(viewer, from);
        if self.journal.visible_to(viewer) == self.next() {
            self.state.absences.bring_up_to_date(&mut events, self.state.shown_at(now));
        }
        events
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> Seq {
        self.journal.next()
    }

    /// Takes what follows from the events since the last call.
    pub(super) fn take_step(&mut self) -> RoomStep {
        let first_unsent = self.journal.take_unsent();
        let is_end = |entry: &JournalEntry| matches!(entry.event.public(), Some(Event::Ended { .. }));
        let ends = |first| self.journal.entries(first).iter().any(is_end);
        let ended = self.state.ended.filter(|_| first_unsent.is_some_and(ends));
        RoomStep {
            first_unsaved: self.journal.take_unsaved(),
            first_unsent,
            timeout: self.poll_timeout(),
            both_away_due: self.both_away_due(),
            outcome: ended.map(|(outcome, _)| outcome),
        }
    }

    /// The number of the first unsaved event; from now on, every event counts as saved.
    pub(super) fn take_unsaved(&mut self) -> Seq {
        self.journal.take_unsaved()
    }

    /// The records that store the events from number `first` on, and, with the end of the game,
    /// the entries in its players' lists. `counts` says whether it will change ratings.
    pub(super) fn records_from(
        &self,
        first: Seq,
        counts: impl FnOnce(&ToRate) -> bool,
    ) -> impl Iterator<Item = Record> {
        let game = self.id;
        let entries = self.journal.entries(first);
        let has_ended = entries.iter().any(|entry| entry.event.is_end());
        let listed = if has_ended { listed(self, counts) } else { Vec::new() };
        let events = (first..).zip(entries.iter().cloned());
        events.map(move |(n, entry)| Record::Event { game, n, entry }).chain(listed)
    }

    /// Plays a move for `by`, who may say that it is a premove.
    ///
    /// # Errors
    /// Why the move is refused; the room is unchanged.
    pub(super) fn play(
        &mut self,
        by: Color,
        ply: u16,
        (mv, premove): (GameMove, bool),
        now: Timestamp,
    ) -> Result<(), Refusal> {
        if self.state.moves.get(usize::from(ply)) == Some(&Some((by, mv))) {
            return Ok(()); // the client sent it again
        }
        self.check_running()?;
        if ply != self.ply() {
            return Err(Refusal::WrongPly { expected: self.ply() });
        }
        self.state.game.validate(by, mv).map_err(Refusal::Illegal)?;
        let at = now.max(self.state.at);
        let premove = premove && self.state.clock.takes_premove(at);
        self.record_charged(at, premove, |state, at| state.play(at, by, mv, premove));
        self.record_repetition(now);
        self.end_if_decided(now);
        Ok(())
    }

    /// Resigns for `by`.
    pub(super) fn resign(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        let too_early = self.state.luzhanqi().is_some_and(|game| !game.may_resign());
        if too_early || !self.state.situation().both_moved() {
            return Err(Refusal::ResignTooEarly);
        }
        self.end(Outcome::won(by.opponent(), WinReason::Resignation), now);
        Ok(())
    }

    /// Aborts the game at the request of `by`.
    pub(super) fn abort(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_running()?;
        if self.state.situation().both_moved() {
            return Err(Refusal::AbortTooLate);
        }
        self.end(Outcome::Aborted(AbortReason::Requested(by)), now);
        Ok(())
    }

    /// Records that `color` leaves the table of a finished game.
    pub(super) fn leave(&mut self, color: Color, now: Timestamp) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::GameRunning);
        }
        self.close_rematch_of_leaver(color, now);
        self.record_event(now, Event::Left { color });
        Ok(())
    }

    fn end(&mut self, outcome: Outcome, now: Timestamp) {
        self.record_event(now, Event::Ended { outcome, clocks: ClockReading::default() });
        self.reveal(now);
    }

    /// Reveals the hidden pieces of a finished game, if it has any and both players have moved.
    fn reveal(&mut self, now: Timestamp) {
        if self.state.awaits_reveal() {
            self.record(now, |state, at| state.reveal(at));
        }
    }

    /// Ends a running game whose outcome the board forces.
    fn end_if_decided(&mut self, now: Timestamp) {
        if let Some(outcome) = self.state.decided().filter(|_| !self.is_over()) {
            self.end(outcome, now);
        }
    }

    /// Records a public event. The state fills in its clocks.
    fn record_event(&mut self, at: Timestamp, event: Event) {
        self.record(at, |state, at| state.apply(at, event, false));
    }

    /// Changes the state and records the event that the change makes, which is no premove.
    fn record(
        &mut self,
        at: Timestamp,
        change: impl FnOnce(&mut State, Timestamp) -> Result<GameEvent, InvalidEvent>,
    ) {
        self.record_charged(at, false, change);
    }

    /// Changes the state and records the event that the change makes. Every change of the game
    /// goes through here.
    fn record_charged(
        &mut self,
        at: Timestamp,
        premove: bool,
        change: impl FnOnce(&mut State, Timestamp) -> Result<GameEvent, InvalidEvent>,
    ) {
        // a flag may have fallen just before the server was restarted
        let at = at.max(self.state.at);
        let event = change(&mut self.state, at).expect("the room has checked that the change is allowed");
        let moves_clocks = match &event {
            GameEvent::Public(event) => event.moves_clocks(),
            // confirming and withdrawing in turns must not delay the opponent's ticks
            GameEvent::Secret(_) => !self.is_over() && !self.is_setting_up(),
        };
        if moves_clocks {
            self.schedule_tick(at);
        }
        self.journal.push(JournalEntry { at, event, premove });
    }

    const fn check_running(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::GameOver) } else { Ok(()) }
    }

    /// Whether the journal has room for another offer or absence of `by`.
    fn may_spend(&self, by: Color) -> bool {
        self.state.spent[by] < limits::GAME_OFFERS
    }

    /// Who made the last move, if `event` is that move.
    pub(super) fn mover(&self, event: &Event) -> Option<Color> {
        if let Event::Played { by, .. } = event {
            return Some(*by);
        }
        let Event::Luzhanqi { seen, .. } = event else { return None };
        let (by, _) = self.state.moves.last().copied().flatten()?;
        matches!(**seen, EventView::Moved { .. }).then_some(by)
    }

    pub(super) fn ply(&self) -> u16 {
        u16::try_from(self.state.game.ply()).expect("limits::GAME_PLIES fits")
    }

    /// The position and its history.
    #[cfg(test)]
    pub(super) const fn game(&self) -> &chuhe_rules::Game {
        &self.state.game
    }

    /// Checks that replaying the journal gives the present state; see
    /// [`Hub::check_invariants`](super::hub::Hub::check_invariants).
    ///
    /// # Panics
    /// If it does not.
    pub(super) fn check_invariants(&self) {
        let replayed = Self::replay(self.id, self.revision, self.journal.entries(0).to_vec());
        assert_eq!(
            replayed.map(|replayed| replayed.state),
            Ok(self.state.clone()),
            "replaying the journal gives the present state"
        );
    }
}

/// The entries of a game that has just ended in its players' lists. It is out of the path of a move.
#[cold]
#[inline(never)]
fn listed(room: &Room, counts: impl FnOnce(&ToRate) -> bool) -> Vec<Record> {
    let Some(mut summary) = room.summary() else { return Vec::new() };
    // the journal says it only after the end
    summary.rated |= room.to_rate().is_some_and(|game| counts(&game));
    let players = Color::ALL.map(|color| room.player(color));
    players.map(|player| Record::PlayerGame { player, summary: summary.clone() }).into()
}
