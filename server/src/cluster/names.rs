//! The names of streams, subjects and keys, and of the objects in them.

use chuhe_protocol::HallName;
use std::fmt::Write as _;

/// The buckets that all halls share.
pub(super) const LEASES: &str = "chuhe_leases";
pub(super) const NODES: &str = "chuhe_nodes";
pub(super) const HALLS: &str = "chuhe_halls";
pub(super) const SNAPSHOTS: &str = "chuhe_snapshots";
pub(super) const ACCOUNTS: &str = "chuhe_accounts";
pub(super) const CLAIMS: &str = "chuhe_claims";

/// Encodes a name as part of the name of a stream, a subject or a key.
///
/// Letters, digits and `-` stand for themselves, other bytes are `_` and two hexadecimal digits.
pub(super) fn encode(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            encoded.push(char::from(byte));
        } else {
            // writing to a string does not fail
            let _ = write!(encoded, "_{byte:02x}");
        }
    }
    encoded
}

/// The stream of a hall's log.
pub(super) fn log_stream(hall: &HallName) -> String {
    format!("CHUHE_HALL_{}", encode(hall.as_str()))
}

/// The subject of a hall's log.
pub(super) fn log_subject(hall: &HallName) -> String {
    format!("hall.{}", encode(hall.as_str()))
}

/// The key of a hall in the buckets.
pub(super) fn hall_key(hall: &HallName) -> String {
    encode(hall.as_str())
}

/// The object bucket of a hall's snapshots.
pub(super) fn object_bucket(hall: &HallName) -> String {
    format!("chuhe_{}", encode(hall.as_str()))
}

/// A random number, which names a process among others.
pub(super) fn random() -> u64 {
    // without randomness, the time tells processes apart well enough
    getrandom::u64().unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words_that_nats_accepts() {
        assert_eq!(encode("east-2"), "east-2");
        assert_eq!(encode("楚 河_"), "_e6_a5_9a_20_e6_b2_b3_5f");
        let hall = HallName::parse("楚-1").expect("a name");
        assert_eq!(log_stream(&hall), "CHUHE_HALL__e6_a5_9a-1");
        assert_eq!(log_subject(&hall), "hall._e6_a5_9a-1");
    }
}
