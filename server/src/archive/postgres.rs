//! The database: its schema, and the transactions that add games.

use super::connecting::PostgresConfig;
use super::database_error::DatabaseError;
use super::finished_game::{FinishedGame, PlayedMove, side};
use chuhe_cluster::{Epoch, Hash, Reach, Sequence};
use chuhe_protocol::{GameId, PlayerId};
use chuhe_rules::clock::Timestamp;
use futures_util::future::try_join_all;
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime};
use tokio_postgres::{Client, Statement, Transaction};

/// The schema.
const SCHEMA: &str = include_str!("../../../packaging/deploy/postgres.sql");
/// The version of the schema in [`SCHEMA`].
const VERSION: i32 = 1;
/// Serialises programs that create the schema at the same time; any number will do.
const SCHEMA_LOCK: i64 = 0x0063_6875_6865;

/// Adds a game with its moves, unless it is there. Returns the number of games added.
const ADD_GAME: &str = "\
    with added as (
        insert into chuhe.games (
            hall, game, kind, rules, red_player, red_name, black_player, black_name, winner, result, reason,
            plies, started_at, ended_at, rematch_of, rules_version, terms, record
        ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
        on conflict do nothing returning hall, game
    ), moves as (
        insert into chuhe.moves (hall, game, ply, side, move, spent_ms, clock_ms)
        select hall, game, played.* from added,
            unnest($19::int[], $20::text[], $21::text[], $22::bigint[], $23::bigint[]) as played
    ), found as (
        delete from chuhe.left_out where hall = $1 and game = $2
    )
    select count(*) from added";

/// Writes the record of a game anew.
const SET_RECORD: &str = "\
    update chuhe.games set record = $3 where hall = $1 and game = $2 and record is distinct from $3";

/// Moves the place of a hall forward, never back.
const SET_PLACE: &str = "\
    insert into chuhe.halls (hall, sequence, epoch, hash) values ($1, $2, $3, $4)
    on conflict (hall) do update
        set sequence = excluded.sequence, epoch = excluded.epoch, hash = excluded.hash, updated_at = now()
        where halls.sequence <= excluded.sequence";

/// A connection to the database.
pub(super) struct Database {
    client: Client,
    add_game: Statement,
    set_place: Statement,
}

/// Games of a hall for the database.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The games.
    pub(super) games: Vec<FinishedGame>,
    /// Those of them that were corrected: their records are written anew if the database has them.
    pub(super) corrected: BTreeSet<GameId>,
    /// Games that cannot be read, and why.
    pub(super) left_out: Vec<(GameId, String)>,
}

impl Database {
    /// Connects, creates the schema where it is missing, and checks its version.
    ///
    /// # Errors
    /// [`DatabaseError`], as its variants say.
    pub(super) async fn connect(config: &PostgresConfig) -> Result<Self, DatabaseError> {
        let mut client = config.connect().await?;
        prepare_schema(&mut client).await?;
        let add_game = client.prepare(ADD_GAME).await?;
        let set_place = client.prepare(SET_PLACE).await?;
        Ok(Self { client, add_game, set_place })
    }

    /// Whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Returns how far the log of a hall has been exported; `None` for a new hall.
    pub(super) async fn place(&self, hall: &str) -> Result<Option<Reach>, DatabaseError> {
        let select = "select sequence, epoch, hash from chuhe.halls where hall = $1";
        let Some(row) = self.client.query_opt(select, &[&hall]).await? else { return Ok(None) };
        let (sequence, epoch): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let hash: Vec<u8> = row.try_get(2)?;
        Ok(Some(Reach {
            sequence: Sequence(sequence.cast_unsigned()),
            epoch: Epoch(epoch.cast_unsigned()),
            hash: Hash(hash.try_into().unwrap_or_default()),
        }))
    }

    /// Returns which of these games the database lacks.
    pub(super) async fn missing(&self, hall: &str, games: &[GameId]) -> Result<Vec<GameId>, DatabaseError> {
        let select = "select listed.game from unnest($2::bigint[]) as listed(game) where not exists \
            (select from chuhe.games known where known.hall = $1 and known.game = listed.game)";
        let numbers = games.iter().map(|game| number(game.0)).collect::<Result<Vec<i64>, _>>()?;
        let rows = self.client.query(select, &[&hall, &numbers]).await?;
        rows.iter().map(|row| Ok(GameId(row.try_get::<_, i64>(0)?.cast_unsigned()))).collect()
    }

