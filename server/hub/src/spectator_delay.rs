//! The spectator delay: which events of a game its spectators see.

use super::game_event::GameEvent;
use chuhe_protocol::Seq;
use std::collections::VecDeque;

/// Withholds the latest plies of a game from spectators.
///
/// With a delay of `d` plies, the last `d` plies are withheld, and with them every event after
/// the ply before those. A ply is thus visible once `d` more were played. Passed turns and moves
/// that were taken back count as plies too, so that a visible event stays visible. When the game
/// ends, everything is visible.
#[derive(Debug, Default)]
pub(super) struct SpectatorDelay {
    plies: u8,
    /// For each withheld ply, the number of the event after it. At most `plies` of them.
    withheld: VecDeque<Seq>,
    over: bool,
    visible: Seq,
}

impl SpectatorDelay {
    /// The delay of a game without events.
    pub(super) fn new(plies: u8) -> Self {
        Self { plies, ..Self::default() }
    }

    pub(super) const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns the number of the first event withheld from spectators.
    pub(super) const fn visible(&self) -> Seq {
        self.visible
    }

    /// Counts `event`, which has number `n`.
    pub(super) fn record(&mut self, n: Seq, event: &GameEvent) {
        let next = n.saturating_add(1);
        self.over |= event.is_end();
        if self.over || self.plies == 0 || n == 0 {
            self.withheld.clear();
            self.visible = next;
        } else if event.is_ply() {
            self.withheld.push_back(next);
            if self.withheld.len() > usize::from(self.plies) {
                self.visible = self.withheld.pop_front().unwrap_or(self.visible);
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

    /// The visible count after each event: S starts, P plays, T takes back, E ends, and o is any
    /// other event.
    fn visible(delay_plies: u8, events: &str) -> Vec<Seq> {
        let clocks = ClockReading::default();
        let mut delay = SpectatorDelay::new(delay_plies);
        let mut visible = Vec::new();
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
            delay.record(n, &event.into());
            visible.push(delay.visible());
        }
        visible
    }

    #[test]
    fn without_a_delay_every_event_is_visible_at_once() {
        assert_eq!(visible(0, "SoPoPTE"), [1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_move_is_visible_once_the_delay_was_played_after_it() {
        assert_eq!(visible(1, "SPPP"), [1, 1, 2, 3]);
        assert_eq!(visible(2, "SPPPP"), [1, 1, 1, 2, 3]);
        assert_eq!(visible(40, &("S".to_owned() + &"P".repeat(42)))[40..], [1, 2, 3]);
    }

    #[test]
    fn other_events_become_visible_with_the_next_move() {
        assert_eq!(visible(1, "SoPooPoP"), [1, 1, 1, 1, 1, 3, 3, 6]);
    }

    #[test]
    fn moves_that_were_taken_back_count_as_plies() {
        assert_eq!(visible(2, "SPPPTPPP"), [1, 1, 1, 2, 2, 3, 4, 6]);
    }

    #[test]
    fn the_end_and_everything_after_it_is_visible_at_once() {
        assert_eq!(visible(2, "SPPPoEoo"), [1, 1, 1, 2, 2, 6, 7, 8]);
    }
}
