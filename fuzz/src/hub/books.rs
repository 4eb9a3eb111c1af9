//! What is told of a game: the same event under the same number to everyone,
//! legal moves only, one beginning, one end.

use chuhe_protocol::{Event, GameId, Seq, ValidTerms};
use chuhe_rules::luzhanqi::EventView;
use chuhe_rules::{Game, PerColor};
use std::collections::BTreeMap;

/// A game as it was told.
#[derive(Debug, Default)]
struct Book {
    events: BTreeMap<Seq, Event>,
    /// How many events are folded into the rest.
    folded: Seq,
    game: Option<Game>,
    away: PerColor<bool>,
    ended: bool,
}

/// All games that were told of.
#[derive(Debug, Default)]
pub(super) struct Books {
    books: BTreeMap<GameId, Book>,
}

impl Books {
    /// Someone is told `events`, from number `first` on.
    pub(super) fn tell(&mut self, game: GameId, first: Seq, events: &[Event]) {
        let book = self.books.entry(game).or_default();
        for (n, event) in (first..).zip(events) {
            let event = timeless(event);
            let before = book.events.entry(n).or_insert_with(|| event.clone());
            assert_eq!(*before, event, "event {n} is one and the same for all");
        }
        while let Some(event) = book.events.get(&book.folded).cloned() {
            book.fold(event);
            book.folded += 1;
        }
    }

    /// The game as it stands.
    pub(super) fn game(&self, id: GameId) -> Option<&Game> {
        self.books.get(&id)?.game.as_ref()
    }

    /// One of the games, or one that is none.
    pub(super) fn any_game(&self, pick: usize) -> GameId {
        let count = self.books.len() + 1;
        self.books.keys().nth(pick % count).copied().unwrap_or(GameId(0))
    }

    /// Every event that was told.
    pub(super) fn into_told(self) -> BTreeMap<GameId, Vec<Event>> {
        self.books.into_iter().map(|(id, book)| (id, book.events.into_values().collect())).collect()
    }
}

impl Book {
    fn fold(&mut self, event: Event) {
        assert_eq!(self.folded == 0, matches!(event, Event::Started(_)), "a game begins with its beginning");
        let is_after_the_end = matches!(event, Event::CameBack { .. } | Event::Left { .. } | Event::WentAway { .. })
                || matches!(event, Event::Offered { .. } | Event::OfferClosed { .. })
                // what was hidden is shown then
                || matches!(event, Event::Luzhanqi { .. });
        assert!(!self.ended || is_after_the_end, "what is over is over: {event:?}");
        match event {
            Event::Started(beginning) => {
                self.game = Some(ValidTerms::parse(beginning.terms.clone()).expect("the hub starts valid games").new_game());
            }
            Event::Played { by, mv, .. } => {
                self.playing().play(by, mv).expect("what was told is legal");
            }
            Event::TakenBack { to_ply, .. } => self.playing().take_back_to(usize::from(to_ply)),
            Event::WentAway { color, .. } => {
                assert!(!std::mem::replace(&mut self.away[color], true), "he was here");
            }
            Event::CameBack { color } => {
                assert!(std::mem::replace(&mut self.away[color], false), "he was away");
            }
            Event::Ended { .. } => self.ended = true,
            Event::Offered { .. }
            | Event::OfferClosed { .. }
            | Event::Left { .. }
            | Event::Interrupted { .. }
            | Event::Luzhanqi { .. } => {}
        }
    }

    fn playing(&mut self) -> &mut Game {
        self.game.as_mut().expect("it has begun")
    }
}

/// The event as it is told to everyone: without what is counted from when it is
/// sent, and without what not everyone may know.
fn timeless(event: &Event) -> Event {
    match event {
        Event::Luzhanqi { clocks, .. } => Event::Luzhanqi { seen: Box::new(EventView::Withheld), clocks: *clocks },
        Event::WentAway { color, .. } => Event::WentAway { color: *color, claimable_in_ms: 0 },
        other => other.clone(),
    }
}
