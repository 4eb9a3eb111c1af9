//! The streams of the cluster: what they must be, and making those that are missing.
//!
//! Buckets are made as the streams that they are, because reads must go to the leader: a get directly
//! after a put may miss it elsewhere.

use super::error::ClusterError;
use super::names::{log_stream, log_subject, object_bucket};
use super::nats::{ADMIN_TIMEOUT, Nats};
use super::patience::patiently;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use chuhe_protocol::HallName;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::timeout;

/// Marks a stream as Chuhe's, with the version of what is in it.
const MARK: (&str, &str) = ("chuhe", "1");
/// How long identities of messages are compared. A retry after that is refused by its sequence.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);

/// The stream of a hall's log.
pub(super) fn log_config(hall: &HallName, replicas: usize) -> Config {
    Config {
        duplicate_window: DUPLICATE_WINDOW,
        ..config(log_stream(hall), vec![log_subject(hall)], replicas)
    }
}

/// A bucket of keys, whose values expire after `max_age`; zero for never.
pub(super) fn bucket_config(bucket: &str, max_age: Duration, replicas: usize) -> Config {
    Config {
        max_messages_per_subject: 1,
        max_age,
        allow_rollup: true,
        // identities are not used, and the window may not be longer than the age
        duplicate_window: if max_age.is_zero() { DUPLICATE_WINDOW } else { max_age.min(DUPLICATE_WINDOW) },
        ..config(format!("KV_{bucket}"), vec![format!("$KV.{bucket}.>")], replicas)
    }
}

/// The bucket of a hall's snapshots.
pub(super) fn object_config(hall: &HallName, replicas: usize) -> Config {
    let bucket = object_bucket(hall);
    let subjects = vec![format!("$O.{bucket}.C.>"), format!("$O.{bucket}.M.>")];
    Config {
        allow_rollup: true,
        // a new description of an object replaces the old one
        deny_delete: false,
        ..config(format!("OBJ_{bucket}"), subjects, replicas)
    }
}

fn config(name: String, subjects: Vec<String>, replicas: usize) -> Config {
    Config {
        name,
        subjects,
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: replicas,
        // nothing is dropped to make room
        discard: DiscardPolicy::New,
        max_messages: -1,
        max_bytes: -1,
        max_messages_per_subject: -1,
        deny_delete: true,
        allow_direct: false,
        metadata: HashMap::from([(MARK.0.to_owned(), MARK.1.to_owned())]),
        ..Config::default()
    }
}

/// Makes a stream if it is missing, and checks it if it is there.
///
/// # Errors
/// [`ClusterError::ForeignStream`] if another program has the stream or its subjects; it is not
/// changed. [`ClusterError::Failed`] if NATS cannot make it now.
pub(super) async fn ensure(nats: &Nats, wanted: &Config) -> Result<(), ClusterError> {
    patiently(|| try_ensure(nats, wanted)).await
}

async fn try_ensure(nats: &Nats, wanted: &Config) -> Result<(), ClusterError> {
    let failed =
        |why: String| ClusterError::Failed { what: "make a stream", why: format!("{}: {why}", wanted.name) };
    let too_long = |_| failed("the answer took too long".to_owned());
    let found = timeout(ADMIN_TIMEOUT, nats.context.get_stream(&wanted.name)).await.map_err(too_long)?;
    let error = match found {
        Ok(stream) => return check(wanted, &stream.cached_info().config),
        Err(error) => error,
    };
    match error.kind() {
        GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {}
        GetStreamErrorKind::EmptyName
        | GetStreamErrorKind::Request
        | GetStreamErrorKind::InvalidStreamName
        | GetStreamErrorKind::JetStream(_) => return Err(failed(error.to_string())),
    }
    let created = timeout(ADMIN_TIMEOUT, nats.context.create_stream(wanted)).await.map_err(too_long)?;
    let error = match created {
        Ok(stream) => return check(wanted, &stream.cached_info().config),
        Err(error) => error,
    };
    if let CreateStreamErrorKind::JetStream(refused) = error.kind()
        && refused.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP
    {
        let why = format!("another stream has the subjects {}", wanted.subjects.join(", "));
        return Err(ClusterError::ForeignStream { stream: wanted.name.clone(), why });
    }
    Err(failed(error.to_string()))
}

/// Checks a stream that is there. The number of replicas is the operator's.
fn check(wanted: &Config, found: &Config) -> Result<(), ClusterError> {
    let differs =
        |why: &str| Err(ClusterError::ForeignStream { stream: wanted.name.clone(), why: why.to_owned() });
    match found.metadata.get(MARK.0).map(String::as_str) {
        None => return differs("it does not have Chuhe's mark"),
        Some(version) if version != MARK.1 => return differs("another version of Chuhe made it"),
        Some(_) => {}
    }
    if found.subjects != wanted.subjects {
        return differs("it has other subjects");
    }
    let limits = |config: &Config| {
        (
            config.max_messages.max(-1) > 0,
            config.max_bytes.max(-1) > 0,
            config.max_messages_per_subject,
            config.max_age,
        )
    };
    if limits(found) != limits(wanted) || found.discard != wanted.discard {
        return differs("it has other limits, which may drop messages");
    }
    if found.num_replicas != wanted.num_replicas {
        let (stream, has, wanted) = (&wanted.name, found.num_replicas, wanted.num_replicas);
        tracing::warn!(stream, has, wanted, "the stream has another number of replicas than configured");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_drops_messages_or_lacks_the_mark_is_foreign() {
        let hall = HallName::parse("east").expect("a name");
        let wanted = log_config(&hall, 3);
        assert_eq!(check(&wanted, &wanted), Ok(()));
        let fewer = Config { num_replicas: 1, ..wanted.clone() };
        assert_eq!(check(&wanted, &fewer), Ok(()), "the operator may change the number of replicas");
        for foreign in [
            Config { metadata: HashMap::new(), ..wanted.clone() },
            Config { subjects: vec!["other".to_owned()], ..wanted.clone() },
            Config { max_bytes: 1_000, ..wanted.clone() },
            Config { max_messages: 1_000, ..wanted.clone() },
            Config { max_age: Duration::from_secs(1), ..wanted.clone() },
            Config { discard: DiscardPolicy::Old, ..wanted.clone() },
        ] {
            assert!(
                matches!(check(&wanted, &foreign), Err(ClusterError::ForeignStream { .. })),
                "{foreign:?}"
            );
        }
    }
}
