//! A table: the state of one game, and the user's interaction with it.

use super::clock_face;
use super::contract::{BoardContext, Interrupts, OutOfSync, Reception};
use super::game_state::GameState;
use super::giving_up::{Asked, GivingUp};
use super::permits::{Permits, Service};
use super::play;
use super::selection::Selection;
use super::viewpoint::{Role, Viewpoint};
use crate::actions::action::Tab;
use crate::lobby::chat::Chat;
use crate::lobby::past_games::Score;
use crate::luzhanqi::BoardPart;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::table::drawn_marks::{DrawnMarks, Pen};
use chuhe_protocol::{ChatRoom, Cursor, Event, GameId, PlayerId, PlayerResult, Seq};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::{Color, GameMove};

/// A game that the user plays, watches or reads.
#[derive(Debug)]
pub struct Table {
    pub(super) game: GameState,
    pub(super) selection: Selection,
    /// The move that was sent and is not confirmed; the board shows it as played.
    pub(super) pending: Option<PendingMove>,
    /// The move to send as soon as it is legal.
    pub(super) premove: Option<GameMove>,
    /// The reviewed position, as a number of plies played; `None` for the current position.
    pub(super) review: Option<usize>,
    /// The arrows and circles that the user drew on the shown position.
    pub(super) marks: DrawnMarks,
    /// The mark that the user is drawing.
    pub(super) pen: Pen,
    pub(super) flipped: bool,
    /// How much of a board of luzhanqi is shown.
    pub(super) part: BoardPart,
    /// Whether what an earlier run of the program remembered of this table was looked for.
    pub(super) is_recalled: bool,
    /// What the user is asked to confirm.
    pub(super) asked: Option<Asked>,
    /// Whether the server no longer has this game.
    gone: bool,
    /// The rematch that the players of a watched game have begun.
    pub rematch: Option<GameId>,
    /// The number of the unanswered request for events of a finished game.
    pub loading: Option<u32>,
    tab: Tab,
    /// The chat of the table.
    pub chat: Chat,
    /// The games of the players before this one.
    earlier: Score,
    /// The move that the user types.
    pub typed: String,
}

