//! The boards of an evening that are played on the server, those of which something is kept, and their stored rows.

use super::row::{EveningBoardRow, KeptObjection, KeptPause};
use super::times::stood;
use crate::record::Record;
use chuhe_protocol::{EveningPart, GameId, Objection, PlayerId};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, BoardId};
use std::collections::{BTreeMap, btree_map};

/// A board that is played on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnBoard {
    pub(crate) seats: PerColor<tournaments::PlayerId>,
    /// The game that runs, or that gave the result.
    pub(crate) game: Option<GameId>,
    /// Since when it waits for its players.
    pub(crate) since: Timestamp,
    /// Whether a game of it has ended already because a player was away.
    pub(crate) was_left: bool,
    pub(crate) objections: Vec<KeptObjection>,
    /// Its own pause.
    pub(crate) pause: Option<KeptPause>,
    /// Whether its players were told that they sit there.
    pub(crate) is_called: bool,
    /// How often its row was written; 0 if there is none.
    revision: u32,
}

impl OwnBoard {
    /// A board that waits for its players.
    pub(crate) const fn new(seats: PerColor<tournaments::PlayerId>, since: Timestamp) -> Self {
        Self {
            seats,
            game: None,
            since,
            was_left: false,
            objections: Vec::new(),
            pause: None,
            is_called: false,
            revision: 0,
        }
    }

    /// Whether a player sits there.
    pub(crate) fn is_of(&self, player: tournaments::PlayerId) -> bool {
        self.seats.red == player || self.seats.black == player
    }
}

/// The boards of accounts that run, those of the last round, and all others with a game or objections, wooden ones too.
#[derive(Debug, Default)]
pub(crate) struct Boards {
    /// The number of the evening.
    number: u64,
    all: BTreeMap<BoardId, OwnBoard>,
}

impl Boards {
    /// No boards, of the evening with this number.
    pub(super) const fn new(number: u64) -> Self {
        Self { number, all: BTreeMap::new() }
    }

    /// Adds stored boards, which wait from now on.
    pub(super) fn restore(&mut self, rows: Vec<(BoardId, u32, EveningBoardRow)>, now: Timestamp) {
        for (board, revision, EveningBoardRow { seats, game, objections, pause }) in rows {
            let own = OwnBoard { game, objections, pause, revision, ..OwnBoard::new(seats, now) };
            self.all.insert(board, own);
        }
    }

    pub(crate) fn get(&self, board: BoardId) -> Option<&OwnBoard> {
        self.all.get(&board)
    }

    pub(crate) fn get_mut(&mut self, board: BoardId) -> Option<&mut OwnBoard> {
        self.all.get_mut(&board)
    }

    /// All boards, in order.
    pub(crate) fn iter(&self) -> btree_map::Iter<'_, BoardId, OwnBoard> {
        self.all.iter()
    }

    /// The numbers of the boards for which something holds.
    pub(crate) fn which(&self, is_wanted: impl Fn(BoardId, &OwnBoard) -> bool) -> Vec<BoardId> {
        self.all.iter().filter(|&(&id, own)| is_wanted(id, own)).map(|(&id, _)| id).collect()
    }

    /// The board; a wooden one is added, because something of it is to be kept.
    pub(crate) fn get_or_add(
        &mut self,
        board: BoardId,
        seats: PerColor<tournaments::PlayerId>,
        now: Timestamp,
    ) -> &mut OwnBoard {
        self.all.entry(board).or_insert_with(|| OwnBoard::new(seats, now))
    }

    /// Removes a board; returns its game, and the record that deletes its row.
    pub(super) fn remove(&mut self, board: BoardId) -> (Option<GameId>, Option<Record>) {
        let Some(own) = self.all.remove(&board) else { return (None, None) };
        (own.game, deleted(self.number, board, &own))
    }

    /// Writes the row of a board, or deletes it if it says nothing.
    pub(crate) fn write(&mut self, board: BoardId) -> Option<Record> {
        let number = self.number;
        let own = self.all.get_mut(&board)?;
        if own.game.is_none() && own.objections.is_empty() && own.pause.is_none() {
            let deleted = deleted(number, board, own);
            own.revision = 0;
            return deleted;
        }
        let revision = own.revision;
        own.revision += 1;
        let OwnBoard { seats, game, objections, pause, .. } = own;
        let row =
            EveningBoardRow { seats: *seats, game: *game, objections: objections.clone(), pause: *pause };
        Some(Record::EveningBoard { number, board, revision, row: Some(Box::new(row)) })
    }

    /// The records that delete all rows.
    pub(super) fn erase(&self) -> impl Iterator<Item = Record> {
        self.all.iter().filter_map(|(&board, own)| deleted(self.number, board, own))
    }

    /// How many objections wait for the organisers.
    pub(crate) fn open_objections(&self) -> usize {
        self.all.values().flat_map(|own| &own.objections).filter(|it| it.is_open).count()
    }

    /// The objections that a player may read: the organisers all, others those of their own boards.
    pub(crate) fn objections_for(&self, part: EveningPart) -> Vec<Objection> {
        let is_theirs = |own: &OwnBoard| part.organises || part.player.is_some_and(|id| own.is_of(id));
        let seen = self.all.iter().filter(|(_, own)| is_theirs(own));
        let open = seen.flat_map(|(&board, own)| {
            own.objections.iter().filter(|it| it.is_open).map(move |it| Objection {
                board,
                player: it.player,
                words: it.words.clone(),
            })
        });
        open.collect()
    }

    /// Takes out what an account that is erased has said against results; returns the rows.
    pub(super) fn scrub(&mut self, account: PlayerId) -> Vec<Record> {
        let boards = self.which(|_, own| own.objections.iter().any(|it| it.account == account));
        let mut rows = Vec::new();
        for board in boards {
            if let Some(own) = self.all.get_mut(&board) {
                own.objections.retain(|it| it.account != account);
            }
            rows.extend(self.write(board));
        }
        rows
    }

    /// Lets every board wait from now on.
    pub(super) fn restart(&mut self, now: Timestamp) {
        for own in self.all.values_mut() {
            own.since = now;
        }
    }

    /// Lets boards wait from now on that are played anew: nobody has left them before.
    pub(super) fn wait_anew(&mut self, boards: impl IntoIterator<Item = BoardId>, now: Timestamp) {
        for board in boards {
            if let Some(own) = self.all.get_mut(&board) {
                (own.since, own.was_left) = (now, false);
            }
        }
    }

    /// Lets every board wait on after a pause of all, those that are paused by themselves as long as they ran in it.
    pub(super) fn go_on(&mut self, paused_at: Timestamp, now: Timestamp) {
        for own in self.all.values_mut() {
            own.since = stood(own.since, paused_at, own.pause.map_or(now, |pause| pause.since));
        }
    }
}

/// The record that deletes the row of a board, if it has one.
fn deleted(number: u64, board: BoardId, own: &OwnBoard) -> Option<Record> {
    let revision = own.revision;
    (revision > 0).then_some(Record::EveningBoard { number, board, revision, row: None })
}
