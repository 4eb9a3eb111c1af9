//! Saves a changed game of the library.

use super::database::{
    Database, DatabaseError, INSERT_POSITION, game_of, insert, insert_positions, most_games, record_of,
};
use chuhe_model::library::{
    EditedGame, LibraryCopy, LibraryId, NewGame, Placed, Summary, code_of_result, origins,
};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

impl Database {
    /// Saves a changed game, and returns whether it is a new one: because another window has changed or deleted
    /// the game that was opened.
    pub(super) fn save(&mut self, edited: &EditedGame) -> Result<(LibraryCopy, bool), DatabaseError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let copy = edited.copy;
        let sql =
            "SELECT id, kind, red, black, user, result, plies, ended_at_ms, extension, record FROM games
            WHERE id = ?1";
        let stored = transaction
            .query_row(sql, [copy.game.0], |row| Ok((game_of(row)?, record_of(row)?)))
            .optional()?;
        let opened = stored.as_ref().map(|(game, stored)| (&game.summary, &stored.record[..]));
        let (id, is_new) = match edited.clone().placed(opened) {
            Placed::Saved => (copy.game.0, false),
            Placed::Replacing(game) => {
                replace(&transaction, copy.game.0, &game)?;
                (copy.game.0, false)
            }
            Placed::New(game) => (insert_new(&transaction, game)?, true),
        };
        transaction.commit()?;
        Ok((LibraryCopy::of(LibraryId(id), &edited.game.record), is_new))
    }
}

/// Replaces the record of a game, and what follows from it. Its end stays.
fn replace(connection: &Connection, id: i64, game: &NewGame) -> Result<(), DatabaseError> {
    let Summary { names, result, plies, .. } = &game.summary;
    connection.execute(
        "UPDATE games SET red = ?2, black = ?3, result = ?4, plies = ?5, extension = ?6, record = ?7 WHERE id = ?1",
        params![id, names.red, names.black, code_of_result(*result), plies, game.extension, game.record],
    )?;
    connection.execute("DELETE FROM positions WHERE game = ?1", [id])?;
    insert_positions(&mut *connection.prepare_cached(INSERT_POSITION)?, id, &game.positions)?;
    Ok(())
}

/// Adds a game under the first origin that is free, or has the same record; returns its number.
fn insert_new(connection: &Connection, mut game: NewGame) -> Result<i64, DatabaseError> {
    let origin = game.origin.clone();
    for origin in origins(&origin) {
        game.origin = origin;
        if insert(connection, &game)? {
            let id = connection.last_insert_rowid();
            let count: i64 = connection.query_row("SELECT COUNT(*) FROM games", [], |row| row.get(0))?;
            return if count > most_games() { Err(DatabaseError::Full) } else { Ok(id) };
        }
        let sql = "SELECT id FROM games WHERE origin = ?1 AND record = ?2";
        let same =
            connection.query_row(sql, params![game.origin, game.record], |row| row.get(0)).optional()?;
        if let Some(id) = same {
            return Ok(id);
        }
    }
    Err(DatabaseError::Full)
}
