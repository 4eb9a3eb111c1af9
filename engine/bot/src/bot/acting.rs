//! What a bot does by itself: it answers challenges and offers, sets up, thinks, plays and leaves.

use super::{Bot, Entry, Output};
use crate::table::{Play, Table};
use crate::task::{Task, TaskId, Thought};
use chuhe_engine::luzhanqi;
use chuhe_protocol::{Claim, GameId, LobbyRequest, TableRequest};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use std::collections::BTreeSet;

/// How much longer than necessary the bot waits for an absent opponent, in milliseconds.
const PATIENCE_MS: u64 = 30_000;

impl Bot {
    /// Handles the result of a task. The result of a cancelled one is ignored.
    pub fn thought(&mut self, now: Timestamp, task: TaskId, thought: Thought) {
        let Some((_, changes)) = self.at_table.task.take_if(|(running, _)| *running == task) else { return };
        // after the pause it thinks anew
        let Some(table) = self.table.as_ref().filter(|table| !table.is_paused()) else { return };
        self.at_table.judgement.record(thought.score, &table.play);
        let (game, may_resign) =
            (table.game, table.may_resign() && table.changes >= self.at_table.plays_on_to);
        let ply = u16::try_from(table.ply()).unwrap_or(u16::MAX);
        let mv = thought.mv.filter(|&mv| table.may_play(mv)).or_else(|| first_legal(table));
        let gives_up = thought.resigns || self.at_table.judgement.is_hopeless();
        let request = match mv {
            _ if gives_up && may_resign => TableRequest::Resign,
            Some(mv) => TableRequest::Play { ply, mv, premove: false },
            None => TableRequest::Resign,
        };
        let number = self.send(request.at(game));
        self.at_table.sent = Some((number, changes));
        self.act(now);
    }

    /// When the bot claims the game of an absent opponent.
    ///
    /// A game that is over, or that has not begun, cannot be claimed.
    pub(super) fn claim_at(&self) -> Option<Timestamp> {
        let can_be_claimed =
            |table: &&Table| !table.is_over && !table.is_paused() && !table.awaits_formation();
        let table = self.table.as_ref().filter(can_be_claimed).filter(|_| self.at_table.claim.is_none())?;
        table.claimable_at.map(|at| at.plus_ms(PATIENCE_MS))
    }

    /// Whether the server would serve the bot's requests.
    pub(super) fn may_act(&self) -> bool {
        self.entry == Entry::Joined && !self.is_paused
    }

    /// Sends and starts what the current state calls for.
    pub(super) fn act(&mut self, now: Timestamp) {
        if !self.may_act() {
            return;
        }
        match &self.table {
            None => self.answer_challenges(),
            Some(table) if table.is_paused() && !table.is_over => {}
            Some(table) if table.is_over => self.stay_or_leave(now),
            Some(_) => self.play(now),
        }
    }

    /// Accepts the first challenge whose terms suit it, and declines those before it.
    ///
    /// Passes over challenges whose challengers are away.
    pub(super) fn answer_challenges(&mut self) {
        while self.accepting.is_none()
            && let Some((&id, incoming)) =
                self.challenges.iter().find(|(_, incoming)| !incoming.awaits_challenger)
        {
            match self.config.check(&incoming.challenge) {
                Ok(()) => {
                    let number = self.send(LobbyRequest::AcceptChallenge { challenge: id });
                    self.accepting = Some((id, number));
                }
                Err(reason) => {
                    self.challenges.remove(&id);
                    self.send(LobbyRequest::DeclineChallenge { challenge: id, reason });
                }
            }
        }
    }

    /// At the table of a finished game: plays again if asked, and leaves after a while.
    pub(super) fn stay_or_leave(&mut self, now: Timestamp) {
        self.cancel_task();
        self.answer_offers();
        let Some(table) = &self.table else { return };
        let (game, opponent_left) = (table.game, table.opponent_left);
        if self.at_table.has_left {
            return;
        }
        let leave_at = *self.timers.leave_at.get_or_insert(now.plus_ms(self.config.stays_ms));
        if opponent_left || leave_at <= now {
            self.at_table.has_left = true;
            self.timers.leave_at = None;
            self.send(TableRequest::Leave.at(game));
        }
    }

    pub(super) fn play(&mut self, now: Timestamp) {
        self.answer_offers();
        let claim_is_due = self.claim_at().is_some_and(|at| at <= now);
        let Some(table) = &self.table else { return };
        let (game, changes) = (table.game, table.changes);
        if table.awaits_formation() {
            self.set_up();
            return;
        }
        if claim_is_due {
            let number = self.send(TableRequest::ClaimAbsence { claim: Claim::Win }.at(game));
            self.at_table.claim = Some(number);
        }
        if self.at_table.task.is_some_and(|(_, made_for)| made_for != changes) {
            self.cancel_task();
        }
        let is_sent = self.at_table.sent.is_some_and(|(_, made_for)| made_for == changes);
        if self.at_table.task.is_none() && !is_sent {
            self.think(now);
        }
    }

    pub(super) fn think(&mut self, now: Timestamp) {
        let Some(table) = self.table.as_ref().filter(|table| table.is_to_move()) else { return };
        self.last_task += 1;
        let id = TaskId(self.last_task);
        let seed = seed(self.config.seed, table.game, table.changes);
        let (position, clock) = (table.position(), table.clock(now));
        self.at_table.task = Some((id, table.changes));
        let (level, longest) = (self.config.level, Task::LONGEST);
        let task = Task { id, position, level, clock, seed, longest };
        self.outputs.push_back(Output::Think(Box::new(task)));
    }

    pub(super) fn set_up(&mut self) {
        let Some(table) = self.table.as_ref().filter(|_| !self.at_table.is_set_up) else { return };
        let game = table.game;
        let formation = luzhanqi::set_up(seed(self.config.seed, game, 0));
        self.at_table.is_set_up = true;
        self.send(TableRequest::SetUp { strengths: formation.into() }.at(game));
        self.send(TableRequest::ConfirmFormation.at(game));
    }

    pub(super) fn answer_offers(&mut self) {
        let Some(table) = &self.table else { return };
        let game = table.game;
        let open: BTreeSet<OfferKind> = table.opponents_offers().collect();
        self.at_table.answered.retain(|kind| open.contains(kind));
        for &kind in &open {
            if self.at_table.answered.insert(kind)
                && let Some(table) = &self.table
            {
                let accept = self.at_table.judgement.accepts(kind, table, &self.config);
                self.send(TableRequest::AnswerOffer { kind, accept }.at(game));
            }
        }
    }
}

/// The first legal move, for a task without a legal one.
fn first_legal(table: &Table) -> Option<GameMove> {
    match &table.play {
        Play::Xiangqi(game) => game.position().legal_moves().first().copied().map(GameMove::Xiangqi),
        Play::Luzhanqi(knowledge) => {
            let moves = knowledge.view().position()?.legal_moves();
            moves.first().copied().map(GameMove::Luzhanqi)
        }
    }
}

/// Mixes the seed of a bot with a game and a number in it.
fn seed(own: u64, game: GameId, n: u64) -> u64 {
    let mixed = own ^ game.0.rotate_left(32) ^ n.rotate_left(16);
    (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
