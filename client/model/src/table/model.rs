//! A table: the state of one game, and the user's interaction with it.

use super::clock_face::ClockFace;
use super::contract::{BoardContext, Interrupts, OutOfSync, Reception};
use super::game_state::GameState;
use super::giving_up::Confirmation;
use super::interaction::{Interaction, PendingMove};
use super::permits::{Permits, Service};
use super::tabs::Tabs;
use super::viewpoint::{User, Viewpoint};
use super::{announce, play};
use crate::exchange::files::Files;
use crate::lobby::watch::Spectators;
use crate::luzhanqi::BoardPart;
use crate::notices::evening_notice::EveningNotice;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use chuhe_protocol::{Event, GameId, PlayerId, RatedEnd, Seq};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::{Color, PerColor};

/// A rating, and how many more games it takes at least until it can be relied on.
type SeatRating = (u16, u8);

/// A game that the user plays, watches or reads.
#[derive(Debug)]
pub struct Table {
    pub(super) game: GameState,
    /// What the user does on the board.
    pub interaction: Interaction,
    pub(super) flipped: bool,
    /// How much of a board of luzhanqi is shown; of other boards all is.
    pub part: BoardPart,
    /// Whether what an earlier run of the program remembered of this table was looked for.
    pub is_recalled: bool,
    /// What the user is asked to confirm.
    pub(super) asked: Option<Confirmation>,
    /// Whether the server no longer has this game.
    gone: bool,
    /// How an offer ended while the user was away, until they are told.
    pub missed: Option<Notice>,
    /// The rematch that the players of a watched game have begun.
    pub rematch: Option<GameId>,
    /// The ratings before a rated game, as far as they are known: the lobby is not updated while the user plays.
    ratings: PerColor<Option<SeatRating>>,
    /// The number of the unanswered request for events of a finished game.
    pub loading: Option<u32>,
    /// The tabs beside the board, and the chat in one of them.
    pub tabs: Tabs,
    /// The spectators, as far as they were reported.
    pub spectators: Option<Spectators>,
    /// The move that the user types.
    pub typed: String,
    /// The dialog of saved formations, hidden once the set-up has ended.
    pub layouts: Option<Files>,
}

/// The result of applying a frame of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// All events of the frame are applied.
    Complete,
    /// Events before the frame are missing.
    Gap,
    /// The frame contradicts the state.
    OutOfSync,
}

