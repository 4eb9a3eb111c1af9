//! The pauses of an evening and of its boards, by its organisers.

use super::{Evening, OwnBoard};
use crate::evenings::row::KeptPause;
use crate::evenings::times::stood;
use crate::record::Record;
use chuhe_protocol::{EveningRefusal, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, BoardId, Phase};

impl Evening {
    /// The pause of all; an evening that has ended has none, see [`Self::end_needless_pauses`].
    pub(crate) const fn pause(&self) -> Option<KeptPause> {
        self.pause
    }

    /// Whether a board stands, by itself or with all.
    pub(crate) const fn stands(&self, own: &OwnBoard) -> bool {
        self.pause.is_some() || own.pause.is_some()
    }

    /// Begins a pause of one board or of all; returns the row to store, unless it is paused already.
    ///
    /// # Errors
    /// If there is nothing to pause.
    pub(crate) fn begin_pause(
        &mut self,
        board: Option<BoardId>,
        pause: KeptPause,
    ) -> Result<Option<Record>, EveningRefusal> {
        if self.phase() == Phase::Ended {
            return Err(EveningRefusal::Event(tournaments::Refusal::HasEnded));
        }
        let Some(id) = board else {
            if self.pause.is_some() {
                return Ok(None);
            }
            self.pause = Some(pause);
            return Ok(Some(self.write()));
        };
        let paired = self.tournament.state().board(id);
        let paired = paired.ok_or(EveningRefusal::Event(tournaments::Refusal::NoSuchBoard(id)))?;
        if paired.outcome.is_some() {
            return Err(EveningRefusal::Event(tournaments::Refusal::HasResult(id)));
        }
        let is_wooden = self.accounts_of(paired.seats).is_none();
        let own = self.boards.get_mut(id).filter(|_| !is_wooden).ok_or(EveningRefusal::Wooden)?;
        if own.pause.is_some() {
            return Ok(None);
        }
        own.pause = Some(pause);
        Ok(self.boards.write(id))
    }

    /// Ends a pause, if there is one; what waits goes on from where it stood. Returns the row to store.
    pub(crate) fn end_pause(&mut self, board: Option<BoardId>, now: Timestamp) -> Option<Record> {
        let Some(id) = board else {
            let paused_at = self.pause.take()?.since;
            self.times.go_on(paused_at, now);
            self.boards.go_on(paused_at, now);
            return Some(self.write());
        };
        let until = self.pause.map_or(now, |all| all.since);
        let own = self.boards.get_mut(id)?;
        own.since = stood(own.since, own.pause.take()?.since, until);
        self.boards.write(id)
    }

    /// Ends the pauses of boards that are decided, and all once the evening has ended: if that is undone, they would stand
    /// again. Returns the rows to store.
    pub(super) fn end_needless_pauses(&mut self, now: Timestamp) -> Vec<Record> {
        let boards = self.boards.which(|id, own| own.pause.is_some() && !self.runs(id));
        let mut rows: Vec<Record> =
            boards.into_iter().filter_map(|board| self.end_pause(Some(board), now)).collect();
        if self.phase() == Phase::Ended {
            rows.extend(self.end_pause(None, now));
        }
        rows
    }

    /// When each pause ends by itself, of which board or of all.
    pub(crate) fn pauses(&self) -> impl Iterator<Item = (Option<BoardId>, Timestamp)> {
        let boards = self.boards.iter().filter_map(|(&board, own)| Some((Some(board), own.pause?)));
        let all = self.pause.map(|pause| (None, pause));
        all.into_iter().chain(boards).map(|(of, pause)| (of, pause.since.plus_ms(limits::EVENING_PAUSE_MS)))
    }
}
