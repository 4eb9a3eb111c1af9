//! The games of evenings: they begin like others, and their ends are results.

use super::{SERVER, refused};
use crate::accounts::fair_play;
use crate::accounts::rating::check_ratable;
use crate::evenings::OwnBoard;
use crate::hub::Hub;
use crate::record::Record;
use crate::room::Room;
use chuhe_protocol::{EveningCode, EveningMessage, EveningRefusal, GameId, PlayerId, Refusal, TableRequest};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::{AbortReason, Color, Outcome, PerColor};
use chuhe_tournaments::{self as tournaments, Absent, BoardId, Event, Phase};

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
        let is_computer =
            |player| self.door.accounts.get(player).is_some_and(|it| it.computer_level.is_some());
        // those who play for themselves, or a computer, may stop a game as they like
        if evening.plan.is_public && !is_computer(players.red) && !is_computer(players.black) {
            let both = [players.red, players.black];
            self.step.effects.save(fair_play::began(&mut self.door.accounts, both, game, self.step.now));
        }
        let own = evening.boards.get_mut(board).ok_or(refused(EveningRefusal::Unknown))?;
        own.game = Some(game);
        // beside the records that open the room
        let row = evening.boards.write(board);
        self.step.effects.save(row);
        self.evenings.began(game, code, board);
        self.open_table(game);
        self.call_board(code, board, None);
        Ok(())
    }

    /// Checks that an evening allows a request at the table of its game.
    ///
    /// # Errors
    /// If it is a result too early, an abort or a rematch.
    pub(in crate::hub) fn check_evening_game(
        &self,
        game: GameId,
        request: &TableRequest,
    ) -> Result<(), Refusal> {
        use TableRequest as R;
        let Some((code, _)) = self.evenings.board_of(game) else { return Ok(()) };
        let Some(evening) = self.evenings.get(code) else { return Ok(()) };
        let least = evening.plan.no_result_before_ply;
        let room = self.floor.rooms.get(game);
        let left = least.saturating_sub(room.map_or(least, Room::ply));
        let is_served = matches!(request, R::SetUp { .. } | R::Leave | R::Watch { .. } | R::Unwatch);
        if room.is_some_and(Room::is_paused) && !is_served {
            return Err(refused(EveningRefusal::Paused));
        }
        match request {
            R::Resign if left > 0 => Err(Refusal::ResignTooEarly),
            R::Offer { kind: OfferKind::Draw } if left > 0 => {
                Err(refused(EveningRefusal::DrawTooEarly { plies: left }))
            }
            // otherwise one player could hold up the round
            R::Abort => Err(Refusal::AbortTooLate),
            R::Offer { kind: OfferKind::Rematch }
            | R::AnswerOffer { kind: OfferKind::Rematch, accept: true } => {
                Err(Refusal::Offer(OfferRefusal::GameOver))
            }
            R::Resign
            | R::Offer { kind: OfferKind::Draw | OfferKind::Takeback }
            | R::AnswerOffer { .. }
            | R::Play { .. }
            | R::WithdrawOffer { .. }
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
        let own = evening.boards.get_mut(board).filter(|own| own.game == Some(game) && runs);
        let Some(own) = own else { return };
        let event = match outcome {
            Outcome::Won { winner, .. } => Event::Finished { board, winner: Some(winner) },
            Outcome::Drawn(_) => Event::Finished { board, winner: None },
            // only who leaves the evening aborts a game of it
            Outcome::Aborted(AbortReason::NoFirstMove(side) | AbortReason::Requested(side)) => {
                Event::Forfeited { board, absent: Absent::One(side) }
            }
            Outcome::Aborted(AbortReason::Absent(side)) if own.was_left => {
                Event::Forfeited { board, absent: Absent::One(side) }
            }
            Outcome::Aborted(AbortReason::BothAway) if own.was_left => {
                Event::Forfeited { board, absent: Absent::Both }
            }
            Outcome::Aborted(
                reason @ (AbortReason::BothAway
                | AbortReason::ServerShutdown
                | AbortReason::Organiser
                | AbortReason::Absent(_)),
            ) => {
                // the board waits again, and another game begins; the late limit goes on for those who were away
                own.game = None;
                if matches!(reason, AbortReason::ServerShutdown | AbortReason::Organiser) {
                    own.since = now;
                } else {
                    own.was_left = true;
                }
                let row = evening.boards.write(board);
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

    /// Lets a player who has left the evening lose their game: they resign, or the game ends and they forfeit where the game has no resignation yet.
    pub(super) fn give_up_game(&mut self, game: GameId, side: Color) {
        let now = self.step.now;
        let Some(room) = self.floor.rooms.get_mut(game) else { return };
        if room.resign(side, now).is_err() && room.abort(side, now).is_err() {
            room.stop(AbortReason::Requested(side), now);
        }
        self.publish_room(game);
    }

    /// Ends a game without a result: its board counts no more, or has a result already.
    pub(super) fn stop_evening_game(&mut self, game: GameId) {
        let now = self.step.now;
        let Some(room) = self.floor.rooms.get_mut(game).filter(|room| !room.is_over()) else { return };
        self.evenings.forget_game(game);
        room.stop(AbortReason::Organiser, now);
        self.publish_room(game);
    }

    /// Takes the running games from boards that have a result by hand; returns them, with the rows to store after their
    /// ends.
    pub(super) fn take_decided(&mut self, code: EveningCode) -> (Vec<GameId>, Vec<Record>) {
        self.take_games(code, |has_result, is_over| has_result && !is_over)
    }

    /// Lets boards wait again whose result was undone, or whose game is lost: another one begins.
    pub(super) fn replay(&mut self, code: EveningCode) {
        let (games, rows) = self.take_games(code, |has_result, is_over| !has_result && is_over);
        self.step.effects.save(rows);
        for game in games {
            self.evenings.forget_game(game);
        }
    }

    /// Takes the games from boards for which this holds: whether there is a result, and whether the game is over.
    fn take_games(
        &mut self,
        code: EveningCode,
        is_wanted: fn(bool, bool) -> bool,
    ) -> (Vec<GameId>, Vec<Record>) {
        let rooms = &self.floor.rooms;
        let (mut games, mut rows) = (Vec::new(), Vec::new());
        let Some(evening) = self.evenings.get_mut(code) else { return (games, rows) };
        let state = evening.tournament.state();
        // what still runs when an arena ends counts for nobody
        let has_ended = state.phase == Phase::Ended;
        let is_wanted = |id: BoardId, own: &OwnBoard| {
            let has_result = has_ended || state.board(id).is_none_or(|board| board.outcome.is_some());
            own.game.is_some_and(|game| is_wanted(has_result, rooms.get(game).is_none_or(Room::is_over)))
        };
        for id in evening.boards.which(is_wanted) {
            if let Some(own) = evening.boards.get_mut(id) {
                games.extend(own.game.take());
            }
            rows.extend(evening.boards.write(id));
        }
        (games, rows)
    }

    /// Calls the player who has the bye.
    pub(super) fn call_bye(&mut self, code: EveningCode, player: tournaments::PlayerId) {
        let Some(evening) = self.evenings.get(code) else { return };
        let account = evening.tournament.state().player(player).and_then(|it| it.entry.account);
        let Some(account) = account.map(PlayerId) else { return };
        let title = evening.plan.title.clone();
        let called = EveningMessage::Called { code, title, board: None, opponent: None, game: None };
        self.door.send_to(&mut self.step, account, called);
    }

    /// Calls the players of a board, or one of them.
    pub(super) fn call_board(&mut self, code: EveningCode, board: BoardId, only: Option<PlayerId>) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let Some(own) = evening.boards.get_mut(board) else { return };
        own.is_called |= only.is_none();
        let (seats, game) = (own.seats, own.game);
        let Some(accounts) = evening.accounts_of(seats) else { return };
        for side in Color::ALL {
            if only.is_some_and(|player| player != accounts[side]) {
                continue;
            }
            let opponent = evening.tournament.state().player(seats[side.opponent()]);
            let called = EveningMessage::Called {
                code,
                title: evening.plan.title.clone(),
                board: Some(board),
                opponent: opponent.map(|it| it.entry.name.clone()),
                game,
            };
            self.door.send_to(&mut self.step, accounts[side], called);
        }
    }

    /// Calls a player who has just come to the boards that wait for them, and to the games of evenings at whose tables
    /// they sit: these are not left as others are.
    pub(in crate::hub) fn call_back(&mut self, player: PlayerId) {
        let mut waiting = Vec::new();
        let seated = self.floor.rooms.tables(player);
        for evening in self.evenings.of(player) {
            let Some(id) = evening.player(player) else { continue };
            let is_seated = |own: &OwnBoard| own.game.is_some_and(|game| seated.contains(&game));
            let boards = evening
                .boards
                .which(|board, own| own.is_of(id) && (is_seated(own) || evening.is_waiting(board, own)));
            waiting.extend(boards.into_iter().map(|board| (evening.code, board)));
        }
        for (code, board) in waiting {
            self.call_board(code, board, Some(player));
        }
    }
}
