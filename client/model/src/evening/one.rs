//! An evening that the connection follows: its journal, folded.

use super::chosen::Chosen;
use super::computers::ComputersAsked;
use super::dialog::EveningDialog;
use super::drafts::Drafts;
use super::entries::Next;
use super::figures::Figures;
use super::live::{LiveRound, OwnObjection};
use super::pairing_form::PairingForm;
use super::reasons::{Reasons, is_quick};
use crate::actions::evening_action::{EveningTab, ExplainedPair};
use chuhe_protocol::{
    EveningCode, EveningPart, EveningPlan, EveningRequest, EveningRound, GameId, OpenedEvening, PlanRefusal,
    PlayerName, limits,
};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{
    Board, BoardId, Explanation, NoPairing, Outcome, PlayerId, Proposal, Record, System, Tournament, WhyNot,
};
use std::cmp::Reverse;

/// An evening that the connection follows.
#[derive(Debug)]
pub struct Evening {
    opened: OpenedEvening,
    tournament: Tournament,
    figures: Figures,
    reasons: Reasons,
    /// What the journal does not say.
    live: LiveRound,
    /// The result to which the server took no objection of the user, and its board.
    unobjectionable: Option<(BoardId, Option<Outcome>)>,
    /// What the user looks at.
    pub chosen: Chosen,
    /// The question or form that is open.
    pub dialog: Option<EveningDialog>,
    /// What was typed in those that were closed.
    drafts: Drafts,
    /// Whether the next of the pasted players are to be asked for.
    enters_more: bool,
    /// The computer players that were asked for.
    pub computers: ComputersAsked,
}

/// What became of records that have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// They are in the journal.
    Taken,
    /// Earlier ones are missing, or others were there before: the evening has to be followed anew.
    Gap,
    /// The journal is impossible.
    Impossible,
}

impl Evening {
    /// An evening without records.
    ///
    /// # Errors
    /// Why its plan is unusable, as that of another version of the server may be.
    pub fn new(mut opened: OpenedEvening) -> Result<Self, PlanRefusal> {
        opened.organisers.truncate(limits::EVENING_ORGANISERS);
        opened.plan.check()?;
        let tournament =
            Tournament::new(opened.plan.regulations.clone()).map_err(PlanRefusal::Regulations)?;
        let mut evening = Self {
            opened,
            tournament,
            figures: Figures::default(),
            reasons: Reasons::default(),
            live: LiveRound::default(),
            unobjectionable: None,
            chosen: Chosen::default(),
            dialog: None,
            drafts: Drafts::default(),
            enters_more: false,
            computers: ComputersAsked::default(),
        };
        // a journal without records is complete from the start
        evening.changed();
        Ok(evening)
    }

    /// Takes a change of the user's part or of the organisers; returns whether it is the same evening.
    pub fn reopened(&mut self, mut opened: OpenedEvening) -> bool {
        let is_same = opened.code == self.opened.code && opened.plan == self.opened.plan;
        if is_same {
            opened.organisers.truncate(limits::EVENING_ORGANISERS);
            self.opened = opened;
            if !self.opened.part.organises && self.chosen.tab == EveningTab::Organise {
                self.chosen.tab = EveningTab::default();
            }
            let organisers = &self.opened.organisers;
            self.dialog
                .take_if(|it| matches!(it, EveningDialog::Question(it) if it.is_appointed(organisers)));
            self.changed();
        }
        is_same
    }

