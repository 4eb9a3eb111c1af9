//! Snapshots: a short list of events that leads to the same state as the whole journal.
//!
//! Moves that were taken back, answered offers and past absences are left out. A snapshot is
//! computed from the events that its viewer sees, so it reveals nothing else.

use super::Room;
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::EventView;
use chuhe_rules::offers::{OfferKind, Offers, TAKEBACK_WAIT_REFUSALS};
use chuhe_rules::{Color, PerColor, Viewer};

impl Room {
    /// Returns events that lead to the same state as all events that `viewer` sees.
    pub(crate) fn snapshot(&self, viewer: Viewer, now: Timestamp) -> Vec<Event> {
        compact(self.seen_by(viewer, 0, now))
    }
}

/// Removes events without changing the state that they lead to when applied at one moment.
fn compact(events: Vec<Event>) -> Vec<Event> {
    let mut compaction = Compaction::default();
    for event in events {
        compaction.fold(event);
    }
    compaction.into_events()
}

#[derive(Debug, Default)]
struct Compaction {
    started: Option<Event>,
    /// The formation of the viewer, and the confirmations.
    placed: Option<Event>,
    confirmed: PerColor<Option<Event>>,
    /// The plies that were not taken back: moves and passed turns.
    played: Vec<Event>,
    /// The last interruption, if no remaining ply came after it.
    interrupted: Option<Event>,
    /// The pause that lasts still.
    paused: Option<Event>,
    /// The length of the last interruption of all.
    last_down_ms: Option<u64>,
    offers: Offers,
    /// The ply at which each side last offered a draw.
    draws: PerColor<Option<usize>>,
    takebacks: PerColor<Takebacks>,
    /// The rematch offers that were declined or withdrawn and still delay the next offer.
    rematches: Vec<(Color, OfferEnd)>,
    away: PerColor<Option<Event>>,
    /// The latest network delay of each side.
    lags: PerColor<Option<Event>>,
    /// The warning or ruling on the current position.
    judged: Option<Event>,
    ended: Option<Event>,
    rated: Option<Event>,
    revealed: Option<Event>,
    left: Vec<Event>,
}

/// The failed takeback requests of one side.
#[derive(Clone, Copy, Debug, Default)]
struct Takebacks {
    declined: u32,
    /// Whether the last request was withdrawn.
    withdrawn: bool,
}

impl Compaction {
    fn fold(&mut self, event: Event) {
        // waiting times do not matter here
        let at = Timestamp::default();
        match event {
            Event::Started(_) => self.started = Some(event),
            Event::Played { by, .. } => {
                self.moved(by, at);
                self.end_turn(event);
            }
            Event::Offered { by, kind } => {
                self.offers.record_offer(by, kind, self.played.len());
                if kind == OfferKind::Draw {
                    self.draws[by] = Some(self.played.len());
                }
            }
            Event::OfferClosed { by, kind, how } => {
                match how {
                    OfferEnd::Withdrawn => self.offers.record_withdrawal(by, kind, at),
                    OfferEnd::Declined => self.offers.record_decline(by, kind, at),
                }
                self.closed(by, kind, how);
            }
            Event::TakenBack { by: _, to_ply, clocks } => self.taken_back(usize::from(to_ply), clocks),
            Event::Interrupted { down_ms, .. } => {
                self.last_down_ms = Some(down_ms);
                self.interrupted = Some(event);
                self.paused = None;
            }
            Event::Paused { .. } => self.paused = Some(event),
            Event::WentAway { color, .. } | Event::FellAsleep { color, .. } => self.away[color] = Some(event),
            Event::CameBack { color } => self.away[color] = None,
            Event::LagMeasured { color, .. } => self.lags[color] = Some(event),
            Event::RepetitionJudged { .. } => self.judged = Some(event),
            Event::Ended { .. } => {
                self.offers.clear();
                self.paused = None;
                self.ended = Some(event);
            }
            Event::Rated(_) => self.rated = Some(event),
            Event::Left { .. } => self.left.push(event),
            Event::Luzhanqi { ref seen, .. } => match **seen {
                // it only fills a number
                EventView::Withheld => {}
                EventView::Placed { .. } => self.placed = Some(event),
                EventView::Confirmed { by } => self.confirmed[by] = Some(event),
                EventView::Withdrew { by } => self.confirmed[by] = None,
                EventView::Moved { .. } => {
                    self.moved(
                        if self.played.len().is_multiple_of(2) { Color::Red } else { Color::Black },
                        at,
                    );
                    self.end_turn(event);
                }
                EventView::Passed { .. } => self.end_turn(event),
                EventView::Revealed(_) => self.revealed = Some(event),
            },
        }
    }

