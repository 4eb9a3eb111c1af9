//! From what the pointer and the lists ask for to a move that is sent.

use super::hand::Release;
use super::{Denied, Pending, Table};
use crate::core::board_layout::BoardLayout;
use crate::core::notice::Notice;
use crate::core::outbox::Outbox;
use crate::core::scene::{Point, Pointer};
use chuhe_protocol::{ClientMessage, Refusal};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{IllegalMove, Move, Square};

/// What a move needs to know of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) now: Timestamp,
    /// Whether the server hears us.
    pub(crate) online: bool,
}

impl Table {
    /// The pointer did something over the board.
    pub(crate) fn pointer(
        &mut self,
        pointer: Pointer,
        layout: &BoardLayout,
        moment: Moment,
        out: &mut Outbox,
    ) {
        match pointer {
            Pointer::Moved(at) => self.hand.moved(at, layout.square(at)),
            Pointer::Pressed(at) => match layout.square(at) {
                Some(square) => self.pressed(square, at, moment, out),
                None => self.hand.clear(),
            },
            Pointer::Released(at) => {
                if let Release::Dropped { from, at, on } = self.hand.released(at, layout.square(at)) {
                    self.dropped(from, at, on, moment, out);
                }
            }
            Pointer::Cancelled => {
                if let Some((square, at)) = self.hand.cancelled() {
                    self.glides.dropped(at, square, None, moment.now);
                }
            }
        }
    }

    fn pressed(&mut self, square: Square, at: Point, moment: Moment, out: &mut Outbox) {
        let Some(me) = self.seat() else { return };
        self.preview = None;
        if self.review.take().is_some() {
            return;
        }
        let piece = self.shown_position().piece_at(square);
        let own = piece.is_some_and(|piece| piece.color == me);
        match self.hand.selected {
            _ if own => match self.may_move(moment) {
                Ok(()) => self.hand.take(square, at),
                Err(notice) => out.notice(notice),
            },
            Some(from) => {
                self.try_move(Move::new(from, square), None, moment, out);
            }
            None => {}
        }
    }

    fn dropped(&mut self, from: Square, at: Point, on: Option<Square>, moment: Moment, out: &mut Outbox) {
        let played = match on {
            Some(to) if to != from => self.try_move(Move::new(from, to), Some(at), moment, out),
            Some(_) | None => false,
        };
        if !played {
            self.glides.dropped(at, from, None, moment.now);
        }
    }

    /// Whether the user may play a move at all now.
    fn may_move(&self, moment: Moment) -> Result<(), Notice> {
        self.permits(moment.now, moment.online).give_up().map_err(|denied| match denied {
            Denied::Refused(Refusal::GameOver) => Notice::Illegal(IllegalMove::GameOver),
            Denied::Offline | Denied::Forgotten | Denied::NoSeat | Denied::Refused(_) => {
                Notice::Denied(denied)
            }
        })?;
        if self.is_my_turn() { Ok(()) } else { Err(Notice::Illegal(IllegalMove::NotYourTurn)) }
    }

    /// Plays the move if it is legal, says why not otherwise. `dropped_at` is where the hand let
    /// the piece go, if it held it.
    fn try_move(&mut self, mv: Move, dropped_at: Option<Point>, moment: Moment, out: &mut Outbox) -> bool {
        let game = self.record.xiangqi();
        let legal =
            self.may_move(moment).and_then(|()| game.validate(self.me(), mv).map_err(Notice::Illegal));
        if let Err(notice) = legal {
            out.notice(notice);
            return false;
        }
        let taken = game.position().piece_at(mv.to);
        self.glides.clear();
        match dropped_at {
            Some(at) => self.glides.dropped(at, mv.to, taken, moment.now),
            None => self.glides.moved(mv, taken, moment.now),
        }
        self.hand.clear();
        self.preview = None;
        self.asked_to_resign = false;
        self.send_move(mv, out);
        true
    }

    fn send_move(&mut self, mv: Move, out: &mut Outbox) {
        let ply = u16::try_from(self.record.ply()).expect("a game has at most GAME_PLIES plies");
        let request =
            out.send(ClientMessage::Play { game: self.record.id(), ply, mv: GameMove::Xiangqi(mv) });
        self.pending = Some(Pending { mv, ply, request, doubtful: false });
    }

    /// A move of the list was clicked: it is shown, and played when clicked again.
    pub(crate) fn choose(&mut self, mv: Move, moment: Moment, out: &mut Outbox) {
        if self.preview == Some(mv) {
            self.try_move(mv, None, moment, out);
        } else {
            self.review = None;
            self.hand.clear();
            self.preview = Some(mv);
        }
    }

    /// Plays this move.
    pub(crate) fn play(&mut self, mv: Move, moment: Moment, out: &mut Outbox) {
        self.review = None;
        self.try_move(mv, None, moment, out);
    }

    /// The server refused this request: if it was the move that is on its way, it goes back.
    pub(crate) fn refused(&mut self, request: u32, now: Timestamp) {
        if let Some(pending) = self.pending.take_if(|pending| pending.request == request) {
            self.glides.clear();
            self.glides.moved(Move::new(pending.mv.to, pending.mv.from), None, now);
        }
    }

    /// The connection was lost and stands again: what was on its way may not have arrived.
    pub(crate) fn rejoined(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.doubtful = true;
        }
    }

    /// The connection stands again and all events are known: a move that was on its way is sent
    /// again, for the server passes over what it has.
    pub(crate) fn resumed(&mut self, out: &mut Outbox) {
        if let Some(pending) = self.pending.filter(|pending| pending.doubtful) {
            if usize::from(pending.ply) == self.record.ply() {
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
        self.glides.clear();
        self.review = ply.filter(|&ply| ply < self.record.ply());
    }

    /// Turns the board round.
    pub(crate) fn flip(&mut self) {
        self.hand.clear();
        self.glides.clear();
        self.flipped = !self.flipped;
    }

    /// Asks the user whether he means to resign, or not any more.
    pub(crate) fn ask_to_resign(&mut self, asked: bool) {
        self.asked_to_resign = asked && !self.record.is_over();
    }
}