    /// Adds missing games, writes the records of corrected ones, and stores the place of the hall, in one transaction. Returns the number of games
    /// added.
    pub(super) async fn store(
        &mut self,
        hall: &str,
        batch: &Batch,
        place: Option<Reach>,
    ) -> Result<u64, DatabaseError> {
        let transaction = self.client.transaction().await?;
        // the hall's row comes first: games refer to it
        let at = place.unwrap_or_default();
        let (sequence, epoch) = (number(at.sequence.0)?, number(at.epoch.0)?);
        transaction.execute(&self.set_place, &[&hall, &sequence, &epoch, &at.hash.0.as_slice()]).await?;
        // sent one after the other without waiting for the answers
        let adding = batch.games.iter().map(|game| add_game(&transaction, &self.add_game, hall, game));
        let added = try_join_all(adding).await?;
        for game in batch.games.iter().filter(|game| batch.corrected.contains(&game.game)) {
            transaction.execute(SET_RECORD, &[&hall, &number(game.game.0)?, &game.record()]).await?;
        }
        for (game, why) in &batch.left_out {
            let insert = "insert into chuhe.left_out (hall, game, why) values ($1, $2, $3) \
                on conflict (hall, game) do update set why = excluded.why";
            transaction.execute(insert, &[&hall, &number(game.0)?, why]).await?;
        }
        transaction.commit().await?;
        Ok(added.into_iter().sum())
    }
}

/// Creates the schema where it is missing, and checks its version.
async fn prepare_schema(client: &mut Client) -> Result<(), DatabaseError> {
    let transaction = client.transaction().await?;
    transaction.execute("select pg_advisory_xact_lock($1)", &[&SCHEMA_LOCK]).await?;
    let row = transaction
        .query_one(
            "select to_regnamespace('chuhe') is null, to_regclass('chuhe.schema_version') is null",
            &[],
        )
        .await?;
    match (row.try_get(0)?, row.try_get(1)?) {
        (true, _) => {
            transaction.batch_execute(SCHEMA).await?;
            tracing::info!(version = VERSION, "the schema chuhe is created");
        }
        (false, true) => return Err(DatabaseError::Foreign),
        (false, false) => {
            let rows = transaction.query("select version from chuhe.schema_version", &[]).await?;
            let [row] = rows.as_slice() else { return Err(DatabaseError::Foreign) };
            match row.try_get(0)? {
                VERSION => {}
                found if found > VERSION => return Err(DatabaseError::TooNew { writes: VERSION, found }),
                _ => return Err(DatabaseError::Foreign),
            }
        }
    }
    Ok(transaction.commit().await?)
}

async fn add_game(
    transaction: &Transaction<'_>,
    statement: &Statement,
    hall: &str,
    game: &FinishedGame,
) -> Result<u64, DatabaseError> {
    let (result, reason) = game.result();
    let seats = &game.start.seats;
    let [red, black] = [seats.red.player, seats.black.player].map(|PlayerId(player)| number(player));
    let rematch_of = game.start.rematch_of.map(|earlier| number(earlier.last.0)).transpose()?;
    let moves = &game.moves;
    let plies: Vec<i32> = (1..).take(moves.len()).collect();
    let sides: Vec<&str> = moves.iter().map(|mv| side(mv.by)).collect();
    let texts: Vec<String> = moves.iter().map(PlayedMove::text).collect();
    let spent = moves.iter().map(|mv| number(mv.spent_ms)).collect::<Result<Vec<i64>, _>>()?;
    let clocks = moves.iter().map(|mv| mv.clock_ms.map(number).transpose());
    let clocks = clocks.collect::<Result<Vec<Option<i64>>, _>>()?;
    let row = transaction
        .query_one(
            statement,
            &[
                &hall,
                &number(game.game.0)?,
                &game.kind(),
                &game.rules(),
                &red?,
                &seats.red.name.as_str(),
                &black?,
                &seats.black.name.as_str(),
                &game.winner(),
                &result,
                &reason,
                &i32::try_from(moves.len()).unwrap_or(i32::MAX),
                &time(game.started_at),
                &time(game.ended_at),
                &rematch_of,
                &i32::from(game.start.rules.number()),
                &game.terms(),
                &game.record(),
                &plies,
                &sides,
                &texts,
                &spent,
                &clocks,
            ],
        )
        .await?;
    let added: i64 = row.try_get(0)?;
    Ok(added.cast_unsigned())
}

/// A number of the store as one of the database, which has no unsigned ones.
fn number(number: u64) -> Result<i64, DatabaseError> {
    i64::try_from(number).map_err(|_| DatabaseError::Number(number))
}

fn time(at: Timestamp) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(at.as_ms())
}
