//! Erases a player from a cluster whose nodes are stopped.
//!
//! The log of a hall has the name in its entries, and each snapshot in its rows. So the log is followed to
//! its end into a copy, the copy is rewritten without the name, and becomes the only snapshot; the log before
//! it is purged. An entry that begins an epoch is appended before: every copy that a node has is then behind the
//! log, and is replaced by that snapshot when its node starts. The accounts come last, and the account itself
//! after the keys of its names: the command finds the player there again if it was interrupted.

use super::ClusterConfig;
use super::accounts::{AccountSet, ClusterAccounts, StoredAccount, account_key, is_name_key, name_key};
use super::bucket::{Bucket, Set, Value};
use super::claims::owner_in;
use super::copy::HallCopy;
use super::error::ClusterError;
use super::image::take_image;
use super::log::HallLog;
use super::member::report::MemberFault;
use super::names::{ACCOUNTS, CLAIMS, LEASES, NODES, SNAPSHOTS, random};
use super::nats::{NODE_INBOX, Nats, Unknown};
use super::reader::{ClusterReader, HallReader, Progress};
use super::removal::remove_key;
use super::snapshots::SnapshotStore;
use crate::store::{EraseError, Erased, check_idle, erase_from_copy, find_players_in};
use bytes::Bytes;
use chuhe_cluster::{
    Answer, Body, Entry, EntryId, Epoch, Pointer, Reach, Request, SnapshotAnswer, SnapshotId, SnapshotStep,
};
use chuhe_hub::NameKeys;
use chuhe_protocol::{HallName, PlayerId, PlayerName};
use chuhe_store::{Erasure, Fate, Store as _, StoreError, Table, decode_account};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name under which the log says that this command has served the hall for a moment.
const NODE: &str = "erasure";
/// Attempts at a request to the log.
const ATTEMPTS: usize = 16;
/// The maximum number of concurrent reads of accounts and names.
const READ_AT_ONCE: usize = 64;

/// Why a player is not erased from a cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterEraseError {
    /// Nodes run, whose copies would go on without the erasure.
    #[error("the nodes {0} run; stop all nodes first (one that was killed counts for 10 s)")]
    Running(String),
    /// The cluster cannot be reached or used.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// A hall cannot be followed.
    #[error("hall {0}: {1}")]
    Hall(HallName, MemberFault),
    /// A hall cannot be erased from, for example because the player sits at a table.
    #[error("hall {0}: {1}")]
    Erase(HallName, EraseError),
    /// Another program has changed the accounts meanwhile.
    #[error("something else changes the accounts; stop all nodes, and run the command again")]
    AccountsContended,
    /// Another program has written to a hall meanwhile.
    #[error("hall {0}: something else writes to its log; stop all nodes")]
    Contended(HallName),
    /// A step of the snapshot failed. The command can be repeated.
    #[error("hall {0}: NATS did not store the new snapshot; run the command again")]
    Snapshot(HallName),
    /// An account cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody has the name.
    #[error("nothing is stored of {0}")]
    Nobody(PlayerName),
}

/// A connection to a cluster whose nodes are stopped.
#[derive(Debug)]
pub struct ClusterEraser {
    nats: Nats,
    reader: ClusterReader,
    accounts: ClusterAccounts,
    replicas: usize,
}

/// A hall with its copy.
#[derive(Debug)]
struct Followed {
    hall: HallName,
    reader: HallReader,
    folder: PathBuf,
}

fn failed(what: &'static str) -> impl Fn(Unknown) -> ClusterError {
    move |Unknown(why)| ClusterError::Failed { what, why }
}

impl ClusterEraser {
    /// Connects, and checks that no node runs.
    ///
    /// # Errors
    /// [`ClusterEraseError::Running`], and those of the connection.
    pub async fn connect(config: &ClusterConfig) -> Result<Self, ClusterEraseError> {
        let nats = Nats::connect(config, NODE_INBOX).await?;
        let open = async |name| Bucket::new(&nats, name).await.map_err(failed("open a bucket"));
        let nodes = open(NODES).await?.keys().await.map_err(failed("list the nodes"))?;
        if !nodes.is_empty() {
            return Err(ClusterEraseError::Running(nodes.join(", ")));
        }
        let accounts = ClusterAccounts::open(&nats, open(ACCOUNTS).await?, open(CLAIMS).await?).await?;
        let reader = ClusterReader::connect(config).await?;
        Ok(Self { accounts, reader, replicas: config.replicas, nats })
    }

