//! Follows halls and adds their finished games to the database.

use super::connecting::PostgresConfig;
use super::database_error::DatabaseError;
use super::finished_game::FinishedGame;
use super::postgres::{Batch, Database};
use crate::cluster::{
    ClusterConfig, ClusterError, ClusterReader, HallReader, MemberFault, Progress, patiently,
};
use crate::halls::hall_directory;
use crate::store::{OfflineStore, Sqlite};
use chuhe_cluster::{Fault, Reach};
use chuhe_protocol::{GameId, HallName, limits};
use chuhe_store::{
    Store, StoreError, Table, Write, corrected_games, correction_at, entries, game_of_list, game_of_log,
    listed_games,
};
use futures_util::StreamExt as _;
use futures_util::stream::{self, FuturesUnordered};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

/// The maximum number of games in one comparison or one transaction.
const GAMES_AT_ONCE: usize = 200;
/// The interval of storing a hall's place while no game ends.
const PLACE_INTERVAL: Duration = Duration::from_secs(10);
/// The pause before the exporter looks for halls that it does not follow: new ones, and ones whose export failed.
const HALLS_INTERVAL: Duration = Duration::from_secs(10);
/// The first and the longest pause before the exporter tries the database again.
const RETRY: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(10));

/// What is exported from a cluster, and how.
#[derive(Clone, Debug)]
pub struct ExportConfig {
    /// How to reach the cluster. The name of the node is only the name of the connection.
    pub cluster: ClusterConfig,
    /// How to reach the database.
    pub postgres: PostgresConfig,
    /// The folder of the copies, with one folder for each hall. No node may use it.
    pub copies: PathBuf,
    /// The halls; all if there is none.
    pub halls: Vec<HallName>,
    /// Whether to end when the database has every finished game.
    pub once: bool,
    /// Whether to compare all finished games with the database first.
    pub again: bool,
}

