//! What the user does at the table, and says in the chat of the screen.

use super::Session;
use crate::visit::Leaving;
use chuhe_model::actions::action::TableAction;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::lobby::chat::Chat;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Asked, GivingUp, Moment, Permit};
use chuhe_protocol::text::{InvalidChat, clean_chat};
use chuhe_protocol::{ChatRoom, ClientMessage, GameId, Refusal};
use chuhe_rules::luzhanqi::Formation;
use chuhe_rules::offers::{OfferKind, OfferRefusal};

impl Session {
    /// Acts at the table, where moves are typed in this notation.
    pub(crate) fn act_table(&mut self, action: TableAction, notation: NotationChoice, moment: Moment) {
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = &mut visit.table else { return };
        let game = table.game().id();
        let permits = table.permits(moment.now, moment.online);
        match action {
            TableAction::Tab(tab) => table.tabs.show(tab),
            TableAction::Choose(mv) => table.choose(mv, moment, &mut self.out),
            TableAction::Play(mv) => table.play(mv, moment, &mut self.out),
            TableAction::PlayTyped => table.play_typed(notation, moment, &mut self.out),
            TableAction::Shuffle | TableAction::Confirm => {
                let permit = permits.confirm_formation();
                if action == TableAction::Confirm && permits.arrange().is_ok() {
                    // the server may have refused an earlier version while it was paused
                    table.send_draft(&mut self.out);
                }
                self.send_if_permitted(permit, ClientMessage::ConfirmFormation { game });
            }
            TableAction::WithdrawFormation => {
                let permit = permits.withdraw_formation();
                self.send_if_permitted(permit, ClientMessage::WithdrawFormation { game });
            }
            TableAction::Mark(mark) => table.set_mark(mark),
            TableAction::Cancel => table.cancel(moment.now),
            TableAction::Flip => table.flip(),
            TableAction::Zoom => table.zoom(),
            TableAction::Review(ply) => table.review_ply(ply),
            TableAction::AskDraw => match permits.offer(OfferKind::Draw) {
                Ok(()) => table.ask(Some(Asked::Draw)),
                Err(denied) => self.out.notice(Notice::Denied(denied)),
            },
            TableAction::AskGiveUp => table.ask(Some(Asked::GiveUp(table.game().giving_up()))),
            TableAction::KeepPlaying => table.ask(None),
            TableAction::Offer(kind) => {
                let permit = permits.offer(kind);
                table.close_question();
                self.send_if_permitted(permit, ClientMessage::Offer { game, kind });
            }
            TableAction::Withdraw(kind) => {
                let permit = permits.withdraw(kind);
                self.send_if_permitted(permit, ClientMessage::WithdrawOffer { game, kind });
            }
            TableAction::Answer(kind, accept) => {
                let permit = permits.answer(kind);
                self.send_if_permitted(permit, ClientMessage::AnswerOffer { game, kind, accept });
            }
            TableAction::Resign | TableAction::Abort => {
                let (permit, giving_up) = (permits.give_up(), permits.giving_up());
                table.ask(None);
                self.give_up(game, permit, giving_up, action == TableAction::Abort);
            }
            TableAction::Claim(claim) => {
                let permit = permits.claim();
                self.send_if_permitted(permit, ClientMessage::ClaimAbsence { game, claim });
            }
            TableAction::Leave => match permits.leave() {
                Ok(()) => self.leave_table(),
                Err(denied) => self.out.notice(Notice::Denied(denied)),
            },
        }
    }

    fn give_up(&mut self, game: GameId, permit: Permit, giving_up: GivingUp, wants_abort: bool) {
        // nobody resigns who wanted to abort
        let is_late = wants_abort && giving_up == GivingUp::Resign;
        let permit = if is_late { Err(Denied::Refused(Refusal::AbortTooLate)) } else { permit };
        self.send_if_permitted(
            permit,
            match giving_up {
                GivingUp::Resign => ClientMessage::Resign { game },
                GivingUp::Abort => ClientMessage::Abort { game },
            },
        );
    }

    /// Whether the user may arrange the pieces of their formation now.
    pub(crate) fn may_arrange(&self, moment: Moment) -> bool {
        let permits = self.table().map(|table| table.permits(moment.now, moment.online));
        permits.is_some_and(|permits| permits.arrange().is_ok())
    }

