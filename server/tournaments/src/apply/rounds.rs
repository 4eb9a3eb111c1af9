//! Rounds: pairing, pairing by hand, repair and annulment.

use crate::{
    Absent, Board, MAX_ROUNDS, Outcome, Pairing, PlayerId, Refusal, Regulations, Round, State, System,
    knock_out, round_robin, team_match,
};
use chuhe_rules::{Color, PerColor};
use std::collections::BTreeSet;

impl State {
    pub(super) fn pair(
        &mut self,
        regulations: &Regulations,
        pairing: &Pairing,
        by_hand: Option<&String>,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        self.check_round_left(regulations)?;
        self.check_players(regulations, pairing)?;
        self.check_meetings(regulations, pairing)?;
        let round = self.round_count() + 1;
        let boards = pairing.boards.iter().map(|seats| {
            // in fixed tables, those who left stay in the table and forfeit
            let is_away = |side: Color| !self.takes_part(regulations, seats[side], round);
            let absent = match (is_away(Color::Red), is_away(Color::Black)) {
                (true, true) => Some(Absent::Both),
                (true, false) => Some(Absent::One(Color::Red)),
                (false, true) => Some(Absent::One(Color::Black)),
                (false, false) => None,
            };
            new_board(*seats, absent.map(Outcome::Forfeited))
        });
        let boards = boards.collect();
        self.rounds.push(Round { boards, bye: pairing.bye, by_hand: by_hand.cloned() });
        Ok(())
    }

    pub(super) fn repair(
        &mut self,
        regulations: &Regulations,
        round: u16,
        pairing: &Pairing,
        why: &str,
    ) -> Result<(), Refusal> {
        self.check_running()?;
        self.check_last(round)?;
        let mut repaired = self.clone();
        let old = repaired.rounds.pop().ok_or(Refusal::NotTheLastRound(round))?;
        let before: BTreeSet<PlayerId> =
            old.boards.iter().flat_map(|board| [board.seats.red, board.seats.black]).chain(old.bye).collect();
        let after: BTreeSet<PlayerId> = pairing.players().collect();
        if before != after
            || pairing.players().count() != after.len()
            || pairing.boards.len() != old.boards.len()
        {
            return Err(Refusal::NotARepair);
        }
        // the pairs of a table are fixed, and only their colours may be exchanged
        let is_free = matches!(regulations.system, System::Swiss(_) | System::Arena(_));
        let has_both = |(board, seats): (&Board, &PerColor<PlayerId>)| {
            board.side_of(seats.red).is_some() && board.side_of(seats.black).is_some()
        };
        if !is_free && !old.boards.iter().zip(&pairing.boards).all(has_both) {
            return Err(Refusal::NotARepair);
        }
        let has_new_bye = pairing.bye.filter(|bye| old.bye != Some(*bye));
        if let Some(bye) = has_new_bye.filter(|bye| repaired.had_bye(*bye) && !repaired.second_byes) {
            return Err(Refusal::HadBye(bye));
        }
        repaired.check_meetings(regulations, pairing)?;
        let mut boards = Vec::with_capacity(old.boards.len());
        for (board, seats) in old.boards.into_iter().zip(&pairing.boards) {
            if board.seats == *seats {
                boards.push(board);
            } else if board.outcome.is_some() {
                return Err(Refusal::NotARepair);
            } else {
                boards.push(new_board(*seats, None));
            }
        }
        repaired.rounds.push(Round { boards, bye: pairing.bye, by_hand: Some(why.to_owned()) });
        *self = repaired;
        Ok(())
    }

    pub(super) fn annul(&mut self, round: u16) -> Result<(), Refusal> {
        self.check_running()?;
        self.check_last(round)?;
        self.rounds.pop();
        self.annulled += 1;
        Ok(())
    }

    fn check_last(&self, round: u16) -> Result<(), Refusal> {
        let is_last = round > 0 && round == self.round_count();
        if is_last { Ok(()) } else { Err(Refusal::NotTheLastRound(round)) }
    }

    /// Checks that another round may be paired now.
    pub(crate) fn check_round_left(&self, regulations: &Regulations) -> Result<(), Refusal> {
        let running = self.rounds.last().map_or(0, |round| round.running());
        let last = match regulations.system {
            System::Swiss(rules) => rules.rounds,
            System::RoundRobin(rules) => round_robin::rounds(rules, self),
            System::TeamMatch(rules) => u16::from(rules.games) + u16::from(rules.decider.is_some()),
            System::KnockOut(_) => MAX_ROUNDS,
            System::Arena(_) => MAX_ROUNDS,
        };
        if running > 0 && !regulations.system.is_arena() {
            return Err(Refusal::GamesRunning(running));
        }
        if self.round_count() >= last { Err(Refusal::NoRoundLeft(last)) } else { Ok(()) }
    }

    /// Checks that a pairing has the players that the system wants in the next round.
    fn check_players(&self, regulations: &Regulations, pairing: &Pairing) -> Result<(), Refusal> {
        let round = self.round_count() + 1;
        let mut seen = BTreeSet::new();
        if let Some(twice) = pairing.players().find(|id| !seen.insert(*id)) {
            return Err(Refusal::PairedTwice(twice));
        }
        if pairing.boards.is_empty() {
            return Err(Refusal::NoBoard);
        }
        let table = match regulations.system {
            System::RoundRobin(_) => round_robin::due(self, round),
            System::KnockOut(rules) => knock_out::due(rules, regulations.points, self),
            System::TeamMatch(rules) => team_match::due(rules, self, round),
            System::Swiss(_) => return self.check_all_paired(regulations, pairing, &seen),
            System::Arena(_) => {
                let waiting: BTreeSet<PlayerId> = self.next_players(regulations).into_iter().collect();
                if pairing.bye.is_some() {
                    return Err(Refusal::NoBye);
                }
                let busy = seen.into_iter().find(|id| !waiting.contains(id));
                return busy.map_or(Ok(()), |id| Err(Refusal::NotTakingPart(id)));
            }
        };
        if pairing.bye.is_some() {
            return Err(Refusal::NoBye);
        }
        if pairing.boards == table { Ok(()) } else { Err(Refusal::NotTheTable) }
    }

    fn check_all_paired(
        &self,
        regulations: &Regulations,
        pairing: &Pairing,
        seen: &BTreeSet<PlayerId>,
    ) -> Result<(), Refusal> {
        let players = self.next_players(regulations);
        if let Some(left_out) = players.iter().find(|id| !seen.contains(id)) {
            return Err(Refusal::LeftOut(*left_out));
        }
        if let Some(away) = seen.iter().find(|id| !players.contains(id)) {
            return Err(Refusal::NotTakingPart(*away));
        }
        // everyone is in it once, so that an even number leaves no bye
        match pairing.bye {
            Some(bye) if self.had_bye(bye) && !self.second_byes => Err(Refusal::HadBye(bye)),
            Some(_) => Ok(()),
            None => Ok(()),
        }
    }

    fn check_meetings(&self, regulations: &Regulations, pairing: &Pairing) -> Result<(), Refusal> {
        if !matches!(regulations.system, System::Swiss(_)) || self.second_meetings {
            return Ok(());
        }
        for seats in &pairing.boards {
            let meetings = self.meetings(seats.red, seats.black);
            if meetings.count > 0 {
                let players = [seats.red, seats.black];
                return Err(Refusal::HaveMet { players, round: meetings.last_round });
            }
        }
        Ok(())
    }
}

fn new_board(seats: PerColor<PlayerId>, outcome: Option<Outcome>) -> Board {
    Board { seats, outcome, ended_at: None, fouls: PerColor::splat(0) }
}