/// Why an export ended.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The cluster cannot be reached.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The cluster has no such hall.
    #[error("the cluster has no hall {hall}; it has: {known}")]
    NoHall {
        /// The hall.
        hall: HallName,
        /// The halls that it has.
        known: String,
    },
    /// A hall cannot be followed, or not now.
    #[error("hall {hall} cannot be followed: {fault}")]
    Hall {
        /// The hall.
        hall: HallName,
        /// Why.
        fault: MemberFault,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ExportError {
    /// Whether the same hall may be exported later, as after a disk was full.
    const fn may_pass(&self) -> bool {
        match self {
            Self::Hall { fault: MemberFault::Copy(_) | MemberFault::Snapshot(_), .. }
            | Self::Cluster(_)
            | Self::Store(_) => true,
            // a log keeps its history
            Self::Hall { fault: MemberFault::Log(_), .. } | Self::NoHall { .. } | Self::Database(_) => false,
        }
    }
}

/// Adds the finished games of a cluster's halls to the database. Returns how many it added.
///
/// Waits while NATS or the database cannot be reached. Unless [`ExportConfig::once`] is set, it returns when
/// the database refuses something, or none of the named halls can be followed any more.
///
/// # Errors
/// [`ExportError`]. The error of one hall is logged. It is returned once the other halls have ended too, unless
/// the hall is tried again.
pub async fn export_cluster(config: &ExportConfig) -> Result<u64, ExportError> {
    let archive = Archive::connect(&config.postgres).await?;
    let reader = ClusterReader::connect(&config.cluster).await?;
    let mut known: BTreeSet<HallName> = chosen_halls(&reader, &config.halls).await?.into_iter().collect();
    let mut running: FuturesUnordered<_> =
        known.iter().map(|hall| export_hall(&archive, &reader, config, hall.clone())).collect();
    let looking = stream::unfold((), |()| async {
        sleep(HALLS_INTERVAL).await;
        let listed = if config.halls.is_empty() { reader.halls().await } else { Ok(config.halls.clone()) };
        Some((listed, ()))
    });
    // a stream of its own: the halls go on while it lists them
    let mut looking = pin!(looking);
    let (mut added, mut failure) = (0, None);
    while !running.is_empty() || has_more(config, &known) {
        tokio::select! {
            Some(ended) = running.next() => match ended {
                Ok(games) => added += games,
                // the database is the same for all halls
                Err((_, error @ ExportError::Database(_))) => return Err(error),
                Err((hall, error)) if !config.once && error.may_pass() => {
                    tracing::error!(%hall, %error, "a hall is not exported now; it is tried again");
                    known.remove(&hall);
                }
                Err((hall, error)) => {
                    tracing::error!(%hall, %error, "a hall is not exported any more");
                    failure = Some(error);
                }
            },
            Some(listed) = looking.next(), if !config.once => match listed {
                Ok(halls) => for hall in halls {
                    if known.insert(hall.clone()) {
                        tracing::info!(%hall, "the hall is exported from now on");
                        running.push(export_hall(&archive, &reader, config, hall));
                    }
                },
                Err(error) => tracing::debug!(%error, "the halls cannot be listed now"),
            },
        }
    }
    failure.map_or(Ok(added), Err)
}

/// Adds the finished games of the store in `folder` to the database. Returns how many it added.
///
/// No server may use the store. `hall` is the name of its hall, or empty.
///
/// # Errors
/// [`ExportError`], as its variants say.
pub async fn export_store(postgres: &PostgresConfig, folder: &Path, hall: &str) -> Result<u64, ExportError> {
    let mut store = OfflineStore::open(folder)?;
    for problem in store.problems() {
        tracing::warn!(problem, "a part of the data cannot be read");
    }
    let archive = Archive::connect(postgres).await?;
    let added = archive.compare(hall, &mut Source::Offline(&mut store)).await?;
    Ok(added)
}

/// Whether there may be halls to export besides these, later.
fn has_more(config: &ExportConfig, known: &BTreeSet<HallName>) -> bool {
    !config.once && (config.halls.is_empty() || config.halls.iter().any(|hall| !known.contains(hall)))
}

/// Returns the named halls, or all halls if none is named.
async fn chosen_halls(reader: &ClusterReader, named: &[HallName]) -> Result<Vec<HallName>, ExportError> {
    let halls = patiently(|| reader.halls()).await?;
    if let Some(hall) = named.iter().find(|hall| !halls.contains(hall)) {
        let known = halls.iter().map(HallName::as_str).collect::<Vec<_>>().join(", ");
        return Err(ExportError::NoHall { hall: hall.clone(), known });
    }
    Ok(if named.is_empty() { halls } else { named.to_vec() })
}

/// Exports a hall, until it fails or once. Returns how many games it added, or the hall with its error.
async fn export_hall(
    archive: &Archive<'_>,
    cluster: &ClusterReader,
    config: &ExportConfig,
    hall: HallName,
) -> Result<u64, (HallName, ExportError)> {
    let followed = follow_hall(archive, cluster, config, &hall).await;
    followed.map_err(|error| (hall, error))
}

async fn follow_hall(
    archive: &Archive<'_>,
    cluster: &ClusterReader,
    config: &ExportConfig,
    hall: &HallName,
) -> Result<u64, ExportError> {
    let of_hall = |fault: MemberFault| ExportError::Hall { hall: hall.clone(), fault };
    let mut log = cluster.follow(hall, hall_directory(&config.copies, hall)).await?;
    let stored = archive.place(hall.as_str()).await?;
    let copy = log.place();
    if let Some(stored) = stored.filter(|stored| *stored != Reach::default()) {
        if stored.sequence == copy.sequence && stored.hash != copy.hash {
            return Err(of_hall(Fault::Fork(copy.sequence).into()));
        }
        log.expect(stored);
    }
    let mut added = 0;
    let mut stored = stored.unwrap_or_default();
    if config.again || stored.sequence < copy.sequence {
        added += archive.compare(hall.as_str(), &mut Source::Reach(&mut log)).await?;
        stored = copy;
    }
    let mut stored_at = Instant::now();
    loop {
        match log.next().await.map_err(of_hall)? {
            Progress::Replaced => {
                added += archive.compare(hall.as_str(), &mut Source::Reach(&mut log)).await?;
                (stored, stored_at) = (log.place(), Instant::now());
            }
            Progress::Applied(writes) => {
                let (finished, corrected) = (finished_in(&writes), corrected_in(&writes));
                let is_due = stored_at.elapsed() >= PLACE_INTERVAL;
                if finished.is_empty() && corrected.is_empty() && !is_due {
                    continue;
                }
                let batch = log.with_store(move |store| read_games(store, &finished, corrected)).await??;
                added += archive.store(hall.as_str(), &batch, Some(log.place())).await?;
                (stored, stored_at) = (log.place(), Instant::now());
            }
            Progress::Current => {
                let place = log.place();
                if stored.sequence < place.sequence && (config.once || stored_at.elapsed() >= PLACE_INTERVAL)
                {
                    archive.store(hall.as_str(), &Batch::default(), Some(place)).await?;
                    (stored, stored_at) = (place, Instant::now());
                }
                if config.once {
                    return Ok(added);
                }
            }
        }
    }
}

/// Returns the games that these writes add to the lists of finished games.
fn finished_in(writes: &[Write]) -> Vec<GameId> {
    let games: BTreeSet<GameId> = writes
        .iter()
        .filter_map(|write| match write {
            Write::Set { table: Table::PlayerGames, key, value: Some(_), .. } => game_of_list(key),
            Write::Set { .. } | Write::Append { .. } => None,
        })
        .collect();
    games.into_iter().collect()
}

/// Returns the games of which these writes say that they count otherwise than before.
fn corrected_in(writes: &[Write]) -> Vec<GameId> {
    let games = writes.iter().filter_map(|write| match write {
        Write::Set { table: Table::Meta, key, expected: 1.., value: Some(_) } => game_of_log(key),
        Write::Set { .. } | Write::Append { .. } => None,
    });
    games.collect()
}

/// Reads finished games from their journals, and those that were corrected since, unless they are pruned.
fn read_games(
    store: &mut dyn Store,
    finished: &[GameId],
    corrected: Vec<GameId>,
) -> Result<Batch, StoreError> {
    let mut games = finished.to_vec();
    let mut batch = Batch::default();
    for game in corrected {
        // what cannot be read is reported below
        if !matches!(entries(store, game, 0, 1), Ok(first) if first.is_empty()) {
            batch.corrected.insert(game);
            games.extend((!finished.contains(&game)).then_some(game));
        }
    }
    for game in &games {
        let read = match entries(store, *game, 0, limits::GAME_EVENTS + 1) {
            Ok(journal) => FinishedGame::from_journal(*game, &journal).map_err(|why| why.to_string()),
            Err(StoreError::Damaged(why)) => Err(why),
            Err(error) => return Err(error),
        };
        match read {
            Ok(finished) => {
                let correction = correction_at(store, finished.ended_at, *game)?;
                batch.games.push(finished.with_correction(correction));
            }
            Err(why) => {
                tracing::error!(%game, why, "a finished game cannot be read, and is left out");
                batch.left_out.push((*game, why));
            }
        }
    }
    Ok(batch)
}

/// The store from which finished games are read.
enum Source<'a> {
    Reach(&'a mut HallReader),
    Offline(&'a mut OfflineStore),
}

impl Source<'_> {
    /// Returns how far the log has been followed; the place before the first entry without a cluster.
    fn place(&self) -> Reach {
        match self {
            Self::Reach(log) => log.place(),
            Self::Offline(_) => Reach::default(),
        }
    }

    async fn read<T: Send + 'static>(
        &mut self,
        read: impl FnOnce(&mut Sqlite) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            Self::Reach(log) => log.with_store(read).await?,
            Self::Offline(store) => read(store.store()),
        }
    }
}