    /// Erases a player from all halls, and from the accounts. `folder` gets copies of the halls.
    ///
    /// # Errors
    /// [`ClusterEraseError`]. Halls may be erased from already then; the command can be repeated.
    pub async fn erase(&self, name: &PlayerName, folder: &Path) -> Result<Erased, ClusterEraseError> {
        let mut erasure = Erasure::of(name);
        let mut names: BTreeSet<String> = NameKeys::of(name).hashes().map(name_key).collect();
        self.find_accounts(&mut erasure, &mut names).await?;
        let mut halls = Vec::new();
        for hall in self.reader.halls().await? {
            let folder = folder.join(super::names::hall_key(&hall));
            let mut reader = self.reader.follow(&hall, folder.clone()).await?;
            follow_to_end(&hall, &mut reader).await?;
            let of_hall = erasure.clone();
            let found = reader.with_store(move |store| {
                let mut of_hall = of_hall;
                find_players_in(store, &mut of_hall).map(|()| of_hall)
            });
            erasure = found.await??;
            halls.push(Followed { hall, reader, folder });
        }
        let mut all = Erased::default();
        for hall in &mut halls {
            let checked = erasure.clone();
            let idle = hall.reader.with_store(move |store| check_idle(store, &checked)).await?;
            idle.map_err(|error| ClusterEraseError::Erase(hall.hall.clone(), error))?;
        }
        for hall in halls {
            let Erased { deleted, changed } = self.erase_from_hall(hall, &erasure).await?;
            all.deleted += deleted;
            all.changed += changed;
        }
        let Erased { deleted, changed } = self.erase_from_accounts(&erasure, &names).await?;
        all.deleted += deleted;
        all.changed += changed;
        if all == Erased::default() {
            return Err(ClusterEraseError::Nobody(name.clone()));
        }
        Ok(all)
    }

    /// Adds the accounts to an erasure, and the keys of the erased ones to `names`.
    ///
    /// If the owner of such a key has no account, their registration was lost, and they are erased too. If they
    /// have an account with another name, they stay: an interrupted change of the name has left the key.
    async fn find_accounts(
        &self,
        erasure: &mut Erasure,
        names: &mut BTreeSet<String>,
    ) -> Result<(), ClusterEraseError> {
        let mut found = BTreeSet::new();
        for (player, bytes) in self.read_accounts().await? {
            let row = decode_account(&bytes)?;
            let keys = NameKeys::of(&row.name);
            erasure.add_account(player, row);
            if erasure.players().contains(&player) {
                names.extend(keys.hashes().map(name_key));
            }
            found.insert(player);
        }
        for (key, owner) in self.read_names().await? {
            if names.contains(&key) && !found.contains(&owner) {
                erasure.add_player(owner);
            }
        }
        Ok(())
    }

    /// Reads all accounts.
    async fn read_accounts(&self) -> Result<Vec<(PlayerId, Bytes)>, ClusterEraseError> {
        let reads = self.accounts.players().await?.into_iter().map(|player| self.accounts.account(player));
        let read: Vec<Option<StoredAccount>> =
            stream::iter(reads).buffer_unordered(READ_AT_ONCE).try_collect().await?;
        Ok(read.into_iter().flatten().map(|account| (account.player, account.bytes)).collect())
    }

    /// Reads the keys of all names with their owners. One that cannot be read is nobody's.
    async fn read_names(&self) -> Result<Vec<(String, PlayerId)>, ClusterEraseError> {
        let claims = &self.accounts.claims;
        let keys =
            claims.keys().await.map_err(failed("list the names"))?.into_iter().filter(|key| is_name_key(key));
        let reads = keys.map(|key| async move {
            let value = claims.get(&key).await.map_err(failed("read the owner of a name"))?;
            Ok(value.and_then(|value| Some((key, owner_in(&value.bytes?).ok()?))))
        });
        let read: Result<Vec<Option<(String, PlayerId)>>, ClusterError> =
            stream::iter(reads).buffer_unordered(READ_AT_ONCE).try_collect().await;
        Ok(read?.into_iter().flatten().collect())
    }

    /// Erases a player from a hall.
    async fn erase_from_hall(
        &self,
        Followed { hall, mut reader, folder }: Followed,
        erasure: &Erasure,
    ) -> Result<Erased, ClusterEraseError> {
        let place = self.end_epoch(&hall, reader.place()).await?;
        follow_to_end(&hall, &mut reader).await?;
        if reader.place() != place {
            return Err(ClusterEraseError::Contended(hall));
        }
        drop(reader);
        let (erasure, copy) = (erasure.clone(), folder.clone());
        let rewritten = tokio::task::spawn_blocking(move || {
            let erased = erase_from_copy(&copy, &erasure)?;
            let bytes = HallCopy::open(&copy)?.store().begin_backup()?;
            Ok((erased, take_image(&copy, bytes)?))
        });
        let rewritten = rewritten.await.map_err(|error| ClusterError::Thread(error.to_string()))?;
        let (erased, image) =
            rewritten.map_err(|error: EraseError| ClusterEraseError::Erase(hall.clone(), error))?;
        self.replace_snapshots(&hall, place, image).await?;
        Ok(erased)
    }