    /// Appends records of which the first has this number. Those that are here already are left out.
    pub fn fold(&mut self, first: u32, records: Vec<Record>) -> Folded {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let Some(here) = self.tournament.records().get(first..) else { return Folded::Gap };
        let mut already = here.len();
        if here.iter().zip(&records).any(|(here, record)| here != record) {
            if first > 0 {
                return Folded::Gap;
            }
            // an account was erased, and the whole journal comes anew
            match Tournament::new(self.opened.plan.regulations.clone()) {
                Ok(fresh) => self.tournament = fresh,
                Err(_) => return Folded::Impossible,
            }
            already = 0;
        }
        let had_all = self.is_complete();
        let new: Vec<Record> = records.into_iter().skip(already).collect();
        self.dialog.take_if(|dialog| dialog.is_done_by(&new));
        if let Some(EveningDialog::Entries(form)) = &mut self.dialog {
            match form.took(&new) {
                Next::Wait => {}
                Next::Ask => self.enters_more = true,
                Next::Close => self.dialog = None,
            }
        }
        let changes = !new.is_empty();
        for record in new {
            if self.tournament.record(record).is_err() {
                return Folded::Impossible;
            }
        }
        if self.is_complete() && (changes || !had_all) {
            self.changed();
        }
        Folded::Taken
    }

    /// Takes what the journal does not say.
    pub fn report(&mut self, round: EveningRound, now: Timestamp) {
        let (me, before) = (self.part().player, self.live.own_objection);
        self.live = LiveRound::of(round, now);
        self.live.own_objection = self.live.objection_of(me, before, self.tournament.state());
        let objects = |board| self.live.objection(board).is_some_and(|it| Some(it.player) == me);
        if matches!(&self.dialog, Some(EveningDialog::Question(it)) if it.objected().is_some_and(objects)) {
            self.dialog = None;
        }
    }

    /// Follows a change of the journal or of the user's part.
    fn changed(&mut self) {
        if !self.is_complete() {
            return;
        }
        self.figures = Figures::of(&self.tournament, self.part().player);
        self.reasons.forget();
        let rounds = self.tournament.state().round_count();
        self.chosen.round = self.chosen.round.filter(|round| *round <= rounds);
        let state = self.tournament.state();
        self.chosen.marked = self.chosen.marked.filter(|board| state.board(*board).is_some());
        match &mut self.dialog {
            Some(EveningDialog::Pairing(form)) => form.check(&self.tournament),
            Some(EveningDialog::Entries(form)) => form.check(self.tournament.state()),
            Some(EveningDialog::Question(_)) | None => {}
        }
        if !is_quick(&self.tournament) {
            // it takes long with many players: who still wants to know asks again
            self.chosen.why_not = None;
        }
        self.answer_questions();
    }

    /// Opens a question or form, with what was typed in it when it was closed.
    pub fn open(&mut self, mut dialog: EveningDialog) {
        self.drafts.restore(&mut dialog, &self.tournament);
        self.dialog = Some(dialog);
    }

    /// Closes the question or form that is open, and keeps what was typed in it; returns whether there was one.
    pub fn close_dialog(&mut self) -> bool {
        let Some(dialog) = self.dialog.take() else { return false };
        self.drafts.keep(dialog);
        true
    }

    /// Changes the text in the question or form that is open.
    pub(super) fn edit_dialog(&mut self, text: &str) {
        match &mut self.dialog {
            Some(EveningDialog::Question(question)) => question.edit(text),
            Some(EveningDialog::Entries(form)) => form.edit(text, self.tournament.state()),
            Some(EveningDialog::Pairing(form)) => form.edit(text),
            None => {}
        }
    }

    /// Whether the next of the pasted players are to be asked for; says so once.
    pub(super) fn take_enters_more(&mut self) -> bool {
        std::mem::take(&mut self.enters_more)
    }

    /// Shows the sheet of a player, or none.
    pub fn show_player(&mut self, player: Option<PlayerId>) {
        self.chosen.player = player;
        self.ask_why_not(None);
    }

    /// Computes what was asked of the pairings, unless it is there.
    fn answer_questions(&mut self) {
        if !self.is_complete() {
            return;
        }
        let Chosen { explained, why_not, .. } = self.chosen;
        if let Some(ExplainedPair { round, .. }) = explained {
            self.reasons.explain(&self.tournament, round);
        }
        if let Some((one, other)) = why_not {
            let round = self.shown_round();
            self.reasons.compare(&self.tournament, round, one, other);
        }
        if self.part().organises {
            self.reasons.look_ahead(&self.tournament);
        }
    }

