//! A bucket of keys with compare-and-set. Reads go to the leader of its stream.

use super::nats::{Nats, Published, Unknown};
use async_nats::HeaderMap;
use async_nats::jetstream::stream::{RawMessageError, RawMessageErrorKind, State, Stream};
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use std::time::Duration;

/// How long a read or a write may take.
const TIMEOUT: Duration = Duration::from_secs(1);
/// How long it may take to list the keys.
const LIST_TIMEOUT: Duration = Duration::from_secs(60);
const EXPECTED: &str = "Nats-Expected-Last-Subject-Sequence";
/// Marks a deletion, as the key-value buckets of NATS do.
const OPERATION: &str = "KV-Operation";
const DELETION: &str = "DEL";

/// A bucket of keys.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    nats: Nats,
    name: String,
    stream: Stream<()>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) revision: u64,
    /// The value; `None` if the key was deleted.
    pub(super) bytes: Option<Bytes>,
    /// When it was written, by the clock of the bucket's leader, in milliseconds since 1970.
    pub(super) at_ms: i128,
}

/// How a key was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// It has this revision.
    Done(u64),
    /// It was at another revision.
    Conflict,
}

impl Bucket {
    /// A bucket that exists.
    pub(super) async fn new(nats: &Nats, name: &str) -> Result<Self, Unknown> {
        let stream = nats.context.get_stream_no_info(format!("KV_{name}")).await;
        let stream = stream.map_err(|error| Unknown(error.to_string()))?;
        Ok(Self { nats: nats.clone(), name: name.to_owned(), stream })
    }

    fn subject(&self, key: &str) -> String {
        format!("$KV.{}.{key}", self.name)
    }

    /// Reads a key; `None` if it is missing.
    pub(super) async fn get(&self, key: &str) -> Result<Option<Value>, Unknown> {
        let subject = self.subject(key);
        let read = async {
            match self.stream.get_last_raw_message_by_subject(&subject).await {
                Ok(message) => Ok(Some(message)),
                Err(error) if is_missing(&error) => Ok(None),
                Err(error) => Err(error),
            }
        };
        let message = self.nats.limited(TIMEOUT, read).await?;
        Ok(message.map(|message| {
            let is_deleted = message.headers.get(OPERATION).is_some();
            Value {
                revision: message.sequence,
                bytes: (!is_deleted).then_some(message.payload),
                at_ms: message.time.unix_timestamp_nanos() / 1_000_000,
            }
        }))
    }

    /// Reads the state of the stream: the number of keys, including deleted ones, and the last revision.
    pub(super) async fn state(&self) -> Result<State, Unknown> {
        self.nats.limited(TIMEOUT, self.stream.get_info()).await.map(|info| info.state)
    }

    /// Sets a key that nobody has set, or that was deleted.
    pub(super) async fn create(&self, key: &str, bytes: Bytes) -> Result<Set, Unknown> {
        if let Set::Done(revision) = self.update(key, bytes.clone(), 0).await? {
            return Ok(Set::Done(revision));
        }
        match self.get(key).await? {
            Some(Value { revision, bytes: None, .. }) => self.update(key, bytes, revision).await,
            _ => Ok(Set::Conflict),
        }
    }

    /// Sets a key that has this revision; 0 if it must be missing.
    pub(super) async fn update(&self, key: &str, bytes: Bytes, revision: u64) -> Result<Set, Unknown> {
        self.publish(key, HeaderMap::new(), bytes, revision).await
    }

    /// Deletes a key that has this revision.
    pub(super) async fn delete(&self, key: &str, revision: u64) -> Result<Set, Unknown> {
        let mut headers = HeaderMap::new();
        headers.insert(OPERATION, DELETION);
        self.publish(key, headers, Bytes::new(), revision).await
    }

    /// Removes what is stored of a key up to a revision, also the mark of its deletion.
    pub(super) async fn purge(&self, key: &str, revision: u64) -> Result<(), Unknown> {
        let purging = self.stream.purge().filter(self.subject(key)).sequence(revision + 1).into_future();
        self.nats.limited(TIMEOUT, purging).await.map(|_| ())
    }

    /// Returns all keys that have a value.
    pub(super) async fn keys(&self) -> Result<Vec<String>, Unknown> {
        let listing = async {
            let failed = |error: &dyn std::fmt::Display| Unknown(error.to_string());
            let store = self.nats.context.get_key_value(&self.name).await.map_err(|error| failed(&error))?;
            let keys = store.keys().await.map_err(|error| failed(&error))?;
            keys.try_collect::<Vec<String>>().await.map_err(|error| failed(&error))
        };
        self.nats.limited(LIST_TIMEOUT, listing).await
    }

    async fn publish(
        &self,
        key: &str,
        mut headers: HeaderMap,
        bytes: Bytes,
        revision: u64,
    ) -> Result<Set, Unknown> {
        headers.insert(EXPECTED, revision.to_string());
        let published = self.nats.publish(self.subject(key), headers, bytes, TIMEOUT).await?;
        Ok(match published {
            Published::At(revision) => Set::Done(revision),
            Published::WrongSequence => Set::Conflict,
        })
    }
}

/// Whether a message is missing, rather than its stream out of reach.
pub(super) fn is_missing(error: &RawMessageError) -> bool {
    error.kind() == RawMessageErrorKind::NoMessageFound
}
