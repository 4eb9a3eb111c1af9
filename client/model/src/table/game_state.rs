//! The state of a game: a fold of the events that the server sends.
//!
//! It neither draws nor sends anything. It holds what every game has: seats, terms, clocks, offers,
//! absences and the outcome. Its [`Play`] holds the board.

use super::clock_face;
use super::contract::{Change, OutOfSync, Reception};
use super::giving_up::GivingUp;
use super::luzhanqi::LuzhanqiPlay;
use super::play::Play;
use super::shown_clocks::ShownClocks;
use super::turn_times::TurnTimes;
use super::viewpoint::{Role, User, Viewpoint};
use crate::layout::table_layout::BoardOf;
use crate::lobby::past_games::Score;
use crate::luzhanqi::History;
use crate::table::repetition::Repetition;
use chuhe_protocol::{
    ChatRoom, Cursor, EarlierGames, Event, GameCorrection, GameId, GameStart, OfferEnd, PlayerName,
    PlayerResult, RatedEnd, Seat, Seq, TakebackPolicy, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::{ClockReading, LAG_CREDIT_MS, LAG_QUOTA_MS, SideReading, TimeControl, Timestamp};
use chuhe_rules::offers::{OfferKind, Offers, Situation};
use chuhe_rules::{Color, Outcome, PerColor, xiangqi};

/// The connection of a side: its absence, round trip and credit for network delay.
#[derive(Clone, Copy, Debug)]
struct SideConnection {
    away: Option<Away>,
    has_left: bool,
    /// How much longer it may be absent, if that is known.
    absence_left_ms: Option<u32>,
    round_trip_ms: Option<u16>,
    /// The network delay with which its clock is credited.
    lag_ms: u16,
    /// How much of that credit is left.
    lag_quota_ms: u16,
}

impl Default for SideConnection {
    fn default() -> Self {
        Self {
            away: None,
            has_left: false,
            absence_left_ms: None,
            round_trip_ms: None,
            lag_ms: 0,
            lag_quota_ms: LAG_QUOTA_MS,
        }
    }
}

/// An absent side.
#[derive(Clone, Copy, Debug)]
struct Away {
    /// When the absence was reported.
    reported_at: Timestamp,
    /// When the opponent may first claim the game.
    claimable_at: Timestamp,
}

/// When the times before a game's clocks run are over, as far as that is known.
#[derive(Clone, Copy, Debug)]
struct Deadlines {
    /// Of setting up.
    setup: Option<Timestamp>,
    /// Of the first move of the side to move.
    first_move: Option<Timestamp>,
    /// How long a side has for its first move.
    first_move_ms: u32,
    /// Since when they and all absences stand, because an organiser has paused the game.
    held_at: Option<Timestamp>,
}

/// The state of a game at the client.
#[derive(Clone, Debug)]
pub struct GameState {
    id: GameId,
    seats: PerColor<Seat>,
    terms: ValidTerms,
    times: PerColor<TimeControl>,
    viewpoint: Viewpoint,
    /// The game of which this is the rematch.
    rematch_of: Option<EarlierGames>,
    pub(super) play: Play,
    /// The clocks as they were set last, and whether they run.
    pub shown_clocks: ShownClocks,
    /// How long the turns took.
    pub turns: TurnTimes,
    deadlines: Deadlines,
    offers: Offers,
    outcome: Option<Outcome>,
    /// How a rated game has changed ratings.
    rated: Option<RatedEnd>,
    /// What an operator has made of the game since it ended.
    pub correction: Option<GameCorrection>,
    connections: PerColor<SideConnection>,
    next: Seq,
}

impl Deadlines {
    /// A turn has begun, at this time if it is known.
    fn turned(&mut self, at: Option<Timestamp>) {
        self.first_move = at.map(|at| at.plus_ms(u64::from(self.first_move_ms)));
    }

    /// Nobody could move for so long; a deadline in a past that is told now is not known.
    fn interrupted(&mut self, live: bool, more_ms: u64) {
        self.first_move = self.first_move.filter(|_| live).map(|at| at.plus_ms(more_ms));
    }

    /// A pause is over, of which the server tells no more.
    fn went_on(&mut self, live: bool, more_ms: u64) {
        self.interrupted(live, more_ms);
        self.setup = self.setup.filter(|_| live).map(|at| at.plus_ms(more_ms));
    }
}

impl GameState {
    /// Creates the state after the first event of a game, for this user.
    ///
    /// # Errors
    /// If the event begins no game, the user has no seat to play from, or the terms are not playable.
    pub(super) fn begin(
        id: GameId,
        event: Event,
        user: User,
        now: Timestamp,
        live: bool,
    ) -> Result<Self, OutOfSync> {
        let Event::Started(beginning) = event else { return Err(OutOfSync) };
        let GameStart { seats, terms, times, first_move_ms, setup_ms, rematch_of, rules } = *beginning;
        let viewpoint = Viewpoint::of(user, &seats).ok_or(OutOfSync)?;
        let terms = ValidTerms::parse_under(rules, terms).map_err(|_| OutOfSync)?;
        let play = Play::new(terms.new_game(), Viewpoint::viewer(user, &seats));
        // a resume brings players the time that is left right after, but none if the game begins with it
        let counts_down = live || user.role == Role::Player;
        let clocks = ClockReading { sides: times.map(full_reading), running: None };
        let mut game = Self {
            id,
            seats,
            terms,
            times,
            viewpoint,
            rematch_of,
            play,
            shown_clocks: ShownClocks::new(clocks, now),
            turns: TurnTimes::default(),
            deadlines: Deadlines {
                setup: (counts_down && setup_ms > 0).then(|| now.plus_ms(u64::from(setup_ms))),
                first_move: counts_down.then(|| now.plus_ms(u64::from(first_move_ms))),
                first_move_ms,
                held_at: None,
            },
            offers: Offers::default(),
            outcome: None,
            rated: None,
            correction: None,
            connections: PerColor::default(),
            next: 1,
        };
        game.turns.turned(0, game.mover(0), clocks, (counts_down || viewpoint.is_reader()).then_some(now));
        Ok(game)
    }

    /// Creates the state from a snapshot that covers all events before number `next`.
    ///
    /// A snapshot has fewer events than the game.
    ///
    /// # Errors
    /// If the events contradict each other.
    pub fn from_snapshot(
        id: GameId,
        events: Vec<Event>,
        next: Seq,
        user: User,
        now: Timestamp,
    ) -> Result<Self, OutOfSync> {
        let mut events = events.into_iter();
        let mut game = Self::begin(id, events.next().ok_or(OutOfSync)?, user, now, false)?;
        let seat = game.seat();
        for event in events {
            game.apply(&event, &Reception { seat, confirmed: false, animate: false, now }, false)?;
        }
        game.next = next;
        Ok(game)
    }

    /// Applies the next event, and returns what it changed on the board.
    ///
    /// # Errors
    /// If it contradicts the state.
    pub(super) fn apply(
        &mut self,
        event: &Event,
        reception: &Reception,
        live: bool,
    ) -> Result<Change, OutOfSync> {
        let now = reception.now;
        // a reader receives each event with its time
        let seen = (live || self.viewpoint.is_reader()).then_some(now);
        let before = self.ply();
        let mut change = self.play.apply(event, reception)?;
        if let Some(by) = change.moved {
            change.lapsed = self.offers.lapsing(by);
            self.offers.record_move(by, now);
        }
        match event {
            Event::Started(_) => return Err(OutOfSync),
            Event::Luzhanqi { clocks, .. } | Event::Played { clocks, .. } => {
                self.shown_clocks.set(*clocks, now);
                // what happens before the first move delays it, and what is revealed at the end is no turn
                if self.ply() > before || self.ply() == 0 {
                    self.turns.turned(self.ply(), self.mover(self.ply()), self.shown_clocks.last(), seen);
                }
            }
            Event::Offered { by, kind } => {
                let ply = self.ply();
                self.offers.record_offer(*by, *kind, ply);
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn } => {
                self.offers.record_withdrawal(*by, *kind, now);
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Declined } => {
                self.offers.record_decline(*by, *kind, now)
            }
            Event::TakenBack { by: _, to_ply, clocks } => {
                self.offers.record_takeback(usize::from(*to_ply));
                self.shown_clocks.set(*clocks, now);
                self.turns.taken_back(self.ply(), self.shown_clocks.last(), seen);
            }
            Event::WentAway { color, claimable_in_ms } | Event::FellAsleep { color, claimable_in_ms } => {
                let claimable_at = now.plus_ms(u64::from(*claimable_in_ms));
                self.connections[*color].away = Some(Away { reported_at: now, claimable_at });
            }
            Event::CameBack { color } => self.connections[*color].away = None,
            Event::Ended { outcome, clocks } => {
                self.outcome = Some(*outcome);
                self.offers.clear();
                self.deadlines.held_at = None;
                self.shown_clocks.set_halted(false, now);
                self.shown_clocks.set(*clocks, now);
            }
            Event::Paused { clocks } => self.pauses(*clocks, now),
            Event::Left { color } => self.connections[*color].has_left = true,
            Event::RepetitionJudged { .. } => {}
            Event::Rated(end) => self.rated = Some(*end),
            Event::LagMeasured { color, lag_ms } => {
                self.connections[*color].lag_ms = (*lag_ms).min(LAG_CREDIT_MS)
            }
            Event::Interrupted { down_ms, clocks } => self.goes_on(*down_ms, clocks, live, reception),
        }
        if change.new_turn {
            let counts_down = live || self.seat().is_some();
            self.deadlines.turned(counts_down.then_some(now));
        }
        self.next = self.next.checked_add(1).ok_or(OutOfSync)?;
        Ok(change)
    }

    /// An organiser pauses the game.
    fn pauses(&mut self, clocks: ClockReading, now: Timestamp) {
        self.deadlines.held_at = Some(now);
        self.shown_clocks.set_halted(true, now);
        self.shown_clocks.set(clocks, now);
    }

    /// The game goes on after an interruption or a pause of so many milliseconds.
    fn goes_on(&mut self, down_ms: u64, clocks: &ClockReading, live: bool, reception: &Reception) {
        let now = reception.now;
        let seen = (live || self.viewpoint.is_reader()).then_some(now);
        // what the server told during a pause counts from then
        let held_at = self.deadlines.held_at.take();
        let since = held_at.filter(|at| *at < now);
        let more_ms = |at: Timestamp| {
            let passed_ms = since.map_or(down_ms, |since| now.since(since.max(at)));
            passed_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS)
        };
        self.prolong_absences(more_ms, now);
        if held_at.is_some() {
            self.deadlines.went_on(live, more_ms(Timestamp::from_ms(0)));
        } else {
            self.deadlines.interrupted(live, more_ms(now));
        }
        self.shown_clocks.set_halted(false, now);
        self.shown_clocks.set(*clocks, now);
        self.turns.interrupted(self.mover(self.ply() + 1), down_ms, clocks, seen);
    }

    /// Extends absences by the length of an interruption, in which nobody could come back, and by the
    /// extra time after it.
    ///
    /// An absence that is reported together with the interruption already includes both.
    fn prolong_absences(&mut self, more_ms: impl Fn(Timestamp) -> u64, now: Timestamp) {
        for color in Color::ALL {
            if let Some(away) = self.connections[color].away.as_mut().filter(|away| away.reported_at < now) {
                away.claimable_at = away.claimable_at.plus_ms(more_ms(away.reported_at));
            }
        }
    }

    /// Lets the game count by the word of an operator.
    pub fn corrected(&mut self, correction: Option<GameCorrection>, rated: RatedEnd) {
        (self.correction, self.rated) = (correction, Some(rated));
    }

    /// Stops the clocks for good.
    pub(super) fn stop_clocks(&mut self, now: Timestamp) {
        self.shown_clocks.end(now);
        self.deadlines.first_move = None;
    }

    /// Sets the ping round trips of both sides.
    pub fn set_round_trips(&mut self, round_trip_ms: PerColor<Option<u16>>) {
        Color::ALL.into_iter().for_each(|color| self.connections[color].round_trip_ms = round_trip_ms[color]);
    }

    /// The id of the game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The number of the next event to receive.
    #[must_use]
    pub const fn next(&self) -> Seq {
        self.next
    }

    /// The game and the number of the next event to receive.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor { game: self.id, next: self.next }
    }

    /// The player of each side.
    #[must_use]
    pub const fn seats(&self) -> &PerColor<Seat> {
        &self.seats
    }

    /// Shows another name of the player of this side.
    pub fn rename(&mut self, side: Color, name: PlayerName) {
        self.seats[side].name = name;
    }

    /// The terms of the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The time control of each side.
    #[must_use]
    pub const fn times(&self) -> &PerColor<TimeControl> {
        &self.times
    }

    /// The game of which this is the rematch.
    #[must_use]
    pub fn rematch_of(&self) -> Option<GameId> {
        self.rematch_of.map(|earlier| earlier.last)
    }

    /// The results of the player of this side in the games of the match before this one.
    #[must_use]
    pub fn earlier(&self, side: Color) -> Score {
        let score = |EarlierGames { last: _, won, drawn }| {
            let [won, drawn, lost] = [won[side], drawn, won[side.opponent()]].map(u64::from);
            Score { won, drawn, lost }
        };
        self.rematch_of.map(score).unwrap_or_default()
    }

    /// The point of view from which the user sees the game.
    #[must_use]
    pub const fn viewpoint(&self) -> Viewpoint {
        self.viewpoint
    }

    /// The chat room of the user; `None` for a reader.
    #[must_use]
    pub const fn room(&self) -> Option<ChatRoom> {
        match self.viewpoint {
            Viewpoint::Player(_) => Some(ChatRoom::Table(self.id)),
            Viewpoint::Spectator => Some(ChatRoom::Spectators(self.id)),
            Viewpoint::Reader(_) => None,
        }
    }

    /// The side that the user plays; `None` for spectators and readers.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        self.viewpoint.seat()
    }

    /// The user's side; red for spectators and readers.
    #[must_use]
    pub const fn me(&self) -> Color {
        self.viewpoint.home()
    }

    /// The game on the board.
    #[must_use]
    pub const fn play(&self) -> &Play {
        &self.play
    }

    /// The board that the game is played on.
    #[must_use]
    pub fn board(&self) -> BoardOf {
        self.play.board()
    }

    /// The game by the rules, if it is xiangqi.
    #[must_use]
    pub fn xiangqi(&self) -> Option<&xiangqi::Game> {
        self.play.xiangqi()
    }

    /// The ruling on a repetition that ended the game, or the warning while it goes on.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        self.play.repetition().filter(|it| it.is_final || !self.is_over())
    }

    /// The history that the viewer has seen, if the game is luzhanqi.
    #[must_use]
    pub fn luzhanqi(&self) -> Option<&History> {
        self.play.luzhanqi().map(LuzhanqiPlay::history)
    }

    /// What the viewer knows of the position, for an engine; `None` for a spectator of luzhanqi.
    #[must_use]
    pub fn known_position(&self) -> Option<chuhe_bot::Position> {
        match &self.play {
            Play::Xiangqi(play) => Some(chuhe_bot::Position::Xiangqi(Box::new(play.game().clone()))),
            Play::Luzhanqi(play) => Some(chuhe_bot::Position::Luzhanqi(Box::new(play.knowledge()?.clone()))),
        }
    }

    /// The number of plies on the board.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.play.ply()
    }

    /// How a player can end the game now: by aborting it until both have moved, and then by resigning.
    #[must_use]
    pub fn giving_up(&self) -> GivingUp {
        if self.situation().both_moved() { GivingUp::Resign } else { GivingUp::Abort }
    }

    /// Whether the players set up their pieces.
    #[must_use]
    pub fn is_setting_up(&self) -> bool {
        self.play.is_setting_up() && !self.is_over()
    }

    /// When the time for setting up ends, if that is known.
    #[must_use]
    pub fn setup_until(&self) -> Option<Timestamp> {
        self.deadlines.setup.filter(|_| self.is_setting_up() && !self.shown_clocks.stand())
    }

    /// Sets how much time is left for setting up.
    pub fn set_setup_left(&mut self, left_ms: Option<u32>, now: Timestamp) {
        self.told_during_pause(now);
        self.deadlines.setup = left_ms.map(|left| now.plus_ms(u64::from(left)));
    }

    /// The server tells during a pause how much time is left.
    fn told_during_pause(&mut self, now: Timestamp) {
        self.deadlines.held_at = self.deadlines.held_at.map(|_| now);
    }

    /// Sets how much time is left for the first move of the side to move.
    pub fn set_first_move_left(&mut self, left_ms: Option<u32>, now: Timestamp) {
        self.told_during_pause(now);
        self.deadlines.first_move = left_ms.map(|left| now.plus_ms(u64::from(left)));
    }

    /// The side to move; `None` once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.play.turn().filter(|_| !self.is_over())
    }

    /// How the game ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The results of the player of this side in the rematches of a game, with this one once it is over.
    #[must_use]
    pub fn score(&self, side: Color) -> Score {
        let earlier = self.earlier(side);
        self.outcome.map_or(earlier, |outcome| earlier.with(PlayerResult::of(outcome, side)))
    }

    /// How a rated game that is over has changed ratings.
    #[must_use]
    pub const fn rated(&self) -> Option<RatedEnd> {
        self.rated
    }

    /// Whether the game has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether a record can be made of the game: nothing of it is hidden.
    #[must_use]
    pub fn is_recordable(&self) -> bool {
        self.luzhanqi().is_none_or(|history| {
            history.has_begun() && Color::ALL.into_iter().all(|side| history.view().formation(side).is_some())
        })
    }

    /// The offers, open and past.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The state of the game that decides which offers are allowed.
    #[must_use]
    pub fn situation(&self) -> Situation {
        Situation {
            takebacks: self.terms.takeback == TakebackPolicy::Ask,
            over: self.is_over(),
            ply: self.ply(),
            first: self.play.first_to_move(),
        }
    }

    /// The open offers of `by`.
    pub fn open_offers(&self, by: Color) -> impl Iterator<Item = OfferKind> {
        OfferKind::ALL.into_iter().filter(move |&kind| self.offers.is_open(by, kind))
    }

    /// What the clocks show now.
    #[must_use]
    pub fn clocks(&self, now: Timestamp) -> ClockReading {
        self.shown_clocks.read(now)
    }

    /// What the clocks showed after this number of plies, stopped.
    #[must_use]
    pub fn clocks_after(&self, ply: usize) -> ClockReading {
        let last = ClockReading { running: None, ..self.shown_clocks.last() };
        let is_last = self.is_over() && ply == self.ply();
        self.turns.clocks_after(ply).filter(|_| !is_last).unwrap_or(last)
    }

    /// The side that made the turn after which this number of plies was played, from 1.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Color {
        let first = self.play.first_to_move();
        if ply % 2 == 1 { first } else { first.opponent() }
    }

    /// The time that the player spent on the turn of this ply, from 1, in milliseconds.
    ///
    /// The clocks show it while there is game time. Otherwise it was measured here, if the turn was
    /// seen live from its start to its end, or the server has told it.
    #[must_use]
    pub fn spent_ms(&self, ply: usize) -> Option<u64> {
        let by = self.mover(ply);
        self.turns.spent_ms(ply, by, self.times[by])
    }

    /// When the opponent of this absent side may claim the game; `None` while the side is present.
    #[must_use]
    pub fn claimable_at(&self, color: Color) -> Option<Timestamp> {
        self.connections[color].away.map(|away| away.claimable_at)
    }

    /// Sets how much longer each side may be absent.
    pub fn set_absence_left(&mut self, left_ms: PerColor<u32>) {
        Color::ALL
            .into_iter()
            .for_each(|color| self.connections[color].absence_left_ms = Some(left_ms[color]));
    }

    /// Sets how much credit for network delay is left to each side.
    pub fn set_lag_quotas(&mut self, quota_ms: PerColor<u16>) {
        for color in Color::ALL {
            self.connections[color].lag_quota_ms = quota_ms[color].min(LAG_QUOTA_MS);
        }
    }

    /// The game time that the server has added to the clock of this side because it was interrupted, in milliseconds; `None`
    /// if it added none.
    #[must_use]
    pub fn interruption_credit_ms(&self, color: Color) -> Option<u64> {
        (self.times[color].game_ms > 0).then(|| self.turns.credited_ms()).filter(|&ms| ms > 0)
    }

    /// The network delay with which the clock of this side is credited, if there is any, and how
    /// much credit is left, in milliseconds.
    #[must_use]
    pub fn lag_credit_ms(&self, color: Color) -> Option<(u16, u16)> {
        let SideConnection { lag_ms, lag_quota_ms, .. } = self.connections[color];
        (lag_ms > 0 && !self.is_over()).then_some((lag_ms, lag_quota_ms))
    }

    /// How much longer this side may be absent, once it has been, in milliseconds.
    #[must_use]
    pub fn absence_left_ms(&self, color: Color) -> Option<u64> {
        let left_ms = u64::from(self.connections[color].absence_left_ms.filter(|_| !self.is_over())?);
        (left_ms < limits::GAME_ABSENCE_MS).then_some(left_ms)
    }

    /// Whether this side has left the board.
    #[must_use]
    pub fn has_left(&self, color: Color) -> bool {
        self.connections[color].has_left
    }

    /// The ping round trip of this side.
    #[must_use]
    pub fn round_trip_ms(&self, color: Color) -> Option<u16> {
        self.connections[color].round_trip_ms
    }

    /// When the digits of a clock or a countdown change next.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let clocks = self.clocks(now);
        let running = clocks.running.filter(|_| !self.is_over());
        let digit = running.and_then(|color| clock_face::next_change(clocks.sides[color], now));
        let claimable = self.claimable_at(self.me().opponent()).filter(|_| !self.shown_clocks.are_halted());
        let countdowns = [claimable, self.first_move_by(), self.setup_until()];
        let countdown = countdowns.into_iter().flatten().find(|at| *at > now);
        let second = countdown.map(|at| now.plus_ms(at.since(now) % 1000 + 1));
        digit.into_iter().chain(second).min()
    }

    /// The deadline for the first move of the side to move, if there is one and it is known.
    #[must_use]
    pub fn first_move_by(&self) -> Option<Timestamp> {
        let first = self.ply() < 2 && !self.is_over() && !self.shown_clocks.stand() && !self.is_setting_up();
        self.deadlines.first_move.filter(|_| first)
    }
}

fn full_reading(control: TimeControl) -> SideReading {
    let part = |ms: u32| (ms > 0).then_some(u64::from(ms));
    SideReading {
        game_ms: part(control.game_ms),
        read_ms: part(control.read_ms),
        move_ms: part(control.move_ms),
    }
}