/// A move that was sent and is not confirmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PendingMove {
    pub(super) mv: GameMove,
    pub(super) ply: u16,
    pub(super) request: u32,
    /// Whether the connection was lost after sending, so that the move may not have arrived.
    pub(super) maybe_lost: bool,
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
        user: (PlayerId, Role),
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Option<Self> {
        let mut events = events.into_iter();
        let mut table = Self::new(GameState::begin(game, events.next()?, user, now, live).ok()?);
        for event in events {
            table.apply(&event, now, live, out).ok()?;
        }
        Some(table)
    }

    /// The table of a game in this state.
    pub fn new(game: GameState) -> Self {
        Self {
            game,
            selection: Selection::default(),
            pending: None,
            premove: None,
            review: None,
            marks: DrawnMarks::default(),
            pen: Pen::default(),
            flipped: false,
            part: BoardPart::default(),
            is_recalled: false,
            asked: None,
            gone: false,
            rematch: None,
            loading: None,
            tab: Tab::default(),
            chat: Chat::default(),
            earlier: Score::default(),
            typed: String::new(),
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
        if first > self.game.next() {
            return Applied::Gap;
        }
        let known = (self.game.next() - first) as usize;
        for event in events.into_iter().skip(known) {
            if let Event::Interrupted { down_ms, .. } = event
                && !matches!(self.viewpoint(), Viewpoint::Reader(_))
            {
                out.notice(Notice::Interrupted { down_ms });
            }
            if self.apply(&event, now, live, out).is_err() {
                return Applied::OutOfSync;
            }
        }
        if live {
            self.play_premove(now, out);
        } else {
            self.premove = None;
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
        let confirmed = self.pending.is_some_and(|pending| play::move_in(event) == Some(pending.mv));
        // every change ends a player's review, so they see the current position
        let animate = self.review.is_none() || self.seat().is_some();
        let reception = Reception { seat: self.seat(), confirmed, animate, now };
        let change = self.game.apply(event, &reception, live)?;
        if change.moved.is_some() {
            self.pending = None;
        }
        match change.interrupts {
            Interrupts::Nothing => {}
            Interrupts::Selection => self.selection.clear(),
            Interrupts::Everything => self.cancel_interaction(),
        }
        // a spectator at an earlier position keeps the marks there
        if change.new_turn && self.review.is_none() {
            self.marks.clear();
        }
        // a warning is read before the next move
        if matches!(event, Event::Ended { .. } | Event::TakenBack { .. } | Event::RepetitionJudged { .. }) {
            self.premove = None;
        }
        if matches!(event, Event::Ended { .. }) {
            self.cancel_interaction();
        }
        self.limit_review();
        if live {
            if let Some(notice) = change.notice {
                out.notice(notice);
            }
            self.announce(event, out);
        }
        Ok(())
    }

    /// Cancels the user's interaction with a position that has changed.
    fn cancel_interaction(&mut self) {
        self.selection.clear();
        self.pending = None;
        self.asked = None;
        self.game.play.cancel_interaction();
        // spectators and readers stay at the position that they review
        if self.seat().is_some() {
            self.review = None;
        }
    }

    /// Ends the review if a takeback removed the reviewed position.
    fn limit_review(&mut self) {
        let ply = self.game.ply();
        self.review = self.review.filter(|&at| at < ply);
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

    /// The user's viewpoint: player, spectator or reader.
    #[must_use]
    pub const fn viewpoint(&self) -> Viewpoint {
        self.game.viewpoint()
    }

    /// Whether this is a finished game from the list, fetched for a review.
    #[must_use]
    pub const fn is_reader(&self) -> bool {
        matches!(self.viewpoint(), Viewpoint::Reader(_))
    }

    /// The side that the user plays; `None` for spectators and readers.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        self.viewpoint().seat()
    }

    /// The user's side; red for spectators and readers.
    #[must_use]
    pub const fn me(&self) -> Color {
        self.viewpoint().home()
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        if self.flipped { self.me().opponent() } else { self.me() }
    }

    /// How much of a board of luzhanqi is shown; of other boards all is.
    #[must_use]
    pub const fn part(&self) -> BoardPart {
        self.part
    }

    /// Shows the board from this side, without a movement.
    pub fn show_from(&mut self, bottom: Color) {
        self.flipped = bottom != self.me();
        self.selection.clear();
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
        self.turn().is_some() && self.turn() == self.seat() && self.pending.is_none()
    }

    /// What the clocks show: the current time, or for a reader the time at the reviewed ply.
    #[must_use]
    pub fn shown_clocks(&self, now: Timestamp) -> ClockReading {
        match (self.viewpoint(), self.review) {
            (Viewpoint::Reader(_), Some(ply)) => self.game.clocks_after(ply),
            _ => self.game.clocks(now),
        }
    }

    /// The cursor: the number of the next event to receive.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        self.game.cursor()
    }

    /// What the user may do now.
    #[must_use]
    pub fn permits(&self, now: Timestamp, online: bool) -> Permits<'_> {
        let service = match (self.gone, online) {
            (true, _) => Service::Gone,
            (false, true) if self.game.shown_clocks.are_paused() => Service::Paused,
            (false, true) => Service::Serving,
            (false, false) => Service::Offline,
        };
        Permits { game: &self.game, seat: self.seat(), service, now }
    }

    /// The state of the table that the board depends on.
    pub(super) fn context(&self) -> BoardContext {
        BoardContext {
            viewpoint: self.viewpoint(),
            selection: self.selection,
            review: self.review,
            pending: self.pending.map(|pending| pending.mv),
            premove: self.premove,
            my_turn: self.is_my_turn(),
            open: !self.gone && !self.game.is_over(),
        }
    }

    /// The reviewed position, as a number of plies played; `None` for the current position.
    #[must_use]
    pub const fn review(&self) -> Option<usize> {
        self.review
    }

    /// How the user wants to end the game at once, which they are asked to confirm.
    ///
    /// The question closes when it would mean something else, because both have moved.
    #[must_use]
    pub fn asked_to_give_up(&self) -> Option<GivingUp> {
        match self.asked? {
            Asked::GiveUp(asked) => Some(asked).filter(|asked| *asked == self.game.giving_up()),
            Asked::Draw => None,
        }
    }

    /// Whether the user is asked to confirm the offer of a draw.
    #[must_use]
    pub fn asks_for_draw(&self) -> bool {
        self.asked == Some(Asked::Draw)
    }

    /// Whether the server no longer has this game.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.gone
    }

    /// The chat room of this table; `None` for a reader.
    #[must_use]
    pub const fn room(&self) -> Option<ChatRoom> {
        match self.viewpoint() {
            Viewpoint::Player(_) => Some(ChatRoom::Table(self.game.id())),
            Viewpoint::Spectator => Some(ChatRoom::Spectators(self.game.id())),
            Viewpoint::Reader(_) => None,
        }
    }

    /// Whether events of a finished game are being fetched.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// The tab that is shown.
    #[must_use]
    pub const fn tab(&self) -> Tab {
        self.tab
    }

    /// The move that the user types.
    #[must_use]
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The chat of this table.
    #[must_use]
    pub const fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Replaces the state of the game with a snapshot. A pending move stays pending while it is
    /// legal.
    pub fn restore(&mut self, mut game: GameState, now: Timestamp) {
        game.shown_clocks.set_paused(self.game.shown_clocks.are_paused(), now);
        let before = std::mem::replace(&mut self.game, game);
        self.game.play.carry_over(before.play);
        self.premove = None;
        self.selection.clear();
        self.limit_review();
        let (ply, over) = (self.game.ply(), self.game.is_over());
        let legal = |mv| self.seat().is_some_and(|seat| self.game.play.validate(seat, mv).is_ok());
        self.pending =
            self.pending.filter(|pending| usize::from(pending.ply) == ply && !over && legal(pending.mv));
        self.asked = self.asked.filter(|_| !over);
    }

    /// Stops the game because the server no longer has it.
    pub fn set_gone(&mut self, now: Timestamp) {
        self.gone = true;
        self.premove = None;
        self.game.stop_clocks(now);
        self.cancel_interaction();
    }

    /// The results of the player of this side in the rematches of a game, with this one once it is over.
    #[must_use]
    pub fn score(&self, side: Color) -> Score {
        let earlier = if side == self.me() { self.earlier } else { self.earlier.reversed() };
        self.game.outcome().map_or(earlier, |outcome| earlier.with(PlayerResult::of(outcome, side)))
    }

    /// Takes over the score of the previous game, if this game is its rematch, and for its players also the chat.
    pub fn continue_from(&mut self, before: Self) {
        if self.game.rematch_of() != Some(before.game.id()) {
            return;
        }
        // the players of a rematch exchange their sides
        let player = self.game.seats()[self.me()].player;
        let side = Color::ALL.into_iter().find(|&side| before.game.seats()[side].player == player);
        self.earlier = side.map(|side| before.score(side)).unwrap_or_default();
        if before.seat().is_none() {
            return;
        }
        self.chat = before.chat;
        if before.tab == Tab::Chat {
            self.tab = Tab::Chat;
        }
    }

    /// Shows this tab.
    pub fn show_tab(&mut self, tab: Tab) {
        self.tab = tab;
        if tab == Tab::Chat {
            self.chat.mark_read();
        }
    }

    /// Whether the tab with the chat is shown.
    pub fn shows_chat(&self) -> bool {
        self.tab == Tab::Chat
    }

    /// When the digits of a clock or a countdown change next.
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let clocks = self.game.clocks(now);
        let running = clocks.running.filter(|_| !self.game.is_over());
        let digit = running.and_then(|color| clock_face::next_change(clocks.sides[color], now));
        let claimable = self.game.claimable_at(self.me().opponent());
        let countdowns = [claimable, self.game.first_move_by(), self.game.setup_until()];
        let countdown = countdowns.into_iter().flatten().find(|at| *at > now);
        let second = countdown.map(|at| now.plus_ms(at.since(now) % 1000 + 1));
        digit.into_iter().chain(second).min()
    }
}
