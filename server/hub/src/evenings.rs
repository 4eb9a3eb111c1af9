//! Evenings: the tournaments that the server runs, and who follows them.
//!
//! It knows no rooms and no connections but those that follow. The steps that concern players and their games are those of
//! `hub/evenings.rs`.

mod boards;
mod evening;
pub(crate) mod row;
pub(crate) mod search;
mod telling;
mod times;

use crate::connection_id::ConnectionId;
use crate::record::{Answer, QueryId};
use crate::restored::{SetAside, StoredValue};
pub(crate) use boards::OwnBoard;
use chuhe_protocol::{
    EveningCode, EveningPart, EveningRefusal, EveningSummary, GameId, PlayerId, Refusal, limits,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;
pub(crate) use evening::{Changes, Evening};
use row::{EveningRow, StoredEvening};
use search::Search;
use std::collections::{BTreeMap, BTreeSet};
use tournaments::{BoardId, Phase};

/// A connection that follows an evening, and what its player was last told about their part.
#[derive(Clone, Copy, Debug)]
struct Following {
    code: EveningCode,
    player: PlayerId,
    part: EveningPart,
}

/// All evenings of a hall, by code.
#[derive(Debug, Default)]
pub(crate) struct Evenings {
    all: BTreeMap<EveningCode, Evening>,
    followers: BTreeMap<ConnectionId, Following>,
    /// The evenings that an account has entered or organises.
    entered: BTreeMap<PlayerId, BTreeSet<EveningCode>>,
    /// The boards of games.
    games: BTreeMap<GameId, (EveningCode, BoardId)>,
    /// The evenings to which something has happened that may let them go on.
    touched: BTreeSet<EveningCode>,
    /// The greatest number of an evening whose rows are still stored, but cannot be used.
    rejected_up_to: u64,
}

impl Evenings {
    /// Adds stored evenings. Those that cannot be used are set aside. New ones get numbers above `rejected_up_to`. The
    /// times are until when the server was there, and now.
    pub(crate) fn restore(
        &mut self,
        stored: Vec<StoredEvening>,
        rejected_up_to: u64,
        (served_until, now): (Timestamp, Timestamp),
        set_aside: &mut Vec<SetAside>,
    ) {
        self.rejected_up_to = rejected_up_to;
        for stored in stored {
            let number = stored.number;
            match Evening::restore(stored, served_until, now) {
                Ok(evening) => {
                    let code = evening.code;
                    self.touched.insert(code);
                    for (&board, own) in evening.boards.iter() {
                        if let Some(game) = own.game {
                            self.games.insert(game, (code, board));
                        }
                    }
                    self.all.insert(code, evening);
                    self.index(code);
                }
                Err(why) => {
                    self.rejected_up_to = self.rejected_up_to.max(number);
                    set_aside.push(SetAside { value: StoredValue::Evening(number), why });
                }
            }
        }
    }

    pub(crate) fn get(&self, code: EveningCode) -> Option<&Evening> {
        self.all.get(&code)
    }

    pub(crate) fn get_mut(&mut self, code: EveningCode) -> Option<&mut Evening> {
        self.all.get_mut(&code)
    }

    /// Returns the evening of a code.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn find(&mut self, code: EveningCode) -> Result<&mut Evening, Refusal> {
        self.all.get_mut(&code).ok_or(Refusal::Evening(EveningRefusal::Unknown))
    }

    /// Takes the answer to a search for a pairing. Returns it if it belongs to none.
    pub(crate) fn pairing_found(&mut self, id: QueryId, answer: Answer) -> Option<Answer> {
        // only these answer one: others need not look at every evening
        if !matches!(answer, Answer::Paired(_) | Answer::Failed) {
            return Some(answer);
        }
        let Some(evening) = self.all.values_mut().find(|evening| evening.search.is(id)) else {
            return Some(answer);
        };
        evening.search.answer(answer);
        self.touched.insert(evening.code);
        None
    }

    /// Notes that nothing can be paired until something happens, if that is sure or the server would try again at once.
    pub(crate) fn note_stuck(&mut self, code: EveningCode, search: &Search, is_sure: bool) {
        let Some(evening) = self.all.get_mut(&code) else { return };
        if is_sure || search.is_due && !evening.is_arena() {
            evening.search.stuck_at = Some(search.length);
        }
    }

    /// All evenings, in the order of their codes.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Evening> {
        self.all.values()
    }

    /// The code of every evening.
    pub(crate) fn codes(&self) -> Vec<EveningCode> {
        self.all.keys().copied().collect()
    }

    /// Checks that a player may plan another evening, and returns which one has to go for it, if any.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn check_room(
        &self,
        planner: PlayerId,
        now: Timestamp,
    ) -> Result<Option<EveningCode>, Refusal> {
        let is_recent = |it: &Evening| now.since(it.planned_at) < Timestamp::DAY_MS;
        let is_theirs =
            |it: &&Evening| it.planner() == Some(planner) && (it.phase() != Phase::Ended || is_recent(it));
        let too_many = Refusal::Evening(EveningRefusal::TooMany);
        if self.all().filter(is_theirs).count() >= limits::EVENINGS_PER_ORGANISER {
            return Err(too_many);
        }
        if self.all.len() < limits::EVENINGS {
            return Ok(None);
        }
        let can_go = self.all().filter(|it| it.phase() == Phase::Ended || it.was_never_begun(now));
        let oldest = can_go.min_by_key(|it| (it.phase() != Phase::Ended, it.goes_at(), it.number));
        oldest.map(|it| Some(it.code)).ok_or(too_many)
    }

    /// Adds an evening that was planned, and returns its number.
    ///
    /// # Errors
    /// If its regulations are unusable.
    pub(crate) fn add(
        &mut self,
        row: EveningRow,
        terms: chuhe_protocol::ValidTerms,
        now: Timestamp,
    ) -> Result<u64, tournaments::BadRegulations> {
        let last = self.all().map(|it| it.number).max().unwrap_or(0);
        let number = last.max(self.rejected_up_to) + 1;
        let code = row.code;
        let evening = Evening::new(number, row, terms, now)?;
        self.touched.insert(code);
        self.all.insert(code, evening);
        self.index(code);
        Ok(number)
    }

    /// Removes an evening, and returns it with the connections that followed it.
    pub(crate) fn remove(&mut self, code: EveningCode) -> Option<(Evening, Vec<ConnectionId>)> {
        let evening = self.all.remove(&code)?;
        let followers = self.followers_of(code);
        self.followers.retain(|_, it| it.code != code);
        self.entered.retain(|_, codes| {
            codes.remove(&code);
            !codes.is_empty()
        });
        self.games.retain(|_, (of, _)| *of != code);
        self.touched.remove(&code);
        Some((evening, followers))
    }

    /// Notes the accounts that have to do with an evening.
    pub(crate) fn index(&mut self, code: EveningCode) {
        let Some(evening) = self.all.get(&code) else { return };
        let accounts = evening.concerned();
        self.entered.retain(|account, codes| {
            if !accounts.contains(account) {
                codes.remove(&code);
            }
            !codes.is_empty()
        });
        for account in accounts {
            self.entered.entry(account).or_default().insert(code);
        }
    }

    /// The evenings that an account has entered or organises.
    pub(crate) fn of(&self, account: PlayerId) -> impl Iterator<Item = &Evening> {
        self.entered.get(&account).into_iter().flatten().filter_map(|code| self.all.get(code))
    }

    /// Until when the name of a guest is held for evenings that have not ended.
    pub(crate) fn holds_until(&self, account: PlayerId) -> Option<Timestamp> {
        self.of(account).filter(|it| it.holds(account)).map(Evening::goes_at).max()
    }

    /// The evenings that a player may see in the list, the newest first.
    pub(crate) fn list(&self, account: PlayerId) -> Vec<EveningSummary> {
        let is_seen = |it: &&Evening| {
            let part = it.part(account);
            it.plan.is_public || part.organises || part.player.is_some()
        };
        let mut seen: Vec<&Evening> = self.all().filter(is_seen).collect();
        seen.sort_by_key(|it| std::cmp::Reverse(it.number));
        seen.into_iter().take(limits::EVENINGS_LISTED).map(|it| it.summary(account)).collect()
    }

    /// Lets an evening go on at the end of the step, if it can.
    pub(crate) fn touch(&mut self, code: EveningCode) {
        self.touched.insert(code);
    }

    /// Lets the evenings of a player go on, who has come, gone, or ended a game.
    pub(crate) fn touch_player(&mut self, account: PlayerId) {
        if let Some(codes) = self.entered.get(&account) {
            self.touched.extend(codes);
        }
    }

    /// Lets every evening go on, with deadlines that count from now.
    pub(crate) fn restart_deadlines(&mut self, now: Timestamp) {
        for evening in self.all.values_mut() {
            evening.restart_deadlines(now);
        }
        self.touched.extend(self.all.keys());
    }

    /// Takes an evening that may go on.
    pub(crate) fn take_touched(&mut self) -> Option<EveningCode> {
        self.touched.pop_first()
    }

    /// Lets a connection follow an evening, in place of another.
    pub(crate) fn follow(&mut self, connection: ConnectionId, player: PlayerId, code: EveningCode) {
        let part = self.get(code).map(|it| it.part(player)).unwrap_or_default();
        self.followers.insert(connection, Following { code, player, part });
    }

    /// Lets a connection follow nothing.
    pub(crate) fn unfollow(&mut self, connection: ConnectionId) {
        self.followers.remove(&connection);
    }

    /// The connections that follow an evening.
    pub(crate) fn followers_of(&self, code: EveningCode) -> Vec<ConnectionId> {
        self.followers.iter().filter(|(_, it)| it.code == code).map(|(&connection, _)| connection).collect()
    }

    /// The followers whose part has changed since they were told, or all, with their parts.
    pub(crate) fn parts_to_tell(&mut self, code: EveningCode, all: bool) -> Vec<(ConnectionId, EveningPart)> {
        let Some(evening) = self.all.get(&code) else { return Vec::new() };
        let mut changed = Vec::new();
        for (&connection, following) in &mut self.followers {
            if following.code != code {
                continue;
            }
            let part = evening.part(following.player);
            if all || part != following.part {
                following.part = part;
                changed.push((connection, part));
            }
        }
        changed
    }

    /// The followers with their parts.
    pub(crate) fn parts(&self, code: EveningCode) -> impl Iterator<Item = (ConnectionId, EveningPart)> {
        let of_it = self.followers.iter().filter(move |(_, it)| it.code == code);
        of_it.map(|(&connection, it)| (connection, it.part))
    }

    /// The board of a game.
    pub(crate) fn board_of(&self, game: GameId) -> Option<(EveningCode, BoardId)> {
        self.games.get(&game).copied()
    }

    /// Whether the board of a game stands because of a pause.
    pub(crate) fn stands(&self, game: GameId) -> bool {
        let of = self.board_of(game).and_then(|(code, board)| Some((self.get(code)?, board)));
        of.is_some_and(|(evening, board)| {
            evening.boards.get(board).is_some_and(|own| own.game == Some(game) && evening.stands(own))
        })
    }

    /// Whether any game is one of an evening.
    pub(crate) fn has_games(&self) -> bool {
        !self.games.is_empty()
    }

    /// Notes the game of a board.
    pub(crate) fn began(&mut self, game: GameId, code: EveningCode, board: BoardId) {
        self.games.insert(game, (code, board));
    }

    /// The accounts that played a game which gave a result, if a player, or who follows at a connection, may read it.
    pub(crate) fn readable(
        &self,
        game: GameId,
        player: PlayerId,
        connection: ConnectionId,
    ) -> Option<PerColor<PlayerId>> {
        let followed = self.followers.get(&connection).map(|it| it.code);
        let may_read = |it: &&Evening| {
            it.plan.is_public || followed == Some(it.code) || it.part(player) != EveningPart::default()
        };
        self.all().filter(may_read).find_map(|it| it.players_of(game))
    }

    /// Forgets the games whose tables are closed.
    pub(crate) fn forget_closed(&mut self, is_open: impl Fn(GameId) -> bool) {
        self.games.retain(|&game, _| is_open(game));
    }

    /// Forgets the board of a game.
    pub(crate) fn forget_game(&mut self, game: GameId) {
        self.games.remove(&game);
    }

    /// Checks what holds between any two inputs.
    ///
    /// # Panics
    /// If it does not hold.
    pub(crate) fn check_invariants(&self) {
        assert!(self.all.len() <= limits::EVENINGS, "evenings are limited");
        for (code, evening) in &self.all {
            assert_eq!(evening.code, *code);
            assert!(evening.organisers.len() <= limits::EVENING_ORGANISERS);
            assert!(evening.boards.open_objections() <= limits::OBJECTIONS);
            let folded = tournaments::Tournament::fold(
                evening.plan.regulations.clone(),
                evening.tournament.records().to_vec(),
            );
            assert_eq!(folded.as_ref(), Ok(&evening.tournament), "the journal gives the evening");
            for account in evening.concerned() {
                assert!(self.entered.get(&account).is_some_and(|codes| codes.contains(code)));
            }
            for (&board, own) in evening.boards.iter() {
                let paired = evening.tournament.state().board(board);
                assert_eq!(paired.map(|it| it.seats), Some(own.seats), "a board is paired");
            }
        }
        for following in self.followers.values() {
            assert!(self.all.contains_key(&following.code), "an evening that is followed exists");
        }
    }
}
