//! What the server says of a game, what the user does at the table, and says in the chat of the screen.

use super::{News, Session};
use crate::snapshot::SnapshotFrame;
use crate::visit::{Leaving, LeftTable, Unconfirmed, Visit};
use chuhe_model::actions::action::TableAction;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::lobby::chat::Chat;
use chuhe_model::lobby::watch::Spectators;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Confirmation, DraftFrom, GivingUp, Moment, Permit, Permits};
use chuhe_protocol::text::{InvalidChat, clean_chat};
use chuhe_protocol::{
    ChatRoom, ClientMessage, GameId, LobbyRequest, Refusal, TableMessage, TableRequest, Tick,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Formation;
use chuhe_rules::offers::{OfferKind, OfferRefusal};

impl Session {
    /// Whether the user may arrange the pieces of their formation now.
    pub(crate) fn may_arrange(&self, moment: Moment) -> bool {
        let permits = self.table().map(|table| table.permits(moment.now, moment.online));
        permits.is_some_and(|permits| permits.arrange().is_ok())
    }

    /// Sets up this formation. Returns whether that is possible now.
    pub(crate) fn set_draft(&mut self, formation: Formation, from: DraftFrom) -> bool {
        let Some(table) = self.visit.as_mut().and_then(|visit| visit.tables.shown_mut()) else {
            return false;
        };
        table.set_draft(formation, from, &mut self.out)
    }

    /// Whether the user may take back the last move at a shared screen.
    ///
    /// # Errors
    /// Why not.
    pub fn may_take_back_here(&self) -> Permit {
        let Some(table) = self.table() else { return Err(Denied::NoSeat) };
        let refused = |why| Err(Denied::Refused(Refusal::Offer(why)));
        match table.game() {
            game if game.is_over() => refused(OfferRefusal::GameOver),
            game if game.ply() == 0 => refused(OfferRefusal::NothingToTakeBack),
            _ => Ok(()),
        }
    }

    /// Takes what the server says of a game that the user plays or watches.
    pub(super) fn received_at_table(&mut self, game: GameId, message: TableMessage, now: Timestamp) {
        if message != TableMessage::SetAside {
            self.with_visit(|visit, _| visit.tables.confirm(game));
        }
        match message {
            TableMessage::Events { first, events } => self.events(game, first, events, now),
            TableMessage::Snapshot { next, events, first, last } => {
                self.snapshot(game, SnapshotFrame { next, events, first, last }, now);
            }
            TableMessage::Tick(tick) => self.with_visit(|visit, _| visit.clocks(game, &tick, now)),
            TableMessage::Watching { delay_plies } => {
                self.with_visit(|visit, out| visit.watching(game, delay_plies, now, out));
            }
            TableMessage::WatchEnded { why } => {
                self.with_visit(|visit, out| visit.watch_ended(game, why, out));
            }
            TableMessage::Spectators { names, count } => self.with_visit(|visit, _| {
                if let Some(table) = visit.tables.at_mut(game) {
                    table.spectators = Spectators::reported(names, count);
                }
            }),
            TableMessage::SetAside => self.out.notice(Notice::GameSetAside),
            TableMessage::TurnTimes { spent_ms, lasting_ms } => self.with_visit(|visit, _| {
                if let Some(table) = visit.tables.at_mut(game) {
                    table.game_mut().turns.told(&spent_ms, lasting_ms, now);
                }
            }),
            TableMessage::Corrected { correction, rated } => {
                self.with_visit(|visit, _| {
                    if let Some(table) = visit.tables.at_mut(game) {
                        table.game_mut().corrected(correction.map(|it| *it), rated);
                    }
                });
                self.news.push(News::TableChanged);
            }
        }
    }

    /// Accepts an offer of the opponent that is of one of these kinds. Returns whether there was one.
    pub(crate) fn agree(&mut self, kinds: &[OfferKind]) -> bool {
        let Some(table) = self.table() else { return false };
        let (Some(seat), game) = (table.game().seat(), table.game().id()) else { return false };
        let open = table.game().open_offers(seat.opponent()).find(|kind| kinds.contains(kind));
        let Some(kind) = open else { return false };
        self.out.send(TableRequest::AnswerOffer { kind, accept: true }.at(game));
        true
    }

    /// Asks to take back the last move of the game on the board.
    pub(crate) fn offer_takeback(&mut self) {
        if let Some(game) = self.table().map(|table| table.game().id()) {
            self.out.send(TableRequest::Offer { kind: OfferKind::Takeback }.at(game));
        }
    }
}

impl Visit {
    /// The clocks and other countdowns of a game.
    fn clocks(&mut self, id: GameId, tick: &Tick, now: Timestamp) {
        let Tick { clocks, round_trip_ms, setup_left_ms, first_move_left_ms, absence_left_ms, lag_quota_ms } =
            *tick;
        let Some(table) = self.tables.at_mut(id) else { return };
        let game = table.game_mut();
        game.shown_clocks.set(clocks, now);
        game.set_round_trips(round_trip_ms);
        game.set_setup_left(setup_left_ms, now);
        game.set_first_move_left(first_move_left_ms, now);
        game.set_absence_left(absence_left_ms);
        game.set_lag_quotas(lag_quota_ms);
    }

    /// Acts at the table, where moves are typed in this notation.
    ///
    /// # Errors
    /// Why a request is not sent.
    pub(crate) fn act_table(
        &mut self,
        action: TableAction,
        notation: NotationChoice,
        moment: Moment,
        out: &mut Outbox,
    ) -> Permit {
        let Some(table) = self.tables.shown_mut() else { return Ok(()) };
        let (game, ply) = (table.game().id(), table.game().ply());
        let permits = table.permits(moment.now, moment.online);
        let unconfirmed = &mut self.sent.about_game;
        let mut ask = |permit: Permit, request: TableRequest, out: &mut Outbox| {
            let number = permit.map(|()| out.send(request.at(game)))?;
            *unconfirmed = Some(Unconfirmed { number, game, ply, action });
            Ok(())
        };
        match action {
            TableAction::Tab(tab) => table.tabs.show(tab),
            TableAction::Choose(mv) => table.choose(mv, moment, out),
            TableAction::Play(mv) => table.play(mv, moment, out),
            TableAction::PlayTyped => table.play_typed(notation, moment, out),
            TableAction::Shuffle | TableAction::Confirm => {
                let permit = permits.confirm_formation();
                if action == TableAction::Confirm && permits.arrange().is_ok() {
                    // the server may have refused an earlier version while it was paused
                    table.send_draft(out);
                }
                return ask(permit, TableRequest::ConfirmFormation, out);
            }
            TableAction::WithdrawFormation => {
                return ask(permits.withdraw_formation(), TableRequest::WithdrawFormation, out);
            }
            TableAction::Mark(mark) => table.set_mark(mark),
            TableAction::Cancel => table.cancel(moment.now),
            TableAction::Flip => table.flip(),
            TableAction::Zoom => table.zoom(),
            TableAction::Review(ply) => table.review_ply(ply),
            TableAction::AskDraw => {
                permits.offer(OfferKind::Draw)?;
                table.ask(Some(Confirmation::Draw));
            }
            TableAction::AskGiveUp => table.ask(Some(Confirmation::GiveUp(table.game().giving_up()))),
            TableAction::KeepPlaying => table.ask(None),
            TableAction::Offer(kind) => {
                let permit = permits.offer(kind);
                table.close_question();
                return ask(permit, TableRequest::Offer { kind }, out);
            }
            TableAction::Withdraw(kind) => {
                return ask(permits.withdraw(kind), TableRequest::WithdrawOffer { kind }, out);
            }
            TableAction::Answer(kind, accept) => {
                return ask(permits.answer(kind), TableRequest::AnswerOffer { kind, accept }, out);
            }
            TableAction::Resign | TableAction::Abort => {
                let (permit, request) = give_up(&permits, action == TableAction::Abort);
                table.ask(None);
                return ask(permit, request, out);
            }
            TableAction::Claim(claim) => {
                return ask(permits.claim(), TableRequest::ClaimAbsence { claim }, out);
            }
            TableAction::Leave => {
                permits.leave()?;
                self.leave_table(out);
            }
        }
        Ok(())
    }

    /// Forgets the last request and line that the server has handled, as `has_answered` says of their numbers.
    pub(super) fn forget_confirmed(&mut self, has_answered: impl Fn(u32) -> bool) {
        self.sent.about_game.take_if(|last| has_answered(last.number));
        self.sent.line.take_if(|(number, ..)| has_answered(*number));
    }

    /// Sends the last request again whose connection was lost, if it is still permitted in the same position, and
    /// brings back a line of chat that had not arrived.
    pub(super) fn repeat_unconfirmed(&mut self, now: Timestamp, out: &mut Outbox) {
        let moment = Moment { now, online: true, premoves: false };
        if let Some(Unconfirmed { game, ply, action, .. }) = self.sent.about_game.take()
            // after another move the user might want something else
            && self.tables.shown().is_some_and(|it| it.game().id() == game && it.game().ply() == ply)
            && self.act_table(action, NotationChoice::Iccs, moment, out).is_ok()
        {
            out.notice(Notice::SentAgain);
        }
        let me = self.me;
        if let Some((_, room, text)) = self.sent.line.take()
            && let Some(chat) = self.chat_of(room)
            && !chat.lines().rev().any(|line| line.from == me && line.text == text)
            && chat.draft.is_empty()
        {
            chat.draft = text;
        }
    }

    /// The chat of this room, unless the user has left it.
    pub(super) fn chat_of(&mut self, room: ChatRoom) -> Option<&mut Chat> {
        if room == ChatRoom::Lobby {
            return Some(&mut self.lobby.chat);
        }
        let said_at = self.tables.iter_mut().find(|table| table.game().room() == Some(room));
        said_at.map(|table| &mut table.tabs.chat)
    }

    /// Accepts the oldest challenge, unless the user sits at a table. Returns whether there was one.
    pub(crate) fn accept_challenge(&mut self, out: &mut Outbox) -> bool {
        let incoming = self.lobby.incoming(self.me).next().filter(|_| self.table().is_none());
        let Some(open) = incoming else { return false };
        let challenge = open.challenge.id;
        self.lobby.remove_challenge(challenge);
        out.send(LobbyRequest::AcceptChallenge { challenge });
        true
    }

    /// Closes the table on the screen, and returns to the next one or to the lobby.
    pub(crate) fn leave_table(&mut self, out: &mut Outbox) {
        let Some(table) = self.shown_game().and_then(|game| self.tables.close(game)) else { return };
        self.lobby.chat.mark_read();
        if table.game().seat().is_none() {
            self.watch.leave(out);
        } else if !table.is_gone() {
            let game = table.game().id();
            self.departure.leave(game, out);
        }
    }

    /// The chat on the screen.
    pub(crate) fn chat_mut(&mut self) -> Option<(ChatRoom, &mut Chat)> {
        Some(match self.tables.shown_mut() {
            Some(table) => (table.game().room()?, &mut table.tabs.chat),
            None => (ChatRoom::Lobby, &mut self.lobby.chat),
        })
    }

    /// Says what the user has written in the chat.
    pub(crate) fn send_draft_line(&mut self, out: &mut Outbox) {
        let Some((_, chat)) = self.chat_mut() else { return };
        let draft = std::mem::take(&mut chat.draft);
        self.send_chat(draft, out);
    }

    /// Says this in the chat.
    pub(crate) fn send_chat(&mut self, text: String, out: &mut Outbox) {
        let Some((room, _)) = self.chat_mut() else { return };
        match clean_chat(&text) {
            Ok(clean) => {
                let request = out.send(ClientMessage::Chat { room, text: clean });
                self.sent.line = Some((request, room, text));
            }
            Err(InvalidChat::Empty) => {}
            Err(InvalidChat::TooLong) => {
                out.notice(Notice::Refused(Refusal::ChatTooLong));
                if let Some((_, chat)) = self.chat_mut() {
                    chat.draft = text;
                }
            }
        }
    }
}

impl LeftTable {
    /// Leaves the table of this game.
    pub(super) fn leave(&mut self, game: GameId, out: &mut Outbox) {
        self.game = Some(game);
        self.request = Some(Leaving::Confirmation(out.send(TableRequest::Leave.at(game))));
    }

    /// Leaves the table that could not be left while games were paused.
    pub(super) fn retry(&mut self, out: &mut Outbox) {
        if let (Some(game), Some(Leaving::Again)) = (self.game, self.request) {
            self.leave(game, out);
        }
    }

    /// Handles a refusal. Returns whether the table, which is closed here already, is left when games resume.
    pub(super) fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_asked = self.request.take_if(|leaving| *leaving == Leaving::Confirmation(request)).is_some();
        let is_postponed = is_asked && reason == Refusal::Paused;
        if is_postponed {
            self.request = Some(Leaving::Again);
        }
        is_postponed
    }
}

/// The request that gives up; nobody resigns who wanted to abort.
fn give_up(permits: &Permits<'_>, wants_abort: bool) -> (Permit, TableRequest) {
    match permits.giving_up() {
        GivingUp::Abort => (permits.give_up(), TableRequest::Abort),
        GivingUp::Resign if wants_abort => (Err(Denied::Refused(Refusal::AbortTooLate)), TableRequest::Abort),
        GivingUp::Resign => (permits.give_up(), TableRequest::Resign),
    }
}