    /// Appends the beginning of an epoch to the log, after `place`; returns its place.
    async fn end_epoch(&self, hall: &HallName, place: Reach) -> Result<Reach, ClusterEraseError> {
        let leases = Bucket::new(&self.nats, LEASES).await.map_err(failed("open a bucket"))?;
        let log = HallLog::new(&self.nats, leases, hall).await.map_err(failed("open the log"))?;
        let epoch = Epoch(place.epoch.0 + 1);
        let id = EntryId { epoch, process: random(), n: 0 };
        let entry = Entry { id, previous: place.hash, body: Body::Epoch { node: NODE.to_owned() } };
        let bytes = entry.encode();
        let next = Reach { sequence: place.sequence.next(), hash: chuhe_cluster::Hash::of(&bytes), epoch };
        for _ in 0..ATTEMPTS {
            let request = Request::Append { expected: place.sequence, id, bytes: bytes.clone() };
            match log.answer(request).await {
                Answer::Appended(at) if at == next.sequence => return Ok(next),
                // unknown: it may be there
                Answer::Failed => {}
                Answer::Appended(_)
                | Answer::WrongSequence
                | Answer::Entries(_)
                | Answer::Lease(_)
                | Answer::Granted(_)
                | Answer::Refused => return Err(ClusterEraseError::Contended(hall.clone())),
            }
        }
        Err(ClusterError::Failed { what: "append to the log", why: "no answer".to_owned() }.into())
    }

    /// Makes an image the only snapshot of a hall, and purges the log up to it.
    async fn replace_snapshots(
        &self,
        hall: &HallName,
        place: Reach,
        image: Vec<u8>,
    ) -> Result<(), ClusterEraseError> {
        let pointers = Bucket::new(&self.nats, SNAPSHOTS).await.map_err(failed("open a bucket"))?;
        let snapshots = SnapshotStore::new(&self.nats, pointers, hall.clone(), self.replicas);
        let (_, revision) = snapshots.read_pointer().await.map_err(failed("read the pointer"))?;
        let (id, image) = (SnapshotId { place, process: random(), n: 0 }, Arc::new(image));
        let pointer = Pointer { latest: Some(id), previous: None };
        for step in [
            SnapshotStep::Store(id),
            SnapshotStep::Point(pointer, revision),
            SnapshotStep::Purge(place.sequence),
            SnapshotStep::Delete(place.sequence),
        ] {
            if matches!(snapshots.carry_out(step, Arc::clone(&image)).await, SnapshotAnswer::Failed) {
                return Err(ClusterEraseError::Snapshot(hall.clone()));
            }
        }
        Ok(())
    }

    /// Erases players from the accounts: first from the blocks of others, then the keys of their names, and
    /// their accounts last.
    async fn erase_from_accounts(
        &self,
        erasure: &Erasure,
        names: &BTreeSet<String>,
    ) -> Result<Erased, ClusterEraseError> {
        let (mut erased, mut gone) = (Erased::default(), Vec::new());
        for (player, bytes) in self.read_accounts().await? {
            match erasure.row(Table::Players, &player.0.to_be_bytes(), &bytes)? {
                Fate::Kept => {}
                Fate::Changed(row) => {
                    self.replace_account(player, &bytes, row).await?;
                    erased.changed += 1;
                }
                Fate::Deleted => gone.push(account_key(player)),
            }
        }
        let mut freed = names.clone();
        let owned = self.read_names().await?.into_iter();
        freed.extend(owned.filter(|(_, owner)| erasure.players().contains(owner)).map(|(key, _)| key));
        let (claims, accounts) = (&self.accounts.claims, &self.accounts.accounts);
        let keys = freed.iter().map(|key| (claims, key)).chain(gone.iter().map(|key| (accounts, key)));
        for (bucket, key) in keys {
            erased.deleted += u64::from(purge_key(bucket, key).await?);
        }
        Ok(erased)
    }

    /// Replaces an account that has these bytes.
    async fn replace_account(
        &self,
        player: PlayerId,
        before: &Bytes,
        row: Vec<u8>,
    ) -> Result<(), ClusterEraseError> {
        let found = self.accounts.account(player).await?.filter(|account| account.bytes == *before);
        let revision = found.ok_or(ClusterEraseError::AccountsContended)?.revision;
        match self.accounts.update(player, row, revision).await? {
            AccountSet::Done(_) => Ok(()),
            AccountSet::Conflict => Err(ClusterEraseError::AccountsContended),
        }
    }
}

/// Removes a key, or the mark of its deletion; returns whether it had a value.
async fn purge_key(bucket: &Bucket, key: &str) -> Result<bool, ClusterEraseError> {
    let failed = failed("remove a key");
    let Some(Value { revision, bytes, .. }) = bucket.get(key).await.map_err(&failed)? else {
        return Ok(false);
    };
    if bytes.is_none() {
        bucket.purge(key, revision).await.map_err(&failed)?;
        return Ok(false);
    }
    match remove_key(bucket, key, revision).await.map_err(&failed)? {
        Set::Done(_) => Ok(true),
        Set::Conflict => Err(ClusterEraseError::AccountsContended),
    }
}

/// Follows a log until the copy has all of it.
async fn follow_to_end(hall: &HallName, reader: &mut HallReader) -> Result<(), ClusterEraseError> {
    loop {
        match reader.next().await.map_err(|fault| ClusterEraseError::Hall(hall.clone(), fault))? {
            Progress::Applied(_) | Progress::Replaced => {}
            Progress::Current => return Ok(()),
        }
    }
}
