//! What the examination of a finished game has found, stored until the game is pruned.
//!
//! It names players by their numbers only, as the log of rated games does, so that an erased player leaves no name here.

use super::{ExaminedGame, Revision, Store, StoreError, Table, Write, values};
use chuhe_protocol::GameId;

/// The start of the keys, in [`Table::Meta`], of what examinations have found; the number of the game follows.
const EXAMINED: &[u8] = b"examined";

/// The write that stores what an examination has found, in the place of what `revision` earlier ones found.
///
/// # Errors
/// Never: the value is shorter than any limit.
pub fn examined_write(game: GameId, revision: Revision, found: &ExaminedGame) -> Result<Write, StoreError> {
    let value = Some(values::encode(found)?);
    Ok(Write::Set { table: Table::Meta, key: key(game), expected: revision, value })
}

/// Returns what is stored of the examination of a game, and how often that was written.
///
/// # Errors
/// Those of the store. A damaged value is as if the game were not examined.
pub fn examined_game(
    store: &mut dyn Store,
    game: GameId,
) -> Result<(Revision, Option<ExaminedGame>), StoreError> {
    let row = store.get(Table::Meta, &key(game))?;
    Ok(row.map_or((0, None), |(revision, value)| (revision, values::decode(&value).ok())))
}

/// The game in the key of what an examination has found, in [`Table::Meta`]; `None` if the key is of something else.
#[must_use]
pub fn examined_of(key: &[u8]) -> Option<GameId> {
    key.strip_prefix(EXAMINED)?.try_into().ok().map(u64::from_be_bytes).map(GameId)
}

fn key(game: GameId) -> Vec<u8> {
    [EXAMINED, &game.0.to_be_bytes()].concat()
}
