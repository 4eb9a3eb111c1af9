//! Checks the events that the hub sends for each game.
//!
//! Everyone receives the same event under the same number, moves are legal, and each game starts
//! and ends once.

use chuhe_protocol::{Event, GameId, Seq, ValidTerms};
use chuhe_rules::luzhanqi::EventView;
use chuhe_rules::{Game, PerColor};
use std::collections::BTreeMap;

/// The events of one game and the state that they lead to.
#[derive(Debug, Default)]
struct EventLog {
    events: BTreeMap<Seq, Event>,
    /// The number of events applied to the state.
    applied: Seq,
    game: Option<Game>,
    away: PerColor<bool>,
    ended: bool,
}

/// The event logs of all games.
#[derive(Debug, Default)]
pub(super) struct EventLogs {
    logs: BTreeMap<GameId, EventLog>,
}

impl EventLogs {
    /// Records that someone received `events`, numbered from `first`.
    pub(super) fn record(&mut self, game: GameId, first: Seq, events: &[Event]) {
        let log = self.logs.entry(game).or_default();
        for (n, event) in (first..).zip(events) {
            let event = common_part(event);
            let before = log.events.entry(n).or_insert_with(|| event.clone());
            assert_eq!(*before, event, "event {n} is the same for everyone");
        }
        while let Some(event) = log.events.get(&log.applied).cloned() {
            log.apply(event);
            log.applied += 1;
        }
    }

    /// The current state of a game.
    pub(super) fn game(&self, id: GameId) -> Option<&Game> {
        self.logs.get(&id)?.game.as_ref()
    }

    /// One of the games, or an id without a game.
    pub(super) fn any_game(&self, pick: usize) -> GameId {
        let count = self.logs.len() + 1;
        self.logs.keys().nth(pick % count).copied().unwrap_or(GameId(0))
    }

    /// All events by game.
    pub(super) fn into_events(self) -> BTreeMap<GameId, Vec<Event>> {
        self.logs.into_iter().map(|(id, log)| (id, log.events.into_values().collect())).collect()
    }
}

impl EventLog {
    fn apply(&mut self, event: Event) {
        assert_eq!(self.applied == 0, matches!(event, Event::Started(_)), "the first event starts the game");
        let may_follow_the_end = matches!(event, Event::CameBack { .. } | Event::Left { .. } | Event::WentAway { .. } | Event::FellAsleep { .. })
                || matches!(event, Event::Offered { .. } | Event::OfferClosed { .. })
                // the pieces are revealed after the end
                || matches!(event, Event::Luzhanqi { .. })
                || matches!(event, Event::Rated(_));
        assert!(!self.ended || may_follow_the_end, "unexpected event after the end: {event:?}");
        match event {
            Event::Started(beginning) => {
                self.game = Some(
                    ValidTerms::parse_under(beginning.rules, beginning.terms.clone())
                        .expect("the hub starts valid games")
                        .new_game(),
                );
            }
            Event::Played { by, mv, .. } => {
                self.playing().play(by, mv).expect("a sent move is legal");
            }
            Event::TakenBack { to_ply, .. } => self.playing().take_back_to(usize::from(to_ply)),
            Event::WentAway { color, .. } | Event::FellAsleep { color, .. } => {
                assert!(!std::mem::replace(&mut self.away[color], true), "the player was present");
            }
            Event::CameBack { color } => {
                assert!(std::mem::replace(&mut self.away[color], false), "the player was away");
            }
            Event::Ended { .. } => self.ended = true,
            Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. }
            | Event::Paused { .. }
            | Event::LagMeasured { .. }
            | Event::RepetitionJudged { .. }
            | Event::Rated(_)
            | Event::Luzhanqi { .. } => {}
        }
    }

    fn playing(&mut self) -> &mut Game {
        self.game.as_mut().expect("the game has started")
    }
}

/// The part of an event that is the same for all receivers.
///
/// It leaves out times relative to the sending and information that is secret from some viewers.
fn common_part(event: &Event) -> Event {
    match event {
        Event::Luzhanqi { clocks, .. } => {
            Event::Luzhanqi { seen: Box::new(EventView::Withheld), clocks: *clocks }
        }
        Event::WentAway { color, .. } => Event::WentAway { color: *color, claimable_in_ms: 0 },
        Event::FellAsleep { color, .. } => Event::FellAsleep { color: *color, claimable_in_ms: 0 },
        other => other.clone(),
    }
}