    /// The request that enters the first of the pasted players; none while a line is bad.
    pub fn entry_request(&mut self) -> Option<EveningRequest> {
        let code = self.opened.code;
        match &mut self.dialog {
            Some(EveningDialog::Entries(form)) => form.request(code),
            Some(EveningDialog::Question(_)) => None,
            Some(EveningDialog::Pairing(_)) => None,
            None => None,
        }
    }

    /// Changes the players that are paired by hand or exchanged.
    pub fn change_pairing(&mut self, change: impl FnOnce(&mut PairingForm, &Tournament)) {
        if let Some(EveningDialog::Pairing(form)) = &mut self.dialog {
            change(form, &self.tournament);
        }
    }

    /// Asks why a pair or bye of a round is as it is, or no more.
    pub fn ask_why(&mut self, pair: Option<ExplainedPair>) {
        self.chosen.explained = pair;
        self.ask_why_not(None);
    }

    /// Asks why two players do not meet in the round on its page, or no more; before the first round, in the next one.
    pub fn ask_why_not(&mut self, pair: Option<(PlayerId, Option<PlayerId>)>) {
        self.chosen.why_not = pair;
        self.reasons.forget_why_not();
        self.answer_questions();
    }

    /// Shows a round; `None` is the last one.
    pub fn show_round(&mut self, round: Option<u16>) {
        self.chosen.round = round;
        self.ask_why_not(None);
    }

    /// Computes the next pairing, however many players there are.
    pub fn propose(&mut self) {
        self.reasons.propose(&self.tournament);
    }

    /// The code that admits to it.
    #[must_use]
    pub const fn code(&self) -> EveningCode {
        self.opened.code
    }

    /// What was planned.
    #[must_use]
    pub const fn plan(&self) -> &EveningPlan {
        &self.opened.plan
    }

    /// The names of its organisers.
    #[must_use]
    pub fn organisers(&self) -> &[PlayerName] {
        &self.opened.organisers
    }

    /// Whether somebody of this name organises it, whatever its case.
    #[must_use]
    pub fn organises(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.organisers().iter().any(|organiser| organiser.as_str().to_lowercase() == name)
    }

    /// The part of the user.
    #[must_use]
    pub const fn part(&self) -> EveningPart {
        self.opened.part
    }

    /// The journal, and the state that follows.
    #[must_use]
    pub const fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// What follows from the journal: standings, sheets and what can be done. Empty until the journal is complete.
    #[must_use]
    pub const fn figures(&self) -> &Figures {
        &self.figures
    }

    /// What the journal does not say.
    #[must_use]
    pub const fn live(&self) -> &LiveRound {
        &self.live
    }

