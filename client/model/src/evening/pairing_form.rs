//! Pairing a round by hand, and exchanging players of the last one.

use super::sending::{Sending, within};
use chuhe_protocol::{EveningCode, EveningCommand, EveningRequest};
use chuhe_rules::PerColor;
use chuhe_tournaments::{
    Event, MAX_TEXT, Pairing, PlayerId, Record, Refusal, Tournament, next_pairing, standings,
};

/// The players of a round, as an organiser pairs or exchanges them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingForm {
    /// The round.
    pub round: u16,
    /// Whether it is paired already, and players are exchanged.
    pub is_repair: bool,
    /// Who plays whom.
    pub pairing: Pairing,
    /// The player who is exchanged with the next one that is chosen.
    pub picked: Option<PlayerId>,
    /// The reason.
    pub words: String,
    /// Why the tournament would refuse it.
    pub refusal: Option<Refusal>,
    /// What became of it.
    pub sending: Sending,
}

impl PairingForm {
    /// The next round, as the program would pair it; if it cannot, the players in the order of the table.
    #[must_use]
    pub fn by_hand(tournament: &Tournament) -> Self {
        let (regulations, state) = (tournament.regulations(), tournament.state());
        let pairing = match next_pairing(tournament) {
            Ok(proposal) => proposal.pairing,
            Err(_) => {
                let taking_part = state.next_players(regulations);
                let rows = standings(regulations, state).into_iter().map(|row| row.player);
                let order: Vec<PlayerId> = rows.filter(|id| taking_part.contains(id)).collect();
                let pairs = order.chunks_exact(2).map(|pair| PerColor::new(pair[0], pair[1]));
                let bye = order.last().copied().filter(|_| !order.len().is_multiple_of(2));
                Pairing { boards: pairs.collect(), bye }
            }
        };
        Self::new(tournament, state.round_count() + 1, false, pairing)
    }

    /// The last round as it is paired; `None` before the first.
    #[must_use]
    pub fn repair(tournament: &Tournament) -> Option<Self> {
        let last = tournament.state().rounds.last()?;
        let boards = last.boards.iter().map(|board| board.seats).collect();
        let pairing = Pairing { boards, bye: last.bye };
        Some(Self::new(tournament, tournament.state().round_count(), true, pairing))
    }

    fn new(tournament: &Tournament, round: u16, is_repair: bool, pairing: Pairing) -> Self {
        let mut form = Self {
            round,
            is_repair,
            pairing,
            picked: None,
            words: String::new(),
            refusal: None,
            sending: Sending::Writing,
        };
        form.check(tournament);
        form
    }

    /// Chooses a player: the second one exchanges both.
    pub fn pick(&mut self, tournament: &Tournament, player: PlayerId) {
        match self.picked.take() {
            None => self.picked = Some(player),
            Some(first) if first == player => {}
            Some(first) => {
                self.exchange(first, player);
                self.check(tournament);
            }
        }
    }

    /// Exchanges the sides of a board, from 1.
    pub fn turn(&mut self, tournament: &Tournament, board: u16) {
        let seats = usize::from(board).checked_sub(1).and_then(|at| self.pairing.boards.get_mut(at));
        if let Some(seats) = seats {
            std::mem::swap(&mut seats.red, &mut seats.black);
            self.check(tournament);
        }
    }

    /// Changes the reason.
    pub fn edit(&mut self, text: &str) {
        self.words = within(text, MAX_TEXT).to_owned();
        self.sending = Sending::Writing;
    }

    fn exchange(&mut self, one: PlayerId, other: PlayerId) {
        let exchanged = |id: PlayerId| {
            if id == one {
                other
            } else if id == other {
                one
            } else {
                id
            }
        };
        self.pairing.boards.iter_mut().for_each(|seats| *seats = seats.map(exchanged));
        self.pairing.bye = self.pairing.bye.map(exchanged);
    }

    /// Learns whether the tournament would take it.
    pub(super) fn check(&mut self, tournament: &Tournament) {
        self.sending = Sending::Writing;
        self.refusal = tournament.check(self.event("-".to_owned())).err();
    }

    fn event(&self, why: String) -> Event {
        let pairing = self.pairing.clone();
        if self.is_repair {
            Event::Repaired { round: self.round, pairing, why }
        } else {
            Event::PairedByHand { pairing, why }
        }
    }

    /// Whether it can be sent.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.refusal.is_none() && !self.words.trim().is_empty() && !self.sending.is_asked()
    }

    /// The request that records it.
    #[must_use]
    pub fn request(&self, code: EveningCode) -> EveningRequest {
        let event = self.event(self.words.trim().to_owned());
        EveningRequest::Organise { code, command: EveningCommand::Record(event) }
    }

    /// Whether these records do what was asked for.
    pub(super) fn is_done_by(&self, records: &[Record]) -> bool {
        let wanted = self.event(self.words.trim().to_owned());
        self.sending.is_asked() && records.iter().any(|record| record.event == wanted)
    }
}
