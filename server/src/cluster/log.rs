//! Carries a replica's requests out: the log of its hall and the hall's lease.

use super::bucket::{Bucket, Set, Value, is_missing};
use super::names::{hall_key, log_stream, log_subject};
use super::nats::{Nats, Published, Unknown};
use async_nats::HeaderMap;
use async_nats::jetstream::stream::Stream;
use bytes::Bytes;
use chuhe_cluster::{Answer, Held, Holder, Read, Request, Revision, Sequence};
use chuhe_protocol::HallName;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long an append or a read may take: an acknowledgement is of use as late as this.
const LOG_TIMEOUT: Duration = Duration::from_millis(Request::LONGEST_TIMEOUT_MS);
/// Entries that are fetched at the same time.
const FETCHED_AT_ONCE: usize = 64;
/// The most entries of an answer.
const READ_ENTRIES: u64 = 1_024;
/// Bytes after which an answer ends.
const READ_BYTES: usize = 4 << 20;

/// The log of a hall, and its lease.
#[derive(Clone, Debug)]
pub(super) struct HallLog {
    nats: Nats,
    stream_name: String,
    subject: String,
    stream: Stream<()>,
    leases: Bucket,
    key: String,
}

/// The value of a lease.
#[derive(Serialize, Deserialize)]
struct LeaseValue {
    node: String,
    process: u64,
}

impl HallLog {
    /// The log of a hall, whose stream exists.
    pub(super) async fn new(nats: &Nats, leases: Bucket, hall: &HallName) -> Result<Self, Unknown> {
        let stream_name = log_stream(hall);
        let stream = nats.context.get_stream_no_info(&stream_name).await;
        Ok(Self {
            nats: nats.clone(),
            subject: log_subject(hall),
            stream: stream.map_err(|error| Unknown(error.to_string()))?,
            stream_name,
            leases,
            key: hall_key(hall),
        })
    }

    /// Carries a request out. What cannot be carried out is answered as failed: its effect is unknown.
    pub(super) async fn answer(&self, request: Request) -> Answer {
        let answer = match request {
            Request::Append { expected, id, bytes } => self.append(expected, id.to_string(), bytes).await,
            Request::Read { from } => self.read(from).await.map(Answer::Entries),
            Request::ReadLease => self.read_lease().await,
            Request::CreateLease(by) => self.leases.create(&self.key, lease(&by)).await.map(granted),
            Request::RenewLease(Held { by, revision }) => {
                self.leases.update(&self.key, lease(&by), revision.0).await.map(granted)
            }
            Request::DropLease(revision) => self.leases.delete(&self.key, revision.0).await.map(granted),
        };
        answer.unwrap_or_else(|Unknown(why)| {
            tracing::debug!(stream = self.stream_name, why, "a request to the log has no answer");
            Answer::Failed
        })
    }

    async fn append(&self, expected: Sequence, id: String, bytes: Vec<u8>) -> Result<Answer, Unknown> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Expected-Stream", self.stream_name.as_str());
        headers.insert("Nats-Expected-Last-Sequence", expected.to_string());
        headers.insert("Nats-Msg-Id", id);
        let published = self.nats.publish(self.subject.clone(), headers, bytes.into(), LOG_TIMEOUT).await?;
        Ok(match published {
            Published::At(sequence) => Answer::Appended(Sequence(sequence)),
            Published::WrongSequence => Answer::WrongSequence,
        })
    }

    async fn read(&self, from: Sequence) -> Result<Read, Unknown> {
        let info = self.nats.limited(LOG_TIMEOUT, self.stream.get_info()).await?;
        let (first, last) = (info.state.first_sequence, info.state.last_sequence);
        let mut read = Read { first: Sequence(first), last: Sequence(last), entries: Vec::new() };
        if last < from.0 || first > from.0 {
            return Ok(read);
        }
        let wanted = from.0..=last.min(from.0 + READ_ENTRIES - 1);
        let fetched = stream::iter(wanted).map(|at| self.fetch(at)).buffered(FETCHED_AT_ONCE);
        let mut fetched = std::pin::pin!(fetched);
        let mut bytes = 0;
        while bytes < READ_BYTES {
            match fetched.try_next().await {
                Ok(Some(Some((at, entry)))) => {
                    bytes += entry.len();
                    read.entries.push((Sequence(at), entry));
                }
                // an entry that was purged meanwhile: the next answer says so
                Ok(Some(None) | None) => break,
                Err(error) if read.entries.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(read)
    }

    async fn fetch(&self, at: u64) -> Result<Option<(u64, Vec<u8>)>, Unknown> {
        let get = async {
            match self.stream.get_raw_message(at).await {
                Ok(message) => Ok(Some((message.sequence, message.payload.to_vec()))),
                Err(error) if is_missing(&error) => Ok(None),
                Err(error) => Err(error),
            }
        };
        self.nats.limited(LOG_TIMEOUT, get).await
    }

    async fn read_lease(&self) -> Result<Answer, Unknown> {
        let Some(Value { revision, bytes: Some(bytes), .. }) = self.leases.get(&self.key).await? else {
            return Ok(Answer::Lease(None));
        };
        let by = match serde_json::from_slice(&bytes) {
            Ok(LeaseValue { node, process }) => Holder { node, process },
            Err(error) => return Err(Unknown(format!("the lease cannot be read: {error}"))),
        };
        Ok(Answer::Lease(Some(Held { by, revision: Revision(revision) })))
    }
}

fn lease(by: &Holder) -> Bytes {
    let value = LeaseValue { node: by.node.clone(), process: by.process };
    serde_json::to_vec(&value).unwrap_or_default().into()
}

const fn granted(set: Set) -> Answer {
    match set {
        Set::Done(revision) => Answer::Granted(Revision(revision)),
        Set::Conflict => Answer::Refused,
    }
}
