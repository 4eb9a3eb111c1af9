//! The log of rated games, in the order of their ends.

use super::records::{RATED_GAME, logged_key};
use super::{Order, Revision, Store, StoreError, Table, end_of, values};
use chuhe_hub::LoggedGame;
use chuhe_protocol::{GameId, PlayerId, RatingClass};
use chuhe_ratings::{Standing, fold};
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
