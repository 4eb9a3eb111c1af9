//! A game at the board: what has happened in it, what is in the hand, what moves.
//!
//! [`Record`] folds the server's events; `Hand` is the pointer; `play` makes moves
//! of what the hand does, `board` says what is to be drawn, [`Permits`] what the buttons do.

mod board;
mod face;
mod glide;
mod hand;
mod permits;
mod play;
mod record;
#[cfg(test)]
mod tests;

pub use face::{ClockFace, Shown};
pub use permits::{Denied, GivingUp, Permit, Permits};
pub(crate) use play::Moment;
pub use record::{Record, WrittenMove};

use super::action::Tab;
use super::chat::{Chat, ChatLine};
use super::notice::Notice;
use super::outbox::Outbox;
use chuhe_protocol::{Cursor, Event, GameId, OfferEnd, PlayerId, Seq};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;
use chuhe_rules::{Color, GameMove};
use glide::Glides;
use hand::Hand;
use permits::Standing;
use record::Desync;

/// A game the user plays.
#[derive(Debug)]
pub struct Table {
    record: Record,
    me: Color,
    hand: Hand,
    glides: Glides,
    /// The move that was sent and is not confirmed yet; it is shown as played.
    pending: Option<Pending>,
    /// A move of the list that is shown on the board.
    preview: Option<Move>,
    /// The plies after which the position is shown; `None`, the present one.
    review: Option<usize>,
    flipped: bool,
    asked_to_resign: bool,
    forgotten: bool,
    tab: Tab,
    pub(crate) chat: Chat,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pending {
    mv: Move,
    ply: u16,
    request: u32,
}

/// What came of a frame of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    /// All is known up to its end.
    Known,
    /// Events before it are missing.
    Gap,
    /// It does not fit what is known.
    Desync,
}

impl Table {
    /// The table of a game that begins with these events.
    pub(crate) fn begin(
        game: GameId,
        events: Vec<Event>,
        me: PlayerId,
        now: Timestamp,
        live: bool,
        out: &mut Outbox,
    ) -> Option<Self> {
        let mut events = events.into_iter();
        let record = Record::begin(game, events.next()?, now, live).ok()?;
        let color = Color::ALL.into_iter().find(|&color| record.seats()[color].player == me)?;
        let mut table = Self::new(record, color);
        match table.take_in(1, events.collect(), now, live, out) {
            Applied::Known => Some(table),
            Applied::Gap | Applied::Desync => None,
        }
    }

    fn new(record: Record, me: Color) -> Self {
        Self {
            record,
            me,
            hand: Hand::default(),
            glides: Glides::default(),
            pending: None,
            preview: None,
            review: None,
            flipped: false,
            asked_to_resign: false,
            forgotten: false,
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
        if first > self.record.next() {
            return Applied::Gap;
        }
        let known = (self.record.next() - first) as usize;
        for event in events.into_iter().skip(known) {
            if self.happened(&event, now, live, out).is_err() {
                return Applied::Desync;
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
    ) -> Result<(), Desync> {
        match event {
            Event::Played { by, mv: GameMove::Xiangqi(mv), .. } => self.played(*by, *mv, event, now, live)?,
            Event::TakenBack { to_ply, .. } => {
                self.forget_plans();
                self.glides.taken_back(&self.record, usize::from(*to_ply), now);
                self.record.apply(event, now, live)?;
            }
            Event::Started { .. }
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. } => self.record.apply(event, now, live)?,
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
    ) -> Result<(), Desync> {
        let shown_already = self.pending.is_some_and(|pending| pending.mv == mv && by == self.me);
        let taken = self.record.xiangqi().position().piece_at(mv.to);
        self.record.apply(event, now, live)?;
        if !shown_already {
            self.forget_plans();
            self.glides.clear();
            self.glides.moved(mv, taken, now);
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
        self.review = None;
        self.asked_to_resign = false;
    }

    fn announce(&self, event: &Event, out: &mut Outbox) {
        let by_opponent = |color: Color| color == self.me.opponent();
        match event {
            Event::OfferClosed { by, kind, how: OfferEnd::Declined } if !by_opponent(*by) => {
                out.notice(Notice::OfferDeclined(*kind));
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn } if by_opponent(*by) => {
                out.notice(Notice::OfferWithdrawn(*kind));
            }
            Event::TakenBack { .. } => out.notice(Notice::TakenBack),
            Event::Played { by, .. } if by_opponent(*by) && self.in_check() => out.notice(Notice::InCheck),
            Event::WentAway { color, .. } if by_opponent(*color) => out.notice(Notice::OpponentAway),
            Event::CameBack { color } if by_opponent(*color) => out.notice(Notice::OpponentBack),
            Event::Left { color } if by_opponent(*color) => out.notice(Notice::OpponentLeft),
            Event::Started { .. }
            | Event::Played { .. }
            | Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::WentAway { .. }
            | Event::CameBack { .. }
            | Event::Ended { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. } => {}
        }
    }

    fn in_check(&self) -> bool {
        self.record.xiangqi().position().in_check() && self.record.xiangqi().outcome().is_none()
    }

    /// What is known of the game.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Which side the user plays.
    #[must_use]
    pub const fn me(&self) -> Color {
        self.me
    }

    /// The side at the bottom.
    #[must_use]
    pub const fn bottom(&self) -> Color {
        if self.flipped { self.me.opponent() } else { self.me }
    }

    /// The side to move; nobody once the game is over or forgotten.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.record.turn().filter(|_| !self.forgotten)
    }

    /// Whether it is the user's turn and his move is not on its way yet.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.turn() == Some(self.me) && self.pending.is_none()
    }

    /// How far the game is known.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        self.record.cursor()
    }

    /// What the user may do now.
    #[must_use]
    pub fn permits(&self, now: Timestamp, online: bool) -> Permits<'_> {
        let standing = match (self.forgotten, online) {
            (true, _) => Standing::Forgotten,
            (false, true) => Standing::Heard,
            (false, false) => Standing::Offline,
        };
        Permits { record: &self.record, me: self.me, standing, now }
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

    /// The server does not know this game any more.
    pub(crate) fn forget(&mut self, now: Timestamp) {
        self.forgotten = true;
        self.record.freeze(now);
        self.forget_plans();
    }

    /// Keeps what was said and chosen at the board before, of which this is the rematch.
    pub(crate) fn continue_from(&mut self, before: Self) {
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
        let clocks = self.record.clocks(now);
        let running = clocks.running.filter(|_| !self.record.is_over());
        let digit = running.and_then(|color| face::next_change(clocks.sides[color], now));
        let countdown = self.record.claimable_at(self.me.opponent()).or(self.record.first_move_by());
        let second = countdown.filter(|at| *at > now).map(|at| now.plus_ms(at.since(now) % 1000 + 1));
        digit.into_iter().chain(second).min()
    }
}