    /// Applies to the offers that `by` has moved.
    fn moved(&mut self, by: Color, at: Timestamp) {
        for lapsed in self.offers.lapsing(by).into_iter().filter(|lapsed| lapsed.by != by) {
            self.closed(lapsed.by, lapsed.kind, OfferEnd::Declined);
        }
        self.offers.record_move(by, at);
    }

    fn end_turn(&mut self, event: Event) {
        self.played.push(event);
        self.judged = None;
        self.interrupted = None;
    }

    /// Remembers what a failed offer leaves behind.
    fn closed(&mut self, by: Color, kind: OfferKind, how: OfferEnd) {
        match (kind, how) {
            (OfferKind::Takeback, OfferEnd::Declined) => {
                let declined = (self.takebacks[by].declined + 1).min(TAKEBACK_WAIT_REFUSALS);
                self.takebacks[by] = Takebacks { declined, withdrawn: false };
            }
            (OfferKind::Takeback, OfferEnd::Withdrawn) => self.takebacks[by].withdrawn = true,
            // only the ply of the offer counts
            (OfferKind::Draw, _) => {}
            (OfferKind::Rematch, OfferEnd::Declined) => self.rematches = vec![(by, how)],
            (OfferKind::Rematch, OfferEnd::Withdrawn) => {
                self.rematches.retain(|&before| before != (by, how));
                self.rematches.push((by, how));
            }
        }
    }

    fn taken_back(&mut self, to_ply: usize, now: ClockReading) {
        self.played.truncate(to_ply);
        self.judged = None;
        self.offers.record_takeback(to_ply);
        self.draws = self.draws.map(|ply| ply.map(|ply| ply.min(to_ply)));
        // the clocks after the move before, with what interruptions have added since
        self.interrupted = match self.played.last_mut() {
            Some(Event::Played { clocks, .. }) => {
                *clocks = now;
                None
            }
            _ => self.last_down_ms.map(|down_ms| Event::Interrupted { down_ms, clocks: now }),
        };
    }

    fn into_events(self) -> Vec<Event> {
        let Self { started, placed, confirmed, .. } = &self;
        let beginning = [started, placed, &confirmed.red, &confirmed.black];
        let mut events: Vec<Event> = beginning.into_iter().flatten().cloned().collect();
        self.draws_at(0, &mut events);
        for (n, event) in self.played.iter().enumerate() {
            events.push(event.clone());
            self.draws_at(n + 1, &mut events);
        }
        events.extend(self.judged.clone());
        events.extend(self.interrupted.clone());
        events.extend(self.paused.clone());
        for by in Color::ALL {
            let Takebacks { declined, withdrawn } = self.takebacks[by];
            for _ in 0..declined {
                events.extend(failed_offer(by, OfferKind::Takeback, OfferEnd::Declined));
            }
            if withdrawn {
                events.extend(failed_offer(by, OfferKind::Takeback, OfferEnd::Withdrawn));
            }
        }
        events.extend(self.standing(OfferKind::Takeback));
        events.extend(Color::ALL.into_iter().filter_map(|color| self.away[color].clone()));
        events.extend(Color::ALL.into_iter().filter_map(|color| self.lags[color].clone()));
        events.extend(self.ended.clone());
        events.extend(self.revealed.clone());
        events.extend(self.rated.clone());
        events.extend(self.rematches.iter().flat_map(|&(by, how)| failed_offer(by, OfferKind::Rematch, how)));
        events.extend(self.standing(OfferKind::Rematch));
        events.extend(self.left);
        events
    }

    /// Appends the last draw offers, if they were made at `ply`.
    fn draws_at(&self, ply: usize, events: &mut Vec<Event>) {
        let kind = OfferKind::Draw;
        for by in Color::ALL.into_iter().filter(|&by| self.draws[by] == Some(ply)) {
            if self.offers.is_open(by, kind) {
                events.push(Event::Offered { by, kind });
            } else {
                events.extend(failed_offer(by, kind, OfferEnd::Declined));
            }
        }
    }

    fn standing(&self, kind: OfferKind) -> impl Iterator<Item = Event> {
        let by = Color::ALL.into_iter().filter(move |&by| self.offers.is_open(by, kind));
        by.map(move |by| Event::Offered { by, kind })
    }
}

/// An offer that failed.
fn failed_offer(by: Color, kind: OfferKind, how: OfferEnd) -> [Event; 2] {
    [Event::Offered { by, kind }, Event::OfferClosed { by, kind, how }]
}
