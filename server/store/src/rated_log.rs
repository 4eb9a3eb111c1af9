//! The log of rated games, in the order of their ends.

use super::records::{RATED_GAME, entries, logged_key};
use super::{Order, Revision, Store, StoreError, Table, end_of, values};
use chuhe_hub::{AppliedCorrection, Correction, LoggedGame};
use chuhe_protocol::{Event, GameId, GameKind, PlayerId, RatingClass, limits};
use chuhe_ratings::{Standing, Standings, fold, record};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;
use std::mem;

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

/// Returns those of xiangqi among the last `most` games of the log, the last one first.
///
/// # Errors
/// Those of the store. A damaged row is left out.
pub fn last_rated_games(store: &mut dyn Store, most: usize) -> Result<Vec<GameId>, StoreError> {
    let rows = store.scan(Table::Meta, RATED_GAME, end_of(RATED_GAME).as_deref(), Order::Down, most)?;
    let games = rows.iter().filter_map(|row| values::decode::<LoggedGame>(&row.value).ok());
    let xiangqi = games.filter(|logged| logged.game.class.kind == GameKind::Xiangqi);
    Ok(xiangqi.map(|logged| GameId(logged.game.game)).collect())
}

/// Returns the games of the log whose rows were written again since: an operator has corrected them, or taken that back.
///
/// # Errors
/// Those of the store.
pub fn corrected_games(store: &mut dyn Store) -> Result<Vec<GameId>, StoreError> {
    let (mut games, mut last) = (Vec::new(), None);
    loop {
        let page = read_rated_log(store, last.as_deref())?;
        let is_last = page.len() < PAGE;
        games.extend(page.iter().filter(|row| row.revision > 1).filter_map(|row| game_of_log(&row.key)));
        last = page.into_iter().next_back().map(|row| row.key);
        if is_last {
            return Ok(games);
        }
    }
}

/// Returns the game of a key in the log; `None` if it is no such key.
pub fn game_of_log(key: &[u8]) -> Option<GameId> {
    let (_ended_at, game) = key.strip_prefix(RATED_GAME)?.split_at_checked(8)?;
    game.try_into().ok().map(u64::from_be_bytes).map(GameId)
}

/// Returns the key of a game of the log.
#[must_use]
pub fn log_key(game: &LoggedGame) -> Vec<u8> {
    logged_key(game.game.ended_at, GameId(game.game.game))
}

/// Returns the standings after the games of the log, in its order, as they count.
pub fn fold_log(games: impl IntoIterator<Item = LoggedGame>) -> BTreeMap<(PlayerId, RatingClass), Standing> {
    fold(games.into_iter().filter_map(|logged| logged.counted()))
        .into_iter()
        .map(|((class, player), standing)| ((PlayerId(player), class), standing))
        .collect()
}

/// Why a game cannot be corrected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCorrected {
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
    /// It counts so already, by an earlier correction.
    #[error("game {game} was corrected so already: {reason:?}")]
    Again {
        /// The game.
        game: GameId,
        /// The reason that was given.
        reason: String,
    },
    /// It counts as it was played already.
    #[error("game {0} counts as it was played already")]
    AsPlayed(GameId),
    /// The store cannot be read, or a row of the log is damaged.
    #[error("{0}; `chuhe-server ratings recompute` restores ratings while no server runs")]
    Store(#[from] StoreError),
}

/// Folds the log of rated games with one of them corrected, a page at a time.
#[derive(Debug)]
pub struct Replay {
    game: GameId,
    /// `None` if it is to count as it was played.
    correction: Option<Correction>,
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
    /// A replay that has not begun; without a correction, it takes back the one that the game has.
    #[must_use]
    pub fn new(game: GameId, correction: Option<Correction>) -> Self {
        let (found, last, latest) = Default::default();
        Self { game, correction, found, standings: Standings::new(), last, latest }
    }

    /// Reads the next games of the log, and returns the correction at its end; `rated_games` becomes that of the correction.
    ///
    /// A further step goes on with the games that were added since.
    ///
    /// # Errors
    /// Why the game cannot be corrected.
    pub fn step(
        &mut self,
        store: &mut dyn Store,
        rated_games: u64,
    ) -> Result<Option<AppliedCorrection>, NotCorrected> {
        if self.advance(store)? {
            return Ok(None);
        }
        self.finish(store, rated_games).map(Some)
    }

    /// Reads the next games of the log; returns whether there may be more.
    fn advance(&mut self, store: &mut dyn Store) -> Result<bool, NotCorrected> {
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

    fn add(&mut self, logged: LoggedGame, revision: Revision) -> Result<(), NotCorrected> {
        let (ended_at, game) = (logged.game.ended_at, logged.game.game);
        if self.latest.contains(&(ended_at, game)) {
            return Ok(());
        }
        self.latest.retain(|(at, _)| *at == ended_at);
        self.latest.push((ended_at, game));
        let mut logged = logged;
        if game == self.game.0 {
            let counted = logged.counted();
            let before = mem::replace(&mut logged.correction, self.correction.clone());
            // an earlier correction to the result as it was played can be taken back
            let is_taken_back = before.is_some() && self.correction.is_none();
            if counted == logged.counted() && !is_taken_back {
                return Err(match before {
                    Some(Correction { reason, .. }) => NotCorrected::Again { game: self.game, reason },
                    None => NotCorrected::AsPlayed(self.game),
                });
            }
        }
        // a game that does not count leaves no trace
        let changes = logged.counted().and_then(|counted| record(&mut self.standings, &counted).ok());
        if game == self.game.0 {
            logged.correction = logged.correction.map(|correction| correction.with_changes(changes));
            self.found = Some((logged, revision));
        }
        Ok(())
    }

    fn finish(&self, store: &mut dyn Store, rated_games: u64) -> Result<AppliedCorrection, NotCorrected> {
        let Some((game, revision)) = &self.found else { return Err(why_not_logged(store, self.game)?) };
        let game = game.clone();
        let revision = u32::try_from(*revision).unwrap_or(u32::MAX);
        Ok(AppliedCorrection { game, revision, rated_games, standings: self.standings.clone() })
    }
}

/// Returns why a game is not in the log.
fn why_not_logged(store: &mut dyn Store, game: GameId) -> Result<NotCorrected, StoreError> {
    let entries = entries(store, game, 0, limits::GAME_EVENTS + 1)?;
    let Some(Event::Started(start)) = entries.first().and_then(|entry| entry.event.public()) else {
        return Ok(NotCorrected::Unknown(game));
    };
    Ok(if !start.terms.rated {
        NotCorrected::Unrated(game)
    } else if entries.iter().any(|entry| entry.event.is_end()) {
        NotCorrected::Uncounted(game)
    } else {
        NotCorrected::Running(game)
    })
}