    /// Whether all records are here that the journal had when it was opened.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let announced = usize::try_from(self.opened.records).unwrap_or(usize::MAX);
        self.tournament.records().len() >= announced
    }

    /// The round that is shown, from 1: the last one, or on the page of rounds the one that the user has turned to; 0 before
    /// the first is paired. The wall and the files of other pages are about the last one.
    #[must_use]
    pub fn shown_round(&self) -> u16 {
        let (last, chosen) = (self.tournament.state().round_count(), &self.chosen);
        let turned = chosen.round.filter(|_| chosen.tab == EveningTab::Round && chosen.wall.is_none());
        turned.filter(|round| (1..=last).contains(round)).unwrap_or(last)
    }

    /// The name of a player on the table of results; empty for nobody.
    #[must_use]
    pub fn name(&self, player: PlayerId) -> &str {
        let place = usize::from(player.0).checked_sub(1);
        place.and_then(|place| self.figures.names.get(place)).map_or("", String::as_str)
    }

    /// The explanations of a round, in the order of the boards, and then that of the bye; `None` unless they were asked for.
    #[must_use]
    pub fn explanations(&self, round: u16) -> Option<&[Explanation]> {
        self.reasons.explanations(round)
    }

    /// Why a pair or bye of a round is as it is; `None` unless it was asked for.
    #[must_use]
    pub fn explanation(&self, pair: ExplainedPair) -> Option<&Explanation> {
        let explained = self.explanations(pair.round)?;
        match pair.board {
            Some(board) => explained.get(usize::from(board).checked_sub(1)?),
            None => explained.iter().find(|it| it.players.contains(&None)),
        }
    }

    /// The answer to the last "why not?".
    #[must_use]
    pub const fn why_not(&self) -> Option<&WhyNot> {
        self.reasons.why_not()
    }

    /// The next pairing, or why there is none; `None` while games run, and in a large evening until it is asked for.
    #[must_use]
    pub fn next_pairing(&self) -> Option<&Result<Proposal, NoPairing>> {
        self.reasons.next()
    }

    /// The last objection of the user; `None` if there is none, or the organisers have replaced the result.
    #[must_use]
    pub fn own_objection(&self) -> Option<OwnObjection> {
        let board = |it: &OwnObjection| self.tournament.state().board(it.board);
        self.live.own_objection.filter(|it| board(it).is_some_and(|board| board.outcome == it.to))
    }

    /// Notes that the server took no objection to the result at a board: one was decided before this client knew of it, or
    /// the time for it is over.
    pub(super) fn refuse_objection(&mut self, board: BoardId) {
        self.unobjectionable = self.tournament.state().board(board).map(|it| (board, it.outcome));
    }

    /// Whether the server may take an objection to the result at a board, as far as it has not refused one.
    #[must_use]
    pub fn takes_objection(&self, board: BoardId) -> bool {
        let refused = self.unobjectionable.filter(|(refused, _)| *refused == board);
        let outcome = self.tournament.state().board(board).and_then(|it| it.outcome);
        refused.is_none_or(|(_, to)| to != outcome)
    }

    /// Whether a game belongs to the evening.
    #[must_use]
    pub fn has_game(&self, game: GameId) -> bool {
        self.live.boards.iter().any(|board| board.game == Some(game))
    }

    /// The boards whose results organisers enter: those of the last round, in an arena of all. Those without a
    /// result come first, then the latest.
    #[must_use]
    pub fn result_boards(&self) -> Vec<BoardId> {
        let state = self.tournament.state();
        let last = state.round_count();
        let is_arena = self.tournament.regulations().system.is_arena();
        let is_shown = |(id, _): &(BoardId, &Board)| is_arena || id.round == last;
        let mut boards: Vec<(BoardId, &Board)> = state.boards().filter(is_shown).collect();
        boards.sort_by_key(|(id, it)| (it.outcome.is_some(), Reverse(id.round), id.board));
        boards.into_iter().map(|(id, _)| id).collect()
    }

    /// Marks the board that follows this one and has no result either, or none: its result was typed.
    pub fn mark_next(&mut self, typed: BoardId) {
        let state = self.tournament.state();
        let is_open = |id: &BoardId| state.board(*id).is_some_and(|it| it.outcome.is_none());
        let boards = self.result_boards();
        let at = boards.iter().position(|id| *id == typed);
        let mut next = at.and_then(|at| boards.get(at + 1..)).unwrap_or_default().iter().copied();
        self.chosen.marked =
            next.find(is_open).or_else(|| boards.into_iter().find(|id| *id != typed && is_open(id)));
    }

    /// Whether an organiser may exchange players of the last round freely: the pairs of a table are fixed.
    #[must_use]
    pub fn exchanges_players(&self) -> bool {
        matches!(self.tournament().regulations().system, System::Swiss(_) | System::Arena(_))
    }
}