impl Table {
    /// The table of a game that begins with these events.
    pub fn begin(
        game: GameId,
        events: Vec<Event>,
        user: User,
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Option<Self> {
        let mut events = events.into_iter();
        let mut table = Self::new(GameState::begin(game, events.next()?, user, now, live).ok()?);
        let mut was_away = false;
        for event in events {
            table.apply(&event, now, live, out).ok()?;
            was_away |= table.game.seat().is_some_and(|me| table.game.claimable_at(me).is_some());
        }
        // an earlier run of the program may have told it
        table.missed = table.missed.filter(|_| was_away);
        Some(table)
    }

    /// The table of a game in this state.
    pub fn new(game: GameState) -> Self {
        Self {
            game,
            interaction: Interaction::default(),
            flipped: false,
            part: BoardPart::default(),
            is_recalled: false,
            asked: None,
            gone: false,
            missed: None,
            rematch: None,
            ratings: PerColor::default(),
            loading: None,
            tabs: Tabs::default(),
            spectators: None,
            typed: String::new(),
            layouts: None,
        }
    }

    /// Applies events of this game, numbered from `first`; skips those applied before.
    pub fn apply_events(
        &mut self,
        first: Seq,
        events: Vec<Event>,
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Applied {
        let applied = self.apply_timed(first, events.into_iter().map(|event| (event, now)), live, out);
        if applied != Applied::Complete {
            return applied;
        }
        if live {
            self.play_premove(now, out);
        } else {
            self.interaction.premove = None;
        }
        Applied::Complete
    }

    /// Applies events of this game, numbered from `first`, each at its time; skips those applied before.
    pub fn apply_timed(
        &mut self,
        first: Seq,
        events: impl Iterator<Item = (Event, Timestamp)>,
        live: bool,
        out: &mut Outbox,
    ) -> Applied {
        let Some(known) = self.game.next().checked_sub(first) else { return Applied::Gap };
        for (event, at) in events.skip(known as usize) {
            if let Event::Interrupted { down_ms, .. } = event
                && !self.game.viewpoint().is_reader()
            {
                out.notice(if self.game.shown_clocks.are_halted() {
                    Notice::Evening(EveningNotice::GoesOn)
                } else {
                    Notice::Interrupted { down_ms }
                });
            }
            if live && matches!(event, Event::Paused { .. }) {
                out.notice(Notice::Evening(EveningNotice::Paused));
            }
            if self.apply(&event, at, live, out).is_err() {
                return Applied::OutOfSync;
            }
        }
        Applied::Complete
    }

    fn apply(
        &mut self,
        event: &Event,
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Result<(), OutOfSync> {
        let confirmed =
            self.interaction.pending.is_some_and(|pending| play::move_in(event) == Some(pending.mv));
        // every change ends a player's review, so they see the current position
        let animate = self.interaction.review.is_none() || self.game.seat().is_some();
        let reception = Reception { seat: self.game.seat(), confirmed, animate, now };
        let change = self.game.apply(event, &reception, live)?;
        if change.moved.is_some() {
            self.interaction.pending = None;
        }
        match change.interrupts {
            Interrupts::Nothing => {}
            Interrupts::Selection => self.interaction.selection.clear(),
            Interrupts::Everything => self.cancel_interaction(),
        }
        // a spectator at an earlier position keeps the marks there
        if change.new_turn && self.interaction.review.is_none() {
            self.interaction.marks.clear();
        }
        // a warning is read before the next move
        if matches!(event, Event::Ended { .. } | Event::TakenBack { .. } | Event::RepetitionJudged { .. }) {
            self.interaction.premove = None;
        }
        if matches!(event, Event::Ended { .. }) {
            self.cancel_interaction();
        }
        self.interaction.limit_review(self.game.ply());
        let me = self.game.seat();
        let told = me.and_then(|me| announce::notice_of(event, &change, me));
        if live {
            out.notices(change.notice.into_iter().chain(told));
        } else if told.as_ref().is_some_and(Notice::is_about_offer) {
            self.missed = told;
        } else if matches!(event, Event::WentAway { color, .. } | Event::FellAsleep { color, .. } if Some(*color) == me)
        {
            // it was told before
            self.missed = None;
        }
        Ok(())
    }

    /// Cancels the user's interaction with a position that has changed.
    fn cancel_interaction(&mut self) {
        self.interaction.selection.clear();
        self.interaction.pending = None;
        self.asked = None;
        self.game.play.cancel_interaction();
        // spectators and readers stay at the position that they review
        if self.game.seat().is_some() {
            self.interaction.review = None;
        }
    }

    /// The state of the game, as far as the client has received it.
    #[must_use]
    pub const fn game(&self) -> &GameState {
        &self.game
    }

    /// The game, to be changed.
    pub const fn game_mut(&mut self) -> &mut GameState {
        &mut self.game
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        if self.flipped { self.game.me().opponent() } else { self.game.me() }
    }

    /// Shows the board from this side, without a movement.
    pub fn show_from(&mut self, bottom: Color) {
        self.flipped = bottom != self.game.me();
        self.interaction.selection.clear();
        self.game.play.stop_animations();
    }

    /// The side to move; `None` once the game is over or gone.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.game.turn().filter(|_| !self.gone)
    }

    /// Whether the user is to move and has no move pending.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.turn().is_some() && self.turn() == self.game.seat() && self.interaction.pending.is_none()
    }

    /// What the clocks show: the current time, or for a reader the time at the reviewed ply.
    #[must_use]
    pub fn shown_clocks(&self, now: Timestamp) -> ClockReading {
        match (self.game.viewpoint(), self.interaction.review) {
            (Viewpoint::Reader(_), Some(ply)) => self.game.clocks_after(ply),
            _ => self.game.clocks(now),
        }
    }

    /// What the user may do now.
    #[must_use]
    pub fn permits(&self, now: Timestamp, online: bool) -> Permits<'_> {
        let service = match (self.gone, online) {
            (true, _) => Service::Gone,
            (false, true) if self.game.shown_clocks.are_paused() => Service::Paused,
            (false, true) if self.game.shown_clocks.are_halted() => Service::Halted,
            (false, true) => Service::Serving,
            (false, false) => Service::Offline,
        };
        Permits { game: &self.game, service, now }
    }

