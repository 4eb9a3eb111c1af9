//! The log of rated games, in the order of their ends.

use super::records::{RATED_GAME, entries, logged_key};
use super::{Order, Revision, Store, StoreError, Table, end_of, values};
use chuhe_hub::{Annulled, Annulment, LoggedGame};
use chuhe_protocol::{Event, GameId, PlayerId, RatingClass, limits};
use chuhe_ratings::{Standing, Standings, fold, record};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Games read at once.
const PAGE: usize = 1_000;

/// A game of the log with its key and revision, or why it cannot be decoded.
#[derive(Debug)]
pub struct LogRow {
    /// Its key, in [`Table::Meta`].
    pub key: Vec<u8>,
    /// How often it was written.
    pub revision: Revision,
    /// The game.
    pub game: Result<LoggedGame, StoreError>,
}

/// Reads the next games of the log after the key `after`, or from its beginning; none at its end.
///
/// # Errors
/// Those of the store.
pub fn read_rated_log(store: &mut dyn Store, after: Option<&[u8]>) -> Result<Vec<LogRow>, StoreError> {
    let from = after.map_or_else(|| RATED_GAME.to_vec(), |after| [after, &[0]].concat());
    let rows = store.scan(Table::Meta, &from, end_of(RATED_GAME).as_deref(), Order::Up, PAGE)?;
    let row = |row: super::KeyValue| {
        let game = values::decode::<LoggedGame>(&row.value);
        // a game under the key of another would be folded in the wrong place
        let game = game.and_then(|game| {
            let is_its_key = log_key(&game) == row.key;
            is_its_key
                .then_some(game)
                .ok_or_else(|| StoreError::damaged("a rated game has the key of another"))
        });
        LogRow { key: row.key, revision: row.revision, game }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// Returns the key of a game of the log.
#[must_use]
pub fn log_key(game: &LoggedGame) -> Vec<u8> {
    logged_key(game.game.ended_at, GameId(game.game.game))
}

/// Returns the standings after the games of the log, in its order, without those that are annulled.
pub fn fold_log(games: impl IntoIterator<Item = LoggedGame>) -> BTreeMap<(PlayerId, RatingClass), Standing> {
    let counted = games.into_iter().filter(|logged| logged.annulled.is_none()).map(|logged| logged.game);
    fold(counted)
        .into_iter()
        .map(|((class, player), standing)| ((PlayerId(player), class), standing))
        .collect()
}

/// Why a game cannot be annulled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnnulled {
    /// There is no such game.
    #[error("there is no game {0}")]
    Unknown(GameId),
    /// It is not over.
    #[error("game {0} is not over")]
    Running(GameId),
    /// Its terms do not say that it is rated.
    #[error("game {0} is not rated")]
    Unrated(GameId),
    /// It was aborted or too short, or a player had no account.
    #[error("game {0} counts for nothing already")]
    Uncounted(GameId),
    /// It is annulled already.
    #[error("game {game} is annulled already: {reason:?}")]
    Annulled {
        /// The game.
        game: GameId,
        /// The reason that was given.
        reason: String,
    },
    /// The store cannot be read, or a row of the log is damaged.
    #[error("{0}; `chuhe-server ratings recompute` restores ratings while no server runs")]
    Store(#[from] StoreError),
}

/// Folds the log of rated games without one of them, a page at a time.
#[derive(Debug)]
pub struct Replay {
    without: GameId,
    annulled: Annulled,
    found: Option<(LoggedGame, Revision)>,
    standings: Standings<RatingClass>,
    /// The key of the last game read.
    last: Option<Vec<u8>>,
    /// The games read that ended at the same time as that one.
    ///
    /// Further games can have that end, and keys before the last one.
    latest: Vec<(Timestamp, u64)>,
}

impl Replay {
    /// A replay that has not begun.
    #[must_use]
    pub fn new(without: GameId, annulled: Annulled) -> Self {
        let (found, last, latest) = Default::default();
        Self { without, annulled, found, standings: Standings::new(), last, latest }
    }

    /// Reads the next games of the log, and returns the annulment at its end; `rated_games` becomes that of the annulment.
    ///
    /// A further step goes on with the games that were added since.
    ///
    /// # Errors
    /// Why the game cannot be annulled.
    pub fn step(
        &mut self,
        store: &mut dyn Store,
        rated_games: u64,
    ) -> Result<Option<Annulment>, NotAnnulled> {
        if self.advance(store)? {
            return Ok(None);
        }
        self.finish(store, rated_games).map(Some)
    }

    /// Reads the next games of the log; returns whether there may be more.
    fn advance(&mut self, store: &mut dyn Store) -> Result<bool, NotAnnulled> {
        let page = read_rated_log(store, self.last.as_deref())?;
        let is_last = page.len() < PAGE;
        for LogRow { key, revision, game } in page {
            self.last = Some(key);
            self.add(game?, revision)?;
        }
        if is_last && let Some(&(ended_at, _)) = self.latest.last() {
            // from the first game with that end on
            self.last = Some(logged_key(ended_at, GameId(0)));
        }
        Ok(!is_last)
    }

    fn add(&mut self, logged: LoggedGame, revision: Revision) -> Result<(), NotAnnulled> {
        let (ended_at, game) = (logged.game.ended_at, logged.game.game);
        if self.latest.contains(&(ended_at, game)) {
            return Ok(());
        }
        self.latest.retain(|(at, _)| *at == ended_at);
        self.latest.push((ended_at, game));
        match &logged.annulled {
            Some(Annulled { reason, .. }) if game == self.without.0 => {
                return Err(NotAnnulled::Annulled { game: self.without, reason: reason.clone() });
            }
            Some(_) => {}
            None if game == self.without.0 => self.found = Some((logged, revision)),
            None => {
                // a game that does not count leaves no trace
                let _uncounted = record(&mut self.standings, &logged.game);
            }
        }
        Ok(())
    }

    fn finish(&self, store: &mut dyn Store, rated_games: u64) -> Result<Annulment, NotAnnulled> {
        let Some((logged, revision)) = &self.found else { return Err(why_not_logged(store, self.without)?) };
        let game = LoggedGame { annulled: Some(self.annulled.clone()), ..logged.clone() };
        let revision = u32::try_from(*revision).unwrap_or(u32::MAX);
        Ok(Annulment { game, revision, rated_games, standings: self.standings.clone() })
    }
}

/// Returns why a game is not in the log.
fn why_not_logged(store: &mut dyn Store, game: GameId) -> Result<NotAnnulled, StoreError> {
    let entries = entries(store, game, 0, limits::GAME_EVENTS + 1)?;
    let Some(Event::Started(start)) = entries.first().and_then(|entry| entry.event.public()) else {
        return Ok(NotAnnulled::Unknown(game));
    };
    Ok(if !start.terms.rated {
        NotAnnulled::Unrated(game)
    } else if entries.iter().any(|entry| entry.event.is_end()) {
        NotAnnulled::Uncounted(game)
    } else {
        NotAnnulled::Running(game)
    })
}
