//! From what the pointer and the lists ask for to a move that is sent.

use super::hand::Release;
use super::{Pending, Table};
use crate::core::denied::Denied;
use crate::core::notice::Notice;
use crate::core::outbox::Outbox;
use crate::core::scene::{Place, Point, Pointer};
use crate::core::table_layout::Placed;
use chuhe_protocol::{ClientMessage, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{IllegalMove, Move};
use chuhe_rules::{GameMove, luzhanqi};

/// What a move needs to know of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) now: Timestamp,
    /// Whether the server hears us.
    pub(crate) online: bool,
}

impl Table {
    /// The pointer did something over the board.
    pub(crate) fn pointer(&mut self, pointer: Pointer, layout: &Placed, moment: Moment, out: &mut Outbox) {
        match pointer {
            Pointer::Moved(at) => self.hand.moved(at, layout.place(at)),
            Pointer::Pressed(at) => match layout.place(at) {
                Some(place) => self.pressed(place, at, moment, out),
                None => {
                    self.hand.clear();
                    self.ask_mark(None);
                }
            },
            Pointer::Released(at) => {
                if let Release::Dropped { from, at, on } = self.hand.released(at, layout.place(at)) {
                    self.dropped(from, at, on, moment, out);
                }
            }
            Pointer::Cancelled => {
                if let Some((place, at)) = self.hand.cancelled() {
                    self.glide_back(place, at, moment.now);
                }
            }
            Pointer::Secondary(at) => {
                if let Some((place, at)) = self.hand.cancelled() {
                    self.glide_back(place, at, moment.now);
                } else {
                    self.ask_mark(layout.place(at).and_then(Place::station));
                }
            }
        }
    }

    fn pressed(&mut self, place: Place, at: Point, moment: Moment, out: &mut Outbox) {
        if let Some(station) = place.station().filter(|_| self.game.is_setting_up()) {
            return self.pressed_setting_up(station, at, moment, out);
        }
        self.preview = None;
        if self.review.is_some() && self.seat().is_some() {
            self.review = None;
            return;
        }
        let selected = self.hand.selected;
        match selected.and_then(|from| move_of(from, place)) {
            _ if self.is_own(place) => {
                self.ask_mark(None);
                match self.may_move(moment) {
                    Ok(()) => self.hand.take(place, at),
                    Err(notice) => out.notice(notice),
                }
            }
            Some(mv) => {
                self.ask_mark(None);
                self.try_move(mv, None, moment, out);
            }
            None => self.ask_mark(place.station()),
        }
    }

    /// Whether a piece of the user's stands there.
    fn is_own(&self, place: Place) -> bool {
        let Some(me) = self.seat() else { return false };
        match place {
            Place::Square(square) => self.game.xiangqi().is_some_and(|game| {
                self.shown_position(game).piece_at(square).is_some_and(|piece| piece.color == me)
            }),
            Place::Station(station) => self.token(station).is_some_and(|token| token.color() == me),
        }
    }

    fn dropped(&mut self, from: Place, at: Point, on: Option<Place>, moment: Moment, out: &mut Outbox) {
        if let Some(station) = from.station().filter(|_| self.game.is_setting_up()) {
            return self.dropped_setting_up(station, on.and_then(Place::station), out);
        }
        let mv = on.filter(|&to| to != from).and_then(|to| move_of(from, to));
        if !mv.is_some_and(|mv| self.try_move(mv, Some(at), moment, out)) {
            self.glide_back(from, at, moment.now);
        }
    }

    /// What was in the hand glides to where it was taken from.
    fn glide_back(&mut self, to: Place, at: Point, now: Timestamp) {
        match to {
            Place::Square(square) => self.glides.dropped(at, square, None, now),
            Place::Station(station) => self.goes_back(station, Some(at), vec![station], now),
        }
    }

    /// Whether the user may play a move at all now.
    fn may_move(&self, moment: Moment) -> Result<(), Notice> {
        self.permits(moment.now, moment.online).play().map_err(|denied| match denied {
            Denied::Refused(Refusal::GameOver) => Notice::Illegal(self.game_over()),
            Denied::Offline
            | Denied::Forgotten
            | Denied::NoSeat
            | Denied::ResignLater { .. }
            | Denied::Refused(_) => Notice::Denied(denied),
        })?;
        if self.is_my_turn() { Ok(()) } else { Err(Notice::Illegal(self.not_your_turn())) }
    }

    const fn game_over(&self) -> IllegalPlay {
        match self.desk {
            Some(_) => IllegalPlay::Luzhanqi(luzhanqi::IllegalMove::GameOver),
            None => IllegalPlay::Xiangqi(IllegalMove::GameOver),
        }
    }

    const fn not_your_turn(&self) -> IllegalPlay {
        match self.desk {
            Some(_) => IllegalPlay::Luzhanqi(luzhanqi::IllegalMove::NotYourTurn),
            None => IllegalPlay::Xiangqi(IllegalMove::NotYourTurn),
        }
    }

