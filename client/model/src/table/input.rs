//! Turns pointer events and list clicks into moves, shows them and sends them.

use super::interaction::PendingMove;
use super::model::Table;
use super::play::Play;
use super::selection::Release;
use crate::drawing::scene::{Modifiers, Place, Point, Pointer};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::luzhanqi::BoardPart;
use crate::notices::denied::Denied;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use chuhe_protocol::{Refusal, TableRequest};
use chuhe_records::MarkShape;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;

/// The time of a user's action, and whether the client was connected then.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The time.
    pub now: Timestamp,
    /// Whether the client is connected to the server.
    pub online: bool,
    /// Whether the user may choose a move during the opponent's turn.
    pub premoves: bool,
}

impl Table {
    /// Handles a pointer event over the board.
    pub fn pointer(&mut self, pointer: Pointer, layout: &Placed, moment: Moment, out: &mut Outbox) {
        match pointer {
            Pointer::Moved(at) => {
                let over = self.board().place_under(self.interaction.selection.hand(at), layout);
                self.interaction.selection.pointer_moved(at, over);
                self.interaction.marks.pen.pointer_moved(at);
            }
            Pointer::Pressed(at) => {
                self.interaction.marks.erase();
                match self.board().place_under(at, layout) {
                    Some(place) => self.pressed(place, at, moment, out),
                    None => {
                        self.interaction.selection.clear();
                        self.interaction.premove = None;
                        self.toggle_marking(None);
                    }
                }
            }
            Pointer::Released(at) => {
                let over = self.board().place_under(self.interaction.selection.hand(at), layout);
                if let Release::Dropped { from, at, on } = self.interaction.selection.released(at, over) {
                    self.dropped(from, at, on, moment, out);
                }
            }
            Pointer::Modifiers(modifiers) => self.interaction.marks.pen.hold(modifiers),
            Pointer::By(device) => self.interaction.selection.lift = layout.lift_of(device),
            // they enlarge the board
            Pointer::DoubleTapped(_) | Pointer::Pinched { .. } => {}
            Pointer::Cancelled => {
                self.interaction.marks.pen.cancel();
                if let Some((place, at)) = self.interaction.selection.cancel() {
                    self.return_piece(place, at, moment.now);
                }
            }
            Pointer::Secondary(at) => {
                // a click that cancels a choice draws nothing
                if self.cancel_choice(moment.now) {
                    return;
                }
                match layout.place(at) {
                    Some(place) => self.interaction.marks.pen.begin(place, at),
                    None => {
                        self.right_clicked(None, moment.now);
                    }
                }
            }
            Pointer::SecondaryReleased { at, modifiers } => {
                let on = layout.place(at);
                self.interaction.selection.pointer_moved(at, on);
                let Some(mark) = self.interaction.marks.pen.finish(on, modifiers) else { return };
                let plain_click = matches!(mark.shape, MarkShape::Circle(_)) && modifiers == Modifiers::NONE;
                if !(plain_click && self.right_clicked(on, moment.now)) {
                    self.interaction.marks.toggle(mark);
                }
            }
        }
    }

    /// Handles a right click without a drag: it cancels a question or a player's review, or opens or
    /// closes the list of marks. Returns whether it did any of that.
    fn right_clicked(&mut self, on: Option<Place>, now: Timestamp) -> bool {
        let reviews = self.game.seat().is_some() && self.interaction.review.is_some();
        let was_marking = self.game.play.marking();
        if self.asked().is_some() || reviews {
            self.cancel(now);
            return true;
        }
        self.toggle_marking(on.and_then(Place::station));
        self.game.play.marking() != was_marking
    }

    /// Cancels the first of these that there is: a drag, a choice, the list of marks, the question
    /// whether to resign or abort, a review.
    pub fn cancel(&mut self, now: Timestamp) {
        if self.cancel_choice(now) {
            return;
        }
        if !self.close_question() {
            self.review_ply(None);
        }
    }

    /// Closes the list of marks, or the question whether to resign or abort. Returns whether there was one.
    pub fn close_question(&mut self) -> bool {
        if self.game.play.marking().is_some() {
            self.toggle_marking(None);
            return true;
        }
        self.asked().is_some() && self.asked.take().is_some()
    }

    /// Cancels a drag, a mark being drawn, a premove, or the choice of a piece or a listed move. Returns whether there was one.
    fn cancel_choice(&mut self, now: Timestamp) -> bool {
        if let Some((place, at)) = self.interaction.selection.cancel() {
            self.return_piece(place, at, now);
        }
        let drawing = self.interaction.marks.pen.cancel();
        let chosen = drawing || self.game.play.preview().is_some() || self.interaction.premove.is_some();
        self.game.play.close_preview();
        self.interaction.premove = None;
        self.interaction.selection.take() || chosen
    }

    fn pressed(&mut self, place: Place, at: Point, moment: Moment, out: &mut Outbox) {
        if let Some(station) = place.station().filter(|_| self.game.is_setting_up()) {
            return self.press_during_setup(station, at, moment, out);
        }
        // a listed move that the board shows is played by a press on its target
        let previewed = self.game.play.preview().filter(|mv| place == Place::Square(mv.to));
        self.game.play.close_preview();
        if let Some(mv) = previewed {
            self.try_move(GameMove::Xiangqi(mv), None, moment, out);
            return;
        }
        let had_premove = self.interaction.premove.take().is_some();
        if self.interaction.review.is_some() && self.game.seat().is_some() {
            self.interaction.review = None;
            return;
        }
        let selected = self.interaction.selection.selected;
        match selected.and_then(|from| from.move_to(place)) {
            _ if self.game.play.is_own(place, &self.context()) => {
                self.toggle_marking(None);
                match self.may_move(moment) {
                    Err(_) if self.may_premove(moment) => self.interaction.selection.press(place, at),
                    Ok(()) => self.interaction.selection.press(place, at),
                    Err(notice) => out.notice(notice),
                }
            }
            Some(mv) => {
                self.toggle_marking(None);
                self.try_move(mv, None, moment, out);
            }
            // the click was to cancel the premove
            None if had_premove => {}
            None => self.toggle_marking(place.station()),
        }
    }