/// The database. Its steps wait while the server cannot be reached.
struct Archive<'a> {
    config: &'a PostgresConfig,
    database: Mutex<Option<Database>>,
}

impl<'a> Archive<'a> {
    /// Connects, once.
    async fn connect(config: &'a PostgresConfig) -> Result<Self, DatabaseError> {
        let database = Database::connect(config).await?;
        Ok(Self { config, database: Mutex::new(Some(database)) })
    }

    /// Repeats `work` while the server cannot be reached.
    async fn patiently<T>(
        &self,
        mut work: impl AsyncFnMut(&mut Database) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let mut connected = self.database.lock().await;
        let (mut delay, mut is_away) = (RETRY.0, false);
        loop {
            let database = match connected.take().filter(|database| !database.is_closed()) {
                Some(database) => Ok(database),
                None => Database::connect(self.config).await,
            };
            let done = match database {
                Ok(database) => work(connected.insert(database)).await,
                Err(error) => Err(error),
            };
            match done {
                Ok(done) => {
                    if is_away {
                        tracing::info!("PostgreSQL is back");
                    }
                    return Ok(done);
                }
                Err(error) if error.may_pass() => {
                    if !std::mem::replace(&mut is_away, true) {
                        tracing::warn!(%error, "the archive waits for PostgreSQL");
                    }
                    *connected = None;
                    sleep(delay).await;
                    delay = (delay * 2).min(RETRY.1);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn place(&self, hall: &str) -> Result<Option<Reach>, DatabaseError> {
        self.patiently(async |database| database.place(hall).await).await
    }

    async fn store(&self, hall: &str, batch: &Batch, place: Option<Reach>) -> Result<u64, DatabaseError> {
        let added = self.patiently(async |database| database.store(hall, batch, place).await).await?;
        if added > 0 {
            tracing::debug!(hall, added, "finished games are added");
        }
        Ok(added)
    }

    /// Compares all finished games of a store with the database, adds those that are missing, and writes anew the records
    /// of those that were corrected.
    async fn compare(&self, hall: &str, source: &mut Source<'_>) -> Result<u64, ExportError> {
        let place = source.place();
        let listed = source.read(|store| listed_games(store)).await?;
        let mut corrected = source.read(|store| corrected_games(store)).await?;
        corrected.retain(|game| listed.binary_search(game).is_ok());
        let mut added = 0;
        for games in listed.chunks(GAMES_AT_ONCE) {
            let missing = self.patiently(async |database| database.missing(hall, games).await).await?;
            if !missing.is_empty() {
                let batch = source.read(move |store| read_games(store, &missing, Vec::new())).await?;
                added += self.store(hall, &batch, None).await?;
            }
        }
        for games in corrected.chunks(GAMES_AT_ONCE) {
            let games = games.to_vec();
            let batch = source.read(move |store| read_games(store, &[], games)).await?;
            self.store(hall, &batch, None).await?;
        }
        self.store(hall, &Batch::default(), Some(place)).await?;
        tracing::info!(
            hall,
            games = listed.len(),
            added,
            "the finished games are compared with the database"
        );
        Ok(added)
    }
}
