//! What organisers should deal with, the most urgent first.

use super::one::Evening;
use super::seat::Seat;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments::{Absent, BoardId, NoPairing, Phase, PlayerId, Presence, Refusal};

/// Something that organisers should deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// A player objects to a result.
    Objection {
        /// Where.
        board: BoardId,
        /// Who.
        player: PlayerId,
        /// Why.
        words: String,
    },
    /// The next round cannot be paired.
    NoPairing(NoPairing),
    /// Players of a board are not there, and lose by forfeit at this moment.
    Late {
        /// Where.
        board: BoardId,
        /// Who.
        absent: Absent,
        /// When they lose.
        at: Timestamp,
    },
    /// A board without a computer has no result yet.
    NoResult(BoardId),
    /// Players with accounts, who take part in the next round, are not connected.
    Away(Vec<PlayerId>),
    /// Nothing runs: the next round can be paired, and waits for the organiser.
    PairNext,
    /// Nothing is left to play: the evening can end.
    End,
    /// The evening can begin.
    Begin,
    /// The evening cannot begin, and why.
    CannotBegin(Refusal),
}

/// Players who have nothing to do while others play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Free {
    /// Those whose game of the round is over.
    pub finished: Vec<PlayerId>,
    /// Those who have no board: a bye, an excuse, or no opponent yet.
    pub without_board: Vec<PlayerId>,
}

impl Evening {
    /// Who is free while a round runs; nobody otherwise.
    #[must_use]
    pub fn free(&self) -> Free {
        let mut free = Free::default();
        let state = self.tournament().state();
        if state.phase != Phase::Running || state.rounds.iter().all(|round| round.running() == 0) {
            return free;
        }
        for id in state.ids() {
            let seat = self.seat(id);
            if matches!(seat, Some(Seat::Board { outcome: Some(_), .. })) {
                free.finished.push(id);
            } else if matches!(seat, Some(Seat::Bye { .. } | Seat::Excused { .. } | Seat::Waiting)) {
                free.without_board.push(id);
            }
        }
        free
    }

    /// What organisers should deal with, the most urgent first.
    #[must_use]
    pub fn duties(&self) -> Vec<Duty> {
        let mut duties = Vec::new();
        for it in &self.live().objections {
            let (board, player, words) = (it.board, it.player, it.words.clone());
            duties.push(Duty::Objection { board, player, words });
        }
        let state = self.tournament().state();
        match state.phase {
            Phase::Entry => match self.figures().permits.begin {
                Some(why) => duties.push(Duty::CannotBegin(why)),
                None => {
                    duties.extend(self.away());
                    duties.extend(self.plan().starts_at_ms.is_none().then_some(Duty::Begin));
                }
            },
            Phase::Running => self.running_duties(&mut duties),
            Phase::Ended => {}
        }
        duties
    }

    fn running_duties(&self, duties: &mut Vec<Duty>) {
        match self.next_pairing() {
            Some(Err(NoPairing::Decided)) => duties.push(Duty::End),
            Some(Err(NoPairing::NotNow(_))) if self.is_played_out() => duties.push(Duty::End),
            Some(Err(NoPairing::NotNow(_) | NoPairing::WaitForOthers)) => {}
            Some(Err(why)) => duties.push(Duty::NoPairing(why.clone())),
            Some(Ok(_)) => {}
            None => {}
        }
        for it in &self.live().boards {
            let PerColor { red, black } = it.here;
            let absent = match (red, black) {
                (true, true) => None,
                (false, true) => Some(Absent::One(Color::Red)),
                (true, false) => Some(Absent::One(Color::Black)),
                (false, false) => Some(Absent::Both),
            };
            if let (Some(absent), Some(at), None) = (absent, it.late_at, it.game) {
                duties.push(Duty::Late { board: it.board, absent, at });
            }
        }
        let state = self.tournament().state();
        let running = state.boards().filter(|(_, board)| board.outcome.is_none());
        let wooden = running.filter(|(id, _)| self.live().board(*id).is_none());
        duties.extend(wooden.map(|(id, _)| Duty::NoResult(id)));
        if state.rounds.last().is_none_or(|round| round.running() == 0) {
            duties.extend(self.away());
        }
        let is_arena = self.tournament().regulations().system.is_arena();
        let is_possible = matches!(self.next_pairing(), Some(Ok(_)));
        let waits = self.live().next_at.is_some() || self.live().pause.is_some();
        if is_possible && !is_arena && !waits {
            duties.push(Duty::PairNext);
        }
    }

    /// Whether all rounds are paired and over.
    #[must_use]
    pub fn is_played_out(&self) -> bool {
        let no_round = |why: &NoPairing| matches!(why, NoPairing::NotNow(Refusal::NoRoundLeft(_)));
        self.next_pairing().is_some_and(|next| next.as_ref().is_err_and(no_round))
    }

    /// Those with accounts who take part and are not connected.
    fn away(&self) -> Option<Duty> {
        let (regulations, state) = (self.tournament().regulations(), self.tournament().state());
        let next = state.round_count() + 1;
        let takes_part = |id: PlayerId| match state.phase {
            Phase::Entry => state.player(id).is_some_and(|player| player.presence == Presence::Here),
            Phase::Running | Phase::Ended => state.takes_part(regulations, id, next),
        };
        let has_account = |id: PlayerId| state.player(id).is_some_and(|it| it.entry.account.is_some());
        let is_here = |id: PlayerId| self.live().here.contains(&id);
        let away: Vec<PlayerId> =
            state.ids().filter(|id| takes_part(*id) && has_account(*id) && !is_here(*id)).collect();
        (!away.is_empty()).then_some(Duty::Away(away))
    }
}
