//! A game at the board: what has happened in it, what is in the hand, what moves.
//!
//! [`GameState`] folds the server's events; `Hand` is the pointer; `play` makes moves of what the hand
//! does, `desk` is what luzhanqi has besides moves, `board` says what is to be drawn, [`Permits`]
//! what the buttons do.

mod announce;
mod board;
mod desk;
mod face;
mod game_state;
mod glide;
mod hand;
mod motion;
mod move_notation;
mod permits;
mod play;
#[cfg(test)]
mod tests;
mod viewpoint;

pub use face::{ClockFace, Shown};
pub use game_state::GameState;
pub use move_notation::MoveNotation;
pub use permits::{GivingUp, Permit, Permits};
pub(crate) use play::Moment;
pub use viewpoint::{Role, Viewpoint};

use super::action::Tab;
use super::chat::{Chat, ChatLine};
use super::notice::Notice;
use super::outbox::Outbox;
use chuhe_protocol::{ChatRoom, Cursor, Event, GameId, PlayerId, Seq};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, GameMove};
use desk::Desk;
pub(crate) use game_state::OutOfSync;
use glide::Glides;
use hand::Hand;
use permits::Standing;

/// A game the user plays, watches or reads.
#[derive(Debug)]
pub struct Table {
    game: GameState,
    viewpoint: Viewpoint,
    hand: Hand,
    glides: Glides,
    /// What the user does in luzhanqi besides moving; there is none in another game.
    desk: Option<Desk>,
    /// The move that was sent and is not confirmed yet; it is shown as played.
    pending: Option<Pending>,
    /// A move of the list that is shown on the board.
    preview: Option<Move>,
    /// The plies after which the position is shown; `None`, the present one.
    review: Option<usize>,
    flipped: bool,
    asked_to_resign: bool,
    forgotten: bool,
    /// The request for events of a finished game that are still to come.
    pub(crate) loading: Option<u32>,
    tab: Tab,
    pub(crate) chat: Chat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pending {
    mv: GameMove,
    ply: u16,
    request: u32,
    /// Whether the connection over which it was sent is lost, so that it may never have arrived.
    doubtful: bool,
}

/// What came of a frame of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    /// All is known up to its end.
    Known,
    /// Events before it are missing.
    Gap,
    /// It does not fit what is known.
    OutOfSync,
}

impl Table {
    /// The table of a game that begins with these events.
    pub(crate) fn begin(
        game: GameId,
        events: Vec<Event>,
        user: (PlayerId, Role),
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Option<Self> {
        let mut events = events.into_iter();
        let game = GameState::begin(game, events.next()?, user, now, live).ok()?;
        let mut table = Self::of(game, user)?;
        for event in events {
            table.happened(&event, now, live, out).ok()?;
        }
        Some(table)
    }

    /// The table of a game of which so much is known.
    pub(crate) fn of(game: GameState, (user, role): (PlayerId, Role)) -> Option<Self> {
        let viewpoint = Viewpoint::of(role, &game, user)?;
        Some(Self::new(game, viewpoint))
    }

    fn new(game: GameState, viewpoint: Viewpoint) -> Self {
        let desk = game.luzhanqi().map(|_| Desk::default());
        Self {
            game,
            viewpoint,
            desk,
            hand: Hand::default(),
            glides: Glides::default(),
            pending: None,
            preview: None,
            review: None,
            flipped: false,
            asked_to_resign: false,
            forgotten: false,
            loading: None,
            tab: Tab::default(),
            chat: Chat::default(),
        }
    }

    /// Takes in events of this game, the first of them number `first`. Those known are passed over.
    pub(crate) fn take_in(
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
                && !matches!(self.viewpoint, Viewpoint::Reader(_))
            {
                out.notice(Notice::Interrupted { down_ms });
            }
            if self.happened(&event, now, live, out).is_err() {
                return Applied::OutOfSync;
            }
        }
        Applied::Known
    }

