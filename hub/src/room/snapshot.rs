//! A game as it stands, in few events: what was taken back, answered or is past
//! is left out. It knows only the events that it is given, so whoever may not
//! know an event learns nothing of it here either.

use super::Room;
use chuhe_protocol::{Event, OfferEnd};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::Seen;
use chuhe_rules::offers::{OfferKind, Offers, TAKEBACK_WAIT_REFUSALS};
use chuhe_rules::{Color, PerColor, Viewer};

impl Room {
    /// Events that, folded from nothing, lead to the state in which what `viewer`
    /// may know of the game leaves it.
    pub(crate) fn snapshot(&self, viewer: Viewer, now: Timestamp) -> Vec<Event> {
        compact(self.seen_by(viewer, 0, now))
    }
}

/// Fewer events, which lead to the same state if all are folded at one moment.
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
    /// How the viewer has set up, and who has confirmed.
    placed: Option<Event>,
    confirmed: PerColor<Option<Event>>,
    /// The moves that stand, and the turns that passed.
    played: Vec<Event>,
    /// The last interruption, if no move that stands came after it.
    interrupted: Option<Event>,
    /// How long the last interruption of all was.
    last_down_ms: Option<u64>,
    offers: Offers,
    /// At which ply each side last offered a draw.
    draws: PerColor<Option<usize>>,
    takebacks: PerColor<Takebacks>,
    /// The rematches that were offered in vain, as far as their waits count.
    rematches: Vec<(Color, OfferEnd)>,
    away: PerColor<Option<Event>>,
    ended: Option<Event>,
    revealed: Option<Event>,
    left: Vec<Event>,
}

/// What became of the takebacks that one side had asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Takebacks {
    declined: u32,
    /// Whether the last of them was withdrawn.
    withdrawn: bool,
}

impl Compaction {
    fn fold(&mut self, event: Event) {
        // the waits are of no moment here
        let at = Timestamp::default();
        match event {
            Event::Started(_) => self.started = Some(event),
            Event::Played { by, .. } => {
                self.moved(by, at);
                self.end_turn(event);
            }
            Event::Offered { by, kind } => {
                self.offers.offered(by, kind, self.played.len());
                if kind == OfferKind::Draw {
                    self.draws[by] = Some(self.played.len());
                }
            }
            Event::OfferClosed { by, kind, how } => {
                match how {
                    OfferEnd::Withdrawn => self.offers.withdrawn(by, kind, at),
                    OfferEnd::Declined => self.offers.declined(by, kind, at),
                }
                self.closed(by, kind, how);
            }
            Event::TakenBack { by: _, to_ply, clocks } => self.taken_back(usize::from(to_ply), clocks),
            Event::Interrupted { down_ms, .. } => {
                self.last_down_ms = Some(down_ms);
                self.interrupted = Some(event);
            }
            Event::WentAway { color, .. } => self.away[color] = Some(event),
            Event::CameBack { color } => self.away[color] = None,
            Event::Ended { .. } => {
                self.offers.clear();
                self.ended = Some(event);
            }
            Event::Left { .. } => self.left.push(event),
            Event::Luzhanqi { ref seen, .. } => match **seen {
                // it was told so that the numbers have no gaps
                Seen::Withheld => {}
                Seen::Placed { .. } => self.placed = Some(event),
                Seen::Confirmed { by } => self.confirmed[by] = Some(event),
                Seen::Withdrew { by } => self.confirmed[by] = None,
                Seen::Moved { .. } => {
                    self.moved(
                        if self.played.len().is_multiple_of(2) { Color::Red } else { Color::Black },
                        at,
                    );
                    self.end_turn(event);
                }
                Seen::Passed { .. } => self.end_turn(event),
                Seen::Revealed(_) => self.revealed = Some(event),
            },
        }
    }

    /// Notes what a move of `by` does to the offers.
    fn moved(&mut self, by: Color, at: Timestamp) {
        for lapsed in self.offers.lapsing(by).into_iter().filter(|lapsed| lapsed.by != by) {
            self.closed(lapsed.by, lapsed.kind, OfferEnd::Declined);
        }
        self.offers.moved(by, at);
    }

    fn end_turn(&mut self, event: Event) {
        self.played.push(event);
        self.interrupted = None;
    }

    /// Notes what an offer that was made in vain leaves behind.
    fn closed(&mut self, by: Color, kind: OfferKind, how: OfferEnd) {
        match (kind, how) {
            (OfferKind::Takeback, OfferEnd::Declined) => {
                let declined = (self.takebacks[by].declined + 1).min(TAKEBACK_WAIT_REFUSALS);
                self.takebacks[by] = Takebacks { declined, withdrawn: false };
            }
            (OfferKind::Takeback, OfferEnd::Withdrawn) => self.takebacks[by].withdrawn = true,
            // only when it was offered counts
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
        self.offers.taken_back(to_ply);
        self.draws = self.draws.map(|ply| ply.map(|ply| ply.min(to_ply)));
        // the clocks are those after the move before, but for what interruptions
        // have added since
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
        events.extend(self.interrupted.clone());
        for by in Color::ALL {
            let Takebacks { declined, withdrawn } = self.takebacks[by];
            for _ in 0..declined {
                events.extend(in_vain(by, OfferKind::Takeback, OfferEnd::Declined));
            }
            if withdrawn {
                events.extend(in_vain(by, OfferKind::Takeback, OfferEnd::Withdrawn));
            }
        }
        events.extend(self.standing(OfferKind::Takeback));
        events.extend(Color::ALL.into_iter().filter_map(|color| self.away[color].clone()));
        events.extend(self.ended.clone());
        events.extend(self.revealed.clone());
        events.extend(self.rematches.iter().flat_map(|&(by, how)| in_vain(by, OfferKind::Rematch, how)));
        events.extend(self.standing(OfferKind::Rematch));
        events.extend(self.left);
        events
    }

    /// The draws offered last when so many plies were on the board.
    fn draws_at(&self, ply: usize, events: &mut Vec<Event>) {
        let kind = OfferKind::Draw;
        for by in Color::ALL.into_iter().filter(|&by| self.draws[by] == Some(ply)) {
            if self.offers.stands(by, kind) {
                events.push(Event::Offered { by, kind });
            } else {
                events.extend(in_vain(by, kind, OfferEnd::Declined));
            }
        }
    }

    fn standing(&self, kind: OfferKind) -> impl Iterator<Item = Event> {
        let by = Color::ALL.into_iter().filter(move |&by| self.offers.stands(by, kind));
        by.map(move |by| Event::Offered { by, kind })
    }
}

/// An offer and its end.
fn in_vain(by: Color, kind: OfferKind, how: OfferEnd) -> [Event; 2] {
    [Event::Offered { by, kind }, Event::OfferClosed { by, kind, how }]
}
