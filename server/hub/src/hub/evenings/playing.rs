//! The games of evenings: they begin like others, and their ends are results.

use super::{SERVER, refused};
use crate::accounts::rating::check_ratable;
use crate::evenings::OwnBoard;
use crate::hub::Hub;
use chuhe_protocol::{EveningCode, EveningMessage, EveningRefusal, GameId, PlayerId, Refusal, TableRequest};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::{AbortReason, Color, Outcome, PerColor};
use chuhe_tournaments::{Absent, BoardId, Event};

impl Hub {
    /// Begins the game of a board. It is unrated if one of both cannot be rated.
    ///
    /// # Errors
    /// If there is no account of a player.
    pub(super) fn begin_evening_game(
        &mut self,
        code: EveningCode,
        board: BoardId,
        players: PerColor<PlayerId>,
    ) -> Result<(), Refusal> {
        let mut terms = self.evenings.find(code)?.terms.clone();
        if check_ratable(&self.door.accounts, &[players.red, players.black], &terms).is_err() {
            terms = terms.unrated();
        }
        let game = self.open_room([players.red, players.black], Color::Red, &terms)?;
        let evening = self.evenings.find(code)?;
        let own = evening.boards.get_mut(&board).ok_or(refused(EveningRefusal::Unknown))?;
        own.game = Some(game);
        // beside the records that open the room
        let row = evening.write_board(board);
        self.step.effects.save(row);
        self.evenings.began(game, code, board);
        self.open_table(game);
        self.call_board(code, board, None);
        Ok(())
    }

    /// Checks that an evening allows a request at the table of its game.
    ///
    /// # Errors
    /// If it is a result too early, or a rematch.
    pub(in crate::hub) fn check_evening_game(
        &self,
        game: GameId,
        request: &TableRequest,
    ) -> Result<(), Refusal> {
        use TableRequest as R;
        let Some((code, _)) = self.evenings.board_of(game) else { return Ok(()) };
        let Some(evening) = self.evenings.get(code) else { return Ok(()) };
        let least = evening.plan.no_result_before_ply;
        let left = least.saturating_sub(self.floor.rooms.get(game).map_or(least, |room| room.ply()));
        match request {
            R::Resign if left > 0 => Err(Refusal::ResignTooEarly),
            R::Offer { kind: OfferKind::Draw } if left > 0 => {
                Err(Refusal::Offer(OfferRefusal::DrawTooOften { plies: left }))
            }
            R::Offer { kind: OfferKind::Rematch }
            | R::AnswerOffer { kind: OfferKind::Rematch, accept: true } => {
                Err(Refusal::Offer(OfferRefusal::GameOver))
            }
            R::Resign
            | R::Offer { kind: OfferKind::Draw | OfferKind::Takeback }
            | R::AnswerOffer { .. }
            | R::Play { .. }
            | R::WithdrawOffer { .. }
            | R::Abort
            | R::ClaimAbsence { .. }
            | R::SetUp { .. }
            | R::ConfirmFormation
            | R::WithdrawFormation
            | R::Leave
            | R::Watch { .. }
            | R::Unwatch => Ok(()),
        }
    }

    /// Records the result of a game that has ended, beside its own records.
    pub(in crate::hub) fn evening_game_ended(&mut self, game: GameId, outcome: Outcome) {
        let Some((code, board)) = self.evenings.board_of(game) else { return };
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let runs = evening.tournament.state().board(board).is_some_and(|board| board.outcome.is_none());
        let own = evening.boards.get_mut(&board).filter(|own| own.game == Some(game) && runs);
        let Some(own) = own else { return };
        let event = match outcome {
            Outcome::Won { winner, .. } => Event::Finished { board, winner: Some(winner) },
            Outcome::Drawn(_) => Event::Finished { board, winner: None },
            Outcome::Aborted(AbortReason::NoFirstMove(side)) => {
                Event::Forfeited { board, absent: Absent::One(side) }
            }
            Outcome::Aborted(
                AbortReason::Requested(_)
                | AbortReason::BothAway
                | AbortReason::ServerShutdown
                | AbortReason::Absent(_),
            ) => {
                // the board waits again, and another game begins
                own.game = None;
                own.since = now;
                let row = evening.write_board(board);
                self.step.effects.save_with_end(row);
                self.evenings.forget_game(game);
                self.evenings.touch(code);
                return;
            }
        };
        match evening.append(SERVER, vec![event], now) {
            Ok(mut changes) => {
                self.step.effects.save_with_end(std::mem::take(&mut changes.rows));
                self.follow_up_records(code, changes);
            }
            Err(why) => tracing::error!(%game, %why, "a result of an evening is not recorded"),
        }
    }

    /// Lets a player who has left the evening lose their game, or ends it without a result before both have moved.
    pub(super) fn give_up_game(&mut self, game: GameId, side: Color) {
        let now = self.step.now;
        let Some(room) = self.floor.rooms.get_mut(game) else { return };
        if room.resign(side, now).is_err() && room.abort(side, now).is_err() {
            room.shut_down(now);
        }
        self.publish_room(game);
    }

    /// Ends a game without a result: its board counts no more, or has a result already.
    pub(super) fn stop_evening_game(&mut self, game: GameId) {
        self.evenings.forget_game(game);
        let now = self.step.now;
        if let Some(room) = self.floor.rooms.get_mut(game) {
            room.shut_down(now);
            self.publish_room(game);
        }
    }

    /// Calls everyone whom the last round has paired.
    pub(super) fn call_round(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get(code) else { return };
        let state = evening.tournament.state();
        let last = state.round_count();
        let boards: Vec<BoardId> = evening.boards.keys().copied().filter(|id| id.round == last).collect();
        let bye = state.rounds.last().and_then(|round| round.bye);
        let bye = bye.and_then(|id| state.player(id)?.entry.account).map(PlayerId);
        let title = evening.plan.title.clone();
        if let Some(account) = bye {
            let called = EveningMessage::Called { code, title, board: None, opponent: None, game: None };
            self.door.send_to(&mut self.step, account, called);
        }
        for board in boards {
            self.call_board(code, board, None);
        }
    }

    /// Calls the players of a board, or one of them.
    pub(super) fn call_board(&mut self, code: EveningCode, board: BoardId, only: Option<PlayerId>) {
        let Some(evening) = self.evenings.get(code) else { return };
        let Some(own) = evening.boards.get(&board) else { return };
        let Some(accounts) = evening.accounts_of(own.seats) else { return };
        for side in Color::ALL {
            if only.is_some_and(|player| player != accounts[side]) {
                continue;
            }
            let opponent = evening.tournament.state().player(own.seats[side.opponent()]);
            let called = EveningMessage::Called {
                code,
                title: evening.plan.title.clone(),
                board: Some(board),
                opponent: opponent.map(|it| it.entry.name.clone()),
                game: own.game,
            };
            self.door.send_to(&mut self.step, accounts[side], called);
        }
    }

    /// Calls a player who has just come to the boards that wait for them.
    pub(in crate::hub) fn call_back(&mut self, player: PlayerId) {
        let mut waiting = Vec::new();
        for evening in self.evenings.of(player) {
            let Some(id) = evening.player(player) else { continue };
            let is_theirs = |own: &OwnBoard| own.seats.red == id || own.seats.black == id;
            let boards = evening.boards.iter();
            let boards = boards.filter(|(board, own)| is_theirs(own) && evening.is_waiting(**board, own));
            waiting.extend(boards.map(|(&board, _)| (evening.code, board)));
        }
        for (code, board) in waiting {
            self.call_board(code, board, Some(player));
        }
    }
}
