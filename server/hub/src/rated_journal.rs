//! What the journal of a game says of it to the log of rated games.

use super::rated_log::LoggedGame;
use super::record::JournalEntry;
use chuhe_protocol::{Event, GameId, RatedEnd, RatingClass, Uncounted};
use chuhe_ratings::RatedGame;
use chuhe_rules::{Outcome, PerColor};

impl LoggedGame {
    /// Returns the row that a journal stands for, which the hub has written when it rated the game.
    ///
    /// `None` if the game is not rated, not over, or counts for nothing whatever the other games are.
    #[must_use]
    pub fn of_journal(game: GameId, entries: &[JournalEntry]) -> Option<Self> {
        let mut events = entries.iter().map(|entry| (entry.at, entry.event.public()));
        let (_, Some(Event::Started(start))) = events.next()? else { return None };
        let (ended_at, outcome) = events.by_ref().find_map(|(at, event)| match event {
            Some(Event::Ended { outcome, .. }) => Some((at, *outcome)),
            _ => None,
        })?;
        let counts = events.any(|(_, event)| {
            matches!(
                event,
                Some(Event::Rated(RatedEnd::Changed(_) | RatedEnd::Uncounted(Uncounted::SamePair)))
            )
        });
        let winner = match outcome {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn(_) => None,
            Outcome::Aborted(_) => return None,
        };
        let players = PerColor::new(start.seats.red.player.0, start.seats.black.player.0);
        let class = RatingClass::of(&start.terms);
        let game = RatedGame { game: game.0, players, class, winner, ended_at };
        counts.then_some(Self { game, correction: None })
    }
}