    /// The state of the table that the board depends on.
    pub(super) fn context(&self) -> BoardContext {
        BoardContext {
            viewpoint: self.game.viewpoint(),
            selection: self.interaction.selection,
            review: self.interaction.review,
            pending: self.interaction.pending.map(|pending| pending.mv),
            premove: self.interaction.premove,
            my_turn: self.is_my_turn(),
            open: !self.gone && !self.game.is_over(),
        }
    }

    /// What the user is asked to confirm.
    ///
    /// The question whether to give up closes when it would mean something else, because both have moved.
    #[must_use]
    pub fn asked(&self) -> Option<Confirmation> {
        self.asked.filter(|asked| match asked {
            Confirmation::GiveUp(how) => *how == self.game.giving_up(),
            Confirmation::Draw => true,
        })
    }

    /// Asks the user to confirm this, unless the game is over, or closes the question.
    pub fn ask(&mut self, asked: Option<Confirmation>) {
        self.asked = asked.filter(|_| !self.game.is_over());
    }

    /// Whether the server no longer has this game.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.gone
    }

    /// Replaces the state of the game with a snapshot. A pending move stays pending while it is
    /// legal.
    pub fn restore(&mut self, mut game: GameState, now: Timestamp) {
        game.shown_clocks.set_paused(self.game.shown_clocks.are_paused(), now);
        let before = std::mem::replace(&mut self.game, game);
        self.game.play.carry_over(before.play);
        self.interaction.premove = None;
        self.interaction.selection.clear();
        self.interaction.limit_review(self.game.ply());
        let (ply, over) = (self.game.ply(), self.game.is_over());
        let legal = |mv| self.game.seat().is_some_and(|seat| self.game.play.validate(seat, mv).is_ok());
        let stays = |pending: &PendingMove| usize::from(pending.ply) == ply && !over && legal(pending.mv);
        self.interaction.pending = self.interaction.pending.filter(stays);
        self.asked = self.asked.filter(|_| !over);
    }

    /// Stops the game because the server no longer has it.
    pub fn set_gone(&mut self, now: Timestamp) {
        self.gone = true;
        self.interaction.premove = None;
        self.game.stop_clocks(now);
        self.cancel_interaction();
    }

    /// The rating of the player of this side in a rated game, after the game once it has changed it.
    #[must_use]
    pub fn rating(&self, side: Color) -> Option<SeatRating> {
        match self.game.rated() {
            Some(RatedEnd::Changed(changes)) => Some((changes[side].after, changes[side].games_missing)),
            Some(RatedEnd::Uncounted(_)) | None => self.ratings[side],
        }
    }

    /// Keeps the ratings of players that are not known yet.
    pub fn add_ratings(&mut self, known: impl Fn(PlayerId) -> Option<SeatRating>) {
        for side in Color::ALL.into_iter().filter(|_| self.game.terms().rated) {
            let player = self.game.seats()[side].player;
            self.ratings[side] = self.ratings[side].or_else(|| known(player));
        }
    }

    /// Takes over the ratings of the previous game, and its chat if the user played it and this game is its rematch.
    pub fn continue_from(&mut self, before: Self) {
        let seat = |player| Color::ALL.into_iter().find(|&side| before.game.seats()[side].player == player);
        self.add_ratings(|player| before.rating(seat(player)?));
        if self.game.rematch_of() == Some(before.game.id()) && before.game.seat().is_some() {
            self.tabs.continue_from(before.tabs);
        }
    }
}

/// The clock of a side: what is left for its first move, while that has a deadline, or else of its time.
#[must_use]
pub fn clock_face(table: &Table, side: Color, now: Timestamp) -> ClockFace {
    let game = table.game();
    if let Some(by) = game.first_move_by().filter(|_| table.turn() == Some(side)) {
        return ClockFace::of_first_move(by.since(now));
    }
    let clocks = table.shown_clocks(now);
    ClockFace::of(clocks.sides[side], game.times()[side], clocks.running == Some(side) && !game.is_over())
}