    fn happened(
        &mut self,
        event: &Event,
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Result<(), OutOfSync> {
        match event {
            Event::Played { by, mv: GameMove::Xiangqi(mv), .. } => self.played(*by, *mv, event, now, live)?,
            Event::Played { mv: GameMove::Luzhanqi(_), .. } => return Err(OutOfSync),
            Event::Luzhanqi { seen, .. } => {
                let near = self.is_draw_near();
                self.saw(seen, event, now, live)?;
                if live {
                    self.announce_seen(seen, near, out);
                }
            }
            Event::TakenBack { to_ply, .. } => {
                self.forget_plans();
                match self.review {
                    Some(_) => self.glides.clear(),
                    None => self.glides.taken_back(&self.game, usize::from(*to_ply), now),
                }
                self.game.apply(event, now, live)?;
                self.keep_review();
            }
            Event::Started(_)
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. } => self.game.apply(event, now, live)?,
        }
        if matches!(event, Event::Ended { .. }) {
            self.forget_plans();
            self.hand.clear();
        }
        if live {
            self.announce(event, out);
        }
        Ok(())
    }

    fn played(
        &mut self,
        by: Color,
        mv: Move,
        event: &Event,
        now: Timestamp,
        live: bool,
    ) -> Result<(), OutOfSync> {
        let sent = |pending: Pending| pending.mv == GameMove::Xiangqi(mv);
        let shown_already = self.pending.is_some_and(sent) && self.seat() == Some(by);
        let taken = self.game.xiangqi().and_then(|game| game.position().piece_at(mv.to));
        self.game.apply(event, now, live)?;
        if !shown_already {
            self.forget_plans();
            self.glides.clear();
            if self.review.is_none() {
                self.glides.moved(mv, taken, now);
            }
        }
        self.pending = None;
        self.preview = None;
        Ok(())
    }

    /// The position has changed: what was planned in it is void.
    fn forget_plans(&mut self) {
        self.hand.clear();
        self.pending = None;
        self.preview = None;
        self.asked_to_resign = false;
        if let Some(desk) = &mut self.desk {
            desk.held = None;
        }
        // one who only looks on is not called away from where he looks
        if self.seat().is_some() {
            self.review = None;
        }
    }

    /// What is looked back at must be there still.
    fn keep_review(&mut self) {
        let ply = self.game.ply();
        self.review = self.review.filter(|&at| at < ply);
    }

    /// What is known of the game.
    #[must_use]
    pub const fn game(&self) -> &GameState {
        &self.game
    }

    pub(crate) const fn game_mut(&mut self) -> &mut GameState {
        &mut self.game
    }

    /// From where the user sees the game.
    #[must_use]
    pub const fn viewpoint(&self) -> Viewpoint {
        self.viewpoint
    }

    /// Which side the user plays; `None` if he does not.
    #[must_use]
    pub const fn seat(&self) -> Option<Color> {
        self.viewpoint.seat()
    }

    /// The side from which the user sees the game: his own if he has one.
    #[must_use]
    pub const fn me(&self) -> Color {
        self.viewpoint.home()
    }

