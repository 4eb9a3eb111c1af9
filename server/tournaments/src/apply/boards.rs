//! What happens at a board: results, forfeits, fouls and corrections.

use crate::{Absent, Board, BoardId, Outcome, Refusal, Regulations, State, System, team_match};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

impl State {
    pub(super) fn finish(
        &mut self,
        regulations: &Regulations,
        id: BoardId,
        winner: Option<Color>,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let outcome = decided(regulations, id, winner.map_or(Outcome::Drawn, Outcome::Won));
        self.set_outcome(id, outcome, at)
    }

    pub(super) fn forfeit(&mut self, id: BoardId, absent: Absent, at: Timestamp) -> Result<(), Refusal> {
        self.set_outcome(id, Outcome::Forfeited(absent), at)
    }

    pub(super) fn foul(&mut self, id: BoardId, side: Color) -> Result<(), Refusal> {
        let fouls = &mut self.board_mut(id)?.fouls[side];
        *fouls = fouls.saturating_add(1);
        Ok(())
    }

    pub(super) fn correct(
        &mut self,
        regulations: &Regulations,
        id: BoardId,
        outcome: Outcome,
    ) -> Result<(), Refusal> {
        // the bracket follows from the results, and games of the next stage may have begun
        let is_bracket = matches!(regulations.system, System::KnockOut(_) | System::TeamMatch(_));
        if is_bracket && id.round != self.round_count() {
            return Err(Refusal::NotTheLastRound(id.round));
        }
        let outcome = decided(regulations, id, outcome);
        let board = self.board_mut(id)?;
        match board.outcome {
            None => Err(Refusal::NoResult(id)),
            Some(_) => {
                board.outcome = Some(outcome);
                Ok(())
            }
        }
    }

    fn set_outcome(&mut self, id: BoardId, outcome: Outcome, at: Timestamp) -> Result<(), Refusal> {
        let board = self.board_mut(id)?;
        if board.outcome.is_some() {
            return Err(Refusal::HasResult(id));
        }
        board.outcome = Some(outcome);
        board.ended_at = Some(at);
        Ok(())
    }

    fn board_mut(&mut self, id: BoardId) -> Result<&mut Board, Refusal> {
        self.check_running()?;
        let round = usize::from(id.round).checked_sub(1).and_then(|at| self.rounds.get_mut(at));
        let boards = round.map(|round| &mut round.boards).ok_or(Refusal::NoSuchBoard(id))?;
        let board = usize::from(id.board).checked_sub(1).and_then(|at| boards.get_mut(at));
        board.ok_or(Refusal::NoSuchBoard(id))
    }
}

/// The result as it counts: the deciding game of a team match has no draw.
fn decided(regulations: &Regulations, id: BoardId, outcome: Outcome) -> Outcome {
    match regulations.system {
        System::TeamMatch(rules) => team_match::decided(rules, id, outcome),
        System::RoundRobin(_) => outcome,
        System::Swiss(_) => outcome,
        System::KnockOut(_) => outcome,
        System::Arena(_) => outcome,
    }
}