    /// Sets up this formation. Returns whether that is possible now.
    pub(crate) fn set_draft(&mut self, formation: Formation) -> bool {
        let Some(table) = self.visit.as_mut().and_then(|visit| visit.table.as_mut()) else { return false };
        table.set_draft(formation, &mut self.out)
    }

    fn send_if_permitted(&mut self, permit: Permit, message: ClientMessage) {
        match permit {
            Ok(()) => {
                self.out.send(message);
            }
            Err(denied) => self.out.notice(Notice::Denied(denied)),
        }
    }

    /// Whether the user may take back the last move at a shared screen.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_take_back_here(&self) -> Permit {
        let Some(table) = self.table() else { return Err(Denied::NoSeat) };
        let refused = |why| Err(Denied::Refused(Refusal::Offer(why)));
        match table.game() {
            game if game.is_over() => refused(OfferRefusal::GameOver),
            game if game.ply() == 0 => refused(OfferRefusal::NothingToTakeBack),
            _ => Ok(()),
        }
    }

    /// Accepts the oldest challenge, unless the user sits at a table. Returns whether there was one.
    pub(crate) fn accept_challenge(&mut self) -> bool {
        let Some(visit) = self.visit.as_mut().filter(|visit| visit.table.is_none()) else { return false };
        let Some(open) = visit.lobby.incoming(visit.me).next() else { return false };
        let challenge = open.challenge.id;
        visit.lobby.remove_challenge(challenge);
        self.out.send(ClientMessage::AcceptChallenge { challenge });
        true
    }

    /// Accepts an offer of the opponent that is of one of these kinds. Returns whether there was one.
    pub(crate) fn agree(&mut self, kinds: &[OfferKind]) -> bool {
        let Some(table) = self.table() else { return false };
        let (Some(seat), game) = (table.game().seat(), table.game().id()) else { return false };
        let open = table.game().open_offers(seat.opponent()).find(|kind| kinds.contains(kind));
        let Some(kind) = open else { return false };
        self.out.send(ClientMessage::AnswerOffer { game, kind, accept: true });
        true
    }

    /// Asks to take back the last move of the game on the board.
    pub(crate) fn offer_takeback(&mut self) {
        if let Some(game) = self.table().map(|table| table.game().id()) {
            self.out.send(ClientMessage::Offer { game, kind: OfferKind::Takeback });
        }
    }

    /// Returns from the table to the lobby.
    pub(crate) fn leave_table(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = visit.table.take() else { return };
        visit.lobby.chat.mark_read();
        if table.game().seat().is_none() {
            self.leave_watch();
        } else if !table.is_gone() {
            let game = table.game().id();
            visit.departure.game = Some(game);
            self.send_leave(game);
        }
    }

    /// Sends the request to leave a table.
    pub(super) fn send_leave(&mut self, game: GameId) {
        let request = self.out.send(ClientMessage::LeaveTable { game });
        if let Some(visit) = &mut self.visit {
            visit.departure.request = Some(Leaving::Asked(request));
        }
    }

    /// The chat on the screen.
    pub(crate) fn chat_mut(&mut self) -> Option<(ChatRoom, &mut Chat)> {
        let visit = self.visit.as_mut()?;
        Some(match &mut visit.table {
            Some(table) => (table.game().room()?, &mut table.tabs.chat),
            None => (ChatRoom::Lobby, &mut visit.lobby.chat),
        })
    }

    /// Says what the user has written in the chat.
    pub(crate) fn send_draft_line(&mut self) {
        let Some((_, chat)) = self.chat_mut() else { return };
        let draft = std::mem::take(&mut chat.draft);
        self.send_chat(draft);
    }

    /// Says this in the chat.
    pub(crate) fn send_chat(&mut self, text: String) {
        let Some((room, _)) = self.chat_mut() else { return };
        match clean_chat(&text) {
            Ok(clean) => {
                let request = self.out.send(ClientMessage::Chat { room, text: clean });
                if let Some(visit) = &mut self.visit {
                    visit.unconfirmed_line = Some((request, room, text));
                }
            }
            Err(InvalidChat::Empty) => {}
            Err(InvalidChat::TooLong) => {
                self.out.notice(Notice::Refused(Refusal::ChatTooLong));
                if let Some((_, chat)) = self.chat_mut() {
                    chat.draft = text;
                }
            }
        }
    }
}