    /// The side at the bottom.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        if self.flipped { self.me().opponent() } else { self.me() }
    }

    /// The side to move; nobody once the game is over or forgotten.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.game.turn().filter(|_| !self.forgotten)
    }

    /// Whether it is the user's turn and his move is not on its way yet.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.turn().is_some() && self.turn() == self.seat() && self.pending.is_none()
    }

    /// What the clocks show: to a reader, at the ply he looks at.
    #[must_use]
    pub fn shown_clocks(&self, now: Timestamp) -> ClockReading {
        match (self.viewpoint, self.review) {
            (Viewpoint::Reader(_), Some(ply)) => self.game.clocks_after(ply),
            _ => self.game.clocks(now),
        }
    }

    /// How far the game is known.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        self.game.cursor()
    }

    /// What the user may do now.
    #[must_use]
    pub fn permits(&self, now: Timestamp, online: bool) -> Permits<'_> {
        let standing = match (self.forgotten, online) {
            (true, _) => Standing::Forgotten,
            (false, true) if self.game.is_still() => Standing::Paused,
            (false, true) => Standing::Heard,
            (false, false) => Standing::Offline,
        };
        Permits { game: &self.game, seat: self.seat(), standing, now }
    }

    /// The plies after which the position is shown, if it is not the present one.
    #[must_use]
    pub const fn review(&self) -> Option<usize> {
        self.review
    }

    /// The move of the list that is shown on the board.
    #[must_use]
    pub const fn preview(&self) -> Option<Move> {
        self.preview
    }

    /// Whether the user is asked whether he means to resign.
    #[must_use]
    pub const fn is_asked_to_resign(&self) -> bool {
        self.asked_to_resign
    }

    /// Whether the server does not know this game any more.
    #[must_use]
    pub const fn is_forgotten(&self) -> bool {
        self.forgotten
    }

    /// Where what is said at this board is heard; `None` where nothing is said.
    #[must_use]
    pub const fn room(&self) -> Option<ChatRoom> {
        match self.viewpoint {
            Viewpoint::Player(_) => Some(ChatRoom::Table(self.game.id())),
            Viewpoint::Spectator => Some(ChatRoom::Spectators(self.game.id())),
            Viewpoint::Reader(_) => None,
        }
    }

    /// Whether events of the finished game are still to come.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Which tab is shown.
    #[must_use]
    pub const fn tab(&self) -> Tab {
        self.tab
    }

    /// What the players say.
    #[must_use]
    pub const fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Takes in the game as it stands in place of what was known of it. A move that is on its way
    /// stays so if it can still be played.
    pub(crate) fn retold(&mut self, mut game: GameState, now: Timestamp) {
        game.stand_still(self.game.is_still(), now);
        let known = self.game.ply();
        self.game = game;
        self.still();
        self.marks_caught_up(known);
        self.hand.clear();
        self.preview = None;
        self.keep_review();
        let (ply, over) = (self.game.ply(), self.game.is_over());
        let legal = |mv| self.seat().is_some() && self.validate(mv).is_ok();
        self.pending =
            self.pending.filter(|pending| usize::from(pending.ply) == ply && !over && legal(pending.mv));
        self.asked_to_resign &= !over;
    }

    /// The server does not know this game any more.
    pub(crate) fn forget(&mut self, now: Timestamp) {
        self.forgotten = true;
        self.game.freeze(now);
        self.forget_plans();
    }

    /// Keeps what was said and chosen at the board before, of which this is the rematch.
    pub(crate) fn continue_from(&mut self, before: Self) {
        if before.seat().is_none() {
            return;
        }
        self.chat = before.chat;
        if before.tab == Tab::Chat {
            self.tab = Tab::Chat;
        }
    }

    /// Shows this tab.
    pub(crate) fn show_tab(&mut self, tab: Tab) {
        self.tab = tab;
        if tab == Tab::Chat {
            self.chat.looked_at();
        }
    }

    /// Takes in a line of chat.
    pub(crate) fn heard(&mut self, line: ChatLine, old_news: bool) {
        let seen = old_news || self.tab == Tab::Chat;
        self.chat.heard(line, seen);
    }

    /// When the clock's digits change or a wait is over.
    pub(crate) fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let clocks = self.game.clocks(now);
        let running = clocks.running.filter(|_| !self.game.is_over());
        let digit = running.and_then(|color| face::next_change(clocks.sides[color], now));
        let claimable = self.game.claimable_at(self.me().opponent());
        let countdowns = [claimable, self.game.first_move_by(), self.game.setup_until()];
        let countdown = countdowns.into_iter().flatten().find(|at| *at > now);
        let second = countdown.map(|at| now.plus_ms(at.since(now) % 1000 + 1));
        digit.into_iter().chain(second).min()
    }
}