    /// What the rules say of a move.
    pub(super) fn validate(&self, mv: GameMove) -> Result<(), IllegalPlay> {
        match (mv, self.game.xiangqi(), self.game.luzhanqi()) {
            (GameMove::Xiangqi(mv), Some(game), _) => {
                game.validate(self.me(), mv).map_err(IllegalPlay::Xiangqi)
            }
            (GameMove::Luzhanqi(mv), _, Some(history)) => {
                history.view().validate(mv).map_err(IllegalPlay::Luzhanqi)
            }
            (GameMove::Xiangqi(_) | GameMove::Luzhanqi(_), _, _) => Err(IllegalPlay::OtherGame),
        }
    }

    /// Plays the move if it is legal, says why not otherwise. `dropped_at` is where the hand let
    /// the piece go, if it held it.
    fn try_move(
        &mut self,
        mv: GameMove,
        dropped_at: Option<Point>,
        moment: Moment,
        out: &mut Outbox,
    ) -> bool {
        let legal = self.may_move(moment).and_then(|()| self.validate(mv).map_err(Notice::Illegal));
        if let Err(notice) = legal {
            out.notice(notice);
            return false;
        }
        match mv {
            GameMove::Xiangqi(mv) => self.glide(mv, dropped_at, moment.now),
            GameMove::Luzhanqi(mv) => self.set_out(mv, dropped_at, moment.now),
        }
        self.hand.clear();
        self.preview = None;
        self.asked_to_resign = false;
        self.send_move(mv, out);
        true
    }

    fn glide(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        let taken = self.game.xiangqi().and_then(|game| game.position().piece_at(mv.to));
        self.glides.clear();
        match dropped_at {
            Some(at) => self.glides.dropped(at, mv.to, taken, now),
            None => self.glides.moved(mv, taken, now),
        }
    }

    fn send_move(&mut self, mv: GameMove, out: &mut Outbox) {
        let ply = u16::try_from(self.game.ply()).expect("a game has at most GAME_PLIES plies");
        let request = out.send(ClientMessage::Play { game: self.game.id(), ply, mv });
        self.pending = Some(Pending { mv, ply, request, doubtful: false });
    }

    /// A move of the list was clicked: it is shown, and played when clicked again.
    pub(crate) fn choose(&mut self, mv: Move, moment: Moment, out: &mut Outbox) {
        if self.preview == Some(mv) {
            self.try_move(GameMove::Xiangqi(mv), None, moment, out);
        } else if self.game.xiangqi().is_some() {
            self.review = None;
            self.hand.clear();
            self.preview = Some(mv);
        }
    }

    /// Plays this move.
    pub(crate) fn play(&mut self, mv: GameMove, moment: Moment, out: &mut Outbox) {
        self.review = None;
        self.try_move(mv, None, moment, out);
    }

    /// The server refused this request: if it was the move that is on its way, it goes back.
    pub(crate) fn refused(&mut self, request: u32, now: Timestamp) {
        if let Some(pending) = self.pending.take_if(|pending| pending.request == request) {
            self.glides.clear();
            match pending.mv {
                GameMove::Xiangqi(mv) => self.glides.moved(Move::new(mv.to, mv.from), None, now),
                GameMove::Luzhanqi(mv) => self.turned_back(mv, now),
            }
        }
    }

    /// The connection was lost and stands again: what was on its way may not have arrived.
    pub(crate) fn rejoined(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.doubtful = true;
        }
    }

    /// The connection stands again and all events are known: a move that was on its way is sent
    /// again, for the server passes over what it has. So is what is being set up, which it may not have kept.
    pub(crate) fn resumed(&mut self, out: &mut Outbox) {
        self.tell_draft(out);
        if let Some(pending) = self.pending.filter(|pending| pending.doubtful) {
            if usize::from(pending.ply) == self.game.ply() {
                self.send_move(pending.mv, out);
            } else {
                self.pending = None;
            }
        }
    }

    /// Shows the position after so many plies, or the present one.
    pub(crate) fn look_back(&mut self, ply: Option<usize>) {
        self.hand.clear();
        self.preview = None;
        self.still();
        self.review = ply.filter(|&ply| ply < self.game.ply());
    }

    /// Turns the board round.
    pub(crate) fn flip(&mut self) {
        self.hand.clear();
        self.still();
        self.flipped = !self.flipped;
    }

    /// Asks the user whether he means to resign, or not any more.
    pub(crate) fn ask_to_resign(&mut self, asked: bool) {
        self.asked_to_resign = asked && !self.game.is_over();
    }

    /// Nothing on the board moves any more.
    pub(super) fn still(&mut self) {
        self.glides.clear();
        if let Some(desk) = &mut self.desk {
            desk.motions.clear();
            desk.marking = None;
        }
    }
}

/// The move from one place to another of the same board.
const fn move_of(from: Place, to: Place) -> Option<GameMove> {
    match (from, to) {
        (Place::Square(from), Place::Square(to)) => Some(GameMove::Xiangqi(Move::new(from, to))),
        (Place::Station(from), Place::Station(to)) => Some(GameMove::Luzhanqi(luzhanqi::Move::new(from, to))),
        (Place::Square(_), Place::Station(_)) | (Place::Station(_), Place::Square(_)) => None,
    }
}
