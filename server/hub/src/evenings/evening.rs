//! One evening: its journal, its boards on the server, and what it waits for.

mod pausing;
mod record_bytes;
mod room;
mod timing;

use super::boards::{Boards, OwnBoard};
use super::row::{EveningRow, KeptPause, StoredEvening};
use super::search::PairingSearch;
use super::times::Times;
use crate::record::Record;
use crate::restored::Unusable;
use chuhe_protocol::{
    EveningCode, EveningPart, EveningPlan, EveningRefusal, EveningStage, EveningSummary, GameId, Pace,
    PlayerId, RatingClass, Refusal, ValidTerms,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;
use record_bytes::record_bytes;
use std::collections::{BTreeMap, BTreeSet};
use tournaments::{Board, BoardId, Event, Phase, Presence, Tournament};

/// One evening.
#[derive(Debug)]
pub(crate) struct Evening {
    pub(crate) number: u64,
    pub(crate) code: EveningCode,
    pub(crate) plan: EveningPlan,
    pub(crate) terms: ValidTerms,
    pub(crate) organisers: Vec<PlayerId>,
    pub(crate) planned_at: Timestamp,
    pub(crate) tournament: Tournament,
    /// About how many bytes the records take in a frame, as [`record_bytes`] counts them.
    bytes: usize,
    /// How often the head was written.
    revision: u32,
    /// The records that were written again, without a name.
    rewritten: BTreeMap<u32, u32>,
    pub(crate) boards: Boards,
    /// The players with accounts.
    accounts: BTreeMap<PlayerId, tournaments::PlayerId>,
    /// Whether the planned start was tried.
    pub(crate) start_tried: bool,
    pub(crate) search: PairingSearch,
    /// Whether the system knows of a further round.
    has_round_left: bool,
    pub(crate) times: Times,
    /// The pause of all.
    pause: Option<KeptPause>,
}

/// What follows from new records.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The rows to store, the records first.
    pub(crate) rows: Vec<Record>,
    /// The number of the first new record.
    pub(crate) first: usize,
    /// The rows to store once the games have ended that count for nothing now: until then they say which these are.
    pub(crate) last_rows: Vec<Record>,
    /// The games that count for nothing now.
    pub(crate) stopped: Vec<GameId>,
    /// Who has the bye of a new pairing.
    pub(crate) bye: Option<tournaments::PlayerId>,
}

impl Evening {
    /// Plans an evening; the plan was checked.
    ///
    /// # Errors
    /// If the regulations are unusable.
    pub(crate) fn new(
        number: u64,
        row: EveningRow,
        terms: ValidTerms,
        now: Timestamp,
    ) -> Result<Self, tournaments::BadRegulations> {
        let tournament = Tournament::new(row.plan.regulations.clone())?;
        let EveningRow { code, plan, organisers, planned_at, pause } = row;
        Ok(Self {
            number,
            code,
            plan,
            terms,
            organisers,
            planned_at,
            tournament,
            bytes: 0,
            revision: 0,
            rewritten: BTreeMap::new(),
            boards: Boards::new(number),
            accounts: BTreeMap::new(),
            start_tried: false,
            search: PairingSearch::default(),
            has_round_left: true,
            times: Times::new(now),
            pause,
        })
    }

