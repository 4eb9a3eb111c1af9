//! One evening: its journal, its boards on the server, and what it waits for.

use super::row::{EveningBoardRow, EveningRow, KeptObjection, StoredEvening};
use crate::record::Record;
use crate::restored::Unusable;
use chuhe_protocol::{
    EveningCode, EveningPart, EveningPlan, EveningStage, EveningSummary, GameId, Objection, Pace, PlayerId,
    RatingClass, ValidTerms, limits,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;
use std::collections::{BTreeMap, BTreeSet};
use tournaments::{Board, BoardId, Event, Phase, Presence, System, Tournament};

/// Maximum number of records of an evening. The largest with 512 players, eleven rounds and as many results takes 4,000.
const MAX_RECORDS: usize = 10_000;
/// From this number of records on, players may no longer come and go: the rest is for the organisers and results.
const MAX_OWN_RECORDS: usize = MAX_RECORDS / 2;

/// A board that is played on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnBoard {
    pub(crate) seats: PerColor<tournaments::PlayerId>,
    pub(crate) game: Option<GameId>,
    /// Since when it waits for its players.
    pub(crate) since: Timestamp,
    pub(crate) objections: Vec<KeptObjection>,
    /// How often its row was written; 0 if there is none.
    revision: u32,
}

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
    /// How often the head was written.
    revision: u32,
    /// The records that were written again, without a name.
    rewritten: BTreeMap<u32, u32>,
    /// The boards of accounts that run, those of the last round, and those with objections.
    pub(crate) boards: BTreeMap<BoardId, OwnBoard>,
    /// The players with accounts.
    accounts: BTreeMap<PlayerId, tournaments::PlayerId>,
    /// From when on deadlines count: the restart, or the end of the last pause.
    pub(crate) serves_from: Timestamp,
    /// Whether the planned start was tried.
    pub(crate) start_tried: bool,
    /// The length of the journal when no further round could be paired.
    pub(crate) stuck_at: Option<usize>,
    /// Before when followers are not sent the state of the round again.
    pub(crate) next_round_message: Timestamp,
    /// When the last wave of an arena was tried.
    pub(crate) last_wave: Option<Timestamp>,
}

