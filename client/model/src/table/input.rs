//! Turns pointer events and list clicks into moves, shows them and sends them.

use super::giving_up::Asked;
use super::model::{PendingMove, Table};
use super::play::{Play, move_between};
use super::selection::Release;
use crate::drawing::scene::{Modifiers, Place, Point, Pointer};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::luzhanqi::BoardPart;
use crate::notices::denied::Denied;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use chuhe_protocol::{ClientMessage, Refusal};
use chuhe_records::MarkShape;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;

/// How far from a place a finger may be that means it, in logical pixels: half of what a finger can hit.
const FINGER: f32 = 22.0;

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
                let over = self.place_under(self.selection.hand(at), layout);
                self.selection.pointer_moved(at, over);
                self.pen.pointer_moved(at);
            }
            Pointer::Pressed(at) => {
                self.erase_marks();
                match self.place_under(at, layout) {
                    Some(place) => self.pressed(place, at, moment, out),
                    None => {
                        self.selection.clear();
                        self.premove = None;
                        self.toggle_marking(None);
                    }
                }
            }
            Pointer::Released(at) => {
                let over = self.place_under(self.selection.hand(at), layout);
                if let Release::Dropped { from, at, on } = self.selection.released(at, over) {
                    self.dropped(from, at, on, moment, out);
                }
            }
            Pointer::Modifiers(modifiers) => self.pen.hold(modifiers),
            Pointer::By(device) => self.selection.lift = layout.lift_of(device),
            // they enlarge the board
            Pointer::DoubleTapped(_) | Pointer::Pinched { .. } => {}
            Pointer::Cancelled => {
                self.pen.cancel();
                if let Some((place, at)) = self.selection.cancel() {
                    self.return_piece(place, at, moment.now);
                }
            }
            Pointer::Secondary(at) => {
                // a click that cancels a choice draws nothing
                if self.cancel_choice(moment.now) {
                    return;
                }
                match layout.place(at) {
                    Some(place) => self.pen.begin(place, at),
                    None => {
                        self.right_clicked(None, moment.now);
                    }
                }
            }
            Pointer::SecondaryReleased { at, modifiers } => {
                let on = layout.place(at);
                self.selection.pointer_moved(at, on);
                let Some(mark) = self.pen.finish(on, modifiers) else { return };
                let plain_click = matches!(mark.shape, MarkShape::Circle(_)) && modifiers == Modifiers::NONE;
                if !(plain_click && self.right_clicked(on, moment.now)) {
                    self.marks.toggle(mark);
                }
            }
        }
    }

    /// Whether a press here takes a piece of the user.
    #[must_use]
    pub fn grips(&self, at: Point, layout: &Placed) -> bool {
        layout.place(at).is_some_and(|place| self.game.play.is_own(place, &self.context()))
    }

    /// The place that the pointer means. A finger is not as exact as a mouse: where it hits nothing with which a move
    /// begins or ends, it means the nearest place with which one does.
    fn place_under(&self, at: Point, layout: &Placed) -> Option<Place> {
        let exact = layout.place(at);
        let context = self.context();
        let hits =
            |place| self.game.play.is_own(place, &context) || self.game.play.is_actionable(place, &context);
        if !self.selection.is_finger() || exact.is_some_and(hits) {
            return exact;
        }
        // a dragged piece is dropped on no other piece of the user
        let drags = self.selection.dragged().is_some();
        let is_meant = |&place: &Place| {
            self.game.play.is_part_of_move(place, &context)
                && !(drags && self.game.play.is_own(place, &context))
        };
        layout.places_near(at, FINGER).into_iter().find(is_meant).or(exact)
    }

    /// Handles a right click without a drag: it cancels a question or a player's review, or opens or
    /// closes the list of marks. Returns whether it did any of that.
    fn right_clicked(&mut self, on: Option<Place>, now: Timestamp) -> bool {
        let reviews = self.seat().is_some() && self.review.is_some();
        let was_marking = self.marking();
        if self.is_asked() || reviews {
            self.cancel(now);
            return true;
        }
        self.toggle_marking(on.and_then(Place::station));
        self.marking() != was_marking
    }

    /// Removes the arrows and circles of the user.
    fn erase_marks(&mut self) {
        self.pen.cancel();
        self.marks.clear();
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
        if self.marking().is_some() {
            self.close_marks();
            return true;
        }
        self.is_asked() && self.asked.take().is_some()
    }

    /// Whether the user is asked to confirm something.
    fn is_asked(&self) -> bool {
        self.asks_for_draw() || self.asked_to_give_up().is_some()
    }

    /// Cancels a drag, a mark being drawn, a premove, or the choice of a piece or a listed move. Returns whether there was one.
    fn cancel_choice(&mut self, now: Timestamp) -> bool {
        if let Some((place, at)) = self.selection.cancel() {
            self.return_piece(place, at, now);
        }
        let drawing = self.pen.cancel();
        let chosen = drawing || self.preview().is_some() || self.premove.is_some();
        self.close_preview();
        self.premove = None;
        self.selection.take() || chosen
    }

    fn pressed(&mut self, place: Place, at: Point, moment: Moment, out: &mut Outbox) {
        if let Some(station) = place.station().filter(|_| self.game.is_setting_up()) {
            return self.press_during_setup(station, at, moment, out);
        }
        // a listed move that the board shows is played by a press on its target
        let previewed = self.preview().filter(|mv| place == Place::Square(mv.to));
        self.close_preview();
        if let Some(mv) = previewed {
            self.try_move(GameMove::Xiangqi(mv), None, moment, out);
            return;
        }
        let had_premove = self.premove.take().is_some();
        if self.review.is_some() && self.seat().is_some() {
            self.review = None;
            return;
        }
        let selected = self.selection.selected;
        match selected.and_then(|from| move_between(from, place)) {
            _ if self.game.play.is_own(place, &self.context()) => {
                self.toggle_marking(None);
                match self.may_move(moment) {
                    Err(_) if self.may_premove(moment) => self.selection.press(place, at),
                    Ok(()) => self.selection.press(place, at),
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
            return self.drop_during_setup(station, on.and_then(Place::station), out);
        }
        let mv = on.filter(|&to| to != from).and_then(|to| move_between(from, to));
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
    fn try_move(
        &mut self,
        mv: GameMove,
        dropped_at: Option<Point>,
        moment: Moment,
        out: &mut Outbox,
    ) -> bool {
        if self.may_premove(moment) {
            return self.set_premove(mv, out);
        }
        let judged = |()| self.game.play.validate(self.me(), mv).map_err(Notice::Illegal);
        if let Err(notice) = self.may_move(moment).and_then(judged) {
            out.notice(notice);
            return false;
        }
        let context = self.context();
        self.game.play.show_own_move(mv, dropped_at, &context, moment.now);
        self.selection.clear();
        self.asked = None;
        self.send_move(mv, false, out);
        true
    }

    /// Sends a move, which the user may have chosen during the opponent's turn.
    pub(super) fn send_move(&mut self, mv: GameMove, premove: bool, out: &mut Outbox) {
        self.erase_marks();
        let ply = u16::try_from(self.game.ply()).expect("a game has at most GAME_PLIES plies");
        let request = out.send(ClientMessage::Play { game: self.game.id(), ply, mv, premove });
        self.pending = Some(PendingMove { mv, ply, request, maybe_lost: false });
    }

    /// Previews a listed move, or plays it if it is previewed already.
    pub fn choose(&mut self, mv: Move, moment: Moment, out: &mut Outbox) {
        if self.preview() == Some(mv) {
            self.try_move(GameMove::Xiangqi(mv), None, moment, out);
        } else if let Play::Xiangqi(play) = &mut self.game.play {
            play.preview = Some(mv);
            self.review = None;
            self.selection.clear();
        }
    }

    /// Plays this move.
    pub fn play(&mut self, mv: GameMove, moment: Moment, out: &mut Outbox) {
        self.review = None;
        self.try_move(mv, None, moment, out);
    }

    /// Undoes the pending move if this is the request that the server refused.
    pub fn refused(&mut self, request: u32, now: Timestamp) {
        if let Some(pending) = self.pending.take_if(|pending| pending.request == request) {
            self.premove = None;
            let context = self.context();
            self.game.play.undo_own_move(pending.mv, &context, now);
        }
    }

    /// Records a restored connection: a pending move may not have reached the server.
    pub fn reconnected(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.maybe_lost = true;
        }
    }

    /// Resends the draft and the pending move after reconnecting, once all events have arrived.
    ///
    /// The server ignores a move that it already has. It may not have stored the draft.
    pub fn resend(&mut self, out: &mut Outbox) {
        self.send_draft(out);
        if let Some(pending) = self.pending.filter(|pending| pending.maybe_lost) {
            if usize::from(pending.ply) == self.game.ply() {
                // a premove that has to be sent again is too late for its price
                self.send_move(pending.mv, false, out);
            } else {
                self.pending = None;
            }
        }
    }

    /// Shows the position after this number of plies, or the current one.
    pub fn review_ply(&mut self, ply: Option<usize>) {
        self.selection.clear();
        self.close_preview();
        self.erase_marks();
        self.game.play.stop_animations();
        self.review = ply.filter(|&ply| ply < self.game.ply());
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.selection.clear();
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

    /// Opens or closes the question whether to resign, or to abort the game.
    pub fn ask_to_give_up(&mut self, asked: bool) {
        let is_asked = asked && !self.game.is_over();
        self.asked = is_asked.then(|| Asked::GiveUp(self.game.giving_up()));
    }

    /// Opens the question whether to offer a draw.
    pub fn ask_for_draw(&mut self) {
        self.asked = Some(Asked::Draw).filter(|_| !self.game.is_over());
    }

    /// The listed move that the board previews.
    #[must_use]
    pub fn preview(&self) -> Option<Move> {
        let Play::Xiangqi(play) = &self.game.play else { return None };
        play.preview
    }

    fn close_preview(&mut self) {
        if let Play::Xiangqi(play) = &mut self.game.play {
            play.preview = None;
        }
    }
}