    fn dropped(&mut self, from: Place, at: Point, on: Option<Place>, moment: Moment, out: &mut Outbox) {
        if let Some(station) = from.station().filter(|_| self.game.is_setting_up()) {
            self.interaction.selection.clear();
            if let Some(to) = on.and_then(Place::station) {
                self.exchange(station, to, out);
            }
            return;
        }
        let mv = on.filter(|&to| to != from).and_then(|to| from.move_to(to));
        if !mv.is_some_and(|mv| self.try_move(mv, Some(at), moment, out)) {
            self.return_piece(from, at, moment.now);
        }
    }

    /// Animates a dragged piece back to its place.
    fn return_piece(&mut self, to: Place, at: Point, now: Timestamp) {
        let context = self.context();
        self.game.play.return_piece(to, at, &context, now);
    }

    /// Checks whether the user may move now; the error is the notice to show.
    fn may_move(&self, moment: Moment) -> Result<(), Notice> {
        self.permits(moment.now, moment.online).play().map_err(|denied| match denied {
            Denied::Refused(Refusal::GameOver) => Notice::Illegal(self.game.play.game_over()),
            Denied::Offline
            | Denied::GameGone
            | Denied::NoSeat
            | Denied::ResignLater { .. }
            | Denied::Refused(_) => Notice::Denied(denied),
        })?;
        if self.is_my_turn() { Ok(()) } else { Err(Notice::Illegal(self.game.play.not_your_turn())) }
    }

    /// Plays a legal move, or shows why it is illegal. Returns whether it was played.
    ///
    /// `dropped_at` is where the pointer dropped the piece, if it was dragged.
    pub(super) fn try_move(
        &mut self,
        mv: GameMove,
        dropped_at: Option<Point>,
        moment: Moment,
        out: &mut Outbox,
    ) -> bool {
        if self.may_premove(moment) {
            return self.set_premove(mv, out);
        }
        let judged = |()| self.game.play.validate(self.game.me(), mv).map_err(Notice::Illegal);
        if let Err(notice) = self.may_move(moment).and_then(judged) {
            out.notice(notice);
            return false;
        }
        let context = self.context();
        self.game.play.show_own_move(mv, dropped_at, &context, moment.now);
        self.interaction.selection.clear();
        self.asked = None;
        self.send_move(mv, false, out);
        true
    }

    /// Sends a move, which the user may have chosen during the opponent's turn.
    pub(super) fn send_move(&mut self, mv: GameMove, premove: bool, out: &mut Outbox) {
        self.interaction.marks.erase();
        let ply = u16::try_from(self.game.ply()).expect("a game has at most GAME_PLIES plies");
        let request = out.send(TableRequest::Play { ply, mv, premove }.at(self.game.id()));
        self.interaction.pending = Some(PendingMove { mv, ply, request, maybe_lost: false });
    }

    /// Previews a listed move, or plays it if it is previewed already.
    pub fn choose(&mut self, mv: Move, moment: Moment, out: &mut Outbox) {
        if self.game.play.preview() == Some(mv) {
            self.try_move(GameMove::Xiangqi(mv), None, moment, out);
        } else if let Play::Xiangqi(play) = &mut self.game.play {
            play.preview = Some(mv);
            self.interaction.review = None;
            self.interaction.selection.clear();
        }
    }

    /// Plays this move.
    pub fn play(&mut self, mv: GameMove, moment: Moment, out: &mut Outbox) {
        self.interaction.review = None;
        self.try_move(mv, None, moment, out);
    }

    /// Undoes the pending move if this is the request that the server refused.
    pub fn refused(&mut self, request: u32, now: Timestamp) {
        if let Some(pending) = self.interaction.pending.take_if(|pending| pending.request == request) {
            self.interaction.premove = None;
            let context = self.context();
            self.game.play.undo_own_move(pending.mv, &context, now);
        }
    }

    /// Resends the draft and the pending move after reconnecting, once all events have arrived.
    ///
    /// The server ignores a move that it already has. It may not have stored the draft.
    pub fn resend(&mut self, out: &mut Outbox) {
        self.send_draft(out);
        if let Some(pending) = self.interaction.pending.filter(|pending| pending.maybe_lost) {
            if usize::from(pending.ply) == self.game.ply() {
                // a premove that has to be sent again is too late for its price
                self.send_move(pending.mv, false, out);
            } else {
                self.interaction.pending = None;
            }
        }
    }

    /// Shows the position after this number of plies, or the current one.
    pub fn review_ply(&mut self, ply: Option<usize>) {
        self.interaction.selection.clear();
        self.game.play.close_preview();
        self.interaction.marks.erase();
        self.game.play.stop_animations();
        self.interaction.review = ply.filter(|&ply| ply < self.game.ply());
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.interaction.selection.clear();
        self.game.play.stop_animations();
        self.flipped = !self.flipped;
    }

    /// Shows the user's half of a board of luzhanqi, or all of it again.
    pub fn zoom(&mut self) {
        self.game.play.stop_animations();
        self.part = match (self.part, self.game.board()) {
            (BoardPart::Whole, BoardOf::Luzhanqi(_)) => BoardPart::OwnHalf,
            (BoardPart::Whole, BoardOf::Xiangqi) | (BoardPart::OwnHalf, _) => BoardPart::Whole,
        };
    }
}