/// What follows from new records.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The rows to store, the records first.
    pub(crate) rows: Vec<Record>,
    /// The number of the first new record.
    pub(crate) first: u32,
    /// The games that count for nothing now.
    pub(crate) stopped: Vec<GameId>,
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
        let EveningRow { code, plan, organisers, planned_at } = row;
        Ok(Self {
            number,
            code,
            plan,
            terms,
            organisers,
            planned_at,
            tournament,
            revision: 0,
            rewritten: BTreeMap::new(),
            boards: BTreeMap::new(),
            accounts: BTreeMap::new(),
            serves_from: now,
            start_tried: false,
            stuck_at: None,
            next_round_message: Timestamp::default(),
            last_wave: None,
        })
    }

    /// Restores an evening from its rows.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn restore(stored: StoredEvening, now: Timestamp) -> Result<Self, Unusable> {
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
            evening.tournament.record(record).map_err(|why| unusable(format!("record {n}: {why}")))?;
        }
        evening.find_accounts();
        for (board, revision, EveningBoardRow { seats, game, objections }) in boards {
            evening.boards.insert(board, OwnBoard { seats, game, since: now, objections, revision });
        }
        Ok(evening)
    }

    /// Writes the head.
    pub(crate) fn write(&mut self) -> Record {
        let row = EveningRow {
            code: self.code,
            plan: self.plan.clone(),
            organisers: self.organisers.clone(),
            planned_at: self.planned_at,
        };
        let revision = self.revision;
        self.revision += 1;
        Record::Evening { number: self.number, revision, row: Some(Box::new(row)) }
    }

    /// The board on the server, or a wooden one of which something is to be kept.
    pub(crate) fn board_mut(
        &mut self,
        board: BoardId,
        seats: PerColor<tournaments::PlayerId>,
        now: Timestamp,
    ) -> &mut OwnBoard {
        let new = OwnBoard { seats, game: None, since: now, objections: Vec::new(), revision: 0 };
        self.boards.entry(board).or_insert(new)
    }

    /// The records that delete everything stored of the evening.
    pub(crate) fn erase(&self) -> Vec<Record> {
        let number = self.number;
        let boards =
            self.boards.iter().filter(|(_, own)| own.revision > 0).map(|(&board, own)| {
                Record::EveningBoard { number, board, revision: own.revision, row: None }
            });
        let records = (0..).zip(self.tournament.records()).map(|(n, _)| {
            let revision = self.rewritten.get(&n).copied().unwrap_or(1);
            Record::EveningRecord { number, n, revision, row: None }
        });
        let head = Record::Evening { number, revision: self.revision, row: None };
        boards.chain(records).chain([head]).collect()
    }

    /// Writes the row of a board, or deletes it if it says nothing.
    pub(crate) fn write_board(&mut self, board: BoardId) -> Option<Record> {
        let number = self.number;
        let own = self.boards.get_mut(&board)?;
        let revision = own.revision;
        if own.game.is_none() && own.objections.is_empty() {
            own.revision = 0;
            return (revision > 0).then_some(Record::EveningBoard { number, board, revision, row: None });
        }
        own.revision += 1;
        let OwnBoard { seats, game, objections, .. } = own;
        let row = EveningBoardRow { seats: *seats, game: *game, objections: objections.clone() };
        Some(Record::EveningBoard { number, board, revision, row: Some(Box::new(row)) })
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
        // results of the server have room still
        if by != 0 && length + events.len() > MAX_RECORDS {
            return Err(tournaments::Refusal::JournalFull);
        }
        // times of a journal do not run backwards, whatever the clock does
        let last = self.tournament.records().last().map_or(now, |record| record.at);
        let at = now.max(last);
        let before = (events.len() > 1).then(|| self.tournament.clone());
        for event in events {
            if let Err(refusal) = self.tournament.record(tournaments::Record { at, by, event }) {
                if let Some(before) = before {
                    self.tournament = before;
                }
                return Err(refusal);
            }
        }
        let first = u32::try_from(length).unwrap_or(u32::MAX);
        let number = self.number;
        let new: Vec<tournaments::Record> =
            self.tournament.records().get(length..).unwrap_or_default().to_vec();
        let decided = self.forget_decided(&new);
        let mut changes = Changes { first, ..Changes::default() };
        let rows = (first..).zip(new).map(|(n, record)| Record::EveningRecord {
            number,
            n,
            revision: 0,
            row: Some(Box::new(record)),
        });
        changes.rows.extend(rows);
        self.find_accounts();
        self.reconcile(now, &mut changes);
        for board in decided {
            changes.rows.extend(self.write_board(board));
        }
        Ok(changes)
    }

    /// Drops the objections to results that the organisers have replaced, and returns their boards.
    fn forget_decided(&mut self, new: &[tournaments::Record]) -> Vec<BoardId> {
        let has_any = |own: &OwnBoard| !own.objections.is_empty();
        let before = self.boards.iter().filter(|(_, own)| has_any(own)).map(|(&board, _)| board);
        let mut before: Vec<BoardId> = before.collect();
        for record in new {
            if let Event::Corrected { board, .. } = record.event
                && let Some(own) = self.boards.get_mut(&board)
            {
                own.objections.clear();
            }
        }
        for (board, own) in &mut self.boards {
            if self.tournament.state().board(*board).is_none_or(|board| board.outcome.is_none()) {
                own.objections.clear();
            }
        }
        before.retain(|board| self.boards.get(board).is_some_and(|own| !has_any(own)));
        before
    }

    /// Brings the boards on the server in line with the journal.
    pub(crate) fn reconcile(&mut self, now: Timestamp, changes: &mut Changes) {
        let last = self.tournament.state().round_count();
        let is_arena = self.is_arena();
        let mut kept: BTreeSet<BoardId> = BTreeSet::new();
        let known: Vec<BoardId> = self.boards.keys().copied().collect();
        for board in known {
            let Some(own) = self.boards.get(&board) else { continue };
            let paired = self.tournament.state().board(board).filter(|it| it.seats == own.seats);
            let is_of_last = board.round == last && !is_arena;
            let is_needed = |it: &Board| it.outcome.is_none() || is_of_last || !own.objections.is_empty();
            if paired.is_some_and(is_needed) {
                kept.insert(board);
                continue;
            }
            if paired.is_none() {
                changes.stopped.extend(own.game);
            }
            if let Some(own) = self.boards.remove(&board)
                && own.revision > 0
            {
                let (number, revision) = (self.number, own.revision);
                changes.rows.push(Record::EveningBoard { number, board, revision, row: None });
            }
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
            let own = OwnBoard { seats, game: None, since: now, objections: Vec::new(), revision: 0 };
            self.boards.insert(id, own);
        }
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

    /// Whether the name of a guest is held for this evening.
    pub(crate) fn holds(&self, account: PlayerId) -> bool {
        let has_entered = self.player(account).is_some_and(|id| !self.has_left(id));
        has_entered && self.phase() != Phase::Ended
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
        matches!(self.plan.regulations.system, System::Arena(_))
    }

    /// Whether the server pairs.
    pub(crate) fn is_paired_by_server(&self) -> bool {
        self.plan.pace != Pace::ByHand
    }

    /// Whether players may still add records by coming and going.
    pub(crate) fn has_room_for_players(&self) -> bool {
        self.tournament.records().len() < MAX_OWN_RECORDS
    }

    /// The class of its games, whose ratings give numbers.
    pub(crate) fn class(&self) -> RatingClass {
        RatingClass::of(&self.terms)
    }

    /// The length of the journal.
    pub(crate) fn length(&self) -> u32 {
        u32::try_from(self.tournament.records().len()).unwrap_or(u32::MAX)
    }

    /// How many games of paired rounds run.
    pub(crate) fn has_running(&self) -> bool {
        self.tournament.state().rounds.iter().any(|round| round.running() > 0)
    }

    /// Whether the system knows of a further round. An arena always does.
    pub(crate) fn has_round_left(&self) -> bool {
        let state = self.tournament.state();
        match self.plan.regulations.system {
            System::Swiss(rules) => state.round_count() < rules.rounds,
            System::Arena(_) => true,
            // their next round is a look at a table
            System::RoundRobin(_) | System::KnockOut(_) | System::TeamMatch(_) => !matches!(
                tournaments::next_pairing(&self.tournament),
                Err(tournaments::NoPairing::Decided
                    | tournaments::NoPairing::NotNow(tournaments::Refusal::NoRoundLeft(_)))
            ),
        }
    }

    /// When the server pairs the next round, while no game runs or in an arena; the first at once.
    pub(crate) fn pairs_at(&self) -> Option<Timestamp> {
        let state = self.tournament.state();
        if state.phase != Phase::Running || !self.is_paired_by_server() {
            return None;
        }
        if self.is_arena() {
            let waits = |last: Timestamp| last.plus_ms(limits::EVENING_WAVE_MS);
            return Some(self.last_wave.map_or(self.serves_from, waits));
        }
        let is_stuck = self.stuck_at == Some(self.tournament.records().len());
        if is_stuck || self.has_running() || !self.has_round_left() {
            return None;
        }
        if state.rounds.is_empty() && state.annulled == 0 {
            return Some(self.serves_from);
        }
        match self.plan.pace {
            Pace::ByHand => None,
            Pace::AfterAll { break_ms } => Some(self.quiet_since().plus_ms(u64::from(break_ms))),
            Pace::Slots { slot_ms } => Some(self.paired_at().plus_ms(u64::from(slot_ms))),
        }
    }

    /// When the evening ends by itself, if nothing is left to play and nobody objects.
    pub(crate) fn ends_at(&self) -> Option<Timestamp> {
        let may_end = self.phase() == Phase::Running
            && self.is_paired_by_server()
            && !self.is_arena()
            && !self.has_running()
            && self.open_objections() == 0
            && !self.tournament.state().rounds.is_empty()
            && !self.has_round_left();
        may_end.then(|| self.quiet_since().plus_ms(limits::OBJECTION_MS))
    }

    /// When it goes: some time after the last that happened, or that was planned.
    pub(crate) fn goes_at(&self) -> Timestamp {
        let starts_at = self.plan.starts_at_ms.map_or(self.planned_at, Timestamp::from_ms);
        let last = self.tournament.records().last().map_or(self.planned_at, |record| record.at);
        last.max(starts_at).max(self.planned_at).plus_ms(limits::EVENING_KEPT_MS)
    }

    /// Since when nothing has happened that lets the next round wait: a result, or what an organiser did.
    fn quiet_since(&self) -> Timestamp {
        let is_counted = |record: &&tournaments::Record| {
            // otherwise players could delay everyone by leaving and returning
            !matches!(
                record.event,
                Event::Entered(_)
                    | Event::EnteredLate(_)
                    | Event::CheckedIn(_)
                    | Event::Withdrew(_)
                    | Event::Returned(_)
            )
        };
        let last = self.tournament.records().iter().rev().find(is_counted);
        last.map_or(self.planned_at, |record| record.at).max(self.serves_from)
    }

    /// When the last round was paired.
    fn paired_at(&self) -> Timestamp {
        let is_pairing = |record: &&tournaments::Record| {
            matches!(record.event, Event::Paired(_) | Event::PairedByHand { .. })
        };
        let last = self.tournament.records().iter().rev().find(is_pairing);
        last.map_or(self.serves_from, |record| record.at)
    }

    /// When the first player who is not at their board loses by forfeit.
    pub(crate) fn late_at(&self) -> Option<Timestamp> {
        let waits = |(id, own): (&BoardId, &OwnBoard)| self.is_waiting(*id, own).then_some(own.since);
        let first = self.boards.iter().filter_map(waits).min()?;
        Some(first.plus_ms(u64::from(self.plan.late_ms)))
    }

    /// Whether a board has no game and no result.
    pub(crate) fn is_waiting(&self, id: BoardId, own: &OwnBoard) -> bool {
        let runs = self.tournament.state().board(id).is_some_and(|board| board.outcome.is_none());
        own.game.is_none() && runs && self.accounts_of(own.seats).is_some()
    }

    /// Lets every deadline count from now.
    pub(crate) fn restart_deadlines(&mut self, now: Timestamp) {
        self.serves_from = now;
        for own in self.boards.values_mut() {
            own.since = now;
        }
    }

    /// How many objections wait for the organisers.
    pub(crate) fn open_objections(&self) -> usize {
        self.boards.values().flat_map(|own| &own.objections).filter(|it| it.is_open).count()
    }

    /// The objections that a player may read: the organisers all, others those of their own boards.
    pub(crate) fn objections_for(&self, part: EveningPart) -> Vec<Objection> {
        let is_theirs = |own: &OwnBoard| {
            part.organises || part.player.is_some_and(|id| own.seats.red == id || own.seats.black == id)
        };
        let seen = self.boards.iter().filter(|(_, own)| is_theirs(own));
        let open = seen.flat_map(|(&board, own)| {
            own.objections.iter().filter(|it| it.is_open).map(move |it| Objection {
                board,
                player: it.player,
                words: it.words.clone(),
            })
        });
        open.collect()
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

    /// Takes the name of an account that is erased out of the journal.
    pub(crate) fn scrub(&mut self, account: PlayerId) -> Vec<Record> {
        let mut records = self.tournament.records().to_vec();
        let mut rows = Vec::new();
        for (n, record) in (0..).zip(&mut records) {
            if super::row::scrub_record(record, |player, _| player == account) {
                let revision = self.rewritten.get(&n).copied().unwrap_or(1);
                self.rewritten.insert(n, revision + 1);
                let row = Some(Box::new(record.clone()));
                rows.push(Record::EveningRecord { number: self.number, n, revision, row });
            }
        }
        if rows.is_empty() {
            return rows;
        }
        match Tournament::fold(self.plan.regulations.clone(), records) {
            Ok(tournament) => self.tournament = tournament,
            Err(why) => tracing::error!(code = %self.code.number(), %why, "a journal without a name"),
        }
        rows
    }
}
