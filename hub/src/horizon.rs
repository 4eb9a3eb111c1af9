//! How much of a game its spectators may know, where moves are kept from them for
//! a while. It counts events and does not know who watches.

use super::game_event::GameEvent;
use chuhe_protocol::Seq;
use std::collections::VecDeque;

/// With a delay of `d` plies: of the moves that were played, those that were
/// taken back and turns that passed counted like all others, the last `d` are withheld, and with them
/// everything that happened after the move before them. So a move is known when
/// `d` were played after it, and nothing is ever unknown again. All of it is
/// known with the end.
#[derive(Debug, Default)]
pub(super) struct Horizon {
    delay_plies: u8,
    /// The numbers after each of the moves that are withheld, at most `d`.
    withheld: VecDeque<Seq>,
    over: bool,
    known: Seq,
}

impl Horizon {
    /// The horizon of a game of which nothing has happened.
    pub(super) fn new(delay_plies: u8) -> Self {
        Self { delay_plies, ..Self::default() }
    }

    pub(super) const fn delay_plies(&self) -> u8 {
        self.delay_plies
    }

    /// The number of the first event that is not known.
    pub(super) const fn known(&self) -> Seq {
        self.known
    }

    /// Notes that `event` has happened, the one with number `n`.
    pub(super) fn note(&mut self, n: Seq, event: &GameEvent) {
        let next = n.saturating_add(1);
        self.over |= event.is_end();
        if self.over || self.delay_plies == 0 || n == 0 {
            self.withheld.clear();
            self.known = next;
        } else if event.is_ply() {
            self.withheld.push_back(next);
            if self.withheld.len() > usize::from(self.delay_plies) {
                self.known = self.withheld.pop_front().unwrap_or(self.known);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::Event;
    use chuhe_rules::clock::ClockReading;
    use chuhe_rules::{AbortReason, Color, GameMove, Outcome};

    /// What is known after each of these: S begins, P plays, T takes back, o is
    /// anything else, E ends.
    fn known(delay_plies: u8, events: &str) -> Vec<Seq> {
        let clocks = ClockReading::default();
        let mut horizon = Horizon::new(delay_plies);
        let mut known = Vec::new();
        for (n, kind) in (0..).zip(events.chars()) {
            let event = match kind {
                'P' => {
                    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
                    Event::Played { by: Color::Red, mv, clocks }
                }
                'T' => Event::TakenBack { by: Color::Red, to_ply: 0, clocks },
                'E' => Event::Ended { outcome: Outcome::Aborted(AbortReason::BothAway), clocks },
                _ => Event::CameBack { color: Color::Red },
            };
            horizon.note(n, &event.into());
            known.push(horizon.known());
        }
        known
    }

    #[test]
    fn without_a_delay_all_is_known_at_once() {
        assert_eq!(known(0, "SoPoPTE"), [1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_move_is_known_when_so_many_were_played_after_it() {
        assert_eq!(known(1, "SPPP"), [1, 1, 2, 3]);
        assert_eq!(known(2, "SPPPP"), [1, 1, 1, 2, 3]);
        assert_eq!(known(40, &("S".to_owned() + &"P".repeat(42)))[40..], [1, 2, 3]);
    }

    #[test]
    fn what_is_no_move_waits_for_the_next_move_to_be_known() {
        assert_eq!(known(1, "SoPooPoP"), [1, 1, 1, 1, 1, 3, 3, 6]);
    }

    #[test]
    fn moves_that_were_taken_back_count_and_are_known_afterwards() {
        assert_eq!(known(2, "SPPPTPPP"), [1, 1, 1, 2, 2, 3, 4, 6]);
    }

    #[test]
    fn with_the_end_all_is_known_and_what_follows_it() {
        assert_eq!(known(2, "SPPPoEoo"), [1, 1, 1, 2, 2, 6, 7, 8]);
    }
}