    /// Restores an evening from its rows. `served_until` is when the server was last there.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn restore(
        stored: StoredEvening,
        served_until: Timestamp,
        now: Timestamp,
    ) -> Result<Self, Unusable> {
        let StoredEvening { number, revision, row, records, boards, damage } = stored;
        if let Some(damage) = damage {
            return Err(Unusable::Damaged(damage));
        }
        let unusable = |why: String| Unusable::Damaged(why);
        let terms = row.plan.check().map_err(|why| unusable(why.to_string()))?;
        let mut evening = Self::new(number, row, terms, now).map_err(|why| unusable(why.to_string()))?;
        evening.revision = revision;
        for (n, (revision, record)) in (0..).zip(records) {
            if revision > 1 {
                evening.rewritten.insert(n, revision);
            }
            evening.bytes = evening.bytes.saturating_add(record_bytes(&record.event));
            evening.tournament.record(record).map_err(|why| unusable(format!("record {n}: {why}")))?;
        }
        evening.find_accounts();
        evening.boards.restore(boards, now);
        // a start that was undone, or tried before, is the organiser's
        let has_begun =
            evening.tournament.records().iter().any(|it| matches!(it.event, Event::Started { .. }));
        // in a pause nothing was tried
        let tried_until = evening.pause().map_or(served_until, |pause| pause.since.min(served_until));
        let is_past = |ms| Timestamp::from_ms(ms) <= tried_until;
        evening.start_tried = has_begun || evening.plan.starts_at_ms.is_some_and(is_past);
        evening.look_ahead();
        Ok(evening)
    }

    /// Writes the head.
    pub(crate) fn write(&mut self) -> Record {
        let row = EveningRow {
            code: self.code,
            plan: self.plan.clone(),
            organisers: self.organisers.clone(),
            planned_at: self.planned_at,
            pause: self.pause,
        };
        let revision = self.revision;
        self.revision += 1;
        Record::Evening { number: self.number, revision, row: Some(Box::new(row)) }
    }

    /// The records that delete everything stored of the evening.
    pub(crate) fn erase(&self) -> Vec<Record> {
        let number = self.number;
        let records = (0..).zip(self.tournament.records()).map(|(n, _)| {
            let revision = self.rewritten.get(&n).copied().unwrap_or(1);
            Record::EveningRecord { number, n, revision, row: None }
        });
        let head = Record::Evening { number, revision: self.revision, row: None };
        self.boards.erase().chain(records).chain([head]).collect()
    }

    /// Appends events, all or none.
    ///
    /// # Errors
    /// Why one of them is impossible; nothing has changed then.
    pub(crate) fn append(
        &mut self,
        by: u64,
        events: Vec<Event>,
        now: Timestamp,
    ) -> Result<Changes, tournaments::Refusal> {
        let length = self.tournament.records().len();
        self.check_room(&events)?;
        let bytes: usize = events.iter().map(record_bytes).sum();
        // times of a journal do not run backwards, whatever the clock does
        let last = self.tournament.records().last().map_or(now, |record| record.at);
        let at = now.max(last);
        let before = (events.len() > 1).then(|| self.tournament.clone());
        let bye_before = self.bye();
        let decided_before = self.decided();
        let had_ended = self.phase() == Phase::Ended;
        for event in events {
            if let Err(refusal) = self.tournament.record(tournaments::Record { at, by, event }) {
                if let Some(before) = before {
                    self.tournament = before;
                }
                return Err(refusal);
            }
        }
        self.bytes = self.bytes.saturating_add(bytes);
        let first = u32::try_from(length).unwrap_or(u32::MAX);
        let number = self.number;
        let new: Vec<tournaments::Record> =
            self.tournament.records().get(length..).unwrap_or_default().to_vec();
        self.times.note(&new, now);
        let decided = self.forget_decided(&new);
        let pairs = |record: &tournaments::Record| record.event.pairing().is_some();
        let bye = self.bye().filter(|bye| new.iter().any(pairs) && bye_before != Some(*bye));
        let mut changes = Changes { first: length, bye: bye.map(|(_, player)| player), ..Changes::default() };
        let rows = (first..).zip(new).map(|(n, record)| Record::EveningRecord {
            number,
            n,
            revision: 0,
            row: Some(Box::new(record)),
        });
        changes.rows.extend(rows);
        self.find_accounts();
        self.look_ahead();
        self.reconcile(now, &mut changes);
        if had_ended && self.phase() != Phase::Ended {
            // what an arena left at its end is played anew
            let left = self.boards.which(|id, _| !self.has_result(id));
            self.boards.wait_anew(left, now);
        }
        let decided_after = self.decided();
        self.boards.wait_anew(decided_before.difference(&decided_after).copied(), now);
        for board in decided {
            changes.rows.extend(self.boards.write(board));
        }
        changes.rows.extend(self.end_needless_pauses(now));
        Ok(changes)
    }

    /// Drops the objections to results that the organisers have replaced, and returns their boards.
    fn forget_decided(&mut self, new: &[tournaments::Record]) -> Vec<BoardId> {
        let has_any = |own: &OwnBoard| !own.objections.is_empty();
        let mut before = self.boards.which(|_, own| has_any(own));
        for record in new {
            if let Event::Corrected { board, .. } = record.event
                && let Some(own) = self.boards.get_mut(board)
            {
                own.objections.clear();
            }
        }
        for &board in &before {
            if self.tournament.state().board(board).is_none_or(|board| board.outcome.is_none())
                && let Some(own) = self.boards.get_mut(board)
            {
                own.objections.clear();
            }
        }
        before.retain(|board| self.boards.get(*board).is_some_and(|own| !has_any(own)));
        before
    }

    /// Brings the boards on the server in line with the journal.
    pub(crate) fn reconcile(&mut self, now: Timestamp, changes: &mut Changes) {
        let last = self.tournament.state().round_count();
        let is_arena = self.is_arena();
        let mut kept: BTreeSet<BoardId> = BTreeSet::new();
        for board in self.boards.which(|_, _| true) {
            let Some(own) = self.boards.get(board) else { continue };
            let paired = self.tournament.state().board(board).filter(|it| it.seats == own.seats);
            let is_of_last = board.round == last && !is_arena;
            let has_row = own.game.is_some() || !own.objections.is_empty();
            let is_needed = |it: &Board| it.outcome.is_none() || is_of_last || has_row;
            if paired.is_some_and(is_needed) {
                kept.insert(board);
                continue;
            }
            // a game that is over stays as it is
            let (game, row) = self.boards.remove(board);
            changes.stopped.extend(game);
            changes.last_rows.extend(row);
        }
        let is_new = |(id, board): &(BoardId, &Board)| {
            !kept.contains(id)
                && board.outcome.is_none()
                && (is_arena || id.round == last)
                && self.accounts_of(board.seats).is_some()
        };
        let new: Vec<(BoardId, PerColor<tournaments::PlayerId>)> =
            self.tournament.state().boards().filter(is_new).map(|(id, board)| (id, board.seats)).collect();
        for (id, seats) in new {
            self.boards.get_or_add(id, seats, now);
        }
    }

    /// The boards on the server that have a result.
    fn decided(&self) -> BTreeSet<BoardId> {
        self.boards.which(|id, _| self.has_result(id)).into_iter().collect()
    }

    fn has_result(&self, id: BoardId) -> bool {
        self.tournament.state().board(id).is_some_and(|it| it.outcome.is_some())
    }

    /// The boards whose results games gave, with these games, in order.
    pub(crate) fn games(&self) -> impl Iterator<Item = (BoardId, GameId)> {
        let with_result = self.boards.iter().filter(|(id, _)| self.has_result(**id));
        with_result.filter_map(|(&id, own)| Some((id, own.game?)))
    }

    /// The accounts that played a game which gave a result.
    pub(crate) fn players_of(&self, game: GameId) -> Option<PerColor<PlayerId>> {
        let (board, _) = self.games().find(|(_, it)| *it == game)?;
        self.accounts_of(self.boards.get(board)?.seats)
    }

    /// The last round with who has its bye.
    fn bye(&self) -> Option<(u16, tournaments::PlayerId)> {
        let state = self.tournament.state();
        Some((state.round_count(), state.rounds.last()?.bye?))
    }

    fn find_accounts(&mut self) {
        let state = self.tournament.state();
        let account = |id| Some((PlayerId(state.player(id)?.entry.account?), id));
        self.accounts = state.ids().filter_map(account).collect();
    }

    /// Both accounts of a pair, unless one of them plays at a wooden board.
    pub(crate) fn accounts_of(&self, seats: PerColor<tournaments::PlayerId>) -> Option<PerColor<PlayerId>> {
        let account = |id| Some(PlayerId(self.tournament.state().player(id)?.entry.account?));
        Some(PerColor::new(account(seats.red)?, account(seats.black)?))
    }

    /// The players with accounts, with their numbers.
    pub(crate) fn accounts(&self) -> impl Iterator<Item = (PlayerId, tournaments::PlayerId)> {
        self.accounts.iter().map(|(&account, &id)| (account, id))
    }

    /// The number of an account among the players.
    pub(crate) fn player(&self, account: PlayerId) -> Option<tournaments::PlayerId> {
        self.accounts.get(&account).copied()
    }

    /// Whether a player has left.
    pub(crate) fn has_left(&self, id: tournaments::PlayerId) -> bool {
        self.tournament.state().player(id).is_some_and(|it| it.presence == Presence::Withdrawn)
    }

    /// Whether an account has entered, has not left, and the evening has not ended.
    pub(crate) fn is_taking_part(&self, account: PlayerId) -> bool {
        self.player(account).is_some_and(|id| !self.has_left(id)) && self.phase() != Phase::Ended
    }

    /// Whether the name of a guest is held for this evening, in which they play or which they organise.
    pub(crate) fn holds(&self, account: PlayerId) -> bool {
        let organises = self.organisers.contains(&account) && self.phase() != Phase::Ended;
        organises || self.is_taking_part(account)
    }

    /// Who planned it; `None` once their account is erased and nobody else organises it.
    pub(crate) fn planner(&self) -> Option<PlayerId> {
        self.organisers.first().copied()
    }

    /// The accounts that have to do with it: those of its players and its organisers.
    pub(crate) fn concerned(&self) -> BTreeSet<PlayerId> {
        self.accounts.keys().chain(&self.organisers).copied().collect()
    }

    /// What a player does in it.
    pub(crate) fn part(&self, account: PlayerId) -> EveningPart {
        EveningPart { organises: self.organisers.contains(&account), player: self.player(account) }
    }

    /// How far it is.
    pub(crate) fn phase(&self) -> Phase {
        self.tournament.state().phase
    }

    /// Whether waves are paired in place of rounds.
    pub(crate) fn is_arena(&self) -> bool {
        self.plan.regulations.system.is_arena()
    }

    /// Whether the server pairs. It pairs the waves of every arena, whose pace means nothing.
    pub(crate) fn is_paired_by_server(&self) -> bool {
        self.is_arena() || self.plan.pace != Pace::ByHand
    }

    /// Checks that a player may come back by themselves.
    ///
    /// # Errors
    /// If only an organiser lets them: they are out for absences, or somebody else withdrew them.
    pub(crate) fn check_comes_back(&self, account: PlayerId) -> Result<(), Refusal> {
        let needs_organiser = self.player(account).is_some_and(|id| self.tournament.needs_organiser(id));
        if needs_organiser { Err(Refusal::Evening(EveningRefusal::NeedsOrganiser)) } else { Ok(()) }
    }

    /// The class of its games, whose ratings give numbers.
    pub(crate) fn class(&self) -> RatingClass {
        RatingClass::of(&self.terms)
    }

    /// The length of the journal.
    pub(crate) fn length(&self) -> u32 {
        u32::try_from(self.tournament.records().len()).unwrap_or(u32::MAX)
    }

    /// Whether a board has no result yet. What an arena leaves at its end has none, and runs no more.
    pub(crate) fn runs(&self, id: BoardId) -> bool {
        let state = self.tournament.state();
        state.phase == Phase::Running && state.board(id).is_some_and(|board| board.outcome.is_none())
    }

    /// Whether a board waits for its players: it has no game and no result.
    pub(crate) fn is_waiting(&self, id: BoardId, own: &OwnBoard) -> bool {
        own.game.is_none() && self.runs(id) && self.accounts_of(own.seats).is_some()
    }

    /// What a list says of it.
    pub(crate) fn summary(&self, account: PlayerId) -> EveningSummary {
        let state = self.tournament.state();
        let stage = match state.phase {
            Phase::Entry => EveningStage::Entry,
            Phase::Running => EveningStage::Round(state.round_count()),
            Phase::Ended => EveningStage::Ended,
        };
        EveningSummary {
            code: self.code,
            title: self.plan.title.clone(),
            game: self.terms.game.kind(),
            system: self.plan.regulations.system,
            stage,
            players: u16::try_from(state.players.len()).unwrap_or(u16::MAX),
            starts_at_ms: self.plan.starts_at_ms,
            part: self.part(account),
        }
    }

    /// Takes the name of an account that is erased out of the journal, and what they said against results.
    pub(crate) fn scrub(&mut self, account: PlayerId) -> Vec<Record> {
        let mut records = self.tournament.records().to_vec();
        let mut rows = self.boards.scrub(account);
        let known = rows.len();
        for (n, record) in (0..).zip(&mut records) {
            if super::row::scrub_record(record, |player, _| player == account) {
                let revision = self.rewritten.get(&n).copied().unwrap_or(1);
                self.rewritten.insert(n, revision + 1);
                let row = Some(Box::new(record.clone()));
                rows.push(Record::EveningRecord { number: self.number, n, revision, row });
            }
        }
        if rows.len() == known {
            return rows;
        }
        match Tournament::fold(self.plan.regulations.clone(), records) {
            Ok(tournament) => self.tournament = tournament,
            Err(why) => tracing::error!(code = %self.code.number(), %why, "a journal without a name"),
        }
        rows
    }
}
